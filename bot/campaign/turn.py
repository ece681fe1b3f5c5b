"""A turn: one command at work on one campaign, and the journal entry that can take it back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Table, Update, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.access import Actor, allowed, refusal
from bot.campaign.names import key_of
from bot.campaign.rows import (
    CAMPAIGN,
    CHANGE,
    ENTITIES,
    ENTRY,
    MEMBER,
    REFEREE,
    UNIT,
    Recorded,
    StoredCampaign,
    StoredUnit,
    Values,
    kept_of,
    recorded,
    value_of,
)
from bot.engine.cards import Card
from bot.engine.dice import Throw
from bot.engine.errors import RuleError
from bot.engine.matching import match


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
_MOVING = ("settings", "things", "ended", "counter", "head_id", "undone", "version")
_UPDATE_CAMPAIGN = _update(CAMPAIGN, _MOVING)
_UPDATE_UNIT = _update(UNIT, ENTITIES["unit"][1])
_INSERT_ENTRY = insert(ENTRY).returning(ENTRY.c.id)
_UNITS = select(UNIT).where(UNIT.c.campaign_id == bindparam("campaign")).order_by(UNIT.c.id)


@dataclass(frozen=True, slots=True)
class _Staged:
    """What a turn does to one row, all its changes taken together; `made` rows stand in the table already."""

    before: Values | None
    after: Values | None
    made: bool = False


class Turn:
    """One command at work on one campaign, inside its transaction.

    Changes are gathered and written together with their entry, when the command is recorded.
    """

    def __init__(
        self, connection: AsyncConnection, campaign: StoredCampaign, actor: Actor, key: str, at: int, *, referee: bool
    ) -> None:
        self.connection = connection
        self.campaign = campaign
        self.actor = actor
        self.key = key
        self.referee = referee
        self._at = at
        self._staged: dict[tuple[str, int], _Staged] = {}
        self._units: list[StoredUnit] | None = None
        self._unrecorded = False

    # --- reading ---

    async def units(self) -> list[StoredUnit]:
        """All characters, in the order in which they came."""
        if self._units is None:
            rows = await self.connection.execute(_UNITS, {"campaign": self.campaign.id})
            self._units = [StoredUnit(*row) for row in rows]
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
        query = select(MEMBER.c.user_id).where(MEMBER.c.campaign_id == self.campaign.id, MEMBER.c.role == REFEREE)
        return set((await self.connection.execute(query)).scalars())

    def commands(self, unit: StoredUnit) -> bool:
        """Whether the actor may give orders to a character: the referee to anybody, a player to his own."""
        return self.referee or unit.owner_id == self.actor.id

    def check(self, deed: str, *, what: str = "", owner: int | None = None) -> None:
        """Raise RuleError unless the actor may do that; see `access`."""
        if not allowed(deed, self.actor, referee=self.referee, owner=owner):
            raise refusal(deed, what or f"/{deed}")

    # --- changing ---

    async def add(self, entity: str, **values: Any) -> int:
        """Make a row; returns its id."""
        table, _ = ENTITIES[entity]
        values = {"campaign_id": self.campaign.id, **values}
        result = await self.connection.execute(insert(table).values(values).returning(table.c.id))
        row_id: int = result.scalar_one()
        self._stage(entity, row_id, None, value_of(entity, values))
        return row_id

    async def add_unit(self, name: str, side: str, owner_id: int | None, sheet: dict[str, Any]) -> int:
        """Make a character; raises RuleError where the name is taken."""
        units = await self.units()
        if any(unit.key == key_of(name) for unit in units):
            raise RuleError(f"There is a character named {name} already: choose another name.")
        values: Values = {"name": name, "key": key_of(name), "side": side, "owner_id": owner_id, "sheet": sheet}
        unit_id = await self.add("unit", **values)
        units.append(StoredUnit(id=unit_id, campaign_id=self.campaign.id, **values))
        return unit_id

    def change(self, unit: StoredUnit, **values: Any) -> StoredUnit:
        """Change a character, and return it as it is now."""
        changed = replace(unit, **values)
        self._stage("unit", unit.id, kept_of("unit", unit), kept_of("unit", changed))
        if self._units is not None:
            self._units = [changed if each.id == unit.id else each for each in self._units]
        return changed

    def change_campaign(self, **values: Any) -> None:
        """Change the campaign's settings, the things that its rules keep, or whether it has ended."""
        before = kept_of("campaign", self.campaign)
        self._move(**values)
        self._stage("campaign", self.campaign.id, before, kept_of("campaign", self.campaign))

    def restore_campaign(self, values: Values) -> None:
        """Put the campaign's settings and things back as they were; written with the entry."""
        self._move(**values)

    async def remove(self, unit: StoredUnit) -> None:
        """Take a character away; the journal keeps it."""
        await self.connection.execute(UNIT.delete().where(UNIT.c.id == unit.id))
        self._stage("unit", unit.id, kept_of("unit", unit), None)
        self._units = None

    async def erase(self) -> dict[str, int]:
        """Erase the campaign with its journal, for good; how many rows of each kind there were."""
        entries = select(ENTRY.c.id).where(ENTRY.c.campaign_id == self.campaign.id)
        erased = {}
        for table, here in (
            (CHANGE, CHANGE.c.entry_id.in_(entries)),
            *((table, table.c.campaign_id == self.campaign.id) for table in (ENTRY, UNIT, MEMBER)),
            (CAMPAIGN, CAMPAIGN.c.id == self.campaign.id),
        ):
            erased[table.name] = (await self.connection.execute(table.delete().where(here))).rowcount
        return erased

    def stand_at(self, head_id: int) -> None:
        """Let the campaign stand at another entry of its journal: what undo and redo do."""
        self._move(head_id=head_id)
        self._units = None
        self._unrecorded = True

    def _stage(self, entity: str, entity_id: int, before: Values | None, after: Values | None) -> None:
        known = self._staged.get((entity, entity_id))
        self._staged[entity, entity_id] = _Staged(known.before if known else before, after, made=before is None)
        self._unrecorded = True

    def _move(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self.campaign, name, value)

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
        changes = [
            {"entity": entity, "entity_id": entity_id, "before": staged.before, "after": staged.after}
            for (entity, entity_id), staged in self._staged.items()
            if staged.before != staged.after
        ]
        on_line = bool(changes) or self.campaign.head_id is None
        after_undo = bool(throws) and self.campaign.undone
        if after_undo:
            card = replace(card, footer="thrown after an undo")
        entry = self._entry(verb, card, place, order, throws) | {
            "parent_id": self.campaign.head_id if on_line else None,
            "after_undo": after_undo,
        }
        entry_id: int = (await self.connection.execute(_INSERT_ENTRY, entry)).scalar_one()
        if changes:
            await self.connection.execute(insert(CHANGE), [{"entry_id": entry_id, **change} for change in changes])
        if on_line:
            self._move(head_id=entry_id)
        if verb in {"undo", "redo"} or after_undo:
            self._move(undone=verb == "undo")
        self._move(counter=self.campaign.counter + sum(len(throw.faces) for throw in throws))
        await self._write()
        return recorded({"id": entry_id, **entry})

    def _entry(
        self, verb: str, card: Card, place: Place, order: dict[str, Any] | None, throws: Sequence[Throw]
    ) -> dict[str, Any]:
        """The entry's row, but for its place among the other entries."""
        return {
            "campaign_id": self.campaign.id,
            "chain": self.key,
            "key": self.key,
            "actor_id": self.actor.id,
            "audience": "all",
            "verb": verb,
            "order": order or {},
            "throws": [[throw.why, throw.sides, list(throw.faces)] for throw in throws],
            "first_die": self.campaign.counter,
            "card": asdict(card),
            "at": self._at,
            "channel_id": place.channel_id,
            "answered": False,
        }

    async def _write(self) -> None:
        """Write the characters that changed, in one statement, and the campaign."""
        rows = [
            {"row_id": unit_id, **staged.after}
            for (entity, unit_id), staged in self._staged.items()
            if entity == "unit" and staged.after is not None and not staged.made
        ]
        if rows:
            await self.connection.execute(_UPDATE_UNIT, rows)
        self._move(version=self.campaign.version + 1)
        moved = {column: getattr(self.campaign, column) for column in _MOVING}
        await self.connection.execute(_UPDATE_CAMPAIGN, {"row_id": self.campaign.id, **moved})
        self._staged = {}
        self._unrecorded = False

    def check_recorded(self) -> None:
        """A change without its entry could never be taken back: refuse to commit one."""
        if self._unrecorded:
            raise AssertionError("a turn changed something and recorded nothing")
