"""What High Guard's orders ask for, each said once: a class an order, and what several have in common as their bases.

Fields, readings and settings derive from it (see `bot.engine.asked`); what a battle offers for them is found in it.
"""

from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM
from bot.engine.order import Need
from bot.engine.scene import Role

LARGEST_DM = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown(Asked):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = ask(0, low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)
    because: str = ask("", referees=REASON_OF_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairOrder(Asked):
    """`/ship repair`: at a yard, for a price that the referee says where no design tells it."""

    verb = "ship repair"
    roles = (Role("ships", many=True),)
    battle = True
    need = Need.REFEREE
    price: str = ask("")
    free: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class RefuelOrder(Asked):
    """`/ship refuel`: out of another ship's tanks, or at a place; whether there is a `giant` is thrown for, unless the
    referee says it.
    """

    verb = "ship refuel"
    roles = (Role("ships", many=True), Role("from", optional=True))
    battle = True
    tons: str = ask("")
    at: Literal["starport", "ocean", "gas giant"] | None = ask(None)
    giant: bool | None = ask(None)
