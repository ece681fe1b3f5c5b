"""The store: one unit of work a command.

`Store.transaction` locks the channel's campaign, hands out a `Transaction` to read and change it, and commits when the
block ends. An exception takes everything back, so that nothing is ever half done.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.access import Actor
from bot.campaign.deciding import UndecidedError
from bot.campaign.onetrip import in_one_trip
from bot.campaign.posts import PLAYED_FOR, check_no_thread, sides_places
from bot.campaign.recording import Place
from bot.campaign.rows import (
    CAMPAIGN,
    DECK,
    ENTRY,
    ENTRY_COLUMNS,
    IS_HIDDEN,
    MEMBER,
    POST,
    SEEN_OF,
    STRETCH,
    UNIT,
    Recorded,
    Source,
    StoredCampaign,
    StoredDeck,
    recorded,
)
from bot.campaign.transaction import UNITS, Transaction
from bot.engine.byhand import UnthrownError
from bot.engine.dice import new_seed
from bot.engine.errors import RuleError
from bot.engine.scene import FOG, ON, REFEREE
from bot.engine.seats import Membership
from bot.engine.system import CHARACTER

# A campaign with the stretch that its dice are thrown from, the part that the actor has in it and the deck that is up,
# locked until the command is done.
# PostgreSQL reads a campaign anew once another command has let go of it, but all that is joined to it as it was when
# this one began to wait; `_SEEN`, joined to it as well, tells whether that has happened.
_SEEN = CAMPAIGN.alias("seen")
_THROWN_FROM = (STRETCH.c.seed, STRETCH.c.salts)
# What the message shows whose component was used, of those that are kept up to date.
_USED = select(POST.c.shows).where(POST.c.campaign_id == CAMPAIGN.c.id, POST.c.message_id == bindparam("used"))
# Whether there is a ship of which the referee alone knows.
_CONCEALS = exists().where(UNIT.c.campaign_id == CAMPAIGN.c.id, IS_HIDDEN)
_MORE = (_SEEN.c.version, _USED.limit(1).scalar_subquery(), MEMBER.c.role, _CONCEALS)
_ANY = (
    select(CAMPAIGN, *_MORE, *_THROWN_FROM, DECK)
    .join_from(CAMPAIGN, _SEEN, _SEEN.c.id == CAMPAIGN.c.id)
    .join(STRETCH, (STRETCH.c.campaign_id == CAMPAIGN.c.id) & STRETCH.c.next_die.is_(None))
    .outerjoin(MEMBER, (MEMBER.c.campaign_id == CAMPAIGN.c.id) & (MEMBER.c.user_id == bindparam("actor")))
    .outerjoin(DECK, DECK.c.campaign_id == CAMPAIGN.c.id)
    .where(CAMPAIGN.c.channel_id.in_((bindparam("channel"), bindparam("parent"))))
    .with_for_update(of=CAMPAIGN)
)
_OWN = len(CAMPAIGN.columns)
_VERSION, _HEAD, _CHANNEL = map(list(CAMPAIGN.columns.keys()).index, ("version", "head_id", "channel_id"))
_LAST = _ANY.order_by(CAMPAIGN.c.id.desc())
# In the same order: two who lock a thread's campaign and its channel's must not wait for each other.
_RUNNING = _LAST.where(~CAMPAIGN.c.ended)


class NoCampaignError(RuleError):
    """The channel plays nothing yet."""


class RepeatedError(Exception):
    """The same interaction came again; `entry` is what it did the first time."""

    def __init__(self, entry: Recorded) -> None:
        super().__init__("this interaction has been carried out already")
        self.entry = entry


def _may_tell(entry: Recorded, user_id: int) -> bool:
    """Whether an answer that comes late may be told where somebody gives another command."""
    return not entry.unheard or entry.verb == SEEN_OF or entry.actor_id == user_id


class Store:
    """The campaigns of all channels; `now` gives the time in seconds since 1970."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self.engine = engine
        self._now = now
        # By channel. The table holds the same; this saves every command from looking.
        self._unanswered: dict[int, list[Recorded]] = {}
        # The channels in whose campaigns sides know only what they have seen.
        self._foggy: set[int] = set()

    @asynccontextmanager
    async def transaction(
        self,
        place: Place,
        actor: Actor,
        key: str,
        *,
        ended: bool = False,
        kind: str = CHARACTER,
        used: int = 0,
        first: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> AsyncIterator[Transaction]:
        """Lock the campaign that is played at a place, and commit what the block does to it; `first` is done before.

        A thread uses its channel's campaign unless it has its own, and a side's channel that of the side; `ended` takes
        the one that was played last, running or not. With it come the units of the `kind` that is the likeliest to be
        asked for, and what the message shows whose component was `used`, by its id.
        Raises NoCampaignError where there is none, and RepeatedError, with nothing changed, where the key has been
        used before.
        """
        async with self._locked(key) as connection:
            transaction = await self._find(connection, place, actor, key, ended=ended, kind=kind, used=used)
            if transaction is None:
                raise NoCampaignError("No campaign is running in this channel: start one with /campaign new.")
            if first is not None:
                await first(transaction)
            yield transaction
            transaction.check_recorded()

    @asynccontextmanager
    async def founding(self, place: Place, actor: Actor, key: str, system: str) -> AsyncIterator[Transaction]:
        """Begin a campaign, with the actor as its referee; the block adds to it and records.

        Raises RuleError where one is running or in the thread of a side, and RepeatedError as `transaction` does.
        """
        async with self._locked(key) as connection:
            await check_no_thread(connection, place.channel_id)
            values = {
                "guild_id": place.guild_id,
                "channel_id": place.channel_id,
                "system": system,
                "settings": {},
                "things": {},
                "counter": 0,
                "version": 0,
                "head_id": None,
                "ended": False,
                "taken_back": {},
                "created_at": self._now(),
            }
            try:
                row = (await connection.execute(insert(CAMPAIGN).values(values).returning(CAMPAIGN))).mappings().one()
            except IntegrityError:
                raise RuleError("A campaign is running in this channel already: /campaign show shows it.") from None
            source = Source(new_seed())
            values = {"campaign_id": row["id"], "seed": source.seed, "salts": [], "first_die": 0, "since": self._now()}
            await connection.execute(insert(STRETCH).values(values))
            transaction = Transaction(connection, StoredCampaign(**row), source, actor, key, self._now(), referee=True)
            await transaction.keep_members({str(actor.id): Membership(REFEREE)})
            yield transaction
            transaction.check_recorded()

    async def look_around(self) -> None:
        """After a start: what was committed and never answered before the program ended, and where fog lies."""
        unanswered = select(*ENTRY_COLUMNS).where(~ENTRY.c.answered).order_by(ENTRY.c.id)
        played = select(CAMPAIGN.c.channel_id, CAMPAIGN.c.settings).where(~CAMPAIGN.c.ended)
        async with self.engine.begin() as connection:
            for entry in (await connection.execute(unanswered)).mappings():
                self.not_answered(entry["channel_id"], recorded(entry))
            for channel_id, settings in await connection.execute(played):
                self.note_fog(channel_id, settings)
            for channel_id, settings in await sides_places(connection):
                self.note_fog(channel_id, settings)

    def note_fog(self, channel_id: int, settings: Mapping[str, Any]) -> None:
        """Note whether fog lies in the campaign that is played in a channel, or whose side has it."""
        if settings.get(FOG) == ON:
            self._foggy.add(channel_id)
        else:
            self._foggy.discard(channel_id)

    def not_answered(self, channel_id: int, entry: Recorded) -> None:
        """Note that an entry's answer could not be posted; it stays to be posted later, unless somebody only looked."""
        if entry.sealed and not entry.undoable:
            return
        self._unanswered.setdefault(channel_id, []).append(entry)

    async def next_unanswered(self, channel_id: int, user_id: int = 0) -> Recorded | None:
        """The oldest entry that a channel still waits for an answer to; it is handed out once.

        Of what a side's thread doesn't hold nobody but who gave it learns that there was anything.
        """
        while waiting := [each for each in self._unanswered.get(channel_id, ()) if _may_tell(each, user_id)]:
            entry = waiting[0]
            self._unanswered[channel_id].remove(entry)
            async with self.engine.begin() as connection:
                # Another process may have answered it, the campaign be gone, or somebody in it be forgotten.
                query = select(*ENTRY_COLUMNS).where(ENTRY.c.id == entry.id, ~ENTRY.c.answered)
                if row := (await connection.execute(query)).mappings().one_or_none():
                    return recorded(row)
        if not self._unanswered.get(channel_id):
            self._unanswered.pop(channel_id, None)
        return None

    async def answered(self, entry_id: int, message_id: int | None, channel_id: int | None = None) -> None:
        """Note that an entry's answer was posted, and as which message, None where a form opened; and in which channel,
        where that isn't the one in which it was given.
        """
        async with self.engine.begin() as connection:
            values = {"answered": True, "message_id": message_id}
            values |= {} if channel_id is None else {"channel_id": channel_id}
            await connection.execute(update(ENTRY).where(ENTRY.c.id == entry_id).values(values))

    @asynccontextmanager
    async def _locked(self, key: str) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.begin() as connection:
                yield connection
        except (IntegrityError, RuleError, UndecidedError, UnthrownError):
            # Refused, or not decided or thrown yet: perhaps another process has just carried out the very same.
            entry = await self.carried_out(key)
            if entry is None:
                raise
            raise RepeatedError(entry) from None

    def hides(self, place: Place) -> bool:
        """Whether sides knew only what they have seen when somebody last gave an order in a place's campaign.

        It is asked while others have the database, and so doesn't ask it: no answer may wait for that. Where another
        process has changed it since, people see that somebody gave an order, and nothing of what it comes to.
        """
        return not self._foggy.isdisjoint((place.channel_id, place.parent_id))

    async def carried_out(self, key: str) -> Recorded | None:
        """The entry of an order that has been carried out, by its key."""
        async with self.engine.begin() as connection:
            entry = (
                (await connection.execute(select(*ENTRY_COLUMNS).where(ENTRY.c.key == key))).mappings().one_or_none()
            )
        return None if entry is None else recorded(entry)

    async def _find(
        self, connection: AsyncConnection, place: Place, actor: Actor, key: str, *, ended: bool, kind: str, used: int
    ) -> Transaction | None:
        found, units = await in_one_trip(connection, _look, place, actor, ended=ended, kind=kind, used=used)
        if found is None:
            return None
        campaign, shown, role = StoredCampaign(*found[:_OWN]), found[_OWN + 1] or "", found[_OWN + 2]
        self.note_fog(campaign.channel_id, campaign.settings)
        if campaign.channel_id not in {place.channel_id, place.parent_id}:
            self.note_fog(place.channel_id, campaign.settings)
        source, deck = Source(*found[_OWN + 4 : _OWN + 6]), found[_OWN + 6 :]
        stored = StoredDeck(*deck) if deck[0] is not None else None
        own, read = role == REFEREE, {kind: units}
        transaction = Transaction(
            connection, campaign, source, actor, key, self._now(), referee=own, deck=stored, read=read
        )
        transaction.used, transaction.conceals = shown, bool(found[_OWN + 3])
        return transaction


def _look(
    connection: Connection, place: Place, actor: Actor, *, ended: bool, kind: str, used: int
) -> tuple[Any, Iterable[Any]]:
    """The campaign that is played at a place, None where there is none, with all that is joined to it; and its units of
    that kind, which are read where somebody asks for them.
    """
    query = _LAST if ended else _RUNNING
    given = {"channel": place.channel_id, "parent": place.parent_id, "actor": actor.id, "used": used}
    # A side's own thread stays its campaign's wherever that is played, and whatever begins in the thread's channel.
    of_side = place.parent_id and connection.execute(PLAYED_FOR, {**given, "parent": None}).scalar()
    given["parent"] = of_side or place.parent_id
    rows = connection.execute(query, given).all()
    if not rows and (home := connection.execute(PLAYED_FOR, given).scalar()) is not None:
        given["parent"] = home
        rows = connection.execute(query, given).all()
    if any(row[_VERSION] != row[_OWN] for row in rows):
        rows = connection.execute(query, given).all()
    if not rows:
        return None, ()
    if ended:
        # Whichever was played last: what is taken back is what people have just seen.
        found = max(rows, key=lambda row: row[_HEAD] or 0)
    else:
        # A thread's own before its channel's.
        found = min(rows, key=lambda row: row[_CHANNEL] != place.channel_id)
    return found, connection.execute(UNITS, {"campaign": found[0], "kind": kind})
