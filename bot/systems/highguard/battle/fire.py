"""The combat step: fire allotted to the targets presented, hits, and what got through (HG-C21 to C25)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.breakthrough import go_on
from bot.systems.highguard.battle.decisions import next_target
from bot.systems.highguard.battle.muster import check_step, check_turn
from bot.systems.highguard.battle.report import Fired, Held, Turned
from bot.systems.highguard.battle.state import Battle, Harm, Incoming, Ship, Station, Step
from bot.systems.highguard.combat.attack import (
    TO_HIT_THROW,
    Aim,
    Obstacle,
    Strike,
    aim,
    meet_defences,
    obstacle,
    throw_to_hit,
    with_damage,
)
from bot.systems.highguard.combat.readiness import OFFENSIVE, shots, why_silent
from bot.systems.highguard.combat.shot import battery_of, check_range, reaches, sighted
from bot.systems.highguard.combat.tables import CombatTables, WeaponKind

DEFENSIVE = ("sand", "repulsor", "laser", "energy")


@dataclass(frozen=True, slots=True)
class Volley:
    """Batteries of one place of a ship that fire at a target; missiles are nuclear or high explosive (HG-A11)."""

    ship: str
    place: str
    target: str
    count: int = 1
    nuclear: bool = True


@dataclass(frozen=True, slots=True)
class Fire:
    """All fire at the targets presented now; none at all is allowed. `dm` is the referee's own on each throw to hit.

    `why` is a default's reason for what it held back. With `through` the `dm` counts as well on the throws to get
    through what no battery need meet.
    """

    volleys: tuple[Volley, ...] = ()
    why: str = ""
    dm: int = 0
    because: str = ""
    through: bool = False


@dataclass(frozen=True, slots=True)
class Guard:
    """Batteries of a target that defend against one hit, by the hit's number from 1 (HG-A20)."""

    against: int
    place: str
    count: int = 1


class Sights:
    """The aims of a step, each worked out once: nothing that they depend on changes before the damage step.

    `dm` and `because` are the referee's own modifier on every throw to get through a defence.
    """

    def __init__(self, battle: Battle, tables: CombatTables, dm: int = 0, because: str = "") -> None:
        self._battle, self.tables = battle, tables
        self._dm, self._because = dm, because
        self._aims: dict[tuple[str, str, str, bool, int], Aim] = {}
        self._meets: dict[tuple[str, WeaponKind], list[str]] = {}

    def aim(self, shot: Volley | Incoming, ship: str, dm: int = 0, because: str = "") -> Aim:
        """How a ship's batteries of a place fire at a target; raises RuleError where they can't."""
        key = (ship, shot.place, shot.target, shot.nuclear, dm)
        if key not in self._aims:
            firer, target = self._battle.ships[ship].vessel, self._battle.ships[shot.target].vessel
            weapon = firer.now.weapon(shot.place)
            assert weapon is not None
            battery = battery_of(firer, weapon, weapon_kind(weapon.weapon, self.tables, nuclear=shot.nuclear))
            seen = sighted(battery, firer, target, self._battle.range, self.tables)
            if dm or self._dm:
                seen = replace(seen, dm=dm, because=because, dm_through=self._dm, because_through=self._because)
            self._aims[key] = aim(seen, self.tables)
        return self._aims[key]

    def meets(self, hit: Incoming) -> list[str]:
        """The places of the target's own batteries that could still defend against a hit (HG-A20, HG-A22)."""
        weapon = self._battle.ships[hit.firer].vessel.now.weapon(hit.place)
        assert weapon is not None
        kind = weapon_kind(weapon.weapon, self.tables, nuclear=hit.nuclear)
        if (hit.target, kind) not in self._meets:
            target = self._battle.ships[hit.target]
            places = [] if target.vessel.stance.globe_on else [each for each in DEFENSIVE if each in kind.met_by]
            self._meets[hit.target, kind] = [place for place in places if shots_left(target, place)]
        return self._meets[hit.target, kind]


def weapon_kind(weapon: str, tables: CombatTables, *, nuclear: bool) -> WeaponKind:
    """The kind of a weapon as it fires: missiles as nuclear or high explosive ones."""
    return tables.weapons[f"missile {'nuclear' if nuclear else 'HE'}" if weapon == "missile" else weapon]


def shots_left(ship: Ship, place: str) -> int:
    """How many batteries of a place can still act this turn: those that bear, less those that did (HG-C22, C23).

    Missile batteries only while their stock lasts, where it is counted (R-38).
    """
    left = max(0, shots(ship.vessel, place) - ship.fired.get(place, 0))
    return left if ship.salvos is None or place != "missile" else min(left, ship.salvos)


def ready(battle: Battle, ship: Ship, tables: CombatTables) -> Iterator[tuple[str, int]]:
    """The places whose batteries can still attack at the turn's range, and how many of them (HG-A10, HG-C22)."""
    for place in OFFENSIVE:
        weapon, left = ship.vessel.now.weapon(place), shots_left(ship, place)
        if weapon and left and reaches(weapon_kind(weapon.weapon, tables, nuclear=True), battle.range):
            yield place, left


def spent(ship: Ship, used: Mapping[str, int]) -> Ship:
    """The ship with these batteries of each place used up, and the missiles gone that they fired."""
    left = None if ship.salvos is None else ship.salvos - used.get("missile", 0)
    return replace(ship, fired=dict(Counter(ship.fired) + Counter(used)), salvos=left)


def fire(battle: Battle, side: int, order: Fire, dice: Dice, tables: CombatTables) -> Turned:
    """Fire at the targets presented, in the combat or the breakthrough step; each battery by itself.

    Misses are told at once, hits wait for the target's defence where it has any. Raises RuleError for what can't
    fire, and nothing is changed.
    """
    check_step(battle, Step.COMBAT, Step.BREAKTHROUGH)
    check_turn(battle, side)
    sights = Sights(battle, tables, order.dm, order.because) if order.through else Sights(battle, tables)
    volleys = [checked(battle, side, volley, tables) for volley in order.volleys]
    used = _used(battle, volleys)
    events: list[object] = [Held(side, order.why)] if order.why else []
    incoming: list[Incoming] = []
    fired = {name: Counter(battle.ships[name].fired) for name in used}
    for volley in volleys:
        aimed = sights.aim(volley, volley.ship, order.dm, order.because)
        before = fired[volley.ship][volley.place]
        fired[volley.ship][volley.place] += volley.count
        for number in range(before + 1, before + volley.count + 1):
            hit = throw_to_hit(aimed, dice)
            if hit and not hit.made:
                events.append(Fired(volley.ship, volley.place, volley.target, number, Strike(hit, aim=aimed)))
            else:
                incoming.append(_incoming(volley, number, hit, order))
    after = battle.with_ships(spent(battle.ships[name], places) for name, places in used.items())
    return _met(after, tuple(incoming), events, dice, sights)


def _incoming(volley: Volley, number: int, hit: Check | None, order: Fire) -> Incoming:
    thrown = hit.thrown if hit else None
    return Incoming(volley.ship, volley.place, volley.target, number, thrown, volley.nuclear, order.dm, order.because)


def checked(battle: Battle, side: int, volley: Volley, tables: CombatTables) -> Volley:
    """The volley with whole names; raises RuleError where it can't be fired, whatever else fires."""
    ship, target = battle.own(volley.ship, side), battle.ship(volley.target)
    if ship.place is not Station.LINE:
        raise RuleError(f"{ship.name} is in reserve: only ships in the line of battle fire (HG-C04).")
    if target.name not in battle.presented[0]:
        raise RuleError(f"{target.name} isn't exposed to fire now: {', '.join(battle.presented[0][:5])} is (HG-C21).")
    if volley.place not in OFFENSIVE:
        raise RuleError(f"{volley.place} batteries don't attack: fire {', '.join(OFFENSIVE)} (HG-C22).")
    if silent := why_silent(ship.vessel, volley.place):
        raise RuleError(silent)
    weapon = ship.vessel.now.weapon(volley.place)
    assert weapon is not None
    check_range(weapon_kind(weapon.weapon, tables, nuclear=volley.nuclear), battle.range)
    return replace(volley, ship=ship.name, target=target.name)


def _used(battle: Battle, volleys: Sequence[Volley]) -> dict[str, Counter[str]]:
    """The batteries that volleys use up, by ship and place; raises RuleError if there are fewer."""
    used: dict[str, Counter[str]] = {}
    for volley in volleys:
        if volley.count < 1:
            raise RuleError(f"{volley.ship} must fire one {volley.place} battery at least.")
        used.setdefault(volley.ship, Counter())[volley.place] += volley.count
    for name, places in used.items():
        for place, count in places.items():
            left = shots_left(battle.ships[name], place)
            if place == "missile" and battle.ships[name].salvos == 0:
                raise RuleError(f"{name} has fired all its missiles (R-38).")
            if count > left:
                text = f"{name} has {left} of its {place} batteries left that bear, not {count} (HG-C22, HG-C23)."
                raise RuleError(text)
    return used


def _met(battle: Battle, incoming: tuple[Incoming, ...], events: list[object], dice: Dice, sights: Sights) -> Turned:
    """Go on at once where nothing can be defended, else wait for the target's side."""
    battle = replace(battle, incoming=incoming)
    if any(sights.meets(hit) for hit in incoming):
        target = battle.ships[incoming[0].target]
        return Turned(replace(battle, step=Step.DEFENCE, waiting=(target.side,)), tuple(events))
    return go_on(_resolved(Turned(battle, tuple(events)), {}, dice, sights), dice)


@dataclass(frozen=True, slots=True)
class Defence:
    """All defensive fire against the hits that wait; `why` is a default's reason.

    `dm` and `because` are the referee's own modifier on each throw of these hits to get through.
    """

    guards: tuple[Guard, ...] = ()
    why: str = ""
    dm: int = 0
    because: str = ""


def defend(battle: Battle, side: int, defence: Defence, dice: Dice, tables: CombatTables) -> Turned:
    """Allot defensive fire to the hits that wait, and throw for all that follows (HG-C24, HG-A20, HG-A21).

    Raises RuleError for batteries that can't meet a hit or have acted, and nothing is changed.
    """
    check_step(battle, Step.DEFENCE)
    check_turn(battle, side)
    sights = Sights(battle, tables, defence.dm, defence.because)
    used: dict[str, Counter[str]] = {}
    met: dict[int, list[tuple[str, int]]] = {}
    for guard in defence.guards:
        target = _check_guard(battle, guard, sights)
        used.setdefault(target, Counter())[guard.place] += guard.count
        met.setdefault(guard.against - 1, []).append((guard.place, guard.count))
    for name, places in used.items():
        for place, count in places.items():
            if count > (left := shots_left(battle.ships[name], place)):
                raise RuleError(f"{name} has {left} of its {place} batteries left for defence, not {count} (HG-C22).")
    active = {index: tuple(_obstacles(battle, index, guards, sights)) for index, guards in met.items()}
    after = battle.with_ships(spent(battle.ships[name], places) for name, places in used.items())
    events = (Held(side, defence.why),) if defence.why else ()
    return go_on(_resolved(Turned(after, events), active, dice, sights), dice)


def _check_guard(battle: Battle, guard: Guard, sights: Sights) -> str:
    if not 1 <= guard.against <= len(battle.incoming) or guard.count < 1:
        raise RuleError(f"The hits that wait are numbered 1 to {len(battle.incoming)}.")
    hit = battle.incoming[guard.against - 1]
    if guard.place not in sights.meets(hit):
        raise RuleError(f"{hit.target} has no {guard.place} batteries that could meet {hit.place} fire (HG-A22).")
    return hit.target


def _obstacles(battle: Battle, index: int, guards: Sequence[tuple[str, int]], sights: Sights) -> Iterator[Obstacle]:
    hit = battle.incoming[index]
    aimed = sights.aim(hit, hit.firer, hit.dm, hit.because)
    for place, count in guards:
        weapon = battle.ships[hit.target].vessel.now.weapon(place)
        found = obstacle(aimed.shot, place, weapon.factor, sights.tables) if weapon else None
        yield from (found,) * count if found else ()


def _resolved(turned: Turned, active: Mapping[int, Sequence[Obstacle]], dice: Dice, sights: Sights) -> Turned:
    """Every hit that waited against its defences, and the damage noted; then the next target (HG-C25)."""
    battle, events = turned.battle, []
    rolls: dict[str, list[Strike]] = {}
    for index, hit in enumerate(battle.incoming):
        aimed = sights.aim(hit, hit.firer, hit.dm, hit.because)
        check = None if hit.thrown is None else Check(TO_HIT_THROW, hit.thrown, aimed.to_hit, aimed.needed)
        strike = with_damage(meet_defences(aimed, check, active.get(index, ()), dice), dice, sights.tables)
        events.append(Fired(hit.firer, hit.place, hit.target, hit.number, strike))
        if strike.penetrated:
            rolls.setdefault(hit.target, []).append(strike)
    harm = {**battle.harm, **{name: _worse(battle.harm.get(name, Harm()), strikes) for name, strikes in rolls.items()}}
    step = Step.BREAKTHROUGH if _breaking(battle) else Step.COMBAT
    battle = replace(battle, step=step, incoming=(), harm=harm, presented=battle.presented[1:])
    return turned.then(next_target(battle), events)


def _breaking(battle: Battle) -> bool:
    """Whether those presented are a reserve, exposed by a breakthrough."""
    return battle.ships[battle.presented[0][0]].place is Station.RESERVE


def _worse(harm: Harm, strikes: Sequence[Strike]) -> Harm:
    rolls = tuple(roll for strike in strikes for roll in strike.damage)
    energies = tuple(strike.energy for strike in strikes if strike.energy)
    return Harm((*harm.rolls, *rolls), (*harm.energies, *energies))
