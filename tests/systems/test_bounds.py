"""The least and the greatest number that an order takes in each of its fields: what is beyond is a slip in typing."""

import pytest

from bot import systems

BOOKS = systems.discover(systems)
# By the name of a field; several orders may have it, with the same bounds or others.
AHL = {
    "count": {(1, 20)},
    "range": {(0, 10_000)},
    "dm": {(-20, 20), (-100, 100)},
    # A walk of ten phases at most, or what is left of one.
    "ap": {(1, 60), (0, 6)},
    "clips": {(0, 100)},
    "skill": {(-9, 9)},
    "penetration": {(0, 100)},
    "struck": {(0, 100)},
    "squares": {(0, 100)},
    # Structures hit so often; morale checks made.
    "times": {(1, 100), (1, 20)},
    "delay": {(0, 99)},
    # Of rest: ten years.
    "days": {(1, 3650)},
    # What a scenario has of each.
    "cases": {(0, 4)},
    "escaped": {(0, 6)},
    "escaped in battle dress": {(0, 6)},
    "adventurers alive": {(0, 3)},
    # Imagined, for odds.
    "wounds": {(0, 20)},
    "melee": {(-40, 40)},
    "against": {(-40, 40)},
    "away": {(0, 2)},
    "morale": {(0, 20)},
}
BOUNDS = {
    # A tally of a scenario, up or down.
    "ahl": AHL | {"by": {(-99, 99)}},
    "ahl_variant": AHL
    | {
        # Attacks of rapid fire; a very large blast in squares; a Traveller's strength.
        "attacks": {(1, 10)},
        "radius": {(1, 100)},
        "strength": {(1, 30)},
        "back skill": {(-9, 9)},
        "back strength": {(1, 30)},
        # A map has 99 bands of 25 m; a battle computer and a map box.
        "bands": {(0, 99)},
        "first devices": {(0, 2)},
        "second devices": {(0, 2)},
        # Degrees from north.
        "facing": {(0, 359)},
    },
    "combat3000": {
        "count": {(1, 20)},
        "range": {(0, 20_000)},
        "size": {(-3, 3)},
        "moved": {(0, 1000)},
        "aiming": {(0, 9)},
        "vehicle": {(0, 1000)},
        "obstacle": {(0, 1000)},
        "behind": {(0, 1000)},
        # A percentage.
        "dm": {(-100, 100)},
        "unprinted breakdown": {(0, 10)},
        "barrels": {(0, 6)},
        "crew": {(0, 2)},
        "clips": {(0, 100)},
        "accuracy": {(-100, 100)},
        "strength": {(-10, 10)},
        "dexterity": {(-10, 10)},
        "killed": {(0, 20)},
        "killed before": {(0, 20)},
        "members": {(1, 20)},
        "days": {(1, 3650)},
        "by": {(-99, 99)},
        # A flight pack's turns; an armoured structure, a building's rooms, how often it is hit.
        "fuel": {(1, 999)},
        "armour": {(1, 30), (0, 30)},
        "rooms": {(0, 20)},
        "upper": {(0, 20)},
        "times": {(1, 20)},
        # Imagined, for odds.
        "reflex": {(-10, 10)},
        "their strength": {(-10, 10)},
        "their dexterity": {(-10, 10)},
        "their reflex": {(-10, 10)},
    },
    "naval": {
        "dm": {(-20, 20), (-100, 100)},
        "age": {(0, 99)},
        # The subsectors of a sector; characteristics as far as UPP has letters.
        "subsector": {(0, 15)},
        "endurance": {(1, 33)},
        "intelligence": {(1, 33)},
    },
    "highguard": {
        # People, and ships.
        "count": {(1, 20), (1, 50)},
        "dm": {(-20, 20), (-100, 100)},
        "first tactics": {(0, 10)},
        "second tactics": {(0, 10)},
        "captain": {(0, 10)},
        "pilot": {(0, 10)},
        "computer": {(0, 20)},
        "target computer": {(0, 20)},
        "agility": {(0, 20)},
        "damper": {(0, 9)},
        "meson screen": {(0, 9)},
        "configuration": {(1, 9)},
        "armour": {(0, 33)},
        # Per cent: a globe flickers at 90 at most.
        "flicker": {(0, 90)},
        "own flicker": {(0, 90)},
    },
}


@pytest.mark.parametrize("book", sorted(BOUNDS))
def test_an_order_takes_numbers_within_these_bounds(book):
    found: dict[str, set[tuple[int, int]]] = {}
    for order in BOOKS[book].orders.values():
        for field in (*order.fields, *(order.odds.fields if order.odds else ())):
            if (field.low, field.high) != (0, 0):
                found.setdefault(field.name, set()).add((field.low, field.high))
    assert found == BOUNDS[book]


@pytest.mark.parametrize("book", sorted(BOUNDS))
def test_a_field_of_words_takes_a_hundred_letters_unless_it_names_many(book):
    """A name of a structure is 40 letters, factors of a battery 30, plans of a fleet 2,000, a list of people 400."""
    orders = BOOKS[book].orders.values()
    lengths = {(field.name, field.longest) for order in orders for field in order.fields if field.longest != 100}
    fleet = {
        "line",
        "launch",
        "recover",
        "break off",
        "jump",
        "emergency",
        "globe",
        "silent",
        "drop",
        "defend",
        "orders",
    }
    fleet |= {"pursue", "repair", "revive", "board", "transfer", "refuel", "note", "fall"}
    longer = {
        "ahl": {("name", 40)},
        "ahl_variant": {("name", 40), ("order", 60), ("targets", 400)},
        "combat3000": {("plan", 200), ("orders", 300), ("near", 400), ("threats", 400), ("each", 2000)},
        "highguard": {*((name, 2000) for name in fleet), ("sand", 30), ("beams", 30), ("repulsor", 30)},
        "naval": set(),
    }
    assert lengths >= longer[book]
    assert book == "combat3000" or lengths == longer[book]
