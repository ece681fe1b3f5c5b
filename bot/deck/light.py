"""Light and darkness on a deck."""

from dataclasses import replace

from bot.deck.board import Board
from bot.deck.passage import fixture_at
from bot.deck.plan import At, Fixture, Room
from bot.deck.rooms import room_at
from bot.deck.squares import neighbours
from bot.engine.errors import RuleError


def is_dark(board: Board, at: At) -> bool:
    """Whether a square lies in a room without light; what is in no room is lit."""
    room = room_at(board.plan, at)
    return room is not None and room.number in board.dark


def lit(board: Board, room: Room, *, light: bool) -> Board:
    """The board with the light in a room on or off."""
    return replace(board, dark=board.dark - {room.number} if light else board.dark | {room.number})


def switched_from(board: Board, at: At) -> Room | None:
    """The room whose light somebody can switch where they stand: their own, with a switch in reach."""
    room = room_at(board.plan, at)
    reach = (each for each in (at, *neighbours(at)) if room and each in room.squares)
    return room if any(fixture_at(board, each) is Fixture.SWITCH for each in reach) else None


def switch(board: Board, at: At) -> Board:
    """The board after somebody there has switched the light of their room off, or on again.

    Raises RuleError where no switch is in reach.
    """
    room = switched_from(board, at)
    if room is None:
        raise RuleError("No light switch is in reach: go into the square of one, or beside it, in the same room.")
    return replace(board, dark=board.dark ^ {room.number})
