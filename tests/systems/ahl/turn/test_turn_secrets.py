"""What a player learns of plans that aren't theirs: nothing (AHL 5)."""

from dataclasses import replace

import pytest

from bot.engine.errors import NeedsYesError
from tests.systems.ahl.on_deck import gunner, stands
from tests.systems.ahl.table import Table


def owned(name, owner, square="A2", **sheet):
    return replace(gunner(name, **sheet), owner=owner), stands(square)


@pytest.mark.rule("AHL-5b")
@pytest.mark.parametrize("turns", ["kept", "shown"])
@pytest.mark.parametrize("plan", [None, "aim", "cover", "move", "reload"])
def test_a_helper_of_another_player_waits_for_that_one_whatever_they_have_planned(plan, turns):
    table = Table(owned("Ann", "1"), owned("Bob", "2"), settings={"turns": turns})
    table.begin(**({"Bob": plan} if plan else {}), Ann="move")
    table.by = "1"
    assert table.refused("break", name="Ann", **{"with": "Bob"}) == (
        "Bob is not theirs, and helping takes action points."
    )
    with pytest.raises(NeedsYesError) as needed:
        table.give("break", name="Ann", **{"with": "Bob"})
    assert needed.value.of == ("2",)


@pytest.mark.rule("AHL-8C5b")
def test_a_helper_of_whom_it_was_said_beforehand_helps_or_not_and_nobody_is_asked():
    for say, refused in (("always", "There is no door"), ("never", "Bob helps nobody: so it was said beforehand.")):
        table = Table(owned("Ann", "1"), owned("Bob", "2"))
        table.begin(Ann="move", Bob="move")
        table.give("standing", name="Bob", when="help", say=say)
        table.by = "1"
        assert table.refused("break", name="Ann", **{"with": "Bob"}).startswith(refused)


def test_ones_own_helper_and_the_referees_come_as_far_as_the_door():
    for by in ("1", ""):
        table = Table(owned("Ann", "1"), owned("Bob", "1" if by else "2"))
        table.begin(Ann="move", Bob="move")
        table.by = by
        assert table.refused("break", name="Ann", **{"with": "Bob"}).startswith("There is no door")


def test_in_the_decision_phase_an_abandoned_plan_can_be_made_anew():
    table = Table(owned("Ann", "1"))
    table.give("turn begin")
    table.give("plan", name="Ann", plan="aim")
    assert table.give("plan", name="Ann", plan="abandon").lines == ("Another can be made before the first phase",)
    assert table.last.sealed
    table.give("plan", name="Ann", plan="move")
    table.give("phase")
    table.give("move", name="Ann", to="B2")


def test_an_abandoned_plan_leaves_what_needs_none():
    table = Table(owned("Ann", "1"))
    table.begin(Ann="aim")
    assert table.give("plan", name="Ann", plan="abandon").lines == (
        "In this turn nothing else that needs a plan; snap shots, grenades and melee do not (AHL 5)",
    )


def test_who_has_nobody_is_asked_for_a_name():
    table = Table()
    table.give("turn begin")
    for given in ({}, {"plan": "aim"}):
        assert (
            table.refused("plan", **given)
            == "Nobody here is yours to plan for, or to know their plans: name whom you mean."
        )
