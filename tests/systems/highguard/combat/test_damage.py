"""How many throws for damage, with which modifiers, and what leads on (HG-H05 to H13)."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.systems.highguard.combat.attack import (
    automatic_criticals,
    damage_modifiers,
    throw_critical,
    throw_damage,
    throws,
)
from bot.systems.highguard.combat.tables import CRITICAL, INTERIOR, RADIATION, SURFACE
from tests.systems.highguard.combat.fleet import COMBAT, by_label, fire, shot


def dms(table, situation):
    return by_label(damage_modifiers(table, situation))


@pytest.mark.rule("HG-H06")
@pytest.mark.parametrize(("factor", "rolls"), [(5, 1), (9, 1), (10, 2), (11, 3), (27, 19)])
def test_a_spinal_mount_throws_once_more_for_each_letter(factor, rolls):
    assert throws(shot("particle", factor, size="Y")) == rolls


@pytest.mark.rule("HG-H06", "HG-H05")
def test_one_throw_on_each_table_of_the_weapon():
    assert [roll.table for roll in fire("missile nuclear", 9, [6] * 6).damage] == [SURFACE, RADIATION]
    spinal = fire("meson", 11, [6] * 14, size="Y").damage
    assert [roll.table for roll in spinal] == [RADIATION] * 3 + [INTERIOR] * 3


@pytest.mark.rule("HG-H07")
def test_armor_takes_extra_throws_but_never_the_last():
    assert throws(shot("particle", 14, armor=3)) == 3  # 1 + 5 - 3
    assert throws(shot("particle", 14, armor=15)) == 1
    assert throws(shot("meson", 14, armor=15)) == 6


@pytest.mark.rule("HG-H08")
def test_automatic_criticals_are_the_code_above_the_hull():
    assert automatic_criticals(shot("missile HE", 9, size="4")) == 5
    assert automatic_criticals(shot("missile HE", 4, size="4")) == 0
    assert automatic_criticals(shot("missile HE", 9, size="K")) == 0
    struck = fire("missile HE", 6, [6, 6, 6, 6, 3, 3, 2, 2], size="4")
    assert [str(roll.result) for roll in struck.damage] == ["Weapon-1", "One Screen Disabled", "Computer Destroyed"]


@pytest.mark.rule("HG-H09")
def test_half_the_armor_takes_automatic_criticals():
    assert automatic_criticals(shot("missile HE", 9, size="4", armor=5)) == 3
    assert automatic_criticals(shot("missile HE", 9, size="4", armor=12)) == 0
    assert automatic_criticals(shot("meson", 27, size="P", armor=15)) == 4


@pytest.mark.rule("HG-H10")
def test_a_factor_of_nine_or_less_adds_six_on_every_table():
    assert dms(RADIATION, shot("meson", 9)) == dms(INTERIOR, shot("meson", 9)) == {"factor 9 or less": 6}
    assert dms(SURFACE, shot("particle", 9)) == {"factor 9 or less": 6}
    assert dms(SURFACE, shot("particle", 10)) == {}


@pytest.mark.rule("HG-H11")
def test_armor_protects_the_surface_and_against_radiation_but_mesons():
    assert dms(SURFACE, shot("particle", 10, armor=3)) == {"armor": 3}
    assert dms(RADIATION, shot("particle", 10, armor=3)) == {"armor": 3}
    assert dms(RADIATION, shot("missile nuclear", 9, armor=3)) == {"factor 9 or less": 6, "armor": 3}
    assert dms(RADIATION, shot("meson", 10, armor=3)) == {}
    assert dms(INTERIOR, shot("meson", 10, armor=3)) == {}


@pytest.mark.rule("HG-H12")
def test_nuclear_missiles_and_pulse_lasers():
    assert dms(SURFACE, shot("missile nuclear")) == {"factor 9 or less": 6, "missile nuclear": -6}
    assert dms(RADIATION, shot("missile nuclear")) == {"factor 9 or less": 6}
    assert dms(SURFACE, shot("pulse laser")) == {"factor 9 or less": 6, "pulse laser": -2}
    for weapon in ("missile HE", "beam laser", "energy", "fusion"):
        assert dms(SURFACE, shot(weapon)) == {"factor 9 or less": 6}


def thrown(table, faces, modifiers=()):
    dice = ScriptedDice(faces)
    roll = throw_damage(table, modifiers, dice, COMBAT)
    assert dice.left == []
    return roll


@pytest.mark.rule("HG-H13")
def test_what_a_throw_leads_to_carries_no_modifier():
    modifiers = damage_modifiers(SURFACE, shot("missile nuclear", 9, armor=2))
    roll = thrown(SURFACE, [1, 1, 1, 2, 1, 1], modifiers)  # 4, then 3 inside, then a critical 2
    assert [(each.table, each.check.dm, str(each.result)) for each in roll.chain()] == [
        (SURFACE, 2, "Interior Explosion"),
        (INTERIOR, 0, "Critical"),
        (CRITICAL, 0, "Ship Vaporized"),
    ]
    assert str(roll.last.result) == "Ship Vaporized"
    assert roll.criticals == 1


@pytest.mark.rule("HG-H13", "HG-H14")
def test_an_interior_explosion_alone_is_no_critical():
    roll = thrown(SURFACE, [1, 2, 3, 4])
    assert (str(roll.last.result), roll.last.table, roll.criticals) == ("Screens-3", INTERIOR, 0)


@pytest.mark.rule("HG-H28", "HG-H29")
@pytest.mark.parametrize(
    ("faces", "which"),
    [
        ([5, 6, 3], "Spinal Mount Out"),
        ([5, 6, 4], "Fire Control Out"),
        ([6, 6, 1], "Low Berths Dead"),
        ([6, 6, 6], "Troops Dead"),
    ],
)
def test_one_more_die_says_which(faces, which):
    dice = ScriptedDice(faces)
    roll = throw_critical(dice, COMBAT)
    assert (str(roll.last.result), roll.criticals, dice.left) == (which, 1, [])
