"""What is done between fights: what runs out is filled up, perhaps from a stock, and what runs its course does so."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.cards import counted, sentence
from bot.engine.scene import Scene, Unit

# What a stock counts. What is only taken up again, such as a spear that was thrown, takes nothing from it.
KINDS: Final = ("clips", "charges", "shells", "grenades")
FREE: Final = ""
UNLIMITED: Final = "unlimited"
# Such as “20 clips, 1 shell”, each kind once.
_KIND = "|".join(kind.removesuffix("s") for kind in KINDS)
_SOME = rf"\d{{1,4}} (?:{_KIND})s?"
STOCKED: Final = rf"(?!.*\b(?P<twice>{_KIND})s?\b.*\b(?P=twice)s?\b){_SOME}(?:\s*,\s*{_SOME})*"


@dataclass(frozen=True, slots=True)
class Refill:
    """One thing that somebody lacks: of which of the KINDS it is, what it is called, and what fills it on a sheet."""

    kind: str
    what: str
    fill: Callable[[Any], Any]


# How many there are of what, by the weapon that it is for and its kind.
Held = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Supplies:
    """What of a book's sheets runs out: how much of it a sheet `holds`, and the `refills` of one that lacks so much."""

    holds: Callable[[Any], Held]
    refills: Callable[[Any, Held], Iterable[Refill]]


def read_stock(text: str) -> Counter[str] | None:
    """How many there are of each kind; None where there is no end to them."""
    if text == UNLIMITED:
        return None
    found: Counter[str] = Counter()
    for number, kind in re.findall(r"(\d+) (\w+)", text):
        found[f"{kind.removesuffix('s')}s"] += int(number)
    return found


def stock_text(stock: Mapping[str, int]) -> str:
    """The same as it is read."""
    return ", ".join(counted(stock[kind], kind.removesuffix("s")) for kind in KINDS if kind in stock)


def told(things: Mapping[str, int]) -> str:
    """How many of what, in words: `2 × ACR (DS) clip and 1 × grenade`; "" for nothing."""
    return sentence(f"{number} × {what}" for what, number in things.items()) if things else ""


@dataclass(frozen=True, slots=True)
class Resting:
    """What time does between fights: what runs its course on a sheet by the rules, the traits that tell wounds of which
    the book doesn't say how they heal, and that it `says` so.
    """

    rest: Callable[[Any], Any]
    wounds: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Spoils:
    """What somebody carries: the names of the `things` on a sheet that another can take, and how one is handed over.

    That gets the scene, who takes it, whose it was and the thing; it gives both sheets after it and what was taken, in
    words, and raises RuleError for what the one can't carry, or can't take in a turn that is kept. `says` is what there
    is to say of it by the book.
    """

    things: Callable[[Any], Sequence[str]]
    hand_over: Callable[[Scene, Unit, Unit, str], tuple[Any, Any, str]]
    says: str = ""
