"""`/stance`: somebody crouches behind a console, lies down, or stands up."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.posture import Posture, held
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.matching import match
from bot.engine.system import System

_DEEDS = {
    Posture.CROUCHING: "crouches behind a console",
    Posture.PRONE: "lies prone",
    Posture.UP: "stands up",
}


async def _stance(turn: Turn, _: System, board: Board, name: str, how: str) -> Changed:
    unit = await turn.unit(name)
    turn.check("stance", what=unit.name, owner=unit.owner_id)
    posture = Posture(match(how, tuple(Posture), what="stance"))
    after = held(board, unit.name, posture)
    return Changed(after, Card(f"{unit.name} {_DEEDS[posture]}"), Marks(about=(after.people[unit.name].at,)))


async def _stances(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return completion.choices(tuple(Posture), typed)


class Stance(commands.Cog):
    """`/stance`."""

    @app_commands.command()
    @app_commands.describe(name="Who", how="crouching, prone or up")
    @app_commands.autocomplete(name=completion.characters, how=_stances)
    async def stance(self, interaction: Interaction, name: str, how: str) -> None:
        """Crouch behind a console out of every line across it, lie prone, or stand up"""
        await change_deck(interaction, "stance", lambda turn, system, board: _stance(turn, system, board, name, how))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Stance())
