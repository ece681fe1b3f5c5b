"""`/phase` in the open: on to the next step, and in zero-G the throws for control (V27.Zero-G)."""

from dataclasses import dataclass, replace

from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces
from bot.engine.system import Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import PhaseOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.zerog.control import after_control, keep_control
from bot.systems.ahl_variant.ledger import keeping, met, units_of
from bot.systems.ahl_variant.outdoors.encounter import next_step, onward
from bot.systems.ahl_variant.outdoors.keeping import StepTold, recovered, standing, standing_lines


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """The next step of an encounter, and who has thrown for control before it."""

    standing: StepTold
    controls: tuple[tuple[str, Check], ...] = ()


def open_phase(book: Book, scene: Scene, asked: PhaseOrder, dice: Dice) -> Outcome:
    """The next step; whoever has fired or fought in zero-G since they threw last throws for control before it."""
    before = met(scene)
    units: dict[str, Unit] = dict(units_of(scene))
    controls = []
    for name in before.people:
        sheet = units[name].sheet if name in units else None
        if sheet and (sheet.zero_g.fired or sheet.zero_g.melee):
            check = keep_control(sheet, book.weapons, book.control, dice, asked.dm, asked.because, book.keeps_control)
            units[name] = replace(units[name], sheet=after_control(sheet, check))
            controls += [(name, check)] if check else []
    after = onward(book, next_step(before), units)
    sheets = {name: unit.sheet for name, unit in units.items() if unit is not units_of(scene).get(name)}
    found = standing(book, after, units, "On", new_round=after.round > before.round)
    result = OpenPhase(found, tuple(controls))
    return Outcome({**sheets, **recovered(units, before, after)}, result, ledger=keeping(scene, after), doers=())


def open_phase_card(told: OpenPhase, faces: Faces) -> Card:
    """The answer: each throw for control, and whose turn it is."""
    lines = [
        f"{name}: " + check_line(check, faces.take("control"), "keeps control" if check.made else "disoriented")
        for name, check in told.controls
    ]
    working = [f"{name}: {modifier_line(each)}" for name, check in told.controls for each in check.modifiers]
    lost = any(not check.made for _, check in told.controls)
    rule = "In zero-G whoever fired or fought keeps control on 10+, or is disoriented (AHL 26.B, AHL V27.Zero-G)"
    working += [rule] if told.controls else []
    return Card("On", (*lines, *standing_lines(told.standing)), tuple(working), tone=Tone.BAD if lost else Tone.PLAIN)
