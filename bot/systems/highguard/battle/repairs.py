"""Repairs: what a crew can mend in battle, the frozen watch, and what a yard asks afterwards (HG-R01 to R07)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.engine.cards import counted, whose
from bot.engine.dice import Check, Dice, Modifier, referees_own
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.state import Ship, Station
from bot.systems.highguard.combat.losses import with_screen
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Factors, Vessel
from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.choices import Number
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.weapons import place_of

TRY_TONS = 10_000
REPAIR = 9
WATCH_TURNS = 2


def repair_attempts(tons: Number) -> int:
    """How many systems a crew may try to repair in a turn (HG-R02, R-59)."""
    return -(-Fraction(tons) // TRY_TONS)


def throw_repair(what: str, dice: Dice, dm: int = 0, because: str = "") -> Check:
    """One attempt: 9+ on 2D (HG-R02)."""
    modifier: Modifier | None = referees_own(dm, because)
    why = f"repair of {what}"
    return Check(why, dice.roll(2, why=why), (modifier,) if modifier else (), REPAIR)


@dataclass(frozen=True, slots=True)
class Watch:
    """A ship's people as factors: now and at full, whether the frozen watch was used, turns until it is awake."""

    crew: int
    full: int
    revived: bool = False
    turns: int = 0


def revive(watch: Watch) -> Watch:
    """Begin to wake the frozen watch; the same again where it was used before or nobody is missing (HG-R06)."""
    if watch.revived or watch.crew >= watch.full:
        return watch
    return Watch(watch.crew, watch.full, revived=True, turns=WATCH_TURNS)


def turn_passes(watch: Watch) -> Watch:
    """One turn nearer; at the end of the second one crew factor is back (HG-R06, R-60)."""
    if not watch.turns:
        return watch
    awake = watch.turns == 1
    return Watch(min(watch.full, watch.crew + awake), watch.full, watch.revived, watch.turns - 1)


def repair_cost(price: Number, *, critical: bool = False) -> Fraction:
    """Credits for a system at a yard: half its price, all of it after a critical hit (HG-R07, R-90)."""
    return Fraction(price) / (1 if critical else 2)


def yard_classes(system: str) -> str:
    """The starports that repair a system (HG-R07)."""
    return "A" if system == "jump" else "A or B"


DRIVES = ("power", "maneuver", "jump", "computer")


def damaged_systems(vessel: Vessel) -> Counter[str]:
    """The systems that a crew can mend, each with how many attempts a turn it allows: one, or one a battery lost.

    What critical hits did is beyond them (HG-R04).
    """
    found: Counter[str] = Counter()
    for name in (*DRIVES, *SCREENS):
        if _factor(vessel.now, name) < _factor(vessel.built, name):
            found[name] = 1
    for built in vessel.built.armament:
        now = vessel.now.weapon(built.place)
        if now is not None and now != built:
            found[built.place] = built.batteries - now.batteries + (now.factor < built.factor)
    return Counter({name: tries for name, tries in found.items() if name not in vessel.criticals})


def _factor(factors: Factors, name: str) -> int:
    factor: int = factors.screen(name) if name in SCREENS else getattr(factors, name)
    return factor


def check_repairs(ship: Ship, systems: Counter[str]) -> None:
    """Raise RuleError for repairs that can't be tried (HG-R01 to R05, R-59)."""
    vessel, name = ship.vessel, ship.name
    if ship.place is not Station.RESERVE:
        raise RuleError(f"{name} is in the line: only ships in reserve make repairs (HG-R01).")
    if vessel.now.crew < vessel.built.crew:
        raise RuleError(f"{name} has lost crew and can't make repairs until its factor is restored (HG-R01).")
    most = repair_attempts(vessel.tons)
    if systems.total() > most:
        raise RuleError(
            f"{whose(name)} crew tries {counted(most, 'repair')} in a turn at most, not {systems.total()} (HG-R02)."
        )
    able = damaged_systems(vessel)
    for system, tries in systems.items():
        if system in vessel.criticals:
            raise RuleError(f"{whose(name)} {system} was lost to a critical hit: only a yard replaces it (HG-R04).")
        if tries > able[system]:
            raise RuleError(
                f"{whose(name)} {system} allows {counted(able[system], 'attempt')} this turn, not {tries} (HG-R03)."
            )


def repaired(vessel: Vessel, system: str) -> Vessel:
    """The vessel with one hit on a system undone: a factor, or a battery in full (HG-R04, R-59)."""
    return replace(vessel, now=_mended(vessel, system), hits=_fewer(vessel, system))


def _mended(vessel: Vessel, system: str) -> Factors:
    now = vessel.now
    if system in SCREENS:
        return with_screen(now, system, now.screen(system) + 1)
    if system in DRIVES:
        changes: dict[str, int] = {system: getattr(now, system) + 1}
        return replace(now, **changes)  # type: ignore[arg-type]
    armament = tuple(_restored(each, vessel) if each.place == system else each for each in now.armament)
    return replace(now, armament=armament)


def _restored(weapon: Armament, vessel: Vessel) -> Armament:
    built = vessel.built.weapon(weapon.place)
    assert built is not None
    if weapon.factor < built.factor:
        return replace(weapon, factor=weapon.factor + 1)
    return replace(weapon, batteries=weapon.batteries + 1)


def _fewer(vessel: Vessel, system: str) -> tuple[tuple[str, int], ...]:
    """The hits that count for the even spread, with one fewer on a system."""
    return tuple((name, max(0, hits - (name == system))) for name, hits in vessel.hits)


# What a battle calls a part of a bill, where that isn't its name.
PARTS = {"power": "power plant"}
SINGLE = ("jump", "maneuver", "power", "computer", "bridge", "damper", "meson screen", "globe")


def system_prices(bill: Bill, tables: Tables) -> dict[str, Number]:
    """What a ship's systems cost new in credits: drives, computer, bridge, screens, and the weapons of each place."""
    design = bill.design
    prices: Counter[str] = Counter()
    if design.spinal:
        prices[design.spinal.weapon] += tables.spinal[design.spinal.weapon, design.spinal.code].price
    for bays in design.bays:
        if bays.weapon:
            prices[place_of(bays.weapon, tables)] += tables.bays[bays.weapon, bays.size].price * bays.count
    for turrets in design.turrets:
        for weapon in turrets.weapons:
            prices[tables.turrets[weapon].place] += tables.turrets[weapon].price * turrets.count
    single = {name: bill.part(PARTS.get(name, name)).price for name in SINGLE}
    return {**{name: price for name, price in single.items() if price}, **prices}


@dataclass(frozen=True, slots=True)
class YardLine:
    """What a yard asks for one system: credits, the class of starport, and whether it must be replaced."""

    system: str
    price: Fraction
    classes: str
    replaced: bool


def yard_bill(ship: Ship, prices: Mapping[str, Number]) -> tuple[YardLine, ...]:
    """What a ship's damage costs at a yard, by what its systems cost new (HG-R07, R-90).

    Of batteries those that were lost are paid for. Repairs made in battle must be made again.
    """
    vessel, criticals = ship.vessel, set(ship.vessel.criticals)
    whole = damaged_systems(replace(vessel, criticals=()))
    systems = [name for name in prices if name in whole or name in criticals or name in ship.jury]
    return tuple(
        YardLine(
            name,
            repair_cost(prices[name] * _share(ship, name), critical=name in criticals),
            yard_classes(name),
            name in criticals,
        )
        for name in systems
    )


def _share(ship: Ship, name: str) -> Fraction:
    """How much of a system is damaged: all of it, but of batteries only those lost or jury-rigged."""
    built, now = ship.vessel.built.weapon(name), ship.vessel.now.weapon(name)
    if built is None or now is None or built.batteries == 1 or name in ship.vessel.criticals:
        return Fraction(1)
    lost = built.batteries - now.batteries + (now.factor < built.factor) + ship.jury.count(name)
    return Fraction(min(lost, built.batteries), built.batteries)
