"""The book's own ships come to the rulings' figures line by line; ours are legal, and all different."""

from fractions import Fraction

import pytest

from bot.engine.errors import DataError
from bot.systems.highguard.design.draft import load_blueprints
from bot.systems.highguard.design.listing import Tanks, disagreements, listing_of, write_listing, write_listings
from bot.systems.highguard.design.reading import read_listing, read_listings
from tests.systems.highguard.ships.book import BOOK, OWN
from tests.systems.highguard.yard import TABLES, limits


def lines(name):
    """What each part of a ship of the book comes to: tons, credits, EP."""
    made = BOOK[name].bill
    parts = dict.fromkeys(line.part for line in made.lines)
    return {part: (made.part(part).tons, made.part(part).price, made.part(part).ep) for part in parts}


def spelt(text):
    """The same, typed by hand: tons, MCr, EP."""
    found = {}
    for row in text.strip().splitlines():
        part, _, numbers = row.strip().partition(": ")
        tons, mcr, ep = map(Fraction, numbers.split())
        found[part] = (tons, mcr * 1_000_000, ep)
    return found


@pytest.mark.rule("HG-L12", "HG-D74", "HG-D75")
def test_the_kinunir_line_by_line():
    """The book's starship examples; where print and rules differ, R-64."""
    assert lines("Kinunir") == spelt("""
        hull: 0 137.5 0
        jump: 62.5 250 0
        maneuver: 137.5 68.75 0
        power plant: 87.5 262.5 0
        fuel: 587.5 0 0
        scoops: 0 1.25 0
        purifier: 8.8125 .088125 0
        bridge: 25 6.25 0
        computer: 18 100 7
        turrets: 16 26.5 26
        damper: 8 30 40
        globe: 10 400 0
        vehicles: 22 11.1 0
        craft: 0 21.7 0
        craft berths: 45.5 .07 0
        staterooms: 168 21 0
        cargo: 53.6875 0 0
    """)
    made = BOOK["Kinunir"].bill
    assert (made.tons, made.price, limits(made)) == (1250, 1_336_708_125, [])
    assert str(made.usp) == "BC-A2447G2-000410-50203-0"
    assert (made.ep, made.ep_used, made.agility, made.emergency_agility) == (Fraction("87.5"), 73, 1, 4)
    assert {place: found.total for place, found in made.batteries.items()} == {"laser": 2, "particle": 2, "missile": 2}
    assert sum(section.count for section in made.sections) == 41


@pytest.mark.rule("HG-L12")
def test_the_kinunir_with_the_rulings_pinnace():
    """R-64: MCr1337.133125 where the pinnace too is priced by R-33."""
    pinnace = BOOK["Kinunir Pinnace"].bill
    assert BOOK["Kinunir"].bill.price - 21_700_000 + pinnace.price == 1_337_133_125


@pytest.mark.rule("HG-L12", "HG-S16")
def test_the_kinunirs_pinnace_line_by_line():
    assert lines("Kinunir Pinnace") == spelt("""
        hull: 0 3.85 0
        maneuver: 3.85 1.925 0
        power plant: 1.4 4.2 0
        fuel: 1.4 0 0
        computer: 2 9 0
        weapons: 1 2.25 0
        couches: 18 .9 0
        cargo: 7.35 0 0
    """)
    made = BOOK["Kinunir Pinnace"].bill
    assert (str(made.usp), made.price, made.agility) == ("KT-0204421-000000-00003-0", 22_125_000, 4)
    assert (made.spare, limits(made)) == (0, [])


@pytest.mark.rule("HG-L12", "HG-L07")
def test_the_unicorn_line_by_line():
    """R-68: MCr355.988 as printed, and the berth fee."""
    assert lines("Unicorn") == spelt("""
        hull: 0 18 0
        jump: 20 80 0
        maneuver: 44 22 0
        power plant: 42 126 0
        fuel: 81 0 0
        tanks: 0 .11 0
        scoops: 0 .3 0
        purifier: 4 .028 0
        bridge: 20 1.5 0
        computer: 7 55 5
        armor: 12 7.2 0
        turrets: 12 14 16
        craft: 0 27.85 0
        craft berths: 20 .04 0
        staterooms: 32 4 0
        cargo: 6 0 0
    """)
    made = BOOK["Unicorn"].bill
    assert made.price - 40_000 == 355_988_000
    assert (str(made.usp), made.agility, made.ep) == ("CE-3455762-300000-40100-0", 0, 21)
    assert limits(made) == ["TOO_MANY_HARDPOINTS"]
    assert listing_of(made, TABLES).tanks == Tanks(Fraction(100), "CE-4444562", Fraction("0.11"), 0)


@pytest.mark.rule("HG-S16", "HG-L12")
@pytest.mark.parametrize(
    ("name", "usp", "mcr", "spare", "agility", "broken"),
    [
        ("Launch", "GL-0203301-000000-00000-0", "8.895", "0.1", 3, []),
        ("Ship's Boat", "QB-0204411-020000-10001-0", "21.7", "0.31", 0, []),
        ("Pinnace", "KK-0106C11-000000-40000-0", "28", "-2.6", 4, ["OVER_CAPACITY"]),
        ("Unicorn Gig", "GG-0106B21-000000-20000-0", "27.85", "-5", 6, ["OVER_CAPACITY"]),
    ],
)
def test_the_sample_small_craft(name, usp, mcr, spare, agility, broken):
    """R-67 and R-68: what each comes to by the rules."""
    made = BOOK[name].bill
    assert (str(made.usp), made.price) == (usp, Fraction(mcr) * 1_000_000)
    assert (made.spare, made.agility, limits(made)) == (Fraction(spare), agility, broken)


@pytest.mark.rule("HG-L12", "HG-L03")
@pytest.mark.parametrize(
    ("name", "number", "tl", "tons", "fuel", "ep", "crew", "passengers", "emergency_low", "cargo"),
    [
        # The launch is printed with a crew of two; her couches are for a pilot alone.
        ("Launch", "", 8, 17, "1", ".51", 1, 6, 0, "6"),
        ("Ship's Boat", "", 8, 27, "3", "1.08", 2, 6, 0, "6"),
        ("Pinnace", "", 15, 40, "5", "4.8", 2, 8, 0, "12"),
        ("Unicorn Gig", "GG-13768.1", 14, 20, "2.2", "2.2", 1, 7, 3, "2"),
        ("Unicorn", "CE-13768", 14, 300, "81", "21", 12, 0, 0, "6"),
        ("Kinunir Pinnace", "KT-9514.1", 15, 35, "1.4", "1.4", 2, 34, 0, "7.35"),
        # 53.6875 tons, in a listing to three places.
        ("Kinunir", "BC-9514", 15, 1250, "587.5", "87.5", 45, 0, 0, "53.688"),
    ],
)
def test_the_second_lines_of_the_books_listings(
    name, number, tl, tons, fuel, ep, crew, passengers, emergency_low, cargo
):
    """What stands below the profile, as printed but for the rulings R-64 to R-68."""
    listing = listing_of(BOOK[name].bill, TABLES)
    assert (listing.number, listing.tl, listing.tons) == (number, tl, tons)
    assert (listing.fuel, listing.ep, listing.cargo) == (Fraction(fuel), Fraction(ep), Fraction(cargo))
    people = (listing.crew, listing.passengers, listing.low, listing.emergency_low, listing.troops)
    assert people == (crew, passengers, 0, emergency_low, 0)


@pytest.mark.parametrize("name", sorted(BOOK))
def test_a_ship_of_the_book_names_its_printed_slips(name):
    assert "(R-6" in BOOK[name].text.splitlines()[0]
    assert ("breaks a limit as printed" in BOOK[name].text) == (not BOOK[name].bill.legal)


def main_weapon(made):
    """The spinal mount, else the first bays, else the first turrets; barbettes are particle weapons."""
    if made.design.spinal:
        return made.design.spinal.weapon
    weapon = made.design.bays[0].weapon if made.design.bays else made.design.turrets[0].weapons[0]
    return "particle" if weapon == "barbette" else weapon


def test_our_ships_are_many_and_no_two_are_alike():
    kinds = [(blueprint.bill.design.configuration, main_weapon(blueprint.bill)) for blueprint in OWN.values()]
    assert len(kinds) == len(set(kinds)) >= 20
    tons = [blueprint.bill.design.tons for blueprint in OWN.values()]
    assert (min(tons), max(tons)) == (10, 500_000)


@pytest.mark.parametrize("name", sorted(OWN))
def test_each_of_our_ships_is_legal_and_can_be_listed(name):
    made = OWN[name].bill
    assert made.faults == ()
    assert made.spare == 0
    assert made.tons == sum(line.tons for line in made.lines) == made.usable
    assert made.price == sum(line.price for line in made.lines)
    ship = listing_of(made, TABLES)
    assert disagreements(ship, TABLES) == ()
    read = read_listing(write_listing(ship))
    assert (read.ship, read.doubts) == (ship, ())


@pytest.mark.rule("HG-L11", "HG-L01")
def test_a_file_of_all_ships_is_read_as_it_was_written():
    ships = [listing_of(blueprint.bill, TABLES) for blueprint in (*BOOK.values(), *OWN.values())]
    found = read_listings(write_listings(ships))
    assert [read.ship for read in found.ships] == ships
    assert (found.refused, {doubt for read in found.ships for doubt in read.doubts}) == ((), set())


def test_what_is_no_blueprint_is_named(tmp_path):
    (tmp_path / "a.txt").write_text("name Alpha\ntech 15\nhull 2000 cone\ncraft Beta\n")
    (tmp_path / "b.txt").write_text("name Beta\ntech 15\nhull 2000 cone\ncraft Alpha\n")
    with pytest.raises(DataError, match=r"a\.txt: Line 4: There is no craft “Beta”"):
        load_blueprints(tmp_path, TABLES)
    (tmp_path / "b.txt").write_text("tech 15\nhull 2000 cone\n")
    with pytest.raises(DataError):
        load_blueprints(tmp_path, TABLES)
