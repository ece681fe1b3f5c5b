"""A round of close combat: free blows first, then all blows by sub-phases, those of one at once (C3K Strike phase)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.deck.view import Attacked
from bot.engine.dice import Dice
from bot.systems.combat3000.aim.hitroll import LAST, Timing
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.fire.drawn import scored
from bot.systems.combat3000.hit.figures import Struck, Target
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.melee.blows import Striker, Struggle, strike_home, throw_strike
from bot.systems.combat3000.melee.wielding import close_profile
from bot.systems.combat3000.options import Options

# The sub-phase of a free blow, before all others.
_FREE = 0


class Fate(StrEnum):
    """What became of a blow."""

    STRUCK = "struck"
    LATE = "too late"
    LOST = "lost"
    IDLE = "nobody left"


@dataclass(frozen=True, slots=True)
class Intended:
    """A blow that somebody means to strike: at the first who stands of those, the `free` of them without a strike
    phase.
    """

    striker: Striker
    at: tuple[str, ...]
    free: frozenset[str] = frozenset()
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class BlowDone:
    """A blow and what became of it: when it fell, None for a free blow, and what it did to whom."""

    intended: Intended
    fate: Fate
    timing: Timing | None = None
    target: str = ""
    struck: Struck | None = None

    @property
    def seen(self) -> Attacked | None:
        """What others see of it, on whom it fell; None where it was never struck."""
        if not self.target or self.fate is not Fate.STRUCK:
            return None
        return Attacked(self.target, scored([self.struck] if self.struck else []), by=self.intended.striker.name)


@dataclass(frozen=True, slots=True)
class _Timed:
    """A blow with its place in the order, None where it comes too late, and the throw for it.

    Two of one place are equal, whatever was thrown, so that exact odds look at places and not at dice.
    """

    intended: Intended = field(compare=False)
    phase: int | None
    timing: Timing | None = field(default=None, compare=False)


Figures = Mapping[str, Figure]


def fight(
    intended: Sequence[Intended],
    figures: Figures,
    book: Book,
    options: Options,
    dice: Dice,
    *,
    shortly: bool = False,
) -> tuple[tuple[BlowDone, ...], Figures]:
    """Throw for the sub-phase of every blow and strike them in their order; with it everybody as they are then.

    Whoever is killed or stunned in an earlier sub-phase strikes no blow; those of the same one are struck by who they
    were as it began. `shortly` is for odds: see `strike_home`.
    """
    done: tuple[BlowDone, ...] = ()
    timed = _in_time(intended, book, dice)
    for phase in range(_FREE, LAST + 1):
        before = figures
        for each in (one for one in timed if one.phase == phase):
            blow, figures = _strike(each, before, figures, book, options, dice, shortly=shortly)
            done = (*done, blow)
    late = (BlowDone(each.intended, Fate.LATE, each.timing) for each in timed if each.phase is None)
    return (*done, *late), figures


def _in_time(intended: Sequence[Intended], book: Book, dice: Dice) -> tuple[_Timed, ...]:
    """When each blow falls. What counts is who is before whom: folded, so that odds look at orders and not at dice."""

    def throw(thrower: Dice, so_far: tuple[_Timed, ...], blow: Intended) -> tuple[_Timed, ...]:
        if blow.free:
            return (*so_far, _Timed(blow, _FREE))
        timing = throw_strike(blow.striker, thrower, book.blows)
        return (*so_far, _Timed(blow, timing.phase, timing))

    def ranked(thrower: Dice, _: tuple[_Timed, ...], blows: Sequence[Intended]) -> tuple[_Timed, ...]:
        start: tuple[_Timed, ...] = ()
        timed = thrower.fold(blows, start, throw)
        phases = sorted({each.phase for each in timed if each.phase})
        return tuple(replace(each, phase=each.phase and phases.index(each.phase) + 1) for each in timed)

    nothing: tuple[_Timed, ...] = ()
    return dice.fold((tuple(intended),), nothing, ranked)


def _strike(
    timed: _Timed, before: Figures, now: Figures, book: Book, options: Options, dice: Dice, *, shortly: bool
) -> tuple[BlowDone, Figures]:
    """One blow: of who it was as the sub-phase began, at who is left by then."""
    intended = timed.intended
    striker = intended.striker
    if helpless(before[striker.name]):
        return BlowDone(intended, Fate.LOST, timed.timing), now
    target = next((name for name in intended.at if not before[name].killed), None)
    if target is None:
        return BlowDone(intended, Fate.IDLE, timed.timing), now
    armour = tuple(book.armour[code] for code in now[target].armour)
    own = replace(striker, profile=close_profile(before[striker.name], book))
    blow = Struggle(own, close_profile(before[target], book), armour, intended.dm, intended.because)
    hit = Target(target, now[target], armour, living=not now[target].robot)
    struck = strike_home(blow, hit, dice, options, book.blows, shortly=shortly)
    return BlowDone(intended, Fate.STRUCK, timed.timing, target, struck), {**now, target: struck.after}
