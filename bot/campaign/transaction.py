"""A transaction: one command at work on one campaign, which it reads and changes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Text, bindparam, cast, delete, insert, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.access import Actor, allowed, refusal
from bot.campaign.deciding import Deciding
from bot.campaign.erasing import erase_campaign
from bot.campaign.naming import meant, missed
from bot.campaign.onetrip import in_one_trip
from bot.campaign.posts import THREAD
from bot.campaign.recording import the_unit
from bot.campaign.rows import (
    BATTLE,
    CAMPAIGN,
    DECK,
    PLAN,
    POST,
    UNIT,
    Source,
    StoredBattle,
    StoredCampaign,
    StoredDeck,
    StoredRoster,
    StoredUnit,
    Values,
    kept_key,
    kept_of,
)
from bot.campaign.seating import Knowing
from bot.engine.dice import Throw
from bot.engine.errors import RuleError, check_yes
from bot.engine.order import Need
from bot.engine.scene import Game, Reader
from bot.engine.system import CAREER, CHARACTER, KINDS, SHIP, namesakes
from bot.systems.names import LONGEST_NAME, check_taken, key_of, side_named
from bot.systems.ships import HIDDEN

_STORED = (
    select(*(cast(column, Text) if column is UNIT.c.sheet else column for column in UNIT.c))
    .where(UNIT.c.campaign_id == bindparam("campaign"))
    .order_by(UNIT.c.id)
)
UNITS = _STORED.where(UNIT.c.kind == bindparam("kind"))
_UNITS_OF = _STORED.where(UNIT.c.kind.in_(bindparam("kinds", expanding=True)))
_DECK = select(DECK).where(DECK.c.campaign_id == bindparam("campaign"))
_BATTLE = select(BATTLE).where(BATTLE.c.campaign_id == bindparam("campaign"))


class Transaction(Knowing):
    """One command at work on one campaign, inside its transaction: what it reads, and what it changes."""

    # Whether there is a ship of which the referee alone knows, or was one as the command began.
    conceals = False

    def __init__(
        self,
        connection: AsyncConnection,
        campaign: StoredCampaign,
        source: Source,
        actor: Actor,
        key: str,
        at: int,
        *,
        referee: bool,
        deck: StoredDeck | None = None,
        read: Mapping[str, Iterable[Any]] = MappingProxyType({}),
    ) -> None:
        super().__init__(connection, campaign, actor, key, at)
        self.referee = referee
        self.deck = deck
        # As whom a referee reads, where they look through the eyes of a side.
        self.eyes: Reader | None = None
        # What the message shows whose component was used, of those that are kept up to date; "" for any other.
        self.used = ""
        # What dice are thrown from.
        self.source = source
        # Who has said yes to what is carried out, "" for a referee.
        self.yes: str | None = None
        # Those for whom the rules ask the actor, whosever they are, by their names.
        self.asked_for: frozenset[str] = frozenset()
        # Whether a referee is asked for what the order needs, whosever it is.
        self.asks_referee = referee
        # Whether nobody is there who could be asked: what the bot does of its own accord.
        self.alone = False
        # What was thrown for it on the table and is still to be used; None where dice are the bot's.
        self.thrown: list[Throw] | None = None
        # How what takes long is decided between two turns; None where it is in this one.
        self.deciding: Deciding | None = None
        self._units: dict[str, list[StoredUnit]] = {}
        # The rows of those units that came with the campaign, by kind, until somebody asks for them.
        self._read = dict(read)
        # The game by kind as its rules have read it, until something is changed otherwise; see `bot.campaign.game`.
        self.games: dict[str, Game] = {}

    # --- reading ---

    async def units(self, kind: str = CHARACTER) -> list[StoredUnit]:
        """All characters, ships or careers, in the order in which they came."""
        if kind not in self._units:
            if (rows := self._read.pop(kind, None)) is None:
                rows = await self.connection.execute(UNITS, {"campaign": self.campaign.id, "kind": kind})
            self._units[kind] = [StoredUnit(*row) for row in rows]
        return self._units[kind]

    async def all_units(self) -> list[StoredUnit]:
        """The same of every kind, one kind after the other; those that weren't read yet in one look."""
        if left := [kind for kind in KINDS if kind not in self._units and kind not in self._read]:
            rows = (await self.connection.execute(_UNITS_OF, {"campaign": self.campaign.id, "kinds": left})).all()
            self._read |= {kind: [row for row in rows if row.kind == kind] for kind in left}
        return [unit for kind in KINDS for unit in await self.units(kind)]

    async def unit(self, name: str, kind: str = CHARACTER, *, beside: Sequence[str] = ()) -> StoredUnit:
        """The character, ship or career that was meant; raises RuleError with the near names where that isn't clear,
        and what else has that very name. `beside` are the sides that may be named in its place.
        """
        units = await self.units(kind)
        try:
            return meant(units, name, kind)
        except RuleError as problem:
            others = [unit for unit in await self.all_units() if unit.kind != kind]
            raise missed(problem, name, kind, others, beside if units else ()) from problem

    async def plan(self, sha256: str) -> str:
        """The text of a deck plan that was put up in this campaign."""
        query = select(PLAN.c.text).where(PLAN.c.campaign_id == self.campaign.id, PLAN.c.sha256 == sha256)
        return str((await self.connection.execute(query)).scalar_one())

    async def battle(self) -> StoredBattle | None:
        """The battle that is being fought, if there is one."""
        row = (await self.connection.execute(_BATTLE, {"campaign": self.campaign.id})).one_or_none()
        return StoredBattle(*row) if row else None

    async def ledger(self, kind: str) -> Mapping[str, Any]:
        """What the rules of the units of a kind keep beside them, as it is stored: empty for nothing.

        That of ships is large and in a row of its own.
        """
        if kind != SHIP:
            kept: Mapping[str, Any] = self.campaign.things.get(kind, {})
            return kept
        stored = await self.battle()
        return {} if stored is None else {"battle": stored.state}

    def commands(self, unit: StoredUnit, *, own: bool = False) -> bool:
        """Whether the actor may give orders to a character: the referee to anybody, a player to their own.

        With `own` the referee's are only those that no player owns.
        """
        return unit.owner_id == self.actor.id or (self.referee and not (own and unit.owner_id))

    def check(self, need: Need, what: str, owner: int | None = None) -> None:
        """Raise RuleError unless the actor may do what has that need; see `access`."""
        if not allowed(need, self.actor, referee=self.referee, owner=owner):
            raise refusal(need, what, asked_for=self.allowed_by is not None)

    def ask(self, sentence: str, of: Collection[str] = ()) -> None:
        """Raise NeedsYesError unless the referee, or one of those `of` whom it is asked, gives the order or allows it.

        What has been changed until then is taken back: the order waits for the yes, and is carried out anew.
        """
        check_yes(sentence, of, (self.by, self.yes))

    @property
    def by(self) -> str:
        """Who gives the order, as the rules know people: "" for the referee."""
        return "" if self.referee else str(self.actor.id)

    async def give_for(self, asker_id: int, chain: str) -> None:
        """Carry out what somebody else asked for, in the chain of their order, by their rights and the actor's yes."""
        self.yes, self.allowed_by, self.chain = self.by, self.actor.id, chain
        self.actor = Actor(asker_id, "")
        self.referee = asker_id in await self.referees()

    @contextmanager
    def speaking_for(self, actor: Actor, key: str, what: str, *, referee: bool) -> Iterator[None]:
        """Within the block an order of somebody's is carried out that they gave before, by their rights of now.

        It belongs to the chain of the one that has brought it on; `what` it shows, if it is another's, bars that one's
        giver from taking the chain back.
        """
        before = (self.actor, self.key, self.referee, self.yes, self.allowed_by)
        self.shows = "" if actor.id == self.actor.id else what
        self.actor, self.key, self.referee, self.yes, self.allowed_by = actor, key, referee, None, None
        try:
            yield
        finally:
            self.actor, self.key, self.referee, self.yes, self.allowed_by = before
            self.shows = ""

    # --- changing ---

    def _stage(self, entity: str, entity_id: int, before: Values | None, after: Values | None) -> None:
        super()._stage(entity, entity_id, before, after)
        self.games.clear()

    async def names(self, kind: str = CHARACTER) -> dict[str, str]:
        """The names that are taken for somebody new of a kind, with the kind of each, whoever knows of them; a hidden
        ship's for a referee alone, since for others it makes way.
        """
        return {unit.name: unit.kind for unit in await self._known() if unit.kind in namesakes(kind)}

    async def _known(self) -> Sequence[StoredUnit]:
        """All units, without ships that are hidden from whoever gives the command."""
        return [unit for unit in await self.all_units() if self.referee or HIDDEN not in unit.marks]

    async def sides(self) -> set[str]:
        """All sides, of whatever kind of units."""
        return {unit.side for unit in await self.all_units() if unit.side}

    async def known_sides(self) -> set[str]:
        """The same without those of hidden ships alone, of which the actor doesn't know."""
        return {unit.side for unit in await self._known() if unit.side}

    async def side_named(self, typed: str | None, taken: Mapping[str, str]) -> str:
        """A side's name as it is kept; see `names.side_named`."""
        return side_named(typed, await self.known_sides(), taken) if typed else ""

    async def check_name(self, name: str, kind: str, *, side: str = "", but: str = "") -> None:
        """Raise RuleError where somebody of a kind can't be called so, or a new `side` of theirs: somebody else, or a
        side, is; `but` for whoever is called anew.
        """
        names = {other: of for other, of in (await self.names(kind)).items() if other != but}
        # Whoever has a career takes no part in anything yet.
        sides = set() if kind == CAREER else await self.known_sides()
        check_taken(name, names, sides, joins=side)
        if side and side not in sides:
            check_taken(side, names, what="side")

    async def make_way(self, name: str, kind: str) -> None:
        """Let a hidden ship, of which the actor doesn't know, leave its name to somebody who is to be called so."""
        units = [unit for each in namesakes(kind) for unit in await self.units(each)]
        for unit in units if not self.referee else ():
            if HIDDEN in unit.marks and key_of(unit.name) == key_of(name):
                taken = {key_of(other.name) for other in units}
                others = (f"{unit.name[: LONGEST_NAME - 5]} ({number})" for number in count(2))
                other = next(each for each in others if key_of(each) not in taken)
                kept = {"name": other, "key": kept_key(other, unit.kind)}
                # Before the newcomer is, whose row is added at once.
                await self.connection.execute(update(UNIT).where(UNIT.c.id == unit.id).values(kept))
                self.change(unit, **kept)

    async def add_unit(
        self,
        name: str,
        side: str,
        owner_id: int | None,
        sheet: dict[str, Any],
        kind: str = CHARACTER,
        marks: Sequence[str] = (),
    ) -> int:
        """Make a unit of a kind; raises RuleError where the name is taken."""
        await self.make_way(name, kind)
        await self.check_name(name, kind, side=side)
        values: Values = {
            "name": name,
            "key": kept_key(name, kind),
            "side": side,
            "owner_id": owner_id,
            "sheet": sheet,
            "kind": kind,
            "place": None,
            "marks": [*marks],
        }
        unit_id = await self.add("unit", **values)
        self.conceals |= HIDDEN in marks
        own = [each for each in await self.units(kind) if each.owner_id == owner_id is not None]
        await self.owe_with(the_unit(unit_id, values["key"]), [the_unit(each.id, each.key) for each in own])
        self._units[kind].append(StoredUnit(id=unit_id, campaign_id=self.campaign.id, **values))
        return unit_id

    def change(self, unit: StoredUnit, **values: Any) -> StoredUnit:
        """Change a unit, and return it as it is now."""
        changed = replace(unit, **values)
        self.conceals |= HIDDEN in changed.marks
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

    async def keep(self, kind: str, ledger: Mapping[str, Any]) -> None:
        """Note what the rules of the units of a kind keep beside them now."""
        if kind == SHIP:
            await self.keep_battle(await self.battle(), ledger.get("battle"))
        else:
            self.change_campaign(things={**self.campaign.things, kind: dict(ledger)})

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

    def change_roster(self, before: StoredRoster, after: StoredRoster) -> None:
        """Note that a roster is saved anew."""
        self._stage("roster", before.id, kept_of("roster", before), kept_of("roster", after))

    async def remove_roster(self, roster: StoredRoster) -> None:
        """Take a roster away; the journal keeps it."""
        await self._remove("roster", roster)

    def change_campaign(self, **values: Any) -> None:
        """Change the campaign's settings, the ledger of its rules, or whether it has ended."""
        before = kept_of("campaign", self.campaign)
        self._move(**values)
        self._stage("campaign", self.campaign.id, before, kept_of("campaign", self.campaign))

    async def settle(self, channel_id: int, otherwise: str, *, threads: bool = False) -> None:
        """Let the campaign be played in a channel, its sides in their `threads` of another one, where these are left;
        raises RuleError, in the given words, where another one is.

        Nothing takes that back; `move_to` can be taken back.
        """
        to_there = update(CAMPAIGN).where(CAMPAIGN.c.id == self.campaign.id).values(channel_id=channel_id)
        try:
            (await self.connection.execute(to_there.returning(CAMPAIGN.c.id))).scalar_one()
        except IntegrityError:
            raise RuleError(otherwise) from None
        # What is kept up to date is posted anew where it is played now.
        left = ~POST.c.shows.startswith(THREAD) if threads else true()
        await self.connection.execute(delete(POST).where(POST.c.campaign_id == self.campaign.id, left))
        self._move(channel_id=channel_id)

    async def move_to(self, channel_id: int, otherwise: str) -> None:
        """The same as a change that can be taken back."""
        before = kept_of("channel", self.campaign)
        await self.settle(channel_id, otherwise, threads=True)
        self._stage("channel", self.campaign.id, before, kept_of("channel", self.campaign))

    def restore_campaign(self, values: Values) -> None:
        """Put the campaign's settings and ledger back as they were; written with the entry."""
        self._move(**values)

    async def remove(self, unit: StoredUnit) -> None:
        """Take a unit away; the journal keeps it, and the throw that it owes."""
        self.leave_owing(the_unit(unit.id, unit.key))
        if unit.kind == CAREER:
            # All that it is was thrown for.
            self.owe_for(the_unit(unit.id, unit.key))
        await self._remove("unit", unit)
        self._units[unit.kind] = [each for each in await self.units(unit.kind) if each.id != unit.id]

    async def erase(self) -> dict[str, int]:
        """Erase the campaign with its journal, for good; how many rows of each kind there were."""
        return await erase_campaign(self.connection, self.campaign.id)

    async def stand_at(self, head_id: int) -> None:
        """Let the campaign stand at another entry of its journal: what undo and redo do."""
        self._move(head_id=head_id)
        self._units, self.games, self._sights = {}, {}, None
        deck, self._read = await in_one_trip(self.connection, _as_stored, self.campaign.id)
        self.deck = StoredDeck(*deck) if deck else None
        self._unrecorded = True


def _as_stored(connection: Connection, campaign_id: int) -> tuple[Sequence[Any] | None, dict[str, Iterable[Any]]]:
    """A campaign's deck and all its units, by kind, as they are stored now."""
    deck = connection.execute(_DECK, {"campaign": campaign_id}).one_or_none()
    return deck, {kind: connection.execute(UNITS, {"campaign": campaign_id, "kind": kind}).all() for kind in KINDS}
