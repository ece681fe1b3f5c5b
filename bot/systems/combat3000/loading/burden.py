"""What a figure carries, in points of load, and how much of that it can (C3K Encumbrance)."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Final

from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure
from bot.systems.combat3000.lists.costs import A_BUNDLE
from bot.systems.combat3000.lists.weapons import Class, Reload, Weapon
from bot.systems.combat3000.loading.arming import arm_of

# From so many points on one walks only; and so many are the most, with two more for each point of strength.
WALKS_ONLY: Final = 6
_MOST, _A_POINT_OF_STRENGTH = 10, 2
_CLOSE, _BOX = Fraction(1), Fraction(1)
_WEAPONS = {Class.PISTOL: 1, Class.EITHER: 1, Class.SHOULDER: 2, Class.MEDIUM: 4}
_MAGAZINES = {Class.MEDIUM: Fraction(1)}
_HALF = Fraction(1, 2)
_GRENADES = {1: Fraction(1, 3), 2: Fraction(1, 2), 3: Fraction(1)}


def weapon_points(kind: Class) -> Fraction:
    """The load of a weapon of a class; H weapons have none, for nobody carries them (ruling B-D18)."""
    return Fraction(_WEAPONS.get(kind, 0))


def magazine_points(kind: Class, *, launcher: bool = False) -> Fraction:
    """The load of a spare magazine, double for a launcher (ruling B-D16)."""
    return _MAGAZINES.get(kind, _HALF) * (2 if launcher else 1)


def grenade_points(calibre: int) -> Fraction:
    """The load of a grenade, and of a launcher's round that is loaded into a barrel."""
    return _GRENADES[calibre]


def limit_of(strength: int, armour: Iterable[str], book: Book) -> int:
    """The most that somebody of that strength carries; full armour changes it (rulings B-D15, B-D17)."""
    return _MOST + _A_POINT_OF_STRENGTH * strength + sum(book.armour[code].limit for code in armour)


def load_of(figure: Figure, book: Book) -> Fraction:
    """All that a figure carries, in points; what lies on the ground isn't carried."""
    return sum(
        (
            *(_carried(each, book) for each in figure.weapons if each.hand.value != "dropped"),
            *(grenade_points(book.shells[held.ammunition].calibre) * held.rounds for held in figure.grenades),
            *(book.armour[code].load for code in (*figure.armour, *figure.doffed) if code in book.armour),
            *(book.equipment[code].load for code in (*figure.equipment, *figure.doffed) if code in book.equipment),
        ),
        Fraction(0),
    )


def _carried(carried: Carried, book: Book) -> Fraction:
    """A weapon with its spares: magazines, boxes for what is loaded by the barrel, each of which holds what the list
    sells as one, or a launcher's single rounds.
    """
    arm = arm_of(carried.weapon, book)
    if not isinstance(arm, Weapon):
        return _CLOSE
    points = weapon_points(arm.kind)
    if arm.reload is not Reload.BARREL:
        return points + magazine_points(arm.kind, launcher=bool(arm.launcher)) * len(carried.spare)
    if not arm.launcher:
        return points + _BOX * ceil(Fraction(sum(spare.rounds for spare in carried.spare), A_BUNDLE))
    rounds = ((book.shells[spare.ammunition].calibre, spare.rounds) for spare in carried.spare)
    return points + sum((grenade_points(calibre) * number for calibre, number in rounds), Fraction(0))
