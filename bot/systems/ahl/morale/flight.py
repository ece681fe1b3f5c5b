"""Where the panicked run: the nearest square that no known enemy sees, moving away (AHL 18.D, ruling R-122)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice

from bot.deck.board import Board
from bot.deck.outlook import hidden
from bot.deck.plan import At, Fixture
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.morale.on_deck import in_full_cover
from bot.systems.ahl.orders.in_turn.nerve import climbs_in_panic, comes_nearer, flees_from, nerves_of
from bot.systems.ahl.orders.move import ground_of
from bot.systems.ahl.sheet.character import Nerve, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.clock import Clock, left_to_go
from bot.systems.ahl.walking.climbing import between_words
from bot.systems.ahl.walking.ground import PHASE, Gait, Ground
from bot.systems.ahl.walking.routes import MoveReport, cheapest_route, cheapest_routes
from bot.systems.ahl.walking.spreading import Leg
from bot.systems.ahl.zerog.drift import weightless

# More places to hide nobody tries.
_MOST_TRIED = 40


def in_flight(scene: Scene, clock: Clock, unit: Unit) -> bool:
    """Whether somebody on the deck still has to run in this phase."""
    board: Board | None = scene.board
    if board is None or unit.name not in board.people or unit.sheet.nerve is not Nerve.FLEEING:
        return False
    deeds = clock.of(unit.name).deeds
    free = not deeds.moved and deeds.left and not deeds.halted and not unit.sheet.gripped_by
    there = not climbs_in_panic(scene) and in_full_cover(scene, board, unit)
    return bool(free) and not between_words(board, unit.name) and not there


def ways_out(scene: Scene, book: Book, clock: Clock, unit: Unit, most: int | None = None) -> list[tuple[At, str]]:
    """The nearest squares in full cover to which somebody can run, of equally near ones all or so many at `most`, each
    with the gait that leads there: by those enemies of whom their side knows (ruling R-122).
    """
    gait = Gait.WALK if weightless(scene) else Gait.TROT
    scene = scene.as_known_to(unit, driven=True)
    board: Board = scene.board
    standing = board.people[unit.name]
    enemies = [at for enemy in enemies_of(scene, unit) for at in squares_of(board, enemy)]
    if climbs_in_panic(scene):
        return _ladders(scene, book, clock, unit, gait)
    # Whom nobody sees who is an enemy is in full cover, and cowers there.
    if not (seen := flees_from(scene, unit)):
        return []
    # One search tells of most that they lead past an enemy; mostly the nearest will do.
    left, ground = _left(scene, unit, gait), ground_of(scene, book, board, unit, gait)

    def away(end: At) -> bool:
        return not comes_nearer(board, standing.at, end, seen)

    found = islice(hidden(board, standing.at, enemies), _MOST_TRIED)
    equal = [[at for _, at in squares] for _, squares in groupby(found, key=lambda each: each[0])]
    goals = [at for squares in equal for at in squares]
    # Who lies spends points on getting up first.
    leg = None if standing.prone else Leg(left, lambda place: away(place[0]))
    routes = cheapest_routes(ground, standing, goals, leg)
    away_by = ((at, bool(end := route.within(left).steps[-1:]) and away(end[0].at)) for at, route in routes)
    for squares in _first_decided(equal, away_by):
        able = ((at, str(gait)) for at in squares if _runs(scene, book, clock, unit, ground, at, gait, seen))
        if ways := list(islice(able, most)):
            return ways
    return []


def _first_decided(equal: Sequence[Sequence[At]], decided: Iterator[tuple[At, bool]]) -> Iterator[list[At]]:
    """Of groups of squares, one after the other, those that will do, as soon as all of a group are `decided`; what
    never is, doesn't.
    """
    known = dict[At, bool]()
    for squares in equal:
        while not known.keys() >= {*squares} and (found := next(decided, None)):
            known[found[0]] = found[1]
        yield sorted(at for at in squares if known.get(at))


def _left(scene: Scene, unit: Unit, gait: Gait) -> int:
    """What somebody has left of this phase for their flight, in halves of an action point."""
    left = left_to_go(scene, unit, gait)
    return PHASE if left is None else left


def _ladders(scene: Scene, book: Book, clock: Clock, unit: Unit, gait: Gait) -> list[tuple[At, str]]:
    """The nearest ladder to which somebody can run, past no enemy in its square."""
    board: Board = scene.board
    standing = board.people[unit.name]
    taken = {at for enemy in enemies_of(scene, unit) for at in squares_of(board, enemy)}
    ladders = {at for level in board.plan.levels for at, what in level.fixtures.items() if what is Fixture.LADDER}
    ground = ground_of(scene, book, board, unit, gait)
    routes = dict(cheapest_routes(ground, standing, sorted(ladders - taken - {standing.at})))
    near = sorted(routes, key=lambda at: (routes[at].cost, at))
    ways = ((at, str(gait)) for at in near if _runs(scene, book, clock, unit, ground, at, gait, {}))
    return list(islice(ways, 1))


def _runs(
    scene: Scene,
    book: Book,
    clock: Clock,
    unit: Unit,
    ground: Ground,
    at: At,
    gait: Gait,
    seen: Mapping[str, At],
) -> bool:
    """Whether somebody can run there, as far as this phase's points reach, comes nearer with it to none of those whom
    they have `seen`, and hasn't failed the check for its first step.
    """
    board, deeds = ground.board, clock.of(unit.name).deeds
    start = board.people[unit.name]
    try:
        route = cheapest_route(ground, start, at).within(_left(scene, unit, gait))
    except RuleError:
        return False
    if not route.steps or comes_nearer(board, start.at, route.steps[-1].at, seen):
        return False
    # A check that is still to be made bars nobody: it comes first.
    if not deeds.failed:
        return True
    nerves = nerves_of(scene, book, clock, unit, MoveReport(unit.name, gait, start.at, route, False, (), False, ()))
    return bool(nerves.steps or nerves.first)
