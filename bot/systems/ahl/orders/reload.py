"""`/reload`: a fresh clip into a weapon, at once, or in a turn that is kept once that is over (AHL 25.B)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.circumstances import shots
from bot.systems.ahl.asked.keeping import ReloadOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import (
    Carried,
    Nerve,
    can_fight,
    check_active,
    check_unpanicked,
    reload,
    renew,
)
from bot.systems.ahl.sheet.wording import COUNTED, carried_line
from bot.systems.ahl.tables import ReloadTime
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock, in_phases
from bot.systems.ahl.turn.doing import Doing
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.turn.together import people_of


@dataclass(frozen=True, slots=True)
class Reloaded:
    """Who reloaded a weapon, as it is then: the rounds in a whole clip of it, or the shots of one without, and in what
    times it is done, where the book says; or, in a turn that is kept, that it is done as that ends.
    """

    name: str
    weapon: Carried
    full: int
    times: tuple[ReloadTime, ...] = ()
    ends: bool = False


def _card(done: Reloaded, _: Faces) -> Card:
    title = f"{done.name} reloads"
    if done.ends:
        then = f"As the turn ends: {_loaded_line(done)}"
        return Card(title, (then,), ("Reloading takes the whole turn: who panics or falls in it has not (AHL 25.B)",))
    if not done.times:
        return Card(title, (_loaded_line(done), "The referee says how long that takes."), (COUNTED,))
    ways = sentence((_reload_time(time) for time in done.times), last="or")
    lines = (_loaded_line(done), f"Takes {ways}.")
    return Card(title, lines, ("Reloading is planned in the decision phase (AHL 25.B)",))


def _loaded_line(done: Reloaded) -> str:
    """The weapon as it is then, in words."""
    if not done.times:
        return f"{done.weapon.weapon}: {done.full} of {done.full} shots left"
    return carried_line(done.weapon, done.full)


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
        if in_phases(scene) and done.times:
            loads = {"weapon": asked.weapon, "ammunition": asked.ammunition}
            return Outcome({}, replace(done, ends=True), done=DoneInTurn(loads=loads))
        return Outcome({unit.name: unit.sheet.with_carried(done.weapon)}, done)

    return typed_order(ReloadOrder, decide, _card)


def loaded_in_turn(scene: Scene, book: Book, clock: Clock) -> Iterator[tuple[str, Carried, str]]:
    """Those who have reloaded as a turn ends, each with the weapon as it is then, and a line that tells it: as they
    said, or else, by the plan for it, the first of their weapons that wants it (AHL 25.B).
    """
    for unit in people_of(scene).values():
        doing = clock.of(unit.name)
        if doing.plan is None or doing.plan.kind is not Intention.RELOAD or not can_fight(unit):
            continue
        done = _by_plan(book, unit, doing) if doing.loads is None else _as_typed(book, unit, doing.loads)
        if done is not None:
            yield unit.name, done.weapon, f"{unit.name} has reloaded: {_loaded_line(done)} (AHL 25.B)"


def _as_typed(book: Book, unit: Unit, loads: Mapping[str, str]) -> Reloaded | None:
    try:
        return reloaded(book, replace(unit, sheet=replace(unit.sheet, nerve=Nerve.STEADY)), ReloadOrder(**loads))
    except RuleError:
        # Its clips have been taken away since.
        return None


def _by_plan(book: Book, unit: Unit, doing: Doing) -> Reloaded | None:
    slowly = doing.plan is Intention.RELOAD_EVADING
    for carried in unit.sheet.weapons if not doing.acted else ():
        weapon = book.weapons[carried.weapon]
        done = _as_typed(book, unit, {"weapon": weapon.name})
        if done is not None and done.times and weapon.turns_to_reload(evading=slowly) <= doing.turns + 1:
            return done
    return None
