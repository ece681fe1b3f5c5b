"""What a turn reckons with after an order: what is left of a phase, and whose orders are dropped (AHL 6, R-164)."""

from bot.engine.scene import Said
from bot.systems.ahl.orders.in_turn.reckoned import Left, dropped_by, dropped_lines, left_of
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock, Later


def test_of_a_phase_the_points_are_told_that_are_left_and_in_a_decision_phase_none():
    clock = Clock(turn=2, phase=3).doing("Ann", debt=4, busy="climbs").did("Ann", spent=5)
    assert left_of(clock, ["Ann", "Bob"]) == (Left("Ann", 2, 3, 7, 4, "climbs"), Left("Bob", 2, 3, 12, 0, ""))
    assert left_of(Clock(turn=2), ["Ann"]) == ()


def test_an_order_that_is_kept_no_longer_is_told_by_whose_it_was():
    def kept(*names):
        said = Said("fire", {"name": tuple((name, None) for name in names)}, {}, "1")
        return Later(Step.AIMED, said)

    one, other, new = kept("Ann"), kept("Bob", "Cid"), kept("Dot")
    before, after = Clock(turn=1, phase=1, later=(one, other)), Clock(turn=1, phase=1, later=(one, new))
    assert dropped_by(before, after) == (("Bob", "Cid"),)
    assert dropped_by(before, before) == ()
    assert [*dropped_lines([("Bob", "Cid")])] == ["The order that was kept for Bob and Cid is dropped"]
