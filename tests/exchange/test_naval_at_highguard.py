"""What somebody out of the navy is worth aboard a ship of High Guard."""

import pytest

from bot import systems
from bot.exchange import asks_for_skills, skills_for
from bot.systems.naval.career import Career, Status

BOOKS = systems.discover(systems)
SKILLS = (("Ship Tactics", 3), ("Fleet Tactics", 4), ("Pilot", 2), ("Ship's Boat", 1), ("Admin", 5))


@pytest.mark.rule("HG-I01", "HG-I02", "HG-I03")
@pytest.mark.parametrize(
    ("field", "served"),
    [
        ("captain", (("Ship Tactics", 3),)),
        ("pilot", (("Pilot", 2), ("Ship's Boat", 1))),
        ("first tactics", (("Fleet Tactics", 4),)),
        ("second tactics", (("Fleet Tactics", 4),)),
        ("dm", ()),
    ],
)
def test_skills_that_serve_for_what_a_battle_asks(field, served):
    naval, ships = BOOKS["naval"], BOOKS["highguard"]
    assert skills_for(naval, ships, field, Career(skills=SKILLS)) == served
    assert skills_for(naval, ships, field, Career()) == ()
    assert skills_for(naval, ships, field, Career(skills=SKILLS, status=Status.DEAD)) == ()
    assert skills_for(naval, ships, field, Career(skills=SKILLS, ahead=("fate", "decoration"))) == ()
    assert skills_for(naval, BOOKS["ahl"], field, Career(skills=SKILLS)) == ()
    assert asks_for_skills(ships, field) == bool(served)
    assert not asks_for_skills(BOOKS["ahl"], field)


def test_the_fields_are_those_of_orders_that_there_are():
    fields = {field.name for order in BOOKS["highguard"].orders.values() for field in order.fields}
    assert {"captain", "pilot", "first tactics", "second tactics"} <= fields
