"""Standing orders for all but the fire: formation, range, decisions, pursuit and the terminal step; and a side's own
decisions completed by them, so that what it named stays and the rest is done for it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.dice import applied
from bot.systems.highguard.battle.assault import Assault, boardable, boarders_of, defenders_of
from bot.systems.highguard.battle.boarding import BOARDING, Party
from bot.systems.highguard.battle.decisions import Decisions, JumpOrder
from bot.systems.highguard.battle.fire import Defence, Fire, Guard
from bot.systems.highguard.battle.formation import launches
from bot.systems.highguard.battle.pursuit import Pursuit, can_pursue, group_agility, groups, jump_turns, pursuers
from bot.systems.highguard.battle.repairs import damaged_systems, repair_attempts
from bot.systems.highguard.battle.standing.gunnery import (
    OUTMATCHED,
    built_firepower,
    defence,
    fire,
    firepower,
    strength,
    weight,
)
from bot.systems.highguard.battle.state import Battle, Formation, Ship
from bot.systems.highguard.battle.terminal import Upkeep, can_repair, can_revive
from bot.systems.highguard.combat.readiness import (
    OFFENSIVE,
    agility,
    can_attack,
    highest_flicker,
    jump,
    jump_energy,
    maneuver,
    output,
    powered,
    shots,
)
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.drives import jump_fuel

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
    """Of a ship that can fire, and so has the crew to mend it."""
    vessel = ship.vessel
    if vessel.small:
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


AWAY = "the nearest port"
NEEDS_ENERGY = ("laser", "energy", "particle", "meson")
ROOM = 2


def decisions(battle: Battle, side: int) -> Decisions:
    """Leave where the enemy is four times as strong; ships that fire no energy weapon dodge; the silent hide."""
    why: dict[str, str] = {}
    jumps, fleeing = _leaving(battle, side)
    why |= dict.fromkeys((*jumps, *fleeing), "outmatched")
    emergency, globe = [], {}
    for ship in battle.fleet(side):
        vessel = ship.vessel
        if ship.name in jumps or not maneuver(vessel):
            continue
        if ship.name in fleeing or not _fires_energy(vessel):
            emergency.append(ship.name)
            why.setdefault(ship.name, "nothing aboard fires that needs energy")
    for ship in battle.fleet(side):
        if ship.name not in fleeing and _hides(ship.vessel):
            globe[ship.name] = highest_flicker(ship.vessel.now.globe)
            why[ship.name] = "can't fire, and hides"
    return Decisions(tuple((name,) for name in fleeing), jumps, tuple(emergency), globe, why=why)


def _leaving(battle: Battle, side: int) -> tuple[dict[str, JumpOrder], tuple[str, ...]]:
    own, enemy = strength(battle.fleet(side)), strength(battle.fleet(1 - side))
    if battle.turn == battle.began or own * OUTMATCHED >= enemy:
        return {}, ()
    movers = [ship for ship in battle.fleet(side) if maneuver(ship.vessel)]
    if battle.range is Range.LONG:
        fastest = max((agility(ship.vessel) for ship in battle.fleet(1 - side)), default=0)
        fleeing = tuple(ship.name for ship in movers if agility(ship.vessel) >= fastest or not _jump_order(ship))
        return {
            ship.name: order for ship in movers if ship.name not in fleeing and (order := _jump_order(ship))
        }, fleeing
    return {ship.name: order for ship in movers if (order := _jump_order(ship))}, ()


def _jump_order(ship: Ship) -> JumpOrder | None:
    """The shortest jump that a ship can make now, or the one that it has begun."""
    vessel, number = ship.vessel, ship.jump.number if ship.jump else 1
    able = jump(vessel) >= number and vessel.all_fuel >= jump_fuel(vessel.tons, number)
    need = jump_energy(vessel.tons, number) - (ship.jump.gathered if ship.jump else 0)
    turns = jump_turns(need, output(vessel), vessel.stored)
    if not able or turns is None or (ship.jump and turns > 1):
        return None
    return JumpOrder(number, ship.jump.destination if ship.jump else AWAY)


def _fires_energy(vessel: Vessel) -> bool:
    """Whether any battery that needs energy could act, in attack or in defence."""
    alive = vessel.now.crew >= vessel.built.crew and powered(vessel)
    return alive and any(
        each.place in (*NEEDS_ENERGY, "repulsor") and each.factor and each.batteries for each in vessel.now.armament
    )


def _hides(vessel: Vessel) -> bool:
    """Whether a globe does more good than harm: nothing to fire, and room in the capacitors."""
    return bool(vessel.now.globe) and not can_attack(vessel) and vessel.stored * ROOM < vessel.capacity


FIRST = ("power", "maneuver", "meson", "particle", "missile", "computer", "energy", "laser")
MARGIN = 1.5


def pursuit(battle: Battle, side: int) -> Pursuit:
    """Follow a group with half again its strength, if that many can catch it; the strongest go."""
    free = pursuers(battle, side)
    power = {name: firepower(battle.ships[name].vessel) for name in free}
    chases: dict[str, tuple[str, ...]] = {}
    for name, group in groups(battle, 1 - side).items():
        speed, wanted = group_agility(battle, group), MARGIN * strength(battle.ships[each] for each in group)
        able = sorted((each for each in free if can_pursue(free[each], speed)), key=lambda each: -power[each])
        chosen: list[str] = []
        while able and sum(power[each] for each in chosen) <= wanted:
            chosen.append(able.pop(0))
        if sum(power[each] for each in chosen) > wanted:
            chases[name] = tuple(chosen)
            free = {each: speed for each, speed in free.items() if each not in chosen}
    return Pursuit(chases, "strong and fast enough" if chases else "nobody is both fast and strong enough")


def upkeep(battle: Battle, side: int) -> Upkeep:
    """Mend plant, drive and heavy weapons first, wake every useful watch, board with the better odds."""
    repairs = {ship.name: _worst_first(ship) for ship in battle.fleet(side) if can_repair(ship)}
    revive = tuple(ship.name for ship in battle.fleet(side) if can_revive(ship))
    why = dict.fromkeys(revive, "crew is missing")
    return Upkeep(repairs, revive, tuple(_boardings(battle, side)), why=why)


def _worst_first(ship: Ship) -> tuple[str, ...]:
    tries: Counter[str] = damaged_systems(ship.vessel)
    order = sorted(tries.elements(), key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return tuple(order[: repair_attempts(ship.vessel.tons)])


def _boardings(battle: Battle, side: int) -> list[Assault]:
    """One party a target, where its modifier is the higher by two."""
    parties = {ship.name: boarders_of(ship.vessel) for ship in battle.fleet(side) if maneuver(ship.vessel)}
    found = []
    for target in battle.ships.values():
        if not boardable(target, side) or not parties:
            continue
        name = max(parties, key=lambda each: _total(parties[each]))
        if parties[name].strength and _total(parties[name]) >= _total(defenders_of(target.vessel)) + 2:
            found.append(Assault(name, target.name))
            del parties[name]
    return found


def _total(party: Party) -> int:
    return sum(modifier.dm for modifier in applied(BOARDING, party))


def completed_formation(battle: Battle, side: int, own: Formation) -> Formation:
    """Where the side named a line or what it launches, that stays; the other is done for it."""
    usual = formation(battle, side, own.launch)
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
    usual = decisions(battle, side)
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
    usual = fire(battle, side, tables)
    named = {battle.ship(volley.ship).name for volley in own.volleys}
    rest = tuple(volley for volley in usual.volleys if volley.ship not in named)
    firing = len({volley.ship for volley in rest})
    why = f"{counted(firing, 'ship')} {'fires' if firing == 1 else 'fire'} by standing orders" if rest else usual.why
    return replace(own, volleys=(*own.volleys, *rest), why=why)


def completed_defence(battle: Battle, side: int, own: Defence, tables: CombatTables) -> Defence:
    """Hits against which the side named nothing are met by what it left over."""
    usual, named = defence(battle, side, tables), {guard.against for guard in own.guards}
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
    usual = upkeep(battle, side)
    return replace(
        own,
        repairs={**usual.repairs, **own.repairs},
        revive=tuple(dict.fromkeys((*own.revive, *usual.revive))),
        boardings=own.boardings or usual.boardings,
        why={**usual.why, **own.why},
    )
