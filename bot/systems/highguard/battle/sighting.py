"""What shows of a ship to those of other sides, where ships' sheets are closed to them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.engine.cards import counted
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.choices import in_tons
from bot.systems.highguard.design.tables import Configuration
from bot.systems.highguard.ships.ship import Fate, Ship

# The systems whose loss shows from afar: what stands on the hull, and how it moves.
_SHOWS = {"maneuver": "maneuver drive"}


@dataclass(frozen=True, slots=True)
class Sighted(Ship):
    """A ship of which no more is known than `shows` of it, in words."""

    shows: tuple[str, ...] = ()


def sighted(ship: Ship, name: str, battle: Battle | None, shapes: Mapping[int, Configuration]) -> Sighted:
    """What shows of a ship of that name: its tons and configuration, what it has fired this turn in the battle that it
    is in, and what it has visibly lost: batteries, its maneuver drive, its drop tanks.
    """
    fights = next((each for each in all_ships(battle) if each.name == name), None) if battle else None
    vessel = fights.vessel if fights else ship.vessel
    words = [*_hull(ship, shapes)]
    if fights and fights.fired:
        words.append(
            f"has fired {', '.join(counted(count, f'{place} battery') for place, count in fights.fired.items())}"
        )
    lost = [*_lost(vessel)] if vessel else []
    words += [f"has lost {', '.join(lost)}"] if lost else []
    words += [ship.fate.value] if ship.fate is not Fate.AFLOAT else []
    return Sighted("", fate=ship.fate, shows=tuple(words))


def _hull(ship: Ship, shapes: Mapping[int, Configuration]) -> Iterator[str]:
    if not ship.listing:
        yield "on the drawing board"
        return
    listed = ship.listed
    yield in_tons(listed.tons) if listed.tons else "tonnage not told"
    yield shapes[int(listed.usp.configuration)].name


def _lost(vessel: Vessel) -> Iterator[str]:
    for system, called in _SHOWS.items():
        if getattr(vessel.now, system) < getattr(vessel.built, system):
            yield f"some of its {called}" if getattr(vessel.now, system) > 0 else f"its {called}"
    for built in vessel.built.armament:
        now = vessel.now.weapon(built.place)
        gone = built.batteries - (now.batteries if now else 0)
        if gone > 0:
            yield counted(gone, f"{built.place} battery")
