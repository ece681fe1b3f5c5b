"""Weapons as they are fired: ranges, settings, templates, shells (C3K Weapon list, Shells and grenades)."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.burst import pack_explodes
from bot.systems.combat3000.lists.weapons import Class, Template
from bot.systems.combat3000.loading.arming import as_fired, setting_of, strap_turns, worn_as
from bot.systems.combat3000.loading.reloading import salvo, spend
from tests.systems.combat3000.targets import TABLES, held, refusal

WEAPONS, SHELLS = TABLES.weapons, TABLES.shells


def fired(code, shell="", **how):
    found = as_fired(WEAPONS[code], SHELLS[shell] if shell else None, **how)
    return found.accuracy, found.shell_accuracy, found.force.effect


@pytest.mark.rule("C3K-H14")
@pytest.mark.parametrize(
    ("code", "setting", "effect", "stun"),
    [("34", "kill", 2, 0), ("34", "stun", 0, 6), ("35", "kill", 4, 0), ("35", "stun", 2, 6)],
)
def test_phasers_have_two_settings(code, setting, effect, stun):
    found = as_fired(WEAPONS[code], setting=setting)
    assert (found.force.effect, found.force.stun, found.scatters) == (effect, stun, False)


@pytest.mark.rule("C3K-H14")
@pytest.mark.parametrize(
    ("code", "setting", "effect", "circle"),
    [
        ("38", "tight", 3, 0),
        ("38", "wide", -1, 15),
        ("39", "tight", 3, 0),
        ("39", "wide", -1, 15),
        ("40", "tight", 6, 0),
        ("40", "wide", 2, 20),
    ],
)
def test_disrupters_have_two_foci(code, setting, effect, circle):
    found = as_fired(WEAPONS[code], setting=setting)
    assert (found.force.effect, found.circle, found.scatters) == (effect, circle, circle > 0)


@pytest.mark.rule("C3K-H14")
def test_the_first_setting_is_what_a_weapon_is_set_to():
    assert setting_of(WEAPONS["34"], "").name == "kill"
    assert setting_of(WEAPONS["38"], "").name == "tight"
    with pytest.raises(RuleError, match="Rifle has no settings"):
        setting_of(WEAPONS["45"], "stun")
    with pytest.raises(RuleError, match="setting of Hand Phaser"):
        as_fired(WEAPONS["34"], setting="wide")


@pytest.mark.rule("C3K-H14")
@pytest.mark.parametrize(("code", "template", "effect"), [("36", Template(7.5, 20), 8), ("51", Template(5, 10), 5)])
def test_plasma_and_flame_cover_a_rectangle_as_launcher_fire(code, template, effect):
    found = as_fired(WEAPONS[code], cm=20)
    assert (found.template, found.force.effect, found.scatters) == (template, effect, True)


@pytest.mark.rule("C3K-H14")
def test_a_jammed_plasma_pack_explodes_on_five_or_six():
    assert [pack_explodes(ScriptedDice([die])).made for die in range(1, 7)] == [False] * 4 + [True] * 2


@pytest.mark.rule("C3K-H15")
@pytest.mark.parametrize(("cm", "accuracy", "effect"), [(20, 10, 1), (21, -5, -1), (60, -5, -1)])
def test_a_shotgun_is_weak_beyond_twenty(cm, accuracy, effect):
    assert fired("41", cm=cm) == (accuracy, 0, effect)


@pytest.mark.rule("C3K-H15")
@pytest.mark.parametrize(("code", "reach"), [("41", 60), ("32", 15), ("36", 40)])
def test_some_weapons_have_a_longest_range(code, reach):
    assert refusal(code, reach) == ""
    assert f"reaches {reach} cm, and the range is {reach + 1}" in refusal(code, reach + 1)


@pytest.mark.rule("C3K-H15")
def test_others_have_none():
    assert refusal("45", 10_000) == ""


@pytest.mark.rule("C3K-H15")
@pytest.mark.parametrize(("strength", "effect"), [(0, -3), (2, -1), (-1, -4)])
def test_a_bow_has_its_firers_strength(strength, effect):
    assert fired("44", strength=strength) == (-15, 0, effect)


@pytest.mark.rule("C3K-H15")
def test_neutron_weapons_harm_only_the_living():
    assert as_fired(WEAPONS["37"]).force.living
    assert as_fired(WEAPONS["21"], SHELLS["114"]).force.living
    assert not as_fired(WEAPONS["21"], SHELLS["102"]).force.living


@pytest.mark.rule("C3K-H17")
@pytest.mark.parametrize(
    ("code", "shell", "expected"),
    [
        ("20", "1211", (2, 15, 0)),
        ("21", "1212", (0, 20, 1)),
        ("23", "1213", (-10, 25, 2)),
        ("20", "1221", (2, 15, 2)),
        ("21", "1222", (0, 20, 4)),
        ("49", "1223", (5, 25, 6)),
        ("20", "101", (2, 0, 0)),
    ],
)
def test_self_guiding_shells_add_their_accuracy(code, shell, expected):
    assert fired(code, shell) == expected


@pytest.mark.rule("C3K-F31")
@pytest.mark.parametrize(("shell", "circle", "scatters"), [("101", 10, True), ("104", 0, False), ("107", 0, True)])
def test_a_shell_without_a_circle_is_no_launcher_fire(shell, circle, scatters):
    """Ruling B-F23: diameter 0 is armour piercing. A flare has an X there, and comes down somewhere."""
    found = as_fired(WEAPONS["20"], SHELLS[shell])
    assert (found.circle, found.scatters) == (circle, scatters)


def test_shells_fit_their_calibre_and_thermite_arrows_a_bow():
    with pytest.raises(RuleError, match="MM21 Launcher takes shells of calibre 1, and Explosive 102 isn't one"):
        as_fired(WEAPONS["20"], SHELLS["102"])
    with pytest.raises(RuleError, match="Rifle takes no such shell"):
        as_fired(WEAPONS["45"], SHELLS["101"])
    with pytest.raises(RuleError, match="Crossbow takes no such shell"):
        as_fired(WEAPONS["42"], SHELLS["119"])
    with pytest.raises(RuleError, match="MM21 Launcher is empty"):
        as_fired(WEAPONS["20"])
    arrow = as_fired(WEAPONS["44"], SHELLS["119"], strength=3)
    assert (arrow.force.effect, arrow.force.explosive, arrow.circle, arrow.scatters) == (2, True, 15, True)


def test_heavy_weapons_are_heavy_whatever_they_fire():
    assert as_fired(WEAPONS["10"]).force.heavy
    assert as_fired(WEAPONS["49"], SHELLS["106"]).force.heavy
    assert not as_fired(WEAPONS["8"]).force.heavy


@pytest.mark.rule("C3K-H18")
def test_an_organiser_fires_one_barrel_or_all_that_are_loaded():
    organiser = held("Organiser", "24", loaded=6, ammunition="101")
    assert salvo(organiser, WEAPONS["24"], whole=False) == 1
    assert salvo(organiser, WEAPONS["24"], whole=True) == 6
    assert spend(organiser, WEAPONS["24"], 6).loaded.rounds == 0
    with pytest.raises(RuleError, match="Revolver fires one shot at a time"):
        salvo(held("Revolver", "29", loaded=6), WEAPONS["29"], whole=True)


@pytest.mark.rule("C3K-H19")
def test_an_autoblaster_counts_as_p_or_s():
    def worn(shoulder, stationary, hands_free):
        return worn_as(WEAPONS["25"], shoulder=shoulder, stationary=stationary, hands_free=hands_free)

    assert worn(False, False, 0) is Class.PISTOL
    assert worn(True, True, 2) is Class.SHOULDER
    for stationary, hands_free in ((False, 2), (True, 1)):
        with pytest.raises(RuleError, match="stands still with both hands free"):
            worn(True, stationary, hands_free)
    assert worn_as(WEAPONS["45"], shoulder=True, stationary=False, hands_free=0) is Class.SHOULDER
    assert {code: strap_turns(weapon) for code, weapon in WEAPONS.items() if strap_turns(weapon)} == {"25": (3, 2)}
