"""What a figure has about it besides its weapons: a fuse, pills, lights, radio, what robots run by (C3K Equipment)."""

from dataclasses import dataclass, replace
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Fuse:
    """A fuse on a shell or a grenade: a delay in turns after it lands, or proximity; with neither there is no fuse."""

    turns: int = 0
    proximity: bool = False

    def __bool__(self) -> bool:
        return self.proximity or self.turns > 0


class Droid(StrEnum):
    """A class of robots: sentient, passive, which only do what was programmed, and active, which take orders."""

    NONE = "none"
    SENTIENT = "SNT"
    PASSIVE = "PAS"
    ACTIVE = "ACT"


class Training(StrEnum):
    """What somebody knows of robots: a controller gives orders to ACT units, an engineer programmes any."""

    NONE = "none"
    CONTROLLER = "controller"
    ENGINEER = "engineer"


@dataclass(frozen=True, slots=True)
class Circuits:
    """What a robot runs by: its class, its programme or its last order, and who gives it orders.

    A programme `runs` for so many turns, of which some are `left`, 0 for permanent; to write one takes `activation`
    turns. An ACT unit may be ordered to `ignore` target priorities.
    """

    droid: Droid = Droid.NONE
    text: str = ""
    runs: int = 0
    left: int = 0
    activation: int = 0
    controller: str = ""
    ignores: bool = False

    @property
    def wills(self) -> bool:
        """Whether it has a will of its own, and so nerves that may fail; PAS and ACT units have none."""
        return self.droid in {Droid.NONE, Droid.SENTIENT}


SPEED_PILL, SLEEP_PILL, TRUTH_CAPSULE = "E19", "E20", "E21"
# Twelve hours in turns of 4 seconds, which are 2 to 6 (C3K Scales).
_ASLEEP = 12 * 60 * 60 // 4
# From how many turns after a pill was taken it works, and until when (C3K Equipment).
WORKS = {SPEED_PILL: (10, 110), SLEEP_PILL: (3, 3 + _ASLEEP), TRUTH_CAPSULE: (30, 60)}


@dataclass(frozen=True, slots=True)
class Dose:
    """A pill that somebody has taken, by its code, and how many turns ago."""

    code: str
    turns: int = 0

    @property
    def begins_in(self) -> int:
        """In how many turns it begins to work, 0 for one that has begun."""
        return max(0, WORKS[self.code][0] - self.turns)

    @property
    def left(self) -> int:
        """For how many turns more it works, once it does."""
        return max(0, WORKS[self.code][1] - self.turns)

    @property
    def works(self) -> bool:
        """Whether it works now."""
        return not self.begins_in and self.left > 0


@dataclass(frozen=True, slots=True)
class Kit:
    """What of somebody's equipment is in use: pills taken, lights that are on and whom each lights, turns of a flight
    pack's fuel that are burnt; the radio `nets` that they are on, their scrambler's setting (0 for none), and how many
    words they speak in a turn, where that isn't a human's (0 for not thrown yet).
    """

    doses: tuple[Dose, ...] = ()
    lights: tuple[tuple[str, str], ...] = ()
    burnt: int = 0
    nets: tuple[str, ...] = ()
    scrambler: int = 0
    words: int = 0

    def renamed(self, before: str, after: str) -> "Kit":
        """The same with somebody on whom a light falls under another name; with none they have left."""
        lights = ((code, after if name == before else name) for code, name in self.lights)
        return replace(self, lights=tuple((code, name) for code, name in lights if name))

    def under(self, code: str) -> bool:
        """Whether a pill of that code works."""
        return any(dose.code == code and dose.works for dose in self.doses)


# Nothing of the kind.
NO_FUSE, NO_CIRCUITS, NO_KIT = Fuse(), Circuits(), Kit()
