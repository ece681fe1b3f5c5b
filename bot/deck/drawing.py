"""The drawing of one level as text: squares, and the edges between them (data/decks/README.md)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise

from bot.deck.plan import At, Barrier, Edge, Facing, Fixture
from bot.engine.errors import RuleError

NO_FLOOR = " "
FLOOR = "."
FIXTURES = {
    "C": Fixture.CONSOLE,
    "X": Fixture.MACHINERY,
    "R": Fixture.RED,
    "G": Fixture.GREEN,
    "O": Fixture.CONDUIT,
    "L": Fixture.LADDER,
    "E": Fixture.LIFT,
    "S": Fixture.SWITCH,
    "V": Fixture.DROP,
    "T": Fixture.TUBE,
    "F": Fixture.FUEL,
    "B": Fixture.CRATE,
    "U": Fixture.BUNK,
    "H": Fixture.SEAT,
    "N": Fixture.TABLE,
    "K": Fixture.GALLEY,
}

# What a line below the drawing can say of a square: what stands there, and whether a hatch in its floor is open
# (None: there is no hatch).
Standing = tuple[Fixture, bool | None]
STANDING: dict[str, Standing] = {fixture.value: (fixture, None) for fixture in Fixture}
HATCHED: dict[str, Standing] = {
    f"{fixture.value} with {hatch}": (fixture, is_open)
    for fixture in Fixture
    if fixture.takes_hatch
    for hatch, is_open in (("hatch", False), ("open hatch", True))
}

OPEN_EDGES = " +"
# Small letters are portals that stand open.
BARRIERS = {
    "-": Barrier.WALL,
    "|": Barrier.WALL,
    "=": Barrier.BULKHEAD,
    "#": Barrier.HULL,
    "D": Barrier.SLIDING_DOOR,
    "I": Barrier.IRIS_VALVE,
    "H": Barrier.HATCH,
    "M": Barrier.MAINTENANCE_HATCH,
    "A": Barrier.AIRLOCK_DOOR,
    "P": Barrier.ACCESS_PLATE,
}


def is_mark(sign: str) -> bool:
    """Whether a square's sign is a mark that is explained below the drawing."""
    return sign in "0123456789" or (sign.islower() and sign.isalpha())


def is_corner(sign: str) -> bool:
    """Whether a sign may stand where four edges meet: anything that can't be taken for a square."""
    return sign.isprintable() and not sign.isalnum() and sign != FLOOR


_FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def labels(names: Iterable[str]) -> dict[str, str]:
    """A label of its own for each name, whatever their order: `ME1` for Marine E1, `PIR` for Pirate."""
    given: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(set(names)):
        label = next(each for each in _candidates(name) if each not in taken)
        taken.add(label)
        given[name] = label
    return given


def _candidates(name: str) -> Iterator[str]:
    """Labels for a name, the best first; in the end numbers after its first letter, then any."""
    words = re.findall(r"[A-Z]+|[0-9]+", _plain(name))
    letters = "".join(words)
    if len(words) > 1:
        yield _initials(words)
    if letters:
        yield letters[:3]
        yield from (letters[0] + second + third for second, third in pairwise(letters[1:]))
        yield from (f"{letters[0]}{number}" for number in range(1, 100))
    for number in count(1):
        yield _numeral(number)


def _initials(words: list[str]) -> str:
    """The words' first letters, the last number whole, as far as three characters go."""
    last = words[-1][-2:] if words[-1].isdigit() else words[-1][0]
    return "".join(word[0] for word in words[:-1])[: 3 - len(last)] + last


def _plain(name: str) -> str:
    """The name in capitals without accents, which every font can draw."""
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)).upper()


def _numeral(number: int) -> str:
    """A number in as few of 36 figures as it takes."""
    text = ""
    while number:
        number, figure = divmod(number, 36)
        text = _FIGURES[figure] + text
    return text


# Far more than a phone can show; it keeps a hostile file from filling the memory.
LARGEST = 100
# The usual slip of a newcomer: a row or a column too many or too few above it, or before it.
_EVERY_SECOND = "squares are signs 2, 4, 6… of rows 2, 4, 6… below level:, what is between them are edges"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of the file, numbered from 1."""

    number: int
    text: str

    def wrong(self, column: int, what: str) -> RuleError:
        """The refusal of what stands in a column, counted from 1."""
        return RuleError(f"Line {self.number}, column {column}: {what}.")


@dataclass(slots=True)
class Sketch:
    """What a drawing shows: `open` are the portals drawn open, `marks` the squares of each mark, as one reads.

    `hatches` are the squares with a hatch in the floor, each with whether it is open; the marks say so.
    """

    width: int
    height: int
    floor: set[At] = field(default_factory=set)
    fixtures: dict[At, Fixture] = field(default_factory=dict)
    barriers: dict[Edge, Barrier] = field(default_factory=dict)
    open: set[Edge] = field(default_factory=set)
    marks: dict[str, list[At]] = field(default_factory=dict)
    hatches: dict[At, bool] = field(default_factory=dict)


def read_drawing(title: DrawnLine, rows: Sequence[DrawnLine], level: int) -> Sketch:
    """Read the lines below a level's title; raises RuleError with line and column where a sign is wrong."""
    longest = max((len(row.text) for row in rows), default=0)
    drawing = Sketch(longest // 2, len(rows) // 2)
    if not 0 < drawing.width <= LARGEST or not 0 < drawing.height <= LARGEST:
        raise title.wrong(1, f"a level is drawn below its title, 1 to {LARGEST} squares wide and high")
    for number, row in enumerate(rows):
        for column, sign in enumerate(row.text):
            _read_sign(drawing, At(level, column // 2, number // 2), sign, row, column, number)
    if not drawing.floor:
        raise title.wrong(1, "this level has no square of floor")
    return drawing


def _read_sign(drawing: Sketch, at: At, sign: str, row: DrawnLine, column: int, number: int) -> None:
    """Take in one sign, whose place says whether it is a square, an edge or a corner."""
    if number % 2 and column % 2:
        _read_square(drawing, at, sign, row, column)
    elif number % 2 or column % 2:
        _read_edge(drawing, Edge(*at, Facing.WEST if number % 2 else Facing.NORTH), sign, row, column)
    elif not is_corner(sign):
        raise row.wrong(column + 1, f"{shown(sign)} stands where edges meet: {_EVERY_SECOND}")


def _read_square(drawing: Sketch, at: At, sign: str, row: DrawnLine, column: int) -> None:
    if sign == NO_FLOOR:
        return
    if is_mark(sign):
        drawing.marks.setdefault(sign, []).append(at)
    elif sign in FIXTURES:
        drawing.fixtures[at] = FIXTURES[sign]
    elif sign in BARRIERS or sign.upper() in BARRIERS:
        raise row.wrong(column + 1, f"{shown(sign)} is an edge and stands on a square: {_EVERY_SECOND}")
    elif sign != FLOOR:
        raise row.wrong(column + 1, f"{shown(sign)} is no square: use . {' '.join(FIXTURES)}, or a mark such as a or 1")
    drawing.floor.add(at)


def _read_edge(drawing: Sketch, edge: Edge, sign: str, row: DrawnLine, column: int) -> None:
    if sign in OPEN_EDGES:
        return
    barrier = BARRIERS.get(sign) or BARRIERS.get(sign.upper())
    if barrier is None and (sign == FLOOR or sign in FIXTURES or is_mark(sign)):
        raise row.wrong(column + 1, f"{shown(sign)} is a square and stands on an edge: {_EVERY_SECOND}")
    if barrier is None:
        raise row.wrong(column + 1, f"{shown(sign)} is no edge: use a space, {' '.join(BARRIERS)}, or a small letter")
    drawing.barriers[edge] = barrier
    if sign not in BARRIERS:
        drawing.open.add(edge)


def shown(sign: str) -> str:
    """A sign as a message may name it."""
    return sign if sign.isprintable() and not sign.isspace() else f"character U+{ord(sign):04X}"
