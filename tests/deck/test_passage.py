"""What lets through on a deck and what stands in the way; and what is kept by a plan or by its walls."""

from dataclasses import replace

import pytest

from bot.deck.board import as_drawn
from bot.deck.passage import (
    SamePlan,
    Walls,
    has_handhold,
    is_beside_obstruction,
    is_dark,
    is_open_down,
    on_plan,
    places_on,
    room_at,
    switched_from,
)
from bot.deck.plan import At, Edge, Facing, at_of, named
from bot.deck.reading import read_plan
from tests.deck.plans import TRAINER, board_of

# Five by three in the open: machinery at C2, a crate at E1, a wall before A3, and a door that stands open behind it.
HALL = board_of(
    "           ",
    " . . . . B ",
    "           ",
    " . . X . . ",
    "-          ",
    " .|.d. . . ",
    "           ",
)
TRAINERS = as_drawn(read_plan(TRAINER, "trainer"))


def where(found, board=HALL, level=0):
    return {named(at) for at in sorted(board.plan.levels[level].floor) if found(board, at)}


def test_a_hold_is_a_wall_or_a_closed_door_at_ones_side_and_machinery_here_or_beside():
    """The wall east of A3, which is also west of B3; of machinery the squares at its sides, and not at its corners."""
    machinery = {"C2", "B2", "D2", "C1", "C3"}
    assert where(has_handhold) == machinery | {"A3", "B3"}
    shut = replace(HALL, open=frozenset())
    assert where(has_handhold, shut) == machinery | {"A3", "B3"}


def test_beside_an_obstruction_is_beside_a_wall_a_closed_door_or_a_filled_square():
    """The crate stands at the side of D1 and of E2; machinery fills its square as well."""
    assert where(is_beside_obstruction) >= {"A3", "B3", "D1", "E2"}
    assert not where(is_beside_obstruction) & {"A1", "B1"}


def test_a_square_lies_on_the_plan_within_its_level():
    board = board_of("", " . .", more="level: Low\n\n .\n\n .")
    inside = {At(0, 0, 0), At(0, 1, 0), At(1, 0, 0), At(1, 0, 1)}
    around = {At(level, x, y) for level in range(-1, 3) for x in range(-1, 3) for y in range(-1, 3)}
    assert {at for at in around if on_plan(board, at)} == inside


@pytest.mark.parametrize(
    ("square", "open_down"),
    [("A1", False), ("B1", True), ("C1", False), ("D1", True), ("E1", False), ("F1", True), ("G1", False)],
)
def test_a_floor_is_open_below_a_drop_and_where_a_ladder_goes_on_unless_a_hatch_is_shut(square, open_down):
    """A ladder at B1 goes on, one at C1 doesn't; D1 is a drop, E1 one with a hatch, F1 with an open one; G1 a lift."""
    board = board_of(
        "",
        " . L L V a b E ",
        notes=["a = drop with hatch", "b = drop with open hatch"],
        more="level: Low\n\n . L . . . . E ",
    )
    assert is_open_down(board, at_of(square)) is open_down
    assert not is_open_down(board, at_of(square)._replace(level=1))


def test_a_hatch_that_is_opened_lets_through():
    board = board_of("", " a . ", notes=["a = drop with hatch"], more="level: Low\n\n . .")
    assert not is_open_down(board, at_of("A1"))
    assert is_open_down(replace(board, open=frozenset({at_of("A1")})), at_of("A1"))


def test_a_light_is_switched_in_reach_of_a_switch_of_ones_own_room():
    """The trainer's switch is at C2 of the bridge."""
    bridge, locker = TRAINERS.plan.rooms
    found = {named(at): switched_from(TRAINERS, at) for at in sorted(TRAINERS.plan.levels[0].floor)}
    assert {name for name, room in found.items() if room} == {"B1", "C1", "D1", "B2", "C2", "D2"}
    assert {room for room in found.values() if room} == {bridge}
    assert (room_at(TRAINERS.plan, at_of("E1")), room_at(TRAINERS.plan, at_of("F2"))) == (locker, None)
    assert where(is_dark, TRAINERS) == {"E1", "F1"}


def test_the_places_that_some_squares_belong_to_are_told_in_order():
    assert places_on(TRAINERS.plan, {at_of("B2"), at_of("F2"), at_of("A1")}) == ["Helm", "Store"]
    assert places_on(TRAINERS.plan, {at_of("A1")}) == []


def test_what_is_kept_of_a_plan_is_of_that_plan_alone():
    same, other = SamePlan(TRAINERS.plan), SamePlan(replace(TRAINERS.plan))
    assert {SamePlan(TRAINERS.plan): "kept"}[same] == "kept"
    assert same != other
    assert same != TRAINERS.plan


@pytest.mark.parametrize("what", ["open", "breached", "wrecked"])
def test_what_is_kept_by_walls_is_found_again_where_nothing_that_stands_in_the_way_has_changed(what):
    changed = replace(TRAINERS, **{what: frozenset({Edge(0, 4, 1, Facing.WEST)})})
    kept = {Walls(TRAINERS): "kept"}
    assert kept.get(Walls(replace(TRAINERS, airless=frozenset({at_of("A1")})))) == "kept"
    assert kept.get(Walls(changed)) is None
    assert Walls(TRAINERS) != TRAINERS
