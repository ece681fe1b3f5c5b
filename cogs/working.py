"""The “show working” button under an answer: every modifier with its rule, for whoever asks, and the rules to read."""

from bot.campaign.journal import answer_to
from bot.chat.answer import Reply, answer
from bot.chat.citing import cited_view
from bot.chat.files import whole
from bot.chat.sending import entry_named, on_press
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed, lines_of


async def show_working(interaction: Interaction, named: str) -> None:
    """Show the whole card of an entry to whoever pressed."""

    async def work() -> Reply:
        async with interaction.client.table.transaction(interaction) as transaction:
            entry = await answer_to(transaction, entry_named(named))
        rules = cited_view([*lines_of(entry.card), *entry.card.working], interaction.client.table.systems)
        return Reply(embed(entry.card, working=True), attached=whole(entry.card, working=True), view=rules)

    await answer(interaction, work(), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_dynamic_items(on_press("working", show_working))
