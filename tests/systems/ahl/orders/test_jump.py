"""`/jump`: from which squares, and what becomes of whoever lands badly (AHL 8.C.1, 22)."""

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, give, scene_on, stands

# Over a lower level a console stands in C1, and there is a drop there on the other deck.
DROP = board_of("", " . . C .", level="Upper", more="level: Lower\n\n . . . .")
HOLE = board_of("", " . . V .", level="Upper", more="level: Lower\n\n . . . .")
WORSE = "A wound through a suit in vacuum is one level worse (AHL 22)"


def jump(board, faces=(), square="B1", armour="none", **fields):
    ann = body("Ann", armour=armour), stands(square, "E")
    return give("jump", scene_on(board, [ann], name="Ann"), faces, **fields)


def test_nobody_jumps_where_the_floor_goes_on():
    for board, square in ((DROP, "B1"), (HOLE, "A1")):
        with pytest.raises(RuleError, match="No drop is beside Ann"):
            jump(board, square=square)


@pytest.mark.parametrize(
    ("armour", "vacuum", "condition", "worse"),
    [
        ("none", False, Condition.UNCONSCIOUS, False),
        ("vacc suit", False, Condition.UNCONSCIOUS, False),
        ("vacc suit", True, Condition.SERIOUS, True),
    ],
)
def test_a_throw_of_twelve_wounds_and_in_vacuum_worse(armour, vacuum, condition, worse):
    outcome, card = jump(HOLE, (6, 6), armour=armour, vacuum=vacuum)
    assert outcome.after["Ann"].condition is condition
    assert (WORSE in card.working) is worse


def test_a_safe_landing_costs_what_is_thrown_and_wounds_nobody():
    """2 points and 1+3 are 6: all of a phase."""
    outcome, card = jump(HOLE, (1, 3))
    assert outcome.after == {}
    assert card.lines[0] == "2 AP and 1+3 = 6, of which 6 were left"
    assert (
        (outcome.done.cost, outcome.done.owes) == (12, 0) if hasattr(outcome.done, "owes") else outcome.done.cost == 12
    )
