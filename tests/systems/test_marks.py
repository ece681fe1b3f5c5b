"""Marks of the house: who has surrendered, in whose charge they are, and what that keeps them out of."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Scene, Unit
from bot.systems.marks import (
    in_charge,
    is_prisoner,
    left_out,
    marking,
    prisoners_told,
    takes_part,
    without_prisoners,
)
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.ahl.on_deck import AHL, HALL, body, gunner, scene_on, stands

SURRENDER = marking()["surrender"]
GAVE_UP, OF_BLUE, OF_GREEN = "surrendered", "prisoner of Blue", "prisoner of Green"
BLUE, GREEN = Unit("Bob", "Blue", None), Unit("Gus", "Green", None)


def red(name="Ann", *marks):
    return Unit(name, "Red", None, owner="1", marks=marks)


def surrendered(*units, by="", **said):
    """What an order to surrender leaves of marks, by name, and its card."""
    scene = Scene({"name": units}, known={each.name: each for each in (*units, BLUE, GREEN)}, by=by)
    outcome = SURRENDER.resolve(scene, SURRENDER.read(said, {}), LiveDice(bytes(32), 0))
    return {name: unit.marks for name, unit in outcome.units.items()}, card_of(SURRENDER, outcome, ())


@pytest.mark.parametrize(
    ("before", "said", "after", "title"),
    [
        ((), {}, (GAVE_UP,), "Ann surrenders"),
        ((), {"to": "Blue"}, (GAVE_UP, OF_BLUE), "Ann surrenders to Blue"),
        ((GAVE_UP,), {"to": "Blue"}, (GAVE_UP, OF_BLUE), "Ann is in the hands of Blue now"),
        ((GAVE_UP, OF_GREEN), {"to": "Blue"}, (GAVE_UP, OF_BLUE), "Ann is in the hands of Blue now"),
        ((OF_BLUE,), {}, (GAVE_UP, OF_BLUE), "Ann surrenders"),
        ((GAVE_UP,), {"back": True}, (), "Ann takes up arms again"),
        # What else is kept of them stays.
        ((GAVE_UP, OF_BLUE, "another"), {"back": True}, ("another",), "Ann takes up arms again"),
        (("another",), {"to": "Green"}, (GAVE_UP, "another", OF_GREEN), "Ann surrenders to Green"),
    ],
)
def test_what_is_kept_of_who_surrenders(before, said, after, title):
    marks, card = surrendered(red("Ann", *before), **said)
    assert marks == {"Ann": after}
    assert (card.title, card.lines) == (title, ())


def test_of_several_only_those_are_marked_of_whom_it_was_not_so():
    marks, card = surrendered(red(), red("Abe"), red("Eve", GAVE_UP))
    assert marks == {"Ann": (GAVE_UP,), "Abe": (GAVE_UP,)}
    assert (card.title, card.lines) == ("Ann and Abe surrender", ("Eve has surrendered already.",))
    marks, card = surrendered(red("Ann", GAVE_UP), red("Abe"), back=True)
    assert (marks, card.lines) == ({"Ann": ()}, ("Abe has not surrendered.",))
    marks, card = surrendered(red("Ann", GAVE_UP), red("Abe"), to="Blue")
    assert card.title == "Ann and Abe surrender to Blue"


@pytest.mark.parametrize(
    ("units", "said", "refusal"),
    [
        ([red("Ann", GAVE_UP)], {}, "Ann has surrendered already."),
        ([red("Ann", GAVE_UP), red("Abe", GAVE_UP)], {}, "Ann and Abe have surrendered already."),
        ([red("Ann", GAVE_UP, OF_BLUE)], {"to": "Blue"}, "Ann has surrendered already."),
        ([red()], {"back": True}, "Ann has not surrendered."),
        ([red()], {"to": "Red"}, "Ann is of Red, and is no prisoner of theirs"),
        ([red("Ann", GAVE_UP)], {"to": "Blue", "back": True}, "in nobody's charge"),
        ([red()], {"to": "Purple"}, "There is no side “Purple”"),
    ],
)
def test_what_can_not_be(units, said, refusal):
    with pytest.raises(RuleError) as refused:
        surrendered(*units, **said)
    assert refusal in str(refused.value)


@pytest.mark.parametrize(
    ("before", "said", "needs"),
    [
        ((), {}, False),
        ((), {"to": "Blue"}, False),
        ((GAVE_UP,), {"to": "Blue"}, True),
        ((GAVE_UP,), {"back": True}, True),
    ],
)
def test_a_player_needs_the_referees_yes_for_whoever_is_in_the_enemys_hands(before, said, needs):
    if needs:
        with pytest.raises(RuleError, match="needs the referee's yes"):
            surrendered(red("Ann", *before), by="1", **said)
    else:
        assert surrendered(red("Ann", *before), by="1", **said)[0]


@pytest.mark.parametrize(
    ("marks", "prisoner", "side", "fights"),
    [
        ((), False, "", True),
        ((GAVE_UP,), True, "", False),
        ((GAVE_UP, OF_BLUE), True, "Blue", False),
        ((OF_BLUE,), True, "Blue", True),
        (("another",), False, "", True),
    ],
)
def test_who_is_a_prisoner_and_who_fights(marks, prisoner, side, fights):
    assert (is_prisoner(marks), in_charge(marks), takes_part(red("Ann", *marks))) == (prisoner, side, fights)


def test_prisoners_are_told_with_who_has_them():
    assert prisoners_told([]) == prisoners_told([("Eve", ())]) == ""
    people = [("Ann", (GAVE_UP, OF_BLUE)), ("Eve", ()), ("Abe", (GAVE_UP,))]
    assert prisoners_told(people) == "Ann (in the hands of Blue) and Abe"


def test_prisoners_are_left_out_unless_they_are_meant_too():
    eve, ann, abe = red("Eve"), red("Ann", GAVE_UP), red("Abe", OF_BLUE)
    assert without_prisoners([eve, ann, abe], too=False) == ({"Eve": eve}, ("Ann", "Abe"))
    assert without_prisoners([eve, ann], too=True) == ({"Eve": eve, "Ann": ann}, ())
    assert without_prisoners([], too=False) == ({}, ())
    with pytest.raises(RuleError, match="Ann is a prisoner, and left out: prisoners:True"):
        without_prisoners([ann], too=False)
    with pytest.raises(RuleError, match="Ann and Abe are prisoners, and left out"):
        without_prisoners([ann, abe], too=False)
    assert left_out(("Ann", "Abe")) == "Left out as prisoners: Ann and Abe"
    assert left_out(()) == ""


@pytest.mark.parametrize("role", ["Ann", "Cid"])
def test_whoever_has_surrendered_fights_in_nothing_but_imagination_and_is_fired_at_all_the_same(role):
    """Ann fires at Cid; who fires is barred, and whoever is fired at is not."""
    people = [(gunner("Ann"), stands("A2", "E")), (body("Cid"), stands("I2"))]
    marked = [(replace(unit, marks=(GAVE_UP,)) if unit.name == role else unit, where) for unit, where in people]
    fire = systems.discover(systems)["ahl"].orders["fire"]
    scene, values = scene_on(board_of(*HALL), marked, name="Ann", target="Cid"), fire.read({})
    scene = replace(scene, units={**scene.units, "others": ()})
    if role == "Ann":
        with pytest.raises(RuleError, match="Ann has surrendered, and fires, fights and moves no more"):
            fire.resolve(scene, values, LiveDice(bytes(32), 0))
    else:
        assert fire.resolve(scene, values, LiveDice(bytes(32), 0)).result
    assert sum(chance for _, chance in order_odds(AHL.orders["fire"], scene, values)) == 1
