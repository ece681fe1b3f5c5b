"""The book as it is read from its tables, two people of it, and an order given to them."""

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.system import Scene
from tests.reports import card_of

AHL = systems.discover(systems)["ahl"]

STARTER = {unit.name: unit for unit in AHL.starter}

MARINE, PIRATE = STARTER["Marine E1"], STARTER["Pirate"]


def give(verb, faces=(), units=None, known=(), **fields):
    order, dice = AHL.orders[verb], ScriptedDice(faces)
    scene = Scene({"others": (), **(units or {"name": (MARINE,), "target": (PIRATE,)})}, known=dict(known))
    outcome = order.resolve(scene, order.read(fields), dice)
    assert not dice.left
    return outcome, card_of(order, outcome, dice.throws)
