"""A turn that is kept around a fight of morale: people on a deck or off it, orders one after the other."""

from dataclasses import replace

from bot.deck.board import Standing, placed
from bot.deck.plan import Facing, at_of
from bot.engine.dice import ScriptedDice
from bot.engine.scene import Game, Said, Scene, Units
from bot.engine.steps import scene_for
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.combat3000.table import C3K

# Ten squares by seven, with a wall of four edges in the middle: behind it nobody from the other side is seen.
HALL = board_of(
    "#####################",
    "#. . . . . . . . . .#",
    "#                   #",
    "#. . . . . . . . . .#",
    "#         |         #",
    "#. . . . .|. . . . .#",
    "#         |         #",
    "#. . . . .|. . . . .#",
    "#         |         #",
    "#. . . . .|. . . . .#",
    "#                   #",
    "#. . . . . . . . . .#",
    "#                   #",
    "#. . . . . . . . . .#",
    "#####################",
)


def on(board, **squares):
    """The board with people by name on squares such as `C3N`, the last letter being where they face."""
    for name, where in squares.items():
        board = placed(board, name, Standing(at_of(where[:-1]), Facing(where[-1])))
    return board


def game(*units, phase=None, board=None, number=1, **turn):
    kept = Turn(number, phase, **turn) if phase else None
    return Game(Units().having(*units), board=board, read_ledger=lambda: Ledger(turn=kept))


def now(who, **memory):
    return replace(who, sheet=replace(who.sheet, now=Memory(**memory)))


def order(table, verb, doers=(), faces=(), by="", settings=None, others=None, **fields):
    """The game after an order, and its card; the dice must all be used."""
    people = {"name": tuple((name, None) for name in doers)} if doers else {}
    people |= {role: tuple((name, None) for name in names) for role, names in (others or {}).items()}
    said = Said(verb, people, {name.replace("_", " "): value for name, value in fields.items()}, by)
    made, dice = C3K.orders[verb], ScriptedDice(faces)
    scene = replace(scene_for(made, said, table, Scene({}, by=by)), settings=settings or {})
    outcome = made.carried_out(scene, made.read(said.fields, settings or {}), dice)
    assert not dice.left
    return table.after(outcome), card_of(made, outcome, dice.throws)


def asked(table):
    """All that is due but that the table goes on: what, of whom, and the labels of its choices."""
    found = [each for each in C3K.due(table) if not each.goes_on]
    return [
        (f"({each.what})" if each.optional else each.what, each.owes, tuple(choice.label for choice in each.choices))
        for each in found
    ]


ORDERS, CLOSE, MOVEMENT, FIRING, ACTIONS = Phase
