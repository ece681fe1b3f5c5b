"""`/phase`: the end of an action phase for everybody (AHL 8.B, 17.C.2, 26.B)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, Tone, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import PhaseOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.kept import stopped_at
from bot.systems.ahl.orders.in_turn.nerve import nerve_soon, nerve_to_arrive
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.orders.reload import loaded_in_turn
from bot.systems.ahl.portals.doors import Work, end_on_deck, work_line, work_rules
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock, clock_of, kept_clock, relit
from bot.systems.ahl.turn.once import due_lines
from bot.systems.ahl.turn.phases import end_phase, go_on, go_to, went_on
from bot.systems.ahl.turn.together import people_of
from bot.systems.ahl.turn.witnessed import acquainted
from bot.systems.ahl.walking.climbing import Between, Daunts, climb_on, drop
from bot.systems.ahl.zerog.drift import at_rest, weightless

_STUNS = "A stun lasts to the end of the phase after the blow (AHL 17.C.2)"
_CONTROL = "In zero-G whoever fired or fought keeps control on 10+, or is disoriented (AHL 26.B)"


@dataclass(frozen=True, slots=True)
class EndingReport:
    """What the end of a phase was to somebody: whether they were stunned, and still are; their throw for control."""

    name: str
    stunned: bool
    still: bool
    control: Check | None


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """The end of a phase: what it was to each character, and to the turn, in lines and their title; and what the doors,
    airlocks and lifts of the deck did.
    """

    endings: tuple[EndingReport, ...]
    title: str = "End of an action phase"
    turn: tuple[str | Suggestion, ...] = ()
    works: tuple[Work, ...] = ()


def phase_order(book: Book) -> Order:
    """`/phase`: stuns run down, in zero-G whoever fired or fought throws for control, and the deck works on.

    In a turn that is kept it goes on to the next phase, or with `step` to a later step of the same one.
    """

    def decide(scene: Scene, asked: PhaseOrder, dice: Dice) -> Outcome:
        clock = clock_of(scene)
        step, why = stopped_at(clock or Clock(), asked.step)
        if step:
            return _to_step(scene, step, why)
        if clock and not scene.present.keys() <= {unit.name for unit in scene.all("name")}:
            raise RuleError("In a turn that is kept a phase ends for everybody: leave the names out.")
        # Before the first action phase there is none to end.
        if clock and not clock.phase:
            return _in_turn(Outcome({}, PhaseEnd(())), scene, book, clock, Between(scene.board))
        endings = tuple(
            end_phase(unit.name, unit.sheet, book, dice, asked.dm, asked.because) for unit in scene.all("name")
        )
        landed = {each.name: each.after if weightless(scene) else at_rest(each.after) for each in endings}
        after = {each.name: landed[each.name] for each in endings if landed[each.name] != each.before}
        deck = end_on_deck(scene, dice)
        threw = tuple(ending.name for ending in endings if ending.control)
        climbed = Between(deck.board or scene.board)
        if deck.board or clock:
            climbed = climb_on(scene, climbed, _daunts(scene, clock))
        told = tuple(
            EndingReport(each.name, bool(each.before.stuns), bool(each.after.stuns), each.control) for each in endings
        )
        done = Outcome(after, PhaseEnd(told, works=deck.works), board=deck.board, marks=deck.marks, doers=threw)
        if clock is None:
            return _with(done, drop(scene, climbed, _daunts(scene, None)))
        return _in_turn(done, scene, book, clock, climbed)

    return typed_order(PhaseOrder, decide, _phase_card)


def _to_step(scene: Scene, step: Step, why: tuple[Suggestion, ...]) -> Outcome:
    """A later step of the same phase."""
    began = kept_clock(scene)
    later, (title, told) = go_to(scene, began, step)
    board = relit(scene.board, began, later)
    return Outcome({}, PhaseEnd((), title, (*told, *why)), ledger=replace(scene.ledger, clock=later), board=board)


def _in_turn(done: Outcome, scene: Scene, book: Book, clock: Clock, climbed: Between) -> Outcome:
    """The end of a phase in a turn that is kept, which goes on to the next one."""
    went = go_on(scene, book, clock)
    done, loaded = _loaded(done, scene, book, clock) if not went.clock.phase else (done, ())
    between = drop(scene, climbed, _daunts(scene, clock)) if went.clock.phase else climbed
    title, told = went_on(went, scene, _between(scene.board))
    clock = acquainted(scene, _beside(scene, between, went.clock), between.board)
    soon = nerve_soon(scene, clock, between.board, scene.present) if clock.phase else ()
    lines = (*between.lines, *(text for text in soon if not any(line.endswith(text) for line in between.lines)))
    between = replace(between, lines=lines, board=relit(between.board, kept_clock(scene), clock))
    turn = (*due_lines(replace(scene, board=between.board), clock), *loaded, *told)
    result = replace(done.result, title=title, turn=turn)
    done = _with(replace(done, result=result, board=between.board), between)
    return replace(done, ledger=replace(scene.ledger, clock=clock))


def _loaded(done: Outcome, scene: Scene, book: Book, clock: Clock) -> tuple[Outcome, tuple[str, ...]]:
    """The end of a turn with the weapons that were reloaded in it, each told in a line."""
    after, lines = dict(done.after), list[str]()
    for name, weapon, line in loaded_in_turn(scene, book, clock):
        after[name] = after.get(name, people_of(scene)[name].sheet).with_carried(weapon)
        lines.append(line)
    return replace(done, after=after), tuple(lines)


def _daunts(scene: Scene, clock: Clock | None) -> Daunts:
    """What keeps those between two levels from the next one, by what they have done in the phase that ends."""
    if clock is None:
        return lambda there, name: ""
    return lambda there, name: nerve_to_arrive(scene, clock.of(name).deeds, there, name)


def _with(done: Outcome, between: Between) -> Outcome:
    """The end of a phase with those who were between two levels."""
    if not between.lines:
        return done
    return replace(done, result=replace(done.result, turn=(*between.lines, *done.result.turn)), board=between.board)


def _between(board: Board | None) -> frozenset[str]:
    """Those who are between two levels: what they pay goes with what is told of them."""
    return frozenset(name for name, one in board.people.items() if one.between) if board else frozenset()


def _beside(scene: Scene, between: Between, clock: Clock) -> Clock:
    """The clock that knows to whom those have come adjacent who have come to a level (AHL 13)."""
    if between.board is None:
        return clock
    for name in between.arrived:
        clock = clock.did(name, came=enemies_beside(scene, between.board, scene.present[name]))
    return clock


def _phase_card(end: PhaseEnd, faces: Faces) -> Card:
    endings = end.endings
    lines = [*end.turn, *(line for ending in endings for line in _ending_lines(ending, faces))]
    lines += [work_line(work) for work in end.works]
    controls = [ending.control for ending in endings if ending.control]
    working = [_STUNS] if any(ending.stunned for ending in endings) else []
    working += [_CONTROL] if controls else []
    working += [
        f"{ending.name}: {modifier_line(modifier)}"
        for ending in endings
        if ending.control
        for modifier in ending.control.modifiers
    ]
    working += work_rules(end.works)
    lost = any(not control.made for control in controls)
    tone = Tone.BAD if lost else Tone.PLAIN
    return Card(end.title, tuple(lines) or ("Nothing was due.",), tuple(working), tone=tone)


def _ending_lines(ending: EndingReport, faces: Faces) -> Iterator[str]:
    if ending.stunned and ending.still:
        yield f"{ending.name}: stunned for one more phase"
    elif ending.stunned:
        yield f"{ending.name}: no longer stunned"
    if ending.control:
        outcome = "keeps control" if ending.control.made else "disoriented"
        yield f"{ending.name}: " + check_line(ending.control, faces.take("control"), outcome)
