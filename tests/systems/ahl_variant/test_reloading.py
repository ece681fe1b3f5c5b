"""Archaic weapons in a turn that is kept: one or two turns, and one more while evading (V3)."""

import pytest

from bot.systems.ahl.sheet.character import Clip
from bot.systems.ahl_variant.outdoors.encounter import whose_turn
from bot.systems.ahl_variant.outdoors.ground import Near, Spot
from tests.systems.ahl_variant.open import Field, person
from tests.systems.ahl_variant.people import BOOK
from tests.systems.ahl_variant.table import one, table


def shooter(weapon):
    ann, standing = one("Ann", "A1", weapons=(weapon,))
    carried = ann.sheet.weapons[0]
    empty = type(carried)(weapon, 0, Clip("", 0), (Clip("", 1),))
    return table((type(ann)("Ann", "blue", type(ann.sheet)(weapons=(empty,)), owner="1"), standing))


@pytest.mark.rule("VAR-05", "VAR-06")
@pytest.mark.parametrize(
    ("weapon", "plan", "turns"),
    [
        ("Long Bow", "reload", 1),
        ("Light Crossbow", "reload", 1),
        ("Light Crossbow", "reload evading", 2),
        ("Heavy Crossbow", "reload", 2),
        ("Heavy Crossbow", "reload evading", 3),
    ],
)
def test_reloading_takes_its_turns(weapon, plan, turns):
    game = shooter(weapon)
    game.give("turn begin")
    game.give("plan", name="Ann", plan=plan)
    for turn in range(1, turns):
        game.give("phase")
        assert f"this is the {('first', 'second')[turn - 1]}" in game.refused("reload", name="Ann")
        # Five phases end, and the plan goes on in the next turn.
        for _ in range(5):
            game.give("phase")
        assert game.ledger.clock.of("Ann").turns == turn
    game.give("phase")
    game.give("reload", name="Ann")
    for loaded in (0, 0, 0, 0, 1):
        game.give("phase")
        assert game.units["Ann"].sheet.weapons[0].loaded.rounds == loaded


def in_the_open(weapon):
    """Ann's empty weapon in a fight in the open; Cid stands three bands away."""
    ann = shooter(weapon).units["Ann"]
    game = Field(ann, person("Cid", "red"))
    game.meet(bands=3)
    return game


def round_of_reloading(game, **went):
    """Ann moves so in her turn, and reloads in the fire step; what she is told. The round goes on to its end."""
    game.to("movement")
    game.give("encounter pass", name="Cid")
    game.give("go", name="Ann", **went)
    told = game.give("reload", name="Ann")
    assert "Ann" not in whose_turn(BOOK, game.encounter, game.units)
    game.to("movement")
    return told


@pytest.mark.rule("VAR-05", "VAR-06")
@pytest.mark.parametrize(
    ("weapon", "evading", "rounds"),
    [
        ("Rifle", False, 1),
        ("Rifle", True, 1),
        ("Revolver", False, 1),
        ("Revolver", True, 2),
        ("Long Bow", True, 1),
        ("Light Crossbow", False, 1),
        ("Light Crossbow", True, 2),
        ("Heavy Crossbow", False, 2),
        ("Heavy Crossbow", True, 3),
    ],
)
def test_in_the_open_reloading_takes_as_many_rounds(weapon, evading, rounds):
    """Ruling VR-G16: a turn of reloading is a round; snub pistols, revolvers and shotguns take two while evading."""
    game = in_the_open(weapon)
    for number in range(1, rounds + 1):
        assert not game.units["Ann"].sheet.weapons[0].loaded.rounds
        told = round_of_reloading(game, evading=evading)
        assert f"Round {number} of {rounds} round" in told
        assert ("more to come" in told) is (number < rounds)
        assert (f"{weapon} +0: 1 of " in told) is (number == rounds)
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds


def test_in_the_open_who_moves_reloads_nothing_and_who_reloads_neither_fires_nor_strikes():
    game = in_the_open("Heavy Crossbow")
    game.give("go", name="Cid")
    game.give("go", name="Ann", pace="walks", to="band 1")
    assert "Ann has moved, and reloading takes a whole round" in game.refused("reload", name="Ann")
    game.to("movement")
    assert "reloading belongs to the fire step" in game.refused("reload", name="Cid")
    round_of_reloading(game)
    # A round of moving lies between: it begins anew.
    round_of_reloading(game)
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 1
    again = in_the_open("Heavy Crossbow")
    round_of_reloading(again)
    again.give("encounter pass", name="Cid")
    again.give("go", name="Ann", pace="walks", to="band 1")
    again.to("movement")
    assert "Round 1 of 2 rounds" in round_of_reloading(again)
    near = in_the_open("Heavy Crossbow")
    near.posture(Cid={"spot": Spot(0)})
    near.near("Ann", "Cid", Near.SHORT)
    near.to("fire")
    near.give("reload", name="Ann")
    near.to("melee")
    assert "not Ann's turn" in near.refused("melee", name="Ann", target="Cid")
