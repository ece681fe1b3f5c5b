"""`/next`'s choices: the buttons and selects under a message that asks, and the one that shows all that is asked."""

import re
from typing import Any

from discord import InteractionType

from bot.chat.answer import Reply, answer
from bot.chat.asking import ANSWER, EACH, MORE, SAY, all_asked, book_due
from bot.chat.each import GO, choose_each, give_each, show_each
from bot.chat.orders import carry_answer
from bot.chat.petitions import Petition, done_or_asked
from bot.chat.saying import SAID, give_said, open_saying
from bot.chat.sending import ENTRY_NAMED, entry_named, on_press, used
from bot.chat.table import Bot, Interaction


async def give_answer(interaction: Interaction) -> None:
    """Give the answer of a button or a select, whenever that was posted."""
    data: Any = interaction.data
    parts = str(data["custom_id"]).split(":")
    if len(parts) not in {3, 4} or not re.fullmatch(ENTRY_NAMED, parts[1]):
        return
    _, entry, key, *number = parts
    if EACH in (*number, *data.get("values", ())):
        await answer(interaction, show_each(interaction, key), private=True)
        return
    if SAY in data.get("values", ()):
        await open_saying(interaction, key)
        return
    said = {"entry": entry_named(entry), "key": key, "choice": (number or list(data.get("values", ())) or [""])[0]}
    await answer(interaction, done_or_asked(interaction, Petition("answer", said, {}), carry_answer))


async def use_each(interaction: Interaction) -> None:
    """Choose for somebody, or give what was chosen for all."""
    data: Any = interaction.data
    parts = str(data["custom_id"]).split(":")
    if len(parts) != 3 or not interaction.message:
        return
    if parts[2] == GO:
        await answer(interaction, give_each(interaction, parts[1]))
    else:
        await choose_each(interaction, parts[1])


async def submit_said(interaction: Interaction) -> None:
    """Give what was written in a form that asks for it."""
    _, _, key = str(interaction.data["custom_id"]).partition(":")  # type: ignore[index,typeddict-item]
    if interaction.type is InteractionType.modal_submit:
        await answer(interaction, give_said(interaction, key))


async def show_asked(interaction: Interaction, asked: str) -> None:
    """Show whoever pressed what they may answer."""
    named, _, after = asked.partition(":")
    await answer(interaction, _asked(interaction, entry_named(named), int(after)), private=True)


async def _asked(interaction: Interaction, named: int | str, after: int) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        books = table.books(table.system_of(transaction))
        asking = await book_due(transaction, books) or books[0]
        return await all_asked(transaction, asking, named, after)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_listener(give_answer, used(ANSWER))
    bot.add_listener(use_each, used(EACH))
    bot.add_listener(submit_said, used(SAID))
    bot.add_dynamic_items(on_press(SAY, open_saying, "[0-9a-f]{12}"))
    bot.add_dynamic_items(on_press(MORE, show_asked, f"(?:{ENTRY_NAMED}):[0-9]{{1,3}}"))
