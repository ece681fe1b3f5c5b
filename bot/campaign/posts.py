"""Messages that are kept up to date: where each is, and which version of its campaign it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.campaign.rows import CAMPAIGN, ENTRY, EVERYBODY, POST
from bot.engine.errors import RuleError

BATTLE, TURN, PICTURE = "battle", "turn", "picture"
# Made once: making it took longer than carrying it out.
_POSTED = select(POST.c.channel_id, POST.c.message_id).where(
    POST.c.campaign_id == bindparam("campaign"), POST.c.shows == bindparam("shows")
)

# What stands before a side's name in what its thread is kept as, and its own messages that are kept up to date.
THREAD = "thread of "
# Where the campaign is played whose side has this place, or the channel of this thread; of several the last.
PLAYED_FOR = (
    select(CAMPAIGN.c.channel_id)
    .join_from(POST, CAMPAIGN, CAMPAIGN.c.id == POST.c.campaign_id)
    .where(POST.c.channel_id.in_((bindparam("channel"), bindparam("parent"))), POST.c.shows.startswith(THREAD))
    .order_by(CAMPAIGN.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that is kept up to date."""

    channel_id: int
    message_id: int


async def posted_at(connection: AsyncConnection, campaign_id: int, shows: str) -> Posted | None:
    """Where a campaign's message that shows this is, as far as anybody knows; None where none has been posted."""
    found = (await connection.execute(_POSTED, {"campaign": campaign_id, "shows": shows})).one_or_none()
    return Posted(*found) if found else None


async def claim(engine: AsyncEngine, campaign_id: int, shows: str, version: int) -> tuple[Posted | None, bool]:
    """The message to bring to a version of the campaign, and whether it needs that.

    It doesn't where it shows this version or a later one already; there is None where nothing has been posted.
    """
    here = (POST.c.campaign_id == campaign_id) & (POST.c.shows == shows)
    async with engine.begin() as connection:
        found = (await connection.execute(select(POST.c.channel_id, POST.c.message_id).where(here))).one_or_none()
        if found is None:
            return None, True
        newer = update(POST).where(here, POST.c.version < version).values(version=version).returning(POST.c.id)
        return Posted(*found), (await connection.execute(newer)).scalar() is not None


async def note(engine: AsyncEngine, campaign_id: int, shows: str, version: int, posted: Posted) -> None:
    """Note that a message which shows this version has been posted, instead of any before it."""
    row = {"campaign_id": campaign_id, "shows": shows, "version": version}
    place = {"channel_id": posted.channel_id, "message_id": posted.message_id}
    async with engine.begin() as connection:
        await connection.execute(delete(POST).where(POST.c.campaign_id == campaign_id, POST.c.shows == shows))
        await connection.execute(insert(POST).values(row | place))


async def below(engine: AsyncEngine, campaign_id: int, posted: Posted) -> int:
    """How many answers of the campaign that all may read stand below a message, in its channel."""
    query = select(func.count()).where(
        ENTRY.c.campaign_id == campaign_id,
        ENTRY.c.channel_id == posted.channel_id,
        ENTRY.c.message_id > posted.message_id,
        ENTRY.c.audience == EVERYBODY,
    )
    async with engine.begin() as connection:
        return int((await connection.execute(query)).scalar_one())


async def threads_of(connection: AsyncConnection, campaign_id: int) -> dict[str, int]:
    """The threads of a campaign's sides, or the channels that are theirs, by side."""
    query = select(POST.c.shows, POST.c.channel_id).where(
        POST.c.campaign_id == campaign_id, POST.c.shows.startswith(THREAD)
    )
    return {shows.removeprefix(THREAD): channel_id for shows, channel_id in await connection.execute(query)}


async def sides_places(connection: AsyncConnection) -> Sequence[tuple[int, dict[str, Any]]]:
    """The threads and channels of all sides of running campaigns, each with the settings of its campaign."""
    query = select(POST.c.channel_id, CAMPAIGN.c.settings).join_from(
        POST, CAMPAIGN, CAMPAIGN.c.id == POST.c.campaign_id
    )
    found = await connection.execute(query.where(POST.c.shows.startswith(THREAD), ~CAMPAIGN.c.ended))
    return [(channel_id, settings) for channel_id, settings in found]


async def check_no_thread(connection: AsyncConnection, channel_id: int) -> None:
    """Raise RuleError where a place is a side's, whose campaign is played there."""
    query = select(POST.c.shows).join_from(POST, CAMPAIGN, CAMPAIGN.c.id == POST.c.campaign_id)
    theirs = (POST.c.channel_id == channel_id) & POST.c.shows.startswith(THREAD) & ~CAMPAIGN.c.ended
    shows = (await connection.execute(query.where(theirs))).scalars().first()
    if shows is not None:
        side = shows.removeprefix(THREAD)
        raise RuleError(f"This place is for {side}, whose campaign is played here: choose a channel of its own.")


async def keep_thread(connection: AsyncConnection, campaign_id: int, side: str, channel_id: int | None) -> None:
    """Note which thread or channel is a side's from now on, None for none; its own messages were posted in the one
    before.
    """
    own = (THREAD + side, shown_to(TURN, side), shown_to(PICTURE, side))
    await connection.execute(delete(POST).where(POST.c.campaign_id == campaign_id, POST.c.shows.in_(own)))
    if channel_id is not None:
        row = {"campaign_id": campaign_id, "shows": THREAD + side, "version": 0}
        await connection.execute(insert(POST).values(row | {"channel_id": channel_id, "message_id": 0}))


def shown_to(shows: str, side: str) -> str:
    """What a message shows that is kept up to date for a side alone; "" for all."""
    return f"{shows} of {side}" if side else shows
