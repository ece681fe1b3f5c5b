"""How somebody who acts by themselves makes sure of an enemy who is out (AHL 5 to 17)."""

import pytest

from bot.systems.ahl.autopilot.finishing import finishing
from bot.systems.ahl.sheet.character import Condition
from tests.systems.ahl.autopilot.pilots import pilot
from tests.systems.ahl.on_deck import gunner, stands


@pytest.mark.parametrize(
    ("square", "facing", "orders"),
    [
        # Before them, behind them, beside them, and in their square.
        ("D2", "W", ["fire snap", "fire aimed", "melee"]),
        ("D2", "E", ["move D2 W"]),
        ("B3", "S", ["move B3 N"]),
        ("B2", "W", ["melee"]),
    ],
)
def test_a_shot_is_for_whoever_faces_them_from_another_square(square, facing, orders):
    cid = gunner("Cid", side="red", condition=Condition.UNCONSCIOUS), stands("B2")
    ann = pilot((gunner("Ann"), stands(square, facing)), cid)
    found = finishing(ann.game, "Ann", "Cid")
    assert [" ".join([each.verb, *map(str, each.fields.values())]) for each in found] == orders
