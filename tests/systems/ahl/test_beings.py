"""Wounds of robots and blobs, and what armours them (AHL 20, 21)."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.systems.ahl.sheet.character import Being, Character, Condition, state
from bot.systems.ahl.wounds.damage import Severity, Surroundings, wound
from tests.systems.ahl.people import ARMOUR, BOOK, shoot

ROBOT = Character(being=Being.WARBOT)
BLOB = Character(being=Being.BLOB, life_level=5)


@pytest.mark.rule("AHL-21h")
@pytest.mark.parametrize(("being", "value"), [(Being.WARBOT, -10), (Being.MAINTENANCE_ROBOT, -8)])
def test_robots_are_armoured_whatever_they_wear(being, value):
    armour = BOOK.armour_of(Character(being=being))
    assert (armour.value, armour.rule) == (value, "AHL 21")


@pytest.mark.rule("AHL-20a")
def test_a_blob_is_armoured_by_its_life_level():
    armour = BOOK.armour_of(BLOB)
    assert (armour.value, armour.lasers_only, armour.rule) == (-5, False, "AHL 20")


def test_people_wear_their_armour():
    assert BOOK.armour_of(Character(armour="mesh")) is ARMOUR["mesh"]


@pytest.mark.rule("AHL-21f")
def test_a_robot_takes_a_light_wound_and_is_destroyed_by_more():
    light = wound(ROBOT, Severity.LIGHT, ScriptedDice([5])).after
    assert (light.light_wounds, light.condition) == (1, Condition.ACTIVE)
    for level in (Severity.SERIOUS, Severity.DEAD):
        assert state(wound(ROBOT, level, ScriptedDice([])).after) == "destroyed"


@pytest.mark.rule("AHL-21f")
def test_a_robot_that_is_knocked_out_is_destroyed_unless_set_otherwise():
    assert wound(ROBOT, Severity.LIGHT, ScriptedDice([6])).after.condition is Condition.DEAD
    faints = Surroundings(robots_faint=True)
    assert wound(ROBOT, Severity.LIGHT, ScriptedDice([6]), faints).after.condition is Condition.UNCONSCIOUS
    assert wound(Character(), Severity.LIGHT, ScriptedDice([6]), faints).after.condition is Condition.UNCONSCIOUS


@pytest.mark.rule("AHL-20c")
def test_only_death_harms_a_blob():
    for level in (Severity.NONE, Severity.LIGHT, Severity.SERIOUS):
        assert wound(BLOB, level, ScriptedDice([])).after == BLOB
    assert wound(BLOB, Severity.DEAD, ScriptedDice([])).after.condition is Condition.DEAD


@pytest.mark.rule("AHL-22c")
@pytest.mark.parametrize(
    ("character", "shells", "worse"),
    [
        (Character(armour="vacc suit"), False, True),
        (Character(armour="cloth"), False, True),
        (Character(armour="combat armor"), False, True),
        (Character(armour="battle dress"), False, True),
        (Character(armour="flak jacket"), False, False),
        (ROBOT, False, False),
        (ROBOT, True, True),
        (BLOB, True, False),
    ],
)
def test_whose_wounds_vacuum_makes_worse(character, shells, worse):
    assert Surroundings(vacuum=True, robot_shells=shells).worsens(character) is worse
    assert not Surroundings(vacuum=False, robot_shells=shells).worsens(character)


@pytest.mark.rule("AHL-22c")
def test_fire_through_a_suit_in_vacuum_is_worse():
    """Carbine 2 against a vacc suit, −6: 4+4 is 4, light, and so serious."""
    made = shoot([6, 6, 4, 4], armour="vacc suit", surroundings=Surroundings(vacuum=True)).attacks[0]
    assert (made.damage.table, made.damage.level) == (Severity.LIGHT, Severity.SERIOUS)
    assert made.after.condition is Condition.SERIOUS


@pytest.mark.rule("AHL-20c")
def test_a_direct_hit_by_he_kills_a_blob_that_it_would_wound_seriously():
    """ACR HE 2 against life level 3: 5+4 is 8, serious, and so death; 2+3 is 4, light, so serious: nothing."""
    blob = {"being": Being.BLOB, "life_level": 3}
    killed = shoot([6, 6, 5, 4], weapon="ACR", ammo="HE", hurt=blob).attacks[0]
    assert killed.after.condition is Condition.DEAD
    unhurt = shoot([6, 6, 2, 3], weapon="ACR", ammo="HE", hurt=blob).attacks[0]
    assert (unhurt.damage.level, unhurt.after) == (Severity.SERIOUS, Character(**blob))


@pytest.mark.rule("AHL-21f")
def test_fire_destroys_a_robot_that_it_knocks_out():
    """ACR sabot 4 against a warbot, −10: 6+6 is 6, light."""
    warbot = {"being": Being.WARBOT}
    assert shoot([6, 6, 6, 6, 6], weapon="ACR", hurt=warbot).attacks[0].after.condition is Condition.DEAD
    spared = shoot([6, 6, 6, 6, 6], weapon="ACR", hurt=warbot, surroundings=Surroundings(robots_faint=True))
    assert spared.attacks[0].after.condition is Condition.UNCONSCIOUS
