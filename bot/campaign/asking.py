"""Orders that wait for somebody's yes: a journal entry each, which changes nothing and holds what was said.

The answer belongs to the chain of the request: no second one is given, whatever is taken back afterwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from bot.campaign.journal import entry_of
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, Recorded, load_card
from bot.campaign.transaction import Transaction
from bot.engine.cards import Card
from bot.engine.errors import NeedsYesError, RuleError

# What was said for an order, as JSON.
Said = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """An order that waits: of which `deed`, what was `said` for it, and the card that asks."""

    deed: str
    said: Said
    chain: str
    asker_id: int
    card: Card


async def ask(
    transaction: Transaction, place: Place, deed: str, said: Said, needed: NeedsYesError, card: Card
) -> Recorded:
    """Note that an order waits for the yes of the referee, or of those of whom it is asked."""
    order = {"asks": deed, "said": dict(said), "of": needed.of}
    return await transaction.record("ask", card, place=place, order=order)


async def request_of(transaction: Transaction, entry_id: int) -> Request:
    """What an entry asks for; raises RuleError unless it is open, and the actor's to answer or to take back."""
    entry = await entry_of(transaction, entry_id)
    order = entry["order"]
    if "asks" not in order:
        raise RuleError("That waits for nobody's yes.")
    if transaction.actor.id != entry["actor_id"] and transaction.by not in {"", *order["of"]}:
        raise RuleError(entry["card"]["lines"][-1])
    if not entry["actor_id"]:
        raise RuleError("Whoever asked for that is forgotten: nobody is left to do it for.")
    known = select(ENTRY.c.id).where(
        ENTRY.c.campaign_id == transaction.campaign.id, ENTRY.c.id > entry_id, ENTRY.c.chain == entry["chain"]
    )
    if (await transaction.connection.execute(known.limit(1))).scalar() is not None:
        raise RuleError("That has been answered already.")
    return Request(order["asks"], order["said"], entry["chain"], entry["actor_id"], load_card(entry["card"]))
