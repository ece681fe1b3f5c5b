"""Words with which people salt the dice, whatever the rules."""

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.packing import pack
from bot.engine.scene import Scene
from bot.systems.seeds import Opened, Salted, opened_lines, seed_orders

(SALT,) = (order for order in seed_orders() if order.verb == "dice salt")


def salted(words, *before, by="Ann"):
    """The salts of a seed after somebody's words, each with whose it is."""
    scene = Scene({}, material=Salted("hash", (*before, ("", by))))
    outcome = SALT.resolve(scene, SALT.read({"words": words}, {}), LiveDice(bytes(32), 0))
    return outcome.result.salts


def others(number):
    return [(f"word {each}", f"Player {each}") for each in range(number)]


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("12345678901234", True),
        ("123456789012345", False),
        ("red 123456789012345 dog", False),
        ("1234567 8901234 5", True),
        # What is packed is unpacked when somebody is to be forgotten.
        (pack("x"), False),
    ],
)
def test_no_salt_can_be_taken_for_somebodys_number(words, kept):
    """A number has 14 figures at most: those of people on Discord have more."""
    if kept:
        assert salted(words) == ((words, "Ann"),)
    else:
        with pytest.raises(RuleError, match="A salt is words: no number in it has more than 14 figures"):
            salted(words)


def test_everybody_has_one_salt_their_last_and_no_two_are_alike():
    assert salted("blue whale", ("red dog", "Ann"), ("cat", "Bob")) == (("cat", "Bob"), ("blue whale", "Ann"))
    for whose in ("Ann", "Bob"):
        with pytest.raises(RuleError, match="Those words salt the dice already"):
            salted("Red  DOG", ("red dog", whose))


def test_fifty_people_salt_a_seed_at_most():
    assert len(salted("red dog", *others(49))) == 50
    assert len(salted("red dog", *others(49), ("cat", "Ann"))) == 50
    with pytest.raises(RuleError, match="50 people have salted this seed"):
        salted("red dog", *others(50))


@pytest.mark.parametrize(
    ("first", "dice", "told"), [(1, 7, "7 dice came from it, 1 to 7:"), (8, 3, "3 dice came from it, 8 to 10:")]
)
def test_which_dice_came_from_a_seed_that_is_opened(first, dice, told):
    lines = opened_lines(Opened("stretch 1", "00" * 32, first, dice, "fresh"))
    # The SHA-256 of 32 bytes of zero.
    assert lines[1].endswith("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    assert lines[2].startswith(told)
    assert lines[3].endswith("SHA-256 of its seed: fresh")
