"""Names that can't be told from others by eye, by Unicode's own data: which letters show nothing, which look alike."""

import re
import unicodedata
from functools import cache
from typing import Any

from idna.idnadata import codepoint_classes
from idna.intranges import intranges_contain

# Unicode's security report 39 warns of more than four marks on a letter; the names of no living language have more.
MOST_MARKS = 3
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
        if unicodedata.category(each) not in {"Mn", "Me"}:
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
