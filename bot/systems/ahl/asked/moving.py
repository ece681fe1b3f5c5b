"""What AHL's movement asks for: on foot, by doors and lifts, in zero-G."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from bot.deck.plan import Facing
from bot.deck.portals import SIDES
from bot.engine.asked import Asked, ask
from bot.engine.fields import Kind
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.ahl.asked.circumstances import Thrown, airless, crowding, weightless
from bot.systems.ahl.walking.costs import PHASE, POINT, Gait


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveOrder(Asked):
    """`/move`: to a square or step by step, as far as `ap` reach."""

    verb: ClassVar[str] = "move"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"), Role("dragging", optional=True), Role("helper", optional=True))
    to: str = ask("")
    gait: Gait = ask(Gait.WALK)
    facing: Facing | None = ask(None)
    ap: int | None = ask(None, low=1, high=60)
    zero_g: bool = weightless()
    crowding: Literal["one each", "by size"] = crowding()


@dataclass(frozen=True, kw_only=True, slots=True)
class JumpOrder(Asked):
    """`/jump`: from beside a drop to the level below it."""

    verb: ClassVar[str] = "jump"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"),)
    at: str = ask("")
    how: Literal["jump", "swing"] = ask("jump")
    ap: int = ask(PHASE // POINT, low=0, high=PHASE // POINT)
    vacuum: bool = airless()


@dataclass(frozen=True, kw_only=True, slots=True)
class DiveOrder(Thrown):
    """`/dive`: into the square of an enemy."""

    verb: ClassVar[str] = "dive"
    roles: ClassVar[tuple[Role, ...]] = (Role("diver"), Role("target"))


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakOrder(Thrown):
    """`/break`: a door broken down by one or two."""

    verb: ClassVar[str] = "break"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"), Role("helper", optional=True))
    side: Facing | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class AirlockOrder(Asked):
    """`/airlock`: cycled from outside or from within."""

    verb: ClassVar[str] = "airlock"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"),)
    side: str | None = ask(None, kind=Kind.CHOICE, choices=SIDES)


class LiftState(StrEnum):
    """What the referee can make of a lift."""

    DEAD = "dead"
    WORKING = "working"
    HERE = "here"
    AWAY = "away"


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftCallOrder(Asked):
    """`/lift call`: from beside its door, or from within."""

    verb: ClassVar[str] = "lift call"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"),)
    side: Facing | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftRideOrder(Asked):
    """`/lift ride`: to another level."""

    verb: ClassVar[str] = "lift ride"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"),)
    to: str = ask("")


@dataclass(frozen=True, kw_only=True, slots=True)
class LiftSetOrder(Asked):
    """`/lift set`: the referee's word on a lift, or on all of them."""

    verb: ClassVar[str] = "lift set"
    need: ClassVar[Need] = Need.REFEREE
    at: str = ask("all")
    state: LiftState = ask(LiftState.DEAD)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReorientOrder(Thrown):
    """`/reorient`: who is disoriented tries to get control back."""

    verb: ClassVar[str] = "reorient"
    roles: ClassVar[tuple[Role, ...]] = (Role("character"),)


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeOrder(Asked):
    """`/range`: how far it is to a square or somebody."""

    verb: ClassVar[str] = "range"
    roles: ClassVar[tuple[Role, ...]] = (Role("name"),)
    to: str = ask("")
