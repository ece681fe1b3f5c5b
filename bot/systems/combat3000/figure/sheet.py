"""A figure or a vehicle of Combat 3000: profile, what is in which hand, armour, hits (C3K Orders and actions)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.system import SheetType
from bot.engine.typed import match
from bot.systems.combat3000.figure.kit import NO_CIRCUITS, NO_FUSE, NO_KIT, Circuits, Fuse, Kit, Training
from bot.systems.combat3000.morale.ladder import STEADY, Loss, Nerve, Trial, Way
from bot.systems.combat3000.moving.rates import Flight


class Hand(StrEnum):
    """Where a weapon is: in a hand, in both, on a mount or strapped on, put away, or on the ground."""

    RIGHT = "right"
    LEFT = "left"
    BOTH = "both"
    MOUNTED = "mounted"
    STOWED = "stowed"
    DROPPED = "dropped"

    @property
    def ready(self) -> bool:
        """Whether a weapon that is there can be fired."""
        return self not in {Hand.STOWED, Hand.DROPPED}


class Working(StrEnum):
    """Whether a weapon works: jammed and damaged ones may be repaired, sabotaged ones mended, ruined ones never."""

    WORKS = "works"
    JAMMED = "jammed"
    DAMAGED = "damaged"
    SABOTAGED = "sabotaged"
    RUINED = "ruined"


class FigurePosture(StrEnum):
    """How a figure stands."""

    STANDING = "standing"
    CROUCHED = "crouched"
    PRONE = "prone"


class Part(StrEnum):
    """A part of the body that may be hit; empty for a wound without a place."""

    UNPLACED = ""
    BODY = "body"
    LEFT_LEG = "left leg"
    RIGHT_LEG = "right leg"
    LEFT_ARM = "left arm"
    RIGHT_ARM = "right arm"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class Profile:
    """A creature's profile: percent, three ratings, and its walk in cm a turn."""

    accuracy: int = 0
    strength: int = 0
    dexterity: int = 0
    reflex: int = 0
    walk: int = 5


@dataclass(frozen=True, slots=True)
class Supply:
    """Ammunition of one kind: a shell's code, or "" for the weapon's own; shots, bursts, rounds or grenades."""

    ammunition: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon that a figure carries or a vehicle mounts.

    `name` is what its owner calls it, unique on the sheet; `weapon` its code in the lists (close weapons too).
    `loaded` is what is in it; `spare` holds a `Supply` a magazine, power source or pack, and for weapons loaded
    by the barrel one a kind of round. `sight` and `mount` are codes of the lists, `setting` names what a phaser or
    disrupter is set to, `idle` counts the turns in which a weapon must not be fired yet, the present one too.
    """

    name: str
    weapon: str
    hand: Hand = Hand.STOWED
    loaded: Supply = Supply("", 0)
    spare: tuple[Supply, ...] = ()
    sight: str = ""
    mount: str = ""
    setting: str = ""
    working: Working = Working.WORKS
    idle: int = 0


@dataclass(frozen=True, slots=True)
class Wound:
    """Wound points of one hit, and the part of the body where it struck (optional rules)."""

    points: int
    part: Part = Part.UNPLACED


@dataclass(frozen=True, slots=True)
class Aiming:
    """What a figure has aimed at, and for how many turns, the one in which it fires not counted.

    `by_word` is an aim that nobody counted, but somebody wrote on its sheet.
    """

    target: str = ""
    turns: int = 0
    by_word: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """What somebody is to do: a code of the list of actions, or one of the record sheet's own (R to reload, Rep to
    repair, A to aim, C: to cover, F to fire where nobody is seen), or of work on doors and machines; with what, or at
    whom; how many others help.

    `walk` and `fire` say what may go with it, `hands` how many it takes meanwhile. Work takes as many `turns` as were
    worked out for it; what it is about `besides` is a weapon of theirs, or the programme that is written.
    """

    code: str
    thing: str = ""
    crew: int = 0
    hands: int = 0
    walk: bool = False
    fire: bool = False
    turns: int = 0
    besides: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a figure did in a turn: at whom it fired or tried to, whether the shot got off, whether it was hit.

    `busy` says what else kept it from firing, such as a repair, and `more` for how many turns more it takes; `task` is
    what was written down for it. `aiming` is at whom it aims, if that is what it does, and `drew` a weapon that it has
    drawn; it `fell` prone. `gait` says how it moved, for how many `cm`, and `difficult` over what ground; `way` is
    towards the enemy or away, where a deck shows it. It fired a `heavy` weapon, was a `loss` to its side, and has
    `tested` its morale, as it said in `cover`; it tests `again` as the turn ends, where an earlier test says so. So
    many `words` it has spoken, and on the `net` of that name. `reloading` is the weapon as it was before a reload that
    isn't over yet.
    """

    target: str = ""
    shot: bool = False
    struck: bool = False
    busy: str = ""
    more: int = 0
    aiming: str = ""
    drew: str = ""
    task: Task | None = None
    fell: bool = False
    gait: str = ""
    cm: Fraction = Fraction(0)
    difficult: bool = False
    way: Way = Way.UNKNOWN
    heavy: bool = False
    loss: Loss | None = None
    tested: bool = False
    cover: bool | None = None
    again: bool = False
    words: int = 0
    net: str = ""
    reloading: Carried | None = None

    @property
    def acted(self) -> bool:
        """Whether it has done its one thing of the turn (C3K The game turn)."""
        return bool(self.target or self.busy)

    @property
    def carried_on(self) -> "Memory":
        """What the next turn begins with: the same deed, as long as that takes."""
        if not self.more:
            return Memory()
        return Memory(busy=self.busy, more=self.more - 1, task=self.task, reloading=self.reloading)


@dataclass(frozen=True, slots=True)
class Plight:
    """What special weapons have done to a figure: turns of blindness and of stasis left, a web with the turns for
    which a laser has cut at it, a robot's programme that is gone, and what hallucinogen gas makes it do.
    """

    blinded: int = 0
    frozen: int = 0
    webbed: bool = False
    web_cut: int = 0
    programme_lost: bool = False
    vision: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """In what shape a figure is, as it is told of it: see `Figure`."""

    posture: FigurePosture = FigurePosture.STANDING
    killed: bool = False
    wounds: tuple[Wound, ...] = ()
    stunned: int = 0
    plight: Plight = Plight()
    nerve: Nerve = STEADY

    @property
    def wound_points(self) -> int:
        """All wound points together."""
        return sum(wound.points for wound in self.wounds)


@dataclass(frozen=True, slots=True)
class Figure(Shape):
    """One creature or robot.

    `profile` is the creature's own, before armour and wounds change it; `handed` its better hand. `weapons` are
    firearms and close weapons, `grenades` those carried, by code and calibre; `armour` and `equipment` hold codes of
    the lists. `stunned` counts the turns of stun left, `stunned_now` those that this turn brought; `plight` holds what
    else befell it; `last` is the turn before, `now` this one. `fuse` is on the next shell or grenade that it sends off.
    A robot runs by its `circuits`, and whoever is trained in `robotics` commands such; `kit` is what else is in use.
    `test` is by which its morale is tested, if not as its kind; it is a `bad_leader` of its unit; no voluntary test is
    left for so many turns after one (`rallied`), it has been under fire before (`fired_on`), and it `led` its unit as
    it was killed.
    """

    creature: str = "Human"
    robot: bool = False
    profile: Profile = Profile()
    handed: Hand = Hand.RIGHT
    weapons: tuple[Carried, ...] = ()
    grenades: tuple[Supply, ...] = ()
    armour: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    stunned_now: int = 0
    shield_on: bool = False
    fuse: Fuse = NO_FUSE
    circuits: Circuits = NO_CIRCUITS
    robotics: Training = Training.NONE
    kit: Kit = NO_KIT
    doffed: tuple[str, ...] = ()
    rides: str = ""
    flight: Flight | None = None
    height: Fraction = Fraction(0)
    flown: Fraction = Fraction(0)
    aim: Aiming = Aiming()
    test: Trial | None = None
    bad_leader: bool = False
    rallied: int = 0
    fired_on: bool = False
    led: bool = False
    last: Memory = Memory()
    now: Memory = Memory()

    @property
    def shape(self) -> Shape:
        """How it is, without what it is, has and does."""
        return Shape(**{each.name: getattr(self, each.name) for each in fields(Shape)})

    def carried(self, name: str, who: str) -> Carried:
        """The weapon of that name, or the one in use where no name is given.

        Raises RuleError, in which `who` is the figure's name, where it carries no such weapon.
        """
        return find_weapon(self.weapons, name, who)

    def with_carried(self, carried: Carried) -> "Figure":
        """The same figure with that weapon as it is now; a new weapon comes last."""
        return replace(self, weapons=put_weapon(self.weapons, carried))


@dataclass(frozen=True, kw_only=True, slots=True)
class Wreckage:
    """What has become of a vehicle, as it is told of it."""

    immobilised: bool = False
    powerless: bool = False
    knocked_out: bool = False
    crew_killed: int = 0
    sabotaged: bool = False


@dataclass(frozen=True, slots=True)
class Vehicle(Wreckage):
    """One vehicle: its code in the list ("" for one of the referee's own), armour, crew, weapons and damage.

    `crew` counts those aboard who are alive; `speed` is the distance in cm that it moved last turn, and `crossing` for
    how many turns more it crosses a bank; `aim`, `last` and `now` are its gunner's.
    """

    vehicle: str = ""
    armour: int = 0
    crew: int = 1
    weapons: tuple[Carried, ...] = ()
    speed: int = 0
    crossing: int = 0
    aim: Aiming = Aiming()
    last: Memory = Memory()
    now: Memory = Memory()

    @property
    def shape(self) -> Wreckage:
        """What has become of it, without what it is, has and does."""
        return Wreckage(**{each.name: getattr(self, each.name) for each in fields(Wreckage)})

    def carried(self, name: str, who: str) -> Carried:
        """The weapon of that name, or the one in use where no name is given; raises RuleError if there is none."""
        return find_weapon(self.weapons, name, who)

    def with_carried(self, carried: Carried) -> "Vehicle":
        """The same vehicle with that weapon as it is now; a new weapon comes last."""
        return replace(self, weapons=put_weapon(self.weapons, carried))


Sheet = Figure | Vehicle


def dead(sheet: Sheet) -> bool:
    """Whether it is a figure that has been killed; a vehicle never is."""
    return isinstance(sheet, Figure) and sheet.killed


def aloft(sheet: Sheet) -> bool:
    """Whether it is in the air, where it does what it could do at a walk (C3K Flying)."""
    return isinstance(sheet, Figure) and sheet.height > 0


def on_the_move(sheet: Sheet) -> bool:
    """Whether it has moved in this turn, or is in the air."""
    return bool(sheet.now.gait) or aloft(sheet)


def in_use(weapons: tuple[Carried, ...]) -> Carried | None:
    """The weapon in use: the first that is in hand or on a mount, else the first; None if there is no weapon."""
    return next((carried for carried in weapons if carried.hand.ready), next(iter(weapons), None))


def find_weapon(weapons: tuple[Carried, ...], name: str, who: str) -> Carried:
    """The weapon of that name, or the one in use where none is given; raises RuleError for one that isn't there."""
    used = in_use(weapons)
    if used is None:
        raise RuleError(f"{who} has no weapon: give one with /character give.")
    if not name:
        return used
    names = [carried.name for carried in weapons]
    thrown = {"grenades": "grenades are given by /character give, and thrown by /grenade"}
    return weapons[names.index(match(name, names, what=f"weapon of {who}", elsewhere=thrown))]


def put_weapon(weapons: tuple[Carried, ...], carried: Carried) -> tuple[Carried, ...]:
    """The weapons with one of them as it is now; a new one comes last."""
    kept = tuple(carried if held.name == carried.name else held for held in weapons)
    return kept if carried in kept else (*kept, carried)


@dataclass(frozen=True, slots=True)
class Stored:
    """A sheet as it is stored: a figure or a vehicle."""

    figure: Figure | None = None
    vehicle: Vehicle | None = None


SHEET = SheetType(Stored)


def load_sheet(stored: Mapping[str, Any]) -> Sheet:
    """The sheet that was stored; raises pydantic.ValidationError where it isn't one."""
    found = SHEET.load(stored)
    return found.vehicle or found.figure or Figure()


def dump_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON."""
    return SHEET.dump(Stored(vehicle=sheet) if isinstance(sheet, Vehicle) else Stored(figure=sheet))
