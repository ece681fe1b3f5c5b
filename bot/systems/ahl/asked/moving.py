"""What AHL's movement asks for: on foot, by doors and lifts, in zero-G."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.placing import levels, places
from bot.deck.plan import Facing
from bot.deck.portals import SIDES
from bot.deck.posture import Posture
from bot.engine.asked import ask, must
from bot.engine.fields import Kind
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import InTurn, Thrown, airless, crowding, referees_dm, weightless
from bot.systems.ahl.walking.ground import PHASE, POINT, Gait
from bot.systems.deeds import Door, Stance


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveOrder(InTurn):
    """`/move`: to a square or step by step, as far as `ap` reach, all that it takes if none are said; `dragging`
    somebody, alone or `with` another.
    """

    verb = "move"
    about = "Move somebody on the deck, the cheapest way or step by step, and say what it costs"
    roles = (
        Role("name", fights=True, alone=True, each=True, wording="Who goes; several with commas, or a side"),
        Role("dragging", optional=True, wording="Whom they drag along", beside=True),
        Role("with", optional=True, fights=True, wording="Who drags them together with the first", beside=True),
    )
    to: str = ask("", "A square such as C7, a place, a room, somebody, or steps such as N N E", suggest=places)
    gait: Gait = ask(Gait.WALK, "How they go, such as walk or trot")
    facing: Facing | None = ask(None, "Which way they face at the end: N, E, S or W")
    ap: int | None = ask(None, low=1, high=60)
    zero_g: bool = weightless(ruled=True)
    crowding: Literal["one each", "by size"] = crowding()


@dataclass(frozen=True, kw_only=True, slots=True)
class JumpOrder(InTurn):
    """`/jump`: from beside a drop to the level below it."""

    verb = "jump"
    about = "Jump or swing down a level from beside a drop of the deck"
    roles = (Role("name", fights=True, alone=True, wording="Who goes down"),)
    at: str = ask("", "Which drop, where several are beside them: its square", suggest=places)
    how: Literal["jump", "swing"] = ask("jump", "jump, or swing down by the hands")
    ap: int = ask(
        PHASE // POINT,
        "How many action points they have left in this phase, if not all",
        low=0,
        high=PHASE // POINT,
    )
    vacuum: bool = airless()

    def action(self, scene: Scene) -> str:
        """A swing is another action than a jump."""
        return self.how


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorOrder(Door, InTurn):
    """`/door`, a deed of the house, done as the next phase begins."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanceOrder(Stance, InTurn):
    """`/stance`, a deed of the house."""

    def action(self, scene: Scene) -> str:
        """Whoever gets up from the floor, be it to stand or to crouch, stands up (AHL 8.A)."""
        name, board = scene.one("name").name, scene.board
        lies = board is not None and name in board.people and board.people[name].prone
        return "stand" if lies and self.stance is not Posture.PRONE else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class DiveOrder(Thrown):
    """`/dive`: into the square of an enemy."""

    verb = "dive"
    about = "Dive into an enemy's square on the deck; of a full one somebody is thrown out"
    roles = (
        Role("name", fights=True, alone=True, wording="Who dives, at the end of a trot beside the target"),
        Role("target", foes=True, needed=True, wording="The enemy into whose square they dive, who isn't moving"),
    )
    dm: int = referees_dm(" on the diver's die in a full square")


@dataclass(frozen=True, kw_only=True, slots=True)
class LandOrder(InTurn):
    """`/land`: where somebody lies whom a dive has thrown out of a square."""

    verb = "land"
    about = "Choose where somebody lands whom a dive has thrown out of a full square"
    roles = (Role("name", alone=True, wording="Who has been thrown out"),)
    to: str = must("A square beside the one that they were thrown out of, such as C7", suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakOrder(Thrown):
    """`/break`: a door broken down by one, or `with` another."""

    verb = "break"
    about = "Break down a closed sliding door of the deck, alone or with somebody's help"
    roles = (
        Role("name", fights=True, alone=True, wording="Who pushes at the door that they stand at"),
        Role("with", optional=True, fights=True, wording="Who pushes with them", beside=True),
    )
    side: Facing | None = ask(None, "On which side of their square it is: N, E, S or W")
    dm: int = referees_dm(" to the melee value: + helps")


@dataclass(frozen=True, kw_only=True, slots=True)
class AirlockOrder(InTurn):
    """`/airlock`: cycled from outside or from within."""

    verb = "airlock"
    about = "Cycle an airlock of the deck: from outside to enter it, from within to leave at the far end"
    roles = (Role("name", alone=True, wording="Who is beside an entrance of the airlock, or in it"),)
    side: str | None = ask(
        None,
        "On which side of their square the entrance is, if there are several: N, E, S or W",
        kind=Kind.CHOICE,
        choices=SIDES,
    )


class LiftState(StrEnum):
    """What the referee can make of a lift."""

    DEAD = "dead"
    WORKING = "working"
    HERE = "here"
    AWAY = "away"


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftCallOrder(InTurn):
    """`/lift call`: from beside its door, or from within."""

    verb = "lift call"
    about = "Call a lift from beside its door"
    roles = (Role("name", alone=True, wording="Who is beside the lift's door, or in the lift to have it opened"),)
    side: Facing | None = ask(None, "On which side of their square the lift is, if there are several: N, E, S or W")


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftRideOrder(InTurn):
    """`/lift ride`: to another level."""

    verb = "lift ride"
    about = "Ride a lift to another level"
    roles = (Role("name", fights=True, alone=True, wording="Who is in the lift, with everybody else in it"),)
    to: str = ask("", "To which level, by its number or name", suggest=levels)


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftSetOrder(InTurn):
    """`/lift set`: the referee's word on a lift, or on all of them."""

    verb = "lift set"
    need = Need.REFEREE
    about = "Say what a lift does, by the referee's word, at once"
    at: str = must("Which lift: its name, or a square of it such as 2:C7; or all", suggest=places)
    state: LiftState = must("dead: out of order; working; here: it stands open there; away: it leaves")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReorientOrder(Thrown):
    """`/reorient`: who is disoriented tries to get control back."""

    verb = "reorient"
    about = "Try to get control back in zero-G"
    roles = (Role("name", alone=True, wording="Who tries"),)


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeOrder(InTurn):
    """`/range`: how far it is to a square or somebody."""

    verb = "range"
    about = "Show you alone how far it is on the deck, and what is in the way"
    roles = (Role("name", alone=True, wording="From whom"),)
    to: str = must("To a square such as C7, a place, or somebody", suggest=places)
