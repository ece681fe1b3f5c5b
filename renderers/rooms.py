"""The number of each room, and its name where there is space for it."""

from PIL.ImageDraw import ImageDraw

from bot.deck.plan import At, Fixture, Level, Room
from renderers.layout import Layout, runs
from renderers.lettering import size_within, width_of, write_haloed
from renderers.palette import Colour


def draw_rooms(pen: ImageDraw, layout: Layout, level: Level, rooms: tuple[Room, ...]) -> None:
    """Write every shown room's number, with its name if that fits, where it hides the least."""
    for room in rooms:
        squares = layout.shown(room.squares)
        if squares and layout.side >= 8:
            _write_room(pen, layout, room, _place_in(squares, level))


def _write_room(pen: ImageDraw, layout: Layout, room: Room, run: list[At]) -> None:
    space, side = 0.88 * len(run) * layout.side, layout.side
    largest = max(0.42 * side, min(0.6 * side, layout.columns * side / 45))
    text = f"{room.number} {room.name}"
    size = size_within(text, space, largest)
    if size < 0.3 * side or width_of(text, size) > space:
        text = str(room.number)
        size = size_within(text, space, largest)
    (x, y), (to_x, _) = layout.middle(run[0]), layout.middle(run[-1])
    write_haloed(pen, ((x + to_x) / 2, y), text, size, Colour.MUTED, Colour.FLOOR, bold=size >= 20)


def _place_in(squares: list[At], level: Level) -> list[At]:
    """The longest row of squares without fixtures, the uppermost of equal ones: people stand in the middle."""
    covered = {at for at in squares if level.fixtures.get(at, Fixture.FUEL) is not Fixture.FUEL}
    free = [at for at in squares if at not in covered] or squares
    return min(runs(free), key=lambda run: (-min(len(run), 6), run[0].y, run[0].x))
