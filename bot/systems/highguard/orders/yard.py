"""`/ship repair`: damage mended at a yard, and what each system costs (HG-R07, R-90); `/ship refuel`: fuel from a
starport, an ocean, a gas giant, or out of another ship's tanks (HG-C32, HG-D09).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.highguard.asked import RefuelOrder, RepairOrder
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.repairs import YardLine, system_prices, yard_bill
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Ship as Fighting
from bot.systems.highguard.battle.terminal import GIANT, fuelled, giant_found, giant_line, room_in, throw_giant
from bot.systems.highguard.combat.vessel import Vessel, burnt
from bot.systems.highguard.design.choices import in_tons, plain
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.drives import tanks_price
from bot.systems.highguard.design.hull import can_land, can_skim
from bot.systems.highguard.design.tables import MCR, Tables
from bot.systems.highguard.orders.own_ships import fought_in
from bot.systems.highguard.ships.enlist import bill_of_ship
from bot.systems.highguard.ships.ship import Fate, Ship
from bot.systems.highguard.ships.traits import Refit, amount

_MOST_MCR = 9_999_999
_RULE = "Half the price of a new one, and all of it for what a critical hit destroyed (HG-R07)"


@dataclass(frozen=True, slots=True)
class Refitted:
    """Ships that a yard has repaired: what each system of those with designs costs, what the referee `asked` in MCr for
    those that came as listings, or that it is free; who is past repair, and how many had no damage.
    """

    ships: tuple[str, ...]
    costs: Mapping[str, tuple[YardLine, ...]]
    listed: tuple[str, ...] = ()
    asked: Fraction = Fraction(0)
    free: bool = False
    lost: tuple[str, ...] = ()
    whole: int = 0


def repair_order(tables: Tables, yard: Yard) -> Order:
    """`/ship repair`; a listing tells no prices of systems, so the referee says what it costs, or that it is free."""

    def cost(unit: Unit) -> tuple[YardLine, ...]:
        sheet: Ship = unit.sheet
        assert sheet.vessel is not None
        made = bill_of_ship(sheet, tables, yard)
        prices = system_prices(made, tables)
        lines = yard_bill(Fighting(sheet.vessel, 0, jury=sheet.jury), prices)
        gone = made.design.tanks and sheet.vessel.tanks is None
        new = (YardLine("drop tanks", tanks_price(made.design.tanks), "A or B", replaced=True),) if gone else ()
        return (*lines, *new)

    def resolve(scene: Scene, order: RepairOrder, _: Dice) -> Outcome:
        check_at_rest(scene)
        units = scene.all("name")
        damaged, lost, whole = _damaged(units)
        listed = [unit for unit in damaged if not unit.sheet.design]
        asked = _asked(listed, order)
        lines = {unit.name: cost(unit) for unit in damaged if unit.sheet.design and not order.free}
        after = {unit.name: replace(unit.sheet, vessel=None, jury=(), fate=Fate.AFLOAT) for unit in damaged}
        told = Refitted(_names(damaged), lines, _names(listed), asked, order.free, _names(lost), whole)
        return Outcome(after, told)

    return typed_order(RepairOrder, resolve, _repair_card)


def check_at_rest(scene: Scene) -> None:
    """Raise RuleError where one of an order's ships is in a battle."""
    battle = fought_in(scene)
    fighting = {ship.name for ship in all_ships(battle)} if battle is not None else set()
    for unit in (unit for units in scene.units.values() for unit in units):
        if unit.name in fighting:
            raise RuleError(f"{unit.name} is in a battle: end that first with /battle end.")


def _names(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def _damaged(units: Sequence[Unit]) -> tuple[Sequence[Unit], Sequence[Unit], int]:
    """Those that a yard can mend, those past it, and how many are whole; raises RuleError where it can mend none."""
    lost = [unit for unit in units if unit.sheet.fate is Fate.DESTROYED]
    whole = [unit for unit in units if unit.sheet.vessel is None and unit not in lost]
    damaged = [unit for unit in units if unit not in lost and unit not in whole]
    if not damaged:
        if len(units) == 1 and lost:
            raise RuleError(f"{units[0].name} was destroyed: only a new ship can take its place.")
        have = "has" if len(units) == 1 else "have"
        raise RuleError(f"{few(_names(units))} {have} no damage to repair.")
    return damaged, lost, len(whole)


def _asked(listed: Sequence[Unit], order: RepairOrder) -> Fraction:
    """MCr that the referee asks for ships that came as listings; raises RuleError where they say nothing."""
    price = order.price
    if price and order.free:
        raise RuleError("Say a price, or that it is free, and not both.")
    if price and not listed:
        raise RuleError("What these cost is known by their designs: leave price out, or say free:True.")
    if not listed or order.free:
        return Fraction(0)
    if not price:
        names = few(unit.name for unit in listed)
        raise RuleError(
            f"{names} came as {'a listing' if len(listed) == 1 else 'listings'}, which tells no prices of systems: "
            "say what the repair costs, such as price:120 (MCr), or free:True."
        )
    return amount(price.casefold().removeprefix("mcr"), "price", _MOST_MCR)


def _repair_card(told: Refitted, _: Faces) -> Card:
    total = told.asked * MCR + sum((Fraction(line.price) for each in told.costs.values() for line in each), Fraction(0))
    # The title is for all, also where what a ship costs is its side's to know.
    lines = [*([] if told.free else [f"For MCr{plain(total / MCR, 3)} in all"]), *_cost_lines(told.costs)]
    if told.listed and not told.free:
        lines.append(f"{few(told.listed)}: MCr{plain(told.asked)} by the referee's word")
    if told.lost:
        lines.append(f"Destroyed, and past repair: {few(told.lost)}")
    if told.whole:
        lines.append(f"{counted(told.whole, 'ship')} had no damage")
    title = f"{few(told.ships)} {'is' if len(told.ships) == 1 else 'are'} repaired{' free' if told.free else ''}"
    return Card(title, (*lines, "Fuel, crew and craft are made up as well"), (_RULE,))


def _cost_lines(costs: Mapping[str, Sequence[YardLine]]) -> Iterator[str]:
    for name, systems in costs.items():
        whose = f"{name}: " if len(costs) > 1 else ""
        for line in systems:
            done = "replaced" if line.replaced else "repaired"
            yield f"{whose}{line.system}: MCr{plain(line.price / MCR, 3)}, {done} at class {line.classes}"


_OCEAN, _GIANT = "ocean", "gas giant"
_MOST = 9_999_999
# Where there is an ocean there is air.
_AIR = 2


@dataclass(frozen=True, slots=True)
class Fuelled:
    """Fuel that ships took on: from where, the tons of each, and who took none and why; what was thrown for a gas
    giant; and of a ship that gave it what it has left, and how many tons its tanks hold.
    """

    source: str
    taken: Mapping[str, Fraction]
    passed: tuple[str, ...] = ()
    giant: int | None = None
    left: tuple[Fraction, Fraction] | None = None


@dataclass(slots=True)
class _Fuelling:
    """Fuel going into ships one after the other: what each has taken, and what is still to be had, None for enough."""

    left: Fraction | None
    taken: dict[str, Fraction] = field(default_factory=dict)
    after: dict[str, Ship] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)


def refuel_order(tables: Tables, yard: Yard) -> Order:
    """`/ship refuel`; a player takes fuel out of their own ships, and where else there is some the referee says."""
    refit = Refit(tables, yard)

    def resolve(scene: Scene, order: RefuelOrder, dice: Dice) -> Outcome:
        check_at_rest(scene)
        units, givers = scene.all("name"), scene.all("from")
        asked = _fuel_asked(order.tons)
        if givers:
            return _poured(scene, refit, units, givers[0], asked)
        if scene.by:
            raise RuleError(
                "Where there is fuel to take on the referee says: take it out of a ship of yours with from."
            )
        source, thrown = order.at or "starport", None
        if source == _GIANT and order.giant is None:
            thrown = throw_giant(dice)
            if not giant_found(thrown):
                return Outcome({}, Fuelled(f"the {source}", {}, giant=thrown))
        elif source == _GIANT and not order.giant:
            raise RuleError("Without a gas giant there is nothing to skim: say another place, such as at:ocean.")
        fuelling = _Fuelling(None)
        for unit in units:
            _take(fuelling, refit, unit, asked, source=source)
        return Outcome(fuelling.after, _fuelled(fuelling, f"the {source}", giant=thrown))

    return typed_order(RefuelOrder, resolve, _fuel_card)


def _fuel_asked(tons: str) -> Fraction | None:
    told = tons.strip().casefold()
    return None if told in {"", "all", "full"} else amount(told, "fuel", _MOST)


def _poured(scene: Scene, refit: Refit, units: tuple[Unit, ...], giver: Unit, asked: Fraction | None) -> Outcome:
    """Fuel out of one ship's tanks into others'."""
    if scene.by and giver.owner != scene.by:
        raise RuleError(f"{giver.name} isn't yours: only its owner or the referee gives its fuel away.")
    if giver.name in {unit.name for unit in units}:
        raise RuleError(f"{giver.name} can't refuel from itself: name another ship.")
    tank = _vessel(refit, giver)
    if not tank.all_fuel:
        raise RuleError(f"{giver.name} has no fuel to give.")
    fuelling = _Fuelling(tank.all_fuel)
    for unit in units:
        _take(fuelling, refit, unit, asked)
    assert fuelling.left is not None
    fuelling.after[giver.name] = refit.keep(giver.sheet, burnt(tank, tank.all_fuel - fuelling.left))
    return Outcome(fuelling.after, _fuelled(fuelling, giver.name, left=(fuelling.left, tank.tankage)))


def _vessel(refit: Refit, unit: Unit) -> Vessel:
    sheet: Ship = unit.sheet
    if sheet.faults:
        raise RuleError(f"{unit.name} is still on the drawing board: mend its design first.")
    if sheet.fate is Fate.DESTROYED:
        raise RuleError(f"{unit.name} was destroyed and has no tanks any more.")
    return refit.vessel(sheet)


def _take(fuelling: _Fuelling, refit: Refit, unit: Unit, asked: Fraction | None, source: str = "") -> None:
    """One ship takes on what it may; who can't, is full or finds nothing left is passed over, and told of."""
    vessel = _vessel(refit, unit)
    room = room_in(vessel)
    if asked is not None and asked > room:
        raise RuleError(f"{unit.name} has room for {in_tons(room)} of fuel, not {plain(asked)} (HG-C32).")
    wanted = room if asked is None else asked
    if fuelling.left is not None:
        if asked is not None and asked > fuelling.left:
            raise RuleError(f"There are {in_tons(fuelling.left)} left to take for {unit.name}, not {plain(asked)}.")
        wanted = min(wanted, fuelling.left)
    why = _why_not(vessel, room, source) or ("" if wanted else "finds nothing left")
    if why:
        fuelling.passed.append(f"{unit.name} {why}")
        return
    if fuelling.left is not None:
        fuelling.left -= wanted
    fuelling.taken[unit.name] = wanted
    fuelling.after[unit.name] = refit.keep(unit.sheet, fuelled(vessel, wanted))


def _why_not(vessel: Vessel, room: Fraction, source: str) -> str:
    if source == _GIANT and not can_skim(vessel.configuration):
        return "can't skim with its hull (HG-D09)"
    if source == _OCEAN and not can_land(vessel.configuration, _AIR):
        return "can't land with its hull (HG-D08)"
    if vessel.shattered:
        return "has shattered tanks (HG-H21)"
    return "" if room else "is full"


def _fuelled(
    fuelling: _Fuelling, source: str, giant: int | None = None, left: tuple[Fraction, Fraction] | None = None
) -> Fuelled:
    if not fuelling.taken:
        raise RuleError(f"Nobody takes on fuel: {sentence(fuelling.passed[:6])}.")
    return Fuelled(source, fuelling.taken, tuple(fuelling.passed), giant, left)


def _fuel_card(told: Fuelled, _: Faces) -> Card:
    thrown = () if told.giant is None else (giant_line(told.giant),)
    if not told.taken:
        return Card("There is no gas giant in this system", thrown, (GIANT,))
    lines = [f"{name} takes on {in_tons(tons)}" for name, tons in told.taken.items()]
    # The title is for all, also where what a ship holds is its side's to know.
    title = f"{few(told.taken)} {'takes' if len(lines) == 1 else 'take'} on fuel from {told.source}"
    if len(lines) > 1:
        lines.append(f"{in_tons(sum(told.taken.values(), Fraction(0)))} in all")
    left = [f"{told.source} has {plain(told.left[0])} of {in_tons(told.left[1])} left"] if told.left else []
    return Card(title, (*thrown, *lines, *told.passed, *left))
