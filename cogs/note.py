"""`/note`: the referee's own notes, which are entries of the journal that only referees read."""

from discord import app_commands

from bot.campaign.log import notes
from bot.chat.answer import Reply, answer
from bot.chat.orders import entry_reply, house_order
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed, plain, who
from bot.systems.house import NoteOrder

_A_PAGE = 10
_Page = app_commands.Range[int, 1, 100_000]


async def _note(interaction: Interaction, text: str | None, page: int) -> Reply:
    async with interaction.client.table.transaction(interaction, ended=text is None) as transaction:
        transaction.check(NoteOrder.need, NoteOrder.called)
        if text is None:
            found = await notes(transaction, _A_PAGE, skip=(page - 1) * _A_PAGE)
            lines = [f"<t:{line.at}:f> · {who(line.actor_id)}\n{plain(str(line.card.lines[0]))}" for line in found]
            return Reply(lines_embed(f"Notes, page {page}", lines or [_none_on(page)]))
        entry = await house_order(interaction, transaction, NoteOrder.verb, {"text": text})
    return entry_reply(transaction, entry)


def _none_on(page: int) -> str:
    return "No notes yet: `/note text:` keeps one." if page == 1 else "No notes on this page: `/note` shows the newest."


@app_commands.command()
@app_commands.describe(text="What to keep; left out, your notes are shown", page="1 for the newest notes")
async def note(
    interaction: Interaction, text: str | None = None, page: app_commands.Range[int, 1, 100_000] = 1
) -> None:
    """Keep a note that only referees read, or show the notes"""
    await answer(interaction, _note(interaction, text, page), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(note)
