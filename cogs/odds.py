"""`/odds`: the exact chances of an order, before it is given."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.odds import show_odds
from bot.chat.table import Bot, Interaction
from bot.engine.system import SHIP, Value


class Odds(commands.GroupCog, group_name="odds", group_description="The exact chances of an order before it is given"):
    """`/odds`."""

    @app_commands.command()
    @app_commands.describe(
        attacker="Who would fire; left out, the numbers alone count",
        target="At whom",
        range="How far, in the squares or cm of the rules",
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
        values="Whatever else these rules ask of a shot, such as: size -2, moved 20, accuracy 10",
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
        values: str | None = None,
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
            "values": values,
        }
        await show_odds(interaction, "fire", {"attacker": attacker, "target": target}, fields)

    @app_commands.command()
    @app_commands.describe(
        attacker="Who would attack; left out, the numbers alone count",
        target="Whom",
        melee="The attacker's melee value",
        against="The target's melee value",
        armour="The target's armour",
        robot="Whether the target is a robot",
        same_square="Whether they are in the same square",
        dive="Whether the attacker dived into the square",
        zero_g="Whether the gravity is off",
        vacuum="Whether the air is gone",
        dm="A further modifier on the die",
    )
    @app_commands.autocomplete(
        attacker=completion.characters,
        target=completion.characters,
        armour=completion.odds_field("melee", "armour"),
        robot=completion.odds_field("melee", "robot"),
        same_square=completion.odds_field("melee", "same square"),
        dive=completion.odds_field("melee", "dive"),
        zero_g=completion.odds_field("melee", "zero-g"),
        vacuum=completion.odds_field("melee", "vacuum"),
    )
    async def melee(
        self,
        interaction: Interaction,
        attacker: str | None = None,
        target: str | None = None,
        melee: int | None = None,
        against: int | None = None,
        armour: str | None = None,
        robot: str | None = None,
        same_square: str | None = None,
        dive: str | None = None,
        zero_g: str | None = None,
        vacuum: str | None = None,
        dm: int | None = None,
    ) -> None:
        """Show the chances of one attack in melee, by characters or by plain numbers"""
        fields: dict[str, Value | None] = {
            "melee": melee,
            "against": against,
            "armour": armour,
            "robot": robot,
            "same square": same_square,
            "dive": dive,
            "zero-g": zero_g,
            "vacuum": vacuum,
            "dm": dm,
            # What the target does to its attacker is the question turned round.
            "strike back": "no",
        }
        await show_odds(interaction, "melee", {"attacker": attacker, "target": target}, fields)

    @app_commands.command()
    @app_commands.describe(
        attacker="The ship that would fire; left out, the numbers alone count",
        target="The ship fired at",
        weapon="Which weapon, such as beam laser, missile nuclear or meson",
        factor="The battery's factor",
        computer="The firer's computer",
        target_computer="The target's computer",
        agility="The target's agility",
        size="The target's size, the first letter of its profile's second part",
        range="short or long",
        sand="Factors of the sandcasters on this hit, such as 5 or 9 9",
        beams="Factors of the lasers or energy guns on this missile",
        repulsor="Factors of the repulsors on this missile",
        damper="The target's nuclear damper",
        meson_screen="The target's meson screen",
        configuration="The target's configuration, 1 to 9",
        armour="The target's armor",
        flicker="The flicker rate of the target's black globe",
        dm="A further modifier",
    )
    @app_commands.autocomplete(
        attacker=completion.ships,
        target=completion.ships,
        weapon=completion.odds_field("battery", "weapon", SHIP),
        range=completion.odds_field("battery", "range", SHIP),
        size=completion.odds_field("battery", "size", SHIP),
    )
    async def battery(
        self,
        interaction: Interaction,
        attacker: str | None = None,
        target: str | None = None,
        weapon: str | None = None,
        factor: str | None = None,
        computer: int | None = None,
        target_computer: int | None = None,
        agility: int | None = None,
        size: str | None = None,
        range: str | None = None,  # noqa: A002 - the referee's word for it
        sand: str | None = None,
        beams: str | None = None,
        repulsor: str | None = None,
        damper: int | None = None,
        meson_screen: int | None = None,
        configuration: int | None = None,
        armour: int | None = None,
        flicker: int | None = None,
        dm: int | None = None,
    ) -> None:
        """Show the chances of one battery of a ship, by ships or by plain numbers"""
        fields: dict[str, Value | None] = {
            "weapon": weapon,
            "factor": factor,
            "computer": computer,
            "target computer": target_computer,
            "agility": agility,
            "size": size,
            "range": range,
            "sand": sand,
            "beams": beams,
            "repulsor": repulsor,
            "damper": damper,
            "meson screen": meson_screen,
            "configuration": configuration,
            "armour": armour,
            "flicker": flicker,
            "dm": dm,
        }
        await show_odds(interaction, "battery", {"attacker": attacker, "target": target}, fields, SHIP)

    @app_commands.command()
    @app_commands.describe(
        range="How far to the place aimed at, in the squares or cm of the rules",
        thrower="Who would throw; left out, the numbers alone count",
        people="Who is near that place; the odds are the first one's",
        armour="Armour of somebody near",
        away="How far he is from that place",
        cover="Whether the thrower is in cover",
        vacuum="Whether the air is gone",
        dm="A further modifier on the throw",
        values="Whatever else these rules ask, such as: grenade 101, strength 1",
    )
    @app_commands.autocomplete(
        thrower=completion.characters,
        people=completion.characters,
        armour=completion.odds_field("grenade", "armour"),
        cover=completion.odds_field("grenade", "cover"),
        vacuum=completion.odds_field("grenade", "vacuum"),
    )
    async def grenade(
        self,
        interaction: Interaction,
        range: int,  # noqa: A002 - the referee's word for it
        thrower: str | None = None,
        people: str | None = None,
        armour: str | None = None,
        away: int | None = None,
        cover: str | None = None,
        vacuum: str | None = None,
        dm: int | None = None,
        values: str | None = None,
    ) -> None:
        """Show the chances of a grenade, by characters or by plain numbers"""
        fields = {
            "range": range,
            "armour": armour,
            "away": away,
            "cover": cover,
            "vacuum": vacuum,
            "dm": dm,
            "values": values,
        }
        await show_odds(interaction, "grenade", {"thrower": thrower, "people": people}, fields)

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

    @app_commands.command()
    @app_commands.describe(
        character="Who would try; left out, the numbers alone count",
        weapon="What would be mended",
        dm="A further modifier on the throw",
        values="Whatever else these rules ask, such as: dexterity 1",
    )
    @app_commands.autocomplete(character=completion.characters, weapon=completion.field("repair", "weapon"))
    async def repair(
        self,
        interaction: Interaction,
        character: str | None = None,
        weapon: str | None = None,
        dm: int | None = None,
        values: str | None = None,
    ) -> None:
        """Show the chances of mending a weapon, by a character or by plain numbers"""
        fields = {"weapon": weapon, "dm": dm, "values": values}
        await show_odds(interaction, "repair", {"character": character}, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Odds())
