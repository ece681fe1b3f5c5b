"""Structures on a deck: which room or barrier is meant, who is in it, what a breach opens (C3K Destruction)."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.deck.board import Board, placed
from bot.deck.knowledge import Knowledge
from bot.deck.passage import fixtures_on, is_shut
from bot.deck.placing import can_stand, taken
from bot.deck.plan import AHEAD, METRES_A_SQUARE, At, Edge, Facing, Room, edge_of, moved, sides_of
from bot.deck.portals import where_is
from bot.deck.pressure import lose_air
from bot.engine.errors import RuleError
from bot.systems.combat3000.building.structures import Build, Structure, What


def room_called(board: Board, room: Room) -> str:
    """What a room of a deck is called among structures: by its name, with its number where others have that name."""
    alone = [each.name for each in board.plan.rooms].count(room.name) == 1
    return room.name if alone else f"{room.name} {room.number}"


def of_room(board: Board, room: Room, build: Build, armour: int, building: str) -> Structure:
    """The structure that a room of the deck is; the ground floor is the lowest level."""
    lowest = len(board.plan.levels) - 1
    upper = all(at.level < lowest for at in room.squares)
    name = room_called(board, room)
    return Structure(
        name, What.ROOM, build, armour, building=building, upper=upper, deck=board.plan.name, number=room.number
    )


def barrier_at(board: Board, at: At, side: Facing | None) -> Edge:
    """The wall or door on a side of a square, or its only one; raises RuleError where there is none."""
    barriers = board.plan.levels[at.level].barriers
    if side is None:
        beside = [edge_of(at, each) for each in Facing if edge_of(at, each) in barriers]
        if len(beside) != 1:
            raise RuleError("Say on which side of that square it stands: N, E, S or W.")
        return beside[0]
    edge = edge_of(at, side)
    if edge not in barriers:
        raise RuleError(f"There is neither wall nor door on the {side.name.lower()} side of that square.")
    return edge


def barrier_structure(structures: Iterable[Structure], board: Board, edge: Edge, unclassed: Build) -> Structure:
    """What stands on an edge: as it was classed or hit before, else as strong as a room that it is of, else as what
    nobody has classed.
    """
    known = [each for each in structures if each.deck == board.plan.name]
    found = next((each for each in known if each.edge == edge), None)
    if found:
        return found
    barrier = board.plan.levels[edge.level].barriers[edge]
    beside = {room.number for room in board.plan.rooms if room.squares & set(sides_of(edge))}
    of = next((each for each in known if each.what is What.ROOM and each.number in beside), None)
    return Structure(
        f"{barrier.value.capitalize()} {where_is(board.plan, edge)}",
        What.DOOR if barrier.portal else What.WALL,
        of.build if of else unclassed,
        of.armour if of else 0,
        room=of.name if of else "",
        deck=board.plan.name,
        edge=edge,
    )


def as_known_to(structures: Iterable[Structure], known: Knowledge) -> tuple[Structure, ...]:
    """What somebody knows of structures who has so much seen of their deck: those beside whose squares they have ever
    looked, for what something is built of is no secret; how one stands now that they don't see is as they know the
    deck, without whoever is in it. What stands on no deck hides nothing: all know it.
    """
    plan, looked = known.board.plan, known.known
    found = list[Structure]()
    for each in (each for each in structures if each.deck in {"", plan.name}):
        if not each.deck:
            found.append(replace(each, inside=()))
            continue
        beside = {*squares_of(known.board, each)}
        if beside & known.seen:
            found.append(replace(each, inside=()))
        elif beside & looked:
            there = each.edge is not None and each.edge in known.board.breached
            breaches, down = (each.breaches, each.down) if there else (0, False)
            found.append(replace(each, hits=0, breaches=breaches, down=down, unlocked=False, inside=()))
    return tuple(found)


def squares_of_room(board: Board | None, structure: Structure) -> frozenset[At]:
    """The squares of a room of the deck that is up; none of any other."""
    if board is None or structure.deck != board.plan.name or not structure.number:
        return frozenset()
    return next((room.squares for room in board.plan.rooms if room.number == structure.number), frozenset())


def squares_of(board: Board, structure: Structure) -> tuple[At, ...]:
    """The squares of a room of the deck that is up, or those beside a wall or a door of it; none of any other."""
    if structure.edge:
        return sides_of(structure.edge) if structure.deck == board.plan.name else ()
    return tuple(sorted(squares_of_room(board, structure)))


def within(board: Board | None, structure: Structure) -> tuple[str, ...]:
    """Who is in a room: on the deck those on its squares, and whoever was named as inside and is on no deck."""
    squares = squares_of_room(board, structure)
    people = board.people if board else {}
    standing = tuple(name for name, one in people.items() if one.at in squares)
    return (*standing, *(name for name in structure.inside if name not in people))


def inside_with(structures: Iterable[Structure], board: Board | None, structure: Structure) -> tuple[str, ...]:
    """Those whom a hit on a structure may bring something down on: in that room or the one of that wall, and in all of
    its building.
    """
    known = (*structures, structure)
    rooms = [each for each in known if each.what is What.ROOM and each.name in {structure.name, structure.room}]
    whole = {each.building for each in rooms if each.building}
    rooms += [each for each in known if each.what is What.ROOM and each.building in whole]
    return tuple(dict.fromkeys(name for room in rooms for name in within(board, room)))


def opened(board: Board, edge: Edge, cm: int) -> Board:
    """The board with a breach in the wall at an edge, so many cm wide: as many sides of squares as it has room for,
    along the wall as far as that goes on.
    """
    barriers = board.plan.levels[edge.level].barriers
    sides = [edge]
    for step in (1, -1):
        x, y = (step, 0) if edge.side is Facing.NORTH else (0, step)
        beside = Edge(edge.level, edge.x + x, edge.y + y, edge.side)
        if beside in barriers and not barriers[beside].portal:
            sides.append(beside)
    wide = max(1, int(cm // METRES_A_SQUARE))
    return lose_air(replace(board, breached=board.breached | set(sides[:wide])))


def knocked_down(board: Board, edge: Edge) -> Board:
    """The board with the door at an edge gone."""
    return lose_air(replace(board, breached=board.breached | {edge}))


def wrecked(board: Board, squares: frozenset[At]) -> Board:
    """The board with all that stood in a room that fell destroyed."""
    return replace(board, wrecked=board.wrecked | set(fixtures_on(board, squares)))


def got_out(board: Board, names: Sequence[str], squares: frozenset[At]) -> Board:
    """The board with some who were in a room on the nearest squares outside it, through a door or a breach."""
    for name in names:
        if name not in board.people:
            continue
        standing = board.people[name]
        outside = (at for at in _ways_out(board, standing.at) if at not in squares)
        free = next((at for at in outside if can_stand(board, at) and not taken(board, at)), None)
        if free:
            board = placed(board, name, standing.moved(free))
    return board


def _ways_out(board: Board, start: At) -> Iterable[At]:
    """The squares to which doors, open or shut, lead from one, the nearest first."""
    level = board.plan.levels[start.level]
    waiting, seen = deque([start]), {start}
    while waiting:
        at = waiting.popleft()
        yield at
        for side, step in AHEAD.items():
            beside, edge = moved(at, *step), edge_of(at, side)
            barrier = level.barriers.get(edge)
            passable = barrier is None or barrier.portal or not is_shut(board, edge)
            if beside in level.floor and beside not in seen and passable:
                seen.add(beside)
                waiting.append(beside)
