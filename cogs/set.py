"""`/set`: any value of a sheet put right, with a reason."""

from functools import partial

from bot.chat import completion
from bot.chat.completion import editable_fields, field_values
from bot.chat.options import Option, command
from bot.chat.orders import give_order
from bot.chat.table import Bot
from bot.engine.several import WHAT_WORKS

SET = command(
    "set",
    "Put any value of a character or a ship right, with a reason in the journal",
    "character edit",
    (
        Option("field", "What to put right", complete=editable_fields, required=True),
        Option("value", "To what", complete=field_values, required=True),
        Option("name", "Whom; left out, your only character", complete=completion.everybody, is_role=True),
        Option("because", "Why, for the journal"),
        Option("what_works", WHAT_WORKS.wording, bool),
    ),
    partial(give_order, either=True),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(SET)
