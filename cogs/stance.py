"""`/stance`: somebody crouches behind a console, lies down, or stands up."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck, standing_of
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.cover import check_crouch
from bot.deck.placing import placed
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.matching import match
from bot.engine.system import System

_STANCES = {"crouching": "crouches behind a console", "prone": "lies prone", "up": "stands up"}


async def _stance(turn: Turn, _: System, board: Board, name: str, how: str) -> Changed:
    unit = await turn.unit(name)
    turn.check("stance", what=unit.name, owner=unit.owner_id)
    standing = standing_of(board, unit)
    meant = match(how, _STANCES, what="stance")
    if meant == "crouching":
        check_crouch(board, unit.name)
    after = replace(standing, crouching=meant == "crouching", prone=meant == "prone", leaning=None)
    return Changed(placed(board, unit.name, after), Card(f"{unit.name} {_STANCES[meant]}"), Marks(about=(standing.at,)))


async def _stances(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return completion.choices(_STANCES, typed)


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
