"""One hit on a figure, whole: armour, the kill throw, and what the figure is like afterwards."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.dice import Check, Dice
from bot.systems.combat3000.figure.sheet import Figure, Part, Shape, Working, Wound, Wreckage
from bot.systems.combat3000.figure.state import (
    KILLED,
    Dropped,
    StunThrow,
    conceals,
    drop,
    drop_held,
    fatal,
    held,
    points_in,
    strength_of,
    strike_location,
    stun,
    throw_stun,
    throw_tens,
    wound_points,
)
from bot.systems.combat3000.hit.kills import (
    BY_THE_BOOK,
    NEEDED,
    Damage,
    Force,
    Hit,
    Kills,
    Piercing,
    VehicleStruck,
    pierce,
    suit,
    throw_to_kill,
)
from bot.systems.combat3000.hit.plights import scramble
from bot.systems.combat3000.lists.others import Armour
from bot.systems.combat3000.options import BASIC, Options


class Effect(StrEnum):
    """What a hit came to."""

    UNHARMED = "cannot be harmed"
    SHIELDED = "the Holtzman shield stops it"
    HELD = "armour holds"
    NONE = "no effect"
    STUNNED = "stunned"
    BLINDED = "blinded"
    ENMESHED = "caught in the web"
    STRANGLED = "strangled in the web"
    FROZEN = "frozen in time"
    SCRAMBLED = "programme lost"
    GASSED = "overcome by gas"
    VANISHED = "gone without a trace"
    WOUNDED = "wounded"
    KILLED = "killed"


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that is hit: its name, its sheet, the armour that it wears, and what hard cover conceals of it.

    `living` is False for robots, which neutrons leave alone; `height` is how many cm what it drops falls.
    """

    name: str
    figure: Figure
    armour: tuple[Armour, ...] = ()
    concealed: frozenset[Part] = frozenset()
    living: bool = True
    height: int = 0

    @property
    def strength(self) -> int:
        """Its strength as its wounds have left it."""
        return strength_of(self.figure)


@dataclass(frozen=True, slots=True)
class Struck:
    """What one hit did: each throw that it took, what it came to, and the figure afterwards.

    Two that came to the same are equal, whatever was thrown, so that exact odds look at ends and not at totals.
    `turns` counts those of stun or of blindness that it brought, `wound` holds the points and their place.
    """

    target: Target
    effect: Effect
    after: Figure
    piercing: Piercing | None = field(default=None, compare=False)
    kill: Check | None = field(default=None, compare=False)
    wound: Wound | None = None
    stun: StunThrow | None = field(default=None, compare=False)
    turns: int = 0
    dropped: tuple[Dropped, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Fell:
    """A weapon that was dropped: the throw (None if none was made), its name, and how it is now."""

    check: Check | None
    weapon: str
    working: Working


@dataclass(frozen=True, slots=True)
class Blow:
    """One hit as it is told (see `Struck`): on whom, and how they are now, None where nothing of that has changed.

    `points` are all those in the part of the body that was hit, `suited` is full armour, and whoever was `dead` before
    still is.
    """

    name: str
    effect: Effect
    piercing: Piercing | None = None
    kill: Check | None = None
    wound: Wound | None = None
    points: int = 0
    stun: StunThrow | None = None
    turns: int = 0
    dropped: tuple[Fell, ...] = ()
    suited: bool = False
    dead: bool = False
    now: Shape | None = None


@dataclass(frozen=True, slots=True)
class VehicleBlow:
    """One hit on a vehicle as it is told: see `VehicleStruck`. `crew` is how many were aboard before it."""

    name: str
    after: Wreckage
    crew: int
    points: int = 0
    damage: tuple[Damage, ...] = ()
    weapons_lost: tuple[str, ...] = ()
    pierced: bool = False
    piercing: Piercing | None = None


def blow(struck: Struck | VehicleStruck) -> Blow | VehicleBlow:
    """What is told of a hit."""
    if isinstance(struck, VehicleStruck):
        return VehicleBlow(
            struck.name,
            struck.after.shape,
            struck.before.crew,
            struck.points,
            struck.damage,
            struck.weapons_lost,
            struck.pierced,
            struck.piercing,
        )
    target, wound = struck.target, struck.wound
    return Blow(
        target.name,
        struck.effect,
        struck.piercing,
        struck.kill,
        wound,
        points_in(struck.after.wounds, wound.part) if wound and wound.part else 0,
        struck.stun,
        struck.turns,
        tuple(Fell(each.check, each.after.name, each.after.working) for each in struck.dropped),
        suit(target.armour) is not None,
        target.figure.killed,
        None if struck.after == target.figure else struck.after.shape,
    )


def strike(force: Force, target: Target, dice: Dice, options: Options = BASIC, kills: Kills = BY_THE_BOOK) -> Struck:
    """Resolve one hit on a figure: full armour first, then the kill throw without it (C3K Kills, ruling B-H2)."""
    whole = Struck(target, Effect.UNHARMED, target.figure)
    key = ("strike", force, target, options, kills)
    return dice.fold((target,), whole, lambda thrower, _, hit: _strike(force, hit, thrower, options, kills), key)


def _strike(force: Force, target: Target, dice: Dice, options: Options, kills: Kills) -> Struck:
    if (force.living and not target.living) or out_of_reach(target.figure):
        return Struck(target, Effect.UNHARMED, target.figure)
    passes = force.living and options.neutrons_pass
    worn = None if passes else suit(target.armour)
    piercing = pierce(force, worn.value, dice, kills, weak=options.weak_pierce) if worn else None
    if piercing and not piercing.through:
        return Struck(target, Effect.HELD, target.figure, piercing)
    needed = KILLED if options.wounds else NEEDED
    kill = throw_to_kill(Hit(force, target.strength, target.armour), dice, needed, kills)
    return replace(come_to(kill, force, target, options, dice), piercing=piercing)


def out_of_reach(figure: Figure) -> bool:
    """Whether nothing can be done to somebody any more, or yet: the dead, and those in stasis, which nothing enters."""
    return figure.killed or figure.plight.frozen > 0


def come_to(kill: Check, force: Force, target: Target, options: Options, dice: Dice) -> Struck:
    """What a throw to kill comes to on somebody: by points, by location, or stunned, as the campaign has it."""
    points = wound_points(kill.total) if options.wounds else 0
    if force.stun and (points or kill.made) and not (kill.made and force.phaser and options.phasers_kill):
        return _stunned(kill, force, target, options, dice)
    if kill.made:
        return _killed(Struck(target, Effect.KILLED, target.figure, kill=kill), force, options, dice)
    if points:
        return _wounded(kill, points, force, target, options, dice)
    return Struck(target, Effect.NONE, target.figure, kill=kill)


def _stunned(kill: Check, force: Force, target: Target, options: Options, dice: Dice) -> Struck:
    """A weapon that stuns where others wound or kill (ruling B-F29): what is dropped may only fall."""
    turns = throw_tens(force.stun, dice)
    dropped = _drops(target, target.figure, None, options, dice)
    after = _with(_stun(target, target.figure, turns), dropped)
    return Struck(target, Effect.STUNNED, after, kill=kill, turns=turns, dropped=dropped)


def _killed(struck: Struck, force: Force, options: Options, dice: Dice) -> Struck:
    dropped = _drops(struck.target, struck.after, force, options, dice)
    after = replace(_with(drop(struck.after), dropped), killed=True)
    return replace(struck, effect=Effect.KILLED, after=after, dropped=dropped)


def _wounded(kill: Check, points: int, force: Force, target: Target, options: Options, dice: Dice) -> Struck:
    """Wound points, in a part of the body if the campaign has those, and the stun that goes with them."""
    hidden = conceals(target.concealed, heavy=force.heavy, explosive=force.explosive)
    wound = Wound(points, strike_location(dice, hidden) if options.locations else Part.UNPLACED)
    figure = replace(target.figure, wounds=(*target.figure.wounds, wound))
    struck = Struck(target, Effect.WOUNDED, figure, kill=kill, wound=wound)
    if fatal(figure.wounds):
        return _killed(struck, force, options, dice)
    thrown = throw_stun(wound, dice)
    dropped = _drops(target, figure, force, options, dice) if thrown.turns else ()
    after = _with(_stun(target, figure, thrown.turns), dropped)
    return replace(struck, after=after, stun=thrown, turns=thrown.turns, dropped=dropped)


def _stun(target: Target, figure: Figure, turns: int) -> Figure:
    """The figure stunned; a robot loses its programme by it (C3K Program loss)."""
    stunned = stun(figure, turns)
    return scramble(stunned) if turns and not target.living else stunned


def _drops(target: Target, figure: Figure, force: Force | None, options: Options, dice: Dice) -> tuple[Dropped, ...]:
    """The throws for what falls from its hands, where the campaign makes them; no force, no damage but by the fall."""
    if not options.dropped:
        return ()
    return drop_held(held(figure), target.height, dice, explosive=force.explosive if force else None)


def _with(figure: Figure, dropped: tuple[Dropped, ...]) -> Figure:
    """The figure whose weapons on the ground are as their throws left them."""
    for each in dropped:
        now = next(carried for carried in figure.weapons if carried.name == each.after.name)
        figure = figure.with_carried(replace(now, working=each.after.working))
    return figure
