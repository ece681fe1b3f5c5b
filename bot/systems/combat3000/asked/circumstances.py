"""What several of Combat 3000's orders ask for: the circumstances of fire, and what a campaign plays by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM
from bot.engine.scene import Scene
from bot.systems.combat3000.turn import Phase

# Percentages are modified in larger steps than other throws.
LARGEST_DM = 100
# Farther than anything is ever seen, so that the rules give the answer and not the field.
FARTHEST = 20_000
HIGHEST_FALL = 1_000
_FASTEST = 1_000
_HIGHEST = 1_000
_LARGEST = 3


class Mode(StrEnum):
    """The fire modes; covering and panic fire are normal fire at somebody who appears, or who charges."""

    NORMAL = "normal"
    AIMED = "aimed"
    COVERING = "covering"
    PANIC = "panic"
    SPECULATIVE = "speculative"
    INDIRECT = "indirect"


class Gait(StrEnum):
    """How the firer moves in this turn; a flyer fires and acts as if it walked (C3K Flying)."""

    STILL = "still"
    WALK = "walk"
    FLY = "fly"
    RUN = "run"
    CRAWL = "crawl"
    CLIMB = "climb"


class Lighting(StrEnum):
    """The light conditions."""

    NORMAL = "normal"
    BRIGHT = "bright"
    BAD = "bad"
    NIGHT = "night"


class Watch(StrEnum):
    """What helps to see: cover or a scan with sights triple the distance, a scanner box makes it five times."""

    EYES = "eyes"
    COVERING = "covering"
    SCANNING = "scanning"
    SCANNER = "scanner"


def written_for(fire: Mode | None, watch: Watch) -> str:
    """The code under which a fire has to be written down: normal fire needs no order; speculative and covering fire do,
    and so does a scan (C3K Speculative fire, Covering fire, Scanning).
    """
    scans = "Scan" if watch in {Watch.SCANNING, Watch.SCANNER} else ""
    return {Mode.SPECULATIVE: "F", Mode.INDIRECT: "F", Mode.COVERING: "C:"}.get(fire or Mode.NORMAL, scans)


def turns() -> Literal["counted", "shown", "free"]:
    """The field for whether a turn has an end, and what becomes of what it forbids."""
    return ask(
        "counted",
        setting="one thing a turn, until /phase ends it; shown: in a turn that is kept only told (C3K The game turn)",
        ruled=True,
    )


def referees_dm() -> int:
    """The field for the referee's own modifier."""
    return ask(0, "The referee's own modifier", low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)


def reason() -> str:
    """The field for its reason."""
    return ask("", "The reason for that modifier", referees=REASON_OF_A_DM, spoken=True)


def carried_names(role: str, *, to_load: bool = False) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a weapon: what the unit in a role has, empty ones last; the emptiest first if `to_load`."""

    def names(scene: Scene) -> Sequence[str]:
        carried = scene.one(role).sheet.weapons if scene.units.get(role) else ()
        in_order = sorted(carried, key=lambda each: each.loaded.rounds if to_load else not each.loaded.rounds)
        return [each.name for each in in_order]

    return names


def weapon_settings() -> str:
    """The field for how a weapon is set that has several settings."""
    return ask("", suggest=lambda _: ("kill", "stun", "tight", "wide"))


@dataclass(frozen=True, kw_only=True, slots=True)
class InTurn(Asked):
    """Of every order that has a place in a turn."""

    turns: Literal["counted", "shown", "free"] = turns()

    @property
    def counts_turns(self) -> bool:
        """Whether somebody does one thing a turn, and is refused another."""
        return self.turns == "counted"

    @property
    def place(self) -> tuple[Phase, str] | None:
        """The phase in which it is given, and what is done so then, in words; None for any phase."""
        return None

    @property
    def task(self) -> str:
        """The code under which it has to be written down in the orders phase; "" for what needs none."""
        return ""

    @property
    def looks_itself(self) -> bool:
        """Whether it looks itself at what each has done and is at in this turn."""
        return False

    @property
    def unchosen(self) -> bool:
        """Whether it falls to whoever gives it, so that their nerve has nothing against it."""
        return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled(InTurn):
    """Of every order of a fight: what the campaign plays by."""

    game: Literal["skirmish", "large", "role play"] = ask(
        "skirmish",
        setting="large: only weapons of one or two shots run out or jam; role play: friends count for no blast",
        ruled=True,
    )
    kept_aim: Literal["as earned", "first turn only"] = ask(
        "as earned", setting="what later shots of aimed fire keep (ruling B-F4)", ruled=True
    )
    wall_fire: Literal["off", "on"] = ask(
        "off", setting="single shots through walls, as in the book's appendix (ruling B-D12)", ruled=True
    )
    unprinted_breakdown: int = ask(
        2,
        low=0,
        high=10,
        setting="the breakdown number where none is printed (ruling B-R2)",
        pattern=r"\d|10",
        ruled=True,
    )
    wounds: Literal["off", "by points", "by location"] = ask(
        "off", setting="wounds as in the book's appendix, or by part of the body", ruled=True
    )
    dropped_weapons: Literal["off", "on"] = ask(
        "off", setting="a die for weapons dropped by whoever is hit (C3K Weapon damage)", ruled=True
    )
    weak_weapons: Literal["never pierce", "may pierce"] = ask(
        "never pierce", setting="effects below 0 against full armour (ruling B-H2)", ruled=True
    )
    neutrons: Literal["must pierce", "pass armour"] = ask(
        "must pierce", setting="neutrons against full armour (ruling B-F30)", ruled=True
    )
    phaser_stun: Literal["never kills", "may kill"] = ask(
        "never kills", setting="a killing throw by a phaser set to stun (ruling B-F29)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Throwing(Settled):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = referees_dm()
    because: str = reason()


@dataclass(frozen=True, kw_only=True, slots=True)
class Striking(Throwing):
    """Of whatever strikes people: what hides them, where they are, how they take it.

    `averted` look away from a flare, `struggling` are stupid or untrained enough to struggle in a web; `fall` is how
    many cm the weapons fall that somebody drops: `fall 10` for the target, or `fall Bob 10, Cid 5`. `stand` says on
    which side of the point of aim others are.
    """

    concealed: str = ask("")
    stand: str = ask("")
    averted: str = ask("")
    struggling: str = ask("")
    fall: str = ask("", shown=True)
    robot: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Striking):
    """Of a shot or a throw. Of what has None for its default the bot knows something, unless it is said; what it knows
    of a turn a player says no otherwise.

    `covers` is an area that is covered or scanned. `obstacle` is one's height in cm, and `behind` how far behind it the
    place is: they say whether that is dead ground. `near` says who is near the point of aim, in cm and to which side:
    `near Rook 4 left, Sid 2` (C3K Launcher fire).
    """

    fire: Mode | None = ask(None, mode=True)
    gait: Gait | None = ask(None, mode=True)
    spread: Literal["single", "area"] = ask("single", mode=True)
    trajectory: Literal["direct", "high"] = ask("direct", mode=True)
    light: Lighting = ask(Lighting.NORMAL, setting="the light conditions of all fire, unless an order says otherwise")
    watch: Watch = ask(Watch.EYES)
    size: int | None = ask(None, low=-_LARGEST, high=_LARGEST, shown=True)
    moved: int | None = ask(None, low=0, high=_FASTEST)
    aiming: int | None = ask(None, low=0, high=9)
    vehicle: int | None = ask(None, low=0, high=_FASTEST)
    drawing: bool | None = ask(None)
    unaware: bool | None = ask(None, shown=True)
    setting: str = weapon_settings()
    covers: str = ask("")
    obstacle: int | None = ask(None, low=0, high=_HIGHEST)
    behind: int | None = ask(None, low=0, high=_HIGHEST)
    difficult: bool | None = ask(None)
    falling: bool | None = ask(None)
    flying: bool | None = ask(None)
    glass: bool = ask(default=False)
    speaking: bool | None = ask(None)
    blocked: bool = ask(default=False)
    friend_in_line: bool = ask(default=False)
    friend_below: bool = ask(default=False)
    friend_at_target: bool = ask(default=False)
    dead_ground: bool = ask(default=False)
    confined: bool = ask(default=False, shown=True)
    vertical: bool = ask(default=False, shown=True)
    salvo: bool = ask(default=False)
    shoulder: bool = ask(default=False)
    near: str = ask("", longest=400, reached=True)

    @property
    def task(self) -> str:
        """As its mode and what helps to see need it, of all that is fired or thrown."""
        return written_for(self.fire, self.watch)

    @property
    def area(self) -> bool:
        """Whether it is fire at an area."""
        return self.spread == "area"

    @property
    def high(self) -> bool:
        """Whether it is of high trajectory."""
        return self.trajectory == "high"

    @property
    def moves(self) -> Gait:
        """How the firer moves; not at all, where nobody says otherwise."""
        return self.gait or Gait.STILL

    @property
    def walks(self) -> bool:
        """Whether the firer walks, or flies, which counts as walking (C3K Flying)."""
        return self.gait in {Gait.WALK, Gait.FLY}


# Without slots: what has them has one base with slots.
@dataclass(frozen=True, kw_only=True)
class AmongOthers(Asked):
    """Of a fire amid walls, enemies and friends who fire too.

    Single shots go through a `wall`: `wall 3x5 light` (C3K Firing through walls). `threats` are enemies among whom a
    firer must choose: `threats Bob 9 me, Cid 12 friends ordered` (C3K Target priorities). What several firers have each
    for themselves is in `each`: `each Hale aimed; aiming 2, Kemp walk; moved 12` (C3K Determining a hit). Without a
    target it goes `at` a place: of the deck, or what is called so on the table (C3K Speculative fire, Indirect fire).
    """

    wall: str = ask("")
    threats: str = ask("", longest=400)
    each: str = ask("", longest=2_000, apiece=True)
    at: str = ask("", suggest=places)
