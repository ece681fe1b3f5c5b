"""Throwing grenades, and where one that missed its square comes down on a deck (AHL 16)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.plan import At
from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.engine.errors import RuleError
from bot.systems.ahl.blast.reach import Direction, turned
from bot.systems.ahl.sheet.character import Character, check_can

NEEDED = 8
STRAIGHT_ON = 7

# The scatter diagrams are lost but for the 7: this is a table of our own (ruling R-31).
_HOUSE = {
    4: "back to the left",
    5: "to the left",
    6: "ahead to the left",
    8: "ahead to the right",
    9: "to the right",
    10: "back to the right",
}


@dataclass(frozen=True, slots=True)
class Toss:
    """What a throw at a square is like: the range in squares of 1.5 m, and whether the thrower is in cover."""

    squares: int
    cover: bool = False
    dm: int = 0
    because: str = ""


def _range(toss: Toss) -> Modifier | None:
    """Whole tens only, so that 10 to 19 squares cost nothing (ruling R-110)."""
    tens = toss.squares // 10 - 1
    return Modifier(-tens, f"{toss.squares} squares", "AHL 16") if tens > 0 else None


def _cover(toss: Toss) -> Modifier | None:
    return Modifier(-2, "thrown from cover", "AHL 16") if toss.cover else None


def _referee(toss: Toss) -> Modifier | None:
    return referees_own(toss.dm, toss.because)


TO_TOSS = (_range, _cover, _referee)


@dataclass(frozen=True, slots=True)
class Scatter:
    """Where a grenade goes that misses its square: the total for the direction, in words where those are known,
    and how many squares in a straight line.
    """

    total: int
    direction: str
    squares: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A grenade thrown: the throw to hit the square, and where it scatters to if it missed."""

    check: Check
    scatter: Scatter | None


def take_grenade(name: str, character: Character) -> Character:
    """The thrower with one grenade less; raises RuleError where they can't throw, or has none left."""
    check_can("throw a grenade", name, character)
    if not character.grenades:
        raise RuleError(f"{name} has no grenades: give them some with /character edit field:grenades (AHL 25.A).")
    return replace(character, grenades=character.grenades - 1)


def throw_grenade(
    toss: Toss, modifiers: ModifierRules[Toss], dice: Dice, *, needed: int = NEEDED, scatter: Callable[[Dice], Scatter]
) -> Thrown:
    """Throw at a square: 8+ hits it, unless a book needs another, and a miss scatters."""
    check = Check("to hit the square", dice.roll(2, why="to hit"), applied(modifiers, toss), needed)
    return Thrown(check, None if check.made else scatter(dice))


def scatter(dice: Dice, *, house: bool) -> Scatter:
    """Throw 2D for the direction, and 2D for the squares, halved down (AHL 16); `house` uses our own table of
    directions (ruling R-31).
    """
    total = dice.roll(2, why="direction")
    return Scatter(total, direction(total, house=house), dice.roll(2, why="distance") // 2)


def direction(total: int, *, house: bool) -> str:
    """Which way that is, seen by the thrower: 7 is straight on; "" is for the referee to say."""
    if total == STRAIGHT_ON:
        return "straight on"
    return _HOUSE.get(total, "straight back") if house else ""


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
