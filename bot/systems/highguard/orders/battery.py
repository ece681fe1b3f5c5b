"""`battery`: does one battery hit, and get through each defence? (HG-A05 to A24).

In a battle the sides fire many at once; this is the one whose odds are asked for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit, Values
from bot.engine.typed import match
from bot.systems.highguard.asked import BatteryOrder, ImaginedShot
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.combat.attack import (
    Aim,
    DamageRoll,
    Obstacle,
    Passage,
    Strike,
    aim,
    get_through,
    obstacle,
    throw_critical,
    throw_damage,
    throw_through,
    throw_to_hit,
)
from bot.systems.highguard.combat.readiness import why_silent
from bot.systems.highguard.combat.shot import Battery, Shot, battery_of, sighted
from bot.systems.highguard.combat.tables import CRITICAL, CombatTables, WeaponKind
from bot.systems.highguard.combat.vessel import Armament, Vessel, rested
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.usp import from_code, to_code
from bot.systems.highguard.orders.own_ships import fought_in
from bot.systems.highguard.ships.enlist import vessel_of_ship
from bot.systems.highguard.ships.ship import Ship

MISS, THROUGH = "Miss", "Gets through"
OUTCOMES = (MISS, THROUGH)
# The tables that the numbers come from: by the weapon's, and by what it meets.
_TO_HIT = {"missile": "HG-A01", "beam": "HG-A02", "meson": "HG-A03", "particle": "HG-A04"}
_THROUGH = {
    ("missile", "sand"): "HG-A12",
    ("missile", "laser"): "HG-A12",
    ("missile", "energy"): "HG-A12",
    ("missile", "repulsor"): "HG-A13",
    ("missile", "damper"): "HG-A14",
    ("beam", "sand"): "HG-A15",
    ("meson", "meson screen"): "HG-A16",
    ("meson", "configuration"): "HG-A17",
}
_NAMES = {"laser": "beams", "energy": "beams"}


def defence_name(met: Obstacle) -> str:
    """A defence with its factor: `sand 5`, `configuration 1`."""
    return f"{_NAMES.get(met.defence, met.defence)} {met.factor}"


def outcome(struck: Strike) -> str:
    """What the fire came to."""
    if not struck.struck:
        return MISS
    return f"Stopped by {defence_name(struck.stopped_by)}" if struck.stopped_by else THROUGH


@dataclass(frozen=True, slots=True)
class BatteryReport:
    """One battery's fire: its weapon, the table that it throws on, its factor; what came of it, the throw to hit, None
    where it struck by itself, and those through each defence; and what it throws for damage, how often on which table,
    nothing behind a globe that is wholly on.
    """

    weapon: str
    table: str
    factor: int
    came_to: str
    hit: Check | None
    passages: tuple[Passage, ...] = ()
    damage: tuple[tuple[int, str], ...] = ()


def battery_report(struck: Strike) -> BatteryReport:
    """What is told of a battery's fire."""
    aimed, battery = struck.aim, struck.aim.shot.battery
    damage = [(aimed.throws, table) for table, _ in aimed.tables]
    damage += [(aimed.criticals, CRITICAL_HITS)] if aimed.criticals else []
    return BatteryReport(
        battery.kind.name,
        battery.kind.table,
        battery.factor,
        outcome(struck),
        struck.hit,
        struck.passages,
        () if aimed.shot.wholly_on else tuple(damage),
    )


def battery_card(struck: BatteryReport, faces: Faces) -> Card:
    """The answer: each throw with its modifiers, and what it leads to."""
    return Card(
        title=f"{struck.weapon} {to_code(struck.factor)}: {struck.came_to.lower()}",
        lines=tuple(_lines(struck, faces)),
        working=tuple(_working(struck)),
        tone=Tone.BAD if struck.came_to == THROUGH else Tone.PLAIN,
    )


def _lines(struck: BatteryReport, faces: Faces) -> Iterator[str]:
    if struck.hit is None:
        yield "It strikes by itself"
    else:
        yield f"To hit: {check_line(struck.hit, faces.take(struck.hit.why), 'hit' if struck.hit.made else 'miss')}"
    for passage in struck.passages:
        result = "through" if passage.made else "stopped"
        line = check_line(passage.check, faces.take(passage.check.why), result)
        yield f"{defence_name(passage.obstacle).capitalize()}: {line}"
    if struck.came_to == THROUGH:
        parts = (f"{times} × {table}" for times, table in struck.damage)
        yield f"Damage: {', '.join(parts) or 'none, the globe takes all (HG-G10)'}"


def _working(struck: BatteryReport) -> Iterator[str]:
    if struck.hit is None:
        yield "A globe that is wholly on, or was a turn ago, can't be missed (HG-G10, HG-G11)"
    else:
        yield from _number("To hit", struck.hit, _TO_HIT[struck.table])
    for passage in struck.passages:
        met = passage.obstacle
        yield from _number(defence_name(met).capitalize(), passage.check, _THROUGH[struck.table, met.defence])


def _number(throw: str, check: Check, rule: str) -> Iterator[str]:
    """What a throw had to reach, and each of its modifiers."""
    yield f"{throw}: {check.needed}+ ({rule})"
    for modifier in check.modifiers:
        yield f"{throw}: {modifier_line(modifier)}"


CRITICAL_HIT, CRITICAL_HITS = "Critical", "critical hit"

Chances = list[tuple[str, Fraction]]
Fire = Callable[[Scene, BatteryOrder], tuple[Aim, tuple[Obstacle, ...]]]


def battery_odds(combat: CombatTables, fire: Fire) -> Odds:
    """Chances to miss, to be stopped, to get through; below them each throw by itself, and each damage throw."""
    made = maker(BatteryOrder)

    def imagine(shot: ImaginedShot) -> Scene:
        return Scene({"name": (Unit("the battery", "", shot),), "target": (Unit("the target", "", None),)})

    def besides(scene: Scene, values: Values) -> Chances:
        ready, active = fire(scene, made(values))
        return [*_steps(ready, active), *_damage(ready, combat)]

    return typed_odds(ImaginedShot, imagine, outcome, OUTCOMES, besides=besides)


def _imagined(shot: ImaginedShot, order: BatteryOrder, tables: Tables, combat: CombatTables) -> Shot:
    """The shot that has just the numbers asked about; its agility is what counts, flicker or not."""
    kind = _weapon(order, combat)
    size = match(_digit(shot.size, "size"), [each.code for each in tables.sizes], what="hull code")
    return Shot(
        battery=_battery(kind, _digit(shot.factor, "factor"), tables),
        range=order.range,
        computer=shot.computer,
        target_computer=shot.target_computer,
        agility=shot.agility,
        size=size,
        size_dm=combat.size_dm(size),
        armor=shot.armour,
        configuration=shot.configuration,
        damper=shot.damper,
        meson_screen=shot.meson_screen,
        flicker=_tens(shot.flicker, "flicker"),
        own_flicker=_tens(shot.own_flicker, "own flicker"),
    )


def _weapon(order: BatteryOrder, combat: CombatTables) -> WeaponKind:
    """The kind of weapon that was named; raises RuleError where none was."""
    if not order.weapon:
        raise RuleError('Name a weapon, such as weapon:"beam laser"; missiles are nuclear or HE (HG-A11).')
    return combat.weapons[order.weapon]


def _battery(kind: WeaponKind, digit: str, tables: Tables) -> Battery:
    mount = tables.spinal.get((kind.place, digit))
    return Battery(kind, from_code(digit), Fraction(mount.ep if mount else 0))


def _digit(typed: str, name: str) -> str:
    if not typed:
        raise RuleError(f"Give the {name} as it stands in the profile, such as {name}:9 or {name}:A.")
    return typed.upper()


def _tens(rate: int, name: str) -> int:
    if rate % 10:
        raise RuleError(f"Black globes flicker in tens of percent: give {name} as {rate // 10 * 10} (HG-G01).")
    return rate


def _steps(ready: Aim, active: tuple[Obstacle, ...]) -> Iterator[tuple[str, Fraction]]:
    """The chance to hit, and that of a hit to get through each defence that it meets."""
    hits = exact(lambda dice: throw_to_hit(ready, dice), of=lambda hit: hit is None or hit.made)
    yield "Hits", hits.get(True, Fraction(0))
    for met in () if ready.shot.wholly_on else (*active, *ready.passive):
        yield f"Through {defence_name(met)}", _through(met)


def _through(met: Obstacle) -> Fraction:
    chances = exact(lambda dice: throw_through(met, dice), of=lambda passage: passage.check.made)
    return chances.get(True, Fraction(0))


def _damage(ready: Aim, combat: CombatTables) -> Iterator[tuple[str, Fraction]]:
    """For each throw for damage the chance of every result in which it may end, then those of a critical hit."""
    if ready.shot.wholly_on:
        return
    critical = ready.criticals > 0
    for table, modifiers in ready.tables:
        chances = exact(partial(throw_damage, table, modifiers, tables=combat), of=_ends_in)
        critical = critical or CRITICAL_HIT in chances
        yield from _results(table, ready.throws, chances)
    if critical:
        chances = exact(lambda dice: throw_critical(dice, combat), of=lambda roll: str(roll.last.result))
        yield from _results(CRITICAL, ready.criticals, chances)


def _ends_in(roll: DamageRoll) -> str:
    """The result that counts; all critical hits together, for they have a table of their own."""
    return CRITICAL_HIT if roll.criticals else str(roll.last.result)


def _results(table: str, count: int, chances: Mapping[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    """The results of one of several throws, the likeliest first."""
    times = f"{count} × " if count > 1 else ""
    for result, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        yield f"{times}{table}: {result}", chance


# The field for each kind of defensive fire, and the place whose rows it takes; energy guns count as lasers.
DEFENSIVE = {"sand": "sand", "beams": "laser", "repulsor": "repulsor"}
MOST_DEFENSIVE = 10

VesselOf = Callable[[Unit], Vessel]


def battery_order(tables: Tables, combat: CombatTables, yard: Yard) -> Order:
    """One battery of the attacker at the target, as damage has left them. The result is a Strike without its damage,
    which belongs to a battle. `yard` holds the craft that designs may carry.
    """

    def vessel(unit: Unit) -> Vessel:
        kept = unit.sheet
        if isinstance(kept, Vessel):
            return kept
        left = rested(kept.vessel) if kept.vessel else vessel_of_ship(kept, tables, yard)
        return replace(left, name=unit.name)

    def fire(scene: Scene, order: BatteryOrder) -> tuple[Aim, tuple[Obstacle, ...]]:
        scene = afloat(scene)
        attacker, target = scene.one("name"), scene.one("target")
        if isinstance(attacker.sheet, ImaginedShot):
            seen = _imagined(attacker.sheet, order, tables, combat)
        else:
            seen = _seen(vessel(attacker), vessel(target), order, combat)
        shot = replace(seen, dm=order.dm, because=order.because)
        return aim(shot, combat), _defensive(shot, order, combat)

    def prepare(scene: Scene, order: BatteryOrder) -> Callable[[Dice], Outcome]:
        ready, active = fire(scene, order)
        return lambda dice: Outcome({}, get_through(ready, active, dice))

    def afloat(scene: Scene) -> Scene:
        """The same with vessels for ships as they stand, so that odds don't read them again for every branch."""
        fighting = _fighting(fought_in(scene))
        return Scene(
            {role: tuple(_as_vessel(unit, fighting, vessel) for unit in units) for role, units in scene.units.items()}
        )

    odds = replace(battery_odds(combat, fire), narrow=afloat)
    among, offers = {"weapon": tuple(combat.weapons)}, {name: _own(name, vessel) for name in DEFENSIVE}
    return typed_order(
        BatteryOrder, InTwoSteps(prepare), battery_card, odds=odds, among=among, offers=offers, plain=battery_report
    )


def _fighting(battle: Battle | None) -> dict[str, Vessel]:
    """The vessels of a battle and its chases by name, as they are now."""
    return {ship.name: ship.vessel for ship in all_ships(battle)} if battle else {}


def _as_vessel(unit: Unit, fighting: Mapping[str, Vessel], vessel: VesselOf) -> Unit:
    if not isinstance(unit.sheet, Ship):
        return unit
    return replace(unit, sheet=fighting.get(unit.name) or vessel(unit))


def _own(name: str, vessel: VesselOf) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a field of DEFENSIVE: the factors of the target's own batteries."""
    places = {"laser", "energy"} if name == "beams" else {name}

    def factors(scene: Scene) -> list[str]:
        aboard = [each for unit in scene.units.get("target", ()) for each in vessel(unit).now.armament]
        return [str(each.factor) for each in aboard if each.place in places]

    return factors


def _seen(firer: Vessel, target: Vessel, order: BatteryOrder, combat: CombatTables) -> Shot:
    kind = _weapon(order, combat)
    armament = _armament(firer, kind, combat)
    if why := why_silent(firer, armament.place):
        raise RuleError(why)
    return sighted(battery_of(firer, armament, kind), firer, target, order.range, combat)


def _armament(firer: Vessel, kind: WeaponKind, combat: CombatTables) -> Armament:
    """The batteries that fire; raises RuleError where the ship has none of that kind."""
    for carried in firer.now.armament:
        if _is(carried, kind):
            return carried
    known = [each.name for each in combat.weapons.values() for mine in firer.now.armament if _is(mine, each)]
    raise RuleError(f"{firer.name} has no {kind.name} batteries: choose of {', '.join(known) or 'none'} (HG-H15).")


def _is(armament: Armament, kind: WeaponKind) -> bool:
    return armament.place == kind.place and armament.weapon in {kind.name, kind.place}


def _defensive(shot: Shot, order: BatteryOrder, combat: CombatTables) -> tuple[Obstacle, ...]:
    """The defensive fire on a hit; refuses what does nothing against this weapon (HG-A20, HG-A22)."""
    found, given = [], {"sand": order.sand, "beams": order.beams, "repulsor": order.repulsor}
    for name, place in DEFENSIVE.items():
        for factor in _factors(given[name], name):
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
