"""What people who act by themselves know of a deck, and where their orders send them on it, by whatever rules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, takewhile
from types import MappingProxyType

from bot.deck.board import Board, Standing
from bot.deck.outlook import hidden, seen_from
from bot.deck.passage import Walls, enclosed, fixture_at, on_plan, walked_to
from bot.deck.placing import can_stand, find_square, walks
from bot.deck.plan import At, Fixture, Plan, at_of, fully_named, named, range_between
from bot.deck.portals import reach
from bot.deck.posture import places
from bot.deck.pressure import Hull
from bot.deck.view import Marks
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.cards import sentence
from bot.engine.dice import LiveDice
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.same import Same
from bot.engine.scene import Game, Said, Scene, Unit
from bot.engine.steps import Sequel, whole_of
from bot.engine.system import Squads
from bot.systems.marks import takes_part
from bot.systems.seeing import Ways, is_out, view_of, ways_gone

_NOBODY: Mapping[str, str] = MappingProxyType({})
# Whoever is out of sight is looked for within so many squares of where they were seen last, a shut door as so many.
_GONE, _DOOR_OF_OTHERS = 10, 1
# Those who act by themselves, by their names.
Pilots = Mapping[str, Autopilot]


class OnDeck:
    """Somebody who acts by themselves, of any book, where they stand in a `game` as they know it."""

    game: Game
    name: str

    @property
    def unit(self) -> Unit:
        """They themselves."""
        return self.game.units[self.name]

    @property
    def board(self) -> Board:
        """The deck on which they stand."""
        board: Board = self.game.board
        return board

    @property
    def here(self) -> Standing:
        """Where and how they stand."""
        return self.board.people[self.name]

    def far(self, unit: Unit) -> int:
        """How many squares it is to somebody."""
        return range_between(self.here.at, self.board.people[unit.name].at, self.board.plan.separation)


def _view(squads: Squads, game: Game, side: str) -> frozenset[At]:
    return _viewed(Same((squads, game, side), squads, game, side))


# They look about, and then go by what they see, in the same game.
@lru_cache(maxsize=4)
def _viewed(of: Same[tuple[Squads, Game, str]]) -> frozenset[At]:
    return view_of(*of.of, {})


def looks(
    squads: Squads,
    game: Game,
    name: str,
    pilot: Autopilot,
    *,
    climbs: Callable[[Unit], bool] = lambda _: True,
    area: int = _GONE,
) -> Autopilot:
    """What somebody knows once their side has looked about: first at what is near where a fight has been; the rooms of
    which at least half is seen have been looked into; once none is left, every square of them in which one can stand is
    looked at, and after that all anew. Enemies are where they are seen, or were when they were last, or nearest to that
    where nobody looks; the dead lie where they were seen. Near is what is within an `area` of so many steps; who never
    `climbs` looks for nobody on other levels.
    """
    board: Board = game.board
    side, here = game.units[name].side, board.people[name].at
    level = None if climbs(game.units[name]) else here.level
    view, floors = _view(squads, game, side), rooms_to_search(board, level, here)
    own = {number for number, squares in floors.items() if here in squares}
    rooms = {number for number, squares in floors.items() if 2 * len(squares & view) >= len(squares)}
    looked = own | rooms | {*pilot.looked}
    everywhere = looked >= floors.keys()
    others = [unit for unit in game.present.values() if unit.side != side and takes_part(unit)]
    now, last, before = _enemies(squads, game, pilot, others, view)
    moment = squads.moment(game.ledger)
    around = [_around(game, side, at, area, view) for at in before] if not (now or last) else []
    left = _unseen(floors, pilot.left, view, around) if everywhere or around or pilot.left else {}
    anew = everywhere and not left
    return replace(
        pilot,
        looked=() if anew else tuple(sorted(looked)),
        left=left,
        seen={**last, **now},
        lain=_lain(squads, game, pilot.lain, others, view),
        at=moment if now else pilot.at,
    )


def _enemies(
    squads: Squads, game: Game, pilot: Autopilot, others: Iterable[Unit], view: Collection[At]
) -> tuple[dict[str, str], dict[str, str], list[At]]:
    """Those of some others who can fight and are in view, and those who were seen before and may be out of it, each
    with their square; and all squares of this deck where somebody was seen before.
    """
    board: Board = game.board
    foes = {unit.name: board.people[unit.name].at for unit in others if not is_out(squads, unit)}
    now = {each: fully_named(at) for each, at in foes.items() if at in view}
    # Who came from another deck was seen on that, and who is out is no more to be looked for.
    before = {each: at_of(square) for each, square in pilot.seen.items() if each in board.people}
    before = {each: at for each, at in before.items() if on_plan(board, at)}
    lost = {each: at for each, at in before.items() if each in foes and each not in now}
    gone = {each: at for each, start in lost.items() if (at := _gone_to(board, start, view)) is not None}
    return now, {each: fully_named(at) for each, at in gone.items()}, [*before.values()]


def watched(squads: Squads, was: Game, now: Game, marks: Marks | None, pilots: Pilots) -> Pilots:
    """What those who act by themselves know after an order that left these marks on the deck: of an enemy who went out
    of their side's sight with it, at which square that was, or which came next the way they went.
    """
    ways = ways_gone(was, now, marks) if pilots and now.board is not None else {}
    if not ways:
        return pilots
    sides = {name: now.units[name].side for name in pilots if name in now.present}
    gone = {side: _gone_out_of_sight(squads, now, side, ways) for side in {*sides.values()}}
    moment = squads.moment(now.ledger)
    lost = {name: gone[side] for name, side in sides.items() if gone[side]}
    return {
        **pilots,
        **{name: replace(pilots[name], seen={**pilots[name].seen, **of}, at=moment) for name, of in lost.items()},
    }


def _gone_out_of_sight(squads: Squads, game: Game, side: str, ways: Ways) -> Mapping[str, str]:
    """The enemies whom a side has seen on their ways and sees no more, each with where they were last."""
    others = {name: way for name, way in ways.items() if game.units[name].side != side}
    if not others:
        return {}
    own = {name: way for name, way in ways.items() if name not in others}
    view, found = view_of(squads, game, side, own) if own else _view(squads, game, side), dict[str, str]()
    for name, way in others.items():
        passed = [number for number, at in enumerate(way) if at in view]
        if passed and way[-1] not in view and takes_part(game.units[name]) and not is_out(squads, game.units[name]):
            found[name] = fully_named(_on_from(game.board, way[: passed[-1] + 1], view))
    return found


def _on_from(board: Board, way: Sequence[At], view: Collection[At]) -> At:
    """Where somebody may be who went out of view at the end of a way: a square on as they went, or there."""
    here, before = way[-1], way[-2] if len(way) > 1 else way[-1]
    on = here._replace(x=2 * here.x - before.x, y=2 * here.y - before.y)
    return on if on not in view and on in walked_to(Walls(board), here) else here


def _lain(
    squads: Squads, game: Game, lain: Mapping[str, str], others: Iterable[Unit], view: Collection[At]
) -> Mapping[str, str]:
    """Where a side has seen others lie dead, and has not seen since that they are gone from there."""
    people = game.board.people
    dead = {unit.name: people[unit.name].at for unit in others if squads.mark(unit.sheet).dead}
    before = {name: square for name, square in lain.items() if at_of(square) not in view}
    return {**before, **{name: fully_named(at) for name, at in dead.items() if at in view}}


def rooms_to_search(board: Board, level: int | None = None, start: At | None = None) -> Mapping[int, frozenset[At]]:
    """The rooms in which somebody can stand, of a level or of all of them, each by the squares where they can; of those
    that can be reached from a `start` where one is given. What is no room, as a closet or an airlock, has a number
    below 0; lifts are none of it.
    """
    floors = _floors(Hull(board), level)
    if start is None:
        return floors
    far = reach(board, start, DOOR, climbs=level is None).far
    return {number: squares for number, squares in floors.items() if any(at in far for at in squares)}


# Hulls change seldom, and all who look for somebody ask.
@lru_cache(maxsize=16)
def _floors(hull: Hull, level: int | None) -> Mapping[int, frozenset[At]]:
    board, floors = hull.board, dict[int, frozenset[At]]()
    rooms = ((room.number, room.squares) for room in board.plan.rooms)
    for number, squares in (*rooms, *((-each, squares) for each, squares in enumerate(_outside_rooms(board.plan), 1))):
        floors[number] = frozenset(at for at in squares if level in {None, at.level} and _is_searched(board, at))
    return {number: squares for number, squares in floors.items() if squares}


def _outside_rooms(plan: Plan) -> Iterator[frozenset[At]]:
    """The squares that belong to no room, as walls and doors enclose them."""
    inside = frozenset[At]().union(*(room.squares for room in plan.rooms))
    for level in plan.levels:
        left = set(level.floor - inside)
        while left:
            squares = enclosed(level, min(left)) & left
            left -= squares
            yield squares


def _unseen(
    floors: Mapping[int, Collection[At]], left: Mapping[str, int], view: Collection[At], around: Sequence[Set[At]]
) -> Mapping[str, int]:
    """What is left of all rooms to be looked at, or `around` where enemies were seen last, less what is in view."""
    rooms = (at for squares in floors.values() for at in squares)
    return _rows(at for at in (set(at_rows(left)).union(*around) or rooms) if at not in view)


def _rows(squares: Iterable[At]) -> Mapping[str, int]:
    """Squares by level and row, a bit each."""
    rows = dict[str, int]()
    for at in squares:
        key = f"{at.level}:{at.y}"
        rows[key] = rows.get(key, 0) | 1 << at.x
    return rows


def at_rows(rows: Mapping[str, int]) -> Iterator[At]:
    """The squares that are told by level and row, a bit each."""
    for key, bits in rows.items():
        level, y = map(int, key.split(":"))
        yield from (At(level, x, y) for x in range(bits.bit_length()) if bits >> x & 1)


def _gone_to(board: Board, at: At, view: Collection[At]) -> At | None:
    """Where somebody may be who was seen last at a square: there, or nearest to it where nobody looks; None where that
    is too far to tell.
    """
    near = takewhile(lambda found: found[1] <= _GONE, walks(board, at))
    return next((square for square, _ in near if square not in view), None)


def _around(game: Game, side: str, at: At, area: int, view: Set[At]) -> frozenset[At]:
    """The squares to which an enemy may have gone from one, by so many steps, and by doors too: those on the enemy's
    side of the deck, to which nobody of one's own `side` is nearer, or all where none of these is out of view.
    """
    board: Board = game.board
    own = (board.people[unit.name].at for unit in game.present.values() if unit.side == side and takes_part(unit))
    far = reach(board, at, _DOOR_OF_OTHERS).far
    found = frozenset(square for square, steps in far.items() if steps <= area and _is_searched(board, square))
    ours = [reach(board, one, _DOOR_OF_OTHERS).far for one in own]
    theirs = frozenset(square for square in found if all(far[square] <= each.get(square, area) for each in ours))
    return theirs if theirs - view else found


def _is_searched(board: Board, at: At) -> bool:
    """Whether somebody may stand there, and no lift has to come first."""
    return can_stand(board, at) and fixture_at(board, at) is not Fixture.LIFT


def as_known(
    squads: Squads, game: Game, name: str, named: Collection[str] = (), lain: Mapping[str, str] = _NOBODY
) -> Game:
    """A game as somebody goes by it: of others than their own side those whom it sees, as they show themselves, those
    who are `named` to them, and the dead who lie where it has seen them, square by name; of all others nothing.
    """
    board: Board = game.board
    side, people, units = game.units[name].side, dict(board.people), game.units
    view, shown = _view(squads, game, side), list[Unit]()
    for unit in [unit for unit in game.present.values() if unit.side != side]:
        told = unit.name in named or lain.get(unit.name) == fully_named(board.people[unit.name].at)
        if not told and not view.intersection(places(board.people[unit.name])):
            del people[unit.name]
            units = units.without(unit.name)
        elif squads.outward is not None:
            shown.append(replace(unit, sheet=squads.outward(unit.sheet)))
    return replace(game, units=units.having(*shown), board=replace(board, people=people))


def named_in(due: Due | None) -> set[str]:
    """Whom something that is due names to whoever owes it, besides those who owe it with them: of enemies who may act
    as well nobody learns by that.
    """
    if due is None:
        return set()
    named = (name for choice in due.choices for parts in choice.said.people.values() for name, _ in parts)
    return {*named} - {*due.owes}


# Why somebody goes where nobody has looked yet.
LOOKS = "looks for the enemy"
# Whoever is so near to a place has come to it.
_AT_IT = 2
# A shut door or a ladder is gone round for so many squares.
DOOR = 6


@dataclass(frozen=True, slots=True)
class Errand:
    """Somebody on a deck, the orders by which they act, the enemies whom their side sees, the nearest first; and
    whether they go to other levels.
    """

    board: Board
    name: str
    autopilot: Autopilot
    foes: Mapping[str, At]
    climbs: bool = True

    @property
    def here(self) -> At:
        """Where they stand."""
        return self.board.people[self.name].at

    @property
    def place(self) -> At | None:
        """The square to which they are sent by name; None for nowhere, or where this deck has none of it."""
        to = self.autopilot.to
        try:
            return find_square(self.board, to, self.here.level, to_stand=True) if to else None
        except RuleError:
            return None

    @property
    def sent(self) -> bool:
        """Whether their orders are to be somewhere else, whatever there is to fire at."""
        orders, goal = self.autopilot.orders, self.place
        if goal is not None and orders in {Mission.GUARD, Mission.BOARD, Mission.FALL_BACK}:
            return goal != self.here
        return orders is Mission.FALL_BACK and bool(self.foes)

    @property
    def hunts(self) -> bool:
        """Whether they look for the enemy: also whoever is told to advance, and not where."""
        orders = self.autopilot.orders
        return orders is Mission.HUNT or (orders is Mission.ADVANCE and not self.autopilot.to)

    def goals(self) -> Iterator[tuple[Collection[At], str]]:
        """The squares to which their orders send them, any of several, and why; the most wanted first."""
        orders, goal = self.autopilot.orders, self.place
        if goal is not None and goal != self.here:
            to = self.autopilot.to
            where = named(goal, self.here.level) if to == fully_named(goal) else to
            yield [goal], f"goes to {where}{self.autopilot.purpose}"
        elif goal is None and orders is Mission.FALL_BACK and self.foes:
            away = islice(hidden(self.board, self.here, [*self.foes.values()]), 1)
            yield [at for _, at in away], "falls back out of sight"
        if orders is Mission.ADVANCE and goal is not None and self._is_at(goal):
            # Whoever left it for an enemy would come back to it, and leave it again.
            return
        if orders in {Mission.HUNT, Mission.ADVANCE, Mission.BOARD} and self.foes:
            yield [*self.foes.values()], f"comes nearer to {next(iter(self.foes))}"
        elif self.hunts:
            if seen := self.autopilot.seen:
                yield [at_of(square) for square in seen.values()], f"goes where {sentence(seen, 'or')} was seen last"
            yield from ((squares, LOOKS) for squares in self._unlooked())

    def _is_at(self, goal: At) -> bool:
        """Whether they have come to a square, or as near as there is room where others have come to it too."""
        return range_between(self.here, goal, self.board.plan.separation) <= _AT_IT

    def _unlooked(self) -> Iterator[Collection[At]]:
        """The squares of the rooms in which nobody of their side has looked, or else of all others, large first; on a
        deck without another room those that they don't see, or else all.
        """
        if self.autopilot.left:
            yield [*at_rows(self.autopilot.left)]
        floors = rooms_to_search(self.board, None if self.climbs else self.here.level, self.here)
        others = {number: squares for number, squares in floors.items() if self.here not in squares}
        if not others:
            floor = self.board.plan.levels[self.here.level].floor
            yield floor - seen_from(self.board, self.here) or floor - {self.here}
            return
        rooms = [squares for number, squares in others.items() if number not in self.autopilot.looked]
        rooms = rooms or [*others.values()]
        most = max(map(len, rooms))
        yield [at for squares in rooms if 2 * len(squares) >= most for at in squares]
        yield [at for squares in rooms for at in squares]


def can_be_given(orders: Mapping[str, Order], game: Game, ready: Said) -> bool:
    """Whether an order can be given as things stand in a game; the dice of this try are nobody's."""
    try:
        whole_of(Sequel(game), ready, orders, Scene.of(game), LiveDice(bytes(32), 0))
    except RuleError:
        return False
    return True
