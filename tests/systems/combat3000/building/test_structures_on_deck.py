"""What a structure is on a deck: its squares, who is in it, what comes down with it, and how one gets out of it."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn, placed
from bot.deck.knowledge import UNTIMED, Knowledge
from bot.deck.plan import At, Facing, at_of, named
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from bot.systems.combat3000.building.on_deck import (
    as_known_to,
    barrier_at,
    barrier_structure,
    got_out,
    inside_with,
    of_room,
    room_called,
    squares_of,
    squares_of_room,
    within,
)
from bot.systems.combat3000.building.structures import (
    Build,
    Structure,
    What,
    can_cut,
    lock_needs,
    struck,
    turns_to_break,
    unsafe,
)
from tests.deck.plans import board_of

# A hall of three squares, a door between C1 and D1, a den of two; a wall with no door shuts off F1.
BOARD = board_of(
    "#############",
    "#a . .Db .|c#",
    "#############",
    notes=["a = room 1 Hall", "b = room 2 Den", "c = room 3 Den"],
)
DECK = BOARD.plan.name
HALL = Structure("Hall", deck=DECK, number=1)
DOOR = barrier_at(BOARD, at_of("C1"), Facing.EAST)
WALL = barrier_at(BOARD, at_of("E1"), Facing.EAST)


def on(**squares):
    board = BOARD
    for name, square in squares.items():
        board = placed(board, name, Standing(at_of(square)))
    return board


def room(name, *, down=False, upper=False, building="Fort", what=What.ROOM):
    return Structure(name, what, down=down, upper=upper, building=building)


@pytest.mark.rule("C3K-D05")
@pytest.mark.parametrize(
    ("structures", "is_unsafe"),
    [
        # Half of its ground floor is enough, less isn't.
        ([room("1", down=True), room("2")], True),
        ([room("1", down=True), room("2"), room("3")], False),
        ([room("1", down=True), room("2", down=True), room("3")], True),
        ([room("1"), room("2")], False),
        # Upper rooms count neither way, nor do walls, nor what is of another building.
        ([room("1"), room("2"), room("3", down=True, upper=True)], False),
        ([room("1", down=True), room("2", upper=True), room("3", upper=True)], True),
        ([room("1", down=True), room("2"), room("3"), room("4", down=True, what=What.WALL)], False),
        ([room("1", down=True), room("2"), room("3"), room("4", down=True, building="Mill")], False),
        # One room is no composite building; without a ground floor nothing of it can go.
        ([room("1", down=True)], False),
        ([room("1", down=True, upper=True), room("2", upper=True)], False),
    ],
)
def test_a_building_is_unsafe_when_half_of_its_ground_floor_is_down(structures, is_unsafe):
    assert unsafe(structures, "Fort") is is_unsafe
    assert not unsafe([replace(each, building="") for each in structures], "")


@pytest.mark.rule("C3K-D03", "C3K-D06", "C3K-D07")
def test_how_often_and_by_what_it_gives_way():
    heavy, counts = struck(Structure("Wall", build=Build.HEAVY, hits=2))
    assert (heavy.stands_as, counts) == (Build.LIGHT, False)
    assert struck(heavy) == (heavy, True)
    assert struck(HALL) == (HALL, True)
    assert struck(Structure("Wall", build=Build.HEAVY, hits=1))[0].stands_as is Build.HEAVY
    assert [turns_to_break(strength) for strength in (-2, 0, 3, 4, 5, 9)] == [7, 5, 2, 1, 1, 1]
    assert [lock_needs(build, 8) for build in (Build.LIGHT, Build.HEAVY, Build.ARMOURED)] == [1, 3, 8]


@pytest.mark.parametrize(
    ("known", "edge", "told"),
    [
        # As it was classed; else as the room is that it is of; else as what nobody has classed.
        ([Structure("Gate", What.DOOR, Build.HEAVY, deck=DECK, edge=DOOR)], DOOR, ("Gate", Build.HEAVY, 0, "")),
        ([replace(HALL, build=Build.ARMOURED, armour=8)], DOOR, (None, Build.ARMOURED, 8, "Hall")),
        ([replace(HALL, build=Build.ARMOURED, armour=8)], WALL, (None, Build.LIGHT, 0, "")),
        ([replace(HALL, build=Build.HEAVY, what=What.WALL)], DOOR, (None, Build.LIGHT, 0, "")),
        ([replace(HALL, build=Build.HEAVY, deck="Elsewhere")], DOOR, (None, Build.LIGHT, 0, "")),
        ([Structure("Gate", What.DOOR, Build.HEAVY, deck="Elsewhere", edge=DOOR)], DOOR, (None, Build.LIGHT, 0, "")),
        ([Structure("Gate", What.DOOR, Build.HEAVY, deck=DECK, edge=WALL)], DOOR, (None, Build.LIGHT, 0, "")),
    ],
)
def test_what_a_wall_or_a_door_of_the_deck_is(known, edge, told):
    found = barrier_structure(known, BOARD, edge, Build.LIGHT)
    name, *rest = told
    assert [found.build, found.armour, found.room] == rest
    assert (found.what, found.edge) == (What.DOOR if edge == DOOR else What.WALL, edge)
    assert name in {None, found.name}


def test_which_wall_is_meant():
    with pytest.raises(RuleError, match="Say on which side of that square it stands"):
        barrier_at(BOARD, at_of("A1"), None)
    with pytest.raises(RuleError, match="There is neither wall nor door on the east side of that square"):
        barrier_at(BOARD, at_of("A1"), Facing.EAST)
    # Where a square has one alone, it is that.
    alone = board_of("#######", "#. . .#", "#     #", "#. . .#", "#######", notes=[])
    with pytest.raises(RuleError):
        barrier_at(alone, at_of("A1"), None)
    assert barrier_at(alone, at_of("B1"), None) == barrier_at(alone, at_of("B1"), Facing.NORTH)


def test_its_squares_and_who_is_in_it():
    assert sorted(map(named, squares_of(BOARD, HALL))) == ["A1", "B1", "C1"]
    assert sorted(map(named, squares_of(BOARD, Structure("Gate", What.DOOR, deck=DECK, edge=DOOR)))) == ["C1", "D1"]
    elsewhere = replace(HALL, deck="Elsewhere")
    assert squares_of(BOARD, elsewhere) == squares_of(BOARD, Structure("Gate", deck="Elsewhere", edge=DOOR)) == ()
    assert squares_of_room(None, HALL) == squares_of_room(BOARD, replace(HALL, number=0)) == frozenset()
    # On the deck those on its squares; of those who were named as inside, whoever is on no deck.
    named_so = replace(HALL, inside=("Cid", "Ann", "Eve"))
    board = on(Ann="B1", Bob="D1", Cid="E1")
    assert within(board, named_so) == ("Ann", "Eve")
    assert within(None, named_so) == ("Cid", "Ann", "Eve")


def test_who_is_struck_with_it():
    board = on(Ann="B1", Bob="D1", Cid="F1")
    den, closet = Structure("Den 2", deck=DECK, number=2), Structure("Den 3", deck=DECK, number=3)
    gate = Structure("Gate", What.DOOR, room="Hall", deck=DECK, edge=DOOR)
    assert inside_with([HALL, den], board, HALL) == ("Ann",)
    # A wall or door is of its room; of a building all rooms are in it.
    assert inside_with([HALL, den], board, gate) == ("Ann",)
    fort = [replace(HALL, building="Fort"), replace(den, building="Fort"), closet]
    assert inside_with(fort, board, fort[0]) == inside_with(fort, board, gate) == ("Ann", "Bob")
    # A wall that has a room's name is no room, and a building is its rooms alone.
    wall = Structure("Hall", What.WALL, building="Fort", inside=("Dot",))
    assert inside_with([wall, den], board, wall) == ()
    assert inside_with([*fort, wall], board, fort[0]) == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("there", "ends"),
    [
        # Through the door, open or shut, to the nearest square that is free.
        ({"Ann": "A1"}, {"Ann": "D1"}),
        ({"Ann": "A1", "Bob": "D1"}, {"Ann": "E1", "Bob": "D1"}),
        # Where none is free they stay; who is on no deck is nowhere.
        ({"Ann": "A1", "Bob": "D1", "Cid": "E1"}, {"Ann": "A1", "Bob": "D1", "Cid": "E1"}),
    ],
)
def test_whoever_gets_out_stands_outside(there, ends):
    board = got_out(on(**there), ["Ann", "Eve"], BOARD.plan.rooms[0].squares)
    assert {name: named(standing.at) for name, standing in board.people.items()} == ends


def test_a_room_is_called_by_its_name_and_its_number_where_others_have_that():
    assert [room_called(BOARD, each) for each in BOARD.plan.rooms] == ["Hall", "Den 2", "Den 3"]
    made = of_room(BOARD, BOARD.plan.rooms[1], Build.HEAVY, 0, "Fort")
    assert made == Structure("Den 2", What.ROOM, Build.HEAVY, 0, building="Fort", deck=DECK, number=2)
    assert not made.upper
    assert At(0, 0, 0) in squares_of_room(BOARD, HALL)


@pytest.mark.rule("C3K-D05")
def test_the_ground_floor_is_the_lowest_level():
    levels = (f"level: {number}\n\n . {number} . \n\n{number} = room {number} Cell\n" for number in (1, 2, 3))
    tower = as_drawn(read_plan("separation: 3\n" + "\n".join(levels), "test"))
    made = [of_room(tower, room, Build.LIGHT, 0, "Tower") for room in tower.plan.rooms]
    assert [each.upper for each in made] == [True, True, False]


@pytest.mark.rule("C3K-D09")
@pytest.mark.parametrize(
    ("heavy", "mounted", "still", "most"),
    [
        (True, True, True, 20),
        (True, True, False, 4),
        (True, False, True, 4),
        (False, True, True, 4),
        (False, False, True, 4),
    ],
)
def test_from_how_far_a_laser_cuts(heavy, mounted, still, most):
    reaches = [cm for cm in range(31) if can_cut(cm, heavy=heavy, mounted=mounted, still=still)]
    assert reaches == list(range(most + 1))


def test_a_side_knows_what_it_has_looked_at_is_built_of_and_how_what_it_sees_stands():
    """The hall is in view, the den is remembered, and the shut-off one nobody has ever seen."""
    hall, den, away = (
        Structure(name, What.ROOM, Build.HEAVY, hits=2, inside=("Bob",), deck=BOARD.plan.name, number=number)
        for number, name in ((1, "Hall"), (2, "Den"), (3, "Vault"))
    )
    door = barrier_structure((), BOARD, barrier_at(BOARD, at_of("D1"), Facing.WEST), Build.LIGHT)
    wall = barrier_structure((), BOARD, barrier_at(BOARD, at_of("E1"), Facing.EAST), Build.LIGHT)
    wall, other = replace(wall, breaches=1), replace(hall, deck="Other")
    known = Knowledge(BOARD, seen=frozenset({at_of("C1")}), remembers={UNTIMED: frozenset({at_of("D1"), at_of("E1")})})
    found = as_known_to((hall, den, away, door, wall, other), known)
    remembered = replace(den, hits=0, inside=())
    assert found == (replace(hall, inside=()), remembered, door, replace(wall, breaches=0))
    holed = replace(known, board=replace(BOARD, breached=frozenset({wall.edge})))
    assert as_known_to((wall,), holed) == (wall,)
    assert as_known_to((den,), replace(known, remembers={})) == ()
