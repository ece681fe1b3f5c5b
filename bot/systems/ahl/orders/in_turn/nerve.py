"""What morale says before a move in a turn that is kept: checks that come first, and which way the panicked run
(AHL 18.A.1, 18.A.2, 18.D; rulings R-122, R-165).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bot.deck.board import Board, Standing, placed
from bot.deck.placing import around
from bot.deck.plan import At, named, range_between
from bot.deck.sight import nearest_seen, sees
from bot.engine.cards import marked, sentence
from bot.engine.due import said
from bot.engine.errors import ComesFirstError, RuleError
from bot.engine.system import Said, Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.fire.on_deck import LineOfFire, comes_through
from bot.systems.ahl.ledger import PANIC_CLIMBS, Ledger
from bot.systems.ahl.morale.checks import Cause, spared
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.sheet.character import Nerve, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Deeds
from bot.systems.ahl.walking.climbing import next_level
from bot.systems.ahl.walking.routes import MoveReport

# What a snap shot takes, which who fails to come adjacent is left with (AHL 9.C, 18.D).
_RULES = {Cause.EXPOSURE: "AHL 18.A.1", Cause.ADJACENT: "AHL 18.A.2"}


@dataclass(frozen=True, slots=True)
class Nerves:
    """How far somebody's nerve carries a walk: the checks that each step used up, how many steps they take, and why
    not all of them; `why` is "" where they take all, and `first` the check that is owed, if one is.
    """

    used: tuple[tuple[Cause, ...], ...]
    steps: int
    why: str = ""
    first: Said | None = None

    @property
    def refusal(self) -> RuleError:
        """Why they don't go at all; where a check comes first, it says which."""
        return ComesFirstError(f"{self.why}.", self.first) if self.first else RuleError(f"{self.why}.")


def through_fire(board: Board, line: Covering, unit: Unit) -> LineOfFire | None:
    """A covering fire as it attacks somebody where they stand on a board; None where it doesn't."""
    if not line.awaits(unit.name):
        return None
    firer = board.people.get(line.firer, Standing(line.squares[0]))
    return comes_through(board, firer, board.people[unit.name], line.squares, squares_of(board, unit))


def nerves_of(scene: Scene, book: Book, clock: Clock, mover: Unit, report: MoveReport) -> Nerves:
    """How far their nerve carries somebody on a walk: they stop before a square for which they owe a check, or have
    failed it; before coming adjacent with the points of a snap shot left, if that can be.
    """
    places = [Standing(step.at, step.facing) for step in report.route.steps]
    owed, deeds = _owed(scene, clock, mover, places), clock.of(mover.name).deeds
    passed = list(deeds.passed)
    for number, causes in enumerate(owed):
        for cause in causes:
            if cause not in passed:
                steps = _kept_back(book, deeds, report, number) if cause is Cause.ADJACENT else number
                at = report.route.steps[number].at
                failed = cause in deeds.failed
                first = None if failed else check_of(mover.name, cause, _met(scene, clock, mover, places[: number + 1]))
                return Nerves(owed[:steps], steps, _why(mover.name, cause, named(at), failed=failed), first)
            passed.remove(cause)
    return Nerves(owed, len(owed))


def checks_before(scene: Scene, clock: Clock, mover: Unit, report: MoveReport) -> list[Said]:
    """All the checks that somebody has still to make on a walk, each with the enemy whom it concerns."""
    places = [Standing(step.at, step.facing) for step in report.route.steps]
    deeds, found = clock.of(mover.name).deeds, list[Said]()
    passed = list(deeds.passed)
    for number, causes in enumerate(_owed(scene, clock, mover, places)):
        for cause in causes:
            if cause in passed:
                passed.remove(cause)
            elif cause in deeds.failed:
                return found
            else:
                found.append(check_of(mover.name, cause, _met(scene, clock, mover, places[: number + 1])))
    return found


def nerve_to_leap(
    scene: Scene, clock: Clock, mover: Unit, places: Sequence[Standing]
) -> tuple[tuple[Cause, ...], RuleError | None]:
    """The checks that a way uses up which nothing stops on it, and what is against it, where one is owed or failed."""
    owed, deeds = [cause for each in _owed(scene, clock, mover, places) for cause in each], clock.of(mover.name).deeds
    for cause in _RULES:
        if owed.count(cause) > deeds.passed.count(cause):
            failed = cause in deeds.failed
            text = f"{_why(mover.name, cause, named(places[-1].at), failed=failed)}."
            met = _met(scene, clock, mover, places)
            return (), RuleError(text) if failed else ComesFirstError(text, check_of(mover.name, cause, met))
    return tuple(owed), None


def nerve_to_show(clock: Clock, who: Unit) -> tuple[tuple[Cause, ...], RuleError | None]:
    """The check that leaning out or rising into covering fire uses up, and what is against it, where it is owed or
    failed (AHL 18.A.1).
    """
    deeds = clock.of(who.name).deeds
    if spared(who.sheet, Cause.EXPOSURE):
        return (), None
    if Cause.EXPOSURE in deeds.passed:
        return (Cause.EXPOSURE,), None
    if Cause.EXPOSURE in deeds.failed:
        failed = f"{who.name} has failed their check and doesn't show themselves to that covering fire (AHL 18.D)."
        return (), RuleError(failed)
    text = f"{check_before(who.name, Cause.EXPOSURE, f'{who.name} shows themselves to covering fire')}."
    return (), ComesFirstError(text, check_of(who.name, Cause.EXPOSURE))


def nerve_to_arrive(scene: Scene, deeds: Deeds, there: Board, name: str) -> str:
    """What keeps somebody between two levels from coming to the next one, on the board there: a check that is owed
    before they come beside an enemy, or failed; "" for nothing (AHL 18.A.2, 18.D).
    """
    if _comes_beside(scene, deeds, there, name) is None or Cause.ADJACENT in deeds.passed:
        return ""
    where = f"{named(there.people[name].at)}, adjacent to an enemy"
    if deeds.waits:
        return f"{name} waits before {where}"
    if Cause.ADJACENT in deeds.failed:
        return f"{name} has failed their check and stops before {where} (AHL 18.D)"
    return check_before(name, Cause.ADJACENT, where)


def check_to_arrive(scene: Scene, deeds: Deeds, there: Board, name: str) -> Said | None:
    """The check that somebody between two levels has still to make before they come to the next one, on the board
    there; None where they owe none, have failed it, or wait.
    """
    enemy = _comes_beside(scene, deeds, there, name)
    if enemy is None or deeds.waits or {Cause.ADJACENT} & {*deeds.passed, *deeds.failed}:
        return None
    return check_of(name, Cause.ADJACENT, enemy)


def _comes_beside(scene: Scene, deeds: Deeds, there: Board, name: str) -> str | None:
    """The enemy to whom somebody comes adjacent on the board there, and for whom one checks; None for nobody."""
    who = scene.present[name]
    known = {*deeds.came, *enemies_beside(scene, scene.board, who)}
    if spared(who.sheet, Cause.ADJACENT):
        return None
    return next((enemy for enemy in enemies_beside(scene, there, who) if enemy not in known), None)


def nerve_soon(scene: Scene, clock: Clock, board: Board | None, names: Iterable[str]) -> Iterator[str]:
    """A line for each of some who comes from between two levels beside an enemy as this phase ends, and has a check to
    pass before that.
    """
    for name in names:
        climbs = scene.present[name].sheet.climbs if name in scene.present else 1
        there = next_level(board, name, climbs) if board and name in board.people else None
        if there and (owed := nerve_to_arrive(replace(scene, board=board), clock.of(name).deeds, there, name)):
            yield owed


def _owed(scene: Scene, clock: Clock, mover: Unit, places: Sequence[Standing]) -> tuple[tuple[Cause, ...], ...]:
    """The checks that come before each place on a way, for those of whom their side knows."""
    scene = scene.as_known_to(mover)
    at, owed = scene.board.people[mover.name].at, []
    through: set[int] = set()
    for place, came in zip(places, come_beside(scene, clock, mover, places), strict=True):
        there = placed(scene.board, mover.name, place)
        fires = {
            number
            for number, line in enumerate(clock.covering)
            if (scene.game is None or line.firer in scene.game.units) and through_fire(there, line, mover)
        }
        causes = [Cause.EXPOSURE] if place.at != at and fires - through else []
        causes += [Cause.ADJACENT] if came else []
        owed.append(tuple(cause for cause in causes if not spared(mover.sheet, cause)))
        at, through = place.at, through | fires
    return tuple(owed)


def come_beside(scene: Scene, clock: Clock, mover: Unit, places: Sequence[Standing]) -> Iterator[tuple[str, ...]]:
    """For each place on a way the enemies to whom somebody comes adjacent there: not those beside whom they just were,
    nor those to whom they have come in this phase before.
    """
    came, beside = {*clock.of(mover.name).deeds.came}, {*enemies_beside(scene, scene.board, mover)}
    for place in places:
        now = enemies_beside(scene, placed(scene.board, mover.name, place), mover)
        new = tuple(name for name in now if name not in came | beside)
        yield new
        came, beside = came | {*new}, {*now}


def _met(scene: Scene, clock: Clock, mover: Unit, places: Sequence[Standing]) -> str:
    """To which enemy somebody comes adjacent at the end of a way, "" for none of whom their side knows."""
    *_, last = come_beside(scene.as_known_to(mover), clock, mover, places)
    return next(iter(last), "")


def _kept_back(book: Book, deeds: Deeds, report: MoveReport, number: int) -> int:
    """How many steps leave the points for a snap shot; `number`, those before the square, where none does."""
    spent = [0, *accumulate(step.cost for step in report.route.steps[:number])]
    shot = book.halves("fire snap")
    enough = [steps for steps, cost in enumerate(spent) if deeds.left - cost >= shot]
    return max(enough, default=number)


def check_of(name: str, cause: Cause, enemy: str = "") -> Said:
    """The order for somebody's check before they move, adjacent to an enemy if one is named."""
    order = said("morale", [name], cause=str(cause))
    to = {"enemy": ((enemy, None),)} if enemy and cause is Cause.ADJACENT else {}
    return replace(order, people={**order.people, **to})


def check_before(name: str, cause: Cause, where: str) -> str:
    """What to do about a check that is owed, and goes before whatever it concerns (ruling R-165)."""
    return f"A morale check comes before {where}: /morale check cause:{cause} name:{marked(name)} ({_RULES[cause]})"


def _why(name: str, cause: Cause, where: str, *, failed: bool) -> str:
    into = "adjacent to an enemy" if cause is Cause.ADJACENT else "into covering fire"
    if not failed:
        return check_before(name, cause, f"{where}, {into}") + "; then /move goes on"
    if cause is Cause.ADJACENT:
        return f"{name} has failed their check and stops before {where}, {into}: a snap shot is left (AHL 18.D)"
    return f"{name} has failed their check and doesn't go to {where}, {into}: any other way is free (AHL 18.D)"


def check_flight(scene: Scene, mover: Unit, end: At) -> None:
    """Raises RuleError where somebody who flees would come nearer to an enemy whom they see, or leaves full cover
    (AHL 18.D, ruling R-122).
    """
    if mover.sheet.nerve is not Nerve.FLEEING or climbs_in_panic(scene):
        return
    scene = scene.as_known_to(mover, driven=True)
    board: Board = scene.board
    seen = flees_from(scene, mover)
    if not seen:
        raise RuleError(f"{mover.name} is in full cover: they cower there, and may /morale rally (AHL 18.D).")
    start = board.people[mover.name].at
    if nearer := comes_nearer(board, start, end, seen):
        known = [at for unit in enemies_of(scene, mover) for at in squares_of(board, unit)]
        hidden = (at for at in around(board, start) if not any(sees(board, at, theirs) for theirs in known))
        towards = next((f", such as towards {named(at)}" for at in hidden), "")
        raise RuleError(f"{mover.name} flees: away from {sentence(nearer)}{towards} (AHL 18.D), ruling R-122.")


def climbs_in_panic(scene: Scene) -> bool:
    """Whether the panicked run to ladders in the scenario that is played (AHL scenario V)."""
    ledger: Ledger | None = scene.ledger
    return ledger is not None and ledger.scenario is not None and bool(ledger.scenario.said_with(PANIC_CLIMBS))


def flees_from(scene: Scene, mover: Unit) -> dict[str, At]:
    """Where somebody who flees sees enemies, the nearest square of each by name."""
    board: Board = scene.board
    start = board.people[mover.name].at
    seen = {unit.name: nearest_seen(board, start, squares_of(board, unit)) for unit in enemies_of(scene, mover)}
    return {name: at for name, at in seen.items() if at is not None}


def comes_nearer(board: Board, start: At, end: At, enemies: Mapping[str, At]) -> list[str]:
    """The enemies to whom somebody comes nearer on a way."""
    apart = board.plan.separation
    return [name for name, at in enemies.items() if range_between(end, at, apart) < range_between(start, at, apart)]
