"""`/autopilot why`, shown to whoever asks alone: what one of one's own people might do now, and why."""

from bot.campaign.looking import looked
from bot.chat.answer import Reply, answer
from bot.chat.options import add_command, order_command
from bot.chat.orders import Fields, People
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed
from bot.systems.advising import WHY


async def _show(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Show whoever asks alone."""
    await answer(interaction, _advice(interaction, verb, people, fields), private=True)


async def _advice(interaction: Interaction, verb: str, people: People, fields: Fields) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.rules(transaction, verb)
        _, told = await looked(transaction, system, verb, people, fields, table.new_dice)
    return Reply(embed(told.card, working=True))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    why = order_command(bot.table.systems, WHY, give=_show)
    add_command(bot.tree, why, "autopilot", "People who act by themselves, and what they would do")
