"""What a battle's step leaves to choose from for those whom it waits for, as plain data."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Discriminator, Tag, WrapSerializer

from bot.systems.highguard.battle.assault import boardable, defenders_of
from bot.systems.highguard.battle.fire import Sights, ready, shots_left, weapon_kind
from bot.systems.highguard.battle.pursuit import can_pursue, group_agility, groups, pursuers
from bot.systems.highguard.battle.rounds import fights
from bot.systems.highguard.battle.state import Battle, Incoming, Ship, Step
from bot.systems.highguard.battle.terminal import can_refuel, can_repair, can_revive
from bot.systems.highguard.combat.tables import CombatTables

# How many there are at a place.
Batteries = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CanFire:
    """A side, and which batteries of its line reach so far, bear and haven't fired, by ship."""

    side: str
    ships: tuple[tuple[str, Batteries], ...]


@dataclass(frozen=True, slots=True)
class ToMeet:
    """Hits that wait, by the numbers of the first and the last, and which batteries of their target can meet them."""

    first: int
    last: int
    target: str
    weapon: str
    firer: str
    by: Batteries


@dataclass(frozen=True, slots=True)
class Fleeing:
    """A group that breaks off, and who is fast enough to follow it."""

    group: tuple[str, ...]
    agility: int
    able: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Able:
    """What ships of a side can do in the terminal step, or may have done to them."""

    side: str
    what: str
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Falls:
    """The ships on which a side's owner can still say who falls first if they are boarded."""

    side: str
    ships: tuple[str, ...]


def _kind(value: Any) -> str:
    return str(value["is"]) if isinstance(value, dict) else type(value).__name__


def _named(value: Any, dump: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    return {"is": type(value).__name__, **dump(value)}


def one_of(*kinds: Any) -> Any:
    """One of several classes, which tells its name in JSON."""
    among = tuple(Annotated[kind, Tag(kind.__name__)] for kind in kinds)
    return Annotated[Union[among], Discriminator(_kind), WrapSerializer(_named)]  # noqa: UP007


if TYPE_CHECKING:
    Choice = CanFire | ToMeet | Fleeing | Able | Falls
else:
    Choice = one_of(CanFire, ToMeet, Fleeing, Able, Falls)


def choices_in(battle: Battle, tables: CombatTables) -> tuple[Choice, ...]:
    """What those who are waited for can choose from; nothing of what is sealed."""
    return tuple(choice for fight in fights(battle) if fight.waiting for choice in _choices(fight, tables))


def _choices(fight: Battle, tables: CombatTables) -> Iterator[Choice]:
    side = fight.waiting[0]
    if fight.step in {Step.COMBAT, Step.BREAKTHROUGH}:
        able = ((ship.name, tuple(ready(fight, ship, tables))) for ship in fight.line(side))
        yield CanFire(fight.sides[side].name, tuple(each for each in able if each[1]))
    if fight.step is Step.DEFENCE:
        yield from _hits(fight, tables)
    if fight.step is Step.PURSUIT:
        yield from _leaving(fight, side)
    if fight.step is Step.TERMINAL:
        yield from _afterwards(fight, side)


def _hits(fight: Battle, tables: CombatTables) -> Iterator[ToMeet]:
    """The hits that wait, by their numbers, and which batteries of their target can meet them."""
    sights = Sights(fight, tables)
    numbered = list(enumerate(fight.incoming, 1))
    for (target, firer, weapon), hits in groupby(numbered, key=lambda each: _salvo(fight, each[1], tables)):
        among = list(hits)
        by = tuple((place, shots_left(fight.ships[target], place)) for place in sights.meets(among[0][1]))
        yield ToMeet(among[0][0], among[-1][0], target, weapon, firer, by)


def _salvo(fight: Battle, hit: Incoming, tables: CombatTables) -> tuple[str, str, str]:
    weapon = fight.ships[hit.firer].vessel.now.weapon(hit.place)
    assert weapon is not None
    return hit.target, hit.firer, weapon_kind(weapon.weapon, tables, nuclear=hit.nuclear).name


def _leaving(fight: Battle, side: int) -> Iterator[Fleeing]:
    free = pursuers(fight, side)
    for names in groups(fight, 1 - side).values():
        speed = group_agility(fight, names)
        yield Fleeing(tuple(names), speed, tuple(name for name, own in free.items() if can_pursue(own, speed)))


def _afterwards(fight: Battle, side: int) -> Iterator[Choice]:
    """What a side can do in the terminal step; and who can still say who falls first if it boards (R-58)."""
    able: dict[str, Callable[[Ship], bool]] = {
        "can make repairs": lambda ship: ship.side == side and can_repair(ship),
        "can wake a frozen watch": lambda ship: ship.side == side and can_revive(ship),
        "has room for fuel": lambda ship: ship.side == side and ship.present and can_refuel(fight, ship),
        "open to boarding": lambda ship: boardable(ship, side),
    }
    for what, fits in able.items():
        if names := tuple(ship.name for ship in fight.ships.values() if fits(ship)):
            yield Able(fight.sides[side].name, what, names)
    owner = fight.sides[1 - side]
    open_ships = [ship for ship in fight.ships.values() if boardable(ship, side) and not owner.falling.of(ship.name)]
    if names := tuple(ship.name for ship in open_ships if len(defenders_of(ship.vessel).ranks) > 1):
        yield Falls(owner.name, names)
