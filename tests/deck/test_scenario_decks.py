"""What the scenarios of AHL ask of the decks that they are played on (Incidents I to VI)."""

from collections import Counter

import pytest

from bot.deck.plan import At, Barrier, Fixture, edge_between, sides_of
from tests.deck.shipped import areas, beside, doors_between, fixture_of, floor_of, free, plan_of, portals_of

# By hand from the scenarios of AHL: the places that their set-up names, and how many squares each needs.
NEEDED_PLACES = {
    "bridge": {
        "Command station": 1,  # I.3, II.2, VI.1
        "XO's station": 1,
        "Damage control station": 5,
        "Fighter launch control": 1,
        "Supernumerary station": 1,
        "Gunnery station": 1,
        "Engineering station": 1,  # II.2, VI.1
        "Maneuvering station": 1,
        "Environmental control": 1,
        "Helm": 1,
        "Tactical display": 1,
        "CIC station": 3,  # VI.1
        "Ladder": 2,
        "Lift A": 1,
        "Lift B": 1,
    },
    "gunnery": {
        "Dorsal port fire director": 1,  # II.1: two turrets a side
        "Dorsal starboard fire director": 1,
        "Ventral port fire director": 1,
        "Ventral starboard fire director": 1,
        "Lift A": 1,
        "Lift B": 1,
    },
    "cargo": {"Crates": 26, "Lift C": 1, "Lift D": 1, "Lift E": 1},  # IV
    "power_plant": {
        "Port airlock": 1,  # I.3
        "Starboard airlock": 1,
        "Port housing base": 1,  # III
        "Starboard housing base": 1,
        "Ladder": 4,
    },
    "fuel": {"Forward ladder": 1, "Port ladder": 1, "Starboard ladder": 1, "Aft ladder": 1},  # III
    "hangar": {
        "Launch cradle 1": 4,  # I.2: a fighter is two squares by two
        "Launch cradle 2": 4,
        "Launch cradle 3": 4,
        "Launch cradle 4": 4,
        "Overhead hatch": 2,
        "Launch tube mouth": 1,  # V
        "Well ladder": 2,
    },
    "boat_dock": {"Pilot's seat": 6, "Port airlock": 1, "Starboard airlock": 1}  # I.1, IV
    | {f"Lift {letter}": 1 for letter in "ABCDEFG"},
    "jump_drive": {f"Lift {letter}": 1 for letter in "ABCDEFG"} | {"Ladder": 2},  # I.1
}

# The rooms that the scenarios name, by number or by what they are.
NEEDED_ROOMS = {
    "bridge": ("Port security", "Starboard security"),  # II.2: two security areas
    "gunnery": ("Dorsal turret port", "Dorsal turret starboard", "Ventral turret port", "Ventral turret starboard"),
    "hangar": ("Fighter well", "Fighter lock"),
    "boat_dock": ("Port pinnace 1", "Starboard pinnace 1"),
    "quarters": ("Stateroom 1", "Stateroom 16"),
}


@pytest.mark.parametrize("name", sorted(NEEDED_PLACES))
def test_deck_has_the_places_of_its_scenarios(name):
    places = plan_of(name).places
    for place, squares in NEEDED_PLACES[name].items():
        assert len(places.get(place, ())) >= squares, place


@pytest.mark.parametrize("name", sorted(NEEDED_ROOMS))
def test_deck_has_the_rooms_of_its_scenarios(name):
    assert set(NEEDED_ROOMS[name]) <= {room.name for room in plan_of(name).rooms}


def test_numbered_rooms_of_the_scenarios():
    """Scenario II.1 has its watch in rooms 16 and 18 to 20 of the gunnery deck, I.2 enters by room 16 of the hangar."""
    gunnery = {room.number: room for room in plan_of("gunnery").rooms}
    assert all(sum(free(plan_of("gunnery"), at) for at in gunnery[number].squares) >= 4 for number in (16, 18, 19, 20))
    lock = next(room for room in plan_of("hangar").rooms if room.number == 16)
    assert lock.name == "Fighter lock"
    assert Counter(portals_of(plan_of("hangar"), lock.squares).values())[Barrier.AIRLOCK_DOOR] >= 2


def test_stations_are_seats_at_consoles():
    """A seat is free floor with a console beside it, to crouch behind (AHL 14B)."""
    for name, words in (("bridge", ("station", "control", "Helm", "display")), ("gunnery", ("fire director",))):
        plan = plan_of(name)
        for place, squares in plan.places.items():
            if any(word in place for word in words):
                for at in squares:
                    assert free(plan, at), (place, at)
                    assert any(fixture_of(plan, there) is Fixture.CONSOLE for there in beside(at)), (place, at)


def test_every_crate_has_a_free_side():
    """Scenario IV: one crate a square, and a side of each open to the hold."""
    plan = plan_of("cargo")
    crates = plan.places["Crates"]
    assert len(crates) == 26
    assert {fixture_of(plan, at) for at in crates} == {Fixture.CRATE}
    for at in crates:
        assert any(free(plan, there) and edge_between(at, there) not in plan.levels[0].barriers for there in beside(at))


def test_fighter_well_lies_below_drops_a_metre_deep():
    """Scenario I.2: one jumps down into it, and climbs out in one phase, at a metre a phase."""
    plan = plan_of("hangar")
    assert plan.separation == 1
    well = next(room for room in plan.rooms if room.name == "Fighter well")
    above = {at._replace(level=0) for at in well.squares}
    assert {fixture_of(plan, at) for at in above} == {Fixture.DROP, Fixture.LADDER}
    drops = {at for at, fixture in plan.levels[0].fixtures.items() if fixture is Fixture.DROP}
    assert drops <= above


def test_pinnaces_are_boarded_through_a_hatch_and_an_iris_valve():
    """Scenario IV: a hatch into each docking port, and the boat's own valve behind it."""
    plan = plan_of("boat_dock")
    area = areas(plan)
    boats = [room for room in plan.rooms if "pinnace" in room.name]
    assert len(boats) == 6
    for boat in boats:
        ((valve, kind),) = portals_of(plan, boat.squares).items()
        assert kind is Barrier.IRIS_VALVE
        (port,) = (area[at] for at in sides_of(valve) if at not in boat.squares)
        assert Barrier.HATCH in portals_of(plan, port).values()


def test_full_tanks_leave_the_catwalks_their_own():
    """Scenario III: with every tank full, each ladder still leads to the catwalks."""
    plan = plan_of("fuel")
    dry = {at for at in floor_of(plan) if free(plan, at) and fixture_of(plan, at) is not Fixture.FUEL}
    found, waiting = set[At](), [min(dry)]
    while waiting:
        at = waiting.pop()
        if at in dry and at not in found:
            found.add(at)
            waiting.extend(there for there in beside(at) if there in dry and doors_between(plan, at, there))
    assert found == dry
