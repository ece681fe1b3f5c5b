"""What a picture of a deck shows: the part of a level that matters, and the same in words for who can't see it."""

from collections.abc import Iterable, Sequence

from bot.deck.board import Board
from bot.deck.naming import named
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import At, Level
from bot.deck.rooms import room_at
from bot.deck.view import Counter, Health, Marks, View

# A phone shows this many squares across so that each can still be read.
MOST_ACROSS = 20
MARGIN = 2


def view_of(
    board: Board, level: int, counters: Iterable[Counter], marks: Marks | None = None, *, whole: bool = False
) -> View:
    """One level of a board to be drawn with whoever stands on it.

    It is cropped to what happened, or where nothing did to its counters, with a margin; at most 20 squares
    across and down, nothing beyond the level. `whole` leaves all of it.
    """
    marks = marks or Marks()
    here = tuple(counter for counter in counters if counter.at.level == level)
    squares = [at for at in marks.squares if at.level == level] or [counter.at for counter in here]
    core = [at for at in (marks.line or ()) if at.level == level] or squares
    crop = None if whole or not squares else _box(board.plan.levels[level], level, squares, core)
    return View(board, level, here, marks, crop)


def seen_by(board: Board, viewer: At, counters: Iterable[Counter]) -> View:
    """What somebody at a square sees of his level: its squares, and who stands on them."""
    seen = view_from(outlook(board, viewer.level), viewer)
    here = tuple(counter for counter in counters if counter.at in seen)
    crop = _box(board.plan.levels[viewer.level], viewer.level, [viewer, *seen], [viewer])
    return View(board, viewer.level, here, crop=crop, seen=seen)


def _box(level: Level, number: int, squares: Sequence[At], core: Sequence[At]) -> tuple[At, At]:
    left, right = _span([at.x for at in squares], [at.x for at in core], level.width)
    top, bottom = _span([at.y for at in squares], [at.y for at in core], level.height)
    return At(number, left, top), At(number, right, bottom)


def _span(places: Sequence[int], core: Sequence[int], length: int) -> tuple[int, int]:
    """From where to where a picture goes along one axis, `MOST_ACROSS` at most.

    Around all places if they fit, else around those at the core of it, else from the first of these on.
    """
    fitting = next((each for each in (places, core) if max(each) - min(each) < MOST_ACROSS), core[:1])
    low, high = min(fitting), max(fitting)
    margin = min(MARGIN if fitting is places else MOST_ACROSS, (MOST_ACROSS - 1 - high + low) // 2)
    return max(0, low - margin), min(length - 1, high + margin)


def alt_text(view: View) -> str:
    """The picture in words: who stands where, in which room, facing which way, and what is marked."""
    level = view.board.plan.levels[view.level]
    sentences = [f"{view.board.plan.name}, {level.name}."]
    sentences += [_counter(view, counter) for counter in sorted(view.counters, key=lambda each: each.side)]
    sentences += _marks(view)
    return " ".join(sentences)


def _counter(view: View, counter: Counter) -> str:
    room = room_at(view.board.plan, counter.at)
    inside = f" in {room.name}" if room else ""
    state = "" if counter.health is Health.UP else f", {counter.health.value}"
    wounds = f", {counter.wounds} wound{'' if counter.wounds == 1 else 's'}" if counter.wounds else ""
    where = named(counter.at, view.level)
    return f"{counter.name} at {where}{inside}, facing {counter.facing.name.lower()}{wounds}{state}."


def _marks(view: View) -> Iterable[str]:
    marks = view.marks
    if marks.line:
        start, end = (named(at, view.level) for at in marks.line)
        yield f"Fire from {start} to {end}."
    if marks.blast:
        yield f"An explosion reaches {len(marks.blast)} squares around {named(marks.blast[0], view.level)}."
    if len(marks.trail) > 1:
        yield f"A way from {named(marks.trail[0], view.level)} to {named(marks.trail[-1], view.level)}."
