"""`/collide`: how hard a drifter meets an obstruction (AHL 26.C; R-138)."""

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Condition
from tests.systems.ahl.book import give
from tests.systems.ahl.on_deck import body


def collide(faces=(), condition=Condition.ACTIVE, armour="none", **fields):
    return give("collide", faces, {"name": (body("Ann", armour=armour, condition=condition),)}, **fields)


def test_nobody_drifts_in_gravity_nor_dead():
    with pytest.raises(RuleError, match="Nobody drifts while there is gravity"):
        collide()
    with pytest.raises(RuleError, match="Ann is dead already"):
        collide(condition=Condition.DEAD, **{"zero-g": True})


def test_as_melee_armor_and_zero_g_soften_it_and_as_it_stands_not():
    """In combat armor column −2 is −6, where a 6 stuns, and zero-G makes nothing of that; as it stands it wounds."""
    softened = collide([6], armour="combat armor", **{"zero-g": True, "collision": "as melee"})
    hard = collide([6, 1], armour="combat armor", **{"zero-g": True})
    assert [outcome.after["Ann"].light_wounds for outcome, _ in (softened, hard)] == [0, 1]
    assert [outcome.after["Ann"].zero_g.disoriented for outcome, _ in (softened, hard)] == [True, True]
    assert [softened[1].working[0] != hard[1].working[0], len(softened[1].working) > len(hard[1].working)] == [
        True,
        True,
    ]
