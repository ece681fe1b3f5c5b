"""What working a portal or a switch of a deck costs, as /door and /light say it (AHL 8.B, 23)."""

import pytest

from bot.deck.plan import Barrier
from tests.systems.ahl.test_orders import AHL


@pytest.mark.rule("AHL-8B1a", "AHL-8B2a", "AHL-8B4a")
@pytest.mark.parametrize(
    ("portal", "cost"),
    [("sliding door", 2), ("iris valve", 2), ("hatch", 6), ("maintenance hatch", 6)],
)
def test_a_portal(portal, cost):
    said = f"Opening or closing it costs {cost} AP beside it, and it is done as the next phase begins (AHL 8.B)"
    assert AHL.effort(portal) == (said,)


def test_an_airlock_is_cycled():
    said = "Opening or closing it costs 6 AP beside it, and it is cycled for six phases (AHL 8.B)"
    assert AHL.effort(Barrier.AIRLOCK_DOOR.value) == (said,)


def test_of_access_plates_the_rules_say_nothing():
    assert AHL.effort("access plate") == (
        "The rules say nothing of opening access plates: the referee decides (AHL 8.B).",
    )


@pytest.mark.rule("AHL-23a")
def test_a_switch():
    said = "The switch costs 1 AP and counts from the next step of the phase on (AHL 23)"
    assert AHL.effort("light switch") == (said,)
