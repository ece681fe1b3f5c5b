"""An answer for each of several who owe the same, such as their plans: a select each in one message, given by a press.

Nothing waits in memory: what has been chosen is in the message itself, in its selects' defaults, and who it is for in
the options' values.
"""

from collections.abc import Mapping
from typing import Any

import discord
from discord.ui import Button, Select, View

from bot.campaign.play import play
from bot.campaign.rows import tag_of
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply, deferring, showing
from bot.chat.asking import EACH, asked_by
from bot.chat.orders import told_of
from bot.chat.petitions import Petition, Told, done_or_asked
from bot.chat.sending import hold, unwatched, update
from bot.chat.table import Interaction, place_of
from bot.chat.wording import cut, lines_embed, plain
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.systems.names import key_of
from bot.systems.stepping import ANSWERS, Answers

GO = "go"
# Of the five rows of a message one is for the button.
_MOST = 4
_MOST_OPTIONS = 25
_LONGEST = 100
# By the tag of who owes it the place of the choice for them.
Chosen = Mapping[str, int]


async def show_each(interaction: Interaction, key: str) -> Reply:
    """The first few of those who owe what is due by that key, a select each."""
    async with interaction.client.table.transaction(interaction) as transaction:
        return await _each(interaction, transaction, key, {})


async def _each(interaction: Interaction, transaction: Transaction, key: str, chosen: Chosen) -> Reply:
    table = interaction.client.table
    system = table.system_of(transaction)
    due = await asked_by(transaction, [system], key)
    if not due.parts:
        raise RuleError("That is for one alone by now: My next asks for it.")
    more = len(due.owes) - _MOST
    lines = [f"**{plain(due.what)}** ({plain(due.rule)})", *([f"and {more} more after these"] if more > 0 else [])]
    return Reply(lines_embed("One by one", lines), view=_each_view(due, chosen))


def _each_view(due: Due, chosen: Chosen) -> View:
    view = View()
    for number, name in enumerate(due.owes[:_MOST]):
        usual = chosen.get(_tag(name), due.usual[number] if due.usual else due.default or 0)
        options = [
            discord.SelectOption(
                label=cut(f"{name}: {choice.label.removeprefix('All ')}", _LONGEST),
                value=f"{_tag(name)}:{place}",
                default=place == usual,
            )
            for place, choice in enumerate(due.choices[:_MOST_OPTIONS])
        ]
        view.add_item(Select(custom_id=f"{EACH}:{due.key}:{number}", options=options))
    style = discord.ButtonStyle.primary
    view.add_item(Button(label="All as chosen", custom_id=f"{EACH}:{due.key}:{GO}", style=style))
    return unwatched(view)


def _chosen(interaction: Interaction) -> Chosen:
    """What the message shows as chosen, with what a select was just set to."""
    assert interaction.message is not None
    data: Any = interaction.data
    values = [
        option.value
        for row in interaction.message.components
        for part in getattr(row, "children", ())
        if isinstance(part, discord.SelectMenu) and part.custom_id != data["custom_id"]
        for option in part.options
        if option.default
    ]
    found = [value.partition(":") for value in (*values, *data.get("values", ()))]
    return {tag: int(place) for tag, _, place in found if place.isdecimal()}


def _tag(name: str) -> str:
    return tag_of(key_of(name))


async def choose_each(interaction: Interaction, key: str) -> None:
    """Show what has been chosen for somebody."""

    async def work() -> Reply:
        async with interaction.client.table.transaction(interaction) as transaction:
            return await _each(interaction, transaction, key, _chosen(interaction))

    async def show() -> None:
        reply = await deferring(interaction, work(), hold)
        await update(interaction, embed=reply.embed, view=reply.view)

    await showing(interaction, show())


async def give_each(interaction: Interaction, key: str) -> Reply:
    """Give what has been chosen for all of them, as one."""
    said = {"key": key, "chosen": _chosen(interaction)}
    return await done_or_asked(interaction, Petition(ANSWERS, said, {}), carry_each)


async def carry_each(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Give answers as they were said, in one order."""
    table = interaction.client.table
    system = table.system_of(transaction)
    due = await asked_by(transaction, [system], said["key"])
    places = {name: said["chosen"].get(_tag(name)) for name in due.owes}
    given = tuple(
        due.choices[place].said.of(name)
        for name, place in places.items()
        if place is not None and place < len(due.choices)
    )
    if not given:
        raise RuleError("Nothing is chosen for anybody who still owes that.")
    material = Answers(given)
    entry = await play(transaction, place_of(interaction), system, ANSWERS, {}, {}, table.new_dice, material)
    return await told_of(interaction, transaction, system, entry)
