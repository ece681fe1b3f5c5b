"""People named in one text: `Pirate, Captain @30, Marine E1 @32`."""

import re
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
    """Names with commas between them; `@30` says how far, for that name and those before it that have none.

    Raises RuleError for an empty name, a distance that is no number, or more people than an order takes.
    """
    people: list[Named] = []
    for part in text.split(","):
        found = _NAMED.fullmatch(part.strip())
        if not found or "@" in found["name"]:
            raise RuleError(f"Write names with commas, and a distance as @30: {quoted(part)} is neither.")
        people.append(Named(found["name"], int(found["at"]) if found["at"] else None))
    if len(people) > _MOST_PEOPLE:
        raise RuleError(f"An order takes {_MOST_PEOPLE} people at most.")
    known: int | None = None
    for index in reversed(range(len(people))):
        known = people[index].at if people[index].at is not None else known
        people[index] = Named(people[index].name, known)
    return tuple(people)
