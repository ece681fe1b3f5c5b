"""What each action of AHL costs, in which step it comes and what has to be planned for it (AHL 5 to 9, 23, 26)."""

import pytest

from bot.systems.ahl.turn.actions import Intention, Step, turns_words
from tests.systems.ahl.people import BOOK

COVERING, MOVEMENT, MELEE, AIMED, SNAP, DECISION = (
    Step.COVERING,
    Step.MOVEMENT,
    Step.MELEE,
    Step.AIMED,
    Step.SNAP,
    Step.DECISION,
)
COVER, AIM, MOVE, RELOAD = Intention.COVER, Intention.AIM, Intention.MOVE, Intention.RELOAD


@pytest.mark.rule("AHL-9Aa", "AHL-9Ba", "AHL-9Da")
@pytest.mark.parametrize(
    ("name", "points", "step", "plan"),
    [
        ("cover", 3, COVERING, COVER),
        ("fire covering", 3, COVERING, COVER),
        ("fire aimed", 6, AIMED, AIM),
        ("fire snap", 3, SNAP, None),
        ("grenade", 6, SNAP, None),
        ("scenario throw", 6, SNAP, None),
        # What these cost hangs on the way, the throw or the door.
        ("move", None, MOVEMENT, MOVE),
        ("jump", None, MOVEMENT, MOVE),
        ("door", None, MOVEMENT, MOVE),
        ("face", None, MOVEMENT, MOVE),
        ("lift ride", None, MOVEMENT, MOVE),
        ("dive", 0, MOVEMENT, MOVE),
        ("swing", 6, MOVEMENT, MOVE),
        ("let go", 4, MOVEMENT, MOVE),
        ("break", 6, MOVEMENT, MOVE),
        ("airlock", 6, MOVEMENT, MOVE),
        ("lift call", 2, MOVEMENT, MOVE),
        ("stand", 6, MOVEMENT, MOVE),
        ("melee", 0, MELEE, None),
        ("rally", 0, DECISION, None),
        ("reorient", 6, None, None),
        ("reload", 0, None, RELOAD),
        ("light", 1, None, None),
    ],
)
def test_an_action_is_as_the_book_prints_it(name, points, step, plan):
    """Points are counted in halves."""
    action = BOOK.actions[name]
    assert (action.halves, action.step, action.plan) == (None if points is None else 2 * points, step, plan)


def test_the_steps_of_a_phase_come_in_their_order():
    assert [step.place for step in (DECISION, COVERING, MOVEMENT, MELEE, AIMED, SNAP)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("intention", "kind", "whole"),
    [
        (COVER, COVER, False),
        (AIM, AIM, False),
        (MOVE, MOVE, False),
        (RELOAD, RELOAD, True),
        (Intention.RELOAD_EVADING, RELOAD, True),
        (Intention.EMPLACE, Intention.EMPLACE, True),
        (Intention.DEFUSE, Intention.DEFUSE, True),
        (Intention.SUIT, Intention.SUIT, True),
    ],
)
def test_what_takes_a_whole_turn_and_that_reloading_is_one_thing_either_way(intention, kind, whole):
    assert (intention.kind, intention.whole) == (kind, whole)


def test_turns_are_counted_in_words():
    assert [turns_words(number) for number in range(4)] == ["no turns", "one turn", "two turns", "three turns"]
