"""What an action leaves behind in a turn that is kept: points spent, debts, and deeds that bar others (AHL 6 to 9)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.deck.routes import Step as Walked
from bot.deck.walking import points
from bot.engine.errors import RuleError
from bot.engine.system import Outcome
from bot.systems.ahl.fire.combat import FireResult
from bot.systems.ahl.fire.covering import Covered, line_of
from bot.systems.ahl.melee.wording import MeleeReport
from bot.systems.ahl.orders.jump import JumpReport
from bot.systems.ahl.orders.morale import MoraleReport
from bot.systems.ahl.orders.rally import RallyReport
from bot.systems.ahl.sheet.ammunition import reloads_evading
from bot.systems.ahl.turn.actions import Plan
from bot.systems.ahl.turn.attempts import COVERS, DIVE, FIRES, MOVE, SNAP, Attempt, afford, supervised
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.supervision import command_group
from bot.systems.ahl.walking.costs import PHASE, POINT, SWING_DOWN, Gait
from bot.systems.ahl.walking.wording import MoveReport
from bot.systems.ahl.zerog.drift import DriftReport
from bot.systems.deeds import Deed


def booked(attempts: Sequence[Attempt], clock: Clock, outcome: Outcome) -> Clock:
    """The clock after an order that these have carried out."""
    for attempt in attempts:
        clock = _paid(attempt, clock, outcome.result)
        clock = _done(attempt, clock, outcome.result)
        if supervised(attempt) and attempt.scene.board is not None:
            for name in command_group(attempt.scene, clock, attempt.unit) or ():
                clock = clock.did(name, supervises=True)
    result = outcome.result
    if isinstance(result, Covered):
        return replace(clock, covering=(*clock.covering, result.line))
    if isinstance(result, FireResult) and attempts[0].action.name in COVERS and outcome.marks:
        squares = tuple(dict.fromkeys((outcome.marks.line[0], *outcome.marks.danger)))
        line = line_of(result.firer.name, result.attacks[0].shot, result.situation, squares, result.limit)
        return replace(clock, covering=(*clock.covering, line.after(result.attacks)))
    if isinstance(result, MeleeReport):
        return _fought(clock, result)
    return clock


def checks_made(clock: Clock, result: Any, *, once: bool) -> Clock:
    """The clock after morale checks that come before a move, which bar it or not (AHL 18.A.1, 18.A.2, 18.D).

    With `once` it raises RuleError for whoever has failed one in this phase: it isn't thrown until he passes.
    """
    if isinstance(result, MoraleReport) and result.morale.cause.move:
        for each in result.morale.checked:
            name, times = each.checker.name, each.checker.times
            if once and result.morale.cause in clock.of(name).deeds.failed:
                raise RuleError(
                    f"{name} has failed that check in {clock.words}, and it holds for the phase (AHL 18.D)."
                )
            clock = clock.checked(name, result.morale.cause, times, passed=each.passed)
    return clock


def switched(clock: Clock, deed: Deed) -> Clock:
    """The clock with a light that is worked now, and shines or not from the next step on (AHL 23)."""
    return replace(clock, lights={**clock.lights, deed.switched[0]: deed.switched[1]}) if deed.switched else clock


def left_line(clock: Clock, name: str) -> str:
    """What somebody has left of his phase, in words."""
    doing = clock.of(name)
    owes = f", owes {points(doing.debt)} in later phases" if doing.debt else ""
    if doing.busy:
        return f"{name}: {doing.busy} to the end of turn {clock.turn}"
    return f"{name}: {points(doing.deeds.left)} AP left in phase {clock.phase}{owes}"


def unaffordable(attempt: Attempt, result: Any) -> str | None:
    """What the book has against a cost that an order has worked out itself. A move or a jump begins and is paid for as
    long as it takes; what takes several phases begins with a whole one.
    """
    if attempt.cost is not None or isinstance(result, MoveReport | JumpReport):
        return None
    return afford(replace(attempt, cost=min(PHASE, _cost(attempt, result)[0])))


def _paid(attempt: Attempt, clock: Clock, result: Any) -> Clock:
    """The clock with the cost of an action paid, as far as the phase goes; the rest is owed (ruling R-46)."""
    doing = clock.of(attempt.name)
    cost, owed = _cost(attempt, result)
    now = min(cost, max(doing.deeds.left, 0))
    clock = clock.did(attempt.name, spent=doing.deeds.spent + now)
    whole = attempt.action.plan is not None and attempt.action.plan.whole
    return clock.doing(
        attempt.name,
        debt=doing.debt + owed + (cost - now),
        acted=doing.acted or clock.phase > 0,
        shown=doing.shown or attempt.action.plan is not None,
        evading=(evading := _evades(attempt, result)),
        shelters=evading if attempt.action.plan is Plan.RELOAD else doing.shelters,
        busy=attempt.action.words if whole else "",
    )


def _cost(attempt: Attempt, result: Any) -> tuple[int, int]:
    """What an action costs in halves of a point: now, and besides in later phases.

    Where the table leaves the cost to the order itself, its report says it as `cost`.
    """
    if isinstance(result, MoveReport):
        return result.route.cost + (attempt.deeds.turns * POINT if result.gait is Gait.TROT else 0), 0
    if isinstance(result, DriftReport):
        return 0, 0
    if isinstance(result, JumpReport):
        if result.drops:
            return PHASE, 0
        return (result.jump.cost, 0) if result.jump else SWING_DOWN
    if isinstance(result, Deed) and result.turned:
        return result.turned * POINT * (2 if attempt.deeds.trotted else 1), 0
    return (getattr(result, "cost", 0) if attempt.cost is None else attempt.cost), 0


def _evades(attempt: Attempt, result: Any) -> bool:
    """Whether somebody evades from now on: such a move does it, most reloading too, and anything else ends it
    (AHL 8.A.5, 25.B).
    """
    if attempt.action.plan is Plan.RELOAD and attempt.weapon:
        return reloads_evading(attempt.weapon, slowly=attempt.doing.plan is Plan.RELOAD_EVADING)
    return isinstance(result, MoveReport) and result.gait is Gait.EVADE and not result.between_levels


def _done(attempt: Attempt, clock: Clock, result: Any) -> Clock:
    """The clock with the deeds of an action that bar others."""
    name, action, deeds = attempt.name, attempt.action.name, clock.of(attempt.name).deeds
    if action in FIRES:
        clock = clock.doing(name, fired=True)
    if action in COVERS:
        return clock.did(name, covered=True)
    if action == SNAP:
        return clock.did(name, snaps=deeds.snaps + 1, stood=deeds.stood or attempt.at_once)
    if action == DIVE:
        return clock.did(name, moved=True)
    if isinstance(result, RallyReport):
        return clock.did(name, rallied=any(each.checker.name == name for each in result.checked))
    if isinstance(result, MoveReport):
        return _moved(clock, name, result)
    if isinstance(result, Deed) and result.turned and not deeds.trotted:
        clock = clock.did(name, turns=deeds.turns + result.turned)
    return clock.did(name, moved=True) if action == MOVE or isinstance(result, JumpReport) else clock


def _moved(clock: Clock, name: str, report: MoveReport) -> Clock:
    deeds = clock.of(name).deeds
    start = Walked(report.start, report.route.steps[0].facing, 0)
    turned = sum(old.at == new.at for old, new in pairwise((start, *report.route.steps)))
    trots = deeds.trotted or report.gait is Gait.TROT
    return clock.did(
        name,
        moved=deeds.moved or any(step.at != report.start for step in report.route.steps),
        trotted=trots,
        turns=0 if trots else deeds.turns + turned,
        halted=deeds.halted or report.stopped,
    )


def _fought(clock: Clock, report: MeleeReport) -> Clock:
    """The clock with those who are in a melee, each with the one enemy whom he fights (AHL 17)."""
    for name in report.attackers:
        clock = clock.did(name, fought=True, struck=report.target)
    clock = clock.did(report.target, fought=True).doing(report.target, evading=False)
    return clock if report.unable else clock.did(report.target, struck=report.attackers[0])
