"""Erasing a campaign for good: the one that was played here last, or one whose channel is gone."""

from discord import app_commands

from bot.campaign.access import ACCESS
from bot.campaign.erasing import erase_elsewhere, scour
from bot.campaign.moving import OtherCampaign, elsewhere
from bot.chat.answer import Reply
from bot.chat.completion import choices
from bot.chat.moving import channel_of, label, numbered
from bot.chat.table import Interaction, actor_of, place_of
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.errors import RuleError

_CONFIRMED = "erase everything"
# What is told of each table's rows; the rest belongs to these.
_ERASED = {
    "unit": "characters and ships",
    "plan": "decks",
    "battle": "battles",
    "entry": "journal entries",
}
_BACKUPS = "A backup that whoever runs this bot has made keeps it until it is replaced."


async def campaigns_without_channel(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The campaigns of channels that are gone which the asker may erase."""
    return choices([label(interaction, each) for each in await _without_channel(interaction)], typed)


async def _without_channel(interaction: Interaction) -> list[OtherCampaign]:
    store, place, actor = interaction.client.table.store, place_of(interaction), actor_of(interaction)
    found = await elsewhere(store, place, actor, "campaign erase", ended=True)
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
        async with interaction.client.table.turn(interaction, ended=True) as turn:
            turn.check(ACCESS["campaign erase"], "Erasing the campaign")
            _check_confirmed(confirm, "the campaign that was played here last,")
            erased = await turn.erase()
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
