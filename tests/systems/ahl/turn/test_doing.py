"""What somebody has done in a turn, how fit they came into a step, and what of it is to be seen (AHL 4 to 7)."""

from dataclasses import replace

import pytest

from bot.engine.scene import Scene
from bot.systems.ahl.settings import keeps_later, only_shown
from bot.systems.ahl.sheet.character import Character, Condition, Nerve, ZeroG, arm
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Deeds, Doing, Fitness, fitness
from bot.systems.ahl.turn.waiting import may_act, until
from tests.systems.ahl.people import BOOK, WEAPONS
from tests.systems.ahl.table import Table, one

COVERING, MOVEMENT, MELEE, AIMED, SNAP = Step.COVERING, Step.MOVEMENT, Step.MELEE, Step.AIMED, Step.SNAP
COVER, AIM, MOVE = Intention.COVER, Intention.AIM, Intention.MOVE
WELL = Fitness(0, Condition.ACTIVE, 0, (), "")


@pytest.mark.rule("AHL-6a")
def test_of_a_phases_six_points_is_left_what_was_not_spent_and_never_less_than_none():
    """In halves."""
    assert [Deeds(spent=spent).left for spent in (0, 3, 12, 15)] == [12, 9, 0, 0]
    assert Deeds(given=8, spent=3).left == 5


def test_how_fit_somebody_is_goes_onto_a_sheet_and_changes_nothing_else_of_it():
    hurt = Character(light_wounds=2, condition=Condition.UNCONSCIOUS, stunned=1, more_stuns=(2,), gripped_by="Blob")
    assert fitness(hurt) == Fitness(2, Condition.UNCONSCIOUS, 1, (2,), "Blob")
    well = Character(morale=9, nerve=Nerve.FLEEING, zero_g=ZeroG(drift="N"))
    worn = fitness(hurt).worn_by(well)
    assert worn == replace(hurt, morale=9, nerve=Nerve.FLEEING, zero_g=ZeroG(drift="N"))
    assert fitness(worn) == fitness(hurt)
    assert [Fitness(0, Condition.ACTIVE, stun, more, "").stuns for stun, more in ((0, ()), (2, ()), (1, (2,)))] == [
        (),
        (2,),
        (2, 1),
    ]


def test_of_what_somebody_has_done_others_see_their_move_and_what_was_done_to_themselves():
    deeds = Deeds(spent=3, moved=True, came=("Ann", "Bob"), struck="Ann", dived=True, snaps=1)
    doing = Doing(plan=MOVE, busy="reloads", deeds=deeds, fired=True)
    assert doing.outward({"Ann"}) == Doing(deeds=Deeds(moved=True, came=("Ann",), struck="Ann", dived=True))
    assert doing.outward({"Bob"}) == Doing(deeds=Deeds(moved=True, came=("Bob",), dived=True))
    assert Doing().outward({"Ann"}) == Doing()


@pytest.mark.parametrize(
    ("settings", "shown", "later"),
    [
        ({}, False, False),
        ({"turns": "kept", "later steps": "refused"}, False, False),
        ({"later steps": "kept"}, False, True),
        ({"turns": "shown"}, True, False),
        # What is only told of is carried out at once.
        ({"turns": "shown", "later steps": "kept"}, True, False),
    ],
)
def test_what_the_book_forbids_is_told_or_refused_and_what_comes_later_kept_as_is_set(settings, shown, later):
    scene = Scene({}, settings=settings)
    assert (only_shown(scene), keeps_later(scene)) == (shown, later)


def test_the_steps_up_to_another_are_those_from_the_present_one_on():
    moving = Clock(turn=1, phase=1, step=MOVEMENT)
    assert [*until(moving, AIMED)] == [MOVEMENT, MELEE]
    assert [*until(moving, MOVEMENT)] == []
    assert [*until(moving, COVERING)] == []
    # In the decision phase nobody acts yet.
    assert [*until(Clock(turn=1), AIMED)] == []


def acts(step, doing=None, deeds=None, others=(), square="A2", **sheet):
    """Whether Ann, by all that is known, may still act in a step."""
    ann = one("Ann", "1", square, **sheet)
    clock = Clock(turn=2, phase=1, step=COVERING).doing("Ann", **(doing or {})).did("Ann", **(deeds or {}))
    return may_act(Scene.of(Table(ann, *others).game), BOOK, clock, ann[0], step)


@pytest.mark.parametrize(
    ("doing", "deeds", "sheet", "steps"),
    [
        # Whoever has shown nothing yet may have planned anything; who has no plan does nothing by one.
        ({"plan": AIM}, {}, {}, [COVERING, MOVEMENT, AIMED]),
        ({}, {}, {}, []),
        ({"plan": AIM, "shown": True}, {}, {}, [AIMED]),
        ({"plan": MOVE, "shown": True}, {}, {}, [MOVEMENT]),
        ({"plan": COVER, "shown": True}, {}, {}, [COVERING]),
        ({"plan": AIM, "busy": "climbs"}, {}, {}, []),
        ({"plan": AIM}, {"supervises": True}, {}, []),
        # Done with what comes before melee, or with everything.
        ({"plan": AIM, "ready": MELEE}, {}, {}, [AIMED]),
        ({"plan": AIM, "ready": SNAP}, {}, {}, []),
        # Covering fire is 3 points, aimed fire 6; any move at least a half.
        ({"plan": AIM}, {"spent": 1}, {}, [COVERING, MOVEMENT]),
        ({"plan": AIM}, {"spent": 6}, {}, [COVERING, MOVEMENT]),
        ({"plan": AIM}, {"spent": 7}, {}, [MOVEMENT]),
        ({"plan": AIM}, {"spent": 12}, {}, []),
        ({"plan": AIM}, {"covered": True}, {}, [AIMED]),
        ({"plan": AIM}, {"fought": True}, {}, [COVERING, MOVEMENT]),
        ({"plan": AIM}, {"halted": True}, {}, [COVERING, AIMED]),
        ({"plan": AIM}, {"stood": True}, {}, [COVERING, AIMED]),
        # Who is out does nothing, and of those in panic one runs.
        ({"plan": AIM}, {}, {"condition": Condition.UNCONSCIOUS}, []),
        ({"plan": AIM}, {}, {"nerve": Nerve.FLEEING}, [MOVEMENT]),
        ({"plan": AIM}, {}, {"nerve": Nerve.COWERING}, []),
        # As fit as they came into the step.
        (
            {"plan": AIM, "fit": Fitness(0, Condition.ACTIVE, 0, (), "")},
            {},
            {"condition": Condition.DEAD},
            [COVERING, MOVEMENT, AIMED],
        ),
        ({"plan": AIM, "fit": Fitness(0, Condition.DEAD, 0, (), "")}, {}, {}, []),
    ],
)
def test_in_which_steps_somebody_may_still_act(doing, deeds, sheet, steps):
    found = [step for step in (COVERING, MOVEMENT, MELEE, AIMED, SNAP) if acts(step, doing, deeds, **sheet)]
    assert found == steps


@pytest.mark.parametrize(("weapons", "may"), [((), [False, True, False]), ((arm(WEAPONS["ACR"], "DS"),), [True] * 3)])
def test_without_a_weapon_that_fires_nobody_may_fire(weapons, may):
    unit, standing = one("Ann", "1", "A2")
    unit = replace(unit, sheet=replace(unit.sheet, weapons=weapons))
    scene = Scene.of(Table((unit, standing)).game)
    clock = Clock(turn=2, phase=1, step=COVERING).doing("Ann", plan=AIM)
    assert [may_act(scene, BOOK, clock, unit, step) for step in (COVERING, MOVEMENT, AIMED)] == may


@pytest.mark.parametrize(
    ("square", "deeds", "sheet", "may"),
    [
        ("B2", {}, {}, True),
        ("D2", {}, {}, False),
        ("B2", {"struck": "Ben"}, {}, False),
        ("B2", {}, {"nerve": Nerve.COWERING}, False),
        # Nothing is spent in melee, and no plan needed.
        ("B2", {"spent": 12}, {}, True),
    ],
)
def test_whoever_has_an_enemy_beside_them_whom_they_have_not_struck_may_fight(square, deeds, sheet, may):
    assert acts(MELEE, {}, deeds, [one("Ben", "2", square, "W", "red")], **sheet) is may
    assert not acts(MELEE, {}, deeds, [one("Abe", "1", square)], **sheet)
