"""Deeds of the house that are actions of the list: a stance, and a door that is opened (C3K Other actions)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Union

from bot.deck.placing import stands_already
from bot.deck.posture import Posture
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.actions import begun
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.riding import place_of, rides_in
from bot.systems.combat3000.figure.sheet import FigurePosture, Task
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.orders.plan import Plans, plans_card, written
from bot.systems.combat3000.posing import as_they_stand
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import with_company
from bot.systems.deeds import DOOR, PLACE, STANCE, Door, Posed, Stance, deeds, portal_side

# Here a figure crouches anywhere, console or none.
_POSED = {Posture.CROUCHING: "crouches", Posture.PRONE: "lies prone", Posture.UP: "stands up"}


def house_orders(book: Book) -> Iterator[Order]:
    """The deeds of the house that take turns by this book; where no turn is kept they are done at once."""
    house = deeds()
    stance = replace(
        house[STANCE],
        resolve=lambda scene, values, _: _stance(scene, house[STANCE].made(values), book),
        word=_posed_card,
    )
    yield _listed(stance, _posture_task, book)
    yield _listed(house[DOOR], _door_task, book)
    yield replace(house[PLACE], resolve=lambda scene, values, dice: _put(house[PLACE], scene, values, dice))


def _put(order: Order, scene: Scene, values: Values, dice: Dice) -> Outcome:
    """The order, by which whoever rides gets out; in a turn that is kept it needs the referee's yes for who stands on
    the deck, or in what stands there (C3K The game turn).
    """
    turn, riding = turn_of(scene), [unit for unit in scene.all("name") if rides_in(unit.sheet)]
    there = stands_already(scene) or any(place_of(scene, unit) for unit in riding)
    if turn and not only_shown(scene) and there:
        scene.ask(
            f"It is {turn.words}, and going somewhere is a move: /move does it (C3K The game turn). The referee may "
            "put anybody anywhere."
        )
    outcome = order.resolve(scene, values, dice)
    off = () if outcome.result.stand else outcome.result.who
    # Who leaves the deck with what they ride in stays in it.
    out = {unit.name: replace(unit.sheet, rides="") for unit in riding if rides_in(unit.sheet) not in off}
    return replace(outcome, after={**outcome.after, **out})


def _listed(order: Order, read: Callable[[Unit, Any], Task | None], book: Book) -> Order:
    """The order, which in a turn that is kept is written down as the action of the list that it is."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        unit = scene.one(order.roles[0].name)
        if not scene.only_odds:
            firer_of(unit.name, unit.sheet, book, "do anything")
        task = read(unit, order.made(values)) if turn_of(scene) and not scene.only_odds else None
        if task is None:
            return order.prepared(scene, values)
        return lambda _: written(scene, unit, (with_company(task, book),), book)

    def word(result: Any, faces: Faces) -> Card:
        return plans_card(result, faces) if isinstance(result, Plans) else order.word(result, faces)

    found: Any = order.kind
    return replace(order, resolve=InTwoSteps(prepare), word=word, reports=Union[Plans, found])  # noqa: UP007


def _stance(scene: Scene, asked: Stance, book: Book) -> Outcome:
    """Somebody crouches, lies down or stands up, by their sheet and on the deck."""
    unit = scene.one("name")
    figure = figure_of(unit.sheet, "stance")
    task = with_company(_posture_task(unit, asked), book)
    after = begun(unit.name, figure, (task,), book, takes_time=False)
    board = as_they_stand(scene.board, {unit.name: figure}, {unit.name: after})
    posed = Posed(who=(unit.name,), posture=asked.stance)
    return Outcome({unit.name: after}, posed, board=None if board is scene.board else board)


def _posed_card(posed: Posed, _: Faces) -> Card:
    return Card(f"{posed.who[0]} {_POSED[posed.posture]}")


def _posture_task(unit: Unit, asked: Stance) -> Task:
    if asked.stance is Posture.UP:
        crouched = figure_of(unit.sheet, "stance").posture is FigurePosture.CROUCHED
        return Task("RU" if crouched else "SU")
    return Task("FP" if asked.stance is Posture.PRONE else "C")


def _door_task(_: Unit, asked: Door) -> Task | None:
    """Opening a door is in the list; shutting one isn't, and takes no time."""
    return None if asked.open is False else Task("OD", portal_side(asked))
