"""A million throws of each kind of die that a book or a player asks for, against the die that falls evenly."""

import pytest

from bot.engine.dice import LiveDice, dice_key

THROWS = 1_000_000
SEED = bytes(range(32))
# By sides: what a fair die's chi-square, of that number less one, stays below in 999 of 1,000 runs.
SIDES = {
    2: 10.83,
    3: 13.82,
    4: 16.27,
    6: 20.52,
    8: 24.32,
    10: 27.88,
    12: 31.26,
    20: 43.82,
    100: 148.23,
    1000: 1142.85,
}


@pytest.mark.parametrize("sides", SIDES)
def test_faces_fall_evenly(sides):
    """The seed is fixed, so that this shows the same figure on every run."""
    dice, counts = LiveDice(dice_key(SEED, ("red dog", "blue whale")), 0), [0] * sides
    for _ in range(THROWS):
        counts[dice.face(sides) - 1] += 1
    expected = THROWS / sides
    assert sum((count - expected) ** 2 / expected for count in counts) < SIDES[sides]
