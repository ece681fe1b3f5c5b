"""Orders given on a deck, in a line each: who stands where on which drawing, and the order by its verb."""

from dataclasses import replace

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.engine.dice import ScriptedDice
from bot.engine.system import Scene, Unit
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.people import armed

# Nine squares by three, nothing in them; rows 1 to 3, columns A to I.
HALL = ("+" * 19, *[line for _ in range(3) for line in (" . . . . . . . . . ", "+" * 19)])


def body(name, side="red", **sheet):
    return Unit(name, side, Character(**sheet))


def gunner(name, weapon="ACR", ammo="DS", side="blue", **sheet):
    return Unit(name, side, armed(weapon, ammo, **sheet))


def stands(square, facing="N", **more):
    return Standing(at_of(square), Facing(facing), **more)


def scene_on(board, people, /, **roles):
    """A scene on a board: people as (unit, standing) pairs, roles as names of theirs or units from elsewhere."""
    units = {unit.name: unit for unit, _ in people}
    board = replace(board, people={unit.name: standing for unit, standing in people})
    cast = {role: tuple(units[name] for name in names.split(", ")) for role, names in roles.items()}
    return Scene(cast, Ledger(), board, units)


def give(verb, scene, faces=(), **fields):
    """What comes of an order by scripted dice, and its card."""
    order, dice = AHL.orders[verb], ScriptedDice(faces)
    scene = replace(scene, units={**{role.name: () for role in order.roles}, **scene.units})
    outcome = order.resolve(scene, order.read(fields), dice)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return outcome, card_of(order, outcome, dice.throws)
