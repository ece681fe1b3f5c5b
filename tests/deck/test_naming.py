import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.drawing import labels
from bot.deck.plan import At, at_of, column_name, named
from bot.engine.errors import RuleError


@pytest.mark.parametrize(
    ("x", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_columns_are_lettered_like_a_sheet_of_squared_paper(x, name):
    assert column_name(x) == name


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("A1", At(0, 0, 0)),
        ("c7", At(0, 2, 6)),
        (" AB 12 ", At(0, 27, 11)),
        ("2:C7", At(1, 2, 6)),
        ("1:c7", At(0, 2, 6)),
    ],
)
def test_a_square_is_read_as_people_type_it(text, at):
    assert at_of(text) == at


def test_a_square_without_a_level_is_on_the_one_spoken_of():
    assert at_of("C7", level=2) == At(2, 2, 6)
    assert named(At(2, 2, 6), level=2) == "C7"
    assert named(At(0, 2, 6), level=2) == "1:C7"


@given(st.integers(0, 20), st.integers(0, 2000), st.integers(0, 2000), st.integers(0, 20))
def test_a_name_names_its_square_again(level, x, y, spoken_of):
    at = At(level, x, y)
    assert at_of(named(at, spoken_of), spoken_of) == at


@pytest.mark.parametrize("text", ["", "7", "C", "7C", "C0", "0:C7", "C-1", "C7 D8", "C٣", "C7.5", "ABCD1"])
def test_what_is_no_square_is_refused_with_an_example(text):
    with pytest.raises(RuleError, match="such as C7"):
        at_of(text)


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (
            ["Marine E1", "Marine E12", "Pirate", "Captain"],
            {"Marine E1": "ME1", "Marine E12": "M12", "Pirate": "PIR", "Captain": "CAP"},
        ),
        (["Pirate 1", "Pirate 2", "Pirate 12"], {"Pirate 1": "P1", "Pirate 2": "P2", "Pirate 12": "P12"}),
        (["Élan", "Jean-Luc Picard"], {"Élan": "ELA", "Jean-Luc Picard": "JLP"}),
        (["船長", "海賊"], {"海賊": "1", "船長": "2"}),
        (["Bo", "B"], {"B": "B", "Bo": "BO"}),
    ],
)
def test_a_label_is_what_one_would_scribble(names, given):
    assert labels(names) == given


@given(st.lists(st.text(max_size=6), max_size=40))
def test_labels_are_short_and_different_whatever_the_order(names):
    made = labels(names)
    assert set(made) == set(names)
    assert len(set(made.values())) == len(made)
    assert all(1 <= len(label) <= 3 and label.isascii() and label.isalnum() for label in made.values())
    assert labels(reversed(names)) == made


def test_what_letters_leave_out_numbers_tell_apart():
    """Of names of one letter, for all that a font has of them, 99 have it with a number; then come figures alone."""
    made = labels(f"X{chr(0x4E00 + number)}" for number in range(102)).values()
    assert [*made][:3] == ["X", "X1", "X2"]
    assert [*made][99:] == ["X99", "1", "2"]


def test_a_hundred_of_the_same_beginning_have_labels():
    assert len(set(labels(f"Robot{chr(0x4E00 + number)}" for number in range(500)).values())) == 500
