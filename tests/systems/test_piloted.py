"""`/autopilot set`: what is refused, what is said, and who acts by themselves, by whatever rules."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot, Mission
from bot.systems.piloted import acting_in, piloted_orders
from tests.systems.small_ship import AHL, DEAD, OUT, Ship

SET = "autopilot set"


def ship(**more):
    made = Ship(turn=(1, 0), **more)
    made.orders |= piloted_orders(made.system)
    return made


def told(made, *who, **fields):
    card = made.give(SET, *who, **fields)
    return card.title, *card.lines


SHOWN = "They act by them where the setting autopilot is acts, and at once by /autopilot act."
ACTS = "They act by them in /next, and at once by /autopilot act."


def test_orders_are_told_with_their_place_and_end_by_none():
    made = ship()
    assert told(made, "Ann", "Bob", orders="hold") == ("Ann and Bob have standing orders", "Hold", SHOWN)
    assert told(made, "Ann", orders="guard", at="E1") == ("Ann has standing orders", "Guard, for E1", SHOWN)
    assert AHL.piloting.kept(made.game.ledger)["Ann"] == Autopilot(Mission.GUARD, "E1", standing=True)
    assert made.refused(SET, "Ann", orders="guard", at="E1") == (
        "Ann has these orders already: give others, or leave them."
    )
    made.game = replace(made.game, settings={"autopilot": "acts"})
    assert told(made, "Ann", orders="hunt")[2:] == (ACTS,)
    assert told(made, "Ann", orders="none") == ("Ann has standing orders no longer", "You act for them from now on.")
    assert not AHL.piloting.kept(made.game.ledger)["Ann"].standing


@pytest.mark.parametrize(
    ("who", "fields", "sentence"),
    [
        (["Ann"], {"orders": "none"}, "Ann has no standing orders: give others, or leave them."),
        (["Ann", "Bob"], {"orders": "none"}, "Ann and Bob have no standing orders: give others, or leave them."),
        (
            ["Ann"],
            {"orders": "none", "at": "E1"},
            "Who has no standing orders goes nowhere by them: leave the place out.",
        ),
        (["Cid"], {"orders": "hold"}, "Cid is dead and takes no orders: name somebody else."),
        (["Ann"], {"orders": "hold", "at": "Bilge"}, "Bilge"),
    ],
)
def test_orders_that_cannot_be_given_are_refused(who, fields, sentence):
    assert sentence in ship(states={"Cid": DEAD, "Bob": OUT}).refused(SET, *who, **fields)


def test_orders_are_refused_where_all_of_them_have_them_and_are_told_to_their_side_alone():
    made = ship()
    made.give(SET, "Ann", orders="hold")
    assert told(made, "Ann", "Bob", orders="hold")[0] == "Ann and Bob have standing orders"
    assert made.last.sealed
    assert piloted_orders(replace(AHL, piloting=None)) == {}


def test_who_is_not_on_the_deck_yet_may_be_sent_to_a_place_of_it():
    made = ship(at={"Bob": "A1"})
    assert told(made, "Ann", orders="guard", at="Crates")[1] == "Guard, for Crates"


def test_a_place_needs_a_deck():
    made = ship()
    made.game = replace(made.game, board=None)
    assert made.refused(SET, "Ann", orders="hold", at="E1") == (
        "No deck is up here: put one up with /deck load, or leave the place out."
    )
    made.give(SET, "Ann", orders="hold")


@pytest.mark.parametrize(("setting", "acts"), [("acts", {"Ann"}), ("asks", set()), ("shows", set()), (None, set())])
def test_only_who_has_orders_and_is_on_the_deck_acts_where_that_is_wanted(setting, acts):
    made = ship(at={"Ann": "C1", "Bob": "A1"})
    kept = {"Ann": Autopilot(standing=True), "Bob": Autopilot(), "Cid": Autopilot(standing=True)}
    game = made.game.keeping(AHL.piloting.keeping(made.game.ledger, kept))
    game = replace(game, settings={"autopilot": setting} if setting else {})
    assert {*acting_in(AHL.piloting, game)} == acts
    assert not acting_in(AHL.piloting, replace(game, board=None))


def test_a_place_is_looked_for_on_the_first_level_for_who_is_not_on_the_deck():
    made = ship(at={"Bob": "A1"})
    assert told(made, "Ann", orders="guard", at="E1")[1] == "Guard, for E1"
    assert "Bilge" in made.refused(SET, "Ann", orders="guard", at="Bilge")
