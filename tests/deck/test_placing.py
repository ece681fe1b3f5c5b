"""People put on a deck: the first where it was said, the others around them, and nobody where nobody can stand."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn, placed
from bot.deck.passage import is_beside_obstruction, is_solid, switched_from
from bot.deck.placing import (
    can_stand,
    doors,
    find_square,
    places_to_stand,
    portal_of,
    put,
    read_steps,
    room_of,
    square_meant,
    standing_of,
    steps_words,
    turned,
)
from bot.deck.plan import At, Edge, Facing, at_of, named
from bot.deck.portals import nearest_portal, portal_named, portals_beside
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Scene, Unit, Units
from bot.systems.deeds import lights
from tests.deck.plans import board_of
from tests.deck.shipped import NAMES, plan_of

# A crate at C1, a console at D1, a wall before E1.
ROOM = board_of("+++++++++++", " . . B C|. ")
# A drop at A1, a gun's tube at B1, a drop below a shut hatch at C1.
EDGE = board_of("", " V T a . ", notes=["a = drop with hatch"], more="level: Low\n\n . . . .")


def squares(board, *names):
    return [board.people[name].at for name in names]


def test_the_first_stands_where_it_was_said_and_the_others_where_nobody_and_nothing_is():
    board = put(ROOM, ["Ann", "Bob"], at_of("B1"), Facing.EAST)
    assert squares(board, "Ann", "Bob") == [at_of("B1"), at_of("A1")]
    assert board.people["Bob"].facing is Facing.EAST
    # Two in one square by word, and a console is no place to be put beside somebody.
    assert squares(put(board, ["Cid"], at_of("B1")), "Ann", "Cid") == [at_of("B1"), at_of("B1")]
    assert squares(put(ROOM, ["Ann"], at_of("D1")), "Ann") == [at_of("D1")]
    with pytest.raises(RuleError, match=r"There is no room for Cid around there\."):
        put(board, ["Dan", "Cid"], at_of("B1"))


def test_who_is_put_elsewhere_looks_where_they_looked():
    board = put(put(ROOM, ["Ann"], at_of("B1"), Facing.WEST), ["Ann", "Bob"], at_of("A1"))
    assert [board.people[name].facing for name in ("Ann", "Bob")] == [Facing.WEST, Facing.NORTH]


def test_a_team_stands_side_by_side_and_looks_to_the_enemy():
    """In an open hall of seven by five: to the sides of the first, then behind; a corridor has room behind alone."""
    hall = board_of("", *[line for _ in range(5) for line in (" . . . . . . . ", "")])
    team = ["Ann", "Bob", "Cid", "Dan"]
    board = put(hall, team, at_of("D4"), foes=dict.fromkeys(team, (at_of("D1"), at_of("G1"))))
    assert {named(at) for at in squares(board, *team)} == {"D4", "C4", "E4", "B4"}
    assert {board.people[name].facing for name in team} == {Facing.NORTH}
    board = put(hall, team, at_of("B3"), foes=dict.fromkeys(team, (at_of("G3"),)))
    assert {named(at) for at in squares(board, *team)} == {"B3", "B2", "B4", "B1"}
    assert {board.people[name].facing for name in team} == {Facing.EAST}
    board = put(hall, team[:2], at_of("B3"), Facing.SOUTH, foes=dict.fromkeys(team, (at_of("G3"),)))
    assert [board.people[name].facing for name in team[:2]] == [Facing.SOUTH] * 2
    corridor = board_of("+++++++++++", " . . . . . ", "+++++++++++")
    board = put(corridor, team[:3], at_of("C1"), Facing.EAST)
    assert {named(at) for at in squares(board, *team[:3])} == {"C1", "B1", "D1"}
    assert named(board.people["Bob"].at) == "B1"


def test_nobody_is_put_where_nobody_can_stand():
    with pytest.raises(RuleError, match="The crate at C1 fills its square: choose one beside it"):
        put(ROOM, ["Ann"], at_of("C1"))
    with pytest.raises(RuleError, match="The fuel at A1 fills its square"):
        put(board_of("", " F ."), ["Ann"], at_of("A1"))
    assert squares(put(replace(ROOM, wrecked=frozenset({at_of("C1")})), ["Ann"], at_of("C1")), "Ann") == [at_of("C1")]
    for square, kind in (("A1", "drop"), ("B1", "gun tube")):
        with pytest.raises(RuleError, match=f"There is no floor at {square}, a {kind}: choose a square beside it"):
            put(EDGE, ["Ann"], at_of(square))
    assert squares(put(EDGE, ["Ann"], at_of("C1")), "Ann") == [at_of("C1")]
    with pytest.raises(RuleError, match="There is no floor at C1"):
        put(replace(EDGE, open=frozenset({At(0, 2, 0)})), ["Ann"], at_of("C1"))


def test_only_who_is_on_the_deck_stands_somehow():
    board = placed(ROOM, "Ann", Standing(at_of("B1")))
    assert standing_of(board, "Ann") == Standing(at_of("B1"))
    with pytest.raises(RuleError, match=r"Bob is not on the deck: put them there with /place\."):
        standing_of(board, "Bob")


def test_the_referees_word_moves_what_no_hand_could_and_the_air_goes():
    """A valve stays shut against the vacuum for a hand; by their word it opens, and two squares lose their air."""
    board = board_of("#########", "#. .I. .#", "#########")
    valve = next(iter(edge for edge, kind in board.plan.levels[0].barriers.items() if kind.portal))
    half = replace(board, airless=frozenset({At(0, 2, 0), At(0, 3, 0)}))
    assert turned(half, valve, is_open=True).airless == {At(0, x, 0) for x in range(4)}


@pytest.mark.parametrize("name", NAMES)
def test_somebody_can_be_put_at_every_place_that_is_offered(name):
    board = as_drawn(plan_of(name))
    offered = places_to_stand(board)
    for place in offered:
        assert "Ann" in put(board, ["Ann"], find_square(board, place, to_stand=True)).people
    named = {*board.plan.places, *(room.name for room in board.plan.rooms)}
    full = {"fuel": {f"Tank {number}" for number in range(1, 9)}, "trader": {"Port tank", "Starboard tank"}}
    assert named - set(offered) == full.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_every_door_and_light_that_is_offered_can_be_worked(name):
    """For a referee all of them; for a player those that their own people reach, and no room by its name."""
    board = as_drawn(plan_of(name))
    floor = sorted(at for level in board.plan.levels for at in level.floor if can_stand(board, at))
    people = {f"Ann {n}": Standing(at) for n, at in enumerate(floor[:: max(1, len(floor) // 60)])}
    known = {each: Unit(each, "", None, owner="7" if n % 2 else "8") for n, each in enumerate(people)}
    board = replace(board, people=people)
    for by in ("", "7"):
        scene, own = (
            Scene({}, board=board, by=by, known=known),
            {each for each in known if by in {"", known[each].owner}},
        )
        for offered in (each.partition(" · ")[0] for each in doors(scene)):
            at = people[offered].at if offered in people else find_square(board, offered)
            assert offered in own or by == ""
            assert portal_named(board, next(iter(portals_beside(board, at).values())))
            if offered not in people:
                assert portal_of(board, at, "")
        lit = [each.partition(" · ")[0] for each in lights(scene)]
        reach = {each for each in own if switched_from(board, people[each].at)}
        rooms = {room.name for room in board.plan.rooms} if by == "" else set()
        assert set(lit) == reach | rooms
        assert all(room_of(board, room).name == room for room in rooms)


def test_whoever_goes_to_crates_goes_beside_them():
    board = as_drawn(plan_of("cargo"))
    assert (find_square(board, "Crates"), find_square(board, "Crates", to_stand=True)) == (at_of("F6"), at_of("F5"))


@pytest.mark.parametrize(("name", "place"), [("hangar", "Flight deck"), ("main_weapon", "Tube catwalk")])
def test_of_a_room_round_a_hole_its_floor_is_meant(name, place):
    board = as_drawn(plan_of(name))
    assert find_square(board, place) in next(room.squares for room in board.plan.rooms if room.name == place)
    assert "Ann" in put(board, ["Ann"], find_square(board, place)).people


def test_people_are_put_beside_each_other_on_furniture_as_on_open_floor():
    board = board_of("", " U H N K")
    assert all(fixture.furniture for fixture in board.plan.levels[0].fixtures.values())
    after = put(board, ["Ann", "Bob", "Cid", "Dot"], At(0, 0, 0))
    assert sorted(standing.at.x for standing in after.people.values()) == [0, 1, 2, 3]
    assert not any(is_solid(board, At(0, x, 0)) or is_beside_obstruction(board, At(0, x, 0)) for x in range(4))


def test_who_is_put_into_a_room_by_its_number_stands_in_its_middle():
    hold = board_of("", " a . . . . ", notes=["a = room 1 Hold"])
    assert find_square(hold, "room 1", to_stand=True) == at_of("C1")


def test_of_a_door_and_a_hatch_that_are_equally_near_the_door_is_meant():
    board = board_of("#####", "#aD. ", "#####", notes=["a = ladder with hatch"], more="level: Low\n\n . . .")
    assert isinstance(nearest_portal(board, at_of("A1")), Edge)


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        ("n", "N"),
        ("North", "N"),
        ("north east, south", "NE S"),
        ("south-west WEST", "SW W"),
        ("northeast", "NE"),
        ("north passage", None),
        ("East wing", None),
    ],
)
def test_steps_may_be_spelt_out(typed, steps):
    here = At(0, 5, 5)
    found = read_steps(typed, here)
    assert (found and steps_words((here, *found))) == steps


@pytest.mark.parametrize(("by", "at"), [("", ["B1", "A1"]), ("2", ["A1", "B1"])])
def test_a_place_and_a_person_are_where_ones_side_knows_them(by, at):
    """Of the two squares of the bay the first is taken, as the referee knows; Cid was seen at B1."""
    bay = {"Bay": (at_of("A1"), at_of("B1"))}
    empty = replace(ROOM, plan=replace(ROOM.plan, places=bay))
    deck = placed(placed(empty, "Ann", Standing(at_of("C1"))), "Cid", Standing(at_of("A1")))
    seen = placed(placed(empty, "Ann", Standing(at_of("C1"))), "Cid", Standing(at_of("B1")))
    ann = Unit("Ann", "Red", None, owner="2")
    units = Units().having(ann, Unit("Cid", "Blue", None))
    scene = Scene({}, board=deck, known=units, by=by, known_to=lambda _: Game(units, board=seen))
    assert [named(square_meant(scene, ann, text)) for text in ("Bay", "Cid")] == at


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("N E", ["C2", "D2"]),
        ("north, east", ["C2", "D2"]),
        ("southwest", ["B4"]),
        # What has a longer word is no row of steps, but may be a name; nor is what has as many words that are none.
        ("N E bridge", None),
        ("N X", None),
        ("", None),
    ],
)
def test_steps_lead_from_square_to_square_and_what_is_no_step_is_something_else(text, names):
    found = read_steps(text, at_of("C3"))
    assert (found and [named(at) for at in found]) == names


def test_a_slip_among_steps_is_named():
    with pytest.raises(RuleError, match="“X” is no step"):
        read_steps("N E X", at_of("C3"))


def test_who_is_put_down_looks_to_the_nearest_enemy_of_their_own_level():
    """One below lies straight beneath the square to the south, and the one of this level far to the west."""
    hall = board_of("", *[line for _ in range(5) for line in (" . . . . . . . ", "")], more="level: Low\n\n . . .")
    foes = (At(1, 5, 3), at_of("A3"))
    assert put(hall, ["Ann"], at_of("F3"), foes={"Ann": foes}).people["Ann"].facing is Facing.WEST
    assert put(hall, ["Ann"], at_of("F3"), foes={"Ann": foes[::-1]}).people["Ann"].facing is Facing.WEST
