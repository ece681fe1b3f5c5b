"""What the referee adds of their own to a throw counts, and is told with their reason: in each order that takes it."""

from fractions import Fraction

import pytest

from bot import systems
from bot.engine.dice import LiveDice
from bot.engine.scene import Scene
from bot.systems.ahl.sheet.character import Condition, Nerve, ZeroG
from bot.systems.ahl_variant.outdoors.encounter import Near
from bot.systems.combat3000.building.structures import Structure, What
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Charge, Contact
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.ahl.table import OPEN, Table
from tests.systems.ahl.table import one as one_of_ahl
from tests.systems.ahl_variant.open import in_fire, person
from tests.systems.ahl_variant.table import VARIANT
from tests.systems.ahl_variant.table import one as one_of_the_variant
from tests.systems.combat3000.table import unit
from tests.systems.naval.test_uses import unit as officer

BOOKS = systems.discover(systems)
ADDED = {"dm": 1, "because": "rain"}
# Two rooms of three by three with a shut sliding door between them, in the middle row.
ROOMS = board_of(
    "#" * 15, "#. . .#. . . .#", "#     #       #", "#. . .D. . . .#", "#     #       #", "#. . .#. . . .#", "#" * 15
)


def dice():
    return LiveDice(bytes(32), 0)


def told(card):
    return "\n".join([card.title, *map(str, card.lines), *card.working])


def taking_it(book):
    """The orders of a book with a modifier of the referee's own, but for the plain throw that all books have."""
    named = ((verb, {field.name for field in order.fields}) for verb, order in BOOKS[book].orders.items())
    return {verb for verb, fields in named if {"dm", "because"} <= fields} - {"roll"}


# --- AHL and its variant, on a deck ---

WEIGHTLESS, AIRLESS = {"zero-g": "yes"}, {"vacuum": "yes"}
# How Ann is, on which square Cid stands, what is said of the order, and what holds in the campaign.
ON_DECK = {
    "fire": ({}, "I2", {"target": "Cid"}, {}),
    "cover": ({}, "I2", {"at": "I2"}, {}),
    "melee": ({}, "B2", {"target": "Cid"}, {}),
    # Whoever dives into a crowd throws somebody out of it.
    "dive": ({"crowd": 4}, "B2", {"target": "Cid"}, {}),
    "grenade": ({"grenades": 1}, "I2", {"at": "E2"}, {}),
    "blast": ({}, "B2", {"cause": "HE", "penetration": 4, "at": "A2"}, {}),
    "break": ({"square": "C2", "board": ROOMS}, "G2", {"side": "E"}, {}),
    "wake": ({"condition": Condition.UNCONSCIOUS}, "I2", {}, {}),
    "morale": ({}, "I2", {"cause": "exposure"}, {}),
    "rally": ({"nerve": Nerve.FLEEING}, "I2", {"cover": True}, {}),
    "vacuum": ({}, "I2", {}, AIRLESS),
    "reorient": ({"zero_g": ZeroG(disoriented=True)}, "I2", {}, WEIGHTLESS),
    "collide": ({}, "I2", {}, WEIGHTLESS),
    "phase": ({"zero_g": ZeroG(fired="ACR")}, "I2", {}, WEIGHTLESS),
}


@pytest.mark.parametrize("book", ["ahl", "ahl_variant"])
def test_all_orders_of_a_deck_are_here(book):
    assert taking_it(book) == ON_DECK.keys()


@pytest.mark.parametrize("book", ["ahl", "ahl_variant"])
@pytest.mark.parametrize("verb", ON_DECK)
def test_on_a_deck(book, verb):
    sheet, square, said, settings = ON_DECK[verb]
    sheet = dict(sheet)
    where, board, crowd = sheet.pop("square", "A2"), sheet.pop("board", OPEN), sheet.pop("crowd", 0)
    if book == "ahl":
        people = [one_of_ahl("Ann", "1", where, **sheet), one_of_ahl("Cid", "2", square, "W", "red")]
        people += [one_of_ahl(f"Dot {number}", "2", square, "W", "red") for number in range(1, crowd)]
    else:
        people = [one_of_the_variant("Ann", where, **sheet), one_of_the_variant("Cid", square, "W", "red")]
        people += [one_of_the_variant(f"Dot {number}", square, "W", "red") for number in range(1, crowd)]
    table = Table(*people, board=board, orders=BOOKS[book].orders, settings=settings)
    named = {} if verb in {"blast", "phase"} else {"name": "Ann"}
    assert "+1 referee: rain" in told(table.give(verb, dice(), **ADDED, **named, **said))


# --- the variant, in the open ---


@pytest.mark.parametrize("verb", ["fire", "grenade", "melee"])
def test_in_the_open(verb):
    game = in_fire(0, (person("Ann", grenades=1), person("Cid", "red")))
    if verb == "melee":
        game.near("Ann", "Cid", Near.SHORT)
        game.to("melee")
    order, given = VARIANT.orders[verb], {"name": "Ann", "at" if verb == "grenade" else "target": "Cid", **ADDED}
    scene, fields = game.asked(verb, **given)
    thrown = dice()
    outcome = order.resolve(scene, order.read(fields, game.settings), thrown)
    assert "+1 referee: rain" in told(card_of(order, outcome, thrown.throws))


# --- Combat 3000 ---

ANN, BOB, NEAR_BY = unit("Ann", weapon="MM5 Rifle"), unit("Bob", "Blue"), unit("Cid", "Blue", at=0)
GUNNER, ENGINEER = unit("Ann", weapon="MM22 Launcher", ammunition="105"), unit("Ann", robotics="engineer")
IN_CONTACT = Ledger(turn=Turn(2, Phase.CLOSE_COMBAT), contacts=(Contact("Ann", "Bob"),))
CHARGE = Charge("Bob", "Ann", "run", Fraction(15), cm=Fraction(10))
CHARGED = Ledger(turn=Turn(2, Phase.CLOSE_COMBAT), charging=(CHARGE,))
GATE = Ledger(structures=(Structure("Gate", What.DOOR), Structure("Fort", What.ROOM)))
# Who takes part in which role, what is kept, and what is said of the order.
ON_A_TABLE = {
    "fire": ({"name": ANN, "target": BOB}, None, {"range": 20}),
    "grenade": ({"name": unit("Ann", grenades="101 x 2"), "people": NEAR_BY}, None, {"range": 15}),
    "blast": ({"people": NEAR_BY}, None, {"cause": "101"}),
    "repair": ({"name": unit("Ann", weapon="Rifle", working="jammed")}, None, {}),
    "receive": ({"name": ANN}, CHARGED, {"how": "fire"}),
    "melee": ({"name": ANN, "target": BOB}, IN_CONTACT, {}),
    "morale": ({"name": ANN}, None, {}),
    "rally": ({"name": ANN}, None, {"cover": True}),
    "control": ({"name": ENGINEER, "robot": unit("Eve", "Blue", droid="ACT")}, None, {"how": "take over", "range": 15}),
    "break": ({"name": ANN}, GATE, {"how": "lock", "what": "Gate", "range": 10}),
    "structure hit": ({"by": GUNNER}, GATE, {"name": "Fort", "range": 10}),
}


def test_all_orders_of_combat_3000_are_here():
    assert taking_it("combat3000") == ON_A_TABLE.keys()


@pytest.mark.parametrize("verb", ON_A_TABLE)
def test_on_a_table(verb):
    people, ledger, said = ON_A_TABLE[verb]
    order, thrown = BOOKS["combat3000"].orders[verb], dice()
    cast = {role.name: (people[role.name],) if role.name in people else () for role in order.roles}
    scene = Scene(cast, ledger, known={each.name: each for each in (BOB, *people.values())})
    outcome = order.resolve(scene, order.read({**ADDED, **said}, {}), thrown)
    assert "+1 referee: rain" in told(card_of(order, outcome, thrown.throws))


# --- careers ---


@pytest.mark.parametrize(
    ("verb", "said"),
    [("career control", {"action": "fire"}), ("career interrogate", {"endurance": 6, "intelligence": 9})],
)
def test_in_a_career(verb, said):
    assert verb in taking_it("naval")
    order, thrown = BOOKS["naval"].orders[verb], dice()
    scene = Scene({"name": (officer("Ann", Interrogation=2),), "partner": ()})
    outcome = order.resolve(scene, order.read({**ADDED, **said}, {}), thrown)
    assert "+1 referee: rain" in told(card_of(order, outcome, thrown.throws))
