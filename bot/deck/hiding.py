"""Where somebody who runs from their enemies hides: squares that none of them sees, the nearest first."""

from collections.abc import Callable, Collection, Iterator
from itertools import islice

from bot.deck.board import Board
from bot.deck.outlook import seen_together
from bot.deck.placing import walks
from bot.deck.plan import At, range_between
from bot.deck.sight import sees

# Farther nobody looks for cover.
_MOST_SQUARES = 1000


def hidden(
    board: Board, start: At, enemies: Collection[At], far: Callable[[At, At, int], int] = range_between
) -> Iterator[tuple[int, At]]:
    """Squares that no enemy sees and that lie no nearer to any who sees them at the start, the nearest first, with how
    many steps lead there. How `far` two squares are apart is as the book has it, by how far apart levels are.
    """
    separation = board.plan.separation
    seen = {at: far(start, at, separation) for at in enemies if sees(board, start, at)}
    in_view = seen_together(board, enemies)
    for at, steps in islice(walks(board, start), 1, _MOST_SQUARES):
        if at in in_view:
            continue
        if all(far(at, enemy, separation) >= apart for enemy, apart in seen.items()):
            yield steps, at
