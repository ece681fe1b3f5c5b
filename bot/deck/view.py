"""What a picture of a deck shows, as plain values: no more than its viewer may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.deck.board import Board
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import At, Facing, Plan, sides_of

MOST_SQUARES = 20
MARGIN = 2


class Health(StrEnum):
    """How a counter stands."""

    UP = "up"
    PRONE = "prone"
    OUT = "out of action"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Counter:
    """Somebody on the deck: the full name for words, the side by its place among the sides (0 is the first).

    Who is `between` two levels, on a ladder or hanging from an edge, counts on that square of the other one as well.
    `marks` are what is known of them by whatever rules: the picture shows the first letter of each.
    """

    name: str
    at: At
    facing: Facing
    side: int
    wounds: int = 0
    health: Health = Health.UP
    between: At | None = None
    marks: tuple[str, ...] = ()

    @property
    def places(self) -> "tuple[Counter, ...]":
        """The counter wherever they count: between two levels on both."""
        return (self, replace(self, at=self.between, between=self.at)) if self.between else (self,)


@dataclass(frozen=True, slots=True)
class Marks:
    """What has just happened, drawn over the deck.

    `line` runs from a firer to where their fire ended, `danger` are the squares of its danger space, `blast` the
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
        """Every square that is marked, first the one where it ended that happened."""
        ends = (*(self.line or ())[::-1], *self.trail[::-1])
        return (*ends, *self.about, *self.blast, *self.danger)


@dataclass(frozen=True, slots=True)
class View:
    """One level of a board to be drawn: its counters, marks, and the part of it that matters.

    `crop` is the top left and the bottom right square that the picture shows, both included, None for the
    whole level. `seen` are the squares that somebody sees, where it is their eyes that look; None shows all.
    """

    board: Board
    level: int
    counters: tuple[Counter, ...] = ()
    marks: Marks = field(default_factory=Marks)
    crop: tuple[At, At] | None = None
    seen: frozenset[At] | None = None


def view_of(
    board: Board, level: int, counters: Iterable[Counter] = (), marks: Marks | None = None, *, whole: bool = False
) -> View:
    """One level with those of the counters and marks that are on it, cropped to what matters with a margin.

    The crop is 20 x 20 squares at most; where more than that matters it goes around what has just happened, and
    in the end around where that ended. It is None, the whole level, where nothing matters, or all is asked for.
    """
    shown = tuple(place for counter in counters for place in counter.places if place.at.level == level)
    marked = _on_level(marks or Marks(), level)
    squares = [*(counter.at for counter in shown), *marked.squares]
    plan = board.plan.levels[level]
    if whole or not squares:
        return View(board, level, shown, marked)
    choices = (squares, marked.squares or squares, (marked.squares or squares)[:1])
    left, right = _span([[at.x for at in choice] for choice in choices], plan.width)
    top, bottom = _span([[at.y for at in choice] for choice in choices], plan.height)
    return View(board, level, shown, marked, (At(level, left, top), At(level, right, bottom)))


def _on_level(marks: Marks, level: int) -> Marks:
    """The marks of one level; a line that runs to another one is not drawn."""

    def here(squares: Iterable[At]) -> tuple[At, ...]:
        return tuple(at for at in squares if at.level == level)

    line = marks.line if marks.line and len(here(marks.line)) == 2 else None
    return Marks(line, here(marks.danger), here(marks.blast), here(marks.trail), here(marks.about))


def _span(choices: Sequence[Sequence[int]], size: int) -> tuple[int, int]:
    """From where to where a picture goes along one axis: around the first of the choices that fits in."""
    fitting = next(choice for choice in choices if max(choice) - min(choice) < MOST_SQUARES)
    low, high = min(fitting) - MARGIN, max(fitting) + MARGIN
    if high - low >= MOST_SQUARES:
        low = (min(fitting) + max(fitting) + 1 - MOST_SQUARES) // 2
        high = low + MOST_SQUARES - 1
    return max(0, low), min(size - 1, high)


def seen_by(board: Board, viewer: At, counters: Iterable[Counter]) -> View:
    """The squares of their level that somebody sees from one of them, with whoever stands on these."""
    seen = view_from(outlook(board, viewer.level), viewer)
    here = [place for counter in counters for place in counter.places if place.at in seen]
    framed = view_of(board, viewer.level, here, Marks(about=(viewer, *sorted(seen))))
    return View(board, viewer.level, framed.counters, crop=framed.crop, seen=seen)


def plan_seen(plan: Plan, number: int, seen: frozenset[At]) -> Plan:
    """What of a plan's level shows to somebody who sees some squares of it: these, and what stands on their sides.

    The other levels are as they are.
    """
    level = plan.levels[number]
    shown = replace(
        level,
        floor=level.floor & seen,
        barriers={edge: each for edge, each in level.barriers.items() if not seen.isdisjoint(sides_of(edge))},
        fixtures={at: each for at, each in level.fixtures.items() if at in seen},
        hatches=level.hatches & seen,
    )
    rooms = tuple(replace(room, squares=room.squares & seen) for room in plan.rooms)
    levels = (*plan.levels[:number], shown, *plan.levels[number + 1 :])
    return replace(plan, levels=levels, rooms=tuple(room for room in rooms if room.squares))
