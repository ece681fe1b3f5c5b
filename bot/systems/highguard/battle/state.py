"""A battle as it is stored: its sides, its ships, where its turn stands, and the chases that left it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.packing import pack, unpack
from bot.engine.system import SheetType
from bot.engine.typed import match
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Preference
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Carried, Vessel
from bot.systems.highguard.settings import House

TURN_MINUTES = 20
# The name of a battle among its chases.
MAIN = "main"


class Step(StrEnum):
    """The steps of a turn that wait for somebody (HG-C02). Initiative and damage wait for nobody.

    DEFENCE is the part of the combat step in which a target that was hit allots its defensive fire.
    """

    FORMATION = "battle formation"
    RANGE = "range determination"
    DECISIONS = "pre-combat decisions"
    COMBAT = "combat"
    DEFENCE = "defensive fire"
    BREAKTHROUGH = "breakthrough"
    PURSUIT = "pursuit"
    TERMINAL = "terminal step"
    OVER = "over"


class Station(StrEnum):
    """Where a ship of a battle is; the last three have left it."""

    LINE = "line"
    RESERVE = "reserve"
    ABOARD = "aboard"
    DESTROYED = "destroyed"
    JUMPED = "jumped"
    ESCAPED = "escaped"


PRESENT = (Station.LINE, Station.RESERVE)


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump being made: its number, where to, energy points gathered, and the turns that it has taken."""

    number: int
    destination: str
    gathered: Fraction = Fraction(0)
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship of a battle: the vessel, its side (0 or 1), who commands it, and what it did this turn.

    `kind` is the design's name, `rank` its place in the line as it was formed. `carrier` names the ship that
    carries it, or did. `breaking` is the group in which it breaks off. `fired` counts batteries by place. `watch`
    are the turns until the frozen watch is awake. `exposed` means that its side left it behind (HG-B01), `taken`
    that it was captured. `jury` are the systems repaired in battle. `salvos` is how often
    missile batteries can still be fired, None for as often as one likes (R-38). `berths` is how many craft it was built
    to carry, nothing in a battle from before that was kept.
    """

    vessel: Vessel
    side: int
    owner: str = ""
    kind: str = ""
    place: Station = Station.RESERVE
    rank: int = 0
    carrier: str = ""
    breaking: str = ""
    jump: Jump | None = None
    fired: Mapping[str, int] = field(default_factory=dict)
    watch: int = 0
    exposed: bool = False
    taken: bool = False
    jury: tuple[str, ...] = ()
    salvos: int | None = None
    berths: tuple[Carried, ...] = ()

    @property
    def name(self) -> str:
        """The vessel's name, unique in a battle."""
        return self.vessel.name

    @property
    def present(self) -> bool:
        """Whether it is in its side's line or reserve."""
        return self.place in PRESENT


@dataclass(frozen=True, slots=True)
class Formation:
    """What a side forms: the line, the craft that it launches first, and those that it recovers, with carriers.

    All others are the reserve. `all_reserve` says that an empty line is meant (R-93). `why` is a default's reason.
    `dm` and `because` are the referee's own modifier on the side's throw for initiative.
    """

    line: tuple[str, ...] = ()
    launch: tuple[str, ...] = ()
    recover: tuple[tuple[str, str], ...] = ()
    all_reserve: bool = False
    why: str = ""
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """What an owner has said for their own ships, field by field as they typed it, until their side's commander
    answers.

    It holds `at` one step alone, and for what that is about.
    """

    owner: str
    at: str
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: its name, the commander's fleet tactics, whether standing orders play it.

    `commander` is their id, "" for the referee, None where nobody has been named or has joined; `own_orders` are of
    those who have ships here and don't command.

    `sealed` is its formation until both are in; `broken` says that its line couldn't hold this turn;
    `preference` is what it would have its fire knock out first, `falling` who of its people falls first.
    """

    name: str
    tactics: int = 0
    standing: bool = False
    sealed: Formation | None = None
    broken: bool = False
    preference: Preference = HEAVIEST_FIRST
    falling: Falling = field(default_factory=Falling)
    commander: str | None = None
    own_orders: tuple[OwnOrders, ...] = ()


@dataclass(frozen=True, slots=True)
class Incoming:
    """A battery that hit and awaits the target's defence: who fired what, the battery's number, its throw.

    `thrown` is None where it struck by itself.
    """

    firer: str
    place: str
    target: str
    number: int
    thrown: int | None
    nuclear: bool = True
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Harm:
    """What was done to a ship and counts in the damage step: damage throws, and energy points for its globe."""

    rolls: tuple[DamageRoll, ...] = ()
    energies: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle between two sides. `attacker` is the side with the initiative.

    `presented` are the targets still to be exposed, group after group; `incoming` the hits that await defence;
    `harm` what was done to ships and counts in the damage step; `waiting` the sides that must still decide in
    this step. `began` is its first turn, at long range. `apart` are the chases, battles of their own.
    `undecided` are the defender's ships as they were before their decisions, until the attacker's are in.
    `fuel` says that there is some to take on here, `giant` that it must be skimmed, `house` what the campaign has
    chosen beyond the book.
    """

    sides: tuple[Side, Side]
    name: str = MAIN
    ships: Mapping[str, Ship] = field(default_factory=dict)
    turn: int = 1
    began: int = 1
    step: Step = Step.FORMATION
    range: Range = Range.LONG
    attacker: int = 0
    waiting: tuple[int, ...] = (0, 1)
    presented: tuple[tuple[str, ...], ...] = ()
    incoming: tuple[Incoming, ...] = ()
    harm: Mapping[str, Harm] = field(default_factory=dict)
    apart: tuple["Battle", ...] = ()
    undecided: Mapping[str, Ship] = field(default_factory=dict)
    fuel: bool = False
    giant: bool = False
    house: House = field(default_factory=House)

    @property
    def defender(self) -> int:
        """The side without the initiative."""
        return 1 - self.attacker

    @property
    def due(self) -> tuple[int, ...]:
        """The sides that can decide now: in the formation step both at once, else one after the other (HG-C02)."""
        return self.waiting if self.step is Step.FORMATION else self.waiting[:1]

    @property
    def title(self) -> str:
        """Who fights whom: `Red against Blue`."""
        return f"{self.sides[0].name} against {self.sides[1].name}"

    @property
    def minutes(self) -> int:
        """Minutes that have passed since the battle began (HG-C01)."""
        return (self.turn - 1) * TURN_MINUTES

    def fleet(self, side: int) -> Iterator[Ship]:
        """The ships of a side that are present, line and reserve."""
        return (ship for ship in self.ships.values() if ship.side == side and ship.present)

    def line(self, side: int) -> Iterator[Ship]:
        """The line of battle of a side, in the order in which it was formed."""
        return (ship for ship in self.ships.values() if ship.side == side and ship.place is Station.LINE)

    def reserve(self, side: int) -> Iterator[Ship]:
        """The reserve of a side."""
        return (ship for ship in self.ships.values() if ship.side == side and ship.place is Station.RESERVE)

    def aboard(self, side: int) -> Iterator[Ship]:
        """The craft of a side that are aboard their carriers."""
        return (ship for ship in self.ships.values() if ship.side == side and ship.place is Station.ABOARD)

    def ship(self, name: str) -> Ship:
        """A ship by its name or its beginning; raises RuleError if there is none."""
        return self.ships.get(name) or self.ships[match(name, self.ships, what="ship in this battle")]

    def own(self, name: str, side: int) -> Ship:
        """A present ship of a side; raises RuleError for another's, a dead or an absent one."""
        ship = self.ship(name)
        if ship.side != side:
            raise RuleError(f"{ship.name} belongs to {self.sides[ship.side].name}, not to {self.sides[side].name}.")
        if not ship.present:
            raise RuleError(f"{ship.name} is {GONE[ship.place]} and can't act.")
        return ship

    def with_ships(self, ships: Iterable[Ship]) -> "Battle":
        """The battle with these ships in place of those of their names."""
        return replace(self, ships={**self.ships, **{ship.name: ship for ship in ships}})

    def with_side(self, number: int, side: Side) -> "Battle":
        """The battle with a side changed."""
        first, second = self.sides
        return replace(self, sides=(side, second) if number == 0 else (first, side))


GONE = {
    Station.ABOARD: "aboard its carrier",
    Station.DESTROYED: "destroyed",
    Station.JUMPED: "gone by jump",
    Station.ESCAPED: "gone",
}


def _by_options(stored: dict[str, Any]) -> dict[str, Any]:
    """What was kept when owners' fire had another name than its option has."""
    sides = [
        {**side, "own_orders": [_said_now(each) for each in side.get("own_orders", ())]} for side in stored["sides"]
    ]
    return {**stored, "sides": sides, "apart": [_by_options(fight) for fight in stored.get("apart", ())]}


def _said_now(orders: dict[str, Any]) -> dict[str, Any]:
    said = {"orders" if name == "fire" else name: text for name, text in orders["said"].items()}
    return {**orders, "said": said}


BATTLE = SheetType(Battle, (_by_options,))


def dump_battle(battle: Battle) -> str:
    """The battle as text."""
    return pack(json.dumps(BATTLE.dump(battle)))


def load_battle(stored: str) -> Battle:
    """The battle that was stored, upgraded where it is of an older version."""
    return BATTLE.load(json.loads(unpack(stored)))


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a campaign keeps beside its ships: the battle that they fight, if there is one."""

    battle: Battle | None = None


def dump_ledger(ledger: Ledger) -> dict[str, Any]:
    """The same as JSON, in which a battle is text; nothing where there is none."""
    return {} if ledger.battle is None else {"battle": dump_battle(ledger.battle)}


def load_ledger(stored: Mapping[str, Any]) -> Ledger:
    """What was stored."""
    return Ledger(load_battle(stored["battle"])) if stored else Ledger()
