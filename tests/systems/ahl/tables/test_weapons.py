import pytest

from bot.engine.errors import DataError, RuleError
from bot.systems.ahl.tables import Band, load_weapons, range_band
from tests.systems.ahl.people import DATA, WEAPONS, shoot

# Typed from the weapons chart, with the repairs of the rulings: clip, burst, then squares, penetration and
# bonus for each band.
CHART = {
    ("Body Pistol", ""): (6, 0, (6, 1, 0), (12, 0, 0), (20, 0, 0)),
    ("Snub Pistol", "HE"): (6, 0, (6, 2, 0), (12, 2, 0), (20, 2, 0)),
    ("Snub Pistol", "HEAP"): (6, 0, (6, 4, 0), (12, 4, 0), (20, 4, 0)),
    ("Snub Pistol", "tranq"): (6, 0, (6, 0, 0), (12, 0, 0), (20, 0, 0)),
    ("Snub Pistol", "gas"): (6, 0, (6, 0, 0), (12, 0, 0), (20, 0, 0)),
    ("Automatic Pistol", ""): (15, 0, (10, 1, 0), (20, 0, 0), (50, 0, 0)),
    ("Revolver", ""): (6, 0, (12, 1, 0), (24, 0, 0), (50, 0, 0)),
    ("Carbine", ""): (10, 0, (60, 2, 0), (120, 1, 0), (200, 0, 0)),
    ("Assault Rifle", ""): (30, 4, (120, 2, 2), (240, 1, 1), (400, 0, 1)),
    ("ACR", "DS"): (20, 4, (300, 4, 2), (600, 2, 1), None),
    ("ACR", "HE"): (20, 4, (200, 2, 2), (400, 2, 1), (600, 2, 0)),
    ("Rifle", ""): (20, 0, (200, 3, 0), (400, 2, 0), (600, 2, 0)),
    ("Auto Rifle", ""): (20, 4, (200, 3, 3), (400, 2, 2), (600, 2, 1)),
    ("Submachinegun", ""): (30, 4, (20, 2, 4), (40, 1, 3), (60, 0, 1)),
    ("Shotgun", ""): (10, 0, (30, 3, 5), (60, 0, 2), None),
    ("Laser Carbine", ""): (0, 0, (120, 5, 0), (240, 3, 0), (1000, 1, 0)),
    ("Laser Rifle", ""): (0, 0, (600, 6, 0), (1200, 3, 0), None),
    ("Gauss Rifle", ""): (40, 4, (400, 6, 3), (800, 3, 2), None),
    ("Accelerator Rifle", ""): (15, 3, (20, 2, 2), (40, 3, 1), (60, 1, 0)),
    ("LAG", "HE"): (5, 0, (200, 3, 0), (400, 3, 0), (600, 3, 0)),
    ("LAG", "DS"): (5, 0, (220, 6, 0), (440, 4, 0), (800, 2, 0)),
    ("LAG", "flechette"): (5, 0, (50, 2, 3), (100, 0, 1), None),
    ("4cm RAM", "HE"): (3, 3, (200, 4, 4), (400, 4, 3), (600, 4, 2)),
    ("4cm RAM", "HEAP"): (3, 3, (200, 8, 4), (400, 8, 3), (600, 8, 2)),
    ("4cm RAM", "flechette"): (3, 3, (100, 2, 4), (200, 1, 3), (400, 0, 2)),
    ("Light Machine Gun", ""): (100, 10, (400, 3, 4), (800, 2, 3), (1200, 1, 2)),
    ("Autocannon", "HE"): (200, 10, (1000, 4, 5), (2000, 4, 4), (3000, 4, 2)),
    ("Autocannon", "DS"): (200, 10, (1500, 10, 4), (3000, 8, 3), (4000, 4, 1)),
    ("PGMP-12", ""): (40, 0, (200, 10, 0), (400, 8, 0), (650, 4, 0)),
    ("PGMP-13/14", ""): (0, 0, (300, 12, 0), (600, 8, 0), (1000, 4, 0)),
    ("FGMP-14/15", ""): (0, 0, (300, 14, 0), (600, 10, 0), (1000, 6, 0)),
    ("VRF Gauss Gun", ""): (1000, 100, (1000, 8, 9), (2000, 6, 6), (3000, 4, 3)),
}
IDS = ["-".join(filter(None, key)) for key in CHART]


def printed(weapon, kind):
    cells = WEAPONS[weapon].row(kind).cells
    bands = (
        (cells[band].squares, cells[band].penetration, cells[band].bonus) if band in cells else None for band in Band
    )
    return (WEAPONS[weapon].clip, WEAPONS[weapon].burst, *bands)


@pytest.mark.rule("AHL-WT-1", "AHL-WT-2", "AHL-WT-3")
@pytest.mark.parametrize("key", CHART, ids=IDS)
def test_the_chart(key):
    assert printed(*key) == CHART[key]


@pytest.mark.rule("AHL-WT-4", "AHL-WT-5", "AHL-WT-6")
def test_the_chart_holds_nothing_else():
    rows = {(name, kind) for name, weapon in WEAPONS.items() for kind in weapon.ammunition}
    assert rows == set(CHART)


@pytest.mark.rule("AHL-WT-7", "AHL-WT-8", "AHL-WT-9")
def test_heavy_weapons_are_of_the_chart():
    assert printed("FGMP-14/15", "") == (0, 0, (300, 14, 0), (600, 10, 0), (1000, 6, 0))
    assert printed("4cm RAM", "HEAP")[-1] == (600, 8, 2)
    assert printed("VRF Gauss Gun", "")[2] == (1000, 8, 9)


@pytest.mark.rule("AHL-WT-12")
def test_vision_enhanced_weapons():
    marked = {name for name, weapon in WEAPONS.items() if "vision" in weapon.traits}
    assert marked == {
        "ACR",
        "Gauss Rifle",
        "4cm RAM",
        "Autocannon",
        "PGMP-12",
        "PGMP-13/14",
        "FGMP-14/15",
        "VRF Gauss Gun",
    }


@pytest.mark.rule("AHL-11C1c", "AHL-WT-13")
@pytest.mark.parametrize(
    ("squares", "band"),
    [(0, "effective"), (6, "effective"), (7, "long"), (12, "long"), (13, "extreme"), (20, "extreme")],
)
def test_band_limits_are_inclusive(squares, band):
    assert range_band(WEAPONS["Snub Pistol"], WEAPONS["Snub Pistol"].row("HE"), squares)[0] == band


@pytest.mark.rule("AHL-11C1d")
@pytest.mark.parametrize(
    ("weapon", "squares", "sentence"),
    [
        ("Snub Pistol", 21, "Snub Pistol HE reaches 20 squares at most, and the range is 21 (AHL 11.C.1)."),
        ("Shotgun", 61, "Shotgun reaches 60 squares at most, and the range is 61 (AHL 11.C.1)."),
        (
            "Gauss Rifle",
            801,
            "Gauss Rifle reaches 800 squares; its extreme range is lost in the source (ruling R-06), and a referee may "
            "enter their own: /campaign set setting:gauss rifle extreme.",
        ),
    ],
)
def test_nothing_reaches_past_the_last_band(weapon, squares, sentence):
    with pytest.raises(RuleError) as refusal:
        range_band(WEAPONS[weapon], WEAPONS[weapon].row(""), squares)
    assert str(refusal.value) == sentence


@pytest.mark.rule("AHL-11Dc")
@pytest.mark.parametrize("kind", ["tranq", "gas"])
def test_tranq_and_gas_are_for_play_with_traveller(kind):
    with pytest.raises(RuleError, match="is for play with Traveller"):
        shoot([], weapon="Snub Pistol", ammo=kind)
    attack = shoot([6, 6], weapon="Snub Pistol", ammo=kind, traveller=True).attacks[0]
    assert attack.hit.made
    assert attack.damage is None


def test_rows_of_one_weapon_must_agree(tmp_path):
    chart = (DATA / "weapons.csv").read_text(encoding="utf-8")
    broken = tmp_path / "weapons.csv"
    broken.write_text(chart.replace("LAG,,DS,5,", "LAG,,DS,6,"), encoding="utf-8")
    with pytest.raises(DataError, match="the rows of LAG differ"):
        load_weapons(broken)


def test_one_line_more_is_a_weapon_more(tmp_path):
    chart = (DATA / "weapons.csv").read_text(encoding="utf-8")
    longer = tmp_path / "weapons.csv"
    longer.write_text(f"{chart}Needle Rifle,,,25,5,30 (2)+1,60 (1)+0,,\n", encoding="utf-8")
    added = load_weapons(longer)["Needle Rifle"]
    assert (added.clip, added.burst) == (25, 5)
    assert range_band(added, added.row(""), 31)[0] is Band.LONG


def test_a_cell_that_cannot_be_read_is_named_by_line(tmp_path):
    chart = (DATA / "weapons.csv").read_text(encoding="utf-8").splitlines()
    broken = tmp_path / "weapons.csv"
    broken.write_text("\n".join([*chart[:3], "Needle Rifle,,,25,5,thirty,,,"]), encoding="utf-8")
    with pytest.raises(DataError, match=r"weapons\.csv:4: .*thirty"):
        load_weapons(broken)
