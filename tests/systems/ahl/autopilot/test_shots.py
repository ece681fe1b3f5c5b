"""Whom somebody who acts by themselves may hurt, and what that is worth (AHL 9 to 13)."""

from fractions import Fraction

import pytest

from bot.systems.ahl.autopilot.knowing import NO_CHANCE, Chance
from bot.systems.ahl.autopilot.shots import aim_at, best_shot, covering, grenades, percent, several, shots, snap_chance
from bot.systems.ahl.sheet.character import Condition
from tests.systems.ahl.autopilot.pilots import MOVES, order_of, pilot, without
from tests.systems.ahl.on_deck import gunner, stands
from tests.systems.ahl.table import one


def ann(square="A2", facing="E", **sheet):
    return one("Ann", "1", square, facing, **sheet)


def bob(square="H2", name="Bob", **sheet):
    return one(name, "2", square, "W", "red", **sheet)


PISTOL = gunner("Ann", "Body Pistol", ""), stands("A2", "E")


@pytest.mark.parametrize(
    ("worth", "number", "together"), [(0.5, 1, 0.5), (0.5, 2, 0.75), (0.5, 3, 0.875), (0.0, 2, 0.0), (1.5, 2, 1.0)]
)
def test_several_shots_are_worth_what_the_first_leaves_of_the_target(worth, number, together):
    assert several(worth, number) == together


def test_a_chance_is_told_in_per_cent_and_who_has_nothing_in_hand_is_hardly_a_threat():
    assert percent(Chance(Fraction(1, 3), 0.2)) == "33 %"
    assert aim_at(bob()[0]) == 1.0
    assert aim_at(without(bob(), "weapons")[0]) == 0.2


def test_the_nearest_three_before_them_may_be_fired_at_and_the_first_is_said_to_be_the_nearest():
    """Sue, at their side, is not; whoever has no rounds fires at nobody."""
    others = [bob("I1", "Eve"), bob("H2"), bob("F3", "Ben"), bob("H1", "Kay"), bob("A3", "Sue")]
    ideas = [*shots(pilot(ann(), *others), "aimed")]
    assert [order_of(idea) for idea in ideas] == ["fire Ann Ben aimed", "fire Ann Bob aimed", "fire Ann Kay aimed"]
    assert [idea.why.endswith(" by aimed fire, who is the nearest") for idea in ideas] == [True, False, False]
    assert [idea.why.endswith(" by aimed fire") for idea in ideas] == [False, True, True]
    assert [*shots(pilot(without(ann()), *others), "aimed")] == []
    assert [*shots(pilot(without(ann(), "weapons"), *others), "aimed")] == []


def test_a_shot_that_hurts_less_often_than_one_in_twenty_is_left():
    """In cloth Bob laughs at a body pistol's shot from across the hall."""
    thick = pilot(PISTOL, bob(armour="cloth"))
    assert [*shots(thick, "snap")] == []
    assert best_shot(thick, "snap") is None
    assert snap_chance(thick, thick.foes[0]) == NO_CHANCE
    bare = pilot(ann(), bob())
    assert snap_chance(bare, bare.foes[0]).hurts >= Fraction(1, 20)
    assert best_shot(bare, "snap").worth == snap_chance(bare, bare.foes[0]).worth


def test_the_best_shot_is_the_one_that_is_worth_most():
    """Ben in battle dress is nearer, and hardly hurt."""
    best = best_shot(pilot(ann(), bob("E1", "Ben", armour="battle dress"), bob("F3")), "aimed")
    assert order_of(best) == "fire Ann Bob aimed"


FOES = [bob(name=name) for name in ("Bob", "Ben", "Kay")]


@pytest.mark.parametrize(
    ("thrower", "others", "spent", "thrown"),
    [
        (ann(grenades=1), FOES, 0, ["grenade Ann H2"]),
        (ann(), FOES, 0, []),
        # It takes the 6 points of a whole phase.
        (ann(grenades=1), FOES, 1, []),
        # One enemy alone is better shot at, twice; with nothing to fire a grenade is better than nothing.
        (ann(grenades=1), [bob("C2")], 0, []),
        (without(ann(grenades=1)), [bob("H2")], 0, ["grenade Ann H2"]),
        # Nobody throws among their own, nor where they don't see anybody before them.
        (ann(grenades=1), [*FOES, one("Abe", "1", "G2")], 0, []),
        (ann(facing="W", grenades=1), FOES, 0, []),
    ],
)
def test_a_grenade_is_thrown_where_it_is_worth_more_than_two_snap_shots(thrower, others, spent, thrown):
    found = pilot(thrower, *others, clock=MOVES.did("Ann", spent=spent))
    assert [order_of(idea) for idea in grenades(found)] == thrown


def test_a_grenade_is_told_of_those_within_two_squares_of_where_it_comes_down():
    """Ben stands two squares from Bob, Kay three."""
    ideas = [*grenades(pilot(without(ann(grenades=1)), bob("F2"), bob("H2", "Ben"), bob("I2", "Kay")))]
    assert order_of(ideas[0]) == "grenade Ann F2"
    assert "to hurt Bob" in ideas[0].why
    assert "to hurt Ben" in ideas[0].why
    assert "Kay" not in ideas[0].why
    assert ideas[0].why.endswith(" by a grenade")


@pytest.mark.parametrize(
    ("firer", "others", "laid"),
    [
        (ann(), [bob("G2"), bob("H2", "Ben")], ["cover Ann G2"]),
        (without(ann()), [bob("G2")], []),
        (ann(facing="W"), [bob("G2")], []),
        (PISTOL, [bob("G2", armour="cloth")], []),
        (ann(), [one("Abe", "1", "D2"), bob("G2")], []),
        # Only the nearest is fired at, not whoever stands elsewhere.
        (ann(), [bob("G2"), bob("H1", "Ben")], ["cover Ann G2"]),
    ],
)
def test_covering_fire_lies_through_the_nearest_enemy_where_none_of_their_own_is(firer, others, laid):
    assert [order_of(idea) for idea in covering(pilot(firer, *others))] == laid


def test_covering_fire_is_worth_as_much_of_its_hits_as_a_snap_shot_makes_of_them():
    """At Bob alone, who is hurt as often as it hits: so much as a shot that hurts is worth, times how often it does."""
    alone = pilot(ann(), bob("G2"))
    (idea,) = covering(alone)
    shot = snap_chance(alone, alone.foes[0])
    hurt = int(idea.why.partition(" %")[0]) / 100
    assert idea.worth == pytest.approx(hurt * shot.worth / float(shot.hurts), abs=0.01)
    assert idea.why.endswith(" % to hurt Bob by covering fire")
    both = [*covering(pilot(ann(), bob("G2"), bob("H2", "Ben")))]
    assert both[0].worth > idea.worth
    # Of three in the line the two nearest count, whoever else may be hurt.
    three = [*covering(pilot(ann(), bob("F2"), bob("G2", "Ben"), bob("H2", "Kay")))]
    assert "Kay" not in three[0].why


def test_who_is_fired_at_while_another_lies_nearer_is_the_nearest_who_can_still_act():
    lies = bob("C2", "Ben", condition=Condition.UNCONSCIOUS)
    (idea, *_) = shots(pilot(ann(), bob(), lies), "aimed")
    assert idea.why.endswith(" to hurt Bob by aimed fire, the nearest who can still act")
    (idea, *_) = shots(pilot(ann(), bob("D2"), bob("H2", "Ben", condition=Condition.UNCONSCIOUS)), "aimed")
    assert idea.why.endswith(" to hurt Bob by aimed fire, who is the nearest")
