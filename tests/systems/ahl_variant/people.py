"""Shots, blows and people for the tests of the variant, written in a line each."""

from pathlib import Path

from bot.engine.dice import applied
from bot.systems.ahl.fire.combat import Firer, Target, aim
from bot.systems.ahl.fire.shot import Situation
from bot.systems.ahl.sheet.character import arm
from bot.systems.ahl_variant import asked as questions
from bot.systems.ahl_variant.book import load_variant
from bot.systems.ahl_variant.sheet import Combatant

DATA = Path(__file__).parents[3] / "data" / "ahl_variant"
BOOK, PRINTED = load_variant(DATA)
ARMS = PRINTED.arms
SQUARES = {"effective": 0, "long": 1, "extreme": 2}


def armed(weapon="Carbine", ammo="", skill=0, **sheet):
    return Combatant(weapons=(arm(BOOK.weapons[weapon], ammo, skill),), **sheet)


def within(weapon, ammo, bracket):
    """The furthest range in squares of a bracket."""
    cells = BOOK.weapons[weapon].row(ammo).cells
    return next(cell.squares for band, cell in cells.items() if band.value == bracket)


def shot(weapon="Carbine", ammo="", squares=5, armour=None, skill=0, setting=None, sheet=None, situation=None, **asked):
    """A shot worked out up to the dice."""
    order = questions.Shooting(setting=setting, **asked)
    where = Situation(squares, asked=order, **(situation or {}))
    firer = Firer("Firer", sheet or armed(weapon, ammo, skill))
    worn = armour or BOOK.armour["none"]
    return aim(BOOK, firer, BOOK.weapons[weapon], where, worn)[0]


def modifiers(shot):
    return applied(BOOK.to_hit, shot)


def dm(shot):
    return sum(modifier.dm for modifier in modifiers(shot))


def target(armour="none", **sheet):
    character = Combatant(armour=armour, **sheet)
    return Target("Target", character, BOOK.armour_of(character))
