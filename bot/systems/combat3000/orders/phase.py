"""`/phase`: the end of a turn for everybody (C3K The game turn, Record sheets)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, For, Suggestion, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import ComesFirstError, OffersError, RuleError
from bot.engine.system import Order, Outcome, Said, Scene, Value
from bot.engine.typed import match, offered
from bot.systems.combat3000 import actions
from bot.systems.combat3000.asked.keeping import PhaseOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.work import Access, cut_free, left_behind, measured, wrought
from bot.systems.combat3000.devices.pills import begun_or_over, digested
from bot.systems.combat3000.devices.robots import run_down
from bot.systems.combat3000.due import left_undone
from bot.systems.combat3000.figure.sheet import Aiming, Figure, Shape, Sheet, Task
from bot.systems.combat3000.fire.firer import aim_after
from bot.systems.combat3000.fire.on_deck import unseen_on
from bot.systems.combat3000.fire.report import FireReport, fire_report
from bot.systems.combat3000.hit.plights import LASER_CM, Cloud, cut_web, end_turn, leave_gas
from bot.systems.combat3000.ledger import Ledger, Passed, area_words, drifted, passed_line, turn_of
from bot.systems.combat3000.ledger import end_turn as end_of_areas
from bot.systems.combat3000.loading.reloading import rest
from bot.systems.combat3000.melee.closing import Clash, Met, all_come
from bot.systems.combat3000.melee.contact import after_turn
from bot.systems.combat3000.morale.ending import calmed
from bot.systems.combat3000.moving.machines import hovered
from bot.systems.combat3000.moving.moved import Went
from bot.systems.combat3000.orders.declaring import Battery, fired_together
from bot.systems.combat3000.orders.move import Together, all_together, moved_line, moved_working
from bot.systems.combat3000.posing import as_they_stand, worked
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import HOSTILE, OWN, RULE, beside_words, task_words
from bot.systems.combat3000.turn import LAST, Phase, Turn, not_done, phase_words, succeeded, whose_of
from bot.systems.combat3000.wording.buildings import access_line
from bot.systems.combat3000.wording.fire import fire_card
from bot.systems.combat3000.wording.melee import met_lines, met_working
from bot.systems.combat3000.wording.sheets import state
from bot.systems.marks import check_takes_part
from bot.systems.stepping import NEXT

_ORDER = "Orders, close combat, movement, firing, actions: one thing each a turn (C3K The game turn)"


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a turn did to somebody: how they are now, where that has changed; what they have aimed at, if
    they aim; what they have `done` of the list of actions, and in what it failed; what keeps them busy, for how many
    turns more; and which of their `pills` begin or cease to work, in words.
    """

    name: str
    now: Shape | None = None
    done: Task | None = None
    failed: str = ""
    aim: Aiming | None = None
    busy: str = ""
    more: int = 0
    pills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: for everybody for whom it did something, and for what lasts on the table.

    `stunned` says whether anybody was. `turn` is the number of the turn that is kept, 0 where none is; `command` says
    who has taken it, in sentences; `broke` are those whose nerve is broken from now on, `left` says who has left for
    theirs what they were at, and `met` are charges that nobody had answered. What came first by the book is `undone`,
    in sentences.
    """

    endings: tuple[Ending, ...]
    passed: tuple[Passed, ...]
    stunned: bool = False
    turn: int = 0
    command: tuple[str, ...] = ()
    broke: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    met: tuple[Met, ...] = ()
    undone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseBegun:
    """A phase that begins: the charges that had yet to be answered, and now are `met`; the clouds of knock-out gas in
    which somebody may be as they fire; what was written down in secret, by name, and what nobody can do of it now, in
    sentences, with `whose` each is; all moves that were made and shots that were fired together, with what was said for
    these `by_word`; and for how long some seek access to what they sabotage; and the clouds that have `drifted`. What
    came first by the book is `undone`, in sentences.
    """

    phase: Phase
    gas: tuple[Cloud, ...] = ()
    plans: tuple[tuple[str, tuple[Task, ...]], ...] = ()
    failed: tuple[str, ...] = ()
    moves: tuple[Went, ...] = ()
    sought: tuple[Access, ...] = ()
    met: tuple[Met, ...] = ()
    undone: tuple[str, ...] = ()
    fire: FireReport | None = None
    drifted: tuple[Passed, ...] = ()
    by_word: tuple[str, ...] = ()
    whose: tuple[str, ...] = ()


def phase_order(book: Book, move: Order, battery: Battery) -> Order:
    """`/phase`: a stun mark is struck out, weapons have rested, clouds drift, and this turn becomes the last one.

    `cutting` names those in webs at which somebody cut for this turn with a laser within 4 cm, `left gas` those who
    are no longer in hallucinogen gas. On a deck it is kept who is aware of whom as the next turn begins. In a turn that
    is kept it is the next phase, and what was secret in this one, each order to `move` among it, comes about together;
    what has to be done first comes first, unless it is passed over by `passing`. A `step` is gone to phase by phase.
    """

    def decide(scene: Scene, asked: PhaseOrder, dice: Dice) -> Outcome:
        _check_later(turn_of(scene), asked.step)
        undone = () if asked.passing else _undone(scene, book)
        clash = all_come(scene, book)
        now, turn = clash.scene, turn_of(scene)
        if turn and turn.phase is not LAST:
            _check_at_an_end(turn, asked)
            passed = _go_on(now, turn, all_together(now, turn, move, dice, book), battery, book, dice)
        else:
            passed = _end(now, turn, asked, dice, book)
        passed = replace(passed, result=replace(passed.result, undone=undone))
        return _on_to(scene, asked, _with_charges(scene, clash, passed), book)

    return typed_order(PhaseOrder, decide, partial(_card, book=book), tells_all=_opened)


def _check_later(turn: Turn | None, step: Phase | None) -> None:
    """Raise RuleError where a phase is named that isn't a later one of the turn that is kept."""
    if step is None:
        return
    if turn is None:
        raise RuleError("No turn is kept, so that no phase can be gone to: /turn begin keeps it (C3K The game turn).")
    later = turn.later_phases
    if step not in later:
        to = f"a step may be {offered(list(later))}, and " if later else ""
        raise RuleError(f"It is {turn.words}: {to}/phase alone ends the phase (C3K The game turn).")


def _on_to(scene: Scene, asked: PhaseOrder, passed: Outcome, book: Book) -> Outcome:
    """What a phase's end came to, after which the next one ends as well until it is the one that was named, or
    something has to be done first.
    """
    begun = passed.ledger.turn if asked.step and passed.ledger else None
    if begun is None or begun.phase is asked.step or scene.game is None or scene.said is None:
        return passed
    if not asked.passing and not only_shown(scene) and left_undone(book, scene.game.after(passed)):
        return passed
    fields: dict[str, Value] = {"step": str(asked.step), **({"passing": True} if asked.passing else {})}
    return replace(passed, due=(*passed.due, Said(asked.verb, {}, fields, scene.said.by)))


def _undone(scene: Scene, book: Book) -> tuple[str, ...]:
    """What comes first by the book, in sentences where that is only told. Raises RuleError where it isn't: with the
    order itself where that leaves no choice.
    """
    left = left_undone(book, scene.game) if scene.game and turn_of(scene) else ()
    told = tuple(f"{sentence(each.owes)}: {each.what} comes first ({each.rule})" for each in left)
    if not left or only_shown(scene):
        return tuple(f"By the book: {each}." for each in told)
    if left[0].settled:
        raise ComesFirstError(f"{told[0]}.", left[0].choices[0].said)
    raise OffersError(f'{told[0]}: /next asks for it, and /phase values:"passing yes" leaves it undone.', NEXT)


def _end(scene: Scene, turn: Turn | None, asked: PhaseOrder, dice: Dice, book: Book) -> Outcome:
    """The end of a turn, whether or not one is kept."""
    units = {unit.name: unit.sheet for unit in scene.all("name")}
    changed, left = _as_it_ends(scene, asked, units)
    hindered = {name: text for name, sheet in changed.items() if (text := actions.hindrance(name, sheet, book))}
    ends = {name: actions.ended(sheet, book) for name, sheet in changed.items()}
    done = {name: task for name, (_, task) in ends.items() if task}
    board, failed = worked(scene.board, done)
    calm = calmed(book, scene, units, {name: ended(sheet) for name, (sheet, _) in ends.items()})
    work = wrought(scene, board, done, book, calm.after)
    board, failed, then = work.board, {**failed, **work.failed}, {**calm.after, **work.sheets}
    ledger, passed = end_of_areas(scene.ledger or Ledger(), dice)
    ledger = replace(ledger, structures=work.structures)
    before = {**{name: scene.known[name].sheet for name in work.sheets}, **units}
    after = {name: sheet for name, sheet in then.items() if sheet != before[name]}
    board = as_they_stand(board, units, after)
    ledger = replace(ledger, unseen=unseen_on(replace(scene, board=board), book.creatures))
    sheets = {**{name: unit.sheet for name, unit in scene.known.items()}, **changed}
    ledger = replace(ledger, contacts=after_turn(ledger.contacts, sheets))
    told: tuple[str, ...] = ()
    if turn:
        turn, told = succeeded(turn, {name: then.get(name, unit.sheet) for name, unit in scene.known.items()})
        ledger = replace(ledger, turn=turn.next_phase)
    failed = {**failed, **hindered}
    at = {**done, **{name: units[name].now.task for name in hindered}}
    endings = tuple(_ending(name, before[name], sheet, at.get(name), failed, book) for name, sheet in after.items())
    stunned = any(isinstance(sheet, Figure) and sheet.stunned for sheet in units.values())
    left = (*left, *calm.left)
    end = TurnEnd(endings, passed, stunned, turn.number if turn else 0, told, calm.broke, left=left)
    changes = passed or ledger != scene.ledger
    return Outcome(after, end, ledger if changes else None, None if board is scene.board else board)


def _as_it_ends(scene: Scene, asked: PhaseOrder, units: Mapping[str, Sheet]) -> tuple[dict[str, Sheet], Iterable[str]]:
    """All as the turn finds them at its end: cut at, out of gas, or parted from what they worked on, which is told."""
    cutting, outside = _named(asked.cutting, units) | cut_free(units), _named(asked.left_gas, units)
    changed = {name: _changed(name, sheet, cut=name in cutting, out=name in outside) for name, sheet in units.items()}
    behind = left_behind(scene, units)
    return changed | {name: actions.left_off(changed[name], units[name].now.busy) for name in behind}, behind.values()


def _with_charges(scene: Scene, clash: Clash, outcome: Outcome) -> Outcome:
    """What came of a phase's end, with the charges that came home before it, as nobody had answered them."""
    if not clash.met:
        return outcome
    before = {name: unit.sheet for name, unit in scene.known.items()}
    after = {name: sheet for name, sheet in {**clash.after, **outcome.after}.items() if sheet != before[name]}
    board = outcome.board or (None if clash.board is scene.board else clash.board)
    marks = clash.marks.and_then(outcome.marks) if clash.marks and outcome.marks else outcome.marks or clash.marks
    result = replace(outcome.result, met=clash.met)
    return replace(outcome, after=after, board=board, ledger=outcome.ledger or clash.ledger, marks=marks, result=result)


def _go_on(scene: Scene, turn: Turn, moves: Together, battery: Battery, book: Book, dice: Dice) -> Outcome:
    """The next phase of the same turn: what was written down in secret is shown and begins, all of it together; all
    moves are made, and all shots fired; with whatever gas those are in whom it begins for (C3K The game turn, Shells
    and grenades).
    """
    then = turn.next_phase
    ledger, clouds = drifted(scene.ledger) if turn.phase is Phase.MOVEMENT else (scene.ledger, ())
    after: dict[str, Sheet] = dict(moves.after)
    failed, shown, sought = list(moves.failed), [], list[Access]()
    for name, tasks in turn.plans.items():
        sheet = scene.known[name].sheet
        try:
            if any(task.code in HOSTILE for task in tasks):
                check_takes_part(scene.known[name])
            actions.begun(name, sheet, tasks, book)
            found = [measured(name, sheet, task, book, dice) for task in tasks]
        except RuleError as problem:
            failed.append(not_done([name], problem))
            continue
        after[name] = actions.begun(name, sheet, (task for task, _ in found), book)
        shown.append((name, tuple(task for task, _ in found)))
        sought += [access for _, access in found if access]
    gas = [cloud for cloud in ledger.clouds if then.phase is Phase.FIRING and cloud.kind == "knock-out"]
    board = as_they_stand(moves.board, {name: scene.known[name].sheet for name in after}, after)
    begins = PhaseBegun(then.phase, tuple(gas), tuple(shown), tuple(failed), moves.moves, tuple(sought), drifted=clouds)
    begins = replace(begins, whose=whose_of(failed))
    changed = None if board is scene.board else board
    throwers = (*turn.moves, *(access.name for access in sought))
    passed = Outcome(after, begins, replace(ledger, turn=then), changed, moves.marks, throwers=throwers)
    return _with_shots(passed, *fired_together(scene, turn, battery, dice)) if turn.shots else passed


def _with_shots(passed: Outcome, fire: Outcome | None, failed: tuple[str, ...], by_word: tuple[str, ...]) -> Outcome:
    """What a phase's end came to with the shots that it fired, what was said `by_word` for them, and those that
    couldn't be.
    """
    told = (*passed.result.failed, *failed)
    result = replace(passed.result, failed=told, whose=whose_of(told), by_word=by_word)
    if fire is None:
        return replace(passed, result=result)
    ledger = replace(fire.ledger or passed.ledger, turn=passed.ledger.turn)
    report = fire_report(fire.result)
    return replace(
        passed,
        after={**passed.after, **fire.after},
        result=replace(result, fire=report),
        ledger=ledger,
        board=fire.board or passed.board,
        marks=fire.marks,
        throwers=tuple(dict.fromkeys(each.declared.firer for each in report.shots)),
    )


def _named(typed: str, units: Iterable[str]) -> set[str]:
    names = [name for name in typed.split(",") if name.strip()]
    return {match(name, units, what="figure") for name in names}


def _check_at_an_end(turn: Turn, asked: PhaseOrder) -> None:
    """Raise RuleError for what counts as a turn ends alone, where it doesn't."""
    said = "cutting" if asked.cutting else "left gas" if asked.left_gas else ""
    if said:
        raise RuleError(
            f"This is {turn.words}, and “{said}” counts as a turn ends: say it with the /phase that ends the actions "
            "phase (C3K The game turn)."
        )


def _changed(name: str, sheet: Sheet, *, cut: bool, out: bool) -> Sheet:
    """Somebody at whose web a laser cut, or who has left a cloud of gas."""
    if not (cut or out):
        return sheet
    if not isinstance(sheet, Figure):
        raise RuleError(f"{name} is a vehicle, and in neither web nor gas.")
    sheet = cut_web(sheet, LASER_CM) if cut else sheet
    return leave_gas(sheet) if out else sheet


def ended(sheet: Sheet) -> Sheet:
    """A sheet at the end of a turn."""
    if isinstance(sheet, Figure):
        sheet = hovered(digested(run_down(end_turn(sheet))))
    elif sheet.crossing:
        sheet = replace(sheet, crossing=sheet.crossing - 1)
    weapons = tuple(rest(carried) for carried in sheet.weapons)
    after = replace(sheet, weapons=weapons, last=replace(sheet.now, more=0), now=sheet.now.carried_on)
    return replace(after, aim=aim_after(sheet.aim, sheet.now))


def _ending(name: str, before: Sheet, after: Sheet, done: Task | None, failed: Mapping[str, str], book: Book) -> Ending:
    now, pills = None, tuple[str, ...]()
    if isinstance(before, Figure) and isinstance(after, Figure):
        was = (before.stunned, before.plight, before.nerve, before.killed)
        now = after.shape if was != (after.stunned, after.plight, after.nerve, after.killed) else None
        pills = tuple(begun_or_over(before, after, book))
    done = None if done and done.code in OWN and name not in failed else done
    busy = bool(before.now.busy and before.now.more)
    return Ending(
        name,
        now,
        done,
        failed.get(name, ""),
        after.aim if before.now.aiming and after.aim.turns else None,
        after.now.busy if busy else "",
        after.now.more if busy else 0,
        pills,
    )


def _card(end: TurnEnd | PhaseBegun, faces: Faces, book: Book) -> Card:
    if isinstance(end, PhaseBegun):
        return _begun_card(end, faces, book)
    lines: list[str | Suggestion] = [*end.undone, *met_lines(end.met), *end.command]
    lines += (line for ending in end.endings for line in _lines(ending))
    lines += (f"{name} breaks, and runs to the nearest cover behind (C3K Morale)" for name in end.broke)
    lines += end.left
    lines += (passed_line(each) for each in end.passed if _changes(each))
    working = [
        *met_working(end.met),
        *["One stun mark is struck out at the end of each turn (C3K Record sheets)"] * end.stunned,
    ]
    if any(isinstance(passed.before, Cloud) for passed in end.passed):
        working.append("Clouds grow downwind by a template a turn and last for 10 (C3K Special weapons effect)")
    title = f"End of turn {end.turn}" if end.turn else "End of a turn"
    return Card(title, tuple(lines) or ("Nothing was due: a new turn begins.",), tuple(working))


def _changes(passed: Passed) -> bool:
    """Whether there is anything to tell of it: a cloud that has drifted as all moved is as it was."""
    return not (isinstance(passed.before, Cloud) and passed.after == (passed.before,))


def _opened(end: TurnEnd | PhaseBegun) -> tuple[str, ...]:
    """What was written down in secret and is shown to all now."""
    plans = end.plans if isinstance(end, PhaseBegun) else ()
    return tuple(f"{name} {sentence(map(task_words, tasks))}" for name, tasks in plans)


def _begun_card(begun: PhaseBegun, faces: Faces, book: Book) -> Card:
    fire = fire_card(begun.fire, faces, book) if begun.fire else Card("")
    lines: list[str | Suggestion] = [*begun.undone, *met_lines(begun.met)]
    lines += [f"— {fire.title}", *fire.lines, *begun.by_word, "—"] if begun.fire else []
    lines.append(phase_words(begun.phase))
    lines += _opened(begun)
    lines += (access_line(access, faces) for access in begun.sought)
    lines += map(moved_line, begun.moves)
    lines += map(passed_line, begun.drifted)
    lines += map(For, begun.failed, begun.whose or ("",) * len(begun.failed))
    working = dict.fromkeys(line for moved in begun.moves for line in moved_working(moved))
    within = (f"Whoever is in {area_words(cloud)} now is out: " for cloud in begun.gas)
    lines += [Suggestion("blast", {}, they, " names them") for they in within]
    return Card(
        f"The {begun.phase} phase begins",
        tuple(lines),
        (_ORDER, *met_working(begun.met), *_what_goes_with(begun), *working, *fire.working),
        tone=fire.tone,
    )


def _what_goes_with(end: PhaseBegun) -> Iterator[str]:
    listed = {task.code: task for _, tasks in end.plans for task in tasks if task.code not in OWN}
    for task in listed.values():
        yield f"{task.code}: {beside_words(task)} ({RULE})"


def _lines(ending: Ending) -> Iterator[str]:
    if ending.done:
        yield f"{ending.name} {task_words(ending.done)}: {ending.failed or 'done'}"
    if ending.now:
        yield f"{ending.name}: {state(ending.now)}"
    yield from (f"{ending.name}: {words}" for words in ending.pills)
    if ending.aim:
        yield f"{ending.name} has aimed at {ending.aim.target} for {counted(ending.aim.turns, 'turn')} (C3K Aiming)"
    if ending.busy:
        yield f"{ending.name} {ending.busy}: {counted(ending.more + 1, 'turn')} to go"
