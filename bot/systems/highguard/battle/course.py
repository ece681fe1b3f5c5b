"""A battle's course: who is waited for, what they may decide, and what is done for them if they don't."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.engine.dice import Dice
from bot.systems.highguard.battle.breakthrough import go_on
from bot.systems.highguard.battle.decisions import Decisions, choose_range, decide
from bot.systems.highguard.battle.fire import Defence, Fire, defend, fire
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.muster import out_of_sequence
from bot.systems.highguard.battle.pursuit import Pursuit, pursue
from bot.systems.highguard.battle.report import Turned, Waiting
from bot.systems.highguard.battle.standing import choices, gunnery
from bot.systems.highguard.battle.standing.choices import (
    completed_decisions,
    completed_defence,
    completed_fire,
    completed_formation,
    completed_upkeep,
)
from bot.systems.highguard.battle.state import Battle, Formation, Step
from bot.systems.highguard.battle.terminal import Upkeep, keep_up
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables


@dataclass(frozen=True, slots=True)
class RangeChoice:
    """The range that the attacker sets."""

    range: Range
    why: str = ""


Choice = Formation | RangeChoice | Decisions | Fire | Defence | Pursuit | Upkeep


def pending(battle: Battle) -> tuple[Waiting, ...]:
    """Everybody who is waited for, in the battle and in its chases."""
    return (*awaited(battle), *(waiting for chase in battle.apart for waiting in pending(chase)))


def awaited(fight: Battle) -> tuple[Waiting, ...]:
    """Who is waited for in one fight alone; only in the formation step two at once."""
    return tuple(Waiting(fight.name, side, fight.step, _about(fight)) for side in fight.due)


def _about(battle: Battle) -> tuple[str, ...]:
    if battle.step in {Step.COMBAT, Step.BREAKTHROUGH, Step.DEFENCE} and battle.presented:
        return battle.presented[0]
    return ()


KINDS: dict[Step, type[Any]] = {
    Step.FORMATION: Formation,
    Step.RANGE: RangeChoice,
    Step.DECISIONS: Decisions,
    Step.COMBAT: Fire,
    Step.BREAKTHROUGH: Fire,
    Step.DEFENCE: Defence,
    Step.PURSUIT: Pursuit,
    Step.TERMINAL: Upkeep,
}


def answer(battle: Battle, side: int, choice: Choice, dice: Dice, tables: CombatTables) -> Turned:
    """Do what a side decided in the step that the turn has reached.

    Raises RuleError for anything out of sequence or against the rules, and nothing is changed.
    """
    _check_due(battle, choice)
    done: dict[type[Any], Callable[[Any], Turned]] = {
        Formation: lambda chosen: form(battle, side, chosen, dice),
        RangeChoice: lambda chosen: choose_range(battle, side, chosen.range, chosen.why),
        Decisions: lambda chosen: _decided(decide(battle, side, chosen), dice),
        Fire: lambda chosen: fire(battle, side, chosen, dice, tables),
        Defence: lambda chosen: defend(battle, side, chosen, dice, tables),
        Pursuit: lambda chosen: pursue(battle, side, chosen),
        Upkeep: lambda chosen: keep_up(battle, side, chosen, dice),
    }
    return done[KINDS[battle.step]](choice)


def _decided(turned: Turned, dice: Dice) -> Turned:
    """What follows the decisions: where both sides keep all in reserve, the turn goes on without fire (R-93)."""
    return go_on(turned, dice) if turned.battle.step is Step.COMBAT else turned


def _check_due(battle: Battle, choice: Choice) -> None:
    if battle.step not in KINDS or not isinstance(choice, KINDS[battle.step]):
        raise out_of_sequence(battle)


class StandingOrders:
    """Plays sides that nobody plays; a step's fire is planned once and kept while the step lasts."""

    def __init__(self, tables: CombatTables) -> None:
        self._tables = tables
        self._plans: dict[tuple[str, int, Step, int], gunnery.FirePlan] = {}

    def choice(self, battle: Battle, side: int) -> Choice:
        """What a side does in the step that the turn has reached, with its reason."""
        if battle.step in {Step.COMBAT, Step.BREAKTHROUGH}:
            return gunnery.fire(battle, side, self._tables, self._plan(battle, side))
        simple: dict[Step, Callable[[], Choice]] = {
            Step.FORMATION: lambda: choices.formation(battle, side),
            Step.RANGE: lambda: RangeChoice(*choices.best_range(battle, side)),
            Step.DECISIONS: lambda: choices.decisions(battle, side),
            Step.DEFENCE: lambda: gunnery.defence(battle, side, self._tables),
            Step.PURSUIT: lambda: choices.pursuit(battle, side),
            Step.TERMINAL: lambda: choices.upkeep(battle, side),
        }
        return simple[battle.step]()

    def _plan(self, battle: Battle, side: int) -> gunnery.FirePlan:
        key = (battle.name, battle.turn, battle.step, side)
        if key not in self._plans:
            self._plans = {kept: plan for kept, plan in self._plans.items() if kept[:3] == key[:3]}
            self._plans[key] = gunnery.plan_fire(battle, side, self._tables)
        return self._plans[key]


def completed(battle: Battle, side: int, own: Choice, tables: CombatTables) -> Choice:
    """A side's own choice with everything that it left open done by standing orders, which say why."""
    rest: dict[type[Any], Callable[[Any], Choice]] = {
        Formation: lambda chosen: completed_formation(battle, side, chosen),
        Decisions: lambda chosen: completed_decisions(battle, side, chosen),
        Fire: lambda chosen: completed_fire(battle, side, chosen, tables),
        Defence: lambda chosen: completed_defence(battle, side, chosen, tables),
        Upkeep: lambda chosen: completed_upkeep(battle, side, chosen),
    }
    _check_due(battle, own)
    return rest[type(own)](own) if type(own) in rest else own


def default(battle: Battle, side: int, tables: CombatTables) -> Choice:
    """What standing orders would do for a side now."""
    return StandingOrders(tables).choice(battle, side)
