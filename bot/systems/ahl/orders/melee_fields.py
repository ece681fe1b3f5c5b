"""The circumstances of a melee as fields: of `/melee`, and of a collision, which is read as one."""

from bot.engine.system import Field, Kind, Values
from bot.systems.ahl.melee_wounds import Circumstances
from bot.systems.ahl.orders.fields import chosen, value_of

CIRCUMSTANCES = (
    Field("vacuum", Kind.FLAG, default=False),
    *map(chosen, ("battle dress melee", "stuns", "robots in vacuum", "robot knocked out")),
)


def circumstances_of(values: Values, *, zero_g: bool) -> Circumstances:
    """The circumstances that the fields say."""
    return Circumstances(
        zero_g=zero_g,
        vacuum=value_of(values, "vacuum", bool, default=False),
        battle_dress=2 if values["battle dress melee"] == "2 columns" else 0,
        stuns_add=values["stuns"] == "add",
        robots_step_up=values["robots in vacuum"] == "worse",
        robots_faint=values["robot knocked out"] == "unconscious",
    )
