"""`/range`: how far it is, what the weapons in hand make of that, and where the line runs (AHL 10, 11)."""

from dataclasses import replace

import pytest

from bot.deck.plan import named
from bot.engine.errors import RuleError
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, give, gunner, scene_on, stands

# Fifteen squares in a row, dark; a wall closes the last one off.
ROW = board_of("#" * 31, "#a" + " ." * 13 + "#.#", "#" * 31, notes=["a = room 1 Hall"], more="dark: 1")
ANN = gunner("Ann", "Body Pistol", ""), stands("A1", "E")


def measured(to, ann=ANN, *others, board=ROW):
    outcome, card = give("range", scene_on(board, [ann, *others], name="Ann"), to=to)
    return outcome, card.lines


@pytest.mark.parametrize(
    ("to", "lines"),
    [
        # A body pistol reaches 6, 12 and 20 squares: effective, long and extreme... each to its last square.
        ("G1", ["6 squares", "The line is clear (AHL 10)", "Inside their field of fire (AHL 11.A.2)"]),
        ("O1", ["14 squares", "The line ends at N1: outer hull (AHL 10)", "Inside their field of fire (AHL 11.A.2)"]),
    ],
)
def test_a_range_is_told_with_what_ends_the_line(to, lines):
    assert list(measured(to)[1][:3]) == lines


def test_that_it_is_dark_there_is_told_where_it_is():
    told = "It is dark there (AHL 23)"
    assert told in measured("G1")[1]
    assert told not in measured("G1", board=replace(ROW, dark=frozenset()))[1]


def test_a_square_behind_them_is_outside_their_field_of_fire_and_their_own_is_for_pistols():
    away = ANN[0], stands("B1", "E")
    assert "Outside their field of fire (AHL 11.A.2)" in measured("A1", away)[1]
    own = measured("A1")[1]
    assert own[0] == "0 squares"
    assert any(line.startswith("Their own square: pistols of the list only") for line in own)


def test_a_line_is_marked_from_one_end_to_the_other_and_goes_to_whoever_is_named_in_any_case():
    bob = body("Bob"), stands("E1", "W")
    outcome, lines = measured("bob", ANN, bob)
    assert lines[0] == "4 squares"
    assert [named(at) for at in outcome.marks.line] == ["A1", "E1"]


def test_without_a_deck_or_off_it_nothing_is_measured():
    scene = scene_on(ROW, [ANN], name="Ann")
    with pytest.raises(RuleError, match="No deck is up here: put one up with /deck load"):
        give("range", replace(scene, board=None), to="B1")
    with pytest.raises(RuleError, match="Ann is not on the deck: put them there with /place"):
        give("range", replace(scene, board=replace(scene.board, people={})), to="B1")
