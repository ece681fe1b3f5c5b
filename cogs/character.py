"""`/character`: who is in the campaign, and what is on their sheets."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaign.asking import Said
from bot.campaign.fighting import check_free
from bot.campaign.names import clean_name, numbered
from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.asking import Asked, Told, done_or_asked
from bot.chat.completion import completing, trait
from bot.chat.editing import edit, editable_fields, field_values, owner_of, remove
from bot.chat.options import number, order_command, person, suggested, text
from bot.chat.orders import told_of
from bot.chat.roster import roster, show
from bot.chat.table import Bot, Interaction, place_of
from bot.chat.wording import lines_embed
from bot.engine.cards import Card, counted
from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.named import once, read_named
from bot.engine.system import SHIP, System, Unit, whole

MOST_AT_ONCE = 20
MOST_CHARACTERS = 200
_TRAITS = ("weapon", "ammunition", "clips", "skill", "armour", "melee", "morale", "leadership")


@completing
async def _templates(_: Interaction, __: Turn, system: System) -> Sequence[str]:
    return tuple(system.templates)


async def _add(interaction: Interaction, owner: discord.Member | None, said: Said) -> Reply:
    """Add somebody, or several alike; `said` are the options of `/character add` that were given."""
    if owner is None or owner.id == interaction.user.id:
        kept = said if owner is None else {**said, "own": True}
        return await done_or_asked(interaction, Asked("add", kept, said), carry_add)
    async with interaction.client.table.turn(interaction) as turn:
        told = await _added(interaction, turn, said, owner_of(turn, owner))
    return await told()


async def carry_add(interaction: Interaction, turn: Turn, said: Said) -> Told:
    """Add somebody, whose it is that says so."""
    return await _added(interaction, turn, said, turn.actor.id if "own" in said else owner_of(turn, None))


async def _added(interaction: Interaction, turn: Turn, said: Said, owner_id: int | None) -> Told:
    system = interaction.client.table.system_of(turn)
    if system.kind == SHIP:
        raise RuleError(
            "This campaign is of ships alone: add them with /ship add; people need a campaign with rules for them."
        )
    base = Unit("", "", system.new_sheet)
    if "template" in said:
        base = system.templates[match(said["template"], system.templates, what="template")]
    if not (said.get("name") or base.name):
        raise RuleError("Name the character, or a template to take the name from.")
    sheet = system.with_traits(base.sheet, _traits(system, said), turn.campaign.settings)
    units = await turn.units()
    count = whole(said.get("count", 1), "count", 1, MOST_AT_ONCE)
    if len(units) + count > MOST_CHARACTERS:
        raise RuleError(f"A campaign holds {MOST_CHARACTERS} characters: remove some first.")
    name = clean_name(said.get("name") or base.name)
    names = [clean_name(each) for each in numbered(name, count, {unit.key for unit in units})]
    for each in names:
        await turn.add_unit(each, await turn.side_named(said.get("side")), owner_id, system.dump_sheet(sheet))
    lines = tuple(f"{each}: {system.line(sheet)}" for each in names)
    title = f"{names[0]} joins" if count == 1 else f"{counted(count, 'character')} join"
    await check_free(turn, system)
    entry = await turn.record("character add", Card(title, lines), place=place_of(interaction))
    return told_of(turn, system, entry)


def _traits(system: System, said: Said) -> dict[str, str]:
    """What is said of a sheet's values, by options of their own and in `values`."""
    given = {name: str(said[name]) for name in _TRAITS if name in said}
    more = read_named(said["values"], system.traits, what="value on a sheet") if "values" in said else {}
    return once(given, more)


async def _list(interaction: Interaction, side: str | None) -> Reply:
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.system_of(turn)
        units = await turn.units()
    if side is not None:
        meant = match(side, {unit.side for unit in units if unit.side}, what="side")
        units = [unit for unit in units if unit.side == meant]
    lines = list(roster(system, units, system.totals)) or ["Nobody yet: add somebody with /character add."]
    return Reply(lines_embed("Characters", lines))


class Character(commands.GroupCog, group_name="character", group_description="Who is in the campaign"):
    """`/character`."""

    @app_commands.command()
    @app_commands.describe(
        name="The name; left out, the template's",
        template="A ready-made character to start from",
        count="How many, numbered",
        side="Which side they are on",
        owner="The player whose character this is",
        weapon="The weapon in use",
        ammunition="What its clips hold",
        clips="Spare clips",
        skill="Skill with that weapon, such as +1",
        armour="Armour worn",
        melee="Melee value; from Traveller's strength, dexterity and brawling as 7+5+2",
        morale="Morale value",
        leadership="Leadership bonus",
        values="Whatever else is on these rules' sheets, such as: accuracy 5, strength 2",
    )
    @app_commands.autocomplete(
        template=_templates,
        side=completion.sides,
        weapon=trait("weapon"),
        ammunition=trait("ammunition"),
        armour=trait("armour"),
    )
    async def add(
        self,
        interaction: Interaction,
        name: str | None = None,
        template: str | None = None,
        count: int = 1,
        side: str | None = None,
        owner: discord.Member | None = None,
        weapon: str | None = None,
        ammunition: str | None = None,
        clips: int | None = None,
        skill: str | None = None,
        armour: str | None = None,
        melee: str | None = None,
        morale: int | None = None,
        leadership: int | None = None,
        values: str | None = None,
    ) -> None:
        """Add a character, or several alike"""
        given = {
            "name": name,
            "template": template,
            "count": count,
            "side": side,
            "weapon": weapon,
            "ammunition": ammunition,
            "clips": clips,
            "skill": skill,
            "armour": armour,
            "melee": melee,
            "morale": morale,
            "leadership": leadership,
            "values": values,
        }
        said = {option: value for option, value in given.items() if value is not None}
        await answer(interaction, _add(interaction, owner, said))

    @app_commands.command()
    @app_commands.describe(name="Whom")
    @app_commands.autocomplete(name=completion.characters)
    async def show(self, interaction: Interaction, name: str) -> None:
        """Show a character's whole sheet"""
        await answer(interaction, show(interaction, name))

    @app_commands.command(name="list")
    @app_commands.describe(side="Only this side")
    @app_commands.autocomplete(side=completion.sides)
    async def list_(self, interaction: Interaction, side: str | None = None) -> None:
        """List everybody, how they are and what they carry"""
        await answer(interaction, _list(interaction, side))

    @app_commands.command()
    @app_commands.describe(name="Whom", field="What to change", value="To what", owner="The player whose it is")
    @app_commands.autocomplete(name=completion.characters, field=editable_fields, value=field_values)
    async def edit(
        self,
        interaction: Interaction,
        name: str,
        field: str | None = None,
        value: str | None = None,
        owner: discord.Member | None = None,
    ) -> None:
        """Change something about a character"""
        await answer(interaction, edit(interaction, name, field, value, owner))

    @app_commands.command()
    @app_commands.describe(name="Whom")
    @app_commands.autocomplete(name=completion.characters)
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Take a character out of the campaign"""
        await answer(interaction, remove(interaction, name))


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


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    character = Character()
    assert character.app_command is not None
    character.app_command.add_command(GIVE)
    character.app_command.add_command(HEAL)
    await bot.add_cog(character)
