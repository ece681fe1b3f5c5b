"""What somebody who acts by themselves plans for a turn, and what that is worth (AHL 5, 9)."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import Choice, Due, said
from bot.systems.ahl.autopilot.advice import _unasked
from bot.systems.ahl.autopilot.shots import best_shot, covering
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Clip, Condition
from bot.systems.ahl.turn.actions import READY, Intention, Step
from bot.systems.ahl.turn.clock import Clock
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import carrying, order_of, pilot, without
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.table import Table, one

WALL = board_of("#" * 15, "#. . .#. . . .#", "#" * 15)
HUNT, HOLD, GUARD = Mission.HUNT, Mission.HOLD, Mission.GUARD


def ann(square="A1", facing="E", **sheet):
    return one("Ann", "1", square, facing, **sheet)


def bob(square="G1", facing="W", name="Bob", **sheet):
    return one(name, "2", square, facing, "red", **sheet)


def plans(*people, board=None, orders=HUNT, **more):
    """Ann's plans with what each is worth and why, the best first."""
    table = Table(*people, **({"board": board} if board else {}))
    table.give("turn begin")
    due = next(each for each in AHL.due(table.game) if "Ann" in each.owes)
    ideas = AHL.piloting.advises(table.game, due, "Ann", Autopilot(orders, **more))
    return {idea.said.fields["plan"]: (idea.worth, idea.why) for idea in ideas if idea.said.verb == "plan"}


def test_aimed_fire_is_worth_more_by_coming_first_and_a_move_two_snap_shots():
    """Eight fifths of what the shot is worth, and twice what a snap shot is."""
    found, here = plans(ann(), bob()), pilot(ann(), bob())
    aimed, snap = best_shot(here, "aimed"), best_shot(here, "snap")
    assert found["aim"] == (pytest.approx(1.6 * aimed.worth), f"plans to aim: {aimed.why}, before any snap shot")
    assert found["move"] == (
        pytest.approx(2 * snap.worth),
        f"plans to move: two snap shots a phase, {snap.why}",
    )


@pytest.mark.parametrize(
    ("people", "more", "found"),
    [
        # With nobody in sight whoever holds aims at whoever comes, and whoever hunts moves.
        ([ann()], {"orders": HOLD}, {"aim": 0.05, "move": 0.0}),
        ([ann()], {"orders": GUARD}, {"aim": 0.05, "move": 0.0}),
        ([ann()], {}, {"move": 0.1}),
        ([ann()], {"orders": Mission.ADVANCE}, {"move": 0.1}),
        # Whoever is sent goes, whatever else there is.
        ([ann()], {"orders": GUARD, "to": "C1"}, {"move": 1.5}),
        ([ann()], {"orders": GUARD, "to": "A1"}, {"aim": 0.05, "move": 0.0}),
        # To come to grips is worth more than to stand about; with more than they are it is not.
        ([ann(facing="W"), bob("C1")], {}, {"move": 0.14}),
        ([ann(facing="W"), bob("B1"), bob("C1", name="Ben")], {}, {"move": 0.1}),
        ([ann(facing="W"), bob("C1")], {"orders": HOLD}, {"move": 0.1}),
    ],
)
def test_what_is_planned_with_nobody_before_their_weapon(people, more, found):
    assert {plan: worth for plan, (worth, _) in plans(*people, board=WALL, **more).items()} == pytest.approx(found)


@pytest.mark.parametrize(
    ("people", "more", "why"),
    [
        ([ann(), bob()], {"orders": Mission.FALL_BACK, "to": "C1"}, "plans to move: goes to C1"),
        ([ann(), bob()], {"orders": Mission.FALL_BACK}, "plans to move: falls back out of sight"),
        ([ann(), bob()], {"orders": GUARD, "to": "C1"}, "plans to move: goes to C1"),
        ([ann(facing="W"), bob()], {}, "plans to move: comes nearer to Bob"),
        ([ann(facing="W"), bob()], {"orders": HOLD}, "plans to move"),
    ],
)
def test_a_move_is_planned_for_the_reason_that_it_is_worth_the_most_for(people, more, why):
    assert plans(*people, **more)["move"][1] == why


def to_load(pair):
    """The same with an empty weapon, and a clip at hand."""
    unit, standing = without(pair)
    (carried,) = unit.sheet.weapons
    return replace(unit, sheet=replace(unit.sheet, weapons=(replace(carried, spare=(Clip("DS", 20),)),))), standing


def test_an_empty_weapon_with_a_clip_at_hand_is_reloaded_before_all_else():
    assert plans(to_load(ann()), bob())["reload"] == (2.0, "plans to reload, for the weapon is empty")
    assert "reload" not in plans(without(ann()), bob())
    assert "reload" not in plans(ann(), bob())


def test_covering_fire_is_worth_what_it_hurts_first_and_a_snap_shot_at_who_is_left():
    """Of two in its line it hurts either; along a way by which enemies will come it is worth a little."""
    found = plans(ann(), bob(), bob("H1", name="Ben"))
    here = pilot(ann(), bob(), bob("H1", name="Ben"))
    (line,), snap = covering(here), best_shot(here, "snap")
    assert found["cover"][0] == pytest.approx(1.6 * line.worth + (1 - min(1, line.worth)) * snap.worth)
    assert found["cover"][1].startswith("plans to cover: ")
    waits = plans(ann(), board=WALL, seen={"Bob": "1:C1"}, at=(1, 0))
    assert waits["cover"] == (0.06, "plans to cover where they will come from")
    assert waits["aim"] == (0.05, "plans to aim at whoever comes")
    assert waits["move"][0] == 0.0
    assert "cover" not in plans(ann(), board=WALL)


def test_who_has_nothing_to_fight_with_falls_back_where_others_hunt():
    """Bob is in sight: whoever falls back is sent out of it."""
    cook = body("Ann", "blue"), stands("A1", "E")
    assert plans(cook, bob("C1"), board=WALL)["move"][0] == 1.5
    assert plans(cook, bob("C1"), board=WALL, orders=Mission.ADVANCE)["move"][0] == 0.14


@pytest.mark.parametrize(
    ("orders", "more", "worth", "why"),
    [
        (HUNT, {}, 1.5, "plans to move: falls back out of sight"),
        (Mission.ADVANCE, {"to": "C1"}, 0.1, "plans to move: goes to C1"),
        (Mission.ADVANCE, {}, 1.5, "plans to move: falls back out of sight"),
        (HOLD, {}, 0.1, "plans to move"),
    ],
)
def test_whose_hands_are_full_plans_to_move_and_nothing_with_a_weapon(orders, more, worth, why):
    """Bob stands before Ann, at whom she would aim; she keeps out of his sight, or goes where she is sent."""
    assert plans(carrying(ann()), bob(), orders=orders, **more) == {"move": (worth, why)}
    assert "aim" not in plans(carrying(ann()), orders=orders, **more)
    seen = {"seen": {"Bob": "1:C1"}, "at": (1, 0)}
    assert {*plans(carrying(ann()), board=WALL, orders=orders, **more, **seen)} == {"move"}


def steps(*people, step, plan, **more):
    """What Ann may do in a step of the phase: the orders, the best first."""
    table = Table(*people)
    table.begin(Ann=plan)
    table.give("phase", step=step)
    due = next((each for each in AHL.due(table.game) if "Ann" in each.owes and not each.settled), None)
    return [order_of(idea) for idea in AHL.piloting.advises(table.game, due, "Ann", Autopilot(HUNT, **more))]


@pytest.mark.parametrize(
    ("step", "plan", "orders"),
    [
        # To stay for a shot is better than to come nearer.
        ("movement", "move", ["phase ready Ann", "move Ann B2 E trot"]),
        ("aimed fire", "aim", ["fire Ann Bob aimed", "phase ready Ann"]),
        ("snap shots", "move", ["fire Ann Bob snap", "phase ready Ann"]),
    ],
)
def test_in_each_step_they_do_what_belongs_to_it_or_are_done(step, plan, orders):
    found = steps(ann("A2"), bob("H2"), step=step, plan=plan)
    assert list(dict.fromkeys(found)) == orders


def test_blows_are_struck_where_they_are_worth_more_than_the_shot_that_they_cost():
    """With a loaded weapon a snap shot at Bob is worth more; with none he is struck."""
    assert "melee Ann Bob" not in steps(ann("A2"), bob("B2"), step="melee", plan="move")
    assert steps(without(ann("A2"), "weapons"), bob("B2"), step="melee", plan="move")[0] == "melee Ann Bob"


RELOADS = Clock(phase=1, step=Step.MOVEMENT).doing("Ann", plan=Intention.RELOAD)


@pytest.mark.parametrize(
    ("clock", "who", "found"),
    [
        (RELOADS, {}, ["reload Ann"]),
        (RELOADS, {"condition": Condition.UNCONSCIOUS}, []),
        (RELOADS.doing("Ann", busy="about a charge"), {}, []),
        # In the decision phase it is still to be planned; whoever has planned another thing does that.
        (replace(RELOADS, phase=0), {}, []),
        (RELOADS.doing("Ann", plan=Intention.MOVE), {}, []),
    ],
)
def test_who_has_planned_to_reload_an_empty_weapon_does_so_unasked(clock, who, found):
    assert [order_of(idea) for idea in _unasked(pilot(to_load(ann(**who)), clock=clock))] == found
    assert [*_unasked(pilot(ann(**who), clock=clock))] == []


@pytest.mark.rule("AHL-9Aa", "AHL-9Ba", "AHL-9Ca")
@pytest.mark.parametrize(
    ("plan", "step", "verb"),
    [
        (Intention.COVER, Step.COVERING, "cover"),
        (Intention.COVER, Step.AIMED, "phase ready"),
        (Intention.COVER, Step.SNAP, "fire snap"),
        (Intention.AIM, Step.COVERING, "phase ready"),
        (Intention.AIM, Step.AIMED, "fire aimed"),
        (Intention.AIM, Step.SNAP, "fire snap"),
        (Intention.MOVE, Step.COVERING, "phase ready"),
        (Intention.MOVE, Step.AIMED, "phase ready"),
        (Intention.MOVE, Step.SNAP, "fire snap"),
    ],
)
def test_of_fire_each_gives_what_their_plan_and_the_step_allow(plan, step, verb):
    table = Table(ann(), bob())
    table.ledger = Ledger(clock=Clock(turn=1, phase=1, step=step).doing("Ann", plan=plan))
    asked = Due("may act", "AHL 7", ("Ann",), choices=(Choice("Done", said(READY, ["Ann"])),))
    best, *_ = AHL.piloting.advises(table.game, asked, "Ann", Autopilot(HUNT))
    assert " ".join([best.said.verb, *filter(None, [best.said.fields.get("fire")])]) == verb


def test_why_somebody_plans_to_move_is_told():
    assert plans(ann(), board=WALL)["move"][1] == "plans to move: looks for the enemy"
    assert plans(ann(), board=WALL, orders=GUARD, to="C1")["move"][1] == "plans to move: goes to C1"
    assert plans(ann(), board=WALL, orders=HOLD)["move"][1] == "plans to move: no enemy is in sight to fire at"


def answers(*choices):
    """Why Ann would give each of some answers, with Bob beside her."""
    here = Table(ann(), bob("B1"))
    here.ledger = Ledger(clock=Clock(phase=1, step=Step.MOVEMENT).doing("Ann", plan=Intention.MOVE))
    due = Due("an answer", "AHL", ("Ann",), choices=choices)
    return {idea.why for idea in AHL.piloting.advises(here.game, due, "Ann", Autopilot(HUNT))}


def test_why_an_answer_is_given_is_told_as_what_they_do_with_what_it_comes_to():
    at_bob = replace(said("hold", ["Ann"]), people={"name": (("Ann", None),), "target": (("Bob", None),)})
    ((shot, _),) = [(idea.why, idea) for idea in [best_shot(pilot(ann(), bob("B1")), "snap")]]
    figures = shot.partition(" by ")[0]
    assert answers(Choice("Hold fire", at_bob)) == {f"holds fire: {figures}"}
    (dives,) = answers(Choice("Dive at Bob", replace(at_bob, verb="dive")))
    assert dives.startswith("dives at Bob: ")
    assert dives.endswith(" % to hurt Bob")
