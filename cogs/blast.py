"""`/blast`: an explosion and whoever is near it."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order, open_panel
from bot.chat.table import Bot, Interaction


class Blast(commands.Cog):
    """`/blast`."""

    @app_commands.command()
    @app_commands.describe(
        cause="What explodes or strikes, such as a grenade; left out, a panel asks and shows the odds",
        people="Who is near, and how far: Ann, Bob @0, Cid @1",
        penetration="The weapon's penetration, where the cause doesn't say it",
        direct="Whom the strike hit directly",
        at="On a deck: the square, place or person where it explodes; the deck tells who is near",
        already="Whom /fire has hit directly already, with commas between; they take no more",
        struck="For equipment: the penetration of the fire that hit it and may explode it",
        vacuum="Whether there is no air",
        dm="The referee's own modifier on throws to suffer collateral damage",
        because="The reason for that modifier",
        values="Whatever else these rules ask, such as: confined",
    )
    @app_commands.autocomplete(
        cause=completion.field("blast", "cause"),
        direct=completion.characters,
        already=completion.characters,
        at=completion.squares,
        vacuum=completion.field("blast", "vacuum"),
    )
    async def blast(
        self,
        interaction: Interaction,
        cause: str | None = None,
        people: str | None = None,
        penetration: int | None = None,
        direct: str | None = None,
        at: str | None = None,
        already: str | None = None,
        struck: int | None = None,
        vacuum: str | None = None,
        dm: int | None = None,
        because: str | None = None,
        values: str | None = None,
    ) -> None:
        """An explosion, or a strike that hurts others: who suffers, and what it does to them"""
        fields = {
            "cause": cause,
            "penetration": penetration,
            "struck": struck,
            "at": at,
            "vacuum": vacuum,
            "dm": dm,
            "because": because,
            "values": values,
        }
        give = give_order if cause is not None else open_panel
        await give(interaction, "blast", {"people": people, "direct": direct, "already": already}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Blast())
