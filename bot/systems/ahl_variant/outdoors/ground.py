"""Bands and hexes of 25 m, what lies between them, and the brackets of a weapon at that scale (V27.Ranges, V29)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import atan2, degrees, sqrt

from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.ahl.tables import Ammunition, Band, Cell, Weapon

# A band or hex is 25 m, and ranges are printed in squares of 1.5 m: by the rules so many squares to one.
SQUARES_A_BAND = 20
# A map is so many columns and rows of hexes, or so many bands.
LARGEST_MAP = 99
ARC = 60
# The six ways from a hex in cube coordinates, north first and then clockwise, each 60 degrees further.
_SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
# How far thrown weapons reach at this scale, in bands (V27.Throwing, ruling VR-C7).
_THROWN = {"Dagger": 1, "Blade": 1, "Spear": 2}


class Near(StrEnum):
    """How near two of the same band or hex have come to each other."""

    NO = "no"
    SHORT = "short"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where somebody is: a band, or a hex by column and row; `row` is None for a band."""

    column: int
    row: int | None = None

    @property
    def words(self) -> str:
        """It as it is typed: `band 2`, `hex 0304`."""
        return f"band {self.column}" if self.row is None else f"hex {self.column:02d}{self.row:02d}"


def read_spot(text: str, *, hexes: bool) -> Spot:
    """A band or a hex as somebody types it; raises RuleError for one that is on no map."""
    typed = " ".join(text.casefold().split())
    if hexes:
        found = re.fullmatch(r"(?:hex )?(\d\d)(\d\d)", typed)
        if not found or not int(found[1]) or not int(found[2]):
            raise RuleError(
                f"{quoted(text)} is no hex: write its column and row, as hex 0304, from 0101 to 9999 (AHL V29.Hexes)."
            )
        return Spot(int(found[1]), int(found[2]))
    found = re.fullmatch(r"(?:band )?([-−]?\d{1,4})", typed)
    if not found or not 0 <= int(found[1].replace("−", "-")) <= LARGEST_MAP:
        raise RuleError(f"{quoted(text)} is no band: write one from band 0 to band {LARGEST_MAP} (AHL V27.Close).")
    return Spot(int(found[1]))


def _cube(spot: Spot) -> tuple[int, int, int]:
    """Coordinates in which steps count alike every way; even columns stand half a hex lower."""
    assert spot.row is not None
    q = spot.column
    r = spot.row - (q + (q & 1)) // 2
    return q, r, -q - r


def apart(one: Spot, other: Spot) -> int:
    """How many bands or hexes one is from another, by the shortest way (V29.Hexes)."""
    if one.row is None or other.row is None:
        return abs(one.column - other.column)
    return max(abs(a - b) for a, b in zip(_cube(one), _cube(other), strict=True))


def bearing(one: Spot, other: Spot) -> float:
    """The direction from a hex to another, in degrees from north, clockwise; of bands 0 onwards and 180 back."""
    if one.row is None or other.row is None:
        return 0.0 if other.column >= one.column else 180.0

    def place(spot: Spot) -> tuple[float, float]:
        q, r, _ = _cube(spot)
        return 1.5 * q, sqrt(3) * (r + q / 2)

    (x, y), (to_x, to_y) = place(one), place(other)
    return degrees(atan2(to_x - x, -(to_y - y))) % 360


def within_arc(one: Spot, targets: list[Spot], facing: int | None = None) -> bool:
    """Whether all targets lie in an arc of 60 degrees, as somebody at one place sees them: in the one about where they
    face, in degrees, on hexes; in any where nobody has said that (V28.Rapid, V29.Hexes).
    """
    if facing is not None and one.row is not None:
        off = [abs((bearing(one, spot) - facing + 180) % 360 - 180) for spot in targets if spot != one]
        return all(each <= ARC / 2 + 1e-6 for each in off)
    angles = sorted({round(bearing(one, spot), 6) for spot in targets if spot != one})
    if len(angles) < 2:
        return True
    gaps = [(later - earlier) % 360 for earlier, later in zip(angles, angles[1:] + angles[:1], strict=True)]
    return 360 - max(gaps) <= ARC + 1e-6


def run_to(one: Spot, other: Spot, facing: int | None, ends: int | None) -> tuple[int, int | None] | None:
    """The shortest run from a hex to another by one who faces so, in degrees, and turns once at most: how many hexes,
    and which way they face then; None where there is none (V29.Hexes). `ends` is how they would face in the end, None
    where it is all the same.
    """
    (q, r, _), (to_q, to_r, _) = _cube(one), _cube(other)
    found: list[tuple[int, bool, int | None]] = []
    for first, (by_q, by_r) in enumerate(_SIDES):
        if facing is not None and first != _side(facing):
            continue
        for steps in range(2 * apart(one, other) + 1):
            rest_q, rest_r = to_q - q - steps * by_q, to_r - r - steps * by_r
            rest = max(abs(rest_q), abs(rest_r), abs(rest_q + rest_r))
            last = next((n for n, (a, b) in enumerate(_SIDES) if (a * rest, b * rest) == (rest_q, rest_r)), None)
            if last is None:
                continue
            turned = rest > 0 and last != first
            if turned and ends is not None and _side(ends) != last:
                continue
            ahead = last * ARC if turned else facing if facing is not None else first * ARC
            found.append((steps + rest, turned, ends if ends is not None else ahead))
    length, _, faces = min(found, key=lambda each: each[:2], default=(0, False, None))
    return (length, faces) if found else None


def _side(facing: int) -> int:
    """The side of a hex next to a direction in degrees."""
    return round(facing / ARC) % len(_SIDES)


def brackets(weapon: Weapon, ammunition: Ammunition) -> Mapping[Band, int | None]:
    """The last band of each bracket; None for what reaches no further than short range, and for what a thrown weapon
    hasn't (V27.Ranges, V27.Throwing).
    """
    if weapon.thrown:
        return {Band.LONG: 0, Band.EXTREME: _THROWN[weapon.name]}
    found: dict[Band, int | None] = {band: cell.squares // SQUARES_A_BAND for band, cell in ammunition.cells.items()}
    if "short" in weapon.traits:
        found[Band.EFFECTIVE] = None
    return found


def bracket(weapon: Weapon, ammunition: Ammunition, bands: int, near: Near) -> tuple[Band, Cell]:
    """The best bracket that reaches so many bands (ruling VR-A41). Raises RuleError beyond the last."""
    if "melee" in weapon.traits and not weapon.thrown:
        raise RuleError(f"The {weapon.name} is a melee weapon and isn't thrown: /melee strikes with it (AHL V17).")
    last = brackets(weapon, ammunition)
    for band, most in last.items():
        short_only = most is None and bands == 0 and near is not Near.NO
        if short_only or (most is not None and bands <= most):
            return band, ammunition.cells[band]
    reach = max(most for most in last.values() if most is not None)
    raise RuleError(
        f"{weapon.name} reaches {reach} bands at most in the open, and the range is {bands} (AHL V27.Ranges)."
    )
