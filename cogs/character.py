"""`/character`: who is in the campaign, and what is on their sheets."""

from discord import app_commands

from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.completion import editable_fields, field_values
from bot.chat.options import command_group, number, order_command, person, player, suggested, text
from bot.chat.roster import roster, show
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed
from bot.engine.typed import match

ADD = order_command(
    "add",
    "Add a character, or several alike",
    text("name", "The name; left out, the template's"),
    suggested("template", "A ready-made character to start from"),
    number("count", "How many, numbered"),
    text("side", "Which side they are on", completion.sides),
    player("owner", "The player whose character this is"),
    suggested("weapon", "The weapon in use"),
    suggested("ammunition", "What its clips hold"),
    number("clips", "Spare clips"),
    text("skill", "Skill with that weapon, such as +1"),
    suggested("armour", "Armour worn"),
    text("melee", "Melee value; from Traveller's strength, dexterity and brawling as 7+5+2"),
    number("morale", "Morale value"),
    number("leadership", "Leadership bonus"),
    text("values", "Whatever else is on these rules' sheets, such as: accuracy 5, strength 2"),
    verb="character add",
)
EDIT = order_command(
    "edit",
    "Change something about a character",
    person("name", "Whom", required=True),
    text("field", "What to change", editable_fields),
    text("value", "To what", field_values),
    player("owner", "The player whose it is"),
    verb="character edit",
)
REMOVE = order_command(
    "remove",
    "Take a character out of the campaign",
    person("name", "Whom", required=True),
    verb="character remove",
)
GIVE = order_command(
    "give",
    "Give a weapon, or clips for one that is carried",
    person("name", "To whom", fills="character", required=True),
    suggested("weapon", "Which weapon", required=True),
    suggested("ammunition", "What its clips hold"),
    number("clips", "How many spare clips"),
    number("skill", "Skill with it"),
    text("values", "Whatever else these rules ask, such as: hand left, sight Telescope"),
)
HEAL = order_command(
    "heal",
    "Heal wounds, by the referee's word",
    person("name", "Whom", fills="character", required=True),
    suggested("wounds", "What is healed, if not everything"),
)


@app_commands.command(name="show")
@app_commands.describe(name="Whom")
@app_commands.autocomplete(name=completion.characters)
async def show_(interaction: Interaction, name: str) -> None:
    """Show a character's whole sheet"""
    await answer(interaction, show(interaction, name))


@app_commands.command(name="list")
@app_commands.describe(side="Only this side")
@app_commands.autocomplete(side=completion.sides)
async def list_(interaction: Interaction, side: str | None = None) -> None:
    """List everybody, how they are and what they carry"""
    await answer(interaction, _list(interaction, side))


async def _list(interaction: Interaction, side: str | None) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        units = await transaction.units()
    if side is not None:
        meant = match(side, {unit.side for unit in units if unit.side}, what="side")
        units = [unit for unit in units if unit.side == meant]
    lines = list(roster(system, units, system.totals)) or ["Nobody yet: add somebody with /character add."]
    return Reply(lines_embed("Characters", lines))


CHARACTER = command_group("character", "Who is in the campaign", ADD, show_, list_, EDIT, REMOVE, GIVE, HEAL)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(CHARACTER)
