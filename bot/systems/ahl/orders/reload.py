"""`/reload`: a fresh clip into a weapon (AHL 25.B)."""

from dataclasses import dataclass

from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.circumstances import shots
from bot.systems.ahl.asked.keeping import ReloadOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import (
    Carried,
    check_active,
    check_unpanicked,
    reload,
    renew,
)
from bot.systems.ahl.sheet.wording import COUNTED, carried_line
from bot.systems.ahl.tables import ReloadTime


@dataclass(frozen=True, slots=True)
class Reloaded:
    """Who reloaded a weapon, as it is now: the rounds in a whole clip of it, or the shots of one without, and in what
    times it is done, where the book says.
    """

    name: str
    weapon: Carried
    full: int
    times: tuple[ReloadTime, ...] = ()


def _card(done: Reloaded, _: Faces) -> Card:
    title = f"{done.name} reloads"
    if not done.times:
        left = f"{done.weapon.weapon}: {done.full} of {done.full} shots left"
        return Card(title, (left, "The referee says how long that takes."), (COUNTED,))
    ways = sentence((_reload_time(time) for time in done.times), last="or")
    lines = (carried_line(done.weapon, done.full), f"Takes {ways}.")
    return Card(title, lines, ("Reloading is planned in the decision phase (AHL 25.B)",))


def _reload_time(time: ReloadTime) -> str:
    turns = "one turn" if time.turns == 1 else f"{time.turns} turns"
    return f"{turns} {'evading' if time.evading else 'without evading'}"


def reloaded(book: Book, unit: Unit, asked: ReloadOrder) -> Reloaded:
    """What somebody's reloading comes to; raises RuleError where they can't (AHL 25.B)."""
    check_active(unit.name, unit.sheet, "reload")
    check_unpanicked(unit.name, unit.sheet, "reload")
    carried = unit.sheet.carried(asked.weapon, unit.name)
    weapon = book.weapons[carried.weapon]
    if whole := 0 if weapon.clip else shots(asked.energy_shots):
        return Reloaded(unit.name, renew(carried, weapon), whole)
    return Reloaded(unit.name, reload(carried, weapon, asked.ammunition), weapon.clip, weapon.reloads)


def reload_order(book: Book) -> Order:
    """`/reload`: a fresh clip into a weapon (AHL 25.B)."""

    def decide(scene: Scene, asked: ReloadOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        done = reloaded(book, unit, asked)
        return Outcome({unit.name: unit.sheet.with_carried(done.weapon)}, done)

    return typed_order(ReloadOrder, decide, _card)
