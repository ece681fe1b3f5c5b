"""Which spare magazine goes into a weapon, and what becomes of the one that comes out."""

from dataclasses import dataclass

from bot.engine.magazines import fullest, put_in


@dataclass(frozen=True)
class Box:
    ammunition: str
    rounds: int


HALF, FULL, OTHER = Box("ball", 4), Box("ball", 9), Box("shot", 12)


def test_the_fullest_of_the_kind():
    assert fullest((HALF, FULL, OTHER), "ball") == FULL
    assert fullest((HALF, OTHER), "tracer") is None


def test_what_comes_out_is_kept_unless_it_is_empty():
    assert put_in(FULL, Box("ball", 1), (HALF, FULL, FULL)) == (HALF, FULL, Box("ball", 1))
    assert put_in(FULL, Box("ball", 0), (HALF, FULL)) == (HALF,)
