"""`/reload`: a fresh clip into a weapon (AHL 25.B)."""

from collections.abc import Sequence

from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.asked import carried_names
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import ENERGY, as_it_stands, energy_shots, value_of
from bot.systems.ahl.sheet.able import check_active, check_unpanicked
from bot.systems.ahl.sheet.ammunition import ReloadTime, reload, reload_times, renew
from bot.systems.ahl.sheet.character import Carried, carried_line
from bot.systems.ahl.sheet.wording import COUNTED
from bot.systems.ahl.tables.weapons import Weapon


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

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        check_active(unit.name, unit.sheet, "reload")
        check_unpanicked(unit.name, unit.sheet, "reload")
        carried = unit.sheet.carried(value_of(values, "weapon", str, ""), unit.name)
        weapon = book.weapons[carried.weapon]
        if shots := 0 if weapon.clip else energy_shots(values):
            after, card = renew(carried, weapon), _renewed(unit.name, weapon, shots)
        else:
            after = reload(carried, weapon, value_of(values, "ammunition", str, ""))
            card = _card(unit.name, after, weapon, reload_times(weapon))
        return Outcome({unit.name: unit.sheet.with_carried(after)}, card)

    def kinds(scene: Scene) -> Sequence[str]:
        carried = scene.one("character").sheet.weapons if "character" in scene.units else ()
        return sorted({clip.ammunition for weapon in carried for clip in weapon.spare if clip.ammunition})

    fields = (
        Field("weapon", Kind.TEXT, suggest=carried_names("character")),
        Field("ammunition", Kind.TEXT, suggest=kinds),
        ENERGY,
    )
    return Order("reload", (Role("character"),), fields, resolve, as_it_stands)
