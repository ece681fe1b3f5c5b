"""`/character give`: a weapon, or clips for one that is carried (AHL 25.A)."""

from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.dice import Dice
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import as_it_stands, chosen, value_of
from bot.systems.ahl.sheet.ammunition import arm, check_load, choose_weapon, with_clips
from bot.systems.ahl.sheet.character import Carried, Character, carried_line
from bot.systems.ahl.tables.weapons import Weapon


def give_order(book: Book) -> Order:
    """`/character give`: a weapon, or clips for one that is carried (AHL 25.A)."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        weapon = choose_weapon(value_of(values, "weapon", str, ""), book.weapons)
        most = int(value_of(values, "spare clips", str, ""))
        after = _given(unit.sheet, weapon, values)
        card = Card(f"{unit.name} has", (carried_line(after, weapon.clip),))
        return Outcome({unit.name: check_load(unit.sheet.with_carried(after), most)}, card)

    fields = (
        Field("weapon", Kind.TEXT, "", suggest=lambda _: tuple(book.weapons)),
        Field(
            "ammunition",
            Kind.TEXT,
            "",
            suggest=lambda _: sorted({kind for weapon in book.weapons.values() for kind in weapon.ammunition}),
        ),
        Field("clips", Kind.WHOLE, low=0, high=100),
        Field("skill", Kind.WHOLE, low=-9, high=9),
        chosen("spare clips"),
    )
    return Order("give", (Role("character"),), fields, resolve, as_it_stands, by_word=True)


def _given(character: Character, weapon: Weapon, values: Values) -> Carried:
    kind = value_of(values, "ammunition", str, "")
    for carried in character.weapons:
        if carried.weapon == weapon.name:
            more = with_clips(carried, weapon, kind or carried.loaded.ammunition, _clips(values, default=1))
            return replace(more, skill=value_of(values, "skill", int, carried.skill))
    return arm(weapon, kind, value_of(values, "skill", int, 0), _clips(values, default=0))


def _clips(values: Values, default: int) -> int:
    return value_of(values, "clips", int, 0 if "skill" in values and "clips" not in values else default)
