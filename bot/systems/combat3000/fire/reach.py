"""Where people stand for one shot, and whether its template reaches them (C3K Launcher fire, Area fire)."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, hypot

from bot.engine.errors import RuleError
from bot.engine.system import whole
from bot.engine.typed import match, quoted
from bot.systems.combat3000.burst.deviation import AIMED_AT, Side, Spot
from bot.systems.combat3000.burst.templates import under_circle, under_rectangle
from bot.systems.combat3000.lists.weapons import Template

_FARTHEST = 1_000
_NEAR = re.compile(r"(?P<name>.*\S)\s+@?\s*(?P<cm>\d{1,5})(?:\s*cm)?(?:\s+(?P<side>[A-Za-z]+))?")


@dataclass(frozen=True, slots=True)
class Stands:
    """Where somebody stands for a shot: how many cm from its point of aim, and to which side, seen by the firer.

    `cm` None is the point of aim itself. `spot` is the exact place, where it is known, and `far` the cm from the
    firer, which count where an area has a throw to hit for each.
    """

    cm: int | None = None
    side: Side | None = None
    spot: Spot | None = None
    far: int | None = None

    @property
    def place(self) -> Spot | None:
        """Where that is from the point of aim, None where only the distance is known."""
        if self.spot is not None:
            return self.spot
        if not self.cm:
            return AIMED_AT
        if self.side in {Side.LEFT, Side.RIGHT}:
            return Spot(right=Fraction(self.cm if self.side is Side.RIGHT else -self.cm))
        if self.side in {Side.OVER, Side.UNDER}:
            return Spot(over=Fraction(self.cm if self.side is Side.OVER else -self.cm))
        return None

    def least_and_most(self, centre: Spot) -> tuple[float, float]:
        """The cm from a centre: the same twice where the place is known, else the least and the most that they are."""
        if self.place is not None:
            return (self.place.cm_from(centre),) * 2
        cm, off = float(self.cm or 0), centre.cm_from(AIMED_AT)
        return abs(cm - off), cm + off

    def range_from(self, cm: int) -> int:
        """The range to them, given how many cm the firer is from the point of aim; just that, where the side isn't
        known.
        """
        if self.far is not None:
            return self.far
        return cm if self.place is None else ceil(hypot(cm + self.place.over, self.place.right))


class Reached(StrEnum):
    """Whether a template covers somebody; of some only the table shows it."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


def under(template: Template | float, centre: Spot, stands: Stands) -> Reached:
    """Whether somebody is under a rectangle, or a circle by its width in cm, with its centre there.

    Whoever is named without a side is under a rectangle that came down where it was aimed, if they may be.
    """
    least, most = stands.least_and_most(centre)
    if not isinstance(template, Template):
        if under_circle(template, most):
            return Reached.YES
        return Reached.UNSURE if under_circle(template, least) else Reached.NO
    if stands.place is not None:
        return Reached.YES if under_rectangle(template, centre, stands.place) else Reached.NO
    if least > hypot(template.wide, template.deep) / 2:
        return Reached.NO
    return Reached.YES if centre == AIMED_AT else Reached.UNSURE


def read_near(text: str) -> dict[str, Stands]:
    """Who is near a point of aim, as `Rook 4 left, Sid 2`: names as typed, cm, and a side seen by the firer.

    Raises RuleError for what doesn't read so.
    """
    found: dict[str, Stands] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        parts = _NEAR.fullmatch(part)
        if not parts:
            raise RuleError(f"Who is near reads like Rook 4 left: a name, cm, and a side; not {quoted(part)}.")
        side = Side(match(parts["side"], tuple(Side), what="side")) if parts["side"] else None
        if parts["name"] in found:
            raise RuleError(f"{parts['name']} is near twice: name everybody once (C3K Launcher fire).")
        found[parts["name"]] = Stands(whole(parts["cm"], "distance", 0, _FARTHEST), side)
    return found
