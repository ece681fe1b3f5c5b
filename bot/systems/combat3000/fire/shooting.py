"""A shot as it is resolved: where it comes down or what it goes through, whom it reaches and what it did to each."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.cards import rating
from bot.engine.dice import Check, Dice
from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.eligible import in_arc
from bot.systems.combat3000.aim.hitroll import HitRoll, Mishap, Roll, Timing
from bot.systems.combat3000.aim.shot import Chance
from bot.systems.combat3000.building.hits import Result, Site, hit, unlocked
from bot.systems.combat3000.burst import (
    Burst,
    Landed,
    NearVehicle,
    Spot,
    burst,
    catches,
    detonate,
    in_hands,
    land,
    spread,
)
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Sheet, Vehicle, dead
from bot.systems.combat3000.fire.plan import Declared, Reached, under
from bot.systems.combat3000.hit.figures import Effect, Struck, strike
from bot.systems.combat3000.hit.kills import (
    FOUND,
    RULE,
    Force,
    Places,
    Through,
    Wall,
    behind,
    penetrable,
    pierce_wall,
    places,
    strike_vehicle,
)
from bot.systems.combat3000.hit.moment import Hit, Moment, struck_by
from bot.systems.combat3000.hit.plights import Area, Charge


class Fate(StrEnum):
    """What became of a shot that was declared."""

    FIRED = "fired"
    LATE = "too late"
    LOST = "lost"
    VEILED = "veiled"


@dataclass(frozen=True, slots=True)
class Attack:
    """What one shot did to one: the chance and the throw, if there was one for them alone, and what it came to."""

    name: str
    chance: Chance | None = None
    roll: HitRoll | None = None
    struck: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Shooting:
    """One declared shot, resolved: its timing (None where it fires alone), its fate, and whom it attacked.

    `chance` and `roll` are those of the throw that may jam; `unsure` are those of whom only the table shows whether
    the template reaches them; `pack` is the throw of a plasma gun that jammed, `grapple` that of a hook, `area` what
    stays on the table, `through` what a shot through a wall found; `strikes` are what it did to a structure, and
    `unlocked` is a lock that it shot off.
    """

    declared: Declared
    timing: Timing | None
    fate: Fate
    chance: Chance | None = None
    roll: HitRoll | None = None
    landed: Landed | None = None
    attacks: tuple[Attack, ...] = ()
    unsure: tuple[str, ...] = ()
    pack: Check | None = None
    grapple: Check | None = None
    area: Area | None = None
    through: Through | None = None
    strikes: tuple[Result, ...] = ()
    unlocked: bool = False

    @property
    def jammed(self) -> bool:
        """Whether the weapon jammed."""
        return self.roll is not None and self.roll.result is Roll.JAM

    @property
    def reached(self) -> tuple[str, ...]:
        """Whoever was hit or caught in the blast, hurt or not (ruling B-F13); nobody to whom a shell does nothing."""
        fell_on = (name for each in self.strikes for name in each.caught)
        return (*(attack.name for attack in self.attacks if any(map(_touched, attack.struck))), *fell_on)

    @property
    def struck(self) -> tuple[str, ...]:
        """Whoever of them something struck: gas, light and webs don't."""
        fell_on = (name for each in self.strikes for name in each.caught)
        return (*(attack.name for attack in self.attacks if any(map(struck_by, attack.struck))), *fell_on)


def _touched(hit: Hit) -> bool:
    """Whether something struck somebody, or befell them."""
    return struck_by(hit) or (isinstance(hit, Struck) and hit.effect not in {Effect.NONE, Effect.UNHARMED})


def strike_one(name: str, force: Force, declared: Declared, table: Moment, dice: Dice) -> Hit:
    """One hit on somebody as they are now; a Holtzman shield stops what isn't thrown (C3K Equipment)."""
    sheet, options = table.sheets[name], declared.plan.house.options
    if isinstance(sheet, Vehicle):
        return strike_vehicle(force, name, sheet, dice, options, table.book.kills)
    if sheet.shield_on and not declared.shot.thrown:
        return Struck(table.target(name), Effect.SHIELDED, sheet)
    return strike(force, table.target(name), dice, options, table.book.kills)


def strike_structure(shooting: Shooting, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """Go on with a shot that hit a structure: its lock is off, or each round does what it does, until it is down."""
    declared = shooting.declared
    assert declared.at is not None
    aimed_at, impact = declared.at.structure, declared.at.impact
    found = next((each for each in table.structures if each.name == aimed_at.name), aimed_at)
    if impact is None:
        return replace(shooting, unlocked=True), unlocked(table, found)
    site = Site(table.structures, table, table.board, declared.plan.house.options, declared.at.spared)
    results: tuple[Result, ...] = ()
    for _ in range(declared.rounds):
        if found.down:
            break
        site, result = hit(site, found, impact, dice)
        results = (*results, result)
        found = next(each for each in site.structures if each.name == aimed_at.name)
    after = replace(site.table, structures=site.structures, board=site.board)
    return replace(shooting, strikes=results), after


def check_shot(declared: Declared) -> None:
    """Raise RuleError for a shot that goes through no wall, where it is declared to go through one (ruling B-D12)."""
    wall, force = declared.plan.wall, declared.fired.force
    if not wall:
        return
    name, situation = declared.carried.name, declared.situation
    if force is None or declared.fired.scatters or situation.asked.area or situation.high:
        raise RuleError(f"{name} fires through no wall: it takes a direct single shot ({RULE}).")
    if not penetrable(wall, force.effect):
        raise RuleError(
            f"{name} has an effect of {rating(force.effect)}, and a light wall lets +2 and more through ({RULE})."
        )


def check_behind(declared: Declared, table: Moment) -> None:
    """Raise RuleError, before any die, where nobody can tell who is where behind the wall."""
    if declared.plan.wall:
        _places(declared, declared.plan.wall, table)


def through_wall(shooting: Shooting, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """Go on with a shot that hit a wall."""
    declared = shooting.declared
    wall, force = declared.plan.wall, declared.fired.force
    assert wall is not None
    assert force is not None
    where = _places(declared, wall, table)
    weak = declared.plan.house.options.weak_pierce
    piercing = pierce_wall(force, wall, dice, table.book.kills, weak=weak)
    if piercing and not piercing.through:
        return replace(shooting, through=Through(wall, where, piercing, None)), table
    found = _find(where, dice)
    shooting = replace(shooting, through=Through(wall, where, piercing, found))
    if not found:
        return shooting, table
    struck = strike_one(found, behind(force, wall), declared, table, dice)
    return replace(shooting, attacks=(Attack(found, struck=(struck,)),)), table.with_sheets({found: struck.after})


def _find(where: Places, dice: Dice) -> str:
    """Throw for the piece of the wall that the shot goes through; folded, so that exact odds look at who is found."""

    def step(thrower: Dice, _: str, why: str) -> str:
        return where.find(thrower.roll(1, where.whole, why=why))

    return dice.fold((FOUND,), "", step)


def _places(declared: Declared, wall: Wall, table: Moment) -> Places:
    """Where those behind the wall are, as they stand; the dead don't count."""
    names = [name for name in declared.reach if name != declared.firer.name]
    return places(wall, {name: _posture(name, table.sheets[name]) for name in names if not dead(table.sheets[name])})


def _posture(name: str, sheet: Sheet) -> FigurePosture:
    if isinstance(sheet, Figure):
        return sheet.posture
    raise RuleError(f"{name} is a vehicle: only figures are found behind walls ({RULE}).")


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
        around = tuple(dict.fromkeys((declared.firer.name, *fell.near)))
        return _explode(replace(shooting, unsure=fell.unsure), around, table, dice)
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
        place = _thrower(declared) if roll.mishap is Mishap.IN_HANDS else landed.place
        if place is None:
            return _Fell(nowhere=True, landed=landed)
        seen = {name: stands for name, stands in there.items() if _faces(declared, table, name, place)}
        found = {name: under(declared.template, place, stands) for name, stands in seen.items()}
        near, unsure = (
            tuple(name for name, reached in found.items() if reached is wanted)
            for wanted in (Reached.YES, Reached.UNSURE)
        )
        return _Fell(near, unsure, landed=landed)

    return dice.fold((declared.carried.name,), _Fell(), step)


def _thrower(declared: Declared) -> Spot:
    """Where whoever throws something stands, from the point of aim: exactly, where a deck shows it."""
    stands = declared.reach.get(declared.firer.name)
    return (stands.place if stands else None) or in_hands(declared.situation.cm)


def _faces(declared: Declared, table: Moment, name: str, place: Spot) -> bool:
    """Whether a burst there is in somebody's arc of vision, where that counts (C3K Shells and grenades)."""
    sheet = table.sheets[name]
    if declared.shell is None or "flare" not in declared.shell.traits or not isinstance(sheet, Figure):
        return True
    return in_arc(table.book.creatures[sheet.creature], declared.reach[name].off_front(place))


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
    kills = table.book.kills
    figures = [table.near(name, 0) for name in near if isinstance(table.sheets[name], Figure)]
    vehicles = [NearVehicle(name, v) for name in near if isinstance(v := table.sheets[name], Vehicle)]
    if declared.shell:
        own, rounds = declared.fired.force, declared.rounds
        return detonate(
            declared.shell,
            figures,
            dice,
            options,
            vehicles,
            confined=confined,
            rounds=rounds,
            force=own,
            kills=kills,
        )
    force = force_of(declared)
    hulls = tuple(strike_vehicle(force, one.name, one.vehicle, dice, options, kills) for one in vehicles)
    return replace(burst(force, figures, dice, options, kills=kills), vehicles=hulls)
