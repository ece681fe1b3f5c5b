"""Airlocks: their entrances, and how far they have cycled at the end of an action phase (AHL 8.B.7, 8.B.8)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.deck.board import Airlock, Board
from bot.deck.plan import sides_of
from bot.deck.portals import Chamber, Entrance, airlock_name, chamber_around, state_of, with_airlock
from bot.deck.pressure import lose_air

# Six whole phases after the one in which it was asked; the entrance is open as the next begins (ruling R-44).
CYCLE = 6


class Cycling(StrEnum):
    """What an airlock did at the end of a phase."""

    BEGINS = "begins"
    CYCLES = "cycles"
    OPENS = "opens"
    OPPOSED = "opposed"
    IN_USE = "in use"


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


def end_airlocks(board: Board) -> tuple[Board, tuple[Cycled, ...]]:
    """The board after an action phase has ended for all of its airlocks, and what each of them did."""
    works: tuple[Cycled, ...] = ()
    for at in sorted(board.airlocks):
        chamber = chamber_around(board.plan, at)
        assert chamber, at
        board, work = _end(board, chamber)
        works += (work,)
    return board, works


def _end(board: Board, chamber: Chamber) -> tuple[Board, Cycled]:
    state, name = state_of(board, chamber), airlock_name(board.plan, chamber)
    entrance = state.opens
    if entrance is None:
        return _begin(board, chamber, state, name)
    if state.phases > 1:
        state = replace(state, phases=state.phases - 1)
        return with_airlock(board, chamber, state), Cycled(name, Cycling.CYCLES, state.phases)
    after = cycled(with_airlock(board, chamber, Airlock()), chamber, chamber.entrance(entrance))
    return after, Cycled(name, Cycling.OPENS, lost=len(after.airless) - len(board.airless))


def _begin(board: Board, chamber: Chamber, state: Airlock, name: str) -> tuple[Board, Cycled]:
    """Shut both entrances and begin to cycle; not for opposed commands, nor where somebody has entered by an open
    entrance and the command came from outside.
    """
    idle = with_airlock(board, chamber, Airlock())
    if len(state.called) > 1:
        return idle, Cycled(name, Cycling.OPPOSED)
    (wanted,) = state.called
    far_open = is_standing_open(board, chamber.other(chamber.entrance(wanted)))
    if far_open and is_occupied(board, chamber) and not state.inside:
        return idle, Cycled(name, Cycling.IN_USE)
    begun = with_airlock(sealed(board, chamber), chamber, Airlock(opens=wanted, phases=CYCLE))
    return begun, Cycled(name, Cycling.BEGINS, CYCLE, shut=begun.open != board.open)


def is_occupied(board: Board, chamber: Chamber) -> bool:
    """Whether somebody is in the chamber."""
    return any(standing.at in chamber.squares for standing in board.people.values())


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
