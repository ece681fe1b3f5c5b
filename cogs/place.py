"""`/place`: people put on the deck, or taken off it."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck, check_free, facing_of
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board, Standing
from bot.deck.naming import named
from bot.deck.placing import around, find_square, placed, taken
from bot.deck.plan import At, Facing
from bot.deck.view import Marks
from bot.engine.cards import Card, sentence
from bot.engine.errors import RuleError
from bot.engine.people import read_people
from bot.engine.system import System

_OFF = "off"


async def _place(turn: Turn, system: System, board: Board, names: str, at: str, facing: str | None) -> Changed:
    """Put the first of some people on a square, and the others around him."""
    units = [await turn.unit(person.name) for person in read_people(names)]
    for unit in units:
        turn.check("place", what=unit.name, owner=unit.owner_id)
    check_free(turn, system)
    if at.strip().casefold() == _OFF:
        for unit in units:
            board = placed(board, unit.name, None)
        title = f"{sentence(unit.name for unit in units)} {'leaves' if len(units) == 1 else 'leave'} the deck"
        return Changed(board, Card(title), Marks())
    start = find_square(board, at)
    lines: list[str] = []
    stood: list[At] = []
    for unit in units:
        before = board.people.get(unit.name)
        towards = facing_of(facing) if facing else before.facing if before else Facing.NORTH
        board = placed(board, unit.name, None)
        square = next((each for each in around(board, start) if _room(board, each, first=not lines)), None)
        if square is None:
            raise RuleError(f"There is no room for {unit.name} around there.")
        board = placed(board, unit.name, Standing(square, towards))
        stood.append(square)
        lines.append(f"{unit.name} stands at {named(square)}, facing {towards.name.lower()}")
    return Changed(board, Card("Placed", tuple(lines)), Marks(about=tuple(stood)))


def _room(board: Board, at: At, *, first: bool) -> bool:
    """Whether somebody is put there: the first one where it was said, the others where nobody is yet."""
    return first or (at not in board.plan.levels[at.level].fixtures and not taken(board, at))


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
