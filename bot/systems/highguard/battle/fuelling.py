"""Taking on fuel in the terminal step, where there is any (HG-C32, R-70: how long it takes the book doesn't say)."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.report import Refuelled, Turned
from bot.systems.highguard.battle.state import Battle, Ship
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.entries import in_tons, plain
from bot.systems.highguard.design.hull import can_skim

NO_FUEL = "There is no fuel to take on here: the referee says where there is, with /battle new … fuel:True (HG-C32)."


# What a throw of two dice must not exceed for a system to have a gas giant.
_MOST_FOR_A_GIANT = 9
GIANT = "A system has a gas giant on 9 or less (HG-D09)"


def giant_found(dice: Dice) -> tuple[bool, str]:
    """Whether a system has a gas giant, thrown for where nobody knows, and the throw in words (HG-D09)."""
    total = dice.roll(2, why="gas giant")
    found = total <= _MOST_FOR_A_GIANT
    return found, f"Gas giant: 9 or less | {total} → {'there is one' if found else 'there is none'} (HG-D09)"


def room_in(vessel: Vessel) -> Fraction:
    """Tons of fuel that a vessel could take on, in drop tanks as well: none into shattered tanks (HG-H21)."""
    outside = vessel.tanks.tons - vessel.tanks.fuel if vessel.tanks else Fraction(0)
    return Fraction(0) if vessel.shattered else vessel.tankage - vessel.fuel + outside


def fuelled(vessel: Vessel, tons: Fraction) -> Vessel:
    """The vessel with so much more fuel, inside first and then in its drop tanks."""
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

    Raises RuleError where there is none to take on, for shattered tanks, and for more than they hold.
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
