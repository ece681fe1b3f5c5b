"""`/note`: the referee's own notes, which are entries of the journal that only referees read."""

from discord import app_commands

from bot.campaign.access import ACCESS
from bot.campaign.log import NOTE, notes
from bot.chat.answer import Reply, answer
from bot.chat.table import Bot, Interaction, place_of
from bot.chat.wording import embed, lines_embed, plain, who
from bot.engine.cards import Card, printable
from bot.engine.errors import RuleError

_LONGEST = 1500
_A_PAGE = 10
_Page = app_commands.Range[int, 1, 100_000]


async def _note(interaction: Interaction, text: str | None, page: int) -> Reply:
    async with interaction.client.table.transaction(interaction, ended=text is None) as transaction:
        transaction.check(ACCESS[NOTE], "Keeping notes")
        if text is None:
            found = await notes(transaction, _A_PAGE, skip=(page - 1) * _A_PAGE)
            lines = [f"<t:{line.at}:f> · {who(line.actor_id)}\n{plain(str(line.card.lines[0]))}" for line in found]
            return Reply(lines_embed(f"Notes, page {page}", lines or ["None here: /note text: keeps one."]))
        words = printable(text)
        if not words or len(words) > _LONGEST:
            raise RuleError(f"A note has 1 to {_LONGEST:,} characters.")
        card = Card("A note", (words,))
        entry = await transaction.record(NOTE, card, place=place_of(interaction), sealed=True)
    return Reply(embed(card), entry)


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
