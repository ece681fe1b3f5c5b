"""Orders in a turn that is kept: what the book has against each, what it costs, and what it leaves behind (AHL 4 to 9).

An order knows nothing of it. Where no turn has been begun, and where only odds are asked for, it is as it was.

Orders of later steps are kept until those come: the table goes past none of them (AHL 7, ruling R-164).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, Union

from bot.deck.board import lands
from bot.deck.plan import At
from bot.engine.cards import Card, Suggestion, Tone, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import OffersError, RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Said, Scene, Unit, Values
from bot.systems.ahl.asked.circumstances import InTurn
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, cost
from bot.systems.ahl.fire.report import AttackReport, attack_lines, attack_told, attack_working
from bot.systems.ahl.orders.fire import exploding
from bot.systems.ahl.orders.in_turn.accounts import booked, checks_made, switched, unaffordable
from bot.systems.ahl.orders.in_turn.nerve import nerve_soon
from bot.systems.ahl.orders.in_turn.passing import Met, drew, met_line, on_showing, on_the_flight, on_the_way
from bot.systems.ahl.orders.in_turn.reckoned import Reckoned, dropped_by, left_of, reckoned_lines
from bot.systems.ahl.orders.in_turn.snapping import asked_as_it_passed, fired_as_it_passed
from bot.systems.ahl.settings import keeps_later, only_shown
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.actions import READY, Action, Step
from bot.systems.ahl.turn.attempts import FIRES, SNAP, Attempt, at_step, objections
from bot.systems.ahl.turn.clock import Clock, Later, clock_after, clock_of, relit
from bot.systems.ahl.turn.done import done_of
from bot.systems.ahl.turn.phases import due_before
from bot.systems.ahl.turn.together import all_of_it, as_they_came, asked_as_they_came, hurt_in, mended_in, people_of
from bot.systems.ahl.turn.waiting import waited_for

_IN_TIME = "An order of a later step waits for it, and is checked and thrown for then (AHL 7), ruling R-164"
_BACK = "/undo takes it back, and another order of a later step takes its place; /plan shows it"


@dataclass(frozen=True, slots=True)
class Postponed:
    """An order that is kept, for which `waiting` are asked first, and those that were kept `instead` till now."""

    later: Later
    waiting: tuple[str, ...]
    instead: tuple[Later, ...] = ()


def postponed(scene: Scene, clock: Clock, step: Step, waiting: list[str]) -> Outcome:
    """An order kept until its step, for its giver alone; it takes the place of another one of the same people.

    Raises RuleError where it is nobody's, such as one that is only imagined.
    """
    if scene.said is None:
        raise RuleError(f"That waits for {step}: give it then (AHL 7).")
    instead = tuple(each for each in clock.later if {*each.said.doers} & {*scene.said.doers})
    later = Later(step, scene.said)
    clock = replace(clock, later=(*(each for each in clock.later if each not in instead), later))
    result = Postponed(later, tuple(waiting), instead)
    return Outcome({}, result, ledger=replace(scene.ledger, clock=clock), sealed=True)


def postponed_card(result: Postponed) -> Card:
    """What its giver reads; to all the title is told, and it names no step."""
    names = result.later.said.doers
    have = "has" if len(names) == 1 else "have"
    waiting = f"{sentence(result.waiting)} may still act before: /phase ready:True by each goes on, or the referee"
    instead = (each.said.suggested("Instead of ") for each in result.instead)
    return Card(
        f"{sentence(names)} {have} an order for a later step",
        (kept_line(result.later), *instead, waiting),
        (_IN_TIME, _BACK),
        next=(Suggestion(READY),),
    )


def overtaken(clock: Clock, names: set[str], step: Step) -> Clock:
    """The clock without the orders of these that were kept for steps before the one in which they act instead."""
    left = (each for each in clock.later if each.step.place >= step.place or not names & {*each.said.doers})
    return replace(clock, later=tuple(left))


def kept_line(later: Later) -> Suggestion:
    """An order that is kept, in a line: `Kept until the aimed fire step: /fire name:Ann target:Bob`."""
    return later.said.suggested(f"Kept until the {later.step} step: ")


def kept_for(clock: Clock, names: set[str]) -> tuple[Later, ...]:
    """The orders that are kept for any of these."""
    return tuple(each for each in clock.later if names & {*each.said.doers})


def come(clock: Clock) -> tuple[Said, ...]:
    """The orders whose step has come."""
    return tuple(each.said for each in clock.later if each.step.place <= clock.step.place)


def first_kept(clock: Clock) -> Later | None:
    """The order whose step comes first, None where none is kept."""
    return min(clock.later, key=lambda each: each.step.place, default=None)


def stopped_at(clock: Clock, step: Step | None) -> tuple[Step | None, tuple[Suggestion, ...]]:
    """Which step the table goes to, None for the next phase, when it is to go to one, and why not as far as that."""
    first = first_kept(clock)
    if first is None or (step is not None and step.place <= first.step.place):
        return step, ()
    of = whose(sentence(first.said.doers))
    no_further = f"No further, for an order of {of} was kept until now: then "
    return first.step, (Suggestion("phase", {}, no_further, " goes on"),)


def brought_on(scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome of any order with those that are due by then; the turn keeps them no longer."""
    clock = outcome.ledger.clock if outcome.ledger else None
    if clock is None or not (due := come(clock)):
        return outcome
    left = tuple(each for each in clock.later if each.said not in due)
    return replace(outcome, ledger=replace(outcome.ledger, clock=replace(clock, later=left)), due=due)


R = TypeVar("R")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Kept(Generic[R, A]):
    """An order's result, with what the turn adds to it: the covering fires that were met, and what it reckons; of an
    action its words, its step, none for a snap shot at once, and its rule.
    """

    result: R
    met: tuple[Met[A], ...]
    reckoned: Reckoned
    action: tuple[str, Step | None, str] | None = None


def kept(order: Order, book: Book) -> Order:
    """The order, reckoned with in a turn that is kept."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        clock = clock_of(scene)
        if clock is None or scene.only_odds:
            return order.prepared(scene, values)
        asked = order.made(values)
        # What the turn need not tell from others of the house is no order of AHL's own.
        asked = asked if isinstance(asked, InTurn) else InTurn()
        action = book.actions.get(book.action(asked, scene) or order.verb)
        if action is None:
            return lambda dice: _anytime(order, asked, scene, clock, values, book, dice)
        return lambda dice: _Turn(order, asked, action, scene, values, book).carry_out(clock, dice)

    found: Any = order.kind

    def plain(result: Any) -> Any:
        if isinstance(result, Kept):
            met = tuple(replace(each, attack=attack_told(each.attack)) for each in result.met)
            return replace(result, result=order.plain(result.result), met=met)
        return result if isinstance(result, Postponed) else order.plain(result)

    def word(result: Any, faces: Faces) -> Card:
        if isinstance(result, Postponed):
            return postponed_card(result)
        if not isinstance(result, Kept):
            return order.word(result, faces)
        return _kept_card(order.word(result.result, faces), result, faces)

    return replace(
        order,
        resolve=InTwoSteps(prepare),
        word=word,
        plain=plain,
        hesitates=order.hesitates and asked_as_they_came(order, book, asked_as_it_passed(order, order.hesitates)),
        fate=order.fate and asked_as_they_came(order, book, asked_as_it_passed(order, order.fate)),
        reports=Union[Kept[found, AttackReport], Postponed, found],  # noqa: UP007
    )


def _kept_card(card: Card, result: Kept[Any, AttackReport], faces: Faces) -> Card:
    """An order's card with what the turn adds to it."""
    met = [line for each in result.met for line in (met_line(each), *attack_lines(each.attack, faces, named=True))]
    tone = Tone.BAD if any(each.attack.hit.made for each in result.met) else card.tone
    working = (*card.working, *(text for each in result.met for text in attack_working(each.attack, many=True)))
    lines = (*card.lines, *met, *reckoned_lines(result.reckoned))
    return replace(card, lines=lines, working=(*working, *_when(result.action)), tone=tone)


def _when(action: tuple[str, Step | None, str] | None) -> Iterator[str]:
    """When an action comes, in a line."""
    if action and action[1]:
        yield f"{action[0].capitalize()} comes in the step of {action[1]} ({action[2]})"
    elif action:
        yield "At an enemy who has come adjacent a snap shot is fired at once (AHL 13)"


def _anytime(
    order: Order, asked: InTurn, scene: Scene, clock: Clock, values: Values, book: Book, dice: Dice
) -> Outcome:
    """An order that costs nothing and can be given at any time; the wounds of an explosion wait for the step's end."""
    together = asked.together and clock.step is not Step.MOVEMENT
    outcome = order.resolve(as_they_came(scene, clock) if together else scene, values, dice)
    before = people_of(scene)
    if not together:
        # What the order itself has noted of the turn stays.
        noted = outcome.ledger.clock if outcome.ledger else clock
        if done_of(outcome).shows and clock.phase:
            return _exposed(scene, clock, outcome, book, dice)
        noted = checks_made(noted, done_of(outcome), once=not only_shown(scene))
        return _with(outcome, scene, mended_in(noted, before, outcome.after))
    after, reckoned = _merged(scene, clock, outcome, asked)
    outcome = replace(outcome, after=after, result=Kept(outcome.result, (), reckoned))
    return _with(outcome, scene, hurt_in(clock, before, after))


def _exposed(scene: Scene, clock: Clock, outcome: Outcome, book: Book, dice: Dice) -> Outcome:
    """A deed that costs nothing with the covering fire into which it may lead (AHL 18.A.1)."""
    outcome, clock, met, owed = on_showing(scene, clock, outcome, book, dice)
    result = Kept(outcome.result, met, Reckoned(against=tuple(owed))) if met or owed else outcome.result
    return _with(drew(replace(outcome, result=result), scene.one("name"), scene, met), scene, clock)


def _with(outcome: Outcome, scene: Scene, clock: Clock) -> Outcome:
    """The outcome with the turn as it stands then; the order itself has said which charges tick on. What has only told
    something is no change of the turn: where sides have secrets it is worked out of what its reader knows.
    """
    left = clock_after(scene, outcome)
    clock = replace(clock, charges=left.charges) if left else clock
    after = replace(outcome.ledger or scene.ledger, clock=clock)
    tells = outcome.ledger is None and outcome.board is None and not outcome.after
    return outcome if tells and after == scene.ledger else replace(outcome, ledger=after)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One order of one turn: the order, its action, who and what is in it."""

    order: Order
    asked: InTurn
    action: Action
    scene: Scene
    values: Values
    book: Book

    def carry_out(self, clock: Clock, dice: Dice) -> Outcome:
        """Check the order, resolve it, and reckon with what came of it. Raises RuleError where the book forbids it."""
        self._check_helpers()
        attempts = [at_step(self._attempt(unit, clock)) for unit in self._actors()]
        if not attempts:
            return self.order.resolve(self.scene, self.values, dice)
        if keeps_later(self.scene) and (waiting := self._waiting(clock, attempts[0])):
            self._told([text for attempt in attempts for text in objections(attempt)])
            return postponed(self.scene, clock, attempts[0].step, waiting)
        board = relit(self.scene.board, clock, attempts[0].clock)
        turn = replace(self, scene=replace(self.scene, board=board))
        outcome = turn._carried_out(clock, attempts, dice)
        return outcome if outcome.board or board is self.scene.board else replace(outcome, board=board)

    def _carried_out(self, began: Clock, attempts: list[Attempt], dice: Dice) -> Outcome:
        against, clock = self._against(began, attempts), attempts[0].clock
        together = self.asked.together and not attempts[0].at_once
        scene = as_they_came(self.scene, clock) if together else self.scene
        scene = fired_as_it_passed(scene, self.asked)
        outcome = exploding(self.book, scene, self.order.resolve(scene, self.values, dice))
        against += self._too_dear(attempts, outcome)
        met: tuple[Met[Attack], ...] = ()
        if self.action.step is Step.MOVEMENT and clock.phase and scene.board is not None:
            goes = on_the_way if done_of(outcome).walks else on_the_flight
            outcome, clock, met, owed = goes(scene, clock, outcome, self.book, dice)
            against += owed
        after, reckoned = _merged(self.scene, clock, outcome, self.asked)
        if together:
            clock = hurt_in(clock, people_of(self.scene), after)
        done = done_of(outcome)
        clock = booked(attempts, clock, done)
        kept_before = clock
        clock = overtaken(clock, {attempt.name for attempt in attempts}, attempts[0].step)
        if done.switched:
            clock, outcome = switched(clock, done.switched), replace(outcome, board=None)
        names = [attempt.name for attempt in attempts]
        reckoned = replace(
            reckoned,
            switched=bool(done.switched),
            until=(clock.words, clock.step) if clock.step is not began.step else None,
            dropped=dropped_by(kept_before, clock),
            left=left_of(clock, names),
            soon=tuple(nerve_soon(scene, clock, outcome.board, names)),
            against=tuple(against),
        )
        action = (self.action.words, None if attempts[0].at_once else self.action.step, self.action.rule)
        kept_result = Kept(outcome.result, met, reckoned, action if self.action.step or attempts[0].at_once else None)
        outcome = drew(replace(outcome, after=after, result=kept_result), attempts[0].unit, self.scene, met)
        return _with(outcome, self.scene, clock)

    def _actors(self) -> tuple[Unit, ...]:
        """Who acts: those in the first role, and whoever helps."""
        first = self.order.roles[0].name
        return (*self.scene.all(first), *self._helpers())

    def _helpers(self) -> tuple[Unit, ...]:
        return self.scene.units.get("with", ())

    def _check_helpers(self) -> None:
        """Nobody spends the action points of another player's, nor learns from an answer what those have planned: who
        plays them is asked, or has said it beforehand.
        """
        for unit in self._helpers():
            says = self.scene.ledger.standing.get(unit.name, {}).get(When.HELP)
            if self.scene.by in {"", unit.owner} or says == "always":
                continue
            if says == "never":
                raise RuleError(f"{unit.name} helps nobody: so it was said beforehand.")
            of = (unit.owner,) if unit.owner else ()
            self.scene.ask(f"{unit.name} is not theirs, and helping takes action points.", of)

    def _attempt(self, unit: Unit, clock: Clock) -> Attempt:
        weapon = self._weapon(unit)
        target = next((each.name for each in self.scene.units.get("target", ())), "")
        beside = self.action.name == SNAP and clock.step is Step.MOVEMENT and unit.name in clock.of(target).deeds.came
        dives = self.asked.dives and unit is self._actors()[0]
        return Attempt(self.scene, clock, unit, self.action, self._cost(weapon), weapon, target, beside, dives)

    def _weapon(self, unit: Unit) -> Weapon | None:
        if self.asked.arm is None or not unit.sheet.weapons:
            return None
        carried = unit.sheet.carried(self.asked.arm, unit.name)
        return self.book.weapons[carried.weapon]

    def _cost(self, weapon: Weapon | None) -> int | None:
        if weapon is None or self.asked.manner is None or self.action.name not in FIRES:
            return self.action.halves
        return cost(self.book, self.asked.manner, weapon)

    def _against(self, clock: Clock, attempts: list[Attempt]) -> list[str]:
        """All that the book has against it: for each who acts, and what is due before a later step.

        Raises RuleError for the first of it, unless the campaign only shows what the book says.
        """
        texts = [text for attempt in attempts for text in objections(attempt)]
        # What is due of those of whom their side doesn't know is no reason that a player reads.
        due = due_before(self.scene.as_known_to(attempts[0].unit), clock, attempts[0].step)
        return [*self._told([*texts, *due]), *self._waits(clock, attempts[0])]

    def _waits(self, clock: Clock, attempt: Attempt) -> list[str]:
        """Why an order of a later step waits: others may still act before it (ruling R-164). OffersError as above."""
        if not (waiting := self._waiting(clock, attempt)):
            return []
        text = (
            f"{clock.words.capitalize()} is at {clock.step}, and {sentence(waiting)} may still act before "
            f"{attempt.step}: /phase ready:True by each goes on, or the referee with "
            f'/phase step:"{attempt.step}" (AHL 7), ruling R-164.'
        )
        if not only_shown(self.scene):
            raise OffersError(text, READY)
        return [text]

    def _waiting(self, clock: Clock, attempt: Attempt) -> list[str]:
        return waited_for(self.scene, self.book, clock, attempt.step, {unit.name for unit in self._actors()})

    def _too_dear(self, attempts: list[Attempt], outcome: Outcome) -> list[str]:
        """What the book has against a cost that the order has only now worked out; RuleError as above."""
        dear = [text for attempt in attempts if (text := unaffordable(attempt, done_of(outcome)))]
        return self._told(dear)

    def _told(self, against: list[str]) -> list[str]:
        if against and not only_shown(self.scene):
            raise RuleError(against[0])
        return against


def _merged(scene: Scene, clock: Clock, outcome: Outcome, asked: InTurn) -> tuple[Mapping[str, Character], Reckoned]:
    """Everybody after an order, with all that its step did to them, and those whom it had hurt before."""
    actual = {name: unit.sheet for name, unit in people_of(scene).items()}
    taken = {name: unit.sheet for name, unit in people_of(as_they_came(scene, clock)).items()}
    after = {
        name: all_of_it(actual[name], taken[name], sheet, stuns_add=asked.adds_stuns)
        for name, sheet in outcome.after.items()
    }
    worse = tuple((name, sheet.shape) for name, sheet in after.items() if sheet != outcome.after[name])
    return after, Reckoned(worse, tuple(_lost_hold(scene, outcome, after)))


def _lost_hold(scene: Scene, outcome: Outcome, after: Mapping[str, Character]) -> Iterator[tuple[str, At]]:
    """Everybody who is put out between two levels, and to where on the lower one they fall."""
    board = outcome.board or scene.board
    for name, sheet in after.items():
        at = lands(board, name) if board and sheet.condition is not Condition.ACTIVE else None
        if at:
            yield name, at
