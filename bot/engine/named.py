"""Values written with their names in one text: `accuracy 5, strength 2, armour helmet, shield`."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from bot.engine.errors import RuleError
from bot.engine.matching import match, quoted

Said = TypeVar("Said")


def begins(part: str, name: str) -> bool:
    """Whether a text begins with a name, whatever follows it."""
    rest = part.casefold().removeprefix(name.casefold())
    return len(rest) < len(part) and (not rest or rest[0] in " :=")


def read_named(
    text: str, names: Iterable[str], *, what: str, begins: Callable[[str, str], bool] = begins
) -> dict[str, str]:
    """The values by name. A name without a value says `yes`; a part that begins with no name belongs to the one before.

    Raises RuleError where one is named twice, and, with the names that there are, where the first part has none of
    them; `what` says in that sentence what they name ("value on a sheet"), and `begins` tells whether a part begins
    with a name.
    """
    known = sorted(names, key=len, reverse=True)
    values: dict[str, str] = {}
    last = ""
    for part in filter(None, (part.strip() for part in text.split(","))):
        name = next((name for name in known if begins(part, name)), "")
        if name:
            values = once(values, {name: part[len(name) :].strip(" :=") or "yes"})
        elif last:
            values[last] = f"{values[last]}, {part}"
        else:
            name = match(part.split()[0], known, what=what)
            values[name] = part.partition(" ")[2] or "yes"
        last = name or last
    if not values:
        raise RuleError(f"Write values with their names, such as {known[-1]} 1: {quoted(text)} has none.")
    return values


def once(*said: Mapping[str, Said]) -> dict[str, Said]:
    """What was said by name, here and there; raises RuleError where that names one twice."""
    values: dict[str, Said] = {}
    for more in said:
        if twice := next((name for name in more if name in values), ""):
            raise RuleError(f"{quoted(twice)} is said twice: say it once.")
        values |= more
    return values
