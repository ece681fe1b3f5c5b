"""`/privacy`: what is kept about people, and how it goes away."""

from discord import app_commands
from discord.ext import commands

from bot.chat.answer import Reply, answer
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed

_KEPT = (
    "Kept for each campaign: the numbers by which Discord knows this server, the channel, the bot's answers and those "
    "who gave orders, own characters or referee; the orders with what was typed in them and when, secret plans among "
    "them, their dice and their answers, in which your name here may stand; the characters, the ships and their "
    "battle, and the deck plans and designs that were sent as files.",
    "Whoever runs the bot may also have its log: of an order that went wrong it holds what was typed.",
    "Not kept, and never seen: your messages. The bot hears its own commands and buttons only.",
    "It is in the database of whoever runs this bot, and is passed on to nobody.",
    "`/campaign erase` erases a campaign with all of that, for good: its referee or whoever manages the server "
    "can do it. What stands in the channel is Discord's, and is deleted there.",
)


async def _privacy() -> Reply:
    return Reply(lines_embed("What is kept", _KEPT), private=True)


class Privacy(commands.Cog):
    """`/privacy`."""

    @app_commands.command()
    async def privacy(self, interaction: Interaction) -> None:
        """Show what is kept about you, and how it is erased"""
        await answer(interaction, _privacy())


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Privacy())
