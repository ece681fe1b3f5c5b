"""Where shells and grenades come down, who is under their templates, and what they do there (C3K Launcher fire, Shells
and grenades).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import hypot

from bot.deck.plan import METRES_A_SQUARE, At
from bot.engine.dice import Check, Dice
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll
from bot.systems.combat3000.figure.sheet import Vehicle
from bot.systems.combat3000.figure.state import drop
from bot.systems.combat3000.hit.figures import Effect, Struck, Target, out_of_reach, strike
from bot.systems.combat3000.hit.kills import BY_THE_BOOK, Force, Kills, VehicleStruck, strike_vehicle
from bot.systems.combat3000.hit.plights import (
    FLARE_CM,
    FLARE_LIGHT_CM,
    Area,
    Cloud,
    area_of,
    breathed,
    dazzle,
    enmesh,
    freeze,
    scramble,
)
from bot.systems.combat3000.lists.others import Shell
from bot.systems.combat3000.lists.weapons import Template
from bot.systems.combat3000.loading.arming import shell_force
from bot.systems.combat3000.options import BASIC, Options


class Side(StrEnum):
    """Which way from the point aimed at, seen by the firer."""

    UNDER = "under"
    LEFT = "left"
    RIGHT = "right"
    OVER = "over"


# "3 or 6" for over is a misread of the print (ruling B-F15).
_DIRECTIONS = {
    1: Side.UNDER,
    2: Side.UNDER,
    3: Side.LEFT,
    4: Side.RIGHT,
    5: Side.OVER,
    6: Side.OVER,
}
_ON_A_WALL = {Side.UNDER: "below", Side.OVER: "above"}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the table, in cm over (behind) and right of the point aimed at, seen by the firer, and up a wall."""

    over: Fraction = Fraction(0)
    right: Fraction = Fraction(0)
    up: Fraction = Fraction(0)

    def cm_from(self, other: "Spot") -> float:
        """How far apart two places are."""
        return hypot(self.over - other.over, self.right - other.right, self.up - other.up)


AIMED_AT = Spot()


def square_at(start: At, end: At, spot: Spot) -> At:
    """The square of a deck in which a place of the table lies, for a shot from one square at another: perhaps none of
    the floor.
    """
    ahead, down = end.x - start.x, end.y - start.y
    length = (hypot(ahead, down) or 1) * METRES_A_SQUARE
    x, y = (spot.over * ahead - spot.right * down) / length, (spot.over * down + spot.right * ahead) / length
    return At(end.level, round(end.x + x), round(end.y + y))


@dataclass(frozen=True, slots=True)
class Deviation:
    """A miss: which way, and how many cm; on a `vertical` target over is above, and under below."""

    side: Side
    distance: Fraction
    vertical: bool = False

    @property
    def words(self) -> str:
        """Which way, in a word."""
        return _ON_A_WALL.get(self.side, self.side.value) if self.vertical else self.side.value

    @property
    def place(self) -> Spot:
        """Where that is."""
        if self.side in {Side.LEFT, Side.RIGHT}:
            return Spot(right=self.distance if self.side is Side.RIGHT else -self.distance)
        cm = self.distance if self.side is Side.OVER else -self.distance
        return Spot(up=cm) if self.vertical else Spot(over=cm)


def deviate(dice: Dice, *, grenade: bool = False, vertical: bool = False) -> Deviation:
    """Throw for the direction of a miss, and a decimal die for the cm, an ordinary one for a grenade.

    On a vertical target over and under are halved, the sides are not; halves count (rulings B-F16, A9).
    """
    side = _DIRECTIONS[dice.roll(1, why="deviation")]
    distance = Fraction(dice.roll(1, 6 if grenade else 10, why="distance"))
    halved = vertical and side in _ON_A_WALL
    return Deviation(side, distance / 2 if halved else distance, vertical)


@dataclass(frozen=True, slots=True)
class Landed:
    """A launched shot: the throw to hit, and for a miss where it goes; a jam and a mishap go nowhere."""

    roll: HitRoll
    deviation: Deviation | None = None

    @property
    def place(self) -> Spot | None:
        """Where it comes down, None where it was not fired or did not go off where it was meant to."""
        if self.roll.mishap or self.roll.result is Roll.JAM:
            return None
        return self.deviation.place if self.deviation else AIMED_AT


def in_hands(cm: int) -> Spot:
    """Where a charge goes off in the hands of whoever throws it so far, from the point of aim (C3K 118)."""
    return Spot(over=Fraction(-cm))


def land(roll: HitRoll, dice: Dice, *, grenade: bool = False, vertical: bool = False) -> Landed:
    """Where a shell or grenade comes down after its throw to hit: on a hit at the point aimed at."""
    if roll.mishap or roll.result is not Roll.MISS:
        return Landed(roll)
    return Landed(roll, deviate(dice, grenade=grenade, vertical=vertical))


# What an A class weapon covers in area fire, its long sides along the line of fire.
AREA = Template(wide=7.5, deep=20)


def under_circle(diameter: float, cm: float) -> bool:
    """Whether somebody at a distance in cm from the centre of a circle is under it; its edge counts."""
    return cm <= diameter / 2


def under_rectangle(template: Template, centre: Spot, stands: Spot) -> bool:
    """Whether somebody who stands there is under a rectangle; its edges count."""
    aside, along = abs(stands.right - centre.right), abs(stands.over - centre.over)
    return aside <= template.wide / 2 and along <= template.deep / 2


# A polarising visor, and the helmet that has one.
_POLARISED = {"E14", "E16"}


@dataclass(frozen=True, slots=True)
class Near:
    """A figure near a burst: how far in cm from its centre, and what counts against some shells.

    `facing` has the burst within its arc of vision, `struggles` in a web.
    """

    target: Target
    cm: float = 0
    facing: bool = True
    struggles: bool = False


@dataclass(frozen=True, slots=True)
class NearVehicle:
    """A vehicle near a burst, and how far in cm from its centre."""

    name: str
    vehicle: Vehicle
    cm: float = 0


def spread(shell: Shell) -> float:
    """How many cm across a shell does anything; a flare, which has no circle in the list, blinds within 10 cm."""
    return 2 * FLARE_CM if "flare" in shell.traits else shell.diameter or 0


def lit(shell: Shell) -> str:
    """What a flare lights, in words; "" for other shells."""
    return f"It lights {FLARE_LIGHT_CM} cm around as Bright" if "flare" in shell.traits else ""


@dataclass(frozen=True, slots=True)
class Burst:
    """What a burst did to each, in order, and what it leaves on the table."""

    struck: tuple[Struck, ...]
    vehicles: tuple[VehicleStruck, ...] = ()
    area: Area | None = None


def burst(
    force: Force,
    near: Sequence[Near],
    dice: Dice,
    options: Options = BASIC,
    rounds: int = 1,
    kills: Kills = BY_THE_BOOK,
) -> Burst:
    """One effect throw for each who was found under a template, and again for each round of a salvo.

    There is no further throw to hit (ruling B-F25); a salvo of several barrels falls on one spot (C3K Weapon list, 24).
    """
    struck: tuple[Struck, ...] = ()
    for one in near:
        target = one.target
        for _ in range(rounds):
            struck += (strike(force, target, dice, options, kills),)
            target = replace(target, figure=struck[-1].after)
    return Burst(struck)


def detonate(
    shell: Shell,
    near: Sequence[Near],
    dice: Dice,
    options: Options = BASIC,
    vehicles: Sequence[NearVehicle] = (),
    *,
    confined: bool = False,
    rounds: int = 1,
    force: Force | None = None,
    kills: Kills = BY_THE_BOOK,
) -> Burst:
    """Resolve a shell or grenade that goes off, on those of `near` and `vehicles` whom it reaches.

    `confined` is a space into which its template doesn't fit (C3K Special weapons effect); `force` stands in for the
    shell's own, where the weapon or the referee adds to it.
    """
    caught = [one for one in near if under_circle(spread(shell), one.cm)]
    struck_vehicles = [one for one in vehicles if under_circle(spread(shell), one.cm)]
    strikes = force or shell_force(shell)
    if strikes is None:
        lost = tuple(_engulf(one) for one in struck_vehicles) if takes_all(shell) else ()
        return Burst(tuple(_afflict(shell, one, dice) for one in caught), lost, area_of(shell))
    strikes = replace(strikes, confined=confined)
    broken = tuple(hit for one in struck_vehicles for hit in _salvo(strikes, one, dice, options, rounds, kills))
    return replace(burst(strikes, caught, dice, options, rounds, kills), vehicles=broken)


@dataclass(frozen=True, slots=True)
class _Salvo:
    """A vehicle after some rounds of a salvo, and which of them got through; what each did is not compared."""

    vehicle: Vehicle
    through: frozenset[bool] = frozenset()
    struck: tuple[VehicleStruck, ...] = field(default=(), compare=False)


def _salvo(
    force: Force, one: NearVehicle, dice: Dice, options: Options, rounds: int, kills: Kills
) -> tuple[VehicleStruck, ...]:
    """Each round of a salvo on a vehicle; folded, so that exact odds look at what it comes to."""

    def step(thrower: Dice, so_far: _Salvo, _: int) -> _Salvo:
        hit = strike_vehicle(force, one.name, so_far.vehicle, thrower, options, kills)
        return _Salvo(hit.after, so_far.through | {hit.pierced}, (*so_far.struck, hit))

    return dice.fold(range(rounds), _Salvo(one.vehicle), step).struck


def takes_all(shell: Shell) -> bool:
    """Whether nothing is left of what is in the circle: anti-matter, and a vortex."""
    return bool({"anti-matter", "vortex"} & shell.traits)


def engulf(target: Target) -> Struck:
    """Somebody in a circle that takes everything: an anti-matter burst, or a vortex wherever it is."""
    return Struck(target, Effect.VANISHED, replace(drop(target.figure), killed=True))


def swallow(wide: float, near: Sequence[Near], vehicles: Sequence[NearVehicle]) -> Burst:
    """What a vortex of that width takes, which is there already (C3K Shells and grenades)."""
    taken = (one.target for one in near if under_circle(wide, one.cm) and not out_of_reach(one.target.figure))
    return Burst(tuple(map(engulf, taken)), tuple(_engulf(one) for one in vehicles if under_circle(wide, one.cm)))


def _engulf(one: NearVehicle) -> VehicleStruck:
    return VehicleStruck(one.name, one.vehicle, replace(one.vehicle, knocked_out=True))


def breathe(cloud: Cloud, near: Sequence[Near], dice: Dice) -> Burst:
    """What a cloud of gas does to those who are in it now (C3K Shells and grenades)."""
    return Burst(tuple(_breathe(cloud, one.target, dice) for one in near))


def _breathe(cloud: Cloud, target: Target, dice: Dice) -> Struck:
    spared = out_of_reach(target.figure) or not target.living
    after = target.figure if spared else breathed(cloud, target.figure, dice)
    if after == target.figure:
        return Struck(target, Effect.NONE, after)
    return Struck(target, Effect.GASSED, after, turns=after.stunned - target.figure.stunned)


def _afflict(shell: Shell, one: Near, dice: Dice) -> Struck:
    """What a shell without an effect of its own does to one whom it reaches."""
    if out_of_reach(one.target.figure):
        return Struck(one.target, Effect.UNHARMED, one.target.figure)
    if takes_all(shell):
        return engulf(one.target)
    does = next((deed for trait, deed in _AFFLICTIONS.items() if trait in shell.traits), _nothing)
    return does(one, dice)


def _nothing(one: Near, _: Dice) -> Struck:
    return Struck(one.target, Effect.NONE, one.target.figure)


def _flare(one: Near, dice: Dice) -> Struck:
    if not one.facing or _POLARISED & set(one.target.figure.equipment):
        return _nothing(one, dice)
    after, turns = dazzle(one.target.figure, dice)
    return Struck(one.target, Effect.BLINDED, after, turns=turns)


def _web(one: Near, _: Dice) -> Struck:
    caught = Effect.STRANGLED if one.struggles else Effect.ENMESHED
    return Struck(one.target, caught, enmesh(one.target.figure, struggles=one.struggles))


def _stasis(one: Near, _: Dice) -> Struck:
    return Struck(one.target, Effect.FROZEN, freeze(one.target.figure))


def _scrambler(one: Near, dice: Dice) -> Struck:
    """Robots only."""
    if one.target.living:
        return _nothing(one, dice)
    return Struck(one.target, Effect.SCRAMBLED, scramble(one.target.figure))


_AFFLICTIONS = {"flare": _flare, "web": _web, "stasis": _stasis, "scrambler": _scrambler}


def catches(dice: Dice) -> Check:
    """Throw for a grappler: it catches well enough to be climbed on 3 or more (C3K 116)."""
    return Check("to catch", dice.roll(1, why="to catch"), (), 3)


def pack_explodes(dice: Dice) -> Check:
    """Throw for the pack of a plasma gun that has jammed: on 5 or more it explodes and kills the wearer (C3K 36)."""
    return Check("pack explodes", dice.roll(1, why="pack explodes"), (), 5)
