"""Hulls, drives, fuel, computers and armor: numbers from the design chapter's tables and rulings."""

from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.highguard.design import drives, hull
from bot.systems.highguard.design.bill import bill, building_months, design_weeks, yards
from bot.systems.highguard.design.choices import Design
from tests.systems.highguard.yard import TABLES, cruiser, limits


@pytest.mark.rule("HG-D03")
@pytest.mark.parametrize(
    ("tons", "code"),
    [
        (99, "0"),
        (100, "1"),
        (999, "9"),
        (19_999, "K"),
        (20_000, "L"),
        (49_999, "N"),
        (50_000, "P"),
        (75_000, "Q"),
        (99_999, "Q"),
        (100_000, "R"),
        (400_000, "U"),
        (899_999, "W"),
        (900_000, "X"),
        (999_999, "X"),
        (1_000_000, "Y"),
    ],
)
def test_tonnage_codes_run_up_to_the_next(tons, code):
    assert TABLES.size(tons).code == code


@pytest.mark.rule("HG-D04", "HG-D05")
@pytest.mark.parametrize(
    ("configuration", "streamlined", "mcr"),
    [
        (1, "yes", 12),
        (2, "yes", 11),
        (3, "partial", 10),
        (4, "partial", 6),
        (5, "partial", 7),
        (6, "yes", 8),
        (7, "no", 5),
    ],
)
def test_a_metal_hull_of_100_tons(configuration, streamlined, mcr):
    shape = TABLES.configurations[configuration]
    assert shape.streamlined == streamlined
    assert hull.hull_price(100, shape) == mcr * 1_000_000


@pytest.mark.rule("HG-D06", "HG-D07")
@pytest.mark.parametrize(
    ("configuration", "usable", "price", "armor"), [(8, 8_000, 9_000_000, "3"), (9, 6_500, 7_500_000, "6")]
)
def test_a_planetoid_of_10_000_tons(configuration, usable, price, armor):
    made = cruiser(configuration=configuration)
    assert made.usable == usable
    assert made.part("hull").price == price
    assert made.usp.armor == armor


@pytest.mark.rule("HG-D08", "HG-D09")
def test_who_lands_and_who_skims():
    assert [shape for shape in range(1, 10) if hull.can_land(shape, 6)] == [1, 2, 6]
    assert [shape for shape in range(1, 10) if hull.can_land(shape, 1)] == [1, 2, 3, 4, 5, 6]
    assert [shape for shape in range(1, 10) if hull.can_skim(shape)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("HG-D11", "HG-D12", "HG-D14")
@pytest.mark.parametrize(
    ("drive", "number", "tons", "tl", "price"),
    [
        ("maneuver", 1, 2, 7, 1_500_000), ("maneuver", 2, 5, 7, 700_000), ("maneuver", 3, 8, 8, 500_000),
        ("maneuver", 4, 11, 8, 500_000), ("maneuver", 5, 14, 8, 500_000), ("maneuver", 6, 17, 9, 500_000),
        ("jump", 1, 2, 9, 4_000_000), ("jump", 2, 3, 11, 4_000_000), ("jump", 3, 4, 12, 4_000_000),
        ("jump", 4, 5, 13, 4_000_000), ("jump", 5, 6, 14, 4_000_000), ("jump", 6, 7, 15, 4_000_000),
    ],
)  # fmt: skip
def test_drives_of_a_100_ton_ship(drive, number, tons, tl, price):
    assert drives.drive_tons(drive, number, 100, TABLES) == tons
    assert TABLES.drives[drive, number].tl == tl
    assert drives.drive_price(drive, number, 1, TABLES) == price


@pytest.mark.rule("HG-D13", "HG-D14")
@pytest.mark.parametrize(
    ("tl", "percent"), [(7, 4), (8, 4), (9, 3), (10, 3), (11, 3), (12, 3), (13, 2), (14, 2), (15, 1)]
)
def test_power_plants_shrink_with_the_tech_level(tl, percent):
    assert TABLES.band(tl).plant == percent
    assert drives.PLANT_PRICE == 3_000_000


@pytest.mark.rule("HG-D12", "HG-D73")
def test_a_yard_builds_nothing_beyond_its_tech_level():
    assert limits(cruiser(jump=4, computer="4", cargo=0)) == ["TECH_LEVEL"]
    assert "needs tech level 13; the yard has 12" in cruiser(jump=4).faults[0].text
    assert limits(cruiser(computer="7")) == ["TECH_LEVEL"]
    with pytest.raises(RuleError, match="7 to 15"):
        cruiser(tl=16)


@pytest.mark.rule("HG-D15", "HG-D17")
def test_the_plant_is_as_large_as_the_largest_drive_and_never_missing():
    assert limits(cruiser(power=3)) == ["PLANT_TOO_SMALL"]
    assert limits(cruiser(jump=0, maneuver=0, power=0)) == ["PLANT_TOO_SMALL", "ENERGY_SHORT"]
    assert limits(cruiser(jump=0)) == []
    assert limits(cruiser(maneuver=0)) == []
    with pytest.raises(RuleError, match="from 0 to 6"):
        cruiser(jump=7)


@pytest.mark.rule("HG-D16")
def test_very_large_plants():
    large = cruiser(tl=15, jump=0, power=34)
    assert large.usp is None
    assert [remark.rule for remark in large.remarks] == ["HG-D16"]
    assert str(cruiser(tl=15, jump=0, power=33).usp)[7] == "Z"
    assert "PLANT_TOO_LARGE" in limits(cruiser(tl=15, power=51))
    assert "PLANT_TOO_LARGE" not in limits(cruiser(tl=15, power=50))


@pytest.mark.rule("HG-D18", "HG-D19")
def test_the_akron_needs_6_600_tons_of_fuel():
    akron = cruiser(tl=15, jump=6, maneuver=1, power=6, computer="6")
    assert akron.part("fuel").tons == 6_600
    assert akron.part("fuel").price == 0
    assert limits(cruiser(tl=15, jump=6, maneuver=1, power=6, computer="6", fuel=Fraction(6_599))) == ["FUEL_SHORT"]


@pytest.mark.rule("HG-D20", "HG-D21", "HG-D22")
def test_scoops_and_purifier():
    made = cruiser(scoops=True, purifier=12)
    assert made.part("scoops").price == 10_000_000
    assert (made.part("purifier").tons, made.part("purifier").price) == (75, 400_000)  # 2,500 tons of fuel
    older = cruiser(purifier=8)
    assert (older.part("purifier").tons, older.part("purifier").price) == (125, 500_000)
    assert limits(cruiser(purifier=13)) == ["TECH_LEVEL"]
    assert limits(cruiser(configuration=7, scoops=True)) == ["NO_SCOOPS"]
    assert limits(cruiser(configuration=4, scoops=True)) == []


@pytest.mark.rule("HG-D21", "HG-D22")
@pytest.mark.parametrize(
    ("tl", "tons", "price"),
    [(8, 10, 40_000), (9, 9, 38_000), (10, 8, 36_000), (11, 7, 34_000), (12, 6, 32_000), (13, 5, 30_000),
     (14, 4, 28_000), (15, 3, 30_000)],
)  # fmt: skip
def test_the_smallest_purifier_is_a_fifth(tl, tons, price):
    assert drives.purifier(TABLES.purifiers[tl], 81) == (tons, price)


@pytest.mark.rule("HG-D23", "HG-D24")
def test_drop_tanks_burden_the_drives():
    """The Unicorn: 300 tons with tanks for 100 has jump 4, maneuver 4 and plant 5 until they drop."""
    unicorn = Design(
        tl=14, tons=Fraction(300), configuration=4, jump=5, maneuver=5, power=7, jump_tons=Fraction(20),
        maneuver_tons=Fraction(44), tanks=Fraction(100), computer="6", crew=12,
    )  # fmt: skip
    made = bill(unicorn, TABLES)
    assert made.burdened == (4, 4, 5)
    assert made.part("tanks").price == 110_000
    assert made.part("fuel").tons == 71  # 171 needed, 100 of them in the tanks
    assert made.ep == 21
    assert made.legal


@pytest.mark.rule("HG-D19", "HG-D23")
def test_the_plants_own_fuel_stays_inside():
    made = cruiser(tanks=Fraction(3_000), fuel=Fraction(400))
    assert limits(made) == ["FUEL_SHORT"]
    assert "500 tons of fuel must be inside" in made.faults[0].text


@pytest.mark.rule("HG-D11")
def test_a_drive_is_never_smaller_than_its_number():
    made = cruiser(jump_tons=Fraction(299))
    assert limits(made) == ["DRIVE_TOO_SMALL"]
    assert "300 tons at least, not 299" in made.faults[0].text


@pytest.mark.rule("HG-D25")
def test_bridges():
    made = cruiser(bridges=3)
    assert (made.part("bridge").tons, made.part("bridge").price) == (200, 50_000_000)
    assert (made.part("auxiliary bridges").tons, made.part("auxiliary bridges").price) == (400, 100_000_000)
    assert limits(cruiser(bridges=0)) == ["NO_BRIDGE"]


@pytest.mark.rule("HG-D26", "HG-D28")
def test_energy_left_over_makes_agile():
    made = cruiser()  # 500 EP, 2 for the computer: 498 / 100, capped by nothing
    assert (made.ep, made.ep_used, made.agility) == (500, 2, 4)
    assert cruiser(maneuver=3).agility == 3
    assert cruiser(maneuver=3).emergency_agility == 3


@pytest.mark.rule("HG-D29", "HG-D31")
@pytest.mark.parametrize(
    ("model", "code", "mcr", "tons", "tl", "ep"),
    [
        ("1", "1", 2, 1, 5, 0), ("1fib", "A", 3, 2, 5, 0), ("1bis", "R", 4, 1, 6, 0), ("2", "2", 9, 2, 7, 0),
        ("2fib", "B", 14, 4, 7, 0), ("2bis", "S", 18, 2, 8, 0), ("3", "3", 18, 3, 9, 1), ("3fib", "C", 27, 6, 9, 1),
        ("4", "4", 30, 4, 10, 2), ("4fib", "D", 45, 8, 10, 2), ("5", "5", 45, 5, 11, 3), ("5fib", "E", 68, 10, 11, 3),
        ("6", "6", 55, 7, 12, 5), ("6fib", "F", 83, 14, 12, 5), ("7", "7", 80, 9, 13, 7), ("7fib", "G", 100, 18, 13, 7),
        ("8", "8", 110, 11, 14, 9), ("8fib", "H", 140, 22, 14, 9), ("9", "9", 140, 13, 15, 12),
        ("9fib", "J", 200, 26, 15, 12),
    ],
)  # fmt: skip
def test_computers(model, code, mcr, tons, tl, ep):
    computer = TABLES.computers[model]
    assert (computer.code, computer.price, computer.tons) == (code, mcr * 1_000_000, tons)
    assert (computer.tl, computer.ep, computer.level) == (tl, ep, int(model[0]))


@pytest.mark.rule("HG-D29")
@pytest.mark.parametrize(
    ("model", "cpu", "storage"),
    [("1", 2, 4), ("1bis", 4, 0), ("2", 3, 6), ("2bis", 6, 0), ("3", 5, 9), ("4", 8, 15), ("5", 12, 25), ("6", 15, 35),
     ("7", 20, 50), ("8", 30, 70), ("9", 40, 90)],
)  # fmt: skip
def test_computers_capacity(model, cpu, storage):
    assert TABLES.computers[model].capacity == (cpu, storage)
    if model.isdigit():
        assert TABLES.computers[f"{model}fib"].capacity == (cpu, storage)


@pytest.mark.rule("HG-D30")
@pytest.mark.parametrize(
    ("size", "model"),
    [
        ("1", "1"),
        ("9", "1"),
        ("A", "2"),
        ("C", "2"),
        ("D", "3"),
        ("J", "3"),
        ("K", "4"),
        ("P", "5"),
        ("R", "6"),
        ("X", "6"),
        ("Y", "7"),
    ],
)
def test_the_hull_asks_for_a_computer(size, model):
    assert hull.least_computer(size, TABLES).model == model


@pytest.mark.rule("HG-D30", "HG-D31")
def test_computers_that_are_too_small():
    assert limits(cruiser(computer="3")) == ["COMPUTER_TOO_SMALL"]
    assert limits(cruiser(computer="")) == ["NO_COMPUTER"]
    courier = {"tl": 11, "tons": Fraction(200), "configuration": 1, "jump": 2, "maneuver": 1, "power": 2, "crew": 2}
    assert limits(bill(Design(**courier, computer="1"), TABLES)) == ["COMPUTER_TOO_SMALL"]
    assert limits(bill(Design(**courier, computer="1bis"), TABLES)) == []


@pytest.mark.rule("HG-D32")
@pytest.mark.parametrize(
    ("tl", "percent"), [(7, 16), (8, 16), (9, 16), (10, 12), (11, 12), (12, 8), (13, 8), (14, 4), (15, 4)]
)
def test_armor_3_by_tech_level(tl, percent):
    band = TABLES.band(tl)
    tons, price = hull.armor_plates(100, 3, band.armor_base, band.armor_each)
    assert (tons, price) == (percent, percent * 600_000)


@pytest.mark.rule("HG-D33")
def test_armor_is_limited():
    assert limits(cruiser(armor=12, cargo=0, jump=0, maneuver=1, power=1)) == []
    assert limits(cruiser(armor=13, jump=0, maneuver=1, power=1)) == ["ARMOR_TOO_THICK"]
    assert limits(cruiser(armor=1, configuration=7)) == ["ARMOR_TOO_THICK"]
    assert cruiser(armor=4, configuration=9, jump=0).usp.armor == "A"  # 4 added to the rock's own 6


@pytest.mark.rule("HG-D74")
def test_cargo_can_take_all_that_is_left():
    made = cruiser(cargo=None)
    assert made.part("cargo").tons == 3_956
    assert made.spare == 0


@pytest.mark.rule("HG-D75", "HG-D76")
def test_series_architect_and_time():
    made = cruiser()
    private = cruiser(private=True)
    assert private.price == made.price * 101 / 100
    assert made.series_price == made.price * 4 / 5
    assert (design_weeks(made.design), design_weeks(private.design)) == (8, 4)
    assert building_months(Fraction(5_000)) == (0, 36)
    assert building_months(Fraction(5_001)) == (24, 60)
    assert building_months(Fraction(10_000), first=False) == (Fraction(96, 5), 48)


@pytest.mark.rule("HG-D77")
def test_which_starports_can_build_it():
    assert yards(cruiser().design) == "A"
    assert yards(cruiser(jump=0).design) == "AB"


@pytest.mark.rule("HG-D03")
def test_all_tonnage_codes():
    printed = """0 0 1 100 2 200 3 300 4 400 5 500 6 600 7 700 8 800 9 900 A 1000 B 2000 C 3000 D 4000 E 5000
    F 6000 G 7000 H 8000 J 9000 K 10000 L 20000 M 30000 N 40000 P 50000 Q 75000 R 100000 S 200000 T 300000 U 400000
    V 500000 W 700000 X 900000 Y 1000000"""
    assert " ".join(f"{size.code} {size.tons}" for size in TABLES.sizes) == " ".join(printed.split())


@pytest.mark.rule("HG-D29", "HG-D30", "HG-D31")
def test_which_hull_asks_for_a_computer_and_how_far_it_jumps():
    hulls = {"1": "1", "2": "A", "3": "D", "4": "K", "5": "P", "6": "R", "7": "Y", "8": "", "9": ""}
    for computer in TABLES.computers.values():
        bis = computer.model.endswith("bis")
        assert computer.ship == hulls[computer.model[0]]
        assert computer.jump == min(6, int(computer.model[0]) + bis)
