"""A deck plan written as the text that it can be read from (data/decks/README.md): what is read must be there."""

from collections.abc import Mapping

from bot.deck.drawing import BARRIERS, FIXTURES, FLOOR, NO_FLOOR
from bot.deck.passage import enclosed
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, Level, Plan, Room

# As many as there are small letters that nobody mistakes for each other.
_MARKS = "0123456789abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμξπρστφχψωàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿß"
_SIGN_OF = {fixture: sign for sign, fixture in FIXTURES.items()}
_EDGE_SIGN = {barrier: sign for sign, barrier in BARRIERS.items() if barrier is not Barrier.WALL}


def write_plan(plan: Plan) -> str:
    """The plan as text; `read_plan` makes the same plan of it."""
    lines = [f"name: {plan.name}"]
    lines += [f"about: {plan.about}"] if plan.about else []
    lines += [f"separation: {plan.separation}"]
    for number, level in enumerate(plan.levels):
        notes = {at: _meaning(plan, at, told) for at, told in _notes(plan, number).items()}
        meanings = tuple(dict.fromkeys(notes.values()))
        assert len(meanings) <= len(_MARKS), "more rooms and places than there are marks"
        marks = dict(zip(meanings, _MARKS, strict=False))
        drawing = _drawing(plan, number, {at: marks[meaning] for at, meaning in notes.items()})
        lines += ["", f"level: {level.name}", *drawing]
        lines += [f"{mark} = {note}" for meaning, mark in marks.items() for note in meaning]
    if plan.dark_at_first:
        lines.append(f"dark: {' '.join(map(str, sorted(plan.dark_at_first)))}")
    return "\n".join(lines) + "\n"


def _notes(plan: Plan, level: int) -> dict[At, list[str]]:
    """What is to be said of which square: every room by one of each of its parts, every place by its squares."""
    notes: dict[At, list[str]] = {}
    for room in plan.rooms:
        for at in _parts(plan.levels[level], room, level):
            notes.setdefault(at, []).append(f"room {room.number} {room.name}")
    for name, squares in plan.places.items():
        for at in squares:
            if at.level == level:
                notes.setdefault(at, []).append(f"place {name}")
    for at in plan.levels[level].hatches:
        notes.setdefault(at, [])
    return notes


def _parts(level: Level, room: Room, number: int) -> list[At]:
    """One square of each part of a room on a level, the first as one reads that has nothing on it."""
    left = {at for at in room.squares if at.level == number}
    parts = []
    while left:
        first = min(left, key=lambda at: (at.y, at.x))
        part = enclosed(level, first)
        parts.append(min(part, key=lambda at: (at in level.fixtures, at.y, at.x)))
        left -= part
    return parts


def _meaning(plan: Plan, at: At, notes: list[str]) -> tuple[str, ...]:
    """What the lines below the drawing say of a mark there: squares of one meaning share a mark."""
    level = plan.levels[at.level]
    if at not in level.fixtures:
        return tuple(notes)
    standing = level.fixtures[at].value
    if at in level.hatches:
        standing += " with open hatch" if at in plan.open_at_first else " with hatch"
    return tuple(f"{note}, {standing}" for note in notes) or (standing,)


def _drawing(plan: Plan, number: int, marks: Mapping[At, str]) -> list[str]:
    level = plan.levels[number]
    lines = []
    for y in range(level.height + 1):
        norths = [_edge(plan, Edge(number, x, y, Facing.NORTH)) for x in range(level.width)]
        lines.append("+" + "+".join(norths) + "+")
        if y < level.height:
            wests = [_edge(plan, Edge(number, x, y, Facing.WEST)) for x in range(level.width + 1)]
            squares = [_square(level, At(number, x, y), marks) for x in range(level.width)]
            lines.append("".join(west + square for west, square in zip(wests, [*squares, ""], strict=True)))
    return lines


def _edge(plan: Plan, edge: Edge) -> str:
    barrier = plan.levels[edge.level].barriers.get(edge)
    if barrier is None:
        return " "
    if barrier is Barrier.WALL:
        return "|" if edge.side is Facing.WEST else "-"
    sign = _EDGE_SIGN[barrier]
    return sign.lower() if edge in plan.open_at_first else sign


def _square(level: Level, at: At, marks: Mapping[At, str]) -> str:
    if at not in level.floor:
        return NO_FLOOR
    fixture: Fixture | None = level.fixtures.get(at)
    return marks.get(at) or (_SIGN_OF[fixture] if fixture else FLOOR)
