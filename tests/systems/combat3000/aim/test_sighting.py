"""How far things are seen, arcs and dead ground (C3K Visibility and awareness; rulings C11)."""

import pytest

from bot.systems.combat3000.aim.eligible import dead_ground, in_arc, seen_to
from bot.systems.combat3000.asked.circumstances import Lighting, Watch
from tests.systems.combat3000.shots import TABLES

PRINTED = {
    -3: (35, 25, 2, 1),
    -2: (75, 50, 10, 2),
    -1: (150, 100, 25, 5),
    0: (700, 500, 250, 25),
    1: (1500, 1000, 500, 50),
    2: (7500, 5000, 2500, 75),
    3: (15000, 10000, 5000, 100),
}


@pytest.mark.rule("C3K-S02", "C3K-S05")
@pytest.mark.parametrize("size", PRINTED)
def test_visibility_by_size_and_light(size):
    lights = (Lighting.BRIGHT, Lighting.NORMAL, Lighting.BAD, Lighting.NIGHT)
    assert tuple(seen_to(TABLES.visibility, size, light) for light in lights) == PRINTED[size]


@pytest.mark.rule("C3K-S03")
def test_only_the_best_help_counts():
    assert seen_to(TABLES.visibility, -2, Lighting.NORMAL, Watch.COVERING) == 150
    assert seen_to(TABLES.visibility, -2, Lighting.NORMAL, Watch.SCANNING) == 150
    assert seen_to(TABLES.visibility, -2, Lighting.NORMAL, Watch.SCANNER) == 250


@pytest.mark.rule("C3K-S04")
def test_wide_spectrum_takes_darkness_for_normal_light():
    assert seen_to(TABLES.visibility, 0, Lighting.NIGHT, wide_spectrum=True) == 500
    assert seen_to(TABLES.visibility, 0, Lighting.BRIGHT, wide_spectrum=True) == 700


@pytest.mark.rule("C3K-S01")
@pytest.mark.parametrize(("creature", "arc"), [("Human", 60), ("Trimote", 45), ("Mandiblax", 60), ("Zarquin", 90)])
def test_arcs_of_vision_to_either_side(creature, arc):
    assert in_arc(TABLES.creatures[creature], arc)
    assert in_arc(TABLES.creatures[creature], -arc)
    assert not in_arc(TABLES.creatures[creature], arc + 1)


@pytest.mark.rule("C3K-F11")
def test_dead_ground_is_as_deep_as_the_obstacle_is_high():
    assert dead_ground(5, 4)
    assert dead_ground(5, 5)
    assert not dead_ground(5, 6)
