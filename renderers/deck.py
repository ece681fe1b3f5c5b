"""A deck as a picture. From a shell: `python -m renderers.deck data/decks/trainer.txt > deck.png`."""

import sys
from pathlib import Path

from PIL.ImageDraw import Draw, ImageDraw

from bot.deck.view import View
from renderers.backdrop import backdrop, scene_of
from renderers.counters import draw_counters
from renderers.layout import Layout, layout_of
from renderers.marks import draw_marks
from renderers.palette import png


def deck_png(view: View) -> bytes:
    """The view as PNG: one level, or the part of it that `view.crop` names, with its counters and marks."""
    layout = layout_of(view)
    picture = backdrop(scene_of(view.board, layout)).copy()
    draw_people(Draw(picture), layout, view)
    return png(picture)


def draw_people(pen: ImageDraw, layout: Layout, view: View) -> None:
    """Draw what changes most, over a backdrop, with a pen that takes colours of the palette."""
    draw_marks(pen, layout, view.marks)
    draw_counters(pen, layout, view.counters)
