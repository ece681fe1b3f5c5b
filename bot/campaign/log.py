"""What happened, as it is read afterwards: a line for each command, and the referees' notes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import RowMapping, String, cast, select

from bot.campaign.gate import audiences
from bot.campaign.journal import in_effect
from bot.campaign.rows import ENTRY, ENTRY_COLUMNS, EVERYBODY, REFEREES, SEEN_OF, load_card
from bot.campaign.transaction import Transaction
from bot.engine.cards import Card
from bot.systems.house import NOTE

# What is told though it changes nothing that undo knows: else it has merely looked.
_TOLD = ("campaign new", "campaign move", "dice salt", "dice reveal", NOTE)
# So many entries the log reads in one go.
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as the log shows it; `undone` if it is no longer in effect, `with_it` what came of the same command, by
    title.
    """

    at: int
    actor_id: int
    verb: str
    card: Card
    undone: bool
    after_undo: bool
    with_it: tuple[str, ...] = ()


async def log(transaction: Transaction, count: int, skip: int = 0, about: str = "") -> list[LogLine]:
    """What happened as far as the actor may read it, newest first: a line for each command that changed or threw
    something, was asked for or refused; `about` leaves those that name it.
    """
    query = select(*ENTRY_COLUMNS).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        # Of what merely looked there is a report alone.
        ENTRY.c.parent_id.is_not(None)
        | (cast(ENTRY.c.throws, String) != "[]")
        | ENTRY.c.report.is_(None)
        | ENTRY.c.verb.in_(_TOLD),
    )
    if not transaction.referee or transaction.eyes:
        query = query.where(ENTRY.c.audience.in_(await audiences(transaction)))
    query = query.order_by(ENTRY.c.id.desc())
    # Of all of them, mostly, each command has written one.
    most = _AT_ONCE if about else skip + count + 1
    chains: dict[str, list[RowMapping]] = {}
    older = query
    while len(chains) <= skip + count:
        entries = (await transaction.connection.execute(older.limit(most))).mappings().all()
        for entry in entries:
            if entry["chain"] in chains or not about or _names(load_card(entry["card"]), about):
                chains.setdefault(entry["chain"], []).append(entry)
        if len(entries) < most:
            break
        older, most = query.where(ENTRY.c.id < entries[-1]["id"]), _AT_ONCE
    shown = list(chains.values())[skip : skip + count]
    shown = [_told(chain, referee=transaction.referee and not transaction.eyes) for chain in shown]
    line = await in_effect(transaction, min(each["id"] for chain in shown for each in chain)) if shown else set()
    return [_log_line(chain, line) for chain in shown]


def _told(chain: list[RowMapping], *, referee: bool) -> list[RowMapping]:
    """What the log tells of a chain: what others have seen of it is for them, and what all have for who has no more."""
    seen = [entry for entry in chain if entry["verb"] == SEEN_OF]
    others = [entry for entry in chain if entry["verb"] != SEEN_OF]
    lacked = [entry for entry in seen if entry["audience"] == REFEREES]
    if referee:
        return [*lacked, *others] or chain
    own = [entry for entry in seen if entry["audience"] != EVERYBODY]
    return [*others, *own] or seen


async def notes(transaction: Transaction, count: int, skip: int = 0) -> list[LogLine]:
    """The referees' notes, newest first: entries that only they read, and that nothing takes back."""
    here = (ENTRY.c.campaign_id == transaction.campaign.id) & (ENTRY.c.verb == NOTE)
    query = select(*ENTRY_COLUMNS).where(here).order_by(ENTRY.c.id.desc()).limit(count).offset(skip)
    return [_log_line([entry], ()) for entry in (await transaction.connection.execute(query)).mappings()]


def _names(card: Card, name: str) -> bool:
    """Whether a card says a name, and not as a part of another word."""
    said = "\n".join([card.title, *(line for line in card.lines if isinstance(line, str))]).casefold()
    return re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", said) is not None


def _log_line(chain: Sequence[RowMapping], line: Collection[int]) -> LogLine:
    """A command's line: the first of its entries that changed something, and the titles of those that came of it.

    What was asked for and has been allowed is told as it was carried out; what not all are told stands below it.
    """
    below = [entry for entry in chain if entry["verb"] == SEEN_OF]
    told = [entry for entry in chain if entry not in below]
    below, chain = (below, told) if told else ([], chain)
    changed = [entry for entry in chain if entry["parent_id"] is not None]
    first = (changed or chain)[-1]
    card = load_card(first["card"])
    return LogLine(
        first["at"],
        first["actor_id"],
        first["verb"],
        replace(card, lines=(*card.lines, *(line for entry in below for line in load_card(entry["card"]).lines))),
        undone=first["parent_id"] is not None and first["id"] not in line,
        after_undo=any(entry["after_undo"] for entry in chain),
        with_it=tuple(entry["card"]["title"] for entry in reversed(chain) if entry["id"] > first["id"]),
    )
