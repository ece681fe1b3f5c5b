import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import (
    Airlock,
    Climb,
    Lift,
    Ride,
    Standing,
    as_drawn,
    dump_board,
    dump_standing,
    load_board,
    load_standing,
)
from bot.deck.plan import At, Edge, Facing
from bot.deck.reading import read_plan
from bot.engine.errors import DataError
from tests.deck.plans import TRAINER, boards

TRAINERS = as_drawn(read_plan(TRAINER, "trainer"))
squares = st.builds(At, st.integers(0, 3), st.integers(0, 99), st.integers(0, 99))
standings = st.builds(
    Standing,
    squares,
    st.sampled_from(Facing),
    st.booleans(),
    st.none() | squares,
    crouching=st.booleans(),
    began=st.none() | squares,
)


asked = st.frozensets(st.booleans(), min_size=1)
levels = st.integers(0, 3)
lifts = st.builds(
    Lift, st.none() | levels, st.frozensets(levels), st.none() | st.builds(Ride, levels, levels, levels), st.booleans()
)


def airlocks(edges):
    some = st.sampled_from(edges) if edges else st.nothing()
    return st.builds(Airlock, st.frozensets(some), st.booleans(), st.none() | some, st.integers(0, 6))


def kept(stored):
    """What a database makes of it."""
    return json.loads(json.dumps(stored))


@given(boards(), st.data())
def test_a_board_is_stored_and_loaded(board, data):
    floor = sorted(at for level in board.plan.levels for at in level.floor)
    barriers = sorted(edge for level in board.plan.levels for edge in level.barriers)
    portals = barriers + sorted(at for level in board.plan.levels for at in level.hatches)
    board = replace(
        board,
        airless=data.draw(st.frozensets(st.sampled_from(floor))),
        holed=data.draw(st.frozensets(st.sampled_from(barriers))) if barriers else frozenset(),
        asked=data.draw(st.dictionaries(st.sampled_from(portals), asked, max_size=3)) if portals else {},
        lifts=data.draw(st.dictionaries(st.sampled_from(floor), lifts, max_size=2)),
        airlocks=data.draw(st.dictionaries(st.sampled_from(floor), airlocks(barriers), max_size=2)),
        damage=data.draw(st.dictionaries(st.sampled_from(floor + barriers), st.integers(1, 300), max_size=3)),
    )
    assert load_board(board.plan, kept(dump_board(board))) == board


def test_a_board_of_version_1_is_loaded_with_nothing_at_work():
    old = {
        "v": 1, "open": [[0, 4, 1, "W"]], "dark": [2], "breached": [], "holed": [], "wrecked": [], "airless": [],
        "damage": [],
    }  # fmt: skip
    assert load_board(TRAINERS.plan, old) == replace(TRAINERS, open=frozenset({Edge(0, 4, 1, Facing.WEST)}))


def test_people_are_not_stored_with_the_board():
    peopled = replace(TRAINERS, people={"Ann": Standing(At(0, 0, 0))})
    assert load_board(TRAINERS.plan, kept(dump_board(peopled))) == TRAINERS


@given(standings)
def test_where_somebody_stands_is_stored_and_loaded(standing):
    assert load_standing(kept(dump_standing(standing))) == standing


def test_what_is_stored_reads_so():
    door = Edge(0, 4, 1, Facing.WEST)
    board = replace(
        TRAINERS, open=frozenset({door}), airless=frozenset({At(0, 4, 0)}), damage={door: 3, At(0, 1, 1): 2}
    )
    assert kept(dump_board(board)) == {
        "v": 2, "open": [[0, 4, 1, "W"]], "dark": [2], "breached": [], "holed": [], "wrecked": [],
        "airless": [[0, 4, 0]], "damage": [[[0, 1, 1], 2], [[0, 4, 1, "W"], 3]],
        "asked": [], "lifts": [], "airlocks": [],
    }  # fmt: skip
    assert kept(dump_standing(Standing(At(1, 2, 3), Facing.WEST, prone=True))) == {
        "v": 1, "at": [1, 2, 3], "facing": "W", "prone": True, "leaning": None, "crouching": False,
        "began": None, "climb": None, "hangs": None,
    }  # fmt: skip


def test_where_somebody_stood_before_there_were_ladders_is_read():
    stored = {"v": 1, "at": [1, 2, 3], "facing": "W", "prone": True, "leaning": None, "crouching": False}
    assert load_standing(stored) == Standing(At(1, 2, 3), Facing.WEST, prone=True)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 3},
        {"open": [[0, 1, 1, "W"]]},
        {"breached": [[7, 1, 1, "N"]]},
        {"wrecked": [[0, 99, 0]]},
        {"damage": [[[0, 1, 1, "W"], 4]]},
        {"dark": [3]},
        {"open": [[0, 1, 1]]},
        {"asked": [[[0, 1, 1, "W"], [True]]]},
        {"lifts": [[[0, 99, 0], {"level": 0, "calls": [], "ride": None, "dead": False}]]},
    ],
)
def test_what_does_not_fit_the_plan_is_refused(change):
    with pytest.raises(DataError, match=r"not one of the plan Trainer|has version 3, and this bot knows 2"):
        load_board(TRAINERS.plan, dump_board(TRAINERS) | change)


def test_a_standing_from_before_phases_were_counted_is_loaded():
    old = {"v": 1, "at": [1, 2, 3], "facing": "W", "prone": True, "leaning": None, "crouching": False}
    assert load_standing(old) == Standing(At(1, 2, 3), Facing.WEST, prone=True)


def test_a_standing_of_another_version_is_refused():
    with pytest.raises(DataError, match="has version 2, and this bot knows 1"):
        load_standing(dump_standing(Standing(At(0, 0, 0))) | {"v": 2})


def test_somebody_between_two_levels_is_stored_and_loaded():
    """On the third metre of the way to the level above, or hanging from an edge there."""
    climbs = Standing(At(1, 2, 3), Facing.WEST, climb=Climb(At(0, 4, 5), 3))
    hangs = Standing(At(1, 2, 3), Facing.WEST, hangs=At(0, 4, 6))
    assert (kept(dump_standing(climbs))["climb"], kept(dump_standing(hangs))["hangs"]) == ([[0, 4, 5], 3], [0, 4, 6])
    for standing in (climbs, hangs):
        assert load_standing(kept(dump_standing(standing))) == standing
