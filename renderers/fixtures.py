"""What stands on squares: a sign for each fixture, crossed out when it is wrecked."""

from collections.abc import Callable

from bot.deck.plan import Fixture
from renderers.brush import Brush
from renderers.lettering import write
from renderers.palette import Colour

Painter = Callable[[Brush], None]

# A sign's cell is this part of its square, so that walls don't cut into it; what fills its square goes to its edge.
SHARE = 0.9
_EDGE = 8 / SHARE


def _console(brush: Brush) -> None:
    """A desk with a screen and a row of keys."""
    brush.box((-6, -5), (6, 5), Colour.WHITE, Colour.MUTED, 0.7)
    brush.box((-4.4, -3.6), (4.4, 1), Colour.SKY, Colour.MUTED, 0.5)
    for u in (-3.6, -1.2, 1.2, 3.6):
        brush.box((u - 0.8, 2.2), (u + 0.8, 3.6), Colour.MUTED)


def _machinery(brush: Brush) -> None:
    """A cogwheel."""
    for u, v in ((0, 1), (1, 0), (0.71, 0.71), (0.71, -0.71)):
        brush.stroke(((-6.6 * u, -6.6 * v), (6.6 * u, 6.6 * v)), Colour.SHADE, 2.6)
    brush.disc((0, 0), 5, Colour.SHADE)
    brush.disc((0, 0), 2.2, Colour.FLOOR)


def _corner_letter(brush: Brush, letter: str) -> None:
    """A letter in the corner, just large enough to be read on a phone."""
    write(brush.pen, brush.point((-4.6, -4.6)), letter, brush.length(5.6), Colour.INK, bold=True)


def _red(brush: Brush) -> None:
    """A cabinet that fills its square, all slats, with a small R in its corner: nobody's counter."""
    brush.box((-8.4, -8.4), (8.4, 8.4), Colour.ROSE, Colour.MUTED, 0.8)
    for v in (-1, 2, 5):
        brush.box((-6.4, v), (6.4, v + 1), Colour.VERMILION)
    _corner_letter(brush, "R")


def _green(brush: Brush) -> None:
    """A rack that fills its square, three tanks in it, with a small G in its corner: nobody's counter."""
    brush.box((-8.4, -8.4), (8.4, 8.4), Colour.FLOOR, Colour.MUTED, 0.8)
    for u in (-4.9, 0, 4.9):
        brush.oval((u, 5.6), (1.9, 1.2), Colour.GREEN)
        brush.box((u - 1.9, -1), (u + 1.9, 5.6), Colour.GREEN)
        brush.oval((u, -1), (1.9, 1.2), Colour.WHITE, Colour.GREEN, 0.6)
    _corner_letter(brush, "G")


def _conduit(brush: Brush) -> None:
    """A pipe with two flanges."""
    brush.box((-8, -2.4), (8, 2.4), Colour.SHADE, Colour.INK, 0.5)
    for u in (-4.5, 4.5):
        brush.box((u - 1, -4), (u + 1, 4), Colour.SHADE, Colour.INK, 0.5)


def _ladder(brush: Brush) -> None:
    """Rails and rungs."""
    for v in (-4.5, -1.5, 1.5, 4.5):
        brush.stroke(((-3.2, v), (3.2, v)), Colour.INK, 1)
    for u in (-3.4, 3.4):
        brush.stroke(((u, -6.8), (u, 6.8)), Colour.INK, 1.2)


def _lift(brush: Brush) -> None:
    """A cage with an arrow up and an arrow down."""
    brush.box((-6.2, -6.2), (6.2, 6.2), Colour.WHITE, Colour.INK, 1)
    brush.polygon(((0, -4.8), (3.6, -0.8), (-3.6, -0.8)), Colour.INK)
    brush.polygon(((0, 4.8), (3.6, 0.8), (-3.6, 0.8)), Colour.INK)


def _switch(brush: Brush) -> None:
    """A plate with a small lever, the quietest of all signs."""
    brush.box((-1.6, -2.4), (1.6, 2.4), Colour.WHITE, Colour.SHADE, 0.6)
    brush.box((-0.5, -1.3), (0.5, 0), Colour.MUTED)


def _drop(brush: Brush) -> None:
    """A hole as wide as its square, arrows down into it: several are one shaft."""
    brush.box((-_EDGE, -_EDGE), (_EDGE, _EDGE), Colour.SPACE)
    for v in (-3.6, 1):
        brush.stroke(((-3.4, v), (0, v + 2.8), (3.4, v)), Colour.SHADE, 1.2)


def _tube(brush: Brush) -> None:
    """A hole as wide as its square with a ring in it, and no way down: several are the shaft of a gun."""
    brush.box((-_EDGE, -_EDGE), (_EDGE, _EDGE), Colour.SPACE)
    brush.disc((0, 0), 5.4, Colour.INK, Colour.SHADE, 1.2)


def _fuel(brush: Brush) -> None:
    """Waves that run on from square to square."""
    for v in (-5.5, 0, 5.5):
        crests = [(_EDGE * (third / 3 - 1), v + (1 if third % 2 else -1)) for third in range(7)]
        brush.stroke(crests, Colour.SKY, 1.2)


def _crate(brush: Brush) -> None:
    """A box nailed together."""
    brush.box((-5.8, -5.8), (5.8, 5.8), Colour.GRID, Colour.MUTED, 0.8)
    brush.stroke(((-4.8, -4.8), (4.8, 4.8)), Colour.MUTED, 0.7)
    brush.stroke(((-4.8, 4.8), (4.8, -4.8)), Colour.MUTED, 0.7)


def _bunk(brush: Brush) -> None:
    """A mattress with a pillow."""
    brush.box((-4, -7), (4, 7), Colour.WHITE, Colour.SHADE, 0.6)
    brush.box((-2.6, -5.8), (2.6, -3), Colour.GRID, Colour.SHADE, 0.5)
    brush.stroke(((-3.6, -1), (3.6, -1)), Colour.SHADE, 0.5)


def _seat(brush: Brush) -> None:
    """A seat with a back and two arms."""
    brush.box((-3, -1.6), (3, 3.4), Colour.GRID, Colour.SHADE, 0.6)
    for first, last in (((-4.2, -3.6), (4.2, -1.6)), ((-4.2, -1.6), (-3, 3)), ((3, -1.6), (4.2, 3))):
        brush.box(first, last, Colour.SHADE)


def _table(brush: Brush) -> None:
    """A top with rounded ends, and what somebody has left on it."""
    brush.oval((0, 0), (7, 5), Colour.GRID, Colour.SHADE, 0.6)
    brush.disc((-2, 0), 1.2, Colour.WHITE, Colour.SHADE, 0.5)


def _galley(brush: Brush) -> None:
    """A stove with four plates."""
    brush.box((-6, -6), (6, 6), Colour.WHITE, Colour.SHADE, 0.6)
    for u, v in ((-2.7, -2.7), (2.7, -2.7), (-2.7, 2.7), (2.7, 2.7)):
        brush.disc((u, v), 1.9, None, Colour.SHADE, 0.6)


_PAINTERS: dict[Fixture, Painter] = {
    Fixture.CONSOLE: _console,
    Fixture.MACHINERY: _machinery,
    Fixture.RED: _red,
    Fixture.GREEN: _green,
    Fixture.CONDUIT: _conduit,
    Fixture.LADDER: _ladder,
    Fixture.LIFT: _lift,
    Fixture.SWITCH: _switch,
    Fixture.DROP: _drop,
    Fixture.TUBE: _tube,
    Fixture.FUEL: _fuel,
    Fixture.CRATE: _crate,
    Fixture.BUNK: _bunk,
    Fixture.SEAT: _seat,
    Fixture.TABLE: _table,
    Fixture.GALLEY: _galley,
}


def draw_fixture(brush: Brush, kind: Fixture, wrecked: bool) -> None:
    """Draw what stands on the square that the brush is on."""
    _PAINTERS[kind](brush)
    if wrecked:
        for slope in (1, -1):
            for colour, width in ((Colour.INK, 3), (Colour.VERMILION, 1.6)):
                brush.stroke(
                    ((-6.5, -6.5 * slope), (-1, -1.5 * slope), (1, 1.5 * slope), (6.5, 6.5 * slope)), colour, width
                )


def draw_open_lift(brush: Brush) -> None:
    """Draw a lift that stands there with its doors open: the cage filled, the arrows in it bright."""
    brush.box((-7.4, -7.4), (7.4, 7.4), Colour.INK)
    brush.polygon(((0, -5.4), (4.4, -0.8), (-4.4, -0.8)), Colour.YELLOW)
    brush.polygon(((0, 5.4), (4.4, 0.8), (-4.4, 0.8)), Colour.YELLOW)


def draw_floor_hatch(brush: Brush, is_open: bool, under: Colour | None = None) -> None:
    """Draw a hatch in the floor over what leads down: a lid with a wheel; open, it stands at one side.

    Through an open one shows what is drawn below it, or the colour `under`.
    """
    if is_open:
        brush.box((-6.4, -6.8), (6.4, 6.8), under, Colour.INK, 1)
        brush.box((-6.4, -6.8), (-4.6, 6.8), Colour.AMBER, Colour.INK, 0.8)
        return
    brush.box((-6.8, -6.8), (6.8, 6.8), Colour.SHADE, Colour.INK, 1.2)
    brush.disc((0, 0), 4.6, Colour.FLOOR, Colour.INK, 1.2)
    for u, v in ((1, 0), (0, 1)):
        brush.stroke(((-4.6 * u, -4.6 * v), (4.6 * u, 4.6 * v)), Colour.INK, 1)


def draw_cycling(brush: Brush) -> None:
    """Draw that the airlock of a square cycles: an hourglass."""
    brush.polygon(((-4.6, -6), (4.6, -6), (0, 0)), Colour.INK)
    brush.polygon(((-4.6, 6), (4.6, 6), (0, 0)), Colour.INK)
    brush.polygon(((-2.6, -5), (2.6, -5), (0, -1.8)), Colour.FLOOR)
    for v in (-6, 6):
        brush.stroke(((-5.6, v), (5.6, v)), Colour.INK, 1.4)
