"""`/dive`: a trotter dives into the square of an enemy who isn't moving, and `/land`: where those lie whom that throws
out of it (AHL 8.C.7).
"""

from dataclasses import dataclass, replace

from bot.deck.board import Board, Standing, placed
from bot.deck.passage import can_pass, is_solid
from bot.deck.placing import square_meant
from bot.deck.plan import At, named, neighbours
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, check_line, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, Value
from bot.systems.ahl.asked.moving import DiveOrder, LandOrder
from bot.systems.ahl.melee.blows import check_beside
from bot.systems.ahl.melee.fight import crowd_against
from bot.systems.ahl.orders.move import check_mover, check_upright
from bot.systems.ahl.sheet.character import check_can
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.clock import in_phases, kept_clock
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import PLACES_IN_A_SQUARE, ThrownOut, occupant, throw_out
from bot.systems.seeing import seen_on


@dataclass(frozen=True, slots=True)
class Dived:
    """A dive: into whose square, the throws where it was full, and where those came to lie who were thrown out; `asked`
    that their players are asked for another square.
    """

    diver: str
    target: str
    at: At
    thrown: ThrownOut | None = None
    landed: tuple[tuple[str, At], ...] = ()
    asked: bool = False


def dive_order() -> Order:
    """`/dive`: roles diver and target, who stand beside each other on the deck."""

    def decide(scene: Scene, asked: DiveOrder, dice: Dice) -> Outcome:
        diver, target = scene.one("name"), scene.one("target")
        board = _board(scene, diver, target)
        check_can("dive", diver.name, diver.sheet)
        check_mover(diver)
        check_upright(board, diver)
        at = check_beside(board, diver, target)
        crowd = crowd_against(scene, board, diver, at)
        after = placed(board, diver.name, Standing(at, board.people[diver.name].facing))
        if not crowd:
            done = DoneInTurn(moved=True, dived=True)
            return Outcome({}, Dived(diver.name, target.name, at), board=after, marks=Marks(about=(at,)), done=done)
        thrown = throw_out(diver.name, [unit.name for unit in crowd], dice, asked.own)
        landed = []
        for name in thrown.out:
            chosen = landings(seen_on(scene, after), at, scene.present[name])
            beside = next((each for each in chosen if has_room(scene, after, each, name)), at)
            landed.append((name, beside))
            after = placed(after, name, Standing(beside, after.people[name].facing, prone=True))
        result = Dived(diver.name, target.name, at, thrown, tuple(landed), asked=in_phases(scene))
        marks = Marks(about=(at, *(square for _, square in landed)))
        done = DoneInTurn(
            moved=True, dived=diver.name not in thrown.out, thrown=tuple((name, at) for name, _ in landed)
        )
        return Outcome({}, result, board=after, marks=marks, done=done)

    return typed_order(DiveOrder, decide, dive_card)


def _board(scene: Scene, diver: Unit, target: Unit) -> Board:
    board: Board | None = scene.board
    if board is None or not {diver.name, target.name} <= board.people.keys():
        raise RuleError("They stand on no deck together: give the dive with /melee values:dive instead.")
    if diver.side == target.side:
        raise RuleError(f"{target.name} is no enemy of {diver.name}: one dives at an enemy (AHL 8.C.7).")
    return board


def landings(scene: Scene, at: At, unit: Unit) -> list[At]:
    """The squares beside one into which somebody may be thrown out of it, as far as their side knows, the one with the
    most room first (AHL 8.C.7).
    """
    known = scene.as_known_to(unit, driven=True)
    board: Board = known.board
    floor = board.plan.levels[at.level].floor
    open_to = [each for each in neighbours(at) if each in floor and can_pass(board, at, each)]
    fitting = [each for each in open_to if not is_solid(board, each) and has_room(known, board, each, unit.name)]
    return sorted(fitting, key=lambda each: _taken(known, board, each, unit.name))


def has_room(scene: Scene, board: Board, at: At, name: str) -> bool:
    """Whether somebody still finds room in a square (AHL 8.C.7)."""
    return _taken(scene, board, at, name) < PLACES_IN_A_SQUARE


def _taken(scene: Scene, board: Board, at: At, name: str) -> int:
    """How many of a square's places those take who are in it besides somebody."""
    people = scene.present
    inside = (people[one] for one in board.people if one in people and one != name)
    return sum(occupant(unit.sheet).size for unit in inside if at in squares_of(board, unit))


@dataclass(frozen=True, slots=True)
class Landed:
    """Who was thrown out of a square, and where they lie instead; `met` is where they were to, and somebody of whom
    their side didn't know leaves no room.
    """

    name: str
    at: At
    met: At | None = None


def land_order() -> Order:
    """`/land`: whoever a dive has thrown out of a square comes to lie in another one beside it (AHL 8.C.7)."""

    def decide(scene: Scene, asked: LandOrder, _: Dice) -> Outcome:
        clock, unit, board = kept_clock(scene), scene.one("name"), scene.board
        thrown = clock.of(unit.name).deeds.thrown
        if thrown is None or board is None or unit.name not in board.people:
            raise RuleError(f"Nobody has thrown {unit.name} out of a square, or it was said where they land.")
        chosen, open_to = square_meant(scene, unit, asked.to), landings(scene, thrown, unit)
        if chosen not in open_to:
            squares = sentence(map(named, sorted(open_to)), "or")
            raise RuleError(f"{unit.name} lands beside {named(thrown)}, where there is room: in {squares} (AHL 8.C.7).")
        full = not has_room(scene, board, chosen, unit.name)
        lies = board.people[unit.name].at
        landed = Landed(unit.name, lies, chosen) if full else Landed(unit.name, chosen)
        after = placed(board, unit.name, replace(board.people[unit.name], at=landed.at))
        ledger = replace(scene.ledger, clock=clock.did(unit.name, thrown=None))
        return Outcome({}, landed, ledger=ledger, board=after, marks=Marks(about=(thrown, landed.at)))

    return typed_order(LandOrder, decide, _land_card)


def _land_card(landed: Landed, _: Faces) -> Card:
    where = ("Whoever is thrown out of a square lies in one beside it, as their player chooses (AHL 8.C.7)",)
    met = landed.met
    full = (f"{named(met, met.level)} is full: no room is left beside those who are in it",) if met else ()
    return Card(f"{landed.name} lands in {named(landed.at, landed.at.level)}", (*full, "Prone, 6 AP to get up"), where)


def _lies(name: str, where: str, *, asked: bool) -> Suggestion:
    if asked:
        return Suggestion("land", {"name": name}, f"{name} lies prone at {where}; ", " chooses another square beside")
    return Suggestion("place", {"name": name}, f"{name} lies prone at {where}; ", _ELSEWHERE)


_ELSEWHERE = " puts them into another square beside, if their player likes that better"


def dive_card(dived: Dived, faces: Faces) -> Card:
    """Who dives where, each die of a full square, and who lies where then."""
    title = f"{dived.diver} dives at {dived.target} in {named(dived.at, dived.at.level)}"
    fight: dict[str, Value] = {"name": dived.diver, "target": dived.target, "dive": True}
    follow = (Suggestion("melee", fight, after=" goes on"),)
    rules = ("A dive ends a trot, costs nothing and gives +2 in melee (AHL 8.C.7, 17.B)",)
    if dived.thrown is None:
        return Card(title, follow, rules)
    lines: list[str | Suggestion] = [
        f"{name}: {check_line(check, faces.take(check.why), 'out' if name in dived.thrown.out else 'stays')}"
        for name, check in dived.thrown.checks.items()
    ]
    lines += [_lies(name, named(at, dived.at.level), asked=dived.asked) for name, at in dived.landed]
    more = () if {dived.diver, dived.target} & {*dived.thrown.out} else follow
    full = "The square was full: one die each, the diver −1; all with the highest go, prone (AHL 8.C.7)"
    return Card(title, (*lines, *more), (*rules, full))
