"""Things of a kind named together: `Wasp`, `all Wasp`, `Wasp 1-20` for those called Wasp 1, Wasp 2 and so on."""

import re
from collections.abc import Iterable, Mapping

from bot.engine.errors import RuleError
from bot.engine.matching import quoted

_NUMBERED = re.compile(r"(.+?)\s+(\d{1,5})")
_RANGE = re.compile(r"(.+?)\s+(\d{1,5})\s*[-–—]\s*(\d{1,5})")
_ALL = re.compile(r"all\s+(?:of\s+)?(?:the\s+)?(.+)", re.IGNORECASE)


def stem(name: str) -> str:
    """A name without the number at its end: `Wasp` of `Wasp 12`."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def members(typed: str, names: Iterable[str], kinds: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """All who are meant by a name that is nobody's own: a class, or a part of it by numbers; nobody where it is none.

    `kinds` gives the class of a name that doesn't tell it, such as a ship's. Raises RuleError where `Wasp 1-20` names
    one that isn't there.
    """
    known, key = list(names), " ".join(typed.split()).casefold()
    every = _ALL.fullmatch(typed.strip())
    if not every and any(name.casefold() == key for name in known):
        return ()
    if part := _RANGE.fullmatch(typed.strip()):
        return _numbered(part[1], int(part[2]), int(part[3]), known)
    wanted = (every[1] if every else typed).strip().casefold()
    wanted = " ".join(wanted.split())
    of_class = kinds or {}
    if not wanted:
        return ()
    return tuple(
        name
        for name in known
        if wanted in {stem(name).casefold(), of_class.get(name, "").casefold()} or (every and name.casefold() == wanted)
    )


def _numbered(name: str, first: int, last: int, known: Iterable[str]) -> tuple[str, ...]:
    by_key = {each.casefold(): each for each in known}
    base = " ".join(name.split()).casefold()
    if not any(stem(each).casefold() == base for each in by_key.values()):
        return ()
    if last < first:
        raise RuleError(
            f"{quoted(f'{name} {first}-{last}')} goes from the larger number to the smaller: turn it round."
        )
    wanted = [f"{base} {number}" for number in range(first, last + 1)]
    missing = [each for each in wanted if each not in by_key]
    if missing:
        raise RuleError(f"There is no {name} {missing[0].rpartition(' ')[2]} among {name} {first}-{last}.")
    return tuple(by_key[each] for each in wanted)
