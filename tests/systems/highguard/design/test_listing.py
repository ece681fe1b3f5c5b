"""Listings: the classic layout, odd forms, doubts, and mutations that never crash."""

import random
import re
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.systems.highguard.design.choices import Bays
from bot.systems.highguard.design.listing import (
    Counted,
    Listing,
    Tanks,
    armed_places,
    disagreements,
    listing_of,
    write_listing,
)
from bot.systems.highguard.design.reading import read_listing, read_listings
from bot.systems.highguard.design.usp import read_usp
from bot.systems.highguard.ships.enlist import vessel_of_listing
from tests.systems.highguard.design.listings import KINUNIR, SHIPS, UNICORN, profiles
from tests.systems.highguard.yard import TABLES, cruiser, fighter, turrets


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L03")
def test_the_kinunir_as_printed():
    read = read_listing(KINUNIR)
    ship = read.ship
    assert read.doubts == ()
    assert (ship.number, ship.name, str(ship.usp)) == ("BC-9514", "Kinunir", "BC-A2447G2-000510-50202-0")
    assert (ship.price, ship.tons, ship.crew, ship.tl) == (Fraction("1336.63"), 1250, 45, 15)
    assert ship.batteries == {"laser": Counted(2, 2), "particle": Counted(2, 2), "missile": Counted(2, 2)}
    assert (ship.passengers, ship.low, ship.cargo, ship.fuel) == (0, 0, 63, Fraction("587.5"))
    assert (ship.ep, ship.agility, ship.marines, ship.troops) == (Fraction("87.5"), 1, 35, 0)


@pytest.mark.rule("HG-L01")
@pytest.mark.parametrize(
    "price",
    ["MCr1336.63", "Cr 1,336,630,000", "1,336,630,000 Cr", "kCr1336630", "BCr1.33663", "1336.63 MCr", "MCr 1,336.63"],
)
def test_a_price_is_read_in_any_unit(price):
    assert read_listing(KINUNIR.replace("MCr1336.63", price)).ship.price == Fraction("1336.63")


@pytest.mark.rule("HG-L05", "HG-L06")
def test_what_a_listing_implies():
    ship = read_listing(KINUNIR).ship
    assert ship.emergency_agility == 4
    assert (ship.plant_fuel, ship.fuel - ship.plant_fuel) == (Fraction("87.5"), 500)


@pytest.mark.rule("HG-L07", "HG-L11", "HG-L04")
def test_the_unicorn_and_its_gig_as_printed():
    found = read_listings(UNICORN)
    unicorn, gig = (read.ship for read in found.ships)
    assert found.refused == ()
    assert [read.line for read in found.ships] == [1, 7]
    assert unicorn.tanks == Tanks(Fraction(100), "CE-4444762", Fraction("0.11"))
    assert unicorn.price == Fraction("355.99")
    assert (gig.name, gig.number, gig.agility, gig.crew, gig.tl) == ("Gig", "GG-13768.1", 6, 1, 14)
    assert (gig.emergency_low, gig.fuel, gig.marines) == (3, Fraction("2.2"), 0)
    assert gig.batteries == {"laser": Counted(1, 1)}


@pytest.mark.rule("HG-L08", "HG-L09", "HG-L10")
def test_pulse_lasers_frozen_watch_and_both_kinds_of_troops():
    read = read_listing(KINUNIR + "Frozen Watch=40. Troops=12.\nPulse lasers.\n")
    assert (read.ship.pulse, read.ship.frozen_watch) == (True, 40)
    assert (read.ship.troops, read.ship.marines) == (12, 35)
    assert "A frozen watch of 40 has only 0 low berths (HG-L09)." in disagreements(read.ship, TABLES)
    assert read_listing(KINUNIR).ship.pulse is False


@pytest.mark.rule("HG-L13")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1250 tons", "2250 tons", "2,250 tons have code B, the profile says A (HG-D03)."),
        ("Crew=45", "Crew=145", "A crew of 145 has code 3, the profile says 2 (HG-D69)."),
        ("A2447G2", "A2443G2", "Power plant 3 is less than jump 4 or maneuver 4 (HG-D15)."),
        ("Agility=1", "Agility=5", "Agility 5 is more than maneuver 4 (HG-D28)."),
        ("A2447G2", "A244712", "A hull of code A needs computer 2 at least (HG-D30)."),
        ("A2447G2", "A244722", "Computer 2 controls jump 2, not 4 (HG-D31)."),
        ("EP=87.5", "EP=80", "The plant makes 87.5 EP, the listing says 80 (HG-D26)."),
        ("Fuel=587.5", "Fuel=500", "The drives need 587.5 tons of fuel, the listing has 500 (HG-D18)."),
        ("bearing                     2 2 2", "bearing                     2 1 2", "Of 2 particle batteries 2 bear"),
    ],
)
def test_where_listing_and_rules_disagree(old, new, told):
    assert disagreements(read_listing(KINUNIR).ship, TABLES) == ()
    said = disagreements(read_listing(KINUNIR.replace(old, new)).ship, TABLES)
    assert any(text.startswith(told) for text in said)


@pytest.mark.rule("HG-L02", "HG-L13")
@pytest.mark.parametrize(
    ("lines", "batteries", "doubts"),
    [
        ("", (1, 1, 1), 0),
        ("\tbatteries bearing\t2 2 2\n\tbatteries\t3 3 3\n", (3, 3, 3), 2),
        (" batteries bearing 222\n batteries 345\n", (3, 4, 5), 2),
        (" batteries A 12 Y\n Legend: Y=35, Z=50.\n", (10, 12, 35), 3),
        ("Batteries Bearing: 2 2\n", (1, 1, 1), 2),
        ("batteries 1 2 ?\n", (1, 1, 1), 2),
        ("BATTERIES                                   J 2 Z\n", (18, 2, 33), 1),
        (
            "batteries bearing                           2 2 2\nbatteries                                   3 4  \n",
            (3, 4, 2),
            1,
        ),
    ],
)
def test_battery_lines_in_odd_forms(lines, batteries, doubts):
    head, *_, tail = KINUNIR.splitlines(keepends=True)
    read = read_listing(head + lines + tail + "TL=15.")
    assert tuple(counted.total for counted in read.ship.batteries.values()) == batteries
    assert len(read.doubts) == doubts


@pytest.mark.rule("HG-L01", "HG-L13")
def test_a_wrapped_listing_with_a_remark():
    text = "USS Oddity (ND)  BC-A2447G2-000510-\n  50202-0\nMCr 1,336.63\n1,250 tons TL=12(14) Crew = 45\n"
    read = read_listing(text)
    assert (read.ship.name, read.ship.price, read.ship.tons) == ("USS Oddity", Fraction("1336.63"), 1250)
    assert (read.ship.tl, read.ship.crew, read.ship.notes) == (12, 45, ("(ND)",))
    assert read.doubts == (
        "“(ND)” isn't in the book: kept as a note.",
        "TL=12(14) is read as built at 12.",
        "Nothing is told of fuel, EP and agility: taken as 0 (HG-L04).",
    )


@pytest.mark.rule("HG-L01")
@pytest.mark.parametrize("head", ["Ship: Kinunir", "class:Kinunir", "Kinunir"])
def test_a_name_is_read_without_its_label(head):
    assert read_listing(f"{head}\nBC-A2447G2-000510-50202-0").ship.name == "Kinunir"


@pytest.mark.rule("HG-L01")
def test_a_name_above_its_profile_is_no_note_of_the_ship_before():
    one, two = read_listings("A–1 One  BC-A2447G2-000510-50202-0\nOld.\nTwo\nBC-A2447G2-000510-50202-0").ships
    assert (one.ship.number, one.ship.name, one.ship.notes, two.ship.name) == ("A-1", "One", ("Old.",), "Two")


@pytest.mark.rule("HG-L08", "HG-S09")
def test_a_listing_notes_what_its_profile_cannot_tell():
    """A craft's bridge counts for its computer (R-31), and fusion guns give a globe twice the energy (R-51)."""
    with_both = fighter(bridges=1, power=12, turrets=(turrets("fusion", 2),))
    assert listing_of(with_both, TABLES).notes == ("Bridge.", "Fusion guns.")
    ship = vessel_of_listing(read_listing(write_listing(listing_of(with_both, TABLES))).ship, TABLES)
    assert (ship.bridges, ship.now.armament[0].weapon) == (1, "fusion")
    plasma = cruiser(bays=(Bays("plasma", 50),))
    assert listing_of(plasma, TABLES).notes == ()


@pytest.mark.rule("HG-L02")
def test_a_weapon_that_the_yard_cannot_build_yet_has_no_batteries():
    early = cruiser(tl=9, bays=(Bays("repulsor", 100),), turrets=(turrets("beam", 3),))
    assert listing_of(early, TABLES).batteries == {"laser": Counted()}


@pytest.mark.rule("HG-L01", "HG-L13")
def test_what_is_missing_is_told():
    read = read_listing("Kinunir\nBC-A2447G2-000510-50202-0")
    assert read.ship.name == "Kinunir"
    assert read.doubts == (
        "The name is taken from the line above: “Kinunir”.",
        "No price is told.",
        "No tonnage is told: the profile's code gives a range only.",
        "No tech level is told.",
        "Nothing is told of fuel, EP and agility: taken as 0 (HG-L04).",
    )
    # What nobody told isn't written as if somebody had.
    assert write_listing(read.ship).split() == ["Kinunir", "BC-A2447G2-000510-50202-0"]
    twice = read_listing(KINUNIR + "Fuel=600.")
    assert twice.ship.fuel == 600
    assert twice.doubts == ("The fuel is told twice: 600 is taken.",)


@pytest.mark.rule("HG-D02", "HG-L13")
def test_a_file_tells_what_it_could_not_read():
    found = read_listings(KINUNIR + "\nXX Wreck BC-A0447G2-000510-50202-0 MCr1 1250 tons\n")
    assert [read.ship.name for read in found.ships] == ["Kinunir"]
    assert len(found.refused) == 1
    assert found.refused[0].startswith("Line 6: “0” can't stand for configuration")
    six_weapons = read_listings(KINUNIR.replace("50202-0", "502202-0") + UNICORN)
    assert [read.ship.name for read in six_weapons.ships] == ["Unicorn", "Gig"]
    with pytest.raises(RuleError, match="no profile"):
        read_listings("Nothing to see.")
    with pytest.raises(RuleError, match="2 ships"):
        read_listing(UNICORN)


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L03")
def test_the_classic_layout():
    """The Kinunir's own listing, line by line: battery figures stand under their places."""
    assert write_listing(read_listing(KINUNIR).ship).splitlines() == [
        "BC-9514 Kinunir           BC-A2447G2-000510-50202-0  MCr1336.63    1250 tons",
        "      batteries bearing                     2 2 2    Crew=45.",
        "              batteries                     2 2 2    TL=15.",
        "Passengers=0. Low=0. Cargo=63. Fuel=587.5. EP=87.5. Agility=1. Marines=35.",
    ]


@pytest.mark.rule("HG-L02", "HG-L07", "HG-L09")
def test_the_listing_of_a_design():
    made = cruiser(
        tons=Fraction(50_000), computer="5", tl=15, power=9, crew=None, staterooms=None, frozen_watch=True, low=700,
        turrets=(turrets("beam", 1, 120, 120), turrets("sand", 3, 40, 4)), tanks=Fraction(10_000), marines=150,
        name="Sable",
    )  # fmt: skip
    assert made.legal, made.faults
    ship = listing_of(made, TABLES)
    assert ship.batteries == {"laser": Counted(120, 96), "sand": Counted(4, 3)}
    assert "Legend: Z=120, Y=96." in write_listing(ship) or "Legend: Y=96, Z=120." in write_listing(ship)
    assert ship.frozen_watch == (made.crew + 150 + 1) // 2
    assert ship.tanks.profile.startswith("XX-P113")  # 1,500 and 5,500 tons of drives in 60,000: jump 1, maneuver 3
    assert read_listing(write_listing(ship)).ship == ship
    assert disagreements(ship, TABLES) == ()


@pytest.mark.rule("HG-L01", "HG-L03", "HG-L13")
@settings(deadline=None)
@given(SHIPS)
def test_every_legal_ship_is_read_as_it_was_written(parts):
    made = cruiser(**parts)
    assert made.tons == sum(line.tons for line in made.lines)
    assert made.price == sum(line.price for line in made.lines)
    if made.legal:
        ship = listing_of(made, TABLES)
        read = read_listing(write_listing(ship))
        assert read.ship == ship
        assert read.doubts == ()


@pytest.mark.rule("HG-L02", "HG-L04")
@given(profiles(), st.data())
def test_every_listing_is_read_as_it_was_written(text, data):
    usp = read_usp(text)
    counts = st.tuples(st.integers(1, 9_999), st.integers(1, 9_999)).map(lambda pair: Counted(max(pair), min(pair)))
    batteries = {place: data.draw(counts) for place in armed_places(usp)}
    ship = Listing(
        usp, price=Fraction(5), tons=Fraction(7), batteries=batteries, crew=data.draw(st.integers(0, 99_999))
    )
    assert read_listing(write_listing(ship)).ship == ship


def test_a_small_craft_is_listed():
    made = fighter(turrets=(turrets("missile", 3),), name="Dart", tl=13)
    assert write_listing(listing_of(made, TABLES)).splitlines()[0].startswith("Dart ")


def test_5000_mutated_listings_are_read_or_refused():
    chance = random.Random(1985)
    alphabet = "0AZ9=.,-()\t\n LEYÉ٣½ tonsMCr"
    for _ in range(5_000):
        letters = list(chance.choice((KINUNIR, UNICORN)))
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(letters))
            letters[at : at + chance.randint(0, 2)] = chance.choice(alphabet) * chance.randint(0, 3)
        with suppress(RuleError):
            for read in read_listings("".join(letters)).ships:
                disagreements(read.ship, TABLES)
                write_listing(read.ship)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text):
    with suppress(RuleError):
        read_listings(KINUNIR[:60] + text)


@pytest.mark.rule("HG-L02")
def test_of_two_rows_on_one_line_the_first_are_those_that_bear():
    head, *_, tail = KINUNIR.splitlines(keepends=True)
    read = read_listing(f"{head} 2 2 2 3 4 5\n{tail}TL=15.")
    assert [(each.bearing, each.total) for each in read.ship.batteries.values()] == [(2, 3), (2, 4), (2, 5)]
    assert not any("taken the other way" in doubt for doubt in read.doubts)


@pytest.mark.rule("HG-L02")
@pytest.mark.parametrize(("count", "legend"), [(33, None), (34, 34), (80, 80)])
def test_a_number_of_batteries_without_a_digit_of_its_own_has_a_letter_that_is_explained(count, legend):
    """The last digit is Z for 33."""
    ship = read_listing(KINUNIR).ship
    many = replace(ship, batteries={**ship.batteries, "laser": Counted(count, count)})
    written = write_listing(many)
    assert re.findall(r"Legend: [A-Z]=(\d+)\.", written) == ([] if legend is None else [str(legend)])
    assert read_listing(written).ship == many


@pytest.mark.parametrize(
    ("bearing", "total", "doubted", "counted"),
    [
        # Bearing 2 of 3; the two lines taken the other way; one of each, which is only a battery that is told wrong.
        ("2", "3", False, Counted(3, 2)),
        ("3", "2", True, Counted(3, 2)),
        ("2", "2", False, Counted(2, 2)),
    ],
)
def test_the_two_lines_of_batteries_are_told_by_their_figures_where_they_are_mixed_up(bearing, total, doubted, counted):
    text = re.sub(r"(batteries bearing +)2", rf"\g<1>{bearing}", KINUNIR)
    text = re.sub(r"(batteries {5,})2", rf"\g<1>{total}", text)
    reading = read_listing(text)
    assert any("taken the other way" in doubt for doubt in reading.doubts) is doubted
    assert reading.ship.batteries["laser"] == counted
