"""`/reorient`: a disoriented character tries to get control back in zero-G (AHL 26.B)."""

from dataclasses import replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.moving import ReorientOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character, check_active
from bot.systems.ahl.zerog.control import reorient


def reoriented(book: Book, unit: Unit, asked: ReorientOrder, dice: Dice) -> tuple[Character, Check]:
    """Somebody after a try to get control back, and the throw; raises RuleError for whoever has it, or can't try."""
    check_active(unit.name, unit.sheet, "reorient themselves")
    if not unit.sheet.zero_g.disoriented:
        raise RuleError(f"{unit.name} is not disoriented: there is nothing to throw for (AHL 26.B).")
    check = reorient(unit.sheet, book.control, dice, asked.dm, asked.because, book.keeps_control)
    return replace(unit.sheet, zero_g=replace(unit.sheet.zero_g, disoriented=not check.made)), check


def reorient_order(book: Book) -> Order:
    """`/reorient`: 10+ on two dice, for 6 AP, without a handhold."""

    def decide(scene: Scene, asked: ReorientOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        after, check = reoriented(book, unit, asked, dice)
        return Outcome({unit.name: after}, (unit.name, check))

    return typed_order(ReorientOrder, decide, _reorient_card)


def _reorient_card(result: tuple[str, Check], faces: Faces) -> Card:
    name, check = result
    outcome = "in control again" if check.made else "still disoriented"
    lines = (check_line(check, faces.take("reorienting"), outcome), "Costs 6 AP: the whole action phase.")
    working = ("Two dice, 10+, without a handhold (AHL 26.B)", *map(modifier_line, check.modifiers))
    return Card(f"{name} tries to reorient themselves", lines, working, tone=Tone.GOOD if check.made else Tone.PLAIN)
