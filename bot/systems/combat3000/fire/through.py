"""A shot through a wall, resolved: does it get through, whom does it find (C3K Firing through walls)."""

from dataclasses import replace

from bot.engine.cards import rating
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Sheet, dead
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.shooting import Attack, Moment, Shooting, strike_one
from bot.systems.combat3000.hit.walls import FOUND, RULE, Places, Through, Wall, behind, penetrable, pierce_wall, places


def check_shot(declared: Declared) -> None:
    """Raise RuleError for a shot that goes through no wall, where it is declared to go through one (ruling B-D12)."""
    wall, force = declared.plan.wall, declared.fired.force
    if not wall:
        return
    name, situation = declared.carried.name, declared.situation
    if force is None or declared.fired.scatters or situation.asked.area or situation.high:
        raise RuleError(f"{name} fires through no wall: it takes a direct single shot ({RULE}).")
    if not penetrable(wall, force.effect):
        raise RuleError(
            f"{name} has an effect of {rating(force.effect)}, and a light wall lets +2 and more through ({RULE})."
        )


def check_behind(declared: Declared, table: Moment) -> None:
    """Raise RuleError, before any die, where nobody can tell who is where behind the wall."""
    if declared.plan.wall:
        _places(declared, declared.plan.wall, table)


def through_wall(shooting: Shooting, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """Go on with a shot that hit a wall."""
    declared = shooting.declared
    wall, force = declared.plan.wall, declared.fired.force
    assert wall is not None
    assert force is not None
    where = _places(declared, wall, table)
    weak = declared.plan.house.options.weak_pierce
    piercing = pierce_wall(force, wall, dice, weak=weak)
    if piercing and not piercing.through:
        return replace(shooting, through=Through(wall, where, piercing, None)), table
    found = _find(where, dice)
    shooting = replace(shooting, through=Through(wall, where, piercing, found))
    if not found:
        return shooting, table
    struck = strike_one(found, behind(force, wall), declared, table, dice)
    return replace(shooting, attacks=(Attack(found, struck=(struck,)),)), table.with_sheets({found: struck.after})


def _find(where: Places, dice: Dice) -> str:
    """Throw for the piece of the wall that the shot goes through; folded, so that exact odds look at who is found."""

    def step(thrower: Dice, _: str, why: str) -> str:
        return where.find(thrower.roll(1, where.whole, why=why))

    return dice.fold((FOUND,), "", step)


def _places(declared: Declared, wall: Wall, table: Moment) -> Places:
    """Where those behind the wall are, as they stand; the dead don't count."""
    names = [name for name in declared.reach if name != declared.firer.name]
    return places(wall, {name: _posture(name, table.sheets[name]) for name in names if not dead(table.sheets[name])})


def _posture(name: str, sheet: Sheet) -> FigurePosture:
    if isinstance(sheet, Figure):
        return sheet.posture
    raise RuleError(f"{name} is a vehicle: only figures are found behind walls ({RULE}).")
