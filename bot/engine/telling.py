"""What an order came to, as plain data."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.ships import Fleets

F = TypeVar("F")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Report(Generic[F, M]):
    """What an order came to: plain data that is stored with its entry, as JSON, and told from there.

    `found` is what its verb reports, in a dataclass without tables. `marks` (a `bot.deck.view.Marks`) is what the
    picture of the deck is to show of it, `fleets` that of a battle. What is `sealed` only the orderer and the referees
    read. `others` is what was found for those after the first of several, and `refused` why it
    wasn't for some.
    """

    found: F
    marks: M | None = None
    fleets: Fleets | None = None
    sealed: bool = False
    others: tuple[F, ...] = ()
    refused: tuple[str, ...] = ()
