"""What an order has cost and done, as a turn that is kept reckons with it; each order says what there is of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.deck.plan import At
from bot.engine.scene import Outcome
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.morale.checks import Cause


@dataclass(frozen=True, slots=True)
class DoneInTurn:
    """What came of an order besides its report.

    `cost` is in halves of an action point, where the table of actions leaves it to the order, and `owed` in later
    phases besides; what is done `at_length` begins, and is paid for as long as it takes. A fire has `fired` in its way,
    and `lays` a line of covering fire; by `fights` everybody in a melee struck at somebody, or at nobody (""). What
    `walks` may be stopped at each step; a flight leads over its `path`. Whoever has `moved` did so at a trot if it
    `trots`, has a way `beyond` this phase, from the square where they stand, made `turned` quarter turns, is `halted`
    by an enemy, `evades` from now on, or `shows` where they hid. `switched` is the room whose light was worked, and
    whether it shines then; `checks` are morale checks with cause, number, whether they were passed, and the enemy whom
    they concern, and those who have `rallied` tried to. By `fired_on` everybody has fired on some. `loads` is what was
    typed of a reloading that is done as the turn ends. Who has `dived` may have `thrown` some out of a square.
    """

    cost: int = 0
    owed: int = 0
    at_length: bool = False
    fired: Fire | None = None
    lays: Covering | None = None
    fights: Mapping[str, str] = field(default_factory=dict)
    walks: bool = False
    path: tuple[At, ...] | None = None
    moved: bool = False
    trots: bool = False
    beyond: tuple[At, ...] = ()
    turned: int = 0
    halted: bool = False
    evades: bool = False
    shows: bool = False
    switched: tuple[int, bool] | None = None
    checks: tuple[tuple[str, Cause, int, bool, str], ...] = ()
    rallied: tuple[str, ...] = ()
    fired_on: tuple[tuple[str, tuple[str, ...]], ...] = ()
    loads: Mapping[str, str] | None = None
    dived: bool = False
    thrown: tuple[tuple[str, At], ...] = ()


def done_of(outcome: Outcome) -> DoneInTurn:
    """What an order has said of it; nothing where it has said nothing."""
    done: DoneInTurn = outcome.done or DoneInTurn()
    return done
