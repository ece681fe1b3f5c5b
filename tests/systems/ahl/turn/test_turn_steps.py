"""The steps are common to both sides: nobody is shut out of one by another's early order (AHL 7, ruling R-164)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.systems.ahl.sheet.character import Being
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Charge
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.table import Table, one, table_of


def begun(**settings):
    table = table_of(**settings)
    table.begin(Ann="aim", Abe="move", Bob="cover", Cid="aim")
    return table


@pytest.mark.rule("AHL-7a")
def test_an_early_snap_shot_shuts_nobody_out():
    table = begun()
    table.by = "1"
    assert table.refused("fire", name="Ann", target="Bob", fire="snap") == (
        "Phase 1 of turn 1 is at covering fire, and Bob and Cid may still act before snap shots: /phase ready:True by "
        'each goes on, or the referee with /phase step:"snap shots" (AHL 7), ruling R-164.'
    )
    table.by = "2"
    table.give("cover", (1, 1), name="Bob", at="A1")
    assert table.ledger.clock.step is Step.COVERING


@pytest.mark.rule("AHL-7a")
def test_the_referee_moves_the_table_on_by_their_word():
    table = begun()
    assert "Ann, Abe and Bob may still act before aimed fire" in table.refused("fire", name="Cid", target="Ann")
    table.give("phase", step="aimed fire")
    table.give("fire", (1, 1), name="Cid", target="Abe")


@pytest.mark.rule("AHL-7a", "AHL-5b")
def test_all_who_may_still_act_move_it_on_together_and_no_plan_is_shown():
    """Till they have acted by their plan somebody may act in any step; then in that of their plan alone."""
    table = begun()
    table.by = "1"
    assert table.give("phase ready", name="Ann, Abe").lines == (
        "Phase 1 of turn 1: covering fire, which waits for Bob and Cid",
    )
    table.by = "2"
    table.give("phase ready", name="Bob")
    table.by = ""
    assert table.give("phase ready", name="Cid").lines == ("Phase 1 of turn 1: movement",)
    table.by = "1"
    assert "Bob and Cid may still act before aimed fire" in table.refused("fire", name="Ann", target="Bob")
    table.give("move", name="Abe", to="B2")
    assert table.ledger.clock.step is Step.MOVEMENT


@pytest.mark.rule("AHL-7a")
def test_one_may_be_ready_up_to_a_step_and_is_asked_anew_in_the_next_phase():
    table = begun()
    for by, names in (("2", "Bob"), ("", "Cid")):
        table.by = by
        table.give("phase ready", name=names, step="aimed fire")
    table.by = "1"
    # Abe is her own: whoever goes on is done with those before.
    table.give("fire", (1, 1), name="Ann", target="Bob")
    assert table.ledger.clock.step is Step.AIMED
    table.by = ""
    table.give("phase")
    table.by = "1"
    assert "Bob and Cid may still act" in table.refused("fire", name="Ann", target="Bob")


def test_where_sides_know_only_what_they_have_seen_no_step_is_passed_over():
    """That nobody may act in movement would tell what all have planned."""
    for settings, step in (({}, Step.AIMED), ({"fog": "on"}, Step.MOVEMENT)):
        table = Table(*(one(name, "", at) for name, at in (("Ann", "A1"), ("Bob", "A3"))), settings=settings)
        table.begin(Ann="aim", Bob="aim")
        table.give("phase ready", name="Ann, Bob", step="aimed fire")
        assert table.ledger.clock.step is step


@pytest.mark.rule("AHL-7a")
def test_whose_plan_is_known_holds_up_their_own_step_alone():
    """In phase 1 all have acted by their plans; in phase 2 Bob's covering fire is all that Ann's Abe waits for."""
    table = begun()
    table.by = "2"
    table.give("cover", (1, 1), name="Bob", at="A1")
    table.by = ""
    table.give("phase", step="movement")
    table.give("move", name="Abe", to="B2")
    table.give("phase", step="aimed fire")
    table.give("fire", (1, 1), name="Ann", target="Bob")
    table.give("fire", (1, 1), name="Cid", target="Abe")
    table.give("phase")
    table.by = "1"
    assert "and Bob may still act before movement" in table.refused("move", name="Abe", to="C2")
    table.by = "2"
    table.give("phase ready", name="Bob")
    assert table.ledger.clock.step is Step.MOVEMENT
    table.by = "1"
    table.give("move", name="Abe", to="C2")


@pytest.mark.rule("AHL-7a", "AHL-20b")
def test_nobody_waits_for_the_fire_of_who_carries_no_weapon():
    """A blob moves, and does nothing before or after that (AHL 20)."""
    table = Table(one("Ann", "1", "A1"), (body("Zed", being=Being.BLOB), stands("I3")))
    table.begin(Ann="move", Zed="move")
    table.by = "1"
    assert table.give("phase ready", name="Ann").lines == ("Phase 1 of turn 1: movement",)


def test_what_is_only_shown_moves_on_and_says_so():
    table = begun(turns="shown")
    table.by = "1"
    card = table.give("fire", (1, 1), name="Ann", target="Bob", fire="snap")
    assert card.lines[-1].startswith("By the book: Phase 1 of turn 1 is at covering fire, and Bob and Cid may still")


def test_bad_input():
    table = table_of()
    assert table.refused("phase ready", name="Ann") == "Nobody keeps a turn here: /turn begin does."
    table.give("turn begin")
    assert table.give("phase ready", name="Ann").lines == (
        "The decision phase of turn 1: whoever has no plan by now plans nothing (AHL 5)",
    )
    table.give("phase")
    table.give("phase", step="aimed fire")
    assert table.refused("phase ready", name="Ann", step="movement") == (
        "Phase 1 of turn 1 has come to aimed fire: choose a later step (AHL 7)."
    )


def test_nobody_is_ready_before_the_step_that_the_phase_has_come_to():
    table = begun()
    table.give("phase", step="aimed fire")
    assert "choose a later step" in table.refused("phase ready", name="Ann", step="aimed fire")
    table.give("phase ready", name="Ann", step="snap shots")
    assert table.ledger.clock.of("Ann").ready is Step.SNAP


def test_in_the_last_step_the_referee_is_told_how_the_phase_ends():
    """Not where the table has only come to it by that word."""
    table = begun()
    table.give("phase", step="snap shots")
    card = table.give("phase ready", name="Ann")
    assert any("It is the last step" in str(line) for line in card.lines)
    alone = Table(one("Ann", "1", "A1"))
    alone.begin(Ann="aim")
    card = alone.give("phase ready", name="Ann", step="snap shots")
    assert alone.ledger.clock.step is Step.SNAP
    assert not any("It is the last step" in str(line) for line in card.lines)


@pytest.mark.rule("AHL-7a", "AHL-24Bb")
def test_whoever_is_ready_is_told_what_the_next_step_waits_for_once_nobody_else_does():
    """A charge goes off in the step of aimed fire; Bob may still aim till he is ready."""
    table = table_of()
    table.begin(Ann="aim", Abe="move", Bob="aim", Cid="move")
    charge = Charge("Cid", 0, 0, at_of("E2"))
    table.ledger = replace(table.ledger, clock=replace(table.ledger.clock, charges=(charge,)))
    table.give("phase", step="aimed fire")
    table.by = "1"
    told = "\n".join(map(str, table.give("phase ready", name="Ann, Abe").lines))
    assert ("waits for Bob" in told, "The charge that Cid set" in told) == (True, False)
    table.by = ""
    told = "\n".join(map(str, table.give("phase ready", name="Bob, Cid").lines))
    assert ("waits for" in told, "The charge that Cid set at E2 goes off" in told) == (False, True)
    assert table.ledger.clock.step is Step.AIMED
