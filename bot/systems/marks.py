"""What the house keeps of somebody by whatever rules: a mark, which may keep them from firing, fighting and moving."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scene import Outcome, Scene, Unit

SURRENDERED = "surrendered"
# The marks that keep whoever has them out of that, and how a refusal says so.
_NO_MORE = "{name} has surrendered, and fires, fights and moves no more until /surrender back:True takes that back."
_OUT_OF_IT = {SURRENDERED: _NO_MORE}


def takes_part(unit: Unit) -> bool:
    """Whether somebody may fight at all: no mark of the house keeps them out of it."""
    return _OUT_OF_IT.keys().isdisjoint(unit.marks)


def unless_marked(order: Order) -> Order:
    """The same order, refused where somebody would fight in it whom a mark keeps out; its odds may be imagined."""
    roles = [role.name for role in order.roles if role.fights]

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        units = () if scene.only_odds else (unit for role in roles for unit in scene.all(role))
        for name, mark in ((unit.name, mark) for unit in units for mark in unit.marks if mark in _OUT_OF_IT):
            raise RuleError(_OUT_OF_IT[mark].format(name=name))
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare)) if roles else order
