"""The formation step: line and reserve, launching and recovery, sealed until both sides are in (HG-C03 to C07)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.boarding import Fleet, throw_initiative
from bot.systems.highguard.battle.muster import check_step, check_turn
from bot.systems.highguard.battle.report import Formed, Initiative, Ranged, Sealed, Turned
from bot.systems.highguard.battle.state import Battle, Formation, Ship, Station, Step
from bot.systems.highguard.combat.readiness import agility, can_attack, maneuver
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.carriage import DISPERSED, TUBE_CRAFT


def launches(vessel: Vessel) -> int | None:
    """How many craft a carrier launches in a turn, and as many it recovers; None for all (HG-C06, HG-C07, R-30)."""
    if vessel.configuration == DISPERSED:
        return None
    places = vessel.facilities
    return places.ordinary + places.tubes * TUBE_CRAFT + places.bays


def form(battle: Battle, side: int, formation: Formation, dice: Dice) -> Turned:
    """Seal a side's formation; with the second one both are revealed and initiative is thrown (R-92).

    Raises RuleError for ships that can't take the place, more craft than facilities, or an empty line that isn't
    meant.
    """
    check_step(battle, Step.FORMATION)
    check_turn(battle, side)
    _check(battle, side, formation)
    battle = battle.with_side(side, replace(battle.sides[side], sealed=formation))
    battle = replace(battle, waiting=tuple(each for each in battle.waiting if each != side))
    if battle.waiting:
        return Turned(battle, (Sealed(side),))
    dms = [(each.sealed.dm, each.sealed.because) for each in battle.sides if each.sealed]
    return _initiative(_revealed(battle), dms, dice)


def joins_first(side: str) -> str:
    """Why a side does nothing in a battle in which it has no ship."""
    return f"{side} has no ship in this battle: let one join first."


def _check(battle: Battle, side: int, formation: Formation) -> None:
    if not any(battle.fleet(side)):
        raise RuleError(joins_first(battle.sides[side].name))
    if not formation.line and not formation.all_reserve:
        raise RuleError("Name a ship for the line of battle, or say that all stay in reserve (R-93).")
    launched = [_craft(battle, side, name, Station.ABOARD) for name in formation.launch]
    recovered = [_craft(battle, side, name, *_OUT) for name, _ in formation.recover]
    _check_once([craft.name for craft in (*launched, *recovered)])
    _check_facilities(battle, Counter(craft.carrier for craft in launched), "launches")
    carriers = [_carrier(battle, side, *pair) for pair in formation.recover]
    _check_facilities(battle, Counter(carriers), "recovers")
    wanted = Counter(zip(carriers, (craft.kind for craft in recovered), strict=True))
    _check_berths(battle, wanted, Counter((craft.carrier, craft.kind) for craft in launched))
    away = {craft.name for craft in recovered}
    names = [battle.ship(name).name for name in formation.line]
    for name in names:
        if name in away or names.count(name) > 1:
            raise RuleError(f"{name} can't be named twice: it is in the line or not.")
        if name not in {craft.name for craft in launched}:
            battle.own(name, side)


_OUT = (Station.LINE, Station.RESERVE)


def _craft(battle: Battle, side: int, name: str, *places: Station) -> Ship:
    craft = battle.ship(name)
    if craft.side != side or craft.place not in places or not (craft.vessel.small or craft.carrier):
        doing = "launch" if Station.ABOARD in places else "recover"
        raise RuleError(f"{craft.name} isn't a craft that {battle.sides[side].name} could {doing} now.")
    return craft


def _carrier(battle: Battle, side: int, craft: str, name: str) -> str:
    carrier, kind = battle.own(name, side), battle.ship(craft).kind
    if kind not in {each.name for each in carrier.vessel.craft}:
        raise RuleError(f"{carrier.name} has no berths for {kind}: choose a carrier that has.")
    return carrier.name


def _check_once(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise RuleError(f"{name} is named twice: a craft is launched or recovered once in a turn.")


def _check_berths(battle: Battle, wanted: Counter[tuple[str, str]], launched: Counter[tuple[str, str]]) -> None:
    """Raise RuleError where a carrier has fewer berths of a kind free, with those from which it launches now, than it
    is to recover (HG-C07).
    """
    for (name, kind), number in wanted.items():
        free = berths_free(battle.ships[name], kind)
        if free is not None and number > free + launched[name, kind]:
            free += launched[name, kind]
            raise RuleError(f"{name} has {counted(free, 'berth')} free for {kind}, not {number}: name another.")


def berths_free(carrier: Ship, kind: str) -> int | None:
    """How many craft of a kind a carrier has room for besides those aboard; None where nobody has kept that."""
    if not carrier.berths:
        return None
    built, aboard = (
        sum(each.count for each in craft if each.name == kind) for craft in (carrier.berths, carrier.vessel.craft)
    )
    return max(0, built - aboard)


def _check_facilities(battle: Battle, wanted: Counter[str], does: str) -> None:
    for name, number in wanted.items():
        carrier = battle.ships[name]
        most = launches(carrier.vessel)
        if not carrier.present or (most is not None and number > most):
            raise RuleError(f"{name} {does} {most if carrier.present else 0} craft in a turn, not {number} (HG-C06).")


def _revealed(battle: Battle) -> Turned:
    events = []
    for side, sealed in enumerate(each.sealed for each in battle.sides):
        assert sealed is not None
        battle = _stationed(battle, side, sealed)
        line, reserve = ([ship.name for ship in ships] for ships in (battle.line(side), battle.reserve(side)))
        recovered = tuple(craft for craft, _ in sealed.recover)
        events.append(Formed(side, tuple(line), tuple(reserve), sealed.launch, recovered, sealed.why))
        battle = battle.with_side(side, replace(battle.sides[side], sealed=None, broken=not line))
    return Turned(battle, tuple(events))


def _stationed(battle: Battle, side: int, formation: Formation) -> Battle:
    for name in formation.launch:
        craft = battle.ship(name)
        battle = battle.with_ships([stowed(battle.ships[craft.carrier], craft.kind, -1)])
    for name, carrier in formation.recover:
        battle = battle.with_ships([stowed(battle.ship(carrier), battle.ship(name).kind, 1)])
    ranks = {battle.ship(name).name: rank for rank, name in enumerate(formation.line)}
    launched = {battle.ship(name).name for name in formation.launch}
    home = {battle.ship(craft).name: battle.ship(carrier).name for craft, carrier in formation.recover}
    changed = [
        _placed(ship, ranks, home)
        for ship in battle.ships.values()
        if ship.side == side and (ship.present or ship.name in launched)
    ]
    return battle.with_ships(changed)


def stowed(carrier: Ship, kind: str, number: int) -> Ship:
    """The carrier with a number of craft of a kind more aboard, or fewer."""
    craft = tuple(
        replace(each, count=each.count + number) if each.name == kind else each for each in carrier.vessel.craft
    )
    return replace(carrier, vessel=replace(carrier.vessel, craft=craft))


def _placed(ship: Ship, ranks: dict[str, int], home: dict[str, str]) -> Ship:
    if ship.name in home:
        return replace(ship, place=Station.ABOARD, carrier=home[ship.name])
    if ship.name in ranks:
        return replace(ship, place=Station.LINE, rank=ranks[ship.name])
    return replace(ship, place=Station.RESERVE)


def fleet_of(battle: Battle, side: int) -> Fleet:
    """What initiative asks of a side: emergency agility isn't declared yet and doesn't count (R-35)."""
    ready = sum(1 for ship in battle.line(side) if can_attack(ship.vessel) and maneuver(ship.vessel))
    slowest = min((agility(ship.vessel) for ship in battle.fleet(side)), default=0)
    return Fleet(slowest, ready, battle.sides[side].tactics)


def _initiative(revealed: Turned, dms: Sequence[tuple[int, str]], dice: Dice) -> Turned:
    battle = revealed.battle
    names = [side.name for side in battle.sides]
    first, second = (replace(fleet_of(battle, side), dm=dm, because=why) for side, (dm, why) in enumerate(dms))
    thrown = throw_initiative(names, (first, second), dice)
    battle = replace(battle, attacker=thrown.winner)
    turned = revealed.then(battle, [Initiative(thrown, thrown.winner)])
    if battle.turn > battle.began:
        return turned.then(replace(battle, step=Step.RANGE, waiting=(battle.attacker,)))
    battle = replace(battle, range=Range.LONG, step=Step.DECISIONS, waiting=(battle.defender, battle.attacker))
    return turned.then(battle, [Ranged(Range.LONG)])
