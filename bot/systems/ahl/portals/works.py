"""What doors, airlocks and lifts are about to do as the phase ends, before it is done (AHL 8.B)."""

from collections.abc import Iterator

from bot.deck.board import Airlock, Board, Lift
from bot.deck.portals import (
    Shaft,
    airlock_name,
    chamber_around,
    lift_name,
    lift_of,
    portal_kind,
    shaft_at,
    state_of,
    where_is,
)
from bot.engine.cards import sentence
from bot.systems.ahl.portals.doors import CYCLE, is_opposed, more_phases
from bot.systems.ahl.portals.lifts import COMES_ON, LEAVES_ON, riders
from bot.systems.ahl.sheet.outward import Bodies


def works_of(board: Board, large: Bodies) -> Iterator[tuple[str, str]]:
    """All of them, each as what it is about to do, and the rule; `large` are the squares of those who fill several."""
    for portal in sorted(board.asked):
        kind, where = portal_kind(board, portal), where_is(board.plan, portal)
        opens = True in board.asked[portal]
        does = "stays as it is, for commands oppose each other" if is_opposed(board, portal) else _moves(opens=opens)
        yield f"the {kind.value} {where} {does} as the phase ends", "AHL 8.B"
    for at in sorted(board.airlocks):
        chamber = chamber_around(board.plan, at)
        assert chamber, at
        yield f"{airlock_name(board.plan, chamber)} {_cycles(state_of(board, chamber))}", "AHL 8.B.7"
    for at in sorted(board.lifts):
        shaft = shaft_at(board.plan, at)
        if does := _goes(board, shaft, lift_of(board, shaft), large):
            yield f"{lift_name(board.plan, shaft)} {does}", "AHL 8.B.6"


def _moves(*, opens: bool) -> str:
    return "opens" if opens else "shuts"


def _cycles(state: Airlock) -> str:
    if state.opens is None:
        opposed = "stays as it is, for commands oppose each other"
        return opposed if len(state.called) > 1 else f"begins to cycle as the phase ends, for {CYCLE} phases"
    return f"cycles for {more_phases(state.phases)}"


def _goes(board: Board, shaft: Shaft, lift: Lift, large: Bodies) -> str:
    """What a lift does; "" for one that does nothing."""
    levels = board.plan.levels
    if lift.dead:
        return ""
    if lift.ride:
        return f"rides to {levels[lift.ride.to].name} for {more_phases(lift.ride.phases)}"
    if lift.level is not None:
        waits = riders(board, shaft, lift.level, large)
        return "" if waits else f"stands open, and leaves on {LEAVES_ON}+ as the phase ends"
    if not lift.calls:
        return ""
    within = [level for level in sorted(lift.calls) if riders(board, shaft, level)]
    if within:
        return f"opens at {levels[within[0]].name} as the phase ends"
    called = sentence([levels[level].name for level in sorted(lift.calls)], "or")
    return f"is called to {called}: a {COMES_ON} brings it as the phase ends"
