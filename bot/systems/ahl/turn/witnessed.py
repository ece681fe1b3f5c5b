"""What people see in a phase that they check their morale for at its end: friends who fall, and fire from enemies whom
they had not seen before it (AHL 18.A.3, 18.A.4).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.deck.board import Board
from bot.engine.scene import Outcome, Scene, Unit
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.morale.on_deck import in_sight
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.clock import Casualty, Clock, clock_after
from bot.systems.ahl.turn.done import done_of
from bot.systems.ahl.turn.together import people_of

_WORSE = tuple(Condition)


def witnessed(scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome of any order, with what was seen of it kept for the end of the phase."""
    clock = clock_after(scene, outcome)
    if clock is None or not clock.phase:
        return outcome
    board: Board | None = outcome.board or scene.board
    casualties = tuple(_casualties(scene, outcome, board))
    surprises = tuple(_surprises(scene, clock, outcome))
    if not casualties and not surprises:
        return outcome
    for each in casualties:
        clock = _fallen(clock, each)
    clock = replace(clock, surprises=(*clock.surprises, *surprises))
    return replace(outcome, ledger=replace(outcome.ledger or scene.ledger, clock=clock))


def _casualties(scene: Scene, outcome: Outcome, board: Board | None) -> Iterator[Casualty]:
    people = people_of(scene) if board is not None else {**scene.known}
    sight = in_sight(board, people)
    for name, sheet in outcome.after.items():
        before = people.get(name)
        if before is None or _WORSE.index(sheet.condition) <= _WORSE.index(before.sheet.condition):
            continue
        friends = (unit for unit in people.values() if unit.side == before.side and unit.name != name)
        after = (replace(unit, sheet=outcome.after.get(unit.name, unit.sheet)) for unit in friends)
        seen_by = tuple(unit.name for unit in after if _awake(unit) and sight(unit.name, name))
        if seen_by:
            yield Casualty(name, seen_by)


def _fallen(clock: Clock, casualty: Casualty) -> Clock:
    """The clock with somebody who has fallen: a friend is one casualty of a phase, whatever befalls them in it
    (ruling R-169).
    """
    known = next((each for each in clock.casualties if each.name == casualty.name), Casualty(casualty.name, ()))
    new = tuple(name for name in casualty.seen_by if name not in (*known.seen_by, *known.checked))
    others = tuple(each for each in clock.casualties if each.name != casualty.name)
    return replace(clock, casualties=(*others, replace(known, seen_by=(*known.seen_by, *new))))


def _awake(unit: Unit) -> bool:
    return unit.sheet.condition is Condition.ACTIVE


def _surprises(scene: Scene, clock: Clock, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Who was fired on by an enemy whom they didn't know, with that one."""
    side = {name: unit.side or name for name, unit in people_of(scene).items()}
    for firer, targets in done_of(outcome).fired_on:
        for name in targets:
            if firer not in clock.of(name).knows and side.get(name, name) != side.get(firer, firer):
                yield name, firer


def witnesses_of(clock: Clock, cause: Cause) -> list[str]:
    """Who owes a check at the end of the phase for what they have seen, by name, once for each."""
    if cause is Cause.CASUALTY:
        return [name for each in clock.casualties for name in each.seen_by]
    return [name for name, _ in clock.surprises] if cause is Cause.SURPRISE else []


def acquainted(scene: Scene, clock: Clock, board: Board | None) -> Clock:
    """The clock as a phase begins, with everybody knowing the enemies whom they see then, or who have fired on them."""
    if board is None:
        return clock
    people = people_of(scene)
    sight = in_sight(board, people)
    there = [unit for unit in people.values() if unit.name in board.people and _awake(unit)]
    for unit in there:
        known = clock.of(unit.name).knows
        new = [other.name for other in _strangers(unit, there, known) if sight(unit.name, other.name)]
        if new:
            clock = clock.doing(unit.name, knows=(*known, *new))
    return clock


def _strangers(unit: Unit, there: Iterable[Unit], known: tuple[str, ...]) -> Iterator[Unit]:
    return (other for other in there if other.side != unit.side and other.name not in known)


def faced(clock: Clock, name: str, *, casualties: bool) -> Clock:
    """The clock with somebody having checked their morale for all that fell in their sight, or for all surprises."""
    if casualties:
        return replace(clock, casualties=tuple(_checked_by(each, name) for each in clock.casualties))
    return replace(clock, surprises=tuple(each for each in clock.surprises if each[0] != name))


def _checked_by(casualty: Casualty, name: str) -> Casualty:
    """The casualty with one of those who saw it having checked for it."""
    if name not in casualty.seen_by:
        return casualty
    left = tuple(one for one in casualty.seen_by if one != name)
    return replace(casualty, seen_by=left, checked=(*casualty.checked, name))
