"""What one command does to a campaign, gathered and written in one piece together with its journal entry."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from operator import eq
from typing import Any

from sqlalchemy import Connection, Table, Update, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.access import Actor
from bot.campaign.onetrip import in_one_trip
from bot.campaign.rows import (
    CAMPAIGN,
    CHANGE,
    ENTITIES,
    ENTRY,
    EVERYBODY,
    SEEN_OF,
    Recorded,
    Stored,
    StoredCampaign,
    Values,
    audience_of,
    dump_card,
    dump_throw,
    kept_of,
    recorded,
    value_of,
)
from bot.campaign.settings import DICE, TABLE
from bot.engine.cards import Card, person
from bot.engine.dice import Throw
from bot.engine.scene import FOG, ON
from bot.engine.service import SERVICE, dump_service
from bot.systems.names import key_of


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command was given: server, channel, and for a thread the channel that it belongs to."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None


def _update(table: Table, columns: Sequence[str]) -> Update:
    values: Values = {column: bindparam(column) for column in columns}
    return update(table).where(table.c.id == bindparam("row_id")).values(values)


# What every command says to the database is put together once.
_MOVING = ("settings", "things", "ended", "counter", "head_id", "taken_back", "version")
_UPDATE_CAMPAIGN = _update(CAMPAIGN, _MOVING)
_UPDATES = {entity: _update(*kept) for entity, kept in ENTITIES.items() if kept[0] is not CAMPAIGN}
_INSERT_ENTRY = insert(ENTRY).returning(ENTRY.c.id)
_INSERT_CHANGES = insert(CHANGE)
_INSERTS = {entity: insert(table).returning(table.c.id) for entity, (table, _) in ENTITIES.items()}
_AFTER_UNDO = "thrown after an undo"
_BY_HAND = "thrown by hand"
_BY_THE_BOT = "thrown by the bot, since nobody could be asked"
_LEFT = "left"


@dataclass(frozen=True, slots=True)
class _Staged:
    """What a transaction does to one row, all its changes taken together; `made` rows stand in the table already."""

    before: Values | None
    after: Values | None
    made: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What the rules say of an order: what it `opened` (see `Outcome`), for whom it was given and dice were thrown.

    Those are units by their ids and names, and sides of a battle by their names, as `the_unit` and `the_side` write
    them; earlier programs wrote units by their ids alone.
    """

    opened: str = ""
    doers: tuple[str, ...] = ()
    throwers: tuple[str, ...] = ()


def the_unit(unit_id: int, key: str) -> str:
    """A character or a ship, by its id and its name's key, as `Done` has it."""
    return f"unit {unit_id} {key}"


def the_side(name: str) -> str:
    """A side of a battle as `Done` has it."""
    return f"side {key_of(name)}"


def _same(owed: str, thrown: str) -> bool:
    """Whether two in a `Done` are the same: a unit by its id, or by its name if it left and came back."""
    (kind, *one), (other, *two) = owed.split(" ", 2), thrown.split(" ", 2)
    if owed == thrown or other != "unit":
        return owed == thrown
    return kind in {other, _LEFT} and any(map(eq, one, two))


def _has_left(owed: str, newcomer: str) -> bool:
    """Whether it is owed for somebody who has left, of the kind of a newcomer."""
    return owed.startswith(f"{_LEFT} ") and _kind_in(owed.split(" ", 2)[2]) == _kind_in(newcomer.split(" ", 2)[2])


def _kind_in(key: str) -> str:
    """The kind that stands before a name in its key; "" for the kinds that share theirs."""
    return key.partition(":")[0] if ":" in key else ""


class Recording:
    """The changes of one command, inside its transaction, until they are recorded.

    They are gathered and written together with their entry; none may be left without one.
    """

    def __init__(self, connection: AsyncConnection, campaign: StoredCampaign, actor: Actor, key: str, at: int) -> None:
        self.connection = connection
        self.campaign = campaign
        self.actor = actor
        self.key = key
        # Whose yes let the command be carried out, and what it belongs to: itself, unless it was asked for before.
        self.allowed_by: int | None = None
        self.chain = key
        # What an order shows that somebody else had given before, "" for the actor's own.
        self.shows = ""
        self.at = at
        self._staged: dict[tuple[str, int], _Staged] = {}
        self._unrecorded = False
        # What is added to people's service, by their ids.
        self._served: dict[int, Mapping[str, int]] = {}

    def serve(self, figures: Mapping[int, Mapping[str, int]]) -> None:
        """Note what the order adds to people's service, by their ids, or what they bring along of it."""
        self._served = {**self._served, **figures}

    def _stage(self, entity: str, entity_id: int, before: Values | None, after: Values | None) -> None:
        known = self._staged.get((entity, entity_id))
        self._staged[entity, entity_id] = _Staged(known.before if known else before, after, made=before is None)
        self._unrecorded = True

    async def add(self, entity: str, **values: Any) -> int:
        """Make a row; returns its id."""
        values = {"campaign_id": self.campaign.id, **values}
        row_id: int = (await self.connection.execute(_INSERTS[entity], values)).scalar_one()
        self._stage(entity, row_id, None, value_of(entity, values))
        return row_id

    async def _remove(self, entity: str, stored: Stored) -> None:
        table, _ = ENTITIES[entity]
        await self.connection.execute(delete(table).where(table.c.id == stored.id))
        self._stage(entity, stored.id, kept_of(entity, stored), None)

    def _move(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self.campaign, name, value)

    async def record(
        self,
        verb: str,
        card: Card,
        *,
        place: Place,
        order: dict[str, Any] | None = None,
        throws: Sequence[Throw] = (),
        sealed: bool = False,
        side: str = "",
        done: Done | None = None,
        report: str | None = None,
    ) -> Recorded:
        """Write the entry of this transaction, with all that has changed; the campaign's head and dice move on.

        What is `sealed` only the actor and the referees read; its card's title says no more than who ordered. Of what
        is for a `side` alone nobody else learns either that it was ordered.
        `done` and `report` are of an order of the rules: of any other throw nobody asks for whom it is.

        Entries without changes stay off the line that undo walks, so that a mere throw never stands between
        an order and its undoing; only the entry that founds a campaign is always on it. Raises IntegrityError
        where this interaction has been recorded before.
        """
        changed = {row: staged for row, staged in self._staged.items() if staged.before != staged.after}
        on_line = bool(changed) or self.campaign.head_id is None
        done = done or Done()
        after_undo = bool(throws) and self._thrown_again({*done.doers, *done.throwers})
        noted = self._noted(card, throws, after_undo=after_undo)
        entry = self._entry(verb, noted, place, order, throws) | {
            "audience": str(self.actor.id) if sealed else audience_of(side) if side else EVERYBODY,
            "parent_id": self.campaign.head_id if on_line else None,
            "given_for": list(done.doers) if throws and done.doers else None,
            "opened": done.opened or self.shows or None,
            "after_undo": after_undo,
            "report": report,
        }
        entry["order"] = await self._tagged(self._with_service(entry["order"]), entry["audience"])
        self._move(counter=self.campaign.counter + sum(len(throw.faces) for throw in throws if not throw.by_hand))
        entry_id = await in_one_trip(self.connection, self._write, entry, changed, on_line=on_line)
        return recorded({"id": entry_id, **entry})

    def _with_service(self, order: dict[str, Any]) -> dict[str, Any]:
        """An order as it is kept, with what those did in it who have served."""
        figures = {str(unit_id): dump_service(each) for unit_id, each in self._served.items()}
        self._served = {}
        return {**order, SERVICE: figures} if figures else order

    def _noted(self, card: Card, throws: Sequence[Throw], *, after_undo: bool) -> Card:
        """A card that says as well who allowed it, whose dice were thrown, and that this was after an undo."""
        if self.allowed_by is not None:
            asked = f"Asked for by {person(self.actor.id)}, allowed by {person(self.allowed_by)}"
            card = replace(card, lines=(*card.lines, asked))
        notes = [card.footer, self._whose_dice(throws), _AFTER_UNDO if after_undo else ""]
        return replace(card, footer=" · ".join(filter(None, notes)))

    async def note_seen(self, card: Card, audience: str, place: Place, *, posted: bool = True) -> Recorded:
        """Write what an audience is told of the order that has just been recorded, in its chain and beside the line
        that undo walks; `posted` where nothing of it is to be posted at `place`.
        """
        key = f"{self.key}~{blake2b(audience.encode(), digest_size=8).hexdigest()}~{self.campaign.version}"
        entry = self._entry(SEEN_OF, card, place, await self._tagged({}, audience), ()) | {
            "key": key,
            "audience": audience,
            "parent_id": None,
            "given_for": None,
            "opened": None,
            "after_undo": False,
            "report": None,
            "answered": posted,
        }
        entry_id = await in_one_trip(self.connection, self._write, entry, {}, on_line=False)
        return recorded({"id": entry_id, **entry})

    async def _tagged(self, order: dict[str, Any], audience: str) -> dict[str, Any]:
        """What was ordered, with the number of its entry among those of its audience, where sides know only what they
        have seen: those of others that come between would count what they do.
        """
        if self.campaign.settings.get(FOG) != ON:
            return order
        theirs = (ENTRY.c.campaign_id == self.campaign.id) & (ENTRY.c.audience == audience)
        count = (await self.connection.execute(select(func.count()).where(theirs))).scalar_one()
        return {**order, "tag": f"{count + 1}.{blake2b(audience.encode(), digest_size=4).hexdigest()}"}

    def _whose_dice(self, throws: Sequence[Throw]) -> str:
        """What an answer says of its dice where those are thrown on the table."""
        by_hand = [throw.by_hand for throw in throws]
        at_table = any(by_hand) or (bool(throws) and self.campaign.settings.get(DICE) == TABLE)
        if not at_table or all(by_hand):
            return _BY_HAND if at_table else ""
        return f"in part {_BY_HAND}, in part {_BY_THE_BOT}" if any(by_hand) else _BY_THE_BOT

    def take_back(self, chain: str, given_for: Iterable[str]) -> None:
        """Note that throws were taken back: the next ones for the same characters or sides will say so."""
        if waiting := sorted(set(given_for)):
            self._move(taken_back={**self.campaign.taken_back, chain: waiting})

    def owe_for(self, unit: str) -> None:
        """Note that what was thrown for a unit counts no more: whoever comes by its name throws anew for the same."""
        self.take_back(self.chain, [*self.campaign.taken_back.get(self.chain, []), unit])

    async def owe_with(self, newcomer: str, others: Collection[str]) -> None:
        """Note that a newcomer owes what one of some `others` does: nobody comes to a better throw by a copy, nor by
        another name for whoever came by an order of theirs that was taken back.
        """
        before = self.campaign.taken_back
        gone = [chain for chain, who in before.items() if any(_has_left(each, newcomer) for each in who)]
        given = (ENTRY.c.campaign_id == self.campaign.id, ENTRY.c.actor_id == self.actor.id, ENTRY.c.chain.in_(gone))
        own = (await self.connection.execute(select(ENTRY.c.chain).where(*given))).scalars().all() if gone else ()
        owed = {}
        for chain, who in before.items():
            left = [each for each in who if chain not in own or not _has_left(each, newcomer)]
            owed[chain] = [*left, newcomer] if len(left) < len(who) or {*who} & {*others} else who
        self._move(taken_back=owed)

    def give_back(self, chain: str) -> None:
        """Note that the throws of a chain hold again."""
        self._move(taken_back={key: who for key, who in self.campaign.taken_back.items() if key != chain})

    def leave_owing(self, unit: str) -> None:
        """Note of what a unit owes that it has left."""
        left = unit.replace("unit", _LEFT, 1)
        owed = {
            chain: [left if each == unit else each for each in who] for chain, who in self.campaign.taken_back.items()
        }
        self._move(taken_back=owed)

    def _thrown_again(self, thrown_for: Collection[str]) -> bool:
        """Whether throws are made for somebody whose own were taken back; from then on nothing is owed for them."""
        before = self.campaign.taken_back
        left = {
            chain: [each for each in who if not any(_same(each, now) for now in thrown_for)]
            for chain, who in before.items()
        }
        self._move(taken_back={chain: who for chain, who in left.items() if who})
        return left != before

    def _entry(
        self, verb: str, card: Card, place: Place, order: dict[str, Any] | None, throws: Sequence[Throw]
    ) -> dict[str, Any]:
        """The entry's row, but for its place among the other entries."""
        return {
            "campaign_id": self.campaign.id,
            "chain": self.chain,
            "key": self.key,
            "actor_id": self.actor.id,
            "verb": verb,
            "order": order or {},
            "throws": [dump_throw(throw) for throw in throws],
            "first_die": self.campaign.counter,
            "card": dump_card(card),
            "at": self.at,
            "channel_id": place.channel_id,
            "answered": False,
        }

    def _write(
        self, connection: Connection, entry: dict[str, Any], changed: dict[tuple[str, int], _Staged], *, on_line: bool
    ) -> int:
        """Write the entry with what changed, the characters in one statement, and the campaign; returns its id.

        All of it in one go: each statement by itself would have to be waited for.
        """
        entry_id: int = connection.execute(_INSERT_ENTRY, entry).scalar_one()
        if changed:
            changes = [
                {"entry_id": entry_id, "entity": entity, "entity_id": row_id, "before": it.before, "after": it.after}
                for (entity, row_id), it in changed.items()
            ]
            connection.execute(_INSERT_CHANGES, changes)
        for entity, statement in _UPDATES.items():
            rows = [
                {"row_id": row_id, **staged.after}
                for (kind, row_id), staged in changed.items()
                if kind == entity and staged.after is not None and not staged.made
            ]
            if rows:
                connection.execute(statement, rows)
        if on_line:
            self._move(head_id=entry_id)
        self._move(version=self.campaign.version + 1)
        moved = {column: getattr(self.campaign, column) for column in _MOVING}
        connection.execute(_UPDATE_CAMPAIGN, {"row_id": self.campaign.id, **moved})
        self._staged = {}
        self._unrecorded = False
        return entry_id

    def check_recorded(self) -> None:
        """A change without its entry could never be taken back: refuse to commit one."""
        if self._unrecorded:
            raise AssertionError("a transaction changed something and recorded nothing")
