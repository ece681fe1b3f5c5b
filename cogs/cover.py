"""`/cover`: covering fire along a line of the deck."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Cover(commands.Cog):
    """`/cover`."""

    @app_commands.command()
    @app_commands.describe(
        character="Who fires",
        at="The square where the line ends; left out, the one that was planned",
        weapon="Which weapon, if not the first one carried",
        mode="How: automatic or single",
        dm="The referee's own modifier",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        character=completion.characters,
        at=completion.squares,
        weapon=completion.field("cover", "weapon"),
        mode=completion.field("cover", "mode"),
    )
    async def cover(
        self,
        interaction: Interaction,
        character: str,
        at: str | None = None,
        weapon: str | None = None,
        mode: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Fire covering fire along a line of the deck, at who is in it and who comes through"""
        fields = {"at": at, "weapon": weapon, "mode": mode, "dm": dm, "because": because}
        await give_order(interaction, "cover", {"character": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Cover())
