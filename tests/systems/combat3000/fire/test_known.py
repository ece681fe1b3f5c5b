"""What the bot knows it doesn't ask, and what the order says goes before (C3K Target size, Own actions)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.engine.errors import RuleError
from bot.systems.combat3000.ledger import LEDGER, Ledger, Unseen
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, HALE, KEMP, character, everybody, fire, give, scene, unit

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


# Two squares and, behind a wall, a third.
WALLED = board_of("#######", "#. .|.#", "#######")


def on_the_walled_deck(hale, kemp, *, facing="E", ledger=None, others=()):
    """Hale and Kemp on their squares, facing one way, and others on theirs; for a fire and for /phase."""
    people = [(HALE, hale), (KEMP, kemp), *others]
    standing = {who.name: Standing(at_of(square), Facing(facing)) for who, square in people}
    present = {who.name: who for who, _ in people}
    return replace(scene(), board=replace(WALLED, people=standing), present=present, ledger=ledger or Ledger())


def began(*given, **more):
    """What is kept as the next turn begins."""
    scene = on_the_walled_deck(*given, **more)
    scene = replace(scene, units={"name": tuple(scene.present.values())})
    return LEDGER.load(LEDGER.dump(give("phase", units=scene)[0].ledger))


@pytest.mark.rule("C3K-F08")
def test_who_came_into_sight_in_this_turn_is_no_target_before_the_next():
    """Kemp was behind the wall as the turn began, and has come out since."""
    ledger = began("A1", "C1")
    assert ledger.unseen.by["Trooper Hale"] == ("Outlaw Kemp",)
    out = on_the_walled_deck("A1", "B1", ledger=ledger)
    with pytest.raises(RuleError, match="Trooper Hale was not aware of Outlaw Kemp when the turn began"):
        give("fire", [], out)
    # The order's word goes before, the deck may be left out, and where no turns are kept nothing is known.
    assert give("fire", [99], out, values="unaware no")
    with pytest.raises(RuleError, match="“unaware” is known of Trooper Hale in this turn"):
        give("fire", [], replace(out, by="7"), values="unaware no")
    assert give("fire", [99], out, range=20)
    assert give("fire", [99], out, {"turns": "free"})
    after = give("phase", units=out)[0].ledger
    assert give("fire", [99], replace(out, ledger=after))


@pytest.mark.rule("C3K-F08")
def test_who_faced_away_as_the_turn_began_is_not_aware_of_whom_they_now_faces():
    ledger = began("A1", "B1", facing="W")
    assert ledger.unseen.by == {"Trooper Hale": ("Outlaw Kemp",)}
    with pytest.raises(RuleError, match="not aware of Outlaw Kemp"):
        give("fire", [], on_the_walled_deck("A1", "B1", ledger=ledger))


@pytest.mark.rule("C3K-F08")
def test_whom_both_saw_and_who_came_to_the_deck_since_are_targets():
    assert began("A1", "B1").unseen.by == {"Outlaw Kemp": ("Trooper Hale",)}  # They look the other way.
    assert give("fire", [99], on_the_walled_deck("A1", "B1", ledger=began("A1", "B1")))
    alone = Ledger(unseen=Unseen("board", {}))
    assert give("fire", [99], on_the_walled_deck("A1", "B1", ledger=alone))
    elsewhere = replace(began("A1", "C1"), unseen=Unseen("Another deck", {"Trooper Hale": ("Outlaw Kemp",)}))
    assert give("fire", [99], on_the_walled_deck("A1", "B1", ledger=elsewhere))


def test_of_who_was_unseen_a_new_name_is_known_and_who_has_left_is_forgotten():
    ledger = began("A1", "C1")
    assert C3K.renamed(ledger, "Outlaw Kemp", "Kemp").unseen.by["Trooper Hale"] == ("Kemp",)
    assert C3K.renamed(ledger, "Trooper Hale", "Hale").unseen.by["Hale"] == ("Outlaw Kemp",)
    assert C3K.renamed(ledger, "Trooper Hale", "").unseen.by == {"Outlaw Kemp": ()}
