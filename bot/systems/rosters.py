"""`/roster`: people and ships under a name, for another campaign of the server to take over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene
from bot.systems.people import typed

SAVE, LOAD, REMOVE = "roster save", "roster load", "roster remove"
_NAMES = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveOrder(Asked):
    """`/roster save`, with who is `RosterKept`."""

    verb = SAVE
    need = Need.REFEREE
    called = "Saving a roster"
    about = "Keep people and ships as they are now under a name, for another campaign of the server"
    name: str = must("What the roster is called; one of that name is saved anew", kind=Kind.TYPED, apart=True)
    who: str | None = typed("Whom, with commas, or sides; left out, everybody and every ship")
    shared: bool = ask(False, "Whether the referee of any campaign here may take it over", apart=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadOrder(Asked):
    """`/roster load`, with who has been `RosterJoined` over."""

    verb = LOAD
    need = Need.REFEREE
    called = "Taking over a roster"
    about = "Let those of a roster join this campaign, as they were when it was saved"
    name: str = must("Which roster", kind=Kind.TYPED, apart=True)
    who: str | None = typed("Only these of it, with commas, or sides")
    campaign: str = ask("", "Out of which campaign, by its number, if several have one", kind=Kind.TYPED, apart=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveOrder(Asked):
    """`/roster remove`, with who is no longer `RosterKept`."""

    verb = REMOVE
    need = Need.REFEREE
    called = "Taking a roster away"
    about = "Take one of this campaign's rosters away"
    name: str = must("Which roster", kind=Kind.TYPED, apart=True)


@dataclass(frozen=True, slots=True)
class RosterKept:
    """A roster's name, who is in it, whether any referee of the server may take it over, and who of them are prisoners,
    in words.
    """

    roster: str
    names: tuple[str, ...] = ()
    shared: bool = False
    prisoners: str = ""


@dataclass(frozen=True, slots=True)
class RosterJoined:
    """A roster's name, who joined out of it with the line of each sheet, and what there is to say of other rules."""

    roster: str
    joined: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()


def roster_orders() -> Mapping[str, Order]:
    """The orders by their verbs: they tell what was read and written for them."""
    orders = (
        typed_order(SaveOrder, _told(RosterKept), _saved_card),
        typed_order(LoadOrder, _told(RosterJoined), _taken_card),
        typed_order(RemoveOrder, _told(RosterKept), _removed_card),
    )
    return {order.verb: order for order in orders}


def _told(what: type[Any]) -> Callable[[Scene, Any, Dice], Outcome]:
    def decide(scene: Scene, _: Any, __: Dice) -> Outcome:
        return Outcome({}, scene.given(what))

    return decide


def _saved_card(kept: RosterKept, _: Faces) -> Card:
    more = len(kept.names) - _NAMES
    names = [*kept.names[:_NAMES], *([f"{more} more"] if more > 0 else [])]
    whose = "any referee of this server" if kept.shared else "this campaign's referees, in another channel,"
    lines = (f"As they are now: {sentence(names)}", f"/roster load there lets {whose} take them over.")
    prisoners = (f"As prisoners: {kept.prisoners}",) if kept.prisoners else ()
    return Card(f"The roster {kept.roster} is saved", (*lines, *prisoners))


def _taken_card(taken: RosterJoined, _: Faces) -> Card:
    lines = [f"{name}: {line}" for name, line in taken.joined]
    return Card(f"The roster {taken.roster} joins", tuple(lines), taken.notes)


def _removed_card(kept: RosterKept, _: Faces) -> Card:
    return Card(f"The roster {kept.roster} is taken away", ("/undo brings it back.",))
