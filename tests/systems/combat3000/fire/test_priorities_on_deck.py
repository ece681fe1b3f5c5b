"""Whom somebody should fire at first as a deck shows it, in a turn that is kept (C3K Target priorities)."""

from dataclasses import replace

import pytest

from bot import systems
from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.engine.scene import Scene
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.kit import Droid
from bot.systems.combat3000.fire.priorities import told_first
from bot.systems.combat3000.turn import GameOrders, Phase, Turn
from tests.systems.combat3000.fire.test_known import OPEN
from tests.systems.combat3000.table import C3K, unit

BOOK = load_book(systems.DATA / "combat3000")
FIRE = C3K.orders["fire"]


def person(name, side="Blue", *, target="", shot=True, marks=(), **sheet):
    """Somebody who fired at a target in the turn before, or only aimed at it."""
    found = unit(name, side, **sheet)
    last = replace(found.sheet.last, target=target, shot=shot)
    return replace(found, sheet=replace(found.sheet, last=last), marks=marks)


ANN, SUE = person("Ann", "Red", weapon="Rifle"), person("Sue", "Red")
# Ann stands at A1; a square is 1½ cm, so that Bob is 6 cm off, Cid 9, and Dan 16 over the corner of the hall.
PLACES = {"Ann": "A1", "Sue": "A2", "Bob": "E1", "Cid": "G1", "Dan": "L1"}


def told(*others, target="Bob", ann=ANN, orders=None, away=(), board=True, **fields):
    people = {each.name: each for each in (ann, SUE, *others)}
    there = {
        name: Standing(at_of(PLACES[name]), Facing.EAST if name in {"Ann", "Sue"} else Facing.WEST)
        for name in people
        if name not in away
    }
    scene = Scene(
        {"name": (ann,), "target": (people[target],) if target else ()},
        board=replace(OPEN, people=there) if board else None,
        present={name: each for name, each in people.items() if name in there},
        known=people,
    )
    turn = Turn(2, Phase.FIRING, orders={"Ann": GameOrders(priority=orders)} if orders else {})
    asked = FIRE.made(FIRE.read(fields))
    return [line.removeprefix("Ann fires first at ").partition(",")[0] for line in told_first(scene, turn, asked, BOOK)]


NEAREST = "Ann fires first at Bob, who is the nearest, if that can be harmed, and not at Cid (C3K Target priorities)."


@pytest.mark.rule("C3K-F12")
@pytest.mark.parametrize(
    ("others", "orders", "target", "first"),
    [
        # The nearest comes first, unless another fires at them, or at friends.
        ([person("Bob"), person("Cid")], None, "Bob", []),
        ([person("Bob"), person("Cid")], None, "Cid", ["Bob"]),
        ([person("Bob"), person("Cid", target="Ann")], None, "Bob", ["Cid"]),
        ([person("Bob"), person("Cid", target="Sue")], None, "Bob", ["Cid"]),
        ([person("Bob", target="Sue"), person("Cid", target="Ann")], None, "Bob", ["Cid"]),
        # Whoever only aimed at them hasn't fired, nor has who fired at people of another side.
        ([person("Bob"), person("Cid", target="Ann", shot=False)], None, "Bob", []),
        ([person("Bob"), person("Cid", target="Dan"), person("Dan")], None, "Bob", []),
        ([person("Bob"), person("Cid", target="Nobody")], None, "Bob", []),
        # Whom they were told to fire at comes before others only while they fire.
        ([person("Bob"), person("Dan", target="Sue")], "Dan", "Bob", ["Dan"]),
        ([person("Bob", target="Sue"), person("Dan", target="Sue")], "Dan", "Bob", ["Dan"]),
        ([person("Bob", target="Ann"), person("Dan", target="Sue")], "Dan", "Dan", ["Bob"]),
        ([person("Bob"), person("Dan")], "Dan", "Dan", ["Bob"]),
        # The dead, those who have surrendered, and their own people are no enemies.
        ([person("Bob", condition="killed"), person("Cid")], None, "Cid", []),
        ([person("Bob", marks=("surrendered",)), person("Cid")], None, "Cid", []),
        ([person("Bob", "Red"), person("Cid")], None, "Cid", []),
    ],
)
def test_who_comes_first_on_a_deck(others, orders, target, first):
    assert told(*others, orders=orders, target=target) == first


@pytest.mark.rule("C3K-F12")
@pytest.mark.parametrize(
    ("more", "first"),
    [
        ({}, ["Bob"]),
        ({"away": ("Bob",)}, []),
        ({"away": ("Ann",)}, []),
        ({"board": False}, []),
        ({"fire": "aimed"}, ["Bob"]),
        ({"fire": "normal"}, ["Bob"]),
        # There are none in covering fire, in panic, in role play, or where the player has named the threats.
        ({"fire": "covering"}, []),
        ({"fire": "panic"}, []),
        # Nor at a place, at which fire is speculative.
        ({"at": "A3", "target": ""}, []),
        ({"game": "role play"}, []),
        ({"threats": "Cid 9 me"}, []),
        # Nor for Zarquin, and for robots that go by their orders or programme alone; for others there are.
        ({"ann": person("Ann", "Red", creature="Zarquin")}, []),
        ({"ann": person("Ann", "Red", droid="ACT")}, ["Bob"]),
        ({"ann": person("Ann", "Red", droid="PAS")}, []),
    ],
)
def test_for_whom_and_in_which_fire_somebody_comes_first(more, first):
    if "ann" in more and more["ann"].sheet.circuits.droid is Droid.ACTIVE:
        circuits = replace(more["ann"].sheet.circuits, ignores=True)
        deaf = replace(more["ann"], sheet=replace(more["ann"].sheet, circuits=circuits))
        assert told(person("Bob"), person("Cid"), target="Cid", ann=deaf) == []
    assert told(person("Bob"), person("Cid"), **{"target": "Cid", **more}) == first


def test_it_is_told_why_and_by_which_rule():
    people = {each.name: each for each in (ANN, person("Bob"), person("Cid"))}
    there = {name: Standing(at_of(PLACES[name]), Facing.EAST) for name in people}
    scene = Scene(
        {"name": (ANN,), "target": (people["Cid"],)},
        board=replace(OPEN, people=there),
        present=people,
        known=people,
    )
    assert list(told_first(scene, Turn(2, Phase.FIRING), FIRE.made(FIRE.read({})), BOOK)) == [NEAREST]
