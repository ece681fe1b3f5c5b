"""A turn as what is due is found in it: who can still act, who is asked, and what they have said beforehand."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.due import Choice, said
from bot.engine.scene import Scene
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.owing import Owing, clear_target, fire_at, hit_chance
from bot.systems.ahl.sheet.character import Condition, ZeroG
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Charge, Clock
from bot.systems.ahl.turn.doing import Fitness
from bot.systems.ahl.turn.phases import drifts_on
from tests.systems.ahl.people import BOOK
from tests.systems.ahl.table import Table, one

MOVING = Clock(turn=2, phase=1, step=Step.MOVEMENT)
ANN, BOB = one("Ann", "1", "A2"), one("Bob", "2", "F2", "W", "red")


def owing(*people, clock=MOVING, board=True, **kept):
    # Whoever drifts does so for as long as the gravity is off.
    table = Table(*people, settings={"zero-g": "yes"})
    table.board = table.board if board else None
    table.ledger = Ledger(clock=clock, **kept)
    return Owing(Scene.of(table.game), clock, BOOK)


def names(units):
    return [unit.name for unit in units]


def test_where_the_turn_stands_is_told_by_its_step_but_for_the_decision_phase():
    assert owing(ANN).since == "phase 1 of turn 2, movement"
    assert owing(ANN, clock=Clock(turn=2)).since == "the decision phase of turn 2"


def test_whoever_is_hurt_in_a_step_still_acts_in_it_as_they_came_into_it():
    """Bob has fallen in this step, Cat before it."""
    fallen = one("Bob", "2", "F2", "W", "red", condition=Condition.SERIOUS)
    cat = one("Cat", "1", "A3", condition=Condition.SERIOUS)
    clock = MOVING.doing("Bob", fit=Fitness(0, Condition.ACTIVE, 0, (), ""))
    found = owing(ANN, fallen, cat, clock=clock)
    assert (names(found.people), names(found.active), names(found.acting)) == (
        ["Ann", "Bob", "Cat"],
        ["Ann"],
        ["Ann", "Bob"],
    )


ALL = ZeroG(disoriented=True)


@pytest.mark.parametrize(
    ("zero_g", "doing", "deeds", "may"),
    [
        (ALL, {}, {}, True),
        (ZeroG(), {}, {}, False),
        (replace(ALL, drift="N"), {}, {}, False),
        (ALL, {"busy": "climbs"}, {}, False),
        (ALL, {}, {"supervises": True}, False),
        # It takes all 6 points.
        (ALL, {}, {"spent": 1}, False),
        # Whoever was done with covering fire alone isn't done with movement.
        (ALL, {"ready": Step.MOVEMENT}, {}, True),
        (ALL, {"ready": Step.MELEE}, {}, False),
        (ALL, {"plan": Intention.RELOAD}, {}, False),
        (ALL, {"plan": Intention.AIM}, {}, True),
    ],
)
def test_whoever_is_out_of_control_may_get_it_back_for_a_whole_phase(zero_g, doing, deeds, may):
    ann = one("Ann", "1", "A2", zero_g=zero_g)
    found = owing(ann, BOB, clock=MOVING.doing("Ann", **doing).did("Ann", **deeds))
    assert found.may_reorient(ann[0]) is may


@pytest.mark.parametrize(("drift", "moved", "drifts"), [("N", False, True), ("N", True, False), ("", False, False)])
def test_who_drifts_has_still_to_drift_on_until_they_have_moved(drift, moved, drifts):
    ann = one("Ann", "1", "A2", zero_g=ZeroG(drift=drift))
    clock = MOVING.did("Ann", moved=moved)
    assert drifts_on(owing(ann, BOB, clock=clock).scene, clock, ann[0]) is drifts
    assert drifts_on(owing(ann, BOB, clock=clock, board=False).scene, clock, ann[0]) is False


@pytest.mark.parametrize(
    ("text", "plain", "shot"),
    [
        ("always", 0, 0),
        ("never", 1, 1),
        ("ask", None, 1),
        ("", None, None),
        # A snap shot at five squares hits on 8+.
        ("7+ or better", None, 1),
        ("8+ or better", None, 0),
        ("9+ or better", None, 0),
    ],
)
def test_an_answer_beforehand_is_what_they_do_or_what_they_do_not(text, plain, shot):
    """The first answer is to do it, the second not to; where it hangs on the odds, only a shot has any."""
    table = owing(ANN, BOB, standing={"Ann": {When.SNAP: text}} if text else {})
    assert table.says(ANN[0], When.SNAP) is plain
    assert table.says(BOB[0], When.SNAP) is None
    if text != "ask":
        assert table.says(ANN[0], When.SNAP, Choice("Fire", fire_at("Ann", "Bob", "snap"))) is shot


def test_a_shot_that_can_not_be_fired_has_no_chance():
    table = owing(ANN, BOB)
    assert 0 < hit_chance(BOOK, fire_at("Ann", "Bob", "snap"), table.scene) <= 1
    away = one("Ann", "1", "A2", "W")
    assert hit_chance(BOOK, fire_at("Ann", "Bob", "snap"), owing(away, BOB).scene) == 0


@pytest.mark.parametrize(
    ("others", "target"),
    [
        ([BOB], "Bob"),
        ([BOB, one("Ben", "2", "D2", "W", "red")], "Ben"),
        ([one("Ben", "2", "H2", "W", "red"), BOB], "Bob"),
        # Nobody fires through their own; at whoever else stands out of the line they do.
        ([BOB, one("Abe", "1", "C2")], None),
        ([BOB, one("Abe", "1", "C2"), one("Ben", "2", "D1", "W", "red")], "Ben"),
        ([one("Bob", "2", "A1", "W", "red")], None),
        ([one("Bob", "2", "F2", "W", "red", condition=Condition.DEAD)], None),
        ([], None),
    ],
)
def test_the_nearest_whom_they_see_before_them_is_fired_at_with_none_of_their_own_in_the_way(others, target):
    found = clear_target(BOOK, owing(ANN, *others).scene, ANN[0], "aimed")
    assert (found and found.name) == target


@pytest.mark.parametrize(
    ("deeds", "who"),
    [({"shuns": "Bob"}, [("Ann", "Bob")]), ({"shuns": "Bob", "snaps": 1}, []), ({"shuns": "Cid"}, []), ({}, [])],
)
def test_who_stopped_short_of_an_enemy_fires_at_them_once(deeds, who):
    found = owing(ANN, BOB, clock=replace(MOVING, step=Step.SNAP).did("Ann", **deeds))
    assert [(unit.name, target.name) for unit, target in found.daunted()] == who


@pytest.mark.parametrize(("delay", "goes_off"), [(0, True), (1, False), (5, False)])
def test_a_charge_goes_off_in_the_phase_for_which_it_was_set(delay, goes_off):
    """Set in turn 1 to wait for no phase, it goes off in the first of turn 2 (AHL 24.B, R-133)."""
    charge = Charge("Ann", 1, delay, at_of("C2"))
    assert bool([*owing(ANN, clock=replace(MOVING, charges=(charge,))).exploding()]) is goes_off


@pytest.mark.parametrize(
    ("people", "clock", "later"),
    [
        # One who can move is enough.
        ([ANN, BOB], MOVING.doing("Bob", plan=Intention.AIM), Step.AIMED),
        ([ANN, BOB], MOVING, Step.SNAP),
        ([ANN], replace(MOVING, step=Step.COVERING).doing("Ann", plan=Intention.MOVE), Step.MOVEMENT),
        (
            [ANN, BOB],
            replace(MOVING, step=Step.COVERING).doing("Ann", plan=Intention.MOVE).doing("Bob", plan=Intention.RELOAD),
            Step.MOVEMENT,
        ),
        ([ANN], replace(MOVING, step=Step.SNAP), None),
        ([ANN], replace(MOVING, charges=(Charge("Ann", 1, 0, at_of("C2")),)), Step.AIMED),
        # Whoever drifts or is out of control keeps the step of movement, an enemy in their square that of melee.
        ([one("Ann", "1", "A2", zero_g=ZeroG(drift="N"))], replace(MOVING, step=Step.COVERING), Step.MOVEMENT),
        ([one("Ann", "1", "A2", zero_g=ALL)], replace(MOVING, step=Step.COVERING), Step.MOVEMENT),
        ([ANN, one("Bob", "2", "A2", "W", "red")], MOVING, Step.MELEE),
    ],
)
def test_the_next_step_is_the_first_in_which_anything_may_happen(people, clock, later):
    assert owing(*people, clock=clock).later is later


def test_what_leaves_no_choice_is_thrown_by_its_one_order():
    order = said("wake", ["Ann"])
    due = owing(ANN).owed("the die to come round", "AHL 12.C", [ANN[0]], order)
    assert (due.owes, due.rule, due.since) == (("Ann",), "AHL 12.C", "phase 1 of turn 2, movement")
    assert due.choices == (Choice("Throw", order, throws=True),)
    assert owing(ANN).owed("going on", "AHL 8.A", [ANN[0]], order, "Go on").choices == (Choice("Go on", order),)
