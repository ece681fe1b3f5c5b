"""Doors, valves, hatches and airlocks: what is asked of one in an action phase, what it does as that ends (AHL 8.B)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.deck.board import Airlock, Board
from bot.deck.plan import Barrier, Edge, Portal, named, sides_of
from bot.deck.portals import (
    Chamber,
    Entrance,
    airlock_name,
    at_work,
    chamber_around,
    close_portal,
    open_portal,
    portal_kind,
    state_of,
    where_is,
    with_airlock,
)
from bot.deck.pressure import lose_air
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.ahl.portals.lifts import COMES_ON, LEAVES_ON, Called, LetOut, LiftWork, Rode, Waited, end_lifts
from bot.systems.ahl.sheet.outward import NO_BODIES, Bodies, bodies, in_the_way

# Six whole phases after the one in which it was asked; the entrance is open as the next begins (ruling R-44).
CYCLE = 6


class Cycling(StrEnum):
    """What an airlock did at the end of a phase."""

    BEGINS = "begins"
    CYCLES = "cycles"
    OPENS = "opens"
    OPPOSED = "opposed"
    IN_USE = "in use"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Cycled:
    """What an airlock did at the end of a phase, how many phases it still cycles, whether a door shut for it, and in
    how many squares the air is lost by it; below 0 there is air again.
    """

    name: str
    step: Cycling
    phases: int = 0
    shut: bool = False
    lost: int = 0


def end_airlocks(board: Board, large: Bodies = NO_BODIES) -> tuple[Board, tuple[Cycled, ...]]:
    """The board after an action phase has ended for all of its airlocks, and what each of them did.

    `large` are the squares of those who fill several.
    """
    works: tuple[Cycled, ...] = ()
    for at in sorted(board.airlocks):
        chamber = chamber_around(board.plan, at)
        assert chamber, at
        board, work = _end(board, chamber, large)
        works += (work,)
    return board, works


def _end(board: Board, chamber: Chamber, large: Bodies) -> tuple[Board, Cycled]:
    state, name = state_of(board, chamber), airlock_name(board.plan, chamber)
    entrance = state.opens
    if entrance is None:
        return _begin(board, chamber, state, name, large)
    if state.phases > 1:
        state = replace(state, phases=state.phases - 1)
        return with_airlock(board, chamber, state), Cycled(name, Cycling.CYCLES, state.phases)
    after = cycled(with_airlock(board, chamber, Airlock()), chamber, chamber.entrance(entrance))
    return after, Cycled(name, Cycling.OPENS, lost=len(after.airless) - len(board.airless))


def _begin(board: Board, chamber: Chamber, state: Airlock, name: str, large: Bodies) -> tuple[Board, Cycled]:
    """Shut both entrances and begin to cycle; not for opposed commands, nor where somebody has entered by an open
    entrance and the command came from outside, nor on somebody who is in an entrance.
    """
    idle = with_airlock(board, chamber, Airlock())
    if len(state.called) > 1:
        return idle, Cycled(name, Cycling.OPPOSED)
    (wanted,) = state.called
    far_open = is_standing_open(board, chamber.other(chamber.entrance(wanted)))
    if far_open and is_occupied(board, chamber, large) and not state.inside:
        return idle, Cycled(name, Cycling.IN_USE)
    if in_the_way((chamber.entrances[0] | chamber.entrances[1]) & board.open, large):
        return idle, Cycled(name, Cycling.BLOCKED)
    begun = with_airlock(sealed(board, chamber), chamber, Airlock(opens=wanted, phases=CYCLE))
    return begun, Cycled(name, Cycling.BEGINS, CYCLE, shut=begun.open != board.open)


def is_occupied(board: Board, chamber: Chamber, large: Bodies) -> bool:
    """Whether somebody is in the chamber."""
    people = board.people.items()
    return any(not chamber.squares.isdisjoint(large.get(name, (standing.at,))) for name, standing in people)


def is_standing_open(board: Board, entrance: Entrance) -> bool:
    """Whether an entrance is open, or one of its doors destroyed."""
    return bool(entrance & (board.open | board.breached))


def sealed(board: Board, chamber: Chamber) -> Board:
    """The board with both entrances shut."""
    return replace(board, open=board.open - chamber.entrances[0] - chamber.entrances[1])


def cycled(board: Board, chamber: Chamber, entrance: Entrance) -> Board:
    """The board with an entrance open, and in the chamber the pressure that is beyond it.

    The normal use of an airlock lets the air out of nothing but its chamber (AHL 22).
    """
    beyond = {at for edge in entrance for at in sides_of(edge)} - chamber.squares
    floor = board.plan.levels[min(chamber.squares).level].floor
    if all(at in floor and at not in board.airless for at in beyond):
        board = replace(board, airless=board.airless - chamber.squares)
    return lose_air(replace(board, open=board.open | entrance))


@dataclass(frozen=True, slots=True)
class Worked:
    """A portal that somebody worked: whether it is open now, whether opposed commands left it as it was, or why it
    didn't move; and in how many squares the air is lost by it.
    """

    kind: Barrier
    where: str
    is_open: bool
    opposed: bool = False
    why_not: str = ""
    lost: int = 0


Work = Worked | Cycled | LiftWork


def ask(board: Board, portal: Portal, *, opens: bool) -> Board:
    """The board on which somebody works a portal by hand in this phase."""
    asked = board.asked.get(portal, frozenset()) | {opens}
    return replace(board, asked={**board.asked, portal: asked})


def moved(board: Board, portal: Portal, large: Bodies, *, opens: bool) -> Board:
    """The board with a portal opened or shut by hand, of which `large` are the squares of those who fill several.

    Raises RuleError where it can't be moved, or is shut on somebody.
    """
    if opens:
        return open_portal(board, portal)
    after = close_portal(board, portal)
    blocks = in_the_way((portal,), large) if isinstance(portal, Edge) else None
    if blocks:
        kind = portal_kind(board, portal).value
        raise RuleError(f"{blocks} stands in that {kind}, which shuts on nobody: wait until they have gone through.")
    return after


def is_opposed(board: Board, portal: Portal) -> bool:
    """Whether a portal is to be opened and shut in the same phase."""
    return len(board.asked.get(portal, ())) > 1


def end_works(board: Board, dice: Dice, large: Bodies = NO_BODIES) -> tuple[Board, tuple[Work, ...]]:
    """The board as the next action phase begins, with its doors, airlocks and lifts, and what each of them did.

    `large` are the squares of those who fill several.
    """
    works: tuple[Work, ...] = ()
    for portal in sorted(board.asked):
        board, worked = _work(board, portal, large)
        works += (worked,)
    aired, cycles = end_airlocks(replace(board, asked={}), large)
    ended, lifts = end_lifts(aired, dice, large)
    return ended, (*works, *cycles, *lifts)


def begin_phase(board: Board) -> Board:
    """The board that knows where everybody stands as the next phase begins."""
    people = {name: replace(standing, began=standing.at) for name, standing in board.people.items()}
    return replace(board, people=people)


def check_began(board: Board, name: str, *, beside: bool) -> None:
    """Raises RuleError where somebody didn't begin this phase beside a door that only such a one can work (AHL 8.B)."""
    began = board.people[name].began
    if began is not None and not beside:
        where = named(began, board.people[name].at.level)
        raise RuleError(f"{name} began this phase at {where}, not beside that door: work it in the next (AHL 8.B).")


def _work(board: Board, portal: Portal, large: Bodies) -> tuple[Board, Worked]:
    """Do what was asked of a portal; opposed commands leave it as it is (AHL 8.B.8)."""
    kind, where = portal_kind(board, portal), where_is(board.plan, portal)
    if is_opposed(board, portal):
        return board, Worked(kind, where, portal in board.open, opposed=True)
    (opens,) = board.asked[portal]
    try:
        after = moved(board, portal, large, opens=opens)
    except RuleError as problem:
        return board, Worked(kind, where, portal in board.open, why_not=str(problem))
    return after, Worked(kind, where, opens, lost=len(after.airless) - len(board.airless))


@dataclass(frozen=True, slots=True)
class DeckEnd:
    """The deck after a phase, None where it is as before; what happened on it, and what its picture marks."""

    board: Board | None = None
    works: tuple[Work, ...] = ()
    marks: Marks | None = None


def end_on_deck(scene: Scene, dice: Dice) -> DeckEnd:
    """End an action phase for the doors, airlocks and lifts of the deck.

    They wait where the phase ends for some only of those who stand on it.
    """
    board: Board | None = scene.board
    everybody = {unit.name for unit in scene.all("name")}
    if board is None or not board.people.keys() <= everybody:
        return DeckEnd()
    after, works = end_works(board, dice, bodies(board, scene.present.values()))
    return DeckEnd(begin_phase(after), works, Marks(about=at_work(board, after)) if works else None)


_OPPOSED = "Opposed commands to one portal in one phase cancel (AHL 8.B.8)"
_CALLS = "One die for each level that called, a 6 brings the lift, and the doors open (AHL 8.B.6, 8.B.8)"
_LEAVES = "An open lift that nobody enters shuts and leaves on a 5 or 6 (AHL 8.B.6)"
_CYCLES = "An airlock cycles for six whole phases, and heeds nobody (AHL 8.B.7, 8.B.8), ruling R-44"


def work_line(work: Work) -> str:
    """What one of them did."""
    match work:
        case Worked():
            return _portal_line(work)
        case Cycled():
            return _airlock_line(work)
        case _:
            return _lift_line(work)


def _portal_line(work: Worked) -> str:
    name = f"The {work.kind.value} {work.where}"
    state = "open" if work.is_open else "shut"
    if work.why_not:
        return f"{name} stays {state}: {work.why_not}"
    return f"{name} stays {state}: opposed commands" if work.opposed else f"{name} is {state}{_and_air(work.lost)}"


def air_words(lost: int) -> str:
    """In how many squares the air is lost, or, below 0, there is some again."""
    squares = "a square" if abs(lost) == 1 else f"{abs(lost)} squares"
    return f"the air is lost in {squares}" if lost > 0 else f"there is air again in {squares}"


def _and_air(lost: int) -> str:
    return f"; {air_words(lost)}" if lost else ""


def more_phases(phases: int) -> str:
    """How long something still takes: `one more phase`, `2 more phases`."""
    return "one more phase" if phases == 1 else f"{phases} more phases"


def _airlock_line(work: Cycled) -> str:
    match work.step:
        case Cycling.BEGINS:
            return f"{work.name} {'shuts, and ' if work.shut else ''}begins to cycle: {more_phases(work.phases)}"
        case Cycling.CYCLES:
            return f"{work.name} cycles: {more_phases(work.phases)}"
        case Cycling.OPENS:
            return f"{work.name} has cycled, and opens{_and_air(work.lost)}"
        case Cycling.OPPOSED:
            return f"{work.name} stays as it is: opposed commands"
        case Cycling.IN_USE:
            return f"{work.name} stays open: somebody is in it"
        case Cycling.BLOCKED:
            return f"{work.name} stays open: somebody stands in its door"


def _lift_line(work: LiftWork) -> str:
    match work:
        case Called() if work.die >= COMES_ON and not work.came:
            return f"{work.lift}, called to {work.level}: {work.die} → another level gets it, at random"
        case Called():
            comes = "it comes, its doors open" if work.came else "not yet"
            return f"{work.lift}, called to {work.level}: {COMES_ON}+ | {work.die} → {comes}"
        case Waited():
            leaves = "it shuts and leaves" if work.left else "it stays"
            return f"{work.lift} stands open on {work.level}, empty: {LEAVES_ON}+ | {work.die} → {leaves}"
        case LetOut():
            return f"{work.lift} opens on {work.level}"
        case Rode():
            who = f" with {sentence(work.who)}" if work.who else ""
            if work.phases:
                return f"{work.lift}{who} is on its way to {work.level}: {more_phases(work.phases)}"
            return f"{work.lift}{who} is on {work.level}, and opens"


def work_rules(works: Sequence[Work]) -> Iterator[str]:
    """The rules on what they did, each once."""
    if any(isinstance(work, Called) for work in works):
        yield _CALLS
    if any(isinstance(work, Waited) for work in works):
        yield _LEAVES
    if any(isinstance(work, Cycled) and work.step in {Cycling.BEGINS, Cycling.CYCLES} for work in works):
        yield _CYCLES
    if any(_is_opposed(work) for work in works):
        yield _OPPOSED


def _is_opposed(work: Work) -> bool:
    return work.opposed if isinstance(work, Worked) else isinstance(work, Cycled) and work.step is Cycling.OPPOSED
