"""The digits of High Guard: 0-9, then letters without I and O (HG-D01)."""

from bot.engine.errors import RuleError
from bot.engine.matching import quoted

DIGITS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}


def to_code(value: int) -> str:
    """The digit of a value from 0 to 33; raises RuleError for any other (HG-D01, R-01)."""
    if not 0 <= value < len(DIGITS):
        raise RuleError(f"There is no digit for {value}: they end at Z = 33 (HG-D01).")
    return DIGITS[value]


def from_code(code: str) -> int:
    """The value of a digit; raises RuleError for what isn't one: I and O aren't used (HG-D01)."""
    if code not in VALUES:
        raise RuleError(f"{quoted(code)} is no digit: they are 0 to 9, then A to Z without I and O (HG-D01).")
    return VALUES[code]
