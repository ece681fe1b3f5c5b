"""What an action leaves behind in a turn that is kept: points spent, debts, and deeds that bar others (AHL 6 to 9)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.deck.placing import read_steps, steps_words
from bot.deck.plan import named
from bot.engine.errors import RuleError
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.sheet.character import reloads_evading
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.attempts import Attempt, afford, supervised
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.turn.together import command_group
from bot.systems.ahl.turn.witnessed import faced
from bot.systems.ahl.walking.ground import PHASE, POINT


def booked(attempts: Sequence[Attempt], clock: Clock, done: DoneInTurn) -> Clock:
    """The clock after an order that these have carried out."""
    for attempt in attempts:
        clock = _paid(attempt, clock, done)
        clock = _done(attempt, clock, done)
        if supervised(attempt) and attempt.scene.board is not None:
            for name in command_group(attempt.scene, clock, attempt.unit) or ():
                clock = clock.did(name, supervises=True)
    # Those who are in a melee, each with the one enemy whom they fight (AHL 17).
    for name, struck in done.fights.items():
        clock = clock.did(name, fought=True, struck=struck or clock.of(name).deeds.struck).doing(name, evading=False)
    for name, at in done.thrown:
        clock = clock.did(name, thrown=at)
    if attempts[0].action.step is Step.MOVEMENT:
        clock = _going(attempts, clock, done)
    return replace(clock, covering=(*clock.covering, done.lays)) if done.lays else clock


def _going(attempts: Sequence[Attempt], clock: Clock, done: DoneInTurn) -> Clock:
    """The clock with the rest of a walk, which goes on in later phases, in place of any other of these people."""
    said = attempts[0].scene.said
    clock = clock.stopped([attempt.name for attempt in attempts])
    if said is None or not done.beyond:
        return clock
    by_steps = read_steps(str(said.fields.get("to", "")), done.beyond[0])
    to = steps_words(done.beyond) if by_steps else named(done.beyond[-1])
    return replace(clock, going=(*clock.going, replace(said, fields={**said.fields, "to": to}, by="")))


def checks_made(clock: Clock, done: DoneInTurn, *, once: bool) -> Clock:
    """The clock after morale checks: those before a move bar it or not (AHL 18.A.1, 18.A.2, 18.D), those at the end of
    a phase are made then.

    With `once` it raises RuleError for whoever has failed one in this phase: it isn't thrown until they pass.
    """
    for name, cause, times, passed, enemy in done.checks:
        if not cause.move:
            clock = faced(clock, name, casualties=cause is Cause.CASUALTY)
            continue
        if once and cause in clock.of(name).deeds.failed:
            raise RuleError(f"{name} has failed that check in {clock.words}, and it holds for the phase (AHL 18.D).")
        clock = clock.checked(name, cause, times, passed=passed)
        if enemy and not passed:
            clock = clock.did(name, shuns=enemy)
    return clock


def unaffordable(attempt: Attempt, done: DoneInTurn) -> str | None:
    """What the book has against a cost that an order has worked out itself. What takes several phases begins with a
    whole one.
    """
    if attempt.cost is not None or done.at_length:
        return None
    return afford(replace(attempt, cost=min(PHASE, _cost(attempt, done))))


def _paid(attempt: Attempt, clock: Clock, done: DoneInTurn) -> Clock:
    """The clock with the cost of an action paid, as far as the phase goes; the rest is owed (ruling R-46)."""
    doing, cost = clock.of(attempt.name), _cost(attempt, done)
    now = min(cost, max(doing.deeds.left, 0))
    clock = clock.did(attempt.name, spent=doing.deeds.spent + now)
    whole = attempt.action.plan is not None and attempt.action.plan.whole
    return clock.doing(
        attempt.name,
        debt=doing.debt + done.owed + (cost - now),
        acted=doing.acted or clock.phase > 0,
        shown=doing.shown or attempt.action.plan is not None,
        evading=(evading := _evades(attempt, done)),
        shelters=evading if attempt.action.plan is Intention.RELOAD else doing.shelters,
        busy=attempt.action.words if whole else "",
        loads=done.loads,
    )


def _cost(attempt: Attempt, done: DoneInTurn) -> int:
    """What an action costs now in halves of a point: by the table, or as the order has worked it out; a trot doubles
    what its quarter turns cost, and those before it.
    """
    if attempt.cost is not None:
        return attempt.cost
    if done.at_length:
        return done.cost + (attempt.deeds.turns * POINT if done.trots else 0)
    return done.cost + done.turned * POINT * (2 if attempt.deeds.trotted else 1)


def _evades(attempt: Attempt, done: DoneInTurn) -> bool:
    """Whether somebody evades from now on: such a move does it, most reloading too, and anything else ends it
    (AHL 8.A.5, 25.B).
    """
    if attempt.action.plan is Intention.RELOAD and attempt.weapon:
        return reloads_evading(attempt.weapon, slowly=attempt.doing.plan is Intention.RELOAD_EVADING)
    return done.evades


def _done(attempt: Attempt, clock: Clock, done: DoneInTurn) -> Clock:
    """The clock with the deeds of an action that bar others."""
    name, deeds = attempt.name, clock.of(attempt.name).deeds
    trotted = deeds.trotted or done.trots
    snaps = done.fired is Fire.SNAP
    clock = clock.did(
        name,
        covered=deeds.covered or done.fired is Fire.COVERING,
        snaps=deeds.snaps + snaps,
        stood=deeds.stood or (snaps and attempt.at_once),
        rallied=deeds.rallied or name in done.rallied,
        moved=deeds.moved or done.moved,
        trotted=trotted,
        turns=0 if trotted else deeds.turns + done.turned,
        halted=deeds.halted or done.halted,
        dived=deeds.dived or done.dived,
    )
    return clock.doing(name, fired=True) if done.fired else clock


def switched(clock: Clock, light: tuple[int, bool]) -> Clock:
    """The clock with a light that is worked now, and shines or not from the next step on (AHL 23)."""
    return replace(clock, lights={**clock.lights, light[0]: light[1]})
