"""Orders in a turn that is kept: what the book has against each, which is refused, or by a setting only told (C3K The
game turn).

An order knows nothing of it. Where no turn has been begun, and where only odds are asked for, it is as it was.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, Union

from bot.engine.asked import Asked
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.actions import left_off
from bot.systems.combat3000.aim.eligible import Threat, read_threats
from bot.systems.combat3000.asked.circumstances import Gait, InTurn, Mode
from bot.systems.combat3000.asked.fighting import FireOrder
from bot.systems.combat3000.asked.morale import MoraleAsked
from bot.systems.combat3000.asked.moving import MoveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.robots import waits_for_orders
from bot.systems.combat3000.figure.sheet import Task, dead
from bot.systems.combat3000.fire.plan import already_acted
from bot.systems.combat3000.fire.priorities import told_first
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.melee.closing import charges_at
from bot.systems.combat3000.morale.barred import barred, reminded
from bot.systems.combat3000.moving.going import already_moved
from bot.systems.combat3000.orders.fire import of_each
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import BLIND, task_words, typed_as
from bot.systems.combat3000.turn import UNORDERED, Phase, Turn
from bot.systems.deeds import Door, Stance

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Kept(Generic[R]):
    """What came of an order, with all that the book has against it, in sentences: told, and not refused."""

    result: R
    against: tuple[str, ...]


def kept(order: Order, book: Book) -> Order:
    """The order, looked at in a turn that is kept."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        turn, asked = turn_of(scene), order.made(values)
        if turn is None or scene.only_odds or not isinstance(asked, InTurn | Stance | Door):
            return order.prepared(scene, values)
        scene = _defending(scene, order, asked)
        against = tuple(objections(scene, turn, order, asked, book))
        if against and not only_shown(scene):
            raise RuleError(against[0])
        against = (*against, *reminded(scene, turn, order.roles[0].name, asked))
        if isinstance(asked, FireOrder):
            against = (*against, *told_first(scene, turn, asked, book))
        resolve = order.prepared(scene, values)
        return (lambda dice: _told(resolve(dice), against)) if against else resolve

    found: Any = order.kind

    def plain(result: Any) -> Any:
        if isinstance(result, Kept):
            return replace(result, result=order.plain(result.result))
        return order.plain(result)

    def word(result: Any, faces: Faces) -> Card:
        if not isinstance(result, Kept):
            return order.word(result, faces)
        card = order.word(result.result, faces)
        return replace(card, lines=(*card.lines, *(f"By the book: {text}" for text in result.against)))

    return replace(
        order,
        resolve=InTwoSteps(prepare),
        word=word,
        plain=plain,
        reports=Union[Kept[found], found],  # noqa: UP007
    )


_BUILDING_CM, _ME_CM = 30, 15


def _defending(scene: Scene, order: Order, asked: Asked) -> Scene:
    """The scene in which whoever has to fire in self-defence leaves what they are at (C3K Target priorities)."""
    threats = read_threats(asked.threats) if isinstance(asked, FireOrder) else ()
    attacked = any(Threat.ME in each.deeds and each.cm <= _ME_CM for each in threats)
    if not attacked and not any(Threat.BUILDING in each.deeds and each.cm <= _BUILDING_CM for each in threats):
        return scene
    role = order.roles[0].name
    return replace(scene, units={**scene.units, role: tuple(map(_leaving_it, scene.all(role)))})


def _leaving_it(unit: Unit) -> Unit:
    return replace(unit, sheet=left_off(unit.sheet)) if unit.sheet.now.task else unit


def objections(scene: Scene, turn: Turn, order: Order, asked: Asked, book: Book) -> Iterator[str]:
    """What the book has against an order in a turn, in sentences that say what to do instead."""
    acting = scene.all(order.roles[0].name)
    if not isinstance(asked, InTurn):
        yield from barred(scene, turn, order.roles[0].name, order.verb, asked, book)
        yield from (already_acted(unit.name, unit.sheet) for unit in acting if unit.sheet.now.gait == Gait.RUN)
        return
    if not acting:
        # What nobody does, but the referee says, has no place in the turn.
        return
    if any(dead(unit.sheet) for unit in acting):
        # No later phase helps them: the order itself says what they are.
        return
    if asked.place is not None and asked.place[0] is not turn.phase:
        phase, deed = asked.place
        yield f"This is {turn.words}, and {deed} in the {phase} phase: /phase goes on (C3K The game turn)."
    if not asked.unchosen:
        yield from _unordered(acting, asked)
        yield from barred(scene, turn, order.roles[0].name, order.verb, asked, book)
    if isinstance(asked, FireOrder) and asked.fire is Mode.PANIC:
        yield from _uncharged(scene)
    if asked.place is None or asked.looks_itself:
        return
    if isinstance(asked, MoveOrder):
        moving = ((unit.name, unit.sheet) for unit in acting)
        yield from filter(None, (already_moved(name, sheet, asked.gait) for name, sheet in moving))
        return
    each = of_each(scene, asked) if isinstance(asked, FireOrder) else {}
    for unit in acting:
        needs = each.get(unit.name, asked).task
        if already := already_acted(unit.name, unit.sheet, fires=asked.place[0] is Phase.FIRING):
            yield already
        if (task := unit.sheet.now.task) and not unit.sheet.now.busy and task.code != needs:
            yield f"{unit.name} {task_words(task)} in this turn, by what is written down (C3K Orders and actions)."
        if needs and (task is None or task.code != needs) and not _ordered(turn, unit.name, needs):
            yield _unwritten(unit.name, needs)


def _unordered(acting: Sequence[Unit], asked: InTurn) -> Iterator[str]:
    """ACT units do what they are told, and nothing of their own accord (C3K Droids)."""
    for unit in acting if asked.place and not isinstance(asked, MoraleAsked) else ():
        if waits_for_orders(unit.sheet):
            does = f"{unit.name} is a robot of class ACT, and does nothing until its controller orders it"
            yield f"{does}: /control orders says what (C3K Droids)."


def _uncharged(scene: Scene) -> Iterator[str]:
    """Panic fire is for those who are charged, at those who charge them."""
    for unit in scene.all("name"):
        chargers = {each.name for each in charges_at(scene.ledger, unit.name)}
        if not chargers & {target.name for target in scene.all("target")}:
            none = f"None of them charges {unit.name}, and panic fire is at who charges"
            yield f"{none}: wait for the firing phase (C3K Charges)."


def _ordered(turn: Turn, name: str, code: str) -> bool:
    """Whether somebody's game orders say so: those for speculative fire may (C3K Speculative fire)."""
    return code == BLIND and "speculative" in turn.orders.get(name, UNORDERED).text.casefold()


def _unwritten(name: str, code: str) -> str:
    """Why somebody can't do what they haven't written down."""
    does, way = task_words(Task(code)), f'by plan:"{typed_as(code)}"'
    so = f"/plan says so in the orders phase, {way}"
    return f"Nobody wrote down that {name} {does} now: {so} (C3K Orders and actions)."


def _told(outcome: Outcome, against: tuple[str, ...]) -> Outcome:
    return replace(outcome, result=Kept(outcome.result, against))
