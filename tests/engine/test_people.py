import pytest

from bot.engine.errors import RuleError
from bot.engine.people import Named, read_people, spread


def test_names_with_numbers_of_their_own():
    assert read_people("A, B C @2,D") == (Named("A"), Named("B C", 2), Named("D"))


def test_a_distance_holds_for_the_names_before_it():
    assert spread(read_people("A, B @30, C, D @32, E")) == (
        Named("A", 30),
        Named("B", 30),
        Named("C", 32),
        Named("D", 32),
        Named("E"),
    )


@pytest.mark.parametrize("text", ["A,,B", "A @x", "@3", "A @1 @2", ",".join("A" * 61)])
def test_what_is_no_list_of_people_is_refused(text):
    with pytest.raises(RuleError):
        read_people(text)
