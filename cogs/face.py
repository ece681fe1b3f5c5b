"""`/face`: somebody on the deck turns."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck, check_free, facing_of
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.posture import faced
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.system import System


async def _face(turn: Turn, system: System, board: Board, name: str, facing: str) -> Changed:
    unit = await turn.unit(name)
    turn.check("face", what=unit.name, owner=unit.owner_id)
    check_free(turn, system)
    towards = facing_of(facing)
    after = faced(board, unit.name, towards)
    card = Card(f"{unit.name} faces {towards.name.lower()}")
    return Changed(after, card, Marks(about=(after.people[unit.name].at,)))


class Face(commands.Cog):
    """`/face`."""

    @app_commands.command()
    @app_commands.describe(name="Whom", facing="N, E, S or W")
    @app_commands.autocomplete(name=completion.characters, facing=completion.facings)
    async def face(self, interaction: Interaction, name: str, facing: str) -> None:
        """Turn somebody on the deck"""
        await change_deck(interaction, "face", lambda turn, system, board: _face(turn, system, board, name, facing))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Face())
