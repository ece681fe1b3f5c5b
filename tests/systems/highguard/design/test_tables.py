"""The printed design tables, typed again by hand from the scan: each cell, or the pattern that it follows."""

from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from tests.systems.highguard.yard import TABLES

MCR = 1_000_000
# Tons, tech level, MCr, energy points of each letter.
PARTICLE = """
A 5500 8 3500 500 / B 5000 9 3000 500 / C 4500 10 2400 500 / D 4000 11 1500 600 / E 3500 12 1200 600
F 3000 13 1200 600 / G 2500 14 800 700 / H 2500 15 500 700 / J 5000 10 3000 800 / K 4500 11 2000 800
L 4000 12 1600 800 / M 3500 13 1200 900 / N 3000 14 1000 900 / P 2500 15 800 900 / Q 4500 12 2000 1000
R 4000 13 1500 1000 / S 3500 14 1200 1000 / T 3000 15 1000 1000
"""
MESON = """
A 5000 11 10000 500 / B 8000 11 12000 600 / C 2000 12 3000 600 / D 5000 12 5000 700 / E 1000 13 800 700
F 2000 13 1000 800 / G 1000 14 400 800 / H 2000 14 600 900 / J 1000 15 400 900 / K 8000 12 10000 1000
L 5000 13 3000 1000 / M 4000 14 800 1000 / N 2000 15 600 1000 / P 8000 13 5000 1100 / Q 7000 14 1000 1100
R 5000 15 800 1100 / S 8000 14 2000 1200 / T 7000 15 1000 1200
"""
# The letter in a profile, MCr, tons, processor and storage, the smallest hull that needs it, tech level, energy points.
COMPUTERS = """
1 1 2 1 2/4 1 5 0
1fib A 3 2 2/4 1 5 0
1bis R 4 1 4/0 1 6 0
2 2 9 2 3/6 A 7 0
2fib B 14 4 3/6 A 7 0
2bis S 18 2 6/0 A 8 0
3 3 18 3 5/9 D 9 1
3fib C 27 6 5/9 D 9 1
4 4 30 4 8/15 K 10 2
4fib D 45 8 8/15 K 10 2
5 5 45 5 12/25 P 11 3
5fib E 68 10 12/25 P 11 3
6 6 55 7 15/35 R 12 5
6fib F 83 14 15/35 R 12 5
7 7 80 9 20/50 Y 13 7
7fib G 100 18 20/50 Y 13 7
8 8 110 11 30/70 - 14 9
8fib H 140 22 30/70 - 14 9
9 9 140 13 40/90 - 15 12
9fib J 200 26 40/90 - 15 12
"""
# The factor at each tech level from 7 to 15; energy points, MCr.
BAYS = """
meson 100: - - - - - - 3 5 9: 200 70
particle 100: - 6 6 7 7 8 8 9 9: 60 35
repulsor 100: - - - 2 4 6 7 8 9: 10 10
missile 100: 7 7 7 8 8 9 9 - -: 0 20
meson 50: - - - - - - - - 4: 100 50
particle 50: - - - 3 3 4 4 5 5: 30 20
repulsor 50: - - - - - - - 3 5: 5 6
missile 50: - - - 7 7 8 8 9 9: 0 12
plasma 50: - - - 4 5 6 - - -: 10 5
fusion 50: - - - - - 7 8 9 -: 20 8
"""
# The weapons needed for each factor from 1 on; tech level, energy points, the levels of +1 and +2, tons, MCr, how many
# fit into one turret.
TURRETS = """
missile: 1 3 6 12 18 30 - -: 7 0 13 - 1 0.75 3
beam: 1 2 3 6 10 15 21 30: 7 1 13 - 1 1 3
pulse: 1 3 6 10 21 30 - -: 7 1 13 - 1 0.5 3
plasma: 1 4 10 16 20 - - -: 10 1 11 12 2 1.5 2
fusion: - - - 1 4 10 16 20: 12 2 14 - 2 2 2
sand: 1 3 6 8 10 20 30 -: 7 0 8 10 1 0.25 3
particle: - 1 2 4 6 8 10 -: 15 5 - - 3 3 1
barbette: 1 2 4 6 8 10 - -: 14 5 - - 5 4 1
"""
# Tech level, tons, MCr, energy points of each factor from 1 on: of a meson screen for each 1% of the tonnage.
DAMPERS = "12 50 50 10/13 15 40 20/13 20 45 30/14 8 30 40/14 10 35 50/14 12 38 60/15 10 30 70/15 15 40 80/15 20 50 90"
MESON_SCREENS = (
    "12 90 80 0.2/13 30 50 0.4/13 45 55 0.6/14 16 40 0.8/14 20 45 1.0/14 24 50 1.2/15 20 40 1.4/15 30 50 1.6/"
    "15 40 60 1.8"
)
GLOBES = "15 10 400 0/15 15 600 0/15 20 800 0/15 25 1000 0/16 20 - 0/16 30 - 0/16 35 - 0/17 20 - 0/18 20 - 0"


def cells(text):
    return [line.split() for line in text.strip().replace(" / ", "\n").splitlines()]


@pytest.mark.parametrize(("weapon", "printed"), [("particle", PARTICLE), ("meson", MESON)])
def test_major_weapons(weapon, printed):
    found = {code: mount for (kind, code), mount in TABLES.spinal.items() if kind == weapon}
    assert {code: [mount.tons, mount.tl, mount.price, mount.ep] for code, mount in found.items()} == {
        code: [int(tons), int(tl), int(price) * MCR, int(ep)] for code, tons, tl, price, ep in cells(printed)
    }


@pytest.mark.rule("HG-D29")
def test_computers():
    """The first figure of a model is its level; a bis model controls one jump more, and none more than 6 (R-17)."""
    found = {}
    for model, each in TABLES.computers.items():
        capacity = f"{each.capacity[0]}/{each.capacity[1]}"
        row = [
            each.code,
            str(each.price // MCR),
            str(each.tons),
            capacity,
            each.ship or "-",
            str(each.tl),
            str(each.ep),
        ]
        assert each.price % MCR == 0
        found[model] = row
        level = int(model[0])
        assert (each.model, each.level, each.jump) == (model, level, min(6, level + model.endswith("bis")))
    assert found == {model: row for model, *row in cells(COMPUTERS)}


def test_bays():
    found = {f"{weapon} {size}": bay for (weapon, size), bay in TABLES.bays.items()}
    printed = [line.split(": ") for line in BAYS.strip().splitlines()]
    assert [*found] == [name for name, _, _ in printed]
    for name, factors, more in printed:
        told = {tl: int(cell) for tl, cell in enumerate(factors.split(), 7) if cell != "-"}
        ep, price = map(int, more.split())
        assert (found[name].factors, found[name].ep, found[name].price) == (told, ep, price * MCR)


@pytest.mark.rule("HG-D44")
def test_turrets():
    printed = [line.split(": ") for line in TURRETS.strip().splitlines()]
    assert [*TABLES.turrets] == [name for name, _, _ in printed]
    for name, needed, more in printed:
        each, (tl, ep, one, two, tons, price, most) = TABLES.turrets[name], more.split()
        assert dict(each.needed) == {at: int(cell) for at, cell in enumerate(needed.split(), 1) if cell != "-"}
        assert (each.tl, each.ep, each.tons, each.price, each.most) == (
            *(int(tl), int(ep), int(tons)),
            *(Fraction(price) * MCR, int(most)),
        )
        # The better of the two comes first: only the best counts.
        assert each.better == tuple((by, int(cell)) for by, cell in ((2, two), (1, one)) if cell != "-")


@pytest.mark.rule("HG-D53", "HG-D54", "HG-D55")
@pytest.mark.parametrize(("name", "printed"), [("damper", DAMPERS), ("meson screen", MESON_SCREENS), ("globe", GLOBES)])
def test_screens(name, printed):
    for factor, row in enumerate(printed.split("/"), 1):
        tl, tons, price, ep = row.split()
        each = TABLES.screens[name, factor]
        dear = None if price == "-" else int(price) * MCR
        assert (each.tl, each.tons, each.price, each.ep) == (int(tl), int(tons), dear, Fraction(ep))
    assert (name, 10) not in TABLES.screens


@pytest.mark.rule("HG-D03")
def test_hull_codes_and_the_batteries_that_bear():
    tons = [0, *range(100, 1_000, 100), *range(1_000, 10_000, 1_000), *range(10_000, 50_001, 10_000), 75_000]
    tons += [*range(100_000, 500_001, 100_000), 700_000, 900_000, 1_000_000]
    codes = "0123456789ABCDEFGHJKLMNPQRSTUVWXY"
    bearing = dict(zip("LMNPQRSTU", range(95, 54, -5), strict=True)) | dict.fromkeys("VWXY", 50)
    assert [(each.code, each.tons, each.bearing) for each in TABLES.sizes] == [
        (code, least, bearing.get(code, 100)) for code, least in zip(codes, tons, strict=True)
    ]
    for code, least in zip(codes[1:], tons[1:], strict=True):
        assert TABLES.size(least).code == code
        assert TABLES.size(least - Fraction(1, 2)).code == codes[codes.index(code) - 1]


@pytest.mark.rule("HG-D04")
def test_configurations():
    """The last two are planetoids, which have a price of their own, waste and free armor."""
    assert [
        (each.code, each.streamlined, each.modifier, each.waste, each.armor) for each in TABLES.configurations.values()
    ] == [
        (1, "yes", 20, 0, 0),
        (2, "yes", 10, 0, 0),
        (3, "partial", 0, 0, 0),
        (4, "partial", -40, 0, 0),
        (5, "partial", -30, 0, 0),
        (6, "yes", -20, 0, 0),
        (7, "no", -50, 0, 0),
        (8, "no", None, 20, 3),
        (9, "no", None, 35, 6),
    ]


def test_drives():
    found = {key: (each.percent, each.tl, each.price) for key, each in TABLES.drives.items()}
    maneuver = zip((2, 5, 8, 11, 14, 17), (7, 7, 8, 8, 8, 9), (1_500_000, 700_000, *[500_000] * 4), strict=True)
    jump = zip((2, 3, 4, 5, 6, 7), (9, 11, 12, 13, 14, 15), [4_000_000] * 6, strict=True)
    assert found == {
        (drive, at): row for drive, rows in (("maneuver", maneuver), ("jump", jump)) for at, row in enumerate(rows, 1)
    }


@pytest.mark.parametrize(
    ("levels", "plant", "armor"),
    [
        ((7, 8), 4, (4, 4)),
        ((9,), 3, (4, 4)),
        ((10, 11), 3, (3, 3)),
        ((12,), 3, (2, 2)),
        ((13,), 2, (2, 2)),
        ((14,), 2, (1, 1)),
        ((15,), 1, (1, 1)),
    ],
)
def test_what_a_yard_needs_for_plants_and_armor(levels, plant, armor):
    for tl in levels:
        assert (TABLES.band(tl).plant, (TABLES.band(tl).armor_base, TABLES.band(tl).armor_each)) == (plant, armor)


@pytest.mark.parametrize("tl", [6, 16])
def test_there_is_no_yard_below_seven_and_none_above_fifteen(tl):
    with pytest.raises(RuleError, match="tech levels 7 to 15"):
        TABLES.band(tl)


@pytest.mark.rule("HG-D21")
def test_purification_plants():
    """At TL 15 the printed price breaks the row, and stands (R-05)."""
    assert {tl: (each.tl, each.tons, each.price) for tl, each in TABLES.purifiers.items()} == {
        8: (8, 50, 200_000),
        9: (9, 45, 190_000),
        10: (10, 40, 180_000),
        11: (11, 35, 170_000),
        12: (12, 30, 160_000),
        13: (13, 25, 150_000),
        14: (14, 20, 140_000),
        15: (15, 15, 150_000),
    }


@pytest.mark.rule("HG-D57")
def test_vehicles():
    assert {
        name: (each.name, each.price, each.tons, each.first_tl, each.last_tl) for name, each in TABLES.vehicles.items()
    } == {
        name: (name, *row)
        for name, row in {
            "Ground Car": (4_000, 2, 5, 15),
            "ATV (Wheeled)": (30_000, 10, 6, 15),
            "ATV (Tracked)": (70_000, 10, 6, 15),
            "Hovercraft": (200_000, 8, 6, 9),
            "Air/Raft": (600_000, 4, 8, 15),
        }.items()
    }
