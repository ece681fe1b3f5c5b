"""An officer or a rating of the navy comes aboard in Azhanti High Lightning, by what its book says for Traveller.

That says how melee values come about (Traveller B), and that a weapon's skill holds dexterity's DM, and morale and
leadership those of books on combat and on mercenaries (Traveller E). Those books are neither of these two.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.cards import signed
from bot.engine.errors import RuleError
from bot.engine.fields import Settings
from bot.systems.ahl.melee.blows import melee_value
from bot.systems.ahl.sheet.character import Being, Character
from bot.systems.handing import Derived, Handed, Unknown
from bot.systems.naval.career import Career, check_lives

# The weapons of AHL's chart that each of the navy's gun combat skills is for (NAV-75).
_FOR_GUNS = {
    "Handgun": ("Revolver", "Automatic Pistol", "Body Pistol", "Snub Pistol"),
    "Submachinegun": ("Submachinegun",),
    "Laser Weapons": ("Laser Carbine", "Laser Rifle"),
}
_SKILL_FOR = {weapon: skill for skill, weapons in _FOR_GUNS.items() for weapon in weapons}
# Counters of naval crew are O or R and a number, and the lowest number checks its morale first (AHL 18.B).
_MOST_SENIOR = {"O": ("O", 10), "E": ("R", 9)}
_MERCENARY = "the book on mercenaries says it, which is neither of these (AHL Traveller E)"


def hand_over(career: Career, character: Character, settings: Settings) -> Handed:
    """A character with the melee value, rank and weapon skill that a career has made.

    `settings` are the campaign's: how a melee value is rounded. Raises RuleError for the dead, and for a sheet that is
    no person's.
    """
    check_lives(career, "The dead come aboard no more: enlist somebody who has lived through their service.")
    if character.being is not Being.PERSON:
        raise RuleError(f"Nobody comes aboard as a {character.being}: take a template of a person.")
    passed = (*_melee(career, settings), *_rank(career), *_skill(career, character))
    after = replace(character, melee=int(passed[0].value))
    for each in passed:
        if each.trait == "rank":
            after = replace(after, rank=each.value)
        elif each.trait == "skill":
            after = after.with_carried(replace(after.weapons[0], skill=int(each.value)))
    return Handed(after, passed, tuple(_unknown(character)), tuple(_notes(career, character)))


def _melee(career: Career, settings: Settings) -> Iterator[Derived]:
    who, brawling, up = career.characteristics, career.level("Brawling"), settings.get("melee value") == "up"
    value = melee_value(who.strength, who.dexterity, brawling, up=up)
    how = f"(strength {who.strength} + dexterity {who.dexterity}) / 4, rounded {'up' if up else 'down'}"
    yield Derived("melee", str(value), f"{how}, + brawling {brawling} (AHL Traveller B, ruling R-139)")


def _rank(career: Career) -> Iterator[Derived]:
    if career.rank:
        letter, most = _MOST_SENIOR[career.rank[0]]
        code = f"{letter}{most + 1 - career.grade}"
        yield Derived(
            "rank", code, f"the navy's {career.rank}; the lowest number of a letter is the highest (AHL 18.B)"
        )


def _skill(career: Career, character: Character) -> Iterator[Derived]:
    if character.weapons and (skill := _SKILL_FOR.get(character.weapons[0].weapon)):
        level, weapon = career.level(skill), character.weapons[0].weapon
        yield Derived("skill", signed(level), f"{skill} {level} with the {weapon} (NAV-75, AHL Traveller E)")


def _unknown(character: Character) -> Iterator[Unknown]:
    yield Unknown("morale", _MERCENARY)
    yield Unknown("leadership", _MERCENARY)
    yield Unknown("armour", "neither book says what is worn")
    if not character.weapons:
        yield Unknown("weapon", "neither book says what is in hand")
    elif character.weapons[0].weapon not in _SKILL_FOR:
        yield Unknown("skill", f"no skill of the navy's is for the {character.weapons[0].weapon} (NAV-75)")


def _notes(career: Career, character: Character) -> Iterator[str]:
    if character.weapons:
        yield "Dexterity counts in the skill as well, by Book 1: say it with values, such as skill +2 (AHL Traveller E)"
    left = [f"{name} {level}" for name, level in career.skills if name in _FOR_GUNS or name == "Brawling"]
    if left and not character.weapons:
        yield f"Skills that wait for a weapon in hand: {', '.join(left)}"
