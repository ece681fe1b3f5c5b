"""Shots that are declared in secret and fired together, each in its sub-phase (C3K Firing procedure)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Union

from bot.engine.byword import said_against
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import KnownError, RuleError
from bot.engine.steps import scene_for
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Values
from bot.systems.combat3000.asked.building import BreakOrder, StructureHitOrder
from bot.systems.combat3000.asked.fighting import FireOrder, GrenadeOrder
from bot.systems.combat3000.fire.readied import Readied, thrown
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.turn import Phase, Turn, not_done
from bot.systems.marks import check_takes_part

_TOGETHER = "All targets are declared first; /phase fires every shot in its sub-phase (C3K Firing procedure)"


@dataclass(frozen=True, slots=True)
class Shots:
    """Shots that are kept until all are fired: whose, and at whom."""

    names: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Battery:
    """The orders that fire, by verb, and what makes each of them ready."""

    orders: Mapping[str, Order]
    ready: Mapping[str, Callable[[Scene, Any], Readied]]


def declared(order: Order, at: Callable[[Scene, Any], str] = lambda _, __: "") -> Order:
    """The order to fire, written down in the firing phase of a turn that is kept, unless the campaign says otherwise.
    `at` finds what else than somebody it is fired at.
    """

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        turn, asked, said = turn_of(scene), order.made(values), scene.said
        resolve = order.prepared(scene, values)
        if turn is None or said is None or scene.only_odds or not _waits(turn, asked):
            return resolve
        names = tuple(unit.name for unit in scene.all(order.roles[0].name))
        if not names:
            return resolve
        people = (unit.name for unit in scene.units.get("target", ()))
        targets = tuple(filter(None, dict.fromkeys((*people, at(scene, asked)))))
        # By its fields, so that what is said of one of several can be taken out of it.
        written = replace(said, fields=order.spread(said.fields))
        ledger = replace(scene.ledger, turn=turn.firing(written))
        return lambda _: Outcome({}, Shots(names, targets), ledger, sealed=True)

    def word(result: Any, faces: Faces) -> Card:
        return _card(result) if isinstance(result, Shots) else order.word(result, faces)

    found: Any = order.kind
    return replace(
        order,
        resolve=InTwoSteps(prepare),
        word=word,
        plain=lambda result: result if isinstance(result, Shots) else order.plain(result),
        reports=Union[Shots, found],  # noqa: UP007
    )


def _waits(turn: Turn, asked: Any) -> bool:
    together = (
        isinstance(asked, FireOrder | GrenadeOrder | StructureHitOrder | BreakOrder) and asked.shots == "together"
    )
    return together and turn.phase is Phase.FIRING and asked.place is not None and asked.place[0] is Phase.FIRING


def _card(shots: Shots) -> Card:
    # Its title is for all, who know no more of it than that.
    has = "has a shot" if len(shots.names) == 1 else "have shots"
    at = (f"At {sentence(shots.targets)}",) if shots.targets else ()
    return Card(f"{sentence(shots.names)} {has} written down", at, (_TOGETHER,))


def fired_together(
    scene: Scene, turn: Turn, battery: Battery, dice: Dice
) -> tuple[Outcome | None, tuple[str, ...], tuple[str, ...]]:
    """All shots that are written down, as one fire; why some can't be fired any more, in sentences; and what was said
    for them against what a deck or a setting has.
    """
    readied: list[Readied] = []
    failed: list[str] = []
    by_word: list[str] = []
    board = scene.board
    for said in turn.shots:
        order = battery.orders[said.verb]
        assert scene.game is not None, "what is written down is so in a game"
        own = replace(scene_for(order, said, scene.game, replace(scene, by=said.by)), board=board)
        try:
            for unit in own.all(order.roles[0].name):
                check_takes_part(unit)
            each = _ready(battery, own, order, said.fields)
        except RuleError as problem:
            failed.append(not_done(said.doers, problem))
            continue
        readied.append(each)
        if words := said_against(order, own):
            by_word.append(f"{sentence(said.doers)}: {words[:1].lower()}{words[1:]}")
        board = each.turned or board
    if not readied:
        return None, tuple(failed), ()
    whole = reduce(Readied.and_then, readied)
    return thrown(scene, whole, whole.declared)(dice), tuple(failed), tuple(by_word)


def _ready(battery: Battery, scene: Scene, order: Order, fields: Values) -> Readied:
    """A shot that was written down, made ready: what was said for it before it was otherwise is as it is known now."""
    try:
        return battery.ready[order.verb](scene, order.made(order.read(fields, scene.settings)))
    except KnownError as problem:
        left = {name: value for name, value in order.spread(fields).items() if name != problem.field}
        if len(left) == len(order.spread(fields)):
            raise
    return _ready(battery, scene, order, left)
