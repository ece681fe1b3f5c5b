"""What AHL lets people choose besides where they go and at whom they fire: dives, where those land whom they throw out
of a square, and who of equal rank checks morale first (AHL 8.C.7, 17.B, 18.B).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from bot.deck.board import Board, Standing
from bot.deck.plan import named
from bot.engine.cards import counted, sentence
from bot.engine.due import Choice, Due, said
from bot.engine.errors import ComesFirstError, RuleError
from bot.engine.scene import Said, Unit
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.morale.checks import Cause, equals_of, spared
from bot.systems.ahl.orders.dive import landings
from bot.systems.ahl.orders.in_turn.nerve import nerve_to_leap
from bot.systems.ahl.orders.in_turn.snapping import may_snap_at
from bot.systems.ahl.orders.move import check_mover, enemies_beside
from bot.systems.ahl.owing import Owing
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.attempts import DIVE, Attempt, objections
from bot.systems.ahl.turn.witnessed import witnesses_of

# So many ways to answer one thing are offered.
_MOST = 24
_CHECKS = {
    Cause.CASUALTY: ("a friend has fallen", "AHL 18.A.3"),
    Cause.SURPRISE: ("fire from the unseen", "AHL 18.A.4"),
}


def thrown_out(table: Owing) -> Iterator[Due]:
    """Where somebody lands whom a dive has thrown out of a full square, if there is more than one place for it."""
    board: Board | None = table.scene.board
    for unit in table.people if board is not None else ():
        at = table.clock.of(unit.name).deeds.thrown
        if at is None or board is None or unit.name not in board.people:
            continue
        lies = board.people[unit.name].at
        open_to = landings(table.scene, at, unit)
        if lies in open_to and len(open_to) > 1:
            squares = [lies, *(each for each in open_to if each != lies)]
            yield Due(
                f"where they land, thrown out of {named(at)}",
                "AHL 8.C.7",
                (unit.name,),
                (unit.owner,),
                tuple(Choice(named(each), said("land", (unit.name,), to=named(each))) for each in squares),
                default=0,
                standing=table.says(unit, When.LANDING),
                since=table.since,
            )


def dives(table: Owing) -> Iterator[Due]:
    """Whoever has come beside an enemy at a trot may dive at them, once nobody fires at once at them any more (AHL 13);
    whoever has said so beforehand does.
    """
    if table.clock.step is not Step.MOVEMENT or table.scene.board is None:
        return
    for unit in table.active:
        says = table.scene.ledger.standing.get(unit.name, {}).get(When.DIVE)
        targets = [] if says == "never" else _to_dive_at(table, unit)
        if not targets:
            continue
        choices = [Choice(f"Dive at {name}", _at(unit.name, name)) for name in targets[:_MOST]]
        done = Choice("Done moving", said(READY, (unit.name,)))
        yield Due(
            f"{'' if says else 'may '}dive at {sentence(targets, 'or')}",
            "AHL 8.C.7",
            (unit.name,),
            (unit.owner,),
            (*choices, done),
            default=len(choices),
            optional=not says,
            standing=0 if says else None,
            since=table.since,
        )


def _at(name: str, target: str) -> Said:
    return Said("dive", {"name": ((name, None),), "target": ((target, None),)}, {}, "")


def _to_dive_at(table: Owing, unit: Unit) -> list[str]:
    scene, clock, board = table.scene, table.clock, table.scene.board
    doing = clock.of(unit.name)
    if not doing.deeds.trotted or doing.deeds.dived or (doing.ready and doing.ready.place > Step.MOVEMENT.place):
        return []
    beside = enemies_beside(scene, board, unit)
    if any(may_snap_at(scene.present[name], scene, clock, unit.name, table.book) for name in beside):
        return []
    try:
        check_mover(unit)
    except RuleError:
        return []
    here, action = board.people[unit.name].at, table.book.actions[DIVE]
    others = (name for name in beside if board.people[name].at != here)
    attempts = (Attempt(scene, clock, unit, action, cost=0, target=name) for name in others)
    return [each.target for each in attempts if not objections(each) and not _dares_not(table, unit, each.target)]


def _dares_not(table: Owing, unit: Unit, target: str) -> bool:
    """Whether somebody has failed the check for the square of a target (AHL 18.D); one that they owe comes first."""
    people = table.scene.board.people
    there = [Standing(people[target].at, people[unit.name].facing)]
    _, refusal = nerve_to_leap(table.scene, table.clock, unit, there)
    return refusal is not None and not isinstance(refusal, ComesFirstError)


def dived_at(table: Owing, name: str, target: str) -> Mapping[str, bool]:
    """What is said of a blow of somebody who has dived into the square of an enemy who isn't moving (AHL 17.B)."""
    moved = table.clock.of(target).deeds.moved
    return {"dive": True} if table.clock.of(name).deeds.dived and not moved else {}


def checks(table: Owing) -> Iterator[Due]:
    """At the end of a phase: checks for casualties, and for fire from the unseen, as many as each has seen; of a side
    in which equals in rank check, one of whom leads, it is asked who does so first.
    """
    if table.later is not None:
        return
    for cause in (Cause.CASUALTY, Cause.SURPRISE):
        names = witnesses_of(table.clock, cause)
        checking = [unit for unit in table.active if unit.name in names and not spared(unit.sheet, cause)]
        equals = {
            side: equals_of((unit.name, unit.sheet) for unit in checking if unit.side == side)
            for side in dict.fromkeys(unit.side for unit in checking)
        }
        groups = [[unit for unit in checking if not equals[unit.side]]]
        groups += [[unit for unit in checking if unit.side == side] for side, equal in equals.items() if equal]
        for units in filter(None, groups):
            yield _check(table, cause, units, names, equals[units[0].side])


def _check(
    table: Owing, cause: Cause, units: Sequence[Unit], names: Sequence[str], equals: Sequence[tuple[str, ...]]
) -> Due:
    people = tuple((unit.name, names.count(unit.name)) for unit in units)
    why, rule = _CHECKS[cause]
    order = Said("morale", {"name": people}, {"cause": str(cause)}, "")
    total = sum(count for _, count in people)
    owed = replace(table.owed(f"{counted(total, 'morale check')}: {why}", rule, units, order), ends=True)
    if not equals:
        return owed
    tied = [table.scene.present[name] if name in table.scene.present else table.scene.known[name] for name in equals[0]]
    ways = [Choice(f"{sentence(first)} first", _first(order, first), throws=True) for first in product(*equals)]
    return replace(
        owed,
        what=f"{owed.what}; who of equal rank checks first",
        decides=tuple(dict.fromkeys(unit.owner for unit in tied)),
        choices=(Choice("By lot", order, throws=True), *ways[:_MOST]),
        default=0,
        standing=table.says(tied[0], When.ORDER),
    )


def _first(order: Said, names: Sequence[str]) -> Said:
    return replace(order, people={**order.people, "first": tuple((name, None) for name in names)})
