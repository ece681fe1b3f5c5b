"""What people have done and suffered in fights: reckoned order by order from what each reports, and kept as figures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.cards import counted

# The figures of somebody's service, in the order in which they are kept.
FIGURES: Final = ("fights", "shots", "blows", "hits", "felled", "wounds")
FELLED: Final = "felled"
# Under which the journal keeps with an order what that has added to whose.
SERVICE: Final = "service"
Service = Counter[str]


@dataclass(frozen=True, slots=True)
class HitOn:
    """Somebody who was hit, and whether they were down after that very hit."""

    name: str
    down: bool = False


@dataclass(frozen=True, slots=True)
class Onset:
    """What a report tells of an attack that was thrown for: `by` whom, "" where it doesn't tell, at whom, and whom it
    has hit; how many shots and blows it was. Where it `follows` at once from the order before, it is of the same one.
    """

    by: str
    at: tuple[str, ...]
    hit: tuple[HitOn, ...] = ()
    shots: int = 0
    blows: int = 0
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Serving:
    """Where a book's fights are told: the attacks that a report of a type tells, wherever in another it stands; whether
    somebody is down by their sheet, and how many wounds are on it.
    """

    attacks: Mapping[type, Callable[[Any], Iterable[Onset]]]
    down: Callable[[Any], bool]
    wounds: Callable[[Any], int]


def dump_service(service: Mapping[str, int]) -> list[int]:
    """The figures as they are stored."""
    return [service.get(name, 0) for name in FIGURES]


def load_service(stored: Iterable[int]) -> Service:
    """The figures that were stored."""
    return Counter({name: number for name, number in zip(FIGURES, stored, strict=False) if number})


def service_line(service: Mapping[str, int]) -> str:
    """The figures in a line: `2 fights, 5 shots, 3 hits, 1 felled`; "" for whoever has seen no fight."""
    told = ((name, service.get(name, 0)) for name in FIGURES)
    return ", ".join(
        f"{number} {name}" if name == FELLED else counted(number, name.removesuffix("s"))
        for name, number in told
        if number
    )
