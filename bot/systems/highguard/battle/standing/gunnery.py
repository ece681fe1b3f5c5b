"""Standing orders for fire and defensive fire: which batteries at which targets, which are held against missiles, and
the worst hits met first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heapreplace

from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Sights, Volley, shots_left, weapon_kind
from bot.systems.highguard.battle.standing.strength import chance, firepower, gain, harm, through
from bot.systems.highguard.battle.state import Battle, Incoming, Ship
from bot.systems.highguard.combat.attack import aim, obstacle
from bot.systems.highguard.combat.readiness import OFFENSIVE, computer_level
from bot.systems.highguard.combat.shot import Battery, Range, Shot, battery_of, reaches, sighted
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.combat.vessel import Vessel

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
