"""The printed combat tables, typed again by hand from the scan, or by the pattern that the rulings found."""

import pytest

from bot.engine.errors import DataError
from bot.systems.highguard.combat.tables import CRITICAL, INTERIOR, RADIATION, SURFACE, Result, load_combat_tables
from bot.systems.highguard.design.usp import DIGITS, VALUES
from tests.systems.highguard.combat.fleet import COMBAT, shot
from tests.systems.highguard.yard import DATA

LETTERS = "ABCDEFGHJKLMNPQRST"


def to_hit(weapon):
    row = [COMBAT.hit_number(COMBAT.weapons[weapon], factor) for factor in range(28)]
    return [number for number in row if number is not None]


@pytest.mark.rule("HG-A01")
def test_missiles_to_hit():
    assert to_hit("missile nuclear") == to_hit("missile HE") == [6, 6, 5, 5, 4, 4, 3, 3, 2]


@pytest.mark.rule("HG-A02")
def test_beams_to_hit():
    for weapon in ("beam laser", "pulse laser", "energy", "fusion"):
        assert to_hit(weapon) == [8, 7, 7, 6, 6, 5, 5, 4, 4]


@pytest.mark.rule("HG-A03")
def test_mesons_to_hit():
    assert to_hit("meson") == [9, 9, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5] + [4] * 15


@pytest.mark.rule("HG-A04")
def test_particles_to_hit():
    row = [9, 8, 7, 7, 6, 6, 5, 5, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0]
    assert to_hit("particle") == row


@pytest.mark.rule("HG-A09", "HG-A10", "HG-G04")
@pytest.mark.parametrize(
    ("weapon", "long", "short", "energy"),
    [
        ("missile nuclear", 0, -1, 100),
        ("missile HE", 0, -1, 2),
        ("beam laser", -1, 0, 1),
        ("pulse laser", -1, 0, 1),
        ("energy", None, 0, 1),
        ("fusion", None, 0, 2),
        ("particle", 0, 0, 5),
        ("meson", 0, 2, 20),
    ],
)
def test_what_range_does_to_a_throw_to_hit_and_a_hit_to_a_globe(weapon, long, short, energy):
    """A turret's energy for each factor, and of missiles and mesons their own."""
    kind = COMBAT.weapons[weapon]
    assert (kind.long, kind.short, kind.ep) == (long, short, energy)


def rows(weapon, defence):
    kind = COMBAT.weapons[weapon]
    last = 27 if weapon == "meson" else 9
    numbers = range(1, last + 1)
    return {
        (against, factor): COMBAT.penetration_number(kind, factor, defence, against)
        for against in range(1, 10)
        for factor in numbers
    }


def pattern(rows, number):
    return {(against, factor): number(against, factor) for against, factor in rows}


@pytest.mark.rule("HG-A12", "HG-A22")
@pytest.mark.parametrize("defence", ["sand", "laser", "energy"])
@pytest.mark.parametrize("weapon", ["missile nuclear", "missile HE"])
def test_missiles_through_sand_and_beams(weapon, defence):
    found = rows(weapon, defence)
    assert found == pattern(found, lambda against, factor: max(0, 5 + against - factor))
    assert [found[8, factor] for factor in range(1, 10)] == [12, 11, 10, 9, 8, 7, 6, 5, 4]


@pytest.mark.rule("HG-A13")
def test_missiles_through_repulsors():
    found = rows("missile HE", "repulsor")
    assert found == rows("missile nuclear", "repulsor") == pattern(found, lambda row, factor: 15 + row - factor)


@pytest.mark.rule("HG-A14")
def test_nuclear_missiles_through_dampers():
    found = rows("missile nuclear", "damper")
    assert found == pattern(found, lambda against, factor: 10 + against - factor)
    assert set(rows("missile HE", "damper").values()) == {None}


@pytest.mark.rule("HG-A15")
@pytest.mark.parametrize("weapon", ["beam laser", "pulse laser", "energy", "fusion"])
def test_beams_through_sand(weapon):
    found = rows(weapon, "sand")
    assert found == pattern(found, lambda against, factor: max(0, 6 + against - factor))


@pytest.mark.rule("HG-A16")
def test_mesons_through_meson_screens():
    found = rows("meson", "meson screen")
    assert len(found) == 9 * 27

    def number(against, factor):
        if factor < 10:
            return 15 - (factor - against - 1) // 2
        return 9 + (against - (factor - 10)) // 2

    assert found == pattern(found, number)
    assert [found[2, factor] for factor in range(1, 10)] == [16, 16, 15, 15, 14, 14, 13, 13, 12]


CONFIGURATIONS = """
    12 12 12 11 11 11 10 10 10   8  8  8  7  7  7  6  6  6 5 5 5 4 4 4 3 3 3
    11 11 10 10 10  9  9  9  8   7  7  6  6  6  5  5  5  4 4 4 3 3 3 2 2 2 1
    10  9  9  9  8  8  8  7  7   6  5  5  5  4  4  4  3  3 3 2 2 2 1 1 1 0 0
     7  7  6  6  6  5  5  5  4   3  3  2  2  2  1  1  1  0 0 0 0 0 0 0 0 0 0
     6  5  5  5  4  4  4  3  3   2  1  1  1  0  0  0  0  0 0 0 0 0 0 0 0 0 0
     8  8  8  7  7  7  6  6  6   5  5  5  4  4  4  3  3  2 1 1 1 0 0 0 0 0 0
    15 15 14 14 14 13 13 13 12  11 11 10 10 10  9  9  9  8 8 8 7 7 7 6 6 6 5
     4  4  4  3  3  3  2  2  2   0  0  0  0  0  0  0  0  0 0 0 0 0 0 0 0 0 0
    14 13 13 13 12 12 12 11 11  10  9  9  9  8  8  8  7  7 7 6 6 6 5 5 5 4 4
"""


@pytest.mark.rule("HG-A17")
def test_mesons_through_configurations():
    found = rows("meson", "configuration")
    for against, line in enumerate(CONFIGURATIONS.strip().splitlines(), 1):
        assert [found[against, factor] for factor in range(1, 28)] == [int(number) for number in line.split()]


@pytest.mark.rule("HG-A19", "HG-A22")
def test_what_has_no_table_does_nothing():
    defences = ("sand", "laser", "energy", "repulsor", "damper", "meson screen", "configuration")
    useful = {
        weapon: {name for name in defences if COMBAT.penetration_number(kind, 5, name, 5) is not None}
        for weapon, kind in COMBAT.weapons.items()
    }
    assert useful == {
        "missile nuclear": {"sand", "laser", "energy", "repulsor", "damper"},
        "missile HE": {"sand", "laser", "energy", "repulsor"},
        "beam laser": {"sand"},
        "pulse laser": {"sand"},
        "energy": {"sand"},
        "fusion": {"sand"},
        "particle": set(),
        "meson": {"meson screen", "configuration"},
    }


@pytest.mark.rule("HG-A08")
def test_target_sizes():
    expected = {"0": -2} | dict.fromkeys("123456789A", -1) | dict.fromkeys("BCDEFGHJK", 0)
    expected |= dict.fromkeys("LMNP", 1) | dict.fromkeys("QRSTUVWXY", 2)
    assert {size: COMBAT.size_dm(size) for size in expected} == expected
    assert set(expected) == set(DIGITS[: VALUES["Y"] + 1])


def column(table, last=22):
    return [str(COMBAT.result(table, total)) for total in range(2, last + 1)]


@pytest.mark.rule("HG-H01")
def test_the_surface_explosion_table():
    assert column(SURFACE) == [
        "Critical",
        *["Interior Explosion"] * 3,
        *("Maneuver-2", "Fuel-3", "Weapon-3", "Maneuver-1", "Fuel-2", "Weapon-2", "Maneuver-1", "Fuel-1"),
        *("Weapon-1", "Weapon-1", "Fuel-1", "Weapon-1", "Weapon-1", "Fuel-1", "Weapon-1", "Weapon-1"),
        "No Effect",
    ]


@pytest.mark.rule("HG-H02")
def test_the_radiation_table():
    assert column(RADIATION) == [
        *("Critical", "Crew-1", "Computer-4", "Crew-1", "Computer-3", "Crew-1", "Computer-2", "Computer-2"),
        *("Weapon-4", "Computer-2", "Weapon-3", "Computer-1", "Weapon-2", "Computer-1", "Weapon-2"),
        *["Weapon-1"] * 5,
        "No Effect",
    ]


@pytest.mark.rule("HG-H03")
def test_the_interior_explosion_table():
    assert column(INTERIOR) == [
        *("Critical", "Critical", "Critical", "Fuel Tanks Shattered", "Computer-2", "Screens-3", "Jump-2"),
        *("Power Plant-2", "Crew-1", "Computer-1", "Screens-2", "Jump-1", "Power Plant-1", "Computer-1"),
        *("Screens-1", "Jump-1", "Power Plant-1", "Screens-1", "Jump-1", "Power Plant-1", "No Effect"),
    ]


@pytest.mark.rule("HG-H04")
def test_the_critical_hit_table():
    assert column(CRITICAL, 12) == [
        *("Ship Vaporized", "Bridge Destroyed", "Computer Destroyed", "Maneuver Drive Disabled"),
        *("One Screen Disabled", "Jump Drive Disabled", "Hangars Destroyed", "Power Plant Disabled", "Crew-1"),
        *("Spinal Mount/Fire Control Out", "Frozen Watch/Troops Dead"),
    ]


@pytest.mark.rule("HG-H01")
@pytest.mark.parametrize(("total", "counts_as"), [(-4, 2), (1, 2), (22, 22), (40, 22)])
def test_totals_beyond_the_table_count_as_its_ends(total, counts_as):
    assert COMBAT.result(SURFACE, total) == COMBAT.result(SURFACE, counts_as)


@pytest.mark.rule("HG-H05")
def test_which_weapon_throws_on_which_tables():
    found = {name: set(kind.damage) for name, kind in COMBAT.weapons.items()}
    outside, through = {SURFACE}, {SURFACE, RADIATION}
    assert found == {
        **dict.fromkeys(("missile HE", "beam laser", "pulse laser", "energy", "fusion"), outside),
        "missile nuclear": through,
        "particle": through,
        "meson": {RADIATION, INTERIOR},
    }


def test_a_result_without_a_number_has_none():
    assert COMBAT.result(SURFACE, 2) == Result("Critical", 0)
    assert shot().size == "K"


def test_a_gap_in_a_damage_table_is_found_at_start_up(tmp_path):
    for path in (DATA / "highguard").glob("*.csv"):
        text = path.read_text(encoding="utf-8")
        if path.name == "criticals.csv":
            text = text.replace("7,Jump Drive Disabled\n", "")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"criticals\.csv"):
        load_combat_tables(tmp_path)
