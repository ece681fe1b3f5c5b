"""What a turn tells of somebody in a word, and what is kept of them under another name or once the deck is gone."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.autopilot import Autopilot
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.turn import in_brief, off_deck, renamed, renamed_on
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Charge, Clock
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner
from tests.systems.ahl.people import WEAPONS

KEPT = Ledger(
    clock=Clock(turn=2, phase=1).doing("Ann", plan=Intention.AIM).did("Bob", struck="Ann"),
    standing={"Ann": {"snap": "always"}, "Bob": {"dive": "never"}},
    piloted={"Ann": Autopilot()},
)


def test_what_is_kept_goes_on_under_another_name():
    now = renamed(KEPT, "Ann", "Anna")
    assert now.standing == {"Anna": {"snap": "always"}, "Bob": {"dive": "never"}}
    assert [*now.piloted] == ["Anna"]
    assert (now.clock.of("Anna").plan, now.clock.of("Ann").plan) == (Intention.AIM, None)
    assert now.clock.of("Bob").deeds.struck == "Anna"
    bare = Ledger(standing=KEPT.standing)
    assert renamed(bare, "Ann", "Anna").standing == now.standing
    assert renamed(bare, "Cid", "Dot") == bare


def test_what_is_kept_of_somebody_who_leaves_goes_with_them():
    now = renamed(KEPT, "Ann", "")
    assert (now.standing, now.piloted) == ({"Bob": {"dive": "never"}}, {})
    assert [*now.clock.people] == ["Bob"]


@pytest.mark.parametrize(
    ("gripped", "before", "after", "now"),
    [
        ("Blob", "Blob", "Slime", "Slime"),
        ("Blob", "Blob", "", ""),
        ("Blob", "Ann", "Anna", "Blob"),
        ("", "Ann", "Anna", ""),
    ],
)
def test_whoever_is_gripped_is_gripped_by_another_name_or_let_go(gripped, before, after, now):
    assert renamed_on(Character(gripped_by=gripped), before, after).gripped_by == now


@pytest.mark.parametrize(
    ("unit", "clock", "told"),
    [
        (gunner("Ann"), None, []),
        (gunner("Ann"), Clock(turn=1), ["no plan", "20 rds"]),
        (gunner("Ann"), Clock(turn=1).doing("Ann", plan=Intention.AIM), ["planned", "20 rds"]),
        (gunner("Ann"), Clock(turn=1, phase=2).did("Ann", spent=5), ["3½ AP", "20 rds"]),
        # A laser has no rounds to tell, and whoever is out nothing.
        (gunner("Ann", "Laser Rifle", ""), Clock(turn=1), ["no plan"]),
        (body("Ann"), Clock(turn=1), ["no plan"]),
        (gunner("Ann", condition=Condition.DEAD), Clock(turn=1), []),
    ],
)
def test_in_a_line_stands_a_plan_or_the_points_that_are_left_and_the_rounds(unit, clock, told):
    assert [*in_brief(Ledger(clock=clock), unit, weapons=WEAPONS)] == told


@pytest.mark.rule("AHL-4a")
@pytest.mark.parametrize(
    ("clock", "moment", "words", "step"),
    [
        # Where no turn is kept, what is seen now was seen before any turn.
        (None, (0, 0), "", ""),
        (Clock(turn=1), (1, 0), "the decision phase of turn 1", ""),
        (Clock(turn=2, phase=3, step=Step.SNAP), (2, 3), "phase 3 of turn 2", "snap shots"),
    ],
)
def test_a_turn_tells_its_moment_and_the_step_only_within_a_phase(clock, moment, words, step):
    squads, ledger = AHL.squads, Ledger(clock=clock)
    assert (squads.moment(ledger), squads.turn_line(ledger), squads.step(ledger)) == (moment, words, step)


def test_with_the_deck_goes_what_lay_on_it():
    lies, carried = Charge("Ann", 1, 0, at_of("C2")), Charge("Bob", 1, 0, None)
    kept = replace(KEPT, clock=replace(KEPT.clock, charges=(lies, carried), lights={1: True}))
    now, lines = off_deck(kept)
    assert (now.clock.charges, now.clock.covering, now.clock.lights) == ((carried,), (), {})
    assert lines == ["With the deck that was up goes the charge that Ann set at C2"]
    assert off_deck(Ledger()) == (Ledger(), ())
