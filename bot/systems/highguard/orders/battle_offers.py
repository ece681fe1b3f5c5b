"""What the fields of a battle's orders may say, offered while somebody types."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from bot.engine.system import Scene
from bot.systems.highguard.battle.assault import boardable
from bot.systems.highguard.battle.command import of_neither
from bot.systems.highguard.battle.fire import Sights, ready
from bot.systems.highguard.battle.pursuit import can_pursue, group_agility, groups, pursuers
from bot.systems.highguard.battle.repairs import damaged_systems
from bot.systems.highguard.battle.rounds import fights
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.battle.terminal import can_repair, can_revive, room
from bot.systems.highguard.combat.readiness import maneuver
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders.own_ships import due_sides, fight_for, fought_in

Offer = Callable[[Battle, int], Iterable[str]]


def _line(fight: Battle, side: int) -> Iterator[str]:
    yield from (ship.name for ship in fight.fleet(side))
    yield from (ship.name for ship in fight.aboard(side))
    yield "none"


def _defences(fight: Battle, side: int, tables: CombatTables) -> Iterator[str]:
    sights = Sights(fight, tables)
    own = ((number, hit) for number, hit in enumerate(fight.incoming, 1) if fight.ships[hit.target].side == side)
    return (f"{number} {place} 1" for number, hit in own for place in sights.meets(hit))


def _launch(fight: Battle, side: int) -> Iterator[str]:
    yield "all"
    yield from (ship.name for ship in fight.aboard(side))


def _recover(fight: Battle, side: int) -> Iterator[str]:
    craft = [ship for ship in fight.fleet(side) if ship.carrier and ship.carrier in fight.ships]
    return (f"{ship.name} to {ship.carrier}" for ship in craft)


def _movers(fight: Battle, side: int) -> Iterator[str]:
    return (ship.name for ship in fight.fleet(side) if maneuver(ship.vessel))


def _globes(fight: Battle, side: int) -> Iterator[str]:
    return (f"{ship.name} {rate}" for ship in fight.fleet(side) if ship.vessel.now.globe for rate in (10, 30, 50, 100))


def _drawing(fight: Battle, side: int) -> Iterator[str]:
    return (f"{ship.name} {system}" for ship in fight.fleet(side) for system, _ in ship.vessel.draws)


def _burdened(fight: Battle, side: int) -> Iterator[str]:
    return (ship.name for ship in fight.fleet(side) if ship.vessel.tanks)


def _chases(fight: Battle, side: int) -> Iterator[str]:
    free = pursuers(fight, side)
    for name, group in groups(fight, 1 - side).items():
        speed = group_agility(fight, group)
        if able := [each for each, own in free.items() if can_pursue(own, speed)]:
            yield f"{name}: {', '.join(able)}"
    yield "none"


def _repairs(fight: Battle, side: int) -> Iterator[str]:
    able = (ship for ship in fight.fleet(side) if can_repair(ship))
    return (f"{ship.name} {system}" for ship in able for system in damaged_systems(ship.vessel))


def _watches(fight: Battle, side: int) -> Iterator[str]:
    return (ship.name for ship in fight.fleet(side) if can_revive(ship))


def _thirsty(fight: Battle, side: int) -> Iterator[str]:
    return (f"{ship.name} all" for ship in fight.fleet(side) if room(ship))


def _boardings(fight: Battle, side: int) -> Iterator[str]:
    targets = [ship.name for ship in fight.ships.values() if ship.side == 1 - side and boardable(ship, side)]
    return (f"{boarder} at {target}" for target in targets for boarder in _movers(fight, side))


def _volleys(fight: Battle, side: int, tables: CombatTables) -> Iterator[str]:
    targets = [name for name in (fight.presented[0] if fight.presented else ()) if fight.ships[name].side == 1 - side]
    for ship in fight.line(side):
        for place, left in ready(fight, ship, tables):
            yield from (f"{ship.name} {place} {left} at {target}" for target in targets)
    yield "none"


# What tells no more than who is there, and what hangs on what stands on ships' sheets.
_BY_PLACE: dict[str, Offer] = {"line": _line, "launch": _launch, "recover": _recover}
_BY_SHEET: dict[str, Offer] = {
    "break_off": _movers,
    "emergency": _movers,
    "globe": _globes,
    "silent": _drawing,
    "drop": _burdened,
    "pursue": _chases,
    "repair": _repairs,
    "revive": _watches,
    "board": _boardings,
    "refuel": _thirsty,
}


def offers(tables: CombatTables) -> Mapping[str, Callable[[Scene], Sequence[str]]]:
    """What the orders of a battle's steps offer for their fields, by attribute."""
    by_tables: dict[str, Offer] = {
        "defend": partial(_defences, tables=tables),
        "fire": partial(_volleys, tables=tables),
    }
    by_place = {name: partial(_offered, each) for name, each in _BY_PLACE.items()}
    by_sheet = {name: partial(_offered_of_read, each) for name, each in (_BY_SHEET | by_tables).items()}
    return {"side": sides, "fight": fight_names} | by_place | by_sheet


def _offered(offer: Offer, scene: Scene) -> Sequence[str]:
    """What a field offers in a scene, to a referee for both sides where both are waited for."""
    battle = fought_in(scene)
    if battle is None:
        return ()
    named = fight_for(battle, scene.by)
    fight = next(each for each in fights(battle) if each.name == named)
    offered = (each for side in sorted(due_sides(fight, scene.by)) for each in offer(fight, side))
    return tuple(dict.fromkeys(offered))


def _offered_of_read(offer: Offer, scene: Scene) -> Sequence[str]:
    """The same of those ships alone whose sheets aren't closed to whoever types, who may command others."""
    unread = {*scene.withheld()}

    def of_read(fight: Battle, side: int) -> Iterable[str]:
        own = (name for name, ship in fight.ships.items() if ship.side == side and name in unread)
        return offer(of_neither(fight, own), side)

    return _offered(of_read if unread else offer, scene)


def sides(scene: Scene) -> Sequence[str]:
    """The battle's sides."""
    battle = fought_in(scene)
    return tuple(side.name for side in battle.sides) if battle else ()


def fight_names(scene: Scene) -> Sequence[str]:
    """The battle and its chases."""
    battle = fought_in(scene)
    return tuple(fight.name for fight in fights(battle)) if battle else ()
