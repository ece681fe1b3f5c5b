"""What Combat 3000's turn, its weapons in hand and whatever else is kept of people ask for."""

from dataclasses import dataclass
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask, must
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.combat3000.asked.circumstances import (
    Gait,
    InTurn,
    Settled,
    Throwing,
    carried_names,
    weapon_settings,
)
from bot.systems.combat3000.figure.sheet import Hand
from bot.systems.combat3000.turn import Phase


@dataclass(frozen=True, kw_only=True, slots=True)
class ReloadOrder(Settled):
    """`/reload`: a weapon, or a `setting` of it anew."""

    verb = "reload"
    roles = (Role("name", alone=True, each=True),)
    weapon: str = ask("", suggest=carried_names("name", to_load=True))
    ammunition: str = ask("")
    barrels: int = ask(0, low=0, high=6)
    crew: int = ask(0, low=0, high=2)
    gait: Gait | None = ask(None)
    out_of_action: bool = ask(default=False, referees="Saying who is out of action")
    setting: str = weapon_settings()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """It is an action; another setting is written down by itself, or takes no time."""
        return None if self.setting else (Phase.ACTIONS, "weapons are reloaded")

    @property
    def task(self) -> str:
        """As the record sheet has it; another setting may take no time."""
        return "" if self.setting else "R"


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairOrder(Throwing):
    """`/repair`: a weapon that jammed or was damaged."""

    verb = "repair"
    about = "Try to mend a weapon that jammed or was damaged"
    roles = (Role("name", alone=True, wording="Who tries"),)
    weapon: str = ask("", "Which weapon, if not the first that needs it")
    gait: Gait | None = ask(None)

    @property
    def place(self) -> tuple[Phase, str] | None:
        """It is an action."""
        return Phase.ACTIONS, "weapons are repaired"

    @property
    def task(self) -> str:
        """As the record sheet has it."""
        return "Rep"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedRepair(Asked):
    """How dexterous somebody is who mends a weapon."""

    weapon: str = ask("")
    dexterity: int = ask(0, low=-10, high=10)


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseOrder(Asked):
    """`/phase`: who is `cutting` at their webs with a laser, and who has left gas as a turn ends; by `passing` it goes
    on whatever has to be done first. In a turn that is kept it goes on to a `step`, a later phase of it.
    """

    verb = "phase"
    roles = (Role("name", many=True),)
    need = Need.REFEREE
    step: Phase | None = ask(None)
    cutting: str = ask("")
    left_gas: str = ask("")
    passing: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOrder(InTurn):
    """`/plan`: what some do in a turn, parted by semicolons; without a `plan` it shows what they have planned.

    `crew` help to deploy a heavy weapon, or to reload one. In a turn that is kept they may have game `orders` in a
    line, with whom they fire at first as their `priority`; and those named may be a `group`, in the order in which they
    command (C3K Orders). With what each `strikes` in close combat, whoever begins it, holds until they say otherwise:
    `strikes Sword, Knife`.
    """

    verb = "plan"
    roles = (Role("name", many=True, own=True),)
    plan: str = ask("", longest=200)
    crew: int = ask(0, low=0, high=2)
    orders: str = ask("", longest=300)
    priority: str = ask("")
    strikes: str = ask("", suggest=carried_names("name"))
    group: bool = ask(default=False)

    @property
    def parts(self) -> tuple[str, ...]:
        """What was written down, one by one."""
        return tuple(filter(None, (part.strip() for part in self.plan.split(";"))))

    @property
    def lasts(self) -> bool:
        """Whether it says what holds from turn to turn."""
        return bool(self.orders or self.priority or self.strikes or self.group)

    @property
    def abandons(self) -> bool:
        """Whether they give up what they are at."""
        return self.plan.strip().casefold() == "abandon"

    @property
    def drops(self) -> bool:
        """Whether they only drop something, which takes no time and interferes with nothing."""
        return bool(self.parts) and all(part.split()[0].casefold() in {"drop", "dw"} for part in self.parts)

    @property
    def place(self) -> tuple[Phase, str] | None:
        """What anybody intends is written down before all else, but what is given up, and what is dropped."""
        told = self.parts and not self.abandons and not self.drops
        return (Phase.ORDERS, "actions are written down") if told else None


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeOrder(Asked):
    """`/range`: to a square, a place or somebody."""

    verb = "range"
    roles = (Role("name", alone=True),)
    to: str = must("To a square such as C7, a place, or somebody", suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveOrder(InTurn):
    """`/character give`: a weapon, spares, or so many grenades; `another` is a second weapon of its kind."""

    verb = "give"
    roles = (Role("name", alone=True),)
    by_word = True
    weapon: str = ask("")
    ammunition: str = ask("")
    clips: int = ask(0, low=0, high=100)
    hand: Hand | None = ask(None)
    sight: str = ask("")
    mount: str = ask("")
    another: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class HealOrder(Asked):
    """`/character heal`: everything, or wounds, stun, or what special weapons have done."""

    verb = "heal"
    roles = (Role("name", alone=True, each=True),)
    by_word = True
    as_found = True
    wounds: Literal["everything", "wounds", "stun", "plight"] = ask("everything", apart=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnBeginOrder(Asked):
    """`/turn begin`: from now on a turn is kept; `surprised` are sides that have no orders, with commas."""

    verb = "turn begin"
    divides = True
    need = Need.REFEREE
    surprised: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnShowOrder(Asked):
    """`/turn show`: how far it is."""

    verb = "turn show"
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnEndOrder(Asked):
    """`/turn end`: none is kept any more."""

    verb = "turn end"
    divides = True
    need = Need.REFEREE
