import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import Faces, LiveDice, Modifier, ScriptedDice, Throw, new_seed, referees_own

SEED = bytes(range(32))


@pytest.mark.rule("AHL-INT-3")
def test_a_roll_adds_its_faces_and_records_them():
    dice = ScriptedDice([4, 5])
    assert dice.roll(2, why="to hit") == 9
    assert dice.throws == [Throw("to hit", 6, (4, 5))]


def test_live_faces_are_the_hmac_of_seed_and_counter():
    dice = LiveDice(SEED, 7)
    faces = [dice.face(6) for _ in range(3)]
    by_hand = [
        int.from_bytes(hmac.new(SEED, number.to_bytes(8, "big"), hashlib.sha256).digest(), "big") % 6 + 1
        for number in (7, 8, 9)
    ]
    assert faces == by_hand
    assert dice.counter == 10


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40), st.integers(1, 1000))
def test_live_faces_lie_on_the_die(seed, counter, sides):
    assert 1 <= LiveDice(seed, counter).face(sides) <= sides


def test_live_dice_are_even():
    dice = LiveDice(SEED, 0)
    counts = [0] * 6
    for _ in range(12_000):
        counts[dice.face(6) - 1] += 1
    # Six degrees of freedom less one: 20.5 is passed once in a thousand seeds, and this seed is fixed.
    assert sum((count - 2_000) ** 2 / 2_000 for count in counts) < 20.5


def test_seeds_differ():
    assert new_seed() != new_seed()
    assert len(new_seed()) == 32


def test_picking_one_of_one_needs_no_die():
    dice = ScriptedDice([])
    assert dice.pick(["only"], why="who") == "only"


def test_picking_takes_a_die_with_a_side_an_option():
    dice = ScriptedDice([2])
    assert dice.pick(["a", "b", "c"], why="who") == "b"
    assert dice.throws == [Throw("who", 3, (2,))]


def test_folding_steps_through_every_item():
    dice = ScriptedDice([1, 2, 3])
    assert dice.fold("abc", 0, lambda d, total, _: total + d.roll(1, why="x")) == 6


@pytest.mark.parametrize("faces", [[], [7], [0]])
def test_a_script_that_does_not_fit_says_so(faces):
    with pytest.raises(ValueError, match="no scripted face"):
        ScriptedDice(faces).roll(1, why="x")


def test_dice_that_were_taken_back_fall_so_again():
    live, scripted = LiveDice(SEED, 7), ScriptedDice([1, 2, 3, 4])
    for dice in (live, scripted):
        first, lost = dice.roll(1, why="a check"), dice.roll(2, why="a dive")
        dice.take_back(1)
        assert [throw.why for throw in dice.throws] == ["a check"]
        assert (dice.roll(2, why="another"), first) == (lost, dice.throws[0].total)
    assert (live.counter, scripted.left) == (10, [4])


def test_faces_are_taken_by_what_they_were_for_in_order():
    faces = Faces([Throw("hit", 6, (1, 2)), Throw("damage", 6, (3, 4)), Throw("hit", 6, (5, 6))])
    assert faces.take("damage") == (3, 4)
    assert faces.take("hit") == (1, 2)
    assert faces.take("hit") == (5, 6)
    with pytest.raises(KeyError):
        faces.take("hit")


def test_the_referees_own_modifier_says_that_it_is_theirs_and_why():
    assert referees_own(0, "fog") is None
    assert referees_own(2, "") == Modifier(2, "referee", "referee")
    assert referees_own(-1, "fog") == Modifier(-1, "referee: fog", "referee")
