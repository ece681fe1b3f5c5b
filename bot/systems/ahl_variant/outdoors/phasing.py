"""`/phase` and `/encounter step` in the open: on to the next step, with the throws for control in zero-G, and how it is
got back (V27.Zero-G).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.asked.keeping import PhaseOrder
from bot.systems.ahl.asked.moving import ReorientOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.reorient import reoriented
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.zerog.control import after_control, keep_control, strained
from bot.systems.ahl_variant.ledger import Records, encounter_of, keeping, met, units_of
from bot.systems.ahl_variant.outdoors.asked import EncounterStep
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Phase,
    after_acting,
    check_turn,
    next_step,
    onward,
    to_control,
    whose_turn,
)
from bot.systems.ahl_variant.outdoors.keeping import STEPS, StepTold, recovered, standing, standing_lines


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """The step of an encounter, and who has thrown for control before anybody acts in it."""

    standing: StepTold
    controls: tuple[tuple[str, Check], ...] = ()


def open_phase(book: Book, scene: Scene, asked: PhaseOrder, dice: Dice) -> Outcome:
    """The next step; where that begins a round, whoever has fired or fought in zero-G in the one before throws for
    control, and where they owe it already that alone (AHL 26.B).
    """
    before = met(scene)
    units: dict[str, Unit] = dict(units_of(scene))
    after = before if to_control(before, units) else onward(book, next_step(before), units)
    owed, controls = to_control(after, units), []
    for name in (name for name in after.people if name in units):
        sheet = units[name].sheet
        # The marks of those who are out of control or out for good go without a throw.
        if not (sheet.zero_g.fired or sheet.zero_g.melee) or (strained(sheet) and name not in owed):
            continue
        check = keep_control(sheet, book.weapons, book.control, dice, asked.dm, asked.because, book.keeps_control)
        units[name] = replace(units[name], sheet=after_control(sheet, check))
        controls += [(name, check)] if check else []
    sheets = {name: unit.sheet for name, unit in units.items() if unit is not units_of(scene).get(name)}
    found = standing(book, after, units, "On", new_round=after.round > before.round)
    result = OpenPhase(found, tuple(controls))
    return Outcome({**sheets, **recovered(units, before, after)}, result, ledger=keeping(scene, after), doers=())


def step_order(book: Book) -> Order:
    """`/encounter step`: the referee's way past whoever is waited for."""
    return typed_order(
        EncounterStep, lambda scene, _, dice: open_phase(book, scene, PhaseOrder(), dice), open_phase_card
    )


def open_phase_card(told: OpenPhase, faces: Faces) -> Card:
    """The answer: each throw for control, and whose turn it is."""
    lines = [
        f"{name}: " + check_line(check, faces.take("control"), "keeps control" if check.made else "disoriented")
        for name, check in told.controls
    ]
    working = [f"{name}: {modifier_line(each)}" for name, check in told.controls for each in check.modifiers]
    lost = any(not check.made for _, check in told.controls)
    rule = "In zero-G whoever fired or fought keeps control on 10+, or is disoriented (AHL 26.B, AHL V27.Zero-G)"
    working += [rule] if told.controls else [STEPS]
    return Card("On", (*lines, *standing_lines(told.standing)), tuple(working), tone=Tone.BAD if lost else Tone.PLAIN)


@dataclass(frozen=True, slots=True)
class OpenReorient:
    """Who tried to get control back in the open, the throw, and how the encounter stands then."""

    name: str
    check: Check
    open: StepTold


def open_reorient(book: Book, scene: Scene, asked: ReorientOrder, encounter: Encounter, dice: Dice) -> Outcome:
    """A try to get control back, in one's turn to move; it takes the whole round (AHL 26.B)."""
    unit = scene.one("name")
    check_turn(book, encounter, units_of(scene), unit.name, Phase.MOVEMENT, "getting control back")
    sheet, check = reoriented(book, unit, asked, dice)
    units = {**units_of(scene), unit.name: replace(unit, sheet=sheet)}
    spent = encounter.having(unit.name, replace(encounter.of(unit.name), fired=True))
    after = after_acting(book, spent, units, unit.name)
    found = standing(book, after, units, new_round=after.round > encounter.round)
    sheets = {unit.name: sheet, **recovered(units, encounter, after)}
    return Outcome(sheets, OpenReorient(unit.name, check, found), ledger=keeping(scene, after))


def open_reorient_card(told: OpenReorient, faces: Faces) -> Card:
    """The answer: the throw, and whose turn it is."""
    outcome = "in control again" if told.check.made else "still disoriented"
    lines = (check_line(told.check, faces.take("reorienting"), outcome), "Takes the whole round")
    rule = "Two dice, 10+, without a handhold (AHL 26.B, AHL V27.Zero-G)"
    working = (rule, *map(modifier_line, told.check.modifiers))
    tone = Tone.GOOD if told.check.made else Tone.PLAIN
    title = f"{told.name} tries to reorient themselves"
    return Card(title, (*lines, *map(str, standing_lines(told.open))), working, tone=tone)


_MOST_NAMED = 4
_LABEL = 20
# By what one acts in each step, and what has to be said for it.
_ANSWERS = {
    Phase.SURPRISE: ("fire", "target"),
    Phase.MOVEMENT: ("go", "to"),
    Phase.FIRE: ("fire", "target"),
    Phase.MELEE: ("melee", "target"),
}
_WORDS = {
    Phase.SURPRISE: "an action, until the alarm",
    Phase.MOVEMENT: "a move",
    Phase.FIRE: "fire, or none",
    Phase.MELEE: "a blow, the longest reach first",
}


def due_in_the_open(book: Book, game: Game) -> Iterator[Due]:
    """Who acts next: any one of the side whose turn it is; whoever does nothing passes, and so does the first of them
    where nobody answers.
    """
    ledger = game.ledger
    encounter = ledger.encounter if isinstance(ledger, Records) else None
    if encounter is None:
        return
    if out := to_wake(encounter, game.units):
        throw = Choice("Throw", said("wake", out), throws=True)
        yield Due("the die to come round", "AHL 12.C", out, choices=(throw,), since=encounter.words)
    if strained := to_control(encounter, game.units):
        throw = Choice("Throw", said("phase"), throws=True)
        yield Due("the throw for control", "AHL 26.B", strained, choices=(throw,), since=encounter.words)
        return
    ready = whose_turn(book, encounter, game.units)
    if not ready:
        return
    owners = tuple(dict.fromkeys(game.units[name].owner for name in ready))
    choices = tuple(Choice(f"Pass: {name}"[:_LABEL], said("encounter pass", (name,))) for name in ready[:_MOST_NAMED])
    if encounter.phase is Phase.SURPRISE:
        choices = (*choices, Choice("The alarm is given", said("encounter alarm")))
    verb, field = _ANSWERS[encounter.phase]
    yield Due(
        f"{_WORDS[encounter.phase]}{', by one of them' if len(ready) > 1 else ''}",
        "AHL V27.Rounds",
        tuple(ready),
        owners,
        choices,
        default=0,
        answer=said(verb, ready if len(ready) == 1 else ()),
        asks=(field,),
        apart=True,
        begins=encounter.phase is Phase.MOVEMENT and not encounter.acted,
        since=encounter.words,
    )


def to_wake(encounter: Encounter, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """Who throws to come round now: the unconscious who haven't in this round, before anybody has moved in it."""
    if encounter.phase is not Phase.MOVEMENT or encounter.acted:
        return ()
    out = (name for name in encounter.people if name in units)
    return tuple(
        name
        for name in out
        if units[name].sheet.condition is Condition.UNCONSCIOUS and not encounter.of(name).thrown_to_wake
    )


def waking(order: Order) -> Order:
    """The order, which in the open is for the beginning of a round, once in each; whoever wakes lies prone."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        encounter = encounter_of(scene)
        there = [unit for unit in scene.all("name") if encounter and unit.name in encounter.people]
        if encounter is None or not there:
            return order.prepared(scene, values)
        due = to_wake(encounter, {unit.name: unit for unit in there})
        if not due:
            raise RuleError(
                f"It is {encounter.words}: who is unconscious throws once in each round, before anybody moves (AHL "
                "12.C)."
            )
        trying = tuple(unit for unit in there if unit.name in due)
        decide = order.prepared(replace(scene, units={**scene.units, "name": trying}), values)

        def resolve(dice: Dice) -> Outcome:
            done, after = decide(dice), encounter
            for name in due:
                lies = after.of(name).prone or done.after[name].condition is Condition.ACTIVE
                after = after.having(name, replace(after.of(name), prone=lies, thrown_to_wake=True))
            return replace(done, ledger=keeping(scene, after))

        return resolve

    return replace(order, resolve=InTwoSteps(prepare))
