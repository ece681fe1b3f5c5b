"""Firing through walls, an optional rule: whether a shot gets through, and whom it finds behind (C3K Firing through
walls).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from bot.engine.cards import article
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.figure.sheet import FigurePosture
from bot.systems.combat3000.hit.kills import Force, Piercing, pierce

RULE = "C3K Firing through walls"
# A light wall needs so much effect, and takes so much off it (rulings B-D12, B-D13).
LIGHT_NEEDS, LIGHT_TAKES = 2, 3
# The name of the throw for whom a shot finds.
FOUND = "behind the wall"
AREAS = {
    FigurePosture.STANDING: Fraction(1),
    FigurePosture.CROUCHED: Fraction(1, 2),
    FigurePosture.PRONE: Fraction(1, 4),
}
_WALL = re.compile(r"(\d{1,2})\s*x\s*(\d{1,2})\s+(light|heavy|armou?r(?:ed)?)\s*(\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall: its width and height in cm, and its armour value; None is a light wall."""

    wide: int
    high: int
    armour: int | None = None

    @property
    def area(self) -> int:
        """Its area in square cm."""
        return self.wide * self.high

    @property
    def takes(self) -> int:
        """What it takes off the effect of a shot: 3 where it is light, else its armour value (ruling B-D13)."""
        return LIGHT_TAKES if self.armour is None else self.armour

    @property
    def words(self) -> str:
        """What it is called."""
        kind = "light wall" if self.armour is None else f"wall of armour {self.armour}"
        return f"{article(kind)} of {self.wide} by {self.high} cm"


def read_wall(text: str) -> Wall | None:
    """A wall as `3x5 light`, `3x5 armour 6` or `3x5 heavy 8`; "" is none.

    Raises RuleError for anything else, and for a heavy wall without a value, which nothing is fired through.
    """
    if not text:
        return None
    parts = _WALL.fullmatch(text.strip().casefold())
    if not parts:
        raise RuleError(f"A wall reads like 3x5 light, or 3x5 armour 6, in cm wide and high, not {quoted(text)}.")
    wide, high, kind, value = int(parts[1]), int(parts[2]), parts[3], parts[4]
    if not wide * high:
        raise RuleError("A wall is at least 1 cm wide and 1 cm high.")
    if kind == "light":
        if value:
            raise RuleError("A light wall has no armour value: write 3x5 light, or 3x5 armour 6.")
        return Wall(wide, high)
    if not value:
        raise RuleError(
            f"A heavy wall without an armour value is not fired through: write 3x5 light or 3x5 armour 6 ({RULE})."
        )
    return Wall(wide, high, int(value))


def penetrable(wall: Wall, effect: int) -> bool:
    """Whether a weapon of that effect may get through; an armoured wall is thrown for."""
    return wall.armour is not None or effect >= LIGHT_NEEDS


def pierce_wall(force: Force, wall: Wall, dice: Dice, *, weak: bool = False) -> Piercing | None:
    """The throw for an armoured wall, as against full armour; None for a light one, which needs none (B-D12)."""
    return None if wall.armour is None else pierce(force, wall.armour, dice, weak=weak)


def behind(force: Force, wall: Wall) -> Force:
    """What strikes whoever is behind, with less effect by what the wall takes (ruling B-D13)."""
    return replace(force, effect=force.effect - wall.takes)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a shot through a wall may go: of how many like pieces, how many hide each of those behind it."""

    pieces: Mapping[str, int]
    whole: int

    def find(self, face: int) -> str:
        """Who is behind a piece, counted from 1; "" for nobody."""
        for name, number in self.pieces.items():
            if face <= number:
                return name
            face -= number
        return ""

    def chance(self, name: str) -> Fraction:
        """How likely somebody is to be found."""
        return Fraction(self.pieces[name], self.whole)


def places(wall: Wall, postures: Mapping[str, FigurePosture]) -> Places:
    """The wall in as few like pieces as tell those behind it apart (ruling B-D14).

    Raises RuleError where it is too small for all of them.
    """
    areas = {name: AREAS[posture] for name, posture in postures.items()}
    if sum(areas.values()) > wall.area:
        raise RuleError(f"{wall.words.capitalize()} hides fewer than {len(areas)}: make it larger, or name fewer.")
    unit = _largest_unit([*areas.values(), Fraction(wall.area)])
    return Places({name: int(area / unit) for name, area in areas.items()}, int(wall.area / unit))


def _largest_unit(areas: list[Fraction]) -> Fraction:
    """The largest area that goes into each of them; all are quarters."""
    quarters = [int(4 * area) for area in areas]
    return Fraction(gcd(*quarters), 4)


@dataclass(frozen=True, slots=True)
class Through:
    """What came of a shot that hit a wall: the throw to pierce one of armour, and whom it may find behind it.

    `found` is who was found, "" for nobody, None where it didn't get through.
    """

    wall: Wall
    places: Places
    piercing: Piercing | None
    found: str | None
