"""What can be opened: a shape for each kind, filled with colour when it is shut, gone or hollow when it is open."""

from collections.abc import Callable

from bot.deck.plan import Barrier
from renderers.brush import Brush
from renderers.palette import Colour

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
        brush.box((side * inner, -1.8), (side * outer, 1.8), Colour.FLOOR if is_open else Colour.AMBER, Colour.INK, 0.7)


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
            brush.box((u, v), (to_u, v + 2.8), Colour.FLOOR if is_open else Colour.AMBER, Colour.INK, 0.7)
        for u in () if is_open else (-3.5, 0, 3.5):
            brush.stroke(((u - 0.8, v + 2.4), (u + 0.8, v + 0.4)), Colour.INK, 1)


def _access_plate(brush: Brush, is_open: bool) -> None:
    """A plate with four bolts; open, only the bolts around the hole."""
    _jambs(brush, 4.6, 0.7)
    if not is_open:
        brush.box((-4.6, -1.3), (4.6, 1.3), Colour.AMBER, Colour.INK, 0.5)
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
