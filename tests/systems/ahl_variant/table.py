"""A game of the variant on a deck, order after order, as AHL's table keeps it."""

from bot import systems
from bot.engine.system import Unit
from bot.systems.ahl.sheet.character import arm
from bot.systems.ahl_variant.sheet import Combatant
from tests.systems.ahl.on_deck import stands
from tests.systems.ahl.table import OPEN, Table
from tests.systems.ahl_variant.people import BOOK

VARIANT = systems.discover(systems)["ahl_variant"]


def one(name, square, facing="E", side="blue", weapons=(("ACR", "DS"),), **sheet):
    """Somebody with these weapons, each by name or by name, ammunition and skill, and with a strength of 7."""
    parts = [(each, "", 0) if isinstance(each, str) else (*each, "", 0)[:3] for each in weapons]
    carried = tuple(
        arm(BOOK.weapons[name], kind or "", skill or 0, 1 if BOOK.weapons[name].reloads else 0)
        for name, kind, skill in parts
    )
    character = Combatant(weapons=carried, **{"strength": 7, **sheet})
    return Unit(name, side, character, owner="1" if side == "blue" else "2"), stands(square, facing)


def table(*people, board=OPEN, **settings):
    settings = {name.replace("_", " "): value for name, value in settings.items()}
    return Table(*people, board=board, orders=VARIANT.orders, settings=settings)


def against(cid="I1", **sheet):
    """Ann at A1 looks at Cid along the row."""
    return table(one("Ann", "A1"), one("Cid", cid, "W", "red", **sheet))
