"""How somebody stands: turned, leaning round a corner, crouching, prone."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, placed
from bot.deck.plan import Facing, at_of
from bot.deck.posture import Posture, faced, held, leaned
from bot.engine.errors import RuleError
from tests.deck.plans import board_of

# The end of a wall between A1 and B1, with B2 round it; a console at A3.
BEND = board_of("+++++", " .|. ", "+ + +", " . . ", "+ + +", " C . ")
STANDS = Standing(at_of("A2"), Facing.NORTH)
ANN = placed(BEND, "Ann", STANDS)


def test_somebody_turns():
    assert faced(ANN, "Ann", Facing.EAST).people == {"Ann": replace(STANDS, facing=Facing.EAST)}


def test_somebody_leans_round_a_corner_and_back():
    crouching = placed(BEND, "Ann", replace(STANDS, crouching=True))
    board = leaned(crouching, "Ann", Facing.EAST)
    assert board.people == {"Ann": replace(STANDS, leaning=at_of("B2"))}
    assert leaned(board, "Ann", None) == ANN
    with pytest.raises(RuleError, match="Ann can't lean there"):
        leaned(ANN, "Ann", Facing.SOUTH)


def test_somebody_crouches_lies_down_and_stands_up():
    leaning = placed(BEND, "Ann", replace(STANDS, leaning=at_of("B2")))
    assert held(leaning, "Ann", Posture.CROUCHING).people == {"Ann": replace(STANDS, crouching=True)}
    prone = held(leaning, "Ann", Posture.PRONE)
    assert prone.people == {"Ann": replace(STANDS, prone=True)}
    assert held(prone, "Ann", Posture.UP) == ANN
    with pytest.raises(RuleError, match="Ann has no console beside them"):
        held(placed(BEND, "Ann", Standing(at_of("B1"))), "Ann", Posture.CROUCHING)


def test_only_who_is_on_the_deck():
    for change in (
        lambda: faced(BEND, "Ann", Facing.EAST),
        lambda: leaned(BEND, "Ann", None),
        lambda: held(BEND, "Ann", Posture.UP),
    ):
        with pytest.raises(RuleError, match="Ann is not on the deck"):
            change()
