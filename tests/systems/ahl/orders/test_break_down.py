"""`/break`: who may push at which door, and what the referee adds (AHL 8.C.5)."""

import pytest

from bot.deck.plan import Facing
from bot.engine.errors import RuleError
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, give, scene_on, stands

# B1 has a sliding door at its west, and one at its east.
DOORS = board_of("#######", "#.D.D.#", "#######")
IRIS = board_of("#######", "#.D.I.#", "#######")
ANN = body("Ann", melee=6), stands("B1")


def push(*people, faces=(), board=DOORS, other=None, **fields):
    roles = {"name": "Ann"} | ({"with": other} if other else {})
    return give("break", scene_on(board, people, **roles), faces, **fields)


@pytest.mark.parametrize("side", ["E", "W"])
def test_of_several_doors_the_one_on_the_side_that_is_named_gives_way(side):
    outcome, _ = push(ANN, faces=(1, 1), side=Facing(side))
    (edge,) = outcome.board.breached
    assert edge.x == {"W": 1, "E": 2}[side]
    with pytest.raises(RuleError):
        push(ANN)


@pytest.mark.parametrize(
    ("dm", "faces", "broken"), [(2, (4, 4), True), (2, (4, 5), False), (-2, (2, 2), True), (-2, (2, 3), False)]
)
def test_what_the_referee_adds_helps(dm, faces, broken):
    """Melee 6."""
    outcome, card = push(ANN, faces=faces, side=Facing.EAST, dm=dm, because="a bar")
    assert bool(outcome.board) is broken
    assert card.lines[0].startswith(f"{6 + dm}− (melee value)")


def test_nobody_helps_themselves_nor_pushes_at_what_is_open_or_no_door():
    with pytest.raises(RuleError, match="Ann can't help themselves: name somebody else"):
        push(ANN, other="Ann", side=Facing.EAST)
    with pytest.raises(RuleError, match="Only a closed sliding door can be broken down"):
        push(ANN, side=Facing.EAST, board=IRIS)
