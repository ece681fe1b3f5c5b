"""The chance to hit: base 50 and each factor, typed from the factor list (C3K Determining a hit; rulings C10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import applied
from bot.systems.combat3000.aim.shot import TO_HIT
from bot.systems.combat3000.figure.sheet import Part, Profile, Wound
from tests.systems.combat3000.shots import percent, shot, sight, why


@pytest.mark.rule("C3K-F20")
def test_the_basic_chance_is_50_at_short_range_with_nothing_else():
    assert why() == {}
    assert percent() == 50


@pytest.mark.rule("C3K-F20")
def test_a_chance_is_the_list_of_its_reasons():
    assert why(cm=10, weapon="28", profile=Profile(accuracy=20), moved=12, light="bad", speaking=True) == {
        "point blank range": 20,
        "target moved 12 cm": -10,
        "pistol at point blank": 8,
        "firer": 20,
        "weapon": -5,
        "bad light": -15,
        "speaking": -6,
    }
    assert percent(cm=10, weapon="28", profile=Profile(accuracy=20), moved=12, light="bad", speaking=True) == 62


@pytest.mark.rule("C3K-F21")
@pytest.mark.parametrize(
    ("cm", "chance"),
    [(0, 70), (15, 70), (16, 50), (30, 50), (31, 35), (75, 35), (76, 25), (99, 25), (100, 15), (199, 15), (250, 5)],
)
def test_range_bands_contain_their_upper_end_and_each_full_metre_takes_ten_more(cm, chance):
    assert percent(cm=cm) == chance


@pytest.mark.rule("C3K-F22")
@pytest.mark.parametrize(
    ("moved", "factor"), [(0, 0), (1, -5), (10, -5), (11, -10), (20, -10), (21, -15), (30, -15), (31, -20), (200, -20)]
)
def test_target_movement(moved, factor):
    assert percent(moved=moved) == 50 + factor


@pytest.mark.rule("C3K-F22")
@pytest.mark.parametrize(("what", "factor"), [("falling", -5), ("flying", -15), ("glass", -5)])
def test_target_situations(what, factor):
    assert percent(**{what: True}) == 50 + factor


@pytest.mark.rule("C3K-F22", "C3K-S05")
@pytest.mark.parametrize("size", range(-3, 4))
def test_the_size_number_itself_is_added(size):
    assert percent(size=size) == 50 + size


@pytest.mark.rule("C3K-F23")
@pytest.mark.parametrize(("kind", "factor"), [("S", -15), ("P", -15), ("M", -5), ("H", -5)])
def test_high_trajectory_and_indirect_fire(kind, factor):
    assert percent(kind=kind, high=True) == 50 + factor
    assert percent(kind=kind, high=True, mode="indirect") == 45 + factor


@pytest.mark.rule("C3K-F24")
@pytest.mark.parametrize(("cm", "factor"), [(15, 8), (30, 0), (75, -10), (76, -18)])
def test_pistols_and_one_handed_shoulder_arms_by_range(cm, factor):
    assert percent(kind="P", cm=cm) == percent(kind="S", cm=cm) + factor
    assert percent(kind="S", cm=cm, one_handed=True) == percent(kind="S", cm=cm) + factor - 15


@pytest.mark.rule("C3K-F25")
def test_accuracy_of_firer_weapon_ammunition_and_mount_is_added():
    reasons = why(weapon="21", profile=Profile(accuracy=-5), ammunition=20, mount=sight("M402"))
    assert reasons == {"firer": -5, "ammunition": 20, "Tripod": 7}
    assert why(weapon="22") == {"weapon": -5}


@pytest.mark.rule("C3K-F26", "C3K-V03")
def test_the_firers_own_movement():
    assert percent(gait="walk") == 40
    assert why(gait="fly") == {"flying": -10}
    assert percent(vehicle=30) == 35
    assert percent(vehicle=31) == 35
    assert percent(gait="walk", difficult=True) == 30
    assert percent(vehicle=20, difficult=True) == 25
    assert percent(difficult=True) == 50, "they stand still"


@pytest.mark.rule("C3K-F27", "C3K-O13")
@pytest.mark.parametrize(("turns", "chance"), [(1, 65), (2, 70), (3, 75), (6, 75)])
def test_aiming_gives_fifteen_then_five_then_five(turns, chance):
    assert percent(mode="aimed", aiming=turns) == chance


@pytest.mark.rule("C3K-F27")
def test_sights_count_in_aimed_fire_only_but_the_screenscope_always():
    assert why(sight=sight("S301")) == {}
    assert why(sight=sight("S303")) == {"Screenscope": 8}
    assert why(sight=sight("S301"), mode="aimed", aiming=1) == {"aimed": 15, "Telescope": 7}


@pytest.mark.rule("C3K-F27")
def test_at_night_the_night_value_takes_the_sights_place_in_aimed_fire():
    night = {"mode": "aimed", "aiming": 1, "light": "night"}
    assert why(sight=sight("S302"), **night) == {"aimed": 15, "Sniperscope at night": 15, "night light": -30}
    assert why(sight=sight("S301"), **night) == {"aimed": 15, "night light": -30}
    assert why(mount=sight("M404"), **night) == {
        "aimed": 15,
        "MM400 Wheeled mount": 15,
        "MM400 Wheeled mount at night": 10,
        "night light": -30,
    }
    assert why(mount=sight("M404"), light="night") == {"MM400 Wheeled mount": 15, "night light": -30}


@pytest.mark.rule("C3K-F28")
@pytest.mark.parametrize(
    ("what", "factor"),
    [
        ({"mode": "speculative"}, -10),
        ({"area": True}, -10),
        ({"thrown": True}, -10),
        ({"light": "bright"}, 5),
        ({"light": "bad"}, -15),
        ({"light": "night"}, -30),
        ({"drawing": True}, -12),
        ({"speaking": True}, -6),
    ],
)
def test_fire_modes_light_and_own_actions(what, factor):
    assert percent(**what) == 50 + factor


@pytest.mark.rule("C3K-F04", "C3K-F06")
def test_hands():
    assert percent(wrong_hand=True) == 38
    assert percent(together=2) == 38
    assert percent(together=3, wrong_hand=True) == 26


@pytest.mark.rule("C3K-O09", "C3K-F05")
def test_drawing_a_weapon_is_a_distraction():
    assert why(drawing=True) == {"drawing or distracted": -12}


@pytest.mark.rule("C3K-W09")
def test_wound_points_lower_the_chance_and_a_wounded_arm_instead():
    wounds = (Wound(1), Wound(1, Part.LEFT_ARM))
    assert percent(wounds=wounds) == 40
    both = frozenset({Part.LEFT_ARM, Part.RIGHT_ARM})
    assert percent(wounds=wounds, locations=True, arms=both) == 35
    assert percent(wounds=wounds, locations=True, arms=frozenset({Part.RIGHT_ARM})) == 50


def test_the_same_target_as_last_turn():
    assert percent(same_target=True) == 55


@given(
    cm=st.integers(0, 2000),
    moved=st.integers(0, 300),
    size=st.integers(-3, 3),
    kind=st.sampled_from("PSMH"),
    mode=st.sampled_from(["normal", "aimed", "speculative", "indirect"]),
    dm=st.integers(-20, 20),
)
def test_every_reason_has_its_rule_and_counts_once(cm, moved, size, kind, mode, dm):
    modifiers = applied(TO_HIT, shot(kind=kind, cm=cm, moved=moved, size=size, mode=mode, dm=dm, because="fog"))
    assert all(modifier.dm and modifier.rule for modifier in modifiers)
    assert len({modifier.label for modifier in modifiers}) == len(modifiers)
    assert percent(kind=kind, cm=cm, moved=moved, size=size, mode=mode, dm=dm) == 50 + sum(m.dm for m in modifiers)


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_farther_is_never_easier(one, other):
    near, far = sorted((one, other))
    assert percent(cm=near) >= percent(cm=far)


def test_the_referees_own_modifier_comes_last_with_its_reason():
    assert percent(dm=-7, because="fog") == 43
    assert list(why(cm=10, dm=-7, because="fog").items())[-1] == ("referee: fog", -7)
