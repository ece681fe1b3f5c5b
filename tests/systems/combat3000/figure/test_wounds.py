"""The optional wounds: points, profile, stun, parts of the body (C3K Wounds and kills, Further wounds)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.aim.shot import TO_HIT, Shot, Situation, chance_of
from bot.systems.combat3000.figure.sheet import Figure, Hand, Part, Profile, Wound
from bot.systems.combat3000.figure.state import (
    action_factor,
    conceals,
    fatal,
    location_effect,
    lost,
    strike_location,
    throw_stun,
    useless,
    walk_lost,
    wound_points,
)
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.hit.figures import Effect, strike
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.options import Options, options_of
from bot.systems.combat3000.wording.hits import MOOT
from tests.systems.combat3000.targets import LOCATIONS, SETTLED, TABLES, WOUNDS, effects, held, struck, target

LEFT = Wound(1, Part.LEFT_ARM)


@pytest.mark.rule("C3K-W01")
def test_eleven_to_fourteen_wound_and_fifteen_kills():
    assert [wound_points(total) for total in (10, 11, 12, 13, 14, 15)] == [0, 1, 2, 3, 4, 0]
    assert struck([5, 5], options=WOUNDS).effect is Effect.NONE
    assert struck([9, 5, 1, 1], options=WOUNDS).wound == Wound(4)
    assert struck([9, 6], options=WOUNDS).effect is Effect.KILLED


@pytest.mark.rule("C3K-W01")
def test_without_the_option_nobody_is_wounded():
    assert effects(Force(0)).keys() == {Effect.NONE, Effect.KILLED}
    assert options_of(SETTLED({"wounds": "by points"})) == WOUNDS
    assert options_of(SETTLED({"wounds": "by location"})) == LOCATIONS


@pytest.mark.rule("C3K-W01")
@pytest.mark.parametrize(
    ("points", "profile"),
    [
        (0, (2, 1, 1)),
        (1, (1, 1, 1)),
        (2, (0, 1, 0)),
        (3, (-1, 0, 0)),
        (4, (-2, -1, -1)),
        (6, (-4, -1, -1)),
    ],
)
def test_wounds_lower_strength_dexterity_and_reflex(points, profile):
    """Strength 2, dexterity 1, reflex 1: ruling B-D9."""
    wounds = tuple(Wound(1) for _ in range(points))
    now = profile_of(Figure(profile=Profile(strength=2, dexterity=1, reflex=1), wounds=wounds), TABLES)
    assert (now.strength, now.dexterity, now.reflex) == profile


@pytest.mark.rule("C3K-W01")
def test_a_wounded_target_is_easier_to_kill():
    hurt = target(2, wounds=(Wound(3),))
    result = struck([5, 6], hit=hurt)
    assert (hurt.strength, result.kill.total) == (-1, 12)


@pytest.mark.rule("C3K-W02")
@pytest.mark.parametrize(
    ("faces", "points", "turns"), [([1, 1], 1, 0), ([2, 3], 1, 0), ([3, 3], 2, 2), ([6, 6], 4, 10)]
)
def test_a_wound_stuns_for_two_dice_and_its_points_less_six(faces, points, turns):
    assert throw_stun(Wound(points), ScriptedDice(faces)).turns == turns


@pytest.mark.rule("C3K-W02", "C3K-O20")
def test_stuns_add_up_in_full():
    """A total of 13 is 3 points; 4 and 5 with them less 6 are 6 turns, on top of the 3 that were left."""
    result = struck([7, 6, 4, 5], options=WOUNDS, hit=target(stunned=3))
    assert (result.wound, result.turns, result.after.stunned) == (Wound(3), 6, 9)


@pytest.mark.rule("C3K-W02")
def test_only_the_points_of_this_hit_count_for_its_stun():
    before = target(wounds=(Wound(4),), strength=4)
    result = struck([6, 5, 3, 3], options=WOUNDS, hit=before)
    assert (result.wound.points, result.turns) == (1, 1)


@pytest.mark.rule("C3K-W03")
def test_the_die_finds_the_part():
    parts = [strike_location(ScriptedDice([face])) for face in range(1, 11)]
    legs_and_arms = [Part.LEFT_LEG, Part.RIGHT_LEG, Part.LEFT_ARM, Part.RIGHT_ARM]
    assert parts == [Part.BODY] * 5 + legs_and_arms + [Part.HEAD]


@pytest.mark.rule("C3K-W03")
def test_parts_behind_cover_are_not_struck():
    behind_a_wall = frozenset({Part.BODY, Part.LEFT_LEG, Part.RIGHT_LEG})
    chances = exact(lambda dice: strike_location(dice, behind_a_wall), of=lambda part: part)
    assert chances == {Part.LEFT_ARM: Fraction(1, 3), Part.RIGHT_ARM: Fraction(1, 3), Part.HEAD: Fraction(1, 3)}


@pytest.mark.rule("C3K-W03")
@pytest.mark.parametrize(("force", "struck_body"), [({}, False), ({"heavy": True}, True), ({"explosive": True}, True)])
def test_heavy_and_explosive_weapons_find_them_all_the_same(force, struck_body):
    """Three points by 13; with the body open the die's 1 is the body, else the first part that is."""
    hit = target(concealed=[Part.BODY])
    result = struck([7, 6, 1, 3, 3], options=LOCATIONS, hit=hit, **force)
    assert (result.wound.part is Part.BODY) is struck_body


@pytest.mark.rule("C3K-W03")
def test_somebody_wholly_concealed_is_struck_anywhere():
    assert strike_location(ScriptedDice([10]), frozenset(Part)) is Part.HEAD
    assert conceals(frozenset({Part.BODY}), heavy=False, explosive=False) == {Part.BODY}


@pytest.mark.rule("C3K-W03")
def test_parts_are_thrown_for_only_where_the_campaign_has_them():
    assert struck([6, 5, 1, 1], options=WOUNDS).wound.part is Part.UNPLACED
    assert struck([6, 5, 9, 1, 1], options=LOCATIONS).wound.part is Part.RIGHT_ARM


@pytest.mark.rule("C3K-W04")
def test_legs_lower_the_walk():
    one, two = Wound(1, Part.LEFT_LEG), Wound(2, Part.LEFT_LEG)
    assert [walk_lost(wounds) for wounds in ((), (one,), (two,), (one, two))] == [0, 1, 2, 2]
    assert walk_lost((two, Wound(1, Part.RIGHT_LEG))) == 3
    assert (useless((one,), Part.LEFT_LEG), useless((one, one), Part.LEFT_LEG)) == (False, True)
    assert profile_of(Figure(wounds=(one,)), TABLES).walk == 4


@pytest.mark.rule("C3K-W04")
def test_arms_are_slow_then_useless_then_lost():
    assert [action_factor((LEFT,) * points) for points in (0, 1, 2)] == [1, 2, 2]
    assert action_factor((LEFT,), [Part.RIGHT_ARM]) == 1
    assert [useless((LEFT,) * points, Part.LEFT_ARM) for points in (1, 2, 3)] == [False, True, True]
    assert [lost((LEFT,) * points, Part.LEFT_ARM) for points in (2, 3)] == [False, True]
    assert not lost((Wound(4, Part.LEFT_LEG),), Part.LEFT_LEG)


@pytest.mark.rule("C3K-W04")
def test_one_point_in_the_head_trebles_the_stun_and_two_kill():
    once = struck([6, 5, 10, 3, 4], options=LOCATIONS)
    assert (once.wound.part, once.turns) == (Part.HEAD, 6)
    again = struck([6, 4, 10], options=LOCATIONS, hit=target(wounds=(Wound(1, Part.HEAD),)))
    assert (again.effect, again.after.killed, again.stun) == (Effect.KILLED, True, None)
    assert struck([6, 6, 10], options=LOCATIONS).effect is Effect.KILLED


@pytest.mark.rule("C3K-W04")
def test_other_parts_kill_by_no_adding_up():
    """Ruling B-D9."""
    assert not any(fatal((Wound(4, part),) * 3) for part in Part if part is not Part.HEAD)


@pytest.mark.rule("C3K-W04")
@pytest.mark.parametrize(
    ("part", "points", "words"),
    [
        (Part.LEFT_LEG, 1, "walk −1 cm"),
        (Part.RIGHT_LEG, 3, "walk −2 cm, leg useless"),
        (Part.LEFT_ARM, 1, "−15 to hit with this arm, its actions take double"),
        (Part.LEFT_ARM, 2, "arm useless"),
        (Part.HEAD, 1, "stun trebled"),
        (Part.BODY, 2, "wounds only"),
    ],
)
def test_effects_have_words(part, points, words):
    assert location_effect(part, points) == words


@pytest.mark.rule("C3K-W09")
@pytest.mark.parametrize(("locations", "percent"), [(False, 40), (True, 35)])
def test_each_point_lowers_aim_or_else_the_arm_does(locations, percent):
    """A point in the body and one in the arm that fires: −10 for both, or by location −15 for the arm."""
    wounds, arms = (Wound(1, Part.BODY), LEFT), frozenset({Part.LEFT_ARM})
    shot = Shot(Profile(), Class.PISTOL, 0, Situation(20), wounds=wounds, arms=arms, locations=locations)
    assert chance_of(shot, TO_HIT).percent == percent


@pytest.mark.rule("C3K-W09")
def test_by_location_only_the_arm_that_fires_counts():
    other = Shot(
        Profile(), Class.PISTOL, 0, Situation(20), wounds=(LEFT,), arms=frozenset({Part.RIGHT_ARM}), locations=True
    )
    assert chance_of(other, TO_HIT).percent == 50


@pytest.mark.rule("C3K-O21", "C3K-W02")
def test_a_stunned_figure_drops_what_it_holds():
    armed = target(weapons=(held(), held("Knife", "205", Hand.STOWED), held("Blaster", "25", Hand.MOUNTED)))
    stunned = struck([7, 6, 5, 5], options=WOUNDS, hit=armed).after
    assert [carried.hand for carried in stunned.weapons] == [Hand.DROPPED, Hand.STOWED, Hand.MOUNTED]
    assert not stunned.weapons[0].hand.ready
    awake = struck([6, 5, 1, 1], options=WOUNDS, hit=armed)
    assert (awake.turns, awake.after.weapons) == (0, armed.figure.weapons)


def test_armour_and_wounds_make_the_profile():
    """Body armour: dexterity −1, reflex −1, walk −2; the powered suit's strength is for close combat."""
    assert profile_of(Figure(armour=("801",)), TABLES) == Profile(dexterity=-1, reflex=-1, walk=3)
    assert profile_of(Figure(armour=("802",)), TABLES) == Profile(dexterity=-1)
    crippled = Figure(armour=("801",), wounds=(Wound(2, Part.LEFT_LEG), Wound(2, Part.RIGHT_LEG)))
    assert profile_of(crippled, TABLES).walk == 0


@settings(deadline=None)
@given(effect=st.integers(-10, 14), options=st.sampled_from([WOUNDS, LOCATIONS]))
def test_chances_with_wounds_add_up(effect, options):
    assert sum(effects(Force(effect), options=options).values()) == 1


@pytest.mark.rule("C3K-W03", "C3K-W04")
def test_the_chance_of_death_with_locations_equals_brute_force():
    """15 or more kills; 12 to 14 in the head do as well, and 11 doesn't."""
    totals = [one + two for one in range(1, 11) for two in range(1, 11)]
    outright = Fraction(sum(total >= 15 for total in totals), 100)
    in_the_head = Fraction(sum(12 <= total <= 14 for total in totals), 1000)
    assert effects(Force(0), options=LOCATIONS)[Effect.KILLED] == outright + in_the_head


@pytest.mark.rule("C3K-V07")
def test_a_robot_that_is_stunned_loses_its_programme():
    robot = target(living=False)
    stunned = strike(Force(0), robot, ScriptedDice([7, 6, 5, 5]), WOUNDS).after
    assert stunned.plight.programme_lost
    assert not strike(Force(0), target(), ScriptedDice([7, 6, 5, 5]), WOUNDS).after.plight.programme_lost
    assert not strike(Force(0), robot, ScriptedDice([6, 5, 1, 1]), WOUNDS).after.plight.programme_lost


def test_without_options_nothing_is_optional():
    assert Options() == options_of(SETTLED({"wounds": "off", "dropped weapons": "off"}))


@pytest.mark.parametrize("force", [Force(0), Force(3, stun=10), Force(2, explosive=True)])
def test_what_counts_as_moot_changes_no_chance(force):
    everything = Options(wounds=True, locations=True, dropped=True)
    armed = target(weapons=(held(),), wounds=(Wound(1, Part.HEAD),))
    chances = exact(lambda dice: strike(force, armed, dice, everything).effect, of=str, moot=MOOT)
    assert chances == effects(force, armed, everything)
