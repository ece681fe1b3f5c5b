"""Morale: who checks, in what order, what changes a morale value, and what failing does."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import LiveDice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.ahl.fire.combat import Firer, fire
from bot.systems.ahl.morale.checks import (
    MORALE,
    Cause,
    Checker,
    Leader,
    check_morale,
    in_order,
    nerve_after,
    rallied,
    rally,
    spared,
)
from bot.systems.ahl.sheet.character import Being, Character, Condition, Nerve
from tests.systems.ahl.people import BOOK, WEAPONS, armed, situation, target

# The book's example: officer 3 with +2 and NCO 2 with +3 lead a party across covering fire.
OFFICER = Character(rank="O3", morale=8, leadership=2)
NCO = Character(rank="N2", morale=8, leadership=3)
ENLISTED = Character(rank="E1", morale=7)


def checker(name, character=ENLISTED, side="", **more):
    return Checker(name, side, character, **more)


def checks(faces, *checkers, cause=Cause.CASUALTY, **more):
    dice = ScriptedDice(faces)
    morale = check_morale(checkers, cause, MORALE, dice, **more)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return morale


def needs(morale):
    return {checked.checker.name: checked.needed for checked in morale.checked}


def dms(checked):
    return [(modifier.dm, modifier.label, modifier.rule) for modifier in checked.modifiers]


@pytest.mark.rule("AHL-18Ca")
@pytest.mark.parametrize(("faces", "failed"), [([3, 4], ()), ([4, 4], ("Kerr",)), ([1, 1], ()), ([6, 6], ("Kerr",))])
def test_at_or_under_the_morale_passes(faces, failed):
    assert checks(faces, checker("Kerr")).failed == failed


@pytest.mark.rule("AHL-18Ca")
@pytest.mark.parametrize(("value", "chance"), [(12, 1), (1, 0), (2, Fraction(1, 36)), (7, Fraction(7, 12))])
def test_no_throw_of_its_own_passes_or_fails(value, chance):
    """Ruling R-123: 12 can't be thrown over, 1 can't be thrown under."""
    people = [checker("Kerr", Character(morale=value))]
    found = exact(lambda dice: check_morale(people, Cause.CASUALTY, MORALE, dice), of=lambda morale: not morale.failed)
    assert found.get(True, 0) == chance


@pytest.mark.rule("AHL-18Cd", "AHL-23c", "AHL-12B1a")
def test_wounds_and_darkness_lower_morale():
    hurt = Character(morale=9, light_wounds=2)
    [checked] = checks([3, 3], checker("Kerr", hurt, dark=True)).checked
    assert dms(checked) == [(-2, "2 light wounds", "AHL 12.B.1"), (-1, "darkness", "AHL 23")]
    assert checked.needed == 6
    assert checked.passed


def test_a_stun_lowers_morale_as_a_light_wound_does():
    """17.C.2, ruling R-116."""
    [checked] = checks([3, 4], checker("Kerr", Character(morale=8, light_wounds=1, stunned=2))).checked
    assert dms(checked) == [(-1, "light wound", "AHL 12.B.1"), (-1, "stun", "AHL 17.C.2")]
    assert not checked.passed


def test_the_referees_dm_has_its_reason():
    [checked] = checks([4, 4], checker("Kerr", dm=1, because="fanatic")).checked
    assert dms(checked) == [(1, "referee: fanatic", "referee")]
    assert checked.passed


@pytest.mark.rule("AHL-18Cb", "AHL-18Cc")
def test_the_books_example():
    """The officer fails: −2 for the NCO, who passes: −2 and +3 for the others, a net +1."""
    people = [checker("E", ENLISTED), checker("N", NCO), checker("O", OFFICER)]
    morale = checks([4, 5, 3, 3, 4, 4], *people, cause=Cause.EXPOSURE)
    officer, nco, enlisted = morale.checked
    assert dms(officer) == []
    assert dms(nco) == [(-2, "O fails", "AHL 18.C")]
    assert dms(enlisted) == [(-2, "O fails", "AHL 18.C"), (3, "N passes", "AHL 18.C")]
    assert needs(morale) == {"O": 8, "N": 6, "E": 8}
    assert morale.failed == ("O",)


@pytest.mark.rule("AHL-18Cc")
def test_a_leader_helps_neither_themselves_nor_a_higher_rank():
    plain_officer = Character(rank="O1", morale=7)
    morale = checks([1, 1, 1, 1], checker("N", NCO), checker("O", plain_officer))
    assert needs(morale) == {"O": 7, "N": 8}


@pytest.mark.rule("AHL-18Cb")
def test_a_leader_counts_for_friends_in_their_sight_only():
    people = [checker("O", OFFICER, "Marines"), checker("E", ENLISTED, "Marines"), checker("V", ENLISTED, "Vargr")]
    assert needs(checks([1, 1] * 3, *people)) == {"O": 8, "E": 9, "V": 7}
    hidden = checks([1, 1] * 3, *people, sees=lambda leader, follower: (leader, follower) != ("O", "E"))
    assert needs(hidden) == {"O": 8, "E": 7, "V": 7}


@pytest.mark.rule("AHL-18Cb")
def test_a_leader_who_does_not_check_changes_nothing():
    assert needs(checks([1, 1], checker("E"))) == {"E": 7}


@pytest.mark.rule("AHL-18A5")
def test_one_check_for_each_occurrence_until_one_fails():
    [checked] = checks([1, 1, 6, 6], checker("E", times=3)).checked
    assert (checked.failed_on, checked.throws) == (2, 2)
    [checked] = checks([1, 1, 3, 4, 2, 2], checker("E", times=3)).checked
    assert (checked.failed_on, checked.throws) == (0, 3)


@pytest.mark.rule("AHL-18A5", "AHL-18Cb")
def test_a_leader_must_pass_all_their_checks_to_add():
    people = [checker("O", OFFICER, times=2), checker("E", ENLISTED)]
    assert needs(checks([1, 1, 2, 2, 1, 1], *people))["E"] == 9
    assert needs(checks([1, 1, 6, 6, 1, 1], *people))["E"] == 5


@pytest.mark.rule("AHL-18Ba")
def test_officers_then_ncos_then_all_others_by_number():
    """Those without a rank come last, as they were named."""
    named = ["", "E5", "T1", "A4", "N2", "O2", "R2", "W3", "O1", ""]
    people = [checker(str(index), Character(rank=rank)) for index, rank in enumerate(named)]
    order = in_order(people, ScriptedDice([]))
    assert [person.character.rank for person in order] == ["O1", "O2", "N2", "W3", "T1", "R2", "A4", "E5", "", ""]
    assert [person.name for person in order][-2:] == ["0", "9"]


def test_each_side_checks_by_itself():
    people = [checker("a", Character(rank="E1"), "A"), checker("b", Character(rank="O1"), "B")]
    assert [person.name for person in in_order(people, ScriptedDice([]))] == ["a", "b"]


@pytest.mark.rule("AHL-18Ba")
def test_equal_ranks_check_at_random():
    """Ruling R-118: the warrant officer 1 and the NCO 1, each first in half of all cases."""
    people = [checker("W", Character(rank="W1", leadership=2)), checker("N", Character(rank="N1"))]
    first = exact(lambda dice: in_order(people, dice)[0].name, of=str)
    assert first == {"W": Fraction(1, 2), "N": Fraction(1, 2)}
    assert needs(checks([2, 1, 1, 1, 1], *people)) == {"N": 7, "W": 7}
    assert needs(checks([1, 1, 1, 1, 1], *people)) == {"W": 7, "N": 9}


def test_no_die_is_thrown_for_an_order_that_changes_nothing():
    people = [checker("a"), checker("b"), checker("c")]
    assert [person.name for person in in_order(people, ScriptedDice([]))] == ["a", "b", "c"]


STEADY, HALTED, FLEEING, COWERING = Nerve.STEADY, Nerve.HALTED, Nerve.FLEEING, Nerve.COWERING


@pytest.mark.rule("AHL-18A1a", "AHL-18A1b", "AHL-18Da")
@pytest.mark.parametrize(("faces", "nerve"), [([6, 6], HALTED), ([1, 1], STEADY)])
def test_exposure_halts(faces, nerve):
    morale = checks(faces, checker("E"), cause=Cause.EXPOSURE)
    assert morale.after(morale.checked[0]).nerve is nerve


@pytest.mark.rule("AHL-18A2", "AHL-18Db")
@pytest.mark.parametrize(("faces", "nerve"), [([6, 6], HALTED), ([1, 1], STEADY)])
def test_moving_adjacent_halts(faces, nerve):
    morale = checks(faces, checker("E"), cause=Cause.ADJACENT)
    assert morale.after(morale.checked[0]).nerve is nerve


@pytest.mark.rule("AHL-18A3", "AHL-18A4", "AHL-18Dc")
@pytest.mark.parametrize("cause", [Cause.CASUALTY, Cause.SURPRISE])
@pytest.mark.parametrize(("faces", "nerve"), [([6, 6], FLEEING), ([1, 1], STEADY)])
def test_casualties_and_surprise_make_flee(cause, faces, nerve):
    morale = checks(faces, checker("E"), cause=cause)
    assert morale.after(morale.checked[0]).nerve is nerve


@pytest.mark.rule("AHL-18Dc")
@pytest.mark.parametrize(
    ("before", "cause", "passed", "after"),
    [
        (HALTED, Cause.ADJACENT, True, STEADY),
        (HALTED, Cause.CASUALTY, True, HALTED),
        (HALTED, Cause.CASUALTY, False, FLEEING),
        (FLEEING, Cause.CASUALTY, True, FLEEING),
        (FLEEING, Cause.EXPOSURE, False, FLEEING),
        (COWERING, Cause.CASUALTY, False, COWERING),
        (COWERING, Cause.SURPRISE, True, COWERING),
    ],
)
def test_panic_ends_by_a_rally_alone(before, cause, passed, after):
    assert nerve_after(before, cause, passed=passed) is after


@pytest.mark.rule("AHL-20b")
def test_who_makes_no_check():
    assert "blobs never check" in spared(Character(being=Being.BLOB, life_level=4))
    assert [spared(Character(condition=out)) for out in Condition] == [
        "",
        "is unconscious",
        "is seriously wounded",
        "is dead",
    ]
    assert spared(Character(nerve=COWERING), Cause.CASUALTY) == ""
    assert "goes nowhere" in spared(Character(nerve=COWERING), Cause.ADJACENT)


def test_robots_check_as_everybody_does():
    assert spared(Character(being=Being.WARBOT), Cause.CASUALTY) == ""
    assert checks([4, 4], checker("R1", Character(being=Being.WARBOT, rank="R1"))).failed == ("R1",)


@pytest.mark.rule("AHL-18Dc")
@pytest.mark.parametrize("nerve", [FLEEING, COWERING])
def test_the_panicked_do_not_fire(nerve):
    with pytest.raises(RuleError, match=f"Kerr is {nerve} and cannot fire: see /morale rally"):
        fire(BOOK, Firer("Kerr", armed(nerve=nerve)), target(), WEAPONS["Carbine"], situation(), ScriptedDice([]))


@pytest.mark.rule("AHL-18Dd")
def test_a_leader_in_the_square_helps_to_rally():
    """Morale 7 and the leader's 2 need 9 or less: 30 of 36. Without them 21 of 36."""
    coward = Character(morale=7, nerve=COWERING)

    def chance(*leaders):
        people = [checker("E", coward)]
        return exact(lambda dice: rally(people, leaders, MORALE, dice)[0], of=lambda checked: rallied(checked).nerve)

    assert chance(Leader("N", "", 2)) == {STEADY: Fraction(30, 36), COWERING: Fraction(6, 36)}
    assert chance() == {STEADY: Fraction(21, 36), COWERING: Fraction(15, 36)}
    assert chance(Leader("N", "enemy", 2)) == chance()
    assert chance(Leader("E", "", 2)) == chance()


@pytest.mark.rule("AHL-18Dd", "AHL-18De")
@pytest.mark.parametrize(("best_only", "needed"), [(False, 13), (True, 11)])
def test_every_leader_helps_whatever_their_rank(best_only, needed):
    """Ruling R-121 and its option, for an officer whom two NCOs help."""
    officer = Character(rank="O1", morale=8, nerve=COWERING)
    leaders = (Leader("N1", "", 2), Leader("N2", "", 3))
    [checked] = rally([checker("O", officer)], leaders, MORALE, ScriptedDice([6, 5]), best_only=best_only)
    assert checked.needed == needed
    assert checked.passed


def brute_force():
    """The book's example over all 46,656 ways of six dice: officer 8, NCO 8, enlisted 7; who fails."""
    ways = {}
    for faces in product(range(1, 7), repeat=6):
        officer, nco, enlisted = sum(faces[:2]), sum(faces[2:4]), sum(faces[4:])
        officer_holds = officer <= 8
        led = 2 if officer_holds else -2
        nco_holds = nco <= 8 + led
        led += 3 if nco_holds else -3
        held = (officer_holds, nco_holds, enlisted <= 7 + led)
        ways[held] = ways.get(held, 0) + 1
    return {held: Fraction(number, 6**6) for held, number in ways.items()}


def test_the_odds_are_those_of_every_throw():
    people = [checker("O", OFFICER), checker("N", NCO), checker("E", ENLISTED)]
    found = exact(
        lambda dice: check_morale(people, Cause.CASUALTY, MORALE, dice),
        of=lambda morale: tuple(checked.passed for checked in morale.checked),
    )
    assert found == brute_force()


characters = st.builds(
    Character,
    rank=st.sampled_from(["", "O1", "O2", "W1", "N1", "E1"]),
    morale=st.integers(0, 14),
    leadership=st.integers(0, 4),
    light_wounds=st.integers(0, 3),
)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(characters, st.integers(1, 3), st.booleans()), min_size=1, max_size=3))
def test_chances_add_up_and_everybody_checks(drawn):
    people = [
        checker(str(index), character, times=times, dark=dark) for index, (character, times, dark) in enumerate(drawn)
    ]
    odds = exact(lambda dice: check_morale(people, Cause.SURPRISE, MORALE, dice), of=lambda morale: morale)
    assert sum(odds.values()) == 1
    assert all({checked.checker for checked in morale.checked} == set(people) for morale in odds)


def test_lines_of_sight_are_asked_for_leaders_alone():
    """A crowd of 100 has ten thousand pairs, and one leader: nobody asks whom the others see."""
    asked = []
    people = [checker("O", OFFICER), *(checker(f"E{number}") for number in range(20))]
    morale = check_morale(
        people, Cause.CASUALTY, MORALE, LiveDice(bytes(32), 0), lambda leader, _: not asked.append(leader)
    )
    assert len(morale.checked) == 21
    assert set(asked) == {"O"}
