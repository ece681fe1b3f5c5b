"""What a counter can carry of its name: at most three letters and figures, each different."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count, pairwise

_FIGURES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def labels(names: Iterable[str]) -> dict[str, str]:
    """A label of its own for each name, whatever their order: `ME1` for Marine E1, `PIR` for Pirate."""
    given: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(set(names)):
        label = next(each for each in _candidates(name) if each not in taken)
        taken.add(label)
        given[name] = label
    return given


def _candidates(name: str) -> Iterator[str]:
    """Labels for a name, the best first; in the end numbers after its first letter, then any."""
    words = re.findall(r"[A-Z]+|[0-9]+", _plain(name))
    letters = "".join(words)
    if len(words) > 1:
        yield _initials(words)
    if letters:
        yield letters[:3]
        yield from (letters[0] + second + third for second, third in pairwise(letters[1:]))
        yield from (f"{letters[0]}{number}" for number in range(1, 100))
    for number in count(1):
        yield _numeral(number)


def _initials(words: list[str]) -> str:
    """The words' first letters, the last number whole, as far as three characters go."""
    last = words[-1][-2:] if words[-1].isdigit() else words[-1][0]
    return "".join(word[0] for word in words[:-1])[: 3 - len(last)] + last


def _plain(name: str) -> str:
    """The name in capitals without accents, which every font can draw."""
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)).upper()


def _numeral(number: int) -> str:
    """A number in as few of 36 figures as it takes."""
    text = ""
    while number:
        number, figure = divmod(number, 36)
        text = _FIGURES[figure] + text
    return text
