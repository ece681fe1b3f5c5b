"""A character's card and line, and what of somebody can be seen from outside."""

import pytest

from bot.engine.cards import Tone
from bot.engine.scene import Unit
from bot.systems.ahl.sheet.character import Being, Character, Condition, arm
from bot.systems.ahl.sheet.outward import outside
from bot.systems.ahl.sheet.wording import character_card
from tests.systems.ahl.people import WEAPONS

ACR = arm(WEAPONS["ACR"], "DS")


@pytest.mark.parametrize(
    ("side", "sheet", "title", "first", "tone"),
    [
        ("blue", {}, "Ann (blue)", "Unhurt", Tone.PLAIN),
        ("", {"light_wounds": 2}, "Ann", "2 light wounds", Tone.PLAIN),
        ("blue", {"condition": Condition.UNCONSCIOUS}, "Ann (blue)", "Unconscious", Tone.BAD),
        ("blue", {"condition": Condition.DEAD}, "Ann (blue)", "Dead", Tone.BAD),
    ],
)
def test_a_card_tells_how_somebody_is_first_and_whoever_is_out_badly(side, sheet, title, first, tone):
    card = character_card(Unit("Ann", side, Character(**sheet)), WEAPONS)
    assert (card.title, card.lines[0], card.tone) == (title, first, tone)


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        ({}, ("Armor: none", "Melee 5, morale 7, leadership 0")),
        ({"armour": "cloth", "second_armour": "reflec", "grenades": 1}, ("Armor: cloth and reflec", "1 grenade")),
        ({"rank": "O3", "leadership": 2}, ("Melee 5, morale 7, leadership 2, rank O3",)),
        ({"light_wounds": 1}, ("Melee 5, morale 7 (−1 for light wounds), leadership 0",)),
        ({"light_wounds": 1, "stunned": 1}, ("Melee 5, morale 7 (−2 for light wounds and stuns), leadership 0",)),
    ],
)
def test_a_card_tells_what_is_worn_and_what_lowers_the_values(sheet, lines):
    card = character_card(Unit("Ann", "blue", Character(**sheet)), WEAPONS)
    assert {*lines} <= {*card.lines}
    assert any("grenade" in str(line) for line in card.lines) is bool(sheet.get("grenades"))


@pytest.mark.parametrize(
    ("sheet", "seen"),
    [
        ({}, ["no armor"]),
        ({"weapons": (ACR,), "armour": "cloth", "second_armour": "reflec"}, ["ACR (DS)", "cloth and reflec"]),
        ({"condition": Condition.DEAD}, ["dead", "no armor"]),
        ({"condition": Condition.DEAD, "being": Being.WARBOT}, ["destroyed", "warbot", "no armor"]),
        ({"condition": Condition.SERIOUS, "being": Being.BLOB}, [Condition.SERIOUS.value, "blob", "no armor"]),
        # Wounds that somebody stands up with don't show.
        ({"light_wounds": 2, "morale": 3}, ["no armor"]),
    ],
)
def test_from_outside_one_sees_who_is_out_what_they_are_and_what_they_carry(sheet, seen):
    assert [*outside(Character(**sheet))] == seen
