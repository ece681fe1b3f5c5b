"""Ships as the house sees them, in plain values: what a book of them can do, and a battle as a picture shows it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.engine.cards import Card

# The setting by which others read of a ship no more than shows of it.
SHEETS, CLOSED = "ship sheets", "closed"


@dataclass(frozen=True, slots=True)
class Pasted:
    """The ships of a text by name, and a sentence about whatever looked like one and isn't."""

    ships: Sequence[tuple[str, Any]]
    refused: Sequence[str]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A design worked out: the sheet that is kept, the name it gives itself ("" for none), and its bill.

    `glance` is the bill at a glance with every limit that is broken, as plain data which `Ships.glance` words, and
    `bill` all of it in a fixed-width font.
    """

    name: str
    sheet: Any
    glance: Any
    bill: str


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The sheet of a ship by another design, the systems whose damage that has no room for, and those of which it makes
    up for what was lost.
    """

    sheet: Any
    forgets: tuple[str, ...] = ()
    regains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shipyard:
    """What a system of ships does with text.

    `paste` reads listings and `listing` writes those of ships by name, with those of the craft that they carry,
    known by the rules or among all `others`. `draw` works a design out under a name, or under its own where none is
    given; it may carry `others` by name. `amend` changes some of its lines, and `compare` says what that would do.
    `redrawn` takes what has become of a ship over from its sheet into that of its new design, which may carry others
    as well. `design_of` is the design that a sheet was made from, "" where it wasn't. `as_built` is a sheet without
    what has become of it since, and `totals` says in lines what ships come to together. All raise RuleError for text
    that is none.
    """

    paste: Callable[[str], Pasted]
    listing: Callable[[Mapping[str, Any], Mapping[str, Any]], str]
    draw: Callable[[str, str, Mapping[str, Any]], Drawing]
    amend: Callable[[str, str], str]
    compare: Callable[[str, str, str, Mapping[str, Any]], Card]
    redrawn: Callable[[Any, Any, Mapping[str, Any]], Redrawn]
    design_of: Callable[[Any], str]
    as_built: Callable[[Any], Any]
    totals: Callable[[Sequence[Any]], Sequence[str]]
    example: str


# The tons from which a ship is of the next class, and what each class is called.
_FROM = (100, 1_000, 10_000, 100_000)
_CLASSES = ("under 100 t", "under 1,000 t", "under 10,000 t", "under 100,000 t", "100,000 t and more")


class ShipState(StrEnum):
    """How a ship stands in the battle."""

    FIGHTING = "fighting"
    UNARMED = "unarmed"
    SILENCED = "silenced"
    DISABLED = "disabled"
    GONE = "broken off"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class ShipMark:
    """A ship: its side (0 is the first), tons of 14 m³, how much of it is lost (0 to 1), and whether in reserve.

    `model` is its class, such as Wasp; `batteries` are the offensive ones that are left of those `built`. Its `agility`
    is None, and no battery is told, for those to whom its figures are closed.
    """

    name: str
    side: int
    tons: float
    hurt: float = 0.0
    state: ShipState = ShipState.FIGHTING
    reserve: bool = False
    model: str = ""
    agility: int | None = 0
    batteries: int = 0
    built: int = 0

    @property
    def size(self) -> int:
        """Its class by tons, 0 for small craft to 4 for the giants."""
        return sum(self.tons >= least for least in _FROM)


def size_name(size: int) -> str:
    """What a class by tons is called."""
    return _CLASSES[size]


@dataclass(frozen=True, slots=True)
class Barrage:
    """What one ship fired at another, by their places among the ships: how many batteries, and how many hit."""

    firer: int
    target: int
    batteries: int = 1
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Fleets:
    """What the picture shows: the title with the moment below it, the sides' names, every ship, and who fired."""

    title: str
    sides: tuple[str, str]
    ships: tuple[ShipMark, ...]
    shots: tuple[Barrage, ...] = ()
    moment: str = ""
