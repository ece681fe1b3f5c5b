"""What each of several who act together has for themselves."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind
from bot.engine.several import read_each

FIELDS = (
    Field("gait", Kind.CHOICE, "still", ("still", "walk"), mode=True),
    Field("fire", Kind.CHOICE, choices=("aimed", "normal"), mode=True),
    Field("moved", Kind.WHOLE, 0, low=0, high=100),
    Field("glass", Kind.FLAG, default=False),
    Field("because", Kind.TEXT, ""),
    Field("near", Kind.TEXT, ""),
)
NAMES = ("Ann", "Ann Lee", "Bob")


OF_THE_REFEREE = (*FIELDS, Field("turns", Kind.CHOICE, "paid", ("paid", "free"), referees="Turning for nothing"))


def each(text):
    return read_each(text, NAMES, FIELDS)


@pytest.mark.parametrize("text", ["Ann walk; turns free, Bob aimed", "Ann walk, Bob turns free", "Bob turns free"])
def test_what_is_the_referees_is_so_for_any_of_them(text):
    assert read_each(text, NAMES, OF_THE_REFEREE)["Bob"]
    with pytest.raises(RuleError, match="Turning for nothing is for the referee only"):
        read_each(text, NAMES, OF_THE_REFEREE, by="7")


@pytest.mark.parametrize("text", ["", "Ann walk, Bob aimed", "Ann turns paid, Bob walk"])
def test_what_a_player_says_as_it_is_anyhow_is_theirs_to_say(text):
    assert read_each(text, NAMES, OF_THE_REFEREE, by="7") == read_each(text, NAMES, OF_THE_REFEREE)


def test_each_has_only_what_was_said_of_them():
    assert each("Ann aimed; moved 12, Bob walk aimed; glass") == {
        "Ann": {"fire": "aimed", "moved": 12},
        "Bob": {"gait": "walk", "fire": "aimed", "glass": True},
    }
    assert each("Ann Lee moved 3") == {"Ann Lee": {"moved": 3}}
    assert each("") == {}


def test_a_comma_belongs_to_a_value_where_no_name_follows():
    assert each("Ann because rain, and wind, Bob walk")["Ann"] == {"because": "rain, and wind"}


@pytest.mark.parametrize("far", ["4", "@4", "@ 4", "=4", "12", "4 cm", "4; moved 3"])
def test_a_name_with_a_number_behind_it_belongs_to_what_is_said_of_the_one_before(far):
    """People by name only, however far away somebody else is said to be."""
    said = each(f"Ann near Ann Lee 2, Bob {far}, Bob walk")
    last, _, more = far.partition(";")
    assert said["Ann"] == {"near": f"Ann Lee 2, Bob {last}", **({"moved": 3} if more else {})}
    assert said["Bob"] == {"gait": "walk"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ann walk, Bob walk, Ann aimed", "“Ann” is said twice: say it once."),
        ("Ann moved 3; moved 4", "“moved” is said twice: say it once."),
        ("Ann walk; gait still", "“gait” is said twice: say it once."),
        ("Cid walk", "name among those who act"),
        ("Ann flies", "mode"),
        ("Ann moved far", "whole number"),
        ("Ann aimed normal", "two kinds of fire"),
        ("Ann moved 101", "from 0 to 100"),
    ],
)
def test_what_nobody_can_have_is_refused(text, sentence):
    with pytest.raises(RuleError, match=sentence):
        each(text)
