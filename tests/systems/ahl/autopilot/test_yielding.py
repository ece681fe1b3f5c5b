"""Whoever can hardly hurt an enemy leaves them to friends who can fire (AHL 11.A.3, 17, 21)."""

import pytest

from bot.engine.autopilot import Autopilot, Mission
from bot.systems.ahl.autopilot.yielding import leaves_to_friends
from bot.systems.ahl.sheet.character import Being
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import order_of, pilot, without
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.table import Table, one

# A dead end of seven squares; and the same with a shut door before its last two.
DEAD_END = board_of("#" * 15, "#. . . . . . .#", "#" * 15)
SHUT = board_of("#" * 15, "#. . . . .D. .#", "#" * 15)


def machine(square, name="Ann", **sheet):
    """A robot that cleans the floor, and strikes so poorly that it does no more than stun."""
    return body(name, "blue", **{"being": Being.MAINTENANCE_ROBOT, "melee": 0, **sheet}), stands(square, "E")


def abe(square="E1", **more):
    return one("Abe", "1", square, "E", **more)


def bob(square="G1", **more):
    return one("Bob", "2", square, "W", "red", **{"melee": 8, **more})


def leaves(*people, board=DEAD_END, **more):
    return [(order_of(idea), idea.why) for idea in leaves_to_friends(pilot(*people, board=board, **more))]


LEAVES = "leaves Bob to Abe, who can fire"


@pytest.mark.parametrize(("square", "to"), [("G1", "F1"), ("F1", "E1")])
def test_a_machine_that_hardly_hurts_whom_it_fights_goes_behind_a_friend_who_can_fire(square, to):
    """Six points are enough for a step backwards, or for half a turn and a step; not for two steps."""
    ((order, why),) = leaves(machine(square), abe(), bob())
    assert order.split()[:3] == ["move", "Ann", to]
    assert why == LEAVES


def test_it_stays_where_it_is_in_nobodys_way_and_comes_no_nearer():
    assert leaves(machine("E1"), abe(), bob()) == [("phase ready Ann", LEAVES)]


@pytest.mark.parametrize(
    ("others", "more"),
    [
        # Nobody else can fire, or could if nobody stood in between.
        ([], {}),
        ([without(abe())], {}),
        ([abe("D1")], {"board": SHUT}),
        # Who falls back goes their own way.
        ([abe()], {"orders": Mission.FALL_BACK}),
    ],
)
def test_nobody_is_left_to_who_has_no_shot(others, more):
    assert leaves(machine("G1"), *others, bob(), **more) == []


def test_whoever_strikes_well_or_has_something_to_fire_themselves_stays_in_the_fight():
    assert leaves(machine("G1", melee=12), abe(), bob()) == []
    assert leaves(one("Ann", "1", "F1", "E"), abe(), bob()) == []


def test_two_in_the_way_both_go_the_one_behind_first_for_the_other_to_have_room():
    """Two machines fill a square, and Abe's line is free when both have gone."""
    for square in ("F1", "G1"):
        other = machine("G1" if square == "F1" else "F1", "Kim")
        assert [why for _, why in leaves(machine(square), other, abe(), bob())] == [LEAVES], square


@pytest.mark.parametrize(("square", "plans"), [("G1", "move"), ("F1", "move"), ("E1", "aim")])
def test_the_friend_plans_to_aim_once_nobody_is_in_the_way(square, plans):
    table = Table(machine(square), abe(), bob(), board=DEAD_END)
    table.give("turn begin")
    due = next(each for each in AHL.due(table.game) if "Abe" in each.owes)
    best = AHL.piloting.advises(table.game, due, "Abe", Autopilot())[0]
    assert best.said.fields["plan"] == plans
