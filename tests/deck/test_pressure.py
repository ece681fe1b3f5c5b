from dataclasses import replace

import pytest
from hypothesis import given

from bot.deck.board import Standing, as_drawn
from bot.deck.knowledge import Instant, as_known, learned, nothing_known
from bot.deck.plan import AHEAD, At, Barrier, Edge, Facing, edge_of, moved
from bot.deck.portals import close_portal, open_portal, portal_kind, portals_beside, reach
from bot.deck.pressure import holds_air, is_between_air_and_vacuum, lose_air
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from tests.deck.plans import board_of, boards


def at(x, y=0, level=0):
    return At(level, x, y)


def west(x):
    return Edge(0, x, 0, Facing.WEST)


def row(drawn, **change):
    board = board_of("#" * len(drawn), drawn, "#" * len(drawn))
    return replace(board, **{key: frozenset(value) for key, value in change.items()})


def airless(board):
    return sorted(square.x for square in lose_air(board).airless)


@pytest.mark.rule("AHL-22d")
@pytest.mark.parametrize(
    ("sign", "spreads"),
    [(" ", True), ("|", True), ("D", True), ("d", True), ("h", True), ("i", True), ("m", True), ("a", True),
     ("p", True), ("=", False), ("#", False), ("H", False), ("I", False), ("M", False), ("A", False), ("P", False)],
)  # fmt: skip
def test_vacuum_spreads_through_doors_walls_and_whatever_is_open(sign, spreads):
    board = row(f"#.{sign}.#", airless=[at(0)])
    assert airless(board) == ([0, 1] if spreads else [0])
    assert holds_air(board, west(1)) is not spreads


@pytest.mark.rule("AHL-22d")
def test_vacuum_spreads_through_holed_and_breached_bulkheads():
    assert airless(row("#.=.=.#", airless=[at(0)])) == [0]
    assert airless(row("#.=.=.#", airless=[at(0)], holed=[west(1)])) == [0, 1]
    assert airless(row("#.=.=.#", airless=[at(0)], holed=[west(1)], breached=[west(2)])) == [0, 1, 2]


@pytest.mark.parametrize(
    ("sign", "through"), [("I", False), ("H", False), ("M", False), ("D", True), ("i", True), ("=", False)]
)
def test_no_way_is_looked_for_through_what_stays_shut_against_vacuum(sign, through):
    """The same valve between two squares with air is opened as one comes to it."""
    airless = row(f"#.{sign}.#", airless=[at(0)])
    assert (at(1) in reach(airless, at(0), 6).far) is through
    assert (at(1) in reach(row(f"#.{sign}.#"), at(0), 6).far) is (sign != "=")


@pytest.mark.rule("AHL-22d")
def test_what_leads_outside_lets_the_air_out():
    assert airless(row("A. .=.#")) == []
    assert airless(row("a. .=.#", open=[west(0)])) == [0, 1]
    assert airless(row("#. .=.#", breached=[west(3)])) == [2]
    assert airless(row("|. .=.|")) == []


def test_vacuum_spreads_between_levels():
    text = "level: A\n\n .=V=L=E=L\nlevel: B\n\n .=.=L=E=."
    board = as_drawn(read_plan(text, "test"))
    for x, down in ((0, False), (1, True), (2, True), (3, True), (4, False)):
        for level in (0, 1):
            lost = lose_air(replace(board, airless=frozenset({at(x, 0, level)}))).airless
            assert lost == ({at(x), at(x, 0, 1)} if down else {at(x, 0, level)})


def shaft(fixture, hatch="with hatch", **change):
    """Two squares above each other, the upper one a ladder or a drop with a hatch."""
    text = f"level: A\n\n a\na = {fixture} {hatch}\nlevel: B\n\n {'L' if fixture == 'ladder' else '.'}"
    board = as_drawn(read_plan(text, "test"))
    return replace(board, **{key: frozenset(value) for key, value in change.items()})


@pytest.mark.rule("AHL-22d")
@pytest.mark.parametrize("fixture", ["ladder", "drop"])
@pytest.mark.parametrize(("hatch", "spreads"), [("with hatch", False), ("with open hatch", True)])
def test_vacuum_spreads_between_levels_by_open_hatches_only(fixture, hatch, spreads):
    for level in (0, 1):
        lost = lose_air(shaft(fixture, hatch, airless=[at(0, 0, level)])).airless
        assert len(lost) == (2 if spreads else 1)


@pytest.mark.rule("AHL-22e", "AHL-8B4a")
def test_a_hatch_in_the_floor_is_opened_and_closed_from_above_and_below():
    board, hatch = shaft("ladder"), at(0)
    assert portals_beside(board, at(0)) == {"down": hatch}
    assert portals_beside(board, at(0, 0, 1)) == {"up": hatch}
    assert close_portal(open_portal(board, hatch), hatch) == board
    with pytest.raises(RuleError, match="The hatch is open already"):
        open_portal(shaft("ladder", "with open hatch"), hatch)
    for level in (0, 1):
        with pytest.raises(RuleError, match="The hatch stays shut against the vacuum"):
            open_portal(shaft("ladder", airless=[at(0, 0, level)]), hatch)
    assert hatch in open_portal(shaft("ladder", airless=[at(0), at(0, 0, 1)]), hatch).open


def test_nobody_opens_the_hatch_over_a_drop_under_somebody():
    board = replace(shaft("drop"), people={"Ann": Standing(at(0))})
    with pytest.raises(RuleError, match="Ann stands on that hatch: move everybody off it first"):
        open_portal(board, at(0))
    assert at(0) in open_portal(replace(shaft("ladder"), people={"Ann": Standing(at(0))}), at(0)).open


@pytest.mark.rule("AHL-22e")
@pytest.mark.parametrize(("sign", "stays"), [("I", True), ("H", True), ("M", True), ("D", False), ("A", False)])
def test_iris_valves_and_hatches_stay_shut_against_a_difference(sign, stays):
    board = row(f"#. .{sign}.#", airless=[at(2)])
    if not stays:
        assert open_portal(board, west(2)).airless == {at(0), at(1), at(2)}
        return
    with pytest.raises(RuleError, match="stays shut against the vacuum on one side of it: go round, or let"):
        open_portal(board, west(2))
    assert not is_between_air_and_vacuum(lose_air(replace(board, airless=frozenset({at(0), at(2)}))), west(2))
    assert west(2) in open_portal(replace(board, airless=frozenset({at(0), at(1), at(2)})), west(2)).open
    assert west(2) in open_portal(replace(board, airless=frozenset()), west(2)).open


def test_what_is_not_known_behind_a_portal_is_no_vacuum():
    """Of a row of three squares a side knows the first: the valve beside it may lead anywhere."""
    board = row("#.I. .#")
    known = as_known(learned(nothing_known(board.plan), board, frozenset({at(0)}), {}, Instant()))
    assert known.plan.levels[0].floor == {at(0)}
    opened = open_portal(known, west(1))
    assert west(1) in opened.open
    assert lose_air(opened).airless == frozenset()
    # Where vacuum is known on this side of it, as little is known of the other.
    assert west(1) in open_portal(replace(known, airless=frozenset({at(0)})), west(1)).open


@pytest.mark.rule("AHL-22e")
def test_a_hatch_in_the_hull_stays_shut_while_there_is_air_inside():
    with pytest.raises(RuleError, match="The hatch stays shut"):
        open_portal(row("H. .#"), west(0))
    assert west(0) in open_portal(row("H. .#", airless=[at(0), at(1)]), west(0)).open


def test_portals_are_opened_and_closed():
    board = row("#.D.I.=.#")
    assert portals_beside(board, at(1)) == {"W": west(1), "E": west(2)}
    assert [portal_kind(board, edge) for edge in (west(1), west(2))] == [Barrier.SLIDING_DOOR, Barrier.IRIS_VALVE]
    opened = open_portal(board, west(1))
    assert close_portal(opened, west(1)) == board
    for change, edge, words in (
        (open_portal, west(3), "There is no door, valve or hatch: choose a side"),
        (open_portal, Edge(0, 0, 1, Facing.WEST), "There is no door"),
        (close_portal, west(1), "The sliding door is closed already"),
    ):
        with pytest.raises(RuleError, match=words):
            change(board, edge)
    with pytest.raises(RuleError, match="The sliding door is open already: close it, or walk through"):
        open_portal(opened, west(1))
    with pytest.raises(RuleError, match="The sliding door is destroyed and can't be closed"):
        close_portal(replace(board, breached=frozenset({west(1)})), west(1))


@given(boards())
def test_vacuum_once_spread_spreads_no_further_and_never_comes_back(board):
    floor = sorted(square for level in board.plan.levels for square in level.floor)
    first = lose_air(replace(board, airless=frozenset(floor[:1])))
    assert first.airless >= set(floor[:1])
    assert lose_air(first) == first
    for square in floor:
        for side, step in AHEAD.items():
            beside = moved(square, *step)
            if beside in floor and not holds_air(first, edge_of(square, side)):
                assert (square in first.airless) is (beside in first.airless)
