"""Morale on a deck: who sees whom, who stands in the dark, whom a leader is with (AHL 18, 23)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from bot.deck.board import Board
from bot.deck.passage import is_dark
from bot.deck.plan import At
from bot.deck.sight import nearest_seen, sees
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.morale.checks import side_followed
from bot.systems.ahl.sheet.character import Condition, Nerve, can_fight, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.seeing import seen_on


def in_sight(board: Board | None, people: Mapping[str, Unit]) -> Callable[[str, str], bool]:
    """Whether one of the people has a line of sight to the other, in any direction, between any of the squares that
    they fill; off the deck everybody has.
    """

    # Many stand in the same squares, and odds ask again for every branch.
    @cache
    def clear(one: At, other: At) -> bool:
        return board is not None and sees(board, one, other)

    @cache
    def squares(name: str) -> tuple[At, ...]:
        assert board is not None, "who is on a deck fills squares of it"
        return squares_of(board, people[name]) if name in people else (board.people[name].at,)

    def sight(one: str, other: str) -> bool:
        if board is None or not {one, other} <= board.people.keys():
            return True
        return any(clear(mine, theirs) for mine in squares(one) for theirs in squares(other))

    return sight


def stands_in_dark(board: Board | None, name: str) -> bool:
    """Whether somebody stands on the deck where it is dark."""
    return board is not None and name in board.people and is_dark(board, board.people[name].at)


def witnesses(scene: Scene, board: Board | None) -> tuple[Unit, ...]:
    """Those of the people who see fallen friends on the deck, each with how many of them they see (AHL 18.A.3).

    Raises RuleError where somebody who has fallen isn't on a deck.
    """
    fallen = scene.all("fallen")
    checking = {unit.name for unit in scene.all("name")}
    for unit in fallen:
        if board is None or unit.name not in board.people:
            raise RuleError(f"{unit.name} is on no deck: name the people who saw it instead (AHL 18.A.3).")
    sight = in_sight(board, scene.present)
    counted = [
        replace(one, at=sum(one.side == unit.side and sight(one.name, unit.name) for unit in fallen))
        for one in scene.present.values()
        if one.name in checking - {unit.name for unit in fallen} and one.sheet.condition is Condition.ACTIVE
    ]
    found = tuple(unit for unit in counted if unit.at)
    if not found:
        raise RuleError("No active friend on the deck sees them: nobody checks (AHL 18.A.3).")
    return found


def in_full_cover(scene: Scene, board: Board | None, unit: Unit) -> bool:
    """Whether no enemy of whom their side knows has a line of sight to somebody there (AHL 18.D, ruling R-122)."""
    if board is None or unit.name not in board.people:
        return False
    scene = seen_on(scene, board).as_known_to(unit, driven=True)
    board = scene.board
    enemies = [squares_of(board, enemy) for enemy in enemies_of(scene, unit)]
    return not any(nearest_seen(board, at, there) for there in enemies for at in squares_of(board, unit))


def on_deck(scene: Scene, board: Board | None, people: Sequence[Unit]) -> tuple[str, ...]:
    """What the deck decided, in words; nothing where not all who check are on one."""
    if board is None or not all(unit.name in board.people for unit in people):
        return ()
    told = ["The deck tells who has whom in sight, in any direction (AHL 18.C), ruling R-119"]
    if any(stands_in_dark(board, unit.name) for unit in people):
        told.append("The deck tells who stands in darkness (AHL 23)")
    if scene.units.get("fallen"):
        told.append("All active friends with a line of sight to the fallen check, once for each (AHL 18.A.3)")
    return tuple(told)


def squad_mates(board: Board | None, leader: str, people: Sequence[Unit]) -> frozenset[str]:
    """Those of the people who stand in a leader's square of the deck."""
    if board is None or leader not in board.people:
        return frozenset()
    at = board.people[leader].at
    return frozenset(one.name for one in people if one.name in board.people and board.people[one.name].at == at)


def leaders_beside(scene: Scene, board: Board | None, people: Sequence[Unit]) -> tuple[Unit, ...]:
    """The steady leaders who stand in a square with a friend who rallies (AHL 18.D, ruling R-121)."""
    return tuple(
        unit
        for unit in scene.present.values()
        if unit.sheet.leadership
        and can_fight(unit)
        and unit.sheet.nerve in {Nerve.STEADY, Nerve.HALTED}
        and squad_mates(board, unit.name, [one for one in people if _leads(unit, one)])
    )


def _leads(unit: Unit, other: Unit) -> bool:
    return unit.name != other.name and side_followed(unit) == side_followed(other)
