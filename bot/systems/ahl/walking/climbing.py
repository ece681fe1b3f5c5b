"""People between two levels: on a ladder, or hanging from the edge of a drop.

They count on the level that they have left until they are all the way on the other one, and can be fired at on both.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board, Climb, Standing, let_go, placed
from bot.deck.passage import is_hatch_shut
from bot.deck.plan import At, named
from bot.engine.cards import counted
from bot.engine.system import Scene
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.walking.ground import PLACES_IN_A_SQUARE, occupant


def climbing(board: Board, name: str, to: At) -> Board:
    """The board with somebody on the ladder of their square, on their way to that square of another level."""
    standing = board.people[name]
    return placed(board, name, replace(standing.moved(standing.at), climb=Climb(to)))


def hanging(board: Board, name: str, edge: At, below: At) -> Board:
    """The board with somebody who hangs over an edge, above the square where they are to land."""
    return placed(board, name, replace(board.people[name].moved(edge), hangs=below))


def higher(board: Board, name: str, metres: int) -> Board:
    """The board with a climber so many metres further along their ladder.

    After all the metres between two levels they stand on the next one, and there go on if they are to go further.
    """
    standing = board.people[name]
    climb, next_ = standing.climb, standing.between
    assert climb is not None
    assert next_ is not None
    gone = climb.gone + metres
    if gone < board.plan.separation:
        return placed(board, name, replace(standing, climb=replace(climb, gone=gone)))
    on = None if next_ == climb.to else Climb(climb.to)
    there = placed(board, name, replace(standing.moved(next_), climb=on))
    more = gone - board.plan.separation
    return higher(there, name, more) if on and more else there


def still_to_climb(board: Board, name: str) -> int:
    """How many metres of their ladder somebody has before them, 0 for who is on none."""
    standing = board.people[name]
    if standing.climb is None:
        return 0
    return abs(standing.climb.to.level - standing.at.level) * board.plan.separation - standing.climb.gone


def shut_above(board: Board, name: str) -> str:
    """The square whose hatch keeps a climber from the next level, "" where none does."""
    standing = board.people[name]
    upper = min(standing.at, standing.between or standing.at)
    return named(upper) if standing.climb and is_hatch_shut(board, upper) else ""


@dataclass(frozen=True, slots=True)
class Between:
    """A board on which time has passed for those between two levels, a line for each, and who has come to a level."""

    board: Board | None
    lines: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()

    def told(self, line: str, board: Board | None = None, arrived: str = "") -> "Between":
        """The same with one more of whom a line tells."""
        names = (arrived,) if arrived else ()
        return Between(board or self.board, (*self.lines, line), (*self.arrived, *names))

    def by_the_book(self, against: str) -> "Between":
        """The same with what the book has against it, if it has."""
        return self.told(f"By the book: {against}") if against else self


# What keeps somebody from a level beside an enemy, by the board there and their name; "" for nothing (AHL 18.A.2).
Daunts = Callable[[Board, str], str]


def climb_on(scene: Scene, between: Between, daunts: Daunts) -> Between:
    """A whole action phase for everybody who is on a ladder: a metre, unless a hatch, a crowd or their nerve is in the
    way. Who isn't active comes along with whoever has dragged them there, and no further.
    """
    climbers = {name: standing for name, standing in _people(between).items() if standing.climb}
    active = {name for name in climbers if scene.present[name].sheet.condition is Condition.ACTIVE}
    for name in sorted(climbers, key=lambda each: each not in active):
        if between.board is None:
            break
        if name in active or _carried_on(climbers, name, active, between.board):
            between = _climbed(scene, between, between.board, name, daunts)
        else:
            between = between.told(f"{name} stays where they are on the ladder: nobody drags them on (AHL 8.C.8)")
    return between


def _carried_on(climbers: Mapping[str, Standing], name: str, active: Collection[str], now: Board) -> bool:
    """Whether one of the active, who was where somebody is on a ladder and on the same way, has climbed on."""
    theirs = (climbers[name].at, climbers[name].climb)
    beside = [other for other in active if (climbers[other].at, climbers[other].climb) == theirs]
    return any(now.people[other] != climbers[other] for other in beside)


def drop(scene: Scene, between: Between, daunts: Daunts) -> Between:
    """The beginning of an action phase for everybody who hangs from an edge: they let go, if they find room below and
    the nerve.
    """
    for name, standing in _people(between).items():
        if between.board and standing.hangs:
            between = _dropped(scene, between, between.board, name, standing.hangs, daunts)
    return between


def next_level(board: Board, name: str, metres: int) -> Board | None:
    """The board with somebody, who climbs so many metres, on the level to which they come at the end of this phase;
    None for who comes to none.
    """
    standing = board.people[name]
    if standing.hangs:
        return let_go(board, name)
    if not standing.climb or shut_above(board, name):
        return None
    after = higher(board, name, metres)
    return after if after.people[name].at != standing.at else None


def _people(between: Between) -> Mapping[str, Standing]:
    return between.board.people if between.board else {}


def _dropped(scene: Scene, between: Between, board: Board, name: str, below: At, daunts: Daunts) -> Between:
    if _is_full(scene, board, name, below):
        return between.told(f"{name} holds on: {named(below)} is full (AHL 2)")
    after = let_go(board, name)
    against = daunts(after, name)
    if against and not only_shown(scene):
        return between.told(f"{name} holds on: {against}")
    return between.told(f"{name} lets go and drops to {named(below)} (AHL 8.C.2)", after, name).by_the_book(against)


def between_words(board: Board | None, name: str) -> str:
    """How somebody is between two levels, "" for who isn't."""
    standing = board.people.get(name) if board else None
    if board is None or standing is None or standing.between is None:
        return ""
    if standing.hangs:
        return f"hangs from the edge at {named(standing.at)}"
    return f"on the ladder at {named(standing.at)}, {counted(still_to_climb(board, name), 'metre')} to go"


def _climbed(scene: Scene, between: Between, board: Board, name: str, daunts: Daunts) -> Between:
    if hatch := shut_above(board, name):
        return between.told(f"{name} waits on the ladder: the hatch in the floor of {hatch} is shut (AHL 8.B.5)")
    after = higher(board, name, max(1, scene.present[name].sheet.climbs))
    there = after.people[name].at
    if there == board.people[name].at:
        return between.told(f"{name}: {between_words(after, name)} (AHL 8.B.5)", after)
    if _is_full(scene, board, name, there):
        return between.told(f"{name} waits on the ladder: {named(there)} is full (AHL 2)")
    against = daunts(after, name)
    if against and not only_shown(scene):
        return between.told(f"{name} waits on the ladder: {against}")
    on = after.people[name].climb
    come = f"{name}: {between_words(after, name)}" if on else f"{name} has climbed to {named(there)}"
    return between.told(f"{come} (AHL 8.B.5)", after, name).by_the_book(against)


def _is_full(scene: Scene, board: Board, name: str, at: At) -> bool:
    """Whether a square has no room for somebody who comes to it (AHL 2)."""
    there = [
        occupant(scene.present[other].sheet).size
        for other, standing in board.people.items()
        if other != name and standing.at == at and scene.present[other].sheet.condition is Condition.ACTIVE
    ]
    comer = scene.present[name].sheet
    mine = occupant(comer).size if comer.condition is Condition.ACTIVE else 0
    return sum(there) + mine > PLACES_IN_A_SQUARE
