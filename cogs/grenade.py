"""`/grenade`: a grenade thrown at a square."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order, open_panel
from bot.chat.table import Bot, Interaction


class Grenade(commands.Cog):
    """`/grenade`."""

    @app_commands.command()
    @app_commands.describe(
        thrower="Who throws",
        range="How far to the place aimed at, in the rules' squares or cm; left out, a panel asks",
        at="On a deck: the square, place or person that it is thrown at",
        people="Who is near that place, and how far from it: Ann, Bob @0, Cid @1",
        cover="Whether the thrower is in cover",
        scatter="Who says where a miss goes",
        vacuum="Whether there is no air",
        dm="The referee's own modifier on the throw to hit the square",
        because="The reason for that modifier",
        values="Whatever else these rules ask, such as: grenade 101, size -2",
    )
    @app_commands.autocomplete(
        thrower=completion.characters,
        at=completion.squares,
        cover=completion.field("grenade", "cover"),
        scatter=completion.field("grenade", "scatter"),
        vacuum=completion.field("grenade", "vacuum"),
    )
    async def grenade(
        self,
        interaction: Interaction,
        thrower: str,
        range: int | None = None,  # noqa: A002 - the referee's word for it
        at: str | None = None,
        people: str | None = None,
        cover: str | None = None,
        scatter: str | None = None,
        vacuum: str | None = None,
        dm: int | None = None,
        because: str | None = None,
        values: str | None = None,
    ) -> None:
        """Throw a grenade at a square: whether it hits, whom it hurts, or where it scatters"""
        fields = {
            "range": range,
            "at": at,
            "cover": cover,
            "scatter": scatter,
            "vacuum": vacuum,
            "dm": dm,
            "because": because,
            "values": values,
        }
        give = give_order if range is not None or at else open_panel
        await give(interaction, "grenade", {"thrower": thrower, "people": people}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Grenade())
