"""What ships and shots are worth to standing orders: rough measures, no rules."""

from collections.abc import Iterable
from functools import cache

from bot.engine.dice import Modifier
from bot.engine.odds import totals
from bot.systems.highguard.battle.state import Ship
from bot.systems.highguard.combat.attack import Aim
from bot.systems.highguard.combat.readiness import OFFENSIVE, shots
from bot.systems.highguard.combat.shot import LARGEST_BATTERY_FACTOR
from bot.systems.highguard.combat.tables import CombatTables, Result
from bot.systems.highguard.combat.vessel import Armament, Vessel

# What a result is worth to whoever fires: crew lost silences a ship, a weapon is a weapon.
WORTH = {
    "Critical": 6.0,
    "Interior Explosion": 4.0,
    "Fuel Tanks Shattered": 8.0,
    "Crew": 5.0,
    "Weapon": 0.7,
    "Power Plant": 1.5,
    "Maneuver": 0.7,
    "Computer": 1.0,
    "Screens": 0.5,
    "Jump": 0.2,
    "Fuel": 0.1,
    "No Effect": 0.0,
}
CRITICAL_WORTH = 6.0
# A fleet leaves one that is so many times as strong.
OUTMATCHED = 4


def weight(weapon: Armament) -> float:
    """What one battery counts for: its factor, letters thrice."""
    return weapon.factor + 3.0 * max(0, weapon.factor - LARGEST_BATTERY_FACTOR)


def firepower(vessel: Vessel) -> float:
    """What all offensive batteries that can act count for."""
    return sum(weight(each) * shots(vessel, each.place) for each in vessel.now.armament if each.place in OFFENSIVE)


def built_firepower(vessel: Vessel) -> float:
    """The same of the undamaged vessel."""
    return sum(weight(each) * each.bearing for each in vessel.built.armament if each.place in OFFENSIVE)


def strength(ships: Iterable[Ship]) -> float:
    """The firepower of several ships."""
    return sum(firepower(ship.vessel) for ship in ships)


@cache
def chance(needed: int) -> float:
    """How likely 2D comes to `needed` or more."""
    return sum(ways for total, ways in totals(2, 6) if total >= needed) / 36


def _dm(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.dm for modifier in modifiers)


def through(aimed: Aim) -> float:
    """How likely a battery hits and gets through all passive defences."""
    likely = 1.0 if aimed.needed is None else chance(aimed.needed - _dm(aimed.to_hit))
    for met in aimed.passive:
        likely *= chance(met.needed - _dm(met.modifiers))
    return likely


def harm(aimed: Aim, tables: CombatTables) -> float:
    """What a battery that got through may be expected to do."""
    rolled = sum(expected(table, _dm(modifiers), tables.damage[table]) for table, modifiers in aimed.tables)
    return rolled * aimed.throws + aimed.criticals * CRITICAL_WORTH


@cache
def expected(table: str, dm: int, column: tuple[Result, ...]) -> float:
    """The mean worth of a throw on a damage table with this DM."""
    worths = [worth(result) for result in column]
    last = len(worths) - 1
    whole: float = sum(worths[min(max(total + dm - 2, 0), last)] * ways for total, ways in totals(2, 6))
    return whole / 36


def worth(result: Result) -> float:
    """What one result is worth."""
    return WORTH.get(result.name, 1.0) * (result.number if result.name in _PER_NUMBER else 1)


_PER_NUMBER = {"Weapon", "Power Plant", "Maneuver", "Computer", "Screens", "Jump", "Fuel"}


def gain(aimed: Aim, tables: CombatTables) -> float:
    """What a battery's fire may be expected to do."""
    return through(aimed) * harm(aimed, tables)
