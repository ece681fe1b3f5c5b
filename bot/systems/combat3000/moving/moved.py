"""A move as it is told and remembered (C3K Walk)."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.morale.ladder import Mood
from bot.systems.combat3000.moving.rates import Ground, Range

LENGTH = re.compile(r"(?P<cm>\d{1,5}(?:\.\d{1,2})?)\s*(?:cm)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Went:
    """A move: by what gait over what ground, how many cm of how many that they could; with the die of a climb.

    `path` are the squares of a deck, the first one included, `short` tells whether they meant to go farther, and
    `left` how many cm of a ladder are before them. `range` is what a vehicle could do, `riders` go with it; `into` is a
    vehicle that they got into, or left if they are `out`; `height` how far a flyer is up, who took off or `landed`; a
    vehicle is `crossing` a bank for so many turns; an enemy whom they `met` on the way stopped them.
    """

    name: str
    gait: str
    ground: Ground
    cm: Fraction
    most: Fraction
    die: int | None = None
    path: tuple[At, ...] = ()
    short: bool = False
    left: Fraction = Fraction(0)
    range: Range | None = None
    riders: tuple[str, ...] = ()
    into: str = ""
    out: bool = False
    height: Fraction | None = None
    landed: bool = False
    crossing: int = 0
    met: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """What a move leaves: what is told, sheets by name, and the deck."""

    moved: Went
    after: dict[str, Sheet]
    board: Board | None = None


def length(text: str, what: str) -> Fraction:
    """A length in cm as it is typed, `12` or `2.5 cm`; RuleError for what is none."""
    parts = LENGTH.fullmatch(text.strip())
    if not parts:
        raise RuleError(f"{what} is a length in cm, such as 4 or 2.5, not {quoted(text)}.")
    return Fraction(parts["cm"])


def cm_words(cm: Fraction) -> str:
    """A length as it is written: `4.5 cm`."""
    return f"{float(cm):g} cm"


_BUSY = {Gait.RUN: "runs", Gait.CRAWL: "crawls", Gait.CLIMB: "climbs"}


def having_moved(figure: Figure, moved: Went) -> Figure:
    """The figure that remembers how it moved: a walk leaves it a shot, and so does a run in death rage; all else is the
    one thing of its turn.
    """
    now = figure.now
    fires = moved.gait == Gait.RUN and figure.nerve.mood is Mood.RAGE
    busy = (not fires and _BUSY.get(Gait(moved.gait), "")) or now.busy
    difficult = moved.ground is Ground.DIFFICULT
    return replace(figure, now=replace(now, busy=busy, gait=str(moved.gait), cm=moved.cm, difficult=difficult))


def having_gone(sheet: Sheet, moved: Went) -> Sheet:
    """A sheet that remembers so many cm, where a move was cut short."""
    return replace(sheet, now=replace(sheet.now, cm=moved.cm))
