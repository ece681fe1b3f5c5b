"""The chances of equal blows are worked out once, whatever square they are struck from (AHL 17)."""

from bot.engine import odds
from bot.engine.due import said
from bot.engine.scene import Said
from bot.systems.ahl.orders.melee import melee_order
from tests.systems.ahl.autopilot.pilots import pilot
from tests.systems.ahl.people import BOOK
from tests.systems.ahl.table import one


def test_a_blow_is_weighed_once_from_all_the_squares_beside_an_enemy():
    blow = Said("melee", {**said("melee", ["Ann"]).people, "target": (("Bob", None),)}, {}, "")
    odds.forget_chances()
    worth = set()
    for square in ("B1", "C1", "D1"):
        ann = pilot(one("Ann", "1", square), one("Bob", "2", "C2", "N", "red"))
        worth.add(ann.chance(melee_order(BOOK), blow).worth)
    kept = odds._found_before.cache_info()
    assert (len(worth), kept.misses, kept.hits) == (1, 1, 2)
    assert worth.pop() > 0
