"""What people do on a deck, as AHL has it: who can, and what the book says that it costs (AHL 6, 8.A, 8.B, 14, 23).

A turn that is kept takes the points, like those of any other order; where none is, the answer tells of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.deck.placing import stands_already
from bot.deck.plan import Barrier
from bot.deck.posture import Posture
from bot.engine.asked import maker
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Values
from bot.systems.ahl.asked.moving import StanceOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.move import check_upright
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import check_active
from bot.systems.ahl.turn.clock import as_switched, clock_of
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import points, portal_cost
from bot.systems.ahl.zerog.drift import at_rest
from bot.systems.deeds import (
    DOOR,
    DOOR_SET,
    FACE,
    LEAN,
    LIGHT,
    LIGHT_SET,
    PLACE,
    STANCE,
    Deed,
    deeds,
)
from bot.systems.marks import SURRENDER, marking

_ACTS = {STANCE: "do that", LEAN: "lean", FACE: "turn", LIGHT: "work a switch"}


def house_orders(book: Book) -> Iterator[Order]:
    """The deeds of the house but for the door, which has an order of AHL's own."""
    for verb, order in {**deeds(), **marking()}.items():
        if verb != DOOR:
            yield _told(_by_whom(order), book)


def _by_whom(order: Order) -> Order:
    """The order, refused to whoever can't act; by word alone nobody is put about in a turn that is kept."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        if order.verb == PLACE:
            _check_word(scene)
        if order.verb in _ACTS:
            unit = scene.one(order.roles[0].name)
            check_active(unit.name, unit.sheet, _ACTS[order.verb])
            if order.verb == FACE and clock_of(scene) and scene.board and unit.name in scene.board.people:
                check_upright(scene.board, unit)
        if order.verb == LIGHT:
            scene = replace(scene, board=as_switched(scene.board, clock_of(scene)))
        outcome = order.resolve(scene, values, dice)
        if order.verb == PLACE:
            drifting = {unit.name: at_rest(unit.sheet) for unit in scene.all("name") if unit.sheet.zero_g.drift}
            outcome = replace(outcome, after={**outcome.after, **drifting})
        deed: Deed = outcome.result
        done = DoneInTurn(turned=deed.turned, switched=deed.switched, shows=order.verb in {STANCE, LEAN})
        return replace(_disarmed(scene, outcome) if order.verb == SURRENDER else outcome, done=done)

    made = maker(StanceOrder) if order.verb == STANCE else order.made
    return replace(order, resolve=resolve, made=made)


def _disarmed(scene: Scene, outcome: Outcome) -> Outcome:
    """Nobody comes through the covering fire of one who has surrendered any more."""
    if (clock := clock_of(scene)) is None:
        return outcome
    covering = tuple(line for line in clock.covering if line.firer not in outcome.units)
    return replace(outcome, ledger=replace(scene.ledger, clock=replace(clock, covering=covering)))


def _check_word(scene: Scene) -> None:
    """Asks for the referee's yes where a player puts people about in a turn that is kept; it doesn't for those who come
    onto the deck before the first action phase begins, or as a turn is planned in which a scenario has them come (AHL
    6).
    """
    clock = clock_of(scene)
    if clock is None or only_shown(scene):
        return
    if stands_already(scene):
        why = "moving and turning cost action points: /move does both (AHL 6)"
    else:
        come = {unit.name for unit in scene.all("name")} <= {*scene.comes}
        if clock.phase == 0 and (clock.turn == 1 or come):
            return
        why = "nobody comes onto the deck by word alone" + (": they come as a turn is planned" if come else "")
    scene.ask(f"It is {clock.words}, and {why}. The referee may put anybody anywhere.")


def _told(order: Order, book: Book) -> Order:
    """The order with what the book says of its cost."""
    switch = (
        f"The switch costs {points(book.halves('light'))} AP and counts from the next step of the phase on (AHL 23)"
    )
    stand = points(book.halves("stand"))
    standing = f"Standing up costs {stand} AP (AHL 8.A); of crouching the book names no cost (AHL 14.B)"
    lying = f"The book names no cost for lying down, and {stand} AP for standing up again (AHL 8.A)"
    words: dict[str, Callable[[Any], str]] = {
        LIGHT: lambda _: switch,
        LIGHT_SET: lambda _: switch,
        STANCE: lambda deed: lying if deed.posture is Posture.PRONE else standing,
        DOOR_SET: lambda deed: effort(book, deed.portal),
    }
    if order.verb not in words:
        return order

    def word(deed: Any, faces: Faces) -> Card:
        card = order.word(deed, faces)
        return replace(card, working=(*card.working, words[order.verb](deed)))

    return replace(order, word=word, reports=order.kind)


def effort(book: Book, kind: Barrier) -> str:
    """What working a portal by hand costs, in words (AHL 8.B)."""
    try:
        cost = points(portal_cost(book.portals, kind))
    except RuleError as silent:
        return str(silent)
    when = "it is cycled for six phases" if kind is Barrier.AIRLOCK_DOOR else "it is done as the next phase begins"
    return f"Opening or closing it costs {cost} AP beside it, and {when} (AHL 8.B)"
