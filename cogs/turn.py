"""`/turn show`: how far the turn is that is kept, for the referee also as a side knows it."""

from bot.campaign.gate import look_as
from bot.campaign.looking import looked
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.options import Option, add_command, order_command
from bot.chat.orders import Fields, People, give_order
from bot.chat.table import Bot, Interaction
from bot.chat.wording import AS_WORDS, embed
from bot.systems.stepping import SHOWS

_AS = Option("as", AS_WORDS, complete=completion.sides)


async def _show(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    if _AS.name not in fields:
        await give_order(interaction, verb, people, fields)
        return
    rest = {name: value for name, value in fields.items() if name != _AS.name}
    await answer(interaction, _shown_as(interaction, str(fields[_AS.name]), people, rest), private=True)


async def _shown_as(interaction: Interaction, side: str, people: People, fields: Fields) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        await look_as(transaction, side)
        system = table.rules(transaction, SHOWS)
        _, told = await looked(transaction, system, SHOWS, people, fields, table.new_dice)
    return Reply(embed(told.card, working=True))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    add_command(bot.tree, order_command(bot.table.systems, SHOWS, _AS, give=_show), "turn")
