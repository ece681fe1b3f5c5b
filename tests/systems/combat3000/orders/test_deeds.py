"""What figures do on a deck by orders of the house: at once where no turn is kept, else as an action of the list."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import at_of
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import FigurePosture
from tests.systems.combat3000.morale.table import ACTIONS, HALL, ORDERS, game, on, order
from tests.systems.combat3000.table import unit
from tests.systems.combat3000.test_posing import DECK

ANN = unit("Ann")
CROUCHED, PRONE, STANDING = FigurePosture.CROUCHED, FigurePosture.PRONE, FigurePosture.STANDING


@pytest.mark.parametrize(
    ("was", "how", "now", "told", "prone"),
    [
        (STANDING, "prone", PRONE, "Ann lies prone", True),
        (STANDING, "crouching", CROUCHED, "Ann crouches", False),
        (PRONE, "up", STANDING, "Ann stands up", False),
        (CROUCHED, "up", STANDING, "Ann stands up", False),
    ],
)
def test_without_a_turn_a_posture_is_taken_at_once_on_sheet_and_deck(was, how, now, told, prone):
    who = replace(ANN, sheet=replace(ANN.sheet, posture=was))
    board = on(HALL, Ann="C3N")
    there = replace(board, people={"Ann": Standing(at_of("C3"), prone=was is PRONE)})
    after, card = order(game(who, board=there), "stance", ["Ann"], how=how)
    assert (after.units["Ann"].sheet.posture, card.title) == (now, told)
    assert after.board.people["Ann"].prone is prone
    # Off any deck the sheet alone tells it.
    assert order(game(who), "stance", ["Ann"], how=how)[0].units["Ann"].sheet.posture is now


@pytest.mark.parametrize(
    ("was", "how", "code"),
    [(STANDING, "prone", "FP"), (STANDING, "crouching", "C"), (PRONE, "up", "SU"), (CROUCHED, "up", "RU")],
)
def test_in_a_turn_a_posture_is_written_down_as_the_action_that_it_is(was, how, code):
    who = replace(ANN, sheet=replace(ANN.sheet, posture=was))
    after, _ = order(game(who, phase=ORDERS), "stance", ["Ann"], how=how)
    (task,) = after.ledger.turn.plans["Ann"]
    assert task.code == code
    assert after.units["Ann"].sheet.posture is was


@pytest.mark.parametrize(
    ("phase", "open_", "written"), [(ORDERS, True, True), (ORDERS, None, True), (None, True, False)]
)
def test_a_door_is_opened_by_an_action_of_the_list_in_a_turn_alone(phase, open_, written):
    board = replace(DECK, people={"Ann": Standing(at_of("A1"))})
    table = game(ANN, phase=phase, board=board)
    fields = {"side": "south", **({} if open_ is None else {"open": open_})}
    after, _ = order(table, "door", others={"at": ["Ann"]}, **fields)
    if written:
        ((task,),) = after.ledger.turn.plans.values()
        assert (task.code, task.thing, after.board.open) == ("OD", "S", frozenset())
    else:
        assert len(after.board.open) == 1


def test_a_door_is_shut_at_once_also_in_a_turn():
    board = replace(DECK, people={"Ann": Standing(at_of("A1"))})
    opened, _ = order(game(ANN, board=board), "door", others={"at": ["Ann"]}, side="south")
    after, _ = order(
        replace(opened, read_ledger=game(ANN, phase=ACTIONS).read_ledger),
        "door",
        others={"at": ["Ann"]},
        side="south",
        open=False,
    )
    assert after.board.open == frozenset()


@pytest.mark.parametrize("phase", [None, ORDERS])
def test_whoever_is_out_of_action_does_neither(phase):
    out = unit("Ann", stunned=1)
    with pytest.raises(RuleError, match="Ann is stunned"):
        order(game(out, phase=phase), "stance", ["Ann"], how="prone")
