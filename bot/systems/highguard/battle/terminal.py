"""The terminal step: repairs, the frozen watch, boarding, and whatever else isn't fighting (HG-C32, HG-R01 to R06)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.engine.cards import printable, whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.assault import Assault, boardable, carry_out, transfer
from bot.systems.highguard.battle.muster import check_step, check_turn
from bot.systems.highguard.battle.repairs import (
    Watch,
    check_repairs,
    damaged_systems,
    repaired,
    revive,
    throw_repair,
    turn_passes,
)
from bot.systems.highguard.battle.report import Ended, Event, Noted, Refuelled, Repaired, Turned, TurnOver, Woken
from bot.systems.highguard.battle.state import Battle, Ship, Station, Step
from bot.systems.highguard.combat.readiness import discharged, maneuver
from bot.systems.highguard.combat.vessel import Readied, Vessel
from bot.systems.highguard.design.choices import in_tons, plain
from bot.systems.highguard.design.hull import can_skim

NO_FUEL = "There is no fuel to take on here: the referee says where there is, with /battle new … fuel:True (HG-C32)."


# What a throw of two dice must not exceed for a system to have a gas giant.
_MOST_FOR_A_GIANT = 9
GIANT = "A system has a gas giant on 9 or less (HG-D09)"


def throw_giant(dice: Dice) -> int:
    """The throw for a gas giant in a system, where nobody knows (HG-D09)."""
    return dice.roll(2, why="gas giant")


def giant_found(thrown: int) -> bool:
    """Whether the throw found one."""
    return thrown <= _MOST_FOR_A_GIANT


def giant_line(thrown: int) -> str:
    """The throw in words."""
    return f"Gas giant: 9 or less | {thrown} → {'there is one' if giant_found(thrown) else 'there is none'} (HG-D09)"


def room_in(vessel: Vessel) -> Fraction:
    """Tons of fuel that a vessel could take on, in drop tanks as well: none into shattered tanks (HG-H21)."""
    outside = vessel.tanks.tons - vessel.tanks.fuel if vessel.tanks else Fraction(0)
    return Fraction(0) if vessel.shattered else vessel.tankage - vessel.fuel + outside


def fuelled(vessel: Vessel, tons: Fraction) -> Vessel:
    """The vessel with a number of tons of fuel more, inside first and then in its drop tanks."""
    inside = min(tons, vessel.tankage - vessel.fuel)
    tanks = replace(vessel.tanks, fuel=vessel.tanks.fuel + tons - inside) if vessel.tanks else None
    return replace(vessel, fuel=vessel.fuel + inside, tanks=tanks)


def room(ship: Ship) -> Fraction:
    """Tons of fuel that a ship could take on: none into shattered tanks (HG-H21)."""
    return room_in(ship.vessel)


def can_refuel(battle: Battle, ship: Ship) -> bool:
    """Whether there is fuel here, and room for it in a ship's tanks."""
    return battle.fuel and room(ship) > 0 and not _unable(battle, ship)


def _unable(battle: Battle, ship: Ship) -> bool:
    """Whether the fuel must be skimmed, and its hull can't (HG-D09)."""
    return battle.giant and not can_skim(ship.vessel.configuration)


def refuel(turned: Turned, ship: Ship, tons: Fraction | None) -> Turned:
    """So many tons of fuel for a ship, or as much as its tanks take.

    Raises RuleError if there is none to take on, for shattered tanks, and for more than they hold.
    """
    if not turned.battle.fuel:
        raise RuleError(NO_FUEL)
    if ship.vessel.shattered:
        raise RuleError(f"{whose(ship.name)} fuel tanks are shattered and take no fuel (HG-H21).")
    if _unable(turned.battle, ship):
        raise RuleError(f"{ship.name} can't skim a gas giant with its hull (HG-D09).")
    most = room(ship)
    if not most:
        raise RuleError(f"{whose(ship.name)} fuel tanks are full (HG-C32).")
    taken = most if tons is None else tons
    if not 0 < taken <= most:
        raise RuleError(f"{ship.name} has room for {in_tons(most)} of fuel, not {plain(taken)} (HG-C32).")
    full = fuelled(ship.vessel, taken)
    after = turned.battle.with_ships([replace(ship, vessel=full)])
    return turned.then(after, [Refuelled(ship.name, taken, full.all_fuel)])


@dataclass(frozen=True, slots=True)
class Transfer:
    """Crew shipped from one ship to another of the same side (HG-B09)."""

    origin: str
    target: str
    crew: int


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a side does in the terminal step.

    `repairs` are the systems that each ship tries to repair, a weapon's place once for each battery; `revive`
    are the ships that wake their frozen watch; `fuel` are the tons that ships take on, None for all that they hold.
    `why` gives a default's reason by ship. `dm` and `because` are the referee's own modifier on every throw.
    """

    repairs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    revive: tuple[str, ...] = ()
    boardings: tuple[Assault, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    fuel: Mapping[str, Fraction | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[str, str] = field(default_factory=dict)
    dm: int = 0
    because: str = ""


def begin_terminal(turned: Turned) -> Turned:
    """The terminal step begins: watches that were woken come nearer, and the sides that can do something are asked."""
    battle, events = turned.battle, []
    for ship in [each for each in battle.ships.values() if each.watch]:
        after = _nearer(ship)
        battle = battle.with_ships([after])
        events.append(Woken(ship.name, after.watch, dead=not ship.vessel.people.frozen_watch))
    waiting = tuple(side for side in (battle.defender, battle.attacker) if busy(battle, side))
    turned = turned.then(replace(battle, step=Step.TERMINAL, waiting=waiting), events)
    return turned if waiting else end_turn(turned)


def busy(battle: Battle, side: int) -> bool:
    """Whether a side has anything that it could do in the terminal step."""
    targets = any(boardable(ship, side) for ship in battle.ships.values())
    return any(
        (targets and maneuver(ship.vessel))
        or ship.taken
        or can_revive(ship)
        or can_repair(ship)
        or can_refuel(battle, ship)
        for ship in battle.fleet(side)
    )


def watch_of(ship: Ship) -> Watch:
    """A ship's crew factors and frozen watch."""
    return Watch(ship.vessel.now.crew, ship.vessel.built.crew, ship.vessel.watch_revived, ship.watch)


def _watched(ship: Ship, watch: Watch) -> Ship:
    now = replace(ship.vessel.now, crew=watch.crew)
    return replace(ship, vessel=replace(ship.vessel, now=now, watch_revived=watch.revived), watch=watch.turns)


def _nearer(ship: Ship) -> Ship:
    """One turn nearer; a watch that died in its berths never wakes."""
    return _watched(ship, turn_passes(watch_of(ship))) if ship.vessel.people.frozen_watch else replace(ship, watch=0)


def can_revive(ship: Ship) -> bool:
    """Whether its frozen watch could be of use: it is there, was never woken, and somebody is missing (HG-R06)."""
    vessel = ship.vessel
    return bool(vessel.people.frozen_watch) and not vessel.watch_revived and vessel.now.crew < vessel.built.crew


def can_repair(ship: Ship) -> bool:
    """Whether a crew may repair: in reserve, at its full factor, something to repair (HG-R01, HG-R05)."""
    whole = ship.vessel.now.crew >= ship.vessel.built.crew
    return ship.place is Station.RESERVE and whole and bool(damaged_systems(ship.vessel))


def keep_up(battle: Battle, side: int, upkeep: Upkeep, dice: Dice) -> Turned:
    """Do all of a side's terminal step; after the second side the turn ends.

    Raises RuleError for repairs, watches, boardings, transfers and fuel that can't be, and nothing is changed.
    """
    check_step(battle, Step.TERMINAL)
    check_turn(battle, side)
    turned = Turned(battle)
    for name, systems in upkeep.repairs.items():
        turned = _repair(turned, battle.own(name, side), systems, upkeep, dice)
    for name in upkeep.revive:
        turned = _revive(turned, turned.battle.own(name, side), upkeep.why.get(name, ""))
    for assault in upkeep.boardings:
        turned = carry_out(turned, side, assault, dice, upkeep.dm, upkeep.because)
    for moved in upkeep.transfers:
        origin, target = (turned.battle.own(name, side) for name in (moved.origin, moved.target))
        turned = turned.then(turned.battle.with_ships(transfer(origin, target, moved.crew)))
    for name, tons in upkeep.fuel.items():
        turned = refuel(turned, turned.battle.own(name, side), tons)
    notes = [Noted(battle.ship(name).name, printable(text)[:500]) for name, text in upkeep.notes.items()]
    after = replace(turned.battle, waiting=turned.battle.waiting[1:])
    turned = turned.then(after, notes)
    return turned if after.waiting else end_turn(turned)


def _repair(turned: Turned, ship: Ship, systems: tuple[str, ...], upkeep: Upkeep, dice: Dice) -> Turned:
    check_repairs(ship, Counter(systems))
    events: list[Event] = []
    for system in systems:
        check = throw_repair(f"{whose(ship.name)} {system}", dice, upkeep.dm, upkeep.because)
        events.append(Repaired(ship.name, system, check))
        if check.made:
            ship = replace(ship, vessel=repaired(ship.vessel, system), jury=(*ship.jury, system))
    return turned.then(turned.battle.with_ships([ship]), events)


def _revive(turned: Turned, ship: Ship, why: str) -> Turned:
    if not can_revive(ship):
        text = "it has none left, was woken before, or nobody is missing"
        raise RuleError(f"{ship.name} can't wake its frozen watch: {text} (HG-R06).")
    begun = _watched(ship, revive(watch_of(ship)))
    return turned.then(turned.battle.with_ships([begun]), [Woken(ship.name, begun.watch, why)])


def end_turn(turned: Turned) -> Turned:
    """Energy leaves the capacitors, what was fired is forgotten, and the next turn begins (HG-G08, HG-C28)."""
    battle = turned.battle
    ships = {name: _rested(ship) if ship.present else ship for name, ship in battle.ships.items()}
    sides = tuple(replace(side, broken=False) for side in battle.sides)
    battle = replace(battle, ships=ships, sides=(sides[0], sides[1]), waiting=(0, 1), step=Step.FORMATION)
    turned = turned.then(battle, [TurnOver(battle.turn)])
    there = [side for side in (0, 1) if any(battle.fleet(side))]
    if len(there) < 2:
        return turned.then(*over(battle, there[0] if there else None, "no enemy is left"))
    return turned.then(replace(battle, turn=battle.turn + 1))


def over(battle: Battle, winner: int | None, why: str) -> tuple[Battle, tuple[Ended]]:
    """The battle ended, and the event that tells it."""
    return replace(battle, step=Step.OVER, waiting=(), presented=(), incoming=()), (Ended(winner, why),)


def _rested(ship: Ship) -> Ship:
    vessel = discharged(ship.vessel) if ship.vessel.stored else ship.vessel
    vessel = replace(vessel, stance=Readied(globe_on=vessel.stance.globe_on))
    return replace(ship, vessel=vessel, fired={}, breaking="")


def end_battle(battle: Battle, winner: int | None = None, why: str = "the referee ends it") -> Turned:
    """End a battle by the referee's word."""
    return Turned(*over(battle, winner, why))
