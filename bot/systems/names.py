"""Names: what may stand in one, the key under which it is unique, and which can't be told apart by eye."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from idna.idnadata import codepoint_classes
from idna.intranges import intranges_contain

from bot.engine.cards import MARKS, MOST_MARKS, article
from bot.engine.errors import RuleError

LONGEST_NAME = 40
# No comma: people are listed with commas between them.
_IN_COLOUR = "\ufe0e\ufe0f"
# The words by which orders mean everybody, or nobody: nobody who were called so could be named.
_WORDS = {"all": "everybody", "none": "nobody"}
_PUNCTUATION = frozenset(" .'’-()&/+#!?")


def _allowed(character: str) -> bool:
    # Letters, marks, digits and symbols such as emoji; nothing that formats, controls or reverses text.
    return unicodedata.category(character)[0] in "LMN" or (
        unicodedata.category(character) == "So" or character in _PUNCTUATION
    )


def clean_name(typed: str, *, what: str = "name") -> str:
    """The name as it is kept: NFC, single spaces. Raises RuleError for one that can't be a name."""
    name = _composed(typed)
    if len(name) > LONGEST_NAME:
        raise RuleError(f"A {what} can have {LONGEST_NAME} characters at most; this one has {len(name)}.")
    if not all(map(_allowed, name)):
        raise RuleError(f"A {what} is made of letters, digits, emoji and . ' - ( ) & / + # ! ? only.")
    check_seen(name, what=what)
    if not any(map(str.isalnum, name)):
        raise RuleError(f"A {what} needs at least one letter or digit.")
    return name


def _composed(typed: str) -> str:
    """A text in NFC with single spaces, and without the sign by which a keyboard asks for an emoji in colour."""
    text = unicodedata.normalize("NFC", typed)
    kept = [
        each
        for before, each in zip(f" {text}", text, strict=False)
        if not (each in _IN_COLOUR and unicodedata.category(before) == "So")
    ]
    return " ".join("".join(kept).split())


def check_seen(text: str, *, what: str = "name") -> None:
    """Raise RuleError where a text has letters that show nothing, or marks stacked on each other."""
    for character in text:
        if not shows(character):
            told = unicodedata.name(character, "that sign").casefold()
            raise RuleError(f"A {what} has no letters that show nothing, such as the {told} in this one.")
    if piled(text):
        raise RuleError(f"A {what} has at most {MOST_MARKS} marks on a letter, each once, and none on nothing.")


def check_unlike(name: str, others: Iterable[str], *, what: str = "name") -> None:
    """Raise RuleError where a name looks like another one and isn't the same."""
    for other in others:
        if key_of(other) != key_of(name) and alike(name, other):
            raise RuleError(f"That {what} looks like {other}, which is there, and isn't: choose another {what}.")


def check_taken(
    name: str,
    taken: Mapping[str, str],
    sides: Collection[str] = (),
    shared: Iterable[str] = (),
    *,
    joins: str = "",
    what: str = "name",
) -> None:
    """Raise RuleError where somebody or a side has that name, or one that looks like it, and for a word that orders use
    for all or nobody; each name comes with its kind.

    A `shared` name somebody else may have as well, but none that only looks like it. The side that somebody new `joins`
    is perhaps one that begins with them.
    """
    if key_of(name) in _WORDS:
        raise RuleError(f"Orders use the word {name} for {_WORDS[key_of(name)]}: choose another {what}.")
    if joins not in sides and key_of(joins) == key_of(name):
        raise RuleError(f"A side can't have the name of somebody who is of it: name the side otherwise than {name}.")
    for other, kind in {**dict.fromkeys(sides, "side"), **taken}.items():
        if key_of(other) == key_of(name):
            raise RuleError(f"There is {article(kind)} named {name} already: choose another {what}.")
    check_unlike(name, [*taken, *sides, *shared, *([joins] if joins else [])], what=what)


def side_named(typed: str, sides: Collection[str], taken: Mapping[str, str] = MappingProxyType({})) -> str:
    """A side's name as it is kept, "" for none; raises RuleError for one that can't be a name, or looks like one, or
    is somebody's: each `taken` name comes with its kind.

    One that is there keeps the capitals that it has.
    """
    if not typed or typed in sides:
        return typed
    name = clean_name(typed, what="side")
    check_unlike(name, sides, what="side")
    known = next((side for side in sorted(sides) if key_of(side) == key_of(name)), "")
    if not known:
        check_taken(name, taken, what="side")
    return known or name


def usable_name(told: str, otherwise: str) -> str:
    """A name out of somebody else's text: without what can't stand in one, and `otherwise` where nothing is left."""
    kept = "".join(each if _allowed(each) and shows(each) else " " for each in unicodedata.normalize("NFC", told))
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    return name if any(each.isalnum() for each in name) and not piled(name) else otherwise


def key_of(name: str) -> str:
    """What two names must not share: case and composition don't make a difference."""
    return unicodedata.normalize("NFC", name.casefold())


def numbered(name: str, count: int, taken: set[str]) -> list[str]:
    """The name itself, or so many numbered ones, past the keys that are taken."""
    if count == 1:
        return [name]
    names: list[str] = []
    number = 1
    while len(names) < count:
        if key_of(f"{name} {number}") not in taken:
            names.append(f"{name} {number}")
        number += 1
    return names


# How Unicode names the few signs that show nothing and aren't marked so otherwise.
_UNSEEN = re.compile(r"\b(BLANK|NULL|FILLER)\b")


def shows(character: str) -> bool:
    """Whether a letter, a mark, a digit or a symbol is seen.

    What may stand in internet names is Unicode's own derivation (RFC 5892): it leaves out what is ignored by default.
    """
    if _UNSEEN.search(unicodedata.name(character, "")):
        return False
    if unicodedata.category(character)[0] not in "LMN":
        return True
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
    allowed = codepoint_classes["PVALID"]
    # Numbers that are written as others, such as ½, are seen as well.
    return all(intranges_contain(ord(each), allowed) or unicodedata.category(each)[0] in "NS" for each in folded)


def piled(text: str) -> bool:
    """Whether marks are stacked: too many on a letter, the same twice, or on nothing at all."""
    marks = ""
    based = False
    for each in unicodedata.normalize("NFD", text):
        if unicodedata.category(each) not in MARKS:
            marks, based = "", unicodedata.category(each)[0] in "LNM"
            continue
        if not based or each in marks or len(marks) == MOST_MARKS:
            return True
        marks += each
    return False


def alike(one: str, other: str) -> bool:
    """Whether two names look the same; what any keyboard has is told apart, such as l and 1."""
    if one.isascii() and other.isascii():
        return False
    return not _looks(one).isdisjoint(_looks(other))


def _looks(name: str) -> frozenset[str]:
    """What a name looks like, as it is written and in small letters."""
    return frozenset((_skeleton(name).casefold(), _skeleton(name.casefold())))


def _skeleton(name: str) -> str:
    """A text with each letter as the one for all that look like it (Unicode's security report 39, 4)."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    return unicodedata.normalize("NFD", "".join(map(_one_for_all, plain)))


@cache
def _data() -> dict[str, list[dict[str, Any]]]:
    # Imported only here: few names need it, and it is large.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped] # noqa: PLC0415

    found: dict[str, list[dict[str, Any]]] = confusables_data
    return found


def _one_for_all(letter: str) -> str:
    """What Unicode's list of confusable letters has for all that look like one.

    The list names each with the one for all, and that one with all: where only two are alike, either way.
    """
    others = _data().get(letter, [])
    if len(others) != 1:
        return letter
    other: str = others[0]["c"]
    return min(letter, other) if len(_data().get(other, [])) == 1 else other
