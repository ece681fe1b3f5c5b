"""Who may fire at what (C3K Weapon use, Special conditions, Target eligibility, Fire modes)."""

import pytest

from bot.systems.combat3000.aim.eligible import Attempt, Hindrances, Use, forbidden
from bot.systems.combat3000.lists.weapons import Class, Trajectory
from tests.systems.combat3000.shots import situation


def refusal(kind="S", outlook=None, who=None, circumstances=None, **use):
    found = {name: value for name, value in (outlook or {}).items() if name in Hindrances.__dataclass_fields__}
    asked = {name: value for name, value in (outlook or {}).items() if name not in found}
    attempt = Attempt(
        "Ann",
        Use("Gun", Class(kind), **use),
        situation(**(circumstances or {}), **asked),
        "Bob",
        Hindrances(**found),
        **(who or {}),
    )
    return forbidden(attempt)


@pytest.mark.rule("C3K-F02", "C3K-F07", "C3K-V03")
@pytest.mark.parametrize(
    ("kind", "gait", "may"),
    [
        ("P", "still", True),
        ("P", "walk", True),
        ("S", "walk", True),
        ("S", "fly", True),
        ("M", "fly", False),
        ("P", "run", False),
        ("S", "crawl", False),
        ("S", "climb", False),
        ("M", "walk", False),
    ],
)
def test_gaits(kind, gait, may):
    assert (refusal(kind, hands=2, circumstances={"gait": gait}) is None) == may


@pytest.mark.rule("C3K-F02")
def test_launchers_are_fired_when_stationary_with_two_hands_unless_pistols():
    assert "launchers" in refusal("S", launcher=True, hands=2, circumstances={"gait": "walk"})
    assert "launchers" in refusal("P", launcher=True, circumstances={"gait": "walk"})
    assert "two hands" in refusal("S", launcher=True, hands=1)
    assert refusal("P", launcher=True, hands=1) is None
    assert refusal("S", launcher=True, hands=2) is None


@pytest.mark.rule("C3K-F02", "C3K-F03")
def test_mounts():
    assert "H weapon" in refusal("H", hands=2)
    assert refusal("H", mounted=True) is None
    assert "two hands" in refusal("M", hands=1)
    assert refusal("M", hands=2) is None
    assert "from a mount on the vehicle" in refusal("M", hands=2, circumstances={"vehicle": 20})
    assert refusal("M", mounted=True, circumstances={"vehicle": 20}) is None
    assert refusal("P", mounted=True) is None


@pytest.mark.rule("C3K-F04")
def test_several_weapons_at_once_below_30_cm_without_moving():
    assert refusal("P", who={"together": 2}, circumstances={"cm": 29}) is None
    assert "below 30 cm" in refusal("P", who={"together": 2}, circumstances={"cm": 30})
    assert "not moved" in refusal("P", who={"together": 2}, circumstances={"cm": 10, "gait": "walk"})
    assert "not moved" in refusal("P", who={"together": 2}, circumstances={"cm": 10, "vehicle": 1})


@pytest.mark.rule("C3K-F36", "C3K-H15")
def test_minimum_and_maximum_ranges_are_inclusive():
    assert "at less than 75 cm" in refusal(minimum=75, circumstances={"cm": 74})
    assert refusal(minimum=75, circumstances={"cm": 75}) is None
    assert refusal(maximum=15, circumstances={"cm": 15}) is None
    assert "reaches 15 cm" in refusal(maximum=15, circumstances={"cm": 16})


@pytest.mark.rule("C3K-F13", "C3K-F39")
def test_fire_modes_need_their_weapons():
    assert "no A in its prefix" in refusal(circumstances={"area": True})
    assert refusal(area=True, circumstances={"area": True}) is None
    assert "no HT in its prefix" in refusal(circumstances={"high": True})
    assert refusal(trajectory=Trajectory.EITHER, circumstances={"high": True}) is None
    assert "Speculative fire is for" in refusal(circumstances={"mode": "speculative"})
    assert "Speculative fire is for" in refusal(area=True, circumstances={"mode": "speculative"})
    assert refusal(area=True, circumstances={"mode": "speculative", "area": True}) is None
    assert refusal(blast=True, circumstances={"mode": "speculative"}) is None
    assert "high trajectory weapons" in refusal(blast=True, circumstances={"mode": "indirect"})


@pytest.mark.rule("C3K-F08")
def test_awareness_and_the_line_of_sight():
    assert "not aware of Bob" in refusal(outlook={"unaware": True})
    assert "no line of sight" in refusal(outlook={"blocked": True})


@pytest.mark.rule("C3K-F37", "C3K-O14")
def test_covering_fire_needs_no_awareness_but_stands_still():
    assert refusal(outlook={"unaware": True}, circumstances={"mode": "covering"}) is None
    assert "whoever covers" in refusal(circumstances={"mode": "covering", "gait": "walk"})


@pytest.mark.rule("C3K-F14")
def test_aimed_fire_stands_still():
    assert "aimed fire" in refusal(circumstances={"mode": "aimed", "aiming": 1, "gait": "walk"})
    assert refusal(circumstances={"mode": "aimed", "aiming": 1, "moved": 10}) is None


@pytest.mark.rule("C3K-F11", "C3K-F39")
def test_high_trajectory_at_a_place_needs_no_line_of_sight_but_spares_dead_ground():
    mortar = {"kind": "M", "hands": 2, "blast": True, "trajectory": Trajectory.HIGH_ONLY}
    blind = {"blocked": True, "unaware": True}
    assert refusal(**mortar, outlook=blind, circumstances={"high": True, "mode": "indirect"}) is None
    assert refusal(**mortar, outlook=blind, circumstances={"high": True, "mode": "speculative"}) is None
    assert "no line of sight" in refusal(blast=True, outlook=blind, circumstances={"mode": "speculative"})
    sheltered = {"dead_ground": True}
    assert "shelters" in refusal(**mortar, outlook=sheltered, circumstances={"high": True, "mode": "indirect"})


@pytest.mark.rule("C3K-F09")
def test_friends_near_the_line_of_sight():
    assert "within 3 cm" in refusal(outlook={"friend_in_line": True})
    assert refusal(outlook={"friend_in_line": True, "friend_below": True}) is None
    over = {"high": True}
    assert refusal(outlook={"friend_in_line": True}, trajectory=Trajectory.EITHER, circumstances=over) is None


@pytest.mark.rule("C3K-F10")
def test_friends_near_the_point_of_aim_of_blasts_and_areas():
    near = {"friend_at_target": True}
    assert refusal(outlook=near) is None
    assert "within 6 cm" in refusal(outlook=near, blast=True)
    assert "within 6 cm" in refusal(outlook=near, area=True, circumstances={"area": True})
    assert refusal(outlook=near, area=True) is None, "one target only"
    assert refusal(outlook=near, blast=True, who={"friends_count": False}) is None


@pytest.mark.rule("C3K-S02", "C3K-S06")
def test_what_is_too_far_to_be_seen_at_its_size_is_no_target():
    assert "is seen up to 50 cm" in refusal(outlook={"farthest": 50}, circumstances={"cm": 51, "size": -2})
    assert refusal(outlook={"farthest": 500}, circumstances={"cm": 51}) is None, "they fire, and are seen at full size"
