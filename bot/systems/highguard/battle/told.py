"""What the orders of a battle report: plain data without ships, of what was done, is chosen and stands, and who is
waited for. Each is put into words elsewhere (see `wording`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bot.engine.cards import person
from bot.systems.highguard.battle import report
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.battle.choosing import Choice, choices_in, one_of
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.course import pending
from bot.systems.highguard.battle.homecoming import Homecoming, Prize
from bot.systems.highguard.battle.rounds import fights, foremost
from bot.systems.highguard.battle.state import PRESENT, Battle, Formation, Ship, Station
from bot.systems.highguard.combat.attack import BatteryResult
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Preference
from bot.systems.highguard.combat.readiness import agility, can_attack, computer_level, disabled
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.choices import Number


@dataclass(frozen=True, slots=True)
class BatteryFire(BatteryResult):
    """One battery's fire as it is told: who fired, and what came of it; see `Fired`."""

    firer: str = field(kw_only=True)
    side: int = field(kw_only=True)
    weapon: str = field(kw_only=True)
    number: int = field(kw_only=True)
    target: str = field(kw_only=True)


_EVENTS = (
    *(report.Sealed, report.Replaced, report.Formed, report.Initiative, report.Ranged, report.Declared, BatteryFire),
    *(report.Held, report.Damaged, report.Broken, report.Left, report.Stayed, report.Chased, report.Repaired),
    *(report.Refuelled, report.Woken, report.Boarded, report.Noted, report.TurnOver, report.Ended),
)
# Some of them as they show to others, where ships' sheets are closed.
_SHOWN = (report.Shot, report.Led, report.Harmed, report.Stormed)
if TYPE_CHECKING:
    Happened = Any
else:
    Happened = one_of(*_EVENTS, *_SHOWN)


@dataclass(frozen=True, slots=True)
class Story:
    """What happened in one fight, by its name."""

    fight: str
    events: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """What a side has formed in a fight, for nobody else until the other side has formed as well (HG-C03)."""

    fight: str
    side: str
    formation: Formation | None


@dataclass(frozen=True, slots=True)
class Waits:
    """Whom a battle of these two sides waits for."""

    sides: tuple[str, str]
    waiting: tuple[report.Waiting, ...] = ()

    @property
    def title(self) -> str:
        """Who fights whom: `Red against Blue`."""
        return " against ".join(self.sides)


@dataclass(frozen=True, slots=True)
class Fought:
    """What an order did in a battle, and what is asked next; `turns` are those in which its fights then are.

    What is `sealed` stands for all that happened, since nothing else has.
    """

    waits: Waits
    turns: Mapping[str, int]
    stories: tuple[Story, ...]
    choices: tuple[Choice, ...] = ()
    sealed: tuple[Secret, ...] = ()

    @property
    def sides(self) -> tuple[str, str]:
        """The sides by name."""
        return self.waits.sides

    @property
    def events(self) -> tuple[Any, ...]:
        """All that happened, in every fight."""
        return tuple(event for story in self.stories for event in story.events)


@dataclass(frozen=True, slots=True)
class ShipShown:
    """How a ship of a battle stands; of one that isn't present no more than where it is.

    Of its batteries each kind has its place, its factor and its number. Its `agility`, its `computer` and its batteries
    are left out for those to whom its sheet is closed.
    """

    name: str
    side: int
    place: Station
    agility: int | None = 0
    computer: int = 0
    batteries: tuple[tuple[str, int, int], ...] = ()
    disabled: bool = False
    silenced: bool = False
    taken: bool = False

    @property
    def present(self) -> bool:
        """Whether it is in its side's line or reserve."""
        return self.place in PRESENT


@dataclass(frozen=True, slots=True)
class FightShown:
    """A battle, or a chase of it, with its ships."""

    name: str
    range: Range
    ships: tuple[ShipShown, ...]


@dataclass(frozen=True, slots=True)
class BattleShown:
    """How a battle stands: the turn and the range of whatever fight is waited for, and each fight with its ships; what
    there is to choose from, and of each side what it has chosen for all of the battle, and who commands it.
    """

    waits: Waits
    turn: int
    range: Range
    fights: tuple[FightShown, ...]
    choices: tuple[Choice, ...] = ()
    preferences: tuple[Preference, Preference] = (HEAVIEST_FIRST, HEAVIEST_FIRST)
    falling: tuple[Falling, Falling] = (Falling(), Falling())
    commanders: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Over:
    """A battle that is over, as it stood then, and what becomes of craft and prizes."""

    shown: BattleShown
    comings: tuple[Homecoming, ...]
    prizes: tuple[Prize, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """A battle that begins, and what was thrown for a gas giant, where that was asked."""

    sides: tuple[str, str]
    giant: int | None = None


@dataclass(frozen=True, slots=True)
class Burden:
    """What drop tanks with so many tons of fuel cost the ship that carries them, bare and with them; and how far it
    jumps.
    """

    ship: str
    tons: Number
    fuel: Fraction
    agility: tuple[int, int]
    maneuver: tuple[int, int]
    hull: tuple[str, str]
    jump: int


@dataclass(frozen=True, slots=True)
class Enlisted:
    """Ships that have joined a side, which may have formed by then, and who commands it, where they are the first."""

    side: str
    ships: tuple[str, ...]
    formed: bool
    burdens: tuple[Burden, ...]
    commander: str = ""


@dataclass(frozen=True, slots=True)
class Mustered:
    """All who have joined, side by side."""

    waits: Waits
    sides: tuple[Enlisted, ...]


@dataclass(frozen=True, slots=True)
class StandingOrdered:
    """What a side has chosen for all of the battle: whether standing orders play it, with what they then did; what its
    fire knocks out first, and who of it falls first. What it has said nothing of is None.
    """

    waits: Waits
    side: str
    on: bool | None
    fought: Fought | None = None
    preference: Preference | None = None
    falling: Falling | None = None


@dataclass(frozen=True, slots=True)
class Commanded:
    """A side that is under somebody's command from now on."""

    side: str
    who: str


@dataclass(frozen=True, slots=True)
class OwnSaid:
    """What an owner has said for their own ships of a side, field by field, which waits for its commander; and what of
    theirs it takes the place of.
    """

    owners_of: str
    said: Mapping[str, str]
    before: Mapping[str, str] = field(default_factory=dict)


def waits_of(battle: Battle) -> Waits:
    """Whom a battle waits for."""
    first, second = battle.sides
    return Waits((first.name, second.name), pending(battle))


def told_of(turned: report.Turned) -> Fought:
    """What is told of whatever has happened."""
    battle = turned.battle
    sides = {name: ship.side for fight in fights(battle) for name, ship in fight.ships.items()}
    parts = (
        (event.battle, event.events) if isinstance(event, report.Elsewhere) else (battle.name, (event,))
        for event in turned.events
    )
    stories = tuple(
        Story(name, tuple(_plain(event, sides) for _, events in group for event in report.flat(events)))
        for name, group in groupby(parts, key=lambda part: part[0])
    )
    return Fought(waits_of(battle), {fight.name: fight.turn for fight in fights(battle)}, stories)


def _plain(event: Any, sides: Mapping[str, int]) -> Any:
    if isinstance(event, report.Boarded):
        return replace(event, side=sides[event.boarder])
    if isinstance(event, report.Stayed | report.Repaired | report.Refuelled | report.Woken | report.Noted):
        return replace(event, side=sides[event.ship])
    if not isinstance(event, report.Fired):
        return event
    strike = event.strike
    return BatteryFire(
        *(strike.hit, strike.passages, strike.damage, strike.energy),
        firer=event.firer,
        side=sides[event.firer],
        weapon=strike.aim.shot.battery.kind.name,
        number=event.number,
        target=event.target,
    )


def sealed_in(battle: Battle, told: Fought) -> tuple[Secret, ...]:
    """What sides have formed for nobody else to know yet, fight by fight."""
    known = {fight.name: fight for fight in fights(battle)}
    return tuple(
        Secret(story.fight, side.name, side.sealed)
        for story in told.stories
        for event in story.events
        if isinstance(event, report.Sealed)
        for side in (known[story.fight].sides[event.side],)
    )


def shown(battle: Battle, tables: CombatTables | None = None) -> BattleShown:
    """How a battle stands; with the tables also what there is to choose from, and what the sides have chosen."""
    now = foremost(battle)
    stands = BattleShown(waits_of(battle), now.turn, now.range, tuple(map(_fight, fights(battle))))
    if tables is None:
        return stands
    first, second = battle.sides
    one, other = (person(who) if (who := commander_of(battle, side)) else "" for side in (0, 1))
    return replace(
        stands,
        choices=choices_in(battle, tables),
        preferences=(first.preference, second.preference),
        falling=(first.falling, second.falling),
        commanders=(one, other),
    )


def _fight(fight: Battle) -> FightShown:
    return FightShown(fight.name, fight.range, tuple(map(_ship, fight.ships.values())))


def _ship(ship: Ship) -> ShipShown:
    vessel = ship.vessel
    if not ship.present:
        return ShipShown(ship.name, ship.side, ship.place)
    return ShipShown(
        ship.name,
        ship.side,
        ship.place,
        agility(vessel),
        computer_level(vessel),
        tuple((each.place, each.factor, each.batteries) for each in vessel.now.armament if each.factor),
        disabled=disabled(vessel),
        silenced=not can_attack(vessel),
        taken=ship.taken,
    )
