"""Whoever has surrendered takes no part: neither on their own account nor beside others, nor as an enemy to anybody."""

from dataclasses import replace

import pytest

from bot.engine.system import Scene
from bot.systems.ahl.morale.on_deck import leaders_beside
from tests.systems.ahl.table import Table, one

OUT = "has surrendered, and fires, fights and moves no more until /surrender back:True takes that back."


def table_with(*people, **settings):
    return Table(*people, settings=settings)


def surrendered(unit, standing):
    return replace(unit, marks=("surrendered",)), standing


def test_they_do_not_strike_back():
    bob = one("Bob", "2", "B1", "W", "red")
    struck = table_with(one("Ann", "1", "A1"), surrendered(*bob)).give("melee", [3], name="Ann", target="Bob")
    assert "Bob does not strike back: has surrendered" in struck.lines
    # The same one under arms throws as well, and for who is first.
    table_with(one("Ann", "1", "A1"), bob).give("melee", [1, 3, 3], name="Ann", target="Bob")


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("break", {"name": "Ann", "with": "Abe", "side": "E"}),
        ("move", {"name": "Ann", "with": "Abe", "dragging": "Dan", "to": "C1"}),
        ("lift ride", {"name": "Abe"}),
        ("rally", {"name": "Ann", "leaders": "Abe"}),
        ("jump", {"name": "Abe", "at": "C1"}),
        ("dive", {"name": "Abe", "target": "Bob"}),
        ("cover", {"name": "Abe", "at": "I1"}),
        ("grenade", {"name": "Abe", "at": "C1"}),
    ],
)
def test_they_neither_help_nor_move_nor_fire(verb, given):
    abe = surrendered(*one("Abe", "1", "A1"))
    table = table_with(one("Ann", "1", "A1"), one("Dan", "1", "A1"), one("Bob", "2", "B1", "W", "red"), abe)
    assert table.refused(verb, **given) == f"Abe {OUT}"


def test_nobody_stops_beside_them_or_is_told_of_them():
    for bob, told in ((one("Bob", "2", "D1", "W", "red"), True), (None, False)):
        other = bob or surrendered(*one("Bob", "2", "D1", "W", "red"))
        card = table_with(one("Ann", "1", "A1"), other).give("move", name="Ann", to="C1")
        assert any("adjacent" in line for line in card.lines) is told


def test_they_hold_no_square_against_anybody_and_plan_nothing():
    for bob, holds in ((one("Bob", "2", "B1", "W", "red"), True), (None, False)):
        other = bob or surrendered(*one("Bob", "2", "B1", "W", "red"))
        table = table_with(one("Ann", "1", "A1"), other)
        card = table.give("move", name="Ann", to="B1")
        assert any("An enemy holds that square" in line for line in card.lines) is holds
    table.give("turn begin")
    assert table.refused("plan", name="Bob", plan="move") == "None of them can act: name somebody who can."


def test_in_their_square_anything_can_be_fired():
    ann, bob = one("Ann", "1", "A1"), one("Bob", "2", "A1", "W", "red")
    cid = one("Cid", "2", "F1", "W", "red")
    assert "shares a square with Bob" in table_with(ann, bob, cid).refused("fire", name="Ann", target="Cid")
    card = table_with(ann, surrendered(*bob), cid).give("fire", (1, 1), name="Ann", target="Cid")
    assert card.title == "Ann fires at Cid"


def test_they_can_be_dragged_along_and_nobody_is_who_fights():
    ann, bob = one("Ann", "1", "A1"), one("Bob", "2", "A1", "W", "red")
    given = {"name": "Ann", "dragging": "Bob", "to": "B1"}
    assert "is an active enemy" in table_with(ann, bob).refused("move", **given)
    assert table_with(ann, surrendered(*bob)).give("move", **given).title.startswith("Ann")


def test_they_lead_nobody_who_rallies():
    ann, abe = one("Ann", "1", "A1"), one("Abe", "1", "A1", leadership=1)
    for leader, leads in ((abe, 1), (surrendered(*abe), 0)):
        table = table_with(ann, leader)
        scene = Scene({}, board=table.board, present=table.units)
        assert len(leaders_beside(scene, table.board, [table.units["Ann"]])) == leads
