"""Throws written as referees write them: `2D`, `2D+3`, `8+`, `2D DM+2 8+`, `3d6`, `d100`, `2d6+2 vs 8`."""

import re
from dataclasses import dataclass

from bot.engine.cards import Card, Spoken, check_line, printable
from bot.engine.dice import Check, Dice, Faces, Modifier
from bot.engine.errors import RuleError
from bot.engine.typed import quoted

MOST_DICE = 100
MOST_SIDES = 1000
_LARGEST_DM = 10_000
_EXAMPLES = "write it like 2D, 2D+3, 8+, 2D DM+2 8+, 3d6 or d100"

_DICE = r"(?P<count>\d{1,5})?d(?P<sides>\d{1,5}(?!\d))?"
_MODIFIERS = r"(?P<modifiers>(?:\s*(?:dm\s*)?[+-]\s*\d{1,6}(?![\d+]))*)"
_NEEDED = r"(?:\s*(?:vs\s*(?P<versus>\d{1,6})\+?|(?<!\d)(?P<needed>\d{1,6})\+))?"
_THROW = re.compile(rf"\s*(?:{_DICE}{_MODIFIERS})?{_NEEDED}\s*")


@dataclass(frozen=True, slots=True)
class Expression:
    """A throw that was asked for: as typed, dice, their sides, a DM, and what is needed (None: the total)."""

    text: str
    count: int
    sides: int
    dm: int
    needed: int | None


def read_throw(text: str) -> Expression:
    """Read a throw; `2D` and a bare `8+` mean dice of six sides. Raises RuleError with examples."""
    parts = _THROW.fullmatch(text.casefold().replace("−", "-"))
    needed = parts and (parts["versus"] or parts["needed"])
    has_dice = parts and re.search(r"d(?!m)", parts[0])
    if not parts or not (has_dice or needed):
        raise RuleError(f"{quoted(text)} is no throw: {_EXAMPLES}.")
    count = int(parts["count"] or (1 if has_dice else 2))
    sides = int(parts["sides"] or 6)
    dm = sum(int(re.sub(r"[^\d-]", "", term)) for term in re.findall(r"[+-]\s*\d+", parts["modifiers"] or ""))
    if sides == 66:
        raise RuleError("D66 is two dice read one after the other: throw 1D twice.")
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES and abs(dm) <= _LARGEST_DM):
        raise RuleError(f"A throw has 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides: {_EXAMPLES}.")
    return Expression(printable(text), count, sides, dm, int(needed) if needed else None)


def throw(asked: Expression, dice: Dice, dm: int = 0, because: str = "") -> Check:
    """Throw what was asked for, with a further DM and its reason."""
    modifiers = [Modifier(asked.dm, "DM", "as asked")] if asked.dm else []
    modifiers += [Modifier(dm, because or "DM", "as asked")] if dm else []
    total = dice.roll(asked.count, asked.sides, why="throw")
    return Check("throw", total, tuple(modifiers), asked.needed)


def throw_card(text: str, check: Check, faces: Faces, because: str = "") -> Card:
    """The throw in words: the faces, the modifiers, the total, and whether it was enough."""
    success = "success" if check.made else "failure"
    line = check_line(check, faces.take("throw"), f"total {check.total}" if check.needed is None else success)
    reason = f": {because}" if because and not check.modifiers else ""
    return Card(Spoken(f"Throw {text}{reason}"), (Spoken(line),))
