"""The store: one unit of work a command, with the journal entry that can take it back.

`Store.turn` locks the channel's campaign, hands out a `Turn` to read and change it, and commits when the
block ends. An exception takes everything back, so that nothing is ever half done.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from sqlalchemy import Table, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign import models
from bot.campaign.access import Actor, allowed, refusal
from bot.campaign.names import key_of
from bot.engine.cards import Card, Tone
from bot.engine.dice import Throw, new_seed
from bot.engine.errors import RuleError
from bot.engine.matching import match

CAMPAIGN: Table = models.Campaign.__table__  # type: ignore[attr-defined]
MEMBER: Table = models.Member.__table__  # type: ignore[attr-defined]
UNIT: Table = models.Unit.__table__  # type: ignore[attr-defined]
ENTRY: Table = models.Entry.__table__  # type: ignore[attr-defined]
CHANGE: Table = models.Change.__table__  # type: ignore[attr-defined]

# What the journal can restore, and the columns that make up an entity's value.
ENTITIES: dict[str, tuple[Table, tuple[str, ...]]] = {
    "unit": (UNIT, ("campaign_id", "name", "key", "side", "owner_id", "sheet")),
    "member": (MEMBER, ("campaign_id", "user_id", "role")),
    "campaign": (CAMPAIGN, ("settings", "ended")),
}


class NoCampaignError(RuleError):
    """The channel plays nothing yet."""


class RepeatedError(Exception):
    """The same interaction came again; `card` is the answer that it got the first time."""

    def __init__(self, card: Card) -> None:
        super().__init__("this interaction has been carried out already")
        self.card = card


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command was given: server, channel, and for a thread the channel that it belongs to."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """A character as it is kept; `sheet` is its system's JSON."""

    id: int
    campaign_id: int
    name: str
    key: str
    side: str
    owner_id: int | None
    sheet: dict[str, Any]


@dataclass(slots=True)
class StoredCampaign:
    """A campaign as it is kept, and as far as the present turn has moved it on."""

    id: int
    guild_id: int
    channel_id: int
    system: str
    settings: dict[str, str]
    seed: bytes
    counter: int
    version: int
    head_id: int | None
    ended: bool
    created_at: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """A journal entry: its card, whether it can be taken back, and whether the same order can be given again."""

    id: int
    verb: str
    card: Card
    undoable: bool
    repeatable: bool


def recorded(entry: Mapping[Any, Any]) -> Recorded:
    """A row of the journal as what an answer needs of it."""
    return Recorded(
        entry["id"],
        entry["verb"],
        load_card(entry["card"]),
        undoable=entry["parent_id"] is not None,
        repeatable=bool(entry["throws"]) and "units" in entry["order"],
    )


def value_of(entity: str, values: Mapping[Any, Any]) -> dict[str, Any]:
    """The part of a row that the journal keeps."""
    return {column: values[column] for column in ENTITIES[entity][1]}


class Turn:
    """One command at work on one campaign, inside its transaction."""

    def __init__(self, connection: AsyncConnection, campaign: StoredCampaign, actor: Actor, key: str, at: int) -> None:
        self.connection = connection
        self.campaign = campaign
        self.actor = actor
        self.key = key
        self._at = at
        self._changes: list[dict[str, Any]] = []
        self._written: dict[tuple[str, int], dict[str, Any]] = {}
        self._units: list[StoredUnit] | None = None
        self._referees: set[int] | None = None

    # --- reading ---

    async def units(self) -> list[StoredUnit]:
        """All characters, in the order in which they came."""
        if self._units is None:
            query = select(UNIT).where(UNIT.c.campaign_id == self.campaign.id).order_by(UNIT.c.id)
            self._units = [StoredUnit(**row) for row in (await self.connection.execute(query)).mappings()]
        return self._units

    async def unit(self, name: str) -> StoredUnit:
        """The character that was meant; raises RuleError with the near names where that isn't clear."""
        units = await self.units()
        if not units:
            raise RuleError("There are no characters here yet: add one with /character add.")
        meant = match(name, [unit.name for unit in units], what="character")
        return next(unit for unit in units if unit.name == meant)

    async def referees(self) -> set[int]:
        """The user ids of the referees."""
        if self._referees is None:
            query = select(MEMBER.c.user_id).where(MEMBER.c.campaign_id == self.campaign.id, MEMBER.c.role == "referee")
            self._referees = set((await self.connection.execute(query)).scalars())
        return self._referees

    async def is_referee(self) -> bool:
        """Whether the actor is a referee of this campaign."""
        return self.actor.id in await self.referees()

    async def check(self, deed: str, *, what: str = "", owner: int | None = None) -> None:
        """Raise RuleError unless the actor may do that; see `access`."""
        if not allowed(deed, self.actor, referee=await self.is_referee(), owner=owner):
            raise refusal(deed, what or f"/{deed}")

    # --- changing ---

    async def add(self, entity: str, **values: Any) -> int:
        """Make a row and note it; returns its id."""
        table, _ = ENTITIES[entity]
        values = {"campaign_id": self.campaign.id, **values}
        result = await self.connection.execute(insert(table).values(values).returning(table.c.id))
        row_id: int = result.scalar_one()
        self._note(entity, row_id, None, value_of(entity, values))
        return row_id

    async def add_unit(self, name: str, side: str, owner_id: int | None, sheet: dict[str, Any]) -> int:
        """Make a character; raises RuleError where the name is taken."""
        if any(unit.key == key_of(name) for unit in await self.units()):
            raise RuleError(f"There is a character named {name} already: choose another name.")
        return await self.add("unit", name=name, key=key_of(name), side=side, owner_id=owner_id, sheet=sheet)

    async def change(self, entity: str, row: StoredUnit | StoredCampaign, **values: Any) -> None:
        """Change a row and note it; values that are as they were are left alone."""
        before = self._written.get((entity, row.id)) or value_of(entity, _values(row))
        new = {name: value for name, value in values.items() if before[name] != value}
        if new:
            table, _ = ENTITIES[entity]
            await self.connection.execute(update(table).where(table.c.id == row.id).values(new))
            self._note(entity, row.id, before, before | new)

    async def remove(self, entity: str, row: StoredUnit) -> None:
        """Take a row away; the journal keeps it."""
        table, _ = ENTITIES[entity]
        await self.connection.execute(table.delete().where(table.c.id == row.id))
        self._note(entity, row.id, value_of(entity, _values(row)), None)

    def _note(self, entity: str, entity_id: int, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        self._changes.append({"entity": entity, "entity_id": entity_id, "before": before, "after": after})
        self._written[entity, entity_id] = after or {}
        self._units = None
        if entity == "campaign":
            self._move(**(after or {}))

    # --- the journal ---

    async def record(
        self,
        verb: str,
        card: Card,
        *,
        place: Place,
        order: dict[str, Any] | None = None,
        throws: Sequence[Throw] = (),
    ) -> Recorded:
        """Write the entry of this turn, with all that has changed; the campaign's head and dice move on.

        Entries without changes stay off the line that undo walks, so that a mere throw never stands between
        an order and its undoing; only the entry that founds a campaign is always on it. Raises IntegrityError
        where this interaction has been recorded before.
        """
        campaign = self.campaign
        dice = sum(len(throw.faces) for throw in throws)
        on_line = bool(self._changes) or campaign.head_id is None
        after_undo = bool(throws) and await self._last_verb() == "undo"
        if after_undo:
            card = replace(card, footer="thrown after an undo")
        entry = {
            "campaign_id": campaign.id,
            "parent_id": campaign.head_id if on_line else None,
            "chain": self.key,
            "key": self.key,
            "actor_id": self.actor.id,
            "audience": "all",
            "verb": verb,
            "order": order or {},
            "throws": [[throw.why, throw.sides, list(throw.faces)] for throw in throws],
            "first_die": campaign.counter,
            "card": dump_card(card),
            "after_undo": after_undo,
            "at": self._at,
            "channel_id": place.channel_id,
            "answered": False,
        }
        entry_id: int = (await self.connection.execute(insert(ENTRY).values(entry).returning(ENTRY.c.id))).scalar_one()
        if self._changes:
            rows = [{"entry_id": entry_id, **change} for change in self._changes]
            await self.connection.execute(insert(CHANGE), rows)
            self._changes = []
        await self.move_head(entry_id if on_line else campaign.head_id, dice)
        return recorded({"id": entry_id, **entry})

    async def move_head(self, head_id: int | None, dice: int = 0) -> None:
        """Let the campaign stand at an entry of its journal, with so many more dice thrown."""
        campaign = self.campaign
        moved = {
            "head_id": head_id,
            "counter": campaign.counter + dice,
            "version": campaign.version + 1,
        }
        await self.connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == campaign.id).values(moved))
        self._move(**moved)

    def _move(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self.campaign, name, value)

    async def _last_verb(self) -> str | None:
        query = (
            select(ENTRY.c.verb)
            .where(ENTRY.c.campaign_id == self.campaign.id, ENTRY.c.verb != "roll")
            .order_by(ENTRY.c.id.desc())
            .limit(1)
        )
        verb: str | None = (await self.connection.execute(query)).scalar()
        return verb

    def check_recorded(self) -> None:
        """A change without its entry could never be taken back: refuse to commit one."""
        if self._changes:
            raise AssertionError("a turn changed something and recorded nothing")


def _values(row: StoredUnit | StoredCampaign) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row)}


def dump_card(card: Card) -> dict[str, Any]:
    """A card as JSON."""
    return asdict(card)


def load_card(stored: dict[str, Any]) -> Card:
    """The card that was stored."""
    return Card(
        stored["title"],
        tuple(stored["lines"]),
        tuple(stored["working"]),
        stored["footer"],
        Tone(stored["tone"]),
    )


class Store:
    """The campaigns of all channels; `now` gives the time in seconds since 1970."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self.engine = engine
        self._now = now

    @asynccontextmanager
    async def turn(self, place: Place, actor: Actor, key: str, *, ended: bool = False) -> AsyncIterator[Turn]:
        """Lock the campaign that is played at a place, and commit what the block does to it.

        A thread uses its channel's campaign unless it has its own; `ended` falls back on the last one that
        ended. Raises NoCampaignError where there is none, and RepeatedError, with nothing changed, where
        the key has been used before.
        """
        async with self._transaction(key) as connection:
            campaign = await self._find(connection, place, ended=ended)
            if campaign is None:
                raise NoCampaignError("No campaign is running in this channel: start one with /campaign new.")
            turn = Turn(connection, campaign, actor, key, self._now())
            yield turn
            turn.check_recorded()

    @asynccontextmanager
    async def founding(self, place: Place, actor: Actor, key: str, system: str) -> AsyncIterator[Turn]:
        """Begin a campaign, with the actor as its referee; the block adds to it and records.

        Raises RuleError where one is running, and RepeatedError as `turn` does.
        """
        async with self._transaction(key) as connection:
            query = select(CAMPAIGN.c.id).where(CAMPAIGN.c.channel_id == place.channel_id, ~CAMPAIGN.c.ended)
            if (await connection.execute(query)).scalar():
                raise RuleError("A campaign is running in this channel already: /campaign show shows it.")
            values = {
                "guild_id": place.guild_id,
                "channel_id": place.channel_id,
                "system": system,
                "settings": {},
                "seed": new_seed(),
                "counter": 0,
                "version": 0,
                "head_id": None,
                "ended": False,
                "created_at": self._now(),
            }
            row = (await connection.execute(insert(CAMPAIGN).values(values).returning(CAMPAIGN))).mappings().one()
            turn = Turn(connection, StoredCampaign(**row), actor, key, self._now())
            await turn.add("member", user_id=actor.id, role="referee")
            yield turn
            turn.check_recorded()

    async def answered(self, entry_id: int, message_id: int) -> None:
        """Note that an entry's answer was posted, and as which message."""
        async with self.engine.begin() as connection:
            values = {"answered": True, "message_id": message_id}
            await connection.execute(update(ENTRY).where(ENTRY.c.id == entry_id).values(values))

    @asynccontextmanager
    async def _transaction(self, key: str) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            card = await self._answer_to(key)
            if card is None:
                raise
            raise RepeatedError(card) from None

    async def _answer_to(self, key: str) -> Card | None:
        async with self.engine.begin() as connection:
            stored = (await connection.execute(select(ENTRY.c.card).where(ENTRY.c.key == key))).scalar()
        return load_card(stored) if stored else None

    async def _find(self, connection: AsyncConnection, place: Place, *, ended: bool) -> StoredCampaign | None:
        channels = [place.channel_id] if place.parent_id is None else [place.channel_id, place.parent_id]
        query = select(CAMPAIGN).where(CAMPAIGN.c.channel_id.in_(channels)).with_for_update()
        query = query.order_by(CAMPAIGN.c.id.desc()) if ended else query.where(~CAMPAIGN.c.ended)
        rows = (await connection.execute(query)).mappings().all()
        # Running before ended, and a thread's own before its channel's.
        rows = sorted(rows, key=lambda row: (row["ended"], channels.index(row["channel_id"])))
        return StoredCampaign(**rows[0]) if rows else None
