"""Which fires have the same chances, and are worked out once (AHL 10, 11.C, 12)."""

from dataclasses import replace

import pytest

from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import AHL, HALL, body, gunner, scene_on, stands

OPEN = board_of(*HALL)


def alike(square, *others, weapon=("Carbine", ""), **target):
    """By what the chances of Ann's fire at Cid in a square are known, with others on the deck."""
    people = [(gunner("Ann", *weapon), stands("A2", "E")), (body("Cid", **target), stands(square)), *others]
    scene = scene_on(OPEN, people, name="Ann", target="Cid")
    order = AHL.orders["fire"]
    cast = {**{role.name: () for role in order.roles}, **scene.units}
    return order.prepared(replace(scene, units=cast, only_odds=True), order.read({})).alike


def between(square="D2", **sheet):
    return body("Bob", **sheet), stands(square)


def test_from_another_square_of_the_same_band_a_shot_is_worth_the_same():
    """Four squares and five, both of the carbine's ten."""
    assert alike("E2") == alike("F2")


@pytest.mark.parametrize("sheet", [{"light_wounds": 1}, {"stunned": 3}])
def test_of_those_on_the_line_before_the_target_it_counts_how_likely_they_are_hit_alone(sheet):
    assert alike("F2", between()) == alike("F2", between(**sheet))
    assert alike("F2", between()) != alike("F2")
    assert alike("F2") != alike("F2", **sheet)


def test_what_the_target_is_worth_and_carries_changes_nothing_and_what_they_wear_does():
    assert alike("F2") == alike("F2", morale=10, melee=9, rank="N2", grenades=2, weapons=gunner("Cid").sheet.weapons)
    assert alike("F2") != alike("F2", armour="combat armor")
