"""The figures of a pasted listing: pairs such as `Crew=45`, price and tonnage, drop tanks (HG-L01, L03, L07)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bot.engine.cards import printable
from bot.engine.typed import quoted
from bot.systems.highguard.design.choices import Number, plain
from bot.systems.highguard.design.crew import EMERGENCY_PERSONS
from bot.systems.highguard.design.listing import Tanks
from bot.systems.highguard.design.usp import VALUES, Usp

AMOUNT = r"(?:[0-9]{1,9}(?:,[0-9]{3}){0,3}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
TON = r"(?:d?tons?|d-tons?|tonnes?|td|dt|t)\b"
MOST_NOTES, LONGEST_NOTE = 40, 200


@dataclass(slots=True)
class Block:
    """The lines of one listing. `rest` is what nothing has read yet: whatever is read is blanked out of it, so that
    columns stay where they are; `start` is the column of the profile.
    """

    usp: Usp
    start: int
    rest: str
    doubts: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    legend: dict[str, int] = field(default_factory=dict)

    def take(self, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> None:
        """Have every match of a pattern read; what `read` gives back stays in its place."""
        self.rest = pattern.sub(read, self.rest)

    def put(self, name: str, figure: Number) -> None:
        """Keep a figure, with a doubt where another was told before."""
        if self.values.get(name, figure) != figure:
            self.doubts.append(f"The {name.replace('_', ' ')} is told twice: {plain(figure)} is taken.")
        self.values[name] = figure

    def note(self, text: str) -> None:
        """Keep a note, or say that there are too many or that it is too long."""
        if len(text) > LONGEST_NOTE:
            self.doubts.append(f"A note is longer than {LONGEST_NOTE} characters: only its beginning is kept.")
        if len(self.notes) < MOST_NOTES:
            self.notes.append(text[:LONGEST_NOTE].strip())
        else:
            self.doubts.append(f"There are more than {MOST_NOTES} notes: the others are left out.")


def blank(text: str) -> str:
    """As many blanks, with the line breaks where they were."""
    return re.sub(r"[^\n]", " ", text)


# Whole numbers and exact ones, by all that they are called.
_WHOLE = {
    "crew": "crew",
    "total crew": "crew",
    "passengers": "passengers",
    "pass": "passengers",
    "low": "low",
    "low berths": "low",
    "low berth": "low",
    "emergency low": "emergency_low",
    "emergency low berths": "emergency_low",
    "emergency low berth": "emergency_low",
    "frozen watch": "frozen_watch",
    "agility": "agility",
    "agil": "agility",
    "agile": "agility",
    "troops": "troops",
    "ship's troops": "troops",
    "ships troops": "troops",
    "marines": "marines",
}
_EXACT = {
    "cargo": "cargo",
    "fuel": "fuel",
    "total fuel": "fuel",
    "lhyd": "fuel",
    "l-hyd": "fuel",
    "ep": "ep",
    "energy points": "ep",
    "energy": "ep",
}
_TECH = {"tl", "tech level", "tech"}
_LEVELS = range(1, 34)
KNOWN = {*_WHOLE, *_EXACT, *_TECH}
_WORD = r"[A-Za-z][A-Za-z'’/-]*"
_PAIR = re.compile(
    rf"(?<![\w'’/-])({_WORD}(?: {_WORD}){{0,4}})\.?[ ]*([=:])[ ]*({AMOUNT}|[A-HJ-NP-Z]\b)"
    rf"((?:[ ]?k?{TON})?)(?!\w|[.,]\d|[ ]*=)((?:[ ]*\([^()\n]{{0,40}}\))?)[.,;]?",
    re.IGNORECASE,
)
_NAMES = "|".join(sorted(map(re.escape, KNOWN), key=len, reverse=True))
_BARE = re.compile(
    rf"(?:^[ ]*|(?<=[.,;|] )|(?<=  )|(?<=\d ))({_NAMES})\.?[ -]{{0,3}}({AMOUNT})(?:[ ]?{TON})?"
    rf"(?=[ ]*(?:$|[.,;|(]|(?:{_NAMES})\b)|  )[.,;]?",
    re.IGNORECASE | re.MULTILINE,
)
# Names and amounts that a line break has parted.
_PARTED = re.compile(
    r"\b(emergency|low|frozen|tech|burdened|extra|flight|fighter|energy|total|pulse|beam|fusion|one)[ ]*\n[ ]*"
    r"(?=(?:low|berths?|watch|level|agility|points|fuel|crew|flight|fighter|lasers?|guns|battery)\b)"
    r"|\b(?:all|total|tot)[ ]*\n[ ]*(?=(?:batter(?:y|ies)|batts?|bats?|btt?r?ys?)\b)"
    rf"|[A-Za-z.][ ]*\n[ ]*(?=[=:][ ]*{AMOUNT})|[A-Za-z.][ ]*[=:][ ]*\n[ ]*(?={AMOUNT})"
    rf"|({AMOUNT})[ ]*\n[ ]*(?=(?!t\b)k?{TON})|(?<!\d)(?<!\d )\b([MBk]?Cr)[ ]*\n[ ]*(?={AMOUNT})"
    rf"|(?<![\w=])(?:{_NAMES})[ ]*\n[ ]*(?={AMOUNT}(?:[ ]?{TON})?[ ]*(?:[.,;]|$|(?:{_NAMES})\b))",
    re.IGNORECASE | re.MULTILINE,
)
_TONS = re.compile(rf"(?<![\w.,])({AMOUNT})[ ]*(k|M)?[ -]?{TON}[.,;]?", re.IGNORECASE)
# How many characters before an amount can belong to it.
_NEAR = 40
# Tons of something else than the ship, by the words in front of them or behind.
_OTHERS_BEFORE = re.compile(
    r"(?:\b(?:fuel|cargo|tankage|tanks?|with|carr(?:y|ies)|plus|and|of|each|capacity)|w/|[+x×])[ ]*[=:]?[ ]*$",
    re.IGNORECASE,
)
_OTHERS_BEHIND = re.compile(r"[ ]+(?:of\b|(?:cargo|fuel|(?:drop[ ])?tanks?)[ ]*(?:[.,;]|$))", re.IGNORECASE)
# Before what letters stand for in the battery figures.
LEGEND = re.compile(r"\b(?:legend|substitutions?)\b[ ]*[:=]?", re.IGNORECASE)
_TONNAGE = re.compile(
    rf"\b(?:tonnage|tons|displacement)[ ]*[:=][ ]*({AMOUNT})[ ]*(k|M)?(?!\w|[.,]\d|[ ]*(?:=|[MBk]?Cr\b))[.,;]?",
    re.IGNORECASE,
)
_PRICE = re.compile(
    rf"\b([MBk]?Cr)({AMOUNT})|(?<![\w.,])({AMOUNT})[ ]*([MBk]?Cr)\b\.?"
    rf"|\b([MBk]?Cr)\b\.?[ ]*[=:]?[ ]*({AMOUNT})",
    re.IGNORECASE,
)
_CREDITS = {"cr": Fraction(1, 1_000_000), "kcr": Fraction(1, 1_000), "mcr": Fraction(1), "bcr": Fraction(1_000)}
_BEFORE = re.compile(rf"batter(?:y|ies)|batts?|bats?|btt?r?ys?|bearing|bears?|brn?g|[MBk]?Cr|k?{TON}", re.IGNORECASE)
_ALL_BATTERIES = re.compile(r"\b(?:all|total|tot)\.? (?=bat|btt)", re.IGNORECASE)
_MONEY_LABEL = re.compile(
    r"\b(?:total |ship )?(?:cost|price|tonnage|tons|displacement|mass|size|hull)\b[ ]*[:=]?", re.IGNORECASE
)
_LABEL_BEFORE = re.compile(rf"(?:(?<!\d)(?<!\d[ ]){_MONEY_LABEL.pattern}[ ]*)+$", re.IGNORECASE)
_LABEL_BEHIND = re.compile(r"^[ ]*(?:displacement|hull|mass|total|each)\b", re.IGNORECASE)
_SENTENCE = r"[^.\n]*(?:\.(?=\d)[^.\n]*)*"
_TANKS = re.compile(
    r"(?:\bnotes?[ ]*:[ ]*)?\b(?:L-?[ ]?Hyd|drop)[ \n-]+(?:drop[ \n-]+)?tanks?\b"
    rf"(?:\s+add\b{_SENTENCE}(?:\n(?!\s*note|[^.\n=]*(?:\.(?=\d)[^.\n=]*)*=)(?=[^\n]*\S){_SENTENCE}){{0,9}}|{_SENTENCE})\.?"
    r"(?:\s*burdened\s+agil\w*\s*[=:]?\s*\d\.?|[ ]*agil\w*\s*[=:]?\s*\d\.?)?",
    re.IGNORECASE,
)
_MANY = re.compile(rf"(\d{{1,4}})\s*[x×]\s*({AMOUNT})", re.IGNORECASE)


def join_parted(block: Block) -> None:
    """Put names and amounts together that a line break has parted."""
    block.take(_PARTED, lambda parted: parted[0].replace("\n", " "))


def read_figures(block: Block) -> None:
    """Drop tanks, pairs, price and tonnage out of a listing's text."""
    block.take(_TANKS, lambda said: _read_tanks(block, said))
    block.take(_PAIR, lambda pair: _read_pair(block, pair))
    _read_money(block)
    block.take(_BARE, lambda pair: _read_bare(block, pair))


def exact(told: str) -> Fraction:
    """An amount with commas between its thousands."""
    return Fraction(told.replace(",", ""))


def _read_pair(block: Block, pair: re.Match[str]) -> str:
    """`Crew=45` and its like. What is in front of a name may change what it means: `Emergency Agility=3` isn't
    agility; such a pair stays where it is, to be kept as a note.
    """
    words, sign, told, unit, remark = pair[1].split(" "), pair[2], pair[3].upper(), pair[4], pair[5].strip(" ()")
    if len(words[-1]) == 1 and sign == "=" and told.isdigit() and (len(words) == 1 or words[-1].isupper()):
        block.legend[words[-1].upper()] = int(told)
        return pair[1][:-1] + blank(pair[0][len(pair[1]) - 1 :])
    known = next((number for number in range(len(words)) if _name(words[number:]) in KNOWN), None)
    if known is None:
        return pair[0]
    in_front = _ALL_BATTERIES.sub("", " ".join(words[:known])).split()
    if not all(_is_figures(word, block) for word in in_front):
        return pair[0]
    name = _name(words[known:])
    if told.isalpha() and name not in _TECH:
        return pair[0]
    before = sum(len(word) + 1 for word in words[:known])
    if not _keep(block, name, told, "k" in unit.casefold()):
        return pair[0]
    _tell_remark(block, name, pair, told, remark)
    return pair[0][:before] + blank(pair[0][before:])


def _name(words: list[str]) -> str:
    return " ".join(words).casefold().replace("’", "'")


def _is_figures(word: str, block: Block) -> bool:
    """Whether a word before a name is a battery's figure, or belongs to what stands before it, and not to the name."""
    return bool(_BEFORE.fullmatch(word)) or (word.isupper() and len(word) <= 9 and any(map(str.islower, block.rest)))


def _tell_remark(block: Block, name: str, pair: re.Match[str], told: str, remark: str) -> None:
    if not remark:
        return
    if name in _TECH:
        block.doubts.append(f"TL={told}({remark}) is read as built at {told}.")
    elif remark != f"for {block.values.get('emergency_low', 0) * EMERGENCY_PERSONS}":
        block.doubts.append(f"“({printable(remark)})” behind {pair[1]}={told} isn't read.")


def _read_bare(block: Block, pair: re.Match[str]) -> str:
    """`Crew 270` and `TL 15`, without a sign between."""
    return blank(pair[0]) if _keep(block, pair[1].casefold(), pair[2], False) else pair[0]


def _keep(block: Block, name: str, told: str, thousands: bool) -> bool:
    """Keep a figure under its name; False for a tech level that there isn't."""
    if name in _TECH:
        level = Fraction(VALUES[told]) if told in VALUES and told.isalpha() else exact(told)
        if level not in _LEVELS:
            return False
        block.put("tl", int(level))
        return True
    figure = exact(told) * (1000 if thousands else 1)
    if name in _EXACT:
        block.put(_EXACT[name], figure)
        return True
    if figure.denominator != 1:
        block.doubts.append(f"{name.capitalize()}={told} isn't whole: read as {int(figure)}.")
    block.put(_WHOLE[name], int(figure))
    return True


def _read_tanks(block: Block, said: re.Match[str]) -> str:
    text = said[0]
    tons, price = _TONS.search(text), _PRICE.search(text)
    many, bare = _MANY.search(text), re.search(rf"tanks?\s*[=:]\s*({AMOUNT})", text, re.IGNORECASE)
    profile = re.search(r"\(([A-Z]{2}-\w{7})\)", text)
    agility = re.search(r"agil\w*\s*[=:]?\s*(\d)", text, re.IGNORECASE)
    if "tanks" in block.values or not (tons or bare):
        told = "told twice" if "tanks" in block.values else "told without a tonnage"
        block.doubts.append(f"The drop tanks are {told}: {quoted(printable(text))} is kept as a note.")
        block.note(re.sub(r"^note\s*:\s*", "", printable(text), flags=re.IGNORECASE))
        return blank(text)
    if len(_TONS.findall(text)) > 1 or many:
        block.doubts.append(
            f"Of the drop tanks only their tons, price and profile are read: {quoted(printable(text))}."
        )
    amount = many[2] if many else bare[1] if bare else "0"
    each = _tons(tons) if tons else exact(amount)
    block.values["tanks"] = Tanks(
        tons=each * (int(many[1]) if many else 1),
        profile=profile[1] if profile else "",
        price=_mcr(price) if price else None,
        agility=int(agility[1]) if agility else None,
    )
    return blank(text)


def _tons(found: re.Match[str]) -> Fraction:
    return exact(found[1]) * {"k": 1_000, "m": 1_000_000}.get((found[2] or "").casefold(), 1)


def _mcr(found: re.Match[str]) -> Fraction:
    unit = found[1] or found[4] or found[5]
    return exact(found[2] or found[3] or found[6]) * _CREDITS[unit.casefold()]


def _read_money(block: Block) -> None:
    """Price and tonnage stand behind the profile, or below it on a line of their own; in a note they stay."""
    lines = block.rest.split("\n")
    for number, line in enumerate(lines):
        without = _TONS.sub(lambda found: blank(found[0]), line)
        if number and not _bare(_PRICE.sub("", without)):
            continue
        tons, price = _tonnage(line), _PRICE.search(without)
        if tons and "tons" not in block.values:
            block.values["tons"] = _tons(tons)
            lines[number] = _without(lines[number], tons)
        if price and "price" not in block.values:
            block.values["price"] = _mcr(price)
            lines[number] = _without(lines[number], price)
    block.rest = "\n".join(lines)
    if "price" not in block.values:
        block.doubts.append("No price is told.")
    if "tons" not in block.values:
        block.doubts.append("No tonnage is told: the profile's code gives a range only.")


def _tonnage(line: str) -> re.Match[str] | None:
    """The first tons of a line that are the ship's own; `Tonnage: 6000` needs no unit."""
    own = (
        found
        for found in _TONS.finditer(line)
        if not _OTHERS_BEFORE.search(line[max(0, found.start() - _NEAR) : found.start()])
        and not _OTHERS_BEHIND.match(line[found.end() :])
    )
    return next(own, None) or _TONNAGE.search(line)


def _without(line: str, found: re.Match[str]) -> str:
    """The line with an amount blanked, and the label in front of it or behind; its columns stay."""
    near = max(0, found.start() - _NEAR)
    before = line[:near] + _LABEL_BEFORE.sub(lambda label: blank(label[0]), line[near : found.start()])
    behind = _LABEL_BEHIND.sub(lambda label: blank(label[0]), line[found.end() :])
    return before + blank(found[0]) + behind


def _bare(line: str) -> bool:
    """Whether nothing but labels and battery figures stands beside a line's price and tonnage."""
    beside = LEGEND.sub("", _ALL_BATTERIES.sub("", _MONEY_LABEL.sub("", line)))
    words = re.findall(r"[A-Za-z]{2,}", beside)
    return all(word.isupper() or word.casefold() in KNOWN or _BEFORE.fullmatch(word) for word in words)
