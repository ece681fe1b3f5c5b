"""`/receive`: the answer of whoever is charged: run, stand and fire, countercharge, or stand (C3K Charges)."""

from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone
from bot.engine.dice import Dice, Faces
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, Value
from bot.systems.combat3000.asked.circumstances import Mode
from bot.systems.combat3000.asked.melee import ReceiveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.report import FireReport, FireResult
from bot.systems.combat3000.melee.closing import Clash, Met, charges_at, close_in
from bot.systems.combat3000.melee.contact import Charge, Response
from bot.systems.combat3000.melee.reacting import barred
from bot.systems.combat3000.wording.melee import met_lines, met_working

_PANIC = "Panic fire: +2 to the die for the sub-phase, and with 7 or more no shot (ruling B-C2)"


@dataclass(frozen=True, slots=True)
class Received:
    """The answer to a charge: who gave it, what it was, their panic fire, and what came of each charge."""

    name: str
    how: Response
    fire: FireReport | None = None
    met: tuple[Met, ...] = ()


def receive_order(book: Book, fire: Order) -> Order:
    """`/receive`: roles name, who is charged, and target, one of those who charge; `fire` is the order to fire."""

    def decide(scene: Scene, asked: ReceiveOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        charges = charges_at(scene.ledger, unit.name)
        if not charges:
            raise RuleError(f"Nobody charges {unit.name}, or that is answered already: there is nothing to receive.")
        firer_of(unit.name, unit.sheet, book, "answer a charge")
        if refusal := barred(scene, unit, asked.how, charges):
            raise RuleError(refusal)
        at = _meant(scene, unit, charges)
        clash, shots = Clash(scene, book), None
        fired = unit.sheet.now.target in {each.name for each in charges}
        if asked.how is Response.FIRE and not fired:
            shots = _fired(scene, unit, at, asked, fire, dice)
            clash = clash.having(shots.after).keeping(shots.ledger or clash.ledger)
        clash = close_in(clash, unit.name, asked.how, first=at.name, to=asked.to)
        told = fire.plain(shots.result) if shots else None
        board = None if clash.board is scene.board else clash.board
        marks = clash.marks
        if shots and shots.marks:
            marks = shots.marks.and_then(marks) if marks else shots.marks
        throwers = tuple(each.name for each in charges)
        result = Received(unit.name, asked.how, told, clash.met)
        return Outcome(dict(clash.after), result, clash.ledger, board, marks, throwers=throwers)

    return typed_order(ReceiveOrder, decide, partial(_card, fire=fire))


def _meant(scene: Scene, unit: Unit, charges: tuple[Charge, ...]) -> Charge:
    """Whom they fire at or charge: whom they named of those who charge them, or else the first."""
    named = next((other.name for other in scene.all("target")), charges[0].name)
    found = next((each for each in charges if each.name == named), None)
    if found is None:
        raise RuleError(f"{named} doesn't charge {unit.name}: name one who does, such as {charges[0].name}.")
    return found


def _fired(scene: Scene, unit: Unit, at: Charge, asked: ReceiveOrder, fire: Order, dice: Dice) -> Outcome:
    """Panic fire, before the charger comes: out of turn, by the rules of all fire (C3K Charges)."""
    known = {"name": (unit,), "target": (scene.known[at.name],), "others": ()}
    shot: dict[str, Value] = {"fire": "panic", "weapon": asked.weapon, "dm": asked.dm, "because": asked.because}
    fields = shot if at.cm is None else {**shot, "range": int(at.cm)}
    values = fire.read({name: value for name, value in fields.items() if value}, scene.settings)
    return fire.prepared(replace(scene, units=known, said=None, unnamed=()), values)(dice)


def answering(scene: Scene, outcome: Outcome) -> Outcome:
    """What a fire came to, with the answer that panic fire is at one who charges: they come home after it."""
    result = outcome.result
    shots = result.shootings if isinstance(result, FireResult) else ()
    panic = {
        each.declared.firer.name: each.declared.target for each in shots if each.declared.situation.mode is Mode.PANIC
    }
    charged = [name for name, at in panic.items() if at in {each.name for each in charges_at(scene.ledger, name)}]
    answers = tuple(said("receive", [name], how=str(Response.FIRE)) for name in charged)
    return replace(outcome, then=(*outcome.then, *answers)) if answers else outcome


def _card(received: Received, faces: Faces, *, fire: Order) -> Card:
    shown = fire.word(received.fire, faces) if received.fire else Card("")
    lines = (*shown.lines, *met_lines(received.met))
    panic = (_PANIC,) if received.fire else ()
    tone = Tone.BAD if shown.tone is Tone.BAD else Tone.PLAIN
    return Card(
        f"{received.name} {received.how.words}", lines, (*shown.working, *panic, *met_working(received.met)), tone=tone
    )
