from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import (
    Character,
    Clip,
    Spent,
    arm,
    check_load,
    reload,
    renew,
    spend,
    with_clips,
)
from tests.systems.ahl.people import WEAPONS


def loaded(weapon, rounds, kind="", clips=0):
    return replace(arm(WEAPONS[weapon], kind, clips=clips), loaded=Clip(kind, rounds))


@pytest.mark.rule("AHL-25Aa", "AHL-WT-11")
def test_an_acr_has_five_bursts_or_twenty_shots():
    carried = arm(WEAPONS["ACR"], "DS")
    for left in (16, 12, 8, 4, 0):
        spent = spend(carried, WEAPONS["ACR"], "")
        carried = spent.after
        assert (spent.rounds, spent.automatic, carried.loaded.rounds) == (4, True, left)
    single = spend(arm(WEAPONS["ACR"], "DS"), WEAPONS["ACR"], "single")
    assert (single.rounds, single.automatic, single.after.loaded.rounds) == (1, False, 19)


@pytest.mark.rule("AHL-25Ab")
@pytest.mark.parametrize(("left", "rounds", "automatic"), [(3, 3, True), (2, 2, True), (1, 1, False)])
def test_the_short_last_burst(left, rounds, automatic):
    spent = spend(loaded("ACR", left, "DS"), WEAPONS["ACR"], "automatic")
    assert (spent.rounds, spent.automatic, spent.after.loaded.rounds) == (rounds, automatic, 0)


@pytest.mark.rule("AHL-25Ac")
@pytest.mark.parametrize("setting", ["", "single", "automatic"])
def test_an_empty_weapon_cannot_fire(setting):
    with pytest.raises(RuleError, match="ACR is empty: /reload it first"):
        spend(loaded("ACR", 0, "DS"), WEAPONS["ACR"], setting)


def test_a_carbine_has_no_automatic_setting():
    with pytest.raises(RuleError, match="Carbine has no automatic setting"):
        spend(arm(WEAPONS["Carbine"]), WEAPONS["Carbine"], "automatic")


def test_lasers_count_no_rounds():
    spent = spend(arm(WEAPONS["Laser Rifle"]), WEAPONS["Laser Rifle"], "")
    assert (spent.rounds, spent.automatic) == (0, False)


@pytest.mark.rule("AHL-25Ba", "AHL-25Bb", "AHL-25Bc")
@pytest.mark.parametrize(
    ("weapon", "times"),
    [
        ("ACR", [(1, True)]),
        ("Submachinegun", [(1, True)]),
        ("Snub Pistol", [(1, False), (2, True)]),
        ("Revolver", [(1, False), (2, True)]),
        ("Shotgun", [(1, False), (2, True)]),
        ("Body Pistol", [(1, True)]),
        ("PGMP-12", []),
        ("Autocannon", []),
        ("VRF Gauss Gun", []),
        ("Laser Rifle", []),
    ],
)
def test_reload_times(weapon, times):
    assert [(time.turns, time.evading) for time in WEAPONS[weapon].reloads] == times


@pytest.mark.rule("AHL-25Ba", "AHL-25Ae")
def test_reloading_takes_the_fullest_clip_and_keeps_what_was_left():
    carried = replace(loaded("ACR", 2, "DS"), spare=(Clip("DS", 7), Clip("HE", 20), Clip("DS", 20)))
    after = reload(carried, WEAPONS["ACR"], "")
    assert after.loaded == Clip("DS", 20)
    assert after.spare == (Clip("DS", 7), Clip("HE", 20), Clip("DS", 2))


@pytest.mark.rule("AHL-25Ae")
def test_reloading_with_another_kind():
    carried = replace(loaded("ACR", 0, "DS"), spare=(Clip("HE", 20),))
    after = reload(carried, WEAPONS["ACR"], "he")
    assert (after.loaded, after.spare) == (Clip("HE", 20), ())


@pytest.mark.parametrize(
    ("carried", "weapon", "kind", "sentence"),
    [
        (loaded("ACR", 0, "DS"), "ACR", "", "There is no spare clip for ACR DS"),
        (loaded("ACR", 0, "DS", clips=1), "ACR", "HE", "There is no spare clip for ACR HE"),
        (loaded("ACR", 20, "DS", clips=1), "ACR", "", "ACR DS already holds 20 rounds"),
        (loaded("Laser Rifle", 0), "Laser Rifle", "", "Laser Rifle needs no reloading"),
        (loaded("PGMP-12", 0), "PGMP-12", "", "PGMP-12 cannot be reloaded during play"),
    ],
)
def test_what_cannot_be_reloaded_says_why(carried, weapon, kind, sentence):
    with pytest.raises(RuleError, match=sentence):
        reload(carried, WEAPONS[weapon], kind)


@pytest.mark.rule("AHL-25Ad")
def test_eight_spare_clips_are_the_most():
    """Eight for the character, whatever the weapons."""
    rifle, pistol = arm(WEAPONS["ACR"], "DS", clips=5), arm(WEAPONS["Body Pistol"], clips=3)
    assert check_load(Character(weapons=(rifle, pistol))).weapons == (rifle, pistol)
    with pytest.raises(RuleError, match="8 spare clips at most, and these would be 9"):
        check_load(Character(weapons=(with_clips(rifle, WEAPONS["ACR"], "DS", 1), pistol)))


def test_shots_without_a_figure_are_counted_where_a_campaign_says_so():
    """Ruling R-09, an option: two shots, and then no more before they are renewed."""
    rifle = WEAPONS["Laser Rifle"]
    fresh = arm(rifle)
    assert spend(fresh, rifle, "") == Spent(fresh, 0, automatic=False)
    first = spend(fresh, rifle, "", energy_shots=2)
    assert (first.rounds, first.after.fired) == (1, 1)
    second = spend(first.after, rifle, "", energy_shots=2).after
    with pytest.raises(RuleError, match=r"Laser Rifle is empty: /reload it first \(ruling R-09\)"):
        spend(second, rifle, "", energy_shots=2)
    assert spend(second, rifle, "", energy_shots=2, unlimited=True).rounds == 0
    # A campaign that counts fewer from now on leaves nobody with less than none.
    with pytest.raises(RuleError, match="is empty"):
        spend(second, rifle, "", energy_shots=1)
    assert renew(second, rifle) == fresh
    with pytest.raises(RuleError, match="has all its shots left"):
        renew(fresh, rifle)


def test_weapons_with_a_figure_keep_theirs():
    carbine = WEAPONS["Carbine"]
    assert spend(arm(carbine), carbine, "", energy_shots=1).after.loaded.rounds == carbine.clip - 1
