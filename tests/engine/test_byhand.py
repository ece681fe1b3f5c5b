"""Dice thrown on the table: how faces are read, which are asked for next, and that resolvers notice nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.byhand import (
    OtherThrowsError,
    TableDice,
    UnaskableError,
    UnthrownError,
    Wanted,
    begin_secret,
    next_throws,
    would_open,
)
from bot.engine.dice import LiveDice, ScriptedDice, Throw
from bot.engine.errors import RuleError
from bot.engine.scene import Outcome

HIT, DAMAGE, WHO = Wanted("to hit", 2, 6), Wanted("damage", 1, 6), Wanted("who", 1, 3)


def shot(dice):
    """A shot that does damage where it hits, and then strikes one of three."""
    if dice.roll(2, why="to hit") < 8:
        return "miss"
    damage = dice.roll(1, why="damage")
    return f"{damage} to {dice.pick('abc', why='who')}"


def thrown(why, *faces, sides=6):
    return Throw(why, sides, faces, by_hand=True)


@pytest.mark.parametrize("text", ["4 3", "43", "4+3", " 4, 3 ", "4;3"])
def test_faces_are_read_however_they_are_parted(text):
    assert HIT.read(text) == thrown("to hit", 4, 3)


@pytest.mark.parametrize("text", ["", "7", "4 7", "0 4", "4 3 1", "four three", "4-3", "4.3", "9" * 5000])
def test_what_is_no_such_throw_is_refused(text):
    with pytest.raises(RuleError, match="“to hit, 2D” takes 2 faces from 1 to 6, not "):
        HIT.read(text)


def test_large_dice_are_parted_by_something():
    assert Wanted("throw", 2, 100).read("12 100") == thrown("throw", 12, 100, sides=100)
    with pytest.raises(RuleError, match="takes 2 faces from 1 to 100, not “121”"):
        Wanted("throw", 2, 100).read("121")


@pytest.mark.rule("C3K-G04")
def test_decimal_dice_show_their_highest_face_as_nought():
    assert Wanted("to kill", 2, 10).read("0 7") == thrown("to kill", 10, 7, sides=10)
    assert Wanted("to hit", 1, 100).read("00") == thrown("to hit", 100, sides=100)
    assert Wanted("to hit", 1, 100).read("07") == thrown("to hit", 7, sides=100)
    with pytest.raises(RuleError, match="takes 1 face from 1 to 20, not “0”"):
        Wanted("throw", 1, 20).read("0")


def test_a_throw_is_called_for_as_referees_do():
    assert (HIT.words, WHO.words) == ("to hit, 2D", "who, 1D3")


def test_nothing_is_made_up_where_dice_are_missing():
    with pytest.raises(UnthrownError) as unthrown:
        shot(TableDice([thrown("to hit", 4, 4)]))
    assert unthrown.value.wanted == (DAMAGE,)


def test_a_throw_for_something_else_is_no_throw_for_this():
    with pytest.raises(OtherThrowsError):
        shot(TableDice([thrown("damage", 4, 4)]))
    with pytest.raises(OtherThrowsError):
        shot(TableDice([thrown("to hit", 4)]))


def test_what_was_taken_back_is_not_thrown_on_the_table_again():
    dice = TableDice([thrown("to hit", 4, 3), thrown("a check", 1)])
    dice.roll(2, why="to hit")
    dice.take_back(0)
    assert dice.roll(1, why="a check") == 1
    assert dice.roll(2, why="to hit") == 7
    assert [throw.why for throw in dice.throws] == ["a check", "to hit"]


def test_what_is_asked_beyond_falls_as_other_dice_do():
    dice = TableDice([thrown("to hit", 6, 6)], ScriptedDice([5, 2]))
    assert shot(dice) == "5 to b"
    assert dice.throws == [thrown("to hit", 6, 6), Throw("damage", 6, (5,)), Throw("who", 3, (2,))]


def test_only_what_is_thrown_whatever_comes_before_is_asked_for_at_once():
    assert next_throws(shot, [], 5) == (HIT,)
    # After a hit both are thrown; more than asked for are not told.
    assert next_throws(shot, [thrown("to hit", 4, 4)], 5) == (DAMAGE, WHO)
    assert next_throws(shot, [thrown("to hit", 4, 4)], 1) == (DAMAGE,)
    assert next_throws(shot, [thrown("to hit", 1, 1)], 5) == ()


@pytest.mark.parametrize("another", [1, 6])
@pytest.mark.parametrize("asked", [("who", 5), ("where", 3), None])
def test_what_hangs_on_a_throw_is_not_asked_for_with_it(another, asked):
    """After one face of the damage another throw is made than after the others, or none."""

    def resolve(dice):
        if dice.roll(1, why="damage") != another:
            return dice.roll(1, 3, why="who")
        return asked and dice.roll(1, asked[1], why=asked[0])

    assert next_throws(resolve, [], 5) == (DAMAGE,)
    assert next_throws(resolve, [thrown("damage", 3)], 5) == (WHO,)


def test_a_very_large_throw_is_not_tried_out():
    assert next_throws(lambda dice: dice.roll(100, 1000, why="throw") and dice.roll(1, why="more"), [], 5) == (
        Wanted("throw", 100, 1000),
    )


def opening(dice):
    """A move with a check of one's own, met by a fire that is opened with it where the check is passed."""
    if dice.roll(2, why="check") > 7:
        return Outcome({}, "stays")
    return Outcome({}, dice.roll(2, why="to hit"), opened="the covering fire of Bob")


def test_whether_anything_is_opened_is_tried_low_and_high():
    assert would_open(opening, [])
    assert would_open(opening, [thrown("check", 3, 4)])
    assert not would_open(opening, [thrown("check", 4, 4)])
    # What a high throw alone opens.
    assert would_open(lambda dice: Outcome({}, "", opened="a plan" if dice.roll(2, why="check") > 7 else ""), [])


def ambushed(dice):
    """A check of one's own, and where it is passed what another has kept in secret; then another check."""
    if dice.roll(2, why="check") > 7:
        return "stays"
    begin_secret(dice)
    return dice.roll(2, why="to hit") + dice.roll(1, why="after it")


def test_of_anothers_secret_and_what_comes_after_it_nothing_is_asked():
    check, hit, after = Wanted("check", 2, 6), Wanted("to hit", 2, 6), Wanted("after it", 1, 6)
    passed = thrown("check", 3, 4)
    assert next_throws(ambushed, [], 5) == (check,)
    assert next_throws(ambushed, [passed], 5) == ()
    assert next_throws(ambushed, [passed], 5, knows=True) == (hit, after)
    with pytest.raises(UnaskableError):
        ambushed(TableDice([passed]))
    dice = TableDice([passed], ScriptedDice([1, 2, 4]))
    assert ambushed(dice) == 7
    assert [throw.by_hand for throw in dice.throws] == [True, False, False]
    # Odds and live dice know nothing of it.
    assert ambushed(ScriptedDice([3, 4, 1, 2, 4])) == 7


@pytest.mark.parametrize("opened", [False, True])
def test_what_was_opened_before_a_secret_is_known_though_the_secret_is_not(opened):
    def resolve(dice):
        begin_secret(dice, opened=opened)
        return Outcome({}, None, opened="what Bob had said beforehand")

    assert would_open(resolve, []) is opened


@given(st.binary(min_size=32, max_size=32), st.lists(st.tuples(st.integers(1, 3), st.integers(2, 20)), max_size=6))
def test_entered_form_by_form_it_comes_to_what_the_same_dice_come_to_at_once(seed, asked):
    """Whatever is thrown, however it hangs on what was thrown before."""

    def resolve(dice):
        total = 0
        for number, (count, sides) in enumerate(asked):
            if (total + number) % 3:
                total += dice.roll(count, sides, why=f"throw {number}")
            else:
                total += dice.pick(range(sides), why=f"pick {number}")
        return total

    live = LiveDice(seed, 0)
    expected = resolve(live)
    entered = []
    while wanted := next_throws(resolve, entered, 5):
        for each, fell in zip(wanted, live.throws[len(entered) :], strict=False):
            entered.append(each.read(" ".join(map(str, fell.faces))))
    dice = TableDice(list(entered))
    assert resolve(dice) == expected
    assert [each.faces for each in dice.throws] == [each.faces for each in live.throws]
