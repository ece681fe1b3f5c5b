"""What a book of ships is to the house, as plain values: how they are read, written and designed, and who fights."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.cards import Card


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
class Shipyard:
    """What a system of ships does with text.

    `paste` reads listings and `listing` writes those of ships by name, with those of the craft that they carry,
    known by the rules or among all `others`. `draw` works a design out under a name, or under its own where none is
    given; it may carry `others` by name. `amend` changes some of its lines, and `compare` says what that
    would do. `design_of` is the design that a sheet was made from, "" where it wasn't. `as_built` is a sheet without
    what has become of it since, and `totals` says in lines what ships come to together. All raise RuleError for text
    that is none.
    """

    paste: Callable[[str], Pasted]
    listing: Callable[[Mapping[str, Any], Mapping[str, Any]], str]
    draw: Callable[[str, str, Mapping[str, Any]], Drawing]
    amend: Callable[[str, str], str]
    compare: Callable[[str, str, str, Mapping[str, Any]], Card]
    design_of: Callable[[Any], str]
    as_built: Callable[[Any], Any]
    totals: Callable[[Sequence[Any]], Sequence[str]]
    example: str
