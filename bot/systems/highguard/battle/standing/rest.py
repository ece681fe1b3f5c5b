"""A side's own decisions, completed by standing orders: what it named stays, the rest is done for it."""

from collections import Counter
from dataclasses import replace

from bot.engine.cards import counted
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire, Guard
from bot.systems.highguard.battle.standing import afterwards, guards, gunnery, stances, stations
from bot.systems.highguard.battle.state import Battle, Formation
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.tables import CombatTables


def completed_formation(battle: Battle, side: int, own: Formation) -> Formation:
    """Where the side named a line or what it launches, that stays; the other is done for it."""
    usual = stations.formation(battle, side, own.launch)
    if not own.line and not own.all_reserve:
        recovered = {battle.ship(craft).name for craft, _ in own.recover}
        line = tuple(name for name in usual.line if name not in recovered)
        return replace(usual, line=line, recover=own.recover, dm=own.dm, because=own.because)
    if own.launch:
        return own
    why = f"{len(usual.launch)} craft launched" if usual.launch else ""
    return replace(own, line=(*own.line, *usual.launch), launch=usual.launch, why=why)


def completed_decisions(battle: Battle, side: int, own: Decisions) -> Decisions:
    """Ships that the side didn't name do as standing orders have it."""
    usual = stances.decisions(battle, side)
    groups = (*own.accelerate, own.jump, own.emergency, own.globe, own.silent)
    named = {battle.ship(name).name for group in groups for name in group}
    return Decisions(
        (*own.accelerate, *(group for group in usual.accelerate if named.isdisjoint(group))),
        {**{name: order for name, order in usual.jump.items() if name not in named}, **own.jump},
        (*own.emergency, *(name for name in usual.emergency if name not in named)),
        {**{name: rate for name, rate in usual.globe.items() if name not in named}, **own.globe},
        own.silent,
        own.drop,
        {**{name: why for name, why in usual.why.items() if name not in named}, **own.why},
    )


def completed_fire(battle: Battle, side: int, own: Fire, tables: CombatTables) -> Fire:
    """Ships that the side didn't name fire as standing orders have it."""
    usual = gunnery.fire(battle, side, tables)
    named = {battle.ship(volley.ship).name for volley in own.volleys}
    rest = tuple(volley for volley in usual.volleys if volley.ship not in named)
    firing = len({volley.ship for volley in rest})
    why = f"{counted(firing, 'ship')} {'fires' if firing == 1 else 'fire'} by standing orders" if rest else usual.why
    return replace(own, volleys=(*own.volleys, *rest), why=why)


def completed_defence(battle: Battle, side: int, own: Defence, tables: CombatTables) -> Defence:
    """Hits against which the side named nothing are met by what it left over."""
    usual, named = guards.defence(battle, side, tables), {guard.against for guard in own.guards}
    taken: Counter[tuple[str, str]] = Counter()
    for guard in own.guards:
        taken[_target(battle, guard), guard.place] += guard.count
    rest = tuple(
        guard for guard in usual.guards if guard.against not in named and not taken[_target(battle, guard), guard.place]
    )
    why = f"{len(rest)} more met by standing orders" if rest else usual.why
    return replace(own, guards=(*own.guards, *rest), why=why)


def _target(battle: Battle, guard: Guard) -> str:
    return battle.incoming[guard.against - 1].target if 0 < guard.against <= len(battle.incoming) else ""


def completed_upkeep(battle: Battle, side: int, own: Upkeep) -> Upkeep:
    """Ships that the side didn't name mend what standing orders would mend; watches are woken; prizes are taken."""
    usual = afterwards.upkeep(battle, side)
    return replace(
        own,
        repairs={**usual.repairs, **own.repairs},
        revive=tuple(dict.fromkeys((*own.revive, *usual.revive))),
        boardings=own.boardings or usual.boardings,
        why={**usual.why, **own.why},
    )
