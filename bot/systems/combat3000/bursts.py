"""What a shell or grenade does to everybody under its template (C3K Launcher fire, Shells and grenades)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.engine.dice import Dice
from bot.engine.modifiers import Check
from bot.systems.combat3000.areas import Area, area_of
from bot.systems.combat3000.deviation import Place
from bot.systems.combat3000.fired import shell_force
from bot.systems.combat3000.hits import Effect, Struck, Target, strike
from bot.systems.combat3000.kills import Force
from bot.systems.combat3000.lists import Shell
from bot.systems.combat3000.options import BASIC, Options
from bot.systems.combat3000.plights import FLARE_CM, dazzle, enmesh, freeze, scramble
from bot.systems.combat3000.sheet import Figure, Vehicle
from bot.systems.combat3000.stuns import drop
from bot.systems.combat3000.vehicles import VehicleStruck, strike_vehicle


@dataclass(frozen=True, slots=True)
class Near:
    """A figure near a burst: how far in cm from its centre, and what counts against some shells.

    `facing` has the burst within its arc of vision, `visor` wears a polarising one, `struggles` in a web.
    """

    target: Target
    cm: float = 0
    facing: bool = True
    visor: bool = False
    struggles: bool = False


@dataclass(frozen=True, slots=True)
class NearVehicle:
    """A vehicle near a burst, and how far in cm from its centre."""

    name: str
    vehicle: Vehicle
    cm: float = 0


def under(diameter: float, cm: float) -> bool:
    """Whether somebody so many cm from the centre of a circle is under it; the edge is."""
    return cm <= diameter / 2


def reach(shell: Shell) -> float:
    """How far from its centre in cm a shell does anything; a flare has no circle, and blinds farther than that."""
    return FLARE_CM if "flare" in shell.traits else (shell.diameter or 0) / 2


def moved(centre: Place, stands: Place) -> float:
    """How many cm somebody who stands at a place is from where a shell came down."""
    return stands.cm_from(centre)


@dataclass(frozen=True, slots=True)
class Burst:
    """What a burst did to each, in order, and what it leaves on the table."""

    struck: tuple[Struck, ...]
    vehicles: tuple[VehicleStruck, ...] = ()
    area: Area | None = None


def burst(force: Force, near: Sequence[Near], dice: Dice, options: Options = BASIC, rounds: int = 1) -> Burst:
    """One effect throw for each who was found under a template, and again for each round of a salvo.

    There is no further throw to hit (rulings B-F25); a salvo of several barrels falls on one spot (C3K 24).
    """
    struck: tuple[Struck, ...] = ()
    for one in near:
        target = one.target
        for _ in range(rounds):
            struck += (strike(force, target, dice, options),)
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
) -> Burst:
    """Resolve a shell or grenade that goes off, on those of `near` and `vehicles` whom it reaches.

    `confined` is a space into which its template doesn't fit (C3K Special weapons effect); `force` stands in for the
    shell's own, where the weapon or the referee adds to it.
    """
    caught = [one for one in near if one.cm <= reach(shell)]
    strikes = force or shell_force(shell)
    if strikes is None:
        return Burst(tuple(_afflict(shell, one, dice) for one in caught), area=area_of(shell))
    strikes = replace(strikes, confined=confined)
    hit = [one for one in vehicles if one.cm <= reach(shell)]
    broken = tuple(strike_vehicle(strikes, one.name, one.vehicle, dice, options) for one in hit)
    return replace(burst(strikes, caught, dice, options, rounds), vehicles=broken)


def _afflict(shell: Shell, one: Near, dice: Dice) -> Struck:
    """What a shell without an effect of its own does to one who is in its circle."""
    target, figure = one.target, one.target.figure
    if figure.killed:
        return Struck(target, Effect.UNHARMED, figure)
    if {"anti-matter", "vortex"} & shell.traits:
        return Struck(target, Effect.VANISHED, replace(drop(figure), killed=True))
    if "flare" in shell.traits:
        return _flare(one, dice)
    if "web" in shell.traits:
        return Struck(target, Effect.ENMESHED, enmesh(figure, struggles=one.struggles))
    if "stasis" in shell.traits:
        return Struck(target, Effect.FROZEN, freeze(figure))
    if "scrambler" in shell.traits and not target.living:
        return Struck(target, Effect.SCRAMBLED, scramble(figure))
    return Struck(target, Effect.NONE, figure)


def _flare(one: Near, dice: Dice) -> Struck:
    target = one.target
    if not one.facing:
        return Struck(target, Effect.NONE, target.figure)
    after, turns = dazzle(target.figure, dice, visor=one.visor)
    return Struck(target, Effect.BLINDED if turns else Effect.NONE, after, turns=turns)


def catches(dice: Dice) -> Check:
    """Throw for a grappler: it catches well enough to be climbed on 3 or more (C3K 116)."""
    return Check("to catch", dice.roll(1, why="to catch"), (), 3)


def pack_explodes(dice: Dice) -> Check:
    """Throw for the pack of a plasma gun that has jammed: on 5 or more it explodes and kills the wearer (C3K 36)."""
    return Check("pack explodes", dice.roll(1, why="pack explodes"), (), 5)


def killed_outright(figure: Figure) -> Figure:
    """Somebody whom something killed without a throw."""
    return replace(drop(figure), killed=True)


WIDE_AREA = Fraction(15, 2)
DEEP_AREA = 20
