"""Pictures of the deck that a campaign plays on, and of its battles, drawn away from all else that the bot does."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.chat.answer import Attached
from bot.deck.alttext import alt_text
from bot.deck.board import Board
from bot.deck.plan import At
from bot.deck.view import Counter, Health, Marks, View, seen_by, view_of
from bot.engine.fleets import Fleets
from bot.engine.scene import Game
from bot.engine.system import System
from bot.engine.telling import Telling
from renderers.deck import deck_png
from renderers.fleet import fleet_png


def deck_view(
    game: Game,
    system: System,
    marks: Marks | None = None,
    *,
    level: int | None = None,
    whole: bool = False,
    eyes: At | None = None,
) -> View | None:
    """What a picture of the deck shows as the game stands, None where no deck is up.

    Without `level`, the one on which something happened, or where people are; `whole` shows all of it, and `eyes` what
    somebody sees from his square.
    """
    board: Board | None = game.board
    if board is None:
        return None
    marks, people = marks or Marks(), _counters(game, board, system)
    if eyes is not None:
        return replace(seen_by(board, eyes, people), marks=marks)
    return view_of(board, _level(board, marks) if level is None else level, people, marks, whole=whole)


def _level(board: Board, marks: Marks) -> int:
    squares = [*marks.squares, *(standing.at for standing in board.people.values())]
    return squares[0].level if squares else 0


def _counters(game: Game, board: Board, system: System) -> Iterator[Counter]:
    """Everybody on a board as counters, with the sides numbered as they came."""
    for unit in game.present.values():
        standing, mark = board.people[unit.name], system.mark(unit.sheet)
        health = Health.DEAD if mark.dead else Health.OUT if mark.out else Health.PRONE if standing.prone else Health.UP
        side = game.sides.index(unit.side)
        yield Counter(unit.name, standing.at, standing.facing, side, mark.wounds, health, standing.between, unit.marks)


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
