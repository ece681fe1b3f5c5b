"""A counter of Azhanti High Lightning comes into the AHL variant.

Weapons are those of the same name, by the variant's chart. Armour of the variant has tech levels, and melee values
there ask for a strength: neither is on AHL's counters, so both are asked for.
"""

from dataclasses import replace
from functools import cache

from bot.engine.fields import Settings
from bot.exchange.counters import kept, weapons, wearing
from bot.systems import DATA
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl_variant.book import load_variant
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.handing import Derived, Handed, Unknown

# Armour of AHL that has tech levels in the variant's list.
_LEVELS = {"combat armor": "11 or 12", "battle dress": "13 or 14", "vacc suit": "9, 12 or 14"}


@cache
def book() -> Book:
    """The variant's book."""
    return load_variant(DATA / "ahl_variant")[0]


def hand_over(one: Character, bare: Combatant, _: Settings) -> Handed:
    """A character of the variant with what the counter says; see above for what it doesn't."""
    after, passed = kept(one, bare)
    carried, changed, lost = weapons(one, book().weapons)
    unknown = [Unknown("strength", "AHL's counters have none, and a melee value needs it (AHL V17.B)")]
    for trait in ("armour", "second armour"):
        worn = one.armour if trait == "armour" else one.second_armour
        if worn in book().armour:
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
