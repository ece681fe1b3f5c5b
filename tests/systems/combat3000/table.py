"""Orders of Combat 3000 as the rest of the house gives them: by verb, fields and names."""

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.odds import imagined_odds, order_odds
from bot.engine.system import Scene, Unit
from tests.reports import card_of

C3K = systems.discover(systems)["combat3000"]
STARTER = {unit.name: unit for unit in C3K.starter}
HALE, KEMP = STARTER["Trooper Hale"], STARTER["Outlaw Kemp"]


def unit(unit_name="Ann", side="Red", at=None, template=None, **traits):
    """Somebody by the values of a sheet, as /character add makes them."""
    base = C3K.templates[template].sheet if template else C3K.new_sheet
    named = {name.replace("_", " "): str(value) for name, value in traits.items()}
    return Unit(unit_name, side, C3K.with_traits(base, named), at)


def scene(attacker=HALE, target=KEMP, others=()):
    attackers = attacker if isinstance(attacker, tuple) else (attacker,)
    targets = target if isinstance(target, tuple) else (target,)
    return Scene({"name": attackers, "target": targets, "others": tuple(others)})


def character(who):
    return Scene({"name": (who,)})


def everybody(*units):
    return Scene({"name": units})


def give(verb, faces=(), units=None, settings=None, **fields):
    """Resolve and word an order by scripted dice, which must all be used; `values` spells fields with spaces."""
    order, dice = C3K.orders[verb], ScriptedDice(faces)
    outcome = order.resolve(units or scene(), order.read(fields, settings or {}), dice)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return outcome, card_of(order, outcome, dice.throws)


def fire(faces=(), attacker=HALE, target=KEMP, others=(), settings=None, **fields):
    return give("fire", faces, scene(attacker, target, others), settings, **fields)


def chances(attacker=HALE, target=KEMP, others=(), settings=None, **fields):
    order = C3K.orders["fire"]
    return dict(order_odds(order, scene(attacker, target, others), order.read(fields, settings or {})))


def imagined(settings=None, **fields):
    return dict(imagined_odds(C3K.orders["fire"], fields, settings or {}))
