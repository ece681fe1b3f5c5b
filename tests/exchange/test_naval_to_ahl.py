"""What a naval career makes of somebody in Azhanti High Lightning: by hand from both books."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.exchange import between
from bot.exchange.naval_to_ahl import hand_over
from bot.systems.naval.career import Career, Characteristics, Status

SYSTEMS = systems.discover(systems)
AHL = SYSTEMS["ahl"]
# Strength 7, dexterity 9: 16 / 4 = 4, and Brawling 2 makes 6.
ANN = Career(
    Characteristics(7, 9, 6, 8, 10, 11),
    status=Status.OUT,
    rank="O2",
    skills=(("Brawling", 2), ("Handgun", 1), ("Laser Weapons", 3), ("Navigation", 1)),
)


def handed(career=ANN, settings=None, template=None, **traits):
    bare = AHL.templates[template].sheet if template else AHL.new_sheet
    return hand_over(career, AHL.with_traits(bare, traits), settings or {})


@pytest.mark.parametrize(
    ("strength", "dexterity", "brawling", "rounded", "melee"),
    [(7, 9, 2, "down", 6), (7, 8, 0, "down", 3), (7, 8, 0, "up", 4), (1, 1, 0, "down", 0), (15, 15, 3, "down", 10)],
)
def test_strength_and_dexterity_over_four_and_brawling_are_the_melee_value(
    strength, dexterity, brawling, rounded, melee
):
    who = replace(ANN.characteristics, strength=strength, dexterity=dexterity)
    career = replace(ANN, characteristics=who, skills=(("Brawling", brawling),) if brawling else ())
    assert handed(career, {"melee value": rounded}).sheet.melee == melee


@pytest.mark.parametrize(
    ("weapon", "skill"),
    [
        ("Revolver", 1),
        ("Automatic Pistol", 1),
        ("Body Pistol", 1),
        ("Snub Pistol", 1),
        ("Laser Carbine", 3),
        ("Laser Rifle", 3),
        ("Submachinegun", 0),
    ],
)
def test_a_gun_combat_skill_is_the_skill_with_its_weapons(weapon, skill):
    assert handed(weapon=weapon).sheet.weapons[0].skill == skill


def test_no_skill_of_the_navy_is_for_a_rifle():
    """So the template's, or what was said, stays."""
    found = handed(template="Marine")
    assert found.sheet.weapons[0].skill == 1
    assert "skill" in {each.trait for each in found.unknown}
    assert "skill" not in {each.trait for each in found.passed}


@pytest.mark.parametrize(
    ("rank", "code"), [("O1", "O10"), ("O2", "O9"), ("O10", "O1"), ("E1", "R9"), ("E9", "R1"), ("", "")]
)
def test_the_higher_rank_checks_its_morale_first(rank, code):
    assert handed(replace(ANN, rank=rank)).sheet.rank == code


def test_what_neither_book_says_stays_the_templates_and_is_named():
    marine = AHL.templates["Marine"].sheet
    found = handed(template="Marine")
    assert (found.sheet.morale, found.sheet.leadership, found.sheet.armour) == (
        marine.morale,
        marine.leadership,
        marine.armour,
    )
    assert {"morale", "leadership", "armour"} <= {each.trait for each in found.unknown}


def test_the_dead_stay_where_they_are():
    with pytest.raises(RuleError, match="The dead come aboard no more"):
        handed(replace(ANN, status=Status.DEAD))


def test_who_did_not_survive_stays_until_the_referee_has_said_what_that_means():
    with pytest.raises(RuleError, match="They did not survive: wait until the referee has said what that means"):
        handed(replace(ANN, ahead=("fate", "decoration")))


def test_a_pair_without_a_file_is_refused_in_a_sentence():
    assert callable(between(replace(AHL, key="naval", title="Careers"), AHL))
    with pytest.raises(RuleError, match="How somebody out of Azhanti High Lightning comes into Combat 3000 is not"):
        between(AHL, SYSTEMS["combat3000"])
