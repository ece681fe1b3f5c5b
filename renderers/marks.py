"""What has just happened on the deck: a shot's line, its danger space, an explosion, a walk."""

from collections.abc import Collection, Iterable
from itertools import pairwise
from math import hypot

from PIL.ImageDraw import ImageDraw

from bot.deck.plan import At
from bot.deck.view import Marks
from renderers.brush import Brush, Point, draw_star
from renderers.ground import Pattern, cover
from renderers.layout import Layout
from renderers.lettering import width_of, write
from renderers.palette import Colour

Bounds = tuple[int, int, int, int]


def draw_marks(pen: ImageDraw, layout: Layout, marks: Marks) -> None:
    """Draw everything that is marked, below the counters."""
    cover(pen, layout, marks.danger, Pattern.DANGER, Colour.VERMILION)
    cover(pen, layout, marks.blast, Pattern.BLAST, Colour.VERMILION)
    _border(pen, layout, marks.blast)
    for at in layout.shown(marks.centres):
        _draw_centre(Brush(pen, layout.middle(at), layout.side))
    for way in marks.ways:
        _draw_trail(pen, layout, way, Colour.PURPLE)
    _draw_trail(pen, layout, marks.scatter, Colour.INK)
    if marks.line is not None:
        _draw_beyond(pen, layout, marks)
    for line in marks.shots:
        _draw_shot(pen, layout, *line)


def draw_figures(
    pen: ImageDraw, layout: Layout, marks: Marks, people: Collection[At], names: Collection[At] = ()
) -> None:
    """Draw over the counters what they hide, the centre of an explosion, small at the rim of its square; and write what
    is counted: the penetration left in each square, and the range of a shot, where it hides nobody of those `people`
    and none of the `names`, or at least nobody, if there is such a place.
    """
    for at in layout.shown({*marks.centres} & {*people}):
        x, y = layout.middle(at)
        _draw_centre(Brush(pen, (x, y - _RIM * layout.side), _SMALL * layout.side))
    for at, left in marks.rings:
        if layout.shows(at):
            x, y = layout.corner(at.x, at.y)
            corner = (x + 0.83 * layout.side, y + 0.82 * layout.side)
            _plate(pen, corner, str(left), layout.letter)
    if marks.line is not None and marks.range:
        inside = _clipped(layout.middle(marks.line[0]), layout.middle(marks.line[1]), layout.field)
        if inside is not None:
            text, size = f"{marks.range} sq", max(layout.letter, layout.side // 3)
            _plate(pen, _place_beside(inside, layout, text, size, people, names), text, size)


# How large an explosion's centre is drawn beside who stands there, and how far above the middle: shares of the square.
_SMALL, _RIM = 0.5, 0.42
# Where along a line its figure is tried, as shares of it, and how far aside in squares, the best first.
_ALONG, _ASIDE = (0.5, 0.35, 0.65, 0.2, 0.8), (0.62, 1.2, 2)


def _place_beside(
    line: list[tuple[int, int]],
    layout: Layout,
    text: str,
    size: int,
    people: Collection[At],
    names: Collection[At],
) -> Point:
    """A point beside a line, the nearest to its middle where a plate with a text hides no counter and no name."""
    (x, y), (to_x, to_y) = line
    far = max(hypot(to_x - x, to_y - y), 1)
    across, up = layout.side * abs(to_y - y) / far, -layout.side * abs(to_x - x) / far
    points = [
        (x + share * (to_x - x) + way * aside * across, y + share * (to_y - y) + way * aside * up)
        for aside in _ASIDE
        for share in _ALONG
        for way in (1, -1)
    ]
    for hidden in ({*people, *names}, people):
        corners = [layout.corner(at.x, at.y) for at in layout.shown(hidden)]
        for point in points:
            if _hides_none(_plate_at(point, text, size), corners, layout):
                return point
    return points[0]


def _hides_none(plate: Bounds, corners: Iterable[tuple[int, int]], layout: Layout) -> bool:
    """Whether a plate is within the field, and off all squares with these corners but for their rims."""
    left, top, right, bottom = plate
    inset, side = layout.side / 8, layout.side
    field = layout.field
    inside = field[0] <= left and field[1] <= top and right <= field[2] and bottom <= field[3]
    return inside and all(
        right < x + inset or x + side - inset < left or bottom < y + inset or y + side - inset < top for x, y in corners
    )


def _plate_at(middle: Point, text: str, size: int) -> Bounds:
    """Left, top, right and bottom of a plate with a text."""
    half = width_of(text, size) / 2 + size / 5
    return (
        round(middle[0] - half),
        round(middle[1] - 0.6 * size),
        round(middle[0] + half),
        round(middle[1] + 0.6 * size),
    )


def _plate(pen: ImageDraw, middle: Point, text: str, size: int) -> None:
    """A few letters on a plate of their own."""
    pen.rectangle(_plate_at(middle, text, size), fill=Colour.WHITE, outline=Colour.INK)
    write(pen, middle, text, size, Colour.INK)


def _draw_centre(brush: Brush) -> None:
    """Where something exploded: a star with as many points as a clock has hours."""
    draw_star(brush, (0, 0), 6.4, Colour.VERMILION)


def _draw_beyond(pen: ImageDraw, layout: Layout, marks: Marks) -> None:
    """Dots from where a fire was aimed to where its danger space ends, where it went on."""
    if marks.line is None or not marks.danger or marks.danger[-1] == marks.line[1]:
        return
    inside = _clipped(layout.middle(marks.line[1]), layout.middle(marks.danger[-1]), layout.field)
    if inside is None:
        return
    (x, y), (to_x, to_y) = inside
    steps = max(1, round(3 * hypot(to_x - x, to_y - y) / layout.side))
    radius = max(1, layout.side // 20)
    for step in range(1, steps):
        u, v = round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps)
        pen.ellipse((u - radius, v - radius, u + radius, v + radius), fill=Colour.VERMILION)


def _border(pen: ImageDraw, layout: Layout, squares: tuple[At, ...]) -> None:
    """A line around some squares."""
    inside, side = set(layout.shown(squares)), layout.side
    for at in sorted(inside):
        x, y = layout.corner(at.x, at.y)
        for dx, dy, line in (
            (0, -1, (x, y, x + side, y)),
            (0, 1, (x, y + side, x + side, y + side)),
            (-1, 0, (x, y, x, y + side)),
            (1, 0, (x + side, y, x + side, y + side)),
        ):
            if At(at.level, at.x + dx, at.y + dy) not in inside:
                pen.line(line, fill=Colour.VERMILION, width=max(2, side // 16))


def _draw_trail(pen: ImageDraw, layout: Layout, trail: tuple[At, ...], colour: Colour) -> None:
    """Dots from square to square, an arrow's head before the last, where a counter may stand."""
    for one, other in pairwise(trail):
        if layout.shows(one) and layout.shows(other):
            _draw_step(pen, layout, layout.middle(one), layout.middle(other), colour)
    if len(trail) > 1 and layout.shows(trail[-2]) and layout.shows(trail[-1]):
        _draw_head(pen, layout.side, layout.middle(trail[-2]), layout.middle(trail[-1]), colour)


def _draw_head(pen: ImageDraw, side: int, start: Point, end: Point, colour: Colour) -> None:
    """An arrow's head on the way between two middles, its tip short of the end."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = max(hypot(across, down), 1)
    u, v = side * across / far, side * down / far
    back_and_aside = ((0.42, 0), (0.78, 0.22), (0.78, -0.22))
    head = [(round(end[0] - a * u + b * v), round(end[1] - a * v - b * u)) for a, b in back_and_aside]
    pen.polygon(head, fill=colour)


def _draw_step(pen: ImageDraw, layout: Layout, start: Point, end: Point, colour: Colour) -> None:
    """Dots on the way from one square to another, three for each square of it."""
    radius, dots = (
        max(1, layout.side // 11),
        3 * max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / layout.side)),
    )
    for dot in range(dots):
        x, y = (round(a + (b - a) * dot / dots) for a, b in zip(start, end, strict=True))
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _draw_shot(pen: ImageDraw, layout: Layout, start: At, end: At) -> None:
    """The line of fire, and the corners of a frame around the square where it ended."""
    inside = _clipped(layout.middle(start), layout.middle(end), layout.field)
    if inside is not None:
        for colour, part in ((Colour.WHITE, 7), (Colour.VERMILION, 12)):
            pen.line(inside, fill=colour, width=max(1, layout.side // part))
    if layout.shows(end):
        for turns in range(4):
            corner = Brush(pen, layout.middle(end), layout.side, turns)
            for colour, width in ((Colour.WHITE, 2.4), (Colour.VERMILION, 1.4)):
                corner.stroke(((-6.6, -2.8), (-6.6, -6.6), (-2.8, -6.6)), colour, width)


def _clipped(start: Point, end: Point, field: tuple[int, int, int, int]) -> list[tuple[int, int]] | None:
    """The part of a line that is within the field, None if it misses it: Liang and Barsky's way."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        run = end[axis] - start[axis]
        borders = (field[axis] - start[axis], field[axis + 2] - start[axis])
        if run == 0:
            if borders[0] > 0 or borders[1] < 0:
                return None
            continue
        entering, leaving = sorted(border / run for border in borders)
        first, last = max(first, entering), min(last, leaving)
    if first > last:
        return None
    return [
        (round(start[0] + t * (end[0] - start[0])), round(start[1] + t * (end[1] - start[1]))) for t in (first, last)
    ]
