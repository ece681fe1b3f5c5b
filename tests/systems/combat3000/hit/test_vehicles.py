"""Vehicles as targets (C3K Hits on armoured targets)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.deck.view import Scored
from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.figure.sheet import Working
from bot.systems.combat3000.fire.drawn import scored
from bot.systems.combat3000.hit.kills import Damage, Force, damage, strike_vehicle
from bot.systems.combat3000.options import Options
from tests.systems.combat3000.targets import knocked_out_chance, tank


def hit(faces, effect=8, vehicle=None, **force):
    dice = ScriptedDice(faces)
    result = strike_vehicle(Force(effect, **force), "Tank", vehicle or tank(), dice)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


@pytest.mark.rule("C3K-H04")
def test_the_damage_table():
    rows = [damage(die) for die in range(1, 11)]
    assert rows[:2] == [Damage.NONE] * 2
    assert rows[2:6] == [Damage.IMMOBILISED, Damage.WEAPON, Damage.CREWMAN, Damage.POWER]
    assert rows[6:] == [Damage.KNOCKED_OUT] * 4


@pytest.mark.rule("C3K-H04")
@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 0), (3, 1), (6, 4)])
def test_each_point_over_the_armour_is_a_throw(die, points):
    result = hit([die] + [1] * points)
    assert (result.points, result.damage) == (points, ())


@pytest.mark.rule("C3K-H04")
def test_every_result_counts():
    """Effect 8 and a die of 6 against armour 10: four throws, of 3, 4, 5 (the second of three crewmen) and 6."""
    result = hit([6, 3, 4, 5, 2, 6])
    after = result.after
    assert (after.immobilised, after.powerless, after.knocked_out) == (True, True, False)
    assert (after.crew, after.crew_killed, after.weapons[0].working) == (2, 1, Working.RUINED)
    assert result.damage == (Damage.IMMOBILISED, Damage.WEAPON, Damage.CREWMAN, Damage.POWER)


@pytest.mark.rule("C3K-H04")
def test_a_knock_out_ends_it():
    result = hit([6, 3, 7])
    assert result.damage == (Damage.IMMOBILISED, Damage.KNOCKED_OUT)
    assert hit([], vehicle=result.after).damage == ()


@pytest.mark.rule("C3K-H04")
def test_dice_say_which_weapon_and_not_one_that_is_gone():
    armed = tank(weapons=("Cannon", "Laser", "Gun"))
    assert hit([3, 4, 2], vehicle=armed).weapons_lost == ("Laser",)
    twice = hit([4, 4, 2, 4, 2], vehicle=armed)
    assert (twice.weapons_lost, twice.damage) == (("Laser", "Gun"), (Damage.WEAPON, Damage.WEAPON))
    assert hit([3, 4], vehicle=tank(weapons=())).damage == ()


@pytest.mark.rule("C3K-H04")
def test_dice_say_which_crewman_where_there_are_several():
    dice = ScriptedDice([3, 5, 2])
    strike_vehicle(Force(8), "Tank", tank(), dice)
    assert (dice.throws[-1].why, dice.throws[-1].sides, dice.throws[-1].faces) == ("which crewman 1", 3, (2,))
    assert hit([3, 5], vehicle=tank(crew=1)).after.crew == 0
    assert hit([3, 5], vehicle=tank(crew=0)).damage == ()


@pytest.mark.rule("C3K-H04", "C3K-H03")
def test_a_weapon_that_cannot_pierce_throws_nothing():
    result = hit([], effect=-1)
    assert (result.piercing.check, result.points, result.after) == (None, 0, tank())
    weak = strike_vehicle(Force(-1), "Jeep", tank(armour=5), ScriptedDice([6]), Options(weak_pierce=True))
    assert weak.points == 0
    weak = strike_vehicle(Force(-1), "Jeep", tank(armour=3), ScriptedDice([5, 7]), Options(weak_pierce=True))
    assert weak.damage == (Damage.KNOCKED_OUT,)


@pytest.mark.rule("C3K-H15")
def test_neutrons_and_stuns_leave_vehicles_alone():
    """Ruling B-F30 for neutrons."""
    for special in ({"living": True}, {"stun": 10}):
        result = hit([], **special)
        assert (result.piercing, result.after) == (None, tank())


@pytest.mark.rule("C3K-H05")
def test_the_chance_of_a_knock_out_by_hand():
    """Effect 9 against armour 10: die 2 to 6 is 1 to 5 throws, each of which knocks out on 4 faces of 10."""
    stays = sum(Fraction(6, 10) ** throws for throws in (0, 1, 2, 3, 4, 5)) / 6
    assert knocked_out_chance(Force(9), tank()) == 1 - stays


@pytest.mark.rule("C3K-H05")
@settings(max_examples=10, deadline=None)
@given(effect=st.integers(-2, 9), armour=st.integers(0, 12))
def test_more_armour_never_makes_a_knock_out_likelier(effect, armour):
    chance = knocked_out_chance(Force(effect), tank(armour, weapons=("Cannon", "Laser")))
    assert 0 <= knocked_out_chance(Force(effect), tank(armour + 1)) <= chance <= 1


def test_all_results_together_are_certain():
    chances = exact(
        lambda dice: strike_vehicle(Force(8), "", tank(weapons=("A", "B")), dice).after,
        of=lambda after: after,
    )
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(("faces", "how"), [(None, Scored.MISSED), ([2], Scored.HARMLESS), ([3, 1], Scored.EFFECTIVE)])
def test_a_picture_shows_of_a_vehicle_whether_anything_went_through_its_armour(faces, how):
    """Effect 8 and a die of 3 are one over armour 10."""
    assert scored([hit(faces)] if faces else []) is how
