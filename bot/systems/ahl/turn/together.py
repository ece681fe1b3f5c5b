"""Within a step all is simultaneous: who is hurt in it still acts in it as they came into it, and is hurt by all of it
(AHL 7).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.clock import Clock, Fitness, fitness

_WORSE = tuple(Condition)


def as_they_came(scene: Scene, clock: Clock) -> Scene:
    """The scene with everybody as fit as they came into the step."""

    def came(unit: Unit) -> Unit:
        fit = clock.of(unit.name).fit
        return replace(unit, sheet=fit.worn_by(unit.sheet)) if fit else unit

    units = {role: tuple(map(came, units)) for role, units in scene.units.items()}
    return replace(scene, units=units, present={name: came(unit) for name, unit in scene.present.items()})


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
