"""Explosions resolved: who suffers collateral damage, who was hit directly, and equipment that explodes (AHL 15)."""

from dataclasses import dataclass

from bot.engine.dice import Check, Dice, applied
from bot.systems.ahl.blast.reach import (
    EQUIPMENT,
    Blast,
    Cause,
    Near,
    Reached,
    collateral_penetration,
    needed_to_suffer,
)
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables.weapons import Armour
from bot.systems.ahl.wounds.damage import Damage, Hit, Severity, Wounded


@dataclass(frozen=True, slots=True)
class Suffered:
    """What an explosion did to one character.

    `penetration` is what reached him (0: nothing), `check` the throw to suffer (None: none was needed).
    """

    near: Near
    penetration: int
    check: Check | None = None
    damage: Damage | None = None
    wounded: Wounded | None = None

    @property
    def after(self) -> Character:
        """The character with any wounds."""
        return self.wounded.after if self.wounded else self.near.character


def collateral(book: Book, blast: Blast, near: Near, dice: Dice) -> Suffered:
    """Resolve one character's collateral damage (AHL 15.B): armour counts, cover and evading don't."""
    penetration = collateral_penetration(blast.cause, blast.penetration, near.squares)
    if not penetration or near.character.condition is Condition.DEAD:
        return Suffered(near, 0)
    needed = needed_to_suffer(blast, near.squares)
    check = _throw_to_suffer(book, Reached(blast, near, penetration), needed, dice) if needed else None
    if check and not check.made:
        return Suffered(near, penetration, check)
    return _hurt(book, blast, near, penetration, check, dice)


def strike(book: Book, blast: Blast, target: Near, dice: Dice) -> Suffered:
    """Resolve the direct hit of a strike, at full penetration; he takes no collateral damage (ruling R-89).

    HE makes the wound one level worse (AHL 12.D).
    """
    if target.character.condition is Condition.DEAD:
        return Suffered(target, 0)
    return _hurt(book, blast, target, blast.penetration, None, dice, steps_up=blast.cause is Cause.HE)


def _throw_to_suffer(book: Book, reached: Reached, needed: int, dice: Dice) -> Check:
    return Check("to suffer", dice.roll(2, why="to suffer"), applied(book.to_suffer, reached), needed)


def _hurt(
    book: Book, blast: Blast, near: Near, penetration: int, check: Check | None, dice: Dice, *, steps_up: bool = False
) -> Suffered:
    surroundings = blast.surroundings.around(airless=near.airless)
    worse = surroundings.worsens(near.character)
    hit = Hit(penetration, near.armour, steps_up=steps_up, robot=near.character.robot, in_vacuum=worse)
    damage = book.damage(hit, dice)
    return Suffered(near, penetration, check, damage, book.wound(near.character, damage.level, dice, surroundings))


def hit_equipment(book: Book, cause: Cause, penetration: int, dice: Dice) -> Damage:
    """The damage throw of a fire whose line ends on red or green equipment: a sure hit (AHL 15.A).

    HE makes it no worse (ruling R-94).
    """
    armour = Armour(cause.value, EQUIPMENT[cause], lasers_only=False, rule="AHL 15.A")
    return book.damage(Hit(penetration, armour), dice)


def explodes(damage: Damage) -> bool:
    """Whether equipment explodes: on the result of a serious wound or death (AHL 15.A)."""
    return damage.level >= Severity.SERIOUS
