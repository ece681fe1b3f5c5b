"""Weapons, screens, craft, crew and quarters: numbers from the design chapter's tables and rulings."""

from fractions import Fraction

import pytest

from bot.systems.highguard.design import carriage, crew, weapons
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.choices import Bays, Craft, Design, Other, Spinal, Turrets, Vehicle
from bot.systems.highguard.ships.wording import bill_text
from tests.systems.highguard.yard import TABLES, cruiser, limits, turrets

BIG = {"tl": 15, "tons": Fraction(50_000), "computer": "5", "crew": 900, "staterooms": 500, "power": 20}


@pytest.mark.rule("HG-D34")
def test_particle_accelerators():
    printed = """A 5500 8 3500 500 B 5000 9 3000 500 C 4500 10 2400 500 D 4000 11 1500 600 E 3500 12 1200 600
    F 3000 13 1200 600 G 2500 14 800 700 H 2500 15 500 700 J 5000 10 3000 800 K 4500 11 2000 800 L 4000 12 1600 800
    M 3500 13 1200 900 N 3000 14 1000 900 P 2500 15 800 900 Q 4500 12 2000 1000 R 4000 13 1500 1000
    S 3500 14 1200 1000 T 3000 15 1000 1000"""
    assert mounts("particle") == spelt(printed)


@pytest.mark.rule("HG-D35")
def test_meson_guns():
    printed = """A 5000 11 10000 500 B 8000 11 12000 600 C 2000 12 3000 600 D 5000 12 5000 700 E 1000 13 800 700
    F 2000 13 1000 800 G 1000 14 400 800 H 2000 14 600 900 J 1000 15 400 900 K 8000 12 10000 1000
    L 5000 13 3000 1000 M 4000 14 800 1000 N 2000 15 600 1000 P 8000 13 5000 1100 Q 7000 14 1000 1100
    R 5000 15 800 1100 S 8000 14 2000 1200 T 7000 15 1000 1200"""
    assert mounts("meson") == spelt(printed)


def mounts(weapon):
    found = [mount for mount in TABLES.spinal.values() if mount.weapon == weapon]
    return [(mount.code, mount.tons, mount.tl, mount.price // 1_000_000, mount.ep) for mount in found]


def spelt(printed):
    cells = printed.split()
    return [(cells[at], *map(int, cells[at + 1 : at + 5])) for at in range(0, len(cells), 5)]


@pytest.mark.rule("HG-D36", "HG-D37")
def test_a_spinal_mount_and_its_rivals():
    made = cruiser(**BIG, spinal=Spinal("particle", "T"))
    assert limits(made) == []
    assert (made.part("spinal").tons, made.part("spinal").ep) == (3_000, 1_000)
    assert (made.batteries["particle"].factor, made.batteries["particle"].bearing) == (27, 1)
    assert made.usp.particle == "T"
    for rival in ({"bays": (Bays("particle", 50),)}, {"turrets": (turrets("barbette"),)}):
        assert "SPINAL_RIVAL" in limits(cruiser(**BIG, spinal=Spinal("particle", "T"), **rival))
    meson = cruiser(**BIG, spinal=Spinal("meson", "J"), bays=(Bays("meson", 100),))
    assert limits(meson) == ["SPINAL_RIVAL"]
    assert limits(cruiser(**BIG, spinal=Spinal("meson", "J"), turrets=(turrets("particle"),))) == []


@pytest.mark.rule("HG-D38", "HG-D43")
def test_the_example_of_50_000_tons():
    """A 5,000-ton meson gun leaves 45 bays; with twenty of them, 250 hardpoints."""
    assert weapons.most_bays(50_000, 5_000) == 45
    assert weapons.most_hardpoints(50_000, 5_000, 20) == 250
    made = cruiser(**BIG, bays=(Bays("missile", 100, 50),))
    assert limits(made) == []
    assert made.part("bays").price == 50 * (1_000_000 + 20_000_000)
    assert limits(cruiser(**BIG, bays=(Bays("missile", 100, 51),)))[0] == "TOO_MANY_BAYS"


@pytest.mark.rule("HG-D39", "HG-D41")
@pytest.mark.parametrize(
    ("weapon", "size", "factors", "ep", "mcr"),
    [
        ("meson", 100, [0, 0, 0, 0, 0, 0, 3, 5, 9], 200, 70),
        ("particle", 100, [0, 6, 6, 7, 7, 8, 8, 9, 9], 60, 35),
        ("repulsor", 100, [0, 0, 0, 2, 4, 6, 7, 8, 9], 10, 10),
        ("missile", 100, [7, 7, 7, 8, 8, 9, 9, 9, 9], 0, 20),
        ("meson", 50, [0, 0, 0, 0, 0, 0, 0, 0, 4], 100, 50),
        ("particle", 50, [0, 0, 0, 3, 3, 4, 4, 5, 5], 30, 20),
        ("repulsor", 50, [0, 0, 0, 0, 0, 0, 0, 3, 5], 5, 6),
        ("missile", 50, [0, 0, 0, 7, 7, 8, 8, 9, 9], 0, 12),
        ("plasma", 50, [0, 0, 0, 4, 5, 6, 6, 6, 6], 10, 5),
        ("fusion", 50, [0, 0, 0, 0, 0, 7, 8, 9, 9], 20, 8),
    ],
)
def test_bay_weapons_from_tech_level_7_to_15(weapon, size, factors, ep, mcr):
    bay = TABLES.bays[weapon, size]
    assert [weapons.bay_factor(bay, tl) or 0 for tl in range(7, 16)] == factors
    assert (bay.ep, bay.price) == (ep, mcr * 1_000_000)


@pytest.mark.rule("HG-D40")
def test_bays_of_a_kind_are_alike_and_not_in_turrets_too():
    assert limits(cruiser(bays=(Bays("missile", 50), Bays("missile", 100)))) == [
        "BAYS_DIFFER",
        "BATTERY_FACTORS_DIFFER",
    ]
    assert limits(cruiser(bays=(Bays("missile", 50),), turrets=(turrets("missile"),))) == ["BAY_AND_TURRET"]
    assert limits(cruiser(bays=(Bays("missile", 50), Bays("repulsor", 100)))) == []
    assert limits(cruiser(tl=11, bays=(Bays("fusion", 50),))) == ["TECH_LEVEL"]


@pytest.mark.rule("HG-D42")
def test_craft_in_empty_bays_use_half_of_them():
    boat = Craft("Boat", Fraction(25), Fraction(20_000_000), in_bay=True)
    made = cruiser(bays=(Bays("", 100),), craft=(Craft("Boat", Fraction(50), Fraction(0), in_bay=True),))
    assert limits(made) == []
    assert made.part("craft berths").tons == 0
    assert made.part("bays").price == 1_000_000
    assert limits(cruiser(bays=(Bays("", 50),), craft=(boat, boat))) == ["BAY_OVERFULL"]


@pytest.mark.rule("HG-D44")
@pytest.mark.parametrize(
    ("weapon", "needed", "tl", "ep", "tons", "price"),
    [
        ("missile", [1, 3, 6, 12, 18, 30], 7, 0, 1, 750_000),
        ("beam", [1, 2, 3, 6, 10, 15, 21, 30], 7, 1, 1, 1_000_000),
        ("pulse", [1, 3, 6, 10, 21, 30], 7, 1, 1, 500_000),
        ("plasma", [1, 4, 10, 16, 20], 10, 1, 2, 1_500_000),
        ("fusion", [0, 0, 0, 1, 4, 10, 16, 20], 12, 2, 2, 2_000_000),
        ("sand", [1, 3, 6, 8, 10, 20, 30], 7, 0, 1, 250_000),
        ("particle", [0, 1, 2, 4, 6, 8, 10], 15, 5, 3, 3_000_000),
        ("barbette", [1, 2, 4, 6, 8, 10], 14, 5, 5, 4_000_000),
    ],
)
def test_turret_weapons(weapon, needed, tl, ep, tons, price):
    row = TABLES.turrets[weapon]
    assert sorted(row.needed) == [(factor, count) for factor, count in enumerate(needed, start=1) if count]
    assert (row.tl, row.ep, row.tons, row.price) == (tl, ep, tons, price)


@pytest.mark.rule("HG-D45")
@pytest.mark.parametrize(
    ("weapon", "count", "tl", "factor"),
    [
        ("missile", 30, 12, 6), ("missile", 30, 13, 7), ("beam", 30, 12, 8), ("beam", 30, 13, 9), ("pulse", 30, 15, 7),
        ("plasma", 20, 10, 5), ("plasma", 20, 11, 6), ("plasma", 20, 15, 7), ("fusion", 20, 13, 8),
        ("fusion", 20, 14, 9),
        ("sand", 30, 7, 7), ("sand", 30, 8, 8), ("sand", 30, 10, 9), ("particle", 10, 15, 7), ("barbette", 10, 15, 6),
        ("beam", 29, 12, 7), ("beam", 1, 7, 1),
    ],
)  # fmt: skip
def test_turret_factors(weapon, count, tl, factor):
    assert weapons.turret_factor(TABLES.turrets[weapon], count, tl) == factor


@pytest.mark.rule("HG-D46", "HG-D47")
@pytest.mark.parametrize(
    ("weapon", "most"), [("beam", 3), ("missile", 3), ("sand", 3), ("fusion", 2), ("plasma", 2), ("barbette", 1)]
)
def test_how_much_a_turret_holds(weapon, most):
    row = TABLES.turrets[weapon]
    full = cruiser(tl=15, turrets=(turrets(weapon, most, 2),))
    assert limits(full) == []
    assert full.part("turrets").tons == 2 * row.tons
    assert full.part("turrets").price == 2 * most * row.price
    assert limits(cruiser(tl=15, turrets=(turrets(weapon, most + 1),))) == ["TURRET_TOO_FULL"]


@pytest.mark.rule("HG-D48")
def test_mixed_turrets():
    mixed = Turrets(("beam", "sand", "missile"), 2)
    small = {"tons": Fraction(800), "computer": "2", "crew": 8, "staterooms": None}
    made = cruiser(**small, turrets=(mixed,))
    assert limits(made) == []
    assert {place: found.total for place, found in made.batteries.items()} == {"laser": 2, "sand": 2, "missile": 2}
    assert limits(cruiser(turrets=(mixed,))) == ["MIXED_TURRET_NOT_ALLOWED"]
    crowded = cruiser(**small | {"tons": Fraction(1_000)}, turrets=(mixed, turrets("beam", 1, 9)))
    assert limits(crowded) == ["MIXED_TURRET_NOT_ALLOWED", "TOO_MANY_HARDPOINTS"]
    assert limits(cruiser(**small, turrets=(Turrets(("beam", "sand", "fusion")),))) == ["TURRET_TOO_FULL"]


@pytest.mark.rule("HG-D49", "HG-D50")
@pytest.mark.parametrize(
    ("batteries", "factor", "broken"),
    [
        (80, 3, []),
        (40, 4, []),
        (16, 6, []),
        (8, 8, []),
        (7, 8, ["BATTERY_SIZE"]),
        (81, 3, ["BATTERY_SIZE"]),
        (0, 0, ["BATTERY_SIZE"]),
    ],
)
def test_eighty_triple_lasers(batteries, factor, broken):
    made = cruiser(turrets=(turrets("beam", 3, 80, batteries),))
    assert [name for name in limits(made) if name == "BATTERY_SIZE"] == broken
    if not broken:
        assert (made.batteries["laser"].factor, made.batteries["laser"].total) == (factor, batteries)


@pytest.mark.rule("HG-D49", "HG-D50")
def test_uneven_batteries_must_still_have_one_factor():
    assert limits(cruiser(turrets=(turrets("beam", 3, 11, 2),))) == []  # 18 and 15 lasers: 6 both
    assert limits(cruiser(turrets=(turrets("beam", 3, 13, 2),))) == ["BATTERY_FACTORS_DIFFER"]  # 21 and 18: 7 and 6
    assert limits(cruiser(turrets=(turrets("beam", 1, 2, 2), turrets("pulse", 1, 2, 2)))) == []  # both have factor 1
    assert limits(cruiser(turrets=(turrets("beam", 2), turrets("pulse", 2)))) == ["BATTERY_FACTORS_DIFFER"]
    assert limits(cruiser(turrets=(turrets("beam", 3, 11),))) == []  # one-turret batteries are groups too


@pytest.mark.rule("HG-D51", "HG-D52")
@pytest.mark.parametrize(
    ("size", "percent"),
    [("0", 100), ("9", 100), ("A", 100), ("K", 100), ("L", 95), ("M", 90), ("N", 85), ("P", 80), ("Q", 75), ("R", 70),
     ("S", 65), ("T", 60), ("U", 55), ("V", 50), ("W", 50), ("X", 50), ("Y", 50)],
)  # fmt: skip
def test_batteries_bearing_by_size(size, percent):
    assert next(each.bearing for each in TABLES.sizes if each.code == size) == percent


@pytest.mark.rule("HG-D51")
def test_all_batteries_bear_up_to_code_k():
    assert {size.bearing for size in TABLES.sizes[:20]} == {100}
    assert TABLES.sizes[19].code == "K"


@pytest.mark.rule("HG-D52")
@pytest.mark.parametrize(
    ("batteries", "percent", "bear"), [(10, 95, 10), (9, 50, 5), (1, 50, 1), (3, 80, 2), (0, 80, 0)]
)
def test_the_nearest_whole_number_bears(batteries, percent, bear):
    assert weapons.bearing(batteries, percent) == bear


@pytest.mark.rule("HG-D53", "HG-D54", "HG-D55")
def test_screens():
    printed = {
        "damper": "12 50 50 10 13 15 40 20 13 20 45 30 14 8 30 40 14 10 35 50 14 12 38 60 15 10 30 70 15 15 40 80 "
        "15 20 50 90",
        "meson screen": "12 90 80 .2 13 30 50 .4 13 45 55 .6 14 16 40 .8 14 20 45 1 14 24 50 1.2 "
        "15 20 40 1.4 15 30 50 1.6 15 40 60 1.8",
        "globe": "15 10 400 0 15 15 600 0 15 20 800 0 15 25 1000 0",
    }
    for name, cells in printed.items():
        numbers = [Fraction(cell) for cell in cells.split()]
        for factor in range(1, len(numbers) // 4 + 1):
            screen = TABLES.screens[name, factor]
            told = [screen.tl, screen.tons, Fraction(screen.price, 1_000_000), screen.ep]
            assert told == numbers[4 * factor - 4 : 4 * factor]


@pytest.mark.rule("HG-D55")
def test_globes_that_nobody_sells():
    globes = [TABLES.screens["globe", factor] for factor in range(5, 10)]
    assert [(globe.tl, globe.tons) for globe in globes] == [(16, 20), (16, 30), (16, 35), (17, 20), (18, 20)]
    assert {(globe.price, globe.ep) for globe in globes} == {(None, 0)}


@pytest.mark.rule("HG-D45", "HG-D46")
def test_tech_levels_that_better_turrets_and_what_a_turret_holds():
    better = {name: row.better for name, row in TABLES.turrets.items()}
    assert better == {
        "missile": ((1, 13),), "beam": ((1, 13),), "pulse": ((1, 13),), "plasma": ((2, 12), (1, 11)),
        "fusion": ((1, 14),),
        "sand": ((2, 10), (1, 8)), "particle": (), "barbette": (),
    }  # fmt: skip
    assert [row.most for row in TABLES.turrets.values()] == [3, 3, 3, 2, 2, 3, 1, 1]


@pytest.mark.rule("HG-D57", "HG-D73")
def test_vehicles_have_a_first_and_a_last_tech_level():
    made = [(row.name, row.first_tl, row.last_tl) for row in TABLES.vehicles.values()]
    assert made == [
        ("Ground Car", 5, 15), ("ATV (Wheeled)", 6, 15), ("ATV (Tracked)", 6, 15), ("Hovercraft", 6, 9),
        ("Air/Raft", 8, 15),
    ]  # fmt: skip
    old = cruiser(vehicles=(Vehicle("Hovercraft"),))
    assert (limits(old), [remark.rule for remark in old.remarks]) == ([], ["HG-D57"])
    early = {
        "tl": 7,
        "jump": 0,
        "maneuver": 1,
        "power": 1,
        "computer": "2",
        "tons": Fraction(1_000),
        "staterooms": None,
    }
    assert limits(cruiser(**early, vehicles=(Vehicle("Air/Raft"),))) == ["TECH_LEVEL"]


@pytest.mark.rule("HG-D54", "HG-D55")
def test_screens_of_a_ship():
    made = cruiser(**BIG, meson_screen=4)
    assert made.part("meson screen").ep == 400  # 0.8 x 1% of 50,000
    globes = cruiser(tl=15, globe=5)
    assert limits(globes) == ["TECH_LEVEL"]
    assert globes.part("globe").price == 0
    assert {remark.rule for remark in globes.remarks} == {"HG-D55", "R-81"}


@pytest.mark.rule("HG-D56")
def test_capacitors():
    made = cruiser(capacitors=Fraction(10))
    assert made.part("capacitors").price == 40_000_000
    assert weapons.capacitor_ep(made.design) == (100 + 10) * 36  # jump 2: 1% of 10,000 tons, and ten more


@pytest.mark.rule("HG-D27")
def test_energy_must_suffice_for_everything_at_once():
    assert limits(
        cruiser(tl=15, turrets=(turrets("beam", 3, 100, 10),), damper=9, spinal=None, maneuver=3, power=3)
    ) == ["ENERGY_SHORT"]


@pytest.mark.rule("HG-D57", "HG-D58")
@pytest.mark.parametrize(
    ("name", "price", "tons"),
    [("Ground Car", 4_000, 2), ("ATV (Wheeled)", 30_000, 10), ("ATV (Tracked)", 70_000, 10), ("Hovercraft", 200_000, 8),
     ("Air/Raft", 600_000, 4)],
)  # fmt: skip
def test_vehicles_take_their_own_tons(name, price, tons):
    line = cruiser(vehicles=(Vehicle(name, 2),)).part("vehicles")
    assert (line.price, line.tons) == (2 * price, 2 * tons)


@pytest.mark.rule("HG-D59", "HG-D60")
def test_berths_of_carried_craft():
    boat = Craft("Boat", Fraction(30), Fraction(20_000_000), count=2)
    made = cruiser(craft=(boat,))
    assert (made.part("craft berths").tons, made.part("craft berths").price) == (78, 120_000)
    assert made.part("craft").price == 40_000_000
    assert carriage.carried_tons(30, 1_000) == 30
    assert carriage.carried_tons(100, 1_000) == 110
    outside = cruiser(configuration=7, craft=(boat,))
    assert outside.part("craft berths").tons == 0
    assert outside.part("craft berths").price == 0


@pytest.mark.rule("HG-D61")
def test_launch_tubes():
    boat = Craft("Boat", Fraction(20), Fraction(20_000_000))
    made = cruiser(craft=(boat,), tubes=2)
    assert (made.part("launch tubes").tons, made.part("launch tubes").price) == (1_000, 2_000_000)
    assert limits(cruiser(tubes=1)) == ["NO_CRAFT_FOR_TUBE"]


def sections(**duties):
    return {section.name: section for section in crew.crew_sections(crew.Duties(**duties))}


@pytest.mark.rule("HG-D62")
@pytest.mark.parametrize(("tons", "count"), [(1_001, 11), (20_000, 11), (20_001, 11), (25_000, 13), (100_000, 50)])
def test_command(tons, count):
    assert sections(tons=tons)["command"].count == count


@pytest.mark.rule("HG-D62", "HG-D63")
def test_officers_and_petty_officers():
    assert sections(tons=2_000)["command"].officers == 7
    engineers = sections(tons=20_000, drive_tons=4_000)["engineering"]
    assert (engineers.count, engineers.officers, engineers.petty) == (40, 4, 8)
    assert sections(tons=2_000, drive_tons=401)["engineering"].count == 5


@pytest.mark.rule("HG-D64")
def test_gunnery():
    """50 for the mount, 30 for bays, 8 for turrets, 8 for screens, a chief and one for each of four types."""
    found = sections(tons=50_000, spinal_tons=5_000, bays=15, turret_batteries=8, screens=2, weapon_types=4)["gunnery"]
    assert (found.count, found.officers, found.petty) == (101, 11, 31)
    assert sections(tons=2_000)["gunnery"].count == 0


@pytest.mark.rule("HG-D65")
def test_flight():
    """A control officer, two pilots and a gunner, two mechanics, ten for the tube, two for five vehicles."""
    assert sections(tons=2_000, craft=2, craft_crew=3, tubes=1, vehicles=5)["flight"].count == 18
    assert sections(tons=2_000, vehicles=3)["flight"].count == 0


@pytest.mark.rule("HG-D66", "HG-D67")
def test_service_and_troops():
    assert sections(tons=10_000)["service"].count == 30
    assert sections(tons=10_000, troops=30)["service"].count == 20
    assert cruiser(marines=30).remarks == ()
    assert [remark.rule for remark in cruiser(marines=29, staterooms=None).remarks] == ["HG-D67"]
    assert [remark.rule for remark in cruiser(marines=301, staterooms=None).remarks] == ["HG-D67"]


@pytest.mark.rule("HG-D68")
def test_small_ships_are_asked_for_their_crew():
    small = {"tons": Fraction(1_000), "computer": "2", "staterooms": None}
    assert limits(cruiser(**small, crew=None)) == ["CREW_UNKNOWN"]
    assert limits(cruiser(**small, crew=1)) == []


@pytest.mark.rule("HG-D62", "HG-D66")
def test_a_crew_that_is_too_small():
    assert cruiser(crew=None).crew == 70  # command 11, engineering 29, service 30
    assert limits(cruiser(crew=69)) == ["CREW_SHORT"]
    assert "70 at least: command 11, engineering 29, service 30" in cruiser(crew=69).faults[0].text


@pytest.mark.rule("HG-D69")
@pytest.mark.parametrize(
    ("people", "code"),
    [(0, "0"), (1, "1"), (9, "1"), (10, "2"), (999, "3"), (1_000, "4"), (10_000, "5"), (100_000, "5")],
)
def test_crew_codes(people, code):
    assert crew.crew_digit(people) == code


@pytest.mark.rule("HG-D70", "HG-D72")
def test_the_frozen_watch():
    made = cruiser(crew=200, marines=100, staterooms=None, frozen_watch=True, low=150, emergency_low=9)
    assert limits(made) == []
    assert (made.part("low berths").tons, made.part("low berths").price) == (75, 7_500_000)
    assert (made.part("emergency low").tons, made.part("emergency low").price) == (9, 900_000)
    assert limits(cruiser(crew=200, marines=100, staterooms=None, frozen_watch=True, low=149)) == [
        "FROZEN_WATCH_BERTHS"
    ]


@pytest.mark.rule("HG-D71")
def test_quarters():
    assert crew.staterooms_needed(12, 4) == 8
    assert crew.staterooms_needed(12, 1, 3) == 10  # one single, six doubles, three passengers
    assert crew.staterooms_needed(1, 4) == 1
    made = cruiser(crew=101, staterooms=None)
    assert (made.part("staterooms").tons, made.part("staterooms").price) == (204, 25_500_000)
    assert limits(cruiser(staterooms=100)) == ["QUARTERS_SHORT"]


@pytest.mark.rule("HG-D74", "HG-D27")
def test_what_no_table_has_is_described_by_hand():
    made = cruiser(other=(Other("Laboratory", 2, Fraction(8), Fraction(2_000_000), Fraction(1)),))
    assert (made.part("other").tons, made.part("other").price, made.ep_used) == (16, 4_000_000, 4)


@pytest.mark.rule("HG-D79")
def test_the_bill_follows_the_books_order():
    made = cruiser(
        tl=15, scoops=True, purifier=15, armor=1, bays=(Bays("missile", 50),), turrets=(turrets("beam"),), damper=1,
        vehicles=(Vehicle("Air/Raft"),), low=5, cargo=None,
    )  # fmt: skip
    assert list(dict.fromkeys(line.part for line in made.lines)) == [
        "hull", "jump", "maneuver", "power plant", "fuel", "scoops", "purifier", "bridge", "computer", "armor", "bays",
        "turrets", "damper", "vehicles", "staterooms", "low berths", "cargo",
    ]  # fmt: skip
    assert made.tons == sum(line.tons for line in made.lines) == 10_000
    assert made.price == sum(line.price for line in made.lines)


@pytest.mark.rule("HG-C06", "HG-C07")
@pytest.mark.parametrize(
    ("tons", "configuration", "tubes", "rate"),
    [(9_999, 1, 0, 1), (10_001, 1, 0, 2), (10_000, 1, 1, 41), (100, 7, 0, None)],
)
def test_launch_rates(tons, configuration, tubes, rate):
    assert carriage.launch_rate(tons, configuration, tubes) == rate


@pytest.mark.rule("HG-D42")
def test_an_empty_bay_launches_one_craft():
    assert carriage.launch_rate(10_000, 1, 0, 3) == 4
    boat = Craft("Boat", Fraction(25), Fraction(0), count=3, in_bay=True)
    assert "Launches 3 in a turn" in bill_text(cruiser(bays=(Bays("", 100, 2),), craft=(boat,)))


def test_a_design_without_any_tons_is_refused_by_the_bill():
    with pytest.raises(Exception, match="more than 0 tons"):
        bill(Design(tl=12, tons=Fraction(0), configuration=1), TABLES)
