"""Whole profiles that can be read before anybody has the thing, and what a force costs (C3K lists)."""

import pytest

from tests.systems.combat3000.table import C3K, unit


@pytest.mark.rule("C3K-E02", "C3K-E17")
def test_a_weapon_is_told_whole():
    assert C3K.listed["MM5 Rifle"].summary == (
        "11: S; accuracy +5; effect +2; Mag, 10 shots, reloads in 4 turns; breakdown 2; 250 credits, a spare 20; "
        "our reading: breakdown (C3K Weapon list)"
    )
    shotgun = C3K.listed["Shotgun"].summary
    assert "up to 60 cm; beyond 20 cm accuracy −5, effect −1" in shotgun
    assert "covers 7.5 by 20 cm" in C3K.listed["Plasma Gun"].summary
    assert "tight effect +3; wide effect −1 over a circle of 15 cm" in C3K.listed["Disrupter Rifle"].summary


@pytest.mark.rule("C3K-E04", "C3K-E06", "C3K-E08")
def test_so_are_shells_armour_sights_and_vehicles():
    assert C3K.listed["Explosive 102"].summary.startswith(
        "calibre 2; 15 cm across; effect +1; shell and grenade; 30 cred"
    )
    assert "value +12; a full suit; dexterity −1; reflex −1" not in C3K.listed["Powered Armour"].summary
    assert "value +12; a full suit; dexterity −1; strength +2 in close combat" in C3K.listed["Powered Armour"].summary
    assert "accuracy +10, at night +15, reflex 0; wide spectrum" in C3K.listed["Sniperscope"].summary
    assert "Heavy Laser Cannon on a turret +5.0.+1, 360/30" in C3K.listed["Light Tank"].summary
    assert len(C3K.listed) > 130


@pytest.mark.rule("C3K-E01", "C3K-E09")
def test_a_hatch_counts_once_in_the_price_of_a_force():
    """Zarquins are 175 each and 400 a Hatch: three and a human are 525 +400 +300; a tank is 6,500."""
    three = [unit(f"Z{number}", creature="Zarquin").sheet for number in range(3)]
    assert C3K.totals([*three, unit("Ann").sheet], {}) == ["Worth 1,225 credits (C3K lists)"]
    assert C3K.totals([*three, unit("T", vehicle="Light Tank").sheet], {}) == ["Worth 7,425 credits (C3K lists)"]
    assert C3K.totals(three[:1], {}) == []
