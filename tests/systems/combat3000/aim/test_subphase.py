"""The order of fire: the sub-phase die, and who loses their shot (C3K Firing procedure)."""

from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.aim.hitroll import SUB_PHASE, in_order, may_be_late, throw_timing
from bot.systems.combat3000.figure.sheet import Profile
from tests.systems.combat3000.shots import shot, sight


def phase(die, **circumstances):
    return throw_timing(shot(**circumstances), SUB_PHASE, ScriptedDice([die])).phase


@pytest.mark.rule("C3K-F16")
@pytest.mark.parametrize(
    ("circumstances", "expected"),
    [
        ({}, 5),
        ({"profile": Profile(reflex=2)}, 3),
        ({"profile": Profile(reflex=-1)}, 6),
        ({"kind": "M"}, 6),
        ({"mode": "aimed"}, 3),
        ({"tried_before": True}, 3),
        ({"mode": "aimed", "sight": sight("S303")}, 2),
        ({"sight": sight("S303")}, 4),
        ({"mount": sight("M402")}, 4),
        ({"kind": "H", "mount": sight("M404")}, 5),
        ({"kind": "M", "mount": sight("M403")}, None),
    ],
)
def test_a_five_with_each_modifier(circumstances, expected):
    assert phase(5, **circumstances) == expected


@pytest.mark.rule("C3K-F16", "C3K-F17")
def test_seven_or_more_does_not_fire_and_nothing_is_below_one():
    assert phase(5, kind="H") is None
    assert phase(4, kind="H") == 6
    assert phase(6, mode="panic") is None
    assert phase(1, profile=Profile(reflex=2), mode="aimed") == 1


@pytest.mark.rule("C3K-F16")
def test_only_some_can_come_too_late():
    assert not may_be_late(shot(), SUB_PHASE)
    assert not may_be_late(shot(kind="M", mode="aimed"), SUB_PHASE)
    assert may_be_late(shot(kind="M"), SUB_PHASE)
    assert may_be_late(shot(profile=Profile(reflex=-1)), SUB_PHASE)


def test_an_unmodified_die_is_each_sub_phase_alike():
    chances = exact(lambda dice: throw_timing(shot(), SUB_PHASE, dice).phase, of=lambda found: found)
    assert chances == {number: Fraction(1, 6) for number in range(1, 7)}


def fired(*shots):
    """Shots as (firer, target, sub-phase); all hit. Returns who fired."""
    order = in_order(
        [(one, one[2]) for one in shots],
        lambda one: one[0],
        lambda now, before: ((*before, *now), [one[1] for one in now]),
        lambda _, before: before,
        (),
    )
    return [one[0] for one in order]


@pytest.mark.rule("C3K-F19")
def test_whoever_is_hit_in_an_earlier_sub_phase_does_not_fire():
    assert fired(("A", "B", 2), ("B", "A", 4)) == ["A"]
    assert fired(("A", "B", 4), ("B", "A", 2)) == ["B"]


@pytest.mark.rule("C3K-F19")
def test_shots_of_one_sub_phase_all_happen():
    assert fired(("A", "B", 3), ("B", "A", 3)) == ["A", "B"]


@pytest.mark.rule("C3K-F18")
def test_each_weapon_has_its_own_sub_phase():
    assert fired(("A", "B", 1), ("A", "B", 5), ("B", "A", 3)) == ["A", "A"]
    assert fired(("A", "C", 1), ("A", "C", 5), ("B", "A", 3)) == ["A", "B"]


@pytest.mark.rule("C3K-F17")
def test_who_comes_too_late_does_not_fire():
    assert fired(("A", "B", None), ("B", "A", 6)) == ["B"]
