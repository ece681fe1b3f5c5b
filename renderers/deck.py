"""A deck as a picture. From a shell: `python -m renderers.deck data/decks/trainer.txt > deck.png`.

A number after the file is the level, counted from 1.
"""

import sys
from pathlib import Path

from PIL.ImageDraw import Draw, ImageDraw

from bot.deck.board import as_drawn
from bot.deck.reading import read_plan
from bot.deck.view import View
from bot.engine.errors import RuleError
from renderers.backdrop import Backdrop, backdrop, names_of, scene_of
from renderers.brush import Brush
from renderers.counters import draw_counters
from renderers.fixtures import draw_floor_hatch
from renderers.layout import Layout, layout_of
from renderers.marks import draw_figures, draw_marks
from renderers.palette import Colour, png

# The side of a sign in a corner of a square, and where its middle is, clear of walls and names: shares of the square.
_BADGE, _BADGE_AT = 0.36, 0.21


def deck_png(view: View) -> bytes:
    """The view as PNG: one level, or the part of it that `view.crop` names, with its counters and marks."""
    scene = scene_of(view, layout_of(view))
    picture = backdrop(scene).copy()
    draw_people(Draw(picture), scene, view)
    return png(picture)


def draw_people(pen: ImageDraw, scene: Backdrop, view: View) -> None:
    """Draw what changes most, over a backdrop, with a pen that takes colours of the palette."""
    layout = scene.layout
    draw_marks(pen, layout, view.marks)
    draw_counters(pen, layout, view.counters)
    people = {at for one in view.counters for at in (one.at, *one.body)}
    draw_figures(pen, layout, view.marks, people, names_of(scene))
    _draw_hatches_below(pen, layout, view)


def _draw_hatches_below(pen: ImageDraw, layout: Layout, view: View) -> None:
    """Draw the floor's hatches that somebody hides once more, small in a corner: whether they are open matters."""
    hatches = view.board.plan.levels[view.level].hatches
    for at in layout.shown(hatches & {counter.at for counter in view.counters}):
        x, y = layout.corner(at.x, at.y)
        middle = (x + _BADGE_AT * layout.side, y + _BADGE_AT * layout.side)
        draw_floor_hatch(Brush(pen, middle, _BADGE * layout.side), at in view.board.open, Colour.WHITE)


def main(arguments: list[str]) -> int:
    """Write the picture of a drawn deck to standard output; the exit code is 1 if there is none, said in a sentence."""
    match arguments:
        case [file]:
            number = "1"
        case [file, number]:
            pass
        case _:
            return _refused("name a deck's file, and the level's number if it isn't the first.")
    try:
        plan = read_plan(Path(file).read_text(encoding="utf-8"), Path(file).stem)
    except (OSError, UnicodeDecodeError, RuleError) as error:
        return _refused(f"{file}: {error}")
    if number not in map(str, range(1, len(plan.levels) + 1)):
        return _refused(f"{file}: {number} is no level of it, they are 1 to {len(plan.levels)}.")
    sys.stdout.buffer.write(deck_png(View(as_drawn(plan), int(number) - 1)))
    return 0


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
