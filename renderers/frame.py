"""What is written: the title, the columns' letters and rows' numbers on the rim, each room's number and name."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from PIL.ImageDraw import ImageDraw

from bot.deck.plan import At, Edge, Facing, Fixture, Level, Plan, Room, column_name, edge_of
from renderers.layout import Layout, runs
from renderers.lettering import shortened, size_within, width_of, write, write_haloed
from renderers.palette import Colour

# How much of a square a door in its wall covers.
_PORTAL = 0.35


def draw_rim(pen: ImageDraw, layout: Layout, wide: Iterable[Edge]) -> None:
    """Write each column's letters above and below, each row's number left and right; some if there are too many.

    They stand out over what is `wide` on the border, such as a door, and reaches into the rim.
    """
    half, side = layout.rim / 2, layout.side
    # A little outwards, where less of them is over a door in the hull.
    out = 1.2 * half
    left, top, right, bottom = layout.field
    columns = range(layout.left, layout.left + layout.columns)
    rows = range(layout.top, layout.top + layout.rows)
    letters = max((column_name(x) for x in columns), key=len)
    size = size_within("8" * len(str(rows[-1] + 1)), 1.6 * half, 1.25 * half)
    there = set(wide)

    def name(at: tuple[float, float], text: str, edge: Edge) -> None:
        if edge in there:
            write_haloed(pen, at, text, size, Colour.WHITE, Colour.SPACE)
        else:
            write(pen, at, text, size, Colour.WHITE)

    for x in columns[:: _every(width_of(letters, size), side)]:
        middle = left + (x - layout.left + 0.5) * side
        for above_or_below, y in ((top - out, rows[0]), (bottom + out, rows[-1] + 1)):
            name((middle, above_or_below), column_name(x), Edge(layout.level, x, y, Facing.NORTH))
    for y in rows[:: _every(size, side)]:
        middle = top + (y - layout.top + 0.5) * side
        for beside, x in ((left - out, columns[0]), (right + out, columns[-1] + 1)):
            name((beside, middle), str(y + 1), Edge(layout.level, x, y, Facing.WEST))


def _every(length: int, side: int) -> int:
    """Every how many squares one is named, given how long the names are in pixels."""
    return -(-5 * length // (4 * side))


def draw_title(pen: ImageDraw, layout: Layout, plan: Plan, settings: Sequence[str] = ()) -> None:
    """Draw the title, with what holds everywhere."""
    right, smallest = layout.size[0] - layout.rim, round(0.45 * layout.head)
    if settings:
        held = ", ".join(settings).upper()
        size = size_within(held, layout.size[0] / 2, 0.5 * layout.head)
        write(pen, (right, layout.rim / 4 + layout.head / 2), held, size, Colour.YELLOW, anchor="rm", bold=True)
        right -= width_of(held, size) + layout.rim // 2
    space = right - layout.rim
    text = title_within(plan, layout.level, space, smallest)
    size = max(size_within(text, space, 0.8 * layout.head), smallest)
    at = (layout.rim, layout.rim / 4 + layout.head / 2)
    write(pen, at, shortened(text, space, size), size, Colour.WHITE, anchor="lm", bold=True)


def title_within(plan: Plan, level: int, width: float, size: int) -> str:
    """The level's name and the deck's, and which level of how many it is: as many of these as fit into some pixels.

    The deck's name goes first, as whoever looks knows it; the level's is always there.
    """
    name = plan.levels[level].name
    number = f"level {level + 1} of {len(plan.levels)}" if len(plan.levels) > 1 else ""
    texts = [_joined(name, plan.name, number), _joined(name, number), name]
    return next((text for text in texts if width_of(text, size) <= width), name)


def _joined(*parts: str) -> str:
    return " · ".join(dict.fromkeys(part for part in parts if part))


def draw_rooms(
    pen: ImageDraw,
    layout: Layout,
    level: Level,
    rooms: Iterable[Room],
    people: Collection[At],
    covered: Collection[At] = (),
) -> None:
    """Write every shown room's number, with its name if that fits, where it hides the least, nobody stands and, if
    there is such a place, no line crosses it.
    """
    for room, run in _places(layout, level, rooms, people, covered):
        _write_room(pen, layout, level, room, run)


def named_squares(
    layout: Layout, level: Level, rooms: Iterable[Room], people: Collection[At] = (), covered: Collection[At] = ()
) -> frozenset[At]:
    """The squares in which names of rooms are written."""
    return frozenset(at for _, run in _places(layout, level, rooms, people, covered) for at in run)


def _places(
    layout: Layout, level: Level, rooms: Iterable[Room], people: Collection[At], covered: Collection[At]
) -> Iterator[tuple[Room, list[At]]]:
    for room in rooms:
        squares = [at for at in layout.shown(room.squares) if at not in people]
        if squares and layout.side >= 8:
            yield room, _place_in([at for at in squares if at not in covered] or squares, level)


def _write_room(pen: ImageDraw, layout: Layout, level: Level, room: Room, run: list[At]) -> None:
    side = layout.side
    # What stands in the walls at both ends has room of its own, if it leaves some.
    beside = [
        _PORTAL * side * _is_portal(level, at, way) for at, way in ((run[0], Facing.WEST), (run[-1], Facing.EAST))
    ]
    before, after = beside if len(run) > 1 else (0, 0)
    space = 0.88 * len(run) * side - before - after
    largest = max(0.42 * side, min(0.6 * side, layout.columns * side / 45))
    text = f"{room.number} {room.name}"
    size = size_within(text, space, largest)
    if size < max(0.3 * side, min(layout.letter, side // 3)) or width_of(text, size) > space:
        text = str(room.number)
        size = size_within(text, space, largest)
    (x, y), (to_x, _) = layout.middle(run[0]), layout.middle(run[-1])
    middle = (x + to_x + before - after) / 2
    if any(level.fixtures.get(at) is Fixture.FUEL for at in run):
        half = width_of(text, size) / 2 + size / 4
        pen.rectangle((middle - half, y - 0.6 * size, middle + half, y + 0.6 * size), fill=Colour.FLOOR)
    write_haloed(pen, (middle, y), text, size, Colour.MUTED, Colour.FLOOR, bold=size >= 20)


def _is_portal(level: Level, at: At, side: Facing) -> bool:
    """Whether a door, a valve or a hatch stands on a side of a square."""
    barrier = level.barriers.get(edge_of(at, side))
    return barrier is not None and barrier.portal


def _place_in(squares: list[At], level: Level) -> list[At]:
    """The longest row of squares without fixtures, of equal ones that with fewer doors at its ends, and then the
    uppermost: people stand in the middle.
    """
    covered = {at for at in squares if level.fixtures.get(at, Fixture.FUEL) is not Fixture.FUEL}
    free = [at for at in squares if at not in covered] or squares

    def order(run: list[At]) -> tuple[int, int, int, int]:
        doors = _is_portal(level, run[0], Facing.WEST) + _is_portal(level, run[-1], Facing.EAST)
        return -min(len(run), 6), doors, run[0].y, run[0].x

    return min((part for run in runs(free) for part in _unbroken(level, run)), key=order)


def _unbroken(level: Level, run: list[At]) -> Iterator[list[At]]:
    """The parts of a row of squares between which nothing stands."""
    part = run[:1]
    for at in run[1:]:
        if edge_of(at, Facing.WEST) in level.barriers:
            yield part
            part = []
        part = [*part, at]
    yield part
