"""What closes an edge for good: walls thin, bulkheads double, the outer hull thick; and where one is breached."""

from collections.abc import Mapping

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


def draw_breach(pen: ImageDraw, layout: Layout, edge: Edge) -> None:
    """Draw a hole torn into whatever stands on an edge: a jagged gap with a bright rim."""
    brush = brush_on(pen, layout, edge)
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
