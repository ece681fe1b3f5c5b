"""Campaigns that move from one channel to another, also out of a channel that is gone."""

from dataclasses import dataclass

from sqlalchemy import select, update

from bot.campaign.access import Actor, allowed
from bot.campaign.recording import Place
from bot.campaign.rows import CAMPAIGN, ENTRY, MEMBER, REFEREE, Recorded, recorded
from bot.campaign.store import Store
from bot.campaign.turn import Turn


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A running campaign as it is seen from another channel; `entries` is how many its journal has."""

    id: int
    channel_id: int
    system: str
    entries: int


async def movable(store: Store, place: Place, actor: Actor) -> list[Elsewhere]:
    """The campaigns that run in other channels of a server and that the actor may move, the newest first."""
    here = (MEMBER.c.campaign_id == CAMPAIGN.c.id) & (MEMBER.c.user_id == actor.id)
    query = (
        select(CAMPAIGN.c.id, CAMPAIGN.c.channel_id, CAMPAIGN.c.system, CAMPAIGN.c.version, MEMBER.c.role)
        .outerjoin_from(CAMPAIGN, MEMBER, here)
        .where(CAMPAIGN.c.guild_id == place.guild_id, CAMPAIGN.c.channel_id != place.channel_id, ~CAMPAIGN.c.ended)
        .order_by(CAMPAIGN.c.id.desc())
    )
    async with store.engine.begin() as connection:
        rows = (await connection.execute(query)).all()
    return [Elsewhere(*row[:4]) for row in rows if allowed("campaign move", actor, referee=row[4] == REFEREE)]


_OCCUPIED = "A campaign is running in this channel already: /campaign end it first, or move the other one elsewhere."


async def move(turn: Turn, place: Place, *, for_good: bool = False) -> list[Recorded]:
    """Let a turn's campaign be played at a place from now on.

    Returns what was never answered where it was played before, which is told at the new place. A move `for_good`,
    out of a channel that is gone, is no part of what undo walks: there is no way back, and what came before it is
    taken back as if it had not been. Raises RuleError where another one runs at that place.
    """
    await (turn.settle if for_good else turn.move_to)(place.channel_id, _OCCUPIED)
    waiting = update(ENTRY).where(ENTRY.c.campaign_id == turn.campaign.id, ~ENTRY.c.answered)
    rows = await turn.connection.execute(waiting.values(channel_id=place.channel_id).returning(ENTRY))
    return [recorded(row) for row in rows.mappings()]
