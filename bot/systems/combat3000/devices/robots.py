"""Robots: what each class obeys, how one is taken over or programmed anew (C3K Droids, Program loss)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.figure.kit import NO_CIRCUITS, Droid, Training
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Task
from bot.systems.combat3000.figure.state import figure_of

RULE = "C3K Droids"
_CHANCE, _A_STEP, _STEP_CM = 50, 10, 10
TAKE_OVER = "taking over"
_LONGEST_PROGRAMME, _MOST_TURNS = 300, 1000
_NONE, _PERMANENT = "none", "P"


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far an engineer is from a robot that they try to take over, in cm."""

    cm: int


def chance_of(cm: int) -> int:
    """The chance to take over an ACT unit in per cent: 50 less 10 for every full 10 cm, none from 50 (ruling B-V3)."""
    return max(0, _CHANCE - _A_STEP * (cm // _STEP_CM))


def throw_takeover(cm: int, dice: Dice) -> Check:
    """Throw two decimal dice as a percentage, at or under the chance; below 1% nothing is taken over."""
    return Check(TAKE_OVER, dice.roll(1, 100, why=TAKE_OVER), (), chance_of(cm))


def away(cm: int) -> Modifier | None:
    """What the distance takes off, for whoever reads how it came about."""
    off = chance_of(cm) - _CHANCE
    return Modifier(off, f"{cm} cm away", RULE) if off else None


def robot_of(name: str, sheet: Sheet, classes: tuple[Droid, ...], does: str) -> Figure:
    """The sheet of a robot of some classes that can still be talked to; RuleError for anybody else, and for a wreck."""
    if not isinstance(sheet, Figure) or sheet.circuits.droid is Droid.NONE:
        raise RuleError(f"{name} is no robot: give it a class with /character edit field:droid ({RULE}).")
    if sheet.killed:
        raise RuleError(f"{name} is destroyed, and obeys nobody any more ({RULE}).")
    if sheet.circuits.droid not in classes:
        only = " and ".join(classes)
        raise RuleError(f"{name} is a robot of class {sheet.circuits.droid}: only {only} units {does} ({RULE}).")
    return sheet


def ordered(figure: Figure, text: str, *, ignores: bool | None = None) -> Figure:
    """An ACT unit with its last order, which it obeys to the letter."""
    circuits = replace(figure.circuits, text=text)
    if ignores is not None:
        circuits = replace(circuits, ignores=ignores)
    return replace(figure, circuits=circuits)


def programmed(figure: Figure, text: str) -> Figure:
    """A robot with a programme, new or the same again, which runs from now on; what a stun took is back."""
    circuits = figure.circuits
    circuits = replace(circuits, text=text or circuits.text, left=circuits.runs)
    return replace(figure, circuits=circuits, plight=replace(figure.plight, programme_lost=False))


def finished(sheet: Sheet, task: Task) -> Figure:
    """A robot once somebody has written its programme."""
    figure = robot_of(task.thing, sheet, (Droid.SENTIENT, Droid.PASSIVE, Droid.ACTIVE), "are programmed")
    return programmed(figure, task.besides)


def run_down(figure: Figure) -> Figure:
    """A robot at the end of a turn: a programme that runs for so many turns ends, and it does nothing more."""
    left = figure.circuits.left
    if not left:
        return figure
    plight = replace(figure.plight, programme_lost=True) if left == 1 else figure.plight
    return replace(figure, circuits=replace(figure.circuits, left=left - 1), plight=plight)


def waits_for_orders(sheet: Sheet) -> bool:
    """Whether somebody is an ACT unit without an order, which does nothing of its own accord."""
    return isinstance(sheet, Figure) and sheet.circuits.droid is Droid.ACTIVE and not sheet.circuits.text


def robot_traits() -> tuple[Trait, ...]:
    """A robot's class, programme and controller; and what somebody knows of robots."""

    def read(attribute: str, nothing: str) -> Callable[[Sheet], str]:
        return lambda sheet: str(getattr(getattr(sheet, "circuits", NO_CIRCUITS), attribute) or nothing)

    def write_robotics(sheet: Sheet, text: str, _: Settings) -> Sheet:
        training = Training(match(text, tuple(Training), what="training in robotics"))
        return replace(figure_of(sheet, "robotics"), robotics=training)

    return (
        Trait("droid", read("droid", _NONE), _write_droid, tuple(Droid)),
        Trait("programme", read("text", _NONE), _write_programme, (_NONE,)),
        Trait("programme runs", read("runs", _PERMANENT), _write_runs, (_PERMANENT, "10")),
        Trait("activation", read("activation", "0"), _write_activation),
        Trait("controller", read("controller", _NONE), _write_controller, (_NONE,)),
        Trait("robotics", lambda sheet: str(getattr(sheet, "robotics", _NONE)), write_robotics, tuple(Training)),
    )


def _write_droid(sheet: Sheet, text: str, _: Settings) -> Sheet:
    figure, droid = figure_of(sheet, "class of robots"), Droid(match(text, tuple(Droid), what="class of robots"))
    return replace(figure, robot=droid is not Droid.NONE, circuits=replace(figure.circuits, droid=droid))


def _write_programme(sheet: Sheet, text: str, _: Settings) -> Sheet:
    figure = figure_of(sheet, "programme")
    if len(text) > _LONGEST_PROGRAMME:
        raise RuleError(f"A programme is {_LONGEST_PROGRAMME} letters long at most.")
    return replace(figure, circuits=replace(figure.circuits, text="" if text.casefold() == _NONE else text))


def _write_runs(sheet: Sheet, text: str, _: Settings) -> Sheet:
    figure = figure_of(sheet, "programme")
    turns = 0 if text.strip().upper() == _PERMANENT else whole(text, "turns that a programme runs", 1, _MOST_TURNS)
    return replace(figure, circuits=replace(figure.circuits, runs=turns, left=turns))


def _write_activation(sheet: Sheet, text: str, _: Settings) -> Sheet:
    figure = figure_of(sheet, "activation time")
    turns = whole(text, "turns of activation", 0, _MOST_TURNS)
    return replace(figure, circuits=replace(figure.circuits, activation=turns))


def _write_controller(sheet: Sheet, text: str, _: Settings) -> Sheet:
    figure = figure_of(sheet, "controller")
    return replace(figure, circuits=replace(figure.circuits, controller="" if text.casefold() == _NONE else text))
