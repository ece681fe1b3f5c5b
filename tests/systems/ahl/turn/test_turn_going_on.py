"""Moves that go on from phase to phase: as far as each one's points reach, until something stops them (AHL 6, 7, 8)."""

import pytest

from bot.deck.plan import at_of
from bot.systems.ahl.sheet.character import Nerve
from tests.deck.plans import board_of
from tests.systems.ahl.table import Table, one

# Twenty squares by three, nothing in them.
LONG = board_of("+" * 41, *[line for _ in range(3) for line in (" ." * 20 + " ", "+" * 41)])


def table_of(*more, **plans):
    """Ann and Abe at the west end, Bob far away in the east; the first phase has come to movement."""
    people = [one("Ann", "1", "A1"), one("Abe", "1", "A3"), one("Bob", "2", "T2", "W", "red"), *more]
    table = Table(*people, board=LONG)
    table.begin(**{"Ann": "move", "Abe": "move", "Bob": "aim", **plans})
    table.give("phase", step="movement")
    return table


def where(table, *names):
    return [table.board.people[name].at for name in names]


def squares(text):
    return [at_of(each) for each in text.split()]


def on(table, faces=()):
    """Press Next until the next phase has come to movement."""
    phase = table.ledger.clock.phase
    while table.ledger.clock.phase == phase:
        table.give("next")
    while table.ledger.clock.step.value != "movement":
        enters = table.due()[-1].startswith("the table: the step of movement")
        table.give("next", faces if enters else ())


@pytest.mark.rule("AHL-6a")
def test_several_go_as_far_as_their_points_reach_and_on_in_the_next_phase():
    """Walking takes 2 AP a square: three squares a phase, in the order in which they were named."""
    table = table_of()
    card = table.give("move", name="Ann, Abe", to="E E E E E E E")
    assert where(table, "Ann", "Abe") == squares("D1 D3")
    assert "Ann: 0 AP left in phase 1" in "\n".join(map(str, (*card.lines, *card.working)))
    on(table)
    assert where(table, "Ann", "Abe") == squares("G1 G3")
    on(table)
    assert where(table, "Ann", "Abe") == squares("H1 H3")
    assert table.ledger.clock.going == ()


def test_it_is_told_where_somebody_goes_on_to():
    table = table_of()
    card = table.give("move", name="Ann", to="H1")
    assert "Goes on to H1 in later phases, until something stops them" in card.lines
    assert where(table, "Ann") == squares("D1")


def test_in_the_next_phase_next_carries_it_on_by_itself():
    table = table_of()
    table.give("move", name="Ann", to="H1", gait="trot")
    assert where(table, "Ann") == squares("G1")
    on(table)
    # The next phase begins where Abe may move too: nobody was asked about Ann.
    assert where(table, "Ann") == squares("H1")
    assert table.left("Ann") == 5


def test_a_named_number_of_points_ends_it_there():
    table = table_of()
    table.give("move", name="Ann", to="H1", ap=4)
    on(table)
    assert where(table, "Ann") == squares("C1")


def test_another_move_takes_its_place_and_an_abandoned_plan_ends_it():
    table = table_of()
    table.give("move", name="Ann", to="J1")
    table.give("move", name="Abe", to="J3")
    on(table)
    assert where(table, "Ann", "Abe") == squares("G1 G3")
    table.give("plan", name="Abe", plan="abandon")
    on(table)
    assert where(table, "Ann", "Abe") == squares("J1 G3")


def test_hold_ends_it():
    table = table_of()
    table.give("move", name="Ann", to="J1")
    assert table.give("hold", name="Ann").title == "Ann goes no further"
    on(table)
    assert where(table, "Ann") == squares("D1")
    assert table.refused("hold", name="Ann") == (
        "Ann isn't going on from an earlier phase: name the target at whom they hold their fire."
    )


def test_who_is_hurt_or_panics_goes_no_further():
    table = table_of()
    table.give("move", name="Ann", to="J1")
    table.give("move", name="Abe", to="J3")
    table.give("phase", step="aimed fire")
    table.give("fire", (6, 6, 6, 6), name="Bob", target="Ann", fire="aimed")
    assert [order.doers for order in table.ledger.clock.going] == [("Abe",)]


@pytest.mark.rule("AHL-18A2")
def test_it_stops_beside_an_enemy():
    """Bob stands in the way of Ann's second phase; her check is made before she comes beside them: 7 passes."""
    table = Table(one("Ann", "1", "A1"), one("Bob", "2", "H1", "E", "red"), board=LONG)
    table.begin(Ann="move", Bob="aim")
    table.give("phase", step="movement")
    table.give("move", name="Ann", to="N1")
    on(table, (3, 4))
    assert table.ledger.clock.going == ()
    assert where(table, "Ann") == squares("G1")


def test_in_the_next_turn_it_goes_on_for_who_plans_to_move_again():
    table = table_of()
    table.give("move", name="Ann", to="T1")
    table.give("move", name="Abe", to="T3")
    for _ in range(4):
        on(table)
    # Five phases of three squares each.
    assert where(table, "Ann", "Abe") == squares("P1 P3")
    while table.ledger.clock.phase:
        table.give("next")
    table.give("plan", name="Ann, Bob", plan="move")
    table.give("plan", name="Abe", plan="aim")
    assert [order.doers for order in table.ledger.clock.going] == [("Ann",)]
    assert table.units["Ann"].sheet.nerve is Nerve.STEADY


@pytest.mark.parametrize(
    ("bob", "to", "going"),
    [
        # After a phase Ann is at D1, on her way to N1: Bob comes beside her.
        ("F2", "E2", ()),
        # He has been beside her way, and comes no nearer.
        ("I3", "H3", (("Ann",),)),
    ],
)
def test_who_goes_on_stops_where_an_enemy_comes_beside_them(bob, to, going):
    table = Table(one("Ann", "1", "A1"), one("Bob", "2", bob, "W", "red"), board=LONG)
    table.begin(Ann="move", Bob="move")
    table.give("phase", step="movement")
    table.give("move", name="Ann", to="E E E E E E E E E")
    assert where(table, "Ann") == squares("D1")
    table.give("move", name="Bob", to=to)
    assert tuple(order.doers for order in table.ledger.clock.going) == going
