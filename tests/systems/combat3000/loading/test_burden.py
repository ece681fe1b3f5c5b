"""What a figure carries, in points, and how much it can (C3K Encumbrance)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot import systems
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Hand, Supply
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.loading.burden import grenade_points, limit_of, load_of, magazine_points, weapon_points
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.rule("C3K-W07", "C3K-W08")
@pytest.mark.parametrize(
    ("kind", "weapon", "magazine", "shell"),
    [
        (Class.PISTOL, 1, HALF, 1),
        (Class.SHOULDER, 2, HALF, 1),
        (Class.MEDIUM, 4, 1, 2),
        (Class.HEAVY, 0, HALF, 1),
    ],
)
def test_the_points_of_a_weapon_and_of_what_goes_into_it(kind, weapon, magazine, shell):
    assert weapon_points(kind) == weapon
    assert magazine_points(kind) == magazine
    assert magazine_points(kind, launcher=True) == shell


@pytest.mark.rule("C3K-W08")
@pytest.mark.parametrize(("calibre", "points"), [(1, THIRD), (2, HALF), (3, 1)])
def test_a_grenade_weighs_by_its_calibre(calibre, points):
    assert grenade_points(calibre) == points


@pytest.mark.rule("C3K-W07")
@pytest.mark.parametrize(
    ("strength", "armour", "limit"),
    [(0, [], 10), (1, [], 12), (-2, [], 6), (0, ["801"], 7), (0, ["802"], 12), (2, ["801"], 11), (0, ["701"], 10)],
)
def test_the_most_that_somebody_carries(strength, armour, limit):
    assert limit_of(strength, armour, BOOK) == limit


def carrying(*weapons, **more):
    """Somebody with weapons, each by its name, the hand that it is in, and the rounds of its spares."""
    held = []
    for name, hand, spares in weapons:
        (one,) = unit("Ann", weapon=name).sheet.weapons
        kind = one.loaded.ammunition
        held.append(replace(one, hand=hand, spare=tuple(Supply(kind, rounds) for rounds in spares)))
    return replace(unit("Ann").sheet, weapons=tuple(held), **more)


@pytest.mark.rule("C3K-W07", "C3K-W08")
@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        (carrying(), 0),
        (carrying(("Rifle", Hand.BOTH, ())), 2),
        (carrying(("Rifle", Hand.STOWED, (10, 10))), 3),
        (carrying(("Pistol", Hand.RIGHT, (8,))), Fraction(3, 2)),
        (carrying(("Knife", Hand.RIGHT, ())), 1),
        # What lies on the ground isn't carried.
        (carrying(("Rifle", Hand.DROPPED, (10, 10)), ("Pistol", Hand.RIGHT, ())), 1),
        # A helmet is a third whether it is worn or not, a breastplate 1½; a torch a third, a stash sack nothing.
        (carrying(armour=("701", "704")), Fraction(11, 6)),
        (carrying(armour=("704",), doffed=("701",)), Fraction(11, 6)),
        (carrying(equipment=("E1", "E9")), THIRD),
        (carrying(doffed=("E1",)), THIRD),
        # Two grenades of calibre 1, and one of calibre 2.
        (carrying(grenades=(Supply("101", 2),)), Fraction(2, 3)),
    ],
)
def test_what_somebody_carries(sheet, points):
    assert load_of(sheet, BOOK) == points
