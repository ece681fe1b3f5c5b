"""`/use`: a pill is taken, a light turned on somebody or off, a flight pack filled (C3K Equipment)."""

from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.actions import free_for
from bot.systems.combat3000.asked.devices import UseOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.lights import GLOWLOBE, LAMPS, Lamp
from bot.systems.combat3000.devices.pills import PILLS, effect_of, fatal_to, taken
from bot.systems.combat3000.figure.riding import place_of
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.loading.arming import named
from bot.systems.combat3000.melee.round import side_by_side
from bot.systems.marks import takes_part

RULE = "C3K Equipment"
PACK, SHIELD = "E18", "E23"


@dataclass(frozen=True, slots=True)
class Used:
    """What of their equipment somebody used, by its code: on whom, nobody for a pill of their own and a light that is
    turned off; `fatal_to` is the kind of creature that a pill kills, "" for none.
    """

    name: str
    code: str
    on: tuple[str, ...] = ()
    fatal_to: str = ""


def use_order(book: Book) -> Order:
    """`/use`: it takes no time, and whoever can't act does nothing of it."""

    def decide(scene: Scene, asked: UseOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        figure = figure_of(unit.sheet, "equipment to use")
        firer_of(unit.name, figure, book, "use anything")
        code = _meant(unit.name, figure, asked.item, book)
        if asked.off and code not in LAMPS:
            raise RuleError(f"{book.equipment[code].name} is nothing that is turned off ({RULE}).")
        if code in PILLS:
            return _swallowed(scene, unit, figure, code)
        if code in LAMPS:
            return _lit(scene, unit, figure, code, asked, book)
        return _filled(unit, figure)

    return typed_order(UseOrder, decide, partial(_card, book), reports=Used)


def _meant(name: str, figure: Figure, item: str, book: Book) -> str:
    """The code of what is used; RuleError for what they haven't, and for what isn't used so."""
    rows = {code: thing.name for code, thing in book.equipment.items()}
    code = named(item, rows, "piece of equipment")
    if code not in {*PILLS, *LAMPS, PACK}:
        by_plan = f'takes a turn to switch: /plan plan:"switch shield" ({RULE}).' if code == SHIELD else ""
        works = "works by itself, or on the sheet: pills, lights and flight packs are used."
        raise RuleError(f"{rows[code]} {by_plan or works}")
    if code not in figure.equipment:
        raise RuleError(f"{name} has no {rows[code]}: /character edit field:equipment gives one ({RULE}).")
    return code


def _swallowed(scene: Scene, unit: Unit, figure: Figure, code: str) -> Outcome:
    """A pill of one's own, which oneself takes, or one other who is beside them and whose player wants it."""
    others = scene.all("on")
    if len(others) > 1:
        raise RuleError(f"A pill is for one: name one who takes it ({RULE}).")
    who = others[0] if others else unit
    eater = figure_of(who.sheet, "mouth for a pill")
    if eater.killed or eater.robot:
        raise RuleError(f"{who.name} is {'dead' if eater.killed else 'a robot'}, and takes no pills ({RULE}).")
    _check_given(scene, unit, who, eater)
    kills = eater.creature if fatal_to(code, eater) else ""
    if who.name == unit.name:
        return Outcome({unit.name: taken(figure, code)}, Used(unit.name, code, fatal_to=kills))
    given = taken(replace(eater, equipment=(*eater.equipment, code)), code)
    left = list(figure.equipment)
    left.remove(code)
    after = {unit.name: replace(figure, equipment=tuple(left)), who.name: given}
    return Outcome(after, Used(unit.name, code, (who.name,), kills))


def _check_given(scene: Scene, unit: Unit, who: Unit, eater: Figure) -> None:
    """Raise RuleError where a player gives a pill to somebody who isn't theirs and could refuse it, or isn't near."""
    if not helpless(eater) and takes_part(who):
        scene.check_own(who)
    if scene.by and side_by_side(scene.board, unit.name, who.name) is False:
        raise RuleError(f"{who.name} isn't beside {unit.name}: a pill is given from a square that touches theirs.")


def _lit(scene: Scene, unit: Unit, figure: Figure, code: str, asked: UseOrder, book: Book) -> Outcome:
    """A light on some, or off; what it falls on counts as so bright for whoever fires at it."""
    lamp, others = LAMPS[code], scene.all("on")
    if asked.off and code == GLOWLOBE:
        raise RuleError(f"A Glowlobe has no switch, and is never off ({RULE}).")
    rest = tuple(each for each in figure.kit.lights if each[0] != code)
    if asked.off or not others:
        if not asked.off:
            raise RuleError(f"Say on whom it falls, as on:Bob @20; or off:True ({RULE}).")
        after = replace(figure, kit=replace(figure.kit, lights=rest))
        return Outcome({unit.name: after}, Used(unit.name, code))
    if free_for(figure, book) < lamp.hands:
        hands = "a free hand" if lamp.hands == 1 else "two free hands"
        raise RuleError(f"{unit.name} needs {hands} for a {lamp.name}: put something away first ({RULE}).")
    for other in others:
        _check_reach(scene, unit, other, lamp)
    lights = (*rest, *((code, other.name) for other in others))
    after = replace(figure, kit=replace(figure.kit, lights=lights))
    return Outcome({unit.name: after}, Used(unit.name, code, tuple(other.name for other in others)))


def _check_reach(scene: Scene, unit: Unit, other: Unit, lamp: Lamp) -> None:
    """Raises RuleError for somebody who is farther away than the light reaches."""
    cm, start, there = other.at, place_of(scene, unit), place_of(scene, other)
    if cm is None and start and there:
        cm = cm_between(start.at, there.at, scene.board.plan.separation)
    if cm is None and unit.name != other.name:
        raise RuleError(f"Say how many cm {other.name} is away, as on:{other.name} @20 ({RULE}).")
    if cm is not None and cm > lamp.cm:
        raise RuleError(f"A {lamp.name} reaches {lamp.cm} cm, and {other.name} is {cm} cm away ({RULE}).")


def _filled(unit: Unit, figure: Figure) -> Outcome:
    if figure.height:
        raise RuleError(f"{unit.name} flies: land before the pack is filled ({RULE}).")
    after = replace(figure, kit=replace(figure.kit, burnt=0))
    return Outcome({unit.name: after}, Used(unit.name, PACK))


def _card(book: Book, used: Used, _: Faces) -> Card:
    names = sentence(used.on) if used.on else ""
    if used.code == PACK:
        return Card(f"{used.name} fills the flight pack", (f"15 minutes of fuel, for 50 credits ({RULE})",))
    if used.code in LAMPS:
        lamp = LAMPS[used.code]
        if not used.on:
            return Card(f"{used.name} turns the {lamp.name} off")
        counts = "counts" if len(used.on) == 1 else "count"
        line = f"{names} in it {counts} as in {lamp.light} light ({RULE})"
        return Card(f"{used.name} turns the {lamp.name} on {names}", (line,))
    pill, eater = book.equipment[used.code].name, names or used.name
    dies = f"It is fatal to a {used.fatal_to}: {eater} dies as it begins to work ({RULE})"
    lines = (effect_of(used.code), *([dies] if used.fatal_to else []))
    return Card(f"{used.name} gives {names} a {pill}" if used.on else f"{used.name} takes a {pill}", lines)
