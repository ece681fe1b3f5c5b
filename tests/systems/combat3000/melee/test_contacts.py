"""Who is in contact with whom as turns and names change, and what somebody strikes with (C3K Close combat)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot import systems
from bot.deck.board import Standing, placed
from bot.deck.plan import at_of
from bot.engine.errors import RuleError
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Charge, Contact, after_turn, charging_renamed, contacts_renamed
from bot.systems.combat3000.melee.owing import fights_due
from bot.systems.combat3000.melee.round import FIGHTS, side_by_side
from bot.systems.combat3000.melee.wielding import carried_by, has_any
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.morale.table import game
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
ANN, BOB = unit("Ann", "Red"), unit("Bob", "Blue")
CID, DOT = replace(unit("Cid", "Red"), owner="7"), unit("Dot", "Blue")
KILLED = unit("Bob", "Blue", condition="killed")
OLD, FRESH = Contact("Ann", "Bob", 2), Contact("Ann", "Bob", fresh=True)


def moved(who):
    return replace(who, sheet=replace(who.sheet, now=Memory(gait="walk")))


@pytest.mark.parametrize(
    ("contact", "people", "lasts"),
    [
        (OLD, [ANN, BOB], True),
        (FRESH, [ANN, BOB], True),
        # Over with one's death, or who has gone away; who ran into it in this turn has come by that.
        (OLD, [ANN, KILLED], False),
        (FRESH, [ANN, KILLED], False),
        (OLD, [ANN], False),
        (OLD, [moved(ANN), BOB], False),
        (OLD, [ANN, moved(BOB)], False),
        (FRESH, [moved(ANN), BOB], True),
    ],
)
def test_which_contacts_last_beyond_a_turn(contact, people, lasts):
    sheets = {each.name: each.sheet for each in people}
    assert after_turn([contact], sheets) == ((replace(contact, fresh=False),) if lasts else ())


def test_who_has_another_name_is_in_contact_and_charges_under_that():
    caught = Contact("Ann", "Bob", 1, caught="Ann")
    assert contacts_renamed([caught], "Ann", "Eve") == (Contact("Eve", "Bob", 1, caught="Eve"),)
    assert contacts_renamed([caught], "Bob", "Eve") == (Contact("Ann", "Eve", 1, caught="Ann"),)
    assert contacts_renamed([caught, Contact("Cid", "Dot")], "Bob", "") == (Contact("Cid", "Dot"),)
    assert contacts_renamed([caught], "Ann", "") == ()
    charge = Charge("Ann", "Bob", "run", Fraction(9))
    assert charging_renamed([charge], "Ann", "Eve") == (replace(charge, name="Eve"),)
    assert charging_renamed([charge], "Bob", "Eve") == (replace(charge, target="Eve"),)
    assert charging_renamed([charge], "Ann", "") == charging_renamed([charge], "Bob", "") == ()
    assert charging_renamed([charge], "Zed", "") == (charge,)


@pytest.mark.parametrize(
    ("wanted", "has"),
    [("Sword", True), ("sword, Axe", True), ("Axe", False), ("", False), ("fist", True), ("Axe, FIST", True)],
)
def test_whether_weapons_are_meant_for_somebody(wanted, has):
    assert has_any(armed(unit("Ann"), "Sword").sheet, wanted) is has


@pytest.mark.parametrize(
    ("text", "told"),
    [("sword", "Sword"), ("Sword, knife", "Sword, Knife"), ("fist", "Fist"), ("sword, fist", "Sword, Fist"), ("", ""),
     (" , ", "")],
)  # fmt: skip
def test_what_somebody_means_to_strike_with(text, told):
    assert carried_by("Ann", armed(unit("Ann"), "Sword", "Knife").sheet, text, BOOK) == told


@pytest.mark.parametrize("text", ["Axe", "Sword, Knife, Fist", "Sword, Sword"])
def test_what_nobody_strikes_with(text):
    with pytest.raises(RuleError):
        carried_by("Ann", armed(unit("Ann"), "Sword", "Knife").sheet, text, BOOK)


ROOM = board_of("#######", "#. .|.#", "#     #", "#. . .#", "#######")


@pytest.mark.parametrize(
    ("ann", "bob", "together"),
    [
        ("A1", "A1", True),
        ("A1", "B1", True),
        ("A1", "B2", True),
        # Not through a wall, nor across a square; of who isn't on the deck it says nothing.
        ("B1", "C1", False),
        ("A1", "C2", False),
        ("A1", None, None),
    ],
)
def test_who_stands_side_by_side(ann, bob, together):
    board = placed(ROOM, "Ann", Standing(at_of(ann)))
    board = placed(board, "Bob", Standing(at_of(bob))) if bob else board
    assert side_by_side(board, "Ann", "Bob") is together
    assert side_by_side(None, "Ann", "Bob") is None


def fighting(who):
    return replace(who, sheet=replace(who.sheet, now=Memory(busy=FIGHTS)))


TWO_FIGHTS = (Contact("Ann", "Bob"), Contact("Cid", "Dot"))


def due(*units, contacts=TWO_FIGHTS):
    table = game(*units, phase=Phase.CLOSE_COMBAT)
    ledger = Ledger(turn=Turn(1, Phase.CLOSE_COMBAT), contacts=contacts)
    found = fights_due(replace(table, read_ledger=lambda: ledger), "now")
    return [(each.owes, each.decides, each.what, each.choices[0].said.doers) for each in found]


def test_whoever_is_in_contact_may_strike_each_fight_by_itself_and_each_player_for_their_own():
    of_ann = [(("Ann", "Bob"), ("",), "may strike at Bob", ("Ann",))]
    of_cid = [(("Dot",), ("",), "may strike at Cid", ("Dot",)), (("Cid",), ("7",), "may strike at Dot", ("Cid",))]
    assert due(ANN, BOB, CID, DOT) == of_ann + of_cid
    # A fight in which blows were struck in this turn is over for it; the other isn't.
    assert due(fighting(ANN), BOB, CID, DOT) == of_cid
    assert due(ANN, BOB, CID, fighting(DOT)) == of_ann
    # What has only come about begins in the next turn; who has surrendered strikes nobody, and is struck by nobody.
    assert due(ANN, BOB, contacts=(FRESH,)) == []
    given_up = replace(BOB, marks=("surrendered",))
    assert [name for names, *_ in due(ANN, given_up, contacts=(OLD,)) for name in names if name == "Bob"] == []
