"""What happened in a battle, as plain values: each is put into words elsewhere (see `wording`).

What is about one ship says of which side it is, None where that wasn't kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bot.engine.dice import Check
from bot.systems.highguard.battle.boarding import Contest, Melee
from bot.systems.highguard.battle.state import Battle, Step
from bot.systems.highguard.combat.attack import Strike
from bot.systems.highguard.combat.losses import Loss
from bot.systems.highguard.combat.shot import Range


@dataclass(frozen=True, slots=True)
class Sealed:
    """A side has formed; the other side doesn't see how."""

    side: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a side decides takes the place of what it had decided before in this step."""

    side: int


@dataclass(frozen=True, slots=True)
class Formed:
    """A side's lines, revealed: the names in the line and the reserve, craft launched and recovered."""

    side: int
    line: tuple[str, ...]
    reserve: tuple[str, ...]
    launched: tuple[str, ...] = ()
    recovered: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Initiative:
    """The throws for initiative, and who is the attacker."""

    contest: Contest
    attacker: int


@dataclass(frozen=True, slots=True)
class Ranged:
    """The range of the turn; no side chose it in a battle's first turn. `left` are the ships left behind."""

    range: Range
    side: int | None = None
    left: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """One thing that a side decided for a ship before the firing, in a few words, and why."""

    side: int
    ship: str
    what: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fired:
    """One battery's fire as it went; `number` counts the ship's batteries of its kind that have fired in the turn."""

    firer: str
    place: str
    target: str
    number: int
    strike: Strike


# Why a side fires nothing whose order says no more.
HOLDS = "holds its fire"


@dataclass(frozen=True, slots=True)
class Held:
    """A side fired nothing, or held batteries, and why."""

    side: int
    why: str


@dataclass(frozen=True, slots=True)
class Damaged:
    """What the damage step did to a ship, result by result; `lost` says how it was destroyed.

    `disabled` says that this left it without drive, weapons and globe, `silenced` without offensive weapons.
    """

    ship: str
    side: int
    losses: tuple[Loss, ...]
    lost: str = ""
    disabled: bool = False
    silenced: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A side's line can't fire any more (HG-C26), or nothing stands in it (R-93)."""

    side: int
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """Ships that left the battle: by jump (`where`) or unpursued."""

    ships: tuple[str, ...]
    side: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class Stayed:
    """A ship that meant to leave and couldn't, and why."""

    ship: str
    why: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Chased:
    """A group that broke off and those who pursue it, off to a battle of their own; its `agility` is None for those
    who don't know it.
    """

    battle: str
    group: tuple[str, ...]
    agility: int | None
    pursuers: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Repaired:
    """One attempt to repair a system in battle."""

    ship: str
    system: str
    check: Check
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Refuelled:
    """A ship took on fuel: how many tons, and how many it has now."""

    ship: str
    tons: Fraction
    fuel: Fraction
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Woken:
    """The frozen watch wakes, with `turns` to go, or is awake; `dead` says that it died in its berths."""

    ship: str
    turns: int
    why: str = ""
    dead: bool = False
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Boarded:
    """A boarding action: which ship, of which side, boards which other one, and how it was fought."""

    boarder: str
    target: str
    melee: Melee
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that the referee resolves themselves, kept as they wrote it (HG-C32, HG-R08, R-70)."""

    ship: str
    text: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A turn came to its end."""

    turn: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The battle is over; `winner` is the side that holds the field, None for neither."""

    winner: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What happened in a chase, a battle of its own."""

    battle: str
    events: tuple[Any, ...]


# --- what shows of it to those to whom the figures of others are closed ---


@dataclass(frozen=True, slots=True)
class Led:
    """Who is the attacker; see `Initiative`."""

    attacker: int


@dataclass(frozen=True, slots=True)
class Shot:
    """One battery's fire, and whether it hit and got through; see `Fired`."""

    firer: str
    side: int
    weapon: str
    number: int
    target: str
    struck: bool
    penetrated: bool


@dataclass(frozen=True, slots=True)
class Harmed:
    """What a ship has visibly lost, in words; see `Damaged`."""

    ship: str
    side: int
    losses: tuple[str, ...]
    lost: str = ""
    disabled: bool = False
    silenced: bool = False


@dataclass(frozen=True, slots=True)
class Stormed:
    """Which ship boards which other one, whether it takes it, and who of the reader's own fell; see `Boarded`."""

    boarder: str
    target: str
    carried: bool
    fallen: str = ""


Event = Any


def flat(events: Iterable[Event]) -> Iterator[Event]:
    """All events, those of the chases among them."""
    for event in events:
        yield from flat(event.events) if isinstance(event, Elsewhere) else (event,)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who is waited for: the fight, the side, the step, and the ships that it is about."""

    battle: str
    side: int
    step: Step
    ships: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """A battle after something was done in it, and what happened."""

    battle: Battle
    events: tuple[Event, ...] = ()

    def then(self, battle: Battle, events: Sequence[Event] = ()) -> "Turned":
        """The same report gone on with."""
        return Turned(battle, (*self.events, *events))
