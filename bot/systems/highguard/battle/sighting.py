"""What shows of ships, and of what they do in a battle, to those of other sides, where ships' sheets are closed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.cards import counted
from bot.engine.ships import Fleets, ShipMark, ShipState
from bot.engine.telling import Report
from bot.systems.highguard.battle import report
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.battle.choosing import Able, CanFire, Choice, Falls
from bot.systems.highguard.battle.logbook import fallen_of
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.battle.told import (
    BatteryFire,
    BattleShown,
    Fought,
    Mustered,
    Over,
    ShipShown,
    StandingOrdered,
    Waits,
)
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Loss
from bot.systems.highguard.combat.vessel import Vessel
from bot.systems.highguard.design.choices import Number, in_tons
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


def as_known(told: Report[Any, Any], side: str) -> Report[Any, Any]:
    """What an order in a battle came to, as far as a side knows it that reads of others' ships what shows of them; ""
    for those who play none.
    """
    return replace(told, found=_known(told.found, side), fleets=told.fleets and fleets_known(told.fleets, side))


def fleets_known(fleets: Fleets, side: str) -> Fleets:
    """The picture of a battle as a side knows it, "" for those who play none."""
    ships = (each if fleets.sides[each.side] == side else _from_afar(each) for each in fleets.ships)
    return replace(fleets, ships=tuple(ships))


def _from_afar(ship: ShipMark) -> ShipMark:
    state = ShipState.FIGHTING if ship.state is ShipState.UNARMED else ship.state
    hurt = 1.0 if ship.state is ShipState.DESTROYED else 0.0
    return replace(ship, hurt=hurt, state=state, model="", agility=None, batteries=0, built=0)


def _known(found: Any, side: str) -> Any:
    """A report as a side knows it."""
    match found:
        case Fought():
            return _fought(found, side)
        case BattleShown():
            return _shown(found, side)
        case Over():
            prizes = tuple(replace(prize, crew=0) for prize in found.prizes)
            return replace(found, shown=_shown(found.shown, side), prizes=prizes)
        case Mustered():
            sides = tuple(each if each.side == side else replace(each, burdens=()) for each in found.sides)
            return replace(found, sides=sides)
        case StandingOrdered():
            known = replace(found, fought=found.fought and _fought(found.fought, side))
            return known if found.side == side else replace(known, preference=None, falling=None)
    return found


def _fought(told: Fought, side: str) -> Fought:
    own = _number(told.sides, side)
    stories = tuple(
        replace(story, events=tuple(shows for event in story.events for shows in _showing(event, own)))
        for story in told.stories
    )
    return replace(told, stories=stories, choices=_choices(told.choices, told.waits, side))


def _number(sides: tuple[str, str], side: str) -> int:
    """Which of both sides one is, −1 for neither."""
    return sides.index(side) if side in sides else -1


def _choices(choices: tuple[Choice, ...], waits: Waits, side: str) -> tuple[Choice, ...]:
    """What a side may choose from, of all that may be chosen."""
    waited = _number(waits.sides, side) in {each.side for each in waits.waiting}
    return tuple(
        each for each in choices if (each.side == side if isinstance(each, CanFire | Able | Falls) else waited)
    )


# What nothing is told of: whoever has chosen nothing else has this.
_UNTOLD = (HEAVIEST_FIRST, Falling())


def _shown(told: BattleShown, side: str) -> BattleShown:
    own = _number(told.waits.sides, side)
    fights = tuple(replace(fight, ships=tuple(_ship(each, own) for each in fight.ships)) for fight in told.fights)
    choices = _choices(told.choices, told.waits, side)
    first, second = ((told.preferences[each], told.falling[each]) if each == own else _UNTOLD for each in (0, 1))
    preferences, falling = (first[0], second[0]), (first[1], second[1])
    return replace(told, fights=fights, choices=choices, preferences=preferences, falling=falling)


def _ship(ship: ShipShown, own: int) -> ShipShown:
    return ship if ship.side == own else replace(ship, agility=None, computer=0, batteries=())


def _showing(event: Any, own: int) -> Iterator[Any]:
    """What shows of an event to the side of that number, −1 for those who play none.

    Why others do what all see hangs on their figures, and so do throws against them but for those of one's own fire,
    whose odds are open.
    """
    theirs = getattr(event, "side", own) != own
    match event:
        case BatteryFire():
            who = (event.firer, event.side, event.weapon, event.number, event.target)
            shot = report.Shot(*who, event.struck, event.penetrated)
            yield shot if theirs else replace(event, damage=(), energy=Fraction(0))
        case report.Initiative():
            yield report.Led(event.attacker)
        case report.Damaged() if theirs:
            fate = (event.lost, event.disabled, event.silenced)
            yield report.Harmed(event.ship, event.side, tuple(_visible(event.losses)), *fate)
        case report.Boarded():
            fallen = "" if own < 0 else fallen_of(event, own)
            yield report.Stormed(event.boarder, event.target, event.melee.carried, fallen)
        case report.Stayed() if theirs:
            yield replace(event, why="it can't leave")
        case report.Chased():
            yield replace(event, agility=None, why="")
        case report.Formed() | report.Ranged() | report.Declared() if theirs:
            yield replace(event, why="")
        case report.Held(why=report.HOLDS):
            yield event
        case report.Repaired() | report.Refuelled() | report.Woken() | report.Noted() | report.Held() if theirs:
            return
        case _:
            yield event


def _visible(losses: Iterable[Loss]) -> Iterator[str]:
    """What of a ship's losses shows: batteries, and its maneuver drive."""
    gone, left = Counter[str](), dict[str, Number]()
    for loss in losses:
        gone[loss.system] += int(loss.before - loss.after)
        left[loss.system] = loss.after
    for system, number in gone.items():
        if system in _SHOWS:
            yield f"some of its {_SHOWS[system]}" if left[system] > 0 else f"its {_SHOWS[system]}"
        elif system.endswith(" batteries"):
            yield counted(number, f"{system.removesuffix(' batteries')} battery")
