"""A battle's end: craft out in space go back to their carriers, and prizes to their captors (HG-B07, HG-B10).

The book leaves it at that prize crews stay aboard; craft return because nobody keeps them out any more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.cards import sentence, whose
from bot.systems.highguard.battle.formation import berths_free, stowed
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import GONE, Battle, Ship, Station
from bot.systems.highguard.combat.vessel import rested
from bot.systems.highguard.ships.ship import Fate
from bot.systems.highguard.ships.ship import Ship as Sheet
from bot.systems.highguard.ships.traits import Refit


@dataclass(frozen=True, slots=True)
class Homecoming:
    """Craft that were out in space when a battle ended, and their carrier; `why` they can't go back to it."""

    craft: tuple[str, ...]
    carrier: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Prize:
    """A ship that is another side's now, with a prize crew of so many aboard."""

    ship: str
    side: str
    crew: int


@dataclass(frozen=True, slots=True)
class Settled:
    """All ships after a battle, of its chases as well, and what became of craft and prizes."""

    ships: tuple[Ship, ...]
    comings: tuple[Homecoming, ...]
    prizes: tuple[Prize, ...]


def settled(battle: Battle) -> Settled:
    """The ships as a battle leaves them once its craft are back aboard."""
    ships = {ship.name: ship for ship in all_ships(battle)}
    comings = tuple(homecomings(ships))
    for coming in comings:
        if not coming.why:
            for name in coming.craft:
                ships[coming.carrier] = stowed(ships[coming.carrier], ships[name].kind, 1)
                ships[name] = replace(ships[name], place=Station.ABOARD)
    prizes = tuple(_prize(ship, battle) for ship in ships.values() if is_prize(ship))
    return Settled(tuple(ships.values()), comings, prizes)


def is_prize(ship: Ship) -> bool:
    """Whether a ship ends the battle in its captors' hands."""
    return ship.taken and ship.place is not Station.DESTROYED


def homecomings(ships: dict[str, Ship]) -> Iterator[Homecoming]:
    """Which craft go back to which carrier, and which can't, those alike together."""
    found: dict[tuple[str, str], list[str]] = {}
    for craft in ships.values():
        if craft.present and craft.carrier:
            home = [ships[name].kind for name in found.get((craft.carrier, ""), ())]
            why = _why_not(craft, ships.get(craft.carrier), home.count(craft.kind))
            found.setdefault((craft.carrier, why), []).append(craft.name)
    return (Homecoming(tuple(names), carrier, why) for (carrier, why), names in found.items())


def _why_not(craft: Ship, carrier: Ship | None, home: int) -> str:
    """Why a craft can't come aboard, with so many of its kind before it; "" where it can."""
    if carrier is None or not carrier.present:
        return f"it is {GONE[carrier.place] if carrier else 'gone'}"
    if carrier.side != craft.side:
        return "it is in other hands"
    free = berths_free(carrier, craft.kind)
    if craft.kind not in {each.name for each in carrier.vessel.craft} or (free is not None and home >= free):
        return f"it has no berth left for {craft.kind}"
    return ""


_FATES = {
    Station.DESTROYED: Fate.DESTROYED,
    Station.JUMPED: Fate.JUMPED,
    Station.ESCAPED: Fate.ESCAPED,
}


def as_left(sheet: Sheet, ship: Ship, refit: Refit, *, captured: bool) -> Sheet:
    """The sheet of a ship as a battle leaves it."""
    fate = _FATES.get(ship.place, Fate.CAPTURED if captured else Fate.AFLOAT)
    return refit.keep(replace(sheet, fate=fate, jury=ship.jury), ship.vessel)


def as_it_fights(sheet: Sheet, name: str, battle: Battle | None, refit: Refit) -> Sheet:
    """The sheet of a ship of that name as it is in the middle of a battle; the same where it isn't in it."""
    fighting = next((ship for ship in all_ships(battle) if ship.name == name), None) if battle else None
    if fighting is None:
        return sheet
    now = replace(fighting, vessel=rested(fighting.vessel))
    return as_left(sheet, now, refit, captured=is_prize(fighting))


def _prize(ship: Ship, battle: Battle) -> Prize:
    people = ship.vessel.people
    return Prize(ship.name, battle.sides[ship.side].name, people.crew + people.troops + people.marines)


def coming_line(coming: Homecoming) -> str:
    """What became of craft."""
    one, names = len(coming.craft) == 1, sentence(coming.craft)
    if coming.why:
        return f"{names} {'stays' if one else 'stay'} out in space without {coming.carrier}: {coming.why}"
    return f"{names} {'returns' if one else 'return'} to {coming.carrier}"


def prize_line(prize: Prize) -> str:
    """What became of a prize."""
    aboard = f", with a prize crew of {prize.crew:,} aboard" if prize.crew else ""
    return f"{prize.ship} is {whose(prize.side)} now{aboard}"
