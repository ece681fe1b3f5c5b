"""Launcher fire, grenades and thrown weapons: where they come down, who may throw what (C3K Launcher fire)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.combat3000.aim.hitroll import Aim, Mishap, Roll, sweep, thermite_mishap, throw_to_hit
from bot.systems.combat3000.burst import AIMED_AT, AREA, Spot, deviate, land, under_circle, under_rectangle
from bot.systems.combat3000.figure.sheet import Figure, Memory
from bot.systems.combat3000.fire.declared import (
    check_grenade,
    check_thrown_range,
    check_throws_only,
    largest_calibre,
    throwing_range,
    turns_to_change_target,
)
from bot.systems.combat3000.loading.arming import as_fired, as_thrown, grenade_thrown
from tests.systems.combat3000.targets import TABLES, refusal

WEAPONS, SHELLS, CLOSE = TABLES.weapons, TABLES.shells, TABLES.close


def landed(faces, percent=50, breakdown=2, thermite=False, **how):
    dice = ScriptedDice(faces)
    found = land(throw_to_hit(percent, breakdown, dice, thermite=thermite), dice, **how)
    assert not dice.left
    return found


@pytest.mark.rule("C3K-F31")
def test_a_hit_is_at_the_point_aimed_at():
    assert landed([50]).place == AIMED_AT


@pytest.mark.rule("C3K-F31")
@pytest.mark.parametrize(
    ("die", "words", "place"),
    [
        (1, "under", Spot(over=Fraction(-7))),
        (2, "under", Spot(over=Fraction(-7))),
        (3, "left", Spot(right=Fraction(-7))),
        (4, "right", Spot(right=Fraction(7))),
        (5, "over", Spot(over=Fraction(7))),
        (6, "over", Spot(over=Fraction(7))),
    ],
)
def test_a_miss_deviates(die, words, place):
    missed = landed([51, die, 7])
    assert (missed.deviation.words, missed.place) == (words, place)


@pytest.mark.rule("C3K-F31", "C3K-R06")
def test_a_jam_goes_nowhere():
    jammed = landed([2])
    assert (jammed.roll.result, jammed.place, jammed.deviation) == (Roll.JAM, None, None)


@pytest.mark.rule("C3K-F32")
@pytest.mark.parametrize(
    ("die", "words", "cm"),
    [(1, "below", Fraction(7, 2)), (6, "above", Fraction(7, 2)), (3, "left", 7), (4, "right", 7)],
)
def test_on_a_wall_above_and_below_are_halved(die, words, cm):
    found = deviate(ScriptedDice([die, 7]), vertical=True)
    assert (found.words, found.distance) == (words, cm)


@pytest.mark.rule("C3K-F34")
def test_a_grenade_deviates_by_an_ordinary_die():
    """So that it comes down 6 cm at most beyond where it was thrown."""
    far = exact(lambda dice: deviate(dice, grenade=True).distance, of=lambda cm: cm)
    assert far == {cm: Fraction(1, 6) for cm in range(1, 7)}


@pytest.mark.rule("C3K-F34")
@pytest.mark.parametrize(("strength", "calibre"), [(-5, 1), (0, 1), (1, 2), (3, 2), (4, 3)])
def test_strength_says_which_calibre_can_be_thrown(strength, calibre):
    assert largest_calibre(strength) == calibre


@pytest.mark.rule("C3K-F34")
@pytest.mark.parametrize(("strength", "cm"), [(0, 30), (2, 40), (-1, 25), (-6, 0), (-7, 0)])
def test_strength_says_how_far(strength, cm):
    assert throwing_range(strength) == cm


@pytest.mark.rule("C3K-F34")
def test_grenades_too_large_or_too_far_are_refused():
    check_grenade("Ann", 1, SHELLS["102"], 35)
    with pytest.raises(RuleError, match=r"Ann can throw calibre 1 with strength 0, and Explosive 102 is of calibre 2"):
        check_grenade("Ann", 0, SHELLS["102"], 10)
    with pytest.raises(RuleError, match=r"Ann throws 30 cm with strength 0, and the range is 31 cm"):
        check_grenade("Ann", 0, SHELLS["101"], 31)


@pytest.mark.rule("C3K-F34", "C3K-E09")
def test_what_comes_only_as_a_shell_cannot_be_thrown_nor_a_grenade_launched():
    with pytest.raises(RuleError, match="Armour Piercing 104 comes only as a shell"):
        grenade_thrown(SHELLS["104"])
    with pytest.raises(RuleError, match="MM21 Launcher takes shells of calibre 1, and Thermite Stick 118"):
        as_fired(WEAPONS["20"], SHELLS["118"])
    assert grenade_thrown(SHELLS["101"]).circle == 10


@pytest.mark.rule("C3K-F35")
@pytest.mark.parametrize(("code", "accuracy", "effect"), [("207", -7, -2), ("217", -5, -1), ("218", -10, -2)])
def test_thrown_close_weapons_have_figures_of_their_own(code, accuracy, effect):
    thrown = as_thrown(CLOSE[code])
    assert (thrown.accuracy, thrown.force.effect, thrown.scatters) == (accuracy, effect, False)


@pytest.mark.rule("C3K-F35")
def test_they_fly_as_far_as_grenades_and_others_not_at_all():
    check_thrown_range("Ann", 1, 35)
    with pytest.raises(RuleError, match="Ann throws 35 cm"):
        check_thrown_range("Ann", 1, 36)
    with pytest.raises(RuleError, match="Sword is not for throwing"):
        as_thrown(CLOSE["201"])


@pytest.mark.rule("C3K-F38")
def test_a_grenade_takes_a_hand_and_all_the_strength_of_a_turn():
    check_throws_only("Ann", Figure(), hands_free=1)
    with pytest.raises(RuleError, match="Ann needs a free hand to throw"):
        check_throws_only("Ann", Figure(), hands_free=0)
    with pytest.raises(RuleError, match="Ann has fired this turn"):
        check_throws_only("Ann", Figure(now=Memory("Bob", shot=True)), hands_free=1)


@pytest.mark.rule("C3K-F36")
def test_mortars_take_two_turns_to_change_their_target():
    """M launchers that fire high trajectory only; a howitzer, or a grenade launcher from the shoulder, don't."""
    slow = {code for code, weapon in WEAPONS.items() if turns_to_change_target(weapon)}
    assert slow == {"46", "47", "48"}
    assert turns_to_change_target(WEAPONS["46"]) == 2


@pytest.mark.rule("C3K-F36")
@pytest.mark.parametrize(("code", "nearest"), [("46", 60), ("47", 75), ("48", 100)])
def test_mortars_fire_no_nearer_than(code, nearest):
    assert refusal(code, nearest) == ""
    assert f"can't fire at less than {nearest} cm" in refusal(code, nearest - 1)


@pytest.mark.rule("C3K-H13")
def test_thermite_malfunctions_by_the_unmodified_throw():
    found = [thermite_mishap(thrown) for thrown in (1, 2, 3, 15, 16, 100)]
    assert found == [Mishap.IN_HANDS, Mishap.IN_HANDS, Mishap.DUD, Mishap.DUD, None, None]


@pytest.mark.rule("C3K-H13")
def test_a_malfunction_goes_before_hit_miss_and_jam():
    in_hands = landed([2], percent=90, thermite=True)
    assert (in_hands.roll.mishap, in_hands.place) == (Mishap.IN_HANDS, None)
    assert landed([15], percent=5, breakdown=0, thermite=True).roll.mishap is Mishap.DUD
    assert landed([16], percent=90, thermite=True).place == AIMED_AT


@pytest.mark.rule("C3K-F30", "C3K-R06")
def test_only_the_first_throw_of_a_burst_can_jam():
    aims = (Aim("A", 50), Aim("B", 20), Aim("C", 50))
    rolls = sweep(aims, 2, ScriptedDice([3, 2, 51]))
    assert [roll.result for roll in rolls] == [Roll.HIT, Roll.HIT, Roll.MISS]
    (jammed,) = sweep(aims, 2, ScriptedDice([2]))
    assert jammed.result is Roll.JAM


@pytest.mark.rule("C3K-F30", "C3K-F29")
def test_the_chances_under_an_area_of_fire():
    """The second figure is hit by its whole chance, unless the first throw jammed."""

    def second(dice):
        rolls = sweep((Aim("A", 50), Aim("B", 20)), 2, dice)
        return len(rolls) > 1 and rolls[1].result is Roll.HIT

    assert exact(second, of=bool)[True] == Fraction(98, 100) * Fraction(20, 100)


@pytest.mark.rule("C3K-F29")
@given(percent=st.integers(-60, 160), breakdown=st.integers(0, 10))
def test_the_chance_of_a_hit_is_what_the_jams_leave(percent, breakdown):
    chances = exact(lambda dice: throw_to_hit(percent, breakdown, dice).result, of=lambda roll: roll)
    hit = max(0, min(percent, 100) - breakdown)
    assert chances.get(Roll.HIT, 0) == Fraction(hit, 100)
    assert chances.get(Roll.JAM, 0) == Fraction(breakdown, 100)
    assert sum(chances.values()) == 1


@pytest.mark.rule("C3K-F30")
@pytest.mark.parametrize(
    ("over", "right", "inside"), [(10, Fraction(15, 4), True), (-10, 0, True), (11, 0, False), (0, 4, False)]
)
def test_the_template_of_area_fire_is_seven_and_a_half_by_twenty(over, right, inside):
    assert under_rectangle(AREA, AIMED_AT, Spot(Fraction(over), Fraction(right))) is inside


@pytest.mark.rule("C3K-F30")
@pytest.mark.parametrize(
    ("over", "right", "inside"),
    [
        (14, Fraction(-3), True),
        (15, Fraction(-3), False),
        (-6, Fraction(-3), True),
        (-7, Fraction(-3), False),
        (4, Fraction(3, 4), True),
        (4, 1, False),
        (4, Fraction(-27, 4), True),
        (4, -7, False),
    ],
)
def test_a_rectangle_reaches_as_far_from_wherever_it_came_down(over, right, inside):
    """4 over and 3 left of the aim: 10 cm each way along, 3¾ to each side."""
    assert under_rectangle(AREA, Spot(Fraction(4), Fraction(-3)), Spot(Fraction(over), Fraction(right))) is inside


@pytest.mark.rule("C3K-F33")
def test_who_lies_under_a_circle():
    """A circle of 10 cm that came down 3 over and 4 left of the aim reaches back to it, and not 1 cm beyond."""
    centre = Spot(Fraction(3), Fraction(-4))
    assert under_circle(10, centre.cm_from(AIMED_AT))
    assert not under_circle(10, centre.cm_from(Spot(over=Fraction(-1))))
