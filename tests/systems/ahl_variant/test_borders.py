"""Borders of every table, by the worked cases' adapters: each line is typed by hand from the text."""

from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from tests.systems.ahl_variant.test_shared_cases import ADAPTERS


def found(fn, *args, **named):
    try:
        return ADAPTERS[fn](*args, **named)
    except RuleError:
        return "error"


@pytest.mark.rule("VAR-15", "VAR-16", "VAR-19")
@pytest.mark.parametrize(
    ("armor", "by_penetration"),
    [
        # For penetration 0, 1, 2 and so on.
        (None, [0, 0]),
        ("jack", [-1, 0, 0]),
        ("mesh", [-2, -1, 0, 0]),
        ("flak_jacket", [-3, -2, -1, 0]),
        ("cloth", [-4, -3, -2, -1, 0]),
        ("ces", [-5, -4, -3, -2, -1, 0]),
        ("vacc_suit_9", [-4, -3, -2, -1, 0, 0]),
        ("vacc_suit_12", [-5, -4, -3, -2, -1, 0]),
        ("vacc_suit_14", [-6, -5, -4, -3, -2, -1, 0]),
        ("combat_armor_11", [-12, -10, -8, -6, -4, -2, 0, 0]),
        ("combat_armor_12", [-16, -14, -12, -10, -8, -6, -4, -2, 0]),
        ("battledress_13", [-16, -14, -12, -10, -8, -6, -4, -2, 0]),
        ("battledress_14", [-20, -18, -16, -14, -12, -10, -8, -6, -4, -2, 0]),
        ("reflec", [0, 0, 0]),
        ("ablat", [0, 0, 0]),
    ],
)
def test_each_armour_against_each_penetration(armor, by_penetration):
    assert [found("armor_hit_dm", pen, armor) for pen in range(len(by_penetration))] == by_penetration


@pytest.mark.rule("VAR-17", "VAR-20")
def test_direct_hits_and_lasers_against_armour():
    for attack in ("HE", "HEAP", "energy"):
        # A direct hit at 8 and 10, hardened: the difference once.
        assert [found("armor_hit_dm", pen, "combat_armor_12", attack) for pen in (2, 4, 7, 8)] == [-6, -4, -1, 0]
        assert [found("armor_hit_dm", pen, "battledress_14", attack) for pen in (4, 9, 14)] == [-6, -1, 0]
    assert [found("armor_hit_dm", pen, "reflec", laser=True) for pen in (5, 6, 9, 10)] == [-5, -4, -1, 0]
    assert [found("armor_hit_dm", pen, "ablat", laser=True) for pen in (5, 6, 9)] == [-1, 0, 0]
    # A laser meets other armour as any other weapon does, hardened twice.
    assert found("armor_hit_dm", 6, "battledress_13", laser=True) == -4


@pytest.mark.rule("VAR-22", "VAR-103")
def test_the_dice_of_damage_get_what_is_left_of_penetration():
    assert [found("damage_dm", pen, "cloth") for pen in (0, 3, 4, 5, 9)] == [0, 0, 0, 1, 5]
    assert [found("damage_dm", pen, "cloth", cap=True) for pen in (7, 8, 9, 14)] == [3, 4, 4, 4]
    assert found("damage_dm", 9, "cloth", cap=True, cover=True) == 6
    assert found("damage_dm", 0, "battledress_14", cover=True) == 2


@pytest.mark.rule("VAR-12", "VAR-13")
def test_columns_of_damage_total_by_total():
    persons = [
        "none",
        "none",
        "none",
        "light",
        "light",
        "light",
        "light",
        "serious",
        "serious",
        "serious",
        "serious",
        "dead",
        "dead",
        "dead",
    ]
    explosive = [
        "none",
        "none",
        "none",
        "light",
        "light",
        "serious",
        "serious",
        "serious",
        "serious",
        "dead",
        "dead",
        "dead",
        "dead",
        "dead",
    ]
    machines = (
        "none none none superficial superficial superficial superficial minor minor minor minor major major major"
    )
    totals = range(1, 15)
    assert [found("damage_result", total, "personnel") for total in totals] == persons
    assert [found("damage_result", total, "he_energy") for total in totals] == explosive
    assert [found("damage_result", total, "vehicle") for total in totals] == machines.split()
    assert [found("serious_count", total, "personnel") for total in range(7, 21)] == [
        *(0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6),
    ]
    assert [found("serious_count", total, "he_energy") for total in range(5, 17)] == [
        *(0, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8),
    ]
    assert [found("serious_count", total, "vehicle") for total in range(7, 18)] == [0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3]


@pytest.mark.rule("VAR-30", "VAR-31", "VAR-33")
@pytest.mark.parametrize(
    ("cause", "penetration", "left", "dm"),
    [
        # In the square, beside it, two squares away, three; what is nothing does nothing.
        ("grenade", 4, [4, 2, 1, None], 2),
        ("satchel", 30, [30, 15, 7, None], 2),
        ("he_round", 2, [1, None, None, None], 2),
        ("he_round", 3, [1, None, None, None], 2),
        ("he_round", 4, [2, 1, None, None], 2),
        ("plasma", 10, [5, 2, 1, None], 2),
        ("plasma", 6, [3, 1, None, None], 2),
        ("plasma", 12, [6, 3, 1, None], 2),
        ("fusion", 10, [5, 2, 1, None], 2),
        ("fusion", 14, [7, 3, 1, None], 2),
        ("red_equipment", 14, [14, 7, 3, None], 0),
        ("green_equipment", 4, [4, 2, 1, None], 0),
        ("heap_round", 8, [None, None, None, None], 2),
    ],
)
def test_what_is_left_beside_an_explosion(cause, penetration, left, dm):
    for squares, expected in enumerate(left):
        told = found("collateral", cause, penetration, squares)
        assert (told and told["pen"]) == expected, squares
        if told:
            assert told["required"] == {0: None, 1: 10, 2: 12}[squares]
            assert told["dm"] == dm
            assert told["auto"] is (squares == 0)


@pytest.mark.rule("VAR-34")
def test_zones_of_a_very_large_blast():
    zones = {squares: found("big_blast", 21, 7, squares) for squares in (0, 3, 4, 7, 8)}
    inner, outer = {"pen": 10, "required": 10}, {"pen": 5, "required": 12}
    assert zones == {0: inner, 3: inner, 4: outer, 7: outer, 8: None}


@pytest.mark.rule("VAR-38")
@pytest.mark.parametrize(
    ("weapon", "values"),
    [
        # Strength just below the low figure, at it, just below the high one, at it; the weapon's modifier counts.
        ("hands", {5: -2, 6: 0, 8: 0, 9: 1}),
        ("club", {4: -3, 5: 0, 7: 0, 8: 2}),
        ("dagger", {3: -1, 4: 1, 7: 1, 8: 3}),
        ("blade", {4: -1, 5: 1, 8: 1, 9: 2}),
        ("foil", {4: 1, 5: 2, 9: 2, 10: 3}),
        ("cutlass", {6: 1, 7: 2, 9: 2, 10: 3}),
        ("sword", {5: 0, 6: 2, 9: 2, 10: 3}),
        ("broadsword", {7: -3, 8: 1, 11: 1, 12: 3}),
        ("hand_ax", {6: -1, 7: 1, 10: 1, 11: 3}),
        ("battle_ax", {7: -4, 8: 0, 11: 0, 12: 2}),
        ("bayonet", {4: -1, 5: 1, 8: 1, 9: 2}),
        ("spear", {4: -1, 5: 0, 8: 0, 9: 1}),
        ("halberd", {5: -1, 6: 1, 9: 1, 10: 3}),
        ("pike", {6: -3, 7: 0, 9: 0, 10: 1}),
        ("staff", {4: -1, 5: 1, 7: 1, 8: 3}),
    ],
)
def test_strength_at_its_borders(weapon, values):
    assert {strength: found("melee_value", weapon, strength=strength) for strength in values} == values


@pytest.mark.rule("VAR-80")
def test_reach_in_the_open():
    told = {near: [found("outdoor_melee_dm", reach, near) for reach in (1, 2, 3, 4, 5)] for near in ("close", "short")}
    assert told == {"close": [0, -2, None, None, None], "short": [-2, 0, 0, 0, 0]}


@pytest.mark.rule("VAR-66", "VAR-67", "VAR-68")
@pytest.mark.parametrize(
    ("weapon", "bands"),
    [
        ("body_pistol", ["S", 0, 1]),
        ("snub_pistol_heap", ["S", 0, 1]),
        ("wheellock_pistol", ["S", 0, 1]),
        ("flintlock_pistol", ["S", 0, 1]),
        ("percussion_pistol", [0, 1, 2]),
        ("automatic_pistol", [0, 1, 2]),
        ("revolver", [0, 1, 2]),
        ("gauss_pistol", [1, 2, 3]),
        ("short_bow", [0, 1, 10]),
        ("long_bow", [1, 6, 12]),
        ("composite_bow", [1, 6, 15]),
        ("carbine", [5, 10, 20]),
        ("assault_rifle", [7, 15, 30]),
        ("shotgun", [1, 2, 3]),
        ("accelerator_rifle", [1, 2, 3]),
        ("light_assault_gun_ds", [11, 22, 40]),
        ("light_assault_gun_flechette", [2, 5, 7]),
        ("4_cm_grenade_he", [7, 15, 22]),
        ("4_cm_grenade_flechette", [3, 7, 15]),
        ("laser_carbine", [6, 12, 50]),
        ("light_machine_gun", [20, 40, 60]),
        ("autocannon_8_ds", [75, 150, 225]),
        ("gauss_battle_rifle", [40, 80, 120]),
        ("pgmp_12", [10, 20, 40]),
        ("dagger", [0, 1]),
        ("blade", [0, 1]),
        ("spear", [0, 2]),
    ],
)
def test_ranges_in_bands(weapon, bands):
    assert found("bands_of", weapon) == bands
    names = ["effective", "long", "extreme"][-len(bands) :]
    for last, name in zip(bands, names, strict=True):
        if last != "S":
            reached = next(told for most, told in zip(bands, names, strict=True) if most != "S" and most >= last)
            assert found("bracket_bands", weapon, last, "none") == reached, name
    assert found("bracket_bands", weapon, bands[-1] + 1, "none") is None


@pytest.mark.rule("VAR-87", "VAR-88", "VAR-89")
@pytest.mark.parametrize(
    ("weapon_class", "mount", "mode", "braced", "dm"),
    [
        # Of three attacks, with what eases them.
        ("rifle", "bipod", "single", True, -2),
        ("rifle", "bipod", "single", False, -3),
        ("rifle", "tripod", "single", True, -3),
        ("laser_rifle", "bipod", "single", True, -2),
        ("carbine", "bipod", "single", True, -2),
        ("pistol", "bipod", "single", True, -3),
        ("smg", "bipod", "burst", True, -3),
        ("shotgun", "bipod", "single", True, -3),
        ("lmg", "bipod", "burst", True, -1),
        ("lmg", "bipod", "burst", False, -3),
        ("lmg", "bipod", "single", True, -3),
        ("mmg", "bipod", "burst", True, -1),
        ("hmg", "bipod", "burst", True, -3),
        ("lmg", "tripod", "single", False, 0),
        ("mmg", "vehicle", "burst", False, 0),
        ("hmg", "tripod", "burst", False, 0),
        ("vrf", "vehicle", "burst", False, 0),
        ("autocannon", "tripod", "burst", False, 0),
        ("hmg", "none", "burst", True, -3),
    ],
)
def test_what_eases_rapid_fire(weapon_class, mount, mode, braced, dm):
    told = found("rapid_fire", 3, mount=mount, weapon_class=weapon_class, mode=mode, braced=braced)
    assert told["dm"] == dm


@pytest.mark.rule("VAR-53", "VAR-54")
@pytest.mark.parametrize(
    ("first", "second", "sizes", "expected"),
    [
        (9, 6, (3, 3), ["A", "A"]),
        (9, 7, (3, 3), [None, "A"]),
        (6, 9, (1, 9), ["B", "B"]),
        (7, 8, (1, 9), [None, "B"]),
        (8, 8, (4, 3), [None, "B"]),
        (8, 8, (3, 4), [None, "A"]),
        (8, 8, (3, 3), [None, "A"]),
    ],
)
def test_surprise_and_initiative(first, second, sizes, expected):
    assert found("initiative", first, second, *sizes) == expected


@pytest.mark.rule("VAR-84", "VAR-91", "VAR-104")
def test_sights_grenades_and_sizes():
    sights = {
        bracket: [found("telescopic", bracket, bonus) for bonus in (0, 1, 2, 3)] for bracket in ("long", "extreme")
    }
    assert sights == {"long": [1, 1, 2, 3], "extreme": [2, 2, 2, 3]}
    assert [found("hand_grenade", bands)["dm"] for bands in (0, 1, 2)] == [-1, -2, -4]
    assert found("hand_grenade", 3) == "error"
    # From cover, and at hardened armor (8) by penetration 4.
    assert found("hand_grenade", 0, cover=True) == {"dm": -3, "p": Fraction(3, 36)}
    assert found("hand_grenade", 0, "combat_armor_12") == {"dm": -9, "p": 0}
    masses = {1: -2, 1.5: -1, 10: -1, 11: 0, 999: 0, 1000: 1, 9999: 1, 10000: 2}
    assert {mass: found("size_dm", mass) for mass in masses} == masses


@pytest.mark.rule("VAR-83", "VAR-98", "VAR-99")
@pytest.mark.parametrize(
    ("cover", "terrain", "expected"),
    [
        ("partial", "light", [-2, 2, "cover"]),
        ("partial", "moderate", [-2, 2, "cover"]),
        ("partial", "heavy", [-3, 0, "concealment"]),
        ("field_work", "heavy", [-3, 2, "cover"]),
        ("bunker", "heavy", [-4, 2, "cover"]),
        ("port", "none", [-5, 2, "cover"]),
        ("none", "light", [-1, 0, "concealment"]),
        ("none", "moderate", [-2, 0, "concealment"]),
        ("none", "none", [0, 0, None]),
    ],
)
def test_the_worse_of_cover_and_concealment_counts_alone(cover, terrain, expected):
    assert found("defence_dm", cover, terrain) == expected


@pytest.mark.rule("VAR-106", "VAR-109", "VAR-110")
def test_animals_at_their_borders():
    squares = {100: 1, 199: 1, 200: 2, 624: 2, 625: 3, 1000: 3, 1225: 4, 2025: 5, 10_000: 10}
    assert {mass: found("animal_squares", mass) for mass in squares} == squares
    fates = {
        (1, 9): ["active", "dead"],
        (10, 10): ["active", "incapacitated", "dead"],
        (11, 10): ["active", "active", "incapacitated", "dead"],
        (20, 19): ["active", "active", "incapacitated", "dead"],
        (21, 20): ["active", "active", "active", "incapacitated", "incapacitated", "dead"],
    }
    for (hits, more), expected in fates.items():
        assert [found("animal_state", hits, more, serious) for serious in range(len(expected))] == expected
    thrashers = {1: 3, 2: 3, 3: 4, 9: 4, 10: 5, 19: 5, 20: 6, 30: 7}
    assert {damage: found("animal_pen", "thrasher", damage) for damage in thrashers} == thrashers
    reaches = {999: 1, 1000: 2, 9999: 2, 10_000: 3}
    assert {mass: found("animal_range", "teeth", mass) for mass in reaches} == reaches
    values = {999: 4, 1000: 5, 10_000: 6}
    assert {mass: found("animal_melee", "horns", 3, mass) for mass in values} == values
    assert found("animal_melee", "claws", 2, 50, True, 2) == 7
