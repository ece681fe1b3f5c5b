"""Who plays which side: by the referee's word, else by whose people they own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, person
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scene import OBSERVER, PLAYER, REFEREE, Outcome, Scene, Unit
from bot.engine.seats import Membership
from bot.engine.typed import match
from bot.systems.people import sides


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatOrder(Asked):
    """`/players set`: a player of a side, an observer, or neither by word."""

    verb = "players set"
    about = "Say which side somebody plays, or that they look on"
    need = Need.REFEREE
    called = "Saying who plays which side"
    player: str = must("Who", kind=Kind.PLAYER)
    side: str | None = ask(
        None,
        "The side that they play; left out, theirs by whom they own",
        kind=Kind.TYPED,
        suggest=sides,
    )
    observer: bool = ask(False, "Whether they look on and play no side")


@dataclass(frozen=True, slots=True)
class Seated:
    """Which part somebody has from now on, by word; None where that is theirs by whom they own."""

    player: str
    part: Membership | None


def player_orders() -> tuple[Order, ...]:
    """The orders that say who plays which side."""
    return (typed_order(SeatOrder, _seat, _seated_card, registers=True, open=True),)


def parts(members: Mapping[str, Membership], units: Iterable[Unit]) -> Mapping[str, Membership]:
    """Which part everybody has: by word, else by the side of those whom they own.

    Whoever owns people of several sides plays none until it is said which: their side is "".
    """
    owned: dict[str, set[str]] = {}
    for unit in units:
        if unit.owner and unit.side:
            owned.setdefault(unit.owner, set()).add(unit.side)
    theirs = {owner: Membership(PLAYER, min(found) if len(found) == 1 else "") for owner, found in owned.items()}
    return {**theirs, **members}


def is_referee(scene: Scene, number: str) -> bool:
    """Whether somebody is a referee, for an order that registers somebody."""
    return number in scene.members and scene.members[number].role == REFEREE


def _seat(scene: Scene, order: SeatOrder, _: Dice) -> Outcome:
    """Somebody plays a side, or looks on, or has the part again that is theirs by whom they own."""
    if order.side is not None and order.observer:
        raise RuleError("Whoever looks on plays no side: leave side or observer out.")
    if is_referee(scene, order.player):
        raise RuleError("A referee plays no side: they know what every side knows.")
    if order.side is not None and not scene.sides:
        raise RuleError("There are no sides here yet: a side is there with its first character or ship.")
    side = None if order.side is None else match(order.side, sorted(scene.sides), what="side")
    part = Membership(OBSERVER) if order.observer else Membership(PLAYER, side) if side is not None else None
    if part == scene.members.get(order.player):
        raise RuleError(f"Nothing is changed by that: {_told(part)} already.")
    return Outcome({}, Seated(person(order.player), part), members={order.player: part})


def _seated_card(seated: Seated, _: Faces) -> Card:
    return Card("Who plays which side", (f"{seated.player}: {_told(seated.part)}",))


def _told(part: Membership | None) -> str:
    if part is None:
        return "the side is that of the people whom they own"
    return "they look on" if part.role == OBSERVER else f"they play {part.side}"
