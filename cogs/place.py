"""`/place`: people put on the deck, or taken off it."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck, check_free, facing_of
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.naming import named
from bot.deck.placing import find_square, placed, put
from bot.deck.view import Marks
from bot.engine.cards import Card, sentence
from bot.engine.people import read_people
from bot.engine.system import System

_OFF = "off"


async def _place(turn: Turn, system: System, board: Board, who: str, at: str, facing: str | None) -> Changed:
    """Put the first of some people on a square, and the others around him; or all of them off the deck."""
    units = [await turn.unit(person.name) for person in read_people(who)]
    for unit in units:
        turn.check("place", what=unit.name, owner=unit.owner_id)
    check_free(turn, system)
    names = [unit.name for unit in units]
    if at.strip().casefold() == _OFF:
        for name in names:
            board = placed(board, name, None)
        return Changed(board, Card(f"{sentence(names)} {'leaves' if len(names) == 1 else 'leave'} the deck"), Marks())
    board = put(board, names, find_square(board, at), facing_of(facing) if facing else None)
    stood = [board.people[name] for name in names]
    lines = [
        f"{name} stands at {named(each.at)}, facing {each.facing.name.lower()}"
        for name, each in zip(names, stood, strict=True)
    ]
    return Changed(board, Card("Placed", tuple(lines)), Marks(about=tuple(each.at for each in stood)))


class Place(commands.Cog):
    """`/place`."""

    @app_commands.command()
    @app_commands.describe(
        name="Whom; several with commas between them",
        at="A square such as C7 or 2:C7, a place, a room, somebody; or off",
        facing="N, E, S or W",
    )
    @app_commands.autocomplete(name=completion.characters, at=completion.squares, facing=completion.facings)
    async def place(self, interaction: Interaction, name: str, at: str, facing: str | None = None) -> None:
        """Put people on the deck"""
        await change_deck(
            interaction, "place", lambda turn, system, board: _place(turn, system, board, name, at, facing)
        )


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Place())
