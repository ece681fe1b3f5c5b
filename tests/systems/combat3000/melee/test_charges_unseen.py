"""A charge goes by what each side knows, where sides know only what they have seen: who runs and who comes home choose
their way without regard to anybody unseen, and stop before whom they meet on it.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.knowledge import nothing_known, shown
from bot.deck.plan import adjacent, at_of
from bot.systems.combat3000.melee.contact import Contact
from bot.systems.combat3000.turn import Phase
from bot.systems.seeing import as_known_by
from tests.systems.combat3000.morale.table import HALL, game, on, order
from tests.systems.combat3000.table import C3K, unit

FLOOR = HALL.plan.levels[0].floor
ANN, EVE = unit("Ann"), unit("Eve")
BOB, LURKER = unit("Bob", "Blue"), unit("Lurker", "Blue")


def knows(game, side):
    """What a side knows that has a plan of the hall."""
    return as_known_by(C3K, game, side, shown(nothing_known(HALL.plan), HALL, FLOOR, {}))


def charged(*units, how, by="2", fog="on", **squares):
    """The game once Ann has charged Bob, who has answered."""
    people = [replace(each, id=number) for number, each in enumerate(units, 1)]
    table = game(*people, phase=Phase.CLOSE_COMBAT, board=on(HALL, **squares))
    table = replace(table, settings={"fog": fog}, knows=knows)
    table, _ = order(table, "charge", ["Ann"], by=by, others={"target": ["Bob"]}, unaware=False)
    return order(table, "receive", ["Bob"], by=by, how=how)[0]


def runs(fog="on", **squares):
    """Bob, who looks east, runs from Ann: by the hall alone to its corner A1, which is farthest from her."""
    after = charged(ANN, BOB, replace(LURKER, side="Red"), how="run", fog=fog, Ann="F7W", Bob="C7E", **squares)
    return after.board.people["Bob"].at, after.units["Bob"].sheet.now.cm


def test_who_runs_from_a_charge_goes_by_whom_their_side_knows():
    assert runs() == runs(Lurker="B7E") == (at_of("A1"), Fraction(9))
    met, cm = runs(Lurker="A1S")
    assert adjacent(met, at_of("A1"))
    assert cm == Fraction("7.5")
    assert runs(fog="off", Lurker="A1S")[0] not in {at_of("A1"), met}


@pytest.mark.parametrize("by", ["2", ""], ids=["a player", "the referee"])
def test_who_charges_stops_before_whom_they_meet_unseen(by):
    """Ann looks south; Eve in the far corner sees Bob, and not what is behind the wall."""
    told = []
    for where in ({}, {"Lurker": "A7N"}, {"Lurker": "E4N"}):
        squares = {"Ann": "E6S", "Eve": "J1W", "Bob": "E1S", **where}
        after = charged(ANN, EVE, BOB, LURKER, how="stand", by=by, **squares)
        told.append((after.board.people["Ann"].at, after.units["Ann"].sheet.now.cm, after.ledger.contacts))
    assert told[0] == told[1] == (at_of("E2"), Fraction(6), (Contact("Ann", "Bob", fresh=True),))
    assert told[2] == (at_of("E5"), Fraction("1.5"), ())


def test_whoever_charges_goes_round_whom_their_side_sees():
    """Eve sees the square beside Bob."""
    after = charged(ANN, EVE, BOB, LURKER, how="stand", Ann="E6S", Eve="J1W", Bob="E1S", Lurker="E2N")
    assert after.board.people["Ann"].at in {at_of("D2"), at_of("F2")}
    assert len(after.ledger.contacts) == 1
