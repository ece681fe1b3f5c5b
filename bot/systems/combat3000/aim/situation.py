"""What a shot is like apart from who fires with what: range, light, the target, and what the firer does besides."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.systems.combat3000.asked import Circumstances, Gait, Mode


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
    """The circumstances of one shot: those that were asked for, and what order, deck and the bot's knowledge come to.

    `cm` is the range, `moved` how far the target moved this turn, `vehicle` how far the vehicle that the firer is on
    did. `size` is the target's, from −3 to +3. `aiming` counts the turns spent in aiming, the one of the shot left
    out; `by_word` marks those that nobody counted. `high` is high trajectory, `drawing` whether the weapon was drawn.
    """

    cm: int
    mode: Mode = Mode.NORMAL
    asked: Circumstances = field(default_factory=Circumstances)
    high: bool = False
    aiming: int = 0
    by_word: bool = False
    vehicle: int = 0
    size: int = 0
    moved: int = 0
    drawing: bool = False

    @property
    def band(self) -> Band:
        """The band of the range."""
        return band_of(self.cm)

    @property
    def firer_moved(self) -> bool:
        """Whether the firer moved this turn, on foot or on a vehicle."""
        return self.asked.gait is not Gait.STILL or self.vehicle > 0
