"""What stays on the table for a while: clouds, stasis, a vortex (C3K Special weapons effect, Shells and grenades)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.dice import Dice
from bot.systems.combat3000.lists.others import Shell

CLOUD_TURNS = 10
STASIS_TURNS = 6
VORTEX_CM = 15


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud of gas or smoke: what it is, its template's diameter in cm, and in which of its ten turns it is."""

    kind: str
    diameter: int
    turn: int = 1

    @property
    def templates(self) -> int:
        """How many templates long it is, downwind of where it began (ruling B-H7)."""
        return self.turn

    @property
    def blocks_sight(self) -> bool:
        """Whether no line of sight passes through it."""
        return self.kind == "baffler"


def drift(cloud: Cloud) -> Cloud | None:
    """The cloud in the next movement phase, one template longer; None once its ten turns are over."""
    return None if cloud.turn >= CLOUD_TURNS else replace(cloud, turn=cloud.turn + 1)


@dataclass(frozen=True, slots=True)
class Stasis:
    """A circle in which time stands still, which nothing enters or leaves; the turns left count the present one."""

    diameter: int
    turns: int = STASIS_TURNS


def thaw(stasis: Stasis) -> Stasis | None:
    """The stasis in the next turn; None once it is over."""
    return None if stasis.turns <= 1 else replace(stasis, turns=stasis.turns - 1)


@dataclass(frozen=True, slots=True)
class Vortex:
    """A vortex, which takes away whatever is in it: diameter in cm, and what becomes of it at the end of this move.

    `leaving` vanishes then without a throw; `away` is gone now and comes back then, somewhere else at random.
    """

    diameter: float = VORTEX_CM
    leaving: bool = False
    away: bool = False


class Swirl(StrEnum):
    """What a vortex does at the end of a move."""

    STABLE = "stable"
    DOUBLES = "doubles"
    CALVES = "calves"
    SHRINKS = "shrinks to half its radius"
    JUMPS = "vanishes, and comes back next turn"
    GONE = "gone"
    RETURNS = "comes back at a random place"


_SWIRLS = (
    *[Swirl.STABLE] * 3,
    Swirl.DOUBLES,
    Swirl.CALVES,
    Swirl.SHRINKS,
    Swirl.JUMPS,
    *[Swirl.GONE] * 3,
)


def swirl(die: int) -> Swirl:
    """The vortex table by a decimal die, 1 to 10."""
    return _SWIRLS[die - 1]


@dataclass(frozen=True, slots=True)
class Swirled:
    """A vortex at the end of a move: what it did, and what is there in the next."""

    swirl: Swirl
    after: tuple[Vortex, ...]


def end_move(vortex: Vortex, dice: Dice) -> Swirled:
    """Throw for a vortex at the end of a move; one that has calved is two, thrown for each by itself."""
    if vortex.leaving:
        return Swirled(Swirl.GONE, ())
    if vortex.away:
        return Swirled(Swirl.RETURNS, (replace(vortex, away=False),))
    found = swirl(dice.roll(1, 10, why="vortex"))
    return Swirled(found, _after(vortex, found))


def _after(vortex: Vortex, found: Swirl) -> tuple[Vortex, ...]:
    after = {
        Swirl.DOUBLES: (replace(vortex, diameter=2 * vortex.diameter, leaving=True),),
        Swirl.CALVES: (vortex, vortex),
        Swirl.SHRINKS: (replace(vortex, diameter=vortex.diameter / 2),),
        Swirl.JUMPS: (replace(vortex, away=True),),
        Swirl.GONE: (),
    }
    return after.get(found, (vortex,))


@dataclass(frozen=True, slots=True)
class Charge:
    """A shell or grenade that lies there with a fuse: its name, its code, what it covers in cm across.

    `turns` are those left to a delay fuse, None for a proximity fuse, which waits for a heat source (C3K Equipment).
    """

    name: str
    code: str
    diameter: float
    turns: int | None = None


def burn(charge: Charge) -> Charge | None:
    """The charge in the next turn; None where it goes off."""
    if charge.turns is None:
        return charge
    return None if charge.turns <= 1 else replace(charge, turns=charge.turns - 1)


Area = Cloud | Stasis | Vortex | Charge


def area_of(shell: Shell) -> Area | None:
    """What a shell leaves on the table for longer than a moment, None for most."""
    diameter = shell.diameter or 0
    if "stasis" in shell.traits:
        return Stasis(diameter)
    if "vortex" in shell.traits:
        return Vortex(diameter)
    kind = next((kind for kind in ("baffler", "knock-out", "hallucinogen") if kind in shell.traits), "")
    return Cloud(kind, diameter) if kind else None
