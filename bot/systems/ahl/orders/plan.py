"""`/plan`: what each character is to do in a turn, decided in secret (AHL 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.deck.board import Board
from bot.deck.placing import find_square, square_meant
from bot.deck.plan import named
from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import PlanOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.kept import kept_for, kept_line
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Being, Nerve, can_fight, reloads_evading, slow_evading
from bot.systems.ahl.sheet.wording import SUPERVISION
from bot.systems.ahl.turn.actions import NEAREST, Intention
from bot.systems.ahl.turn.clock import Clock, Later, clock_of
from bot.systems.ahl.turn.doing import Doing
from bot.systems.ahl.turn.together import command_group, sees_an_enemy


@dataclass(frozen=True, slots=True)
class Planned:
    """The plans of some characters as they are now; `given` that they have just been made, `abandoned` given
    up. `kept` are the orders of theirs that wait for a later step.
    """

    plans: tuple[tuple[str, Doing], ...]
    given: bool = False
    abandoned: bool = False
    against: tuple[str, ...] = ()
    kept: tuple[Later, ...] = ()


def plan_order(book: Book) -> Order:
    """`/plan`: in the decision phase a plan for each that is named; later only to abandon it. Without one it shows
    those that there are. Only the orderer and the referees read it.
    """

    def decide(scene: Scene, asked: PlanOrder, _: Dice) -> Outcome:
        clock = clock_of(scene)
        if clock is None:
            raise RuleError("Plans are kept in a turn: /turn begin begins one.")
        nearest = asked.plan == NEAREST
        wanted = Intention.AIM if asked.plan == NEAREST else asked.plan
        units = scene.all("name") if wanted else scene.read_of("name")
        if not units:
            raise RuleError("Nobody here is yours to plan for, or to know their plans: name whom you mean.")
        if wanted is None:
            kept = kept_for(clock, {unit.name for unit in units})
            return Outcome({}, Planned(_plans(clock, units), kept=kept), sealed=True)
        able = [unit for unit in units if can_fight(unit)]
        if not able:
            raise RuleError("None of them can act: name somebody who can.")
        if wanted == "abandon":
            return _abandoned(scene, clock, able)
        against = tuple(_against(scene, clock, able, wanted, asked))
        if against and not only_shown(scene):
            raise RuleError(against[0])
        end = _end(scene, able, wanted, asked.end)
        for unit in able:
            how = _reloading(unit, wanted, clock.of(unit.name), book)
            clock = clock.doing(unit.name, end=end, delay=asked.delay or 0, nearest=nearest, **how)
        if wanted is not Intention.MOVE:
            clock = clock.stopped([unit.name for unit in able])
        planned = Planned(_plans(clock, able), given=True, against=against)
        return Outcome({}, planned, ledger=replace(scene.ledger, clock=clock), sealed=True)

    return typed_order(PlanOrder, decide, _card)


def _plans(clock: Clock, units: Sequence[Unit]) -> tuple[tuple[str, Doing], ...]:
    return tuple((unit.name, clock.of(unit.name)) for unit in units)


def _abandoned(scene: Scene, clock: Clock, units: Sequence[Unit]) -> Outcome:
    """Plans given up, for all to see; nothing else is then started in their place (AHL 5)."""
    planned = [unit for unit in units if clock.of(unit.name).plan and not clock.of(unit.name).busy]
    if not planned:
        raise RuleError(_nothing_left(clock, units))
    begun = clock.phase > 0
    for unit in planned:
        was = clock.of(unit.name)
        evading = was.evading and not was.shelters
        clock = clock.doing(
            unit.name, plan=None, end="", delay=0, nearest=False, abandoned=begun, busy="", evading=evading
        )
        clock = clock.doing(unit.name, shelters=False, turns=0).stopped([unit.name])
    result = Planned(_plans(clock, planned), abandoned=True)
    return Outcome({}, result, ledger=replace(scene.ledger, clock=clock), sealed=not begun)


def _nothing_left(clock: Clock, units: Sequence[Unit]) -> str:
    busy = next(((unit.name, doing.busy) for unit in units if (doing := clock.of(unit.name)).busy), None)
    if busy is None:
        return "None of them has a plan to abandon."
    return (
        f"{busy[0]} is {busy[1]} to the end of turn {clock.turn}, and has no plan left to give up: /undo takes back "
        "what began it."
    )


def _reloading(unit: Unit, plan: Intention, was: Doing, book: Book) -> dict[str, Any]:
    """A plan with what its way of reloading comes to for the first weapon: whether one evades meanwhile, and whether a
    first turn of it is over. Where evading takes no longer for any, it is reloading as always (AHL 25.B).
    """
    weapons = [book.weapons[carried.weapon] for carried in unit.sheet.weapons]
    if plan.kind is not Intention.RELOAD or not weapons:
        return {"plan": plan.kind, "shelters": False, "turns": 0, "takes": 0}
    slowly = plan is Intention.RELOAD_EVADING and any(map(slow_evading, weapons))
    shelters = slowly or reloads_evading(weapons[0], slowly=False)
    longest = max(weapon.turns_to_reload(evading=slowly) for weapon in weapons)
    takes = longest if longest > 1 else 0
    same = was.plan is (plan if slowly else Intention.RELOAD) and was.takes == takes
    turns = was.turns if same else 0
    return {
        "plan": plan if slowly else Intention.RELOAD,
        "shelters": shelters,
        "turns": turns,
        "takes": takes if takes > 1 else 0,
    }


def _against(scene: Scene, clock: Clock, units: Sequence[Unit], plan: Intention, asked: PlanOrder) -> Iterator[str]:
    """What the book has against a plan for these (AHL 5, 18.D, 21)."""
    if clock.phase:
        yield (
            f"It is {clock.words}: plans are made in the decision phase and can't be changed now, only abandoned with "
            "/plan plan:abandon (AHL 5)."
        )
    if plan is not Intention.COVER and asked.end:
        yield "Only covering fire has an end: leave it out, or plan to cover (AHL 11.A.1)."
    if plan is not Intention.EMPLACE and asked.delay is not None:
        yield "Only a charge waits: leave the delay out, or plan to emplace one (AHL 24.B)."
    if plan is Intention.EMPLACE and asked.delay is None:
        yield 'Write down for how many action phases the charge waits, as values:"delay 2" (AHL 24.B).'
    for unit in units:
        if unit.sheet.nerve is Nerve.COWERING:
            yield f"{unit.name} is cowering and plans nothing: /morale rally first (AHL 18.D)."
        if unit.sheet.being is Being.BLOB and plan is not Intention.MOVE:
            yield f"{unit.name} is a blob, and plans nothing but to move (AHL 20)."
        if unit.sheet.being is Being.WARBOT and scene.board is not None and unit.name in scene.board.people:
            yield from _against_warbot(scene, clock, unit, plan)


def _against_warbot(scene: Scene, clock: Clock, unit: Unit, plan: Intention) -> Iterator[str]:
    if plan not in {Intention.COVER, Intention.AIM} or command_group(scene, clock, unit):
        return
    if plan is Intention.COVER:
        yield f"{unit.name} is unsupervised, and covering fire needs {SUPERVISION}."
    elif not sees_an_enemy(scene, unit):
        yield f"{unit.name} is unsupervised and sees no enemy: it can't plan to aim (AHL 21)."


def _end(scene: Scene, units: Sequence[Unit], plan: Intention, typed: str) -> str:
    """Where a covering fire is to end, by the name of its square; raises RuleError for words that mean none."""
    board: Board | None = scene.board
    if plan is not Intention.COVER or not typed:
        return ""
    if board is None:
        raise RuleError("No deck is up here: leave the end out, and name the target with /fire mode:covering.")
    there = units[0].name in board.people
    return named(square_meant(scene, units[0], typed) if there else find_square(board, typed))


def _card(planned: Planned, _: Faces) -> Card:
    """What is said to all is the title alone: that somebody has planned, and not what."""
    names = [name for name, _ in planned.plans]
    has = "has" if len(names) == 1 else "have"
    if planned.abandoned:
        title = f"{sentence(names)} {has} abandoned the plan"
        begun = any(doing.abandoned for _, doing in planned.plans)
        return Card(title, (_NOTHING_ELSE if begun else _ANEW,))
    title = f"{sentence(names)} {has} a plan" if planned.given else "Plans"
    lines = tuple(f"{name}: {_words(doing)}" for name, doing in planned.plans)
    told = tuple(f"By the book: {text}" for text in planned.against)
    return Card(title, (*lines, *map(kept_line, planned.kept), *told), (_HIDDEN,))


_NOTHING_ELSE = "In this turn nothing else that needs a plan; snap shots, grenades and melee do not (AHL 5)"
_ANEW = "Another can be made before the first phase"
_HIDDEN = "A plan is secret until it is carried out, and holds for the whole turn (AHL 5)"


def _words(doing: Doing) -> str:
    if doing.plan is None:
        return "plan abandoned" if doing.abandoned else "no plan"
    end = f", to {doing.end}" if doing.end else ""
    delay = f", to go off after {counted(doing.delay, 'phase')}" if doing.plan is Intention.EMPLACE else ""
    turns = f", turn {doing.turns + 1} of {doing.takes}" if doing.takes > 1 else ""
    return f"{NEAREST if doing.nearest else doing.plan}{end}{delay}{turns}"
