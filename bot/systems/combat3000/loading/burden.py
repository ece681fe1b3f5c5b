"""What a figure carries, in points of load, and how much it can, where a campaign counts it (C3K Encumbrance)."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Final

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet
from bot.systems.combat3000.fire.firer import profile_of
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


_RULE = "C3K Encumbrance"


def counts_load(scene: Scene) -> bool:
    """Whether the campaign plays by the load."""
    return scene.settings.get("load") == "counted"


def overload(name: str, sheet: Sheet, book: Book) -> str:
    """Why somebody can't carry all that they have, in a sentence; "" where they can, and for vehicles."""
    if not isinstance(sheet, Figure):
        return ""
    if heavy := next((each for each in sheet.weapons if _too_heavy(each, book)), None):
        return f"{heavy.name} is an H weapon, which nobody carries: mount it, or drop it ({_RULE}, ruling B-D18)."
    load, most = load_of(sheet, book), limit_of(profile_of(sheet, book).strength, sheet.armour, book)
    if load <= most:
        return ""
    return f"{_carries(name, sheet, book)}, and {most} are the most: drop something first ({_RULE})."


def _carries(name: str, figure: Figure, book: Book) -> str:
    return f"{name} carries {float(load_of(figure, book)):.3g} points"


def _too_heavy(carried: Carried, book: Book) -> bool:
    arm = arm_of(carried.weapon, book)
    on_somebody = carried.hand not in {Hand.MOUNTED, Hand.DROPPED}
    return isinstance(arm, Weapon) and arm.kind is Class.HEAVY and on_somebody


def check_load(name: str, figure: Figure, gait: str, book: Book) -> None:
    """Raise RuleError for who carries more than they can, and for a run with so much."""
    if problem := overload(name, figure, book):
        raise RuleError(problem)
    if gait == "run" and load_of(figure, book) >= WALKS_ONLY:
        walks = f"{_carries(name, figure, book)}, and walks only from {WALKS_ONLY} on"
        raise RuleError(f"{walks}: drop something to run ({_RULE}).")


def check_lift(scene: Scene, name: str, sheet: Sheet, carried: Carried, book: Book) -> None:
    """Raise RuleError for who would pick up what is too much for them."""
    if isinstance(sheet, Figure) and counts_load(scene):
        with_it = sheet.with_carried(replace(carried, hand=Hand.STOWED))
        if problem := overload(name, with_it, book):
            raise RuleError(f"With {carried.name} {problem}")
