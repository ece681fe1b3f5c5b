"""How the decks that ship with the bot are built: closed hulls, ways to everywhere, doors that stand free."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

from bot.deck.board import as_drawn
from bot.deck.outlook import outlook, view_from
from bot.deck.plan import AHEAD, Barrier, Facing, Fixture, edge_of, moved, sides_of
from tests.deck.shipped import (
    BETWEEN_LEVELS,
    NAMES,
    TRAINER,
    WARSHIP,
    areas,
    beside,
    fixture_of,
    floor_of,
    free,
    loops,
    outside,
    plan_of,
    portals_of,
    walked_from,
)

LIVED_IN = ("Stateroom", "cabin", "bunks", "Freshers", "mess", "Mess", "barracks", "ready room", "wardroom")


every_deck = pytest.mark.parametrize("name", NAMES)
every_ship = pytest.mark.parametrize("name", [name for name in NAMES if name != TRAINER])


@every_deck
def test_deck_says_what_it_is_in_a_sentence(name):
    plan = plan_of(name)
    assert plan.name
    assert plan.name != name
    assert plan.about.endswith(".")
    assert 40 <= len(plan.about) <= 200


def test_every_subject_has_its_deck():
    subjects = "fuel quarters bridge cargo gunnery power_plant main_weapon flight_crew hangar jump_drive boat_dock"
    assert {*subjects.split(), "trader", TRAINER} == set(NAMES)


@every_ship
def test_size_is_a_ships(name):
    levels = plan_of(name).levels
    assert 20 <= max(level.width for level in levels) <= 40
    assert 20 <= max(level.height for level in levels) <= 60


def test_trainer_is_one_small_room():
    plan = plan_of(TRAINER)
    assert len(plan.rooms) == 1
    assert plan.rooms[0].squares == plan.levels[0].floor
    assert len(plan.levels[0].floor) <= 200


@every_deck
def test_no_square_opens_onto_nothing(name):
    plan = plan_of(name)
    for number, level in enumerate(plan.levels):
        void = outside(level, number)
        for at in level.floor:
            for side, step in AHEAD.items():
                there, barrier = moved(at, *step), level.barriers.get(edge_of(at, side))
                if there in void:
                    assert barrier in {Barrier.HULL, Barrier.AIRLOCK_DOOR}, (at, side)
                elif there not in level.floor:
                    assert barrier is Barrier.BULKHEAD, (at, side)


@every_deck
def test_no_barrier_stands_in_empty_space(name):
    plan = plan_of(name)
    for level in plan.levels:
        assert all(level.floor.intersection(sides_of(edge)) for edge in level.barriers)


@every_deck
def test_everything_is_reached_from_everywhere(name):
    plan = plan_of(name)
    stands = [at for at in floor_of(plan) if free(plan, at)]
    reached = walked_from(plan, stands[0])
    assert set(stands) == reached
    for room in plan.rooms:
        assert room.squares & reached, room.name
    for place, squares in plan.places.items():
        for at in squares:
            assert at in reached or reached.intersection(beside(at)), (place, at)


@every_deck
def test_no_door_is_blocked(name):
    plan = plan_of(name)
    for level in plan.levels:
        for edge, barrier in level.barriers.items():
            if barrier.portal:
                assert all(free(plan, at) for at in sides_of(edge) if at in level.floor), edge


@every_ship
def test_rooms_and_ways_round(name):
    plan = plan_of(name)
    assert len(plan.rooms) >= 6
    assert loops(plan) >= 2


@every_ship
def test_nobody_sees_two_fifths_of_a_level_on_average(name):
    """From a sample of the squares on which one can stand, all doors as they are drawn."""
    board = as_drawn(plan_of(name))
    for number, level in enumerate(board.plan.levels):
        about = outlook(board, number)
        stands = sorted(at for at in level.floor if free(board.plan, at))
        viewers = Random(1977).sample(stands, 60)
        assert mean(len(view_from(about, at)) / len(level.floor) for at in viewers) < 0.4, level.name


@pytest.mark.parametrize("name", WARSHIP)
def test_warship_is_built_as_one(name):
    plan = plan_of(name)
    built = Counter(barrier for level in plan.levels for barrier in level.barriers.values())
    assert built[Barrier.IRIS_VALVE] >= 4
    assert built[Barrier.BULKHEAD] > built[Barrier.WALL]
    assert built[Barrier.SLIDING_DOOR] >= 2


@every_ship
def test_where_people_live_there_are_inside_doors(name):
    plan = plan_of(name)
    for room in plan.rooms:
        if any(word in room.name for word in LIVED_IN):
            assert Barrier.SLIDING_DOOR in portals_of(plan, room.squares).values(), room.name


@every_ship
def test_light_switches_are_on_walls_near_doors(name):
    plan = plan_of(name)
    for level in plan.levels:
        switches = [at for at, fixture in level.fixtures.items() if fixture is Fixture.SWITCH]
        assert len(switches) >= 4
        for at in switches:
            assert any(edge_of(at, side) in level.barriers for side in Facing), at
            assert portals_of(plan, (at, *beside(at))), at


@pytest.mark.parametrize("name", WARSHIP)
def test_lifts_are_told_apart_and_shut_off(name):
    plan = plan_of(name)
    area = areas(plan)
    lifts = {place: squares for place, squares in plan.places.items() if place.startswith("Lift ")}
    assert {at for squares in lifts.values() for at in squares} == {
        at for level in plan.levels for at, fixture in level.fixtures.items() if fixture is Fixture.LIFT
    }
    for squares in lifts.values():
        for number in {at.level for at in squares}:
            car = {at for at in squares if at.level == number}
            assert car == area[min(car)]
            assert set(portals_of(plan, car).values()) == {Barrier.SLIDING_DOOR}


@pytest.mark.parametrize("name", ["hangar", "main_weapon", "power_plant"])
def test_drops_fall_on_free_floor(name):
    plan = plan_of(name)
    drops = [at for at in floor_of(plan) if fixture_of(plan, at) in {Fixture.DROP, Fixture.TUBE}]
    assert drops
    for at in drops:
        assert free(plan, at._replace(level=at.level + 1)), at


@pytest.mark.parametrize("name", ["power_plant", "main_weapon", "trader"])
def test_ladders_and_lifts_go_through_the_whole_ship(name):
    plan = plan_of(name)
    shafts = [
        {(at.x, at.y, kind) for at, kind in level.fixtures.items() if kind in BETWEEN_LEVELS} for level in plan.levels
    ]
    assert shafts[0]
    assert all(each == shafts[0] for each in shafts)


@pytest.mark.parametrize("name", ["power_plant", "main_weapon", "trader"])
def test_hatches_shut_the_ladders_between_levels_at_first(name):
    plan = plan_of(name)
    for number, level in enumerate(plan.levels[:-1]):
        ladders = {at for at, fixture in level.fixtures.items() if fixture is Fixture.LADDER}
        assert ladders
        assert level.hatches == ladders, number
    assert not any(at in plan.open_at_first for level in plan.levels for at in level.hatches)


@pytest.mark.parametrize("name", WARSHIP)
def test_warship_has_conduits_to_fight_over(name):
    plan = plan_of(name)
    conduits = [at for at in floor_of(plan) if fixture_of(plan, at) is Fixture.CONDUIT]
    assert len(conduits) >= 2
    assert all(any(free(plan, there) for there in beside(at)) for at in conduits)


@pytest.mark.parametrize(
    ("name", "room", "kind"),
    [
        ("quarters", "Stateroom 1", Fixture.BUNK),
        ("quarters", "Mess hall", Fixture.SEAT),
        ("quarters", "Galley", Fixture.GALLEY),
        ("flight_crew", "Pilots' bunks", Fixture.BUNK),
        ("gunnery", "Marine barracks", Fixture.BUNK),
        ("trader", "Captain's cabin", Fixture.BUNK),
        ("bridge", "Officers' wardroom", Fixture.SEAT),
    ],
)
def test_where_people_live_there_is_furniture(name, room, kind):
    plan = plan_of(name)
    (squares,) = (each.squares for each in plan.rooms if each.name == room)
    assert kind in {fixture_of(plan, at) for at in squares}
