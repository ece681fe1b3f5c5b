"""Wounds as characteristics, bare hands, control in zero-G (V27.Wounds, V27.Excess, V30.Brawling)."""

import pytest

from bot.systems.ahl.sheet.character import Condition, ZeroG
from bot.systems.ahl_variant.converting import serious_in_all
from bot.systems.ahl_variant.sheet import Combatant, Death
from tests.systems.ahl_variant.open import Field, person
from tests.systems.ahl_variant.table import VARIANT, one, table


def converted(faces, order=None, settings=None, **sheet):
    given = {"dexterity": 7, "endurance": 7, **sheet}
    game = Field(person("Ann", **given), **(settings or {}))
    told = game.give("convert", faces, name="Ann", **({"order": order} if order else {}))
    after = game.units["Ann"].sheet
    return told, (after.strength, after.dexterity, after.endurance)


@pytest.mark.rule("VAR-71")
def test_a_light_wound_is_one_die_of_a_characteristic_and_leaves_one_of_it():
    told, after = converted([3, 6], light_wounds=2)
    assert after == (7, 7, 1)
    assert "Light wound: 3 = 3 points" in told
    # What is left of each that is less.
    assert "Endurance 7 → 1" in told
    assert "Strength 7" not in told
    _, after = converted([6], light_wounds=1, endurance=4)
    assert after == (7, 7, 1)


@pytest.mark.rule("VAR-72")
def test_a_serious_wound_is_three_dice_of_one_and_spills_over_but_never_empties_all():
    _, after = converted([5, 5, 5], serious_wounds=1)
    assert after == (0, 0, 6)
    _, after = converted([6, 6, 6], serious_wounds=1, strength=5, dexterity=5, endurance=5)
    assert after == (0, 0, 1)
    _, after = converted([1, 2, 3], "endurance, strength, dexterity", serious_wounds=1)
    assert after == (7, 7, 1)
    # Two can.
    _, after = converted([6] * 6, serious_wounds=2, strength=5, dexterity=5, endurance=5)
    assert after == (0, 0, 0)


@pytest.mark.rule("VAR-73", "VAR-74", "VAR-75")
def test_death_is_two_serious_wounds_or_as_many_as_its_number_says():
    """Ruled as three by the bracket and four with what was above twelve: 6D, 9D or 12D."""
    dead = {"deaths": (Death(3, 4),), "condition": Condition.DEAD, "strength": 15, "dexterity": 15, "endurance": 15}
    for setting, dice, left in (("two", 6, 45 - 6), ("in brackets", 9, 45 - 9), ("with excess", 12, 45 - 12)):
        told, after = converted([1] * dice, settings={"deaths": setting}, **dead)
        assert told.count("Serious wound: ") == dice // 3
        assert sum(after) == left


@pytest.mark.rule("VAR-75")
@pytest.mark.parametrize(
    ("weapon", "ammunition", "faces", "death"),
    [
        # DS (4): 5+5+4 is 14, one more every second point above 12; HE (2): 5+5+2 is 12, 6+6+2 14, one every point.
        ("ACR", "DS", [5, 5], Death(2, 3)),
        ("ACR", "DS", [4, 4], Death(2, 2)),
        ("ACR", "HE", [4, 4], Death(2, 2)),
        ("ACR", "HE", [5, 4], Death(3, 3)),
        ("ACR", "HE", [6, 6], Death(4, 6)),
    ],
)
def test_a_death_keeps_its_number_and_its_excess(weapon, ammunition, faces, death):
    game = table(one("Ann", "A1", weapons=((weapon, ammunition),)), one("Cid", "I1", "W", "red"))
    game.give("fire", [4, 4, *faces], name="Ann", target="Cid")
    assert game.units["Cid"].sheet.deaths == (death,)


@pytest.mark.rule("VAR-76")
def test_excess_is_kept_from_people_unless_the_referee_says_so():
    """By the setting's default a death is two, whatever was thrown; animals go by the excess (V31.Hits)."""
    told, _ = converted([1] * 6, deaths=(Death(4, 9),), condition=Condition.DEAD)
    assert told.count("Serious wound: ") == 2
    beast = person("Cid", "red", weapons=())
    game = Field(person("Ann", weapons=(("ACR", "HE"),)), beast)
    for trait, value in {"mass": "400", "speed": "2", "hits": "60", "more hits": "20", "flight": "20"}.items():
        sheet = game.units["Cid"].sheet
        game.units["Cid"] = person("Cid", "red", weapons=())
        game.units["Cid"] = type(beast)("Cid", "red", trait_set(sheet, trait, value), owner="2")
    game.meet(bands=4)
    game.to("fire")
    # HE: 6+6+2 is 14 in the second column: six serious wounds, which put it out, and eight would kill it.
    game.give("fire", [4, 4, 6, 6], name="Ann", target="Cid", setting="single")
    assert game.units["Cid"].sheet.serious_wounds == 6
    assert game.units["Cid"].sheet.condition is Condition.SERIOUS


def trait_set(sheet, trait, value):
    return VARIANT.with_traits(sheet, {trait: value})


def test_what_cannot_be_converted_is_refused():
    assert "no wounds to convert" in Field(person("Ann", dexterity=7, endurance=7)).refused("convert", name="Ann")
    assert "no dexterity and endurance yet" in Field(person("Ann", light_wounds=1)).refused("convert", name="Ann")
    assert "each once" in Field(person("Ann", light_wounds=1, dexterity=7, endurance=7)).refused(
        "convert", name="Ann", order="strength, strength, endurance"
    )


def brawl(faces, **given):
    game = table(one("Ann", "A1", weapons=(), strength=9), one("Cid", "B1", "W", "red", weapons=()), brawling="yes")
    game.give("melee", faces, name="Ann", target="Cid", strike_back=False, **given)
    return game.units["Cid"].sheet


@pytest.mark.rule("VAR-105")
def test_bare_hands_do_a_step_less():
    assert brawl([4, 4, 2, 2]).stunned == 2
    assert brawl([4, 4, 4, 4, 1]).light_wounds == 1
    assert brawl([4, 4, 6, 6]).condition is Condition.SERIOUS
    assert brawl([4, 4, 6, 6], no_harm=True).condition is Condition.UNCONSCIOUS
    # Not with a weapon in hand, and not without the option.
    armed = table(one("Ann", "A1", weapons=("Club",)), one("Cid", "B1", "W", "red", weapons=()), brawling="yes")
    armed.give("melee", [5, 5, 4, 4], name="Ann", target="Cid", strike_back=False)
    assert armed.units["Cid"].sheet.condition is Condition.SERIOUS


@pytest.mark.rule("VAR-112")
def test_skill_in_zero_g_adds_to_control():
    """Fired an ACR (−4) with a skill of 2: 12 − 4 + 2 is 10, which keeps it; 11 doesn't."""
    for faces, lost in (([6, 6], False), ([5, 6], True)):
        ann = one("Ann", "A1", zero_g_skill=2, zero_g=ZeroG(fired="ACR"))
        game = table(ann, one("Cid", "I1", "W", "red"), zero_g="yes")
        game.settings["zero-g"] = "yes"
        game.begin(Ann="move", Cid="move")
        game.units["Ann"] = ann[0]
        card = game.give("phase", faces)
        assert any("+2 zero-G combat (AHL V27.Zero-G)" in line or "zero-G combat" in line for line in card.working)
        assert game.units["Ann"].sheet.zero_g.disoriented is lost


@pytest.mark.rule("VAR-73")
def test_a_death_counts_for_who_is_dead_alone():
    """Whom the referee has called back to life has no wounds of it."""
    for condition, counted in ((Condition.DEAD, 2), (Condition.ACTIVE, 0)):
        assert serious_in_all(Combatant(condition=condition, deaths=(Death(2, 2),)), "two") == counted
