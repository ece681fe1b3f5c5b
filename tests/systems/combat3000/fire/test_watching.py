"""Covering fire and scans: stillness, area, sights, and how far they show a target (C3K Covering fire, Scanning)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Memory
from tests.systems.combat3000.table import KEMP, fire, unit

PLAIN = unit("Ann", weapon="Rifle")
TELESCOPE = unit("Ann", weapon="Rifle", sight="Telescope")
SNIPER = unit("Ann", weapon="Rifle", sight="Sniperscope")
SCANNER = unit("Ann", weapon="Rifle", equipment="Scanner")


def refused(sentence, **order):
    with pytest.raises(RuleError) as refusal:
        fire(**{"range": 20, "attacker": PLAIN, "target": KEMP, **order})
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-S07", "C3K-S03")
@pytest.mark.parametrize(
    ("who", "watch", "cm"),
    [(PLAIN, "eyes", 25), (TELESCOPE, "scanning", 75), (SNIPER, "scanning", 1500), (SCANNER, "scanner", 2500)],
)
def test_how_far_a_scan_shows_somebody_at_night(who, watch, cm):
    """Size 0 at night is 25 cm, in normal light 500: a plain sight trebles the one, wide spectrum the other."""
    fire([99], who, KEMP, range=cm, light="night", values=f"watch {watch}")
    refused(f"is seen up to {cm} cm in night light", attacker=who, range=cm + 1, light="night", values=f"watch {watch}")


@pytest.mark.rule("C3K-S07", "C3K-S04")
def test_a_scan_needs_a_sight_or_the_box_and_stillness():
    refused("Rifle has no sight to scan with", values="watch scanning")
    refused("Ann has no scanner", values="watch scanner")
    refused("Ann has moved: whoever covers or scans an area", attacker=TELESCOPE, mode="walk", values="watch scanning")
    refused("Ann has moved", attacker=SCANNER, values="watch scanner, vehicle 10")
    # A wide spectrum sight shows more in a scan, and not besides.
    refused("is seen up to 25 cm", attacker=SNIPER, range=26, light="night")


@pytest.mark.rule("C3K-S07", "C3K-O14", "C3K-F37")
@pytest.mark.parametrize(
    ("area", "holds"), [("8x2", True), ("4 x 4", True), ("3x5", True), ("16x1", True), ("17x1", False)]
)
def test_sixteen_square_cm_are_covered_or_scanned(area, holds):
    for who, more in ((TELESCOPE, "watch scanning"), (SCANNER, "watch scanner"), (PLAIN, "fire covering")):
        values = f"{more}, covers {area}"
        if holds:
            fire([99], who, KEMP, range=20, values=values)
        else:
            refused("An area of 17x1 cm is more than 16 square cm", attacker=who, values=values)


@pytest.mark.rule("C3K-O14")
def test_only_who_covers_or_scans_has_an_area():
    refused("Only covering fire and scans have an area", values="covers 4x4")
    refused("An area reads like 8x2 or 4x4, in cm, not “wide”", values="fire covering, covers wide")
    # Whoever covers an area sees three times as far into it.
    fire([99], PLAIN, KEMP, range=75, light="night", mode="covering")
    refused("is seen up to 75 cm", range=76, light="night", mode="covering")


@pytest.mark.rule("C3K-S06")
@pytest.mark.parametrize(("cm", "size", "seen"), [(25, -2, True), (26, -2, False), (75, 2, True), (76, 2, False)])
@pytest.mark.parametrize("when", ["now", "last"])
def test_whoever_has_fired_is_seen_at_their_full_size(when, cm, size, seen):
    """Head and shoulders are seen up to 2 cm at night, a standing human up to 25, and what is larger no less far."""
    hidden = unit("Kemp", "Outlaws", weapon="Rifle")
    fired = replace(hidden, sheet=replace(hidden.sheet, **{when: Memory(target="Ann", shot=True)}))
    asked = {"light": "night", "values": f"size {size}"}
    if seen:
        fire([99], PLAIN, fired, range=cm, **asked)
    else:
        refused("is seen up to", attacker=PLAIN, target=fired, range=cm, **asked)
    if size < 0:
        refused("A target of size −2 is seen up to 2 cm", attacker=PLAIN, target=hidden, range=3, **asked)
