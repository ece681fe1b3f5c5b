"""Drawing in a sign's own measures: around its middle, in sixteenths of its cell, turned in quarters."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL.ImageDraw import ImageDraw

from renderers.palette import Colour

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Brush:
    """A pen over a cell: (0, 0) is the cell's middle, (-8, -8) its top left corner when it isn't turned.

    `turns` are quarters clockwise: what is drawn upwards points right after one.
    """

    pen: ImageDraw
    middle: Point
    cell: float
    turns: int = 0

    def length(self, units: float) -> int:
        """So many units in pixels, at least one."""
        return max(1, round(units * self.cell / 16))

    def point(self, point: Point) -> tuple[int, int]:
        """Where a point of the sign is in the picture."""
        u, v = point
        for _ in range(self.turns % 4):
            u, v = -v, u
        return round(self.middle[0] + u * self.cell / 16), round(self.middle[1] + v * self.cell / 16)

    def box(self, a: Point, b: Point, fill: Colour | None, rim: Colour | None = None, width: float = 0) -> None:
        """A rectangle with two opposite corners, its rim inside them."""
        (x, y), (to_x, to_y) = self.point(a), self.point(b)
        corners = (min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))
        self.pen.rectangle(corners, fill=fill, outline=rim, width=self.length(width))

    def disc(self, at: Point, radius: float, fill: Colour | None, rim: Colour | None = None, width: float = 0) -> None:
        """A circle, its rim inside its radius."""
        self.oval(at, (radius, radius), fill, rim, width)

    def oval(self, at: Point, radii: Point, fill: Colour | None, rim: Colour | None = None, width: float = 0) -> None:
        """An ellipse that isn't turned with the rest, its rim inside it."""
        x, y = self.point(at)
        across, down = (self.length(radius) for radius in radii)
        bounds = (x - across, y - down, x + across, y + down)
        self.pen.ellipse(bounds, fill=fill, outline=rim, width=self.length(width))

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled shape."""
        self.pen.polygon([self.point(point) for point in points], fill=fill)

    def stroke(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line through some points."""
        self.pen.line([self.point(point) for point in points], fill=colour, width=self.length(width), joint="curve")


def draw_star(brush: Brush, at: Point, reach: float, fill: Colour) -> None:
    """A star of eight points with a rim: something bursts here."""
    for grow, colour in ((1.25, Colour.WHITE), (1.1, Colour.INK), (0.85, fill)):
        points = []
        for number in range(16):
            far = reach * grow * (1 if number % 2 == 0 else 0.5)
            points.append((at[0] + far * sin(number * pi / 8), at[1] - far * cos(number * pi / 8)))
        brush.polygon(points, colour)
