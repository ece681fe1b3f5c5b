"""Zero-G: hitting an obstruction at running speed (AHL 26.C)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Circumstances, effect_on, shift
from bot.systems.ahl.melee.fight import suffer
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.tables.melee import Effect
from bot.systems.ahl.wounds.damage import Wounded

COLLISION_COLUMN = -2


@dataclass(frozen=True, slots=True)
class Collision:
    """An obstruction hit at running speed: the column (None off the table), the die, its result, who was hurt."""

    circumstances: Circumstances
    shift: Modifier | None
    column: int | None
    check: Check | None
    table: Effect
    effect: Effect
    wounded: Wounded

    @property
    def after(self) -> Character:
        """The character, who has stopped and must reorient himself (AHL 26.C)."""
        hurt = self.wounded.after
        return replace(hurt, zero_g=replace(hurt.zero_g, disoriented=True, drift="", fast=False))


def collide(
    book: Book, character: Character, circumstances: Circumstances, dice: Dice, own: Modifier | None = None
) -> Collision:
    """Hit an obstruction at running speed: a die in column −2 of the melee table (AHL 26.C).

    `circumstances.zero_g` says that armor and zero-G soften it as they do melee; by default it is read as it
    stands (ruling R-138). In vacuum a wound is worse as always. `own` is the referee's modifier.
    """
    moved = shift(character, circumstances) if circumstances.zero_g else None
    column = book.melee.column(COLLISION_COLUMN, -moved.dm if moved else 0)
    if column is None:
        return Collision(circumstances, moved, None, None, Effect.NONE, Effect.NONE, Wounded(character))
    check = Check("collision", dice.roll(1, why="collision"), (own,) if own else ())
    result = book.melee.effect(column, check.total)
    effect = effect_on(character, result, circumstances)
    wounded = suffer(book, character, effect, circumstances, dice)
    return Collision(circumstances, moved, column, check, result, effect, wounded)
