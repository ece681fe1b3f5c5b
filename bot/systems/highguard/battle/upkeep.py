"""Emergency repairs, the frozen watch, and what a yard asks afterwards (HG-R01 to R07)."""

from dataclasses import dataclass
from fractions import Fraction

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, Modifier, referees_own
from bot.systems.highguard.design.entries import Number

TRY_TONS = 10_000
REPAIR = 9
WATCH_TURNS = 2


def repair_attempts(tons: Number) -> int:
    """How many systems a crew may try to repair in a turn (HG-R02, R-59)."""
    return -(-Fraction(tons) // TRY_TONS)


def throw_repair(what: str, dice: Dice, dm: int = 0, because: str = "") -> Check:
    """One attempt: 9+ on 2D (HG-R02)."""
    modifier: Modifier | None = referees_own(dm, because)
    why = f"repair of {what}"
    return Check(why, dice.roll(2, why=why), (modifier,) if modifier else (), REPAIR)


@dataclass(frozen=True, slots=True)
class Watch:
    """A ship's people as factors: now and at full, whether the frozen watch was used, turns until it is awake."""

    crew: int
    full: int
    revived: bool = False
    turns: int = 0


def revive(watch: Watch) -> Watch:
    """Begin to wake the frozen watch; the same again where it was used before or nobody is missing (HG-R06)."""
    if watch.revived or watch.crew >= watch.full:
        return watch
    return Watch(watch.crew, watch.full, revived=True, turns=WATCH_TURNS)


def turn_passes(watch: Watch) -> Watch:
    """One turn nearer; at the end of the second one crew factor is back (HG-R06, R-60)."""
    if not watch.turns:
        return watch
    awake = watch.turns == 1
    return Watch(min(watch.full, watch.crew + awake), watch.full, watch.revived, watch.turns - 1)


def repair_cost(price: Number, *, critical: bool = False) -> Fraction:
    """Credits for a system at a yard: half its price, all of it after a critical hit (HG-R07, R-90)."""
    return Fraction(price) / (1 if critical else 2)


def yard_classes(system: str) -> str:
    """The starports that repair a system (HG-R07)."""
    return "A" if system == "jump" else "A or B"
