"""What is ordered at any table, whichever book is played: a throw."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Check, Dice, Faces
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene
from bot.engine.throws import read_throw, throw, throw_card

_LARGEST_DM = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class RollOrder(Asked):
    """`/roll`: a throw as referees write it."""

    verb = "roll"
    about = "Throw dice"
    need = Need.ANYBODY
    throw: str = must("Such as 2D, 2D+3, 8+, 2D DM+2 8+, 3d6 or d100")
    dm: int = ask(0, "A further modifier", low=-_LARGEST_DM, high=_LARGEST_DM)
    because: str = ask("", "What it is for")


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw as it was asked for, what it came to, and what it was for."""

    text: str
    check: Check
    because: str


def house_orders() -> Mapping[str, Order]:
    """All of them, by their verbs."""
    orders = (typed_order(RollOrder, _roll, _rolled_card),)
    return {order.verb: order for order in orders}


def _roll(_: Scene, order: RollOrder, dice: Dice) -> Outcome:
    asked = read_throw(order.throw)
    return Outcome({}, Rolled(asked.text, throw(asked, dice, order.dm, order.because), order.because))


def _rolled_card(found: Rolled, faces: Faces) -> Card:
    return throw_card(found.text, found.check, faces, found.because)
