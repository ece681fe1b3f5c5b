"""Squares by name, as on a picture's rim: columns A to Z, AA and on, rows from 1; `2:C7` is on the second level."""

import re

from bot.deck.plan import At
from bot.engine.errors import RuleError

_NAME = re.compile(r"(?:(\d{1,3})\s*:)?\s*([A-Za-z]{1,3})\s*(\d{1,4})", re.ASCII)


def column_name(x: int) -> str:
    """The letters of a column: A for 0, Z for 25, AA for 26."""
    letters = ""
    x += 1
    while x:
        x, digit = divmod(x - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def named(at: At, level: int = 0) -> str:
    """A square's name for somebody who speaks of `level`: `C7`, and on another level `2:C7`, counted from 1."""
    name = f"{column_name(at.x)}{at.y + 1}"
    return name if at.level == level else f"{at.level + 1}:{name}"


def at_of(text: str, level: int = 0) -> At:
    """The square that a person names, on `level` where the name doesn't say another; RuleError if it is no name."""
    found = _NAME.fullmatch(text.strip())
    if found is None or "0" in {found[1], found[3]}:
        raise RuleError(f"{text!r} is no square: give its column and its row, such as C7, or 2:C7 on the second level.")
    x = 0
    for letter in found[2].upper():
        x = x * 26 + ord(letter) - ord("A") + 1
    return At(int(found[1]) - 1 if found[1] else level, x - 1, int(found[3]) - 1)
