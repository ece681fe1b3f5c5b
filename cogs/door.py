"""`/door`: a door, iris valve or hatch of the deck, opened or shut."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.names import key_of
from bot.campaign.turn import Turn
from bot.chat import completion
from bot.chat.decks import Changed, by_hand, change_deck, portal_side
from bot.chat.orders import give_order
from bot.chat.table import Bot, Interaction
from bot.deck.board import Board
from bot.deck.naming import named
from bot.deck.placing import find_square, portal_of, turned
from bot.deck.plan import At
from bot.deck.portals import close_portal, open_portal, portal_kind, squares_of
from bot.deck.view import Marks
from bot.engine.cards import Card, counted
from bot.engine.system import System, Value


async def _door(turn: Turn, system: System, board: Board, at: str, side: str, is_open: bool | None) -> Changed:
    square = find_square(board, at)
    by_hand = await _check(turn, board, at, square)
    portal = portal_of(board, square, side)
    opens = portal not in board.open if is_open is None else is_open
    kind = portal_kind(board, portal)
    title = f"The {kind} at {named(square)} {'opens' if opens else 'shuts'}"
    if by_hand:
        after = open_portal(board, portal) if opens else close_portal(board, portal)
    else:
        after = turned(board, portal, is_open=opens)
    lost = len(after.airless) - len(board.airless)
    lines = (f"The air is lost in {counted(lost, 'square')}",) if lost else ()
    marks = Marks(about=squares_of(board.plan, (portal,)))
    return Changed(after, Card(title, lines, system.effort(kind.value)), marks)


async def _check(turn: Turn, board: Board, at: str, square: At) -> bool:
    """Whether somebody who stands at the door works it, by his owner's word; any other door is the referee's."""
    beside = {unit.key: unit for unit in await turn.units() if unit.name in board.people}
    unit = beside.get(key_of(at.strip()))
    if unit is not None and board.people[unit.name].at == square:
        turn.check("door", what=unit.name, owner=unit.owner_id)
        return True
    turn.check("door alone", what="Working a door by its square")
    return False


class Door(commands.Cog):
    """`/door`."""

    @app_commands.command()
    @app_commands.describe(
        at="Who is at the door, or a square beside it such as C7",
        side="On which side of it: N, E, S or W, or down or up for a hatch in the floor",
        open="Whether it is to be open; left out, it turns",
    )
    @app_commands.autocomplete(at=completion.characters, side=completion.portal_sides)
    async def door(
        self,
        interaction: Interaction,
        at: str,
        side: str | None = None,
        open: bool | None = None,  # noqa: A002 - the referee's word for it
    ) -> None:
        """Open or shut a door or hatch of the deck, by hand as the rules say or by the referee's word"""
        where = portal_side(side) if side else ""
        if await by_hand(interaction, "door", at):
            # These rules have a way of their own for whoever stands there.
            fields: dict[str, Value] = ({"side": where} if where else {}) | ({} if open is None else {"open": open})
            await give_order(interaction, "door", {"name": at}, fields)
            return
        await change_deck(interaction, "door", lambda turn, system, board: _door(turn, system, board, at, where, open))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Door())
