"""Campaigns moved to the channel where one asks for it, or erased for good; also out of a channel that is gone."""

import re

import discord
from discord import app_commands

from bot.campaign.access import ACCESS
from bot.campaign.erasing import erase_elsewhere, scour
from bot.campaign.moving import OtherCampaign, elsewhere, move
from bot.campaign.recording import Place
from bot.chat.answer import Reply
from bot.chat.completion import choices
from bot.chat.orders import house_order, house_reply
from bot.chat.table import Interaction, actor_of, place_of
from bot.chat.wording import embed
from bot.engine.cards import Card, sentence
from bot.engine.errors import RuleError
from bot.systems.house import MovedFrom, MoveHereOrder


async def campaigns_elsewhere(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The campaigns in other channels of the server that the asker may move."""
    return choices([label(interaction, each) for each in await _movable(interaction)], typed)


async def move_here(interaction: Interaction, typed: str) -> Reply:
    """Move the campaign of that number, or of that suggestion, to this channel."""
    table, here = interaction.client.table, place_of(interaction)
    wanted = _chosen(interaction, typed, await _movable(interaction))
    there = Place(here.guild_id, wanted.channel_id)
    async with table.store.transaction(there, actor_of(interaction), str(interaction.id)) as transaction:
        transaction.check(MoveHereOrder.need, MoveHereOrder.called)
        if transaction.campaign.id != wanted.id:
            raise RuleError("That campaign has just been moved or ended: look again where it is.")
        gone = channel_of(interaction, wanted.channel_id) is None
        waiting = await move(transaction, here, for_good=gone)
        came = MovedFrom(_named(interaction, wanted.channel_id), for_good=gone)
        entry = await house_order(interaction, transaction, MoveHereOrder.verb, material=came)
        reply = await house_reply(interaction, transaction, entry)
    for missed in waiting:
        table.store.not_answered(here.channel_id, missed)
    return reply


async def _movable(interaction: Interaction) -> list[OtherCampaign]:
    return await elsewhere(
        interaction.client.table.store, place_of(interaction), actor_of(interaction), MoveHereOrder.need
    )


def _chosen(interaction: Interaction, typed: str, known: list[OtherCampaign]) -> OtherCampaign:
    if not known:
        raise RuleError("No campaign runs in another channel of this server of which you are a referee.")
    return numbered(interaction, typed, known, "move")


def numbered(interaction: Interaction, typed: str, known: list[OtherCampaign], what: str) -> OtherCampaign:
    """The campaign of that number, or of that suggestion; raises RuleError with what there is to `what`."""
    number = re.match(r"\s*#?([0-9]{1,18})\b", typed)
    for each in known:
        if number and each.id == int(number[1]):
            return each
    labels = sentence(label(interaction, each) for each in known[:5])
    raise RuleError(f"Name a campaign by its number: you can {what} {labels}.")


def label(interaction: Interaction, campaign: OtherCampaign) -> str:
    """The campaign's number, its rules and where it is: `12: High Seas, 37 entries, #ship`."""
    systems = interaction.client.table.systems
    title = systems[campaign.system].title if campaign.system in systems else campaign.system
    state = f"{campaign.entries} entries{', ended' if campaign.ended else ''}"
    return f"{campaign.id}: {title}, {state}, {_named(interaction, campaign.channel_id)}"[:100]


def channel_of(interaction: discord.Interaction, channel_id: int) -> str | None:
    """A channel by its name, `#ship`; None for one that is gone, or that the bot can't see."""
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    return f"#{channel.name}" if channel else None


def _named(interaction: discord.Interaction, channel_id: int) -> str:
    return channel_of(interaction, channel_id) or "a channel that I can't see"


def goes_to(interaction: discord.Interaction, before: int, after: int) -> list[str]:
    """Where a campaign is played after an undo or redo, if that has moved it.

    Raises RuleError where nobody could go on with it there.
    """
    if before == after:
        return []
    if (name := channel_of(interaction, after)) is None:
        raise RuleError("The campaign was moved from or to a channel that I can't see now: it stays where it is.")
    return [f"The campaign is played in {name} from now on."]


_CONFIRMED = "erase everything"
# What is told of each table's rows; the rest belongs to these.
_ERASED = {
    "unit": "characters and ships",
    "plan": "decks",
    "battle": "battles",
    "roster": "rosters",
    "entry": "journal entries",
}
_BACKUPS = "A backup that whoever runs this bot has made keeps it until it is replaced."


async def campaigns_without_channel(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The campaigns of channels that are gone which the asker may erase."""
    return choices([label(interaction, each) for each in await _without_channel(interaction)], typed)


async def _without_channel(interaction: Interaction) -> list[OtherCampaign]:
    store, place, actor = interaction.client.table.store, place_of(interaction), actor_of(interaction)
    found = await elsewhere(store, place, actor, ACCESS["campaign erase"], ended=True)
    return [each for each in found if channel_of(interaction, each.channel_id) is None]


async def erase(interaction: Interaction, confirm: str, campaign: str | None) -> Reply:
    """Erase the campaign that was played here last, or the named one of a channel that is gone."""
    store = interaction.client.table.store
    if campaign is not None:
        known = await _without_channel(interaction)
        if not known:
            raise RuleError("No campaign that you may erase is in a channel of this server that is gone.")
        wanted = numbered(interaction, campaign, known, "erase")
        _check_confirmed(confirm, f"campaign {wanted.id}, whose channel is gone,")
        erased = await erase_elsewhere(store.engine, wanted.id, place_of(interaction).guild_id, actor_of(interaction))
    else:
        async with interaction.client.table.transaction(interaction, ended=True) as transaction:
            transaction.check(ACCESS["campaign erase"], "Erasing the campaign")
            _check_confirmed(confirm, "the campaign that was played here last,")
            erased = await transaction.erase()
    await scour(store.engine)
    counts = [f"{words} {erased[table]}" for table, words in _ERASED.items() if erased[table]]
    messages = "The messages in the channel are Discord's: delete them there if you wish."
    return Reply(embed(Card("The campaign is erased", (f"Gone for good: {', '.join(counts)}.", _BACKUPS, messages))))


def _check_confirmed(typed: str, what: str) -> None:
    if typed.strip().casefold() != _CONFIRMED:
        raise RuleError(
            f"This erases {what} with its characters, ships, decks and journal, "
            f"and can't be taken back: to do it, type {_CONFIRMED} as the confirmation."
        )
