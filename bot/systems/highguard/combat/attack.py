"""One battery's attack: to hit, through each defence, and the throws for damage (HG-A, HG-G, HG-H)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bot.engine.dice import Check, Dice, Modifier, applied
from bot.systems.highguard.combat.readiness import absorbed
from bot.systems.highguard.combat.shot import (
    DAMAGE,
    LARGEST_BATTERY_FACTOR,
    PENETRATION,
    TO_HIT,
    Battery,
    Shot,
    check_range,
    hit_number,
)
from bot.systems.highguard.combat.tables import CRITICAL, INTERIOR, CombatTables, Result
from bot.systems.highguard.design.usp import VALUES

LEADS_TO = {"Critical": CRITICAL, "Interior Explosion": INTERIOR}
# Of these criticals one more die says which (HG-H28, HG-H29): what it is on 1 to 3, and on 4 to 6.
ON_A_DIE = {
    "Spinal Mount/Fire Control Out": (Result("Spinal Mount Out"), Result("Fire Control Out")),
    "Frozen Watch/Troops Dead": (Result("Low Berths Dead"), Result("Troops Dead")),
}
ONE_DIE = "one die"


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """A throw on a damage table, its result, and the throw that this led to, if any."""

    table: str
    check: Check
    result: Result
    led_to: "DamageRoll | None" = None

    def chain(self) -> Iterator["DamageRoll"]:
        """The throw itself and all that it led to."""
        yield self
        if self.led_to:
            yield from self.led_to.chain()

    @property
    def last(self) -> "DamageRoll":
        """The throw whose result counts."""
        return self.led_to.last if self.led_to else self

    @property
    def criticals(self) -> int:
        """How many critical hits are among the throws: each lowers the armor by one (HG-H14)."""
        return sum(roll.table == CRITICAL for roll in self.chain())


def _factor_beyond_nine(shot: Shot) -> int:
    return max(0, shot.battery.factor - LARGEST_BATTERY_FACTOR)


def _pierces(shot: Shot) -> bool:
    """Whether the weapon ignores armor; it never ignores a globe (HG-H07, HG-G03)."""
    return shot.battery.kind.place == "meson"


def shielding(shot: Shot) -> int:
    """Levels of armor against extra throws and automatic criticals: armor, and both ships' globes (R-44)."""
    return (0 if _pierces(shot) else shot.armor) + shot.globe_levels


def throws(shot: Shot) -> int:
    """How often it throws on each of its tables: a spinal mount once more for each letter (HG-H06, HG-H07)."""
    return max(1, 1 + _factor_beyond_nine(shot) - shielding(shot))


def automatic_criticals(shot: Shot) -> int:
    """Critical hits beside the throws, by the weapon's code over the hull's (HG-H08, HG-H09, R-45)."""
    return max(0, shot.battery.factor - VALUES[shot.size] - shielding(shot) // 2)


def damage_modifiers(table: str, shot: Shot) -> tuple[Modifier, ...]:
    """The modifiers of a throw on a damage table (HG-H10 to H12, HG-G02)."""
    return applied(DAMAGE[table], shot)


def throw_damage(table: str, modifiers: tuple[Modifier, ...], dice: Dice, tables: CombatTables) -> DamageRoll:
    """One throw on a damage table, and those that it leads to, which carry no modifier (HG-H13)."""
    check = Check(table, dice.roll(2, why=table), modifiers)
    result = tables.result(table, check.total)
    if result.name in LEADS_TO:
        return DamageRoll(table, check, result, throw_damage(LEADS_TO[result.name], (), dice, tables))
    if result.name in ON_A_DIE:
        die = Check(ONE_DIE, dice.roll(1, why=ONE_DIE), ())
        which = ON_A_DIE[result.name][0 if die.total <= 3 else 1]
        return DamageRoll(table, check, result, DamageRoll(ONE_DIE, die, which))
    return DamageRoll(table, check, result)


def throw_critical(dice: Dice, tables: CombatTables) -> DamageRoll:
    """One critical hit."""
    return throw_damage(CRITICAL, (), dice, tables)


TO_HIT_THROW = "to hit"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A defence that a hit must get through: what, its factor, the number and its modifiers."""

    defence: str
    factor: int
    needed: int
    modifiers: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot made ready: what like batteries at one target share.

    `needed` is None where it strikes by itself; `passive` are the defences that meet every hit (HG-A23);
    `throws` is how often it throws on each of the `tables`, which stand with their modifiers; `energy` is what
    a globe takes of a hit.
    """

    shot: Shot
    needed: int | None
    to_hit: tuple[Modifier, ...]
    passive: tuple[Obstacle, ...]
    throws: int
    tables: tuple[tuple[str, tuple[Modifier, ...]], ...]
    criticals: int
    energy: Fraction


@dataclass(frozen=True, slots=True)
class Passage:
    """A throw against one defence.

    Two are equal where the same defence was met with the same success, whatever was thrown: so odds needn't
    tell apart the throws that come to the same.
    """

    obstacle: Obstacle
    made: bool
    check: Check = field(compare=False)


@dataclass(frozen=True, slots=True)
class BatteryResult:
    """What came of one battery's fire; `hit` is None where it struck by itself.

    `energy` are the energy points that went into the target's capacitors.
    """

    hit: Check | None
    passages: tuple[Passage, ...] = ()
    damage: tuple[DamageRoll, ...] = ()
    energy: Fraction = Fraction(0)

    @property
    def struck(self) -> bool:
        """Whether it hit."""
        return self.hit is None or self.hit.made

    @property
    def stopped_by(self) -> Obstacle | None:
        """The defence that stopped it, if one did."""
        return next((passage.obstacle for passage in self.passages if not passage.made), None)

    @property
    def penetrated(self) -> bool:
        """Whether it hit and got through every defence."""
        return self.struck and self.stopped_by is None


@dataclass(frozen=True, slots=True)
class Strike(BatteryResult):
    """The same, with how the shot was made ready."""

    aim: Aim = field(kw_only=True)


def hit_energy(battery: Battery) -> Fraction:
    """Energy points that a battery's hit gives to a globe: all that a spinal mount takes (HG-G04, R-51)."""
    return battery.spinal_ep or Fraction(battery.kind.ep * battery.factor)


def aim(shot: Shot, tables: CombatTables) -> Aim:
    """The shot made ready; raises RuleError where such a battery can't fire, or not at this range."""
    kind = shot.battery.kind
    check_range(kind, shot.range)
    needed = hit_number(shot.battery, tables)
    return Aim(
        shot=shot,
        needed=None if shot.strikes else needed,
        to_hit=applied(TO_HIT, shot),
        passive=_passive(shot, tables),
        throws=throws(shot),
        tables=tuple((table, damage_modifiers(table, shot)) for table in kind.damage),
        criticals=automatic_criticals(shot),
        energy=absorbed(hit_energy(shot.battery), shot.flicker),
    )


def _passive(shot: Shot, tables: CombatTables) -> tuple[Obstacle, ...]:
    """What resists every hit: nuclear damper, meson screen, configuration (HG-A23, R-42)."""
    screens = (
        ("damper", shot.damper),
        ("meson screen", shot.meson_screen),
        ("configuration", shot.configuration),
    )
    found = (obstacle(shot, defence, factor, tables) for defence, factor in screens)
    return tuple(each for each in found if each)


def obstacle(shot: Shot, defence: str, factor: int, tables: CombatTables) -> Obstacle | None:
    """A defence of this factor in the way of a shot; None where it does nothing against it (HG-A19, R-40).

    `defence` is a place (sand, laser, energy, repulsor), a screen (damper, meson screen) or configuration.
    """
    needed = tables.penetration_number(shot.battery.kind, shot.battery.factor, defence, factor)
    return None if needed is None else Obstacle(defence, factor, needed, applied(PENETRATION, shot))


def throw_to_hit(aimed: Aim, dice: Dice) -> Check | None:
    """The throw to hit; None, and no dice, where it strikes by itself (HG-G10, HG-G11)."""
    if aimed.needed is None:
        return None
    return Check(TO_HIT_THROW, dice.roll(2, why=TO_HIT_THROW), aimed.to_hit, aimed.needed)


def throw_through(met: Obstacle, dice: Dice) -> Passage:
    """The throw of a hit against one defence (HG-A20, HG-A21)."""
    check = Check(met.defence, dice.roll(2, why=met.defence), met.modifiers, met.needed)
    return Passage(met, check.made, check)


def throw_all_damage(aimed: Aim, dice: Dice, tables: CombatTables) -> tuple[DamageRoll, ...]:
    """Every throw of a battery that got through: its tables in turn, then automatic criticals (HG-H05 to H09).

    None against a globe that is wholly on (HG-G10).
    """
    if aimed.shot.wholly_on:
        return ()
    rolled = [
        throw_damage(table, modifiers, dice, tables) for table, modifiers in aimed.tables for _ in range(aimed.throws)
    ]
    return (*rolled, *(throw_critical(dice, tables) for _ in range(aimed.criticals)))


def get_through(aimed: Aim, active: Sequence[Obstacle], dice: Dice) -> Strike:
    """One battery's fire without its damage: to hit, then through each defence until one stops it.

    `active` is the defensive fire allotted to it. Behind a globe that is wholly on nothing defends (R-54).
    """
    hit = throw_to_hit(aimed, dice)
    return Strike(hit, aim=aimed) if hit and not hit.made else meet_defences(aimed, hit, active, dice)


def meet_defences(aimed: Aim, hit: Check | None, active: Sequence[Obstacle], dice: Dice) -> Strike:
    """What comes of a battery that hit, by the throw `hit`: each defence in turn until one stops it."""
    met = () if aimed.shot.wholly_on else (*active, *aimed.passive)
    return Strike(hit, dice.fold(met, (), _meet), aim=aimed)


def _meet(dice: Dice, passed: tuple[Passage, ...], met: Obstacle) -> tuple[Passage, ...]:
    """One more defence for a hit that nothing has stopped yet."""
    stopped = passed and not passed[-1].made
    return passed if stopped else (*passed, throw_through(met, dice))


def strike(aimed: Aim, active: Sequence[Obstacle], dice: Dice, tables: CombatTables) -> Strike:
    """One battery's fire from the throw to hit to its damage."""
    return with_damage(get_through(aimed, active, dice), dice, tables)


def with_damage(through: Strike, dice: Dice, tables: CombatTables) -> Strike:
    """The same with its damage, where nothing stopped it."""
    if not through.penetrated:
        return through
    aimed = through.aim
    damage = throw_all_damage(aimed, dice, tables)
    return Strike(through.hit, through.passages, damage, aimed.energy, aim=aimed)
