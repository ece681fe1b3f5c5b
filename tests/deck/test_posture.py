"""How somebody stands: turned, leaning round a corner, crouching, prone."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, placed
from bot.deck.plan import Facing, at_of, named
from bot.deck.posture import Posture, consoles_beside, corners, faced, held, is_corner, leaned
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


def test_one_at_a_time_leans_out_of_a_square():
    two = placed(ANN, "Bob", STANDS)
    leans = leaned(two, "Bob", Facing.EAST)
    with pytest.raises(RuleError, match="Bob leans round a corner from that square already"):
        leaned(leans, "Ann", Facing.EAST)
    # Whoever leans already may lean elsewhere, and others out of their own square.
    assert leaned(leans, "Bob", Facing.EAST) == leans
    apart = placed(leans, "Ann", Standing(at_of("B2")))
    assert leaned(apart, "Ann", Facing.WEST).people["Ann"].leaning == at_of("A2")


def test_round_which_corners_somebody_leans():
    """The wall stands between A1 and B1, so that the squares beside its end look round it, and those of its own row
    past it at nothing.
    """
    found = {
        name: [named(into) for into in corners(BEND, at_of(name))] for name in ("A1", "B1", "A2", "B2", "A3", "B3")
    }
    assert found == {"A1": ["A2"], "B1": ["B2"], "A2": ["B2"], "B2": ["A2"], "A3": [], "B3": []}
    # Only into a square beside one's own, on the same level, and with floor.
    for into in ("B1", "A2", "A4"):
        assert is_corner(BEND, at_of("A1"), at_of(into)) is (into == "A2")
    assert not is_corner(BEND, at_of("A1"), at_of("A2")._replace(level=1))


def test_behind_which_consoles_somebody_crouches():
    """At any side or corner of their square, where no wall is between."""
    board = board_of("+++++++", " C|. . ", "+ + + +", " . . . ", "+ + + +", " . . C ")
    found = {name: {named(each) for each in consoles_beside(board, at_of(name))} for name in ("B1", "A2", "B2", "A3")}
    assert found == {"B1": set(), "A2": {"A1"}, "B2": {"A1", "C3"}, "A3": set()}
