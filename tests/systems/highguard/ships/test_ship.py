"""What ships come to together: each is paid for once, and nothing counts that isn't there."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.systems.highguard.design.listing import Tanks, write_listing
from bot.systems.highguard.design.reading import read_listing, read_listings
from bot.systems.highguard.ships.commission import vessel_of_bill
from bot.systems.highguard.ships.enlist import vessel_of_listing
from bot.systems.highguard.ships.ship import Fate, Ship, pasted, total_lines
from bot.systems.highguard.ships.wording import ship_state
from tests.systems.highguard.design.listings import KINUNIR as PRINTED
from tests.systems.highguard.design.listings import UNICORN
from tests.systems.highguard.system import SYSTEM
from tests.systems.highguard.yard import TABLES, cruiser, turrets

KINUNIR, PINNACE, GIG = (SYSTEM.templates[name].sheet for name in ("Kinunir", "Pinnace", "Unicorn Gig"))


def together(*ships):
    """What some ships come to, line by line."""
    return list(total_lines(ships))


def unpriced(ship):
    return replace(ship, listing=write_listing(replace(ship.listed, price=None)))


@pytest.mark.rule("HG-L11")
def test_a_craft_that_a_ship_among_them_carries_is_in_her_price():
    """The Kinunir carries a pinnace, and no gig; each craft has a pilot all the same."""
    alone = together(KINUNIR)
    assert alone == [
        "Together MCr1,336.708, 1,250 tons",
        "Crew 45, troops and marines 35, 1 pilot",
        "Together jump 4, agility 1",
    ]
    with_craft = together(KINUNIR, PINNACE)
    assert with_craft[0] == alone[0]
    assert with_craft[1].endswith("2 pilots")
    with_gig = together(KINUNIR, GIG)
    assert with_gig[0] != alone[0]


def test_small_craft_have_no_jump_and_ships_the_lowest_of_theirs():
    assert together(PINNACE)[2].startswith("Together no jump, agility")
    assert together(KINUNIR, GIG)[2].startswith("Together jump 4, agility")


def test_what_no_price_is_told_of_costs_nothing_and_is_counted():
    assert together(unpriced(KINUNIR))[0] == "Together MCr0 (1 price not told), 1,250 tons"
    both = together(unpriced(KINUNIR), KINUNIR, unpriced(GIG))[0]
    assert both.startswith("Together MCr1,336.708 (2 prices not told), ")


@pytest.mark.parametrize(
    "ship", [replace(KINUNIR, fate=Fate.DESTROYED), Ship("", "hull 1 needle", faults=("no bridge",))]
)
def test_what_is_destroyed_or_not_built_yet_counts_nothing(ship):
    assert together(ship) == []
    assert together(ship, KINUNIR) == together(KINUNIR)


@pytest.mark.parametrize("fate", Fate)
def test_only_what_is_destroyed_is_lost(fate):
    assert SYSTEM.part.lost(replace(KINUNIR, fate=fate)) is (fate is Fate.DESTROYED)


def put(ship, **values):
    for name, value in values.items():
        ship = SYSTEM.with_traits(ship, {name.replace("_", " "): value}, {})
    return ship


@pytest.mark.parametrize("ship", [KINUNIR, pasted(read_listing(PRINTED), TABLES)])
def test_a_ship_is_damaged_where_anything_of_it_is_less_than_was_built(ship):
    assert ship_state(ship) == ""
    hurt = put(ship, power="5")
    assert ship_state(hurt) == ship_state(put(ship, fuel="100")) == "damaged"
    # It has been in a battle, and is whole again.
    assert ship_state(replace(hurt, vessel=replace(hurt.vessel, now=hurt.vessel.built))) == ""
    assert ship_state(replace(ship, fate=Fate.DESTROYED)) == "destroyed"


@pytest.mark.rule("HG-L11")
@pytest.mark.parametrize(
    ("profile", "numbers"), [("CE-4412762", (1, 2)), ("CE-44?2762", (3, 3)), ("CE-441?762", (3, 3)), ("CE-44", (3, 3))]
)
def test_with_its_tanks_a_listed_ship_is_as_fast_as_its_second_profile_says_where_that_can_be_read(profile, numbers):
    """Else as its drives of jump 4 and maneuver 4 move 1,100 tons instead of 1,000."""
    listed = replace(read_listings(UNICORN).ships[0].ship, tanks=Tanks(Fraction(100), profile, None))
    tanks = vessel_of_listing(listed, TABLES).tanks
    assert (tanks.jump, tanks.maneuver) == numbers


def test_what_draws_energy_stands_in_the_order_of_a_profile():
    built = vessel_of_bill(cruiser(tl=15, damper=2, meson_screen=1, turrets=(turrets("beam"),)), TABLES)
    assert [name for name, _ in built.draws] == ["computer", "damper", "meson screen", "laser"]
