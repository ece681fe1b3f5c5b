"""`/players`: who is a referee, who plays which side, who looks on, and whose people they are."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import discord
from discord import app_commands
from discord.ui import Select

from bot.campaign.gate import reader_of, seats, sides_for
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.options import Option, add_command, command
from bot.chat.orders import give_order
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction
from bot.chat.undecided import PREFIX, undecided
from bot.chat.wording import lines_embed, plain, who
from bot.engine.scene import OBSERVER, REFEREE
from bot.engine.seats import Membership
from bot.engine.several import WHAT_WORKS
from bot.systems.players import SeatOrder, parts

HAND = command(
    "hand",
    "Give characters or ships to a player",
    "character edit",
    (
        Option("name", "Whom; several with commas", complete=completion.everybody, is_role=True, required=True),
        Option("player", "The player whose they are from now on", discord.Member, fills="owner", required=True),
        Option("what_works", WHAT_WORKS.wording, bool),
    ),
    partial(give_order, either=True),
)


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """Show who plays which side, and who looks on"""
    await answer(interaction, _list(interaction))


async def _list(interaction: Interaction) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        units = await seats(transaction)
        members, known = await transaction.memberships(), await sides_for(transaction)
        reader = await reader_of(transaction)
    found = parts(members, units)
    # Who plays a side all know; but not that there is one which nobody plays and of which they have seen nobody.
    sides = known | {part.side for part in found.values() if part.side}
    lines = [*_lines(found, members, sorted(sides & {unit.side for unit in units}))]
    told = [each for each in undecided(members, units) if reader.everything or each.number == reader.by]
    lines += [f"{each.line}: `/players set side:` says which they play" for each in told]
    return Reply(lines_embed("Who plays which side", lines))


def _lines(found: Mapping[str, Membership], said: Mapping[str, Membership], sides: Sequence[str]) -> Iterator[str]:
    """The referees, the players of each side and the observers; a side that nobody plays is the referee's."""
    groups = {"Referee": [number for number, part in found.items() if part.role == REFEREE]}
    groups |= {side: [number for number, part in found.items() if part.side == side] for side in sides}
    groups["Looking on"] = [number for number, part in found.items() if part.role == OBSERVER]
    for title, numbers in groups.items():
        people = ", ".join(who(int(number)) + (" (by word)" if _by_word(said, number) else "") for number in numbers)
        if people or title in sides:
            yield f"**{plain(title)}**: {people or 'nobody but the referee'}"


async def seat_as_chosen(interaction: Interaction, chosen: str) -> None:
    """Say which side somebody plays, or that they look on, as it was chosen where that was asked."""
    number, _, side = chosen.partition(":")
    await give_order(
        interaction, SeatOrder.verb, {}, {"player": number, **({"side": side} if side else {"observer": True})}
    )


def _by_word(said: Mapping[str, Membership], number: str) -> bool:
    return number in said and said[number].role != REFEREE


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press(PREFIX, seat_as_chosen, "[0-9]{1,20}", Select))
    for each in (list_, HAND):
        add_command(bot.tree, each, "players", "Who plays which side, and whose people they are")
