"""What the book leaves to others, asked of the referee and entered by them (NAV-74, rulings NR-G1 to NR-G12)."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.engine.cards import printable
from bot.engine.errors import RuleError
from bot.systems.naval.career import CHARACTERISTICS, Career, Owed

_LONGEST = 200
_CHANGE = re.compile(rf"({'|'.join(CHARACTERISTICS)})\s*([+-])\s*(\d{{1,2}})", re.IGNORECASE)


def unsaid(career: Career) -> tuple[tuple[int, Owed], ...]:
    """What the referee has not yet said, each with its place among all that is owed."""
    return tuple((place, owed) for place, owed in enumerate(career.owed) if not owed.said)


def say(career: Career, place: int, words: str) -> Career:
    """The career with what the referee says of something that is left to them; changes such as “strength -1” in it are
    made. It may be said again, which changes nothing more.

    Raises RuleError where nothing is owed there, or for words that are too many or none.
    """
    if not 0 <= place < len(career.owed):
        raise RuleError("Nothing is left to the referee there: /career show tells what is.")
    told = printable(words)
    if not 0 < len(told) <= _LONGEST:
        raise RuleError(f"Say it in 1 to {_LONGEST} characters.")
    owed = career.owed[place]
    if not owed.said:
        career = changed(career, changes(told))
    at = replace(owed, said=told)
    return career.but(owed=(*career.owed[:place], at, *career.owed[place + 1 :]))


def changes(words: str) -> Mapping[str, int]:
    """The changes of characteristics that some words name, such as “strength -1, dexterity +1”."""
    found = _CHANGE.findall(words.replace("−", "-"))
    return {name.casefold(): int(f"{sign}{number}") for name, sign, number in found}


def changed(career: Career, by: Mapping[str, int]) -> Career:
    """The career with characteristics changed, none below 0."""
    who = career.characteristics
    for name, number in by.items():
        who = who.raised(name, number)
    return career.but(characteristics=who)
