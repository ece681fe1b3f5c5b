"""Who rides in a vehicle: they are where that is (C3K Vehicles)."""

from dataclasses import replace
from typing import Any

from bot.deck.board import Board, Standing
from bot.deck.placing import find_square
from bot.deck.plan import At
from bot.engine.scene import Game
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Figure, dead


def rides_in(sheet: Any) -> str:
    """The name of the vehicle in which somebody rides; "" for none."""
    return sheet.rides if isinstance(sheet, Figure) else ""


def place_of(scene: Scene | Game, unit: Unit) -> Standing | None:
    """How somebody stands on the deck, or the vehicle in which they ride; None for who isn't on it."""
    board: Board | None = scene.board
    return (board.people.get(unit.name) or board.people.get(rides_in(unit.sheet))) if board else None


def living_there(scene: Scene) -> list[tuple[Unit, Standing]]:
    """All on the deck who are alive, and how they stand: whoever rides there as the vehicle does."""
    riders = (unit for unit in scene.known.values() if rides_in(unit.sheet) and unit.name not in scene.present)
    there = ((unit, place_of(scene, unit)) for unit in (*scene.present.values(), *riders) if not dead(unit.sheet))
    return [(unit, stands) for unit, stands in there if stands]


def with_riders(scene: Scene) -> Board:
    """The deck for words that name somebody on it: with those who ride there as the vehicle stands."""
    board: Board = scene.board
    riding = {unit.name: there for unit in scene.known.values() if (there := place_of(scene, unit))}
    return replace(board, people={**riding, **board.people})


def square_meant(scene: Scene, unit: Unit, text: str, *, to_stand: bool = False) -> At:
    """The square that whoever orders somebody on the deck means, as `find_square` finds it from where that one is or
    rides: as far as their side knows who stands or rides where.
    """
    there = place_of(scene, unit)
    assert there is not None, "somebody on the deck is ordered"
    return find_square(with_riders(scene.as_known_to(unit)), text, there.at.level, to_stand=to_stand)
