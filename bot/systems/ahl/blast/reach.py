"""What explodes, or strikes so that others are hurt: how far that reaches, and what those near it throw (AHL 15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice import Modifier, referees_own
from bot.systems.ahl.blast import satchels
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.tables.weapons import Armour, Band, Weapon
from bot.systems.ahl.wounds.damage import ORDINARY, Surroundings

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
        return satchels.PENETRATION
    if cause in {Cause.GRENADE, Cause.GREEN}:
        return weapons["4cm RAM"].row("HE").cells[Band.EFFECTIVE].penetration
    if cause is Cause.RED:
        return weapons["FGMP-14/15"].row("").cells[Band.EFFECTIVE].penetration
    return None


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion or strike in a square. `thrown_for` makes those in the square of an explosion throw 8+
    (ruling R-88); `dm` counts on every throw to suffer collateral damage.
    """

    cause: Cause
    penetration: int
    surroundings: Surroundings = ORDINARY
    thrown_for: bool = False
    dm: int = 0
    because: str = ""


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
