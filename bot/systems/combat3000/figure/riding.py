"""Who rides in a vehicle: they are where that is (C3K Vehicles)."""

from typing import Any

from bot.deck.board import Board, Standing
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


def who_stands(scene: Scene, unit: Unit) -> Unit:
    """Whoever stands on the deck for somebody: the vehicle in which they ride, or themselves."""
    ridden = scene.known.get(rides_in(unit.sheet))
    return ridden if ridden and unit.name not in scene.board.people else unit
