"""A turn: one command at work on one campaign, and the journal entry that can take it back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Table, Update, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.access import Actor, allowed, refusal
from bot.campaign.names import key_of
from bot.campaign.rows import (
    BATTLE,
    CAMPAIGN,
    CHANGE,
    DECK,
    ENTITIES,
    ENTRY,
    EVERYBODY,
    MEMBER,
    PLAN,
    REFEREE,
    UNIT,
    Recorded,
    Stored,
    StoredBattle,
    StoredCampaign,
    StoredDeck,
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
from bot.engine.system import CHARACTER, SHIP


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
_UPDATES = {entity: _update(*ENTITIES[entity]) for entity in ("unit", "deck", "battle")}
_INSERT_ENTRY = insert(ENTRY).returning(ENTRY.c.id)
_UNITS = (
    select(UNIT)
    .where(UNIT.c.campaign_id == bindparam("campaign"), UNIT.c.kind == bindparam("kind"))
    .order_by(UNIT.c.id)
)
_DECK = select(DECK).where(DECK.c.campaign_id == bindparam("campaign"))
_BATTLE = select(BATTLE).where(BATTLE.c.campaign_id == bindparam("campaign"))


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
        self,
        connection: AsyncConnection,
        campaign: StoredCampaign,
        actor: Actor,
        key: str,
        at: int,
        *,
        referee: bool,
        deck: StoredDeck | None = None,
    ) -> None:
        self.connection = connection
        self.campaign = campaign
        self.deck = deck
        self.actor = actor
        self.key = key
        self.referee = referee
        self._at = at
        self._staged: dict[tuple[str, int], _Staged] = {}
        self._units: dict[str, list[StoredUnit]] = {}
        self._unrecorded = False

    # --- reading ---

    async def units(self, kind: str = CHARACTER) -> list[StoredUnit]:
        """All characters, or all ships, in the order in which they came."""
        if kind not in self._units:
            rows = await self.connection.execute(_UNITS, {"campaign": self.campaign.id, "kind": kind})
            self._units[kind] = [StoredUnit(*row) for row in rows]
        return self._units[kind]

    async def unit(self, name: str, kind: str = CHARACTER) -> StoredUnit:
        """The character, or ship, that was meant; raises RuleError with the near names where that isn't clear."""
        units = await self.units(kind)
        if not units:
            raise RuleError(f"There are no {kind}s here yet: add one with /{kind} add.")
        meant = match(name, [unit.name for unit in units], what=kind)
        return next(unit for unit in units if unit.name == meant)

    async def plan(self, sha256: str) -> str:
        """The text of a deck plan that was put up in this campaign."""
        query = select(PLAN.c.text).where(PLAN.c.campaign_id == self.campaign.id, PLAN.c.sha256 == sha256)
        return str((await self.connection.execute(query)).scalar_one())

    async def battle(self) -> StoredBattle | None:
        """The battle that is being fought, if there is one."""
        row = (await self.connection.execute(_BATTLE, {"campaign": self.campaign.id})).one_or_none()
        return StoredBattle(*row) if row else None

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

    async def check_name(self, name: str) -> None:
        """Raise RuleError where a character or a ship has that name."""
        for kind in (CHARACTER, SHIP):
            if any(unit.key == key_of(name) for unit in await self.units(kind)):
                raise RuleError(f"There is a {kind} named {name} already: choose another name.")

    async def add_unit(
        self, name: str, side: str, owner_id: int | None, sheet: dict[str, Any], kind: str = CHARACTER
    ) -> int:
        """Make a character or a ship; raises RuleError where the name is taken."""
        await self.check_name(name)
        values: Values = {
            "name": name,
            "key": key_of(name),
            "side": side,
            "owner_id": owner_id,
            "sheet": sheet,
            "kind": kind,
            "place": None,
        }
        unit_id = await self.add("unit", **values)
        self._units[kind].append(StoredUnit(id=unit_id, campaign_id=self.campaign.id, **values))
        return unit_id

    def change(self, unit: StoredUnit, **values: Any) -> StoredUnit:
        """Change a character or a ship, and return it as it is now."""
        changed = replace(unit, **values)
        self._stage("unit", unit.id, kept_of("unit", unit), kept_of("unit", changed))
        if unit.kind in self._units:
            self._units[unit.kind] = [changed if each.id == unit.id else each for each in self._units[unit.kind]]
        return changed

    async def put_up_deck(self, sha256: str, text: str, state: dict[str, Any]) -> None:
        """Play on a deck plan from now on, instead of any other; `state` is what has changed on it."""
        await self.take_down_deck()
        known = select(PLAN.c.id).where(PLAN.c.campaign_id == self.campaign.id, PLAN.c.sha256 == sha256)
        if (await self.connection.execute(known)).scalar() is None:
            plan = {"campaign_id": self.campaign.id, "sha256": sha256, "text": text}
            await self.connection.execute(insert(PLAN).values(plan))
        deck_id = await self.add("deck", sha256=sha256, state=state)
        self.deck = StoredDeck(deck_id, self.campaign.id, sha256, state)

    def change_deck(self, state: dict[str, Any]) -> None:
        """Note what has changed on the deck that is up."""
        assert self.deck is not None, "no deck is up"
        changed = replace(self.deck, state=state)
        self._stage("deck", changed.id, kept_of("deck", self.deck), kept_of("deck", changed))
        self.deck = changed

    async def take_down_deck(self) -> None:
        """Play without a deck plan; nobody stands anywhere any more."""
        if self.deck is None:
            return
        for unit in await self.units():
            if unit.place is not None:
                self.change(unit, place=None)
        await self._remove("deck", self.deck)
        self.deck = None

    async def keep_battle(self, battle: StoredBattle | None, state: str | None) -> None:
        """Note how the battle stands, or that it begins (there was none), or is over (there is no state)."""
        if state is None:
            if battle is not None:
                await self._remove("battle", battle)
        elif battle is None:
            await self.add("battle", state=state)
        else:
            changed = replace(battle, state=state)
            self._stage("battle", battle.id, kept_of("battle", battle), kept_of("battle", changed))

    def change_campaign(self, **values: Any) -> None:
        """Change the campaign's settings, the things that its rules keep, or whether it has ended."""
        before = kept_of("campaign", self.campaign)
        self._move(**values)
        self._stage("campaign", self.campaign.id, before, kept_of("campaign", self.campaign))

    def restore_campaign(self, values: Values) -> None:
        """Put the campaign's settings and things back as they were; written with the entry."""
        self._move(**values)

    async def remove(self, unit: StoredUnit) -> None:
        """Take a character or a ship away; the journal keeps it."""
        await self._remove("unit", unit)
        self._units = {}

    async def _remove(self, entity: str, stored: Stored) -> None:
        table, _ = ENTITIES[entity]
        await self.connection.execute(delete(table).where(table.c.id == stored.id))
        self._stage(entity, stored.id, kept_of(entity, stored), None)

    async def erase(self) -> dict[str, int]:
        """Erase the campaign with its journal, for good; how many rows of each kind there were."""
        entries = select(ENTRY.c.id).where(ENTRY.c.campaign_id == self.campaign.id)
        erased = {}
        for table, here in (
            (CHANGE, CHANGE.c.entry_id.in_(entries)),
            *((table, table.c.campaign_id == self.campaign.id) for table in (ENTRY, UNIT, MEMBER, DECK, PLAN, BATTLE)),
            (CAMPAIGN, CAMPAIGN.c.id == self.campaign.id),
        ):
            erased[table.name] = (await self.connection.execute(table.delete().where(here))).rowcount
        return erased

    async def stand_at(self, head_id: int) -> None:
        """Let the campaign stand at another entry of its journal: what undo and redo do."""
        self._move(head_id=head_id)
        self._units = {}
        row = (await self.connection.execute(_DECK, {"campaign": self.campaign.id})).one_or_none()
        self.deck = StoredDeck(*row) if row else None
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
        sealed: bool = False,
    ) -> Recorded:
        """Write the entry of this turn, with all that has changed; the campaign's head and dice move on.

        What is `sealed` only the actor and the referees read; its card's title says no more than who ordered.

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
            "audience": str(self.actor.id) if sealed else EVERYBODY,
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
        """Write what changed, the characters in one statement, and the campaign."""
        for entity, statement in _UPDATES.items():
            rows = [
                {"row_id": row_id, **staged.after}
                for (changed, row_id), staged in self._staged.items()
                if changed == entity and staged.after is not None and not staged.made
            ]
            if rows:
                await self.connection.execute(statement, rows)
        self._move(version=self.campaign.version + 1)
        moved = {column: getattr(self.campaign, column) for column in _MOVING}
        await self.connection.execute(_UPDATE_CAMPAIGN, {"row_id": self.campaign.id, **moved})
        self._staged = {}
        self._unrecorded = False

    def check_recorded(self) -> None:
        """A change without its entry could never be taken back: refuse to commit one."""
        if self._unrecorded:
            raise AssertionError("a turn changed something and recorded nothing")
