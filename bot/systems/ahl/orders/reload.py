"""`/reload`: a fresh clip into a weapon (AHL 25.B)."""

from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.circumstances import shots
from bot.systems.ahl.asked.keeping import ReloadOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import (
    Carried,
    carried_line,
    check_active,
    check_unpanicked,
    reload,
    renew,
)
from bot.systems.ahl.sheet.wording import COUNTED
from bot.systems.ahl.tables import ReloadTime, Weapon


def _card(who: str, carried: Carried, weapon: Weapon, times: tuple[ReloadTime, ...]) -> Card:
    """A reload: what is in the weapon now, and how long that takes."""
    ways = sentence((_reload_time(time) for time in times), last="or")
    return Card(
        title=f"{who} reloads",
        lines=(carried_line(carried, weapon.clip), f"Takes {ways}."),
        working=("Reloading is planned in the decision phase (AHL 25.B)",),
    )


def _renewed(who: str, weapon: Weapon, shots: int) -> Card:
    return Card(
        title=f"{who} reloads",
        lines=(f"{weapon.name}: {shots} of {shots} shots left", "The referee says how long that takes."),
        working=(COUNTED,),
    )


def _reload_time(time: ReloadTime) -> str:
    turns = "one turn" if time.turns == 1 else f"{time.turns} turns"
    return f"{turns} {'evading' if time.evading else 'without evading'}"


def reload_order(book: Book) -> Order:
    """`/reload`: a fresh clip into a weapon (AHL 25.B)."""

    def decide(scene: Scene, asked: ReloadOrder, _: Dice) -> Outcome:
        unit = scene.one("character")
        check_active(unit.name, unit.sheet, "reload")
        check_unpanicked(unit.name, unit.sheet, "reload")
        carried = unit.sheet.carried(asked.weapon, unit.name)
        weapon = book.weapons[carried.weapon]
        if whole := 0 if weapon.clip else shots(asked.energy_shots):
            after, card = renew(carried, weapon), _renewed(unit.name, weapon, whole)
        else:
            after = reload(carried, weapon, asked.ammunition)
            card = _card(unit.name, after, weapon, weapon.reloads)
        return Outcome({unit.name: unit.sheet.with_carried(after)}, card)

    return typed_order(ReloadOrder, decide, as_it_stands)
