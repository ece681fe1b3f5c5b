"""What Combat 3000's structures and work on them ask for (C3K Destruction)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.deck.placing import places, rooms
from bot.deck.plan import Facing
from bot.engine.asked import Asked, ask, must
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.asked.circumstances import FARTHEST, Circumstances, carried_names, written_for
from bot.systems.combat3000.asked.fighting import declared_when
from bot.systems.combat3000.building.structures import Build
from bot.systems.combat3000.figure.sheet import Vehicle
from bot.systems.combat3000.turn import Phase

MOST_ROOMS, MOST_ARMOUR, MOST_HITS = 20, 30, 20


def unclassed() -> Literal["light", "heavy"]:
    """The field for what walls and doors of a deck are that nobody has classed."""
    return ask(
        "light",
        setting="what a deck's walls and doors are that nobody classed with /structure add (C3K Destruction)",
        ruled=True,
    )


def _known(scene: Scene) -> Sequence[str]:
    return [each.name for each in scene.ledger.structures] if scene.ledger else ()


def _to_add(scene: Scene) -> Sequence[str]:
    return [*_known(scene), *rooms(scene)]


def _to_work_on(scene: Scene) -> Sequence[str]:
    vehicles = [name for name, unit in scene.known.items() if isinstance(unit.sheet, Vehicle)]
    return [*_known(scene), *vehicles]


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureAddOrder(Asked):
    """`/structure add`: a room, a wall or a door by its name, of a deck or not, with whoever is in it; a building of so
    many `rooms`, of which some are `upper`; or all rooms of the deck. What is known already is put right.
    """

    verb = "structure add"
    about = "Class a room, a wall, a door or a whole building as light, heavy or armoured"
    need = Need.REFEREE
    roles = (Role("people", many=True, optional=True, wording="Who is in the room, if it is on no deck"),)
    name: str = must("What it is called, or a room of the deck; or deck, for all rooms of it", suggest=_to_add)
    kind: Literal["room", "wall", "door", "building"] | None = ask(None, "room, wall, door or building")
    build: Build | None = ask(None, "light, heavy or armoured")
    armour: int | None = ask(None, "The value of an armoured one", low=1, high=MOST_ARMOUR)
    rooms: int | None = ask(None, "How many rooms a building has", low=0, high=MOST_ROOMS)
    upper: int = ask(0, "How many of them are not on its ground floor", low=0, high=MOST_ROOMS)
    building: str = ask("", "Of which building a room is")
    room: str = ask("", "Of which room a wall or a door is", suggest=_known)
    metres: str = ask("", "How thick it is, in metres, for a laser that cuts it")
    at: str = ask("", "Where a wall or a door stands on the deck: a square beside it, such as C7", suggest=places)
    side: Facing | None = ask(None, "On which side of that square it stands: N, E, S or W")


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureHitOrder(Circumstances):
    """`/structure hit`: by a shot of somebody, thrown for to hit; or by the referee's word."""

    verb = "structure hit"
    about = "Fire at a room, a wall or a door, or say that it is hit"
    roles = (Role("by", optional=True, fights=True, wording="Who fires at it; none by the referee's word"),)
    name: str = ask("", "Which room, wall or door", suggest=_known)
    at: str = ask("", "On a deck instead of a name: a square beside it, such as C7", suggest=places)
    side: Facing | None = ask(None, "On which side of that square it stands: N, E, S or W")
    weapon: str = ask("", "With what; without a firer a weapon or a shell of the lists", suggest=carried_names("by"))
    range: int | None = ask(None, "The range in cm on the table", low=0, high=FARTHEST)
    times: int = ask(1, "How many such strikes, by the referee's word", low=1, high=MOST_HITS)
    structures: Literal["light", "heavy"] = unclassed()
    shots: Literal["together", "at once"] = declared_when()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """A shot at a building is fire."""
        return Phase.FIRING, "structures are fired at"


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureListOrder(Asked):
    """`/structure list`: all that are known."""

    verb = "structure list"
    about = "Show the rooms, walls and doors that are known, and how they stand"
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakOrder(Circumstances):
    """`/break`: a door charged down, a lock shot off, a laser's cut through a wall, sabotage and its repair."""

    verb = "break"
    about = "Break a door down, shoot its lock off, cut with a laser, sabotage, or mend that"
    roles = (Role("name", fights=True, alone=True, wording="Who does it"),)
    how: Literal["charge", "lock", "laser", "sabotage", "mend"] = ask(
        "charge", "charge a light door, shoot its lock, cut with a laser, sabotage, or mend what was sabotaged"
    )
    what: str = ask("", "Which door or wall; or whose vehicle or weapon is sabotaged", suggest=_to_work_on)
    side: Facing | None = ask(None, "On which side of their square it is: N, E, S or W")
    weapon: str = ask("", "With what: a weapon of theirs; or which weapon is sabotaged", suggest=carried_names("name"))
    range: int | None = ask(None, "The range in cm on the table", low=0, high=FARTHEST)
    structures: Literal["light", "heavy"] = unclassed()
    shots: Literal["together", "at once"] = declared_when()

    @property
    def place(self) -> tuple[Phase, str] | None:
        """A lock is shot at as anything is; the rest is written down as an action."""
        if self.how == "lock":
            return Phase.FIRING, "locks are shot off"
        return Phase.ORDERS, "actions are written down"

    @property
    def task(self) -> str:
        """A shot at a lock as any shot; the rest writes itself down."""
        return written_for(self.fire, self.watch) if self.how == "lock" else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedHit(Asked):
    """A room, a wall or a door of some build; of a building that is `unsafe`."""

    kind: Literal["room", "wall", "door"] = ask("room", "room, wall or door")
    build: Build = ask(Build.LIGHT, "light, heavy or armoured")
    armour: int = ask(0, "The value of an armoured one", low=0, high=MOST_ARMOUR)
    unsafe: bool = ask(default=False)
