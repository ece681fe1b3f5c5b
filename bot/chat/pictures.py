"""Pictures of the deck that a campaign plays on, and of its battles, drawn away from all else that the bot does."""

import asyncio
from collections.abc import Sequence

from bot.campaign.boards import board_of
from bot.campaign.play import seen
from bot.campaign.turn import Turn
from bot.chat.answer import Attached
from bot.deck.alttext import alt_text
from bot.deck.board import Board, Standing
from bot.deck.view import Counter, Health, Marks, View, view_of
from bot.engine.fleets import Fleets
from bot.engine.system import System, Unit
from bot.engine.telling import Telling
from renderers.deck import deck_png
from renderers.fleet import fleet_png


async def deck_view(
    turn: Turn, system: System, marks: Marks | None = None, *, level: int | None = None, whole: bool = False
) -> View | None:
    """What a picture of the campaign's deck shows now, None where no deck is up.

    Without `level`, the one on which something happened, or where people are; `whole` shows all of it.
    """
    board = await board_of(turn)
    if board is None:
        return None
    marks = marks or Marks()
    shown = _level(board, marks) if level is None else level
    return view_of(board, shown, await counters(turn, system, board), marks, whole=whole)


def _level(board: Board, marks: Marks) -> int:
    squares = [*marks.squares, *(standing.at for standing in board.people.values())]
    return squares[0].level if squares else 0


async def counters(turn: Turn, system: System, board: Board) -> tuple[Counter, ...]:
    """Everybody on a board as counters, with the campaign's sides numbered as they came."""
    units = await turn.units()
    sides = list(dict.fromkeys(unit.side for unit in units))
    return tuple(
        _counter(system, seen(system, unit), board.people[unit.name], sides.index(unit.side))
        for unit in units
        if unit.name in board.people
    )


def _counter(system: System, unit: Unit, standing: Standing, side: int) -> Counter:
    mark = system.mark(unit.sheet)
    health = Health.DEAD if mark.dead else Health.OUT if mark.out else Health.PRONE if standing.prone else Health.UP
    return Counter(unit.name, standing.at, standing.facing, side, mark.wounds, health, standing.between, unit.marks)


async def drawn(view: View | None) -> list[Attached]:
    """The picture of a view, with its words, to go with an answer; none without a view."""
    if view is None:
        return []
    return [Attached("deck.png", await asyncio.to_thread(deck_png, view), alt_text(view))]


async def of_battle(told: Telling[Marks] | None) -> list[Attached]:
    """The picture of both fleets after an order in a battle, and its log; nothing after any other order."""
    files = []
    if told and told.fleets and told.fleets.ships:
        picture = await asyncio.to_thread(fleet_png, told.fleets)
        files.append(Attached("battle.png", picture, _in_words(told.fleets)))
    if told and told.log:
        log = await asyncio.to_thread(_laid_out, told.log)
        files.append(Attached("log.txt", log, "Everything that happened, line by line"))
    return files


def _laid_out(log: Sequence[str]) -> bytes:
    """The log as a file for a narrow screen: every stage of what happened on a line of its own."""
    return "\n".join(line.replace("; ", "\n    ") for line in log).encode()


def _in_words(fleets: Fleets) -> str:
    """The picture for who can't see it."""
    told = [fleets.title]
    for number, side in enumerate(fleets.sides):
        own = [ship for ship in fleets.ships if ship.side == number]
        states = ", ".join(f"{ship.name} {ship.state}" for ship in own[:20])
        told.append(f"{side}: {states}{', and more' if len(own) > 20 else ''}")
    return ". ".join(told)
