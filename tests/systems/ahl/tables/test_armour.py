"""What each kind of armour takes off damage, and off whose (AHL 12.A.3, ruling R-26)."""

from dataclasses import replace

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


@pytest.mark.parametrize(
    ("worn", "besides", "laser", "name"),
    [
        ("cloth", "reflec", True, "reflec"),
        ("cloth", "reflec", False, "cloth"),
        ("reflec", "mesh", False, "mesh"),
        # Of two that stop as much the first counts.
        ("cloth", "vacc suit", False, "cloth"),
        ("vacc suit", "cloth", False, "vacc suit"),
        ("reflec", "ablat", False, "none"),
    ],
)
def test_of_two_kinds_that_are_worn_the_better_one_that_works_counts(worn, besides, laser, name):
    """Ruling R-80."""
    assert replace(ARMOUR[worn], besides=ARMOUR[besides]).against(laser=laser).name == name
