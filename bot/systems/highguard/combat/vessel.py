"""A vessel in battle: a ship, a small craft or a fighter as it was built, and as damage has left it."""

from dataclasses import dataclass, replace
from fractions import Fraction

SCREENS = ("damper", "meson screen", "globe")
AVERAGE_SKILL = 2


@dataclass(frozen=True, slots=True)
class Armament:
    """The batteries of one place of the profile.

    `weapon` says which it is where the place holds several kinds: `beam laser`, `pulse laser`, `energy`
    (plasma), `fusion`; else it is the place's name. `bearing` of the `batteries` can act in a turn.
    """

    place: str
    weapon: str
    factor: int
    batteries: int = 1
    bearing: int = 1
    spinal: bool = False


@dataclass(frozen=True, slots=True)
class Factors:
    """The numbers of a profile: drives, plant, computer, crew, armor, screens, and the weapons by place."""

    jump: int = 0
    maneuver: int = 0
    power: int = 0
    computer: int = 0
    crew: int = 0
    armor: int = 0
    damper: int = 0
    meson_screen: int = 0
    globe: int = 0
    armament: tuple[Armament, ...] = ()

    def weapon(self, place: str) -> Armament | None:
        """The batteries of a place, None where there never were any."""
        for each in self.armament:
            if each.place == place:
                return each
        return None

    def screen(self, name: str) -> int:
        """The factor of a screen, one of SCREENS."""
        factor: int = getattr(self, name.replace(" ", "_"))
        return factor


@dataclass(frozen=True, slots=True)
class Carried:
    """Craft aboard that are alike: their name, the tons of one, and how many."""

    name: str
    tons: Fraction
    count: int = 1


@dataclass(frozen=True, slots=True)
class Facilities:
    """What launches and recovers craft: ordinary facilities, launch tubes, and empty bays that hold craft."""

    ordinary: int = 0
    tubes: int = 0
    bays: int = 0


@dataclass(frozen=True, slots=True)
class People:
    """Who is aboard. `service` is the service section, of which come security troops (HG-B03).

    `low` are those in low berths, frozen watch included.
    """

    crew: int = 0
    service: int = 0
    troops: int = 0
    marines: int = 0
    low: int = 0
    frozen_watch: int = 0
    security_dead: bool = False


@dataclass(frozen=True, slots=True)
class Readied:
    """What its side decided for a vessel before the firing of this turn.

    `flicker` is the globe's rate in percent; `globe_on` wholly on. `silent` are systems that are switched off
    for want of energy: places of weapons, screens or the computer. `to_jump` are the energy points that go into
    a jump.
    """

    flicker: int = 0
    globe_on: bool = False
    emergency: bool = False
    silent: tuple[str, ...] = ()
    to_jump: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class DropTanks:
    """L-Hyd tanks outside the hull: their tons, the fuel that is left in them, and the hull code, drive numbers and
    agility of the ship while she carries them (HG-D23, HG-D24, R-09).
    """

    tons: Fraction
    fuel: Fraction
    size: str
    jump: int
    maneuver: int
    power: int
    agility: int


@dataclass(frozen=True, slots=True)
class Vessel:
    """A vessel in battle: tons and energy points are exact, `size` is the hull code.

    `built` are its factors undamaged, `now` those that damage has left; `agility` is the undamaged rating.
    `draws` are the energy points of each system that needs any. `bridges` counts those left. `criticals` names
    the systems lost to critical hits, `hits` counts results by weapon place or screen for the even spread
    (HG-H26, HG-H27). `stored` of `capacity` energy points are in the capacitors. `just_off` is set in the turn
    after a globe was wholly on. `silenced` has its tanks shattered where that ends all fire (R-94). `captain` and
    `pilot` are skills (HG-I01 to I03). `tanks` are the drop tanks that it carries, None once they are gone.
    """

    name: str
    size: str
    tons: Fraction
    configuration: int
    built: Factors
    now: Factors
    agility: int = 0
    fib: bool = False
    bridges: int = 1
    draws: tuple[tuple[str, Fraction], ...] = ()
    fuel: Fraction = Fraction(0)
    tankage: Fraction = Fraction(0)
    shattered: bool = False
    silenced: bool = False
    capacity: Fraction = Fraction(0)
    stored: Fraction = Fraction(0)
    people: People = People()
    watch_revived: bool = False
    craft: tuple[Carried, ...] = ()
    facilities: Facilities = Facilities()
    hits: tuple[tuple[str, int], ...] = ()
    criticals: tuple[str, ...] = ()
    destroyed: str = ""
    stance: Readied = Readied()
    just_off: bool = False
    captain: int = AVERAGE_SKILL
    pilot: int = AVERAGE_SKILL
    tanks: DropTanks | None = None

    @property
    def hull(self) -> str:
        """The code of the hull as it stands, drop tanks and all."""
        return self.tanks.size if self.tanks else self.size

    @property
    def burden(self) -> Fraction:
        """Tons of the ship and of the drop tanks that it carries."""
        return self.tons + (self.tanks.tons if self.tanks else 0)

    @property
    def all_fuel(self) -> Fraction:
        """Tons of fuel, inside and in drop tanks."""
        return self.fuel + (self.tanks.fuel if self.tanks else 0)

    @property
    def small(self) -> bool:
        """Whether it is a small craft (HG-S01)."""
        return self.size == "0"

    @property
    def percent(self) -> Fraction:
        """One percent of the tonnage: what a power plant of number 1 makes."""
        return self.tons / 100


def dropped(vessel: Vessel) -> Vessel:
    """The vessel without its drop tanks; their fuel goes inside as far as there is room (HG-D23)."""
    if vessel.tanks is None:
        return vessel
    room = Fraction(0) if vessel.shattered else vessel.tankage - vessel.fuel
    return replace(vessel, fuel=vessel.fuel + min(room, vessel.tanks.fuel), tanks=None)


def burnt(vessel: Vessel, tons: Fraction) -> Vessel:
    """The vessel with a number of tons of fuel gone, out of its drop tanks first."""
    outside = min(tons, vessel.tanks.fuel) if vessel.tanks else Fraction(0)
    tanks = replace(vessel.tanks, fuel=vessel.tanks.fuel - outside) if vessel.tanks else None
    return replace(vessel, fuel=vessel.fuel - (tons - outside), tanks=tanks)


def rested(vessel: Vessel) -> Vessel:
    """The vessel outside of a battle: what its side decided for a turn is over."""
    return replace(vessel, stance=Readied(), just_off=False)
