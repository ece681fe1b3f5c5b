"""What High Guard's orders ask for, each said once: a class an order, and what several have in common as their bases.

Fields, readings and settings derive from it (see `bot.engine.asked`); what a battle offers for them is found in it.
"""

from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask, must
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM, Kind
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.highguard.combat.shot import Range
from bot.systems.people import sides

LARGEST_DM = 20
BEST_SKILL = 10
# Of a text that may name every ship of a fleet.
LONGEST = 2000
_HULLS = Role("name", many=True, needed=True, wording="Which ships: names with commas between, or a class")


def referees_dm(on: str = "") -> int:
    """The field for the referee's own modifier, `on` a throw."""
    wording = f"The referee's own modifier{on}"
    return ask(0, wording, low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown(Asked):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = referees_dm()
    because: str = ask("", "The reason for that modifier", referees=REASON_OF_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryOrder(Thrown):
    """`/battery`: one battery of the attacker at the target, and the factors of the batteries that the target puts on
    this hit, such as `5` or `9 9`.
    """

    verb = "battery"
    roles = (
        Role("name", wording="The ship that would fire; left out, the numbers alone count"),
        Role("target", foes=True, wording="The ship fired at"),
    )
    need = Need.REFEREE
    weapon: str | None = ask(None, "Which weapon, such as beam laser, missile nuclear or meson")
    range: Range = ask(Range.LONG, "short or long")
    sand: str = ask("", "Factors of the sandcasters on this hit, such as 5 or 9 9", longest=30)
    beams: str = ask("", "Factors of the lasers or energy guns on this missile", longest=30)
    repulsor: str = ask("", "Factors of the repulsors on this missile", longest=30)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedShot(Asked):
    """What makes up a shot from plain numbers; `factor` and `size` are digits as a profile has them."""

    factor: str = ask("", "The battery's factor", longest=1)
    computer: int = ask(0, "The firer's computer", low=0, high=20)
    target_computer: int = ask(0, "The target's computer", low=0, high=20)
    agility: int = ask(0, "The target's agility", low=0, high=20)
    size: str = ask("K", "The target's size, the first letter of its profile's second part", longest=1)
    damper: int = ask(0, "The target's nuclear damper", low=0, high=9)
    meson_screen: int = ask(0, "The target's meson screen", low=0, high=9)
    configuration: int = ask(1, "The target's configuration, 1 to 9", low=1, high=9)
    armour: int = ask(0, "The target's armor", low=0, high=33)
    flicker: int = ask(0, "The flicker rate of the target's black globe", low=0, high=90)
    own_flicker: int = ask(0, "The flicker rate of the firer's own black globe", low=0, high=90)


@dataclass(frozen=True, kw_only=True, slots=True)
class NewOrder(Asked):
    """`/battle new`: the sides with their commanders' skills, and whether there is fuel, or a gas giant to look for."""

    verb = "battle new"
    battle = True
    need = Need.REFEREE
    about = "Begin a battle between two sides"
    first: str = must("One side's name", kind=Kind.NAME, suggest=sides)
    second: str = must("The other's", kind=Kind.NAME, suggest=sides)
    first_tactics: int = ask(0, "The first commander's fleet tactics", low=0, high=BEST_SKILL)
    second_tactics: int = ask(0, "The second commander's fleet tactics", low=0, high=BEST_SKILL)
    fuel: bool = ask(False, "Whether there is fuel to take on here, of a gas giant, an ocean or tankers")
    giant: bool = ask(False, "Throw whether there is a gas giant here, at which fuel can be skimmed")
    shattered_tanks: Literal["silence what needs energy", "silence everything"] = ask(
        "silence what needs energy",
        setting="shattered fuel tanks silence missiles, sand and every computer as well, in battles begun from then on "
        "(R-94)",
        ruled=True,
    )
    missiles: str = ask(
        "unlimited",
        setting="or how often, such as 6, each missile battery can fire in a battle begun from then on (R-38)",
        pattern=r"[1-9]\d{0,2}",
        ruled=True,
    )


def told(wording: str, name: str = "") -> str:
    """The field for what ships do: its text may name all of a fleet."""
    return ask("", wording, longest=LONGEST, name=name)


@dataclass(frozen=True, kw_only=True, slots=True)
class StepOrder(Thrown):
    """Of what a side decides in a step: whose orders they are, in which chase, and whether standing orders do what was
    left open.
    """

    battle = True
    need = Need.ANYBODY
    side: str = ask("", "For which side, if not your own")
    fight: str = ask("", "In which chase, if not in the main battle")
    rest: bool = ask(True, "Whether standing orders do what you leave open (they do)")


@dataclass(frozen=True, kw_only=True, slots=True)
class FormOrder(StepOrder):
    """`/battle form`: the line of battle, and craft launched and recovered."""

    verb = "battle form"
    private = True
    about = "Form your line of battle, sealed until the other side has formed as well"
    line: str = told(
        "The ships of the line, none for none, the others are the reserve; left out, standing orders choose"
    )
    launch: str = told("Craft to launch from their carriers, or all")
    recover: str = told("Craft to take back, such as: Dart 1, Dart 2 to Aviary")
    dm: int = referees_dm(" on the throw for initiative")


@dataclass(frozen=True, kw_only=True, slots=True)
class DecideOrder(StepOrder):
    """`/battle decide`: what the step asks for that the battle has reached."""

    verb = "battle decide"
    about = "Decide what the battle's step asks of your side"
    range: Range | None = ask(None, "The attacker's choice: short or long")
    break_off: str = told("Ships that break off by acceleration, in groups: A, B; C")
    jump: str = told("Ships that jump: Kinunir 4 to Regina")
    emergency: str = told("Ships on emergency agility")
    globe: str = told("Flicker rates of black globes: Kinunir 40")
    silent: str = told("Systems that go without energy: Kinunir laser, computer")
    drop: str = told("Ships that drop their L-Hyd tanks")
    defend: str = told("Against which hit with what: 1 sand 2; 2 laser")
    pursue: str = told("Who follows which group: Wasp: Kinunir, Sovereign")
    repair: str = told("What is mended: Kinunir laser, maneuver; Wasp power")
    revive: str = told("Ships that wake their frozen watch")
    board: str = told("Who boards whom: Kinunir at Wasp, or Kinunir 20 marines 10 troops at Wasp")
    transfer: str = told("Crew shipped across: Kinunir 20 to Wasp")
    refuel: str = told("Fuel taken on, in tons: Kinunir 200; Wasp all")
    note: str = told("What else a ship does: Kinunir: skims fuel")
    dm: int = referees_dm(", on throws through a defence, of repairs or of boarding")


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(StepOrder):
    """`/battle fire`: at the targets that are presented."""

    verb = "battle fire"
    about = "Fire at the ships that are presented as targets"
    fire: str = told("Who fires what at whom: Kinunir laser 2 at Wasp; Wasp missile HE at Kinunir", "orders")
    dm: int = referees_dm(" on every throw to hit")


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundOrder(Thrown):
    """`/battle round`: a whole one by standing orders; the referee's own modifier may be for one side's throws."""

    verb = "battle round"
    battle = True
    need = Need.REFEREE
    about = "Play the rest of the turn by standing orders, all steps and all chases at once"
    side: str = ask("", "On whose throws the modifier counts; left out, on both sides'")
    dm: int = referees_dm(": initiative, to hit, through a defence, repairs, boarding")


@dataclass(frozen=True, kw_only=True, slots=True)
class BattleJoinOrder(Asked):
    """`/battle join`: ships with those who lead them."""

    verb = "battle join"
    about = "Let ships join a side of the battle"
    roles = (
        Role(
            "name",
            many=True,
            wording="Which ships, with commas between; left out, all of yours that are of the side",
        ),
    )
    battle = True
    side: str = ask("", "Which side they join; left out, their own")
    aboard: str = ask("", "The carrier that carries these craft")
    captain: int = ask(0, "Their captain's ship tactics", low=0, high=BEST_SKILL)
    pilot: int = ask(0, "Their pilot's skill", low=0, high=BEST_SKILL)


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingOrder(Asked):
    """`/battle standing`: whether standing orders play a side, what it knocks out first, and who falls first."""

    verb = "battle standing"
    battle = True
    need = Need.ANYBODY
    about = "Let standing orders play a side; say what its hits knock out first, who of it falls first"
    side: str = must("Which side")
    on: bool | None = ask(None, "Whether standing orders play it from now on")
    prefer: str = ask("", "What its hits knock out first, where it may choose: laser, meson screen")
    fall: str = told("Who falls first in boardings (crew, then troops): marines, troops; Wasp: troops")


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowOrder(Asked):
    """`/battle show`."""

    verb = "battle show"
    about = "Show both fleets and who is waited for"
    battle = True
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class CommanderOrder(Asked):
    """`/battle commander`: a side goes under another's command."""

    verb = "battle commander"
    about = "Put a side under somebody's command; they let others join it"
    battle = True
    need = Need.ANYBODY
    side: str = must("Which side")
    commander: str = must("Who orders from now on what is the side's", kind=Kind.PLAYER, name="player")


@dataclass(frozen=True, kw_only=True, slots=True)
class EndOrder(Asked):
    """`/battle end`: where it isn't over yet, perhaps with a winner."""

    verb = "battle end"
    roles = (Role("name", many=True),)
    battle = True
    need = Need.REFEREE
    about = "End the battle; the ships keep their damage"
    winner: str = ask("", "The side that has won, if one has")


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairOrder(Asked):
    """`/ship repair`: at a yard, for a price that the referee says where no design tells it."""

    verb = "ship repair"
    about = "Repair ships' damage at a yard, and show what it costs"
    roles = (_HULLS,)
    battle = True
    need = Need.REFEREE
    price: str = ask("", "What it costs in MCr, for ships whose listing tells no prices")
    free: bool = ask(False, "Whether it is free, by the referee's word")


@dataclass(frozen=True, kw_only=True, slots=True)
class RefuelOrder(Asked):
    """`/ship refuel`: out of another ship's tanks, or at a place; whether there is a `giant` is thrown for, unless the
    referee says it.
    """

    verb = "ship refuel"
    about = "Take on fuel, from a place or out of another ship's tanks"
    roles = (_HULLS, Role("from", optional=True, wording="The ship that gives it out of its tanks"))
    battle = True
    tons: str = ask("", "How many tons each takes on; left out, as many as it has room for")
    at: Literal["starport", "ocean", "gas giant"] | None = ask(None, "Where the referee says that there is some")
    giant: bool | None = ask(None, "Whether the system has a gas giant; left out, it is thrown for")
