"""Explosions: penetration by distance, who suffers, what it does; equipment that explodes (AHL 15)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.ahl.blast.explosion import collateral, explodes, hit_equipment, strike
from bot.systems.ahl.blast.reach import Blast, Cause, Near, collateral_penetration, usual_penetration
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.wounds.damage import Severity, Surroundings
from tests.systems.ahl.people import BOOK, WEAPONS


def near(squares=0, armour="none", **sheet):
    character = Character(armour=armour, **sheet)
    return Near("Somebody", character, BOOK.armour_of(character), squares)


def suffer(faces, cause=Cause.GRENADE, penetration=4, person=None, resolve=collateral, **blast):
    dice = ScriptedDice(faces)
    result = resolve(BOOK, Blast(cause, penetration, **blast), person or near(), dice)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


@pytest.mark.rule("AHL-15-0", "AHL-15B2a")
@pytest.mark.parametrize("cause", [Cause.HE, Cause.PLASMA, Cause.FUSION])
def test_a_strike_halves_its_penetration_in_the_square_already(cause):
    assert [collateral_penetration(cause, 14, squares) for squares in range(4)] == [7, 3, 1, 0]


@pytest.mark.rule("AHL-15-0", "AHL-15B2b")
@pytest.mark.parametrize("cause", [Cause.GRENADE, Cause.SATCHEL, Cause.GREEN, Cause.RED])
def test_an_explosion_has_its_full_penetration_in_the_square(cause):
    assert [collateral_penetration(cause, 14, squares) for squares in range(4)] == [14, 7, 3, 0]


@pytest.mark.rule("AHL-15-0")
def test_heap_hurts_nobody_else():
    assert [collateral_penetration(Cause.HEAP, 8, squares) for squares in range(3)] == [0, 0, 0]


@pytest.mark.rule("AHL-WT-10", "AHL-24Be")
def test_a_satchel_charge():
    usual = usual_penetration(Cause.SATCHEL, WEAPONS)
    assert usual == 30
    assert [collateral_penetration(Cause.SATCHEL, usual, squares) for squares in range(4)] == [30, 15, 7, 0]


@pytest.mark.rule("AHL-15Ab", "AHL-16f")
def test_what_always_has_the_same_penetration():
    assert usual_penetration(Cause.GRENADE, WEAPONS) == 4
    assert usual_penetration(Cause.GREEN, WEAPONS) == 4
    assert usual_penetration(Cause.RED, WEAPONS) == 14
    assert usual_penetration(Cause.HE, WEAPONS) is None


@pytest.mark.rule("AHL-15B1a", "AHL-15B-0")
@pytest.mark.parametrize(("squares", "low", "enough"), [(1, [4, 5], [4, 6]), (2, [5, 6], [6, 6])])
def test_the_throw_to_suffer_by_distance(squares, low, enough):
    assert suffer(low, person=near(squares)).wounded is None
    hit = suffer([*enough, 1, 1], person=near(squares, "combat armor"))
    assert (hit.check.total, hit.penetration, hit.damage.level) == (sum(enough), 4 >> squares, Severity.NONE)


@pytest.mark.rule("AHL-15B-0")
def test_beyond_two_squares_nothing_is_thrown():
    assert suffer([], person=near(3)).penetration == 0


@pytest.mark.rule("AHL-15B-0")
def test_the_inactive_suffer_as_well_and_the_dead_no_more():
    out = suffer([4, 4], person=near(condition=Condition.UNCONSCIOUS))
    assert out.after.condition is Condition.DEAD
    assert suffer([], person=near(condition=Condition.DEAD)).damage is None


@pytest.mark.rule("AHL-15B1b")
def test_the_square_itself_is_automatic_unless_the_referee_wants_a_throw():
    assert suffer([1, 1, 1], penetration=2).check is None
    assert suffer([3, 4], thrown_for=True).wounded is None
    assert suffer([4, 4, 1, 1, 1], penetration=2, thrown_for=True).after.light_wounds == 1
    assert suffer([1, 1, 1], Cause.HE, penetration=4, thrown_for=True).check is None


@pytest.mark.rule("AHL-15B2c")
def test_no_penetration_is_no_damage():
    """Snub HE: 1 in its square, nothing beyond."""
    assert suffer([1, 1], Cause.HE, 2, person=near(0)).penetration == 1
    assert suffer([], Cause.HE, 2, person=near(1)).damage is None


@pytest.mark.rule("AHL-15B2d")
def test_armour_counts():
    hit = suffer([1, 1], person=near(armour="combat armor"))
    assert [(each.dm, each.label) for each in hit.damage.check.modifiers] == [(4, "penetration"), (-8, "combat armor")]


@pytest.mark.rule("AHL-12Db")
def test_collateral_damage_is_never_a_level_worse_by_he():
    hit = suffer([2, 2, 1], Cause.HE, 2)
    assert (hit.damage.check.total, hit.damage.level) == (5, Severity.LIGHT)


@pytest.mark.rule("AHL-15B2e")
def test_the_direct_target_takes_the_full_penetration():
    """Fusion 14 against battle dress: 2D+4 for them, 2D−3 for another in their square."""
    direct = suffer([4, 4], Cause.FUSION, 14, near(armour="battle dress"), strike)
    assert (direct.damage.check.total, direct.damage.level) == (12, Severity.DEAD)
    other = suffer([4, 4, 1], Cause.FUSION, 14, near(armour="battle dress"))
    assert (other.damage.check.total, other.damage.level) == (5, Severity.LIGHT)


@pytest.mark.rule("AHL-15B2e", "AHL-21g")
def test_a_direct_hit_by_he_is_worse_but_not_for_robots():
    assert suffer([1, 1], Cause.HE, 3, near(), strike).damage.level is Severity.SERIOUS
    robot = near(being=Being.MAINTENANCE_ROBOT)
    assert suffer([5, 4, 1], Cause.HE, 4, robot, strike).damage.level is Severity.LIGHT


@pytest.mark.rule("AHL-22c")
@pytest.mark.parametrize(
    ("person", "level"),
    [
        (near(armour="vacc suit"), Severity.SERIOUS),
        (near(armour="mesh"), Severity.LIGHT),
        (near(armour="vacc suit", being=Being.BLOB, life_level=4), Severity.LIGHT),
    ],
)
def test_vacuum_makes_wounds_through_a_suit_worse(person, level):
    die = [1] if level is Severity.LIGHT and person.character.being is Being.PERSON else []
    faces = {"vacc suit": [3, 4], "mesh": [1, 2], "life level 4": [2, 3]}[person.armour.name]
    assert suffer([*faces, *die], person=person, surroundings=Surroundings(vacuum=True)).damage.level is level


@pytest.mark.rule("AHL-22c", "AHL-12Da")
def test_explosive_rounds_and_vacuum_both_make_it_worse():
    """Ruling R-83: light, then serious by HE, then dead by vacuum."""
    vacuum = Surroundings(vacuum=True)
    hit = suffer([3, 3], Cause.HE, 4, near(armour="vacc suit"), strike, surroundings=vacuum)
    assert (hit.damage.table, hit.damage.level) == (Severity.LIGHT, Severity.DEAD)


@pytest.mark.rule("AHL-15Aa", "AHL-15Ab")
@pytest.mark.parametrize(
    ("cause", "penetration", "below", "enough"), [(Cause.GREEN, 4, [4, 5], [5, 5]), (Cause.RED, 6, [5, 6], [6, 6])]
)
def test_fire_explodes_equipment_on_a_serious_wound(cause, penetration, below, enough):
    assert not explodes(hit_equipment(BOOK, cause, penetration, ScriptedDice(below)))
    assert explodes(hit_equipment(BOOK, cause, penetration, ScriptedDice(enough)))


@pytest.mark.rule("AHL-15Aa")
def test_the_armour_of_equipment():
    green = hit_equipment(BOOK, Cause.GREEN, 5, ScriptedDice([1, 1])).check.modifiers
    assert [(each.dm, each.rule) for each in green] == [(5, "AHL 12.A.1"), (-6, "AHL 15.A")]
    red = hit_equipment(BOOK, Cause.RED, 0, ScriptedDice([1, 1])).check.modifiers
    assert [each.dm for each in red] == [-10]


def test_chances_are_the_rules_counted_by_hand():
    """A grenade one square away on somebody in mesh: 10+ to suffer, then 2D+2−2, counted face by face."""
    person = near(1, "mesh")
    chances = exact(lambda dice: collateral(BOOK, Blast(Cause.GRENADE, 4), person, dice), of=lambda each: each.after)
    dies = [sum(faces[:2]) >= 10 and sum(faces[2:]) >= 12 for faces in product(range(1, 7), repeat=4)]
    assert sum(chances.values()) == 1
    dead = sum(chance for after, chance in chances.items() if after.condition is Condition.DEAD)
    assert dead == Fraction(sum(dies), 6**4) == Fraction(1, 216)


@given(st.sampled_from(Cause), st.integers(0, 60), st.integers(0, 4))
def test_farther_away_is_never_worse(cause, penetration, squares):
    here = collateral_penetration(cause, penetration, squares)
    assert collateral_penetration(cause, penetration, squares + 1) <= here <= penetration
