"""Orders whose dice are thrown on the table: those that wait for faces, and how one is decided with what was told."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select

from bot.campaign.deciding import Decided, decide
from bot.campaign.journal import entry_of
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, UNTHROWN, Recorded, dump_throw, load_throw
from bot.campaign.settings import DICE, TABLE
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.engine.byhand import TableDice, UnaskableError, UnthrownError, Wanted, next_throws, wanted_of, would_open
from bot.engine.cards import Card
from bot.engine.dice import Dice, RecordedDice, Throw
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Scene
from bot.engine.system import System, Values

# A form on Discord has so many lines.
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Unthrown:
    """An order that waits for dice: of which `deed`, what was `said` for it, by whom, in which chain, what was thrown
    for it so far, and what is to be thrown now.
    """

    deed: str
    said: Wish
    chain: str
    asker_id: int
    thrown: Sequence[Throw] = ()
    wanted: Sequence[Wanted] = ()


def dice_of(transaction: Transaction, live: RecordedDice) -> RecordedDice:
    """The dice for an order of the transaction: the campaign's own, or those on the table where it is set so.

    What another has kept in secret until now isn't asked of somebody who may not know of it: it falls by the bot's.
    """
    if transaction.alone:
        return live
    if transaction.thrown is None:
        if transaction.campaign.settings.get(DICE) != TABLE:
            return live
        transaction.thrown = []
    knows = transaction.asks_referee
    return TableDice(transaction.thrown, live if transaction.shows and not knows else None, knows=knows)


async def decided_by_hand(
    transaction: Transaction,
    system: System,
    order: Order,
    game: Game,
    scene: Scene,
    values: Values,
    dice: TableDice,
    live: RecordedDice,
) -> Decided:
    """Decide an order with dice that were thrown on the table.

    Raises UnthrownError with what is to be thrown next; but where it would open something secret to whoever is asked,
    the rest falls by the bot's `live` dice, since an order that has been asked about can still be dropped.
    """
    try:
        return await asyncio.to_thread(decide, system, order, game.read_ledger, scene, values, dice)
    except (UnthrownError, UnaskableError) as stopped:
        thrown, asked = list(dice.throws), isinstance(stopped, UnthrownError)
    knows = transaction.asks_referee
    if asked and (wanted := await asyncio.to_thread(_wanted, order, game, scene, values, thrown, knows=knows)):
        raise UnthrownError(*wanted)
    return await asyncio.to_thread(decide, system, order, game.read_ledger, scene, values, TableDice(thrown, live))


def _wanted(
    order: Order, game: Game, scene: Scene, values: Values, thrown: Sequence[Throw], *, knows: bool
) -> tuple[Wanted, ...]:
    """What is to be thrown next for an order; nothing where asking for it would tell a secret."""
    resolve = _resolver(order, replace(scene, ledger=game.ledger), values)
    if not knows and would_open(resolve, thrown):
        return ()
    return next_throws(resolve, thrown, MOST_LINES, knows=knows)


def _resolver(order: Order, scene: Scene, values: Values) -> Callable[[Dice], Any]:
    """The order with everything but its dice, worked out once where it is for one alone."""
    if order.roles and len(scene.units[order.roles[0].name]) > 1:
        return lambda dice: order.carried_out(scene, values, dice)
    return order.prepared(scene, values)


async def note_unthrown(transaction: Transaction, place: Place, waits: Unthrown, title: str) -> Recorded:
    """Note that an order waits for dice; only whoever is to enter them reads it, and the referees."""
    order = {
        "deed": waits.deed,
        "said": dict(waits.said),
        "asker": str(waits.asker_id),
        "thrown": [dump_throw(throw) for throw in waits.thrown],
        "wanted": [[wanted.why, wanted.count, wanted.sides] for wanted in waits.wanted],
    }
    transaction.chain = waits.chain
    before = [f"{wanted_of(throw).words}: {'+'.join(map(str, throw.faces))}" for throw in waits.thrown]
    card = Card(title, (*before, *(f"{wanted.words}: to be thrown" for wanted in waits.wanted)))
    return await transaction.record(UNTHROWN, card, place=place, order=order, sealed=True)


async def unthrown_of(transaction: Transaction, named: int | str) -> Unthrown:
    """The order of that entry which waits for dice; raises RuleError unless it still does, and for the actor's."""
    entry = await entry_of(transaction, named)
    if entry["verb"] != UNTHROWN or entry["actor_id"] != transaction.actor.id:
        raise RuleError("Those dice are for somebody else to throw.")
    order: Mapping[str, Any] = entry["order"]
    if not order["asker"]:
        raise RuleError("Whoever gave that order is forgotten: nobody is left to throw for.")
    later = select(ENTRY.c.id).where(
        ENTRY.c.campaign_id == transaction.campaign.id, ENTRY.c.id > entry["id"], ENTRY.c.chain == entry["chain"]
    )
    if (await transaction.connection.execute(later.limit(1))).scalar() is not None:
        raise RuleError("Those dice have been thrown already.")
    return Unthrown(
        order["deed"],
        order["said"],
        entry["chain"],
        int(order["asker"]),
        [load_throw(throw) for throw in order["thrown"]],
        [Wanted(*wanted) for wanted in order["wanted"]],
    )
