"""What each kind of armour takes off damage, and off whose (AHL 12.A.3, ruling R-26)."""

import pytest

from tests.systems.ahl.people import ARMOUR


@pytest.mark.rule("AHL-12A3a", "AHL-12A3c")
@pytest.mark.parametrize(
    ("kind", "against_lasers", "against_others"),
    [
        ("none", 0, 0),
        ("mesh", -2, -2),
        ("flak jacket", -4, -4),
        ("cloth", -6, -6),
        # A counter that is coded cloth wears a vacc suit.
        ("vacc suit", -6, -6),
        ("combat armor", -8, -8),
        ("battle dress", -10, -10),
        ("ablat", -6, 0),
        ("reflec", -10, 0),
    ],
)
def test_armour_is_as_the_chart_prints_it(kind, against_lasers, against_others):
    armour = ARMOUR[kind]
    assert (armour.against(laser=True).value, armour.against(laser=False).value) == (against_lasers, against_others)
