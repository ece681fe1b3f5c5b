import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.campaign.names import LONGEST_NAME, clean_name, key_of, usable_name
from bot.engine.errors import RuleError


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Marine   E1 ", "Marine E1"),
        ("Rene\u0301", "Ren\u00e9"),
        ("Аррланроугл", "Аррланроугл"),
        ("Robot #3 (old)", "Robot #3 (old)"),
        ("Ace 🚀", "Ace 🚀"),
        ("O'Neill-Hault", "O'Neill-Hault"),
    ],
)
def test_names_are_kept_as_people_write_them(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "🎲" * 4_000, "x" * 41, "\u202egnip", "a\u200bb", "<@123>", "**bold**", "a_b_c", "[x](y)", "`x`",
     "a\nb|c", "@everyone", "\x00", "...", "||secret||", "~~x~~", "a\\b", "https://x.yz"],
)  # fmt: skip
def test_what_cannot_be_a_name_is_refused(typed):
    with pytest.raises(RuleError, match=r"^A name "):
        clean_name(typed)


@given(st.text(max_size=60))
def test_no_text_gets_through_that_discord_would_read(typed):
    try:
        name = clean_name(typed)
    except RuleError:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert not set(name) & set("*_~|`<>@\\[]\u202e\u200b\n")
    assert clean_name(name) == name


def test_case_and_composition_make_no_other_name():
    assert key_of("RENÉ") == key_of(clean_name("Rene\u0301"))
    assert key_of("Straße") == key_of("STRASSE")


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Kinunir, a colonial cruiser", "Kinunir a colonial cruiser"),
        ("“Sable” [CC]", "Sable CC"),
        ("***", "Ship"),
        ("", "Ship"),
        ("x" * 99, "x" * LONGEST_NAME),
    ],
)
def test_a_name_in_somebody_elses_text_is_made_one_that_can_be_kept(told, name):
    assert usable_name(told, "Ship") == name == clean_name(name)
