"""What a hit throws for: whether it pierces full armour, and whether it kills (C3K Kills, Hits on armoured targets)."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.engine.dice import Check, Dice, Modifier, applied, referees_own
from bot.systems.combat3000.lists.others import Armour, Scope

NEEDED = 12
CONFINED = 3


@dataclass(frozen=True, slots=True)
class Force:
    """What strikes: its effect, and what else counts.

    `explosive` shells and `heavy` weapons find parts of the body behind cover as well; a `confined` explosion has
    nowhere to go; `living` harms nothing else. `stun` has the sides of the die for its turns of stun in tens (0: it
    kills), and `phaser` marks stuns that the campaign may let kill. `dm` is the referee's own, on the kill throw.
    """

    effect: int
    explosive: bool = False
    heavy: bool = False
    confined: bool = False
    living: bool = False
    stun: int = 0
    phaser: bool = False
    dm: int = 0
    because: str = ""

    @property
    def whole(self) -> int:
        """The effect with what a confined space adds to an explosion."""
        return self.effect + (CONFINED if self.explosive and self.confined else 0)


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit: what strikes, and the strength and the armour of whom it strikes."""

    force: Force
    strength: int = 0
    armour: tuple[Armour, ...] = ()


def partial(armour: Iterable[Armour], *, close: bool = False) -> tuple[Armour, ...]:
    """The pieces that count: some only in close combat, full suits never (C3K Partial armour, ruling B-H3)."""
    scopes = {Scope.ALL, Scope.CLOSE} if close else {Scope.ALL}
    return tuple(piece for piece in armour if piece.scope in scopes)


def suit(armour: Iterable[Armour]) -> Armour | None:
    """The full suit among the armour, the strongest if there are several; None without one."""
    return max((piece for piece in armour if piece.scope is Scope.FULL), key=lambda piece: piece.value, default=None)


def _effect(hit: Hit) -> Modifier | None:
    return Modifier(hit.force.effect, "effect", "C3K Kills") if hit.force.effect else None


def _confined(hit: Hit) -> Modifier | None:
    added = hit.force.whole - hit.force.effect
    return Modifier(added, "confined", "C3K Special weapons effect") if added else None


def _strength(hit: Hit) -> Modifier | None:
    return Modifier(-hit.strength, "strength", "C3K Kills") if hit.strength else None


def _partial_armour(hit: Hit) -> Modifier | None:
    pieces = partial(hit.armour)
    names = ", ".join(piece.name.lower() for piece in pieces)
    return Modifier(-sum(piece.value for piece in pieces), names, "C3K Partial armour") if pieces else None


def _referee(hit: Hit) -> Modifier | None:
    return referees_own(hit.force.dm, hit.force.because)


PIERCE = (_effect, _confined)
KILL = (_effect, _confined, _strength, _partial_armour, _referee)


def throw_to_kill(hit: Hit, dice: Dice, needed: int = NEEDED) -> Check:
    """Throw two decimal dice: 12 or more kills, unless the campaign needs more (ruling B-H1)."""
    return Check("to kill", dice.roll(2, 10, why="to kill"), applied(KILL, hit), needed)


@dataclass(frozen=True, slots=True)
class Piercing:
    """Whether a hit gets through full armour; no `check` where it was too weak to try."""

    value: int
    check: Check | None = None

    @property
    def through(self) -> bool:
        """Whether the armour is pierced."""
        return self.check is not None and self.check.made


def pierce(force: Force, value: int, dice: Dice, *, weak: bool = False) -> Piercing:
    """Throw a die plus effect, which must exceed the armour's value (C3K Hits on armoured targets).

    An effect below 0 gets no throw, unless the campaign lets `weak` weapons try (ruling B-H2).
    """
    if force.whole < 0 and not weak:
        return Piercing(value)
    return Piercing(value, Check("to pierce", dice.roll(1, why="to pierce"), applied(PIERCE, Hit(force)), value + 1))
