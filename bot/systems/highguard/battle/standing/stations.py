"""Standing orders for formation and range."""

from collections import Counter
from collections.abc import Sequence

from bot.engine.cards import counted
from bot.systems.highguard.battle.formation import launches
from bot.systems.highguard.battle.repairs import damaged_systems
from bot.systems.highguard.battle.standing.strength import OUTMATCHED, built_firepower, firepower, strength, weight
from bot.systems.highguard.battle.state import Battle, Formation, Ship
from bot.systems.highguard.combat.readiness import OFFENSIVE, can_attack, maneuver, shots
from bot.systems.highguard.combat.shot import Range

MENDED_BELOW = 0.5
# What weapons count for at a range: lasers and missiles lose a point at one, meson guns gain two at short, energy
# weapons fire there only (HG-A09, HG-A10).
AT = {Range.SHORT: {"missile": 0.85, "meson": 1.3}, Range.LONG: {"laser": 0.85, "energy": 0.0}}


def formation(battle: Battle, side: int, launch: Sequence[str] = ()) -> Formation:
    """All that can fire into the line; what is half shot to pieces and can be mended, into the reserve.

    `launch` are the craft that the side launches itself; without any, armed ones are launched for it.
    """
    launched = [battle.ship(name) for name in launch] or _launched(battle, side)
    able = [ship for ship in battle.fleet(side) if can_attack(ship.vessel)]
    resting = [ship for ship in able if _better_mended(ship)]
    if strength(resting) * 2 > strength(able):
        resting = []
    line = [ship for ship in able if ship not in resting] + [craft for craft in launched if can_attack(craft.vessel)]
    names = tuple(dict.fromkeys(ship.name for ship in line))
    out = tuple(craft.name for craft in launched)
    if not line:
        return Formation((), out, all_reserve=True, why="nothing can fire")
    return Formation(names, out, why=_why(len(resting), 0 if launch else len(out)))


def _why(resting: int, launched: int) -> str:
    told = ["what can fire stands in the line"]
    if resting:
        told.append(f"{counted(resting, 'ship')} for repairs into the reserve")
    if launched:
        told.append(f"{launched} craft launched")
    return ", ".join(told)


def _better_mended(ship: Ship) -> bool:
    vessel = ship.vessel
    if vessel.now.crew < vessel.built.crew or vessel.small:
        return False
    return firepower(vessel) < MENDED_BELOW * built_firepower(vessel) and bool(damaged_systems(vessel))


def _launched(battle: Battle, side: int) -> list[Ship]:
    """Armed craft, as many as their carriers launch."""
    out: Counter[str] = Counter()
    craft = []
    for ship in battle.aboard(side):
        if not can_attack(ship.vessel):
            continue
        carrier = battle.ships[ship.carrier]
        most = launches(carrier.vessel)
        if carrier.present and (most is None or out[carrier.name] < most):
            out[carrier.name] += 1
            craft.append(ship)
    return craft


def best_range(battle: Battle, side: int) -> tuple[Range, str]:
    """The range at which the own line gains more over the enemy's; where that is equal, where it counts more."""
    movers = any(maneuver(ship.vessel) for ship in battle.fleet(side))
    if movers and strength(battle.fleet(side)) * OUTMATCHED < strength(battle.fleet(1 - side)):
        return Range.LONG, "outmatched: from long range ships can break off"
    own, enemy = ({at: _counts(battle, each, at) for at in Range} for each in (side, 1 - side))
    best = max(Range, key=lambda at: (own[at] - enemy[at], own[at]))
    other = next(at for at in Range if at is not best)
    if own[best] > own[other]:
        return best, f"its line gains more at {best} range"
    if enemy[best] < enemy[other]:
        return best, f"the enemy's line counts for less at {best} range"
    return best, "neither line gains by the range"


def _counts(battle: Battle, side: int, at: Range) -> float:
    """What the weapons of a side's line count for at a range."""
    return sum(
        weight(each) * shots(ship.vessel, each.place) * AT[at].get(each.place, 1.0)
        for ship in battle.line(side)
        for each in ship.vessel.now.armament
        if each.place in OFFENSIVE
    )
