"""The journal: what happened, taken back and done again by restoring stored values, never by replaying rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Connection, RowMapping, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.access import ACCESS
from bot.campaign.gate import audiences, lies_fog
from bot.campaign.onetrip import in_one_trip
from bot.campaign.recording import the_unit
from bot.campaign.restoring import changes_of, restore
from bot.campaign.rows import CAMPAIGN, ENTRY, ENTRY_COLUMNS, Recorded, recorded
from bot.campaign.transaction import Transaction
from bot.engine.errors import RuleError

# So far back a player's newest order is looked for among theirs that were taken back.
_NEAR = 100
_REFEREE_TAKES_BACK = (
    "As long as sides know only what they have seen, the referee takes orders back, or allows it: another side may "
    "have gone on from yours, which you can't know."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An entry with the message that answered it, if there was one."""

    recorded: Recorded
    channel_id: int
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """An answer that a later entry is about, and how it stands by now: whether its order is `undone`, or, of a request,
    what has `become` of it; `along` are all that stand in its message with it, oldest first.
    """

    answer: Answer
    undone: bool = False
    become: str = ""
    along: tuple["Earlier", ...] = ()


@dataclass(frozen=True, slots=True)
class Reported:
    """An answer with what its order came to, as it is stored."""

    answer: Answer
    report: str | None


@dataclass(frozen=True, slots=True)
class Moved:
    """What an undo or redo went over: the chain, its orders, the ids of those whom it touched, how many throws, whether
    the deck or somebody's place on it, or the battle of ships, is another now, and whose seats may be, by number.
    """

    chain: str
    orders: list[Recorded]
    unit_ids: set[int]
    throws: int = 0
    on_deck: bool = False
    on_battle: bool = False
    seats: frozenset[int] = frozenset()


async def undo(transaction: Transaction, named: int | str | None = None) -> Moved:
    """Take back the newest chain of orders; its orders come newest first.

    With one `named` (see `entry_of`), only if that entry belongs to it. Raises RuleError where there is nothing to take
    back, something came after, the actor may not, or a value is no longer what the order left. A player may only
    while their chain has opened nothing and nobody has answered it: what it has shown can't be taken back.
    """
    check_takes_back(transaction)
    chain = await _chain_at_head(transaction)
    entry_id = None if named is None else (await entry_of(transaction, named, own_line=True))["id"]
    if entry_id is not None and entry_id not in {entry["id"] for entry in chain}:
        raise await _not_newest(transaction, entry_id, chain[0])
    if chain[-1]["parent_id"] is None:
        raise RuleError("There is nothing to take back: the campaign stands where it began.")
    transaction.check(ACCESS["undo"], chain[-1]["card"]["title"], chain[-1]["actor_id"])
    if not _may_all(transaction):
        await _check_unanswered(transaction, chain)
    changes = (await changes_of(transaction, chain))[::-1]
    await restore(transaction, changes, "after", "before")
    await transaction.stand_at(chain[-1]["parent_id"])
    transaction.give_back(chain[0]["chain"])
    transaction.take_back(chain[0]["chain"], [each for entry in chain for each in entry["given_for"] or ()])
    for change in changes:
        if change["entity"] == "unit" and change["before"] is None:
            # Whoever came by it is gone again, and owes what was thrown for them.
            transaction.leave_owing(the_unit(change["entity_id"], change["after"]["key"]))
    return _moved(chain, changes)


async def own_newest(transaction: Transaction) -> int | None:
    """The newest entry in effect of the actor's that has changed something; None where none is found near."""
    query = select(ENTRY.c.id).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.actor_id == transaction.actor.id,
        ENTRY.c.parent_id.is_not(None),
    )
    own = (await transaction.connection.execute(query.order_by(ENTRY.c.id.desc()).limit(_NEAR))).scalars().all()
    standing = await in_effect(transaction, min(own, default=0)) if own else set()
    return next((number for number in own if number in standing), None)


def check_takes_back(transaction: Transaction) -> None:
    """Raise NeedsYesError for a player where sides know only what they have seen, whatever they would take back:
    whether another side has gone on from it, and so whether it can still be taken back, is not theirs to know. From
    the end of a campaign nobody goes on.
    """
    if lies_fog(transaction) and not transaction.campaign.ended:
        transaction.ask(_REFEREE_TAKES_BACK)


def _may_all(transaction: Transaction) -> bool:
    """Whether a referee takes back, or has said yes to it."""
    return "" in {transaction.by, transaction.yes}


async def join_chain(transaction: Transaction, named: int | str) -> None:
    """Let what follows belong to the chain of an entry that asked for it, as long as that is the newest one in effect:
    it is taken back with it.
    """
    chain = await _chain_at_head(transaction)
    if str(named) in {name for entry in chain for name in (str(entry["id"]), entry["order"].get("tag"))}:
        transaction.chain = chain[0]["chain"]


async def redo(transaction: Transaction) -> Moved:
    """Do again what was taken back last; its orders come oldest first.

    Raises RuleError as `undo` does; what the referee took back, nobody else does again.
    """
    check_takes_back(transaction)
    chain: list[RowMapping] = []
    while (entry := await _child(transaction, chain[-1] if chain else None)) is not None:
        chain.append(entry)
    if not chain:
        raise RuleError("There is nothing to do again: nothing was taken back since the last order.")
    transaction.check(ACCESS["redo"], chain[0]["card"]["title"], chain[0]["actor_id"])
    if not _may_all(transaction):
        await _check_took_back(transaction, chain[0])
    changes = await changes_of(transaction, chain)
    await restore(transaction, changes, "before", "after")
    await transaction.stand_at(chain[-1]["id"])
    transaction.give_back(chain[0]["chain"])
    return _moved(chain, changes)


async def answer_to(transaction: Transaction, named: int | str) -> Recorded:
    """What an answer's entry holds; raises RuleError where this campaign has none such."""
    return recorded(await entry_of(transaction, named))


async def entry_of(transaction: Transaction, named: int | str, *, own_line: bool = False) -> RowMapping:
    """An entry of this campaign by its id, or as a button's id names it; raises RuleError where it has none such that
    the actor may read.

    `own_line` finds what is sealed as well: undo walks over it.
    """
    is_id = isinstance(named, int) or named.isdecimal()
    which = ENTRY.c.id == int(named) if is_id else ENTRY.c.order["tag"].as_string() == named
    query = select(*ENTRY_COLUMNS).where(which, ENTRY.c.campaign_id == transaction.campaign.id)
    entry = (await transaction.connection.execute(query)).mappings().one_or_none()
    sealed = entry is not None and entry["audience"] not in await audiences(transaction)
    if entry is None or (sealed and not transaction.referee and not own_line):
        raise RuleError("That answer belongs to a campaign that is no longer played here.")
    return entry


async def _chain_at_head(transaction: Transaction) -> list[RowMapping]:
    """The entries of the newest chain in effect, newest first."""
    return await in_one_trip(transaction.connection, _chain_back_from, transaction.campaign.head_id)


def _chain_back_from(connection: Connection, head_id: int | None) -> list[RowMapping]:
    chain, above = list[RowMapping](), head_id
    while above is not None:
        entry = connection.execute(select(*ENTRY_COLUMNS).where(ENTRY.c.id == above)).mappings().one()
        if chain and entry["chain"] != chain[0]["chain"]:
            break
        chain.append(entry)
        above = entry["parent_id"]
    return chain


async def _check_unanswered(transaction: Transaction, chain: list[RowMapping]) -> None:
    """Raise RuleError where a chain has opened something, or something has been opened or thrown upon it since.

    It makes no difference that what did so has been taken back: what people have seen they know.
    """
    since = select(*ENTRY_COLUMNS).where(ENTRY.c.campaign_id == transaction.campaign.id, ENTRY.c.id >= chain[-1]["id"])
    thrown = ENTRY.c.parent_id.is_(None) & ENTRY.c.given_for.is_not(None) & (ENTRY.c.actor_id != transaction.actor.id)
    query = since.where(ENTRY.c.opened.is_not(None) | thrown).order_by(ENTRY.c.id).limit(1)
    found = (await transaction.connection.execute(query)).mappings().one_or_none()
    if found is None:
        # Whoever answers what a chain asks does so within it.
        found = next((entry for entry in chain if entry["actor_id"] != transaction.actor.id), None)
    if found is None:
        return
    title, by = chain[-1]["card"]["title"], found["card"]["title"]
    if found["opened"] is None:
        raise RuleError(f"“{by}” has answered “{title}”: only the referee can take that back now.")
    own = found["chain"] == chain[0]["chain"]
    shown = f"{'It shows' if own else f'“{by}” has shown'} {found['opened']}"
    raise RuleError(f"{shown}, so only the referee can take back “{title}” now.")


async def _check_took_back(transaction: Transaction, entry: RowMapping) -> None:
    """Raise RuleError where somebody else has taken back what a player would do again."""
    query = select(ENTRY.c.actor_id).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.id > entry["id"],
        ENTRY.c.verb == "undo",
        ENTRY.c.order["chain"].as_string() == entry["chain"],
    )
    by = (await transaction.connection.execute(query.order_by(ENTRY.c.id.desc()).limit(1))).scalar()
    if by not in {None, transaction.actor.id}:
        title = entry["card"]["title"]
        raise RuleError(f"The referee has taken back “{title}”: only the referee can do it again.")


async def _child(transaction: Transaction, parent: RowMapping | None) -> RowMapping | None:
    """The entry written last on the head, or the next one of the same chain."""
    query = select(*ENTRY_COLUMNS).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.parent_id == (parent["id"] if parent else transaction.campaign.head_id),
    )
    if parent:
        query = query.where(ENTRY.c.chain == parent["chain"])
    return (await transaction.connection.execute(query.order_by(ENTRY.c.id.desc()).limit(1))).mappings().one_or_none()


async def _not_newest(transaction: Transaction, entry_id: int, newest: RowMapping) -> RuleError:
    entry = await entry_of(transaction, entry_id)
    if entry["parent_id"] is None:
        return RuleError("That changed nothing, so there is nothing to take back.")
    title = newest["card"]["title"]
    if entry_id in await in_effect(transaction, entry_id):
        if not transaction.referee and newest["actor_id"] != transaction.actor.id:
            return RuleError(f"“{title}” came after that: only the referee can take back what others went on from.")
        return RuleError(f"Newest first: “{title}” came after that. /undo takes that back, then this.")
    return RuleError("That has been taken back already.")


async def in_effect(transaction: Transaction, oldest: int) -> set[int]:
    """The ids of the entries in effect, from the head back to the id `oldest`."""
    query = back_from(transaction.campaign.head_id, oldest)
    return set((await transaction.connection.execute(query)).scalars())


async def earlier(engine: AsyncEngine, entry_id: int) -> list[Earlier]:
    """The answers that an entry is about, newest first, as they stand by now: of the orders that it took back or did
    again, or of the request that it answers.
    """
    async with engine.begin() as connection:
        return await in_one_trip(connection, _earlier, entry_id)


def _earlier(connection: Connection, entry_id: int) -> list[Earlier]:
    entry = connection.execute(select(ENTRY).where(ENTRY.c.id == entry_id)).mappings().one_or_none()
    if entry is None:
        return []
    chain = entry["order"].get("chain", entry["chain"])
    same = select(*ENTRY_COLUMNS).where(ENTRY.c.campaign_id == entry["campaign_id"], ENTRY.c.chain == chain)
    found = connection.execute(same.order_by(ENTRY.c.id.desc())).mappings().all()
    if "chain" not in entry["order"]:
        return [Earlier(answered(each), become=_become(each, entry)) for each in found if "asks" in each["order"]]
    orders = [each for each in found if each["parent_id"] is not None]
    line = _line(connection, entry["campaign_id"], min(each["id"] for each in orders))
    return [
        Earlier(answered(each), undone=each["id"] not in line, along=tuple(_told_with(connection, each)))
        for each in orders
    ]


def _told_with(connection: Connection, entry: RowMapping) -> list[Earlier]:
    """All the answers that stand in the message of an entry, oldest first, as they stand by now; none where it is
    alone there.
    """
    message_id, campaign_id, oldest = entry["message_id"], entry["campaign_id"], entry["id"]
    if message_id is None:
        return []
    by_id = select(*ENTRY_COLUMNS)
    while entry["parent_id"] is not None and entry["message_id"] == message_id:
        oldest = entry["id"]
        entry = connection.execute(by_id.where(ENTRY.c.id == entry["parent_id"])).mappings().one()
    here = (ENTRY.c.campaign_id == campaign_id) & (ENTRY.c.message_id == message_id)
    query = by_id.where(here, ENTRY.c.id >= oldest, ENTRY.c.parent_id.is_not(None))
    found = connection.execute(query.order_by(ENTRY.c.id)).mappings().all()
    if len(found) < 2:
        return []
    line = _line(connection, campaign_id, oldest)
    return [Earlier(answered(each), undone=each["id"] not in line) for each in found]


def _line(connection: Connection, campaign_id: int, oldest: int) -> set[int]:
    head = select(CAMPAIGN.c.head_id).where(CAMPAIGN.c.id == campaign_id)
    return set(connection.execute(back_from(connection.execute(head).scalar(), oldest)).scalars())


def back_from(head_id: int | BindParameter[Any] | None, oldest: int = 0) -> Select[Any]:
    """Asks for the ids of the entries in effect from a head back to the id `oldest`."""
    head = select(ENTRY.c.id, ENTRY.c.parent_id).where(ENTRY.c.id == head_id)
    line = head.cte("line", recursive=True)
    line = line.union_all(
        select(ENTRY.c.id, ENTRY.c.parent_id).where(ENTRY.c.id == line.c.parent_id, ENTRY.c.id >= oldest)
    )
    return select(line.c.id)


async def before(transaction: Transaction, entry_id: int) -> list[Reported]:
    """The entries in effect before one, newest first, as far back as one message of its channel tells them."""
    found: list[Reported] = []
    entry = row = await _row(transaction.connection, entry_id)
    while row["parent_id"] is not None:
        row = await _row(transaction.connection, row["parent_id"])
        elsewhere = row["message_id"] is None or row["channel_id"] != entry["channel_id"]
        if elsewhere or (found and found[0].answer.message_id != row["message_id"]):
            break
        found.append(Reported(answered(row), row["report"]))
    return found


async def _row(connection: AsyncConnection, entry_id: int) -> RowMapping:
    """An entry with its report."""
    return (await connection.execute(select(ENTRY).where(ENTRY.c.id == entry_id))).mappings().one()


def _become(request: RowMapping, entry: RowMapping) -> str:
    if entry["verb"] != "refuse":
        return "Allowed"
    return "Taken back" if entry["actor_id"] == request["actor_id"] else "Refused"


def _moved(chain: list[RowMapping], changes: list[RowMapping]) -> Moved:
    unit_ids = {change["entity_id"] for change in changes if change["entity"] == "unit"}
    throws = sum(len(entry["throws"]) for entry in chain)
    on_deck, on_battle = (any(map(each, changes)) for each in (_touches_deck, _touches_battle))
    seats = frozenset(number for change in changes for number in _seats_of(change))
    orders = [recorded(entry) for entry in chain]
    return Moved(chain[0]["chain"], orders, unit_ids, throws, on_deck, on_battle, seats)


def _touches_deck(change: RowMapping) -> bool:
    before, after = change["before"] or {}, change["after"] or {}
    return change["entity"] == "deck" or before.get("place") != after.get("place")


def _touches_battle(change: RowMapping) -> bool:
    """Whether the battle is another, or ends or goes on with its campaign."""
    before, after = change["before"] or {}, change["after"] or {}
    return change["entity"] == "battle" or before.get("ended") != after.get("ended")


def _seats_of(change: RowMapping) -> Iterator[int]:
    """Whose seats a change may have made others, by Discord's number."""
    what = "user_id" if change["entity"] == "member" else "owner_id"
    before, after = change["before"] or {}, change["after"] or {}
    if change["entity"] == "member" or any(before.get(each) != after.get(each) for each in ("side", what)):
        yield from (each[what] for each in (before, after) if each.get(what))


def answered(entry: RowMapping) -> Answer:
    """An entry with the message that answered it."""
    return Answer(recorded(entry), entry["channel_id"], entry["message_id"])
