"""Orders of later steps that are kept until those come: the table goes past none of them (AHL 7, ruling R-164)."""

from dataclasses import dataclass, replace

from bot.engine.cards import Card, Suggestion, sentence, whose
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Said, Scene
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.clock import Clock, Later, clock_of

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
    lines = [kept_line(result.later)]
    lines += [f"Instead of {each.said.words}" for each in result.instead]
    lines.append(f"{sentence(result.waiting)} may still act before: /phase ready:True by each goes on, or the referee")
    return Card(
        f"{sentence(names)} {have} an order for a later step",
        tuple(lines),
        (_IN_TIME, _BACK),
        next=(Suggestion(READY),),
    )


def overtaken(clock: Clock, names: set[str], step: Step) -> Clock:
    """The clock without the orders of these that were kept for steps before the one in which they act instead."""
    left = (each for each in clock.later if each.step.place >= step.place or not names & {*each.said.doers})
    return replace(clock, later=tuple(left))


def dropped_lines(before: Clock, after: Clock) -> tuple[str, ...]:
    """A line for each order that is kept no longer and is not carried out: whose, for only its giver knows which."""
    dropped = (each.said.doers for each in before.later if each not in after.later)
    return tuple(f"The order that was kept for {sentence(doers)} is dropped" for doers in dropped)


def kept_line(later: Later) -> str:
    """An order that is kept, in a line: `Kept until the aimed fire step: /fire attacker:Ann target:Bob`."""
    return f"Kept until the {later.step} step: {later.said.words}"


def kept_lines(clock: Clock, names: set[str]) -> tuple[str, ...]:
    """A line for each order that is kept for any of these."""
    return tuple(kept_line(each) for each in clock.later if names & {*each.said.doers})


def come(clock: Clock) -> tuple[Said, ...]:
    """The orders whose step has come."""
    return tuple(each.said for each in clock.later if each.step.place <= clock.step.place)


def first_kept(clock: Clock) -> Later | None:
    """The order whose step comes first, None where none is kept."""
    return min(clock.later, key=lambda each: each.step.place, default=None)


def stopped_at(clock: Clock, step: Step | None) -> tuple[Step | None, tuple[str, ...]]:
    """Which step the table goes to, None for the next phase, when it is to go to one, and why not as far as that."""
    first = first_kept(clock)
    if first is None or (step is not None and step.place <= first.step.place):
        return step, ()
    of = whose(sentence(first.said.doers))
    return first.step, (f"No further, for an order of {of} was kept until now: then /phase goes on",)


def brought_on(scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome of any order with those that are due by then; the turn keeps them no longer."""
    clock = clock_of(replace(scene, ledger=outcome.ledger)) if outcome.ledger else None
    if clock is None or not (due := come(clock)):
        return outcome
    left = tuple(each for each in clock.later if each.said not in due)
    return replace(outcome, ledger=replace(outcome.ledger, clock=replace(clock, later=left)), due=due)
