"""What the bot knows it doesn't ask, and what the order says goes before (C3K Target size, Own actions)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.naming import at_of
from bot.deck.plan import Facing
from bot.engine.errors import RuleError
from tests.deck.plans import board_of
from tests.systems.combat3000.table import HALE, KEMP, character, everybody, fire, give, scene, unit

OPEN = board_of(*("+" * 25, *[line for _ in range(3) for line in (" ." * 12 + " ", "+" * 25)]))


@pytest.mark.rule("C3K-S05", "C3K-F22")
@pytest.mark.parametrize(("posture", "factor"), [("prone", "−2 target size"), ("crouched", "−1 target size")])
def test_the_size_of_who_crouches_or_lies_is_proposed_and_told_as_such(posture, factor):
    lying = unit("Kemp", "Outlaws", posture=posture)
    _, card = fire([99], HALE, lying, range=20)
    assert factor in card.lines[1]
    assert any("is proposed for how Kemp stands" in line and "ruling B-F2" in line for line in card.lines)
    _, card = fire([99], HALE, lying, range=20, values="size 0")
    assert card.lines[1] == "To hit: 50 +5 weapon = 55% | 99 → miss"
    assert not any("proposed" in line for line in card.lines)


@pytest.mark.rule("C3K-S05")
def test_a_deck_knows_who_lies():
    standing = {"Trooper Hale": Standing(at_of("A2"), Facing.EAST), "Outlaw Kemp": Standing(at_of("E2"), prone=True)}
    present = {who.name: who for who in (HALE, KEMP)}
    people = replace(scene(), board=replace(OPEN, people=standing), present=present)
    assert "−2 target size" in give("fire", [99], people)[1].lines[1]


@pytest.mark.rule("C3K-F22", "C3K-F26")
def test_vehicles_have_their_speed():
    tank = unit("Tank", vehicle="Light Tank", vehicle_speed=20)
    assert "−10 target moved 20 cm" in fire([99], HALE, tank, range=20)[1].lines[1]
    assert "moved" not in fire([99], HALE, tank, range=20, values="moved 0")[1].lines[1]
    assert "−15 on moving vehicle" in fire([1, 99], tank, KEMP, range=20)[1].lines[2]
    assert "vehicle" not in fire([1, 99], tank, KEMP, range=20, values="vehicle 0")[1].lines[2]


@pytest.mark.rule("C3K-F05", "C3K-O09")
def test_who_draws_another_weapon_is_distracted_and_fires_that_one_from_the_next_turn_on():
    ann = unit("Ann", weapon="Pistol")
    ann = replace(ann, sheet=give("give", units=character(ann), weapon="Knife", values="hand stowed")[0].after["Ann"])
    ann = replace(ann, sheet=give("give", units=character(ann), weapon="Knife", values="hand left")[0].after["Ann"])
    assert "−12 drawing or distracted" in fire([99], ann, KEMP, range=10, weapon="Pistol")[1].lines[1]
    assert "drawing" not in fire([99], ann, KEMP, range=10, weapon="Pistol", values="drawing no")[1].lines[1]
    later = replace(ann, sheet=give("phase", units=everybody(ann))[0].after["Ann"])
    assert "drawing" not in fire([99], later, KEMP, range=10, weapon="Pistol")[1].lines[1]
    gun = unit("Bob", weapon="Pistol", in_hand="stowed")
    gun = replace(gun, sheet=give("give", units=character(gun), weapon="Pistol", values="hand right")[0].after["Bob"])
    with pytest.raises(RuleError) as refusal:
        fire([], gun, KEMP, range=10)
    assert str(refusal.value) == (
        "Pistol was drawn in this turn, and is fired from the next on: /phase (C3K Weapon use)."
    )
    assert fire([99], gun, KEMP, range=10, settings={"turns": "free"})
