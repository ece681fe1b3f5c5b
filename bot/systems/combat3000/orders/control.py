"""`/control`: a robot is given an order, taken over, or programmed anew (C3K Droids)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.engine.asked import typed_odds, typed_order
from bot.engine.cards import Card, Spoken, Tone, counted, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier, referees_own
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit
from bot.systems.combat3000.actions import begun, free_for
from bot.systems.combat3000.asked.devices import ControlOrder, ImaginedControl
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.robots import (
    RULE,
    away,
    chance_of,
    finished,
    ordered,
    robot_of,
    throw_takeover,
)
from bot.systems.combat3000.devices.speech import check_speaks, check_words, having_spoken, throw_words, words_of
from bot.systems.combat3000.figure.kit import Circuits, Droid, Training
from bot.systems.combat3000.figure.riding import place_of
from bot.systems.combat3000.figure.sheet import Figure, Task, aloft, on_the_move
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.orders.plan import Planned, Plans, plans_card, written
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import PROGRAMME
from bot.systems.combat3000.turn import UNORDERED, Phase

_ANY = (Droid.SENTIENT, Droid.PASSIVE, Droid.ACTIVE)


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order that an ACT unit obeys from now on."""

    name: str
    robot: str
    text: str
    words: int
    most: int
    ignores: bool = False


@dataclass(frozen=True, slots=True)
class TakenOver:
    """An attempt to take a robot over: how far away it was, the throw, and what the referee adds of their own."""

    name: str
    robot: str
    cm: int
    check: Check
    own: Modifier | None = None

    @property
    def made(self) -> bool:
        """Whether it obeys them now: the throw is at or under the chance."""
        return self.check.needed is not None and self.check.total <= self.check.needed


def control_order(book: Book) -> Order:
    """`/control`: an order takes words, a takeover a whole turn and both hands, a programme its activation time."""

    def prepare(scene: Scene, asked: ControlOrder) -> Callable[[Dice], Outcome]:
        unit, robot = scene.one("name"), scene.one("robot")
        if unit.name == robot.name:
            raise RuleError(f"{unit.name} doesn't control themselves: name a robot.")
        firer_of(unit.name, figure_of(unit.sheet, "hands for a robot"), book, "control a robot")
        if asked.how == "take over":
            return _take_over(scene, unit, robot, asked, book)
        if asked.how == "programme":
            return lambda _: _programme(scene, unit, robot, asked, book)
        return lambda dice: _give(unit, robot, asked, book, dice)

    return typed_order(ControlOrder, InTwoSteps(prepare), _card, odds=_odds())


def _give(unit: Unit, robot: Unit, asked: ControlOrder, book: Book, dice: Dice) -> Outcome:
    """An order to an ACT unit by its controller, in as many words as they speak in a turn."""
    machine = robot_of(robot.name, robot.sheet, (Droid.ACTIVE,), "take orders")
    _check_programmed(robot.name, machine)
    _check_controls(unit, robot, machine)
    creature = book.creatures.get(unit.sheet.creature)
    figure = check_speaks(unit.name, unit.sheet, creature.traits if creature else frozenset())
    said = len(asked.orders.split())
    most = words_of(figure) or throw_words(dice)
    check_words(unit.name, said, figure.now.words, most, RULE)
    after = ordered(machine, asked.orders.strip(), ignores=asked.ignore)
    after = replace(after, circuits=replace(after.circuits, controller=unit.name))
    speaker = having_spoken(figure, said, most)
    told = Ordered(unit.name, robot.name, asked.orders.strip(), speaker.now.words, most, after.circuits.ignores)
    return Outcome({unit.name: speaker, robot.name: after}, told)


def _check_programmed(name: str, machine: Figure) -> None:
    if machine.plight.programme_lost:
        raise RuleError(
            f"{name} has lost its programme, and obeys nobody until it is programmed anew: /control how:programme "
            "(C3K Program loss)."
        )


def _check_controls(unit: Unit, robot: Unit, machine: Figure) -> None:
    """Raise RuleError unless they are its controller, or the first of its side who is trained for it."""
    controller = machine.circuits.controller
    if controller == unit.name:
        return
    if controller:
        raise RuleError(f"{robot.name} obeys {controller}: /control how:take over may change that ({RULE}).")
    if unit.sheet.robotics is Training.NONE:
        raise RuleError(
            f"{unit.name} is no controller: give them robotics with /character edit field:robotics ({RULE})."
        )
    if unit.side != robot.side:
        raise RuleError(f"{robot.name} is another side's: /control how:take over may change that ({RULE}).")


def _take_over(scene: Scene, unit: Unit, robot: Unit, asked: ControlOrder, book: Book) -> Callable[[Dice], Outcome]:
    machine = robot_of(robot.name, robot.sheet, (Droid.ACTIVE,), "can be taken over")
    _check_programmed(robot.name, machine)
    figure: Figure = unit.sheet
    if machine.circuits.controller == unit.name:
        raise RuleError(f"{robot.name} obeys {unit.name} already: give it an order ({RULE}).")
    _check_engineer(unit)
    if free_for(figure, book) < 2:
        raise RuleError(f"{unit.name} needs both hands free for that: drop or put something away first ({RULE}).")
    if asked.counts_turns:
        check_idle(unit.name, figure)
        if on_the_move(figure):
            does = "flies" if aloft(figure) else "has moved"
            raise RuleError(f"{unit.name} {does}, and a takeover takes the whole turn: /phase ends it ({RULE}).")
    cm = _range(scene, unit, robot, asked)
    if not chance_of(cm) + asked.dm > 0:
        raise RuleError(f"{robot.name} is {cm} cm away, and nobody takes one over from 50 cm on ({RULE}, ruling B-V3).")

    def throw(dice: Dice) -> Outcome:
        check = throw_takeover(cm, dice)
        check = replace(check, needed=(check.needed or 0) + asked.dm)
        result = TakenOver(unit.name, robot.name, cm, check, referees_own(asked.dm, asked.because))
        busy = replace(figure, now=replace(figure.now, busy=f"seeks to take {robot.name} over"))
        if not result.made:
            return Outcome({unit.name: busy}, result)
        circuits = replace(machine.circuits, controller=unit.name, text="")
        taken = replace(robot, side=unit.side, owner=unit.owner, sheet=replace(machine, circuits=circuits), at=None)
        return Outcome({unit.name: busy, robot.name: taken.sheet}, result, units={robot.name: taken})

    return throw


def _check_engineer(unit: Unit) -> None:
    if unit.sheet.robotics is not Training.ENGINEER:
        raise RuleError(
            f"{unit.name} is no engineer: /character edit field:robotics value:engineer makes them one ({RULE})."
        )


def _range(scene: Scene, unit: Unit, robot: Unit, asked: ControlOrder) -> int:
    """How many cm they are apart: as it is said, or as the deck has it."""
    if asked.range is not None:
        return asked.range
    one, other = place_of(scene, unit), place_of(scene, robot)
    if one is None or other is None:
        raise RuleError("They are on no deck together: give the range in cm on the table, as range:30.")
    return cm_between(one.at, other.at, scene.board.plan.separation)


def _programme(scene: Scene, unit: Unit, robot: Unit, asked: ControlOrder, book: Book) -> Outcome:
    """A programme takes its activation time: an engineer's for any robot, a controller's for an ACT unit alone."""
    machine = robot_of(robot.name, robot.sheet, _ANY, "are programmed")
    if machine.circuits.droid is not Droid.ACTIVE or unit.sheet.robotics is Training.NONE:
        _check_engineer(unit)
    if robot.side not in {"", unit.side} and scene.by not in {"", robot.owner}:
        raise RuleError(
            f"{robot.name} is another side's: take an ACT unit over first, with /control how:take over; else only its "
            f"owner or the referee has it programmed ({RULE})."
        )
    if not (asked.orders or machine.circuits.text or machine.circuits.droid is Droid.SENTIENT):
        raise RuleError(f'Say what {robot.name} is to do, as orders:"Fire at whoever comes within 15 cm" ({RULE}).')
    task = Task(PROGRAMME, robot.name, turns=max(1, machine.circuits.activation), besides=asked.orders.strip())
    turn = turn_of(scene)
    if turn and not (only_shown(scene) and turn.phase is not Phase.ORDERS):
        return written(scene, unit, (task,), book)
    if asked.counts_turns:
        check_idle(unit.name, unit.sheet)
    plans = Plans((Planned(unit.name, ((task, task.turns),), UNORDERED),))
    if asked.turns == "free":
        return Outcome({robot.name: finished(machine, task)}, plans)
    return Outcome({unit.name: begun(unit.name, unit.sheet, (task,), book)}, plans)


def _card(result: Ordered | TakenOver | Plans, faces: Faces) -> Card:
    if isinstance(result, Plans):
        return plans_card(result, faces)
    if isinstance(result, Ordered):
        return _ordered_card(result)
    thrown, reasons = faces.take(result.check.why), filter(None, (away(result.cm), result.own))
    end = f"{result.robot} obeys {result.name} now" if result.made else f"{result.robot} obeys as before"
    line = f"{result.check.needed}− | {thrown[0] % 100:02} → {end}"
    working = [f"50%, less 10 for every full 10 cm, for a whole turn with both hands ({RULE}, ruling B-V3)"]
    working += map(modifier_line, reasons)
    title = f"{result.name} tries to take {result.robot} over"
    return Card(title, (line,), tuple(working), tone=Tone.GOOD if result.made else Tone.PLAIN)


def _ordered_card(result: Ordered) -> Card:
    lines: list[str] = [Spoken(f"“{result.text}”")]
    if result.ignores:
        lines.append("It ignores target priorities")
    working = (
        f"{counted(result.words, 'word')} of {result.most} in this turn (C3K Speech)",
        f"An ACT unit obeys its controller to the letter, at once, until it is told something else ({RULE})",
    )
    return Card(f"{result.name} orders {result.robot}", tuple(lines), working)


def _odds() -> Odds:
    """Chances by a range alone."""

    def imagine(_: ImaginedControl) -> Scene:
        robot = Figure(robot=True, circuits=Circuits(Droid.ACTIVE))
        engineer = Figure(robotics=Training.ENGINEER)
        return Scene({"name": (Unit("the engineer", "a", engineer),), "robot": (Unit("the robot", "b", robot),)})

    def outcome(result: TakenOver | Ordered | Plans) -> str:
        return "Taken over" if isinstance(result, TakenOver) and result.made else "Obeys as before"

    return typed_odds(
        ImaginedControl, imagine, outcome, ("Taken over", "Obeys as before"), anyway=(("how", "take over"),)
    )
