"""`/vacuum`: a turn of explosive decompression for everybody without a suit (AHL 22)."""

from bot.engine.cards import Card, Tone
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Role, Scene, Values
from bot.systems.ahl.damage import ORDINARY
from bot.systems.ahl.orders.fields import REFEREES_OWN, own_modifier
from bot.systems.ahl.orders.wounds import wound_lines, wound_working
from bot.systems.ahl.vacuum import TURNS_FOR_A_SUIT, Exposure, expose, exposed


def vacuum_order() -> Order:
    """`/vacuum`: a turn of explosive decompression for everybody without a suit (AHL 22)."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        own = own_modifier(values)
        people = {unit.name: unit for unit in scene.all("people")}.values()
        exposures = [(unit.name, expose(unit.sheet, dice, own)) for unit in people if exposed(unit.sheet)]
        if not exposures:
            raise RuleError("Nobody named is hurt by vacuum: all wear suits, are robots, or are dead (AHL 22).")
        return Outcome({name: exposure.wounded.after for name, exposure in exposures}, exposures)

    return Order("vacuum", (Role("people", many=True),), REFEREES_OWN, resolve, _vacuum_card)


def _vacuum_card(exposures: list[tuple[str, Exposure]], faces: Faces) -> Card:
    lines = [
        line
        for name, exposure in exposures
        for line in wound_lines(name, exposure.damage, exposure.wounded, faces, f"{name}, damage")
    ]
    working = [
        "One unmodified damage throw a turn until the opening is sealed (AHL 22), ruling R-96",
        "Vacc suits, combat armor, battle dress and robots are immune (AHL 22)",
        f"To put a vacc suit on or take it off takes {TURNS_FOR_A_SUIT} whole turns (AHL 22)",
        *wound_working([(each.damage, each.wounded) for _, each in exposures], ORDINARY),
    ]
    return Card("A turn in vacuum", tuple(lines), tuple(working), tone=Tone.BAD)
