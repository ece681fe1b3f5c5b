from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.ahl.fire.combat import Target
from bot.systems.ahl.fire.shot import hit_limit, reaches, same_band, sweep
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables import range_band
from tests.systems.ahl.people import ARMOUR, WEAPONS, armed, shoot


def other(name, squares, **sheet):
    return Target(name, Character(**sheet), ARMOUR["battle dress"], squares)


def attacked(faces, others, **shot):
    """Who was attacked, in order, and whether each was hit. Battle dress keeps them all unhurt."""
    result = shoot(faces, armour="battle dress", others=others, **shot)
    return [(attack.target.name, attack.hit.made) for attack in result.attacks]


@pytest.mark.rule("AHL-10c", "AHL-10d")
def test_single_fire_stops_at_its_first_hit_nearest_first():
    others = [other("Behind", 9), other("Before", 2)]
    assert attacked([1, 1, 6, 6, 1, 1], others, squares=5) == [("Before", False), ("Target", True)]
    assert attacked([6, 6, 1, 1], others, squares=5) == [("Before", True)]
    assert attacked([1, 1] * 3, others, squares=5) == [("Before", False), ("Target", False), ("Behind", False)]


@pytest.mark.rule("AHL-10e", "AHL-10f")
def test_automatic_fire_stops_after_the_second_hit():
    others = [other("Second", 6), other("Third", 7)]
    hit = [6, 6, 1, 1]
    assert attacked(hit * 2, others, weapon="Submachinegun", squares=5) == [("Target", True), ("Second", True)]
    assert attacked([*hit, 1, 1, *hit], others, weapon="Submachinegun", squares=5) == [
        ("Target", True),
        ("Second", False),
        ("Third", True),
    ]


@pytest.mark.rule("AHL-10h", "AHL-10g")
def test_everybody_in_a_square_is_attacked_before_the_limit_counts():
    others = [other("B", 5), other("C", 5), other("D", 6)]
    hit = [6, 6, 1, 1]
    expected = [("Target", True), ("B", True), ("C", True)]
    assert attacked(hit * 3, others, weapon="Shotgun", squares=5) == expected
    assert attacked(hit * 3, others, weapon="LAG", ammo="flechette", squares=5) == expected


@pytest.mark.rule("AHL-10i")
def test_single_fire_into_a_crowded_square_takes_them_at_random():
    others = [other("B", 5), other("C", 5)]
    # The order is a die with a side for each who is left: the third, then the second of two, then the last.
    assert attacked([3, 1, 1, 2, 1, 1, 1, 1], others, squares=5) == [("C", False), ("B", False), ("Target", False)]


@pytest.mark.rule("AHL-10c", "AHL-12Ca")
def test_those_who_are_out_are_not_attacked_in_passing():
    others = [other("Out", 2, condition=Condition.UNCONSCIOUS)]
    assert attacked([1, 1], others, squares=5) == [("Target", False)]


def test_the_danger_space_ends_with_the_last_band():
    assert attacked([1, 1], [other("Far", 201)], squares=5) == [("Target", False)]
    assert not reaches(WEAPONS["Carbine"].row(""), 201)


def test_each_is_attacked_at_their_own_range():
    result = shoot([1, 1, 1, 1], others=[other("Far", 61)], armour="battle dress", squares=60, cover=True)
    assert [(a.hit.needed, a.hit.dm) for a in result.attacks] == [(8, -2), (10, 0)]


@pytest.mark.rule("AHL-TRAV-D1", "AHL-TRAV-D2")
@pytest.mark.parametrize(
    ("weapon", "ammo", "automatic", "traveller", "limit"),
    [
        ("Carbine", "", False, False, 1),
        ("ACR", "DS", True, False, 2),
        ("ACR", "DS", False, True, 1),
        ("Shotgun", "", False, False, 2),
        ("LAG", "flechette", False, True, 2),
        ("Light Machine Gun", "", True, False, 2),
        ("Light Machine Gun", "", True, True, 3),
        ("Autocannon", "HE", True, True, None),
        ("VRF Gauss Gun", "", True, True, None),
        ("4cm RAM", "flechette", True, True, None),
        ("4cm RAM", "HE", True, True, 2),
        ("4cm RAM", "flechette", True, False, 2),
    ],
)
def test_allowed_hits(weapon, ammo, automatic, traveller, limit):
    found = hit_limit(WEAPONS[weapon], WEAPONS[weapon].row(ammo), automatic=automatic, traveller=traveller)
    assert found == limit


def test_the_ram_may_be_read_as_a_weapon_that_hits_two():
    row = WEAPONS["4cm RAM"].row("flechette")
    assert hit_limit(WEAPONS["4cm RAM"], row, automatic=True, traveller=True, ram_hits_any=False) == 2


@pytest.mark.rule("AHL-TRAV-C")
@pytest.mark.parametrize(
    ("weapon", "primary", "squares", "shared"),
    [
        ("Gauss Rifle", 500, 401, True),
        ("Gauss Rifle", 500, 400, False),
        ("Submachinegun", 10, 60, True),
        ("Shotgun", 10, 60, True),
        ("Carbine", 10, 61, False),
    ],
)
def test_with_traveller_far_reaching_weapons_endanger_one_band(weapon, primary, squares, shared):
    assert same_band(WEAPONS[weapon], WEAPONS[weapon].row(""), primary, squares, range_band) is shared


@given(
    st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=3), min_size=1, max_size=4),
    st.sampled_from([1, 2, 3, None]),
)
def test_nobody_is_attacked_twice_and_the_limit_holds(chances, limit):
    """Squares hold people who are hit on a die of 6 at or below their number."""
    people = [[(row, index, chance) for index, chance in enumerate(square)] for row, square in enumerate(chances)]

    def attack(dice, one):
        return dice.roll(1, why="hit") <= one[2]

    def walked(dice):
        return tuple(sweep(people, limit, attack, bool, dice, bool))

    for record in exact(walked, of=lambda record: record) if sum(map(len, people)) <= 4 else ():
        names = [one for one, _ in record]
        assert len(set(names)) == len(names)
        if limit == 1:
            assert sum(hit for _, hit in record) <= 1
        elif limit is not None:
            before_last_square = [hit for one, hit in record if one[0] < record[-1][0][0]]
            assert sum(before_last_square) < limit


def test_the_order_in_a_square_is_even():
    people = [["A", "B", "C"]]
    chances = exact(lambda dice: sweep(people, 1, lambda *_: True, bool, dice, bool)[0][0], of=str)
    assert chances == dict.fromkeys("ABC", Fraction(1, 3))


def test_firing_does_not_forget_the_firer():
    result = shoot([1, 1], firer=armed("ACR", "DS"), weapon="ACR", ammo="DS", zero_g=True, handhold=True)
    assert (result.firer_after.zero_g.fired, result.firer_after.zero_g.handhold) == ("ACR", True)
    assert ScriptedDice([]).left == []
