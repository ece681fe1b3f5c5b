"""`/lift`: lifts are called and ridden."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Lift(commands.GroupCog, group_name="lift", group_description="Lifts between the levels of a deck"):
    """`/lift`."""

    @app_commands.command()
    @app_commands.describe(
        name="Who is beside the lift's door, or in the lift to have it opened",
        side="On which side of his square the lift is, if there are several: N, E, S or W",
    )
    @app_commands.autocomplete(name=completion.characters, side=completion.field("lift call", "side"))
    async def call(self, interaction: Interaction, name: str, side: str | None = None) -> None:
        """Call a lift from beside its door"""
        await give_order(interaction, "lift call", {"name": name}, {"side": side})

    @app_commands.command()
    @app_commands.describe(
        name="Who is in the lift, with everybody else in it", to="To which level, by its number or name"
    )
    @app_commands.autocomplete(name=completion.characters, to=completion.levels)
    async def ride(self, interaction: Interaction, name: str, to: str | None = None) -> None:
        """Ride a lift to another level"""
        await give_order(interaction, "lift ride", {"name": name}, {"to": to})

    @app_commands.command(name="set")
    @app_commands.describe(
        at="Which lift: its name, or a square of it such as 2:C7; all for every lift",
        state="dead: out of order; working; here: it stands open there; away: it leaves",
    )
    @app_commands.autocomplete(at=completion.squares, state=completion.field("lift set", "state"))
    async def set_(self, interaction: Interaction, at: str, state: str) -> None:
        """Say what a lift does, by the referee's word, at once"""
        await give_order(interaction, "lift set", {}, {"at": at, "state": state})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Lift())
