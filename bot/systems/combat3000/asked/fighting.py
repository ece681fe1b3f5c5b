"""What Combat 3000's fire, grenades and explosions ask for."""

from dataclasses import dataclass
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.combat3000.asked.circumstances import (
    FARTHEST,
    AmongOthers,
    Circumstances,
    Mode,
    Striking,
    carried_names,
    weapon_settings,
    written_for,
)
from bot.systems.combat3000.turn import Phase


def turning() -> bool:
    """The field for whoever turns to the target before they fire or throw."""
    return ask(default=False, called="turn to the target first")


def declared_when() -> Literal["together", "at once"]:
    """The field for when shots are fired in a turn that is kept: all targets are declared before any die is thrown (C3K
    Firing procedure).
    """
    return ask(
        "together",
        setting="at once: in a turn that is kept each shot is fired as it is said, not by /phase with all others",
        ruled=True,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(Circumstances, AmongOthers):
    """`/fire`: at one target, or at one each, and at others whom the fire may reach. Of a target in `cover` head and
    shoulders show, where its size isn't said (C3K Target size).
    """

    verb = "fire"
    roles = (
        Role("name", many=True, far=True, fights=True, alone=True),
        Role("target", many=True, far=True, repeats=True, foes=True, optional=True, instead="at"),
        Role("others", many=True, far=True, optional=True, reached=True),
    )
    weapon: str = ask("", suggest=carried_names("name"))
    range: int | None = ask(None, low=0, high=FARTHEST, measured=True)
    cover: bool | None = ask(None, shown=True)
    turn: bool = turning()
    shots: Literal["together", "at once"] = declared_when()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """Panic fire comes as somebody charges."""
        if self.fire is Mode.PANIC:
            return Phase.CLOSE_COMBAT, "panic fire is resolved"
        return Phase.FIRING, "fire is resolved"

    @property
    def task(self) -> str:
        """Fire at a place and through a wall needs an order as speculative fire does."""
        return "F" if self.wall or self.at else written_for(self.fire, self.watch)


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
    roles = (
        Role("name", fights=True, alone=True),
        Role("people", many=True, far=True, optional=True, reached=True),
    )
    grenade: str = ask("")
    range: int | None = ask(None, low=0, high=FARTHEST, measured=True)
    at: str = ask("", suggest=places)
    turn: bool = turning()
    shots: Literal["together", "at once"] = declared_when()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """A throw is a shot."""
        return Phase.FIRING, "grenades are thrown"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedThrow(Asked):
    """Which grenade somebody throws who is so strong."""

    grenade: str = ask("101")
    strength: int = ask(0, low=-10, high=10)


@dataclass(frozen=True, kw_only=True, slots=True)
class BlastOrder(Striking):
    """`/blast`: something goes off among people, or on a deck at a square, perhaps what lay `waiting` on the table with
    a proximity fuse, or a vortex that is there. Those whom it has struck `already` take no more of it.
    """

    verb = "blast"
    asks = ("cause",)
    roles = (
        Role("people", many=True, far=True, optional=True),
        Role("direct", many=True, far=True, optional=True),
        Role("already", many=True, optional=True),
    )
    need = Need.REFEREE
    cause: str = ask("")
    at: str = ask("", suggest=places)
    confined: bool = ask(default=False)
    waiting: bool = ask(default=False)
