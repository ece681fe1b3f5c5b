"""Where a launched shell or a thrown grenade comes down (C3K Launcher fire, Grenade throwing)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import hypot

from bot.engine.dice import Dice
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll


class Side(StrEnum):
    """Which way from the point aimed at, seen by the firer."""

    UNDER = "under"
    LEFT = "left"
    RIGHT = "right"
    OVER = "over"


# "3 or 6" for over is a misread of the print (ruling B-F15).
_DIRECTIONS = {
    1: Side.UNDER,
    2: Side.UNDER,
    3: Side.LEFT,
    4: Side.RIGHT,
    5: Side.OVER,
    6: Side.OVER,
}
_ON_A_WALL = {Side.UNDER: "below", Side.OVER: "above"}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the table, in cm over (behind) and right of the point aimed at, seen by the firer."""

    over: Fraction = Fraction(0)
    right: Fraction = Fraction(0)

    def cm_from(self, other: "Spot") -> float:
        """How far apart two places are."""
        return hypot(self.over - other.over, self.right - other.right)


AIMED_AT = Spot()


@dataclass(frozen=True, slots=True)
class Deviation:
    """A miss: which way, and how many cm; on a `vertical` target over is above, and under below."""

    side: Side
    distance: Fraction
    vertical: bool = False

    @property
    def words(self) -> str:
        """Which way, in a word."""
        return _ON_A_WALL.get(self.side, self.side.value) if self.vertical else self.side.value

    @property
    def place(self) -> Spot:
        """Where that is."""
        if self.side in {Side.LEFT, Side.RIGHT}:
            return Spot(right=self.distance if self.side is Side.RIGHT else -self.distance)
        return Spot(over=self.distance if self.side is Side.OVER else -self.distance)


def deviate(dice: Dice, *, grenade: bool = False, vertical: bool = False) -> Deviation:
    """Throw for the direction of a miss, and a decimal die for the cm, an ordinary one for a grenade.

    On a vertical target over and under are halved, the sides are not; halves count (rulings B-F16, A9).
    """
    side = _DIRECTIONS[dice.roll(1, why="deviation")]
    distance = Fraction(dice.roll(1, 6 if grenade else 10, why="distance"))
    halved = vertical and side in _ON_A_WALL
    return Deviation(side, distance / 2 if halved else distance, vertical)


@dataclass(frozen=True, slots=True)
class Landed:
    """A launched shot: the throw to hit, and for a miss where it goes; a jam and a mishap go nowhere."""

    roll: HitRoll
    deviation: Deviation | None = None

    @property
    def place(self) -> Spot | None:
        """Where it comes down, None where it was not fired or did not go off where it was meant to."""
        if self.roll.mishap or self.roll.result is Roll.JAM:
            return None
        return self.deviation.place if self.deviation else AIMED_AT


def land(roll: HitRoll, dice: Dice, *, grenade: bool = False, vertical: bool = False) -> Landed:
    """Where a shell or grenade comes down after its throw to hit: on a hit at the point aimed at."""
    if roll.mishap or roll.result is not Roll.MISS:
        return Landed(roll)
    return Landed(roll, deviate(dice, grenade=grenade, vertical=vertical))
