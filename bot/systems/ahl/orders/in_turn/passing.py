"""What meets somebody on their way in a turn that is kept: covering fire that they come through, and enemies to whom
they come adjacent (AHL 11.A.1, 13).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Generic, TypeVar

from bot.deck.board import Board, placed
from bot.deck.placing import steps_words
from bot.deck.plan import At, named
from bot.deck.view import Marks
from bot.engine.cards import Suggestion, sentence, whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Said, Scene, Unit, Value
from bot.systems.ahl.asked.fighting import Evading
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, Target
from bot.systems.ahl.fire.covering import come_through
from bot.systems.ahl.fire.on_deck import struck
from bot.systems.ahl.fire.strikes import blasts, explosion_of
from bot.systems.ahl.morale.on_deck import in_full_cover
from bot.systems.ahl.orders.fire import evading_beside
from bot.systems.ahl.orders.in_turn.nerve import (
    Nerves,
    check_flight,
    come_beside,
    nerve_to_leap,
    nerve_to_show,
    nerves_of,
    through_fire,
)
from bot.systems.ahl.orders.in_turn.snapping import may_snap_at
from bot.systems.ahl.orders.move import come_to, enemies_beside, trail, walked
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Character, Condition, Nerve
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.done import done_of
from bot.systems.ahl.turn.together import people_of
from bot.systems.ahl.walking.ground import POINT, Gait
from bot.systems.ahl.walking.routes import MoveReport, Pace, Route
from bot.systems.ahl.wounds.damage import without_air
from bot.systems.ahl.zerog.drift import drifts

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Met(Generic[A]):
    """A covering fire that somebody came through: whose, its danger space, where they were, and the attack."""

    firer: str
    squares: tuple[At, ...]
    at: At
    attack: A


@dataclass(frozen=True, slots=True)
class Passage:
    """A way as far as it went: the clock and the sheet after it, the covering fires met, to whom they came adjacent,
    and beside whom they are.

    `halted` says why it ended before its end, if it did; `along` are those who go with them, as the fire has left them.
    """

    clock: Clock
    sheet: Character
    met: tuple[Met[Attack], ...] = ()
    came: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    halted: Suggestion | str = ""
    along: Mapping[str, Character] = field(default_factory=dict)


def on_the_way(
    scene: Scene, clock: Clock, outcome: Outcome, book: Book, dice: Dice
) -> tuple[Outcome, Clock, tuple[Met[Attack], ...], tuple[str, ...]]:
    """A move with all that meets it: cut short before a morale check that is owed, where they fall, or where an enemy
    may fire at once at them. Last is what the book has against it, where that is only told.

    Raises RuleError where a check comes before the first step, or somebody flees the wrong way.
    """
    report: MoveReport = outcome.result
    mover, board, whole = scene.one("name"), scene.board, outcome.result.route
    goers = {
        name: nerves_of(scene, book, clock, people_of(scene)[name], report) for name in (mover.name, *report.carriers)
    }
    nerves = min(goers.values(), key=lambda each: each.steps)
    against = tuple(_against(scene, mover, report, nerves))
    route = report.route if only_shown(scene) else Route(report.route.steps[: nerves.steps])
    ends = report.halted if route == report.route else nerves.why
    begins = Passage(
        clock.did(mover.name, flew=()), mover.sheet, beside=enemies_beside(scene, board, mover), halted=ends
    )
    passage, steps = _through(scene, begins, goers, route, report, book, dice)
    report = _as_far(scene, report, passage, steps, mover)
    hides = report.cowers and passage.sheet.nerve is Nerve.FLEEING
    sheet = replace(passage.sheet, nerve=Nerve.COWERING) if hides else passage.sheet
    hurt = {**outcome.after, **passage.along, **({mover.name: sheet} if sheet != mover.sheet else {})}
    deeds, clock = clock.of(mover.name).deeds, passage.clock
    for name in (mover.name, *report.carriers):
        clock = clock.did(name, came=(*deeds.came, *passage.came))
    beyond = done_of(outcome).beyond
    outcome = replace(
        outcome,
        after=hurt,
        result=report,
        board=come_to(board, (mover.name, *report.along), steps[-1]),
        marks=_marked(outcome.marks, report, passage),
        done=replace(walked(report), beyond=beyond if report.onward else ()),
    )
    if passage.halted == nerves.why and nerves.first:
        outcome = replace(outcome, then=_goes_on(scene, nerves, whole, beyond))
    return outcome, clock, passage.met, against


def _through(
    scene: Scene,
    passage: Passage,
    goers: Mapping[str, Nerves],
    route: Route,
    report: MoveReport,
    book: Book,
    dice: Dice,
) -> tuple[Passage, tuple[Pace, ...]]:
    """A way step by step with the fire that meets it, as far as it goes; `passage.halted` is why it ends at its end."""
    ends, steps = passage.halted, route.steps
    for number, step in enumerate(steps, start=1):
        passage = replace(passage, clock=_nerved(passage.clock, goers, number), halted="")
        passage = _one_step(scene, passage, scene.one("name"), step, report, book, dice)
        if passage.sheet.condition is not Condition.ACTIVE or (passage.halted and number < len(steps)):
            return passage, steps[:number]
    return replace(passage, halted=ends), steps


def _marked(marks: Marks, report: MoveReport, passage: Passage) -> Marks:
    """What the picture shows of a walk as far as it went, with the fire that it met."""
    danger = tuple(at for each in passage.met for at in each.squares)
    return replace(
        marks,
        trail=trail(report.start, report.route),
        danger=tuple(dict.fromkeys(danger)),
        struck=tuple(replace(struck(each.attack), by=each.firer) for each in passage.met),
    )


def _goes_on(scene: Scene, nerves: Nerves, whole: Route, beyond: Sequence[At]) -> tuple[Said, ...]:
    """The check on which a walk hangs, and the rest of that walk, step by step as it was meant."""
    gone, rest, order = whole.steps[: nerves.steps], whole.steps[nerves.steps :], scene.said
    assert nerves.first is not None, "a check is owed"
    squares = [gone[-1].at, *(step.at for step in rest), *beyond]
    words = steps_words(squares)
    if order is None or not words:
        return (nerves.first,)
    fields = {**order.fields, "to": words}
    if "ap" in fields:
        left = int(fields["ap"]) - -(-Route(gone).cost // POINT)
        if left < 1:
            return (nerves.first,)
        fields["ap"] = left
    return (nerves.first, replace(order, fields=fields))


def _nerved(clock: Clock, goers: Mapping[str, Nerves], number: int) -> Clock:
    """The clock with the checks used up that come before a step, for all who go it of themselves."""
    for name, nerves in goers.items():
        clock = clock.used(name, nerves.used[number - 1] if number <= nerves.steps else ())
    return clock


def _against(scene: Scene, mover: Unit, report: MoveReport, nerves: Nerves) -> Iterator[str]:
    """What the book has against a walk from its beginning; RuleError, unless the campaign only shows it."""
    try:
        check_flight(scene, mover, report.route.steps[-1].at)
        if nerves.why and not nerves.steps:
            raise nerves.refusal
    except RuleError as refusal:
        if not only_shown(scene):
            raise
        yield str(refusal)
    else:
        if nerves.why and only_shown(scene):
            yield f"{nerves.why}."


def _as_far(scene: Scene, report: MoveReport, passage: Passage, steps: tuple[Pace, ...], mover: Unit) -> MoveReport:
    """The report of a walk that went so far."""
    after = come_to(scene.board, (mover.name, *report.along), steps[-1])
    cut = len(steps) < len(report.route.steps)
    fell = passage.sheet.condition is not Condition.ACTIVE
    fled = mover.sheet.nerve is Nerve.FLEEING and not fell
    adjacent = () if fell else enemies_beside(scene, after, mover)
    stays = cut or fell or passage.halted or {*adjacent} & {*passage.came}
    return replace(
        report,
        route=Route(steps),
        whole=report.whole and not cut,
        onward=None if stays else report.onward,
        adjacent=adjacent,
        stopped=report.stopped and not cut,
        halted=f"{mover.name} falls there" if fell else passage.halted,
        checked=True,
        cowers=fled and in_full_cover(scene, after, mover),
    )


def on_the_flight(
    scene: Scene, clock: Clock, outcome: Outcome, book: Book, dice: Dice
) -> tuple[Outcome, Clock, tuple[Met[Attack], ...], tuple[str, ...]]:
    """A drift, a dive or a jump with the covering fire that meets it: nothing stops it, whatever becomes of them. Last
    is what the book has against it, where that is only told.

    Raises RuleError where a morale check comes before it; who drifts already has no choice.
    """
    mover, board = scene.one(next(iter(scene.units))), outcome.board
    if board is None or mover.name not in scene.board.people or mover.name not in board.people:
        return outcome, clock, (), ()
    before, last = scene.board.people[mover.name], board.people[mover.name]
    path = done_of(outcome).path
    places = [last] if path is None else [replace(last, at=at) for at in path]
    free = drifts(scene, mover)
    used, against = ((), None) if free else nerve_to_leap(scene, clock, mover, places)
    if against and not only_shown(scene):
        raise against
    passage = Passage(clock.used(mover.name, used), outcome.after.get(mover.name, mover.sheet))
    for place in places:
        if place.at != before.at:
            passage = _through_fire(placed(scene.board, mover.name, place), passage, mover, book, dice, evades=False)
    came = chain.from_iterable(come_beside(scene, clock, mover, places))
    flew = tuple(place.at for place in places)
    clock = passage.clock.did(mover.name, came=(*clock.of(mover.name).deeds.came, *came), flew=flew)
    hurt = {mover.name: passage.sheet} if passage.met else {}
    after, dead = {**outcome.after, **hurt}, passage.sheet.condition is Condition.DEAD
    whole = replace(outcome, after=after, then=() if dead else outcome.then)
    return whole, clock, passage.met, (str(against),) if against else ()


def on_showing(
    scene: Scene, clock: Clock, outcome: Outcome, book: Book, dice: Dice
) -> tuple[Outcome, Clock, tuple[Met[Attack], ...], tuple[str, ...]]:
    """Somebody who leans out or rises into the danger space of a covering fire, with the morale check before it and the
    fire that meets them; last is what the book has against it, where that is only told (AHL 18.A.1).

    Raises RuleError where the check is owed, or failed.
    """
    who, after = scene.one("name"), outcome.board
    hidden = [line for line in clock.covering if not through_fire(scene.board, line, who)]
    if after is None or not any(through_fire(after, line, who) for line in hidden):
        return outcome, clock, (), ()
    used, against = nerve_to_show(clock, who)
    if against and not only_shown(scene):
        raise against
    passage = _through_fire(after, Passage(clock.used(who.name, used), who.sheet), who, book, dice, evades=False)
    hurt = {who.name: passage.sheet} if passage.sheet != who.sheet else {}
    whole = replace(outcome, after={**outcome.after, **hurt})
    return whole, passage.clock, passage.met, (str(against),) if against else ()


def drew(outcome: Outcome, mover: Unit, scene: Scene, met: Sequence[Met[Attack]]) -> Outcome:
    """The outcome with those whose covering fire was drawn, and the explosions of its hits: where they are another's,
    they have answered the move.
    """
    if not met:
        return outcome
    owners = {name: unit.owner for name, unit in scene.present.items()}
    others = tuple(each.firer for each in met if owners.get(each.firer) != mover.owner)
    opened = f"the covering fire of {sentence(others)}" if others else ""
    fired_on = tuple((each.firer, (each.attack.target.name,)) for each in met)
    done = replace(done_of(outcome), fired_on=fired_on)
    throwers = tuple(each.firer for each in met)
    then = (*chain.from_iterable(map(_explodes, met)), *outcome.then)
    return replace(outcome, opened=opened, throwers=throwers, done=done, then=then)


def _explodes(met: Met[Attack]) -> tuple[Said, ...]:
    """What resolves the explosion of a hit on somebody, if it explodes, for the others near them (AHL 15)."""
    found = explosion_of(met.attack, met.at)
    said: dict[str, Value] = {"vacuum": True} if met.attack.shot.situation.asked.vacuum else {}
    return blasts([found], said) if found else ()


def _one_step(
    scene: Scene, passage: Passage, mover: Unit, step: Pace, report: MoveReport, book: Book, dice: Dice
) -> Passage:
    board = come_to(scene.board, (mover.name, *report.along), step)
    if scene.board.people[mover.name].at != step.at:
        passage = _through_fire(board, passage, mover, book, dice, evades=report.gait is Gait.EVADE)
        passage = _with_him(scene, board, passage, report, book, dice)
    if passage.sheet.condition is not Condition.ACTIVE:
        return passage
    known = {*passage.clock.of(mover.name).deeds.came, *passage.came, *passage.beside}
    beside = enemies_beside(scene, board, mover)
    came = [name for name in beside if name not in known]
    fallen = [name for name in report.carriers if _is_out(passage.along.get(name))]
    halted = f"{sentence(fallen)} falls there" if fallen else _halted(scene, passage.clock, board, mover, came, book)
    return replace(passage, came=(*passage.came, *came), beside=beside, halted=halted)


def _is_out(sheet: Character | None) -> bool:
    return sheet is not None and sheet.condition is not Condition.ACTIVE


def _with_him(scene: Scene, board: Board, passage: Passage, report: MoveReport, book: Book, dice: Dice) -> Passage:
    """The covering fires that meet those who go with them, active ones as everywhere (AHL 8.C.8, 10)."""
    people = people_of(scene)
    for unit in (people[name] for name in report.along):
        sheet = passage.along.get(unit.name, unit.sheet)
        if sheet.condition is Condition.ACTIVE:
            through = _through_fire(board, replace(passage, sheet=sheet), unit, book, dice, evades=False)
            hurt = {unit.name: through.sheet} if through.sheet != unit.sheet else {}
            passage = replace(through, sheet=passage.sheet, along={**passage.along, **hurt})
    return passage


def _through_fire(board: Board, passage: Passage, mover: Unit, book: Book, dice: Dice, *, evades: bool) -> Passage:
    """Every covering fire whose danger space they have come into attacks them at once, none of them twice (R-70)."""
    lines, met = list(passage.clock.covering), list(passage.met)
    sheet = passage.sheet
    for index, line in enumerate(lines):
        found = through_fire(board, line, mover)
        if found is None:
            continue
        target = Target(
            mover.name,
            sheet,
            book.armour_of(sheet),
            found.range,
            cover=found.cover,
            dark=found.dark or line.situation.dark,
            airless=without_air(board, mover),
            evading=evading_beside(found.sheltered) if evades else Evading.NO,
        )
        made = come_through(book, line, target, dice)
        lines[index] = line.after([made])
        met.append(Met(line.firer, line.danger, found.squares[-1], made))
        sheet = made.after
    return replace(passage, clock=replace(passage.clock, covering=tuple(lines)), sheet=sheet, met=tuple(met))


def _halted(scene: Scene, clock: Clock, board: Board, mover: Unit, came: Sequence[str], book: Book) -> Suggestion | str:
    """Why the move stops beside enemies to whom they have just come: they may fire at once (AHL 13)."""
    there = replace(scene, board=board)
    able = [name for name in came if may_snap_at(scene.present[name], there, clock, mover.name, book)]
    if not able:
        return ""
    shot, beside = {"name": able[0], "target": mover.name, "mode": "snap"}, f"Stops beside {sentence(able)}"
    return Suggestion("fire", shot, f"{beside}, who may fire at once: ", "; then /move goes on (AHL 13)")


def met_line(met: Met[A]) -> str:
    """A covering fire that somebody came through, in words."""
    return f"{whose(met.firer)} covering fire at {named(met.at, met.squares[0].level)}:"
