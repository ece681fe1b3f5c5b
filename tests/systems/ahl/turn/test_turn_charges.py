"""Satchel charges in a turn that is kept: primed, set off before their time, and gone with it (AHL 24.B, R-134)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.table import OPEN, Table

GRENADIER = {"grenades": 2}


def primed(*charges, board=OPEN, others=(), bob="I3"):
    """Phase 1 of turn 2, with a charge in each of these squares that waits for five phases more; Bob has grenades."""
    setters = [(body(f"S{number}", "blue"), stands(square)) for number, square in enumerate(charges, start=1)]
    table = Table(*setters, (body("Bob", "blue", **GRENADIER), stands(bob, "W")), *others, board=board)
    table.give("turn begin")
    for unit, _ in setters:
        table.give("plan", name=unit.name, plan="emplace a charge", delay=5)
    for _ in range(6):
        table.give("phase")
    for unit, _ in setters:
        # They have gone out of reach, or nobody is left to see it.
        del table.board.people[unit.name], table.units[unit.name]
    table.give("phase")
    return table


def squares(table):
    return [charge.at for charge in table.ledger.clock.charges]


@pytest.mark.rule("AHL-24Bd", "AHL-24Be")
def test_a_grenade_beside_a_primed_charge_sets_it_off():
    """A grenade has 4, halved to 2 at one square: enough. From B2 Cid is two squares away, 12+: 11 is nothing. The
    charge has 30, 15 at one square, and 10+ there: 5+5 suffers it, 1+1+15 = 17 is dead.
    """
    table = primed("C2", others=[(body("Cid", "red"), stands("D2"))])
    card = table.give("grenade", [4, 4, 6, 5, 5, 5, 1, 1], name="Bob", at="B2")
    assert "It sets off the charge that S1 set at C2: penetration 2 (AHL 24.B)" in card.lines
    assert "Cid, 2 squares away: 12+ | 6+5 = 11 → unharmed" in card.lines
    assert "Cid, 1 square away: 10+ | 5+5 = 10 → penetration 15" in card.lines
    assert "Damage: 1+1 +15 penetration = 17 → dead" in card.lines
    assert table.units["Cid"].sheet.condition is Condition.DEAD
    assert squares(table) == []
    assert at_of("E2") in table.last.marks.blast, "the picture shows what the charge reaches as well"
    # Its time comes, and there is nothing left to go off.
    told = [line for _ in range(6) for line in table.give("phase").lines]
    assert not any("goes off" in line for line in told)


@pytest.mark.rule("AHL-15B2e", "AHL-24Ad", "AHL-24Bd")
def test_a_strike_is_told_from_whom_it_hit_to_what_it_sets_off():
    """Plasma 18 at Cid in D1 is 9 there, 4 at one square, 2 at two: the door beside Cid takes 9 - 4 and is breached.

    Eve at one square throws twice, Cid is dead when the charge two squares away goes off, and Dan is behind the door.
    """
    hall = board_of("#" * 15, "#. . . .D. . .#", "#" * 15)
    people = [(body(name, "red"), stands(at)) for name, at in (("Cid", "D1"), ("Dan", "E1"), ("Eve", "C1"))]
    table = primed("B1", board=hall, others=people, bob="G1")
    card = table.give("blast", [1, 1, 4, 5, 5, 4], cause="plasma", penetration=18, direct="Cid")
    assert card.lines == (
        "Cid, in the square: penetration 18",
        "Damage: 1+1 +18 penetration = 20 → dead",
        "Cid: dead",
        "Eve, 1 square away: 10+ | 4+5 = 9 → unharmed",
        "Sliding door between D1 and E1: breached",
        "It sets off the charge that S1 set at B1: penetration 2 (AHL 24.B)",
        "Eve, 1 square away: 10+ | 5+4 = 9 → unharmed",
        "Cid: dead already",
    )


@pytest.mark.rule("AHL-24Bd")
def test_less_than_two_leaves_it_whole():
    """Two squares away a grenade has 1 left: 4, 2, 1."""
    table = primed("C2")
    table.give("grenade", [4, 4], name="Bob", at="A2")
    assert squares(table) == [at_of("C2")]
    # An HE round of penetration 2 has 1 in its own square; one of 4 has 2 there (AHL 15.B.2).
    table.give("blast", cause="HE", penetration=2, at="C2")
    assert squares(table) == [at_of("C2")]
    table.give("blast", cause="HE", penetration=4, at="C2")
    assert squares(table) == []


@pytest.mark.rule("AHL-24Bd", "AHL-15B-0")
def test_a_wall_keeps_a_blast_from_a_charge():
    walled = board_of("+++++++++++++++++++", " . . . . . . . . . ", "+++++++++++++++++++", " . .|. . . . . . . ",
                      "+++++++++++++++++++", " . . . . . . . . . ", "+++++++++++++++++++")  # fmt: skip
    table = primed("C2", board=walled)
    table.give("blast", cause="grenade", at="B2")
    assert squares(table) == [at_of("C2")]


@pytest.mark.rule("AHL-24Bd", "AHL-24Be")
def test_one_charge_sets_off_the_next():
    """30 is 7 at two squares: C2 sets off E2, and E2 sets off G2. I1 is two squares from G2, and C2 is done."""
    table = primed("C2", "E2", "G2", "I1")
    card = table.give("grenade", [4, 4, 1, 1, 1, 1], name="Bob", at="C2")
    told = [line for line in card.lines if line.startswith("It sets off")]
    assert told == [
        "It sets off the charge that S1 set at C2: penetration 4 (AHL 24.B)",
        "It sets off the charge that S2 set at E2: penetration 7 (AHL 24.B)",
        "It sets off the charge that S3 set at G2: penetration 7 (AHL 24.B)",
        "It sets off the charge that S4 set at I1: penetration 7 (AHL 24.B)",
    ]
    assert squares(table) == []


@pytest.mark.rule("AHL-24Bd", "AHL-24Bb")
def test_a_charge_that_goes_off_in_its_time_is_gone_and_sets_off_its_neighbour():
    table = primed("C2", "D2", "G2")
    card = table.give("blast", cause="satchel", at="C2")
    assert card.title == "A satchel charge explodes"
    assert [line for line in card.lines if line.startswith("It sets off")] == [
        "It sets off the charge that S2 set at D2: penetration 15 (AHL 24.B)"
    ]
    assert squares(table) == [at_of("G2")]


def test_of_several_in_a_square_the_first_that_was_due_is_gone():
    """One that was set later, in the same square, is set off by it."""
    table = primed("C2", "C2")
    early, late = table.ledger.clock.charges
    charges = (replace(late, delay=late.delay + 1), early)
    table.ledger = replace(table.ledger, clock=replace(table.ledger.clock, charges=charges))
    card = table.give("blast", cause="satchel", at="C2")
    assert [line for line in card.lines if line.startswith("It sets off")] == [
        "It sets off the charge that S2 set at C2: penetration 30 (AHL 24.B)"
    ]


@pytest.mark.rule("AHL-24Bd", "AHL-12B2b")
def test_who_is_reached_by_both_is_wounded_twice():
    """In cloth in the grenade's square 4+4+4−6 = 6, light; one from the charge 2+1+15−6 = 12, dead."""
    table = primed("C2", others=[(body("Cid", "red", armour="cloth"), stands("B2"))])
    card = table.give("grenade", [4, 4, 4, 4, 2, 5, 5, 2, 1], name="Bob", at="B2")
    assert "Cid: 1 light wound" in card.lines
    assert table.units["Cid"].sheet.condition is Condition.DEAD


@pytest.mark.rule("AHL-24Bd")
def test_where_charges_are_is_shown_and_not_when_they_go_off():
    table = primed("C2")
    lines = table.give("turn show").lines
    assert "A primed charge of S1 lies at C2" in lines
    assert not any("phase" in line for line in lines)


@pytest.mark.rule("AHL-24Bb", "AHL-7a")
def test_a_charge_whose_moment_has_come_goes_off_before_anything_later():
    """It has waited for five phases; in the first of turn 3 it is due at aimed-fire time."""
    table = primed("C2", others=[(body("Cid", "red"), stands("D2"))])
    for _ in range(5):
        table.give("phase")
    due = (
        "The charge that S1 set at C2 goes off in this phase's aimed fire step: the referee's /blast cause:satchel "
        "at:C2 comes first (AHL 24.B)."
    )
    assert table.give("phase").title == "Phase 1 of turn 3"
    assert (table.refused("phase"), table.refused("phase", step="snap shots")) == (due, due)
    assert table.refused("grenade", name="Bob", at="G3") == due
    assert "Phase 1 of turn 3: aimed fire" in table.give("phase ready", name="Bob, Cid", step="snap shots").lines
    table.give("blast", [5, 5, 1, 1], cause="satchel", at="C2")
    assert table.units["Cid"].sheet.condition is Condition.DEAD
    table.give("grenade", [4, 4, 1, 1], name="Bob", at="G3")
    assert table.give("phase").title == "Phase 2 of turn 3"


@pytest.mark.rule("AHL-24Bb")
def test_by_a_book_that_is_only_shown_it_is_told():
    table = primed("C2")
    table.settings = {"turns": "shown"}
    for _ in range(6):
        table.give("phase")
    assert any(line.startswith("By the book: The charge that S1 set at C2") for line in table.give("phase").lines)
    assert squares(table) == []


@pytest.mark.rule("AHL-24Bb", "AHL-7b")
def test_it_goes_off_in_no_earlier_step_of_its_phase():
    table = primed("C2")
    for _ in range(6):
        table.give("phase")
    assert table.refused("blast", cause="satchel", at="C2") == (
        "The charge that S1 set at C2 goes off in the aimed fire step, and phase 1 of turn 3 is at covering fire: "
        '/phase step:"aimed fire" goes there (AHL 24.B).'
    )
    table.give("phase", step="aimed fire")
    table.give("blast", cause="satchel", at="C2")
    assert squares(table) == []


@pytest.mark.rule("AHL-24Bb")
def test_a_charge_on_no_deck_that_is_up_keeps_nobody():
    table = primed("C2")
    for _ in range(6):
        table.give("phase")
    table.board = None
    assert table.give("phase").title == "Phase 2 of turn 3"
