"""What an order came to, as plain data, and what a reader is told of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from bot.engine.cards import Card
from bot.engine.fleets import Fleets

F = TypeVar("F")
M = TypeVar("M")


class Audience(StrEnum):
    """Who reads an answer: everybody, or whoever gave the order and the referees."""

    ALL = "all"
    ORDERER = "orderer"


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is told of an order: today everybody who reads its answer, and they are told the same."""


ANYBODY = Reader()


@dataclass(frozen=True, slots=True)
class Report(Generic[F, M]):
    """What an order came to: plain data that is stored with its entry, as JSON, and told from there.

    `found` is what its verb reports, in a dataclass without tables. `marks` (a `bot.deck.view.Marks`) is what the
    picture of the deck is to show of it, `fleets` that of a battle, and `log` all of it line by line. What is `sealed`
    only the orderer and the referees read.
    """

    found: F
    marks: M | None = None
    fleets: Fleets | None = None
    log: tuple[str, ...] = ()
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Telling(Generic[M]):
    """What a reader is told: the card, what the pictures show, the log line by line; and who else is told so."""

    card: Card
    marks: M | None = None
    fleets: Fleets | None = None
    log: tuple[str, ...] = ()
    audience: Audience = Audience.ALL
