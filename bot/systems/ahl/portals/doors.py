"""Doors, valves and hatches worked by hand: what is asked of one in an action phase is done as the next begins
(AHL 8.B.1, 8.B.2, 8.B.4, 8.B.8), and everything else of the deck that works from phase to phase.
"""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.plan import Barrier, Portal, named
from bot.deck.portals import close_portal, open_portal, portal_kind, where_is
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.ahl.portals.airlocks import Cycled, end_airlocks
from bot.systems.ahl.portals.lifts import LiftWork, end_lifts


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


def is_opposed(board: Board, portal: Portal) -> bool:
    """Whether a portal is to be opened and shut in the same phase."""
    return len(board.asked.get(portal, ())) > 1


def end_works(board: Board, dice: Dice) -> tuple[Board, tuple[Work, ...]]:
    """The board as the next action phase begins, with its doors, airlocks and lifts, and what each of them did."""
    works: tuple[Work, ...] = ()
    for portal in sorted(board.asked):
        board, worked = _work(board, portal)
        works += (worked,)
    board, cycles = end_airlocks(replace(board, asked={}))
    board, lifts = end_lifts(board, dice)
    return board, (*works, *cycles, *lifts)


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


def _work(board: Board, portal: Portal) -> tuple[Board, Worked]:
    """Do what was asked of a portal; opposed commands leave it as it is (AHL 8.B.8)."""
    kind, where = portal_kind(board, portal), where_is(board.plan, portal)
    if is_opposed(board, portal):
        return board, Worked(kind, where, portal in board.open, opposed=True)
    (opens,) = board.asked[portal]
    try:
        after = open_portal(board, portal) if opens else close_portal(board, portal)
    except RuleError as problem:
        return board, Worked(kind, where, portal in board.open, why_not=str(problem))
    return after, Worked(kind, where, opens, lost=len(after.airless) - len(board.airless))
