"""Shots and people for the tests of AHL, written in a line each."""

from pathlib import Path

from bot.engine.dice import ScriptedDice
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import Circumstances, Evading
from bot.systems.ahl.book import load_book
from bot.systems.ahl.fire.combat import Firer, Target, aim, fire
from bot.systems.ahl.fire.shot import Situation
from bot.systems.ahl.melee.blows import Fighter
from bot.systems.ahl.sheet.character import Being, Character, arm

DATA = Path(__file__).parents[3] / "data" / "ahl"
BOOK = load_book(DATA)
WEAPONS, ARMOUR, MELEE = BOOK.weapons, BOOK.armour, BOOK.melee


def situation(squares=5, fire="aimed", evading="no", **more):
    """A fire's situation: its own circumstances, and those that were asked for."""
    own = {name: more.pop(name) for name in ("cover", "dark", "lit", "surroundings") if name in more}
    return Situation(squares, Fire(fire), evading=Evading(evading), asked=Circumstances(**more), **own)


def armed(weapon="Carbine", ammo="", skill=0, **sheet):
    return Character(weapons=(arm(WEAPONS[weapon], ammo, skill),), **sheet)


def aimed(weapon="Carbine", ammo="", skill=0, light_wounds=0, **circumstances):
    """A shot worked out up to the dice."""
    firer = Firer("Firer", armed(weapon, ammo, skill, light_wounds=light_wounds))
    return aim(BOOK, firer, WEAPONS[weapon], situation(**circumstances))[0]


def target(armour="none", **sheet):
    character = Character(armour=armour, **sheet)
    return Target("Target", character, BOOK.armour_of(character))


def shoot(faces, weapon="Carbine", ammo="", skill=0, armour="none", hurt=None, firer=None, others=(), **circumstances):
    """One whole fire by scripted dice."""
    dice = ScriptedDice(faces)
    by = Firer("Firer", firer or armed(weapon, ammo, skill))
    result = fire(BOOK, by, target(armour, **(hurt or {})), WEAPONS[weapon], situation(**circumstances), dice, others)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


def fighter(name="Fighter", melee=5, **sheet):
    return Fighter(name, Character(melee=melee, **sheet))


def blob(name="Blob", life_level=3, **sheet):
    return Fighter(name, Character(being=Being.BLOB, life_level=life_level, **sheet))
