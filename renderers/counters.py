"""People: a shape and colour for each side, a nose where they look, a label, and marks for how they are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, sqrt

from PIL.ImageDraw import ImageDraw

from bot.deck.drawing import labels
from bot.deck.plan import At, Facing
from bot.deck.view import Attacked, Counter, Health, Hurt, Scored
from renderers.brush import Brush, Point, draw_star
from renderers.layout import Layout
from renderers.lettering import size_within, write
from renderers.palette import Colour

_TURNS = {Facing.NORTH: 0, Facing.EAST: 1, Facing.SOUTH: 2, Facing.WEST: 3}
# Fill and letters of each side; from the fifth on the shapes come again in other colours.
_SIDES = (
    (Colour.BLUE, Colour.WHITE),
    (Colour.VERMILION, Colour.WHITE),
    (Colour.YELLOW, Colour.INK),
    (Colour.GREEN, Colour.WHITE),
    (Colour.WHITE, Colour.INK),
    (Colour.PURPLE, Colour.WHITE),
    (Colour.SKY, Colour.INK),
)
_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_DIAMOND = ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0))
_HEXAGON = ((-1.2, 0), (-0.7, -1), (0.7, -1), (1.2, 0), (0.7, 1), (-0.7, 1))
# A side's outline as a share of the counter's radius; None is a circle.
_SHAPES: tuple[Sequence[Point] | None, ...] = (None, tuple((0.9 * u, 0.9 * v) for u, v in _SQUARE), _DIAMOND, _HEXAGON)
# Half the width and half the height of a counter that stands, and of one that lies, in sixteenths of its cell.
_STANDING: Point = (5.6, 5.6)
_LYING: Point = (6.0, 4.1)
_MOST_DROPS = 3


def draw_counters(pen: ImageDraw, layout: Layout, counters: Iterable[Counter]) -> None:
    """Draw all counters that are in the picture, those of one square beside each other."""
    everybody = list(counters)
    label_of = labels(counter.name for counter in everybody)
    squares: defaultdict[At, list[Counter]] = defaultdict(list)
    for counter in everybody:
        squares[counter.at].append(counter)
    for at in layout.shown(squares):
        together = sorted(squares[at], key=lambda counter: (counter.side, counter.name))
        for counter, (middle, cell) in zip(together, _cells(layout, at, len(together)), strict=True):
            draw_counter(Brush(pen, middle, cell), counter, label_of[counter.name])


def _cells(layout: Layout, at: At, number: int) -> Iterator[tuple[Point, float]]:
    """The middle and the side of each counter's part of a square: the whole, two corners, or a checkerboard."""
    x, y = layout.corner(at.x, at.y)
    if number == 2:
        for part in (0.31, 0.69):
            yield (x + part * layout.side, y + part * layout.side), 0.62 * layout.side
        return
    across = ceil(sqrt(number))
    cell = layout.side / across
    for place in range(number):
        yield (x + (place % across + 0.5) * cell, y + (place // across + 0.5) * cell), cell


def draw_counter(brush: Brush, counter: Counter, label: str) -> None:
    """Draw one counter around the brush's middle."""
    fill, letters = _SIDES[counter.side % len(_SIDES)]
    shape = _SHAPES[counter.side % len(_SHAPES)]
    lying = counter.health is not Health.UP
    conscious = counter.health in {Health.UP, Health.PRONE}
    reach = _LYING if lying else _STANDING
    if counter.hurt is Hurt.FELL:
        draw_star(brush, (0, 0), 8.6, Colour.ROSE)
    _body(brush, shape, reach, 1.16, Colour.WHITE)
    if conscious:
        _nose(brush, counter.facing, reach)
    _body(brush, shape, reach, 1.04, Colour.INK)
    _body(brush, shape, reach, 0.92, fill)
    if not conscious:
        dead = counter.health is Health.DEAD
        _body(brush, shape, reach, 0.7, Colour.SHADE if dead else Colour.WHITE)
        _strike(brush, dead=dead)
    _write_label(brush, label, reach, letters if conscious else Colour.INK, plate=not conscious)
    _wounds(brush, counter.wounds, reach)
    if counter.hurt is Hurt.WOUNDED:
        draw_star(brush, (-5.6, 5.2), 2.6, Colour.VERMILION)
    if counter.struck:
        _struck(brush, counter.struck)
    if counter.between:
        _up_and_down(brush)
    if counter.marks:
        _initials(brush, "".join(mark[0].upper() for mark in counter.marks))


def _struck(brush: Brush, struck: Attacked) -> None:
    """In the right corner what has become of an attack: a ring for a miss, a disc for a hit, a star where it went
    through; a bar below it for cover.
    """
    at = (5.7, 5.0)
    if struck.how is Scored.THROUGH:
        draw_star(brush, at, 2.9, Colour.YELLOW)
    else:
        brush.disc(at, 2.7, Colour.WHITE)
        brush.disc(at, 2.3, Colour.INK)
        if struck.how is Scored.MISSED:
            brush.disc(at, 1.3, Colour.WHITE)
    if struck.cover:
        brush.box((2.4, -7.6), (8, -4.8), Colour.WHITE)
        brush.box((2.8, -7.2), (7.6, -5.2), Colour.INK)


def _body(brush: Brush, shape: Sequence[Point] | None, reach: Point, share: float, fill: Colour) -> None:
    """The outline of a side, filled, at a share of its size."""
    if shape is None:
        brush.oval((0, 0), (reach[0] * share, reach[1] * share), fill)
    else:
        brush.polygon([(u * reach[0] * share, v * reach[1] * share) for u, v in shape], fill)


def _nose(brush: Brush, facing: Facing, reach: Point) -> None:
    """An arrow's head that stands out where somebody looks."""
    turned = Brush(brush.pen, brush.middle, brush.cell, _TURNS[facing])
    out = reach[_TURNS[facing] % 2 == 0]
    for grow, colour in ((0.9, Colour.WHITE), (0, Colour.INK)):
        base, tip, half = out - 2.2, out + 2.4 + grow, 5.0 + grow
        turned.polygon(((-half, -base), (0, -tip), (half, -base)), colour)


def _strike(brush: Brush, *, dead: bool) -> None:
    """One stroke through somebody who is out of action, a cross through the dead."""
    for slope in (-1, 1) if dead else (-1,):
        for colour, width in ((Colour.WHITE, 3), (Colour.INK, 1.8)):
            brush.stroke(((-7, -5.5 * slope), (7, 5.5 * slope)), colour, width)


def _write_label(brush: Brush, label: str, reach: Point, letters: Colour, *, plate: bool) -> None:
    """The label, as large as the counter takes, on a plate of its own where a stroke runs below it."""
    size = size_within(label, brush.length(1.7 * reach[0]), brush.length(min(1.35 * reach[1], 6.6)))
    if plate:
        brush.box((-1.3 * len(label) - 0.6, -2.8), (1.3 * len(label) + 0.6, 2.8), Colour.WHITE)
    write(brush.pen, brush.middle, label, size, letters, bold=brush.cell >= 28)


def _up_and_down(brush: Brush) -> None:
    """A double arrow in the corner of who is between two levels."""
    u, v = 5.3, -5.0
    brush.box((u - 2.4, v - 2.9), (u + 2.4, v + 2.9), Colour.WHITE, Colour.INK, 0.4)
    for way in (-1, 1):
        brush.polygon(((u - 1.7, v + 0.4 * way), (u, v + 2.3 * way), (u + 1.7, v + 0.4 * way)), Colour.INK)


def _initials(brush: Brush, letters: str) -> None:
    """The first letters of somebody's marks, on a plate in the other corner."""
    u, v = -5.3, -5.0
    brush.box((u - 2.4, v - 2.9), (u + 2.4, v + 2.9), Colour.WHITE, Colour.INK, 0.4)
    size = size_within(letters, brush.length(4), brush.length(5))
    write(brush.pen, brush.point((u, v)), letters, size, Colour.INK)


def _wounds(brush: Brush, wounds: int, reach: Point) -> None:
    """A drop for each wound at the lower rim; from the fourth on one drop with their number."""
    v = min(reach[1] + 1.4, 5.8)
    if wounds <= _MOST_DROPS:
        for number in range(wounds):
            _drop(brush, (number - (wounds - 1) / 2) * 4, v)
        return
    brush.box((-4.6, v - 2.4), (4.6, v + 2.4), Colour.WHITE, Colour.INK, 0.4)
    size = size_within(str(wounds), brush.length(5), brush.length(4.6))
    write(brush.pen, brush.point((1.6, v)), str(wounds), size, Colour.INK)
    _drop(brush, -2.6, v)


def _drop(brush: Brush, u: float, v: float) -> None:
    for grow, colour in ((1, Colour.WHITE), (0.5, Colour.INK), (0, Colour.VERMILION)):
        brush.disc((u, v), 1.2 + grow, colour)
        brush.polygon(((u - 1 - grow, v - 0.5), (u, v - 2.4 - 1.2 * grow), (u + 1 + grow, v - 0.5)), colour)
