"""Tables that wait: which have waited long enough, and where campaigns are played in a server."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.campaign.recording import Place
from bot.campaign.rows import CAMPAIGN, WAIT


@dataclass(frozen=True, slots=True)
class Overdue:
    """A wait that is over: its id, where, and by whose word the table waited, None once they are forgotten."""

    id: int
    place: Place
    user_id: int | None


async def overdue(engine: AsyncEngine, now: int) -> list[Overdue]:
    """All waits that are over at a time in seconds since 1970, of campaigns that run, the oldest first."""
    query = (
        select(WAIT.c.id, CAMPAIGN.c.guild_id, CAMPAIGN.c.channel_id, WAIT.c.user_id)
        .join_from(WAIT, CAMPAIGN, WAIT.c.campaign_id == CAMPAIGN.c.id)
        .where(WAIT.c.until <= now, ~CAMPAIGN.c.ended)
        .order_by(WAIT.c.until)
    )
    async with engine.begin() as connection:
        return [Overdue(row[0], Place(row[1], row[2]), row[3]) for row in await connection.execute(query)]


async def played_in(engine: AsyncEngine, guild_id: int) -> list[Place]:
    """Where campaigns are played in a server, the oldest first."""
    query = select(CAMPAIGN.c.channel_id).where(CAMPAIGN.c.guild_id == guild_id, ~CAMPAIGN.c.ended)
    async with engine.begin() as connection:
        found = (await connection.execute(query.order_by(CAMPAIGN.c.id))).scalars()
        return [Place(guild_id, channel_id) for channel_id in found]
