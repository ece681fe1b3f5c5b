"""What somebody wishes to be done, and may have to wait for: noted, and found again by whoever answers it."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import select

from bot.campaign.gate import audiences, parts_played
from bot.campaign.journal import entry_of
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, EVERYBODY, SEEN_OF, UNTHROWN, Recorded, load_card, side_of
from bot.campaign.transaction import Transaction
from bot.campaign.witnesses import Apart, heard_by, record_seen
from bot.engine.cards import Card
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.system import Order, System, Values

# What somebody wishes, with all that was said for it, as JSON.
Wish = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Withheld:
    """What of an order that waits isn't for all: in lines, and all that was typed as a text where it has no room there,
    else "".
    """

    lines: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """An order that waits: of which `deed`, what was `said` for it, the card that asks with what of it is `withheld`,
    and the `side` that alone may read of it, "" for none; where that is nobody but whoever gave it, it is `sealed`.
    """

    deed: str
    said: Wish
    chain: str
    asker_id: int
    card: Card
    side: str
    sealed: bool
    withheld: Withheld | None = None


async def ask(
    transaction: Transaction,
    place: Place,
    deed: str,
    said: Wish,
    needed: NeedsYesError,
    card: Card,
    withheld: Withheld | None = None,
) -> Recorded:
    """Note that an order waits for the yes of the referee, or of those of whom it is asked; what is `withheld` of it
    the side of whoever gave it reads as well.
    """
    order, side = {"asks": deed, "said": dict(said), "of": needed.of}, await heard_by(transaction)
    order |= {"withheld": asdict(withheld)} if withheld else {}
    entry = await transaction.record("ask", card, place=place, order=order, sealed=side == "", side=side or "")
    if withheld is None:
        return entry
    part = (await parts_played(transaction)).get(str(transaction.actor.id))
    told = {part.side: (card.title, *withheld.lines)} if part and part.side else {}
    return replace(entry, seen=await record_seen(transaction, place, Apart(card, withheld.lines, told)))


async def request_of(
    transaction: Transaction, named: int | str, of: Collection[str] | None = None, *, read: bool = False
) -> Request:
    """What an entry asks for; raises RuleError unless it is open, and the actor's to answer or to take back, `of` whom
    it is asked by now, left out of whom it was; or only to `read`, where their side was told of it.
    """
    entry = await entry_of(transaction, named)
    order = entry["order"]
    if "asks" not in order:
        raise RuleError("That waits for nobody's yes.")
    answers = {"", *(order["of"] if of is None else of)}
    others = transaction.actor.id != entry["actor_id"] and transaction.by not in answers
    if others and not (read and await _was_told(transaction, entry)):
        raise RuleError(entry["card"]["lines"][-1])
    if not entry["actor_id"]:
        raise RuleError("Whoever asked for that is forgotten: nobody is left to do it for.")
    known = select(ENTRY.c.id).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.id > entry["id"],
        ENTRY.c.chain == entry["chain"],
        ENTRY.c.verb.not_in((UNTHROWN, SEEN_OF)),
    )
    if (await transaction.connection.execute(known.limit(1))).scalar() is not None:
        raise RuleError("That has been answered already.")
    side = side_of(entry["audience"])
    return Request(
        order["asks"],
        order["said"],
        entry["chain"],
        entry["actor_id"],
        load_card(entry["card"]),
        side,
        sealed=not side and entry["audience"] != EVERYBODY,
        withheld=Withheld(tuple(kept["lines"]), kept["text"]) if (kept := order.get("withheld")) else None,
    )


async def _was_told(transaction: Transaction, entry: Any) -> bool:
    """Whether the actor reads in the log what others were told of an entry."""
    told = select(ENTRY.c.id).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.chain == entry["chain"],
        ENTRY.c.verb == SEEN_OF,
        ENTRY.c.audience.in_(await audiences(transaction) - {EVERYBODY}),
    )
    return (await transaction.connection.execute(told.limit(1))).scalar() is not None


def said_again(transaction: Transaction, system: System, entry: Any) -> Wish:
    """The order of an entry as it is said once more; raises RuleError for what no one gives twice."""
    verb, stored = entry["verb"], entry["order"]
    if not stored or "units" not in stored:
        raise RuleError("That is nothing to be done again by a press: give the order anew.")
    said = stored["said"] if "said" in stored else _said_once(transaction, system, system.order(verb), stored["values"])
    return {"verb": verb, "people": stored["units"], "fields": said}


def _said_once(transaction: Transaction, system: System, order: Order, values: Values) -> Values:
    """What was said for an order whose entry holds all that was read: the campaign's settings were among it.

    Those that are the referee's are no words of a player's; what a referee had said instead can't be told from them.
    """
    settings = (
        set() if transaction.referee else {field.name for field in order.fields if field.referees} & {*system.settings}
    )
    return {name: value for name, value in values.items() if name not in settings}
