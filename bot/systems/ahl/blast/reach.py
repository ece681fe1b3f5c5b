"""What explodes, where it is thrown to, when it goes off, how far it reaches and what is thrown there (AHL 15, 24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import ceil

from bot.deck.board import Board
from bot.deck.passage import Walls, can_pass, is_solid
from bot.deck.plan import AHEAD, DIRECTIONS, At, Facing, height_apart, moved
from bot.deck.sight import sees, step_beyond
from bot.engine.dice import Modifier, referees_own
from bot.systems.ahl.asked.circumstances import Wounding
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.tables import Armour, Band, Weapon
from bot.systems.ahl.wounds.damage import ORDINARY, Surroundings

Direction = tuple[int, int]


def heading(thrower: At, target: At, facing: Facing) -> Direction:
    """Which way a throw goes on from its target square: to the next square on its line (AHL 16).

    Thrown into one's own square it goes on the way that one faces.
    """
    if (thrower.x, thrower.y) == (target.x, target.y):
        return AHEAD[facing]
    return step_beyond(thrower._replace(level=target.level), target)


def turned(direction: Direction, eighths: int) -> Direction:
    """A direction turned to the right by a number of eighths of a circle."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + eighths) % len(DIRECTIONS)]


def flight(board: Board, start: At, direction: Direction, squares: int) -> tuple[At, ...]:
    """The squares that something enters in a straight line, first to last, without the one where it starts.

    An obstruction stops it in the last open square: a wall, a closed portal, a filled square, the end of the
    floor (AHL 16, rulings R-63 and R-112).
    """
    path: list[At] = []
    here = start
    for _ in range(squares):
        there = moved(here, *direction)
        stopped = there not in board.plan.levels[there.level].floor or is_solid(board, there)
        if stopped or not can_pass(board, here, there):
            break
        path.append(there)
        here = there
    return tuple(path)


def blast_squares(board: Board, centre: At, reach: int) -> Mapping[At, int]:
    """The squares that an explosion reaches, each with how many squares away it is (AHL 15.B).

    A square is one away if it touches the centre, be it at a corner, two away if it touches one of those, and a
    clear line must run to it from the explosion. Height counts in squares as it does for ranges.
    """
    return _blast_squares(Walls(board), centre, reach)


# Whoever weighs shots asks of the same squares again and again.
@lru_cache(maxsize=2_000)
def _blast_squares(walls: Walls, centre: At, reach: int) -> Mapping[At, int]:
    found, board = {}, walls.board
    for number, level in enumerate(board.plan.levels):
        height = height_apart(centre, At(number, 0, 0), board.plan.separation)
        for x in range(centre.x - reach, centre.x + reach + 1):
            for y in range(centre.y - reach, centre.y + reach + 1):
                at = At(number, x, y)
                away = max(abs(x - centre.x), abs(y - centre.y)) + height
                if away <= reach and at in level.floor and sees(board, centre, at):
                    found[at] = ceil(away)
    return found


_SATCHEL = 30
_PHASES_A_TURN = 5
_SETS_OFF = 2


def goes_off(turn_emplaced: int, phases_written: int) -> tuple[int, int]:
    """The turn and the phase (1 to 5) in whose aimed fire step a charge explodes.

    As many phases as were written pass after the turn of emplacing, and it goes off in the next one (AHL 24.B,
    ruling R-133).
    """
    turns, phase = divmod(phases_written, _PHASES_A_TURN)
    return turn_emplaced + 1 + turns, phase + 1


def defused(turn_emplaced: int, phases_written: int, turn_of_defusing: int) -> bool:
    """Whether a turn spent on defusing a charge was in time: it had not gone off by that turn's end (AHL 24.B)."""
    turn, _ = goes_off(turn_emplaced, phases_written)
    return turn_emplaced < turn_of_defusing < turn


def set_off(penetration: int) -> bool:
    """Whether a primed charge goes off by collateral damage of this penetration; it throws for nothing (AHL 24.B,
    ruling R-134).
    """
    return penetration >= _SETS_OFF


FURTHEST = 2


class Cause(StrEnum):
    """What explodes, or strikes so that others are hurt; HEAP rounds are listed because they do not."""

    GRENADE = "grenade"
    HE = "HE"
    HEAP = "HEAP"
    PLASMA = "plasma"
    FUSION = "fusion"
    SATCHEL = "satchel"
    GREEN = "green equipment"
    RED = "red equipment"


STRIKES = frozenset({Cause.HE, Cause.PLASMA, Cause.FUSION})
EQUIPMENT = {Cause.GREEN: -6, Cause.RED: -10}


def collateral_penetration(cause: Cause, penetration: int, squares: int) -> int:
    """The penetration that is left at a number of squares, 0 for none (AHL 15.B.2).

    HE, plasma and fusion strikes halve theirs in the square itself, explosions only from one square away; each
    further square halves it again, always down.
    """
    if cause is Cause.HEAP or squares > FURTHEST:
        return 0
    return penetration >> (squares + (1 if cause in STRIKES else 0))


def usual_penetration(cause: Cause, weapons: Mapping[str, Weapon]) -> int | None:
    """The penetration of what always has the same; None for strikes, where gun and range decide.

    Grenades and green equipment are as 4cm RAM HE (AHL 15.A, 16), red equipment as a fusion gun's strike.
    """
    if cause is Cause.SATCHEL:
        return _SATCHEL
    if cause in {Cause.GRENADE, Cause.GREEN}:
        return weapons["4cm RAM"].row("HE").cells[Band.EFFECTIVE].penetration
    if cause is Cause.RED:
        return weapons["FGMP-14/15"].row("").cells[Band.EFFECTIVE].penetration
    return None


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion or strike in a square. `thrown_for` makes those in the square of an explosion throw 8+
    (ruling R-88); `dm` counts on every throw to suffer collateral damage. `asked` is what the order says.
    """

    cause: Cause
    penetration: int
    surroundings: Surroundings = ORDINARY
    thrown_for: bool = False
    dm: int = 0
    because: str = ""
    asked: Wounding | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """Somebody in reach of an explosion: the name for messages, the sheet, its armour, how many squares away, and
    whether a deck shows that they stand without air.
    """

    name: str
    character: Character
    armour: Armour
    squares: int = 0
    airless: bool = False


def needed_to_suffer(blast: Blast, squares: int) -> int | None:
    """The throw on which somebody so many squares away suffers, None where they do without (AHL 15.B.1)."""
    if squares:
        return {1: 10, 2: 12}[squares]
    return 8 if blast.thrown_for and blast.cause not in STRIKES else None


@dataclass(frozen=True, slots=True)
class Reached:
    """Somebody whom an explosion may hurt: all that their throw to suffer depends on; `penetration` is what is left."""

    blast: Blast
    near: Near
    penetration: int


def _referee(reached: Reached) -> Modifier | None:
    return referees_own(reached.blast.dm, reached.blast.because)


TO_SUFFER = (_referee,)
