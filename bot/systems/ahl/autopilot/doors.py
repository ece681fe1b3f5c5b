"""How somebody who acts by themselves has a door open that is on their way: by a hand, a lift called, an airlock cycled
(AHL 8.B).
"""

from bot.deck.plan import Edge, Facing, edge_of
from bot.deck.portals import (
    airlock_of,
    lift_name,
    lift_of,
    portal_kind,
    portal_named,
    shaft_behind,
    squares_of,
    state_of,
)
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.scene import Said
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.walking.ground import portal_cost

# What it is worth to go on by a door.
_OPENS = 0.06


def opening(pilot: Pilot, shut: Edge, why: str) -> Idea:
    """A hand on a door, for whoever began the phase beside it and has the points; else to wait for the next one."""
    board, what = pilot.board, portal_named(pilot.board, shut)
    if shaft_behind(board, shut):
        return _lift(pilot, shut, why)
    if airlock_of(board.plan, shut):
        return _airlock(pilot, shut, why)
    cost = portal_cost(pilot.book.portals, portal_kind(board, shut))
    if shut in board.asked or _is_late(pilot, shut) or cost > pilot.doing.deeds.left:
        return _waits(pilot, f"{why}: waits for {what} to open")
    order = Said("door", {"at": ((pilot.name, None),)}, {"side": _side(pilot, shut), "open": True}, "")
    return Idea(order, _OPENS, f"{why}: opens {what}")


def _lift(pilot: Pilot, shut: Edge, why: str) -> Idea:
    """A lift called, from within to be let out, which takes till the phase ends, and from beside it on a die."""
    board, shaft = pilot.board, shaft_behind(pilot.board, shut)
    lift, name = lift_of(board, shaft), lift_name(board.plan, shaft)
    if lift.dead and not lift.untried:
        return _waits(pilot, f"{why}: can't, for {name} is out of order")
    called = lift.ride or pilot.here.at.level in lift.calls
    late = _is_late(pilot, shut) and pilot.here.began not in shaft
    if called or late or pilot.book.halves("lift call") > pilot.doing.deeds.left:
        return _waits(pilot, f"{why}: waits for {name}")
    within = pilot.here.at in shaft
    side = {} if within else {"side": _side(pilot, shut)}
    does = f"has {name} opened" if within else f"calls {name}"
    return Idea(said("lift call", [pilot.name], **side), _OPENS, f"{why}: {does}")


def _airlock(pilot: Pilot, shut: Edge, why: str) -> Idea:
    """An airlock cycled, which takes six phases more."""
    chamber = airlock_of(pilot.board.plan, shut)
    assert chamber is not None, "the door is an airlock's"
    state = state_of(pilot.board, chamber)
    if state.opens or state.called or pilot.book.halves("airlock") > pilot.doing.deeds.left:
        return _waits(pilot, f"{why}: waits for the airlock to cycle")
    return Idea(said("airlock", [pilot.name], side=_side(pilot, shut)), _OPENS, f"{why}: cycles the airlock")


def _is_late(pilot: Pilot, shut: Edge) -> bool:
    """Whether they weren't beside a door yet as the phase began."""
    began = pilot.here.began
    return began is not None and began not in squares_of(pilot.board.plan, (shut,))


def _side(pilot: Pilot, shut: Edge) -> str:
    return next(side.value for side in Facing if edge_of(pilot.here.at, side) == shut)


def _waits(pilot: Pilot, why: str) -> Idea:
    return Idea(said(READY, [pilot.name]), _OPENS, why)
