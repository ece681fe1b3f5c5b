"""Standing orders for pursuit and the terminal step."""

from collections import Counter

from bot.engine.modifiers import applied
from bot.systems.highguard.battle.assault import Assault, boardable, boarders_of, defenders_of
from bot.systems.highguard.battle.boarding import BOARDING, Party
from bot.systems.highguard.battle.departure import can_pursue
from bot.systems.highguard.battle.pursuit import Pursuit, group_agility, groups, pursuers
from bot.systems.highguard.battle.repairs import damaged_systems
from bot.systems.highguard.battle.standing.strength import firepower, strength
from bot.systems.highguard.battle.state import Battle, Ship
from bot.systems.highguard.battle.terminal import Upkeep, can_repair, can_revive
from bot.systems.highguard.battle.upkeep import repair_attempts
from bot.systems.highguard.combat.readiness import maneuver

FIRST = ("power", "maneuver", "meson", "particle", "missile", "computer", "energy", "laser")
MARGIN = 1.5


def pursuit(battle: Battle, side: int) -> Pursuit:
    """Follow a group with half again its strength, if so many catch it; the strongest go."""
    free = pursuers(battle, side)
    power = {name: firepower(battle.ships[name].vessel) for name in free}
    chases: dict[str, tuple[str, ...]] = {}
    for name, group in groups(battle, 1 - side).items():
        speed, wanted = group_agility(battle, group), MARGIN * strength(battle.ships[each] for each in group)
        able = sorted((each for each in free if can_pursue(free[each], speed)), key=lambda each: -power[each])
        chosen: list[str] = []
        while able and sum(power[each] for each in chosen) <= wanted:
            chosen.append(able.pop(0))
        if sum(power[each] for each in chosen) > wanted:
            chases[name] = tuple(chosen)
            free = {each: speed for each, speed in free.items() if each not in chosen}
    return Pursuit(chases, "strong and fast enough" if chases else "nobody is both fast and strong enough")


def upkeep(battle: Battle, side: int) -> Upkeep:
    """Mend plant, drive and heavy weapons first, wake every useful watch, board with the better odds."""
    repairs = {ship.name: _worst_first(ship) for ship in battle.fleet(side) if can_repair(ship)}
    revive = tuple(ship.name for ship in battle.fleet(side) if can_revive(ship))
    why = dict.fromkeys(revive, "crew is missing")
    return Upkeep(repairs, revive, tuple(_boardings(battle, side)), why=why)


def _worst_first(ship: Ship) -> tuple[str, ...]:
    tries: Counter[str] = damaged_systems(ship.vessel)
    order = sorted(tries.elements(), key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return tuple(order[: repair_attempts(ship.vessel.tons)])


def _boardings(battle: Battle, side: int) -> list[Assault]:
    """One party a target, where its modifier is the higher by two."""
    parties = {ship.name: boarders_of(ship.vessel) for ship in battle.fleet(side) if maneuver(ship.vessel)}
    found = []
    for target in battle.ships.values():
        if not boardable(target, side) or not parties:
            continue
        name = max(parties, key=lambda each: _total(parties[each]))
        if parties[name].strength and _total(parties[name]) >= _total(defenders_of(target.vessel)) + 2:
            found.append(Assault(name, target.name))
            del parties[name]
    return found


def _total(party: Party) -> int:
    return sum(modifier.dm for modifier in applied(BOARDING, party))
