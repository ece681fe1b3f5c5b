"""What each side owes in a battle, with answers that are ready to be pressed, first what standing orders would do."""

from collections.abc import Iterator
from functools import partial

from bot.engine.due import Choice, Due, said
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.course import awaited
from bot.systems.highguard.battle.fire import ready
from bot.systems.highguard.battle.muster import ANSWERS
from bot.systems.highguard.battle.report import Waiting
from bot.systems.highguard.battle.rounds import fights
from bot.systems.highguard.battle.state import MAIN, Battle, Step
from bot.systems.highguard.combat.readiness import maneuver
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables

# What a side owes in each step, and the rule; where it is about ships, they follow.
_OWED = {
    Step.FORMATION: ("its formation", "HG-C03"),
    Step.RANGE: ("the range of the turn", "HG-C12"),
    Step.DECISIONS: ("its decisions before the firing", "HG-C13"),
    Step.COMBAT: ("its fire at {ships}", "HG-C21"),
    Step.DEFENCE: ("the defence of {ships}", "HG-C24"),
    Step.BREAKTHROUGH: ("its fire at the reserve, {ships}", "HG-C27"),
    Step.PURSUIT: ("whom it pursues", "HG-C29"),
    Step.TERMINAL: ("what it does beside the fight", "HG-C32"),
}
# What a field says for nobody, and for all of a side.
_NONE, _ALL = "none", "all"
_FIRES = {Step.COMBAT, Step.BREAKTHROUGH}


def due_in(battle: Battle, tables: CombatTables, *, closed: bool = False) -> Iterator[Due]:
    """What each side owes in the battle and its chases, fight by fight; standing orders do it where nobody does.

    All read of it: where ships' sheets are `closed` no answer hangs on what stands on them, and what can't be done is
    refused to whoever gives it.
    """
    for fight in fights(battle):
        joined = {ship.side for ship in fight.ships.values()}
        waited = (waiting for waiting in awaited(fight) if waiting.side in joined)
        yield from (_due(battle, fight, waiting, tables, closed) for waiting in waited)


def _due(battle: Battle, fight: Battle, waiting: Waiting, tables: CombatTables, closed: bool) -> Due:
    name, (owed, rule), (verb, asks) = battle.sides[waiting.side].name, _OWED[waiting.step], ANSWERS[waiting.step]
    where = "" if fight.name == MAIN else f" in the {fight.name}"
    whose = {"side": name} if fight.name == MAIN else {"side": name, "fight": fight.name}
    order = said(verb, **whose)
    told = partial(
        Due,
        f"{owed.format(ships=few(waiting.ships))}{where}",
        rule,
        (name,),
        (commander_of(battle, waiting.side) or "",),
        apart=True,
        since=f"turn {fight.turn}, {waiting.step.value}",
    )
    if not closed and waiting.step in _FIRES and not any(_can_fire(fight, waiting.side, tables)):
        # Of a line that can't fire nothing is asked.
        return told((Choice("Nothing can fire", said(verb, **whose, orders=_NONE)),))
    others = (Choice(label, said(verb, (), **whose, **fields)) for label, fields in _answers(fight, waiting, closed))
    return told((Choice("Standing orders", order), *others), default=0, answer=order, asks=asks)


def _can_fire(fight: Battle, side: int, tables: CombatTables) -> Iterator[tuple[str, int]]:
    return (each for ship in fight.line(side) for each in ready(fight, ship, tables))


def _answers(fight: Battle, waiting: Waiting, closed: bool) -> Iterator[tuple[str, dict[str, str | bool]]]:
    """What else a side may do as a whole, without naming ships, each with the fields that say so."""
    match waiting.step:
        case Step.FORMATION:
            yield "All in the line", {"line": _ALL, "rest": False}
            yield "All in reserve", {"line": _NONE, "rest": False}
        case Step.RANGE:
            for at in Range:
                yield f"{at.value.capitalize()} range", {"range": at.value}
        case Step.DECISIONS:
            yield "Nothing special", {"rest": False}
            ships = [*fight.fleet(waiting.side)]
            if ships and (closed or all(maneuver(ship.vessel) for ship in ships)):
                yield "Emergency agility", {"emergency": _ALL, "rest": False}
                if fight.range is Range.LONG:
                    yield "All break off", {"break off": _ALL, "rest": False}
        case Step.COMBAT | Step.BREAKTHROUGH:
            yield "Hold fire", {"orders": _NONE}
        case Step.DEFENCE:
            yield "No defence", {"rest": False}
        case Step.PURSUIT:
            yield "Let them go", {"pursue": _NONE}
        case Step.TERMINAL:
            yield "Nothing", {"rest": False}
