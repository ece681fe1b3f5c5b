"""`/log`: what happened in the campaign, newest first."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.gate import look_as
from bot.campaign.log import LogLine, log
from bot.campaign.rows import SEEN_OF
from bot.chat.answer import Reply, answer
from bot.chat.completion import everybody, sides
from bot.chat.table import Bot, Interaction
from bot.chat.wording import AS_WORDS, card_line, lines_embed, lines_of, plain, who
from bot.engine.cards import printable
from bot.engine.system import whole

_A_PAGE = 10
_ABOUT = "Somebody, or a ship: only what they took part in, or are named in"


def _lines(line: LogLine) -> list[str]:
    when = f"<t:{line.at}:t>"
    title = plain(line.card.title)
    struck = f"~~{title}~~ taken back" if line.undone else f"**{title}**"
    # Who has given what others have seen of it isn't told them.
    by = "" if line.verb == SEEN_OF else f" · {who(line.actor_id)}"
    marks = " · thrown after an undo" if line.after_undo else ""
    return [
        f"{when} {struck}{by}{marks}",
        *(f"-# {card_line(text)}" for text in lines_of(line.card)),
        *(f"-# and then: {plain(title)}" for title in line.with_it),
    ]


async def _log(interaction: Interaction, page: int, about: str, as_: str | None) -> Reply:
    page = whole(page, "page", 1, 1_000_000)
    async with interaction.client.table.transaction(interaction, ended=True) as transaction:
        await look_as(transaction, as_)
        entries = await log(transaction, _A_PAGE, skip=(page - 1) * _A_PAGE, about=about)
    lines = [text for entry in entries for text in _lines(entry)]
    whom = f" about {about}" if about else ""
    return Reply(lines_embed(f"Log{whom}, page {page}", lines or ["Nothing further back."]))


class Log(commands.Cog):
    """`/log`."""

    @app_commands.command()
    @app_commands.describe(
        page="1 for the newest entries",
        about="Somebody, or a ship: only what they took part in, or are named in",
        as_=AS_WORDS,
    )
    @app_commands.rename(as_="as")
    @app_commands.autocomplete(about=everybody, as_=sides)
    async def log(self, interaction: Interaction, page: int = 1, about: str = "", as_: str | None = None) -> None:
        """Show what happened, newest first, and what was taken back"""
        await answer(interaction, _log(interaction, page, printable(about), as_), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Log())
