"""Who helps with a weapon that takes a crew: able friends beside whoever works it (C3K Reloading, Other actions)."""

from collections.abc import Iterator, Mapping, Sequence

from bot.deck.board import Board
from bot.deck.plan import adjacent
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Figure, Task, Vehicle
from bot.systems.combat3000.fire.plan import already_acted
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.reloading import most_crew
from bot.systems.combat3000.tasks import OWN
from bot.systems.marks import takes_part

_RULE, _FREE = "C3K Reloading, ruling B-R4", "C3K Reloading, rulings B-R4 and B-O6"


def check_crew(weapon: Weapon, crew: int) -> None:
    """Raise RuleError for more than may help to reload a weapon."""
    most = most_crew(weapon)
    if crew > most:
        may = f"{counted(most, 'other')} at most" if most else "nobody"
        raise RuleError(f"{may.capitalize()} may help to reload {weapon.name}: say no larger crew ({_RULE}).")


def helpers_of(scene: Scene, unit: Unit, crew: int) -> tuple[str, ...]:
    """Those of a crew of so many more whom a deck shows beside somebody; nobody where it doesn't show them.

    Raises RuleError for a player's crew of more than there are; whoever asks for odds may imagine anybody.
    """
    imagined = scene.only_odds or not scene.by
    if isinstance(unit.sheet, Vehicle):
        if crew >= unit.sheet.crew and crew and not imagined:
            aboard = counted(max(0, unit.sheet.crew - 1), "other")
            raise RuleError(f"{unit.name} has {aboard} aboard to help: say no larger crew ({_RULE}).")
        return ()
    board: Board | None = scene.board
    if not crew or board is None or unit.name not in board.people:
        return ()
    beside = tuple(_beside(scene, unit, board))
    if len(beside) < crew and not imagined:
        there = f"{counted(len(beside), 'able friend')} beside them who {'is' if len(beside) == 1 else 'are'} free"
        raise RuleError(f"{unit.name} has {there} to help: move more there first, or say no larger crew ({_FREE}).")
    return beside[:crew]


def _beside(scene: Scene, unit: Unit, board: Board) -> Iterator[str]:
    """Those of somebody's side on a square that touches theirs who can act, and neither have done anything else in this
    turn nor have written anything down.
    """
    at, turn = board.people[unit.name].at, turn_of(scene)
    plans: Mapping[str, Sequence[Task]] = turn.plans if turn else {}
    for name, other in scene.present.items():
        if name == unit.name or other.side != unit.side or name not in board.people or not takes_part(other):
            continue
        able = isinstance(other.sheet, Figure) and not helpless(other.sheet) and not other.sheet.rides
        tasks = (*plans.get(name, ()), *([other.sheet.now.task] if other.sheet.now.task else ()))
        able = able and not any(task.code in OWN for task in tasks)
        if able and not already_acted(name, other.sheet) and adjacent(at, board.people[name].at):
            yield name
