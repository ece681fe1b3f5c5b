"""What a side sees, remembers and doesn't know of a deck."""

import json
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.deck.board import Standing, as_drawn
from bot.deck.knowledge import (
    Instant,
    Sighting,
    as_known,
    dump_knowledge,
    in_common,
    learned,
    load_knowledge,
    nothing_known,
)
from bot.deck.outlook import seen_together
from bot.deck.passage import lit
from bot.deck.plan import At, Edge, Facing, sides_of
from bot.deck.reading import read_plan
from tests.deck.plans import TRAINER, board_of, boards

BOARD = as_drawn(read_plan(TRAINER, "test"))
BRIDGE, LOCKER = BOARD.plan.rooms
FIRST = Instant(1, 1)


def look(before, board, viewers, people=None, now=FIRST):
    return learned(before, board, seen_together(board, viewers), people or {}, now)


def test_what_is_out_of_sight_stays_as_it_was_last_seen():
    """A door that is opened, and a light that goes out, behind one's back."""
    floor = sorted(BOARD.plan.levels[0].floor)
    first = look(nothing_known(BOARD.plan), BOARD, floor, now=Instant(1, 2))
    door = next(edge for edge, kind in sorted(BOARD.plan.levels[0].barriers.items()) if kind.portal)
    changed = replace(lit(BOARD, BRIDGE, light=False), open=BOARD.open ^ {door})
    away = learned(first, changed, frozenset(), {}, Instant(2, 4))
    assert away.board.open == BOARD.open
    assert away.board.dark == BOARD.dark
    assert away.seen == frozenset()
    assert {away.when(at) for at in floor} == {Instant(1, 2)}
    back = look(away, changed, floor, now=Instant(3, 1))
    assert (back.board.open, back.board.dark, back.when(floor[0])) == (changed.open, changed.dark, Instant(3, 1))


def test_what_is_over_where_one_looks_is_known_to_be_over():
    """Two doors are shut and mended, one of them in sight: of the other nobody knows it."""
    door, other = Edge(0, 1, 0, Facing.WEST), Edge(0, 3, 0, Facing.WEST)
    shut = board_of("+-+-+-+-+", "|.D. .D.|", "+-+-+-+-+")
    both = replace(shut, open=frozenset({door, other}), damage={door: 2, other: 3})
    before = learned(nothing_known(shut.plan), both, frozenset(shut.plan.levels[0].floor), {}, Instant(1, 1))
    assert (before.board.open, before.board.damage) == ({door, other}, {door: 2, other: 3})
    found = learned(before, shut, frozenset({At(0, 0, 0)}), {}, Instant(1, 2))
    assert (found.board.open, found.board.damage) == ({other}, {other: 3})


def test_a_door_shows_from_either_side_and_the_light_of_a_room_from_any_square_of_it():
    door = next(edge for edge, kind in sorted(BOARD.plan.levels[0].barriers.items()) if kind.portal)
    for beside in sides_of(door):
        found = learned(
            nothing_known(BOARD.plan), replace(BOARD, open=frozenset({door})), frozenset({beside}), {}, Instant()
        )
        assert found.board.open == {door}
    dark = lit(BOARD, LOCKER, light=False)
    for at in LOCKER.squares:
        assert learned(nothing_known(BOARD.plan), dark, frozenset({at}), {}, FIRST).board.dark == {LOCKER.number}


def test_somebody_out_of_sight_is_where_they_were_until_later_that_square_is_seen_without_them():
    here, there = At(0, 0, 0), At(0, 1, 0)
    seen = learned(nothing_known(BOARD.plan), BOARD, frozenset({here}), {7: (Standing(here), {"v": 1})}, Instant(1, 1))
    assert seen.people == {7: Sighting(Standing(here), {"v": 1}, Instant(1, 1))}
    assert learned(seen, BOARD, frozenset({here}), {}, Instant(1, 1)).people[7].standing == Standing(here)
    gone = learned(seen, BOARD, frozenset({there}), {}, Instant(1, 3))
    assert gone.people == {7: Sighting(Standing(here), {"v": 1}, Instant(1, 1), present=False)}
    nowhere = learned(gone, BOARD, frozenset({here}), {}, Instant(2, 1))
    assert nowhere.people == {7: Sighting(None, {"v": 1}, Instant(1, 1), present=False)}
    again = learned(nowhere, BOARD, frozenset({there}), {7: (Standing(there), {"v": 2})}, Instant(2, 2))
    assert again.people == {7: Sighting(Standing(there), {"v": 2}, Instant(2, 2))}


def test_of_what_was_never_seen_nothing_is_known_not_even_the_size_of_the_deck():
    known = as_known(look(nothing_known(BOARD.plan), BOARD, [At(0, 4, 0)]))
    assert [room.name for room in known.plan.rooms] == [LOCKER.name]
    assert "Helm" not in known.plan.places
    nothing = as_known(nothing_known(BOARD.plan)).plan
    assert (nothing.rooms, nothing.places) == ((), {})
    assert [(level.name, level.width, level.height, level.floor, level.barriers) for level in nothing.levels] == [
        ("", 1, 1, frozenset(), {})
    ]


def test_two_levels_are_known_as_far_down_as_one_has_seen():
    board = board_of("+-+-+-+", "|. . .|", "+-+-+-+", more="level: Below\n+-+-+-+\n|. . .|\n+-+-+-+")
    above = as_known(look(nothing_known(board.plan), board, [At(0, 0, 0)]))
    assert [level.name for level in above.plan.levels] == ["Deck"]
    below = as_known(look(nothing_known(board.plan), board, [At(1, 0, 0)]))
    assert [level.name for level in below.plan.levels] == ["", "Below"]


def test_all_know_in_common_what_each_of_them_sees():
    one, two, three = At(0, 0, 0), At(0, 1, 0), At(0, 2, 0)
    assert in_common([frozenset({one, two}), frozenset({two, three})]) == {two}
    assert in_common([]) == frozenset()


@st.composite
def histories(draw):
    """A board in several states, with the squares from which somebody looks at each, none or some of them."""
    board = draw(boards(largest=5))
    barriers = sorted(edge for level in board.plan.levels for edge in level.barriers)
    floor = sorted(at for level in board.plan.levels for at in level.floor)
    states = []
    for number in range(draw(st.integers(1, 4))):
        changed = draw(st.frozensets(st.sampled_from(barriers))) if barriers else frozenset()
        board = replace(board, breached=changed, airless=draw(st.frozensets(st.sampled_from(floor))))
        states.append((board, draw(st.lists(st.sampled_from(floor), max_size=2)), Instant(1 + number // 2, number % 2)))
    return states


def after(states):
    known = nothing_known(states[0][0].plan)
    for board, viewers, now in states:
        people = {3: (Standing(viewers[0]), {"at": str(viewers[0])})} if viewers else {}
        known = look(known, board, viewers, people, now)
    return known


@given(histories())
def test_what_is_known_grows_and_is_stored_whole(states):
    known = frozenset()
    for number in range(1, len(states) + 1):
        found = after(states[:number])
        assert known <= found.known
        known = found.known
    plan = states[0][0].plan
    assert load_knowledge(plan, json.loads(json.dumps(dump_knowledge(after(states))))) == after(states)


@settings(max_examples=200, deadline=None)
@given(histories(), st.data())
def test_what_changes_where_nobody_looks_is_not_learned(states, data):
    """Any barrier, light or square out of sight is in some other way in each of the states."""
    others = []
    for board, viewers, now in states:
        seen = seen_together(board, viewers)
        hidden = [edge for level in board.plan.levels for edge in level.barriers if seen.isdisjoint(sides_of(edge))]
        squares = sorted({at for level in board.plan.levels for at in level.floor} - seen)
        rooms = [room.number for room in board.plan.rooms if seen.isdisjoint(room.squares)]
        some = data.draw(st.frozensets(st.sampled_from(hidden))) if hidden else frozenset()
        bare = data.draw(st.frozensets(st.sampled_from(squares))) if squares else frozenset()
        dark = data.draw(st.frozensets(st.sampled_from(rooms))) if rooms else frozenset()
        other = replace(board, breached=board.breached ^ some, airless=board.airless ^ bare, dark=board.dark ^ dark)
        # Across what is no floor one sees farther where an edge is open that nobody stands beside.
        assume(seen_together(other, viewers) == seen)
        others.append((other, viewers, now))
    assert after(others) == after(states)
    assert as_known(after(others)) == as_known(after(states))


def test_an_edge_that_is_only_remembered_keeps_its_state_when_its_other_side_is_seen_no_more():
    edge = Edge(0, 1, 0, Facing.WEST)
    board = board_of("+-+-+", "|.D.|", "+-+-+")
    shut = learned(nothing_known(board.plan), board, frozenset({At(0, 0, 0)}), {}, Instant(1, 1))
    opened = learned(shut, replace(board, open=frozenset({edge})), frozenset({At(0, 1, 0)}), {}, Instant(1, 2))
    assert (shut.board.open, opened.board.open) == (frozenset(), {edge})
    assert (opened.when(At(0, 0, 0)), opened.when(At(0, 1, 0)), opened.when(At(0, 5, 5))) == (
        Instant(1, 1),
        Instant(1, 2),
        None,
    )


def test_strangers_are_numbered_from_one_on_in_the_order_of_their_squares():
    """Whoever comes later goes on from there; who was met before keeps their number."""
    squares = sorted(BOARD.plan.levels[0].floor)
    people = {7: (Standing(squares[1], Facing.NORTH), {}), 5: (Standing(squares[0], Facing.NORTH), {})}
    first = look(nothing_known(BOARD.plan), BOARD, squares, people)
    assert {number: each.number for number, each in first.met.items()} == {5: 1, 7: 2}
    later = look(first, BOARD, squares, {**people, 6: (Standing(squares[0], Facing.NORTH), {})})
    assert {number: each.number for number, each in later.met.items()} == {5: 1, 7: 2, 6: 3}


def test_a_deck_is_known_as_far_as_something_of_it_is():
    """Of the first row of three rows three squares: nobody knows how far it goes to the east and the south."""
    board = board_of("+" * 11, *[line for _ in range(3) for line in (" . . . . . ", "+" * 11)])
    seen = frozenset(At(0, x, 0) for x in range(3))
    level = as_known(learned(nothing_known(board.plan), board, seen, {}, FIRST)).plan.levels[0]
    assert (level.width, level.height, level.name) == (3, 1, "Deck")


def test_how_many_phases_later_it_is_where_a_turn_has_four():
    assert Instant(2, 1).until(Instant(2, 3), 4) == 2
    assert Instant(2, 3).until(Instant(4, 1), 4) == 6
    assert Instant(2, 3).until(Instant(2, 3), 4) == Instant(2, 3).until(Instant(1, 4), 4) == 0
    # Before a turn was kept.
    assert [Instant(0, 0).until(Instant(*now), 4) for now in ((0, 0), (1, 0), (1, 1), (2, 1))] == [0, 0, 1, 5]


def test_squares_are_stored_as_runs_of_them_row_by_row_and_level_by_level():
    """Three by two squares above, whose numbers are 0 to 5, and two by three below, from 6 on."""
    board = board_of("", " . . .", "", " . . .", more="level: Low\n\n . .\n\n . .\n\n . .")
    seen = frozenset({At(0, 1, 0), At(0, 2, 0), At(0, 0, 1), At(0, 2, 1), At(1, 0, 0), At(1, 1, 2)})
    found = learned(nothing_known(board.plan), board, seen, {}, FIRST)
    stored = json.loads(json.dumps(dump_knowledge(found)))
    assert stored["seen"] == [1, 3, 5, 2, 11, 1]
    assert load_knowledge(board.plan, stored) == found
