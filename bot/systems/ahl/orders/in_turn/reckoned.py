"""What a turn that is kept adds to an order: facts while it is reckoned with, words when it is told (AHL 4 to 9)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.deck.plan import At, named
from bot.engine.cards import sentence
from bot.systems.ahl.sheet.character import Shape, state
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.walking.ground import points


@dataclass(frozen=True, slots=True)
class Left:
    """What somebody has left of a phase, and owes in later ones, in halves of a point; or what they are `busy` with to
    the end of the turn.
    """

    name: str
    turn: int
    phase: int
    halves: int
    debt: int = 0
    busy: str = ""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the turn adds to an order.

    `worse` are those who are worse off by what else the step has done to them, `fell` who has lost their hold between
    two levels, and where they lie. `until` is the step that the order has brought on, with the phase in words.
    `dropped` are those whose orders were kept and are so no more. `soon` and `against` are sentences: the checks that
    come as the phase ends, and what the book has against all of it where it is only shown.
    """

    worse: tuple[tuple[str, Shape], ...] = ()
    fell: tuple[tuple[str, At], ...] = ()
    switched: bool = False
    until: tuple[str, Step] | None = None
    dropped: tuple[tuple[str, ...], ...] = ()
    left: tuple[Left, ...] = ()
    soon: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


def left_of(clock: Clock, names: Iterable[str]) -> tuple[Left, ...]:
    """What these have left of the phase; nobody has points in a decision phase."""
    doings = ((name, clock.of(name)) for name in (names if clock.phase else ()))
    return tuple(Left(name, clock.turn, clock.phase, one.deeds.left, one.debt, one.busy) for name, one in doings)


def dropped_by(before: Clock, after: Clock) -> tuple[tuple[str, ...], ...]:
    """Those whose orders are kept no longer and are not carried out: whose, for only their giver knows which."""
    return tuple(each.said.doers for each in before.later if each not in after.later)


def dropped_lines(dropped: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A line for each order that is dropped."""
    return (f"The order that was kept for {sentence(doers)} is dropped" for doers in dropped)


def reckoned_lines(reckoned: Reckoned) -> Iterator[str]:
    """All of it in lines."""
    for name, shape in reckoned.worse:
        yield f"{name}, with all that this step has done to them: {state(shape)} (AHL 7)"
    for name, at in reckoned.fell:
        yield f"{name} loses their hold and comes down at {named(at)}, prone; the book names no hurt for it"
    if reckoned.switched:
        yield "It counts from the next step on (AHL 23)"
    if reckoned.until:
        yield f"{reckoned.until[0].capitalize()}: {reckoned.until[1]}"
    yield from dropped_lines(reckoned.dropped)
    yield from map(_left_line, reckoned.left)
    yield from reckoned.soon
    yield from (f"By the book: {text}" for text in reckoned.against)


def _left_line(left: Left) -> str:
    owes = f", owes {points(left.debt)} in later phases" if left.debt else ""
    if left.busy:
        return f"{left.name}: {left.busy} to the end of turn {left.turn}"
    return f"{left.name}: {points(left.halves)} AP left in phase {left.phase}{owes}"
