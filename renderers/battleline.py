"""Which ships share a row of the picture: the largest have one each, the small fry of a long line stand together."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.fleets import ShipMark, size_name

# A line longer than this keeps its largest ships apart and groups the others.
_MOST = 16
_APART = 8


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows: a ship, or several in its stead, and their places in the battle."""

    mark: ShipMark
    members: tuple[int, ...]


def rows_of(ships: Sequence[ShipMark], places: Sequence[int]) -> list[Row]:
    """The rows for the ships at some places, the largest first."""
    order = sorted(places, key=lambda place: (-ships[place].tons, place))
    apart = len(order) if len(order) <= _MOST else _APART
    rows = [Row(ships[place], (place,)) for place in order[:apart]]
    alike: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for place in order[apart:]:
        alike[-ships[place].size, ships[place].state].append(place)
    return rows + [_together(ships, alike[key]) for key in sorted(alike)]


def _together(ships: Sequence[ShipMark], places: list[int]) -> Row:
    """One row for ships of the same class and state: their number, the name that they share, their mean hurt."""
    first = ships[places[0]]
    if len(places) == 1:
        return Row(first, tuple(places))
    names = {re.sub(r"[\s\d]+$", "", ships[place].name) for place in places}
    name = names.pop() if len(names) == 1 else size_name(first.size)
    hurt = sum(ships[place].hurt for place in places) / len(places)
    return Row(replace(first, name=f"{len(places)}x {name}", hurt=hurt), tuple(places))
