"""Deciding what an order comes to, and what is told of it: pure; of large fleets in a process of its own, between
two units of work.

Meanwhile the campaign is free for others. What was decided counts where the second transaction finds the very
same to decide, dice and all; else it is decided anew, and at last while the others wait.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import cache, partial
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from pydantic import TypeAdapter

from bot import systems
from bot.campaign.rows import StoredUnit
from bot.deck.view import Marks
from bot.engine.byword import check_spoken_for, said_against
from bot.engine.dice import LiveDice, RecordedDice, Throw
from bot.engine.errors import RuleError
from bot.engine.order import Telling
from bot.engine.packing import PACKED, pack, unpack
from bot.engine.scene import Game, Units
from bot.engine.service import Service
from bot.engine.serving import attacks_in, served
from bot.engine.system import Order, Outcome, Scene, Squads, System, Unit, Values
from bot.engine.telling import Report
from bot.systems.ships import HIDDEN

if TYPE_CHECKING:
    from bot.campaign.transaction import Transaction


# What is longer is packed: the log of a large battle.
_LONGEST = 20_000


@cache
def _adapter(found: Any) -> TypeAdapter[Report[Any, Marks]]:
    return TypeAdapter(Report[found, Marks])


def dump_report(order: Order, report: Report[Any, Marks]) -> str:
    """A report of an order as text; what is as it is by default is left out."""
    text = _adapter(order.kind).dump_json(report, exclude_defaults=True).decode()
    return pack(text) if len(text) > _LONGEST else text


def load_report(order: Order, stored: str) -> Report[Any, Marks]:
    """The report that was stored; raises pydantic.ValidationError where the order reports otherwise by now."""
    return _adapter(order.kind).validate_json(unpack(stored) if stored.startswith(PACKED) else stored)


def reported(order: Order, outcome: Outcome, throws: Sequence[Throw]) -> tuple[str, Telling[Marks]]:
    """What an outcome is reported as, to be stored, and what is told of it."""
    report = order.report(outcome)
    telling = order.tell(report, throws)
    return dump_report(order, report), telling


T = TypeVar("T")
# With more ships in the campaign an order is decided beside; with fewer, handing it over takes longer than it.
MANY_SHIPS = 16
# So many are decided at once, the others wait their turn.
AT_ONCE = 2
# How often an order is decided while the campaign goes on; then once more while it waits.
MOST_BESIDE = 3
# It gives way to the bot, but not to battles that are only played on to see how they may go.
_LESS_PRESSING = 10
_SYSTEMS = systems.discover(systems)


@dataclass(frozen=True, slots=True)
class Matter:
    """All that an order hangs on which is decided beside: equal ones come to the same.

    The campaign's id, the system's key and the order's verb, what the system keeps beside its units as it is stored,
    the scene without it and without a game, the order's values, and the campaign's dice: their key, and the number of
    the next one.
    """

    campaign_id: int
    system: str
    verb: str
    stored: Mapping[str, Any]
    scene: Scene
    values: Values
    key: bytes
    counter: int


def owned(rows: Iterable[StoredUnit]) -> Mapping[str, Unit]:
    """All units of a campaign by name that aren't hidden, without their sheets: of which side they are, and whose."""
    shown = (row for row in rows if HIDDEN not in row.marks)
    return {row.name: Unit(row.name, row.side, None, owner=str(row.owner_id or "")) for row in shown}


@dataclass(frozen=True, slots=True)
class Decided:
    """What an order comes to, what is told of it, and what is to be stored: its report, the sheets that it changes, by
    name, and what the system keeps beside its units, None where that is as before.
    """

    outcome: Outcome
    telling: Telling[Marks]
    report: str
    sheets: Mapping[str, dict[str, Any]]
    ledger: dict[str, Any] | None
    throws: Sequence[Throw]
    # What it adds to people's service, by name.
    served: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def decide(
    system: System, order: Order, ledger: Callable[[], Any], scene: Scene, values: Values, dice: RecordedDice
) -> Decided:
    """Decide an order with these dice; raises RuleError where the rules don't allow it.

    `ledger` reads what the system keeps beside its units, which the scene is still without.
    """
    check_spoken_for(order, scene, values)
    outcome = order.carried_out(replace(scene, ledger=ledger()), values, dice)
    report, telling = reported(order, outcome, dice.throws)
    if words := said_against(order, scene):
        telling = replace(telling, card=replace(telling.card, lines=(*telling.card.lines, words)))
    sheets = {name: system.dump_sheet(sheet) for name, sheet in outcome.after.items()}
    kept = None if outcome.ledger is None else system.dump_ledger(outcome.ledger)
    served = _served(system, order, scene, outcome) if dice.throws else {}
    return Decided(outcome, telling, report, sheets, kept, dice.throws, {**served, **outcome.served})


def _served(system: System, order: Order, scene: Scene, outcome: Outcome) -> Mapping[str, Service]:
    """What an order that was thrown for adds to whose service, by a book that tells of fights."""
    part = system.part
    if not isinstance(part, Squads) or part.serving is None:
        return {}
    attacks = list(attacks_in(order.report(outcome), part.serving, system.orders))

    def before(name: str) -> Any:
        return scene.known[name].sheet if name in scene.known else None

    return served(attacks, part.serving, before, outcome.after)


class UndecidedError(Exception):
    """An order ends its transaction without having done anything: it is to be decided beside, and then given again."""

    def __init__(self, matter: Matter) -> None:
        super().__init__("this order is to be decided between two turns")
        self.matter = matter


class Processes:
    """The processes in which large fleets are decided: started when the first is, and ended with the bot."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        # By campaign: of its orders one is decided after the other, or all but one would be for nothing.
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def queue(self, campaign_id: int) -> asyncio.Lock:
        """Whoever holds this has the next order of that campaign to be decided beside."""
        return self._queues.setdefault(campaign_id, asyncio.Lock())

    async def decide(self, matter: Matter) -> Decided:
        """Decide it beside, by the campaign's dice; raises RuleError where the rules don't allow it."""
        try:
            return await self._decide(matter)
        except BrokenProcessPool:
            # Somebody has ended them, such as a machine that was short of memory: once more, in new ones.
            return await self._decide(matter)

    async def _decide(self, matter: Matter) -> Decided:
        pool = self._pool = self._pool or ProcessPoolExecutor(
            AT_ONCE, multiprocessing.get_context("spawn"), initializer=_begin
        )
        try:
            return await asyncio.wrap_future(pool.submit(decide_matter, matter))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    def close(self) -> None:
        """End them, when they have done what they are at."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """In a new process: leave an interrupt at the bot's terminal to the bot, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_LESS_PRESSING)
    threading.Thread(target=_end_with_bot, daemon=True).start()


def _end_with_bot() -> None:
    bot = multiprocessing.parent_process()
    assert bot is not None
    wait([bot.sentinel])
    os._exit(0)


def decide_matter(matter: Matter) -> Decided:
    """Decide what a process is given, by the campaign's dice; raises RuleError as `decide` does."""
    system = _SYSTEMS[matter.system]
    dice = LiveDice(matter.key, matter.counter)
    ledger, known = cache(partial(system.load_ledger, matter.stored)), matter.scene.known
    # What is due, and what is decided for it, is so in a game: of its ships a battle keeps all that it needs.
    units = Units([*known], known.__getitem__)
    game = Game(units, settings=matter.scene.settings, stored=matter.stored, read_ledger=ledger)
    scene = replace(matter.scene, game=game)
    return decide(system, system.order(matter.verb), ledger, scene, matter.values, dice)


@dataclass(frozen=True, slots=True)
class Deciding:
    """How a transaction has matters decided: one that is known, by itself; another between two, but for the `last`.

    What is known of a matter may be its refusal.
    """

    processes: Processes
    known: tuple[Matter, Decided | RuleError] | None = None
    last: bool = False

    async def of(self, matter: Matter) -> Decided:
        """What it comes to; raises RuleError where it is refused, UndecidedError where it isn't known."""
        if self.known is not None and self.known[0] == matter:
            decided = self.known[1]
            if isinstance(decided, RuleError):
                raise decided
            return decided
        if self.last:
            return await self.processes.decide(matter)
        raise UndecidedError(matter)

    async def next(self, matter: Matter) -> "Deciding":
        """The same for the next transaction, in which this is known."""
        try:
            decided: Decided | RuleError = await self.processes.decide(matter)
        except RuleError as refusal:
            # It is told in a transaction: the same may have been carried out by another process meanwhile.
            decided = refusal
        return replace(self, known=(matter, decided))


async def in_transactions(
    processes: Processes,
    begin: Callable[[], AbstractAsyncContextManager["Transaction"]],
    carry_out: Callable[["Transaction"], Awaitable[T]],
) -> T:
    """Carry an order out in a transaction; one that takes long to decide, in a second one once that is done.

    A transaction that finds something else to decide, since the campaign has changed, has it decided anew.
    """
    deciding = Deciding(processes)
    async with AsyncExitStack() as queue:
        for number in range(MOST_BESIDE + 1):
            try:
                async with begin() as transaction:
                    transaction.deciding = replace(deciding, last=number == MOST_BESIDE)
                    return await carry_out(transaction)
            except UndecidedError as undecided:
                matter = undecided.matter
            if number == 0:
                mine = processes.queue(matter.campaign_id)
                waits = mine.locked()
                await queue.enter_async_context(mine)
                if waits:
                    continue
            deciding = await deciding.next(matter)
    raise AssertionError("the last transaction decides whatever it finds")
