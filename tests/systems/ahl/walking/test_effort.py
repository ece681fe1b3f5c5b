"""What working a portal of a deck by hand costs, as /door by the referee's word says it (AHL 8.B)."""

import pytest

from bot.deck.plan import Barrier
from bot.systems.ahl.orders.deeds import effort
from tests.systems.ahl.people import BOOK


@pytest.mark.rule("AHL-8B1a", "AHL-8B2a", "AHL-8B4a")
@pytest.mark.parametrize(
    ("portal", "cost"),
    [("sliding door", 2), ("iris valve", 2), ("hatch", 6), ("maintenance hatch", 6)],
)
def test_a_portal(portal, cost):
    said = f"Opening or closing it costs {cost} AP beside it, and it is done as the next phase begins (AHL 8.B)"
    assert effort(BOOK, Barrier(portal)) == said


def test_an_airlock_is_cycled():
    said = "Opening or closing it costs 6 AP beside it, and it is cycled for six phases (AHL 8.B)"
    assert effort(BOOK, Barrier.AIRLOCK_DOOR) == said


def test_of_access_plates_the_rules_say_nothing():
    assert effort(BOOK, Barrier.ACCESS_PLATE) == (
        "The rules say nothing of opening access plates: the referee decides (AHL 8.B)."
    )
