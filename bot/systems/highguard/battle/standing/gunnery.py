"""Standing orders for fire and defensive fire, and what ships and shots are worth to them: rough measures, no rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import heapify, heapreplace

from bot.engine.dice import Modifier
from bot.engine.odds import totals
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Sights, Volley, shots_left, weapon_kind
from bot.systems.highguard.battle.state import Battle, Incoming, Ship
from bot.systems.highguard.combat.attack import Aim, aim, obstacle
from bot.systems.highguard.combat.readiness import OFFENSIVE, computer_level, shots
from bot.systems.highguard.combat.shot import LARGEST_BATTERY_FACTOR, Battery, Range, Shot, battery_of, reaches, sighted
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


FirePlan = dict[str, list[Volley]]
# Batteries that are allotted together; a harmless target is worth a little, should nothing else be there.
TOGETHER = 10
HARMLESS = 0.5
ENOUGH = 8.0
AGAINST_MISSILES = ("laser", "energy")


@dataclass(frozen=True, slots=True)
class Group:
    """Batteries of one place of a ship that may fire at one target together."""

    ship: str
    place: str
    count: int


def plan_fire(battle: Battle, side: int, tables: CombatTables) -> FirePlan:
    """All fire of a side in this step, by target: where it does most, spread as targets have had enough."""
    targets = [battle.ships[name] for names in battle.presented for name in names if battle.ships[name].side != side]
    missiles = any(shots_left(ship, "missile") for ship in battle.line(1 - side))
    load = dict.fromkeys((target.name for target in targets), 0.0)
    value = {target.name: HARMLESS + firepower(target.vessel) for target in targets}
    seen = _Seen(battle.range, tables)
    plan: FirePlan = {}
    for (battery, sample), groups in _classes(battle, side, tables, held=missiles):
        gains = seen.gains(battery, sample, targets)
        for volley in _spread(groups, gains, value, load):
            plan.setdefault(volley.target, []).append(volley)
    return plan


class _Seen:
    """What kinds of batteries gain against targets: worked out once for all those that look alike."""

    def __init__(self, at: Range, tables: CombatTables) -> None:
        self._range, self._tables = at, tables
        self._looks: dict[Shot, int] = {}
        self._look_of: dict[str, int] = {}

    def gains(self, battery: Battery, firer: Vessel, targets: Sequence[Ship]) -> dict[str, float]:
        """What a firer's battery gains against each target, by its name."""
        known: dict[int, float] = {}
        for target in targets:
            look = self._look(battery, firer, target)
            if look not in known:
                shot = sighted(battery, firer, target.vessel, self._range, self._tables)
                known[look] = gain(aim(shot, self._tables), self._tables)
        return {target.name: known[self._look_of[target.name]] for target in targets}

    def _look(self, battery: Battery, firer: Vessel, target: Ship) -> int:
        """The number of a target's look: what one battery can't tell apart is alike to every other."""
        if target.name not in self._look_of:
            shot = sighted(battery, firer, target.vessel, self._range, self._tables)
            self._look_of[target.name] = self._looks.setdefault(shot, len(self._looks))
        return self._look_of[target.name]


Class = tuple[tuple[Battery, Vessel], list[Group]]


def _classes(battle: Battle, side: int, tables: CombatTables, *, held: bool) -> Iterable[Class]:
    """The batteries that may fire, those that are alike together; the heaviest first."""
    alike: dict[tuple[object, ...], Class] = {}
    for ship in battle.line(side):
        level = computer_level(ship.vessel)
        for battery, group in _groups(ship, battle.range, tables, held=held):
            key = (battery, level, ship.vessel.stance.flicker)
            alike.setdefault(key, ((battery, ship.vessel), []))[1].append(group)
    return sorted(alike.values(), key=lambda each: -each[0][0].factor)


def _groups(ship: Ship, at: Range, tables: CombatTables, *, held: bool) -> Iterator[tuple[Battery, Group]]:
    for weapon in ship.vessel.now.armament:
        if weapon.place not in OFFENSIVE:
            continue
        count = shots_left(ship, weapon.place)
        if held and weapon.place in AGAINST_MISSILES:
            count //= 2
        kind = weapon_kind(weapon.weapon, tables, nuclear=True)
        if not reaches(kind, at):
            continue
        battery = battery_of(ship.vessel, weapon, kind)
        while count > 0:
            yield battery, Group(ship.name, weapon.place, min(TOGETHER, count))
            count -= TOGETHER


def _spread(
    groups: list[Group], gains: dict[str, float], value: dict[str, float], load: dict[str, float]
) -> Iterator[Volley]:
    """Each group at the target that is then worth most; what was allotted before makes a target worth less."""

    def worth(name: str) -> float:
        return gains[name] * value[name] / (1 + load[name] / ENOUGH)

    heap = [(-worth(name), number, name) for number, name in enumerate(gains) if gains[name] > 0]
    heapify(heap)
    for group in groups if heap else ():
        _, number, name = heap[0]
        load[name] += gains[name] * group.count
        heapreplace(heap, (-worth(name), number, name))
        yield Volley(group.ship, group.place, name, group.count)


def fire(battle: Battle, side: int, tables: CombatTables, plan: FirePlan | None = None) -> Fire:
    """The fire at the targets presented now, as planned; what has acted meanwhile is left out."""
    planned = plan_fire(battle, side, tables) if plan is None else plan
    volleys = []
    fired: dict[tuple[str, str], int] = {}
    for volley in (each for name in battle.presented[0] for each in planned.get(name, ())):
        key = (volley.ship, volley.place)
        count = min(volley.count, shots_left(battle.ships[volley.ship], volley.place) - fired.get(key, 0))
        if count > 0:
            fired[key] = fired.get(key, 0) + count
            volleys.append(replace(volley, count=count))
    return Fire(tuple(volleys), "" if volleys else _why_not(battle, planned))


def _why_not(battle: Battle, plan: FirePlan) -> str:
    names = ", ".join(battle.presented[0][:3])
    return f"nothing at {names}: others are worth more" if plan else f"nothing at {names}: no battery can harm it"


LAYERS = 3
WORTH_A_SHOT = 0.05


def defence(battle: Battle, _: int, tables: CombatTables) -> Defence:
    """Batteries against the hits that wait: what stops each best, the most harmful first."""
    sights = Sights(battle, tables)
    threats = _threats(battle, sights)
    order = sorted(range(len(battle.incoming)), key=lambda index: -threats[index])
    left: dict[tuple[str, str], int] = {}
    guards: Counter[tuple[int, str]] = Counter()
    for _layer in range(LAYERS):
        for index in order:
            place = _best(battle, battle.incoming[index], sights, left)
            if place:
                left[battle.incoming[index].target, place] -= 1
                guards[index + 1, place] += 1
    allotted = tuple(Guard(against, place, count) for (against, place), count in guards.items())
    return Defence(allotted, "" if allotted else "no battery could stop any of the hits")


def _threats(battle: Battle, sights: Sights) -> list[float]:
    """How much each hit that waits may be expected to do; batteries of one volley are alike."""
    known: dict[tuple[str, str, str, bool], float] = {}
    threats = []
    for hit in battle.incoming:
        key = (hit.firer, hit.place, hit.target, hit.nuclear)
        if key not in known:
            aimed = sights.aim(hit, hit.firer, hit.dm, hit.because)
            known[key] = through(aimed) * harm(aimed, sights.tables)
        threats.append(known[key])
    return threats


def _best(battle: Battle, hit: Incoming, sights: Sights, left: dict[tuple[str, str], int]) -> str:
    """The place with batteries left that most likely stops a hit; empty where none does."""
    target, best, most = battle.ships[hit.target], "", WORTH_A_SHOT
    for place in sights.meets(hit):
        if left.setdefault((hit.target, place), shots_left(target, place)) <= 0:
            continue
        stopped = _stops(battle, hit, place, sights)
        if stopped > most:
            best, most = place, stopped
    return best


def _stops(battle: Battle, hit: Incoming, place: str, sights: Sights) -> float:
    weapon = battle.ships[hit.target].vessel.now.weapon(place)
    assert weapon is not None
    met = obstacle(sights.aim(hit, hit.firer, hit.dm, hit.because).shot, place, weapon.factor, sights.tables)
    return 1 - chance(met.needed - sum(modifier.dm for modifier in met.modifiers)) if met else 0.0
