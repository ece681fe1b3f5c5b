"""Where their orders send those who act by themselves, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import named
from bot.engine.autopilot import Autopilot, Mission
from bot.systems.errands import Errand
from tests.deck.plans import board_of

# Ann stands at A1 in a room of one square; behind a wall is a room of four, then one of two, and one of one.
ROOMS = board_of(
    "#################",
    "#a|b . . .|c .|d#",
    "#################",
    notes=["a = room 1 Bridge", "b = room 2 Hold", "c = room 3 Mess", "d = room 4 Locker"],
)
BOARD = replace(ROOMS, people={"Ann": Standing(next(iter(ROOMS.plan.rooms[0].squares)))})
LARGE, MESS, LOCKER = ["B1", "C1", "D1", "E1", "F1", "G1"], ["F1", "G1"], ["H1"]
FOE, LAST = {"Bob": "D1"}, {"Cid": "1:E1", "Dot": "1:F1"}


def at(square):
    return next(each for room in ROOMS.plan.rooms for each in room.squares if named(each) == square)


def errand(orders, to="", foes=(), **more):
    return Errand(
        BOARD, "Ann", Autopilot(orders, to, **more), {name: at(square) for name, square in dict(foes).items()}
    )


def goals(*given, **more):
    """Each kind of goal, the squares in the order of their names."""
    return [(sorted(map(named, squares)), why) for squares, why in errand(*given, **more).goals()]


NEARER, SEEN = (["D1"], "comes nearer to Bob"), (["E1", "F1"], "goes where Cid or Dot was seen last")
PLACE, LOOKS = (["F1"], "goes to F1"), [(LARGE, "looks for the enemy"), ([*LARGE, *LOCKER], "looks for the enemy")]


@pytest.mark.parametrize(
    ("orders", "nobody", "in_sight", "seen_last"),
    [
        (Mission.HUNT, LOOKS, [NEARER], [SEEN]),
        (Mission.ADVANCE, [], [NEARER], []),
        (Mission.BOARD, [], [NEARER], []),
        (Mission.GUARD, [], [], []),
        (Mission.HOLD, [], [], []),
        (Mission.GO_ON, [], [], []),
    ],
)
def test_who_hunts_looks_for_the_enemy_and_others_go_only_for_whom_they_see(orders, nobody, in_sight, seen_last):
    assert goals(orders) == nobody
    assert goals(orders, foes=FOE) == in_sight
    assert goals(orders, seen=LAST) == seen_last
    # Whom they see is nearer than whom they saw.
    assert goals(orders, foes=FOE, seen=LAST) == in_sight
    # A place goes before all of that, until they are there.
    assert goals(orders, to="F1", foes=FOE) == [PLACE, *in_sight]
    assert goals(orders, to="A1", foes=FOE) == in_sight
    assert goals(orders, to="Nowhere", foes=FOE) == in_sight


def test_who_falls_back_goes_out_of_sight_or_where_they_are_told():
    assert [why for _, why in goals(Mission.FALL_BACK, foes=FOE)] == ["falls back out of sight"]
    assert goals(Mission.FALL_BACK) == goals(Mission.FALL_BACK, seen=LAST) == []
    assert goals(Mission.FALL_BACK, to="F1", foes=FOE) == [PLACE]


@pytest.mark.parametrize(
    ("orders", "to", "in_sight", "nobody"),
    [
        *((orders, "F1", True, True) for orders in (Mission.GUARD, Mission.BOARD, Mission.FALL_BACK)),
        *((orders, "A1", False, False) for orders in (Mission.GUARD, Mission.BOARD, Mission.FALL_BACK)),
        (Mission.FALL_BACK, "", True, False),
        (Mission.GUARD, "", False, False),
        *((orders, "F1", False, False) for orders in (Mission.HUNT, Mission.ADVANCE, Mission.HOLD, Mission.GO_ON)),
    ],
)
def test_who_is_sent_elsewhere_goes_before_they_fire(orders, to, in_sight, nobody):
    assert errand(orders, to, FOE).sent is in_sight
    assert errand(orders, to).sent is nobody


def test_the_rooms_where_nobody_looked_come_first_and_large_ones_before_small_ones():
    """Half as large as the largest is large; where all were looked into, all are again, but for one's own."""
    assert goals(Mission.HUNT, looked=(2,)) == [([*MESS, *LOCKER], "looks for the enemy")] * 2
    assert goals(Mission.HUNT, looked=(2, 3)) == [(LOCKER, "looks for the enemy")] * 2
    assert goals(Mission.HUNT, looked=(2, 3, 4)) == LOOKS
    assert goals(Mission.HUNT, looked=(1,)) == LOOKS


def test_on_a_deck_without_another_room_one_looks_where_one_does_not_see():
    one_room = board_of("#########", "#. . .|.#", "#########")
    (seen,) = Errand(replace(one_room, people={"Ann": Standing(at("A1"))}), "Ann", Autopilot(Mission.HUNT), {}).goals()
    assert sorted(map(named, seen[0])) == ["D1"]
    hall = board_of("#####", "#. .#", "#####")
    (all_of_it,) = Errand(replace(hall, people={"Ann": Standing(at("A1"))}), "Ann", Autopilot(Mission.HUNT), {}).goals()
    assert sorted(map(named, all_of_it[0])) == ["B1"]
