"""`/structure`: doors, walls and hulls that are hit."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction


class Structure(commands.GroupCog, group_name="structure", group_description="Doors, walls and hulls that are hit"):
    """`/structure`."""

    @app_commands.command()
    @app_commands.describe(
        name="What it is called here, such as Door 3",
        kind="What it is, the first time that it is hit",
        penetration="The penetration of the strike or explosion",
        times="How many such strikes",
        cause="For an explosion near it: what explodes",
        squares="For an explosion near it: how many squares away, if not in its square",
        at="On a deck instead of a name: a square beside it, such as C7",
        side="On which side of that square it stands: N, E, S or W",
    )
    @app_commands.autocomplete(
        name=completion.field("structure hit", "name"),
        kind=completion.field("structure hit", "kind"),
        cause=completion.field("structure hit", "cause"),
        at=completion.squares,
        side=completion.field("structure hit", "side"),
    )
    async def hit(
        self,
        interaction: Interaction,
        name: str | None = None,
        kind: str | None = None,
        penetration: int | None = None,
        times: int | None = None,
        cause: str | None = None,
        squares: int | None = None,
        at: str | None = None,
        side: str | None = None,
    ) -> None:
        """Add the damage points of a strike or an explosion to a structure"""
        fields = {
            "name": name,
            "kind": kind,
            "penetration": penetration,
            "times": times,
            "cause": cause,
            "squares": squares,
            "at": at,
            "side": side,
        }
        await give_order(interaction, "structure hit", {}, fields)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show the structures that have been hit, and how they stand"""
        await give_order(interaction, "structure list", {}, {})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Structure())
