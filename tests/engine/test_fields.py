"""What a field takes: whether a value is another than without it, settings in one's own words, whole numbers."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind, own_or_listed, whole

MOVED = Field("moved", Kind.WHOLE, 0, low=0, high=9)
APART = Field("moved", Kind.WHOLE, 0, low=0, high=9, apart=True)
DARK = Field("dark", Kind.FLAG)


@pytest.mark.parametrize(
    ("field", "given", "settings", "departs"),
    [
        (MOVED, "0", {}, False),
        (MOVED, "3", {}, True),
        (MOVED, "3", {"moved": "3"}, False),
        (MOVED, "0", {"moved": "3"}, True),
        # What is apart has no setting, though there is one of its name.
        (APART, "3", {"moved": "3"}, True),
        (APART, "0", {"moved": "3"}, False),
        # A no says nothing where nothing is known; a yes does.
        (DARK, False, {}, False),
        (DARK, "yes", {}, True),
        (DARK, "no", {"dark": "yes"}, True),
    ],
)
def test_a_value_departs_where_it_is_another_than_without_it(field, given, settings, departs):
    assert field.departs(given, settings) is departs


SIZE = Field("size", Kind.WHOLE, low=-3, high=3, shown=True)
LIGHT = Field("light", Kind.CHOICE, "normal", choices=("normal", "bad"), settled=True)
VACUUM = Field("vacuum", Kind.FLAG, False, settled=True)
SHADE = replace(DARK, settled=True, shown=True)


@pytest.mark.parametrize(
    ("field", "given", "settings", "decks", "told"),
    [
        # Of what neither a setting nor a deck has nothing is told, whatever is said.
        (DARK, "no", {}, True, ""),
        (DARK, "yes", {}, True, ""),
        (DARK, "no", {"dark": "yes"}, False, "no dark"),
        # A setting that isn't so is denied by a yes, one that is so by a no; what is so anyhow is nothing said.
        (VACUUM, "yes", {}, False, "vacuum"),
        (VACUUM, "yes", {"vacuum": "no"}, True, "vacuum"),
        (VACUUM, "no", {"vacuum": "yes"}, False, "no vacuum"),
        (VACUUM, "no", {}, True, ""),
        (VACUUM, "yes", {"vacuum": "yes"}, True, ""),
        (VACUUM, "no", {"vacuum": "no"}, True, ""),
        # A deck that is up may have it either way.
        (SHADE, "no", {}, True, "no dark"),
        (SHADE, "no", {}, False, ""),
        (SHADE, "yes", {}, False, "dark"),
        (SHADE, "yes", {"dark": "yes"}, True, ""),
        (replace(DARK, shown=True), "yes", {}, True, "dark"),
        (replace(DARK, shown=True), "no", {}, True, "no dark"),
        (replace(DARK, shown=True), "yes", {}, False, ""),
        (replace(DARK, default=False, lifts=True), "yes", {}, True, "dark"),
        (replace(DARK, default=False, lifts=True), "no", {}, True, ""),
        # What is a number or a choice is told where it is known to be shown, or a setting has it otherwise.
        (SIZE, "3", {}, False, "size +3"),
        (SIZE, "0", {}, False, "size 0"),
        (MOVED, "3", {}, True, ""),
        (MOVED, "0", {"moved": "3"}, False, "moved 0"),
        (MOVED, "3", {"moved": "3"}, False, ""),
        (APART, "3", {"moved": "3"}, False, ""),
        (LIGHT, "normal", {"light": "bad"}, False, "light normal"),
        (LIGHT, "bad", {"light": "bad"}, False, ""),
        (LIGHT, "bad", {}, False, "light bad"),
        (replace(LIGHT, referees="Setting it"), "normal", {"light": "bad"}, False, ""),
        (replace(VACUUM, referees="Setting it"), "yes", {}, False, ""),
    ],
)
def test_what_is_said_against_a_deck_or_a_setting_is_told(field, given, settings, decks, told):
    assert field.denies(given, settings, decks=decks) == told


@pytest.mark.parametrize(
    ("typed", "pattern", "values", "meant"),
    [
        ("yes", "", ("on", "off"), "on"),
        (" No ", "", ("off", "on"), "off"),
        ("on", "", ("on", "off"), "on"),
        ("off", "", ("on", "off"), "off"),
        ("on", "", ("no", "yes"), "yes"),
        ("OFF", "", ("no", "yes"), "no"),
        ("yes", "", ("no", "yes"), "yes"),
        ("12", r"\d+", ("unlimited",), "12"),
        ("unlim", r"\d+", ("unlimited",), "unlimited"),
    ],
)
def test_a_setting_is_one_of_those_listed_or_ones_own(typed, pattern, values, meant):
    assert own_or_listed(typed, pattern, values, "fog") == meant


@pytest.mark.parametrize(
    ("pattern", "values", "told"),
    [
        ("", ("asks", "acts"), "value for autopilot"),
        (
            r"\d+",
            ("unlimited",),
            r"There is no value for autopilot “yes”: choose .*write your own.* \(how often\)\.$",
        ),
    ],
)
def test_a_yes_is_no_value_of_what_is_not_on_or_off(pattern, values, told):
    with pytest.raises(RuleError, match=told):
        own_or_listed("yes", pattern, values, "autopilot", "how often")


@pytest.mark.parametrize(("typed", "number"), [("3", 3), ("+2", 2), ("−1", -1), (-2, -2), (" 9 ", 9)])
def test_a_whole_number_is_read_as_it_is_typed(typed, number):
    assert whole(typed, "dm", -2, 9) == number


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("far", "The dm must be a whole number, not “far”."),
        # What follows a comma may have been meant for another value.
        ("3, smoke 2", "The dm must be a whole number, not “3, smoke 2”: “smoke” is no value here."),
        ("3, ", "The dm must be a whole number, not “3,”."),
        ("-3", "The dm must be from −2 to 9."),
        ("10", "The dm must be from −2 to 9."),
    ],
)
def test_what_is_no_such_number_is_refused_in_a_sentence(typed, sentence):
    with pytest.raises(RuleError) as refused:
        whole(typed, "dm", -2, 9)
    assert str(refused.value) == sentence
