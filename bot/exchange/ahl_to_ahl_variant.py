"""A counter of Azhanti High Lightning comes into the AHL variant.

Weapons are those of the same name, by the variant's chart. Armour of the variant has tech levels, and melee values
there ask for a strength: neither is on AHL's counters, so both are asked for.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bot.engine.fields import Settings
from bot.exchange.counters import kept, weapons, wearing
from bot.systems import DATA
from bot.systems.ahl.book import Book, load_book
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl_variant.book import load_variant
from bot.systems.ahl_variant.sheet import Combatant, Death
from bot.systems.handing import Derived, Handed, Unknown

# Armour of AHL that has tech levels in the variant's list.
_LEVELS = {"combat armor": "11 or 12", "battle dress": "13 or 14", "vacc suit": "9, 12 or 14"}


@cache
def books() -> tuple[Book, Book]:
    """AHL's book and the variant's."""
    return load_book(DATA / "ahl"), load_variant(DATA / "ahl_variant")[0]


def _wounded(after: Combatant) -> Combatant:
    """With the serious wounds that their condition tells of: one, or a death without a number in brackets (V12)."""
    if after.condition is Condition.DEAD:
        return replace(after, deaths=(Death(2, 2),))
    return replace(after, serious_wounds=int(after.condition is Condition.SERIOUS))


def _characteristics(one: Character) -> Iterator[Unknown]:
    """What people have and AHL's counters don't."""
    if one.being is Being.PERSON:
        yield Unknown("strength", "AHL's counters have none, and a melee value needs it (AHL V17.B)")
        for name in ("dexterity", "endurance"):
            yield Unknown(name, "AHL's counters have none, and /character convert needs it (AHL V27.Wounds)")


def hand_over(one: Character, bare: Combatant, _: Settings) -> Handed:
    """A character of the variant with what the counter says; see above for what it doesn't."""
    after, passed = kept(one, bare)
    after, own, book = _wounded(after), *books()
    carried, changed, lost = weapons(one, own.weapons, book.weapons)
    unknown = list(_characteristics(one))
    for trait in ("armour", "second armour"):
        worn = one.armour if trait == "armour" else one.second_armour
        if worn in book.armour:
            after = wearing(after, trait, worn)
            if worn != "none":
                passed = (*passed, Derived(trait, worn, "the same name in the variant's list (AHL V2)"))
        else:
            unknown.append(Unknown(trait, f"{worn} is of tech level {_LEVELS.get(worn, 'unknown')} there (AHL V2)"))
    after = replace(after, weapons=carried or after.weapons)
    passed = (
        *passed,
        *(Derived("weapon", each.weapon, "the same name in the variant's chart (AHL V3)") for each in carried),
    )
    notes = (*changed, *(f"Left behind, for the variant's chart has none: {each}" for each in lost))
    return Handed(after, passed, tuple(unknown), notes)
