"""`/ship refuel`: fuel from a starport, an ocean, a gas giant, or out of another ship's tanks (HG-C32, HG-D09)."""

from dataclasses import dataclass, field
from fractions import Fraction

from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.terminal import GIANT, fuelled, giant_found, room_in
from bot.systems.highguard.combat.vessel import Vessel, burnt
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.entries import in_tons, plain
from bot.systems.highguard.design.hull import can_land, can_skim
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battle import as_it_is
from bot.systems.highguard.orders.fields import text
from bot.systems.highguard.orders.yard import check_at_rest
from bot.systems.highguard.ships.ship import Fate, Ship
from bot.systems.highguard.ships.traits import Refit, amount

_STARPORT, _OCEAN, _GIANT = "starport", "ocean", "gas giant"
_MOST = 9_999_999
# Where there is an ocean there is air.
_AIR = 2


@dataclass(slots=True)
class _Fuelling:
    """Fuel going into ships one after the other: what each has taken, and what is still to be had, None for enough."""

    left: Fraction | None
    taken: dict[str, Fraction] = field(default_factory=dict)
    after: dict[str, Ship] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)


def refuel_order(tables: Tables, yard: Yard) -> Order:
    """`/ship refuel`; a player takes fuel out of his own ships, and where else there is some the referee says."""
    refit = Refit(tables, yard)

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        check_at_rest(scene)
        units, givers = scene.all("ships"), scene.all("from")
        asked = _asked(values)
        if givers:
            return _poured(scene, refit, units, givers[0], asked)
        if scene.by:
            raise RuleError(
                "Where there is fuel to take on the referee says: take it out of a ship of yours with from."
            )
        source, told = text(values, "at") or _STARPORT, list[str]()
        if source == _GIANT and "giant" not in values:
            found, line = giant_found(dice)
            told.append(line)
            if not found:
                return Outcome({}, Card("There is no gas giant in this system", tuple(told), (GIANT,)))
        elif source == _GIANT and not values["giant"]:
            raise RuleError("Without a gas giant there is nothing to skim: say another place, such as at:ocean.")
        fuelling = _Fuelling(None)
        for unit in units:
            _take(fuelling, refit, unit, asked, source=source)
        return Outcome(fuelling.after, _card(fuelling, f"from the {source}", told))

    fields = (
        Field("tons", Kind.TEXT, ""),
        Field("at", Kind.CHOICE, choices=(_STARPORT, _OCEAN, _GIANT)),
        Field("giant", Kind.FLAG),
    )
    roles = (Role("ships", many=True), Role("from", optional=True))
    return Order("ship refuel", roles, fields, resolve, as_it_is, battle=True)


def _asked(values: Values) -> Fraction | None:
    told = text(values, "tons").strip().casefold()
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
    left = f"{giver.name} has {plain(fuelling.left)} of {in_tons(tank.tankage)} left"
    return Outcome(fuelling.after, _card(fuelling, f"from {giver.name}", [], left))


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


def _card(fuelling: _Fuelling, source: str, told: list[str], last: str = "") -> Card:
    if not fuelling.taken:
        raise RuleError(f"Nobody takes on fuel: {sentence(fuelling.passed[:6])}.")
    total = sum(fuelling.taken.values(), Fraction(0))
    lines = [f"{name} takes on {in_tons(tons)}" for name, tons in fuelling.taken.items()]
    title = f"{few(fuelling.taken)} {'takes' if len(lines) == 1 else 'take'} on {in_tons(total)} of fuel {source}"
    return Card(title, (*told, *lines, *fuelling.passed, *([last] if last else [])))
