"""`/about`: which program this is, by which rules, and how it is kept."""

import asyncio
from math import ceil

from discord import app_commands
from discord.ext import commands

from bot import __version__, systems
from bot.campaign.database import size_of
from bot.chat.answer import Reply, answer
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed, plain
from bot.systems.rulebook import edition


def _editions(bot: Bot) -> list[str]:
    known = bot.table.systems
    return [f"{plain(known[key].title)}: edition {edition(systems.DATA / key)}" for key in known]


def _last_backup(bot: Bot) -> str:
    if bot.backups is None:
        return "none is made by this bot"
    last = bot.backups.last()
    return f"<t:{last}:R>" if last else "none yet"


async def _about(bot: Bot) -> Reply:
    lines = [
        f"Version {__version__}, running since <t:{bot.started}:R>",
        *await asyncio.to_thread(_editions, bot),
        # By whole megabytes: less would tell of orders that nobody else can know of.
        f"Database: {ceil(await size_of(bot.table.store.engine) / 1e6):,} MB",
        f"Last backup: {await asyncio.to_thread(_last_backup, bot)}",
    ]
    return Reply(lines_embed("Boarding Party", lines))


class About(commands.Cog):
    """`/about`."""

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Show the version, the rules' editions, and how the database is kept"""
        await answer(interaction, _about(interaction.client), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(About())
