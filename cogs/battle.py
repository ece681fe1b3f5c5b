"""`/battle`: the campaign's ships fight, step by step or a round at once."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.battles import battle_field, give_battle_order
from bot.chat.buttons import on_press
from bot.chat.completion import completing
from bot.chat.rehearsals import press_enough, rehearse
from bot.chat.table import Bot, Interaction
from bot.engine.system import System, Value


@completing
async def _sides(_: Interaction, turn: Turn, __: System) -> Sequence[str]:
    return sorted({unit.side for unit in await turn.units("ship") if unit.side})


class Battle(commands.GroupCog, group_name="battle", group_description="A battle of ships"):
    """`/battle`."""

    @app_commands.command()
    @app_commands.describe(
        first="One side's name",
        second="The other's",
        first_tactics="The first commander's fleet tactics",
        second_tactics="The second commander's fleet tactics",
        fuel="Whether there is fuel to take on here, of a gas giant, an ocean or tankers",
    )
    @app_commands.autocomplete(first=_sides, second=_sides)
    async def new(
        self,
        interaction: Interaction,
        first: str,
        second: str,
        first_tactics: int = 0,
        second_tactics: int = 0,
        fuel: bool = False,
    ) -> None:
        """Begin a battle between two sides"""
        fields: dict[str, Value | None] = {
            "first": first,
            "second": second,
            "first tactics": first_tactics,
            "second tactics": second_tactics,
            "fuel": fuel,
        }
        await give_battle_order(interaction, "new", fields)

    @app_commands.command()
    @app_commands.describe(
        side="Which side they join; left out, their own",
        ships="Which ships, with commas between; left out, all of yours that are of the side",
        aboard="The carrier that carries these craft",
        captain="Their captain's ship tactics",
        pilot="Their pilot's skill",
    )
    @app_commands.autocomplete(
        side=battle_field("battle join", "side"), ships=completion.ships, aboard=completion.ships
    )
    async def join(
        self,
        interaction: Interaction,
        side: str | None = None,
        ships: str | None = None,
        aboard: str | None = None,
        captain: int | None = None,
        pilot: int | None = None,
    ) -> None:
        """Let ships join a side of the battle"""
        fields: dict[str, Value | None] = {
            "side": side,
            "aboard": aboard,
            "captain": captain,
            "pilot": pilot,
            "everything": ships is None,
        }
        await give_battle_order(interaction, "join", fields, {"ships": ships})

    @app_commands.command()
    @app_commands.describe(
        side="For which side, if not your own",
        line="The ships of the line, the others are the reserve; none for no line; left out, standing orders choose",
        launch="Craft to launch from their carriers, or all",
        recover="Craft to take back, such as: Dart 1, Dart 2 to Aviary",
        fight="In which chase, if not in the main battle",
        dm="The referee's own modifier on the throw for initiative",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        side=battle_field("battle form", "side"),
        line=battle_field("battle form", "line"),
        launch=battle_field("battle form", "launch"),
        recover=battle_field("battle form", "recover"),
        fight=battle_field("battle form", "fight"),
    )
    async def form(
        self,
        interaction: Interaction,
        side: str | None = None,
        line: str | None = None,
        launch: str | None = None,
        recover: str | None = None,
        fight: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Form your line of battle, sealed until the other side has formed as well"""
        fields: dict[str, Value | None] = {
            "side": side,
            "line": line,
            "launch": launch,
            "recover": recover,
            "fight": fight,
            "dm": dm,
            "because": because,
        }
        await give_battle_order(interaction, "form", fields)

    @app_commands.command()
    @app_commands.describe(
        side="For which side, if not your own",
        range="The attacker's choice: short or long",
        break_off="Ships that break off by acceleration, in groups: A, B; C",
        jump="Ships that jump: Kinunir 4 to Regina",
        emergency="Ships on emergency agility",
        globe="Flicker rates of black globes: Kinunir 40",
        silent="Systems that go without energy: Kinunir laser, computer",
        defend="Against which hit with what: 1 sand 2; 2 laser",
        pursue="Who follows which group: Wasp: Kinunir, Sovereign",
        repair="What is mended: Kinunir laser, maneuver; Wasp power",
        revive="Ships that wake their frozen watch",
        board="Who boards whom: Kinunir at Wasp",
        transfer="Crew shipped across: Kinunir 20 to Wasp",
        refuel="Fuel taken on, in tons: Kinunir 200; Wasp all",
        note="What else a ship does: Kinunir: skims fuel",
        rest="Whether standing orders do what you leave open (they do)",
        fight="In which chase, if not in the main battle",
        dm="The referee's own modifier, on throws through a defence, of repairs or of boarding",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        side=battle_field("battle decide", "side"),
        range=battle_field("battle decide", "range"),
        break_off=battle_field("battle decide", "break off"),
        emergency=battle_field("battle decide", "emergency"),
        globe=battle_field("battle decide", "globe"),
        silent=battle_field("battle decide", "silent"),
        defend=battle_field("battle decide", "defend"),
        pursue=battle_field("battle decide", "pursue"),
        repair=battle_field("battle decide", "repair"),
        revive=battle_field("battle decide", "revive"),
        board=battle_field("battle decide", "board"),
        refuel=battle_field("battle decide", "refuel"),
        fight=battle_field("battle decide", "fight"),
    )
    async def decide(
        self,
        interaction: Interaction,
        side: str | None = None,
        range: str | None = None,  # noqa: A002 - the referee's word for it
        break_off: str | None = None,
        jump: str | None = None,
        emergency: str | None = None,
        globe: str | None = None,
        silent: str | None = None,
        defend: str | None = None,
        pursue: str | None = None,
        repair: str | None = None,
        revive: str | None = None,
        board: str | None = None,
        transfer: str | None = None,
        refuel: str | None = None,
        note: str | None = None,
        rest: bool | None = None,
        fight: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Decide what the battle's step asks of your side"""
        fields: dict[str, Value | None] = {
            "side": side,
            "range": range,
            "break off": break_off,
            "jump": jump,
            "emergency": emergency,
            "globe": globe,
            "silent": silent,
            "defend": defend,
            "pursue": pursue,
            "repair": repair,
            "revive": revive,
            "board": board,
            "transfer": transfer,
            "refuel": refuel,
            "note": note,
            "rest": rest,
            "fight": fight,
            "dm": dm,
            "because": because,
        }
        await give_battle_order(interaction, "decide", fields)

    @app_commands.command()
    @app_commands.describe(
        orders="Who fires what at whom: Kinunir laser 2 at Wasp; Kinunir missile HE at Wasp; left out, standing orders",
        side="For which side, if not your own",
        rest="Whether standing orders fire what you leave open (they do)",
        fight="In which chase, if not in the main battle",
        dm="The referee's own modifier on every throw to hit",
        because="The reason for that modifier",
    )
    @app_commands.autocomplete(
        orders=battle_field("battle fire", "fire"),
        side=battle_field("battle fire", "side"),
        fight=battle_field("battle fire", "fight"),
    )
    async def fire(
        self,
        interaction: Interaction,
        orders: str | None = None,
        side: str | None = None,
        rest: bool | None = None,
        fight: str | None = None,
        dm: int | None = None,
        because: str | None = None,
    ) -> None:
        """Fire at the ships that are presented as targets"""
        fields: dict[str, Value | None] = {
            "fire": orders,
            "side": side,
            "rest": rest,
            "fight": fight,
            "dm": dm,
            "because": because,
        }
        await give_battle_order(interaction, "fire", fields)

    @app_commands.command()
    @app_commands.describe(
        dm="The referee's own modifier: initiative, to hit, through a defence, repairs, boarding",
        because="The reason for that modifier",
        side="On whose throws the modifier counts; left out, on both sides'",
    )
    @app_commands.autocomplete(side=battle_field("battle round", "side"))
    async def round(
        self, interaction: Interaction, dm: int | None = None, because: str | None = None, side: str | None = None
    ) -> None:
        """Play the rest of the turn by standing orders, all steps and all chases at once"""
        await give_battle_order(interaction, "round", {"dm": dm, "because": because, "side": side})

    @app_commands.command()
    @app_commands.describe(side="Which side", on="Whether standing orders play it from now on")
    @app_commands.autocomplete(
        side=battle_field("battle standing", "side"),
    )
    async def standing(self, interaction: Interaction, side: str, on: bool = True) -> None:
        """Let standing orders play a side, or no longer"""
        await give_battle_order(interaction, "standing", {"side": side, "on": on})

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show both fleets and who is waited for"""
        await give_battle_order(interaction, "show", {})

    @app_commands.command()
    @app_commands.describe(battles="How many times the battle is played on from here")
    async def simulate(self, interaction: Interaction, battles: int = 100) -> None:
        """Play the battle on by standing orders, many times, and show how it may go"""
        await rehearse(interaction, battles)

    @app_commands.command()
    @app_commands.describe(winner="The side that has won, if one has")
    @app_commands.autocomplete(
        winner=battle_field("battle end", "winner"),
    )
    async def end(self, interaction: Interaction, winner: str | None = None) -> None:
        """End the battle; the ships keep their damage"""
        fields: Mapping[str, Value | None] = {"winner": winner}
        await give_battle_order(interaction, "end", fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Battle())
    bot.add_dynamic_items(on_press("enough", press_enough, "here"))
