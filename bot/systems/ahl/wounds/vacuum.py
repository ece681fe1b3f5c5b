"""Explosive decompression (AHL 22)."""

from dataclasses import dataclass

from bot.engine.dice import Dice, Modifier
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables import UNARMOURED
from bot.systems.ahl.wounds.damage import ORDINARY, Damage, Hit, Wounded

# Turns, not phases, to put a vacc suit on or take it off.
TURNS_FOR_A_SUIT = 8


@dataclass(frozen=True, slots=True)
class Exposure:
    """One turn in vacuum without a suit: the damage throw, and the character after it."""

    damage: Damage
    wounded: Wounded


def exposed(character: Character) -> bool:
    """Whether vacuum hurts them: suits that keep air in, and robots, are immune (AHL 22)."""
    return not character.suited and not character.robot and character.condition is not Condition.DEAD


def expose(book: Book, character: Character, dice: Dice, own: Modifier | None = None) -> Exposure:
    """Throw a turn's damage: 2D on the damage table with nothing added, not even armour (AHL 22, ruling R-96).

    `own` is the referee's modifier.
    """
    damage = book.damage(Hit(0, UNARMOURED, own=own), dice)
    return Exposure(damage, book.wound(character, damage.level, dice, ORDINARY, damage))
