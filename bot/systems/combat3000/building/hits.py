"""What a hit does to a room, a wall or a door, and to everybody whom it comes down on (C3K Destruction)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.deck.board import Board
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.combat3000.building import on_deck
from bot.systems.combat3000.building.structures import (
    ARMOURED_BREACH_CM,
    BREACH_CM,
    BUILDING_EFFECT,
    FALLS_ON,
    ROOM_EFFECT,
    Build,
    Structure,
    What,
    struck,
    unsafe,
)
from bot.systems.combat3000.figure.sheet import Carried, Figure, Vehicle, Working, dead
from bot.systems.combat3000.figure.state import drop
from bot.systems.combat3000.hit.figures import Effect, Struck, strike
from bot.systems.combat3000.hit.kills import Damage, Force, Piercing, damage, pierce, points_over, strike_vehicle
from bot.systems.combat3000.hit.moment import Hit, Moment
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.options import BASIC, Options

ROOM, BUILDING = "the room", "the whole building"
_UNHARMED = {Effect.UNHARMED, Effect.SHIELDED, Effect.HELD, Effect.NONE}


class Toll(StrEnum):
    """What a hit on a structure came to."""

    HELD = "armour holds"
    NONE = "stands"
    WORN = "worn"
    BREACHED = "breached"
    DOWN = "knocked down"
    FALLS = "room falls"
    WHOLE = "building falls"


@dataclass(frozen=True, slots=True)
class Impact:
    """What strikes a structure: what it is called, with what force, whether it destroys what is light or heavy."""

    cause: str
    force: Force
    destroys: bool


@dataclass(frozen=True, slots=True)
class Site:
    """All structures, the deck, and everybody on whom they may come down; `spared` is where nobody is thrown for, as
    odds of a structure need not.
    """

    structures: tuple[Structure, ...]
    table: Moment
    board: Board | None = None
    options: Options = BASIC
    spared: bool = False

    def having(self, *changed: Structure) -> "Site":
        """The same with some structures as they are now."""
        now = {each.name: each for each in (*self.structures, *changed)}
        return replace(self, structures=tuple(now.values()))

    def inside(self, room: Structure) -> tuple[str, ...]:
        """Who is in a room, and not dead."""
        found = (name for name in on_deck.within(self.board, room) if name in self.table.sheets)
        return tuple(name for name in found if not (self.spared or dead(self.table.sheets[name])))


@dataclass(frozen=True, slots=True)
class Result:
    """What a hit did: to which structure, how that stands now, and to whom. Two that came to the same are equal,
    whatever was thrown.

    `rooms` are all that fell, `damage` what an armoured room threw for as a vehicle does, `lost` and `killed` the
    weapon and the people that went by that; `out` are those who got out unhurt, `unsafe` a building that is so now.
    """

    after: Structure
    came: Toll
    cause: str = ""
    piercing: Piercing | None = field(default=None, compare=False)
    thrown: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = field(default=(), compare=False)
    damage: tuple[Damage, ...] = field(default=(), compare=False)
    lost: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    unsafe: str = ""

    @property
    def caught(self) -> tuple[str, ...]:
        """Those whom it struck, hurt or not."""
        struck = (each.target.name if isinstance(each, Struck) else each.name for each in self.hits)
        return (*struck, *self.killed)


def hit(site: Site, structure: Structure, impact: Impact, dice: Dice) -> tuple[Site, Result]:
    """One hit on a structure that stands; raises RuleError where it is down, or nothing of the kind harms it."""
    if structure.down:
        raise RuleError(f"{structure.name} is down already: nothing is left of it to hit (C3K Destruction).")
    if structure.build is Build.ARMOURED:
        return _armoured(site, structure, impact, dice)
    check_destroys(impact)
    after, counts = struck(structure)
    if not counts:
        return site.having(after), Result(after, Toll.WORN, impact.cause)
    if structure.what is What.ROOM:
        return _may_fall(site, structure, impact, dice)
    return _opened(site, structure, Result(structure, Toll.DOWN, impact.cause), BREACH_CM)


def check_destroys(impact: Impact) -> None:
    """Raises RuleError for what isn't destructive."""
    if not impact.destroys:
        raise RuleError(
            f"{impact.cause} destroys no structure: that takes explosive or armour piercing shot of calibre 2 or more, "
            "an H weapon of effect +3 or more, a disrupter or the Hammerstaff (C3K Destruction)."
        )


def _opened(site: Site, structure: Structure, result: Result, cm: int) -> tuple[Site, Result]:
    """A door that is knocked down, or a wall with a breach; on a deck it is a way."""
    board, edge = site.board, structure.edge
    here = board is not None and edge is not None and structure.deck == board.plan.name
    if structure.what is What.DOOR:
        after = replace(structure, down=True)
        board = on_deck.knocked_down(board, edge) if here and board and edge else board
        result = replace(result, after=after, came=Toll.DOWN)
    else:
        after = replace(structure, breaches=structure.breaches + 1)
        board = on_deck.opened(board, edge, cm) if here and board and edge else board
        result = replace(result, after=after, came=Toll.BREACHED)
    return replace(site.having(after), board=board), result


def pierced_open(site: Site, structure: Structure, cause: str) -> tuple[Site, Result]:
    """A wall or a door through which somebody has broken or cut."""
    came = Toll.DOWN if structure.what is What.DOOR else Toll.BREACHED
    return _opened(site, structure, Result(structure, came, cause), ARMOURED_BREACH_CM)


def unlocked(table: Moment, door: Structure) -> Moment:
    """The table with a door's lock shot off; on its deck it stands open."""
    structures = Site(table.structures, table).having(replace(door, unlocked=True)).structures
    board = table.board
    if board is not None and door.edge is not None and door.deck == board.plan.name:
        board = replace(board, open=board.open | {door.edge})
    return replace(table, structures=structures, board=board)


def _may_fall(site: Site, room: Structure, impact: Impact, dice: Dice) -> tuple[Site, Result]:
    if dice.roll(1, 10, why=ROOM) < FALLS_ON:
        return site, Result(room, Toll.NONE, impact.cause, thrown=(ROOM,))
    return _fall(site, room, Result(room, Toll.FALLS, impact.cause, thrown=(ROOM,)), dice)


def _fall(site: Site, room: Structure, result: Result, dice: Dice) -> tuple[Site, Result]:
    """A room comes down on all who are in it; in a building that was unsafe before, perhaps all of it (ruling B-D3)."""
    was_unsafe = unsafe(site.structures, room.building)
    site, result = _down(site, (room,), ROOM_EFFECT, replace(result, came=Toll.FALLS), dice)
    rest = _standing(site.structures, room.building)
    if was_unsafe and rest:
        result = replace(result, thrown=(*result.thrown, BUILDING))
        if dice.roll(1, 10, why=BUILDING) >= FALLS_ON:
            site, result = _down(site, rest, BUILDING_EFFECT, replace(result, came=Toll.WHOLE), dice)
    elif rest and unsafe(site.structures, room.building):
        result = replace(result, unsafe=room.building)
    after = next(each for each in site.structures if each.name == room.name)
    return site, replace(result, after=after)


def _standing(structures: Iterable[Structure], building: str) -> tuple[Structure, ...]:
    return tuple(each for each in structures if each.what is What.ROOM and each.building == building and not each.down)


def _down(site: Site, rooms: Sequence[Structure], effect: int, result: Result, dice: Dice) -> tuple[Site, Result]:
    """Some rooms that fall at once: everybody in them is hit with that effect, and the unhurt get out."""
    force = Force(effect)
    for room in rooms:
        names, squares = site.inside(room), on_deck.squares_of_room(site.board, room)
        site, hits = _strike_all(site, names, force, dice)
        out = tuple(each.target.name for each in hits if isinstance(each, Struck) and _gets_out(each))
        board = site.board
        if board is not None and squares:
            board = on_deck.got_out(on_deck.wrecked(board, squares), out, squares)
        left = tuple(name for name in room.inside if name not in out)
        site = replace(site.having(replace(room, down=True, inside=left)), board=board)
        result = replace(result, hits=(*result.hits, *hits), out=(*result.out, *out), rooms=(*result.rooms, room.name))
    return site, result


def _strike_all(site: Site, names: Iterable[str], force: Force, dice: Dice) -> tuple[Site, tuple[Hit, ...]]:
    table, hits = site.table, tuple[Hit, ...]()
    for name in names:
        sheet, kills = table.sheets[name], table.book.kills
        found: Hit
        if isinstance(sheet, Vehicle):
            found = strike_vehicle(force, name, sheet, dice, site.options, kills)
        else:
            found = strike(force, table.target(name), dice, site.options, kills)
        table = table.with_sheets({name: replace(found.after, now=replace(found.after.now, struck=True))})
        hits = (*hits, found)
    return replace(site, table=table), hits


def _gets_out(found: Struck) -> bool:
    """Whether somebody who was neither killed, wounded nor stunned can leave by themselves."""
    return found.effect in _UNHARMED and not helpless(found.after)


def _armoured(site: Site, structure: Structure, impact: Impact, dice: Dice) -> tuple[Site, Result]:
    """Only what penetrates affects it: a door is down, a wall has a breach of 2 cm, and those in the room are thrown
    for as in an armoured vehicle (C3K Destruction).
    """
    weak = site.options.weak_pierce
    piercing = pierce(impact.force, structure.armour, dice, site.table.book.kills, weak=weak)
    result = Result(structure, Toll.HELD, impact.cause, piercing)
    if not piercing.through:
        return site, result
    room = structure
    if structure.what is not What.ROOM:
        site, result = _opened(site, structure, result, ARMOURED_BREACH_CM)
        found = next((each for each in site.structures if each.name == structure.room), None)
        if structure.what is What.DOOR or found is None or found.down:
            return site, result
        room = found
    else:
        room = replace(structure, breaches=structure.breaches + 1)
        site, result = site.having(room), replace(result, after=room, came=Toll.BREACHED)
    return _as_in_a_vehicle(site, room, result, points_over(piercing), dice)


def _as_in_a_vehicle(site: Site, room: Structure, result: Result, points: int, dice: Dice) -> tuple[Site, Result]:
    """A throw on the vehicles' table for each point: a weapon or somebody in the room goes, or the room falls."""
    after = result.after
    for number in range(1, points + 1):
        found = damage(dice.roll(1, 10, why=f"vehicle damage {number}"))
        result = replace(result, damage=(*result.damage, found))
        if found is Damage.KNOCKED_OUT:
            site, fallen = _fall(site, room, result, dice)
            return site, replace(fallen, after=after if after.name != room.name else fallen.after)
        if found is Damage.WEAPON:
            site, result = _weapon_lost(site, room, result, number, dice)
        if found is Damage.CREWMAN:
            site, result = _one_killed(site, room, result, number, dice)
    return site, result


def _weapon_lost(site: Site, room: Structure, result: Result, number: int, dice: Dice) -> tuple[Site, Result]:
    """Dice to see which weapon goes of those that people in the room have ready."""
    sheets = site.table.sheets
    ready: list[tuple[str, Carried]] = [
        (name, carried)
        for name in site.inside(room)
        for carried in sheets[name].weapons
        if carried.hand.ready and carried.working is not Working.RUINED
    ]
    if not ready:
        return site, result
    name, gone = dice.pick(ready, why=f"which weapon {number}")
    table = site.table.with_sheets({name: sheets[name].with_carried(replace(gone, working=Working.RUINED))})
    return replace(site, table=table), replace(result, lost=(*result.lost, f"{gone.name} of {name}"))


def _one_killed(site: Site, room: Structure, result: Result, number: int, dice: Dice) -> tuple[Site, Result]:
    """Dice to see who in the room is killed."""
    sheets = site.table.sheets
    people = [(name, sheet) for name in site.inside(room) if isinstance(sheet := sheets[name], Figure)]
    if not people:
        return site, result
    name, figure = dice.pick(people, why=f"which crewman {number}")
    table = site.table.with_sheets({name: replace(drop(figure), killed=True)})
    return replace(site, table=table), replace(result, killed=(*result.killed, name))
