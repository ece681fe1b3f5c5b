"""Where a grenade that missed its square comes down on a deck (AHL 16)."""

from collections.abc import Mapping, Sequence

from bot.deck.plan import At
from bot.engine.dice import Dice
from bot.systems.ahl.blast.flight import Direction, turned
from bot.systems.ahl.grenade.throw import Scatter

# Eighths of a circle to the right, for the directions of the house table (ruling R-31).
_EIGHTHS = {
    "straight on": 0,
    "ahead to the right": 1,
    "to the right": 2,
    "back to the right": 3,
    "straight back": 4,
    "back to the left": 5,
    "to the left": 6,
    "ahead to the left": 7,
}


def scatter_direction(scatter: Scatter, heading: Direction) -> Direction | None:
    """Which way a grenade scatters whose throw went `heading`; None where the referee has to say (ruling R-31)."""
    return turned(heading, _EIGHTHS[scatter.direction]) if scatter.direction else None


def come_down(target: At, path: Sequence[At], crowd: Mapping[At, int], dice: Dice) -> At:
    """Where it ends whose flight from the target square takes it along `path`.

    In each occupied square on the way one die at or under the number of those in it, alive or not, stops it; in
    the last square none is thrown, nor in the target square (AHL 16, ruling R-112).
    """
    for at in path[:-1]:
        if crowd.get(at) and dice.roll(1, why="stopped by somebody") <= crowd[at]:
            return at
    return path[-1] if path else target
