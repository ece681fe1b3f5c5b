"""What comes once a turn: the die to wake, and a wound of explosive decompression (AHL 12.C, 22)."""

from dataclasses import replace

import pytest

from bot.deck.plan import At
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.table import Table

# Two rooms with a hatch between, which holds the air; A1 and B1, and C1 and D1.
ROOMS = board_of("#" * 9, "#. .H. .#", "#" * 9)
OUT = Condition.UNCONSCIOUS


def table_of(*people, board=ROOMS, **settings):
    return Table(*people, board=board, settings=settings)


def ann(square="A1", **sheet):
    return body("Ann", **sheet), stands(square)


def bob(square="C1", **sheet):
    return body("Bob", **sheet), stands(square)


@pytest.mark.rule("AHL-12Cb")
def test_who_is_out_throws_once_in_each_decision_phase_and_in_no_other():
    table = table_of(ann(condition=OUT), bob())
    table.give("turn begin")
    assert table.give("wake", (5,)).lines == ("Ann: 5 → stays unconscious",)
    assert table.refused("wake") == "Ann has thrown in this decision phase, and it is once in each (AHL 12.C)."
    table.give("phase")
    assert table.refused("wake") == (
        "It is phase 1 of turn 1, and who is out throws as a decision phase starts: wait for the next one (AHL 12.C)."
    )
    for _ in range(5):
        told = table.give("phase").lines
    assert told[0] == "Ann is out: /wake throws for Ann before anybody plans (AHL 12.C)"
    assert table.give("wake", (6,)).lines == ("Ann: 6 → conscious, prone",)
    assert table.board.people["Ann"].prone


@pytest.mark.rule("AHL-12Cb")
def test_those_who_have_not_thrown_still_do():
    table = table_of(ann(condition=OUT), bob(condition=OUT))
    table.give("turn begin")
    table.give("wake", (1,), name="Ann")
    assert table.give("wake", (2,)).lines == ("Bob: 2 → stays unconscious",)


def test_what_the_book_forbids_may_be_told_only():
    table = table_of(ann(condition=OUT), turns="shown")
    table.give("turn begin")
    table.give("phase")
    assert table.give("wake", (1,)).lines == (
        "Ann: 1 → stays unconscious",
        "By the book: It is phase 1 of turn 1, and who is out throws as a decision phase starts: wait for the next one "
        "(AHL 12.C).",
    )


@pytest.mark.rule("AHL-22a")
def test_vacuum_hurts_once_a_turn_and_again_in_the_next():
    table = table_of(ann(), bob())
    table.begin()
    told = table.give("vacuum", (1, 1), at="A1")
    assert told.lines[0] == "Ann, damage: 1+1 = 2 → no effect"
    assert told.working[:3] == (
        "It spreads by open hatches, iris valves, doors and walls open or not, and holed bulkheads (AHL 22), R-97",
        "One unmodified damage throw a turn until the opening is sealed (AHL 22), ruling R-96",
        "Vacc suits, combat armor, battle dress and robots are immune (AHL 22)",
    )
    assert table.refused("vacuum") == "Ann has been thrown for in turn 1, and it is once a turn (AHL 22)."
    # Whoever comes into it later in the turn has a throw of their own.
    table.board = replace(table.board, people={**table.board.people, "Bob": stands("B1")})
    assert table.give("vacuum", (1, 1)).lines[0] == "Bob, damage: 1+1 = 2 → no effect"
    for _ in range(5):
        told = table.give("phase").lines
    assert told[0] == "In vacuum without a suit: Ann and Bob: /vacuum throws for this turn (AHL 22)"
    table.give("vacuum", (1, 1, 1, 1))


@pytest.mark.rule("AHL-22a")
@pytest.mark.parametrize("kept", [True, False])
def test_nobody_is_hurt_after_air_again(kept):
    table = table_of(ann(), bob())
    if kept:
        table.begin()
    table.give("vacuum", (1, 1), at="A1")
    shut = table.give("vacuum", sealed=True)
    assert (shut.title, shut.lines) == ("Air again", ("Sealed openings hold it: everywhere",))
    assert shut.working == ("Until an opening is sealed (AHL 22)",)
    for _ in range(6 if kept else 0):
        assert "vacuum" not in "\n".join(table.give("phase").lines)
    assert table.refused("vacuum") == (
        "The deck has air everywhere: at names the square where it is lost, deck:no leaves the deck out (AHL 22)."
    )
    assert table.give("vacuum", (1, 1), name="Ann", deck=False).lines[0] == "Ann, damage: 1+1 = 2 → no effect"


@pytest.mark.rule("AHL-22a")
def test_where_the_campaign_is_without_air_everybody_is():
    table = table_of(ann(), bob(), vacuum="yes")
    assert len(table.give("vacuum", (1, 1, 1, 1)).lines) == 4
    assert table.board.airless == frozenset[At]()
