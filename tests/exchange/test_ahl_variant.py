"""From AHL into its variant and back, by hand from both books; out of a career into the variant."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.exchange import between
from bot.systems.ahl.sheet.character import Being, Condition
from bot.systems.ahl_variant.sheet import Death
from bot.systems.naval.career import Career, Characteristics, Status

SYSTEMS = systems.discover(systems)
AHL, VARIANT = SYSTEMS["ahl"], SYSTEMS["ahl_variant"]


def told(handed):
    return {each.trait: each.value for each in handed.passed}, {each.trait for each in handed.unknown}


def test_a_marine_of_ahl_in_the_variant():
    """An ACR has 20 rounds in both charts; combat armor there is of tech level 11 or 12, and strength nobody knows."""
    marine = AHL.templates["Marine"].sheet
    handed = between(AHL, VARIANT)(marine, VARIANT.new_sheet, {})
    passed, unknown = told(handed)
    assert unknown == {"strength", "dexterity", "endurance", "armour"}
    assert passed["weapon"] == "ACR"
    sheet = handed.sheet
    assert (sheet.melee, sheet.morale, sheet.rank) == (6, 9, "E1")
    assert (sheet.weapons[0].skill, sheet.weapons[0].loaded.rounds, len(sheet.weapons[0].spare)) == (1, 20, 8)
    assert VARIANT.load_sheet(VARIANT.dump_sheet(sheet)) == sheet
    # What is of no tech level keeps its name.
    pirate = between(AHL, VARIANT)(AHL.templates["Pirate"].sheet, VARIANT.new_sheet, {}).sheet
    assert (pirate.armour, pirate.weapons[0].weapon) == ("cloth", "Submachinegun")


def test_a_laser_has_a_clip_in_the_variant_and_none_in_ahl():
    """The variant's laser carbine holds 50, AHL's chart has no figure."""
    laser = AHL.with_traits(AHL.new_sheet, {"weapon": "Laser Carbine"})
    there = between(AHL, VARIANT)(laser, VARIANT.new_sheet, {})
    assert there.sheet.weapons[0].loaded.rounds == 50
    assert any("50 of 50 rounds" in note for note in there.notes)
    back = between(VARIANT, AHL)(there.sheet, AHL.new_sheet, {})
    assert back.sheet.weapons[0].loaded.rounds == 0
    assert back.notes == ("Laser Carbine: its rounds aren't counted by this chart",)


def test_an_empty_weapon_stays_empty():
    """An ACR that has fired all of its 20 rounds, without a clip to spare."""
    bare = AHL.with_traits(AHL.new_sheet, {"weapon": "ACR", "rounds": "0"})
    handed = between(AHL, VARIANT)(bare, VARIANT.new_sheet, {})
    assert (handed.sheet.weapons[0].loaded.rounds, handed.notes) == (0, ())


@pytest.mark.parametrize(
    ("wounds", "serious", "deaths"), [("serious", 1, ()), ("dead", 0, (Death(2, 2),)), ("unhurt", 0, ())]
)
def test_wounds_of_ahl_are_counted_in_the_variant(wounds, serious, deaths):
    """One serious wound, or a death that counts as two, to be converted into characteristics."""
    condition = {"serious": Condition.SERIOUS, "dead": Condition.DEAD, "unhurt": Condition.ACTIVE}[wounds]
    hurt = replace(AHL.new_sheet, condition=condition, light_wounds=1)
    sheet = between(AHL, VARIANT)(hurt, VARIANT.new_sheet, {}).sheet
    assert (sheet.condition, sheet.light_wounds) == (condition, 1)
    assert (sheet.serious_wounds, sheet.deaths) == (serious, deaths)


def test_robots_and_blobs_need_no_strength():
    blob = replace(AHL.new_sheet, being=Being.BLOB, life_level=9)
    for sheet in (blob, replace(AHL.new_sheet, being=Being.WARBOT)):
        handed = between(AHL, VARIANT)(sheet, VARIANT.new_sheet, {})
        assert told(handed)[1] == set()
        assert (handed.sheet.being, handed.sheet.life_level) == (sheet.being, sheet.life_level)
        assert between(VARIANT, AHL)(handed.sheet, AHL.new_sheet, {}).sheet == sheet


def test_back_into_ahl():
    marine = VARIANT.templates["Marine"].sheet
    handed = between(VARIANT, AHL)(marine, AHL.new_sheet, {})
    passed, unknown = told(handed)
    assert passed["armour"] == "combat armor"
    assert unknown == set()
    assert any("Strength stays behind" in note for note in handed.notes)
    archer = VARIANT.with_traits(VARIANT.new_sheet, {"weapon": "Long Bow", "armour": "jack"})
    handed = between(VARIANT, AHL)(archer, AHL.new_sheet, {})
    assert told(handed)[1] == {"armour"}
    assert handed.notes == ("Left behind, for AHL's chart has none: Long Bow",)
    # What AHL has no figure for is told too, of a robot as well.
    zhodani = between(VARIANT, AHL)(VARIANT.templates["Zhodani Warbot"].sheet, AHL.new_sheet, {})
    assert "Left behind, for AHL reckons with none of it: plating 4 and grav" in zhodani.notes
    figures = VARIANT.with_traits(VARIANT.new_sheet, {"dexterity": "8", "endurance": "6", "zero-g skill": "2"})
    handed = between(VARIANT, AHL)(figures, AHL.new_sheet, {})
    assert "Left behind, for AHL reckons with none of it: dexterity 8, endurance 6 and zero-G skill 2" in handed.notes
    with pytest.raises(RuleError, match="no rules for animals"):
        between(VARIANT, AHL)(VARIANT.with_traits(VARIANT.new_sheet, {"speed": "2"}), AHL.new_sheet, {})


def test_a_career_brings_its_characteristics():
    career = Career(Characteristics(7, 9, 6, 8, 10, 11), status=Status.OUT, rank="O2", skills=(("Brawling", 2),))
    sheet = between(SYSTEMS["naval"], VARIANT)(career, VARIANT.new_sheet, {}).sheet
    assert (sheet.strength, sheet.dexterity, sheet.endurance, sheet.melee) == (7, 9, 6, 6)


def test_by_the_same_rules_everything_is_kept_and_an_unknown_pair_is_refused():
    sheet = VARIANT.templates["Marine"].sheet
    assert between(VARIANT, VARIANT)(sheet, VARIANT.new_sheet, {}).sheet == sheet
    with pytest.raises(RuleError, match="is not known here: add them with /character add"):
        between(SYSTEMS["highguard"], VARIANT)
