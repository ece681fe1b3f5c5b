"""The circumstances of a melee as fields: of `/melee`, and of a collision, which is read as one."""

from bot.engine.system import Values
from bot.systems.ahl.fields import chosen
from bot.systems.ahl.melee.blows import Circumstances
from bot.systems.ahl.wounds.wording import SURROUNDINGS, surroundings_of

CIRCUMSTANCES = (
    chosen("battle dress melee"),
    chosen("stuns"),
    *SURROUNDINGS,
)


def circumstances_of(values: Values, *, zero_g: bool, airless: bool) -> Circumstances:
    """The circumstances that the fields say; `airless` is what a deck knows of the place."""
    return Circumstances(
        zero_g=zero_g,
        battle_dress=2 if values["battle dress melee"] == "2 columns" else 0,
        stuns_add=values["stuns"] == "add",
        surroundings=surroundings_of(values).around(airless=airless),
    )
