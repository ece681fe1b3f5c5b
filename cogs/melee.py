"""`/melee`: one character, or several, attack another hand to hand."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.orders import give_order, open_panel
from bot.chat.table import Bot, Interaction


class Melee(commands.Cog):
    """`/melee`."""

    @app_commands.command()
    @app_commands.describe(
        attacker="Who attacks, or several: A @0, B @1 (@0 in the target's square, @1 beside it)",
        target="Whom; it strikes back at the first attacker",
        victim="Whom one of them grips, if he does not fight himself",
        same_square="Whether they are in the same square, where no @ says it",
        dive="Whether the first attacker dived into the square",
        strike_back="Whether the target strikes back; yes if it can",
        handhold="Whether the target holds on in zero-G, and so does not strike back",
        zero_g="Whether the gravity is off, if not as the campaign is set",
        vacuum="Whether the air is gone, if not as the campaign is set",
        dm="The referee's own modifier on the first attacker's die",
        because="The reason for that modifier",
        panel="True for a panel that asks for the rest and shows the odds",
    )
    @app_commands.autocomplete(
        attacker=completion.characters,
        target=completion.characters,
        victim=completion.characters,
        same_square=completion.field("melee", "same square"),
        dive=completion.field("melee", "dive"),
        strike_back=completion.field("melee", "strike back"),
        handhold=completion.field("melee", "handhold"),
        zero_g=completion.field("melee", "zero-g"),
        vacuum=completion.field("melee", "vacuum"),
    )
    async def melee(
        self,
        interaction: Interaction,
        attacker: str,
        target: str,
        victim: str | None = None,
        same_square: str | None = None,
        dive: str | None = None,
        strike_back: str | None = None,
        handhold: str | None = None,
        zero_g: str | None = None,
        vacuum: str | None = None,
        dm: int | None = None,
        because: str | None = None,
        panel: bool = False,
    ) -> None:
        """Attack in melee: both strike, and the results are applied together"""
        people = {"attacker": attacker, "target": target, "victim": victim}
        fields = {
            "same square": same_square,
            "dive": dive,
            "strike back": strike_back,
            "handhold": handhold,
            "zero-g": zero_g,
            "vacuum": vacuum,
            "dm": dm,
            "because": because,
        }
        give = open_panel if panel else give_order
        await give(interaction, "melee", people, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Melee())
