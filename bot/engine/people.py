"""People named in one text: `Pirate, Captain @30, Marine E1 @32`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.errors import RuleError
from bot.engine.matching import quoted

_NAMED = re.compile(r"(?P<name>.+?)(?:\s*@\s*(?P<at>\d{1,5}))?")
_MOST_PEOPLE = 60


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it was typed, and a distance in squares where one was given."""

    name: str
    at: int | None = None


def read_people(text: str) -> tuple[Named, ...]:
    """Names with commas between them, each with the number after its own `@`, if there is one.

    Raises RuleError for an empty name, an `@` without a number, or more people than an order takes.
    """
    people: list[Named] = []
    for part in text.split(","):
        found = _NAMED.fullmatch(part.strip())
        if not found or "@" in found["name"]:
            raise RuleError(f"Write names with commas, and a distance as @30: {quoted(part)} is neither.")
        people.append(Named(found["name"], int(found["at"]) if found["at"] else None))
    if len(people) > _MOST_PEOPLE:
        raise RuleError(f"An order takes {_MOST_PEOPLE} people at most.")
    return tuple(people)


def spread(people: Sequence[Named]) -> tuple[Named, ...]:
    """The same where a distance holds for the names before it that have none: `A, B @30` are both at 30."""
    known: int | None = None
    apart: list[Named] = []
    for named in reversed(people):
        known = named.at if named.at is not None else known
        apart.append(Named(named.name, known))
    return tuple(reversed(apart))
