"""What closes an edge: walls thin, bulkheads double, the outer hull thick, and where one is breached; and what can be
opened, a shape for each kind, filled with colour when it is shut, gone or hollow when it is open.
"""

from collections.abc import Callable, Mapping

from PIL.ImageDraw import ImageDraw

from bot.deck.plan import Barrier, Edge, Facing
from renderers.brush import Brush
from renderers.layout import Layout
from renderers.palette import Colour

# In sixteenths of a square, thinnest first: a thick one is drawn over the end of a thin one.
THICKNESS = {Barrier.WALL: 1.4, Barrier.BULKHEAD: 2.8, Barrier.HULL: 4.0}


def ends_of(layout: Layout, edge: Edge) -> tuple[int, int, int, int]:
    """Where an edge begins and ends in the picture: x and y of its two corners."""
    x, y = layout.corner(edge.x, edge.y)
    if edge.side is Facing.NORTH:
        return x, y, x + layout.side, y
    return x, y, x, y + layout.side


def brush_on(pen: ImageDraw, layout: Layout, edge: Edge) -> Brush:
    """A brush in the middle of an edge, which runs from its left to its right."""
    x, y, to_x, to_y = ends_of(layout, edge)
    return Brush(pen, ((x + to_x) / 2, (y + to_y) / 2), layout.side, turns=0 if edge.side is Facing.NORTH else 1)


def edges_shown(layout: Layout, barriers: Mapping[Edge, Barrier]) -> list[tuple[Edge, Barrier]]:
    """What stands on the edges of the picture's squares, in an order of its own."""

    def beside(edge: Edge) -> bool:
        right = layout.left + layout.columns - (edge.side is Facing.NORTH)
        bottom = layout.top + layout.rows - (edge.side is Facing.WEST)
        return layout.left <= edge.x <= right and layout.top <= edge.y <= bottom

    return [(edge, barriers[edge]) for edge in sorted(barriers) if beside(edge)]


def draw_walls(pen: ImageDraw, layout: Layout, barriers: list[tuple[Edge, Barrier]]) -> None:
    """Draw everything that can't be opened; corners close because each piece is longer by its thickness."""
    for kind, thickness in THICKNESS.items():
        pieces = [ends_of(layout, edge) for edge, barrier in barriers if barrier is kind]
        _pieces(pen, pieces, thickness * layout.side / 16, Colour.INK)
        if kind is Barrier.BULKHEAD:
            _pieces(pen, pieces, thickness * layout.side / 48, Colour.GRID)
        if kind is Barrier.HULL:
            _pieces(pen, pieces, thickness * layout.side / 32, Colour.HULL)


def _pieces(pen: ImageDraw, pieces: list[tuple[int, int, int, int]], thickness: float, colour: Colour) -> None:
    reach = max(1, round(thickness)) // 2
    for x, y, to_x, to_y in pieces:
        pen.rectangle((x - reach, y - reach, to_x + reach, to_y + reach), fill=colour)


def draw_breach(brush: Brush) -> None:
    """Draw a hole torn into whatever stands on an edge: a jagged gap with a bright rim."""
    torn = (
        (-6, 0),
        (-4, -4),
        (-2, -2),
        (0.5, -5),
        (2, -2),
        (5, -4),
        (6, 0),
        (4, 4),
        (2, 2),
        (-0.5, 5),
        (-2, 2),
        (-5, 4),
    )
    brush.polygon([(1.1 * u, 1.1 * v) for u, v in torn], Colour.INK)
    brush.polygon([(0.9 * u, 0.9 * v) for u, v in torn], Colour.VERMILION)
    brush.polygon([(0.5 * u, 0.5 * v) for u, v in torn], Colour.FLOOR)


def draw_leak(brush: Brush) -> None:
    """Draw that air gets through whatever stands on an edge: a small hole with a jet on either side."""
    for colour, width in ((Colour.WHITE, 2.4), (Colour.BLUE, 1.2)):
        for u in (-2.6, 0, 2.6):
            brush.stroke(((u * 0.5, -1), (u * 1.6, -6)), colour, width)
            brush.stroke(((u * 0.5, 1), (u * 1.6, 6)), colour, width)
    brush.disc((0, 0), 2, Colour.INK)


Painter = Callable[[Brush, bool], None]


def _jambs(brush: Brush, reach: float, thickness: float) -> None:
    """The wall left at both sides of an opening that is `reach` to each side of the middle; the floor between."""
    brush.box((-reach, -thickness), (reach, thickness), Colour.FLOOR)
    for side in (-1, 1):
        brush.box((side * reach, -thickness), (side * 8, thickness), Colour.INK)


def _sliding_door(brush: Brush, is_open: bool) -> None:
    """Two leaves that meet in the middle; open, they stand back in the wall."""
    _jambs(brush, 5.5, 0.9)
    for side in (-1, 1):
        inner, outer = (4.2, 7) if is_open else (0.3, 6.5)
        brush.box((side * inner, -2.6), (side * outer, 2.6), Colour.FLOOR if is_open else Colour.AMBER, Colour.INK, 1)


def _iris_valve(brush: Brush, is_open: bool) -> None:
    """A disc with blades; open, a ring."""
    _jambs(brush, 4, 1.4)
    if is_open:
        brush.disc((0, 0), 4.4, Colour.INK)
        brush.disc((0, 0), 3.2, Colour.FLOOR)
        return
    brush.disc((0, 0), 4.4, Colour.AMBER, Colour.INK, 0.9)
    for u, v in ((3.6, 1.2), (-1.2, 3.6), (-3.6, -1.2), (1.2, -3.6)):
        brush.stroke(((u, v), (v * 0.35, -u * 0.35)), Colour.INK, 0.8)


def _hatch(brush: Brush, is_open: bool) -> None:
    """A square with a cross; open, its lid stands at one side."""
    _jambs(brush, 4.2, 0.9)
    if is_open:
        brush.box((-4.2, -0.9), (4.2, 0.9), Colour.FLOOR)
        brush.box((-5.2, -6), (-3.2, 1.6), Colour.FLOOR, Colour.INK, 0.7)
        return
    brush.box((-4.2, -3), (4.2, 3), Colour.AMBER, Colour.INK, 0.9)
    brush.stroke(((-3.6, -2.4), (3.6, 2.4)), Colour.INK, 0.8)
    brush.stroke(((-3.6, 2.4), (3.6, -2.4)), Colour.INK, 0.8)


def _maintenance_hatch(brush: Brush, is_open: bool) -> None:
    """Two wedges that touch, point to point; open, they are apart and hollow."""
    _jambs(brush, 4.5, 0.9)
    for side in (-1, 1):
        wedge = ((side * 5.5, -3.2), (side * 5.5, 3.2), (side * (2 if is_open else 0), 0))
        brush.polygon(wedge, Colour.INK)
        inner = ((side * 4.8, -1.8), (side * 4.8, 1.8), (side * (3 if is_open else 1.6), 0))
        brush.polygon(inner, Colour.FLOOR if is_open else Colour.AMBER)


def _airlock_door(brush: Brush, is_open: bool) -> None:
    """Two heavy slabs one behind the other, with bars; open, only their stubs."""
    _jambs(brush, 6, 2)
    for v in (-3.2, 0.4):
        for u, to_u in ((-7.5, -4.8), (4.8, 7.5)) if is_open else ((-7, 7),):
            brush.box((u, v), (to_u, v + 2.8), Colour.FLOOR if is_open else Colour.AMBER, Colour.INK, 1)
        for u in () if is_open else (-3.5, 0, 3.5):
            brush.stroke(((u - 0.8, v + 2.4), (u + 0.8, v + 0.4)), Colour.INK, 1)


def _access_plate(brush: Brush, is_open: bool) -> None:
    """A plate with four bolts; open, only the bolts around the hole."""
    _jambs(brush, 4.6, 0.7)
    if not is_open:
        brush.box((-4.6, -2), (4.6, 2), Colour.AMBER, Colour.INK, 0.9)
    for u in (-4.6, 4.6) if is_open else (-4.6, -1.6, 1.6, 4.6):
        brush.disc((u, 0), 1.5, Colour.FLOOR if is_open else Colour.INK, Colour.INK, 0.6)


_PAINTERS: dict[Barrier, Painter] = {
    Barrier.SLIDING_DOOR: _sliding_door,
    Barrier.IRIS_VALVE: _iris_valve,
    Barrier.HATCH: _hatch,
    Barrier.MAINTENANCE_HATCH: _maintenance_hatch,
    Barrier.AIRLOCK_DOOR: _airlock_door,
    Barrier.ACCESS_PLATE: _access_plate,
}


def draw_portal(brush: Brush, kind: Barrier, is_open: bool) -> None:
    """Draw a portal on the edge that the brush is on, from its left to its right; KeyError if it is none."""
    _PAINTERS[kind](brush, is_open)
