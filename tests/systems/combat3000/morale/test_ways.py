"""Where on the deck somebody goes whose nerve drives them (C3K Morale)."""

from dataclasses import replace

import pytest

from bot import systems
from bot.deck.plan import Facing, at_of, edge_of, named
from bot.engine.errors import RuleError
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.morale.ladder import Nerve, Status
from bot.systems.combat3000.morale.owed import moves_owed
from bot.systems.combat3000.morale.ways import ahead, cover_ahead, to_cover
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, MOVEMENT, ORDERS, asked, game, on, order
from tests.systems.combat3000.morale.test_known import ANN, BOB, SUE, TANK, being, fray
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
# In the hall a wall runs between E and F in rows 3 to 5.


def squares(of, board, *more, people=(ANN, BOB)):
    return [named(at) for at in of(fray(*people, board=board), ANN, *more)]


@pytest.mark.parametrize("of", [to_cover, cover_ahead])
@pytest.mark.parametrize("board", [None, HALL, on(HALL, Bob="J4W")])
def test_whoever_is_not_on_the_deck_goes_nowhere(of, board):
    assert squares(of, board) == []
    assert squares(ahead, board, 3) == []


@pytest.mark.rule("C3K-L05")
def test_whoever_breaks_runs_to_the_nearest_square_that_no_enemy_sees():
    # From H4 the wall hides D4 and E4, to which one goes round it.
    found = squares(to_cover, on(HALL, Ann="D2E", Bob="J4W"))
    assert found
    assert all(square[0] in "ABCDE" for square in found)
    # Where nobody is an enemy all is cover.
    assert squares(to_cover, on(HALL, Ann="D2E"), people=(ANN, SUE)) != []


def _away(square):
    at, foe = at_of(square), at_of("J4")
    return (at.x - foe.x) ** 2 + (at.y - foe.y) ** 2


@pytest.mark.rule("C3K-L04")
def test_ahead_there_is_cover_only_nearer_to_the_enemy():
    found = squares(cover_ahead, on(HALL, Ann="A2E", Bob="J4W"))
    assert found
    assert all(_away(square) < _away("A2") for square in found)
    assert squares(cover_ahead, on(HALL, Ann="A2E"), people=(ANN, SUE)) == []


@pytest.mark.parametrize(
    ("ann", "bob", "steps", "end"),
    [("A1E", "J1W", 3, "D1"), ("A1E", "J1W", 1, "B1"), ("A1E", "J1W", 20, "I"), ("A1E", "C1W", 5, "B")],
)
def test_straight_at_the_nearest_enemy_so_many_squares(ann, bob, steps, end):
    # At last they stand beside them, on this side.
    (found,) = squares(ahead, on(HALL, Ann=ann, Bob=bob), steps)
    assert found.startswith(end)


def test_nobody_stops_where_somebody_stands():
    assert squares(ahead, on(HALL, Ann="A1E", Sue="D1N", Bob="J1W"), 3, people=(ANN, SUE, BOB)) in (
        ["C1"],
        ["D2"],
        ["C2"],
    )
    assert squares(ahead, on(HALL, Ann="A1E", Sue="B1N"), 3, people=(ANN, SUE)) == []


def test_over_the_dead_whoever_is_driven_stops():
    dead, board = being(SUE, killed=True), on(HALL, Ann="A1E", Sue="D1N", Bob="J1W")
    assert squares(ahead, board, 3, people=(ANN, dead, BOB)) == ["D1"]
    nearest, *_ = squares(to_cover, on(HALL, Ann="D2E", Bob="J4W"))
    there = on(HALL, Ann="D2E", Sue=f"{nearest}N", Bob="J4W")
    assert nearest in squares(to_cover, there, people=(ANN, dead, BOB))
    assert nearest not in squares(to_cover, there, people=(ANN, SUE, BOB))


@pytest.mark.rule("C3K-L05")
def test_a_vehicle_owes_no_move_to_its_nerve_nor_does_who_is_steady():
    broken = being(SUE, nerve=Nerve(Status.TERRIFIED, broken=True))
    table = fray(TANK, ANN, broken, BOB)
    assert [due.owes for due in moves_owed(table, [TANK, ANN, broken], BOOK)] == [("Sue",)]


# A passage of eight squares, and a door at its end to one of two.
DOORED = board_of("#####################", "#. . . . . . . .D. .#", "#####################")


@pytest.mark.parametrize(("door", "may"), [("shut", True), ("open", False)])
@pytest.mark.rule("C3K-L04")
def test_who_must_advance_opens_the_door_where_no_way_leads_to_the_enemy(door, may):
    """With the door open the advance comes first: a door is opened by what is written down, and takes the turn."""
    board = on(DOORED, Ann="H1E", Foe="J1W")
    board = board if door == "shut" else replace(board, open=board.open | {edge_of(at_of("H1"), Facing.EAST)})
    ann = unit("Ann", weapon="Rifle", morale="overconfident")
    table = game(ann, unit("Foe", side="Blue", weapon="Rifle"), phase=ORDERS, board=board)
    if may:
        assert order(table, "door", others={"at": ["Ann"]}, side="E", open=True)
    else:
        with pytest.raises(RuleError, match="makes an advance"):
            order(table, "plan", ["Ann"], plan="reload")


@pytest.mark.rule("C3K-L04")
def test_who_must_advance_goes_round_where_no_way_leads_to_the_enemy():
    foe = unit("Foe", side="Blue", weapon="Rifle")
    for morale in ("overconfident", "confident"):
        ann = unit("Ann", weapon="Rifle", morale=morale)
        shut = game(ann, foe, phase=MOVEMENT, board=on(DOORED, Ann="H1E", Foe="J1W"))
        assert order(shut, "move", ["Ann"], to="F1")
        free = game(ann, foe, phase=MOVEMENT, board=on(DOORED, Ann="C1E", Foe="H1W"))
        with pytest.raises(RuleError, match="must advance"):
            order(free, "move", ["Ann"], to="A1")


@pytest.mark.parametrize(
    ("friends", "owed"),
    [
        ({"Cid": "B1E", "Dot": "C1E"}, [("an advance, at a walk at least: overconfident", ("To D1",))]),
        # A walk is three squares, and others stand on all of them.
        (
            {"Cid": "B1E", "Dot": "C1E", "Eve": "D1E"},
            [("(an advance, at a walk at least: overconfident; no way there)", ())],
        ),
    ],
)
@pytest.mark.rule("C3K-L04")
def test_nobody_owes_an_advance_to_where_they_can_not_stop(friends, owed):
    who = [unit(name, weapon="Rifle") for name in friends]
    ann, foe = unit("Ann", weapon="Rifle", morale="overconfident"), unit("Foe", side="Blue", weapon="Rifle")
    table = game(ann, foe, *who, phase=MOVEMENT, board=on(DOORED, Ann="A1E", Foe="H1W", **friends))
    assert [(what, ways) for what, owes, ways in asked(table) if owes == ("Ann",)] == owed
