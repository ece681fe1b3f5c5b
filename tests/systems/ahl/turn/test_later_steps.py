"""Orders of a later step, kept until that comes where the campaign says so (AHL 7, ruling R-164)."""

import pytest

from bot.chat.wording import lines_of
from bot.engine.cards import Card
from bot.systems.ahl.ledger import LEDGER
from bot.systems.ahl.turn.actions import Step
from tests.systems.ahl.table import table_of

KEPT = {"later steps": "kept"}


def begun(**settings):
    table = table_of(**KEPT, **settings)
    table.begin(Ann="aim", Abe="move", Bob="cover", Cid="aim")
    return table


def typed(said):
    return lines_of(Card("", (said.suggested(),)))[0]


def test_what_was_kept_under_other_names_is_kept_still():
    """Whoever fires was called attacker, and who helps helper, until roles were called as their options are."""
    table = begun()
    table.give("fire", name="Ann", target="Bob")
    stored = LEDGER.dump(table.ledger)
    (kept,) = stored["clock"]["later"]
    people = {"attacker": kept["said"]["people"]["name"], "helper": [["Abe", None]]}
    older = {
        **stored,
        "v": 2,
        "clock": {**stored["clock"], "later": [{**kept, "said": {**kept["said"], "people": people}}]},
    }
    (later,) = LEDGER.load(older).clock.later
    assert typed(later.said) == "/fire name:Ann with:Abe"


def waiting(table):
    return [(each.step, typed(each.said)) for each in table.ledger.clock.later]


def due(table):
    return [typed(each) for each in table.last.due]


@pytest.mark.rule("AHL-7a")
def test_an_early_order_is_kept_as_it_was_said_for_its_giver_alone():
    table = begun()
    table.by = "1"
    card = table.give("fire", name="Ann", target="Bob", fire="aimed")
    assert card.title == "Ann has an order for a later step"
    assert card.lines == (
        "Kept until the aimed fire step: /fire name:Ann target:Bob mode:aimed",
        "Bob and Cid may still act before: /phase ready:True by each goes on, or the referee",
    )
    assert table.last.sealed
    assert table.ledger.clock.step is Step.COVERING
    assert table.left("Ann") == 6
    # Nobody else is told more for it than before.
    table.by = "2"
    assert not any("later" in line or "Kept" in line for line in table.give("turn show").lines)
    assert "Ann" not in table.give("plan", name="Bob").lines[0]
    # Their own fire is for now, and isn't kept; who is waited for is what all may know.
    table.give("cover", (1, 1), name="Bob", at="A1")
    lines = table.give("fire", name="Bob", target="Ann", fire="snap").lines
    assert lines[1].startswith("Ann, Abe and Cid may still act before")


@pytest.mark.rule("AHL-7a")
def test_it_is_due_by_the_referees_word_and_the_table_goes_past_no_order():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    table.by = ""
    table.give("fire", name="Cid", target="Ann", fire="snap")
    card = table.give("phase", step="snap shots")
    assert card.lines[-1] == "No further, for an order of Ann's was kept until now: then /phase goes on"
    assert table.ledger.clock.step is Step.AIMED
    assert due(table) == ["/fire name:Ann target:Bob"]
    assert waiting(table) == [(Step.SNAP, "/fire name:Cid target:Ann mode:snap")]
    # The end of the phase waits for the last one as well.
    assert "snap shots" in table.give("phase").title
    assert due(table) == ["/fire name:Cid target:Ann mode:snap"]
    assert table.give("phase").title == "Phase 2 of turn 1"


@pytest.mark.rule("AHL-7a")
def test_it_is_due_when_the_last_one_is_ready():
    table = begun()
    table.by = "1"
    table.give("move", name="Abe", to="B2")
    table.give("phase ready", name="Ann, Abe")
    table.by = "2"
    table.give("phase ready", name="Bob")
    assert due(table) == []
    table.by = ""
    table.give("phase ready", name="Cid")
    assert table.ledger.clock.step is Step.MOVEMENT
    assert due(table) == ["/move name:Abe to:B2"]
    assert waiting(table) == []


def test_it_is_due_when_an_order_moves_the_table_on():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    for by, names in (("2", "Bob"), ("", "Cid")):
        table.by = by
        table.give("phase ready", name=names, step="aimed fire")
    # Whoever moves on has all ready but Ann and her Abe.
    table.by = "1"
    table.give("phase ready", name="Ann, Abe", step="aimed fire")
    assert table.ledger.clock.step is Step.AIMED
    assert due(table) == ["/fire name:Ann target:Bob"]


def test_of_two_in_one_step_the_first_that_was_given_comes_first_and_one_by_an_order():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    for by, names in (("2", "Bob"), ("1", "Ann, Abe")):
        table.by = by
        table.give("phase ready", name=names, step="aimed fire")
    table.by = ""
    table.give("fire", (1, 1), name="Cid", target="Ann")
    assert due(table) == ["/fire name:Ann target:Bob"]


def test_no_order_of_ones_own_goes_past_one_that_is_kept():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    for by, names in (("2", "Bob"), ("", "Cid")):
        table.by = by
        table.give("phase ready", name=names, step="snap shots")
    table.by = "1"
    lines = table.give("fire", name="Abe", target="Bob", fire="snap").lines
    assert lines[1].startswith("Ann may still act before")


def test_where_nobody_else_is_waited_for_their_later_order_is_carried_out_instead():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    lines = table.give("fire", name="Ann", target="Cid", fire="snap").lines
    assert lines[2].startswith("Bob and Cid may still act before")
    table.give("fire", name="Ann", target="Bob")
    for by, names in (("2", "Bob"), ("", "Cid")):
        table.by = by
        table.give("phase ready", name=names, step="snap shots")
    table.by = "1"
    lines = table.give("fire", (1, 1), name="Ann", target="Cid", fire="snap").lines
    assert "The order that was kept for Ann is dropped" in lines
    assert table.ledger.clock.step is Step.SNAP
    assert waiting(table) == due(table) == []


def test_the_end_of_the_turn_tells_whose_orders_are_dropped_and_not_which():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    table.by = ""
    assert table.give("turn end").lines == (
        "Everybody acts freely; /undo takes that back.",
        "The order that was kept for Ann is dropped",
    )


def test_who_is_waited_for_does_not_tell_until_which_step_an_order_is_kept():
    told = []
    for verb, given in (("melee", {"name": "Ann", "target": "Bob"}), ("fire", {"name": "Ann", "fire": "snap"})):
        table = table_of(**KEPT)
        table.begin(Abe="move", Bob="aim", Cid="aim")
        table.by = "1"
        table.give(verb, **{"target": "Bob", **given})
        table.by = "2"
        told.append(table.give("fire", name="Bob", target="Abe").lines)
    assert told[0] == told[1]
    assert told[0][1].startswith("Abe, Cid and Ann may still act before")


@pytest.mark.rule("AHL-7a")
def test_another_order_of_the_same_character_takes_its_place_and_plan_shows_it():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    card = table.give("fire", name="Ann", target="Cid", fire="snap")
    assert card.lines[1] == "Instead of /fire name:Ann target:Bob"
    assert waiting(table) == [(Step.SNAP, "/fire name:Ann target:Cid mode:snap")]
    shown = table.give("plan", name="Ann")
    assert shown.lines[-1] == "Kept until the snap shots step: /fire name:Ann target:Cid mode:snap"
    assert table.last.sealed


def test_what_the_book_forbids_anyhow_is_refused_at_once():
    table = begun()
    table.by = "1"
    assert "another action" in table.refused("move", name="Ann", to="B1")
    assert waiting(table) == []


def test_what_is_only_told_is_carried_out():
    table = begun(turns="shown")
    table.by = "1"
    table.give("fire", (1, 1), name="Ann", target="Bob", fire="snap")
    assert waiting(table) == []


def test_it_goes_with_whoever_gives_it_and_knows_a_new_name():
    table = begun()
    table.by = "1"
    table.give("fire", name="Ann", target="Bob")
    clock = table.ledger.clock.renamed("Bob", "Rob")
    assert [typed(each.said) for each in clock.later] == ["/fire name:Ann target:Rob"]
    assert clock.without("Ann").later == ()


def test_a_turn_that_was_kept_before_has_no_orders_for_later():
    table = begun()
    stored = LEDGER.dump(table.ledger)
    del stored["clock"]["later"]
    assert LEDGER.load(stored) == table.ledger
