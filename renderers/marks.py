"""What has just happened on the deck: a shot's line, its danger space, an explosion, a walk."""

from itertools import pairwise
from math import hypot

from PIL.ImageDraw import ImageDraw

from bot.deck.plan import At
from bot.deck.view import Marks
from renderers.brush import Brush, Point
from renderers.ground import Pattern, cover
from renderers.layout import Layout
from renderers.palette import Colour


def draw_marks(pen: ImageDraw, layout: Layout, marks: Marks) -> None:
    """Draw everything that is marked, below the counters."""
    cover(pen, layout, marks.danger, Pattern.DANGER, Colour.VERMILION)
    cover(pen, layout, marks.blast, Pattern.BLAST, Colour.VERMILION)
    _border(pen, layout, marks.blast)
    _draw_trail(pen, layout, marks.trail)
    if marks.line is not None:
        _draw_shot(pen, layout, *marks.line)


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


def _draw_trail(pen: ImageDraw, layout: Layout, trail: tuple[At, ...]) -> None:
    """Dots from square to square, an arrow's head before the last, where a counter may stand."""
    for one, other in pairwise(trail):
        if layout.shows(one) and layout.shows(other):
            _draw_step(pen, layout, layout.middle(one), layout.middle(other))
    if len(trail) > 1 and layout.shows(trail[-2]) and layout.shows(trail[-1]):
        _draw_head(pen, layout.side, layout.middle(trail[-2]), layout.middle(trail[-1]))


def _draw_head(pen: ImageDraw, side: int, start: Point, end: Point) -> None:
    """An arrow's head on the way between two middles, its tip short of the end."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = max(hypot(across, down), 1)
    u, v = side * across / far, side * down / far
    back_and_aside = ((0.42, 0), (0.78, 0.22), (0.78, -0.22))
    head = [(round(end[0] - a * u + b * v), round(end[1] - a * v - b * u)) for a, b in back_and_aside]
    pen.polygon(head, fill=Colour.PURPLE)


def _draw_step(pen: ImageDraw, layout: Layout, start: Point, end: Point) -> None:
    """Three dots on the way from one square to the next."""
    radius = max(1, layout.side // 11)
    for third in range(3):
        x, y = (round(a + (b - a) * third / 3) for a, b in zip(start, end, strict=True))
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=Colour.PURPLE)


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
