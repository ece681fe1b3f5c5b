"""A battery and its target: all that the numbers and modifiers of an attack depend on (HG-A05 to A19)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.engine.dice import Modifier, referees_own
from bot.engine.errors import RuleError
from bot.systems.highguard.combat.readiness import agility, computer_level, globe_levels, screen_factor
from bot.systems.highguard.combat.tables import INTERIOR, RADIATION, SURFACE, CombatTables, WeaponKind
from bot.systems.highguard.combat.vessel import Armament, Vessel
from bot.systems.highguard.design.usp import VALUES, to_code

WHOLE_FLICKER = 100
LARGEST_BATTERY_FACTOR = 9


class Range(StrEnum):
    """The two ranges of a battle (HG-C01)."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Battery:
    """A battery that fires: its kind, its factor, and for a spinal mount the energy points that it takes."""

    kind: WeaponKind
    factor: int
    spinal_ep: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Shot:
    """One battery's fire at one target.

    `size` is the target's hull code; `flicker` is the target's globe, `own_flicker` the firing ship's, both in
    percent. `wholly_on` is a target behind a globe that is on all the time; `strikes` one that can't be missed.
    `dm` and `because` are the referee's own modifier to hit, `dm_through` and `because_through` that of each throw
    to get through a defence.
    """

    battery: Battery
    range: Range = Range.LONG
    computer: int = 0
    target_computer: int = 0
    agility: int = 0
    size: str = "K"
    size_dm: int = 0
    armor: int = 0
    configuration: int = 0
    damper: int = 0
    meson_screen: int = 0
    flicker: int = 0
    own_flicker: int = 0
    wholly_on: bool = False
    strikes: bool = False
    dm: int = 0
    because: str = ""
    dm_through: int = 0
    because_through: str = ""

    @property
    def globe_levels(self) -> int:
        """The levels of armor that both ships' globes count as (HG-G02, R-44)."""
        return globe_levels(self.flicker) + globe_levels(self.own_flicker)


def battery_of(vessel: Vessel, weapon: Armament, kind: WeaponKind) -> Battery:
    """A battery of a vessel, as damage has left it."""
    spinal_ep = dict(vessel.draws).get(weapon.place, Fraction(0)) if weapon.spinal else Fraction(0)
    return Battery(kind, weapon.factor, spinal_ep)


def sighted(battery: Battery, firer: Vessel, target: Vessel, at: Range, tables: CombatTables) -> Shot:
    """The shot of a battery of `firer` at `target`, both as they stand in this turn."""
    return Shot(
        battery=battery,
        range=at,
        computer=computer_level(firer),
        target_computer=computer_level(target),
        agility=agility(target),
        size=target.hull,
        size_dm=tables.size_dm(target.hull),
        armor=target.now.armor,
        configuration=target.configuration,
        damper=screen_factor(target, "damper"),
        meson_screen=screen_factor(target, "meson screen"),
        flicker=WHOLE_FLICKER if target.stance.globe_on else target.stance.flicker,
        own_flicker=firer.stance.flicker,
        wholly_on=target.stance.globe_on,
        strikes=target.stance.globe_on or target.just_off,
    )


def reaches(kind: WeaponKind, at: Range) -> bool:
    """Whether a weapon can be fired at this range (HG-A10)."""
    return at is not Range.LONG or kind.long is not None


def check_range(kind: WeaponKind, at: Range) -> None:
    """Refuse what can't be fired at this range (HG-A10)."""
    if not reaches(kind, at):
        raise RuleError("Energy weapons can't fire at long range: wait for short range (HG-A10).")


def hit_number(battery: Battery, tables: CombatTables) -> int:
    """What the battery must throw to hit; raises RuleError for a factor that its table lacks (HG-A01 to A04)."""
    needed = tables.hit_number(battery.kind, battery.factor)
    if needed is None:
        last = "T" if tables.hit_number(battery.kind, VALUES["T"]) is not None else LARGEST_BATTERY_FACTOR
        told = to_code(battery.factor) if 0 <= battery.factor <= VALUES["Z"] else battery.factor
        raise RuleError(f"A {battery.kind.name} battery has a factor from 1 to {last}, not {told} (R-43).")
    return needed


def _computers(shot: Shot) -> Modifier | None:
    dm = shot.computer - shot.target_computer
    return Modifier(dm, "computers", "HG-A06") if dm else None


def _agility(shot: Shot) -> Modifier | None:
    return Modifier(-shot.agility, "agility", "HG-A07") if shot.agility else None


def _size(shot: Shot) -> Modifier | None:
    return Modifier(shot.size_dm, f"size {shot.size}", "HG-A08") if shot.size_dm else None


def _range(shot: Shot) -> Modifier | None:
    kind = shot.battery.kind
    dm = (kind.long or 0) if shot.range is Range.LONG else kind.short
    return Modifier(dm, f"{shot.range} range", "HG-A09") if dm else None


def _referee(shot: Shot) -> Modifier | None:
    return referees_own(shot.dm, shot.because)


TO_HIT = (_computers, _agility, _size, _range, _referee)


def _computers_through(shot: Shot) -> Modifier | None:
    dm = shot.computer - shot.target_computer
    return Modifier(dm, "computers", "HG-A18") if dm else None


def _energy_weapon(shot: Shot) -> Modifier | None:
    return Modifier(2, "energy weapon", "HG-A18") if shot.battery.kind.place == "energy" else None


def _referee_through(shot: Shot) -> Modifier | None:
    return referees_own(shot.dm_through, shot.because_through)


PENETRATION = (_computers_through, _energy_weapon, _referee_through)


def _small_factor(shot: Shot) -> Modifier | None:
    return Modifier(6, "factor 9 or less", "HG-H10") if shot.battery.factor <= LARGEST_BATTERY_FACTOR else None


def _pulse(shot: Shot) -> Modifier | None:
    return Modifier(shot.battery.kind.dm, shot.battery.kind.name, "HG-H12") if shot.battery.kind.dm else None


def _globes(shot: Shot) -> Modifier | None:
    return Modifier(shot.globe_levels, "black globe", "HG-G02") if shot.globe_levels else None


def _armor(shot: Shot) -> Modifier | None:
    pierced = shot.battery.kind.place == "meson"
    return Modifier(shot.armor, "armor", "HG-H11") if shot.armor and not pierced else None


def _nuclear(shot: Shot) -> Modifier | None:
    dm = shot.battery.kind.surface_dm
    return Modifier(dm, shot.battery.kind.name, "HG-H12") if dm else None


ON_SURFACE = (_small_factor, _armor, _nuclear, _pulse, _globes)
ON_RADIATION = (_small_factor, _armor, _globes)
ON_INTERIOR = (_small_factor, _globes)
DAMAGE = {SURFACE: ON_SURFACE, RADIATION: ON_RADIATION, INTERIOR: ON_INTERIOR}
