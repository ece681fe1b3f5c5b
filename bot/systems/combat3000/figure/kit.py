"""What a figure has about it besides its weapons: a fuse, pills, lights, radio, what robots run by (C3K Equipment)."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Dose:
    """A pill that somebody has taken, by its code, and how many turns ago."""

    code: str
    turns: int = 0


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


# Nothing of the kind.
NO_FUSE, NO_CIRCUITS, NO_KIT = Fuse(), Circuits(), Kit()
