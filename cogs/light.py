"""`/light`: the light in a room, on or off."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.names import key_of
from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, change_deck
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.light import lit, switched_from
from bot.deck.placing import room_of
from bot.deck.plan import Fixture, Room
from bot.deck.view import Marks
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.system import System


async def _light(turn: Turn, system: System, board: Board, room: str, *, on: bool | None) -> Changed:
    meant = await _by_hand(turn, board, room)
    if meant is None:
        turn.check("light", what="The light of a room by its name")
        meant = room_of(board, room)
    shines = meant.number in board.dark if on is None else on
    card = Card(
        f"The light in {meant.number} {meant.name} is {'on' if shines else 'off'}",
        working=system.effort(Fixture.SWITCH.value),
    )
    return Changed(lit(board, meant, light=shines), card, Marks(about=(min(meant.squares), max(meant.squares))))


async def _by_hand(turn: Turn, board: Board, typed: str) -> Room | None:
    """The room whose light somebody works at a switch in his reach, None where no person on the deck was named."""
    units = {unit.key: unit for unit in await turn.units() if unit.name in board.people}
    unit = units.get(key_of(typed.strip()))
    if unit is None:
        return None
    turn.check("switch", what=unit.name, owner=unit.owner_id)
    room = switched_from(board, board.people[unit.name].at)
    if room is None:
        raise RuleError(f"{unit.name} has no light switch in reach: move him beside one, in the room that it lights.")
    return room


class Light(commands.Cog):
    """`/light`."""

    @app_commands.command()
    @app_commands.describe(
        room="Who is at a switch; or for the referee a room by its number or name, or a square in it",
        on="Whether there is to be light; left out, it turns",
    )
    @app_commands.autocomplete(room=completion.rooms)
    async def light(self, interaction: Interaction, room: str, on: bool | None = None) -> None:
        """Turn the light in a room on or off"""
        await change_deck(interaction, "light", lambda turn, system, board: _light(turn, system, board, room, on=on))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Light())
