"""A character of the AHL variant comes into Azhanti High Lightning: weapons of the same name by AHL's chart, armour
without its tech level; what AHL's book doesn't know stays behind.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.fields import Settings
from bot.exchange.counters import kept, weapons, wearing
from bot.systems import DATA
from bot.systems.ahl.book import Book, load_book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl_variant.book import load_variant
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.handing import Derived, Handed, Unknown


@cache
def books() -> tuple[Book, Book]:
    """The variant's book and AHL's."""
    return load_variant(DATA / "ahl_variant")[0], load_book(DATA / "ahl")


def _left(one: Combatant) -> Iterator[str]:
    """What of a sheet AHL's has no place for, in words."""
    if one.strength:
        yield "Strength stays behind: AHL's melee value is a figure of its own (AHL 17.B)"
    figures = ("dexterity", "endurance", "zero_g_skill", "plating")
    told = [f"{name.replace('_', ' ').replace('zero g', 'zero-G')} {getattr(one, name)}" for name in figures]
    known = [words for name, words in zip(figures, told, strict=True) if getattr(one, name)]
    known += [name for name in ("grav", "legs") if getattr(one, name)]
    if known:
        yield f"Left behind, for AHL reckons with none of it: {sentence(known)}"


def hand_over(one: Combatant, bare: Character, _: Settings) -> Handed:
    """A counter of AHL with what the variant's sheet says. Raises RuleError for animals, for which AHL has no rules."""
    if one.animal:
        raise RuleError("Azhanti High Lightning has no rules for animals: they stay where they are.")
    after, passed = kept(one, bare)
    own, book = books()
    carried, changed, lost = weapons(one, own.weapons, book.weapons)
    unknown = []
    for trait, worn in (("armour", one.armour), ("second armour", one.second_armour)):
        kind = worn.rstrip("0123456789").rstrip()
        if kind in book.armour:
            after = wearing(after, trait, kind)
            if kind != "none":
                passed = (*passed, Derived(trait, kind, f"{worn} without its tech level (AHL 12.A.3)"))
        else:
            unknown.append(Unknown(trait, f"AHL's list has no {worn} (AHL 12.A.3)"))
    after = replace(after, weapons=carried or after.weapons)
    passed = (*passed, *(Derived("weapon", each.weapon, "the same name in AHL's chart (AHL 11.C)") for each in carried))
    notes = [*changed, *(f"Left behind, for AHL's chart has none: {each}" for each in lost)]
    notes += _left(one)
    return Handed(after, passed, tuple(unknown), tuple(notes))
