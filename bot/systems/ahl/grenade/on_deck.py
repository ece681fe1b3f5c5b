"""A grenade thrown on a deck: its range and line, where a miss comes down, and its odds (AHL 10, 11.C.1, 16)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from bot.deck.board import Board
from bot.deck.passage import fixtures_on, is_solid
from bot.deck.placing import square_meant
from bot.deck.plan import DIRECTIONS, At, named, range_between
from bot.deck.sight import sight_line
from bot.engine.asked import typed_odds
from bot.engine.cards import counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedTarget
from bot.systems.ahl.blast.explosion import BlastResult
from bot.systems.ahl.blast.reach import blast_squares, flight, heading
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.on_deck import cover_on
from bot.systems.ahl.grenade.throw import Scatter, Thrown, come_down, scatter_direction
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.walking.ground import occupant
from bot.systems.ahl.wounds.damage import WOUNDS, what_became

# 2D halved down.
_MOST_SCATTER = 6


@dataclass(frozen=True, slots=True)
class ThrowOnDeck:
    """A throw as the deck has it: from where, at which square, how many squares of range, and whether from cover."""

    board: Board
    start: At
    target: At
    squares: int
    cover: bool


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a grenade that missed ends: the squares that it enters, and which of them stopped it or was its last.

    `obstructed` tells that something kept it from going on, `tested` are the occupied squares that a die was
    thrown in.
    """

    path: tuple[At, ...]
    at: At
    obstructed: bool
    tested: tuple[At, ...]


def throw_on_deck(scene: Scene, board: Board | None, thrower: Unit, typed: str) -> ThrowOnDeck:
    """The throw at a square, place or person of the deck; raises RuleError where nothing can be thrown there."""
    if board is None:
        raise RuleError("No deck is up here: give the range in squares of 1.5 m, as range:8.")
    if thrower.name not in board.people:
        raise RuleError(f"{thrower.name} is not on the deck: put them there with /place, or give range:8 and no place.")
    standing = board.people[thrower.name]
    start = standing.leaning or standing.at
    target = square_meant(scene, thrower, typed)
    if is_solid(board, target):
        raise RuleError(f"Something fills {named(target, start.level)}: throw at an open square beside it.")
    line = sight_line(board, start, target)
    if line.squares[-1] != target:
        assert line.obstruction
        raise RuleError(
            f"{thrower.name} can't see {named(target, start.level)}, the line ends at "
            f"{named(line.squares[-1], start.level)} ({line.obstruction.name}): "
            "a grenade needs a line of sight (AHL 16, ruling R-111)."
        )
    covered = bool(standing.leaning or cover_on(fixtures_on(board, line.squares[1:-1]), line.squares[::-1]))
    return ThrowOnDeck(board, start, target, range_between(start, target, board.plan.separation), covered)


def crowded(scene: Scene, board: Board, *, by_size: bool) -> Mapping[At, int]:
    """How many are in each square, all of theirs counting, `by_size` where the campaign says so, a robot as two (ruling
    R-47).
    """
    crowd: Counter[At] = Counter()
    for unit in scene.present.values():
        crowd.update(dict.fromkeys(squares_of(board, unit), occupant(unit.sheet, by_size=by_size).counts))
    return crowd


def land(crowd: Mapping[At, int], throw: ThrowOnDeck, thrower: Unit, scatter: Scatter, dice: Dice) -> Landing | None:
    """Where a miss comes down past a crowd; None where the referee has to say which way it goes (ruling R-31)."""
    way = scatter_direction(scatter, heading(throw.start, throw.target, throw.board.people[thrower.name].facing))
    if way is None:
        return None
    path = flight(throw.board, throw.target, way, scatter.squares)
    at = come_down(throw.target, path, crowd, dice)
    way_there = path[: path.index(at) + 1] if at in path else ()
    tested = tuple(each for each in way_there if crowd.get(each) and each != path[-1])
    return Landing(path, at, len(path) < scatter.squares, tested)


def comes_down_near(scene: Scene, throw: ThrowOnDeck, reach: int) -> list[Unit]:
    """Everybody on the deck whom its explosion may reach, wherever it comes down."""
    board, furthest = throw.board, reach + _MOST_SCATTER
    bodies = {unit.name: squares_of(board, unit) for unit in scene.present.values()}
    near = [
        unit for unit in scene.present.values() if any(_apart(at, throw.target) <= furthest for at in bodies[unit.name])
    ]
    if not near:
        return []
    paths = (flight(board, throw.target, way, _MOST_SCATTER) for way in DIRECTIONS)
    ends = {throw.target, *(at for path in paths for at in path)}
    return [
        unit
        for unit in near
        if any(
            _apart(at, theirs) <= reach and theirs in blast_squares(board, at, reach)
            for theirs in bodies[unit.name]
            for at in ends
        )
    ]


def _apart(one: At, other: At) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))


_NOBODY = "Hits the square"
_SCATTERS = tuple(f"Misses by {counted(squares, 'square')}" for squares in range(1, _MOST_SCATTER + 1))


def grenade_odds(book: Book) -> Odds:
    """Odds for the first who is named near the square; in plain numbers, for somebody in armour so far from it."""

    def imagine(asked: ImaginedTarget) -> Scene:
        target = Unit("the target", "", book.person(armour=asked.armour), asked.away)
        return Scene({"name": (Unit("the thrower", "", book.person(grenades=1)),), "people": (target,)})

    among = {"armour": tuple(book.armour)}
    outcomes = (_NOBODY, *WOUNDS, *_SCATTERS)
    return typed_odds(ImaginedTarget, imagine, _outcome, outcomes, among=among, narrow=_the_first, most_work=8_000)


def _the_first(scene: Scene) -> Scene:
    return replace(scene, units={**scene.units, "people": scene.all("people")[:1]})


class GrenadeOutcome(Protocol):
    """What the odds need of a grenade's result."""

    @property
    def thrown(self) -> Thrown:
        """The throw, and the scatter of a miss."""

    @property
    def exploded(self) -> BlastResult | None:
        """The explosion where it hit its square."""


def _outcome(result: GrenadeOutcome) -> str:
    if result.thrown.scatter:
        return _SCATTERS[result.thrown.scatter.squares - 1]
    if not result.exploded or not result.exploded.suffered:
        return _NOBODY
    first = result.exploded.suffered[0]
    return what_became(first.near.character, result.exploded.hurt[first.near.name])
