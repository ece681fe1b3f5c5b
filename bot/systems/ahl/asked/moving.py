"""What AHL's movement asks for: on foot, by doors and lifts, in zero-G."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.plan import Facing
from bot.deck.portals import SIDES
from bot.deck.posture import Posture
from bot.engine.asked import ask
from bot.engine.fields import Kind
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import InTurn, Thrown, airless, crowding, weightless
from bot.systems.ahl.walking.ground import PHASE, POINT, Gait
from bot.systems.deeds import Door, Stance


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveOrder(InTurn):
    """`/move`: to a square or step by step, as far as `ap` reach."""

    verb = "move"
    roles = (Role("name", fights=True), Role("dragging", optional=True), Role("helper", optional=True, fights=True))
    to: str = ask("")
    gait: Gait = ask(Gait.WALK)
    facing: Facing | None = ask(None)
    ap: int | None = ask(None, low=1, high=60)
    zero_g: bool = weightless()
    crowding: Literal["one each", "by size"] = crowding()


@dataclass(frozen=True, kw_only=True, slots=True)
class JumpOrder(InTurn):
    """`/jump`: from beside a drop to the level below it."""

    verb = "jump"
    roles = (Role("name", fights=True),)
    at: str = ask("")
    how: Literal["jump", "swing"] = ask("jump")
    ap: int = ask(PHASE // POINT, low=0, high=PHASE // POINT)
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
    roles = (Role("diver", fights=True), Role("target"))


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakOrder(Thrown):
    """`/break`: a door broken down by one or two."""

    verb = "break"
    roles = (Role("name", fights=True), Role("helper", optional=True, fights=True))
    side: Facing | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class AirlockOrder(InTurn):
    """`/airlock`: cycled from outside or from within."""

    verb = "airlock"
    roles = (Role("name"),)
    side: str | None = ask(None, kind=Kind.CHOICE, choices=SIDES)


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
    roles = (Role("name"),)
    side: Facing | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftRideOrder(InTurn):
    """`/lift ride`: to another level."""

    verb = "lift ride"
    roles = (Role("name", fights=True),)
    to: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftSetOrder(InTurn):
    """`/lift set`: the referee's word on a lift, or on all of them."""

    verb = "lift set"
    need = Need.REFEREE
    at: str = ask("all")
    state: LiftState = ask(LiftState.DEAD)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReorientOrder(Thrown):
    """`/reorient`: who is disoriented tries to get control back."""

    verb = "reorient"
    roles = (Role("character"),)


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeOrder(InTurn):
    """`/range`: how far it is to a square or somebody."""

    verb = "range"
    roles = (Role("name"),)
    to: str = ask("")
