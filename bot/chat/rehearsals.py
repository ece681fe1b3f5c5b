"""How the battle may go: played on many times, told ever better in one message, until whoever looks has seen enough."""

import asyncio
import logging
from collections.abc import Iterator
from time import monotonic

import discord

from bot.campaign.store import NoCampaignError
from bot.chat.answer import refuse, report
from bot.chat.marking import UNSENT
from bot.chat.table import Interaction
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.system import whole

log = logging.getLogger(__name__)
MOST_BATTLES = 1000
# When the first estimate is told, with all that has been played by then, and how often a better one is.
AT_FIRST = 1.0
A_WHILE = 2.0
# Discord lets an answer be edited for a quarter of an hour.
LONGEST = 14 * 60.0
# The channels in which a battle is being played on, and those in which somebody has seen enough of it.
_PLAYING: set[int] = set()
_ENOUGH: set[int] = set()


async def rehearse(interaction: Interaction, battles: int) -> None:
    """Play the channel's battle on so many times; refuses where there is none, or that is being done already."""
    channel = interaction.channel_id or 0
    if channel in _PLAYING:
        await refuse(interaction, "A battle is played on in this channel already: press Enough under it first.")
        return
    _PLAYING.add(channel)
    try:
        cards = await _rehearsal(interaction, whole(battles, "number of battles", 1, MOST_BATTLES))
        await interaction.response.defer(thinking=True)
        await _show(interaction, cards)
    except RuleError as refusal:
        await refuse(interaction, str(refusal), start=isinstance(refusal, NoCampaignError))
    except UNSENT as problem:
        log.info("a battle is played on no further, since its message can't be edited: %s", problem)
    except Exception as problem:
        if not interaction.client.is_closed():
            await report(interaction, problem)
    finally:
        _PLAYING.discard(channel)
        _ENOUGH.discard(channel)


async def _rehearsal(interaction: Interaction, count: int) -> Iterator[Card]:
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        stored = await turn.battle()
    if stored is None or table.ships.rehearse is None:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    battle = await asyncio.to_thread(table.ships.load_battle, stored.state)
    return table.ships.rehearse(battle, count)


async def _show(interaction: Interaction, cards: Iterator[Card]) -> None:
    """Show the first estimate very soon, then a better one every little while; the button goes with the last."""
    channel, begun = interaction.channel_id or 0, monotonic()
    latest, due = begun + LONGEST, begun + AT_FIRST
    shown = card = await _next(cards)
    while card is not None and channel not in _ENOUGH and monotonic() < latest and not interaction.client.is_closed():
        if monotonic() >= due:
            await interaction.edit_original_response(embed=embed(card), view=_enough())
            due = monotonic() + A_WHILE
        shown, card = card, await _next(cards)
    if shown is not None and not interaction.client.is_closed():
        await interaction.edit_original_response(embed=embed(shown), view=None)


async def _next(cards: Iterator[Card]) -> Card | None:
    return await asyncio.to_thread(next, cards, None)


def _enough() -> discord.ui.View:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Enough", custom_id="enough:here"))
    view.stop()
    return view


async def press_enough(interaction: Interaction, _: str) -> None:
    """End what is played on in the channel, which takes its button away; after a restart nothing is played any more."""
    channel = interaction.channel_id or 0
    if channel in _PLAYING:
        _ENOUGH.add(channel)
        await interaction.response.defer()
    else:
        await interaction.response.edit_message(view=None)
