"""Throwing grenades (AHL 16), and how many are carried (AHL 25.A)."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import systems
from bot.engine.dice import ScriptedDice, applied
from bot.engine.errors import RuleError
from bot.systems.ahl.grenade.throw import TO_TOSS, Toss, direction, scatter, take_grenade, throw_grenade
from bot.systems.ahl.sheet.character import Character, Condition, Nerve

AHL = systems.discover(systems)["ahl"]
HOUSE = partial(scatter, house=True)


def dm(squares, **toss):
    return sum(modifier.dm for modifier in applied(TO_TOSS, Toss(squares, **toss)))


@pytest.mark.rule("AHL-16a")
@pytest.mark.parametrize(("squares", "expected"), [(0, 0), (10, 0), (19, 0), (20, -1), (29, -1), (30, -2), (59, -4)])
def test_range_costs_one_for_each_whole_ten_past_ten(squares, expected):
    assert dm(squares) == expected


@pytest.mark.rule("AHL-16a")
def test_cover_of_the_thrower_costs_two():
    assert dm(20, cover=True) == -3


def test_the_referee_may_add_their_own():
    (own,) = applied(TO_TOSS, Toss(5, dm=-1, because="wind"))
    assert (own.dm, own.label) == (-1, "referee: wind")


@pytest.mark.rule("AHL-16a")
def test_eight_hits_and_seven_scatters():
    hit = throw_grenade(Toss(5), TO_TOSS, ScriptedDice([4, 4]), scatter=HOUSE)
    assert (hit.check.made, hit.scatter) == (True, None)
    missed = throw_grenade(Toss(5), TO_TOSS, ScriptedDice([3, 4, 3, 4, 5, 6]), scatter=HOUSE)
    assert (missed.scatter.direction, missed.scatter.squares) == ("straight on", 5)


@pytest.mark.rule("AHL-16c")
@pytest.mark.parametrize(("faces", "squares"), [([1, 1], 1), ([1, 2], 1), ([2, 3], 2), ([6, 6], 6)])
def test_scatter_is_halved_down(faces, squares):
    assert scatter(ScriptedDice([1, 1, *faces]), house=True).squares == squares


@pytest.mark.rule("AHL-16b")
def test_the_house_table_of_directions():
    """Ruling R-31: mirrored about the line of the throw, 7 straight on."""
    words = {total: direction(total, house=True) for total in range(2, 13)}
    assert words[7] == "straight on"
    assert (words[6], words[8]) == ("ahead to the left", "ahead to the right")
    assert (words[5], words[9]) == ("to the left", "to the right")
    assert (words[4], words[10]) == ("back to the left", "back to the right")
    assert {words[total] for total in (2, 3, 11, 12)} == {"straight back"}


@pytest.mark.rule("AHL-16b")
def test_without_the_house_table_only_a_seven_is_known():
    assert [total for total in range(2, 13) if direction(total, house=False)] == [7]


@given(st.integers(0, 500))
def test_farther_is_never_easier(squares):
    assert dm(squares + 1) <= dm(squares) <= 0


def test_a_grenade_is_used_up_by_whoever_can_throw():
    assert take_grenade("X", Character(grenades=2)).grenades == 1
    with pytest.raises(RuleError, match="X has no grenades"):
        take_grenade("X", Character())
    with pytest.raises(RuleError, match="X is unconscious and cannot throw a grenade"):
        take_grenade("X", Character(grenades=1, condition=Condition.UNCONSCIOUS))
    with pytest.raises(RuleError, match="X is cowering and cannot throw a grenade"):
        take_grenade("X", Character(grenades=1, nerve=Nerve.COWERING))


@pytest.mark.rule("AHL-25Ad")
def test_two_grenades_for_each_clip_left_behind():
    armed = {"weapon": "ACR", "clips": "6"}
    carries = AHL.with_traits(AHL.new_sheet, armed | {"grenades": "4"})
    assert carries.grenades == 4
    with pytest.raises(RuleError, match="5 grenades are too many beside 6 clips"):
        AHL.with_traits(AHL.new_sheet, armed | {"grenades": "5"})
    with pytest.raises(RuleError, match="4 grenades are too many beside 7 clips"):
        AHL.with_traits(carries, {"clips": "7"})
    with pytest.raises(RuleError, match="1 grenade is too many beside 8 clips"):
        AHL.with_traits(AHL.new_sheet, armed | {"clips": "8", "grenades": "1"})
    assert AHL.with_traits(AHL.new_sheet, {"grenades": "16"}).grenades == 16
