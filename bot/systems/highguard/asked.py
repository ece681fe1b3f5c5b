"""What High Guard's orders ask for, each said once: a class an order, and what several have in common as their bases.

Fields, readings and settings derive from it (see `bot.engine.asked`); what a battle offers for them is found in it.
"""

from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM, Kind
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.highguard.combat.shot import Range

LARGEST_DM = 20
BEST_SKILL = 10
# Of a text that may name every ship of a fleet.
LONGEST = 2000


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown(Asked):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = ask(0, low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)
    because: str = ask("", referees=REASON_OF_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryOrder(Thrown):
    """`/battery`: one battery of the attacker at the target, and the factors of the batteries that the target puts on
    this hit, such as `5` or `9 9`.
    """

    verb = "battery"
    roles = (Role("attacker"), Role("target"))
    need = Need.REFEREE
    weapon: str | None = ask(None, mode=True)
    range: Range = ask(Range.LONG, mode=True)
    sand: str = ask("", longest=30)
    beams: str = ask("", longest=30)
    repulsor: str = ask("", longest=30)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedShot(Asked):
    """What makes up a shot from plain numbers; `factor` and `size` are digits as a profile has them."""

    factor: str = ask("", longest=1)
    computer: int = ask(0, low=0, high=20)
    target_computer: int = ask(0, low=0, high=20)
    agility: int = ask(0, low=0, high=20)
    size: str = ask("K", longest=1)
    damper: int = ask(0, low=0, high=9)
    meson_screen: int = ask(0, low=0, high=9)
    configuration: int = ask(1, low=1, high=9)
    armour: int = ask(0, low=0, high=33)
    flicker: int = ask(0, low=0, high=90)
    own_flicker: int = ask(0, low=0, high=90)


@dataclass(frozen=True, kw_only=True, slots=True)
class NewOrder(Asked):
    """`/battle new`: the sides with their commanders' skills, and whether there is fuel, or a gas giant to look for."""

    verb = "battle new"
    battle = True
    need = Need.REFEREE
    first: str = ask("", kind=Kind.NAME)
    second: str = ask("", kind=Kind.NAME)
    first_tactics: int = ask(0, low=0, high=BEST_SKILL)
    second_tactics: int = ask(0, low=0, high=BEST_SKILL)
    fuel: bool = ask(default=False)
    giant: bool = ask(default=False)
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


def told() -> str:
    """The field for what ships do: its text may name all of a fleet."""
    return ask("", longest=LONGEST)


@dataclass(frozen=True, kw_only=True, slots=True)
class StepOrder(Thrown):
    """Of what a side decides in a step: whose orders they are, in which chase, and whether standing orders do what was
    left open.
    """

    battle = True
    need = Need.ANYBODY
    side: str = ask("")
    fight: str = ask("")
    rest: bool = ask(default=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class FormOrder(StepOrder):
    """`/battle form`: the line of battle, and craft launched and recovered."""

    verb = "battle form"
    line: str = told()
    launch: str = told()
    recover: str = told()


@dataclass(frozen=True, kw_only=True, slots=True)
class DecideOrder(StepOrder):
    """`/battle decide`: what the step asks for that the battle has reached."""

    verb = "battle decide"
    range: Range | None = ask(None)
    break_off: str = told()
    jump: str = told()
    emergency: str = told()
    globe: str = told()
    silent: str = told()
    drop: str = told()
    defend: str = told()
    pursue: str = told()
    repair: str = told()
    revive: str = told()
    board: str = told()
    transfer: str = told()
    refuel: str = told()
    note: str = told()


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(StepOrder):
    """`/battle fire`: at the targets that are presented."""

    verb = "battle fire"
    fire: str = told()


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundOrder(Thrown):
    """`/battle round`: a whole one by standing orders; the referee's own modifier may be for one side's throws."""

    verb = "battle round"
    battle = True
    need = Need.REFEREE
    side: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class BattleJoinOrder(Asked):
    """`/battle join`: ships with those who lead them; `everything` takes all that fit among those handed in."""

    verb = "battle join"
    roles = (Role("ships", many=True),)
    battle = True
    side: str = ask("")
    aboard: str = ask("")
    captain: int = ask(0, low=0, high=BEST_SKILL)
    pilot: int = ask(0, low=0, high=BEST_SKILL)
    everything: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingOrder(Asked):
    """`/battle standing`: whether standing orders play a side, what it knocks out first, and who falls first."""

    verb = "battle standing"
    battle = True
    need = Need.ANYBODY
    side: str = ask("")
    on: bool | None = ask(None)
    prefer: str = ask("")
    fall: str = told()


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowOrder(Asked):
    """`/battle show`."""

    verb = "battle show"
    battle = True
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class CommanderOrder(Asked):
    """`/battle commander`: a side goes under another's command."""

    verb = "battle commander"
    battle = True
    need = Need.ANYBODY
    side: str = ask("")
    commander: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class EndOrder(Asked):
    """`/battle end`: where it isn't over yet, perhaps with a winner."""

    verb = "battle end"
    roles = (Role("ships", many=True),)
    battle = True
    need = Need.REFEREE
    winner: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairOrder(Asked):
    """`/ship repair`: at a yard, for a price that the referee says where no design tells it."""

    verb = "ship repair"
    roles = (Role("ships", many=True),)
    battle = True
    need = Need.REFEREE
    price: str = ask("")
    free: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class RefuelOrder(Asked):
    """`/ship refuel`: out of another ship's tanks, or at a place; whether there is a `giant` is thrown for, unless the
    referee says it.
    """

    verb = "ship refuel"
    roles = (Role("ships", many=True), Role("from", optional=True))
    battle = True
    tons: str = ask("")
    at: Literal["starport", "ocean", "gas giant"] | None = ask(None)
    giant: bool | None = ask(None)
