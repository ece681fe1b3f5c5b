"""Templates on the table: who lies under a circle, a rectangle, or an area of fire (C3K Area fire, Launcher fire)."""

from bot.systems.combat3000.burst.deviation import Spot
from bot.systems.combat3000.lists.weapons import Template

# What an A class weapon covers in area fire, its long sides along the line of fire.
AREA = Template(wide=7.5, deep=20)


def under_circle(diameter: float, cm: float) -> bool:
    """Whether somebody at a distance in cm from the centre of a circle is under it; its edge counts."""
    return cm <= diameter / 2


def under_rectangle(template: Template, centre: Spot, stands: Spot) -> bool:
    """Whether somebody who stands there is under a rectangle; its edges count."""
    aside, along = abs(stands.right - centre.right), abs(stands.over - centre.over)
    return aside <= template.wide / 2 and along <= template.deep / 2
