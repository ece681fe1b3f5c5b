"""How long does a picture of a whole deck take, and how large is it? Against the same drawing in RGB mode.

Both draw with the same code; the pen of the other turns each place in the palette into its colour.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from bench.resolver import median_time
from bot.deck.board import as_drawn
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, Level, Plan, Room
from bot.deck.view import Counter, Marks, View
from renderers.backdrop import backdrop, draw_backdrop, scene_of
from renderers.deck import deck_png, draw_people
from renderers.layout import layout_of
from renderers.palette import RGB, Colour

COLUMNS, ROWS, ROOM = 40, 60, 5


@dataclass(frozen=True, slots=True)
class RgbPen:
    """Draws in RGB what it is told in places of the palette."""

    pen: ImageDraw.ImageDraw

    def __getattr__(self, name: str) -> Any:
        draw = getattr(self.pen, name)
        return lambda *values, **named: draw(*values, **{key: _colour(key, value) for key, value in named.items()})


def _colour(key: str, value: Any) -> Any:
    return RGB[value] if key in {"fill", "outline"} and value is not None else value


def rgb_backdrop(view: View) -> Image.Image:
    """The deck without people, in RGB."""
    scene = scene_of(view, layout_of(view))
    picture = Image.new("RGB", scene.layout.size, RGB[Colour.SPACE])
    draw_backdrop(rgb_pen(picture), scene)
    return picture


def rgb_pen(picture: Image.Image) -> Any:
    pen = ImageDraw.Draw(picture)
    pen.fontmode = "1"
    return RgbPen(pen)


def rgb_png(view: View, deck: Image.Image) -> bytes:
    """The whole picture in RGB, as PNG as Pillow makes it."""
    picture, out = deck.copy(), BytesIO()
    draw_people(rgb_pen(picture), scene_of(view, layout_of(view)), view)
    picture.save(out, "PNG")
    return out.getvalue()


def big_deck() -> Plan:
    """A deck of 40 by 60 squares in rooms of 5 by 5, each with two doors and a console."""
    squares = [At(0, x, y) for x in range(COLUMNS) for y in range(ROWS)]
    barriers = {}
    for _, x, y in [*squares, *(At(0, COLUMNS, y) for y in range(ROWS)), *(At(0, x, ROWS) for x in range(COLUMNS))]:
        for side, across, along, far in ((Facing.WEST, x, y, COLUMNS), (Facing.NORTH, y, x, ROWS)):
            inside = x < COLUMNS if side is Facing.NORTH else y < ROWS
            if across % ROOM == 0 and inside:
                wall = Barrier.SLIDING_DOOR if along % ROOM == 2 else Barrier.WALL
                barriers[Edge(0, x, y, side)] = wall if 0 < across < far else Barrier.HULL
    fixtures = {at: Fixture.CONSOLE for at in squares if at.x % ROOM == at.y % ROOM == 0}
    numbers = {at: at.x // ROOM + at.y // ROOM * (COLUMNS // ROOM) + 1 for at in squares}
    rooms = tuple(
        Room(number, "Cabin", frozenset(at for at in squares if numbers[at] == number))
        for number in sorted(set(numbers.values()))
    )
    dark = frozenset(range(1, len(rooms), 5))
    return Plan(
        "Cruiser",
        "",
        (Level("Main deck", COLUMNS, ROWS, frozenset(squares), barriers, fixtures),),
        3,
        rooms,
        {},
        dark_at_first=dark,
    )


def main() -> None:
    """Print the figures."""
    people = tuple(Counter(f"Marine {n}", At(0, n * 7 % COLUMNS, 2 * n), Facing.EAST, n % 2, n % 4) for n in range(30))
    shot = Marks(line=(At(0, 3, 3), At(0, 30, 20)), danger=tuple(At(0, x, 20) for x in range(30, 38)))
    view = View(as_drawn(big_deck()), 0, people, shot)
    deck = rgb_backdrop(view)
    ours, theirs = deck_png(view), rgb_png(view, deck)
    assert Image.open(BytesIO(ours)).convert("RGB").tobytes() == Image.open(BytesIO(theirs)).tobytes()

    def anew() -> bytes:
        backdrop.cache_clear()
        return deck_png(view)

    redrawn, drawn, rgb_redrawn, rgb_drawn = median_time(
        lambda: deck_png(view), anew, lambda: rgb_png(view, deck), lambda: rgb_png(view, rgb_backdrop(view)), times=2
    )
    show("redraw and PNG, the deck kept / the same in RGB", redrawn, rgb_redrawn, 0.24)
    show("the first picture of a deck / the same in RGB", drawn, rgb_drawn, None)
    missed = "" if len(ours) <= 0.49 * len(theirs) else "MISSED "
    kilobytes = f"{len(ours) / 1e3:.0f} / {len(theirs) / 1e3:.0f} kB"
    print(f"bytes / RGB: {len(ours) / len(theirs):.2f} (at most 0.49) {missed}[{kilobytes}]")


def show(what: str, ours: float, theirs: float, most: float | None) -> None:
    bound = "" if most is None else f" (at most {most}) {'' if ours <= most * theirs else 'MISSED '}"
    print(f"{what}: {ours / theirs:.2f}{bound}[{ours * 1e3:.1f} / {theirs * 1e3:.1f} ms]")


if __name__ == "__main__":
    main()
