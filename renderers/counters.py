"""People: a shape and colour for each side, a nose where they look, a label, and marks for how they are."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt

from PIL.ImageDraw import ImageDraw

from bot.deck.drawing import labels
from bot.deck.plan import At, Facing
from bot.deck.view import Attacked, Counter, Health, Hurt, Scored
from bot.engine.system import Sign
from renderers.brush import Brush, Point, draw_star
from renderers.layout import Layout
from renderers.lettering import size_within, width_of, write, write_haloed
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
_HALVED: Point = (5.6, 3.1)
_MOST_DROPS = 3
# Up to how many in a square have letters that can be read on a phone.
_MOST_READ = 4
# Where it shows that somebody is newly wounded, and what has become of an attack.
_NEWS, _ATTACK = (-5.6, 5.2), (5.7, 5.0)
# Where the plates are, in the order in which they are filled.
_PLATES: tuple[Point, ...] = ((-5.4, -5), (5.4, -5), (0, -5.1), _NEWS, _ATTACK)
# Half the width of a plate.
_PLATE = 2.5

Painter = Callable[[Brush], None]


def draw_counters(pen: ImageDraw, layout: Layout, counters: Iterable[Counter]) -> None:
    """Draw all counters that are in the picture, those of one square beside each other."""
    everybody = list(counters)
    label_of = labels(counter.name for counter in everybody)
    squares: defaultdict[At, list[Counter]] = defaultdict(list)
    for counter in everybody:
        squares[counter.at].append(counter)
    for counter in everybody:
        for at in layout.shown(counter.body):
            _draw_body(pen, layout, at, label_of[counter.name], counter.side)
    for at in layout.shown(squares):
        together = sorted(squares[at], key=lambda counter: (counter.side, counter.name))
        for counter, (middle, cell) in zip(together, _cells(layout, at, len(together)), strict=True):
            number, brush = len(together), Brush(pen, middle, cell)
            least = min(layout.letter, layout.side // 3) if number <= _MOST_READ else 0
            draw_counter(brush, counter, label_of[counter.name], least, halved=number == 2)


def _draw_body(pen: ImageDraw, layout: Layout, at: At, label: str, side: int) -> None:
    """A square that somebody large fills beside their own: a plate of their side's colour with their label."""
    fill, letters = _SIDES[side % len(_SIDES)]
    (x, y), inset = layout.corner(at.x, at.y), layout.side / 8
    bounds = (x + inset, y + inset, x + layout.side - inset, y + layout.side - inset)
    pen.rounded_rectangle(bounds, inset, fill=fill, outline=Colour.INK)
    write(pen, layout.middle(at), label, min(layout.letter, layout.side // 3), letters)


def _cells(layout: Layout, at: At, number: int) -> Iterator[tuple[Point, float]]:
    """The middle and the side of each counter's part of a square: the whole, two halves, or a checkerboard."""
    x, y = layout.corner(at.x, at.y)
    if number == 2:
        for part in (0.26, 0.74):
            yield (x + layout.side / 2, y + part * layout.side), layout.side
        return
    across = ceil(sqrt(number))
    cell = layout.side / across
    for place in range(number):
        yield (x + (place % across + 0.5) * cell, y + (place // across + 0.5) * cell), cell


def draw_counter(brush: Brush, counter: Counter, label: str, least: int = 0, *, halved: bool = False) -> None:
    """Draw one counter around the brush's middle, in the half of a square if somebody else has the other.

    The letters of its label are at `least` so many pixels high.
    """
    fill, letters = _SIDES[counter.side % len(_SIDES)]
    shape = _SHAPES[counter.side % len(_SHAPES)]
    lying, gone = counter.health is not Health.UP, counter.age is not None
    conscious = counter.health in {Health.UP, Health.PRONE}
    reach = _HALVED if halved else _LYING if lying else _STANDING
    if counter.hurt is Hurt.FELL:
        draw_star(brush, (0, 0), 8.6, Colour.ROSE)
    _body(brush, shape, reach, 1.16, Colour.WHITE)
    if conscious:
        _nose(brush, counter.facing, reach)
    _body(brush, shape, reach, 1.04, Colour.SHADE if gone else Colour.INK)
    _body(brush, shape, reach, 0.92, fill)
    if gone:
        _body(brush, shape, reach, 0.76, Colour.WHITE)
        letters, fill = Colour.INK, Colour.WHITE
    if not conscious:
        dead = counter.health is Health.DEAD
        _body(brush, shape, reach, 0.7, Colour.SHADE if dead else Colour.WHITE)
        if counter.health is not Health.UNCONSCIOUS:
            _strike(brush, dead=dead)
    _write_label(brush, label, reach, letters if conscious else Colour.INK, fill, least, plate=not conscious)
    _wounds(brush, counter.wounds, reach)
    if counter.hurt is Hurt.WOUNDED:
        draw_star(brush, _NEWS, 2.6, Colour.VERMILION)
    if counter.struck:
        _struck(brush, counter.struck)
    _plates(brush, counter)


def _plates(brush: Brush, counter: Counter) -> None:
    """What else is known of somebody, each on a plate of its own along the rim; there is room for five."""
    painters: list[Painter] = [partial(_letters, text=mark[0].upper()) for mark in counter.marks]
    if counter.age is not None:
        painters.append(partial(_letters, text=f"-{counter.age}" if counter.age else "?"))
    if counter.between:
        painters.append(_up_and_down)
    if counter.struck and counter.struck.cover:
        painters.append(_cover)
    painters += [_SIGNS[sign] for sign in Sign if sign in counter.signs]
    taken = {_NEWS: counter.hurt is Hurt.WOUNDED, _ATTACK: counter.struck is not None}
    places = [place for place in _PLATES if not taken.get(place)]
    for place, paint in zip(places, painters, strict=False):
        plate = Brush(brush.pen, brush.point(place), brush.cell)
        plate.box((-_PLATE, -2.9), (_PLATE, 2.9), Colour.WHITE, Colour.INK, 0.4)
        paint(plate)


def _struck(brush: Brush, struck: Attacked) -> None:
    """In the right corner what has become of an attack: a ring for a miss, a disc for a hit, a star where it had
    an effect.
    """
    if struck.how is Scored.EFFECTIVE:
        draw_star(brush, _ATTACK, 2.9, Colour.YELLOW)
    else:
        brush.disc(_ATTACK, 2.7, Colour.WHITE)
        brush.disc(_ATTACK, 2.3, Colour.INK)
        if struck.how is Scored.MISSED:
            brush.disc(_ATTACK, 1.3, Colour.WHITE)


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


def _write_label(
    brush: Brush, label: str, reach: Point, letters: Colour, halo: Colour, least: int, *, plate: bool
) -> None:
    """The label, as large as the counter takes and in any case as large as told, on a plate of its own where a stroke
    runs below it.
    """
    size = max(least, size_within(label, brush.length(1.7 * reach[0]), brush.length(min(1.35 * reach[1], 6.6))))
    if plate:
        brush.box((-1.3 * len(label) - 0.6, -2.8), (1.3 * len(label) + 0.6, 2.8), Colour.WHITE)
    if width_of(label, size) > brush.length(1.7 * reach[0]) and not plate:
        write_haloed(brush.pen, brush.middle, label, size, letters, halo)
    else:
        write(brush.pen, brush.middle, label, size, letters, bold=brush.cell >= 28)


def _up_and_down(brush: Brush) -> None:
    """A double arrow: between two levels."""
    for way in (-1, 1):
        brush.polygon(((-1.7, 0.4 * way), (0, 2.3 * way), (1.7, 0.4 * way)), Colour.INK)


def _letters(brush: Brush, text: str) -> None:
    """A letter or a few, for which their plate grows."""
    size = brush.length(5)
    half = 8 * width_of(text, size) / brush.cell + 0.6
    if half > _PLATE:
        brush.box((-half, -2.9), (half, 2.9), Colour.WHITE, Colour.INK, 0.4)
    write(brush.pen, brush.middle, text, size, Colour.INK, bold=True)


def _cover(brush: Brush) -> None:
    """A wall with somebody's head above it."""
    brush.box((-1.8, 0), (1.8, 2.2), Colour.INK)
    brush.disc((0, -1.3), 1, Colour.INK)


def _stroke(brush: Brush, points: Sequence[Point]) -> None:
    brush.stroke(points, Colour.INK, 0.9)


def _fleeing(brush: Brush) -> None:
    """Two arrow heads to the right."""
    for u in (-1.6, 0.2):
        _stroke(brush, ((u, -1.8), (u + 1.4, 0), (u, 1.8)))


def _dizzy(brush: Brush) -> None:
    """A ring with a gap and a dot in it: it goes round and round."""
    brush.disc((0, 0), 2, None, Colour.INK, 0.7)
    brush.box((0.6, -2.2), (2.2, -0.4), Colour.WHITE)
    brush.disc((0, 0), 0.6, Colour.INK)


def _empty(brush: Brush) -> None:
    """A magazine with nothing in it."""
    brush.box((-1.2, -2), (1.2, 2), Colour.WHITE, Colour.INK, 0.6)
    _stroke(brush, ((-1.9, 2), (1.9, -2)))


_SIGNS: dict[Sign, Painter] = {
    Sign.UNCONSCIOUS: partial(_letters, text="Z"),
    Sign.SERIOUS: partial(_letters, text="+"),
    Sign.FLEEING: _fleeing,
    Sign.PANICKED: partial(_letters, text="!"),
    Sign.STUNNED: partial(_stroke, points=((0.9, -2.1), (-0.9, -0.2), (0.9, 0.2), (-0.9, 2.1))),
    Sign.DISORIENTED: _dizzy,
    Sign.EMPTY: _empty,
    Sign.CROUCHING: partial(_stroke, points=((-1.8, -1), (0, 1), (1.8, -1))),
}


def _wounds(brush: Brush, wounds: int, reach: Point) -> None:
    """A drop for each wound at the lower rim; from the fourth on one drop with their number."""
    v = min(reach[1] + 1.4, 5.8)
    if wounds <= _MOST_DROPS:
        for number in range(wounds):
            _drop(brush, (number - (wounds - 1) / 2) * 4, v)
        return
    brush.box((-4.6, v - 2.4), (4.6, v + 2.4), Colour.WHITE, Colour.INK, 0.4)
    size = size_within(str(wounds), brush.length(5), brush.length(5))
    write(brush.pen, brush.point((1.6, v)), str(wounds), size, Colour.INK)
    _drop(brush, -2.6, v)


def _drop(brush: Brush, u: float, v: float) -> None:
    for grow, colour in ((1, Colour.WHITE), (0.5, Colour.INK), (0, Colour.VERMILION)):
        brush.disc((u, v), 1.2 + grow, colour)
        brush.polygon(((u - 1 - grow, v - 0.5), (u, v - 2.4 - 1.2 * grow), (u + 1 + grow, v - 0.5)), colour)
