"""Magazines of one weapon: which spare one goes in, and what becomes of the one that comes out."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar


class Magazine(Protocol):
    """Whatever is put into a weapon in one piece: what it holds, and how many rounds of it."""

    @property
    def ammunition(self) -> str:
        """What it holds."""
        ...

    @property
    def rounds(self) -> int:
        """How many rounds are in it."""
        ...


M = TypeVar("M", bound=Magazine)


def fullest(spare: Iterable[M], ammunition: str) -> M | None:
    """The fullest spare magazine of a kind of ammunition, None if there is none of it."""
    held = (magazine for magazine in spare if magazine.ammunition == ammunition)
    return max(held, key=lambda magazine: magazine.rounds, default=None)


def put_in(chosen: M, loaded: M, spare: Sequence[M]) -> tuple[M, ...]:
    """The spare magazines once `chosen` is in the weapon: the one that was loaded is kept, unless it is empty."""
    left = list(spare)
    left.remove(chosen)
    return (*left, loaded) if loaded.rounds else tuple(left)
