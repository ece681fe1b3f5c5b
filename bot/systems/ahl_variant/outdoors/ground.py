"""Bands and hexes of 25 m, what lies between them, and the brackets of a weapon at that scale (V27.Ranges, V29)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import atan2, degrees, sqrt

from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.ahl.tables import Ammunition, Band, Cell, Weapon
from bot.systems.ahl_variant.tables import Thrown

# A band or hex is 25 m, and ranges are printed in squares of 1.5 m: by the rules so many squares to one.
SQUARES_A_BAND = 20
# A map is so many columns and rows of hexes, or so many bands.
LARGEST_MAP = 99
ARC = 60
# The six ways from a hex in cube coordinates, north first and then clockwise, each 60 degrees further.
_SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Near(StrEnum):
    """How near two of the same band or hex have come to each other."""

    NO = "no"
    SHORT = "short"
    CLOSE = "close"

    @property
    def squares(self) -> int:
        """How many squares apart two of them count for explosions: adjacent, or two (V28.Adjacent)."""
        return 1 if self is Near.CLOSE else 2


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


def read_line(text: str, *, hexes: bool) -> tuple[Spot, Spot]:
    """Both ends of a line as somebody types it, `band 1 to band 4`, or one place alone; raises RuleError for any other
    text.
    """
    ends = [read_spot(part, hexes=hexes) for part in re.split(r"\s+to\s+", text.strip())]
    if len(ends) > 2:
        raise RuleError("Say one line, from where to where, as “band 1 to band 4” (AHL V30.Covering).")
    return ends[0], ends[-1]


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


def way(one: Spot, other: Spot) -> tuple[Spot, ...]:
    """The bands or hexes from one to another, both ends among them: on hexes those under the straight line between
    their middles, which is one of the shortest ways (V29.Hexes).
    """
    steps = apart(one, other)
    if one.row is None or other.row is None:
        by = 1 if other.column > one.column else -1
        return tuple(Spot(one.column + by * step) for step in range(steps + 1))
    start, end = _cube(one), _cube(other)
    # A hair to one side, so that a line along the edge between two hexes goes through one of them.
    aside = (1e-6, 2e-6, -3e-6)
    points = (
        [a + (b - a) * step / max(1, steps) + hair for a, b, hair in zip(start, end, aside, strict=True)]
        for step in range(steps + 1)
    )
    return tuple(map(_rounded, points))


def _rounded(cube: Sequence[float]) -> Spot:
    """The hex in which a point lies."""
    whole = [round(each) for each in cube]
    off = [abs(near - each) for near, each in zip(whole, cube, strict=True)]
    worst = off.index(max(off))
    whole[worst] -= sum(whole)
    return _spot(whole[0], whole[1])


def _spot(q: int, r: int) -> Spot:
    return Spot(q, r + (q + (q & 1)) // 2)


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


def run_to(one: Spot, other: Spot, facing: int | None, ends: int | None) -> tuple[tuple[Spot, ...], int | None] | None:
    """The shortest run from a hex to another by one who faces so, in degrees, and turns once at most: the hexes on it,
    both ends among them, and which way they face then; None where there is none (V29.Hexes). `ends` is how they would
    face in the end, None where it is all the same.
    """
    (q, r, _), (to_q, to_r, _) = _cube(one), _cube(other)
    found: list[tuple[int, bool, tuple[Spot, ...], int | None]] = []
    for first, (by_q, by_r) in enumerate(_SIDES):
        if facing is not None and first != _side(facing):
            continue
        for steps in range(2 * apart(one, other) + 1):
            bend = q + steps * by_q, r + steps * by_r
            rest_q, rest_r = to_q - bend[0], to_r - bend[1]
            rest = max(abs(rest_q), abs(rest_r), abs(rest_q + rest_r))
            last = next((n for n, (a, b) in enumerate(_SIDES) if (a * rest, b * rest) == (rest_q, rest_r)), None)
            if last is None:
                continue
            turned = rest > 0 and last != first
            if turned and ends is not None and _side(ends) != last:
                continue
            ahead = last * ARC if turned else facing if facing is not None else first * ARC
            path = (*_straight((q, r), first, steps), *_straight(bend, last, rest), other)
            found.append((steps + rest, turned, path, ends if ends is not None else ahead))
    if not found:
        return None
    _, _, path, faces = min(found, key=lambda each: each[:2])
    return path, faces


def _straight(start: tuple[int, int], side: int, steps: int) -> Iterator[Spot]:
    """So many hexes one after another towards a side, the first one where it starts."""
    q, r = start
    by_q, by_r = _SIDES[side]
    return (_spot(q + step * by_q, r + step * by_r) for step in range(steps))


def _side(facing: int) -> int:
    """The side of a hex next to a direction in degrees."""
    return round(facing / ARC) % len(_SIDES)


def brackets(weapon: Weapon, ammunition: Ammunition) -> Mapping[Band, int | None]:
    """The last band of each bracket; None for what reaches no further than short range, and for what a thrown weapon
    hasn't (V27.Ranges, V27.Throwing).
    """
    if isinstance(weapon, Thrown):
        return {Band.LONG: 0, Band.EXTREME: weapon.bands}
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
    raise RuleError(f"{weapon.name} reaches {reach} bands or hexes at most, and the range is {bands} (AHL V27.Ranges).")
