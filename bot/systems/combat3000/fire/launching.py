"""Launcher fire: where a shot comes down, and whom it reaches there (C3K Launcher fire)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.engine.dice import Dice
from bot.systems.combat3000.aim.hitroll import HitRoll, Mishap
from bot.systems.combat3000.burst.deviation import Landed, land
from bot.systems.combat3000.burst.effects import Burst, NearVehicle, burst, catches, detonate, spread
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle, dead
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.reach import Reached, under
from bot.systems.combat3000.fire.shooting import Attack, Hit, Moment, Shooting
from bot.systems.combat3000.hit.areas import Charge
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.vehicles import strike_vehicle


def force_of(declared: Declared) -> Force:
    """What a shot strikes with; only for those that strike."""
    force = declared.fired.force
    assert force is not None
    return replace(force, confined=declared.plan.asked.confined)


def launcher_fire(shooting: Shooting, roll: HitRoll, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """Where it comes down, and what it does to those who are under its template there (C3K Launcher fire)."""
    declared = shooting.declared
    fell = _fall(declared, roll, table, dice)
    shooting = replace(shooting, landed=fell.landed)
    if roll.mishap is Mishap.IN_HANDS:
        return _explode(shooting, (declared.firer.name,), table, dice)
    if fell.nowhere:
        return shooting, table
    near = fell.near
    if declared.shell and "grappler" in declared.shell.traits:
        return replace(shooting, grapple=catches(dice)), table
    if declared.fuse and not (declared.fuse.proximity and any(_warm(table.sheets[name]) for name in near)):
        return replace(shooting, area=_charge(declared)), table
    return _explode(replace(shooting, unsure=fell.unsure), near, table, dice)


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


@dataclass(frozen=True, slots=True)
class _Fell:
    """Whom a shot reaches where it came down, and those of whom only the table shows it; `nowhere` is a dud.

    Two that reach the same are equal, wherever they came down, so that exact odds look at people and not at places.
    """

    near: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    nowhere: bool = False
    landed: Landed | None = field(default=None, compare=False)


def _fall(declared: Declared, roll: HitRoll, table: Moment, dice: Dice) -> _Fell:
    """Where it comes down. Whoever was killed since has been taken away, but for the target."""
    there = {n: stands for n, stands in declared.reach.items() if n == declared.target or not dead(table.sheets[n])}

    def step(thrower: Dice, _: _Fell, __: str) -> _Fell:
        landed = land(roll, thrower, grenade=declared.grenade, vertical=declared.plan.asked.vertical)
        if landed.place is None:
            return _Fell(nowhere=True, landed=landed)
        found = {name: under(declared.template, landed.place, stands) for name, stands in there.items()}
        near, unsure = (
            tuple(name for name, reached in found.items() if reached is wanted)
            for wanted in (Reached.YES, Reached.UNSURE)
        )
        return _Fell(near, unsure, landed=landed)

    return dice.fold((declared.carried.name,), _Fell(), step)


def _explode(shooting: Shooting, near: Sequence[str], table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """One effect throw for each who is near, without a throw to hit (ruling B-F25)."""
    went_off = _go_off(shooting.declared, near, table, dice)
    hits: dict[str, tuple[Hit, ...]] = {}
    for struck in went_off.struck:
        hits[struck.target.name] = (*hits.get(struck.target.name, ()), struck)
    for broken in went_off.vehicles:
        hits[broken.name] = (*hits.get(broken.name, ()), broken)
    attacks = tuple(Attack(name, struck=struck) for name, struck in hits.items())
    after = table.with_sheets({name: struck[-1].after for name, struck in hits.items()})
    return replace(shooting, attacks=attacks, area=went_off.area), after


def _go_off(declared: Declared, near: Sequence[str], table: Moment, dice: Dice) -> Burst:
    options, confined = declared.plan.house.options, declared.plan.asked.confined
    figures = [table.near(name, 0) for name in near if isinstance(table.sheets[name], Figure)]
    vehicles = [NearVehicle(name, v) for name in near if isinstance(v := table.sheets[name], Vehicle)]
    if declared.shell:
        own, rounds = declared.fired.force, declared.rounds
        return detonate(declared.shell, figures, dice, options, vehicles, confined=confined, rounds=rounds, force=own)
    force = force_of(declared)
    hulls = tuple(strike_vehicle(force, one.name, one.vehicle, dice, options) for one in vehicles)
    return replace(burst(force, figures, dice, options), vehicles=hulls)
