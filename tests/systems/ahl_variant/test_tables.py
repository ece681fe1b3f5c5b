"""The variant's tables, held against values typed by hand from its text and our repairs of it."""

import pytest

from bot import systems
from bot.systems.ahl.fire.shot import hit_limit
from bot.systems.ahl.sheet.character import Being
from bot.systems.ahl.tables import Band
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.ahl_variant.tables import EXPLOSIVE, MACHINE, PERSONNEL, serious_wounds
from tests.systems.ahl_variant.people import ARMS, BOOK, PRINTED

SYSTEM = systems.discover(systems)["ahl_variant"]

# Tech level, weapon, low and high strength with modifiers, melee, reach and penetration.
MELEE = """
0 Club 5 -3 8 +2 0 1 1
1 Dagger 4 -2 8 +2 1 1 1
3 Blade 5 -2 9 +1 1 1 2
3 Foil 5 -1 10 +1 2 2 2
3 Cutlass 7 -1 10 +1 2 2 2
1 Sword 6 -2 10 +1 2 2 3
1 Broadsword 8 -4 12 +2 1 2 4
1 Hand_ax 7 -2 11 +2 1 2 3
2 Battle_ax 8 -4 12 +2 0 2 4
2 Bayonet 5 -2 9 +1 1 2 3
0 Spear 5 -1 9 +1 0 3 2
2 Halberd 6 -2 10 +2 1 3 3
1 Pike 7 -3 10 +1 0 4 3
0 Staff/Cudgel 5 -2 8 +2 1 2 1
"""


@pytest.mark.rule("VAR-01")
def test_melee_weapons_with_their_strengths():
    rows = [line.split() for line in MELEE.split("\n") if line]
    assert len(rows) == 14
    for tech, name, low, less, high, more, modifier, reach, penetration in rows:
        arm = ARMS.table[name.replace("_", " ")]
        found = (arm.tech, arm.low, arm.high, arm.modifier, arm.reach, arm.penetration)
        strengths = (int(low), int(less)), (int(high), int(more))
        assert found == (tech, *strengths, int(modifier), int(reach), int(penetration)), name
    hands = ARMS.table["Hands"]
    assert (hands.low, hands.high, hands.modifier, hands.reach, hands.penetration) == ((6, -2), (9, 1), 0, 1, 0)


@pytest.mark.rule("VAR-02")
def test_natural_weapons_ask_for_no_strength():
    typed = {"Claws": (2, 1, 1), "Teeth": (1, 1, 2), "Horns": (1, 1, 3)}
    typed |= {"Hooves": (0, 1, 2), "Stinger": (2, 2, 3), "Thrasher": (1, 2, 4)}
    found = {
        arm.name: (arm.modifier, arm.reach, arm.penetration) for arm in ARMS.table.values() if arm.kind == "natural"
    }
    assert found == typed
    assert all(ARMS.table[name].low is None and ARMS.table[name].strength_dm(1) == 0 for name in typed)


@pytest.mark.rule("VAR-03")
def test_three_weapons_can_be_thrown():
    typed = {"Dagger": ((5, 0), (10, 0)), "Blade": ((5, 1), (10, 0)), "Spear": ((8, 1), (15, 0))}
    found = {}
    for name in ARMS.table:
        cells = BOOK.weapons[name].row("").cells
        if BOOK.weapons[name].thrown:
            far = (cells[Band.LONG], cells[Band.EXTREME])
            found[name] = tuple((cell.squares, cell.penetration) for cell in far)
    assert found == typed


# Weapon, ammunition held, ranges with penetration; a number after # is of turns to reload.
ARCHAIC = """
Sling 1 25(1) 50(0) 100(0)
Short_Bow 1 15(1) 30(0) 200(0)
Long_Bow 1 30(2) 120(1) 240(0)
Composite_Bow 1 30(2) 120(1) 300(0)
Light_Crossbow 1 30(2) 60(1) 200(0) #1
Heavy_Crossbow 1 30(3) 60(2) 240(0) #2
Arquebus 1 20(2) 50(2) 200(0) #1
Wheellock_Pistol 1 6(1) 12(1) 30(0) #1
Matchlock_Musket 1 30(3) 60(2) 200(0) #2
Flintlock_Pistol 1 6(1) 12(1) 30(0) #1
Flintlock_Musket 1 30(2) 60(2) 200(0) #1
Flintlock_Rifle 1 120(3) 240(1) 360(0) #2
Percussion_Pistol 6 12(2) 20(1) 40(0) #1
Percussion_Rifle 1 120(3) 240(2) 480(1) #1
"""
# The same, with the burst after a slash, the bonus after a plus, and the kind of ammunition after a colon.
MODERN = """
Body_Pistol 6 6(1) 12(1) 24(0)
Snub_Pistol:tranq 6 5(0) 10(0) 20(0)
Snub_Pistol:gas 6 5(0) 10(0) 20(0)
Snub_Pistol:HE 6 5(2) 10(2) 20(2)
Snub_Pistol:HEAP 6 5(4) 10(4) 20(4)
Automatic_Pistol 15 10(1) 20(1) 40(0)
Revolver 6 12(1) 25(1) 50(0)
Gauss_Pistol 15 20(3) 40(2) 60(1)
Carbine 10 100(2) 200(2) 400(1)
Assault_Rifle 30/4 150(2)+2 300(2)+2 600(1)+2
ACR:DS 20/4 300(4)+2 600(2)+2 900(2)+2
ACR:HE 20/4 200(2)+2 400(2)+2 600(2)+2
Bolt-action_Rifle 5 200(3) 400(2) 800(2)
Rifle 20 200(3) 400(2) 800(2)
Auto_Rifle 20/4 200(3)+1 400(2)+1 800(2)+1
Submachinegun 30/4 30(1)+2 60(1)+2 120(0)+2
Gauss_SMG 40/10 30(3)+3 60(2)+3 120(1)+3
Shotgun 10 20(3)+2 40(2)+2 60(1)+2
Laser_Carbine 50 120(5) 240(5) 1000(5)
Laser_Rifle 100 600(6) 1200(6) 1800(6)
Heavy_Laser_Rifle 100 600(9) 1200(9) 1800(9)
Gauss_Rifle 40/10 400(6)+3 800(4)+3 1200(2)+3
Gauss_Battle_Rifle 20/4 800(8)+2 1600(6)+2 2400(4)+2
Accelerator_Rifle 15/3 20(2)+1 40(3)+1 60(1)+1
LAG:HE 5 200(3) 400(3) 600(3)
LAG:DS 5 220(6) 440(4) 800(2)
LAG:flechette 5 50(2)+2 100(1)+2 150(0)+2
4cm_Grenade:HE 1 150(4)+2 300(4)+2 450(4)+2
4cm_Grenade:HEAP 1 150(6)+2 300(6)+2 450(6)+2
4cm_Grenade:flechette 1 75(2)+2 150(2)+2 300(2)+2
4cm_RAM:HE 3/3 200(4)+2 400(4)+2 600(4)+2
4cm_RAM:HEAP 3/3 200(8)+2 400(8)+2 600(8)+2
4cm_RAM:flechette 3/3 100(2)+2 200(1)+2 400(0)+2
Light_Machine_Gun 100/10 400(3)+3 800(2)+3 1200(1)+3
Medium_Machine_Gun 100/10 400(3)+2 800(2)+2 1200(1)+2
Heavy_Machine_Gun 100/10 600(5)+3 1200(4)+3 1800(2)+3
Autocannon_TL6:KEAP 100/10 800(6)+2 1600(5)+2 2400(4)+2
Autocannon:HE 200/10 1000(4)+3 2000(4)+3 3000(4)+3
Autocannon:DS 200/10 1500(8)+3 3000(6)+3 4500(4)+3
PGMP-12 40 200(10) 400(8) 800(6)
PGMP-13/14 0 300(12) 600(10) 1200(8)
FGMP-14/15 0 300(14) 600(12) 1200(10)
VRF_Gauss_Gun 1000/100 1000(10)+6 2000(8)+6 3000(6)+6
"""


def printed(weapon, row):
    held = f"{weapon.clip}/{weapon.burst}" if weapon.burst else str(weapon.clip)
    cells = [row.cells[band] for band in Band]
    return [held, *(f"{c.squares}({c.penetration})" + (f"+{c.bonus}" if c.bonus else "") for c in cells)]


def rows_of(text):
    for line in text.strip().split("\n"):
        name, *figures = line.split()
        name, _, kind = name.partition(":")
        yield BOOK.weapons[name.replace("_", " ")], kind, figures


@pytest.mark.rule("VAR-04", "VAR-05", "VAR-06")
def test_archaic_weapons_and_their_reloading():
    rows = list(rows_of(ARCHAIC))
    assert [weapon.name for weapon, _, _ in rows] == [
        each.name for each in BOOK.weapons.values() if "archaic" in each.traits
    ]
    for weapon, kind, figures in rows:
        marked = [int(each[1:]) for each in figures if each.startswith("#")]
        assert printed(weapon, weapon.row(kind)) == [each for each in figures if not each.startswith("#")], weapon.name
        times = [(time.turns, time.evading) for time in weapon.reloads]
        # One turn more while evading; others reload as usual, in one turn and evading.
        assert times == ([(marked[0], False), (marked[0] + 1, True)] if marked else [(1, True)]), weapon.name


@pytest.mark.rule("VAR-07")
def test_modern_weapons():
    rows = list(rows_of(MODERN))
    assert len(rows) == 43
    for weapon, kind, figures in rows:
        assert printed(weapon, weapon.ammunition[kind]) == figures, (weapon.name, kind)
    modern = [w for w in BOOK.weapons.values() if not w.traits & {"archaic", "melee"}]
    assert sum(len(weapon.ammunition) for weapon in modern) == 43


@pytest.mark.rule("VAR-08", "VAR-09", "VAR-10")
def test_armour_by_tech_level():
    typed = {
        ("1", "jack"): 1,
        ("7", "mesh"): 2,
        ("7", "flak jacket"): 3,
        ("6", "cloth"): 4,
        ("10", "combat environment suit"): 5,
        ("11", "combat armor 11"): 6,
        ("12", "combat armor 12"): 8,
        ("13", "battle dress 13"): 8,
        ("14", "battle dress 14"): 10,
        ("10", "reflec"): 10,
        ("9", "ablat"): 6,
        ("9", "vacc suit 9"): 4,
        ("12", "vacc suit 12"): 5,
        ("14", "vacc suit 14"): 6,
    }
    found = {(each.tech, each.name): -each.value for each in BOOK.armour.values() if each.name != "none"}
    assert found == typed
    assert BOOK.armour["none"].value == 0
    hard = {each.name for each in BOOK.armour.values() if each.hardened}
    assert hard == {"combat armor 11", "combat armor 12", "battle dress 13", "battle dress 14"}
    assert {each.name for each in BOOK.armour.values() if each.lasers_only} == {"reflec", "ablat"}
    assert BOOK.armour_of(Combatant(being=Being.MAINTENANCE_ROBOT)).hardened


@pytest.mark.rule("VAR-11")
def test_vision_enhanced_weapons_show_which_marks_are_restored():
    assert {name for name, weapon in BOOK.weapons.items() if "vision" in weapon.traits} == {
        *("ACR", "FGMP-14/15", "VRF Gauss Gun", "Gauss Rifle", "Gauss Battle Rifle", "4cm RAM", "Autocannon"),
        *("PGMP-12", "PGMP-13/14"),
    }
    kept = {"ACR", "FGMP-14/15", "VRF Gauss Gun"}
    for name, weapon in BOOK.weapons.items():
        if "vision" in weapon.traits:
            told = SYSTEM.listed[name].summary
            assert ("vision-enhanced, a restored mark (ruling VR-R7)" in told) is (name not in kept), name


@pytest.mark.rule("VAR-12", "VAR-13")
def test_three_columns_of_damage_and_their_numbers_in_brackets():
    persons = ["-"] * 4 + ["light"] * 4 + ["serious"] * 4 + ["dead"]
    explosive = ["-"] * 4 + ["light"] * 2 + ["serious"] * 4 + ["dead"] * 3
    for total in range(13):
        assert ["-", "light", "serious", "dead"][PERSONNEL.level(total)] == persons[total]
        assert ["-", "light", "serious", "dead"][EXPLOSIVE.level(total)] == explosive[total]
        assert MACHINE.level(total) == PERSONNEL.level(total)
    assert MACHINE.names == ("no effect", "superficial", "minor", "major")
    # In brackets, and what is above twelve: one more every second point, in the second column every point.
    assert [serious_wounds(PERSONNEL, total) for total in (12, 13, 14, 15, 16)] == [2, 2, 3, 3, 4]
    assert [serious_wounds(EXPLOSIVE, total) for total in (10, 11, 12, 13, 14)] == [2, 3, 4, 5, 6]
    assert [serious_wounds(MACHINE, total) for total in (12, 13, 14, 16)] == [1, 1, 2, 3]


@pytest.mark.rule("VAR-47", "VAR-48")
def test_robots_and_their_arms():
    stock = {being: (robot.armour, ARMS.table[robot.arm]) for being, robot in ARMS.robots.items()}
    figures = {being: (armour, arm.modifier, arm.reach, arm.penetration) for being, (armour, arm) in stock.items()}
    assert figures == {Being.MAINTENANCE_ROBOT: (6, 3, 2, 1), Being.WARBOT: (10, 5, 2, 4)}
    typed = {
        "Very light arm": (3, 1, 1),
        "Light arm": (3, 1, 2),
        "Medium arm": (4, 2, 4),
        "Heavy arm": (4, 2, 6),
        # A tentacle has one more of value, and one less of penetration.
        "Very light tentacle": (4, 1, 0),
        "Light tentacle": (4, 1, 1),
        "Medium tentacle": (5, 2, 3),
        "Heavy tentacle": (5, 2, 5),
    }
    for name, figures in typed.items():
        arm = ARMS.table[name]
        assert (arm.modifier, arm.reach, arm.penetration) == figures, name


@pytest.mark.rule("VAR-52", "VAR-116")
def test_the_alien_warbot_and_robots_of_ones_own_description():
    warbot = SYSTEM.templates["Zhodani Warbot"].sheet
    armour = BOOK.armour_of(warbot)
    assert (warbot.weapons[0].weapon, -armour.value, armour.hardened, warbot.grav) == (
        "Heavy Laser Rifle",
        4,
        True,
        True,
    )
    other = SYSTEM.with_traits(SYSTEM.new_sheet, {"being": "maintenance robot", "plating": "3", "weapon": "Revolver"})
    armour = BOOK.armour_of(other)
    assert (-armour.value, armour.hardened, other.weapons[0].weapon) == (3, True, "Revolver")


@pytest.mark.rule("VAR-96")
def test_four_classes_of_terrain():
    found = {each.name: (each.evading, each.concealment) for each in PRINTED.terrain.values()}
    assert found == {"none": (-1, None), "light": (-2, -1), "moderate": (-2, -2), "heavy": (-2, -3)}


@pytest.mark.rule("VAR-117")
def test_hides_of_animals():
    typed = {"none": 0, "none -1": 1, "jack +1": 1, "reflec": 1, "jack": 2, "mesh +1": 2, "jack -1": 2, "mesh -1": 3}
    typed |= {"jack -2": 3, "cloth +1": 4, "ablat": 4, "cloth": 5, "battle +4": 6, "battle +1": 7}
    typed |= {"battle": 8, "battle -1": 8}
    hides = PRINTED.hides
    assert {name: -hide.against(laser=False).value for name, hide in hides.items()} == typed
    lasers = {name: -hide.against(laser=True).value for name, hide in hides.items()}
    assert lasers == typed | {"reflec": 10, "ablat": 6}
    assert "mesh" not in hides
    assert not any(hide.hardened for hide in hides.values())


@pytest.mark.parametrize(("weapon", "kind"), [("Autocannon", "HE"), ("Autocannon TL6", "KEAP")])
def test_nothing_ends_the_hits_of_any_autocannon_by_travellers_rules(weapon, kind):
    gun = BOOK.weapons[weapon]
    assert hit_limit(gun, gun.row(kind), automatic=True, traveller=True) is None
    assert hit_limit(gun, gun.row(kind), automatic=True, traveller=False) == 2
