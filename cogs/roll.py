"""`/roll`: any throw, by the campaign's dice where there is one."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.store import NoCampaignError
from bot.chat.answer import Reply, answer
from bot.chat.orders import entry_reply
from bot.chat.table import Bot, Interaction, place_of
from bot.chat.wording import embed
from bot.engine.cards import Card, printable
from bot.engine.dice import Faces, RecordedDice, new_seed
from bot.engine.system import whole
from bot.engine.throws import read_throw, throw, throw_card


async def _roll(interaction: Interaction, text: str, dm: int, because: str) -> Reply:
    """Throw by the campaign's dice and note it in its journal; where none is running, by dice of the moment."""
    asked = read_throw(text)
    dm = whole(dm, "DM", -100, 100)
    because = printable(because)[:100]

    def thrown(dice: RecordedDice) -> Card:
        check = throw(asked, dice, dm, because)
        return throw_card(asked.text, check, Faces(dice.throws), because)

    table = interaction.client.table
    try:
        async with table.transaction(interaction) as transaction:
            dice = table.new_dice(transaction.source.key, transaction.campaign.counter)
            card = thrown(dice)
            entry = await transaction.record("roll", card, place=place_of(interaction), throws=dice.throws)
            return entry_reply(transaction, entry)
    except NoCampaignError:
        return Reply(embed(thrown(table.new_dice(new_seed(), 0))))


class Roll(commands.Cog):
    """`/roll`."""

    @app_commands.command()
    @app_commands.describe(
        throw="Such as 2D, 2D+3, 8+, 2D DM+2 8+, 3d6 or d100",
        dm="A further modifier",
        because="What it is for",
    )
    async def roll(self, interaction: Interaction, throw: str, dm: int = 0, because: str = "") -> None:
        """Throw dice"""
        await answer(interaction, _roll(interaction, throw, dm, because))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Roll())
