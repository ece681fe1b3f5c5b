"""What is worked out of the very same things, kept for whoever asks again."""

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import is_
from typing import Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


class Same(Generic[A]):
    """Something, told from others by the very things of which it is made up, so that it can be a key by which what
    hangs on these alone is kept.
    """

    __slots__ = ("of", "parts")

    def __init__(self, of: A, *parts: object) -> None:
        self.of, self.parts = of, parts

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))

    def __eq__(self, also: object) -> bool:
        return isinstance(also, Same) and len(also.parts) == len(self.parts) and all(map(is_, self.parts, also.parts))


def of_the_same(most: int) -> Callable[[Callable[[A, B], R]], Callable[[A, B], R]]:
    """A function that answers with the very same for the very same two, of so many that were asked last."""

    def keeps(work_out: Callable[[A, B], R]) -> Callable[[A, B], R]:
        @lru_cache(maxsize=most)
        def kept(both: Same[tuple[A, B]]) -> R:
            return work_out(*both.of)

        @wraps(work_out)
        def asked(one: A, other: B) -> R:
            return kept(Same((one, other), one, other))

        return asked

    return keeps
