"""Where people are put: squares found by the words that a referee has for them, and room around them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.deck.board import Airlock, Board, Standing, placed
from bot.deck.passage import can_pass, fixture_at, is_hatch_shut, is_solid, room_at
from bot.deck.plan import At, Facing, Fixture, Portal, Room, at_of, named, neighbours
from bot.deck.portals import (
    DOWN,
    UP,
    airlock_of,
    check_clear,
    is_over_drop,
    lift_of,
    portals_beside,
    shaft_behind,
    with_airlock,
    with_lift,
)
from bot.deck.pressure import lose_air
from bot.engine.cards import article
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.typed import match, quoted


def find_square(board: Board, text: str, level: int = 0, *, to_stand: bool = False) -> At:
    """The square that somebody means: its name (`C7`), a place, a room, or whoever stands there.

    Of a room or a place with several squares it is the first where nobody is; `to_stand`, of those where somebody can,
    or else one beside them. `level` is where a plain `C7` lies. Raises RuleError for words that mean none, and for a
    square that is no floor.
    """
    known = {**{name: (standing.at,) for name, standing in board.people.items()}, **_named_squares(board)}
    try:
        at = at_of(text, level)
    except RuleError:
        if text.strip().casefold() not in {name.casefold() for name in known}:
            name = match(text, known, what="square, place, room or person on this deck")
        else:
            name = next(name for name in known if name.casefold() == text.strip().casefold())
        found = (_to_stand(board, known[name]) if to_stand else ()) or known[name]
        return next((at for at in found if not taken(board, at)), found[0])
    if at.level >= len(board.plan.levels) or at not in board.plan.levels[at.level].floor:
        raise RuleError(f"{quoted(text)} is no square of this deck: the picture of /deck show has their names.")
    return at


def _named_squares(board: Board) -> dict[str, tuple[At, ...]]:
    rooms = {room.name: tuple(_middle(board, room)) for room in board.plan.rooms}
    numbers = {f"room {room.number}": tuple(_middle(board, room)) for room in board.plan.rooms}
    return {**numbers, **rooms, **board.plan.places}


def _middle(board: Board, room: Room) -> list[At]:
    """The squares of a room where somebody can stand, those in its middle first."""
    squares = sorted(room.squares)
    x, y = (sum(each[axis] for each in squares) / len(squares) for axis in (1, 2))
    free = _to_stand(board, squares) or squares
    return sorted(free, key=lambda at: (at.x - x) ** 2 + (at.y - y) ** 2)


def _to_stand(board: Board, squares: Sequence[At]) -> Sequence[At]:
    """Those of some squares where somebody can stand, or else those beside them that no wall parts from them."""
    beside = (each for at in squares for each in neighbours(at) if can_pass(board, at, each))
    return [at for at in squares if can_stand(board, at)] or [at for at in beside if can_stand(board, at)]


def places_to_stand(board: Board) -> list[str]:
    """The names of the deck's places, and then of its rooms, where somebody can stand: a full tank is none."""
    rooms = {room.name: tuple(room.squares) for room in board.plan.rooms}
    return [name for name, squares in {**board.plan.places, **rooms}.items() if _to_stand(board, squares)]


def can_stand(board: Board, at: At) -> bool:
    """Whether a square is floor that nothing fills, or that a shut hatch covers."""
    if at not in board.plan.levels[at.level].floor:
        return False
    try:
        _check_standing_room(board, at)
    except RuleError:
        return False
    return True


def taken(board: Board, at: At) -> bool:
    """Whether somebody stands on a square."""
    return any(standing.at == at for standing in board.people.values())


def around(board: Board, start: At) -> Iterator[At]:
    """A square, and then all that can be walked to from it, the nearest first."""
    waiting, seen = [start], {start}
    while waiting:
        at = waiting.pop(0)
        yield at
        for each in neighbours(at):
            inside = each in board.plan.levels[at.level].floor
            if each not in seen and inside and not is_solid(board, each) and can_pass(board, at, each):
                seen.add(each)
                waiting.append(each)


def put(board: Board, names: Sequence[str], start: At, facing: Facing | None = None) -> Board:
    """The board with the first of some people on a square, and the others around them where nobody and nothing is.

    Without `facing` they look where they looked before, else north. Raises RuleError where nobody can stand on the
    square, or there is no room around it.
    """
    _check_standing_room(board, start)
    for name in names:
        before = board.people.get(name)
        towards = facing or (before.facing if before else Facing.NORTH)
        board = placed(board, name, None)
        first = name == names[0]
        square = next((at for at in around(board, start) if first or _is_free(board, at)), None)
        if square is None:
            raise RuleError(f"There is no room for {name} around there.")
        board = placed(board, name, Standing(square, towards))
    return board


def _check_standing_room(board: Board, at: At) -> None:
    """Raises RuleError for a square that something fills, and for one without a floor."""
    fixture = fixture_at(board, at)
    if fixture and (fixture.solid or fixture is Fixture.FUEL):
        raise RuleError(f"The {fixture.value} at {named(at, 0)} fills its square: choose one beside it.")
    if fixture and is_over_drop(board, at) and not is_hatch_shut(board, at):
        raise RuleError(f"There is no floor at {named(at, 0)}, {article(fixture.value)}: choose a square beside it.")


def _is_free(board: Board, at: At) -> bool:
    fixture = board.plan.levels[at.level].fixtures.get(at)
    return (fixture is None or fixture.furniture) and not taken(board, at)


def standing_of(board: Board, name: str) -> Standing:
    """How somebody stands; raises RuleError where they aren't on the deck."""
    if name not in board.people:
        raise RuleError(f"{name} is not on the deck: put them there with /place.")
    return board.people[name]


def portal_of(board: Board, at: At, side: str) -> Portal:
    """The door or hatch that is meant at a square: on that side, or the only one for ""; RuleError for none."""
    portals = portals_beside(board, at)
    if side in portals:
        return portals[side]
    if not side and len(portals) == 1:
        return next(iter(portals.values()))
    if not portals or side:
        raise RuleError(f"There is no door {_side_named(side)}{named(at, at.level)}.")
    raise RuleError(f"There are several doors at {named(at, at.level)}: name the side, one of {', '.join(portals)}.")


def _side_named(side: str) -> str:
    """The words for where a door should be, such as `on the north side of `."""
    if not side:
        return "at "
    return {DOWN: "in the floor of ", UP: "above "}.get(side) or f"on the {Facing(side).name.lower()} side of "


def turned(board: Board, portal: Portal, *, is_open: bool) -> Board:
    """The board with a door open or shut by the referee's word, which moves what no hand could; the air goes all the
    same. A lift comes or goes with its door, and an airlock that it belongs to stops cycling. Raises RuleError where
    somebody stands on the hatch over a drop.
    """
    if is_open:
        check_clear(board, portal)
    after = lose_air(replace(board, open=board.open | {portal} if is_open else board.open - {portal}))
    if isinstance(portal, At):
        return after
    shaft, airlock = shaft_behind(board, portal), airlock_of(board.plan, portal)
    if shaft:
        lift = lift_of(board, shaft)
        after = with_lift(after, shaft, replace(lift, level=portal.level if is_open else None, ride=None))
    return with_airlock(after, airlock, Airlock()) if airlock else after


def room_of(board: Board, text: str, level: int = 0) -> Room:
    """The room that somebody means, by its name, its number, or a square in it; raises RuleError for none."""
    names = {name: room for room in board.plan.rooms for name in (str(room.number), room.name)}
    if text.strip() in names:
        return names[text.strip()]
    try:
        return names[match(text, names, what="room on this deck")]
    except RuleError as problem:
        try:
            room = room_at(board.plan, find_square(board, text, level))
        except RuleError:
            raise problem from None
        if room is None:
            raise RuleError(f"{quoted(text)} is in no room.") from None
        return room


def places(scene: Scene) -> Sequence[str]:
    """What to offer for a square of the deck: who stands on it, its places and its rooms."""
    return [*scene.board.people, *places_to_stand(scene.board)] if scene.board else ()


def rooms(scene: Scene) -> Sequence[str]:
    """What to offer for a room of the deck: who stands on it, and the rooms."""
    return [*scene.board.people, *(room.name for room in scene.board.plan.rooms)] if scene.board else ()


def levels(scene: Scene) -> Sequence[str]:
    """What to offer for a level of the deck."""
    return [level.name for level in scene.board.plan.levels] if scene.board else ()
