"""`/reveal`: the referee shows a side what its people haven't seen, a room, somebody or the whole deck."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from bot.deck.board import Board
from bot.deck.knowledge import Knowledge, Reveal
from bot.deck.placing import room_of, rooms
from bot.deck.plan import At
from bot.deck.posture import places
from bot.engine.asked import Asked, must, typed_order
from bot.engine.cards import Card, printable
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.deeds import deck_of
from bot.systems.people import sides
from bot.systems.seeing import who_stands
from bot.systems.strangers import contacts

DECK = "deck"


def _likely(scene: Scene) -> Sequence[str]:
    """What to offer: the whole deck, who stands on it, and its rooms."""
    return (DECK, *rooms(scene))


@dataclass(frozen=True, kw_only=True, slots=True)
class RevealOrder(Asked):
    """`/reveal`: what a side sees of the deck by the referee's word."""

    verb = "reveal"
    about = "Show a side a room, somebody or the whole deck, where sides know only what they have seen"
    need = Need.REFEREE
    called = "Showing a side what it hasn't seen"
    what: str = must("A room by its name or number, somebody, or deck for all of it", kind=Kind.TYPED, suggest=_likely)
    side: str = must("To which side", kind=Kind.TYPED, suggest=sides)
    because: str = must("Why, for the journal", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class Disclosed:
    """What a side was shown, and why."""

    side: str
    what: str
    because: str


def reveal_orders(system: System) -> tuple[Order, ...]:
    """The order that shows a side something."""
    return (typed_order(RevealOrder, partial(_reveal, system), _card, registers=True),)


def _reveal(system: System, scene: Scene, order: RevealOrder, _: Dice) -> Outcome:
    board = deck_of(scene)
    if scene.known_to is None:
        raise RuleError("All sides know all of this deck: there is nothing to show them.")
    assert scene.game is not None, "an order that is carried out has a game"
    side = match(order.side, sorted({*scene.game.sides} - {""}), what="side")
    known: Knowledge = scene.known_to(side).known
    what, squares, people = _meant(system, scene, board, order.what)
    new = {at for at in squares if known.when(at) is None}
    met = [scene.known[name] for name in people if scene.known[name].side != side]
    strangers = [unit for unit in met if not _is_seen(known, unit.id)]
    nameless = [unit for unit in met if unit.name == what and not _is_named(known, unit.id)]
    if not new and not strangers and not nameless:
        raise RuleError(f"{side} know {what} already: name something that they haven't seen.")
    because = printable(order.because).strip()
    shown, told = (tuple(unit.name for unit in each) for each in (strangers, nameless))
    everybody = scene.known.values()
    own = {unit.id for unit in everybody if unit.side == side}
    called = contacts({unit.id: unit.name for unit in everybody}, own, known.met)
    who = next((f"who {called[unit.id]} is: {unit.name}" for unit in nameless if unit.id in called), what)
    reveals = Reveal(side, frozenset(squares), shown, who, told)
    return Outcome({}, Disclosed(side, who, because), reveals=reveals)


def _is_named(known: Knowledge, number: int) -> bool:
    return number in known.met and known.met[number].named


def _is_seen(known: Knowledge, number: int) -> bool:
    return number in known.people and known.people[number].present


def _meant(system: System, scene: Scene, board: Board, typed: str) -> tuple[str, Collection[At], Sequence[str]]:
    """What is named, in words, with its squares, and who is shown with it: of who rides also what they ride in."""
    text = typed.strip()
    if text.casefold() == DECK:
        return "the whole deck", {at for level in board.plan.levels for at in level.floor}, ()
    if unit := next((unit for name, unit in scene.known.items() if name.casefold() == text.casefold()), None):
        assert scene.game is not None, "an order that is carried out has a game"
        there = who_stands(system.squads, scene.game, unit).name
        if there not in board.people:
            raise RuleError(
                f"{unit.name} is not on the deck: put them there with /place, and whoever sees them knows them."
            )
        return unit.name, set(places(board.people[there])), tuple(dict.fromkeys((unit.name, there)))
    room = room_of(board, text)
    return room.name, room.squares, ()


def _card(result: Disclosed, _: Faces) -> Card:
    return Card(f"{result.side} are shown {result.what}", (f"By the referee's word: {result.because}",))
