"""What a shot is like apart from who fires with what: range, light, the target, and what the firer does besides."""

from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """The fire modes; covering and panic fire are normal fire at somebody who appears, or who charges."""

    NORMAL = "normal"
    AIMED = "aimed"
    COVERING = "covering"
    PANIC = "panic"
    SPECULATIVE = "speculative"
    INDIRECT = "indirect"


class Gait(StrEnum):
    """How the firer moves in this turn; a flyer fires and acts as if it walked (C3K Flying)."""

    STILL = "still"
    WALK = "walk"
    FLY = "fly"
    RUN = "run"
    CRAWL = "crawl"
    CLIMB = "climb"


class Lighting(StrEnum):
    """The light conditions."""

    NORMAL = "normal"
    BRIGHT = "bright"
    BAD = "bad"
    NIGHT = "night"


class Band(StrEnum):
    """A range band; each contains its upper end (ruling A3)."""

    POINT_BLANK = "point blank"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


_BANDS = ((15, Band.POINT_BLANK), (30, Band.SHORT), (75, Band.MEDIUM))
FULL_METRE = 100


def band_of(cm: int) -> Band:
    """The band of a range in cm on the table (C3K Range)."""
    return next((band for limit, band in _BANDS if cm <= limit), Band.LONG)


@dataclass(frozen=True, slots=True)
class Situation:
    """The circumstances of one shot.

    `cm` is the range, `moved` how far the target moved this turn, `vehicle` how far the vehicle that the firer is on
    did. `size` is the target's, from −3 to +3. `aiming` counts the turns spent in aiming, the one of the shot left
    out; `by_word` marks those that nobody counted. `area` is area fire, `high` high trajectory.
    """

    cm: int
    mode: Mode = Mode.NORMAL
    area: bool = False
    high: bool = False
    aiming: int = 0
    by_word: bool = False
    gait: Gait = Gait.STILL
    vehicle: int = 0
    difficult: bool = False
    size: int = 0
    moved: int = 0
    falling: bool = False
    flying: bool = False
    glass: bool = False
    light: Lighting = Lighting.NORMAL
    drawing: bool = False
    speaking: bool = False
    dm: int = 0
    because: str = ""

    @property
    def band(self) -> Band:
        """The band of the range."""
        return band_of(self.cm)

    @property
    def walks(self) -> bool:
        """Whether the firer walks, or flies, which counts as walking (C3K Flying)."""
        return self.gait in {Gait.WALK, Gait.FLY}

    @property
    def firer_moved(self) -> bool:
        """Whether the firer moved this turn, on foot or on a vehicle."""
        return self.gait is not Gait.STILL or self.vehicle > 0
