"""What somebody who acts by themselves knows once their side has looked about."""

from dataclasses import replace

from bot.deck.board import Board
from bot.deck.outlook import seen_together
from bot.deck.plan import at_of, named
from bot.engine.autopilot import Autopilot
from bot.engine.scene import Game
from bot.systems.ahl.sheet.character import can_fight


def looks(game: Game, name: str, pilot: Autopilot) -> Autopilot:
    """The rooms of which at least half is seen have been looked into, all of them anew where none is left; enemies are
    where they are seen, or were when they were last.
    """
    board: Board = game.board
    able = {unit.name: unit.side for unit in game.present.values() if can_fight(unit)}
    side, plan = game.units[name].side, board.plan
    view = seen_together(board, {board.people[each].at for each in able if able[each] == side})
    own = {room.number for room in plan.rooms if board.people[name].at in room.squares}
    rooms = {room.number for room in plan.rooms if 2 * len(room.squares & view) >= len(room.squares)}
    looked = own | rooms | {*pilot.looked}
    everywhere = looked >= {room.number for room in plan.rooms}
    foes = {each: board.people[each].at for each in able if able[each] != side}
    last = {each: square for each, square in pilot.seen.items() if each in foes and at_of(square) not in view}
    now = {each: f"{at.level + 1}:{named(at, at.level)}" for each, at in foes.items() if at in view}
    return replace(pilot, looked=() if everywhere else tuple(sorted(looked)), seen={**last, **now})
