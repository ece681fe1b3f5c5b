import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import Faces, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.throws import read_throw, throw, throw_card


@pytest.mark.parametrize(
    ("text", "count", "sides", "dm", "needed"),
    [
        ("2D", 2, 6, 0, None),
        ("2D+3", 2, 6, 3, None),
        ("2D−1", 2, 6, -1, None),
        ("8+", 2, 6, 0, 8),
        # Two dice that need 20, and not two dice of two sides that need nothing.
        ("2d20+", 2, 6, 0, 20),
        ("2D DM+2 8+", 2, 6, 2, 8),
        ("2d dm+2 dm-1 8+", 2, 6, 1, 8),
        ("3d6", 3, 6, 0, None),
        ("d100", 1, 100, 0, None),
        ("2d6+2 vs 8", 2, 6, 2, 8),
        ("1D", 1, 6, 0, None),
    ],
)
def test_throws_are_read_as_referees_write_them(text, count, sides, dm, needed):
    asked = read_throw(text)
    assert (asked.count, asked.sides, asked.dm, asked.needed) == (count, sides, dm, needed)


@pytest.mark.parametrize(
    "text", ["", "  ", "eight", "2D+", "0D", "101D", "d1", "2d6+2+2d6", "12", "D66", "-2D", "1e9D"]
)
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(RuleError, match=r"2D|1D"):
        read_throw(text)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text):
    try:
        asked = read_throw(text)
    except RuleError:
        return
    assert 1 <= asked.count <= 100


def worded(text, faces, **more):
    dice = ScriptedDice(faces)
    check = throw(read_throw(text), dice, **more)
    return throw_card(text, check, Faces(dice.throws), more.get("because", "")).lines


def test_a_die_has_up_to_a_thousand_sides():
    assert read_throw("d1000").sides == 1000
    with pytest.raises(RuleError, match="2 to 1000 sides"):
        read_throw("d1001")


@pytest.mark.parametrize(
    ("text", "dm", "because", "title"),
    [
        ("2D", 0, "", "Throw 2D"),
        ("2D", 0, "the reactor", "Throw 2D: the reactor"),
        # The modifier says why already.
        ("2D", 2, "the reactor", "Throw 2D"),
    ],
)
def test_why_it_is_thrown_stands_once(text, dm, because, title):
    dice = ScriptedDice([3, 4])
    check = throw(read_throw(text), dice, dm, because)
    assert throw_card(text, check, Faces(dice.throws), because).title == title


def test_the_answer_shows_faces_modifiers_and_result():
    assert worded("2D DM+2 8+", [4, 1]) == ("8+ | 4+1 +2 DM = 7 → failure",)
    assert worded("8+", [4, 4]) == ("8+ | 4+4 = 8 → success",)
    assert worded("2D", [4, 1], dm=-1, because="darkness") == ("4+1 −1 darkness = 4 → total 4",)
