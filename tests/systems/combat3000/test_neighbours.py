"""The neighbours of the worked cases: the borders of every table and list of modifiers, typed from the book by hand."""

from fractions import Fraction

import pytest

from tests.systems.combat3000.fire.adapters import number
from tests.systems.combat3000.test_shared_cases import BLOWS, FIRE, HITS, OWN

ADAPTERS = {**OWN, **BLOWS, **HITS, **FIRE}
_SIZES = (-3, -2, -1, 0, 1, 2, 3)
_SEEN = {
    "bright": (35, 75, 150, 700, 1500, 7500, 15000),
    "normal": (25, 50, 100, 500, 1000, 5000, 10000),
    "bad": (2, 10, 25, 250, 500, 2500, 5000),
    "night": (1, 2, 5, 25, 50, 75, 100),
}


def _rows(rule, *rows):
    return [(rule, inputs, expected) for inputs, expected in rows]


def _by(rule, name, found):
    return [(rule, {name: value}, expected) for value, expected in found.items()]


AIMING = [
    *_rows(
        "range_modifier",
        ({"range_cm": 0}, {"band": "point blank", "modifier": 20}),
        ({"range_cm": 15}, {"band": "point blank", "modifier": 20}),
        ({"range_cm": 30}, {"band": "short", "modifier": 0}),
        ({"range_cm": 31}, {"band": "medium", "modifier": -15}),
        ({"range_cm": 99}, {"band": "long", "modifier": -25}),
        ({"range_cm": 100}, {"band": "long", "modifier": -35}),
        ({"range_cm": 199}, {"band": "long", "modifier": -35}),
        ({"range_cm": 200}, {"band": "long", "modifier": -45}),
    ),
    *_by("target_moved_modifier", "moved_cm", {0: 0, 1: -5, 11: -10, 21: -15, 31: -20, 200: -20}),
    *[
        ("visibility", {"size": size, "light": light}, cm)
        for light, row in _SEEN.items()
        for size, cm in zip(_SIZES, row, strict=True)
    ],
    *_rows(
        "hit_odds",
        ({"percent": 100, "breakdown": 2}, {"jam": "1/50", "hit": "49/50", "miss": 0}),
        ({"percent": 2, "breakdown": 2}, {"jam": "1/50", "hit": 0, "miss": "49/50"}),
        ({"percent": 3, "breakdown": 2}, {"jam": "1/50", "hit": "1/100", "miss": "97/100"}),
        ({"percent": 140, "breakdown": 10}, {"jam": "1/10", "hit": "9/10", "miss": 0}),
    ),
    *_rows(
        "hit_roll",
        ({"percent": 50, "breakdown": 2, "roll": 50}, "hit"),
        ({"percent": 50, "breakdown": 2, "roll": 2}, "jam"),
        ({"percent": 50, "breakdown": 2, "roll": 3}, "hit"),
        ({"percent": 110, "breakdown": 2, "roll": 100}, "hit"),
        ({"percent": 99, "breakdown": 2, "roll": 100}, "miss"),
        ({"percent": 1, "breakdown": 2, "roll": 1}, "jam"),
    ),
    *_rows(
        "fire_subphase",
        ({"die": 6}, {"score": 6, "phase": 6, "fires": True}),
        ({"die": 5, "weapon_type": "M"}, {"phase": 6, "fires": True}),
        ({"die": 5, "weapon_type": "H"}, {"score": 7, "fires": False}),
        ({"die": 4, "weapon_type": "H"}, {"phase": 6, "fires": True}),
        ({"die": 1, "reflex": 2}, {"phase": 1, "fires": True}),
        ({"die": 6, "reflex": -1}, {"score": 7, "fires": False}),
        ({"die": 5, "panic": True}, {"score": 7, "fires": False}),
        ({"die": 4, "panic": True}, {"phase": 6, "fires": True}),
        ({"die": 3, "aimed": True}, {"phase": 1, "fires": True}),
        ({"die": 4, "aimed": True}, {"phase": 2, "fires": True}),
        ({"die": 5, "aimed": True, "same_target": True}, {"phase": 1, "fires": True}),
        ({"die": 6, "aimed": True, "same_target": True}, {"phase": 2, "fires": True}),
        ({"die": 6, "mount_reflex": -1}, {"score": 7, "fires": False}),
        ({"die": 6, "mount_reflex": 1}, {"phase": 5, "fires": True}),
    ),
    *_rows(
        "ht_dead_ground",
        ({"obstacle_height_cm": 5, "behind_cm": 4}, False),
        ({"obstacle_height_cm": 5, "behind_cm": 6}, True),
    ),
    *_by("thermite_roll", "roll", {1: "explodes in hands", 3: "fails to go off", 15: "fails to go off"}),
    *_rows(
        "in_arc",
        ({"bearing_off_front": 60}, True),
        ({"bearing_off_front": 61}, False),
        ({"bearing_off_front": 45, "creature": "trimote"}, True),
        ({"bearing_off_front": 90, "creature": "zarquin"}, True),
        ({"bearing_off_front": 91, "creature": "zarquin"}, False),
        ({"bearing_off_front": 60, "creature": "mandiblax"}, True),
        ({"bearing_off_front": 61, "creature": "mandiblax"}, False),
    ),
    *_rows("inf_ready", ({"turn_last_fired": 1, "turn_now": 9}, True)),
    *[
        ("deviation", {"direction_die": die, "distance_die": 4}, {"direction": side, "distance": 4})
        for die, side in {1: "under", 2: "under", 3: "left", 4: "right", 5: "over", 6: "over"}.items()
    ],
    *_rows(
        "deviation",
        ({"direction_die": 6, "distance_die": 9, "vertical": True}, {"distance": "9/2"}),
        ({"direction_die": 2, "distance_die": 1, "vertical": True}, {"distance": "1/2"}),
        ({"direction_die": 3, "distance_die": 9, "vertical": True}, {"direction": "left", "distance": 9}),
    ),
    *_rows(
        "weapon_at",
        ({"code": 41, "range_cm": 21}, {"accuracy": -5, "effect": -1, "in_range": True}),
        ({"code": 41, "range_cm": 60}, {"accuracy": -5, "effect": -1, "in_range": True}),
        ({"code": 41, "range_cm": 61}, {"in_range": False}),
        ({"code": 32, "range_cm": 15}, {"in_range": True}),
        ({"code": 32, "range_cm": 16}, {"in_range": False}),
        ({"code": 36, "range_cm": 40}, {"in_range": True}),
        ({"code": 36, "range_cm": 41}, {"in_range": False}),
        ({"code": 46, "range_cm": 59}, {"in_range": False}),
        ({"code": 46, "range_cm": 60}, {"in_range": True}),
        ({"code": 47, "range_cm": 75}, {"in_range": True}),
        ({"code": 48, "range_cm": 99}, {"in_range": False}),
        ({"code": 48, "range_cm": 100}, {"in_range": True}),
        ({"code": 44, "firer_strength": -2}, {"effect": -5}),
    ),
]
HURT = [
    # Two decimal dice: 45 of 100 are 12 or more; 55, 64, 72, 79, 85, 90, 94, 97, 99 and all with an effect of 1 to 10.
    *_by(
        "kill_chance",
        "effect",
        {
            0: "9/20",
            1: "11/20",
            2: "16/25",
            3: "18/25",
            4: "79/100",
            5: "17/20",
            6: "9/10",
            7: "47/50",
            8: "97/100",
            9: "99/100",
            -1: "9/25",
            -2: "7/25",
            -4: "3/20",
            -7: "3/100",
            -8: "1/100",
            -9: 0,
        },
    ),
    *_rows(
        "penetration_chance",
        ({"effect": 3, "armour": 3}, 1),
        ({"effect": 2, "armour": 3}, "5/6"),
        ({"effect": 6, "armour": 12}, 0),
        ({"effect": 7, "armour": 12}, "1/6"),
        ({"effect": -1, "armour": 3}, 0),
    ),
    *_by(
        "vehicle_damage",
        "die",
        {2: "none", 3: "immobilised", 5: "crewman killed", 7: "knocked out", 8: "knocked out", 9: "knocked out"},
    ),
    *_rows(
        "vehicle_rolls",
        ({"die": 3, "effect": 8, "armour": 10}, 1),
        ({"die": 6, "effect": 8, "armour": 10}, 4),
        ({"die": 1, "effect": 4, "armour": 6}, 0),
    ),
    *_by("wound_result", "total", {10: 0, 11: 1, 12: 2, 13: 3, 15: "killed", 30: "killed"}),
    *_rows(
        "wounded_profile",
        ({"points": 2}, {"strength": -2, "reflex": -1, "dexterity": 0}),
        ({"points": 3}, {"strength": -3, "reflex": -1, "dexterity": -1}),
    ),
    *_rows(
        "stun_turns",
        ({"dice": [2, 3], "points": 1}, 0),
        ({"dice": [2, 4], "points": 1}, 1),
        ({"dice": [3, 3], "points": 4}, 4),
    ),
    *_by("hit_location", "die", {1: "body", 8: "left arm", 9: "right arm", 10: "head"}),
    *_rows(
        "weapon_damage",
        ({"die": 1}, "none"),
        ({"die": 5}, "damaged"),
        ({"die": 6}, "destroyed"),
        ({"die": 2, "explosive": True}, "none"),
        ({"die": 3, "explosive": True}, "damaged"),
        ({"die": 4, "explosive": True}, "damaged"),
        ({"die": 6, "explosive": True}, "destroyed"),
    ),
    *_by(
        "vortex",
        "die",
        {1: "stable", 3: "stable", 4: "doubles", 7: "vanishes, and comes back next turn", 8: "gone", 10: "gone"},
    ),
    *_rows("confined_effect", ({"effect": 1, "template_fits": True}, 1)),
]
BLOWS_STRUCK = [
    *_rows(
        "strike_phase",
        ({"die": 1, "handling": 2}, {"phase": 1, "strikes": True}),
        ({"die": 6, "dexterity": -1}, {"score": 7, "strikes": False}),
        ({"die": 6, "dexterity": 1, "reflex": 1, "handling": 1}, {"phase": 3, "strikes": True}),
        ({"die": 5, "opponents": 2}, {"phase": 6, "strikes": True}),
    ),
    *_by("laser_pike_handling", "combat_round", {1: 3, 3: -2}),
    *_rows(
        "close_blow",
        ({"dice": [6, 6], "effect": 0}, {"total": 12, "killed": True}),
        ({"dice": [10, 10], "effect": -3, "opp_armour": 5}, {"total": 12, "killed": True}),
        ({"dice": [10, 10], "effect": -3, "opp_armour": 6}, {"total": 11, "killed": False}),
    ),
]
LOADING = [
    *_rows(
        "reload_turns",
        ({"weapon": 1}, 2),
        ({"weapon": 1, "dexterity": 1}, 1),
        ({"weapon": 1, "dexterity": -1}, 3),
        ({"weapon": 16}, 4),
        ({"weapon": 16, "dexterity": 1, "extra_crew": 1}, 1),
        ({"weapon": 10}, 10),
        ({"weapon": 10, "extra_crew": 1}, 8),
        ({"weapon": 10, "extra_crew": 2}, 7),
        ({"weapon": 45, "extra_crew": 1}, 4),
    ),
    *_by("repair_roll", "die", {1: "beyond repair", 2: "beyond repair", 3: "try again", 9: "repaired", 10: "repaired"}),
    *_rows(
        "repair_odds",
        ({"dexterity": 1}, {"now": "3/10", "lost": "1/10", "again": "3/5", "ever": "3/4"}),
        ({"dexterity": -2}, {"now": 0, "lost": "2/5", "ever": 0}),
    ),
]
MORALE_TESTS = [
    *_rows(
        "morale_modifier",
        ({"in_cover": True}, 2),
        ({"no_enemy_within_30": True}, 1),
        ({"not_under_fire": True}, 1),
        ({"advancing": True}, 1),
        ({"friends_advancing": True}, 1),
        ({"friendly_vehicles_in_sight": True}, 1),
        ({"killed_now": 1}, -2),
        ({"killed_now": 3}, -6),
        ({"leader_killed_now": True}, -3),
        ({"under_H_fire": True}, -1),
        ({"stationary_in_open": True}, -1),
        ({"retreating": True}, -1),
        ({"enemy_advancing_within_30": True}, -1),
        ({"friends_retreating": True}, -1),
        ({"killed_before": 1}, -1),
        ({"leader_killed_before": True}, -2),
        ({"leader_with_unit": 2}, 2),
        ({"leader_with_unit": -2}, -2),
    ),
    *_rows(
        "morale_result",
        ({"total": 6}, {"shift": 1, "status": "Confident"}),
        ({"total": 3}, {"shift": 0, "status": "Steady"}),
        ({"total": 2}, {"shift": -1, "status": "Shaky"}),
        ({"total": 0}, {"shift": -2, "status": "Poor"}),
        ({"total": -3, "status": "Confident"}, {"shift": -2, "status": "Shaky"}),
        ({"total": 9, "status": "Overconfident"}, {"status": "Overconfident"}),
        ({"total": 0, "status": "Scared"}, {"status": "Terrified"}),
        ({"total": 0, "status": "Terrified"}, {"status": "Terrified"}),
    ),
    *_rows(
        "mandiblax", ({"die": 1, "group": 7}, {"result": "half halt", "halted": 3}), ({"die": 2}, {"result": "none"})
    ),
    *_by("tree_people", "die", {1: 0, 4: 0, 5: 3}),
    *_rows(
        "generalised",
        ({"die": 1}, "cover"),
        ({"die": 2}, "none"),
        ({"die": 5}, "none"),
        ({"die": 2, "casualties": 1}, "cover"),
        ({"die": 6, "casualties": 4}, "none"),
    ),
]
TALK_AND_WORK = [
    *_by("robot_control", "distance_cm", {0: "1/2", 10: "2/5", 19: "2/5", 20: "3/10", 49: "1/10", 50: 0, 90: 0}),
    *_by("comm_link", "die", {9: True, 10: True, 1: False}),
    *_rows(
        "speech",
        ({"distance_cm": 15}, {"heard": True}),
        ({"mode": "shout", "distance_cm": 46}, {"heard": False}),
        ({"mode": "shout", "distance_cm": 15}, {"words": 2, "heard": True}),
    ),
    *_rows("alien_words", ({"dice": [7]}, 7), ({"dice": [0, 1]}, 11)),
    *_rows(
        "destructive",
        ({"ammo": 102}, True),
        ({"ammo": 104}, False),
        ({"ammo": 109}, True),
        ({"weapon": 39}, True),
        ({"weapon": 40}, True),
        ({"weapon": 10}, True),
        ({"weapon": 9}, False),
        ({"weapon": 54}, True),
        ({"weapon": 45}, False),
    ),
    *_by("heavy_hits", "hits", {0: {"becomes_light": False}, 3: {"becomes_light": True}}),
    *_rows(
        "shoot_lock",
        ({"kind": "light", "effect": 1}, True),
        ({"kind": "heavy", "effect": 2}, False),
        ({"kind": "armoured", "effect": 4, "armour": 5}, False),
        ({"kind": "armoured", "effect": 6, "armour": 5}, True),
    ),
    *_rows("sabotage_turns", ({"die": 1}, 1), ({"die": 3, "dexterity": 3}, 1), ({"die": 3, "dexterity": 1}, 2)),
    *_rows(
        "laser_cut",
        ({"material": "light"}, 2),
        ({"material": "heavy"}, 1),
        ({"material": "armour", "armour": 4}, "1/2"),
        ({"material": "armour", "armour": 8}, "1/4"),
    ),
    *_rows("laser_can_cut", ({"distance_cm": 5}, False)),
    *_rows(
        "wall_penetrated",
        ({"effect": 4, "kind": "armoured", "die": 2, "armour": 6}, False),
        ({"effect": 1, "kind": "light"}, False),
        ({"effect": 2, "kind": "light"}, True),
    ),
    *_rows(
        "effect_behind_wall", ({"effect": 2, "kind": "light"}, -1), ({"effect": 4, "kind": "armoured", "armour": 6}, -2)
    ),
    *_rows("break_door", ({"strength": 2}, 3), ({"strength": 4}, 1), ({"strength": 5}, 1), ({"strength": -2}, 7)),
]
_ACTIONS = (
    "C 1 0, FP 0 1, SU 0 1, RU 0 0, UL 2 1, OD 1 1, SW 1 0, DC 1 1, DP 1 1, DR 2 2, SR 2 2, SC 2 1, "
    "SP 2 1, D 2 1, SV 2 2, DB 2 2, MM 2 2, MH 3 2, UW 3 2, DH 2 2, RH 2 1, PW 1 1, CW 2 1, DW 0 0"
)
_LISTED = [(code, int(turns), int(hands)) for code, turns, hands in map(str.split, _ACTIONS.split(", "))]
_BESIDE = {**dict.fromkeys(("C", "DC", "DP"), "W/F"), **dict.fromkeys(("DR", "SR", "SC", "SP", "D"), "W")}
MOVES_MADE = [
    *_rows(
        "move_rate",
        ({"walk": 5, "mode": "walk"}, 5),
        ({"walk": 5, "mode": "crawl"}, "5/2"),
        ({"walk": 5, "mode": "rope up"}, 1),
        ({"walk": 8, "mode": "steep", "die": 1}, 5),
        ({"walk": 8, "mode": "steep", "die": 5}, 1),
        ({"walk": 5, "mode": "vertical", "die": 4}, 1),
        ({"walk": 5, "mode": "vertical", "die": 5}, 0),
        ({"walk": 5, "mode": "vertical", "die": 10}, 0),
    ),
    *_rows(
        "vehicle_speed",
        (
            {"previous": 50, "acceleration": 10, "max_speed": 60, "movement_class": "tracked"},
            {"lowest": 20, "highest": 60},
        ),
        (
            {"previous": 0, "acceleration": 10, "max_speed": 60, "movement_class": "tracked"},
            {"lowest": 0, "highest": 10},
        ),
        (
            {"previous": 100, "acceleration": 20, "max_speed": 100, "movement_class": "hover"},
            {"lowest": 75, "highest": 100},
        ),
        (
            {"previous": 30, "acceleration": 10, "max_speed": 60, "movement_class": "tracked"},
            {"lowest": 0, "highest": 40},
        ),
    ),
    *_rows(
        "crosses_bank",
        ({"movement_class": "tracked", "height_m": 1.6}, {"crosses": False}),
        ({"movement_class": "tracked", "height_m": 0.5}, {"crosses": True, "turns": 3}),
    ),
    *_rows(
        "flight",
        ({"max_speed": 20, "accel": 10, "pitch": 9, "min_speed": 4, "speed": 12}, {"ahead_min": 4, "ahead_max": 20}),
        (
            {"max_speed": 70, "accel": 10, "pitch": 9, "min_speed": 0, "speed": 0},
            {"ahead_min": 0, "ahead_max": 10, "climb": 9, "dive": "27/2"},
        ),
    ),
    *_rows(
        "pill_active",
        ({"turn_taken": 1, "turn_now": 10}, False),
        ({"turn_taken": 1, "turn_now": 11}, True),
        ({"turn_taken": 1, "turn_now": 110}, True),
    ),
    *_rows("action", ({"code": "DHW"}, {"turns": 6}), ({"code": "DHW", "extra_crew": 3}, {"turns": 3})),
    *[
        ("action", {"code": code}, {"turns": turns, "hands": hands, "remark": _BESIDE.get(code, "")})
        for code, turns, hands in _LISTED
    ],
]
NEIGHBOURS = [*AIMING, *HURT, *BLOWS_STRUCK, *LOADING, *MORALE_TESTS, *TALK_AND_WORK, *MOVES_MADE]


def _named(each):
    rule, inputs, _ = each
    return f"{rule}-{','.join(f'{name}={value}' for name, value in inputs.items())}"


@pytest.mark.parametrize(("rule", "inputs", "expected"), NEIGHBOURS, ids=map(_named, NEIGHBOURS))
def test_a_border_of_the_book(rule, inputs, expected):
    found = ADAPTERS[rule](**inputs)
    if isinstance(expected, dict):
        assert {name: found.get(name, 0) for name in expected} == {
            name: number(each) for name, each in expected.items()
        }
    else:
        assert found == (number(expected) if isinstance(expected, str) and "/" in expected else expected)


def test_no_border_is_named_twice():
    assert len(set(map(_named, NEIGHBOURS))) == len(NEIGHBOURS)
    assert Fraction(9, 20) == number("9/20")
