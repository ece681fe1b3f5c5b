"""Listings as referees paste them, read with every doubt about them told (HG-L01 to L13).

Nothing of a listing is left out in silence: what isn't read is kept as a note, and said to be.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.cards import counted, printable, sentence
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.highguard.design.batteryrows import read_batteries
from bot.systems.highguard.design.figures import Block, blank, join_parted, read_figures
from bot.systems.highguard.design.listing import KNOWN_NOTE, NOTE, Listing
from bot.systems.highguard.design.usp import DASHES, guess_usp

MOST_CHARACTERS, MOST_SHIPS = 200_000, 500
LONGEST_NAME = 80
_ANY_DASH = r"‐‑‒–—−\-"
_DASH = rf"[ ]*[{_ANY_DASH}][ ]*"
# Three groups or more in which there are digits; how long they must be is said where they aren't.
_PROFILE = re.compile(
    rf"(?<![\w{_ANY_DASH}])(?:[A-Za-z]{{1,5}}{_DASH})?(?=\w*\d)\w{{5,9}}{_DASH}(?=\w*\d)\w{{4,8}}{_DASH}(?=\w*\d)\w{{3,8}}"
    rf"(?:{_DASH}\w{{1,2}})?(?![\w])"
)
_WRAPPED = re.compile(
    rf"(?<=\w)([{_ANY_DASH}])[ ]*\n[ ]*(?=\w{{1,7}}(?:[{_ANY_DASH}\s)]|$))"
    rf"|(?<=\w)[ ]*\n[ ]*(?=[{_ANY_DASH}]\w{{4,7}}[{_ANY_DASH}])"
)
# A remark between two groups of a profile, with a dash before or behind it.
_INSIDE = re.compile(
    rf"(?<=\w{{5}})[ ]{{0,9}}(?:[{_ANY_DASH}][ ]{{0,9}}\(([A-Za-z]{{1,6}})\)[ ]{{0,9}}[{_ANY_DASH}]?"
    rf"|\(([A-Za-z]{{1,6}})\)[ ]{{0,9}}[{_ANY_DASH}])[ ]{{0,9}}(?=\w{{5,6}}\b)"
)
_JOINT = "\x1f"
_NUMBER = re.compile(r"([A-Za-z]{1,4}-?\d[\w.]*)\s+")
_LABEL = re.compile(r"^(?:ship(?:'?s)?(?: name)?|name|class|vessel)\s*:\s*", re.IGNORECASE)
_NO_NAME = re.compile(r"[\W_]*(?:usp|profile)[ ]*[:=]?[\W_]*", re.IGNORECASE)
# The marks with which mail quotes.
_QUOTED = re.compile(r"^[ ]?(?:>[ ]?)+", re.MULTILINE)
_HEADER = re.compile(
    r"^\s*(?:(?:ship(?:'?s)?(?: name)?|name|class|vessel|type|architect|designer|author|tech level|tl|date|source)"
    r"\b\s*[:=]"
    r"|usp\s*:?\s*$)",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\(([^()\n]{1,40})\)")
_STANDALONE = r"(?:^[ ]*|(?<=[.,;:] )(?<!note: )|(?<=\d )|(?<=  ))(?:{})[ ]*(?:[.,;]|$|(?=  ))"
_PULSE, _BEAM, _WATCH = (
    re.compile(_STANDALONE.format(words), re.IGNORECASE | re.MULTILINE)
    for words in (r"pulse lasers?", r"beam lasers?", r"frozen watch")
)
_ONE_EACH = re.compile(
    r"(?<![\w])(?:(?:each (?:is )?)?one battery(?: each)?|single batteries|battery[ ]*=[ ]*1(?![\d/]))\b\.?",
    re.IGNORECASE,
)
_IDLE = re.compile(r"(?:legend|substitutions?|usp|batter(?:y|ies))[ ]*[:=]?|[^\w]*", re.IGNORECASE)


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


def read_listings(text: str) -> Readings:
    """All ships of a text, one or many; raises RuleError if there is none at all."""
    if len(text.expandtabs()) > MOST_CHARACTERS:
        raise RuleError(f"A file of listings has {MOST_CHARACTERS:,} characters at most.")
    lines = _lines(text)
    found = {number: list(_PROFILE.finditer(line)) for number, line in enumerate(lines)}
    starts = [number for number, profiles in found.items() if profiles]
    if not starts:
        raise RuleError("There is no profile in this: a listing has one like BC-A2447G2-000410-50203-0.")
    if len(starts) > MOST_SHIPS:
        raise RuleError(f"A file holds {MOST_SHIPS} ships at most, not {len(starts)}.")
    heads = [_head_of(lines, found[start][0], start, before) for start, before in _pairs(starts)]
    ships, refused = [], []
    for start, head, end in zip(starts, heads, [*heads[1:], len(lines)], strict=True):
        number = 1 + start + sum(line.count(_JOINT) for line in lines[:start])
        try:
            ships.append(_read(lines[head:start], found[start], lines[start + 1 : end], number))
        except RuleError as problem:
            left = sum(1 for line in (*lines[head:start], *lines[start + 1 : end]) if printable(line))
            others = (
                f" Its other {counted(left, 'line')} {'is' if left == 1 else 'are'} left out with it." if left else ""
            )
            refused.append(f"Line {number}: {problem}{others}")
    return Readings(tuple(ships), tuple(refused))


def _lines(text: str) -> list[str]:
    """The text's lines, profiles whole where a line break or a remark stood in one; a break leaves a mark behind."""
    plain = _QUOTED.sub("", re.sub(r"\r\n?", "\n", text).replace("\xa0", " ").expandtabs())
    whole = _WRAPPED.sub(lambda broken: f"{broken[1] or ''}", plain) if "\n" in plain else plain
    marked, lines = whole.split("\n"), list[str]()
    source = iter(plain.split("\n"))
    for line in marked:
        taken, joined = next(source), 0
        while len(taken.replace(" ", "")) < len(line.replace(" ", "")):
            taken, joined = taken + next(source), joined + 1
        lines.append(line + _JOINT * joined)
    return [
        _INSIDE.sub("-", line) + "".join(f" ({one or other})" for one, other in _INSIDE.findall(line)) for line in lines
    ]


def _pairs(starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each profile's line, and that of the one before, −1 for none."""
    return zip(starts, [-1, *starts[:-1]], strict=True)


def _head_of(lines: Sequence[str], profile: re.Match[str], start: int, before: int) -> int:
    """The line with which a listing begins: its profile's, or where its name and what belongs to it stand above."""
    if before < 0:
        return 0
    if _name_in(profile.string[: profile.start()]):
        return start
    top = start
    for number in range(start - 1, before, -1):
        if _HEADER.match(lines[number]):
            top = number
        elif printable(lines[number]):
            break
    if top < start:
        return top
    above = start - 1
    while above > before and not printable(lines[above]):
        above -= 1
    alone = above == start - 1 or above - 1 == before or not printable(lines[above - 1])
    return above if above > before and alone and _can_name(lines[above]) else start


def _can_name(line: str) -> bool:
    """Whether a line above a profile can be its ship's name: no figures, no batteries, no note."""
    words = printable(line)
    spoken = any(len(word) > 1 and word.isalpha() for word in re.split(r"[\W\d_]+", words))
    return spoken and "=" not in words and not re.match(r"note\b|batt|bear|legend|pulse laser", words, re.IGNORECASE)


def read_listing(text: str) -> Reading:
    """The one ship of a text; raises RuleError if there is none, or more than one."""
    found = read_listings(text)
    if found.refused:
        raise RuleError(found.refused[0])
    if len(found.ships) != 1:
        raise RuleError(f"There are {len(found.ships)} ships in this: give them as a file.")
    return found.ships[0]


def _read(above: Sequence[str], profiles: Sequence[re.Match[str]], below: Sequence[str], number: int) -> Reading:
    found = profiles[0]
    if len(profiles) > 1:
        raise RuleError(f"{quoted(found[0])} and {quoted(profiles[1][0])} stand on one line: give each ship its own.")
    usp, doubts = guess_usp(found[0])
    line = found.string
    block = Block(usp, found.start(), "", list(doubts))
    others = _read_head(block, line[: found.start()], above)
    block.rest = "\n".join([" " * found.end() + line[found.end() :], *below, *others]).replace(_JOINT, "")
    join_parted(block)
    _read_words(block)
    read_figures(block)
    _read_remarks(block)
    _read_watch(block)
    batteries = read_batteries(block)
    _keep_the_rest(block)
    _tell_missing(block)
    ship = Listing(usp=usp, batteries=batteries, notes=tuple(block.notes), **block.values)
    return Reading(ship, number, tuple(dict.fromkeys(block.doubts)))


def _tell_missing(block: Block) -> None:
    """What isn't listed is 0 (HG-L04); of what a battle needs, that is told. Of the crew its digit tells."""
    if "tl" not in block.values:
        block.doubts.append("No tech level is told.")
    names = {"fuel": "fuel", "ep": "EP", "agility": "agility"}
    missing = [name for value, name in names.items() if value not in block.values]
    if missing:
        block.doubts.append(f"Nothing is told of {sentence(missing)}: taken as 0 (HG-L04).")


def _read_head(block: Block, head: str, above: Sequence[str]) -> list[str]:
    """Number and name stand before the profile, or above it; the lines above that are neither."""
    label, others = _name_in(head), [line for line in above if printable(line)]
    if not label:
        named = [line for line in others if _LABEL.match(printable(line))]
        named = named[:1] or [line for line in others if _can_name(line)][-1:]
        for line in named:
            label = printable(line)
            others.remove(line)
            block.doubts.append(f"The name is taken from the line above: {quoted(label)}.")
    label = _LABEL.sub("", label)
    numbered = _NUMBER.match(f"{label.translate(DASHES)} ")
    if numbered:
        block.values["number"] = numbered[1][:LONGEST_NAME]
        label = label[numbered.end() :].strip()
    for remark in _REMARK.finditer(label):
        _keep_remark(block, remark)
    name = _REMARK.sub("", label).strip()
    if len(name) > LONGEST_NAME:
        block.doubts.append(f"The name is longer than {LONGEST_NAME} characters: only its beginning is kept.")
    block.values["name"] = name[:LONGEST_NAME].strip()
    told = {block.values["name"].casefold(), "usp", "usp:"}
    return [line for line in others if _LABEL.sub("", printable(line)).casefold() not in told]


def _name_in(head: str) -> str:
    """What stands before a profile, unless it only says that there is one."""
    return "" if _NO_NAME.fullmatch(printable(head)) else printable(head)


def _keep_remark(block: Block, remark: re.Match[str]) -> str:
    block.note(printable(remark[0]))
    block.doubts.append(f"“{printable(remark[0])}” isn't in the book: kept as a note.")
    return blank(remark[0])


def _read_remarks(block: Block) -> None:
    """What stands in brackets behind the profile, and belongs to no figure."""
    first, *others = block.rest.split("\n")
    block.rest = "\n".join([_REMARK.sub(lambda remark: _keep_remark(block, remark), first), *others])


def _read_words(block: Block) -> None:
    """What is told in words and not in figures: pulse lasers, one battery of each kind (HG-L02, L08)."""
    if _PULSE.search(block.rest):
        block.values["pulse"] = True
    for pattern in (_PULSE, _BEAM, _ONE_EACH):
        block.take(pattern, lambda said: blank(said[0]))


def _read_watch(block: Block) -> None:
    """A frozen watch without its number has the usual one (HG-L09, HG-D70)."""
    if _WATCH.search(block.rest) and "frozen_watch" not in block.values:
        people = sum(block.values.get(each, 0) for each in ("crew", "troops", "marines"))
        block.values["frozen_watch"] = (people + 1) // 2
        block.doubts.append(f"How large the frozen watch is isn't told: {(people + 1) // 2} are taken (HG-D70).")
        block.take(_WATCH, lambda said: blank(said[0]))


def _keep_the_rest(block: Block) -> None:
    """Whatever nothing has read is kept as a note, and said to be unless it is one that a battle reads."""
    for line in block.rest.split("\n"):
        text = printable(line).strip(" .,;:|*_`~>")
        if _IDLE.fullmatch(text):
            continue
        said = printable(line)
        known = KNOWN_NOTE.fullmatch(said)
        if not known:
            block.doubts.append(f"{quoted(said)} isn't read, and kept as a note.")
        block.note(NOTE.sub("", said) or said)
