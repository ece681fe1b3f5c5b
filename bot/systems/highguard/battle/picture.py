"""A battle as its picture shows it: both fleets, how hurt each ship is, and who fired at whom."""

from collections import Counter
from collections.abc import Iterable

from bot.engine.ships import Barrage, Fleets, ShipMark, ShipState
from bot.systems.highguard.battle import report
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.standing.gunnery import built_firepower, firepower
from bot.systems.highguard.battle.state import Battle, Ship, Station
from bot.systems.highguard.combat.readiness import OFFENSIVE, agility, can_attack, disabled
from bot.systems.highguard.combat.vessel import Factors

_LEFT = (Station.JUMPED, Station.ESCAPED)


def fleets_of(battle: Battle, events: Iterable[report.Event] = ()) -> Fleets:
    """Every ship of a battle and its chases but the craft aboard others, with the fire that some events tell of."""
    events = tuple(report.flat(events))
    ships = [ship for ship in all_ships(battle) if ship.place is not Station.ABOARD]
    numbers = {ship.name: number for number, ship in enumerate(ships)}
    fired = [
        (numbers[event.firer], numbers[event.target], event.strike.struck)
        for event in events
        if isinstance(event, report.Fired) and {event.firer, event.target} <= numbers.keys()
    ]
    batteries, hits = (
        Counter((firer, target) for firer, target, hit in fired if hit or each) for each in (True, False)
    )
    first, second = battle.sides
    turn = next((event.turn for event in events if isinstance(event, report.TurnOver)), battle.turn)
    ranges = [event.range for event in events if isinstance(event, report.Ranged)]
    shots = tuple(Barrage(*pair, number, hits[pair]) for pair, number in batteries.items())
    moment = f"turn {turn}, {(ranges or [battle.range])[0]} range"
    return Fleets(battle.title, (first.name, second.name), tuple(map(_mark, ships)), shots, moment)


def _mark(ship: Ship) -> ShipMark:
    return ShipMark(
        ship.name,
        ship.side,
        float(ship.vessel.tons),
        _hurt(ship),
        _state(ship),
        reserve=ship.place is Station.RESERVE,
        model=ship.kind,
        agility=agility(ship.vessel),
        batteries=_batteries(ship.vessel.now),
        built=_batteries(ship.vessel.built),
    )


def _batteries(factors: Factors) -> int:
    """How many offensive ones there are."""
    return sum(each.batteries for each in factors.armament if each.place in OFFENSIVE and each.factor)


def _state(ship: Ship) -> ShipState:
    if ship.place is Station.DESTROYED:
        return ShipState.DESTROYED
    if ship.place in _LEFT:
        return ShipState.GONE
    if disabled(ship.vessel):
        return ShipState.DISABLED
    if can_attack(ship.vessel):
        return ShipState.FIGHTING
    return ShipState.SILENCED if built_firepower(ship.vessel) else ShipState.UNARMED


def _hurt(ship: Ship) -> float:
    """How much of its firepower is lost; of a ship without any, of its drives."""
    built, now = ship.vessel.built, ship.vessel.now
    if ship.place is Station.DESTROYED:
        return 1.0
    if whole := built_firepower(ship.vessel):
        return min(1.0, max(0.0, 1 - firepower(ship.vessel) / whole))
    drives = built.maneuver + built.power
    return 1 - (now.maneuver + now.power) / drives if drives else 0.0
