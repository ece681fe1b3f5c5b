"""`/ship`: the campaign's ships, added, designed, listed and taken out again."""

import asyncio
from collections.abc import Sequence

import discord
from discord import TextStyle, app_commands
from discord.ext import commands
from discord.ui import TextInput

from bot.campaign.game import seen
from bot.campaign.gate import game_for, ledger_for, rows_for
from bot.campaign.transaction import Transaction
from bot.chat import completion, ships
from bot.chat.answer import Reply, answer, open_form
from bot.chat.completion import completing, editable_fields, field_values
from bot.chat.files import LONGEST_FIELD, form, submitted
from bot.chat.options import add_command, order_command
from bot.chat.rosters import roster, show
from bot.chat.sending import used
from bot.chat.table import Bot, Interaction, close_sheets
from bot.chat.wording import lines_embed
from bot.engine.errors import RuleError
from bot.engine.system import SHIP, System
from bot.systems.names import LONGEST_NAME
from bot.systems.ships import templates, yard_of

_PASTE, _DRAW = "ship:paste", "ship:draw"


@completing
async def _templates(interaction: Interaction, transaction: Transaction, _: System) -> Sequence[str]:
    table = interaction.client.table
    return list(templates(table.ships, (await game_for(transaction, table.ships)).units, transaction.by))


async def _list(interaction: Interaction) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        units = await rows_for(transaction, SHIP)
        close_sheets(interaction, transaction, units)
        settings, ledger = transaction.campaign.settings, await ledger_for(transaction, table.ships)
    shown = await asyncio.to_thread(lambda: list(roster(table.ships, units, settings, ledger)))
    lines = shown or ["None yet: add one with /ship add, or draw one with /ship design."]
    return Reply(lines_embed("Ships", lines))


async def _design_form(interaction: Interaction, name: str | None) -> discord.ui.Modal:
    """The form for a design, with the one that the ship has, or an example."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        yard = yard_of(table.ships, transaction.campaign.settings)
        ships = [unit for unit in await rows_for(transaction, SHIP) if not unit.foreign]
        known = {unit.name: yard.design_of(seen(table.ships, unit).sheet) for unit in ships}
    text = known.get(name or "") or yard.example
    if len(text) > LONGEST_FIELD:
        raise RuleError(f"The design of {name} is too long for a form: change it line by line, or send it as a file.")
    return form(
        _DRAW,
        "A ship's design",
        TextInput(
            label="Name",
            custom_id="name",
            default=(name or "")[:LONGEST_NAME],
            placeholder="The ship's; left out, the one that the design says",
            required=False,
            max_length=LONGEST_NAME,
        ),
        TextInput(
            label="Design, a component a line",
            custom_id="design",
            style=TextStyle.paragraph,
            default=text,
            placeholder="hull 400 cone",
            max_length=LONGEST_FIELD,
        ),
    )


async def _paste_form(interaction: Interaction) -> discord.ui.Modal:
    async with interaction.client.table.transaction(interaction):
        # Refused here, and not when somebody has pasted half their fleet.
        pass
    return form(
        _PASTE,
        "Ships to add",
        TextInput(
            label="Listings, as they are posted",
            custom_id="text",
            style=TextStyle.paragraph,
            placeholder="BC-9514 Kinunir  BC-A2447G2-000410-50203-0  MCr1336.63  1250 tons …",
            max_length=LONGEST_FIELD,
        ),
        TextInput(
            label="Side",
            custom_id="side",
            placeholder="Whose ships they are; left out, nobody's",
            required=False,
            max_length=LONGEST_NAME,
        ),
    )


class Ship(commands.GroupCog, group_name="ship", group_description="The campaign's ships"):
    """`/ship`."""

    @app_commands.command()
    @app_commands.describe(
        template="A ready-made ship, or one of yours as it was built; left out, a form opens for listings",
        name="Its name; left out, the template's",
        count="How many, numbered",
        file="A text file with listings, one or many",
        side="Which side they are on",
        owner="The player who commands them",
    )
    @app_commands.autocomplete(template=_templates, side=completion.sides)
    async def add(
        self,
        interaction: Interaction,
        template: str | None = None,
        name: str | None = None,
        count: int = 1,
        file: discord.Attachment | None = None,
        side: str | None = None,
        owner: discord.Member | None = None,
    ) -> None:
        """Add a ship: ready-made, from a file, or pasted as a listing"""
        if template is not None:
            await answer(interaction, ships.add_template(interaction, template, name, count, side, owner))
        elif file is not None:
            await answer(interaction, ships.add_listings(interaction, file, side, owner))
        else:
            await open_form(interaction, _paste_form(interaction))

    @app_commands.command()
    @app_commands.describe(
        name="The ship, new or known",
        change="Lines to change, such as: computer 6; + turrets 5 triple sand; - scoops",
        file="The whole design as a text file",
    )
    @app_commands.autocomplete(name=completion.ships)
    async def design(
        self,
        interaction: Interaction,
        name: str | None = None,
        change: str | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Draw a ship, in a form, from a file, or line by line"""
        if file is not None:
            await answer(interaction, ships.keep_design(interaction, name, file))
        elif change is not None:
            await answer(interaction, ships.change_design(interaction, name or "", change))
        else:
            await open_form(interaction, _design_form(interaction, name))

    @app_commands.command()
    @app_commands.describe(name="The ship", change="Lines to change, such as: computer 6; - scoops")
    @app_commands.autocomplete(name=completion.ships)
    async def whatif(self, interaction: Interaction, name: str, change: str) -> None:
        """Show what a change of a design would do, without making it"""
        await answer(interaction, ships.what_if(interaction, name, change), private=True)

    @app_commands.command()
    @app_commands.describe(name="The ship")
    @app_commands.autocomplete(name=completion.ships)
    async def show(self, interaction: Interaction, name: str) -> None:
        """Show a ship at a glance"""
        await answer(interaction, show(interaction, name, SHIP))

    @app_commands.command()
    @app_commands.describe(name="The ship")
    @app_commands.autocomplete(name=completion.ships)
    async def bill(self, interaction: Interaction, name: str) -> None:
        """Show what a design costs, part by part, and the limits that it breaks"""
        await answer(interaction, ships.bill(interaction, name))

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List all ships"""
        await answer(interaction, _list(interaction))

    @app_commands.command()
    @app_commands.describe(name="The ship; left out, all of them")
    @app_commands.autocomplete(name=completion.ships)
    async def export(self, interaction: Interaction, name: str | None = None) -> None:
        """Show the listing in the classic layout, ready to paste"""
        await answer(interaction, ships.export(interaction, name))


async def use_form(interaction: Interaction) -> None:
    """Take what was written in a form of ships."""
    given, custom_id = submitted(interaction), interaction.data["custom_id"]  # type: ignore[index,typeddict-item]
    if custom_id == _PASTE:
        await answer(interaction, ships.add_listings(interaction, given["text"], given["side"], None), given["text"])
    elif custom_id == _DRAW:
        text = given["design"]
        await answer(interaction, ships.keep_design(interaction, given["name"], text), text)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Ship())
    bot.add_listener(use_form, used("ship"))
    offered = {"field": editable_fields, "value": field_values}
    add_command(bot.tree, order_command(bot.table.systems, "ship edit", complete=offered), "ship")
    conceals = order_command(
        bot.table.systems, "ship conceal", complete={"template": _templates, "side": completion.sides}
    )
    add_command(bot.tree, conceals, "ship")
