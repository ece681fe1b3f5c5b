"""`/structure hit`: how much reaches a structure, and how it is told (AHL 24.A; R-131)."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.ahl.ledger import Ledger
from tests.systems.ahl.on_deck import give


def hit(**fields):
    return give("structure hit", Scene({}, Ledger()), name="Door 3", kind="door", **fields)[1]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        # A door takes 4 less.
        ({"penetration": 5}, "Penetration 5 −4 door = 1 point"),
        ({"penetration": 6}, "Penetration 6 −4 door = 2 points"),
        ({"penetration": 4}, "Penetration 4 −4 door = 0 points"),
        ({"penetration": 3}, "Penetration 3 −4 door = −1: 0 points"),
        ({"penetration": 6, "times": 2}, "Penetration 6 −4 door = 2 points, 2 times"),
    ],
)
def test_points_are_told_with_what_they_come_of(fields, line):
    assert hit(**fields).lines[0] == line


def test_an_explosion_is_in_the_structures_own_square_where_nobody_says_how_far_it_is():
    assert hit(cause="satchel").lines[0] == hit(cause="satchel", squares=0).lines[0]
    assert hit(cause="satchel").lines[0] != hit(cause="satchel", squares=1).lines[0]


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({}, "Give the penetration of the strike"), ({"squares": 1}, "Name the cause of the explosion")],
)
def test_what_is_missing_is_asked_for(fields, refusal):
    with pytest.raises(RuleError, match=refusal):
        hit(**fields)


def test_what_a_breach_lets_through_is_told_once_it_is_there():
    """A door is breached at 5 points."""
    told = "A breach is open to sight, fire and movement; passing it costs what an open hatch costs (AHL 24.A)"
    assert told in hit(penetration=9).working
    assert told not in hit(penetration=8).working
