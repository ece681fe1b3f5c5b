"""Where somebody who acts by themselves goes for a shot (AHL 8, 9.C)."""

import pytest

from bot.engine.autopilot import Autopilot
from tests.systems.ahl.book import AHL
from tests.systems.ahl.table import Table, one


def places(*others):
    """The squares for which Ann, who looks north, is advised to make for a shot at Bob, the best first."""
    table = Table(one("Ann", "1", "A2", "N"), one("Bob", "2", "H2", "W", "red"), *others)
    table.begin(Ann="move")
    table.give("phase", step="movement")
    due = next(each for each in AHL.due(table.game) if "Ann" in each.owes and not each.settled)
    ideas = AHL.piloting.advises(table.game, due, "Ann", Autopilot())
    return [idea.said.fields["to"] for idea in ideas if idea.said.verb == "move" and "for a shot" in idea.why]


def test_who_looks_away_turns_where_they_stand_or_goes_to_a_square_from_which_they_can_still_fire():
    """A snap shot takes 3 of 6 points: a turn takes 1, a square before them and a turn 3, one at their side 4."""
    assert places()[0] == "A2"
    assert {*places()} == {"A2", "A1", "B2"}


@pytest.mark.parametrize("square", ["A1", "B2"])
@pytest.mark.parametrize("side", ["blue", "red"])
def test_nobody_goes_for_a_shot_where_somebody_stands(square, side):
    assert square in places()
    assert square not in places(one("Abe", "1", square, "E", side))
