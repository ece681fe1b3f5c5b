"""From phase to phase of a turn that is kept: debts are paid, charges tick, whole-turn actions are done (AHL 4 to 8,
24.B).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.plan import At, named
from bot.engine.cards import Suggestion, marked, sentence
from bot.engine.dice import Check, Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import PANICKED, Character, can_fight
from bot.systems.ahl.turn.actions import Intention, Step, turns_words
from bot.systems.ahl.turn.clock import PHASES, Charge, Clock, in_time, next_phase, next_turn
from bot.systems.ahl.turn.together import Unfought, people_of, unfought
from bot.systems.ahl.walking.ground import PHASE, points
from bot.systems.ahl.zerog.control import after_control, keep_control
from bot.systems.ahl.zerog.drift import drifts


def due_before(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    """What is due before a later step of this phase, or before the next phase for None, each as what to do."""
    return [*_drifts(scene, clock, step), *_fights(scene, clock, step), *_explosions(scene, clock, step)]


def _drifts(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    """Whoever drifts doesn't stay where they are in the air, by whoever's will (AHL 26.C)."""
    ends = step is None or step.place > Step.MOVEMENT.place
    if not ends or not clock.phase or clock.step.place > Step.MOVEMENT.place:
        return []
    adrift = [name for name, unit in people_of(scene).items() if can_fight(unit) and drifts_on(scene, clock, unit)]
    return [f"{name} drifts on first: /move name:{marked(name)} (AHL 26.C)." for name in adrift]


def drifts_on(scene: Scene, clock: Clock, unit: Unit) -> bool:
    """Whether somebody on the deck has still to drift on in this phase (AHL 26.C)."""
    board: Board | None = scene.board
    there = board is not None and unit.name in board.people
    return there and drifts(scene, unit) and not clock.of(unit.name).deeds.moved


def _fights(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    """Fights, as long as there is a step left for them: later on nobody can fight any more."""
    ends = step is None or step.place > Step.MELEE.place
    owed = unfought(scene, clock) if ends and clock.step.place <= Step.MELEE.place else []
    return [_fight(each) for each in owed]


def _fight(owed: Unfought) -> str:
    whom = sentence(owed.waiting, "and" if len(owed.waiting) <= len(owed.free) else "or")
    return (
        f"In {owed.where} {whom} must be fought as well, by {sentence(owed.free, 'or')}: "
        f"/melee name:{marked(owed.free[0])} target:{marked(owed.waiting[0])} comes first (AHL 17)."
    )


def _explosions(scene: Scene, clock: Clock, step: Step | None) -> list[str]:
    if step is not None and step.place <= Step.AIMED.place:
        return []
    return [
        f"The charge that {charge.by} set at {named(charge.at)} goes off in this phase's aimed fire step: the "
        f"referee's /blast cause:satchel at:{named(charge.at)} comes first (AHL 24.B)."
        for charge in clock.charges
        if charge.at and charge.due(clock.turn, clock.phase) and is_here(scene.board, charge)
    ]


def is_here(board: Board | None, charge: Charge) -> bool:
    """Whether a charge lies on the deck that is up, so that it can be resolved there."""
    levels = board.plan.levels if board else ()
    return charge.at is not None and charge.at.level < len(levels) and charge.at in levels[charge.at.level].floor


def too_early(clock: Clock, at: At) -> str:
    """Why a charge in a square doesn't go off yet though its phase has come, "" where there is no such reason."""
    due = [charge for charge in clock.charges if charge.at == at and charge.due(clock.turn, clock.phase)]
    if not due or clock.step.place >= Step.AIMED.place:
        return ""
    return (
        f"The charge that {due[0].by} set at {named(at)} goes off in the aimed fire step, and {clock.words} is at "
        f'{clock.step}: /phase step:"{Step.AIMED}" goes there (AHL 24.B).'
    )


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a phase was to one character: the throw for control, if one was due, and what is after."""

    name: str
    before: Character
    control: Check | None
    after: Character


def end_phase(name: str, character: Character, book: Book, dice: Dice, dm: int = 0, because: str = "") -> Ending:
    """End an action phase for one character; `dm` is the referee's, on the throw for control."""
    control = keep_control(character, book.weapons, book.control, dice, dm, because, book.keeps_control)
    return Ending(name, character, control, after_control(stuns_run_down(character), control))


def stuns_run_down(character: Character) -> Character:
    """The character with a phase less of each stun to go (AHL 17.C.2)."""
    more = tuple(phases - 1 for phases in character.more_stuns if phases > 1)
    return replace(character, stunned=max(0, character.stunned - 1), more_stuns=more)


# What the turn is told of a phase: its title, and its lines.
Told = tuple[str, tuple[str | Suggestion, ...]]
# What to do in a decision phase.
PLANNING = (
    Suggestion("plan", after=" says what each is to do, in secret: cover, aim or move"),
    Suggestion("phase", after=" begins the first action phase"),
)


@dataclass(frozen=True, slots=True)
class WentOn:
    """The clock in the next phase, with what was due and left out, and what was done in a turn that has ended."""

    clock: Clock
    done: tuple[str, ...] = ()


def go_to(scene: Scene, clock: Clock, step: Step) -> tuple[Clock, Told]:
    """The clock at a later step of its phase; raises RuleError for one that is over, or while something is due."""
    if clock.phase == 0:
        raise RuleError("The decision phase has no steps: /phase begins the first action phase (AHL 4).")
    if step.place <= clock.step.place:
        raise RuleError(f"{clock.words.capitalize()} has come to {clock.step}: choose a later step, or /phase (AHL 7).")
    due = _due(scene, clock, step)
    clock = clock.at_step(step)
    return clock, (f"{clock.words.capitalize()}: {step}", (*due, "What came before holds from now on (AHL 7)"))


def go_on(scene: Scene, book: Book, clock: Clock) -> WentOn:
    """The next phase, or the next turn after the fifth; raises RuleError while something is due (AHL 17, 24.B)."""
    due = _due(scene, clock, None)
    ticking = tuple(charge for charge in clock.charges if not charge.due(clock.turn, clock.phase))
    clock = replace(clock, charges=ticking)
    here = people_of(scene)
    if clock.phase < PHASES:
        clock = _driven_off(here, clock)
        given = {name: book.phase(unit.sheet) for name, unit in here.items()}
        return WentOn(next_phase(clock, {name: halves for name, halves in given.items() if halves != PHASE}), due)
    clock, done = _whole_turns(scene, clock)
    # Whoever has left the campaign is forgotten with their turn.
    left = {name: doing for name, doing in clock.people.items() if name in here}
    return WentOn(next_turn(replace(clock, people=left)), (*due, *done))


def _driven_off(people: Mapping[str, Unit], clock: Clock) -> Clock:
    """The clock in which whoever falls or panics before the last phase does no longer what takes the whole turn: they
    flee, whatever was chosen (AHL 18.D).
    """
    for name, unit in people.items():
        plan = clock.of(name).plan
        if plan and plan.whole and (not can_fight(unit) or unit.sheet.nerve in PANICKED):
            clock = clock.doing(name, plan=None, busy="", shelters=False, evading=False, turns=0, loads=None)
    return clock


def _due(scene: Scene, clock: Clock, step: Step | None) -> tuple[str, ...]:
    """What is due before a step, or the next phase; refused, unless the campaign only shows what the book says."""
    due = due_before(scene, clock, step)
    if due and not only_shown(scene):
        raise RuleError(due[0])
    return tuple(f"By the book: {text}" for text in due)


def _whole_turns(scene: Scene, clock: Clock) -> tuple[Clock, tuple[str, ...]]:
    """The clock with the charges that were emplaced and defused in a whole turn, each told in a line (AHL 24.B)."""
    charges, told = clock.charges, []
    for unit in people_of(scene).values():
        doing = clock.of(unit.name)
        if doing.acted or not can_fight(unit):
            continue
        at = scene.board.people[unit.name].at if scene.board and unit.name in scene.board.people else None
        if doing.plan and doing.plan.kind is Intention.RELOAD and doing.takes > 1:
            over = (doing.turns + 1) % doing.takes
            clock = clock.doing(unit.name, turns=over)
            if over:
                whole = f"{turns_words(over)} of {turns_words(doing.takes).partition(' ')[0]}"
                told.append(f"{unit.name} has reloaded for {whole}, and goes on in the next one (AHL 25.B)")
        if doing.plan is Intention.EMPLACE:
            charges = (*charges, Charge(unit.name, clock.turn, doing.delay, at))
            told.append(f"{unit.name} has set a satchel charge{_where(at)} (AHL 24.B)")
        if doing.plan is Intention.DEFUSE:
            stopped = [each for each in charges if each.at == at and in_time(each, clock.turn)]
            charges = tuple(each for each in charges if each not in stopped)
            told.append(f"{unit.name} has {'defused the' if stopped else 'found no'} charge{_where(at)} (AHL 24.B)")
    return replace(clock, charges=charges), tuple(told)


def _where(at: At | None) -> str:
    return f" at {named(at)}" if at else ""


def went_on(went: WentOn, scene: Scene, climbing: Collection[str] = ()) -> Told:
    """What is told of the phase that begins: who pays, what explodes, and what to do; what those pay for who were
    climbing or hanging is told elsewhere.
    """
    clock = went.clock
    words = clock.words.capitalize()
    done: tuple[str | Suggestion, ...] = (*went.done, *_beaten(scene))
    if clock.phase == 0:
        return words, (*done, *PLANNING)
    return words, (
        *done,
        *_charges_due(clock),
        *_payments(clock, climbing),
        *_surprised(clock),
        "Covering fire first, then movement (AHL 7)",
    )


def _beaten(scene: Scene) -> tuple[Suggestion, ...]:
    """That the fight may be over: of all sides only one has anybody left who can act. In a scenario more may come, and
    its end is told by itself.
    """
    ledger: Ledger | None = scene.ledger
    if ledger is not None and ledger.scenario is not None:
        return ()
    people = people_of(scene).values()
    left = {unit.side for unit in people if can_fight(unit)}
    beaten = dict.fromkeys(unit.side for unit in people if unit.side and unit.side not in left)
    if len(left) != 1 or not beaten:
        return ()
    return (Suggestion("turn end", before=f"None of the {sentence([*beaten])} can act: ", after=" ends the fight"),)


def _charges_due(clock: Clock) -> tuple[Suggestion, ...]:
    return tuple(
        Suggestion(
            "blast",
            {"cause": "satchel", **({"at": named(each.at)} if each.at else {})},
            f"The charge that {each.by} set{_where(each.at)} goes off in the aimed fire step: ",
            " (AHL 24.B)",
        )
        for each in clock.charges
        if each.due(clock.turn, clock.phase)
    )


def _surprised(clock: Clock) -> tuple[str, ...]:
    """Whoever has nothing to spend in the first phase of a scenario."""
    names = [name for name, one in clock.people.items() if one.deeds.surprised]
    if not names:
        return ()
    return (f"{sentence(names)} {'are' if len(names) > 1 else 'is'} surprised, and can do nothing in this phase",)


def _payments(clock: Clock, climbing: Collection[str]) -> tuple[str, ...]:
    people = {name: one for name, one in clock.people.items() if name not in climbing}
    paying = {name: one.deeds.spent for name, one in people.items() if one.deeds.spent}
    told = [f"{name} pays {points(spent)} AP for what they began" for name, spent in paying.items()]
    return (f"{sentence(told)}, and neither moves nor evades meanwhile (AHL 8.C.1)",) if told else ()
