"""What happened, as it is read afterwards: a line for each command, and the referees' notes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import RowMapping, String, cast, select

from bot.campaign.gate import all_rows_for, audiences
from bot.campaign.journal import in_effect
from bot.campaign.rows import CHANGE, ENTRY, ENTRY_COLUMNS, EVERYBODY, REFEREES, SEEN_OF, load_card
from bot.campaign.transaction import Transaction
from bot.engine.cards import Card
from bot.systems.house import NOTE
from bot.systems.names import key_of
from bot.systems.retelling import names_any

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
    something, was asked for or refused; `about` leaves those that name it, and for who reads all also those in which
    that character or ship took part.
    """
    whom = await _whom(transaction, about) if about else None
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
        touched = await _touched(transaction, whom, [entry["id"] for entry in entries])
        for entry in entries:
            if entry["chain"] in chains or whom is None or entry["id"] in touched or whom.is_in(entry):
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


@dataclass(frozen=True, slots=True)
class _Whom:
    """What the log is asked about: as it is named, and what other names it may be a part of. `ids` are of those whose
    part in an order may be told by what is stored of it.
    """

    name: str
    others: tuple[str, ...]
    ids: tuple[int, ...] = ()

    def is_in(self, entry: RowMapping) -> bool:
        """Whether an order was given for it, or its card names it."""
        doers = (unit_id for parts in entry["order"].get("units", {}).values() for unit_id, _ in parts)
        card = load_card(entry["card"])
        said = "\n".join([card.title, *(line for line in card.lines if isinstance(line, str))])
        return any(unit_id in self.ids for unit_id in doers) or names_any([self.name], said, self.others)


async def _whom(transaction: Transaction, about: str) -> _Whom:
    """Whoever is meant by a name or a part of it that nobody else's has; else the words as they are."""
    units = await all_rows_for(transaction)
    names = sorted({unit.name for unit in units})
    own = [name for name in names if key_of(name) == key_of(about)] or [
        name for name in names if names_any([about], name)
    ]
    if len(own) != 1:
        return _Whom(about, ())
    ids = tuple(unit.id for unit in units if unit.name == own[0])
    others = tuple(name for name in names if name != own[0])
    return _Whom(own[0], others, ids if transaction.referee and not transaction.eyes else ())


async def _touched(transaction: Transaction, whom: _Whom | None, entry_ids: list[int]) -> set[int]:
    """Which of some entries have changed whom the log is asked about."""
    if whom is None or not whom.ids:
        return set()
    theirs = CHANGE.c.entity_id.in_(whom.ids) & (CHANGE.c.entity == "unit")
    query = select(CHANGE.c.entry_id).where(CHANGE.c.entry_id.in_(entry_ids), theirs)
    return set((await transaction.connection.execute(query)).scalars())


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
