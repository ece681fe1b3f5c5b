"""What is around the squares: the title, and on the rim the columns' letters and the rows' numbers."""

from PIL.ImageDraw import ImageDraw

from bot.deck.naming import column_name
from bot.deck.plan import Plan
from renderers.layout import Layout
from renderers.lettering import shortened, size_within, width_of, write
from renderers.palette import Colour


def draw_frame(pen: ImageDraw, layout: Layout, plan: Plan) -> None:
    """Draw title and rim."""
    _title(pen, layout, plan)
    _rim(pen, layout)


def _rim(pen: ImageDraw, layout: Layout) -> None:
    """Write each column's letters above and below, each row's number left and right; some if there are too many."""
    half, side = layout.rim / 2, layout.side
    # A little outwards, where no door in the hull covers them.
    out = 1.2 * half
    left, top, right, bottom = layout.field
    columns = range(layout.left, layout.left + layout.columns)
    rows = range(layout.top, layout.top + layout.rows)
    letters = max((column_name(x) for x in columns), key=len)
    size = round(min(1.2 * half, size_within("8" * len(str(rows[-1] + 1)), 1.5 * half, 1.2 * half)))
    for x in columns[:: _every(width_of(letters, size), side)]:
        middle = left + (x - layout.left + 0.5) * side
        for above_or_below in (top - out, bottom + out):
            write(pen, (middle, above_or_below), column_name(x), size, Colour.WHITE)
    for y in rows[:: _every(size, side)]:
        middle = top + (y - layout.top + 0.5) * side
        for beside in (left - out, right + out):
            write(pen, (beside, middle), str(y + 1), size, Colour.WHITE)


def _every(length: int, side: int) -> int:
    """Of how many squares one is named, where names are so many pixels long."""
    return -(-5 * length // (4 * side))


def _title(pen: ImageDraw, layout: Layout, plan: Plan) -> None:
    space, smallest = layout.size[0] - 2 * layout.rim, round(0.45 * layout.head)
    text = title_within(plan, layout.level, space, smallest)
    size = max(size_within(text, space, 0.8 * layout.head), smallest)
    at = (layout.rim, layout.rim / 4 + layout.head / 2)
    write(pen, at, shortened(text, space, size), size, Colour.WHITE, anchor="lm", bold=True)


def title_within(plan: Plan, level: int, width: float, size: int) -> str:
    """The level's name and the deck's, and which level of how many it is: as many of these as fit into some pixels.

    The deck's name goes first, as whoever looks knows it; the level's is always there.
    """
    name = plan.levels[level].name
    number = f"level {level + 1} of {len(plan.levels)}" if len(plan.levels) > 1 else ""
    texts = [_joined(name, plan.name, number), _joined(name, number), name]
    return next((text for text in texts if width_of(text, size) <= width), name)


def _joined(*parts: str) -> str:
    return " · ".join(dict.fromkeys(part for part in parts if part))
