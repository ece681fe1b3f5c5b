"""Dead ground by heights and distances, and mounts that scan (C3K Target eligibility, Scanning)."""

import pytest

from bot.engine.errors import RuleError
from tests.systems.combat3000.table import KEMP, fire, give, scene, unit

CREW = unit("Crew", weapon="Mortar (light)", ammunition="101", in_hand="mounted")


@pytest.mark.rule("C3K-F11")
@pytest.mark.parametrize(("behind", "reached"), [(4, False), (5, False), (6, True)])
def test_an_obstacle_shelters_as_far_as_it_is_high_its_edge_too(behind, reached):
    values = f"obstacle 5, behind {behind}"
    if reached:
        assert fire([3, 99, 3, 10], CREW, KEMP, range=80, mode="indirect", values=values)
    else:
        with pytest.raises(RuleError, match="An obstacle shelters the ground behind it for as far as it is high"):
            fire([], CREW, KEMP, range=80, mode="indirect", values=values)


@pytest.mark.rule("C3K-F11")
def test_dead_ground_takes_a_height_and_a_distance():
    with pytest.raises(RuleError, match="Dead ground takes both in cm: obstacle 5, behind 4"):
        fire([], CREW, KEMP, range=80, mode="indirect", values="obstacle 5")


@pytest.mark.rule("C3K-S04", "C3K-S07")
def test_a_mount_with_a_wide_spectrum_scope_scans():
    """At night a target is seen up to 25 cm; a scan triples it, and the mount takes the night for normal light."""
    gun = {"weapon": "MM12 Machine Gun", "in_hand": "mounted"}
    scoped = unit("Gunn", **gun, mount="Self Stabilising Bipod")
    assert give("fire", [3, 99], scene(scoped, KEMP), range=200, values="watch scanning, light night")
    with pytest.raises(RuleError, match="has no sight to scan with"):
        give("fire", [], scene(unit("Gunn", **gun, mount="Bipod"), KEMP), range=20, values="watch scanning")


@pytest.mark.rule("C3K-H14", "C3K-R07")
def test_nobody_tells_the_dead_to_repair():
    _, card = fire([2, 5], unit("Ann", weapon="Plasma Gun"), KEMP, range=20)
    assert card.lines[-1] == "Plasma Gun is jammed"
    _, card = fire([2, 4], unit("Ann", weapon="Plasma Gun"), KEMP, range=20)
    assert card.lines[-1] == 'Plasma Gun is jammed: /repair name:Ann weapon:"Plasma Gun" tries to mend it'
