"""`/character heal`: the referee's or an owner's word that wounds are gone."""

from bot.engine.cards import Card
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.fields import as_it_stands, value_of
from bot.systems.ahl.sheet.character import state
from bot.systems.ahl.wounds.recovery import heal


def heal_order() -> Order:
    """`/character heal`: the referee's or an owner's word that wounds are gone."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = heal(unit.sheet, value_of(values, "wounds", str, "everything"))
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has no such wound: he is {state(unit.sheet)}.")
        card = Card(f"{unit.name} is healed", (f"{unit.name}: {state(after)}", f"Was: {state(unit.sheet)}"))
        return Outcome({unit.name: after}, card)

    wounds = ("everything", "light wound", "serious wound", "unconsciousness")
    fields = (Field("wounds", Kind.CHOICE, "everything", wounds),)
    return Order("heal", (Role("character"),), fields, resolve, as_it_stands, by_word=True)
