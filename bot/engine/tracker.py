"""Who plays, and where that stands: what the one message shows that tells who is waited for.

What is owed stands apart, see `engine.due`. Nothing of it tells what a side keeps secret.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import Suggestion
from bot.engine.scene import Game, Unit

# So wide a line may be on a phone.
WIDEST: Final = 38
_SHORTEST_NAME: Final = 8


@dataclass(frozen=True, slots=True)
class TrackedSide:
    """A side: its name, and the ids of those who own its units ("" for the referee).

    `commander` is the one of them, or somebody else, who orders what is the side's, None where nobody does yet.
    `note` is what there is to say of it besides what it owes. `units` are those of it who have a line each, by name.
    """

    name: str
    owners: tuple[str, ...] = ()
    note: str | Suggestion = ""
    commander: str | None = None
    units: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Tracker:
    """Who plays, where it stands, and the sides."""

    title: str
    stands: str | Suggestion
    sides: tuple[TrackedSide, ...]


def squad_tracker(turn: str, game: Game, told: Callable[[Unit], Sequence[str]], *, all_act: bool = False) -> Tracker:
    """A fight of people in a turn that is kept: those on the deck, or without one, or where `all_act`, all,
    each in a line of their side.

    `turn` is that turn in words, and `told` what a line says of somebody after their name.
    """
    sides: dict[str, list[Unit]] = {}
    for unit in (game.units if all_act or game.board is None else game.present).values():
        sides.setdefault(unit.side, []).append(unit)
    return Tracker(
        " against ".join(filter(None, sides)) or "A turn is kept",
        turn[:1].upper() + turn[1:],
        tuple(_side(name, units, told) for name, units in sides.items()),
    )


def _side(name: str, units: Iterable[Unit], told: Callable[[Unit], Sequence[str]]) -> TrackedSide:
    units = list(units)
    # Of others nobody's may be one whose owner isn't known.
    owners = tuple(dict.fromkeys(unit.owner for unit in units if unit.owner or not unit.foreign))
    return TrackedSide(name, owners, units=tuple((unit.name, _line(unit, told(unit))) for unit in units))


def _line(unit: Unit, told: Sequence[str]) -> str:
    """Somebody in a line that a phone has room for: their name is cut before the rest, and that at its end."""
    rest = "".join(f" · {each}" for each in told)
    return _cut(_named(unit.name, max(_SHORTEST_NAME, WIDEST - len(rest))) + rest, WIDEST)


def _named(name: str, longest: int) -> str:
    """A name of no more letters: cut at its end, or before the number that tells it from others like it."""
    number = re.search(r" ([^ ]{0,3}\d)$", name) if len(name) > longest else None
    ends = number[1] if number else ""
    return _cut(name.removesuffix(ends), longest - len(ends)) + ends


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
