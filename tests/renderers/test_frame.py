"""What stands above a deck's picture: as much as fits, the level always."""

from dataclasses import replace

from renderers.frame import title_within
from renderers.lettering import width_of
from tests.deck.plans import drawn

SIZE = 12
ONE = replace(drawn("", " .", level="Bridge"), name="Bridge deck")
TWO = replace(drawn("", " .", level="Upper level", more="level: Lower level\n\n ."), name="Power plant")


def test_a_title_leaves_out_first_the_decks_name_and_then_the_number():
    whole, middle = "Lower level · Power plant · level 2 of 2", "Lower level · level 2 of 2"
    assert title_within(TWO, 1, width_of(whole, SIZE), SIZE) == whole
    assert title_within(TWO, 1, width_of(whole, SIZE) - 1, SIZE) == middle
    assert title_within(TWO, 1, width_of(middle, SIZE) - 1, SIZE) == "Lower level"


def test_a_deck_of_one_level_has_no_number_and_says_one_name_once():
    assert title_within(ONE, 0, 1000, SIZE) == "Bridge · Bridge deck"
    assert title_within(ONE, 0, 1, SIZE) == "Bridge"
    assert title_within(replace(ONE, name="Bridge"), 0, 1000, SIZE) == "Bridge"
