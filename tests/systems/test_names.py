"""What may be a name, and which names are alike."""

import pytest

from bot.engine.errors import RuleError
from bot.systems.names import check_taken, check_unlike, clean_name, key_of, numbered, side_named, usable_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann   of the  Red ", "Ann of the Red"),
        ("O'Neil-2 (R&D) / #7 + 1!?", "O'Neil-2 (R&D) / #7 + 1!?"),
        ("Rook ⚔️", "Rook ⚔"),
        ("7", "7"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_with_single_blanks(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "A side needs at least one letter or digit."),
        ("   ", "A side needs at least one letter or digit."),
        ("x" * 41, "A side can have 40 characters at most; this one has 41."),
        ("Ann, Bob", "A side is made of letters, digits, emoji"),
        ("Ann: Bob", "A side is made of letters, digits, emoji"),
        ("⚔", "A side needs at least one letter or digit."),
        ("-", "A side needs at least one letter or digit."),
        ("A€", "A side is made of letters, digits, emoji"),
        ("Ann\u3164", "A side has no letters that show nothing"),
        ("A" + "\u0301\u0302\u0303\u0304", "A side has at most"),
    ],
)
def test_what_can_be_no_name(typed, sentence):
    with pytest.raises(RuleError) as refused:
        clean_name(typed, what="side")
    assert str(refused.value).startswith(sentence)


def test_a_name_that_is_there_is_said_to_be_and_one_that_only_looks_so_another_thing():
    taken = {"Ann": "character", "Ibis": "ship"}
    for other in ("ann", "ANN"):
        with pytest.raises(RuleError, match=f"There is a character named {other} already: choose another name"):
            check_taken(other, taken)
    with pytest.raises(RuleError, match="That name looks like Ann, which is there, and isn't"):
        check_taken("Аnn", taken)  # with a Cyrillic А
    check_taken("Bob", taken)
    check_taken("Allan", taken)
    check_unlike("ann", ["Ann"])


@pytest.mark.parametrize(("typed", "meant"), [("all", "everybody"), ("ALL", "everybody"), ("None", "nobody")])
def test_nobody_is_called_as_orders_call_everybody_or_nobody(typed, meant):
    for what in ("name", "side"):
        with pytest.raises(RuleError, match=f"Orders use the word {typed} for {meant}: choose another {what}."):
            check_taken(typed, {}, what=what)


@pytest.mark.parametrize(
    ("typed", "kept"), [("", ""), ("Red", "Red"), ("red", "Red"), ("  RED ", "Red"), ("Blue", "Blue"), ("gray", "gray")]
)
def test_a_side_that_is_there_keeps_its_capitals(typed, kept):
    assert side_named(typed, {"Red", "Green"}) == kept


def test_a_side_that_stands_there_needs_no_second_look():
    assert side_named("Ann, Bob", ["Ann, Bob"]) == "Ann, Bob"


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Ann", "Ann"),
        ("Ann,Bob", "Ann Bob"),
        ("@Ann\u200b  Bob", "Ann Bob"),
        ("\u3164Ann", "Ann"),
        # Nothing of it would be a name.
        ("***", "Somebody"),
        ("-", "Somebody"),
        ("", "Somebody"),
        ("A" + "\u0301\u0302\u0303\u0304", "Somebody"),
        ("y" * 39 + " z", "y" * 39),
    ],
)
def test_a_name_out_of_somebody_elses_text(told, name):
    assert usable_name(told, "Somebody") == name


def test_several_of_one_name_are_numbered_past_those_that_are_there():
    assert numbered("Orc", 1, {key_of("Orc 1")}) == ["Orc"]
    assert numbered("Orc", 3, set()) == ["Orc 1", "Orc 2", "Orc 3"]
    assert numbered("Orc", 2, {key_of("ORC 1"), key_of("orc 3")}) == ["Orc 2", "Orc 4"]
