"""`/morale`: morale checks, and rallying the panicked."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order, open_panel
from bot.chat.table import Bot, Interaction


class Morale(commands.GroupCog, group_name="morale", group_description="Who holds, who panics, who rallies"):
    """`/morale`."""

    @app_commands.command()
    @app_commands.describe(
        cause="What calls for the check; left out, a panel asks and shows the odds",
        people="Who checks, with commas; @2 after a name for two checks; left out, everybody",
        times="How many checks each makes, if more than one",
        apart="Who of them is out of the others' sight, where no deck tells",
        fallen="On a deck: the casualties, with commas; the friends who see them check",
        dark="Whether they are in darkness",
        dm="The referee's own modifier to the morale value: + helps",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        cause=completion.field("morale", "cause"),
        people=completion.characters,
        apart=completion.characters,
        fallen=completion.characters,
        dark=completion.field("morale", "dark"),
    )
    async def check(
        self,
        interaction: Interaction,
        cause: str | None = None,
        people: str | None = None,
        times: int | None = None,
        apart: str | None = None,
        fallen: str | None = None,
        dark: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Check morale in order of rank: the throws, what leaders add, and what failing does"""
        fields = {"cause": cause, "times": times, "dark": dark, "dm": dm, "because": because}
        give = give_order if cause is not None else open_panel
        await give(interaction, "morale", {"people": people, "apart": apart, "fallen": fallen}, fields)

    @app_commands.command()
    @app_commands.describe(
        people="Who tries, with commas; left out, everybody who is panicked",
        leaders="Friendly leaders in the same square, with commas; left out, the deck tells",
        cover="Whether those who flee have reached full cover",
        dark="Whether they are in darkness",
        dm="The referee's own modifier to the morale value: + helps",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        people=completion.characters,
        leaders=completion.characters,
        cover=completion.field("rally", "cover"),
        dark=completion.field("rally", "dark"),
    )
    async def rally(
        self,
        interaction: Interaction,
        people: str | None = None,
        leaders: str | None = None,
        cover: str | None = None,
        dark: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Check whether the panicked are steady again, at the start of a decision phase"""
        fields = {"cover": cover, "dark": dark, "dm": dm, "because": because}
        await give_order(interaction, "rally", {"people": people, "leaders": leaders}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Morale())
