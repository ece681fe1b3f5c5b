"""Launcher fire: where a shot comes down, and whom it reaches there (C3K Launcher fire)."""

from collections.abc import Mapping
from dataclasses import replace

from bot.systems.combat3000.aim.hitroll import HitRoll, Mishap
from bot.systems.combat3000.burst.deviation import AIMED_AT, Place, land
from bot.systems.combat3000.burst.effects import Burst, NearVehicle, burst, catches, detonate, spread
from bot.systems.combat3000.burst.templates import under_circle, under_rectangle
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle, dead
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.shooting import Attack, Person, Shooting, Table
from bot.systems.combat3000.hit.areas import Charge
from bot.systems.combat3000.hit.figures import Struck
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.vehicles import VehicleStruck, strike_vehicle


def force_of(declared: Declared) -> Force:
    """What a shot strikes with; only for those that strike."""
    force = declared.fired.force
    assert force is not None
    return replace(force, confined=declared.plan.confined)


def launcher_fire(shooting: Shooting, roll: HitRoll, table: Table) -> Shooting:
    """Where it comes down, and what it does to those who are under its template there (C3K Launcher fire)."""
    declared = shooting.declared
    landed = land(roll, table.dice, grenade=declared.grenade, vertical=declared.plan.vertical)
    shooting = replace(shooting, landed=landed)
    if roll.mishap is Mishap.IN_HANDS:
        return explode(shooting, {declared.firer.name: 0.0}, table)
    if landed.place is None:
        return shooting
    near, unsure = under(declared, landed.place, table)
    if declared.shell and "grappler" in declared.shell.traits:
        return replace(shooting, grapple=catches(table.dice))
    if declared.fuse and not (declared.fuse.proximity and any(_warm(table.sheets[name]) for name in near)):
        return replace(shooting, area=_charge(declared))
    return replace(explode(shooting, near, table), unsure=tuple(unsure))


def _warm(sheet: Sheet) -> bool:
    """Whether somebody is a heat source, which sets a proximity fuse off (C3K Equipment)."""
    return not dead(sheet)


def _charge(declared: Declared) -> Charge:
    """The shell or grenade that lies there until its fuse lets it go off."""
    shell = declared.shell
    assert shell is not None
    turns = None if declared.fuse.proximity else declared.fuse.turns
    code = declared.carried.weapon if declared.grenade else declared.carried.loaded.ammunition
    return Charge(f"{shell.name} {code}", code, spread(shell), turns)


def under(declared: Declared, centre: Place, table: Table) -> tuple[dict[str, float], list[str]]:
    """Who is under the template, with cm from its centre; and those of whom only the table shows it."""
    others = table.others(declared)
    near: dict[str, float] = {}
    unsure: list[str] = []
    for name in [*filter(None, (declared.target,)), *others]:
        cm = _cm(table.person(name), centre)
        if cm is None:
            unsure.append(name)
        elif _covers(declared, centre, table.person(name), cm):
            near[name] = cm
    if declared.fired.template and centre == AIMED_AT:
        near |= {name: 0.0 for name in others if table.person(name).spot is None}
    return near, [name for name in unsure if name not in near]


def _cm(person: Person, centre: Place) -> float | None:
    """How far somebody is from the centre, None where that can't be told from his distance alone."""
    if person.place is not None:
        return person.place.cm_from(centre)
    return float(person.cm or 0) if centre == AIMED_AT else None


def _covers(declared: Declared, centre: Place, person: Person, cm: float) -> bool:
    fired = declared.fired
    if fired.template:
        return person.place is not None and under_rectangle(fired.template, centre, person.place)
    return under_circle(spread(declared.shell) if declared.shell else fired.circle, cm)


def explode(shooting: Shooting, near: Mapping[str, float], table: Table) -> Shooting:
    """One effect throw for each who is near, without a throw to hit (ruling B-F25)."""
    went_off = _go_off(shooting.declared, near, table)
    attacks: dict[str, Attack] = {}
    for struck in went_off.struck:
        name = struck.target.name
        table.sheets[name] = struck.after
        attacks[name] = _and_struck(attacks.get(name, Attack(name)), struck)
    for broken in went_off.vehicles:
        table.sheets[broken.name] = broken.after
        attacks[broken.name] = _and_struck(attacks.get(broken.name, Attack(broken.name)), broken)
    return replace(shooting, attacks=tuple(attacks.values()), area=went_off.area)


def _and_struck(attack: Attack, struck: Struck | VehicleStruck) -> Attack:
    return replace(attack, struck=(*attack.struck, struck))


def _go_off(declared: Declared, near: Mapping[str, float], table: Table) -> Burst:
    options, confined = declared.plan.house.options, declared.plan.confined
    figures = [table.near(n, cm) for n, cm in near.items() if isinstance(table.sheets[n], Figure)]
    vehicles = [NearVehicle(n, v, cm) for n, cm in near.items() if isinstance(v := table.sheets[n], Vehicle)]
    if declared.shell:
        own, rounds = declared.fired.force, declared.rounds
        return detonate(
            declared.shell, figures, table.dice, options, vehicles, confined=confined, rounds=rounds, force=own
        )
    force = force_of(declared)
    hulls = tuple(strike_vehicle(force, one.name, one.vehicle, table.dice, options) for one in vehicles)
    return replace(burst(force, figures, table.dice, options), vehicles=hulls)
