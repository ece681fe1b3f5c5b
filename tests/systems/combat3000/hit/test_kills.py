"""The kill throw, partial armour, full armour, confined explosions (C3K Kills, Hits on armoured targets)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice, applied
from bot.engine.odds import exact
from bot.systems.combat3000.hit.figures import Effect, strike
from bot.systems.combat3000.hit.kills import KILL, Force, Hit, partial, pierce, suit, throw_to_kill
from bot.systems.combat3000.options import Options, options_of
from tests.systems.combat3000.targets import SETTLED, TABLES, effects, kills, pieces, struck, suit_of, target

CONFINED = {"effect": 1, "explosive": True, "confined": True}


def dms(effect=0, strength=0, armour=(), **force):
    hit = Hit(Force(effect, **force), strength, pieces(*armour))
    return [(made.dm, made.label) for made in applied(KILL, hit)]


@pytest.mark.rule("C3K-H01")
@pytest.mark.parametrize(("faces", "killed"), [([6, 6], True), ([10, 1], False), ([10, 2], True), ([5, 6], False)])
def test_twelve_on_two_decimal_dice_kills(faces, killed):
    result = struck(faces)
    assert (result.effect is Effect.KILLED, result.after.killed) == (killed, killed)


@pytest.mark.rule("C3K-H01")
def test_every_part_of_the_kill_throw_has_its_reason():
    assert dms(4, strength=2, armour=["701", "704"], dm=-1, because="smoke") == [
        (4, "effect"),
        (-2, "strength"),
        (-3, "helmet, plasteel breastplate"),
        (-1, "referee: smoke"),
    ]
    assert dms() == []


@pytest.mark.rule("C3K-H01")
def test_the_throw_needs_twelve():
    check = throw_to_kill(Hit(Force(4), 1), ScriptedDice([4, 5]))
    assert (check.thrown, check.dm, check.total, check.needed, check.made) == (9, 3, 12, 12, True)


@pytest.mark.rule("C3K-H01")
@pytest.mark.parametrize(("effect", "strength"), [(0, 0), (3, -1), (-4, 2), (8, 1)])
def test_the_chance_equals_brute_force(effect, strength):
    ways = sum(one + two + effect - strength >= 12 for one in range(1, 11) for two in range(1, 11))
    assert kills(Force(effect), target(strength)) == Fraction(ways, 100)


@settings(deadline=None)
@given(effect=st.integers(-12, 12), strength=st.integers(-5, 5), codes=st.sets(st.sampled_from(sorted(TABLES.armour))))
def test_chances_add_up_and_a_stronger_target_is_never_easier(effect, strength, codes):
    found = effects(Force(effect), target(strength, pieces(*codes)))
    assert sum(found.values()) == 1
    assert kills(Force(effect), target(strength + 1, pieces(*codes))) <= found.get(Effect.KILLED, 0)


@pytest.mark.rule("C3K-H02")
def test_some_pieces_count_in_close_combat_only():
    worn = pieces("701", "702", "703", "704", "705", "801")
    assert [piece.code for piece in partial(worn)] == ["701", "703", "704"]
    assert [piece.code for piece in partial(worn, close=True)] == ["701", "702", "703", "704", "705"]


@pytest.mark.rule("C3K-H03")
@pytest.mark.parametrize(("die", "through"), [(1, False), (2, True), (6, True)])
def test_a_die_plus_effect_must_exceed_full_armour(die, through):
    assert pierce(Force(2), 3, ScriptedDice([die])).through is through


@pytest.mark.rule("C3K-H03")
def test_armour_that_holds_needs_no_kill_throw():
    result = struck([3], hit=target(armour=pieces("801")))
    assert (result.effect, result.kill, result.piercing.check.total) == (Effect.HELD, None, 3)


@pytest.mark.rule("C3K-H03")
def test_once_pierced_its_value_no_longer_counts():
    result = struck([4, 6, 6], hit=target(armour=pieces("801")))
    assert (result.effect, result.kill.total) == (Effect.KILLED, 12)


@pytest.mark.rule("C3K-H03")
def test_an_effect_below_nought_cannot_pierce():
    result = struck([], effect=-1, hit=target(armour=pieces("801")))
    assert (result.effect, result.piercing.check) == (Effect.HELD, None)


@pytest.mark.rule("C3K-H03")
def test_the_referee_may_let_weak_weapons_pierce():
    """Ruling B-H2: effect −1 gets through body armour on a 5 or 6, if the campaign says so."""
    weak = Options(weak_pierce=True)
    chance = exact(lambda dice: pierce(Force(-1), 3, dice, weak=True).through, of=bool)[True]
    assert chance == Fraction(1, 3)
    assert effects(Force(-1), target(armour=pieces("801")), weak)[Effect.HELD] == Fraction(2, 3)
    assert options_of(SETTLED({"weak weapons": "may pierce"})) == weak
    assert options_of(SETTLED({})) == Options()


@pytest.mark.rule("C3K-H03")
def test_the_strongest_suit_is_the_one_that_holds():
    assert suit(pieces("701", "801", "802")).code == "802"
    assert suit(pieces("701", "704")) is None


@pytest.mark.rule("C3K-H06")
def test_a_confined_explosion_has_three_more():
    assert dms(1, explosive=True, confined=True) == [(1, "effect"), (3, "confined")]
    assert dms(1, explosive=False, confined=True) == [(1, "effect")]
    assert Force(**CONFINED).whole == 4


@pytest.mark.rule("C3K-H06", "C3K-H03")
def test_confinement_counts_against_full_armour_too():
    assert pierce(Force(**CONFINED), 5, ScriptedDice([2])).check.total == 6
    assert pierce(Force(-2, explosive=True, confined=True), 3, ScriptedDice([3])).through


@pytest.mark.rule("C3K-H15")
def test_neutrons_harm_the_living_alone():
    robot = target(living=False)
    assert strike(Force(3, living=True), robot, ScriptedDice([])).effect is Effect.UNHARMED
    assert struck([6, 6], hit=robot).effect is Effect.KILLED


@pytest.mark.rule("C3K-H15")
def test_full_armour_on_the_living_must_be_pierced_by_neutrons_as_well():
    """Ruling B-F30."""
    assert struck([1], effect=2, living=True, hit=target(armour=[suit_of(3)])).effect is Effect.HELD


def test_nobody_is_killed_twice():
    assert struck([], effect=9, hit=target(killed=True)).effect is Effect.UNHARMED
