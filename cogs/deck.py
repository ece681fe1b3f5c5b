"""`/deck`: the deck plan on which people stand."""

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import decks
from bot.chat.answer import Reply, answer
from bot.chat.completion import around, choices, sides
from bot.chat.table import Bot, Interaction
from bot.chat.wording import AS_WORDS, lines_embed, plain


async def _names(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return choices(await asyncio.to_thread(decks.shipped), typed)


def _listed() -> Sequence[str]:
    return [
        f"**{plain(name)}** {plain(each.plan.about)} "
        f"({', '.join(f'{level.width} × {level.height}' for level in each.plan.levels)} squares)"
        for name, each in decks.shipped().items()
    ]


async def _list() -> Reply:
    return Reply(lines_embed("Decks", await asyncio.to_thread(_listed)))


class Deck(commands.GroupCog, group_name="deck", group_description="The deck plan on which people stand"):
    """`/deck`."""

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List the decks that come with the bot"""
        await answer(interaction, _list())

    @app_commands.command()
    @app_commands.describe(name="A deck that comes with the bot", file="A deck of your own, drawn as a text file")
    @app_commands.autocomplete(name=_names)
    async def load(
        self, interaction: Interaction, name: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Put a deck up, ready-made or drawn by you"""
        await answer(interaction, decks.load_deck(interaction, name, file))

    @app_commands.command()
    @app_commands.describe(
        level="Which level, 1 for the top one",
        around="Around whom, or which square, place or room",
        whole="All of it, and not only where people are",
        as_=AS_WORDS,
    )
    @app_commands.rename(as_="as")
    @app_commands.autocomplete(around=around, as_=sides)
    async def show(
        self,
        interaction: Interaction,
        level: int | None = None,
        around: str | None = None,
        whole: bool = False,
        as_: str | None = None,
    ) -> None:
        """Show the deck as it is now"""
        shown = decks.show_deck(interaction, level, around, as_, whole=whole)
        await answer(interaction, shown, private=as_ is not None)

    @app_commands.command()
    async def key(self, interaction: Interaction) -> None:
        """Show you alone what the signs in the pictures mean"""
        await answer(interaction, decks.show_key(interaction), private=True)

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get the deck as a text file, to change it and load it again"""
        await answer(interaction, decks.export_deck(interaction))

    @app_commands.command()
    async def take(self, interaction: Interaction) -> None:
        """Take the deck away"""
        await answer(interaction, decks.take_deck(interaction))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Deck())
