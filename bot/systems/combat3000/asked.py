"""What Combat 3000's orders ask for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask, must
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.figure.sheet import Hand

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


def turns() -> Literal["counted", "free"]:
    """The field for whether a turn has an end."""
    return ask("counted", setting="counted: one fire a turn, until /phase ends it (C3K The game turn)", ruled=True)


def phases() -> Literal["as one", "in order"]:
    """The field for whether the phases of a turn are played one by one."""
    return ask("as one", setting="in order: each order in its phase of the turn (ruling B-O1)", ruled=True)


def referees_dm() -> int:
    """The field for the referee's own modifier."""
    return ask(0, "The referee's own modifier", low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)


def reason() -> str:
    """The field for its reason."""
    return ask("", "The reason for that modifier", referees=REASON_OF_A_DM)


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
class Settled(Asked):
    """Of every order of a fight: what the campaign plays by."""

    game: Literal["skirmish", "large", "role play"] = ask(
        "skirmish",
        setting="large: only weapons of one or two shots run out or jam; role play: friends count for no blast",
        ruled=True,
    )
    turns: Literal["counted", "free"] = turns()
    phases: Literal["as one", "in order"] = phases()
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

    @property
    def counts_turns(self) -> bool:
        """Whether somebody does one thing a turn."""
        return self.turns == "counted"


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
    fall: str = ask("")
    robot: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Striking):
    """Of a shot or a throw. Of what has None for its default the bot knows something, unless it is said.

    `covers` is an area that is covered or scanned. `obstacle` is one's height in cm, and `behind` how far behind it the
    place is: they say whether that is dead ground. `near` says who is near the point of aim, in cm and to which side:
    `near Rook 4 left, Sid 2` (C3K Launcher fire).
    """

    fire: Mode | None = ask(None, mode=True)
    gait: Gait = ask(Gait.STILL, mode=True)
    spread: Literal["single", "area"] = ask("single", mode=True)
    trajectory: Literal["direct", "high"] = ask("direct", mode=True)
    light: Lighting = ask(Lighting.NORMAL, setting="the light conditions of all fire, unless an order says otherwise")
    watch: Watch = ask(Watch.EYES)
    size: int | None = ask(None, low=-_LARGEST, high=_LARGEST)
    moved: int | None = ask(None, low=0, high=_FASTEST)
    aiming: int | None = ask(None, low=0, high=9)
    vehicle: int | None = ask(None, low=0, high=_FASTEST)
    drawing: bool | None = ask(None)
    unaware: bool | None = ask(None)
    setting: str = weapon_settings()
    covers: str = ask("")
    obstacle: int | None = ask(None, low=0, high=_HIGHEST)
    behind: int | None = ask(None, low=0, high=_HIGHEST)
    difficult: bool = ask(default=False)
    falling: bool = ask(default=False)
    flying: bool = ask(default=False)
    glass: bool = ask(default=False)
    speaking: bool = ask(default=False)
    blocked: bool = ask(default=False)
    friend_in_line: bool = ask(default=False)
    friend_below: bool = ask(default=False)
    friend_at_target: bool = ask(default=False)
    dead_ground: bool = ask(default=False)
    confined: bool = ask(default=False)
    vertical: bool = ask(default=False)
    salvo: bool = ask(default=False)
    shoulder: bool = ask(default=False)
    near: str = ask("", longest=400)

    @property
    def area(self) -> bool:
        """Whether it is fire at an area."""
        return self.spread == "area"

    @property
    def high(self) -> bool:
        """Whether it is of high trajectory."""
        return self.trajectory == "high"

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
    for themselves is in `each`: `each Hale aimed; aiming 2, Kemp walk; moved 12` (C3K Determining a hit).
    """

    wall: str = ask("")
    threats: str = ask("", longest=400)
    each: str = ask("", longest=2_000)


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(Circumstances, AmongOthers):
    """`/fire`: at one target, or at one each, and at others whom the fire may reach."""

    verb = "fire"
    roles = (
        Role("attacker", option="name", many=True, fights=True, alone=True),
        Role("target", many=True, repeats=True, foes=True, needed=True),
        Role("others", many=True, optional=True),
    )
    weapon: str = ask("", suggest=carried_names("attacker"))
    range: int | None = ask(None, low=0, high=FARTHEST)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedShot(Asked):
    """Who fires what at whom, in plain numbers."""

    weapon: str = ask("")
    ammunition: str = ask("")
    setting: str = weapon_settings()
    armour: str = ask("none")
    accuracy: int = ask(0, low=-100, high=100)
    strength: int = ask(0, low=-10, high=10)
    target_vehicle: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class GrenadeOrder(Circumstances):
    """`/grenade`: at a place, near which people stand."""

    verb = "grenade"
    asks = ("range", "at")
    roles = (Role("thrower", option="name", fights=True, alone=True), Role("people", many=True, optional=True))
    grenade: str = ask("")
    range: int | None = ask(None, low=0, high=FARTHEST)
    at: str = ask("", suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedThrow(Asked):
    """Which grenade somebody throws who is so strong."""

    grenade: str = ask("101")
    strength: int = ask(0, low=-10, high=10)


@dataclass(frozen=True, kw_only=True, slots=True)
class BlastOrder(Striking):
    """`/blast`: something goes off among people, perhaps what lay `waiting` on the table with a proximity fuse."""

    verb = "blast"
    asks = ("cause",)
    roles = (
        Role("people", many=True, optional=True),
        Role("direct", many=True, optional=True),
    )
    need = Need.REFEREE
    cause: str = ask("")
    confined: bool = ask(default=False)
    waiting: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReloadOrder(Settled):
    """`/reload`: a weapon, or a `setting` of it anew."""

    verb = "reload"
    roles = (Role("character", option="name", each=True),)
    weapon: str = ask("", suggest=carried_names("character", to_load=True))
    ammunition: str = ask("")
    barrels: int = ask(0, low=0, high=6)
    crew: int = ask(0, low=0, high=2)
    gait: Gait = ask(Gait.STILL)
    out_of_action: bool = ask(default=False)
    setting: str = weapon_settings()


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairOrder(Throwing):
    """`/repair`: a weapon that jammed or was damaged."""

    verb = "repair"
    about = "Try to mend a weapon that jammed or was damaged"
    roles = (Role("character", option="name", alone=True, wording="Who tries"),)
    weapon: str = ask("", "Which weapon, if not the first that needs it")
    gait: Gait = ask(Gait.STILL)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedRepair(Asked):
    """How dexterous somebody is who mends a weapon."""

    weapon: str = ask("")
    dexterity: int = ask(0, low=-10, high=10)


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseOrder(Asked):
    """`/phase`: who is `cutting` at their webs with a laser, and who has left gas as a turn ends."""

    verb = "phase"
    roles = (Role("characters", many=True),)
    need = Need.REFEREE
    phases: Literal["as one", "in order"] = phases()
    cutting: str = ask("")
    left_gas: str = ask("")
    dm: int = referees_dm()
    because: str = reason()


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOrder(Asked):
    """`/plan`: at whom somebody aims."""

    verb = "plan"
    roles = (Role("characters", option="name", many=True, own=True),)
    plan: str = ask("")
    turns: Literal["counted", "free"] = turns()
    phases: Literal["as one", "in order"] = phases()


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeOrder(Asked):
    """`/range`: to a square, a place or somebody."""

    verb = "range"
    roles = (Role("name"),)
    to: str = must("To a square such as C7, a place, or somebody", suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveOrder(Asked):
    """`/character give`: a weapon, spares, or so many grenades; `another` is a second weapon of its kind."""

    verb = "give"
    roles = (Role("character", option="name"),)
    by_word = True
    weapon: str = ask("")
    ammunition: str = ask("")
    clips: int = ask(0, low=0, high=100)
    hand: Hand | None = ask(None)
    sight: str = ask("")
    mount: str = ask("")
    another: bool = ask(default=False)
    turns: Literal["counted", "free"] = turns()


@dataclass(frozen=True, kw_only=True, slots=True)
class HealOrder(Asked):
    """`/character heal`: everything, or wounds, stun, or what special weapons have done."""

    verb = "heal"
    roles = (Role("character", option="name", each=True),)
    by_word = True
    wounds: Literal["everything", "wounds", "stun", "plight"] = ask("everything", apart=True)
