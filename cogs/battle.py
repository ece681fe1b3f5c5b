"""`/battle`: the campaign's ships fight, step by step or a round at once."""

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from bot.campaign.transaction import Transaction
from bot.chat import completion
from bot.chat.answer import refuse
from bot.chat.completion import completing
from bot.chat.options import (
    Command,
    Option,
    command_group,
    flag,
    number,
    order_command,
    referees_own,
    ship,
    suggested,
    text,
)
from bot.chat.orders import Fields, Giver, People, give_order
from bot.chat.rehearsals import press_enough, rehearse
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction
from bot.engine.system import SHIP, System


@completing
async def _sides(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    return sorted({unit.side for unit in await transaction.units(SHIP) if unit.side})


async def _join(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Without a name all ships of the side join that the player commands."""
    await give_order(interaction, verb, people, {**fields, "everything": "ships" not in people}, typed=fields)


def _command(name: str, description: str, *options: Option, give: Giver = give_order) -> Command:
    return order_command(name, description, *options, verb=f"battle {name}", give=give, suggest=completion.battle_field)


NEW = _command(
    "new",
    "Begin a battle between two sides",
    text("first", "One side's name", _sides, required=True),
    text("second", "The other's", _sides, required=True),
    number("first_tactics", "The first commander's fleet tactics"),
    number("second_tactics", "The second commander's fleet tactics"),
    flag("fuel", "Whether there is fuel to take on here, of a gas giant, an ocean or tankers"),
    flag("giant", "Throw whether there is a gas giant here, at which fuel can be skimmed"),
)
JOIN = _command(
    "join",
    "Let ships join a side of the battle",
    suggested("side", "Which side they join; left out, their own"),
    ship("ships", "Which ships, with commas between; left out, all of yours that are of the side"),
    text("aboard", "The carrier that carries these craft", completion.ships),
    number("captain", "Their captain's ship tactics"),
    number("pilot", "Their pilot's skill"),
    give=_join,
)
FORM = _command(
    "form",
    "Form your line of battle, sealed until the other side has formed as well",
    suggested("side", "For which side, if not your own"),
    suggested(
        "line",
        "The ships of the line, the others are the reserve; none for no line; left out, standing orders choose",
    ),
    suggested("launch", "Craft to launch from their carriers, or all"),
    suggested("recover", "Craft to take back, such as: Dart 1, Dart 2 to Aviary"),
    flag("rest", "Whether standing orders launch and line up what you leave open (they do)"),
    suggested("fight", "In which chase, if not in the main battle"),
    *referees_own("The referee's own modifier on the throw for initiative"),
    give=partial(give_order, sealed=True),
)
DECIDE = _command(
    "decide",
    "Decide what the battle's step asks of your side",
    suggested("side", "For which side, if not your own"),
    suggested("range", "The attacker's choice: short or long"),
    suggested("break_off", "Ships that break off by acceleration, in groups: A, B; C"),
    text("jump", "Ships that jump: Kinunir 4 to Regina"),
    suggested("emergency", "Ships on emergency agility"),
    suggested("globe", "Flicker rates of black globes: Kinunir 40"),
    suggested("silent", "Systems that go without energy: Kinunir laser, computer"),
    suggested("drop", "Ships that drop their L-Hyd tanks"),
    suggested("defend", "Against which hit with what: 1 sand 2; 2 laser"),
    suggested("pursue", "Who follows which group: Wasp: Kinunir, Sovereign"),
    suggested("repair", "What is mended: Kinunir laser, maneuver; Wasp power"),
    suggested("revive", "Ships that wake their frozen watch"),
    suggested("board", "Who boards whom: Kinunir at Wasp, or Kinunir 20 marines 10 troops at Wasp"),
    text("transfer", "Crew shipped across: Kinunir 20 to Wasp"),
    suggested("refuel", "Fuel taken on, in tons: Kinunir 200; Wasp all"),
    text("note", "What else a ship does: Kinunir: skims fuel"),
    flag("rest", "Whether standing orders do what you leave open (they do)"),
    suggested("fight", "In which chase, if not in the main battle"),
    *referees_own("The referee's own modifier, on throws through a defence, of repairs or of boarding"),
)
FIRE = _command(
    "fire",
    "Fire at the ships that are presented as targets",
    suggested(
        "orders",
        "Who fires what at whom: Kinunir laser 2 at Wasp; Kinunir missile HE at Wasp; left out, standing orders",
        fills="fire",
    ),
    suggested("side", "For which side, if not your own"),
    flag("rest", "Whether standing orders fire what you leave open (they do)"),
    suggested("fight", "In which chase, if not in the main battle"),
    *referees_own("The referee's own modifier on every throw to hit"),
)
ROUND = _command(
    "round",
    "Play the rest of the turn by standing orders, all steps and all chases at once",
    *referees_own("The referee's own modifier: initiative, to hit, through a defence, repairs, boarding"),
    suggested("side", "On whose throws the modifier counts; left out, on both sides'"),
)
STANDING = _command(
    "standing",
    "Let standing orders play a side; say what its hits knock out first, who of it falls first",
    suggested("side", "Which side", required=True),
    flag("on", "Whether standing orders play it from now on"),
    suggested("prefer", "What its hits knock out first, where it may choose: laser, meson screen"),
    suggested("fall", "Who falls first in boardings (crew, then troops): marines, troops; Wasp: troops"),
)
SHOW = _command("show", "Show both fleets and who is waited for")


@app_commands.command()
@app_commands.describe(battles="How many times the battle is played on from here")
async def simulate(interaction: Interaction, battles: int = 100) -> None:
    """Play the battle on by standing orders, many times, and show how it may go"""
    await rehearse(interaction, battles)


@app_commands.command()
@app_commands.describe(side="Which side", player="Who orders from now on what is the side's")
@app_commands.autocomplete(side=completion.battle_field("battle commander", "side"))
async def commander(interaction: Interaction, side: str, player: discord.Member) -> None:
    """Put a side under somebody's command; they let others join it"""
    if player.bot:
        await refuse(interaction, "A bot can't command a fleet: name a person.")
    else:
        await give_order(interaction, "battle commander", {}, {"side": side, "commander": str(player.id)})


END = _command(
    "end",
    "End the battle; the ships keep their damage",
    suggested("winner", "The side that has won, if one has"),
)
BATTLE = command_group(
    "battle",
    "A battle of ships",
    *(NEW, JOIN, FORM, DECIDE, FIRE, ROUND, STANDING, commander, SHOW, simulate, END),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(BATTLE)
    bot.add_dynamic_items(on_press("enough", press_enough, "here"))
