"""A scenario's numbers, and how far one has come, as somebody knows it."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.scenario import Count, Playing, Special


@pytest.mark.parametrize(
    ("count", "faces", "there", "found", "words"),
    [
        (Count(more=3), [], 9, 3, "3"),
        (Count(more=3), [], 2, 2, "3"),
        (Count(everybody=True), [], 5, 5, "all"),
        (Count(dice=2), [3, 4], 9, 7, "2D"),
        (Count(dice=2, more=-4), [3, 4], 9, 3, "2D−4"),
        # Fewer than none is none.
        (Count(dice=2, more=-4), [1, 2], 9, 0, "2D−4"),
        (Count(dice=1, more=1), [6], 9, 7, "1D+1"),
    ],
)
def test_how_many_of_those_who_are_there(count, faces, there, found, words):
    dice = ScriptedDice(faces)
    assert count.of(there, dice, "how many") == found
    assert not dice.left
    assert count.words == words


PLAYED = Playing(
    "The Ship",
    2,
    people={"E1": "Ann", "E2": "Bob", "Cook": "Cid"},
    stayed={1: {"Ann": "A1", "Bob": "B1"}, 0: {"Bob": "B2"}},
    searched={"Ann": 1, "Bob": 2},
    carried={"Bob": 1},
    wounds={"Ann": 2},
    alarm=4,
    specials=("alarm, Red", "alarm, Blue", "vacuum"),
    kept={"alarm, Red": {"Ann": 1, "Bob": 2}, "vacuum": {"Bob": 3}},
    alone=("Blue",),
    owners={"Ann": "7"},
)


def test_what_was_said_with_a_special_rule_is_told_of_each_of_its_name():
    assert PLAYED.said_with("alarm") == ("Red", "Blue")
    assert PLAYED.said_with("vacuum") == ("",)
    assert PLAYED.said_with("plague") == ()


def test_of_how_it_has_come_somebody_knows_what_is_their_own_peoples():
    """Ann is their own, Cid they see, and Bob is nowhere in it."""
    assert PLAYED.narrowed({"Ann"}, {"Cid"}) == Playing(
        "The Ship",
        2,
        people={"E1": "Ann", "Cook": "Cid"},
        stayed={1: {"Ann": "A1"}},
        searched={"Ann": 1},
        wounds={"Ann": 2},
        alarm=4,
        specials=("alarm, Red", "alarm, Blue", "vacuum"),
        kept={"alarm, Red": {"Ann": 1}},
        alone=("Blue",),
    )


def test_a_special_rule_is_known_by_its_name_and_by_what_was_said_with_it():
    assert Special("vacuum").key == "vacuum"
    assert Special("alarm", "Red").key == "alarm, Red"
