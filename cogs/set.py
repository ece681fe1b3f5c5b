"""`/set`: any value of a sheet put right, with a reason."""

from functools import partial

from bot.chat import completion
from bot.chat.completion import editable_fields, field_values
from bot.chat.options import order_command, role, text
from bot.chat.orders import give_order
from bot.chat.table import Bot

SET = order_command(
    "set",
    "Put any value of a character or a ship right, with a reason in the journal",
    role("name", "Whom", completion.everybody, required=True),
    text("field", "What to put right", editable_fields, required=True),
    text("value", "To what", field_values, required=True),
    text("because", "Why, for the journal"),
    verb="character edit",
    give=partial(give_order, either=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(SET)
