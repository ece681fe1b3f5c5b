"""Stunning weapons, dropped weapons, and stun marks (C3K Weapons, Weapon damage, Record sheets)."""

from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.figure.sheet import Figure, Hand, Plight, Working, Wound
from bot.systems.combat3000.figure.state import damage, drop, stun, throw_fallen
from bot.systems.combat3000.hit.figures import Effect, strike
from bot.systems.combat3000.hit.plights import end_turn, helpless
from bot.systems.combat3000.loading.arming import as_fired
from bot.systems.combat3000.options import BASIC, Options
from tests.systems.combat3000.targets import TABLES, WOUNDS, effects, held, struck, target

STUNNER = as_fired(TABLES.weapons["52"]).force
PHASER_STUN = as_fired(TABLES.weapons["34"], setting="stun").force
DROPPED = Options(dropped=True)


@pytest.mark.rule("C3K-H16")
@pytest.mark.parametrize(("force", "die", "turns"), [(STUNNER, 10, 100), (STUNNER, 1, 10), (PHASER_STUN, 6, 60)])
def test_what_would_kill_stuns_instead(force, die, turns):
    result = strike(force, target(), ScriptedDice([6, 6, die]), BASIC)
    assert (result.effect, result.turns, result.after.stunned, result.after.killed) == (
        Effect.STUNNED,
        turns,
        turns,
        False,
    )


@pytest.mark.rule("C3K-H16")
def test_with_wounds_what_would_wound_stuns_too():
    result = strike(STUNNER, target(), ScriptedDice([6, 5, 3]), WOUNDS)
    assert (result.effect, result.turns, result.after.wounds) == (Effect.STUNNED, 30, ())
    assert strike(STUNNER, target(), ScriptedDice([5, 5]), WOUNDS).effect is Effect.NONE


@pytest.mark.rule("C3K-H16", "C3K-H14")
def test_the_referee_may_let_a_phaser_set_to_stun_kill():
    """Ruling B-F29: a killing throw, with wounds 15 or more; a stunner never kills."""
    may_kill = Options(wounds=True, phasers_kill=True)
    assert effects(PHASER_STUN, options=may_kill)[Effect.KILLED] == Fraction(21, 100)
    assert effects(PHASER_STUN, options=may_kill)[Effect.STUNNED] == Fraction(34, 100)
    assert effects(PHASER_STUN, options=WOUNDS)[Effect.STUNNED] == Fraction(55, 100)
    assert Effect.KILLED not in effects(STUNNER, options=may_kill)


@pytest.mark.rule("C3K-H14")
def test_a_phaser_set_to_kill_kills():
    force = as_fired(TABLES.weapons["35"], setting="kill").force
    assert strike(force, target(), ScriptedDice([4, 4]), BASIC).effect is Effect.KILLED


@pytest.mark.rule("C3K-O20")
def test_marks_are_struck_out_one_a_turn():
    """Those of this turn last from the next one on: of 3 old marks and 20 new ones, an old one goes first."""
    figure = stun(Figure(stunned=3), 20)
    left = []
    for _ in range(25):
        left.append(figure.stunned)
        figure = end_turn(figure)
    assert left == [*range(23, -1, -1), 0]


@pytest.mark.rule("C3K-O20", "C3K-W02")
def test_the_present_turn_does_not_count():
    """Stunned twice for a turn, in a turn in which nothing was left from before."""
    figure = stun(stun(Figure(), 1), 1)
    assert [figure.stunned, end_turn(figure).stunned, end_turn(end_turn(figure)).stunned] == [2, 2, 1]


@pytest.mark.rule("C3K-O21")
def test_both_hands_let_go():
    figure = Figure(weapons=(held("A", "28", Hand.LEFT), held("B", "28", Hand.RIGHT), held("C", "28", Hand.STOWED)))
    assert [carried.hand for carried in stun(figure, 1).weapons] == [Hand.DROPPED, Hand.DROPPED, Hand.STOWED]
    assert stun(figure, 0) == figure
    assert drop(Figure()) == Figure()


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (Figure(), ""),
        (Figure(killed=True), "killed"),
        (Figure(stunned=1), "stunned"),
        (Figure(stunned=1, plight=Plight(frozen=2)), "frozen in time"),
        (Figure(plight=Plight(webbed=True)), "caught in a web"),
        (Figure(plight=Plight(programme_lost=True)), "without a programme"),
        (Figure(plight=Plight(vision="does nothing")), "lost in visions"),
        (Figure(plight=Plight(vision="moves at random")), ""),
    ],
)
def test_who_can_do_nothing(figure, words):
    assert helpless(figure) == words


@pytest.mark.rule("C3K-W05")
@pytest.mark.parametrize(
    ("explosive", "results"),
    [(False, "works works works works damaged ruined"), (True, "works works damaged damaged ruined ruined")],
)
def test_the_table_of_dropped_weapons(explosive, results):
    """Other fire: 5 damages, 6 destroys; explosive: 3 and 4 damage, 5 and 6 destroy."""
    assert " ".join(damage(score, explosive=explosive) for score in range(1, 7)) == results


@pytest.mark.rule("C3K-W05")
@pytest.mark.parametrize(("explosive", "working"), [(False, Working.WORKS), (True, Working.DAMAGED)])
def test_whoever_is_killed_drops_their_weapon_on_the_table(explosive, working):
    armed = target(weapons=(held(), held("Knife", "205", Hand.STOWED)))
    result = struck([6, 6, 4], options=DROPPED, hit=armed, explosive=explosive)
    rifle, knife = result.after.weapons
    assert (rifle.hand, rifle.working, knife.working) == (Hand.DROPPED, working, Working.WORKS)
    assert [each.check.total for each in result.dropped] == [4]


@pytest.mark.rule("C3K-W05")
def test_the_wounded_drop_theirs_when_they_are_stunned():
    both = Options(wounds=True, dropped=True)
    result = struck([7, 6, 5, 5, 6], options=both, hit=target(weapons=(held(),)))
    assert (result.wound, result.after.weapons[0].working) == (Wound(3), Working.RUINED)


@pytest.mark.rule("C3K-W05")
def test_the_dice_for_dropped_weapons_are_an_option():
    assert struck([6, 6], hit=target(weapons=(held(),))).after.weapons[0].working is Working.WORKS


@pytest.mark.rule("C3K-W05")
@pytest.mark.parametrize(("cm", "added"), [(5, 0), (9, 0), (10, 1), (14, 1), (15, 2), (20, 3), (25, 3), (100, 3)])
def test_a_longer_fall_adds_one_for_five_cm(cm, added):
    assert throw_fallen(held(), cm, ScriptedDice([1])).check.dm == added


@pytest.mark.rule("C3K-W05")
def test_below_five_cm_nothing_is_thrown():
    fallen = throw_fallen(held(), 4, ScriptedDice([]))
    assert (fallen.check, fallen.after) == (None, held())
    odds = exact(lambda dice: throw_fallen(held(), 5, dice).after.working, of=lambda working: working)
    assert odds == {Working.WORKS: Fraction(4, 6), Working.DAMAGED: Fraction(1, 6), Working.RUINED: Fraction(1, 6)}


def test_a_fall_mends_nothing():
    assert throw_fallen(held(working=Working.JAMMED), 5, ScriptedDice([1])).after.working is Working.JAMMED
