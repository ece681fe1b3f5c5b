"""Of several who move in one order all make their checks before anybody moves, in order of rank (AHL 18.B)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.several import about
from bot.engine.system import Order, Said, Scene
from bot.systems.ahl.book import Book
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.orders.in_turn.nerve import checks_before
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.attempts import Attempt, at_step, objections
from bot.systems.ahl.turn.clock import clock_of
from bot.systems.ahl.turn.waiting import waited_for
from bot.systems.ahl.walking.routes import MoveReport


def all_before(order: Order, alone: Order, book: Book) -> Order:
    """A move in a turn that is kept, with the checks of all who make it before any of them does; `alone` is the same
    order without the turn. Any other order is as it was.
    """
    action = book.actions.get(alone.verb)
    if action is None or action.step is not Step.MOVEMENT or not (alone.roles and alone.roles[0].each):
        return order

    def firsts(scene: Scene, values: Values, dice: Dice) -> Sequence[Said]:
        clock = clock_of(scene)
        if clock is None or not clock.phase or scene.only_odds or only_shown(scene) or scene.board is None:
            return ()
        acting = scene.units[alone.roles[0].name]
        if waited_for(scene, book, clock, Step.MOVEMENT, {unit.name for unit in acting}):
            return ()
        owed: list[Said] = []
        for unit in acting:
            attempt = at_step(Attempt(scene, clock, unit, action))
            if objections(attempt):
                return ()
            try:
                report = alone.resolve(about(scene, alone.roles[0].name, unit), values, dice).result
            except RuleError:
                # It is refused as it is carried out.
                return ()
            owed += checks_before(scene, attempt.clock, unit, report) if isinstance(report, MoveReport) else ()
        return tuple(together(owed))

    return replace(order, firsts=firsts)


def together(owed: Sequence[Said]) -> Iterator[Said]:
    """One order for all who check for the same cause, and the same enemy, each so often as they have to."""
    for cause in (Cause.EXPOSURE, Cause.ADJACENT):
        alike = [each for each in owed if each.fields["cause"] == str(cause)]
        for enemy in dict.fromkeys(each.people.get("enemy", ()) for each in alike):
            names = [each.doers[0] for each in alike if each.people.get("enemy", ()) == enemy]
            people = tuple((name, names.count(name)) for name in dict.fromkeys(names))
            first = next(each for each in alike if each.people.get("enemy", ()) == enemy)
            yield replace(first, people={**first.people, "name": people})
