"""What a hit throws for: through armour and walls, to kill, and on the damage table of vehicles (C3K Kills, Walls)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import gcd

from bot.engine.cards import article
from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.figure.sheet import FigurePosture, Vehicle, Working
from bot.systems.combat3000.lists.others import Armour, Scope
from bot.systems.combat3000.options import BASIC, Options

NEEDED = 12
CONFINED = 3


@dataclass(frozen=True, slots=True)
class Force:
    """What strikes: its effect, and what else counts.

    `explosive` shells and `heavy` weapons find parts of the body behind cover as well; a `confined` explosion has
    nowhere to go; `living` harms nothing else. `stun` has the sides of the die for its turns of stun in tens (0: it
    kills), and `phaser` marks stuns that the campaign may let kill. `dm` is the referee's own, on the kill throw.
    """

    effect: int
    explosive: bool = False
    heavy: bool = False
    confined: bool = False
    living: bool = False
    stun: int = 0
    phaser: bool = False
    dm: int = 0
    because: str = ""

    @property
    def whole(self) -> int:
        """The effect with what a confined space adds to an explosion."""
        return self.effect + (CONFINED if self.explosive and self.confined else 0)


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit: what strikes, and the strength and the armour of whom it strikes."""

    force: Force
    strength: int = 0
    armour: tuple[Armour, ...] = ()


def partial(armour: Iterable[Armour], *, close: bool = False) -> tuple[Armour, ...]:
    """The pieces that count: some only in close combat, full suits never (C3K Partial armour, ruling B-H3)."""
    scopes = {Scope.ALL, Scope.CLOSE} if close else {Scope.ALL}
    return tuple(piece for piece in armour if piece.scope in scopes)


def suit(armour: Iterable[Armour]) -> Armour | None:
    """The full suit among the armour, the strongest if there are several; None without one."""
    return max((piece for piece in armour if piece.scope is Scope.FULL), key=lambda piece: piece.value, default=None)


def _effect(hit: Hit) -> Modifier | None:
    return Modifier(hit.force.effect, "effect", "C3K Kills") if hit.force.effect else None


def _confined(hit: Hit) -> Modifier | None:
    added = hit.force.whole - hit.force.effect
    return Modifier(added, "confined", "C3K Special weapons effect") if added else None


def _strength(hit: Hit) -> Modifier | None:
    return Modifier(-hit.strength, "strength", "C3K Kills") if hit.strength else None


def _partial_armour(hit: Hit) -> Modifier | None:
    pieces = partial(hit.armour)
    names = ", ".join(piece.name.lower() for piece in pieces)
    return Modifier(-sum(piece.value for piece in pieces), names, "C3K Partial armour") if pieces else None


def _referee(hit: Hit) -> Modifier | None:
    return referees_own(hit.force.dm, hit.force.because)


PIERCE = (_effect, _confined)
KILL = (_effect, _confined, _strength, _partial_armour, _referee)


@dataclass(frozen=True, slots=True)
class Kills:
    """The modifiers of what a hit throws for: to kill, and to pierce."""

    kill: ModifierRules[Hit] = KILL
    pierce: ModifierRules[Hit] = PIERCE


BY_THE_BOOK = Kills()


def throw_to_kill(hit: Hit, dice: Dice, needed: int = NEEDED, kills: Kills = BY_THE_BOOK) -> Check:
    """Throw two decimal dice: 12 or more kills, unless the campaign needs more (ruling B-H1)."""
    return Check("to kill", dice.roll(2, 10, why="to kill"), applied(kills.kill, hit), needed)


@dataclass(frozen=True, slots=True)
class Piercing:
    """Whether a hit gets through full armour; no `check` where it was too weak to try."""

    value: int
    check: Check | None = None

    @property
    def through(self) -> bool:
        """Whether the armour is pierced."""
        return self.check is not None and self.check.made


def pierce(force: Force, value: int, dice: Dice, kills: Kills = BY_THE_BOOK, *, weak: bool = False) -> Piercing:
    """Throw a die plus effect, which must exceed the armour's value (C3K Hits on armoured targets).

    An effect below 0 gets no throw, unless the campaign lets `weak` weapons try (ruling B-H2).
    """
    if force.whole < 0 and not weak:
        return Piercing(value)
    modifiers = applied(kills.pierce, Hit(force))
    return Piercing(value, Check("to pierce", dice.roll(1, why="to pierce"), modifiers, value + 1))


# More than any effect exceeds an armour by: a die, the strongest shell in a confined space, and none.
MOST_POINTS = 30


class Damage(StrEnum):
    """A row of the vehicle damage table."""

    NONE = "none"
    IMMOBILISED = "immobilised"
    WEAPON = "weapon destroyed"
    CREWMAN = "crewman killed"
    POWER = "all power lost"
    KNOCKED_OUT = "knocked out"


_TABLE = (
    Damage.NONE,
    Damage.NONE,
    Damage.IMMOBILISED,
    Damage.WEAPON,
    Damage.CREWMAN,
    Damage.POWER,
    *[Damage.KNOCKED_OUT] * 4,
)


def damage(die: int) -> Damage:
    """The damage table by a decimal die: 1 to 10, where the face 0 is 10 (rulings A1, A2)."""
    return _TABLE[die - 1]


@dataclass(frozen=True, slots=True)
class VehicleStruck:
    """What a hit did to a vehicle, by what it was before and after, and whether it got through the armour at all.

    No piercing where it cannot be harmed so. Two that came to the same are equal, whatever was thrown (see
    `figures.Struck`).
    """

    name: str
    before: Vehicle
    after: Vehicle
    pierced: bool = False
    piercing: Piercing | None = field(default=None, compare=False)

    @property
    def points(self) -> int:
        """By how much the throw exceeded the armour, which is the number of throws on the table."""
        return points_over(self.piercing) if self.piercing else 0

    @property
    def damage(self) -> tuple[Damage, ...]:
        """What is worse than before, in the order of the table, once for each weapon and each crewman."""
        before, after = self.before, self.after
        return (
            *[Damage.IMMOBILISED] * (after.immobilised > before.immobilised),
            *[Damage.WEAPON] * len(self.weapons_lost),
            *[Damage.CREWMAN] * (after.crew_killed - before.crew_killed),
            *[Damage.POWER] * (after.powerless > before.powerless),
            *[Damage.KNOCKED_OUT] * (after.knocked_out > before.knocked_out),
        )

    @property
    def weapons_lost(self) -> tuple[str, ...]:
        """The names of the weapons that it destroyed."""
        changed = zip(self.before.weapons, self.after.weapons, strict=True)
        return tuple(now.name for then, now in changed if then.working is not now.working)


def points_over(piercing: Piercing) -> int:
    """By how much a throw to pierce exceeded the armour, 0 where it didn't."""
    return max(0, piercing.check.total - piercing.value) if piercing.check else 0


def strike_vehicle(
    force: Force, name: str, vehicle: Vehicle, dice: Dice, options: Options = BASIC, kills: Kills = BY_THE_BOOK
) -> VehicleStruck:
    """Resolve one hit on a vehicle; every result counts, and one that knocks it out ends it (ruling B-H4).

    Neutrons and stunning weapons don't harm a vehicle (ruling B-F30).
    """
    whole = VehicleStruck(name, vehicle, vehicle)
    if vehicle.knocked_out or force.living or force.stun:
        return whole
    key = ("strike", force, whole, options, kills)
    return dice.fold((force,), whole, lambda thrower, hit, by: _strike(by, hit, thrower, options, kills), key)


def _strike(force: Force, whole: VehicleStruck, dice: Dice, options: Options, kills: Kills) -> VehicleStruck:
    vehicle = whole.before
    piercing = pierce(force, vehicle.armour, dice, kills, weak=options.weak_pierce)
    points = points_over(piercing)
    after = dice.fold(range(1, points + 1), vehicle, _throw_damage)
    return replace(whole, after=after, pierced=points > 0, piercing=piercing)


def _throw_damage(dice: Dice, vehicle: Vehicle, number: int) -> Vehicle:
    """One throw on the damage table, unless the vehicle is knocked out already."""
    if vehicle.knocked_out:
        return vehicle
    found = damage(dice.roll(1, 10, why=f"vehicle damage {number}"))
    if found is Damage.WEAPON:
        return _destroy_weapon(vehicle, dice, number)
    if found is Damage.CREWMAN:
        return _kill_crewman(vehicle, dice, number)
    return replace(
        vehicle,
        immobilised=vehicle.immobilised or found is Damage.IMMOBILISED,
        powerless=vehicle.powerless or found is Damage.POWER,
        knocked_out=found is Damage.KNOCKED_OUT,
    )


def _destroy_weapon(vehicle: Vehicle, dice: Dice, number: int) -> Vehicle:
    """Dice to see which weapon goes, among those that aren't destroyed already (ruling B-H5)."""
    whole = [carried for carried in vehicle.weapons if carried.working is not Working.RUINED]
    if not whole:
        return vehicle
    gone = dice.pick(whole, why=f"which weapon {number}")
    return vehicle.with_carried(replace(gone, working=Working.RUINED))


def _kill_crewman(vehicle: Vehicle, dice: Dice, number: int) -> Vehicle:
    """Dice to see which of those aboard is killed, counted from the driver (ruling B-H5); the record has the face."""
    if not vehicle.crew:
        return vehicle
    dice.pick(range(1, vehicle.crew + 1), why=f"which crewman {number}")
    return replace(vehicle, crew=vehicle.crew - 1, crew_killed=vehicle.crew_killed + 1)


RULE = "C3K Firing through walls"
# A light wall needs so much effect, and takes so much off it (rulings B-D12, B-D13).
LIGHT_NEEDS, LIGHT_TAKES = 2, 3
# The name of the throw for whom a shot finds.
FOUND = "behind the wall"
AREAS = {
    FigurePosture.STANDING: Fraction(1),
    FigurePosture.CROUCHED: Fraction(1, 2),
    FigurePosture.PRONE: Fraction(1, 4),
}
_WALL = re.compile(r"(\d{1,2})\s*x\s*(\d{1,2})\s+(light|heavy|armou?r(?:ed)?)\s*(\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall: its width and height in cm, and its armour value; None is a light wall."""

    wide: int
    high: int
    armour: int | None = None

    @property
    def area(self) -> int:
        """Its area in square cm."""
        return self.wide * self.high

    @property
    def takes(self) -> int:
        """What it takes off the effect of a shot: 3 where it is light, else its armour value (ruling B-D13)."""
        return LIGHT_TAKES if self.armour is None else self.armour

    @property
    def words(self) -> str:
        """What it is called."""
        kind = "light wall" if self.armour is None else f"wall of armour {self.armour}"
        return f"{article(kind)} of {self.wide} by {self.high} cm"


def read_wall(text: str) -> Wall | None:
    """A wall as `3x5 light`, `3x5 armour 6` or `3x5 heavy 8`; "" is none.

    Raises RuleError for anything else, and for a heavy wall without a value, which nothing is fired through.
    """
    if not text:
        return None
    parts = _WALL.fullmatch(text.strip().casefold())
    if not parts:
        raise RuleError(f"A wall reads like 3x5 light, or 3x5 armour 6, in cm wide and high, not {quoted(text)}.")
    wide, high, kind, value = int(parts[1]), int(parts[2]), parts[3], parts[4]
    if not wide * high:
        raise RuleError("A wall is at least 1 cm wide and 1 cm high.")
    if kind == "light":
        if value:
            raise RuleError("A light wall has no armour value: write 3x5 light, or 3x5 armour 6.")
        return Wall(wide, high)
    if not value:
        raise RuleError(
            f"A heavy wall without an armour value is not fired through: write 3x5 light or 3x5 armour 6 ({RULE})."
        )
    return Wall(wide, high, int(value))


def penetrable(wall: Wall, effect: int) -> bool:
    """Whether a weapon of that effect may get through; an armoured wall is thrown for."""
    return wall.armour is not None or effect >= LIGHT_NEEDS


def pierce_wall(
    force: Force, wall: Wall, dice: Dice, kills: Kills = BY_THE_BOOK, *, weak: bool = False
) -> Piercing | None:
    """The throw for an armoured wall, as against full armour; None for a light one, which needs none (B-D12)."""
    return None if wall.armour is None else pierce(force, wall.armour, dice, kills, weak=weak)


def behind(force: Force, wall: Wall) -> Force:
    """What strikes whoever is behind, with less effect by what the wall takes (ruling B-D13)."""
    return replace(force, effect=force.effect - wall.takes)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a shot through a wall may go: of how many like pieces, how many hide each of those behind it."""

    pieces: Mapping[str, int]
    whole: int

    def find(self, face: int) -> str:
        """Who is behind a piece, counted from 1; "" for nobody."""
        for name, number in self.pieces.items():
            if face <= number:
                return name
            face -= number
        return ""

    def chance(self, name: str) -> Fraction:
        """How likely somebody is to be found."""
        return Fraction(self.pieces[name], self.whole)


def places(wall: Wall, postures: Mapping[str, FigurePosture]) -> Places:
    """The wall in as few like pieces as tell those behind it apart (ruling B-D14).

    Raises RuleError where it is too small for all of them.
    """
    areas = {name: AREAS[posture] for name, posture in postures.items()}
    if sum(areas.values()) > wall.area:
        raise RuleError(f"{wall.words.capitalize()} hides fewer than {len(areas)}: make it larger, or name fewer.")
    unit = _largest_unit([*areas.values(), Fraction(wall.area)])
    return Places({name: int(area / unit) for name, area in areas.items()}, int(wall.area / unit))


def _largest_unit(areas: list[Fraction]) -> Fraction:
    """The largest area that goes into each of them; all are quarters."""
    quarters = [int(4 * area) for area in areas]
    return Fraction(gcd(*quarters), 4)


@dataclass(frozen=True, slots=True)
class Through:
    """What came of a shot that hit a wall: the throw to pierce one of armour, and whom it may find behind it.

    `found` is who was found, "" for nobody, None where it didn't get through.
    """

    wall: Wall
    places: Places
    piercing: Piercing | None
    found: str | None
