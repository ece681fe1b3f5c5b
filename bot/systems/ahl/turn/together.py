"""Within a step all is simultaneous: who is hurt in it still acts in it as they came into it, and is hurt by all of it
(AHL 7).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from bot.deck.board import Board
from bot.deck.plan import At, named
from bot.deck.sight import nearest_seen
from bot.engine.fields import Values
from bot.engine.order import Order
from bot.engine.system import Scene, Unit
from bot.systems.ahl.asked.circumstances import InTurn
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import PANICKED, Being, Character, Condition, Nerve, can_fight, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock, clock_of
from bot.systems.ahl.turn.doing import Deeds, Fitness, fitness
from bot.systems.ahl.walking.climbing import between_words

R = TypeVar("R")
_WORSE = tuple(Condition)


def as_they_came(scene: Scene, clock: Clock) -> Scene:
    """The scene with everybody as fit as they came into the step."""

    def came(unit: Unit) -> Unit:
        fit = clock.of(unit.name).fit
        return replace(unit, sheet=fit.worn_by(unit.sheet)) if fit else unit

    units = {role: tuple(map(came, units)) for role, units in scene.units.items()}
    return replace(scene, units=units, present={name: came(unit) for name, unit in scene.present.items()})


def asked_as_they_came(order: Order, book: Book, asks: Callable[[Scene, Values], R]) -> Callable[[Scene, Values], R]:
    """What is asked of an order before it is given, of everybody as they came into its step, where all of it still
    meets them so: whoever of one's own has fallen in it is in the line of fire, and who fell in an earlier one isn't.
    """

    def asked(scene: Scene, values: Values) -> R:
        clock, meant = clock_of(scene), order.made(values)
        if clock is None or not isinstance(meant, InTurn) or not meant.together:
            return asks(scene, values)
        action = book.actions.get(book.action(meant, scene) or order.verb)
        step = action.step if action else None
        if step is not None and clock.phase and step.place > clock.step.place:
            clock = clock.at_step(step)
        return asks(as_they_came(scene, clock), values)

    return asked


def all_of_it(before: Character, seen: Character, after: Character, *, stuns_add: bool = False) -> Character:
    """What a character is after an order that took them as they came into the step.

    `before` is what the step had made of them by then, `seen` how the order took them, `after` what it made of that.
    Light wounds add up, and so do stuns if they `add` (ruling R-116); of two conditions the worse one holds, and a
    second serious wound kills (AHL 12.B.2).
    """
    if seen == before:
        return after
    hurt, came, now = fitness(before), fitness(seen), fitness(after)
    stunned, *more_stuns = _stuns(hurt, came, now, add=stuns_add)
    return replace(
        after,
        light_wounds=hurt.light_wounds + now.light_wounds - came.light_wounds,
        condition=_condition(hurt, came, now),
        stunned=stunned,
        more_stuns=tuple(more_stuns),
        gripped_by=now.gripped_by if now.gripped_by != came.gripped_by else hurt.gripped_by,
    )


def _condition(hurt: Fitness, came: Fitness, now: Fitness) -> Condition:
    again = now.condition is not came.condition and hurt.condition is Condition.SERIOUS
    if again and now.condition is Condition.SERIOUS:
        return Condition.DEAD
    return max(hurt.condition, now.condition, key=_WORSE.index)


def _stuns(hurt: Fitness, came: Fitness, now: Fitness, *, add: bool) -> tuple[int, ...]:
    """The phases left of the last stun, and then those of the others that count."""
    if not hurt.stunned:
        return now.stunned, *now.more_stuns
    if now.stuns == came.stuns:
        return hurt.stunned, *hurt.more_stuns
    if not add:
        return max(hurt.stunned, now.stunned), *hurt.more_stuns
    return now.stunned, *hurt.more_stuns, hurt.stunned, *now.more_stuns[len(came.stuns) :]


def people_of(scene: Scene) -> dict[str, Unit]:
    """Everybody in a scene by name, on the deck or named in the order."""
    named = {unit.name: unit for units in scene.units.values() for unit in units}
    return {**scene.present, **named}


def hurt_in(clock: Clock, before: Mapping[str, Unit], after: Mapping[str, Character]) -> Clock:
    """The clock that remembers how those came into the step whom an order of it has hurt."""
    for name in changed_fitness(before, after):
        if clock.of(name).fit is None:
            clock = clock.doing(name, fit=fitness(before[name].sheet))
    return clock


def mended_in(clock: Clock, before: Mapping[str, Unit], after: Mapping[str, Character]) -> Clock:
    """The clock for which the referee's word on somebody's wounds counts at once."""
    for name in changed_fitness(before, after):
        clock = clock.doing(name, fit=None)
    return clock


def changed_fitness(before: Mapping[str, Unit], after: Mapping[str, Character]) -> Iterable[str]:
    """Those of whom an order has changed how fit they are."""
    return [name for name, sheet in after.items() if name in before and fitness(before[name].sheet) != fitness(sheet)]


@dataclass(frozen=True, slots=True)
class Unfought:
    """A fight that is due in a shared square: where, who must be fought, and which of one side are free to do it."""

    where: str
    waiting: tuple[str, ...]
    free: tuple[str, ...]


def unfought(scene: Scene, clock: Clock) -> list[Unfought]:
    """The fights that are due in shared squares before the melee step is over (AHL 17)."""
    if scene.board is None or not clock.phase:
        return []
    scene = as_they_came(scene, clock)
    board: Board = scene.board
    active = [unit for unit in scene.present.values() if can_fight(unit)]
    crowds: dict[At, list[Unit]] = {}
    for unit in active:
        for at in squares_of(board, unit):
            crowds.setdefault(at, []).append(unit)
    shared = (at for at in sorted(crowds) if len({unit.side for unit in crowds[at]}) > 1)
    return [fight for at in shared for fight in _due(scene, clock, named(at), crowds[at])]


def _due(scene: Scene, clock: Clock, where: str, inside: list[Unit]) -> Iterator[Unfought]:
    for side in sorted({unit.side for unit in inside}):
        own = [unit.name for unit in inside if unit.side == side]
        struck = {clock.of(name).deeds.struck for name in own}
        waiting = [unit.name for unit in inside if unit.side != side and unit.name not in struck]
        free = [unit.name for unit in inside if unit.side == side and _can(scene, clock, unit)]
        if waiting and free:
            yield Unfought(where, tuple(waiting), tuple(free))


def _can(scene: Scene, clock: Clock, unit: Unit) -> bool:
    """Whether somebody is free to fight, and hasn't yet: whose blow would be refused owes none."""
    sane, doing = unit.sheet.nerve not in PANICKED and not unit.sheet.zero_g.disoriented, clock.of(unit.name)
    elsewhere = doing.busy or doing.deeds.supervises or between_words(scene.board, unit.name)
    free = sane and not elsewhere and not doing.deeds.struck and not doing.deeds.surprised
    return free and not lacks_supervision(scene, clock, unit, Step.MELEE)


_OFFICER, _TECHNICIAN = "O", "T"
# What robots do under supervision alone, by the step in which that comes (AHL 21).
_SUPERVISED = {(Being.WARBOT, Step.COVERING), (Being.MAINTENANCE_ROBOT, Step.MELEE)}


def needs_supervision(unit: Unit, step: Step | None) -> bool:
    """Whether it is a robot that does nothing in a step but by a command group (AHL 21)."""
    return (unit.sheet.being, step) in _SUPERVISED


def lacks_supervision(scene: Scene, clock: Clock, unit: Unit, step: Step | None) -> bool:
    """Whether a robot on the deck needs a command group for what it does in a step, and has none."""
    board = scene.board
    there = board is not None and unit.name in board.people
    return there and needs_supervision(unit, step) and command_group(scene, clock, unit) is None


def command_group(scene: Scene, clock: Clock, robot: Unit) -> tuple[str, str] | None:
    """An officer and a technician who can supervise a robot in this phase; None if there are none on its deck."""
    board: Board = scene.board
    level = board.people[robot.name].at.level
    able = [unit for unit in scene.present.values() if unit.side == robot.side and _able(unit, clock)]
    near = [unit for unit in able if board.people[unit.name].at.level == level]
    officers, technicians = (
        [unit.name for unit in near if unit.sheet.rank.startswith(letter)] for letter in (_OFFICER, _TECHNICIAN)
    )
    pairs = product(officers, technicians)
    return next((pair for pair in pairs if board.people[pair[0]].at == board.people[pair[1]].at), None)


def _able(unit: Unit, clock: Clock) -> bool:
    """Whether somebody has their wits about them, and has done nothing else in this phase."""
    # A morale check is nothing that one does.
    deeds = replace(clock.of(unit.name).deeds, passed=(), failed=(), shuns="", spares=(), given=Deeds().given)
    idle = deeds in {Deeds(), Deeds(supervises=True)}
    return idle and can_fight(unit) and unit.sheet.nerve in {Nerve.STEADY, Nerve.HALTED}


def sees_an_enemy(scene: Scene, robot: Unit) -> bool:
    """Whether a line of sight leads from a robot to an active enemy (AHL 21)."""
    board: Board = scene.board
    here = board.people[robot.name].at
    return any(nearest_seen(board, here, squares_of(board, enemy)) for enemy in enemies_of(scene, robot))
