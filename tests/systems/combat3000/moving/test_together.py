"""Moves that are made at the same time, square by square (C3K The game turn, ruling B-M12)."""

from fractions import Fraction

import pytest

from bot.deck.plan import at_of, named
from bot.systems.combat3000.moving.moved import Went
from bot.systems.combat3000.moving.rates import Ground
from bot.systems.combat3000.moving.together import together

SIDES = {"Ann": "Red", "Sue": "Red", "Bob": "Blue", "Eve": "Blue"}


def hostile(one, other):
    return SIDES[one] != SIDES[other]


def go(name, *squares, most=9, gait="walk"):
    path = tuple(map(at_of, squares))
    return Went(name, gait, Ground.LEVEL, Fraction(3, 2) * max(0, len(path) - 1), Fraction(most), path=path)


def gone(*moves, **standing):
    people = {name: at_of(square) for name, square in standing.items()}
    people |= {each.name: each.path[0] for each in moves if each.path and each.name not in people}
    found = together(moves, people, hostile)
    return {each.name: (named(each.path[-1]) if each.path else "", each.met) for each in found}, found


@pytest.mark.rule("C3K-M12")
@pytest.mark.parametrize(
    ("moves", "standing", "ends"),
    [
        # Friends pass each other; enemies who would change places stop where they are, and meet.
        ([go("Ann", "A1", "B1", "C1"), go("Sue", "C1", "B1", "A1")], {}, {"Ann": ("C1", ""), "Sue": ("A1", "")}),
        ([go("Ann", "A1", "B1"), go("Bob", "B1", "A1")], {}, {"Ann": ("A1", "Bob"), "Bob": ("B1", "Ann")}),
        # Of two who come into one square the one whose move came later stops before it.
        ([go("Ann", "A1", "B1", "C1"), go("Bob", "C1", "B1", "A1")], {}, {"Ann": ("B1", "Bob"), "Bob": ("C1", "Ann")}),
        # Whoever is faster is there first.
        (
            [go("Ann", "A1", "B1", "C1", most=3), go("Bob", "C1", "B1", "A1", most=9)],
            {},
            {"Ann": ("A1", "Bob"), "Bob": ("B1", "Ann")},
        ),
        # Upon one who stands there they come as well, a friend alone is walked past.
        ([go("Ann", "A1", "B1", "C1")], {"Bob": "B1"}, {"Ann": ("A1", "Bob")}),
        ([go("Ann", "A1", "B1", "C1")], {"Sue": "B1"}, {"Ann": ("C1", "")}),
        # Nobody ends where somebody else stands or ends: the later one stops a square earlier.
        ([go("Ann", "A1", "B1", "C1")], {"Sue": "C1"}, {"Ann": ("B1", "")}),
        ([go("Ann", "A1", "B1", "C1")], {"Sue": "C1", "Eve": "A9"}, {"Ann": ("B1", "")}),
        ([go("Ann", "A1", "B1", "C1"), go("Sue", "E1", "D1", "C1")], {}, {"Ann": ("C1", ""), "Sue": ("D1", "")}),
        ([go("Sue", "E1", "D1", "C1"), go("Ann", "A1", "B1", "C1")], {}, {"Ann": ("B1", ""), "Sue": ("C1", "")}),
        # Whoever goes away in time is not there any more.
        ([go("Ann", "A1", "B1"), go("Sue", "B1", "C1")], {}, {"Ann": ("B1", ""), "Sue": ("C1", "")}),
        # Who climbs, or goes nowhere on the deck, is cut by nobody.
        ([go("Ann", "A1", "B1", gait="climb")], {"Bob": "B1"}, {"Ann": ("B1", "")}),
        ([go("Ann")], {"Bob": "B1"}, {"Ann": ("", "")}),
    ],
)
def test_where_those_end_who_move_at_once(moves, standing, ends):
    assert gone(*moves, **standing)[0] == ends


def test_a_way_that_was_cut_is_told_as_such():
    _, (ann,) = gone(go("Ann", "A1", "B1", "C1", "D1"), Sue="D1")
    assert (ann.cm, ann.short, ann.met) == (3, True, "")
    _, (ann,) = gone(go("Ann", "A1", "B1", "C1"))
    assert (ann.cm, ann.short) == (3, False)
