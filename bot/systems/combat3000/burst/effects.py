"""What a shell or grenade does to everybody under its template (C3K Launcher fire, Shells and grenades)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.engine.dice import Check, Dice
from bot.systems.combat3000.burst.templates import under_circle
from bot.systems.combat3000.figure.sheet import Vehicle
from bot.systems.combat3000.figure.stuns import drop
from bot.systems.combat3000.hit.areas import Area, Cloud, area_of
from bot.systems.combat3000.hit.figures import Effect, Struck, Target, out_of_reach, strike
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.plights import FLARE_CM, FLARE_LIGHT_CM, breathed, dazzle, enmesh, freeze, scramble
from bot.systems.combat3000.hit.vehicles import VehicleStruck, strike_vehicle
from bot.systems.combat3000.lists.others import Shell
from bot.systems.combat3000.loading.fired import shell_force
from bot.systems.combat3000.options import BASIC, Options

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


def burst(force: Force, near: Sequence[Near], dice: Dice, options: Options = BASIC, rounds: int = 1) -> Burst:
    """One effect throw for each who was found under a template, and again for each round of a salvo.

    There is no further throw to hit (ruling B-F25); a salvo of several barrels falls on one spot (C3K Weapon list, 24).
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
    caught = [one for one in near if under_circle(spread(shell), one.cm)]
    struck_vehicles = [one for one in vehicles if under_circle(spread(shell), one.cm)]
    strikes = force or shell_force(shell)
    if strikes is None:
        lost = tuple(_engulf(one) for one in struck_vehicles) if takes_all(shell) else ()
        return Burst(tuple(_afflict(shell, one, dice) for one in caught), lost, area_of(shell))
    strikes = replace(strikes, confined=confined)
    broken = tuple(hit for one in struck_vehicles for hit in _salvo(strikes, one, dice, options, rounds))
    return replace(burst(strikes, caught, dice, options, rounds), vehicles=broken)


@dataclass(frozen=True, slots=True)
class _Salvo:
    """A vehicle after some rounds of a salvo, and which of them got through; what each did is not compared."""

    vehicle: Vehicle
    through: frozenset[bool] = frozenset()
    struck: tuple[VehicleStruck, ...] = field(default=(), compare=False)


def _salvo(force: Force, one: NearVehicle, dice: Dice, options: Options, rounds: int) -> tuple[VehicleStruck, ...]:
    """Each round of a salvo on a vehicle; folded, so that exact odds look at what it comes to."""

    def step(thrower: Dice, so_far: _Salvo, _: int) -> _Salvo:
        hit = strike_vehicle(force, one.name, so_far.vehicle, thrower, options)
        return _Salvo(hit.after, so_far.through | {hit.pierced}, (*so_far.struck, hit))

    return dice.fold(range(rounds), _Salvo(one.vehicle), step).struck


def takes_all(shell: Shell) -> bool:
    """Whether nothing is left of what is in the circle: anti-matter, and a vortex."""
    return bool({"anti-matter", "vortex"} & shell.traits)


def engulf(target: Target) -> Struck:
    """Somebody in a circle that takes everything: an anti-matter burst, or a vortex wherever it is."""
    return Struck(target, Effect.VANISHED, replace(drop(target.figure), killed=True))


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
