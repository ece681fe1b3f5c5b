"""The Universal Ship Profile: read strictly or forgivingly, and written (HG-D02).

`BC-A2447G2-000410-50203-0` is type, then tonnage to crew, armor to repulsors, lasers to missiles, fighters.
"""

import re
from dataclasses import astuple, dataclass, fields

from bot.engine.errors import RuleError
from bot.engine.typed import quoted

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


GROUPS = (2, 7, 6, 5, 1)
LONGEST_TYPE = 5
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−_", "-"))
_LOOK_ALIKES = {"O": "0", "I": "1"}
_SINGLE = {
    "tonnage": "0123456789ABCDEFGHJKLMNPQRSTUVWXY",
    "configuration": "123456789",
    "jump": "0123456",
    "maneuver": "0123456",
    "power_plant": "".join(VALUES),
    "computer": "0123456789ABCDEFGHJRS",
    "crew": "012345",
    "armor": "0123456789ABCDEFGHJKLM",
    "particle": "0123456789ABCDEFGHJKLMNPQRST",
    "meson": "0123456789ABCDEFGHJKLMNPQRST",
    "fighters": "".join(VALUES),
}


@dataclass(frozen=True, slots=True)
class Usp:
    """A profile: one digit a place, two letters of type."""

    type: str
    tonnage: str
    configuration: str
    jump: str
    maneuver: str
    power_plant: str
    computer: str
    crew: str
    armor: str
    sand: str
    meson_screen: str
    nuclear_damper: str
    force_field: str
    repulsor: str
    laser: str
    energy: str
    particle: str
    meson: str
    missile: str
    fighters: str

    def __str__(self) -> str:
        """The profile as it is printed."""
        digits = "".join(astuple(self))
        starts = [sum(GROUPS[:number]) for number in range(len(GROUPS))]
        return "-".join(digits[start : start + length] for start, length in zip(starts, GROUPS, strict=True))


PLACES = tuple(field.name for field in fields(Usp))[1:]


def read_usp(text: str) -> Usp:
    """The profile in its exact form; raises RuleError for any other length or digit (HG-D01, HG-D02)."""
    groups = text.split("-")
    lengths = tuple(len(group) for group in groups)
    if lengths != GROUPS:
        shown = "-".join(map(str, GROUPS))
        raise RuleError(f"{quoted(text)} isn't a profile: its groups have {shown} places, these {_counted(lengths)}.")
    if not re.fullmatch(r"[A-Z]{2}", groups[0]):
        raise RuleError(f"A ship's type is two capital letters, not {quoted(groups[0])} (R-69).")
    digits = "".join(groups[1:])
    for place, digit in zip(PLACES, digits, strict=True):
        if digit not in _SINGLE.get(place, "0123456789"):
            raise RuleError(f"{quoted(digit)} can't stand for {place.replace('_', ' ')} in {quoted(text)} (HG-D02).")
    return Usp(groups[0], *digits)


def _counted(lengths: tuple[int, ...]) -> str:
    return "-".join(map(str, lengths[:8])) or "none"


def guess_usp(text: str) -> tuple[Usp, tuple[str, ...]]:
    """The profile from a referee's hand, and every doubt about it; raises RuleError where it can't be one.

    Takes any case and dash, spaces, O and I for 0 and 1, a missing type or fighter place, and fighters as a
    number of two digits.
    """
    doubts: list[str] = []
    groups = re.sub(r"\s*-\s*", "-", text.strip().translate(DASHES)).upper().split("-")
    groups = _whole(groups, doubts)
    if len(groups) == len(GROUPS):
        groups = [groups[0], *(_digits(group, doubts) for group in groups[1:-1]), _fighters(groups[-1], doubts)]
    return read_usp("-".join(groups)), tuple(doubts)


def _whole(groups: list[str], doubts: list[str]) -> list[str]:
    lengths = [len(group) for group in groups]
    if lengths[:3] == list(GROUPS[1:4]):
        doubts.append("The ship's type is missing: XX is written for it.")
        groups, lengths = ["XX", *groups], [2, *lengths]
    if lengths[1:4] == list(GROUPS[1:4]) and 2 < lengths[0] <= LONGEST_TYPE and groups[0].isalpha():
        doubts.append(f"A ship's type has two letters: of {groups[0]} {groups[0][:2]} is written (R-69).")
        groups, lengths = [groups[0][:2], *groups[1:]], [2, *lengths[1:]]
    if lengths == list(GROUPS[:4]):
        doubts.append("The fighters are missing: taken as 0.")
        groups = [*groups, "0"]
    return groups


def _digits(group: str, doubts: list[str]) -> str:
    for wrong, right in _LOOK_ALIKES.items():
        if wrong in group:
            doubts.append(f"“{group}” has the letter {wrong}, which isn't used: read as {right}.")
            group = group.replace(wrong, right)
    return group


def _fighters(group: str, doubts: list[str]) -> str:
    if re.fullmatch(r"\d\d", group) and int(group) < len(VALUES):
        doubts.append(f"The fighters “{group}” are read as the number {int(group)}.")
        return to_code(int(group))
    return _digits(group, doubts)
