"""Squares and their neighbours: which edge lies between two of them."""

from bot.deck.plan import At, Edge, Facing

AHEAD = {Facing.NORTH: (0, -1), Facing.EAST: (1, 0), Facing.SOUTH: (0, 1), Facing.WEST: (-1, 0)}
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def moved(at: At, dx: int, dy: int) -> At:
    """The square that lies a number of squares to the east and to the south, on the same level."""
    return At(at.level, at.x + dx, at.y + dy)


def edge_of(at: At, side: Facing) -> Edge:
    """The edge on that side of a square."""
    if side is Facing.EAST:
        return Edge(at.level, at.x + 1, at.y, Facing.WEST)
    if side is Facing.SOUTH:
        return Edge(at.level, at.x, at.y + 1, Facing.NORTH)
    return Edge(at.level, at.x, at.y, side)


def edge_between(one: At, other: At) -> Edge:
    """The edge that two squares share, which lie side by side on one level."""
    if one.x == other.x:
        return Edge(one.level, one.x, max(one.y, other.y), Facing.NORTH)
    return Edge(one.level, max(one.x, other.x), one.y, Facing.WEST)


def sides_of(edge: Edge) -> tuple[At, At]:
    """The two squares on either side of an edge, the north or west one first; either may be no floor."""
    far = At(edge.level, edge.x, edge.y)
    return (moved(far, 0, -1) if edge.side is Facing.NORTH else moved(far, -1, 0)), far


def neighbours(at: At) -> tuple[At, ...]:
    """The eight squares around one, from the north clockwise."""
    return tuple(moved(at, dx, dy) for dx, dy in DIRECTIONS)


def adjacent(one: At, other: At) -> bool:
    """Whether two squares touch, be it at a corner, or are the same."""
    return one.level == other.level and abs(one.x - other.x) <= 1 and abs(one.y - other.y) <= 1
