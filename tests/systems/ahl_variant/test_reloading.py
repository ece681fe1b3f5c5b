"""Archaic weapons in a turn that is kept: one or two turns, and one more while evading (V3)."""

import pytest

from bot.systems.ahl.sheet.character import Clip
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
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 1
