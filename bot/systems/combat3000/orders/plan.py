"""`/plan`: somebody aims, and does nothing else in this turn (C3K Aiming)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import quoted
from bot.systems.combat3000.asked import PlanOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Sheet, dead
from bot.systems.combat3000.fire.firer import RULE, firer_of, take_aim
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.hit.plights import blinded
from bot.systems.combat3000.options import Phase, check_phase
from bot.systems.combat3000.orders.circumstances import everybody, find
from bot.systems.combat3000.settings import phase_of

_AIM = re.compile(r"aim(?:s|ing)?(?:\s+at)?\s+(?P<target>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aims:
    """Who aims at whom, and for how many turns those have done so who did before."""

    names: tuple[str, ...]
    target: str
    before: tuple[tuple[str, int], ...]


def plan_order(book: Book) -> Order:
    """`/plan`: whoever is named spends this turn in aiming at somebody, as `aim at Bob`; /phase counts it."""

    def decide(scene: Scene, asked: PlanOrder, _: Dice) -> Outcome:
        check_phase(phase_of(scene.ledger, asked.phases), Phase.ORDERS, "aims are declared")
        if asked.turns == "free":
            raise RuleError("Turns aren't counted in this campaign: say it with the fire, as values:aiming 2.")
        parts = _AIM.fullmatch(asked.plan.strip())
        if not parts:
            typed = asked.plan
            raise RuleError(f'Say at whom they aim, as plan:"aim at Bob"{f", not {quoted(typed)}" if typed else ""}.')
        units = scene.all("characters")
        if not units:
            raise RuleError("Nobody here is yours to plan for: name whom you mean.")
        target = everybody(scene, [find(scene, parts["target"])])[0]
        after = {unit.name: _aims(unit, target, book) for unit in units}
        turns = ((unit.name, unit.sheet.aim.turns) for unit in units if unit.sheet.aim.target == target.name)
        return Outcome(after, Aims(tuple(unit.name for unit in units), target.name, tuple(turns)))

    return typed_order(PlanOrder, decide, _card, offers={"plan": _suggested})


def _suggested(scene: Scene) -> Sequence[str]:
    own = {unit.name for units in scene.units.values() for unit in units}
    return [f"aim at {name}" for name in scene.known if name not in own]


def _aims(unit: Unit, target: Unit, book: Book) -> Sheet:
    """Raises RuleError if somebody can't aim, has acted already, or would aim at themselves or at the dead."""
    firer_of(unit.name, unit.sheet, book, "aim")
    if blinded(unit.sheet):
        raise RuleError(f"{unit.name} is blinded and sees nothing to aim at (C3K Shells and grenades).")
    if unit.name == target.name:
        raise RuleError(f"{unit.name} cannot aim at themselves: name another target.")
    if dead(target.sheet):
        raise RuleError(f"{target.name} has been killed already: choose another target.")
    check_idle(unit.name, unit.sheet.now)
    sheet: Sheet = take_aim(unit.sheet, target.name)
    return sheet


def _card(aims: Aims, _: Faces) -> Card:
    lines = tuple(f"{name} has aimed for {counted(turns, 'turn')} before" for name, turns in aims.before)
    working = (f"Aiming is neither moving nor firing; the turn counts when it ends ({RULE})",)
    title = f"{sentence(aims.names)} {'aims' if len(aims.names) == 1 else 'aim'} at {aims.target}"
    return Card(title, lines, working)
