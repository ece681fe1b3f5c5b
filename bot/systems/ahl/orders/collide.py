"""`/collide`: a character drifts into an obstruction at running speed in zero-G (AHL 26.C)."""

from collections.abc import Iterator

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.fighting import CollideOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Fighter, circumstances_of
from bot.systems.ahl.melee.wording import column_name, effect_words, effect_working, wound_lines
from bot.systems.ahl.sheet.character import Condition, state
from bot.systems.ahl.tables import on_the_die
from bot.systems.ahl.wounds.damage import without_air
from bot.systems.ahl.zerog.drift import Collision, collide

_AS_IT_STANDS = "An obstruction at running speed is a melee attack in column −2, read as it stands (AHL 26.C)"
_AS_MELEE = "Here armor and zero-G count as in melee (AHL 26.C), ruling R-138"


def collide_order(book: Book) -> Order:
    """`/collide`: a die in column −2 of the melee table, and the character is disoriented."""

    def decide(scene: Scene, asked: CollideOrder, dice: Dice) -> Outcome:
        unit = scene.one("character")
        if unit.sheet.condition is Condition.DEAD:
            raise RuleError(f"{unit.name} is dead already: choose another character.")
        if not asked.zero_g:
            raise RuleError("Nobody drifts while there is gravity: /campaign set setting:zero-g value:yes first.")
        as_melee = asked.collision == "as melee"
        circumstances = circumstances_of(asked, zero_g=as_melee, airless=without_air(scene.board, unit.name))
        result = collide(book, unit.sheet, circumstances, dice, asked.own)
        return Outcome({unit.name: result.after}, (Fighter(unit.name, unit.sheet), result))

    return typed_order(CollideOrder, decide, _collide_card)


def _collide_card(result: tuple[Fighter, Collision], faces: Faces) -> Card:
    fighter, collision = result
    lines = [_die_line(fighter, collision, faces), *wound_lines(fighter, collision.wounded, faces)]
    lines.append(f"{fighter.name}: {state(collision.after)}")
    title = f"{fighter.name} drifts into an obstruction"
    return Card(title, tuple(lines), tuple(_working(fighter, collision)), tone=Tone.BAD)


def _die_line(fighter: Fighter, collision: Collision, faces: Faces) -> str:
    if collision.check is None or collision.column is None:
        return "Off the table → no effect"
    read = on_the_die(collision.check.total)
    clamped = "" if read == collision.check.total else f"read as {read}: "
    words = effect_words(collision.table, collision.effect, fighter.character, collision.circumstances)
    return check_line(
        collision.check, faces.take("collision"), clamped + words, f"column {column_name(collision.column)}"
    )


def _working(fighter: Fighter, collision: Collision) -> Iterator[str]:
    yield _AS_MELEE if collision.circumstances.zero_g else _AS_IT_STANDS
    if collision.shift:
        yield f"{modifier_line(collision.shift)}, columns to the left"
    if collision.check:
        yield from map(modifier_line, collision.check.modifiers)
    if collision.table:
        yield from effect_working(collision.table, collision.effect, fighter.character, collision.circumstances)
    yield "Whoever meets an obstruction stops and must reorient themselves: /reorient (AHL 26.C)"
