"""`/lean`: somebody leans round a corner, or back."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck, facing_of
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.naming import named
from bot.deck.posture import leaned
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.system import System

_BACK = "back"


async def _lean(turn: Turn, _: System, board: Board, name: str, side: str) -> Changed:
    unit = await turn.unit(name)
    turn.check("lean", what=unit.name, owner=unit.owner_id)
    after = leaned(board, unit.name, None if side.strip().casefold() == _BACK else facing_of(side))
    standing = after.people[unit.name]
    if standing.leaning is None:
        return Changed(after, Card(f"{unit.name} leans back"), Marks(about=(standing.at,)))
    card = Card(
        f"{unit.name} leans round the corner into {named(standing.leaning)}",
        ("He fires from there, and is in cover there from whoever doesn't see his own square.",),
    )
    return Changed(after, card, Marks(about=(standing.at, standing.leaning)))


class Lean(commands.Cog):
    """`/lean`."""

    @app_commands.command()
    @app_commands.describe(name="Who leans", side="Round the corner to his N, E, S or W; or back")
    @app_commands.autocomplete(name=completion.characters, side=completion.facings)
    async def lean(self, interaction: Interaction, name: str, side: str) -> None:
        """Lean round a corner to fire from there, or lean back"""
        await change_deck(interaction, "lean", lambda turn, system, board: _lean(turn, system, board, name, side))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Lean())
