"""What is asked after a step is told each side of its own people, and so stands apart from what was done in it."""

import pytest

from bot.campaign.witnesses import _asked
from bot.engine.cards import Card, Suggestion
from bot.systems.stepping import Asks, StepDone

ANN = Asks("may act in movement", "AHL 9", ("Ann",), optional=True)
BOTH = Asks("a plan for the turn", "AHL 5", ("Ann", "Bob"), optional=False)
TOLD, PRESS = "Eve bleeds to death", Suggestion("door", {"open": True}, before="Open it: ")


@pytest.mark.parametrize(
    ("asks", "lines", "left"),
    [
        (
            (ANN, BOTH),
            (TOLD, PRESS, "Ann: may act in movement (AHL 9)", "▶ Ann and Bob: a plan for the turn (AHL 5)"),
            (TOLD, PRESS),
        ),
        # An order that is offered among the lines stays where it is.
        ((ANN,), ("Ann: may act in movement (AHL 9)", PRESS, TOLD), (PRESS, TOLD)),
        ((), (PRESS, TOLD), (PRESS, TOLD)),
    ],
)
def test_what_is_asked_after_a_step_is_parted_from_what_was_done_in_it(asks, lines, left):
    assert _asked(StepDone((), asks), Card("Movement", lines)) == (asks, Card("Movement", left))


def test_of_what_is_no_step_nothing_is_asked():
    card = Card("Fired", (TOLD, PRESS))
    assert _asked(object(), card) == ((), card)
