"""Who sees whom on a deck: the same both ways, and nothing for whoever is down."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.deck.sight import sees
from bot.engine.scene import Game, Unit, Units
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Condition
from bot.systems.seeing import _where, known_then
from tests.campaign.conftest import AHL
from tests.deck.plans import board_of, boards

SHEET = AHL.starter[0].sheet
ONE, OTHER = 1, 2


def game(board, one, other, condition=Condition.ACTIVE):
    """One of each side on a board, the first of them in that condition."""
    sheets = {"One": replace(SHEET, condition=condition), "Other": SHEET}
    units = {
        name: Unit(name, f"{name}'s", sheet, id=number)
        for number, (name, sheet) in enumerate(sheets.items(), start=ONE)
    }
    people = {"One": Standing(one, Facing.NORTH), "Other": Standing(other, Facing.SOUTH)}
    read = Units(units, units.__getitem__)
    return Game(read, ("One's", "Other's"), board=replace(board, people=people)).keeping(Ledger())


@st.composite
def places(draw):
    """A board with two squares of it."""
    board = draw(boards())
    floor = sorted(at for level in board.plan.levels for at in level.floor)
    return board, draw(st.sampled_from(floor)), draw(st.sampled_from(floor))


@given(places())
def test_who_sees_is_seen_where_there_is_a_line_of_sight(place):
    board, one, other = place
    known = known_then(AHL, {}, game(board, one, other), {})
    met = {OTHER in known["One's"].people, ONE in known["Other's"].people}
    assert met == {sees(board, one, other)}
    assert {*known[""].people} == ({ONE, OTHER} if sees(board, one, other) else set())


@pytest.mark.parametrize("condition", [each for each in Condition if each is not Condition.ACTIVE])
@given(place=places())
def test_who_is_down_sees_nothing_and_is_seen(condition, place):
    board, one, other = place
    known = known_then(AHL, {}, game(board, one, other, condition), {})
    assert (known["One's"].seen, known["One's"].people) == (frozenset(), {})
    assert (ONE in known["Other's"].people) is sees(board, one, other)


# A passage round a block: along the north, down the west side, along the south.
ROUND = board_of("#########", "#. . . .#", "# #######", "#.#", "# #######", "#. . . .#", "#########")


def test_what_a_watcher_sees_whom_nobody_sees_is_not_known_to_all():
    """One at D1 and Other at A1 meet. A spy at D3 sees A3 as Other does, but not Other, nor Other them."""
    met = game(ROUND, at_of("D1"), at_of("A1"))
    spy = Unit("Spy", "One's", SHEET, id=3)
    units = {**{name: met.units[name] for name in met.units}, "Spy": spy}
    people = {**met.board.people, "Spy": Standing(at_of("D3"), Facing.WEST)}
    whole = Game(Units(units, units.__getitem__), met.sides, board=replace(met.board, people=people)).keeping(Ledger())
    known = known_then(AHL, {}, whole, {})
    assert at_of("A3") in known["One's"].seen & known["Other's"].seen
    assert at_of("A3") not in known[""].seen
    assert {*known[""].people} == {ONE, OTHER}


# A wall of which the end stands between A1 and B1; round it is B2, from which one looks along column B.
CORNER = board_of("#####", "#.|.#", "# + #", "#.|.#", "# + #", "#. .#", "# + #", "#.|.#", "# + #", "#.|.#", "#####")


def at_corner(**stands):
    """What One sees from A3, and whether they and Other, behind the wall at B1, see each other."""
    whole = game(CORNER, at_of("A3"), at_of("B1"))
    people = {**whole.board.people, "One": Standing(at_of("A3"), **{"facing": Facing.NORTH, **stands})}
    known = known_then(AHL, {}, replace(whole, board=replace(whole.board, people=people)), {})
    return known["One's"].seen, OTHER in known["One's"].people, ONE in known["Other's"].people


def test_who_leans_round_a_corner_sees_what_is_behind_it_and_is_seen():
    seen, meets, met = at_corner()
    assert (at_of("B1") in seen, meets, met) == (False, False, False)
    seen, meets, met = at_corner(leaning=at_of("B3"))
    assert (at_of("B1") in seen, meets, met) == (True, True, True)


@pytest.mark.parametrize("stands", [{"prone": True}, {"facing": Facing.SOUTH}, {"crouching": True}])
def test_who_lies_or_looks_away_sees_as_far_as_who_stands(stands):
    """A line of sight runs from square to square, whichever way somebody faces or lies (AHL 10)."""
    assert at_corner(**stands) == at_corner()
    assert at_corner(leaning=at_of("B3"), **stands)[0] == at_corner(leaning=at_of("B3"))[0]


WAY = tuple(map(at_of, ("A1", "B1", "C1", "D1")))


@pytest.mark.parametrize(
    ("seen", "at"),
    [
        # Where they are, else where they were seen last on their way.
        ("D1", "D1"),
        ("A1 D1", "D1"),
        ("A1 B1", "B1"),
        ("B1 A1 E1", "B1"),
        ("A1", "A1"),
        ("E1", None),
        ("", None),
    ],
)
def test_how_somebody_stands_who_was_seen_on_their_way(seen, at):
    standing = Standing(at_of("D1"), Facing.EAST, prone=True, began=at_of("A1"))
    found = _where((at_of("D1"),), standing, frozenset(map(at_of, seen.split())), WAY)
    # Where they began the phase doesn't show.
    assert found == (at and replace(standing, at=at_of(at), began=None))


def test_whoever_leans_is_seen_in_either_square():
    leans = Standing(at_of("A1"), Facing.EAST, leaning=at_of("A2"))
    for seen in ("A1", "A2"):
        assert _where((at_of("A1"), at_of("A2")), leans, frozenset([at_of(seen)]), ()) == leans
    assert _where((at_of("A1"), at_of("A2")), leans, frozenset([at_of("A3")]), ()) is None


# A lane from A1 to E1, with an alcove south of C1 from which one looks along column C alone.
LANE = board_of("###########", "#. . . . .#", "##### #####", "    #.#    ", "    ###    ")


def test_what_a_side_saw_before_it_remembers():
    first = known_then(AHL, {}, game(LANE, at_of("A1"), at_of("C2")), {})
    assert at_of("E1") in first["One's"].seen
    then = known_then(AHL, first, game(LANE, at_of("C2"), at_of("C1")), {})
    assert at_of("E1") not in then["One's"].seen
    assert at_of("E1") in then["One's"].known
    assert at_of("E1") not in known_then(AHL, {}, game(LANE, at_of("C2"), at_of("C1")), {})["One's"].known


def test_who_has_gone_past_somebody_is_seen_on_their_way_and_has_looked_about():
    """One goes from A1 to E1; from the alcove Other sees them till D1."""
    at = game(LANE, at_of("E1"), at_of("C2"))
    assert ONE not in known_then(AHL, {}, at, {})["Other's"].people
    way = {"One": tuple(map(at_of, ("A1", "B1", "C1", "D1", "E1")))}
    known = known_then(AHL, {}, at, way)
    assert known["Other's"].people[ONE].standing.at == at_of("D1")
    assert OTHER in known["One's"].people
    assert OTHER not in known_then(AHL, {}, at, {})["One's"].people
