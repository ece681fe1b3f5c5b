"""What is ordered at any table about waiting: how long, what is done then, who is to be mentioned, and who is away."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Suggestion, moment
from bot.engine.course import give_up
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due
from bot.engine.due import moment as moment_of
from bot.engine.errors import RuleError
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene
from bot.engine.seats import Seat, Wait
from bot.engine.steps import Orders, in_one, part_card, told_to_all
from bot.engine.system import System
from bot.systems.stepping import NEXT, Asks, StepDone, asked_line, asks_of

WAIT, DEFAULT, REMIND = "table wait", "table default", "table remind"
# The orders about what is due, by whichever rules something is.
ABOUT_DUE = frozenset({NEXT, WAIT, DEFAULT, REMIND})
# Discord shows no time so far ahead that anybody would wait for it.
_LONGEST = 30 * 86_400
_SHORTEST = 60
_SECONDS = {"m": 60, "h": 3_600, "d": 86_400}
_TIME = re.compile(r"\s*(\d{1,9})\s*([mhd])\s*", re.IGNORECASE)
_OFF, _BACK = "off", "back"
_TELLS_WHOM = "/table due tells each what they owe"
# What all are told at its end, whether anybody was waited for or not: to tell that apart would tell of whom one doesn't
# know.
_OVER = (f"The table's wait is over: {_TELLS_WHOM}",)


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitOrder(Asked):
    """`/table wait`: a time, after which what is owed since now or before is settled as the setting `late` has it."""

    verb = WAIT
    need = Need.REFEREE
    about = "Wait so long for what is owed now; after that the setting late says what is done"
    how_long: str = must("How long, such as 90m, 24h or 3d; off ends it", name="for")


@dataclass(frozen=True, kw_only=True, slots=True)
class DefaultOrder(Asked):
    """`/table default`: of all that is owed what is done where nobody answers."""

    verb = DEFAULT
    need = Need.REFEREE
    about = "Do, of all that is owed, what is done where nobody answers"


@dataclass(frozen=True, kw_only=True, slots=True)
class RemindOrder(Asked):
    """`/table remind`: what is owed, told to all."""

    verb = REMIND
    need = Need.REFEREE
    about = "Tell all who owes what"


@dataclass(frozen=True, kw_only=True, slots=True)
class PingOrder(Asked):
    """`/table ping`: whoever gives it is mentioned when a wait for them is over."""

    verb = "table ping"
    need = Need.ANYBODY
    about = "Be mentioned when the table has waited for you in vain, or no more"
    on: bool = ask(True, "Whether you are")


@dataclass(frozen=True, kw_only=True, slots=True)
class AwayOrder(Asked):
    """`/table away`: until then standing answers and defaults act for whoever gives it."""

    verb = "table away"
    need = Need.ANYBODY
    about = "Be played by your standing answers, or what is done where nobody answers, for a time"
    until: str = must("For how long from now, such as 12h or 3d; back ends it")


@dataclass(frozen=True, slots=True)
class TableWaits:
    """Until when a table waits, 0 for no more, and for what."""

    until: int
    asks: tuple[Asks, ...] = ()


@dataclass(frozen=True, slots=True)
class Reminded:
    """What is owed, and may be told to all."""

    asks: tuple[Asks, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """Until when somebody is away, 0 for no more."""

    until: int


def waiting_orders(system: System, orders: Orders) -> Mapping[str, Order]:
    """All of them by their verbs; `orders` are all those that a table has with the book."""
    found = (
        typed_order(WaitOrder, partial(_wait, system), _wait_card, timed=True, tells_all=_waits_for_some),
        typed_order(
            DefaultOrder,
            partial(_default, system, orders),
            partial(_done_card, orders),
            reports=StepDone,
            tells_all=lambda _: _OVER,
            tells_within=lambda done: told_to_all(orders, done.parts),
        ),
        typed_order(
            RemindOrder,
            partial(_remind, system),
            _reminded_card,
            tells_all=lambda _: _OVER,
        ),
        typed_order(PingOrder, _ping, _ping_card),
        typed_order(AwayOrder, _away, _away_card, timed=True),
    )
    return {order.verb: order for order in found}


def owed(due: Due) -> bool:
    """Whether a table waits for it, and something is done where nobody answers."""
    return bool(due.owes) and due.is_asked and not due.goes_on and not due.settled


def _wait(system: System, scene: Scene, order: WaitOrder, _: Dice) -> Outcome:
    if order.how_long.strip().casefold() == _OFF:
        if not scene.waits:
            raise RuleError("The table waits for nothing: say for how long it is to, such as 24h.")
        return Outcome({}, TableWaits(0), wait=Wait(0))
    until = scene.at + _seconds(order.how_long, "Wait", f"or “{_OFF}”")
    assert scene.game is not None, "a table waits in earnest only"
    due = [each for each in system.due(scene.game) if owed(each)]
    # To tell that there is only what is secret would tell of that.
    asks = tuple(asks_of(each) for each in due if not each.secret)
    # Where sides know only what they have seen, that a table waits tells nobody that anything is owed.
    if not asks and not scene.game.fog:
        raise RuleError("Nobody owes anything now, so there is nothing to wait for.")
    return Outcome({}, TableWaits(until, asks), wait=Wait(until, _since(due)))


def _seconds(typed: str, what: str, otherwise: str) -> int:
    """A time as it was typed; raises RuleError for none, and for one that nobody would wait."""
    found = _TIME.fullmatch(typed)
    seconds = int(found[1]) * _SECONDS[found[2].casefold()] if found else 0
    if not _SHORTEST <= seconds <= _LONGEST:
        raise RuleError(f"{what} from 1 minute to 30 days: write it like 90m, 24h or 3d, {otherwise}.")
    return seconds


def _waits_for_some(waits: TableWaits) -> tuple[str, ...]:
    """A wait as all are told it who may not know for whom it is."""
    until = f"The table waits until {moment(waits.until)} for what is owed: {_TELLS_WHOM}"
    return (until if waits.until else "The table waits no more",)


def _wait_card(waits: TableWaits, _: Faces) -> Card:
    if not waits.until:
        return Card("The table waits no more", ("What is owed is owed as before.",))
    asks = [asked_line(each) for each in waits.asks]
    return Card("The table waits", (f"Until {moment(waits.until)}, for:", *(asks or ["nothing that is owed now"])))


def _default(system: System, orders: Orders, scene: Scene, _: DefaultOrder, dice: Dice) -> Outcome:
    over = isinstance(scene.material, Wait)
    assert scene.game is not None, "what is owed is owed in a game"
    # What comes to be owed only then waits for an answer, as after a wait.
    since = scene.material.since if over else _since(system.due(scene.game))
    ends = over and scene.game.fog
    if not ends and not any(each.fallback for each in system.due(scene.game) if _late(each, since)):
        raise RuleError("Nothing is owed of which it is known what to do where nobody answers.")
    sequel, barred = give_up(system.due, orders, scene, dice, lambda due: _late(due, since))
    left = tuple(asks_of(each) for each in system.due(sequel.game) if owed(each) and not each.secret)
    done = StepDone(sequel.parts, left, barred, moment=moment_of(system.due(sequel.game)))
    return replace(sequel.as_one(done), wait=Wait(0))


def _remind(system: System, scene: Scene, _: RemindOrder, __: Dice) -> Outcome:
    since = scene.material.since if isinstance(scene.material, Wait) else None
    due = [each for each in (system.due(scene.game) if scene.game else ()) if _late(each, since)]
    asks = tuple(asks_of(each) for each in due if not each.secret)
    if not asks and (since is None or scene.game is None or not scene.game.fog):
        raise RuleError("Nobody owes anything now, so there is nothing to remind of.")
    return Outcome({}, Reminded(asks))


def _reminded_card(reminded: Reminded, _: Faces) -> Card:
    return Card("Still waited for", tuple(asked_line(each) for each in reminded.asks))


def _since(due: Sequence[Due]) -> tuple[str, ...]:
    """Since when what is owed of all that is due is owed; where each answer is an order of its own, which as well."""
    return tuple(dict.fromkeys(_as_owed(each) for each in due if owed(each)))


def _as_owed(due: Due) -> str:
    return "\n".join((due.since, due.what, *due.owes)) if due.apart else due.since


def waited_for(due: Due, since: Collection[str]) -> bool:
    """Whether something is owed for which a table has waited, by what it has kept of that."""
    # Earlier programs kept no more than since when.
    return owed(due) and not {due.since, _as_owed(due)}.isdisjoint(since)


def _late(due: Due, since: Collection[str] | None) -> bool:
    return owed(due) if since is None else waited_for(due, since)


def _done_card(orders: Orders, done: StepDone, faces: Faces) -> Card:
    cards = [part_card(orders, part, faces) for part in done.parts]
    asks = [*(f"✗ {why}" for why in done.barred), *(asked_line(each) for each in done.asks)]
    card = in_one("What is done where nobody answers", cards, asks or ([] if cards else ["Nothing is owed."]))
    return replace(card, next=(Suggestion(NEXT, moment=done.moment),))


def _ping(_: Scene, order: PingOrder, __: Dice) -> Outcome:
    return Outcome({}, order.on, seat=Seat(pinged=order.on))


def _ping_card(on: bool, _: Faces) -> Card:
    told = "You are mentioned when the table has waited for you in vain" if on else "You are mentioned no more"
    return Card("Mentions", (told,))


def _away(scene: Scene, order: AwayOrder, _: Dice) -> Outcome:
    back = order.until.strip().casefold() == _BACK
    until = 0 if back else scene.at + _seconds(order.until, "Be away", f"or “{_BACK}”")
    return Outcome({}, Away(until), seat=Seat(away_until=until))


def _away_card(away: Away, _: Faces) -> Card:
    if not away.until:
        return Card("Back at the table", ("What is asked waits for an answer again.",))
    told = "Until then standing answers act, or what is done where nobody answers."
    return Card("Away from the table", (f"Until {moment(away.until)}", told))
