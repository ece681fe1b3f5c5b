"""Standing orders for the pre-combat decisions: breaking off, emergency agility, globes."""

from bot.systems.highguard.battle.decisions import Decisions, JumpOrder
from bot.systems.highguard.battle.departure import jump_turns
from bot.systems.highguard.battle.standing.strength import OUTMATCHED, strength
from bot.systems.highguard.battle.state import Battle, Ship
from bot.systems.highguard.combat.globe import highest_flicker, jump_energy
from bot.systems.highguard.combat.readiness import agility, can_attack, jump, maneuver, output, powered
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.drives import jump_fuel

AWAY = "the nearest port"
NEEDS_ENERGY = ("laser", "energy", "particle", "meson")
ROOM = 2


def decisions(battle: Battle, side: int) -> Decisions:
    """Leave where the enemy is four times as strong; ships that fire no energy weapon dodge; the silent hide."""
    why: dict[str, str] = {}
    jumps, fleeing = _leaving(battle, side)
    why |= dict.fromkeys((*jumps, *fleeing), "outmatched")
    emergency, globe = [], {}
    for ship in battle.fleet(side):
        vessel = ship.vessel
        if ship.name in jumps or not maneuver(vessel):
            continue
        if ship.name in fleeing or not _fires_energy(vessel):
            emergency.append(ship.name)
            why.setdefault(ship.name, "nothing aboard fires that needs energy")
    for ship in battle.fleet(side):
        if ship.name not in fleeing and _hides(ship.vessel):
            globe[ship.name] = highest_flicker(ship.vessel.now.globe)
            why[ship.name] = "can't fire, and hides"
    return Decisions(tuple((name,) for name in fleeing), jumps, tuple(emergency), globe, why=why)


def _leaving(battle: Battle, side: int) -> tuple[dict[str, JumpOrder], tuple[str, ...]]:
    own, enemy = strength(battle.fleet(side)), strength(battle.fleet(1 - side))
    if battle.turn == battle.began or own * OUTMATCHED >= enemy:
        return {}, ()
    movers = [ship for ship in battle.fleet(side) if maneuver(ship.vessel)]
    if battle.range is Range.LONG:
        fastest = max((agility(ship.vessel) for ship in battle.fleet(1 - side)), default=0)
        fleeing = tuple(ship.name for ship in movers if agility(ship.vessel) >= fastest or not _jump_order(ship))
        return {
            ship.name: order for ship in movers if ship.name not in fleeing and (order := _jump_order(ship))
        }, fleeing
    return {ship.name: order for ship in movers if (order := _jump_order(ship))}, ()


def _jump_order(ship: Ship) -> JumpOrder | None:
    """The shortest jump that a ship can make now, or the one that it has begun."""
    vessel, number = ship.vessel, ship.jump.number if ship.jump else 1
    able = jump(vessel) >= number and vessel.all_fuel >= jump_fuel(vessel.tons, number)
    need = jump_energy(vessel.tons, number) - (ship.jump.gathered if ship.jump else 0)
    turns = jump_turns(need, output(vessel), vessel.stored)
    if not able or turns is None or turns > (1 if ship.jump else 2):
        return None
    return JumpOrder(number, ship.jump.destination if ship.jump else AWAY)


def _fires_energy(vessel: Vessel) -> bool:
    """Whether any battery that needs energy could act, in attack or in defence."""
    alive = vessel.now.crew >= vessel.built.crew and powered(vessel)
    return alive and any(
        each.place in (*NEEDS_ENERGY, "repulsor") and each.factor and each.batteries for each in vessel.now.armament
    )


def _hides(vessel: Vessel) -> bool:
    """Whether a globe does more good than harm: nothing to fire, and room in the capacitors."""
    return bool(vessel.now.globe) and not can_attack(vessel) and vessel.stored * ROOM < vessel.capacity
