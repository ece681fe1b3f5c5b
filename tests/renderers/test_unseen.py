"""Whoever looks at the deck through somebody's eyes learns nothing of what those don't see, at any rim."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.deck.alttext import alt_text
from bot.deck.board import Lift, as_drawn
from bot.deck.framing import seen_by
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, sides_of
from bot.deck.view import Counter
from renderers.deck import deck_png
from tests.deck.plans import boards, edges
from tests.deck.shipped import plan_of


def told(board, viewer, counters, *others):
    """All that the pictures and their words tell of what one or several see together."""
    return [(deck_png(view), alt_text(view)) for view in seen_by(board, [viewer, *others], counters)]


def squares_seen(board, viewers):
    return frozenset().union(*(view_from(outlook(board, 0), viewer) for viewer in viewers))


@st.composite
def looks(draw):
    """A board, one to three squares to look from, and the same board with anything unseen changed."""
    board = draw(boards(largest=8))
    level = board.plan.levels[0]
    viewers = draw(st.lists(st.sampled_from(sorted(level.floor)), min_size=1, max_size=3, unique=True))
    seen = squares_seen(board, viewers)
    board = replace(board, airless=draw(st.frozensets(st.sampled_from(sorted(level.floor)))))
    hidden = [edge for edge in edges(0, level.width, level.height) if seen.isdisjoint(sides_of(edge))]
    squares = [At(0, x, y) for x in range(level.width) for y in range(level.height) if At(0, x, y) not in seen]
    return board, viewers, _otherwise(draw, board, hidden, squares)


def _otherwise(draw, board, hidden, squares):
    """The board with edges and squares that nobody sees in some other way."""

    def some(of):
        return draw(st.frozensets(st.sampled_from(of))) if of else frozenset()

    level, floor = board.plan.levels[0], some(squares)
    barriers = {edge: each for edge, each in level.barriers.items() if edge not in hidden}
    barriers |= {edge: draw(st.sampled_from(Barrier)) for edge in some(hidden)}
    fixtures = {at: each for at, each in level.fixtures.items() if at not in squares}
    fixtures |= {at: draw(st.sampled_from(Fixture)) for at in floor}
    rooms = [replace(room, squares=(room.squares - set(squares)) | (room.squares & floor)) for room in board.plan.rooms]
    kept = {room.number for room in rooms if any(at not in squares for at in room.squares)}
    below = replace(board.plan.levels[-1], fixtures={}) if len(board.plan.levels) > 1 else None
    changed = replace(
        level,
        floor=(level.floor - set(squares)) | floor,
        barriers=barriers,
        fixtures=fixtures,
        hatches=frozenset(at for at in level.hatches if at not in squares),
    )
    named = tuple(room if room.number in kept else replace(room, name=f"Not {room.name}") for room in rooms)
    ways = [edge for edge in hidden if edge in barriers]
    return replace(
        board,
        plan=replace(board.plan, levels=(changed, below) if below else (changed,), rooms=named),
        open=(board.open - set(hidden) - set(squares)) | some(ways),
        dark=board.dark & kept | some([room.number for room in rooms if room.number not in kept]),
        breached=(board.breached - set(hidden)) | some(ways),
        wrecked=(board.wrecked - set(squares)) | some(sorted(floor)),
        airless=(board.airless - set(squares)) | some(sorted(floor)),
    )


@settings(max_examples=300, deadline=None)
@given(looks(), st.data())
def test_two_decks_that_differ_where_nobody_sees_look_the_same(look, data):
    board, viewers, other = look
    seen = squares_seen(board, viewers)
    assume(squares_seen(other, viewers) == seen)
    squares = st.sampled_from(sorted(board.plan.levels[0].floor))
    people = [Counter(name, data.draw(squares), Facing.NORTH, 0) for name in ("Ann", "Bob", "Cid")]
    ones = [one for one in people if one.at in seen]
    assert told(board, viewers[0], people, *viewers[1:]) == told(other, viewers[0], ones, *viewers[1:])


VIEWS = [("bridge", At(0, 17, 17)), ("bridge", At(0, 6, 12)), ("quarters", At(0, 10, 6)), ("trader", At(0, 7, 7))]


@pytest.mark.parametrize(("deck", "viewer"), VIEWS, ids=str)
def test_no_door_out_of_sight_changes_the_picture(deck, viewer):
    board = as_drawn(plan_of(deck))
    level, seen = board.plan.levels[0], view_from(outlook(board, 0), viewer)
    before = told(board, viewer, ())
    portals = [edge for edge, kind in level.barriers.items() if kind.portal and seen.isdisjoint(sides_of(edge))]
    assert portals
    for edge in portals:
        assert told(replace(board, open=board.open ^ {edge}), viewer, ()) == before, edge
    assert told(replace(board, open=board.open ^ set(portals), breached=frozenset(portals)), viewer, ()) == before


def test_a_door_in_sight_shows_and_so_does_what_stands_at_the_rim_of_what_is_seen():
    board = as_drawn(plan_of("bridge"))
    # The bridge's own door to the captain's day cabin, N18 to N19.
    door = Edge(0, 13, 18, Facing.NORTH)
    assert board.plan.levels[0].barriers[door] is Barrier.SLIDING_DOOR
    viewer = At(0, 13, 16)
    assert told(replace(board, breached=frozenset({door})), viewer, ()) != told(board, viewer, ())


def test_a_lift_out_of_sight_is_not_told():
    board = as_drawn(plan_of("bridge"))
    lift = next(at for at, fixture in sorted(board.plan.levels[0].fixtures.items()) if fixture is Fixture.LIFT)
    for state in (Lift(level=0), Lift(dead=True)):
        assert told(replace(board, lifts={lift: state}), At(0, 17, 17), ()) == told(board, At(0, 17, 17), ())
