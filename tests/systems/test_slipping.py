"""Who may leave a scenario's deck of their own, and who of a side are its pilots."""

import pytest

from bot.engine.scenario import Special
from tests.systems.small_ship import OUT, Ship

SLIP, PILOTS = "scenario slip", "scenario pilots"
ONE_DECK, AWAY = Special("may slip", "Red, one deck"), Special("may slip", "Red, Away")
TOGETHER = Special("may slip", "Ann + Bob, Away, together")
BOATS = Special("boats", "Red, Middle, Bay")
AT_WAYS = {"Ann": "B1", "Bob": "F1", "Cid": "C1"}


@pytest.mark.parametrize("deck", ["Upper", "Lower"])
def test_one_deck_up_or_down_by_a_ladder_or_a_lift(deck):
    told, ship = slip_to(deck, "Ann", "Bob")
    assert told == ("Ann and Bob have left the deck", f"To {deck}")
    assert {*ship.there} == {"Cid"}
    assert {*ship.playing.stayed[deck]} == {"Ann", "Bob"}
    assert ship.last.sealed
    told, ship = slip_to(deck, "Bob")
    assert told == ("Bob has left the deck", f"To {deck}")
    assert {*ship.there} == {"Ann", "Cid"}


def slip_to(deck, *who, at=1, special=ONE_DECK, where=AT_WAYS):
    ship = Ship(at, at=where, specials=(special,))
    card = ship.give(SLIP, *who, **({"deck": deck} if deck else {}))
    return (card.title, *card.lines), ship


def refused(deck, *who, at=1, special=ONE_DECK, where=AT_WAYS, **more):
    ship = Ship(at, at=where, specials=(special,), **more)
    return ship.refused(SLIP, *who, **({"deck": deck} if deck else {}))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((1, None), "Say to which deck, as in deck:Lower: Upper or Lower."),
        ((1, "Middle"), "There is no deck beside this one “Middle”"),
        ((1, "Away"), "There is no deck beside this one “Away”"),
        # The first deck and the last have one beside them.
        ((0, None), "Say to which deck, as in deck:Middle: Middle."),
        ((0, "Lower"), "There is no deck beside this one “Lower”"),
        ((2, None), "Say to which deck, as in deck:Away: Middle or Away."),
    ],
)
def test_only_to_a_deck_beside_this_one(given, sentence):
    number, deck = given
    assert sentence in refused(deck, "Ann", at=number, where={"Ann": "C1" if number == 0 else "B1"})


@pytest.mark.parametrize(
    ("who", "special", "where", "sentence"),
    [
        (["Cid"], ONE_DECK, AT_WAYS, "Cid can't leave the deck in The Ship."),
        (["Ann", "Cid"], ONE_DECK, AT_WAYS, "Cid can't leave the deck in The Ship."),
        (["Ann"], BOATS, AT_WAYS, "Ann can't leave the deck in The Ship."),
        (["Ann"], ONE_DECK, {"Ann": "A1"}, "Ann must stand at a ladder or in a lift to leave the deck."),
        (["Bob"], ONE_DECK, {"Bob": "E1"}, "Bob must stand at a ladder or in a lift to leave the deck."),
        (["Ann"], TOGETHER, AT_WAYS, "Ann goes with Bob or not at all."),
        (["Bob"], TOGETHER, AT_WAYS, "Bob goes with Ann or not at all."),
    ],
)
def test_who_may_not_leave_is_refused(who, special, where, sentence):
    deck = "Upper" if special is ONE_DECK else None
    assert refused(deck, *who, special=special, where=where) == sentence


def test_out_of_it_all_where_the_rule_leads_there_alone():
    assert slip_to(None, "Ann", special=AWAY)[0] == ("Ann has left the deck", "To Away")
    assert slip_to("away", "Ann", special=AWAY)[0] == ("Ann has left the deck", "To Away")
    assert "There is no deck to which they may go “Upper”" in refused("Upper", "Ann", special=AWAY)
    # Those who go together alone may go, both at once.
    told, ship = slip_to(None, "Ann", "Bob", special=TOGETHER)
    assert told == ("Ann and Bob have left the deck", "To Away")
    assert {*ship.there} == {"Cid"}


def test_each_goes_where_their_own_rule_leads():
    both = (Special("may slip", "Ann, Away"), Special("may slip", "Bob, Upper"))
    ship = Ship(1, at=AT_WAYS, specials=both)
    assert ship.refused(SLIP, "Ann", "Bob") == "Bob can go to Upper alone."


# --- pilots ---


def test_two_of_the_side_are_its_pilots_once():
    ship = Ship(1, at=AT_WAYS, specials=(BOATS,))
    card = ship.give(PILOTS, "Ann", "Bob")
    assert (card.title, card.lines) == ("The pilots are named", ("Ann and Bob",))
    assert ship.last.sealed
    assert ship.playing.kept[BOATS.key] == {"Ann": 1, "Bob": 1}
    assert ship.refused(PILOTS, "Ann", "Bob") == (
        "The Red have named their pilots already: only the referee's /undo lets them name others."
    )


@pytest.mark.parametrize("who", [["Ann"], ["Ann", "Cid"], ["Ann", "Bob", "Dot"], ["Cid", "Eve"]])
def test_not_two_of_that_side_are_refused(who):
    sides = {"Ann": "Red", "Bob": "Red", "Cid": "Blue", "Dot": "Red", "Eve": "Blue"}
    ship = Ship(1, sides=sides, at=AT_WAYS, specials=(BOATS,), states={"Ann": OUT})
    assert ship.refused(PILOTS, *who) == "Name two of the Red: they have 2 pilots."


def test_where_there_are_no_boats_nobody_needs_a_pilot():
    assert Ship(1, at=AT_WAYS).refused(PILOTS, "Ann", "Bob") == "In The Ship nobody needs a pilot."
