"""In what order ships are exposed to fire (HG-C21)."""

from dataclasses import replace

from bot.systems.highguard.battle.state import Battle, Ship, Step
from bot.systems.highguard.design.codes import VALUES


def by_size(ship: Ship) -> tuple[int, int]:
    """The key that puts the largest first, and equal ones as their owner formed them (R-85)."""
    return -VALUES[ship.vessel.hull], ship.rank


def presentation(battle: Battle) -> tuple[tuple[str, ...], ...]:
    """The targets group after group: the attacker's largest, the defender's, and so on; what is left together."""
    attackers, defenders = (
        [ship.name for ship in sorted(battle.line(side), key=by_size)] for side in (battle.attacker, battle.defender)
    )
    paired = min(len(attackers), len(defenders))
    alone = [(name,) for pair in zip(attackers, defenders, strict=False) for name in pair]
    rest = (*attackers[paired:], *defenders[paired:])
    return (*alone, rest) if rest else tuple(alone)


def begin_combat(battle: Battle) -> Battle:
    """The battle as its combat step begins."""
    return next_target(replace(battle, step=Step.COMBAT, presented=presentation(battle)))


def next_target(battle: Battle) -> Battle:
    """The battle waiting for whoever may fire at the group that is presented now."""
    if not battle.presented:
        return replace(battle, waiting=())
    target = battle.ships[battle.presented[0][0]]
    return replace(battle, waiting=(1 - target.side,))
