"""Weapons dropped by those whom fire hits, what a fall does to them, and picking them up (C3K Weapon damage)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Hand, Memory, Working
from tests.systems.combat3000.table import HALE, KEMP, character, everybody, fire, give, scene, unit

THROWN = {"dropped weapons": "on"}


def kemp(outcome):
    return Unit("Outlaw Kemp", KEMP.side, outcome.after["Outlaw Kemp"])


def refused(sentence, verb="give", units=None, **order):
    with pytest.raises(RuleError) as refusal:
        give(verb, units=units, **order)
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-W05")
def test_fire_shows_what_becomes_of_the_weapon_of_whom_it_kills():
    """6 of other fire destroys; a 4 leaves it whole, and 4 and 1 for the second 5 cm of the fall damages it."""
    outcome, card = fire([40, 10, 10, 6], range=10, settings=THROWN)
    assert "Rifle dropped: 6 = 6 → ruined" in card.lines
    rifle = outcome.after["Outlaw Kemp"].weapons[0]
    assert (rifle.hand, rifle.working) == (Hand.DROPPED, Working.RUINED)
    outcome, card = fire([40, 10, 10, 4, 4], range=10, settings=THROWN, values="fall 10")
    assert card.lines[3:5] == ("Rifle dropped: 4 = 4 → works", "Rifle falls: 4 +1 fall of 10 cm = 5 → damaged")
    assert "Rifle falls: +1 fall of 10 cm (C3K Weapon damage)" in card.working
    assert outcome.after["Outlaw Kemp"].weapons[0].working is Working.DAMAGED


@pytest.mark.rule("C3K-W05")
def test_a_fall_mends_nothing_and_below_five_cm_it_is_no_fall():
    outcome, _ = fire([40, 10, 10, 6, 1], range=10, settings=THROWN, values="fall 10")
    assert outcome.after["Outlaw Kemp"].weapons[0].working is Working.RUINED
    _, card = fire([40, 10, 10, 1], range=10, settings=THROWN, values="fall 4")
    assert not any("falls" in line for line in card.lines)


@pytest.mark.rule("C3K-W05", "C3K-O21")
def test_whoever_is_only_stunned_drops_their_weapon_and_only_a_fall_may_damage_it():
    ann = unit("Ann", weapon="Hand Stunner")
    _, card = fire([40, 10, 10, 3], ann, KEMP, range=10, settings=THROWN)
    assert not any("dropped" in line for line in card.lines)
    outcome, card = fire([40, 10, 10, 3, 6], ann, KEMP, range=10, settings=THROWN, values="fall 5")
    assert "Rifle falls: 6 = 6 → ruined" in card.lines
    assert outcome.after["Outlaw Kemp"].weapons[0].hand is Hand.DROPPED


@pytest.mark.rule("C3K-W05")
def test_each_under_a_blast_may_stand_at_a_height_of_their_own():
    people = Scene({"people": (unit("Ann", weapon="Pistol", at=0), unit("Bob", weapon="Pistol", at=0)), "direct": ()})
    fields = {"cause": "101", "values": "fall Bob 15", "settings": THROWN, "units": people}
    _, card = give("blast", [6, 6, 1, 6, 6, 1, 2], **fields)
    assert "Pistol falls: 2 +2 fall of 15 cm = 4 → works" in card.lines
    assert sum("dropped" in line for line in card.lines) == 2


def test_a_fall_is_refused_where_nobody_throws_for_dropped_weapons():
    with pytest.raises(RuleError, match="Nobody throws for dropped weapons in this campaign: leave “fall” out"):
        fire([], range=10, values="fall 10")
    with pytest.raises(RuleError, match="fall must be a whole number"):
        fire([], range=10, settings=THROWN, values="fall Outlaw Kemp high")


@pytest.mark.rule("C3K-W05")
def test_a_dropped_weapon_is_out_of_hand_until_it_is_picked_up():
    """9+3+2 is 14, four wound points, and 1+2+4−6 a turn of stun. Picking it up takes a turn.

    Then they fire it, after a die for a sub-phase: their reflex is 2 lower.
    """
    outcome, _ = fire([40, 9, 3, 1, 2, 1], range=10, settings={"wounds": "by points", **THROWN})
    struck = kemp(outcome)
    assert struck.sheet.wound_points == 4
    hurt = Unit(struck.name, struck.side, replace(struck.sheet, stunned=0, stunned_now=0, now=Memory()))
    assert hurt.sheet.weapons[0].hand is Hand.DROPPED
    refused("/character give weapon:Rifle picks it up", "fire", scene(hurt, HALE), range=9)
    outcome, card = give("give", units=character(hurt), weapon="Rifle")
    assert card.title == "Outlaw Kemp picks up Rifle"
    assert card.lines == (
        "Rifle (both hands): 12 of 12 shots, 3 magazines",
        "Takes 1 turn and a hand (C3K Other actions)",
    )
    refused("picks up Rifle this turn", "fire", scene(kemp(outcome), HALE), range=9)
    ended, _ = give("phase", units=everybody(kemp(outcome)))
    fire([3, 90], kemp(ended), HALE, range=10)


def test_picking_up_needs_a_hand_a_turn_and_somebody_who_can():
    lying = unit("Ann", weapon="Pistol", in_hand="dropped")
    outcome, _ = give("give", units=character(lying), weapon="Pistol", values="hand left")
    assert outcome.after["Ann"].weapons[0].hand is Hand.LEFT
    busy = Unit("Ann", "", replace(lying.sheet, now=Memory("Bob", shot=True)))
    refused("has fired this turn", units=character(busy), weapon="Pistol")
    give("give", units=character(busy), weapon="Pistol", settings={"turns": "free"})
    stunned = Unit("Ann", "", replace(lying.sheet, stunned=1))
    refused("is stunned and cannot pick anything up", units=character(stunned), weapon="Pistol")
    rifle = give("give", units=character(lying), weapon="Rifle")[0].after["Ann"]
    full = Unit("Ann", "", rifle)
    refused("needs a free hand to pick Pistol up", units=character(full), weapon="Pistol")
    # One free hand is enough.
    knife = Unit("Ann", "", give("give", units=character(lying), weapon="Knife", values="hand right")[0].after["Ann"])
    outcome, _ = give("give", units=character(knife), weapon="Pistol")
    assert outcome.after["Ann"].weapons[0].hand is Hand.LEFT
    # More clips, or another of its kind, leave it where it lies.
    outcome, _ = give("give", units=character(lying), weapon="Pistol", clips=2)
    assert outcome.after["Ann"].weapons[0].hand is Hand.DROPPED
    assert len(give("give", units=character(lying), weapon="Pistol", values="another")[0].after["Ann"].weapons) == 2
