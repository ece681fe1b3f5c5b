"""`battery`: does one battery hit, and get through each defence? (HG-A05 to A24).

In a battle the sides fire many at once; this is the one whose odds are asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import dm_fields
from bot.engine.system import Field, Kind, Need, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.combat.attack import Aim, Obstacle, aim, get_through, obstacle
from bot.systems.highguard.combat.readiness import why_silent
from bot.systems.highguard.combat.shot import Range, Shot, battery_of, sighted
from bot.systems.highguard.combat.tables import CombatTables, WeaponKind
from bot.systems.highguard.combat.vessel import Armament, Vessel, rested
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battery_odds import battery_odds
from bot.systems.highguard.orders.battery_wording import battery_card
from bot.systems.highguard.orders.fields import number, text, weapon_asked
from bot.systems.highguard.ships.enlist import vessel_of_ship
from bot.systems.highguard.ships.ship import Ship

# The field for each kind of defensive fire, and the place whose rows it takes; energy guns count as lasers.
DEFENSIVE = {"sand": "sand", "beams": "laser", "repulsor": "repulsor"}
MOST_DEFENSIVE = 10
LARGEST_DM = 20

VesselOf = Callable[[Unit], Vessel]


def battery_order(tables: Tables, combat: CombatTables, yard: Yard) -> Order:
    """One battery of the attacker at the target: roles attacker and target, as damage has left them.

    `sand`, `beams` and `repulsor` are the factors of the batteries that the target puts on this hit, such as
    `5` or `9 9`. The result is a Strike without its damage, which belongs to a battle. `yard` holds the craft
    that designs may carry.
    """

    def vessel(unit: Unit) -> Vessel:
        kept = unit.sheet
        if isinstance(kept, Vessel):
            return kept
        left = rested(kept.vessel) if kept.vessel else vessel_of_ship(kept, tables, yard)
        return replace(left, name=unit.name)

    def fire(scene: Scene, values: Values) -> tuple[Aim, tuple[Obstacle, ...]]:
        shot = _shot(afloat(scene), values, vessel, combat)
        return aim(shot, combat), _defensive(shot, values, combat)

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        ready, active = fire(scene, values)
        return Outcome({}, get_through(ready, active, dice))

    def afloat(scene: Scene) -> Scene:
        """The same with vessels for ships as they stand, so that odds don't read them again for every branch."""
        fighting = _fighting(scene.battle)
        return Scene(
            {role: tuple(_as_vessel(unit, fighting, vessel) for unit in units) for role, units in scene.units.items()}
        )

    roles = (Role("attacker"), Role("target"))
    odds = replace(battery_odds(tables, combat, fire), narrow=afloat)
    return Order("battery", roles, _fields(vessel, combat), resolve, battery_card, odds, need=Need.REFEREE)


def _fighting(battle: Battle | None) -> dict[str, Vessel]:
    """The vessels of a battle and its chases by name, as they are now."""
    return {ship.name: ship.vessel for ship in all_ships(battle)} if battle else {}


def _as_vessel(unit: Unit, fighting: Mapping[str, Vessel], vessel: VesselOf) -> Unit:
    if not isinstance(unit.sheet, Ship):
        return unit
    return replace(unit, sheet=fighting.get(unit.name) or vessel(unit))


def _fields(vessel: VesselOf, combat: CombatTables) -> tuple[Field, ...]:
    return (
        Field("weapon", Kind.CHOICE, choices=tuple(combat.weapons), mode=True),
        Field("range", Kind.CHOICE, Range.LONG.value, tuple(Range), mode=True),
        *(Field(name, Kind.TEXT, "", longest=30, suggest=_own(name, vessel)) for name in DEFENSIVE),
        *dm_fields(LARGEST_DM),
    )


def _own(name: str, vessel: VesselOf) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a field of DEFENSIVE: the factors of the target's own batteries."""
    places = {"laser", "energy"} if name == "beams" else {name}

    def factors(scene: Scene) -> list[str]:
        aboard = [each for unit in scene.units.get("target", ()) for each in vessel(unit).now.armament]
        return [str(each.factor) for each in aboard if each.place in places]

    return factors


def _shot(scene: Scene, values: Values, vessel: VesselOf, combat: CombatTables) -> Shot:
    """The shot of two ships, or the one that was made up from plain numbers."""
    attacker, target = scene.one("attacker"), scene.one("target")
    made_up = isinstance(attacker.sheet, Shot)
    seen = attacker.sheet if made_up else _seen(vessel(attacker), vessel(target), values, combat)
    return replace(seen, dm=number(values, "dm"), because=text(values, "because"))


def _seen(firer: Vessel, target: Vessel, values: Values, combat: CombatTables) -> Shot:
    kind = weapon_asked(values, combat)
    armament = _armament(firer, kind, combat)
    if why := why_silent(firer, armament.place):
        raise RuleError(why)
    return sighted(battery_of(firer, armament, kind), firer, target, Range(text(values, "range")), combat)


def _armament(firer: Vessel, kind: WeaponKind, combat: CombatTables) -> Armament:
    """The batteries that fire; raises RuleError where the ship has none of that kind."""
    for carried in firer.now.armament:
        if _is(carried, kind):
            return carried
    known = [each.name for each in combat.weapons.values() for mine in firer.now.armament if _is(mine, each)]
    raise RuleError(f"{firer.name} has no {kind.name} batteries: choose of {', '.join(known) or 'none'} (HG-H15).")


def _is(armament: Armament, kind: WeaponKind) -> bool:
    return armament.place == kind.place and armament.weapon in {kind.name, kind.place}


def _defensive(shot: Shot, values: Values, combat: CombatTables) -> tuple[Obstacle, ...]:
    """The defensive fire on a hit; refuses what does nothing against this weapon (HG-A20, HG-A22)."""
    found = []
    for name, place in DEFENSIVE.items():
        for factor in _factors(text(values, name), name):
            met = obstacle(shot, place, factor, combat)
            if met is None:
                raise RuleError(f"Leave {name} out: it does nothing against {shot.battery.kind.name} (HG-A22).")
            found.append(met)
    if len(found) > MOST_DEFENSIVE:
        raise RuleError(f"Put {MOST_DEFENSIVE} defensive batteries at most on one hit here.")
    return tuple(found)


def _factors(given: str, name: str) -> list[int]:
    words = given.replace(",", " ").split()
    if any(len(word) != 1 or word not in "123456789" for word in words):
        raise RuleError(f"Give {name} as factors from 1 to 9, one for each battery: {name}:5 or {name}:5 5.")
    return [int(word) for word in words]
