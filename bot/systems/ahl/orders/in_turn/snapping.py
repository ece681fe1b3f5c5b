"""Who may fire a snap shot: at once at an enemy who comes adjacent, and in the step of snap shots (AHL 9.C, 13)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from bot.deck.board import Board, placed
from bot.deck.plan import in_field_of_fire
from bot.deck.sight import nearest_seen
from bot.engine.asked import Asked
from bot.engine.order import Order
from bot.engine.system import Scene, Unit, Values
from bot.systems.ahl.asked.circumstances import Fire, InTurn
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import snap_shots
from bot.systems.ahl.fire.shot import hemmed_in
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.sheet.character import PANICKED, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.attempts import MOST_SNAPS
from bot.systems.ahl.turn.clock import Clock, clock_of
from bot.systems.marks import burden, takes_part

R = TypeVar("R")


def may_snap_at(unit: Unit, scene: Scene, clock: Clock, mover: str, book: Book) -> bool:
    """Whether somebody may fire a snap shot at once at a mover who has come adjacent: they aren't moving, and have
    points, a weapon for it, and the mover in their field of fire (AHL 13, ruling R-74). Whom they spare they let pass.
    """
    deeds = clock.of(unit.name).deeds
    if deeds.moved or mover in deeds.spares or not _has_a_shot(unit, clock, book):
        return False
    target = scene.present[mover]
    board = as_it_passed(scene, clock, unit, target)
    there = replace(scene, board=board)
    if hemmed_in(there, unit, book.weapons[unit.sheet.weapons[0].weapon]):
        return False
    return unit.name in enemies_beside(there, board, target) and _ahead(board, unit, target)


def may_snap_at_once(unit: Unit, scene: Scene, clock: Clock, book: Book) -> bool:
    """Whether somebody may fire a snap shot at once at one of those who have come adjacent to them (AHL 13)."""
    board: Board | None = scene.board
    if board is None or unit.name not in board.people or clock.step is not Step.MOVEMENT:
        return False
    came = (name for name in board.people if unit.name in clock.of(name).deeds.came and name in scene.present)
    return any(may_snap_at(unit, scene, clock, name, book) for name in came)


def as_it_passed(scene: Scene, clock: Clock, unit: Unit, mover: Unit) -> Board:
    """The deck as somebody who flew along in this phase came before an enemy beside them, for nothing stops them there;
    for all others it is as it is (AHL 13, 26.C).
    """
    board: Board = scene.board
    for at in clock.of(mover.name).deeds.flew:
        there = placed(board, mover.name, board.people[mover.name].moved(at))
        if unit.name in enemies_beside(scene, there, mover) and _ahead(there, unit, mover):
            return there
    return board


def _ahead(board: Board, unit: Unit, target: Unit) -> bool:
    mine = board.people[unit.name]
    return any(in_field_of_fire(mine.facing, mine.at, at) for at in squares_of(board, target))


def fired_as_it_passed(scene: Scene, asked: Asked) -> Scene:
    """The scene of a snap shot at once, with its target where they flew past the firer; that of all else as it is."""
    clock, firers, targets = clock_of(scene), scene.units.get("name", ()), scene.units.get("target", ())
    shoots = isinstance(asked, InTurn) and asked.manner is Fire.SNAP and bool(firers and targets)
    if clock is None or not shoots or clock.step is not Step.MOVEMENT:
        return scene
    unit, target = firers[0], targets[0]
    if scene.board is None or not {unit.name, target.name} <= scene.board.people.keys():
        return scene
    came = unit.name in clock.of(target.name).deeds.came
    return replace(scene, board=as_it_passed(scene, clock, unit, target)) if came else scene


def asked_as_it_passed(order: Order, asks: Callable[[Scene, Values], R]) -> Callable[[Scene, Values], R]:
    """What is asked of an order before it is given, of its target where they flew past."""
    return lambda scene, values: asks(fired_as_it_passed(scene, order.made(values)), values)


def may_snap_now(unit: Unit, scene: Scene, clock: Clock, book: Book, at: Unit | None = None) -> bool:
    """Whether somebody on the deck may fire a snap shot in that step at an enemy, or at one of them, whom they see in
    their field of fire (AHL 9.C).
    """
    board: Board | None = scene.board
    if board is None or unit.name not in board.people or clock.of(unit.name).ready is Step.SNAP is clock.step:
        return False
    if not _has_a_shot(unit, clock, book) or hemmed_in(scene, unit, book.weapons[unit.sheet.weapons[0].weapon]):
        return False
    mine = board.people[unit.name]
    targets = (each for enemy in ([at] if at else enemies_of(scene, unit)) for each in squares_of(board, enemy))
    ahead = (theirs for theirs in targets if in_field_of_fire(mine.facing, mine.at, theirs))
    return nearest_seen(board, mine.at, ahead) is not None


def _has_a_shot(unit: Unit, clock: Clock, book: Book) -> bool:
    """Whether somebody has the points, the wits and a loaded weapon for a snap shot."""
    doing, sheet = clock.of(unit.name), unit.sheet
    busy = doing.busy or doing.deeds.snaps >= MOST_SNAPS or doing.deeds.supervises or sheet.zero_g.disoriented
    if busy or not takes_part(unit) or sheet.nerve in PANICKED or not has_rounds(unit, book):
        return False
    return snap_shots(book, doing.deeds.left, book.weapons[sheet.weapons[0].weapon]) > 0


def has_rounds(unit: Unit, book: Book) -> bool:
    """Whether there is a weapon in somebody's hand that shoots, and a round in it if it takes any."""
    first = next(iter(() if burden(unit) else unit.sheet.weapons), None)
    if first is None or not book.weapons[first.weapon].shoots:
        return False
    return bool(first.loaded.rounds) or not book.weapons[first.weapon].clip
