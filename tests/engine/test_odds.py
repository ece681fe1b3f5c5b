from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.engine.odds import (
    UNDECIDED,
    TooManyBranchesError,
    chances_to_hurt,
    exact,
    imagined_odds,
    order_odds,
    taken_for_granted,
    totals,
)
from bot.engine.system import Field, InTwoSteps, Kind, Odds, Order, Outcome, Scene, Unit


def test_two_dice():
    assert totals(2, 6) == (
        (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1),
    )  # fmt: skip


class Told:
    """Dice whose totals are told."""

    def __init__(self, totals):
        self.totals = iter(totals)

    def roll(self, count, sides=6, *, why):
        return next(self.totals)


def attack(dice):
    """To hit on 8+, then damage, then for little damage a die: branches of different depth."""
    if dice.roll(2, why="hit") < 8:
        return "miss"
    damage = dice.roll(2, why="damage")
    if damage <= 7:
        return "out" if dice.roll(1, why="out") == 6 else "light"
    return "dead" if damage == 12 else "serious"


def test_branches_equal_brute_force():
    brute = Counter()
    for a, b, c, d, e in product(range(1, 7), repeat=5):
        brute[attack(Told((a + b, c + d, e)))] += 1
    chances = exact(attack, of=lambda outcome: outcome)
    assert chances == {outcome: Fraction(count, 6**5) for outcome, count in brute.items()}


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 8)), max_size=3))
def test_chances_add_up_to_one(throws):
    chances = exact(lambda dice: sum(dice.roll(n, s, why="x") for n, s in throws), of=lambda total: total)
    assert sum(chances.values()) == 1


def test_folding_equals_throwing_one_after_another():
    def folded(dice):
        return dice.fold(range(4), 0, lambda d, hits, _: hits + (d.roll(1, why="x") > 4))

    def thrown(dice):
        return sum(dice.roll(1, why="x") > 4 for _ in range(4))

    assert exact(folded, of=int) == exact(thrown, of=int)
    assert exact(folded, of=int)[2] == Fraction(24, 81)


def test_folds_of_one_key_are_worked_out_once():
    asked = []

    def step(dice, hits, _):
        asked.append(hits)
        return hits + (dice.roll(1, why="x") > 4)

    def twice(dice):
        return sum(dice.fold((1,), 0, step, "six-sided") for _ in range(2))

    assert exact(twice, of=int) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert len(asked) == 6


@pytest.mark.parametrize("options", ["a", "ab", "abc"])
def test_picking_is_even(options):
    chances = exact(lambda dice: dice.pick(options, why="who"), of=str)
    assert chances == dict.fromkeys(options, Fraction(1, len(options)))


def until_six(dice):
    throws = 1
    while dice.roll(1, why="six") != 6:
        throws += 1
    return throws


def test_an_open_end_is_undecided_past_the_depth():
    chances = exact(until_six, of=lambda throws: throws, most_throws=3)
    assert chances == {
        1: Fraction(1, 6),
        2: Fraction(5, 36),
        3: Fraction(25, 216),
        UNDECIDED: Fraction(125, 216),
    }


def test_an_open_end_inside_a_fold_is_undecided_too():
    def folded(dice):
        return dice.fold((1, 2), 0, lambda d, total, _: total + until_six(d))

    chances = exact(folded, of=lambda total: total, most_throws=2)
    assert sum(chances.values()) == 1
    assert chances[UNDECIDED] == 1 - Fraction(11, 36) ** 2


def test_too_many_branches_are_refused():
    with pytest.raises(TooManyBranchesError):
        exact(lambda dice: dice.roll(2, why="x"), of=int, most_work=10)


def test_branches_inside_folds_are_counted_too():
    """Who of twenty fails, one after the other: a million states, and not all of them are walked through."""
    tried = 0

    def one_more(dice, failed, person):
        nonlocal tried
        tried += 1
        return failed + ((person,) if dice.roll(2, why="morale") > 7 else ())

    with pytest.raises(TooManyBranchesError):
        exact(lambda dice: dice.fold(range(20), (), one_more), of=tuple, most_work=1_000)
    assert tried <= 1_000


def test_throws_on_a_branch_are_work_too():
    """A hundred throws on the way to each of eleven branches: as long to wait for as a thousand branches."""
    tried = 0

    def one_of_many(dice):
        nonlocal tried
        tried += 1
        for name in range(99):
            dice.pick("a", why=f"{name}")
            dice.roll(0, why=f"{name}")
        return dice.roll(2, why="x")

    assert len(exact(one_of_many, of=int, most_work=11 * 101)) == 11
    tried = 0
    with pytest.raises(TooManyBranchesError):
        exact(one_of_many, of=int, most_work=1_000)
    assert tried == 10


def test_what_an_order_shows_besides_its_outcomes_comes_last():
    sides = Field("sides", Kind.WHOLE, 2, low=2, high=20)

    def toss(scene, values, dice):
        return Outcome({}, dice.roll(1, values["sides"], why="toss"))

    odds = Odds(str, ("2",), (), lambda values: Scene({}), besides=lambda scene, values: [("a half", Fraction(1, 2))])
    order = Order("toss", (), (sides,), toss, None, odds)
    third = Fraction(1, 3)
    listed = [("2", third), ("1", third), ("3", third), ("a half", Fraction(1, 2))]
    assert imagined_odds(order, {"sides": 3}, {}) == listed
    plain = replace(order, odds=Odds(str, ("2",), (), lambda values: Scene({})))
    assert imagined_odds(plain, {}, {}) == [("2", Fraction(1, 2)), ("1", Fraction(1, 2))]


def test_moot_throws_do_not_branch():
    """A die that nothing hangs on: the chances are the same, each total a branch, a throw, a fold and two steps."""

    def resolve(dice):
        made = dice.roll(2, why="to hit") >= 8
        dice.fold((1, 2), 0, lambda within, so_far, _: so_far + within.roll(1, why="for how long"))
        return made

    whole = exact(resolve, of=bool)
    assert exact(resolve, of=bool, moot=frozenset({"for how long"}), most_work=11 * 5) == whole
    with pytest.raises(TooManyBranchesError):
        exact(resolve, of=bool, most_work=11 * 5)


def test_a_moot_choice_is_the_first_and_the_only_one_of_one_is_no_branch():
    def resolve(dice):
        return dice.pick("abc", why="who"), dice.pick("d", why="the one"), dice.pick("ef", why="where")

    assert exact(resolve, of=str, moot=frozenset({"who"}), most_work=9) == {
        "('a', 'd', 'e')": Fraction(1, 2),
        "('a', 'd', 'f')": Fraction(1, 2),
    }


@pytest.mark.parametrize(
    ("people", "told"),
    [(("Ann", "Bob"), "This throws so many dice"), (("Ann", "Bob", "Cid"), "So many people take part")],
)
def test_where_there_are_no_odds_it_is_for_the_people_only_where_there_are_more_than_two(people, told):
    def endless(scene, values, dice):
        return Outcome({}, sum(dice.roll(6, why=f"throw {number}") for number in range(6)))

    odds = Odds(str, (), (), lambda _: Scene({}), most_work=50)
    order = Order("throw", (), (), endless, lambda *_: None, odds)
    scene = Scene({"name": tuple(Unit(name, "", 0) for name in people[:1])}, present=dict.fromkeys(people[1:], 0))
    with pytest.raises(RuleError, match=told):
        order_odds(order, scene, {})


def test_what_odds_by_plain_values_take_for_granted():
    """Whatever was not said of the people made up, but for what is not so, or has no default."""
    made_up = (
        Field("armour", Kind.TEXT, "none"),
        Field("skill", Kind.WHOLE, 0, low=-9, high=9),
        Field("robot", Kind.FLAG, default=False),
        Field("weapon", Kind.TEXT),
        Field("ammunition", Kind.TEXT, ""),
    )
    odds = Odds(str, (), made_up, lambda _: Scene({}))
    order = Order("fire", (), (), lambda *_: Outcome({}, ""), lambda *_: None, odds)
    assert taken_for_granted(order, {}) == {"armour": "none", "skill": 0}
    assert taken_for_granted(order, {"values": "skill 2"}) == {"armour": "none"}


def test_what_needs_no_dice_is_worked_out_once_for_all_branches():
    """The same chances as in one step, and a refusal of the first step comes as one."""
    prepared = []

    def prepare(scene, values):
        if values["needed"] > 12:
            raise RuleError("No throw reaches that.")
        prepared.append(values["needed"])
        return lambda dice: Outcome({}, dice.roll(2, why="throw") >= values["needed"])

    def in_one(scene, values, dice):
        return Outcome({}, dice.roll(2, why="throw") >= values["needed"])

    needed = Field("needed", Kind.WHOLE, 8, low=2, high=20)
    odds = Odds(lambda made: "made" if made else "missed", ("made", "missed"), (), lambda _: Scene({}))
    order = Order("check", (), (needed,), InTwoSteps(prepare), lambda *_: None, odds)
    chances = [("made", Fraction(15, 36)), ("missed", Fraction(21, 36))]
    assert imagined_odds(order, {}, {}) == chances
    assert imagined_odds(replace(order, resolve=in_one), {}, {}) == chances
    assert prepared == [8]
    with pytest.raises(RuleError, match="No throw reaches that"):
        imagined_odds(order, {"needed": 13}, {})


@pytest.mark.parametrize(("most_work", "chance"), [(None, Fraction(1, 6**2)), (1_000, Fraction(1, 6**2)), (10, None)])
def test_how_likely_somebody_is_hurt_is_worked_out_as_far_as_the_orders_odds_are(most_work, chance):
    """Two sixes hurt Ann; an order without odds has as many branches as one that says nothing of them."""

    def throw(scene, values, dice):
        hurt = [dice.roll(1, why=f"throw {number}") for number in range(2)] == [6, 6]
        return Outcome({"Ann": "hurt"} if hurt else {}, "")

    odds = Odds(str, (), (), lambda _: Scene({}), most_work=most_work) if most_work else None
    order = Order("throw", (), (), throw, lambda *_: None, odds)
    assert chances_to_hurt(order, Scene({}), {}, [Unit("Ann", "", "whole")]) == [("Ann", chance)]
