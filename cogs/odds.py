"""`/odds`: the exact chances of an order, before it is given."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.odds import show_odds
from bot.chat.table import Bot, Interaction


class Odds(commands.GroupCog, group_name="odds", group_description="The exact chances of an order before it is given"):
    """`/odds`."""

    @app_commands.command()
    @app_commands.describe(
        attacker="Who would fire; left out, the numbers alone count",
        target="At whom",
        range="How far, in squares of 1.5 m",
        weapon="Which weapon",
        ammunition="Which ammunition",
        armour="The target's armour",
        skill="Skill with the weapon",
        fire="Type of fire, such as aimed, snap or covering",
        setting="single or automatic",
        cover="Whether the target is in cover",
        evading="Whether the target is evading",
        wounds="The firer's light wounds",
        dark="Whether it is dark",
        dm="A further modifier",
    )
    @app_commands.autocomplete(
        attacker=completion.characters,
        target=completion.characters,
        weapon=completion.odds_field("fire", "weapon"),
        ammunition=completion.odds_field("fire", "ammunition"),
        armour=completion.odds_field("fire", "armour"),
        fire=completion.odds_field("fire", "fire"),
        setting=completion.odds_field("fire", "setting"),
        cover=completion.odds_field("fire", "cover"),
        evading=completion.odds_field("fire", "evading"),
        dark=completion.odds_field("fire", "dark"),
    )
    async def fire(
        self,
        interaction: Interaction,
        attacker: str | None = None,
        target: str | None = None,
        range: int | None = None,  # noqa: A002 - the referee's word for it
        weapon: str | None = None,
        ammunition: str | None = None,
        armour: str | None = None,
        skill: int | None = None,
        fire: str | None = None,
        setting: str | None = None,
        cover: str | None = None,
        evading: str | None = None,
        wounds: int | None = None,
        dark: str | None = None,
        dm: int | None = None,
    ) -> None:
        """Show the chances of a shot, by characters or by plain numbers"""
        fields = {
            "range": range,
            "weapon": weapon,
            "ammunition": ammunition,
            "armour": armour,
            "skill": skill,
            "fire": fire,
            "setting": setting,
            "cover": cover,
            "evading": evading,
            "wounds": wounds,
            "dark": dark,
            "dm": dm,
        }
        await show_odds(interaction, "fire", {"attacker": attacker, "target": target}, fields)

    @app_commands.command()
    @app_commands.describe(
        people="Who would check, with commas; left out, the numbers alone count",
        morale="A morale value",
        wounds="Light wounds",
        dark="Whether it is dark",
        times="How many checks",
        dm="Leaders' bonuses and other modifiers: + helps",
    )
    @app_commands.autocomplete(people=completion.characters, dark=completion.odds_field("morale", "dark"))
    async def morale(
        self,
        interaction: Interaction,
        people: str | None = None,
        morale: int | None = None,
        wounds: int | None = None,
        dark: str | None = None,
        times: int | None = None,
        dm: int | None = None,
    ) -> None:
        """Show the chances of a morale check, by characters or by plain numbers"""
        fields = {"morale": morale, "wounds": wounds, "dark": dark, "times": times, "dm": dm}
        await show_odds(interaction, "morale", {"people": people}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Odds())
