"""That something throws too many dice for exact odds is found out once for all that is alike."""

from types import SimpleNamespace

import pytest

from bot.engine import odds
from bot.engine.order import ReadyToThrow
from bot.engine.scene import Outcome


def test_what_would_take_too_long_is_given_up_at_once_when_it_is_asked_again():
    thrown = []

    def throw(dice):
        thrown.append(1)
        return Outcome({}, dice.roll(1, why="a") + dice.roll(1, why="b") + dice.roll(1, why="c"))

    asked = SimpleNamespace(outcome=str, most_work=20, moot=frozenset(), outcomes=())
    odds.forget_chances()
    with pytest.raises(odds.TooManyBranchesError):
        odds._chances_of(asked, "", ReadyToThrow("three dice", throw))
    once = len(thrown)
    assert once > 0
    with pytest.raises(odds.TooManyBranchesError):
        odds._chances_of(asked, "", ReadyToThrow("three dice", throw))
    assert len(thrown) == once
