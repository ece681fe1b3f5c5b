"""How a career begins: what is given, what is thrown, and what can't be."""

from dataclasses import asdict

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.naval.career import Characteristics, Homeworld, Status, homeworld, read_upp
from bot.systems.naval.play import begin
from tests.systems.naval.careers import BOOK, Totals, asked


def test_what_is_given_is_not_thrown():
    stepped = begin(read_upp("789A87"), Homeworld(), 18, ScriptedDice([]), BOOK)
    assert stepped.career.characteristics == Characteristics(7, 8, 9, 10, 8, 7)
    assert (stepped.career.age, stepped.report.events) == (18, ())


def test_what_is_not_given_is_thrown_two_dice_each_and_told_as_the_houses_own():
    dice = Totals(7, 8, 9, 10, 11, 12, 9, 11, 12, 11, 6)
    stepped = begin(None, None, 20, dice, BOOK)
    assert stepped.career.characteristics == Characteristics(7, 8, 9, 10, 11, 12)
    # A world's size and hydrographics end at 10.
    assert stepped.career.homeworld == Homeworld(9, 10, 12, 10, navy=True, subsector_tech=6)
    assert {event.rules for event in stepped.report.events} == {("NR-G1",)}
    assert len(stepped.report.events) == 11


def test_a_career_begins_as_far_as_nothing_has_to_be_chosen():
    """At 19 no school is open, and of three navies one is to be chosen; of one alone the throw is made at once."""
    assert asked(begin(Characteristics(), Homeworld(), 19, ScriptedDice([]), BOOK).career)[0] == "navy"
    alone = Homeworld(tech=6, subsector_tech=8)
    stepped = begin(Characteristics(), alone, 19, ScriptedDice([2, 3]), BOOK)
    assert stepped.career.status is Status.REJECTED


@pytest.mark.parametrize("upp", ["78987", "7898777", "7I9A87", "7O9A87", "", "7 9A87", "78-A87"])
def test_a_upp_of_other_digits_is_refused_with_how_to_write_it(upp):
    with pytest.raises(RuleError, match=r"A UPP has six digits, .*: write it like 789A87\."):
        read_upp(upp)


def test_a_characteristic_of_0_is_refused():
    with pytest.raises(RuleError, match=r"The strength must be 1 or more\."):
        read_upp("089A87")


def test_a_characteristic_above_the_campaigns_highest_is_refused_and_none_is_thrown_above_it():
    """Ruling NR-A38: no bound but the one that a campaign sets."""
    bound = BOOK.under({"highest characteristic": "15"})
    with pytest.raises(RuleError, match=r"The dexterity must be 15 or less: that is this campaign's highest"):
        begin(read_upp("7G7777"), Homeworld(), 18, ScriptedDice([]), bound)
    assert begin(read_upp("FFFFFF"), Homeworld(), 18, ScriptedDice([]), bound).career.characteristics.upp == "FFFFFF"
    assert begin(read_upp("ZZZZZZ"), Homeworld(), 18, ScriptedDice([]), BOOK).career.characteristics.upp == "ZZZZZZ"
    low = BOOK.under({"highest characteristic": "10"})
    assert begin(None, Homeworld(), 18, ScriptedDice([6] * 12), low).career.characteristics.upp == "AAAAAA"


@pytest.mark.parametrize("age", [17, 0, 61])
def test_an_age_that_no_career_begins_at_is_refused(age):
    with pytest.raises(RuleError, match="A naval career begins at an age from 18 to 60"):
        begin(Characteristics(), Homeworld(), age, ScriptedDice([]), BOOK)


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"size": 11}, "The size of a homeworld goes from 0 to 10"),
        ({"hydrographics": 11}, "The hydrographics of a homeworld goes from 0 to 10"),
        ({"subsector_tech": 16}, "The subsector's tech level of a homeworld goes from 0 to 15"),
        ({"tech": -1}, "The tech level of a homeworld goes from 0 to 15"),
    ],
)
def test_a_world_that_cannot_be_is_refused(figures, told):
    with pytest.raises(RuleError, match=told):
        homeworld(figures)


def test_the_world_of_whom_nothing_is_said_is_one_that_can_be():
    figures = asdict(Homeworld())
    assert homeworld(figures, navy=figures.pop("navy")) == Homeworld()
