"""What follows the firing: damage, breakthrough at the reserve, and on to the pursuit step (HG-C26 to C28)."""

from dataclasses import replace

from bot.engine.dice import Dice
from bot.systems.highguard.battle.decisions import spared
from bot.systems.highguard.battle.harm import damage_step
from bot.systems.highguard.battle.presenting import by_size
from bot.systems.highguard.battle.pursuit import begin_pursuit
from bot.systems.highguard.battle.report import Broken, Turned
from bot.systems.highguard.battle.state import Battle, Step
from bot.systems.highguard.combat.readiness import can_attack


def line_broken(battle: Battle, side: int) -> bool:
    """Whether no ship in a side's line has an offensive weapon left, or none stands in it (HG-C26, R-93)."""
    return not any(can_attack(ship.vessel) for ship in battle.line(side))


def go_on(turned: Turned, dice: Dice) -> Turned:
    """The rest of the turn as far as nobody must decide: once all targets were exposed, the damage step."""
    battle = turned.battle
    if battle.presented:
        return turned
    damaged = damage_step(battle, dice)
    turned = turned.then(damaged.battle, damaged.events)
    if battle.step is Step.COMBAT:
        return _breakthrough(turned)
    return begin_pursuit(turned)


def _breakthrough(turned: Turned) -> Turned:
    battle = turned.battle
    broken = [side for side in (0, 1) if line_broken(battle, side)]
    for side in broken:
        battle = battle.with_side(side, replace(battle.sides[side], broken=True))
    turned = turned.then(battle, [Broken(side, empty=not any(battle.line(side))) for side in broken])
    if len(broken) != 1 or not any(battle.reserve(broken[0])):
        return begin_pursuit(turned)
    return turned.then(_exposed(battle, broken[0]))


def _exposed(battle: Battle, broken: int) -> Battle:
    """The reserve before the victor's guns, which may all fire again as far as there is energy (R-56, R-16)."""
    targets = tuple(ship.name for ship in sorted(battle.reserve(broken), key=by_size))
    victors = battle.line(1 - broken)
    again = [replace(ship, fired={}, vessel=spared(ship.vessel, battle.range)) for ship in victors]
    step = replace(battle.with_ships(again), step=Step.BREAKTHROUGH, presented=(targets,))
    return replace(step, waiting=(1 - broken,))
