"""Listings as referees paste them, read with every doubt about them told (HG-L01 to L13)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bot.engine.cards import printable, sentence
from bot.engine.errors import RuleError
from bot.engine.matching import quoted
from bot.systems.highguard.design.codes import VALUES
from bot.systems.highguard.design.entries import Number, plain
from bot.systems.highguard.design.listing import Counted, Listing, Tanks, armed_places, column
from bot.systems.highguard.design.usp import DASHES, Usp, guess_usp

MOST_CHARACTERS, MOST_SHIPS = 200_000, 500
LONGEST_NAME, MOST_NOTES = 80, 20
_DASH = r"[ \t]*[-‐‑‒–—−][ \t]*"
_PROFILE = re.compile(
    rf"(?<![\w-])(?:[A-Za-z]{{2}}{_DASH})?\w{{7}}{_DASH}\w{{6}}{_DASH}\w{{4,6}}(?:{_DASH}\w{{1,2}})?(?![\w])"
)
_WRAPPED = re.compile(r"(?<=\w)([-‐‑‒–—−])[ \t]*\n[ \t]*(?=\w{1,7}(?:[-‐‑‒–—−\s]|$))")
_AMOUNT = r"[0-9]{1,9}(?:,[0-9]{3}){0,3}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}"
_PRICE = re.compile(rf"\b(MCr|Cr)\s*({_AMOUNT})", re.IGNORECASE)
_TONS = re.compile(rf"(?<![\w.])({_AMOUNT})\s*tons?\b", re.IGNORECASE)
_KNOWN = r"emergency low(?: berths)?|low berths|frozen watch|[a-z][\w'-]{0,20}"
_PAIR = re.compile(
    rf"(?<![\w-])({_KNOWN})\s*=\s*({_AMOUNT}|[A-HJ-NP-Z]\b)(?:\s*\(([^)\n]{{0,40}})\))?\.?", re.IGNORECASE
)
_LEGEND = re.compile(r"(?<![A-Za-z])([A-HJ-NP-Z])\s*=\s*(\d{1,5})(?!\d)")
_NUMBER = re.compile(r"([A-Za-z]{1,3}-?\d[\w.]*)\s+")
_LABEL = re.compile(r"^(?:ship|name|class|vessel)\s*:\s*", re.IGNORECASE)
_REMARK = re.compile(r"\(([^()\n]{1,40})\)")
_BATTERIES = re.compile(r"\bbatter(?:y|ies)\b(?:[ \t]+bearing\b)?:?|\bbearing\b:?", re.IGNORECASE)
_WHOLE = {
    "crew": "crew",
    "passengers": "passengers",
    "low": "low",
    "low berths": "low",
    "emergency low": "emergency_low",
    "emergency low berths": "emergency_low",
    "frozen watch": "frozen_watch",
    "agility": "agility",
    "troops": "troops",
    "marines": "marines",
}
_EXACT = {"cargo": "cargo", "fuel": "fuel", "ep": "ep"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A ship that was read, the line that it began on, and every doubt about it."""

    ship: Listing
    line: int
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readings:
    """What a text holds: ships, and sentences about what looked like one and isn't."""

    ships: tuple[Reading, ...]
    refused: tuple[str, ...]


@dataclass(slots=True)
class _Block:
    """The lines of one listing while it is read, and what was found in them."""

    usp: Usp
    start: int
    head: str
    tail: str
    lines: list[str]
    doubts: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read_listings(text: str) -> Readings:
    """All ships of a text, one or many; raises RuleError where there is none at all."""
    if len(text) > MOST_CHARACTERS:
        raise RuleError(f"A file of listings has {MOST_CHARACTERS:,} characters at most.")
    lines = [line.expandtabs() for line in _WRAPPED.sub(r"\1", text.replace("\r\n", "\n")).split("\n")]
    starts = [(number, found) for number, line in enumerate(lines) if (found := _PROFILE.search(line))]
    if not starts:
        raise RuleError("There is no profile in this: a listing has one like BC-A2447G2-000410-50203-0.")
    if len(starts) > MOST_SHIPS:
        raise RuleError(f"A file holds {MOST_SHIPS} ships at most, not {len(starts)}.")
    ships, refused = [], []
    nameless = {number for number, found in starts if not printable(found.string[: found.start()])}
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    for (number, found), end in zip(starts, ends, strict=True):
        above = lines[number - 1] if number else ""
        # The line above the next profile is its name, if it has none beside it, and no note of this one.
        below = lines[number : end - 1] if end in nameless else lines[number:end]
        try:
            ships.append(_read(below, found, number, above))
        except RuleError as problem:
            refused.append(f"Line {number + 1}: {problem}")
    return Readings(tuple(ships), tuple(refused))


def read_listing(text: str) -> Reading:
    """The one ship of a text; raises RuleError where there is none, or more."""
    found = read_listings(text)
    if found.refused:
        raise RuleError(found.refused[0])
    if len(found.ships) != 1:
        raise RuleError(f"There are {len(found.ships)} ships in this: give them as a file.")
    return found.ships[0]


def _read(lines: list[str], found: re.Match[str], number: int, above: str) -> Reading:
    usp, doubts = guess_usp(found[0])
    block = _Block(usp, found.start(), lines[0][: found.start()], lines[0][found.end() :], lines[1:], list(doubts))
    _read_head(block, above)
    for line in block.lines:
        _read_line(block, line)
    _read_price(block)
    _tell_missing(block)
    batteries = _batteries(block)
    ship = Listing(usp=usp, batteries=batteries, notes=tuple(block.notes[:MOST_NOTES]), **block.values)
    return Reading(ship, number + 1, tuple(dict.fromkeys(block.doubts)))


def _tell_missing(block: _Block) -> None:
    """What isn't listed is 0 (HG-L04); of what a battle needs, that is told. Of the crew its digit tells."""
    if "tl" not in block.values:
        block.doubts.append("No tech level is told.")
    names = {"fuel": "fuel", "ep": "EP", "agility": "agility"}
    missing = [name for value, name in names.items() if value not in block.values]
    if missing:
        block.doubts.append(f"Nothing is told of {sentence(missing)}: taken as 0 (HG-L04).")


def _read_head(block: _Block, above: str) -> None:
    """Number and name stand before the profile, or on the line above it."""
    label = printable(block.head)
    if not label and above.strip() and "=" not in above and not _BATTERIES.search(above):
        label = printable(above)
        block.doubts.append(f"The name is taken from the line above: {quoted(label)}.")
    label = _LABEL.sub("", label)
    numbered = _NUMBER.match(f"{label.translate(DASHES)} ")
    if numbered:
        block.values["number"] = numbered[1][:LONGEST_NAME]
        label = label[numbered.end() :].strip()
    for remark in _REMARK.findall(label + block.tail):
        block.notes.append(f"({printable(remark)})")
        block.doubts.append(f"“({printable(remark)})” isn't in the book: kept as a note.")
    block.values["name"] = _REMARK.sub("", label).strip()[:LONGEST_NAME]


def _read_line(block: _Block, line: str) -> None:
    """One line below the profile: batteries, drop tanks, figures, or a note."""
    if re.search(r"l-?hyd|drop[ -]?tanks?", line, re.IGNORECASE):
        _read_tanks(block, line)
        return
    if re.match(r"\s*pulse lasers?\.?\s*$", line, re.IGNORECASE):
        block.values["pulse"] = True
        return
    rest = _PAIR.sub(lambda pair: _read_pair(block, pair), line)
    if _BATTERIES.search(rest) or not rest.strip(" .,;:"):
        return
    if not (_PRICE.search(rest) or _TONS.search(rest) or rest.strip(" .,;:").casefold() in {"legend", "batteries"}):
        block.notes.append(printable(line)[:LONGEST_NAME])


def _read_pair(block: _Block, pair: re.Match[str]) -> str:
    """`Crew=45` and its like; blanks take its place, so that columns stay where they are."""
    name, told, remark = pair[1].strip().casefold(), pair[2].upper(), pair[3]
    if name == "tl":
        _put(block, "tl", VALUES[told] if told in VALUES and told.isalpha() else int(_exact(told)))
        if remark:
            block.doubts.append(f"TL={told}({remark}) is read as built at {told}.")
    elif told.isalpha():
        return pair[0] if len(name) == 1 else " " * len(pair[0])
    elif name in _WHOLE:
        _put(block, _WHOLE[name], _whole_figure(block, name, told))
    elif name in _EXACT:
        _put(block, _EXACT[name], _exact(told))
    elif len(name) > 1 and name not in {"battery", "batteries"}:
        block.notes.append(printable(pair[0]).strip())
    return " " * len(pair[0])


def _put(block: _Block, name: str, figure: Number) -> None:
    if block.values.get(name, figure) != figure:
        block.doubts.append(f"The {name.replace('_', ' ')} is told twice: {plain(figure)} is taken.")
    block.values[name] = figure


def _exact(told: str) -> Fraction:
    return Fraction(told.replace(",", ""))


def _whole_figure(block: _Block, name: str, told: str) -> int:
    figure = _exact(told)
    if figure.denominator != 1:
        block.doubts.append(f"{name.capitalize()}={told} isn't whole: read as {int(figure)}.")
    return int(figure)


def _read_tanks(block: _Block, line: str) -> None:
    tons, price = _TONS.search(line), _PRICE.search(line)
    profile = re.search(r"\(([A-Z]{2}-\w{7})\)", line)
    agility = re.search(r"agility\s*=?\s*(\d)", line, re.IGNORECASE)
    if not tons:
        block.doubts.append(f"The drop tanks have no tonnage: {quoted(printable(line))} is kept as a note.")
        block.notes.append(printable(line)[:LONGEST_NAME])
        return
    block.values["tanks"] = Tanks(
        tons=_exact(tons[1]),
        profile=profile[1] if profile else "",
        price=_mcr(price) if price else None,
        agility=int(agility[1]) if agility else None,
    )


def _mcr(price: re.Match[str]) -> Fraction:
    amount = _exact(price[2])
    return amount if price[1].casefold() == "mcr" else amount / 1_000_000


def _read_price(block: _Block) -> None:
    """Price and tonnage stand behind the profile, or on a line that was wrapped."""
    below = [line for line in block.lines if not re.search(r"l-?hyd|tanks?", line, re.IGNORECASE)]
    said = " ".join([block.tail, *below])
    price, tons = _PRICE.search(said), _TONS.search(said)
    if price:
        block.values["price"] = _mcr(price)
    else:
        block.doubts.append("No price is told.")
    if tons:
        block.values["tons"] = _exact(tons[1])
    else:
        block.doubts.append("No tonnage is told: the profile's code gives a range only.")


def _batteries(block: _Block) -> Mapping[str, Counted]:
    """How many batteries each armed place has; one each where no line tells (HG-L02)."""
    places = armed_places(block.usp)
    legend = {letter: int(count) for line in block.lines for letter, count in _LEGEND.findall(line)}
    rows: dict[bool, dict[str, int]] = {}
    for line in block.lines:
        label = _BATTERIES.search(line)
        if label:
            bearing = "bearing" in label[0].casefold()
            figures = " " * label.end() + _PAIR.sub(lambda pair: " " * len(pair[0]), line)[label.end() :]
            if figures.strip():
                rows.setdefault(bearing, _row(block, figures, places, legend))
    if len(rows) == 1:
        told = "bearing batteries" if True in rows else "all batteries"
        block.doubts.append(f"Only one line of battery figures is told: taken for {told} and the others alike.")
    total = rows.get(False) or rows.get(True) or {}
    bearing_row = rows.get(True) or total
    return {place: Counted(total.get(place, 1), bearing_row.get(place, total.get(place, 1))) for place in places}


def _row(block: _Block, figures: str, places: tuple[str, ...], legend: Mapping[str, int]) -> dict[str, int]:
    """The figures of one battery line by place: by their columns, else in order, else not at all."""
    columns = {place: block.start + column(place) for place in places}
    by_column = {place: figures[at] for place, at in columns.items() if at < len(figures) and figures[at] != " "}
    counts = {place: _count(digit, legend) for place, digit in by_column.items()}
    if not counts or "".join(by_column.values()) != figures.replace(" ", "") or not all(counts.values()):
        return _in_order(block, figures, places, legend)
    for place in places:
        if place not in counts:
            block.doubts.append(f"No battery figure stands under {place}: one is taken.")
    return {place: count for place, count in counts.items() if count}


def _in_order(block: _Block, figures: str, places: tuple[str, ...], legend: Mapping[str, int]) -> dict[str, int]:
    tokens = figures.split()
    if len(tokens) != len(places):
        tokens = list("".join(tokens))
    counts = [_count(token, legend) for token in tokens]
    if len(counts) == len(places) and all(counts):
        block.doubts.append(
            f"The battery figures {quoted(figures.strip())} don't stand under their places: taken in order."
        )
        return {place: count for place, count in zip(places, counts, strict=True) if count}
    block.doubts.append(
        f"The battery figures {quoted(figures.strip())} don't fit the profile: one battery each is taken."
    )
    return {}


def _count(told: str, legend: Mapping[str, int]) -> int | None:
    """What a figure of a battery line stands for, None for nothing known."""
    if told in legend:
        return legend[told]
    if told.isascii() and told.isdigit() and len(told) <= 4:
        return int(told)
    return VALUES.get(told)
