"""What Combat 3000's robots, radios and devices ask for (C3K Droids, Speech, Equipment)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask, must
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.asked.circumstances import FARTHEST, InTurn, reason, referees_dm
from bot.systems.combat3000.devices.speech import OFF_BOARD, Voice
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.turn import Phase


@dataclass(frozen=True, kw_only=True, slots=True)
class ControlOrder(InTurn):
    """`/control`: a robot is given an order, taken over, or programmed anew."""

    verb = "control"
    about = "Give a robot an order, take an enemy's over, or write a programme"
    roles = (
        Role("name", alone=True, wording="Who controls or programmes it"),
        Role("robot", wording="Which robot"),
    )
    how: Literal["order", "take over", "programme"] = ask("order", "order, take over or programme")
    orders: str = ask("", "The order, in the words of a turn; or the programme", longest=300, spoken=True)
    range: int | None = ask(None, "How many cm they are away, to take it over", low=0, high=FARTHEST, measured=True)
    ignore: bool | None = ask(None, "Whether an ACT unit is to ignore target priorities")
    dm: int = referees_dm()
    because: str = reason()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """To take a robot over is an action of a whole turn, a programme one of several; an order may be given at any
        time.
        """
        if self.how == "programme":
            return Phase.ORDERS, "actions are written down"
        return (Phase.ACTIONS, "robots are taken over") if self.how == "take over" else None


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedControl(Asked):
    """Nobody but an engineer and a robot, so far apart."""


def _nets(scene: Scene) -> Sequence[str]:
    sheets = [unit.sheet for unit in scene.units.get("name", ())]
    return [*(net for sheet in sheets if isinstance(sheet, Figure) for net in sheet.kit.nets), OFF_BOARD]


@dataclass(frozen=True, kw_only=True, slots=True)
class SayOrder(InTurn):
    """`/say`: words aloud, heard by who is near; or on a radio net, heard by all on it."""

    verb = "say"
    about = "Say something aloud, heard by whoever is near, or on a radio net"
    roles = (
        Role("name", alone=True, wording="Who speaks"),
        Role("to", many=True, far=True, optional=True, wording="Off a deck who is near, with cm: Bob @12, Cid @40"),
    )
    words: str = ask("", "What is said", longest=200, spoken=True)
    voice: Voice = ask(Voice.SPEAK, "speak, heard within 15 cm, or shout, heard within 45", called="voice")
    net: str = ask("", "On which radio net instead", suggest=_nets)
    link: bool = ask(False, "Whether to throw for a link to a net that is not theirs")

    @property
    def place(self) -> tuple[Phase, str] | None:
        """A link is thrown for in the action phase; all else is said at any time."""
        return (Phase.ACTIONS, "links are established") if self.link else None


def _items(scene: Scene) -> Sequence[str]:
    return ("Torch", "Searchlight", "Glowlobe", "Speed Pill", "Sleep Pill", "Truth Capsule", "Flight Pack")


@dataclass(frozen=True, kw_only=True, slots=True)
class UseOrder(InTurn):
    """`/use`: a pill is taken, a light turned on somebody or off, a flight pack filled."""

    verb = "use"
    about = "Take a pill, turn a light on somebody or off, or fill a flight pack"
    roles = (
        Role("name", alone=True, wording="Who uses it"),
        Role("on", many=True, far=True, optional=True, wording="On whom a light falls, or who takes the pill: Bob @20"),
    )
    item: str = must("What of their equipment", suggest=_items)
    off: bool = ask(False, "Whether a light is turned off")


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedTalk(Asked):
    """Nobody but a speaker, and a net that is not theirs."""
