"""Explosive decompression (AHL 22)."""

from fractions import Fraction

import pytest

from bot.engine.dice import Modifier, ScriptedDice
from bot.engine.odds import exact
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.wounds.vacuum import expose, exposed
from bot.systems.ahl_variant.sheet import Combatant
from tests.systems.ahl.people import BOOK
from tests.systems.ahl_variant.people import BOOK as VARIANT


@pytest.mark.rule("AHL-22a")
def test_one_plain_damage_throw_even_in_armour():
    """No armour counts: 2+2 is 4, a light wound, and 6+6 death, mesh or not."""
    light = expose(BOOK, Character(armour="mesh"), ScriptedDice([2, 2, 1]))
    assert (light.damage.check.modifiers, light.wounded.after.light_wounds) == ((), 1)
    assert expose(BOOK, Character(armour="mesh"), ScriptedDice([6, 6])).wounded.after.condition is Condition.DEAD


@pytest.mark.rule("AHL-22a")
def test_a_second_serious_wound_kills_here_too():
    once = expose(BOOK, Character(), ScriptedDice([4, 4])).wounded.after
    assert once.condition is Condition.SERIOUS
    assert expose(BOOK, once, ScriptedDice([4, 4])).wounded.after.condition is Condition.DEAD


@pytest.mark.parametrize(("book", "whose"), [(BOOK, Character()), (VARIANT, Combatant())], ids=["AHL", "variant"])
def test_the_referee_may_add_their_own(book, whose):
    result = expose(book, whose, ScriptedDice([2, 2]), Modifier(-1, "thin air", "referee"))
    assert result.damage.check.total == 3
    assert expose(book, whose, ScriptedDice([1, 1])).damage.check.total == 2


@pytest.mark.rule("AHL-22b")
@pytest.mark.parametrize("armour", ["vacc suit", "cloth", "combat armor", "battle dress"])
def test_suits_are_immune(armour):
    assert not exposed(Character(armour=armour))


@pytest.mark.rule("AHL-22b")
def test_robots_are_immune_and_blobs_are_not():
    assert not exposed(Character(being=Being.WARBOT))
    assert not exposed(Character(being=Being.MAINTENANCE_ROBOT))
    assert exposed(Character(being=Being.BLOB, life_level=3))


@pytest.mark.rule("AHL-22a")
@pytest.mark.parametrize("armour", ["none", "mesh", "flak jacket", "ablat", "reflec"])
def test_everybody_else_is_exposed_until_dead(armour):
    assert exposed(Character(armour=armour))
    assert exposed(Character(armour=armour, condition=Condition.SERIOUS))
    assert not exposed(Character(armour=armour, condition=Condition.DEAD))


def test_one_turn_kills_once_in_36():
    chances = exact(lambda dice: expose(BOOK, Character(), dice).wounded.after.condition, of=str)
    assert chances["dead"] == Fraction(1, 36)
    assert sum(chances.values()) == 1
