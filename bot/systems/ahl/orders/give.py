"""`/character give`: a weapon, or clips for one that is carried (AHL 25.A)."""

from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import GiveOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Carried, Character, arm, check_load, choose_weapon, with_clips
from bot.systems.ahl.sheet.wording import carried_line
from bot.systems.ahl.tables import Weapon


@dataclass(frozen=True, slots=True)
class Given:
    """Who has a weapon, as it is now, and how many rounds are in a whole clip of it."""

    name: str
    weapon: Carried
    clip: int


def give_order(book: Book) -> Order:
    """`/character give`: a weapon, or clips for one that is carried (AHL 25.A)."""

    def decide(scene: Scene, asked: GiveOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        weapon = choose_weapon(asked.weapon, book.weapons)
        most = int(asked.spare_clips)
        after = _given(unit.sheet, weapon, asked)
        given = Given(unit.name, after, weapon.magazine)
        return Outcome({unit.name: check_load(unit.sheet.with_carried(after), most)}, given)

    kinds = tuple(sorted({kind for weapon in book.weapons.values() for kind in weapon.ammunition}))
    offers = {"weapon": tuple(book.weapons), "ammunition": kinds}
    return typed_order(GiveOrder, decide, _given_card, offers=offers)


def _given_card(given: Given, _: Faces) -> Card:
    return Card(f"{given.name} has", (carried_line(given.weapon, given.clip),))


def _given(character: Character, weapon: Weapon, asked: GiveOrder) -> Carried:
    kind = asked.ammunition
    for carried in character.weapons:
        if carried.weapon == weapon.name:
            more = with_clips(carried, weapon, kind or carried.loaded.ammunition, _clips(asked, default=1))
            return more if asked.skill is None else replace(more, skill=asked.skill)
    return arm(weapon, kind, asked.skill or 0, _clips(asked, default=0))


def _clips(asked: GiveOrder, default: int) -> int:
    if asked.clips is not None:
        return asked.clips
    return default if asked.skill is None else 0
