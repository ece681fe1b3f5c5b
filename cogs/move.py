"""`/move`: somebody goes somewhere on the deck."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Move(commands.Cog):
    """`/move`."""

    @app_commands.command()
    @app_commands.describe(
        name="Who goes",
        to="A square such as C7, a place, a room, somebody, or steps such as N N E",
        gait="How he goes, such as walk or trot",
        facing="Which way he faces at the end: N, E, S or W",
        ap="How many action points he may spend; left out, as many as it takes",
        dragging="Whom he drags along",
    )
    @app_commands.autocomplete(
        name=completion.characters,
        to=completion.squares,
        gait=completion.field("move", "gait"),
        facing=completion.field("move", "facing"),
        dragging=completion.characters,
    )
    async def move(
        self,
        interaction: Interaction,
        name: str,
        to: str | None = None,
        gait: str | None = None,
        facing: str | None = None,
        ap: int | None = None,
        dragging: str | None = None,
    ) -> None:
        """Move somebody on the deck, the cheapest way or step by step, and say what it costs"""
        fields = {"to": to, "gait": gait, "facing": facing, "ap": ap}
        await give_order(interaction, "move", {"name": name, "dragging": dragging}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Move())
