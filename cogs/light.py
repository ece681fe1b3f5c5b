"""`/light`: the light in a room, on or off."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.light import lit
from bot.deck.placing import room_of
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.system import System


async def _light(turn: Turn, _: System, board: Board, room: str, *, on: bool) -> Changed:
    turn.check("light")
    meant = room_of(board, room)
    card = Card(f"The light in {meant.number} {meant.name} is {'on' if on else 'off'}")
    return Changed(lit(board, meant, light=on), card, Marks(about=(min(meant.squares), max(meant.squares))))


class Light(commands.Cog):
    """`/light`."""

    @app_commands.command()
    @app_commands.describe(room="A room by its number or name, or a square in it", on="Whether there is to be light")
    @app_commands.autocomplete(room=completion.rooms)
    async def light(self, interaction: Interaction, room: str, on: bool) -> None:
        """Turn the light in a room on or off"""
        await change_deck(interaction, "light", lambda turn, system, board: _light(turn, system, board, room, on=on))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Light())
