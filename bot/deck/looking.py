"""What one person on a deck sees of it, to be drawn."""

from collections.abc import Iterable

from bot.deck.board import Board
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import At
from bot.deck.view import Counter, Marks, View, view_of


def seen_by(board: Board, viewer: At, counters: Iterable[Counter]) -> View:
    """The squares of their level that somebody sees from one of them, with whoever stands on these."""
    seen = view_from(outlook(board, viewer.level), viewer)
    here = [place for counter in counters for place in counter.places if place.at in seen]
    framed = view_of(board, viewer.level, here, Marks(about=(viewer, *sorted(seen))))
    return View(board, viewer.level, framed.counters, crop=framed.crop, seen=seen)
