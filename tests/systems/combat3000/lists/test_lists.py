"""The lists, typed from the rulings' repaired ones: every row, and every figure that plays a part in it."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Carried, Figure, Supply, Vehicle
from bot.systems.combat3000.lists.costs import cost_of, cost_of_figure, cost_of_force
from tests.systems.combat3000.shots import TABLES

# Code, name, prefix, accuracy, effect, reload, supply, turns, breakdown (? where none is printed), cost, spare.
WEAPONS = """
1 | Light Laser | S | +5 | 0 | Pos | 5 | 2 | 2? | 210 | 15
2 | Laser Rifle | S | +5 | +1 | Pos | 5 | 2 | 2? | 230 | 18
3 | Heavy Laser | S | +2 | +3 | Pos | 6 | 3 | 2? | 300 | 25
4 | Assault Laser | S | +5 | +4 | Pos | 4 | 3 | 2? | 340 | 28
5 | Pulse Laser | SA | +10 | 0 | Pos | 4 | 3 | 2? | 260 | 20
6 | Boron Laser | S | +5 | +2 | Pos | 8 | 2 | 2? | 260 | 20
7 | Laser Pistol | P | 0 | -1 | Pos | 4 | 2 | 2? | 170 | 12
8 | Heavy Assault Laser | M | +5 | +5 | Pos | 6 | 4 | 2? | 400 | 35
9 | Light Laser Cannon | M | -7 | +6 | Pos | 8 | 6 | 2? | 425 | 40
10 | Heavy Laser Cannon | H | -10 | +8 | Pos | 20 | 10 | 2? | 750 | 75
11 | MM5 Rifle | S | +5 | +2 | Mag | 10 | 4 | 2? | 250 | 20
12 | MM6 Automatic Rifle | S | +10 | +2 | Mag | 5 | 4 | 2? | 300 | 30
13 | MM7 High Velocity Rifle | S | +10 | +4 | Mag | 15 | 5 | 2? | 425 | 38
14 | MM8 Light Machine Pistol | SA | +30 | -1 | Mag | 4 | 4 | 2? | 380 | 40
15 | MM9 Machine Pistol | SA | +20 | +1 | Mag | 6 | 4 | 2? | 395 | 40
16 | MM12 Machine Gun | MA | +20 | 0 | Mag | 10 | 4 | 2? | 400 | 50
17 | MM14 Machine Gun | MA | +15 | +2 | Mag | 12 | 4 | 2? | 450 | 50
18 | MM16 Grenade Launcher | SL1.HTo | 0 | X | Mag | 6 | 5 | 2? | 200 | 10
19 | MM18 Grenade Launcher | SL2.HTo | -2 | X | Bar | 1 | 3 | 2? | 230 | -
20 | MM21 Launcher | SL1 | +2 | X | Mag | 6 | 5 | 2? | 230 | 12
21 | MM22 Launcher | ML2 | 0 | X | Mag | 5 | 6 | 2? | 300 | 18
22 | MM23 Launcher | ML2 | -5 | X | Bar | 1 | 3 | 2? | 150 | -
23 | MM30 Launcher | ML3 | -10 | X | Bar | 1 | 3 | 2? | 250 | -
24 | Ixtyl Organiser | ML1 | -5 | X | Bar | 6 | 3 | 2 | 250 | -
25 | Ixtyl Autoblaster | X | 0 | +2 | Inf | idle 0 | - | 2? | 350 | -
26 | Ixtyl Hunting Blaster | S | +5 | +4 | Inf | idle 0 | - | 2? | 550 | -
27 | Ixtyl Assault Pistol | PL2 | -5 | X | Bar | 1 | 4 | 5 | 140 | -
28 | Pistol | P | -5 | -1 | Mag | 8 | 3 | 2? | 140 | 10
29 | Revolver | P | -5 | 0 | Bar | 6 | 2 | 2 | 140 | -
30 | Magnum 1044 | P | +5 | +4 | Mag | 10 | 4 | 2? | 375 | 20
31 | Burst Pistol | PA | +15 | +2 | Mag | 1 | 4 | 2 | 225 | 18
32 | Needler | P | -10 | +2 | Mag | 1 | 6 | 2? | 60 | 6
33 | 50mm Recoilless Pistol | PL2 | -15 | X | Mag | 2 | 6 | 2? | 175 | -
34 | Hand Phaser | PX | 0 | X | Pos | 4 | 3 | 2? | 300 | 20
35 | Phaser Rifle | SX | +5 | X | Pos | 7 | 3 | 2? | 400 | 30
36 | Plasma Gun | SX | +10 | +8 | Pak | 3 | 10 | 2 | 600 | 50
37 | Neutron Rifle | SX | +2 | +3 | Pos | 10 | 5 | 2? | 350 | 28
38 | Disrupter Rifle | SX | 0 | X | Pos | 6 | 4 | 2? | 375 | 35
39 | Disrupter Pistol | PX | -7 | X | Pos | 4 | 3 | 2? | 300 | 28
40 | Disrupter Cannon | HX | +6 | X | Pos | 15 | 5 | 2? | 700 | 75
41 | Shotgun | SX | +10 | +1 | Bar | 2 | 3 | 2 | 80 | 8
42 | Crossbow | S | -5 | -1 | Bar | 1 | 5 | 2? | 20 | 6
43 | Launcher Crossbow | SL1 | -10 | X | Bar | 1 | 6 | 4 | 50 | 5
44 | Bow | SX | -15 | -3 | Bar | 1 | 2 | 2? | 15 | -
45 | Rifle | S | 0 | 0 | Mag | 12 | 4 | 2? | 150 | 15
46 | Mortar (light) | ML1.HTo | -5 | X | Bar | 1 | 1 | 2? | 200 | -
47 | Mortar (medium) | ML2.HTo | 0 | X | Bar | 1 | 1 | 2? | 280 | -
48 | Mortar (heavy) | ML3.HTo | 0 | X | Bar | 1 | 2 | 2? | 320 | -
49 | Howitzer | HL3.HT | +5 | X | Bar | 1 | 3 | 2? | 600 | -
50 | 25mm Cannon | MA | +18 | +4 | Mag | 10 | 5 | 2? | 625 | 45
51 | Flame Thrower | SX | +15 | +5 | Pak | 4 | 10 | 2? | 450 | 35
52 | Hand Stunner | PX | 0 | 0 | Pos | 4 | 5 | 2? | 175 | 14
53 | Ormand Blast Pistol | P | 0 | +3 | Inf | idle 0 | - | 2? | 385 | -
54 | Ormand Hammerstaff | SX | -10 | +6 | Bar | 1 | - | 10 | 100 | -
55 | Needle Rifle | SX | +8 | 0 | Mag | 40 | 5 | 2? | 295 | 30
"""


def signed(number, lost="X"):
    return lost if number is None else f"{number:+}" if number else "0"


def dash(number):
    return "-" if number is None else str(number)


def weapon_line(weapon):
    infinite = weapon.reload.value == "Inf"
    supply = f"idle {weapon.turns}" if infinite else str(weapon.supply)
    turns = "-" if infinite else dash(weapon.turns)
    breakdown = f"{weapon.breakdown}{'?' if 'breakdown' in weapon.doubts else ''}"
    cells = [weapon.code, weapon.name, weapon.prefix, signed(weapon.accuracy), signed(weapon.effect)]
    cells += [weapon.reload.value, supply, turns, breakdown, str(weapon.cost), dash(weapon.spare)]
    return " | ".join(cells)


@pytest.mark.rule("C3K-E02", "C3K-E03", "C3K-R10")
@pytest.mark.parametrize("line", WEAPONS.strip().splitlines(), ids=lambda line: line.split(" | ")[1])
def test_weapons(line):
    assert weapon_line(TABLES.weapons[line.split(" | ")[0]]) == line


@pytest.mark.rule("C3K-E02")
def test_there_are_55_weapons_of_these_classes():
    kinds = {code: weapon.kind.value for code, weapon in TABLES.weapons.items()}
    assert [int(code) for code in kinds] == list(range(1, 56))
    assert {code for code, weapon in TABLES.weapons.items() if weapon.area} == {"5", "14", "15", "16", "17", "31", "50"}
    assert {code: weapon.launcher for code, weapon in TABLES.weapons.items() if weapon.launcher} == {
        "18": 1,
        "19": 2,
        "20": 1,
        "21": 2,
        "22": 2,
        "23": 3,
        "24": 1,
        "27": 2,
        "33": 2,
        "43": 1,
        "46": 1,
        "47": 2,
        "48": 3,
        "49": 3,
    }
    assert {code: w.supply for code, w in TABLES.weapons.items() if w.reload.value == "Inf"} == {
        "25": 0,
        "26": 0,
        "53": 0,
    }
    high_only = {code for code, weapon in TABLES.weapons.items() if weapon.trajectory.value == "high only"}
    assert high_only == {"18", "19", "46", "47", "48"}
    assert TABLES.weapons["49"].trajectory.value == "either"
    assert {code for code, kind in kinds.items() if kind == "H"} == {"10", "40", "49"}


@pytest.mark.rule("C3K-H14", "C3K-H15")
def test_limits_settings_and_templates_of_the_list():
    weapons = TABLES.weapons
    assert {code: w.minimum for code, w in weapons.items() if w.minimum} == {"46": 60, "47": 75, "48": 100}
    assert {code: w.maximum for code, w in weapons.items() if w.maximum} == {"32": 15, "36": 40, "41": 60}
    far = weapons["41"].far
    assert (far.beyond, far.accuracy, far.effect) == (20, -5, -1)
    settings = {
        code: [(s.name, s.effect, s.circle, s.stun) for s in w.settings] for code, w in weapons.items() if w.settings
    }
    assert settings == {
        "34": [("kill", 2, 0, 0), ("stun", 0, 0, 6)],
        "35": [("kill", 4, 0, 0), ("stun", 2, 0, 6)],
        "38": [("tight", 3, 0, 0), ("wide", -1, 15, 0)],
        "39": [("tight", 3, 0, 0), ("wide", -1, 15, 0)],
        "40": [("tight", 6, 0, 0), ("wide", 2, 20, 0)],
    }
    templates = {code: (w.template.wide, w.template.deep) for code, w in weapons.items() if w.template}
    assert templates == {"36": (7.5, 20), "51": (5, 10)}
    assert {code: w.stun for code, w in weapons.items() if w.stun} == {"52": 10}


# Code and calibre: diameter, effect, accuracy, cost, form.
SHELLS = """
101: 10, 0, 0, 15, both
102: 15, +1, 0, 30, both
103: 20, +2, 0, 45, both
104: 0, +2, 0, 10, shell only
105: 0, +4, 0, 20, shell only
106: 0, +6, 0, 30, shell only
107: X, X, 0, 35, both
108: 10, X, 0, 175, both
109: 20, +3, 0, 60, both
110: 20, +5, 0, 80, both
111: 15, +5, 0, 100, both
112: 20, +7, 0, 150, both
1131: 15, X, 0, 40, both
1132: 20, X, 0, 60, both
1133: 30, X, 0, 80, both
114: 15, +2, 0, 60, both
1151: 6, X, 0, 30, both
1152: 10, X, 0, 45, both
1161: X, X, 0, 25, both
1162: X, X, 0, 25, both
1172: 15, X, 0, 60, both
1173: 20, X, 0, 75, both
118: 15, +2, 0, 25, grenade only
119: 15, +2, -15, 30, shell only
120: 10, X, 0, 50, grenade only
1211: 10, 0, +15, 30, shell only
1212: 15, +1, +20, 50, shell only
1213: 15, +2, +25, 80, shell only
1221: 0, +2, +15, 30, shell only
1222: 0, +4, +20, 45, shell only
1223: 0, +6, +25, 60, shell only
1232: 15, X, 0, 40, both
1233: 15, X, 0, 40, both
1241: 15, X, 0, 75, both
1242: 15, X, 0, 75, both
1243: 15, X, 0, 75, both
125: 15, X, 0, 200, grenade only
"""


@pytest.mark.rule("C3K-E04")
@pytest.mark.parametrize("line", SHELLS.strip().splitlines(), ids=lambda line: line.partition(":")[0])
def test_shells_and_grenades(line):
    key, _, figures = line.partition(": ")
    shell = TABLES.shells[key]
    found = [dash(shell.diameter).replace("-", "X"), signed(shell.effect), signed(shell.accuracy), str(shell.cost)]
    assert [*found, shell.form.value] == figures.split(", ")


@pytest.mark.rule("C3K-E04")
def test_there_are_25_codes_by_calibre():
    assert len({shell.code for shell in TABLES.shells.values()}) == 25
    calibres = {}
    for shell in TABLES.shells.values():
        calibres.setdefault(shell.code, []).append(shell.calibre)
    assert {code: found for code, found in calibres.items() if found[-1] < 2} == {
        "101": [1],
        "104": [1],
        "107": [1],
        "118": [1],
        "119": [0],
        "120": [1],
    }
    assert calibres["113"] == [1, 2, 3]
    assert calibres["115"] == [1, 2]
    assert calibres["117"] == [2, 3]
    assert [code for code, found in calibres.items() if found == [3]] == ["103", "106", "110", "112"]


# Handling, effect, cost, hands.
CLOSE = {
    "201": (0, 0, 15, 1),
    "202": (-2, 1, 14, 2),
    "203": (2, 2, 50, 1),
    "204": (0, 3, 45, 1),
    "205": (1, -1, 15, 1),
    "206": (1, 1, 30, 1),
    "207": (0, -1, 20, 1),
    "208": (-2, 6, 60, 1),
    "209": (None, 2, 45, 1),
    "210": (1, 1, 30, 2),
    "211": (1, 2, 50, 2),
    "212": (-1, -2, 7, 1),
    "213": (-1, 2, 30, 1),
    "214": (-1, 0, 30, 1),
    "215": (-3, 2, 20, 2),
    "216": (-1, 0, 10, 1),
    "217": (-1, -1, 12, 1),
    "218": (-2, -1, 10, 1),
}


@pytest.mark.rule("C3K-E05", "C3K-F35")
@pytest.mark.parametrize("code", CLOSE)
def test_close_combat_weapons(code):
    weapon = TABLES.close[code]
    assert (weapon.handling, weapon.effect, weapon.cost, weapon.hands) == CLOSE[code]
    thrown = {"207": (-7, -2), "217": (-5, -1), "218": (-10, -2)}
    assert weapon.thrown == thrown.get(code)
    assert weapon.stun == (10 if code in {"211", "214"} else 0)


@pytest.mark.rule("C3K-C10")
def test_improvised_weapons():
    rows = {name: weapon for name, weapon in TABLES.close.items() if not name.isdigit()}
    found = {name: (row.handling, row.effect, row.cost, row.hands) for name, row in rows.items()}
    assert found == {
        "Fist": (0, -3, 0, 1),
        "Shoulder arm as club": (-2, -1, 0, 2),
        "Club": (-2, -1, 0, 1),
        "Claws": (1, 1, 0, 1),
    }


# Wide spectrum, accuracy, night, reflex, cost, classes.
SIGHTS = {
    "S301": (False, 7, 0, 0, 60, ""),
    "S302": (True, 10, 15, 0, 150, ""),
    "S303": (True, 8, 15, 1, 400, ""),
    "M401": (False, 5, 0, 1, 20, "MS"),
    "M402": (False, 7, 0, 1, 35, "MS"),
    "M403": (False, 10, 0, -1, 100, "H"),
    "M404": (True, 15, 10, 2, 500, "H"),
    "M405": (True, 10, 10, 0, 175, "MS"),
}


@pytest.mark.rule("C3K-E06")
@pytest.mark.parametrize("code", SIGHTS)
def test_sights_and_mounts(code):
    found = TABLES.sights[code]
    fits = "".join(sorted(found.fits))
    assert (found.ws, found.accuracy, found.night, found.reflex, found.cost, fits) == SIGHTS[code]
    assert found.always == (code == "S303")


@pytest.mark.rule("C3K-E01", "C3K-G07")
@pytest.mark.parametrize(
    ("creature", "profile", "cost", "group", "arc"),
    [
        ("Human", (0, 0, 0, 0, 5), 300, 0, 60),
        ("Trimote", (5, 2, 1, -1, 4), 375, 0, 45),
        ("Mandiblax", (20, -1, 2, 2, 8), 600, 0, 60),
        ("Zarquin", (-5, 0, -1, -1, 5), 175, 400, 90),
    ],
)
def test_creatures(creature, profile, cost, group, arc):
    found = TABLES.creatures[creature]
    own = found.profile
    assert (own.accuracy, own.strength, own.dexterity, own.reflex, own.walk) == profile
    assert (found.cost, found.group_cost, found.arc) == (cost, group, arc)


# Value, scope, load, cost; for suits dexterity, reflex, walk, close strength and limit.
ARMOUR = {
    "701": (1, "all", Fraction(1, 3), 20, (0, 0, 0, 0, 0)),
    "702": (2, "close combat", Fraction(3, 2), 10, (0, 0, 0, 0, 0)),
    "703": (2, "all", Fraction(3, 2), 45, (0, 0, 0, 0, 0)),
    "704": (2, "all", Fraction(3, 2), 50, (0, 0, 0, 0, 0)),
    "705": (2, "close combat", Fraction(4, 3), 20, (0, 0, 0, 0, 0)),
    "801": (3, "full", 0, 600, (-1, -1, -2, 0, -3)),
    "802": (12, "full", 0, 1200, (-1, 0, 0, 2, 2)),
}


@pytest.mark.rule("C3K-E08", "C3K-E10")
@pytest.mark.parametrize("code", ARMOUR)
def test_armour(code):
    piece = TABLES.armour[code]
    changes = (piece.dexterity, piece.reflex, piece.walk, piece.close_strength, piece.limit)
    assert (piece.value, piece.scope.value, piece.load, piece.cost, changes) == ARMOUR[code]


@pytest.mark.rule("C3K-E08", "C3K-M14")
@pytest.mark.parametrize(
    ("code", "figures", "weapon", "mount"),
    [
        ("V1", (40, 200, 0, 2, 500), "", (0, 0, 0)),
        ("V2", (20, 100, 6, 4, 950), "19", (0, 0, 0)),
        ("V3", (10, 60, 10, 3, 6500), "10", (5, 0, 1)),
    ],
)
def test_vehicles(code, figures, weapon, mount):
    found = TABLES.vehicles[code]
    assert (found.acceleration, found.maximum, found.armour, found.carries, found.cost) == figures
    assert (found.weapon, found.mount_profile) == (weapon, mount)
    assert found.traverse == ("360/30" if weapon else "")
    assert found.amphibious == (code == "V3")


# The numbers in what is said of each.
NUMBERS = {
    "E1": "15",
    "E2": "20 200",
    "E3": "4",
    "E4": "6",
    "E5": "3",
    "E6": "12",
    "E7": "1000",
    "E8": "",
    "E9": "2",
    "E10": "",
    "E11": "5",
    "E12": "30",
    "E13": "1000",
    "E14": "",
    "E15": "",
    "E16": "+1",
    "E17": "",
    "E18": "70 10 9 0 15 50 150",
    "E19": "-5 0 +1 +2 +3 10 100",
    "E20": "3 12",
    "E21": "30 30",
    "E22": "30 100",
    "E23": "1 1",
}

# Cost and load.
EQUIPMENT = {
    "E1": (2, "1/3"),
    "E2": (20, "0"),
    "E3": (30, "0"),
    "E4": (15, "0"),
    "E5": (45, "0"),
    "E6": (60, "1/3"),
    "E7": (4, "0"),
    "E8": (15, "0"),
    "E9": (3, "0"),
    "E10": (7, "0"),
    "E11": (35, "1/3"),
    "E12": (2, "0"),
    "E13": (20, "0"),
    "E14": (20, "0"),
    "E15": (150, "0"),
    "E16": (200, "0"),
    "E17": (10, "0"),
    "E18": (1000, "0"),
    "E19": (45, "0"),
    "E20": (15, "0"),
    "E21": (35, "0"),
    "E22": (35, "1/3"),
    "E23": (1800, "0"),
}


@pytest.mark.rule("C3K-E07")
def test_equipment():
    numbers = {
        code: " ".join(re.findall(r"(?<![A-Za-z])[+-]?\d+", item.facts)) for code, item in TABLES.equipment.items()
    }
    assert numbers == NUMBERS
    assert TABLES.equipment["E8"].name == "Web thread, 20 m"
    assert {code: (item.cost, str(item.load)) for code, item in TABLES.equipment.items()} == EQUIPMENT


# Turns, hands, and what may go with it.
ACTIONS = {
    "C": (1, 0, "W/F"),
    "FP": (0, 1, ""),
    "SU": (0, 1, ""),
    "RU": (0, 0, ""),
    "UL": (2, 1, ""),
    "OD": (1, 1, ""),
    "SW": (1, 0, ""),
    "DC": (1, 1, "W/F"),
    "DP": (1, 1, "W/F"),
    "DR": (2, 2, "W"),
    "SR": (2, 2, "W"),
    "SC": (2, 1, "W"),
    "SP": (2, 1, "W"),
    "D": (2, 1, "W"),
    "SV": (2, 2, ""),
    "DB": (2, 2, ""),
    "MM": (2, 2, ""),
    "MH": (3, 2, ""),
    "UW": (3, 2, ""),
    "DH": (2, 2, ""),
    "RH": (2, 1, ""),
    "PW": (1, 1, ""),
    "DHW": (6, 2, ""),
    "CW": (2, 1, ""),
    "DW": (0, 0, ""),
}


@pytest.mark.rule("C3K-O07", "C3K-O05")
def test_actions():
    found = {
        code: (action.turns, action.hands, "W/F" if action.fire else "W" if action.walk else "")
        for code, action in TABLES.actions.items()
    }
    assert found == ACTIONS


@pytest.mark.rule("C3K-E09")
def test_costs():
    """605 and 270 are worked cases; a Hatch of three Zarquin is 400 and three times 175."""
    assert cost_of(TABLES, creatures=["Human"], weapons=["11"], spares=["11", "11"], close=["205"]) == 605
    assert cost_of(TABLES, weapons=["22"], shells=[("102", 4)]) == 270
    assert cost_of(TABLES, weapons=["46", "53"], armour=["802"], equipment=["E18", "E23"]) == 4585
    assert cost_of(TABLES, creatures=["Zarquin"] * 3) == 925


def test_what_the_list_prints_no_price_for_costs_no_guess():
    with pytest.raises(RuleError, match=r"The list prints no price for a spare of MM18 Grenade Launcher\."):
        cost_of(TABLES, weapons=["19"], spares=["19"])


def test_what_a_figure_carries_costs_its_prices():
    """300 for a Human, 250 for an MM5 rifle and 20 for each of two magazines, a telescope 60, a bipod 20, a sword 15,
    three shells for a launcher of 300 at 30 each, a helmet 20 and a torch 2.
    """
    rifle = Carried("rifle", "11", loaded=Supply("", 10), spare=(Supply("", 10),) * 2, sight="S301", mount="M401")
    launcher = Carried("launcher", "21", loaded=Supply("102", 3))
    figure = Figure(
        weapons=(rifle, launcher, Carried("sword", "201")),
        armour=("701",),
        equipment=("E1",),
    )
    assert cost_of_figure(replace(figure, weapons=(), armour=(), equipment=()), TABLES) == 300
    assert cost_of_figure(figure, TABLES) == 300 + 250 + 40 + 60 + 20 + 15 + 300 + 90 + 20 + 2
    assert cost_of_figure(replace(figure, weapons=(replace(rifle, sight=""),)), TABLES) == 300 + 250 + 40 + 20 + 20 + 2
    assert cost_of_figure(replace(figure, weapons=(replace(rifle, mount=""),)), TABLES) == 300 + 250 + 40 + 60 + 20 + 2


@pytest.mark.rule("C3K-R10", "C3K-E03", "C3K-E09")
@pytest.mark.parametrize(
    ("code", "loaded", "spare", "price"),
    [
        # Power sources, packs and magazines each at the list's price.
        ("2", Supply("", 5), [Supply("", 5)] * 2, 230 + 18 * 2),
        ("36", Supply("", 3), [Supply("", 3)], 600 + 50),
        ("28", Supply("", 8), [Supply("", 3)], 140 + 10),
        # A launcher's magazine is sold empty: 12, and 15 for each shell, in the weapon too.
        ("20", Supply("101", 6), [Supply("101", 6)] * 2, 230 + 12 * 2 + 15 * 18),
        ("20", Supply("101", 6), [Supply("104", 6)], 230 + 12 + 15 * 6 + 10 * 6),
        # Single shells for what is loaded by the barrel.
        ("46", Supply("101", 1), [Supply("101", 2), Supply("104", 1)], 200 + 15 * 3 + 10),
        # Rounds are sold by 20: 8 for a shotgun's, 6 for a crossbow's; no price is printed for a revolver's.
        ("41", Supply("", 2), [Supply("", 1)], 80 + 8),
        ("41", Supply("", 2), [Supply("", 20)], 80 + 8),
        ("41", Supply("", 2), [Supply("", 21)], 80 + 8 * 2),
        ("42", Supply("", 1), [Supply("", 60)], 20 + 6 * 3),
        ("29", Supply("", 6), [Supply("", 24)], 140),
        ("26", Supply("", 0), [], 550),
    ],
)
def test_spares_cost_what_the_list_says_of_their_kind(code, loaded, spare, price):
    figure = Figure(weapons=(Carried("gun", code, loaded=loaded, spare=tuple(spare)),))
    assert cost_of_figure(figure, TABLES) == 300 + price


@pytest.mark.rule("C3K-E09")
def test_a_vehicles_shells_cost_besides_its_price():
    """A hover jeep of 950 with its launcher, and three shells of 30 for it; a light tank of 6500 with two more power
    sources of 75.
    """
    jeep = Vehicle("V2", weapons=(Carried("launcher", "19", loaded=Supply("102", 1), spare=(Supply("102", 2),)),))
    tank = Vehicle("V3", weapons=(Carried("laser", "10", loaded=Supply("", 20), spare=(Supply("", 20),) * 2),))
    assert cost_of_force([jeep], TABLES) == 950 + 90
    assert cost_of_force([tank, Figure()], TABLES) == 6500 + 150 + 300


@pytest.mark.rule("C3K-E09", "C3K-E01")
def test_a_group_of_zarquin_costs_once_and_what_the_list_does_not_know_nothing():
    """A Zarquin is 175 credits, and 400 more for its Hatch; whoever is of no kind of the list is free."""
    zarquin, human, owl = Figure(creature="Zarquin"), Figure(), Figure(creature="Owl")
    assert cost_of_force([zarquin], TABLES) == 575
    assert cost_of_force([zarquin, zarquin, zarquin], TABLES) == 175 * 3 + 400
    assert cost_of_force([zarquin, human, human], TABLES) == 575 + 600
    assert cost_of_force([owl, owl, human, Vehicle("")], TABLES) == 300


@pytest.mark.rule("C3K-E17")
def test_readings_of_ours_are_marked():
    assert TABLES.weapons["1"].doubts == {"breakdown"}
    assert TABLES.weapons["12"].doubts == {"breakdown", "prefix"}
    assert TABLES.weapons["24"].doubts == frozenset()
    assert TABLES.shells["1211"].doubts == {"diameter"}
    assert TABLES.close["218"].doubts == {"handling", "effect", "cost"}
    assert TABLES.armour["705"].doubts == {"scope", "load"}
