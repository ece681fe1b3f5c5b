"""What a picture of a deck shows, as plain values: no more than its viewer may see."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.deck.board import Board
from bot.deck.plan import At, Facing


class Health(StrEnum):
    """How a counter stands."""

    UP = "up"
    PRONE = "prone"
    OUT = "out of action"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Counter:
    """Somebody on the deck: the full name for words, the side by its place among the sides (0 is the first)."""

    name: str
    at: At
    facing: Facing
    side: int
    wounds: int = 0
    health: Health = Health.UP


@dataclass(frozen=True, slots=True)
class Marks:
    """What has just happened, drawn over the deck.

    `line` runs from a firer to where his fire ended, `danger` are the squares of its danger space, `blast` the
    squares that an explosion reaches, `trail` the squares that somebody walked through, first to last. `about`
    are squares that the picture must show, though nothing is drawn over them.
    """

    line: tuple[At, At] | None = None
    danger: tuple[At, ...] = ()
    blast: tuple[At, ...] = ()
    trail: tuple[At, ...] = ()
    about: tuple[At, ...] = ()

    @property
    def squares(self) -> tuple[At, ...]:
        """Every square that is marked."""
        return (*(self.line or ()), *self.danger, *self.blast, *self.trail, *self.about)


@dataclass(frozen=True, slots=True)
class View:
    """One level of a board to be drawn: its counters, marks, and the part of it that matters.

    `crop` is the top left and the bottom right square that the picture shows, both included, None for the
    whole level. `seen` are the squares that somebody sees, where it is his eyes that look; None shows all.
    """

    board: Board
    level: int
    counters: tuple[Counter, ...] = ()
    marks: Marks = field(default_factory=Marks)
    crop: tuple[At, At] | None = None
    seen: frozenset[At] | None = None
