"""Listings as people post them: read whatever their labels and line breaks, and nothing left out in silence."""

import re
import textwrap
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.systems.highguard.design.listing import Counted, Tanks, listing_of, write_listing
from bot.systems.highguard.design.reading import read_listing, read_listings
from tests.systems.highguard.design import pastes
from tests.systems.highguard.design.listings import KINUNIR, SHIPS
from tests.systems.highguard.yard import TABLES, cruiser, turrets


def read(text):
    """The ships of a paste by name."""
    return {each.ship.name: each for each in read_listings(text).ships}


def batteries(reading):
    return {place: (found.total, found.bearing) for place, found in reading.ship.batteries.items()}


@pytest.mark.rule("HG-L01", "HG-L04", "HG-L13")
def test_two_profiles_on_adjacent_lines_are_two_ships():
    ships = read(pastes.ADJACENT)
    assert [each.line for each in ships.values()] == [1, 2]
    assert ships["Hornet"].ship.crew == 0
    assert "Nothing is told of fuel, EP and agility: taken as 0 (HG-L04)." in ships["Hornet"].doubts
    assert (ships["Wasp"].ship.crew, ships["Wasp"].ship.fuel, ships["Wasp"].doubts) == (60, 1600, ())
    bare = "BC-A2447G2-000510-50202-0\nBC-A2447G2-000510-50202-0\n"
    assert [each.ship.name for each in read_listings(bare).ships] == ["", ""]


@pytest.mark.rule("HG-L02", "HG-L08")
def test_a_dreadnought_keeps_its_eighty_missile_batteries():
    colossus = read(pastes.DREADNOUGHT)["Colossus"]
    assert batteries(colossus) == {"sand": (30, 16), "laser": (60, 40), "missile": (80, 40)}
    assert (colossus.ship.tons, colossus.ship.crew, colossus.ship.pulse) == (100_000, 1_422, True)
    assert (colossus.ship.price, colossus.doubts) == (Fraction("71255.5"), ())


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L05")
def test_price_before_its_unit_and_batteries_beside_a_slash():
    kestrel = read(pastes.SLASHED)["Kestrel"]
    ship = kestrel.ship
    assert (ship.price, ship.tons, ship.crew, ship.tl, ship.fuel) == (2200, 5000, 70, 13, 1200)
    assert (ship.agility, ship.notes) == (3, ("Emergency Agility=5.",))
    assert batteries(kestrel) == {"laser": (12, 9), "missile": (8, 6)}
    assert "“Emergency Agility=5.” isn't read, and kept as a note." in kestrel.doubts


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L03")
def test_the_layout_with_colons():
    ardent = read(pastes.GALLERY)["Ardent"]
    ship = ardent.ship
    assert (ship.price, ship.tons, ship.crew, ship.tl) == (Fraction("9912.5"), 10_000, 120, 14)
    assert (ship.cargo, ship.fuel, ship.ep, ship.agility, ship.marines, ship.pulse) == (42, 4600, 600, 4, 30, True)
    assert batteries(ardent) == {"sand": (6, 5), "laser": (10, 8), "particle": (10, 8), "missile": (12, 9)}
    assert ship.notes == ("Craft: 2 x 30T Ship's Boat", "Type: Light Cruiser")


@pytest.mark.rule("HG-D02", "HG-L02", "HG-L13")
def test_long_types_and_figures_that_are_a_part_only():
    ships = read(pastes.HYPHENS)
    assert [str(each.ship.usp)[:3] for each in ships.values()] == ["ID-", "RD-"]
    assert ships["Sentinel"].doubts == ("A ship's type has two letters: of IDC ID is written (R-69).",)
    assert batteries(ships["Sentinel"]) == {"laser": (2, 2), "particle": (2, 2), "missile": (2, 2)}
    picket = ships["Picket"].ship
    assert (picket.fuel, picket.crew, picket.tons, picket.frozen_watch) == (Fraction("587.5"), 45, 1250, 0)
    assert picket.notes == ("Extra Fighter Fuel=12. Frozen Flight Crew=9.",)


@pytest.mark.rule("HG-L02", "HG-L13")
def test_battery_lines_without_a_label_and_a_note_with_tons_and_a_price():
    heron = read(pastes.UNLABELLED)["Night Heron"]
    assert batteries(heron) == {"sand": (2, 2), "laser": (6, 5), "particle": (4, 3), "missile": (5, 4)}
    assert (heron.ship.price, heron.ship.tons) == (Fraction("990.25"), 1000)
    assert heron.ship.notes == ("(ND)", "Carries a 50 ton cutter, MCr 28, in her hold.")


@pytest.mark.rule("HG-L03")
def test_a_listing_on_one_line():
    boat = read(pastes.ONE_LINE)["Longboat"]
    ship = boat.ship
    assert (ship.crew, ship.tl, ship.passengers, ship.emergency_low, ship.agility) == (1, 14, 7, 3, 6)
    assert (ship.price, ship.tons, ship.fuel, boat.doubts) == (Fraction("27.85"), 20, Fraction("2.2"), ())


@pytest.mark.rule("HG-L01", "HG-L13")
def test_two_profiles_on_one_line_are_refused_with_what_is_wrong():
    found = read_listings(pastes.TWO_ON_A_LINE)
    assert [(each.ship.name, each.ship.tons, each.line) for each in found.ships] == [("Third", 9900, 3)]
    one = "FF-8145573-030000-40302-0"
    assert found.refused == (
        f"Line 1: “{one}” and “{one}” stand on one line: give each ship its own. Its other 1 line is left out with it.",
    )


@pytest.mark.rule("HG-L02", "HG-L03")
def test_lines_broken_anywhere():
    quarrel = read(pastes.WRAPPED)["Quarrel"]
    ship = quarrel.ship
    assert batteries(quarrel) == {"laser": (4, 3), "missile": (5, 4)}
    assert (ship.price, ship.tons, ship.emergency_low, ship.low) == (Fraction("420.1"), 500, 2, 0)
    assert ship.notes == ("built for 420 MCr and 20 tons of silver.",)


@pytest.mark.rule("HG-L02")
@pytest.mark.parametrize("between", ["", "Crew=15. "])
def test_a_label_of_batteries_broken_behind_its_first_word(between):
    text = (
        f"XX-L100443-000000-20001-0 MCr9758.343 20000 tons\nbatteries bearing 1 2\n{between}total\nbatteries 1 3 TL=12."
    )
    ship = read_listing(text).ship
    assert {place: (found.total, found.bearing) for place, found in ship.batteries.items()} == {
        "laser": (1, 1),
        "missile": (3, 2),
    }
    assert ship.notes == ()


@pytest.mark.rule("HG-L01", "HG-L13")
def test_remarks_in_the_midst():
    gallant = read(pastes.REMARKED)["USS Gallant"]
    ship = gallant.ship
    assert (str(ship.usp), ship.tons, ship.fuel, ship.cargo) == (
        "BC-A2447G2-000510-50202-0", 1250, Fraction("587.5"), 63,
    )  # fmt: skip
    assert (ship.crew, ship.tl, ship.notes[-1]) == (45, 12, "The captain's main battery is famous.")
    assert "“(6 officers)” behind Crew=45 isn't read." in gallant.doubts


@pytest.mark.rule("HG-D02", "HG-L13")
def test_what_looks_like_a_profile_is_refused_and_not_swallowed_by_the_ship_before():
    found = read_listings(KINUNIR + "CL-2 Short  CL-A2447G-000510-50202-0  MCr5  1250 tons\nCrew=3.\n")
    assert [each.ship.name for each in found.ships] == ["Kinunir"]
    assert found.refused[0].startswith("Line 5: “CL-A2447G-000510-50202-0” isn't a profile: its groups have")


@pytest.mark.rule("HG-L02", "HG-L13")
@pytest.mark.parametrize("paste", pastes.EVERY)
def test_every_paste_is_read_again_as_it_was_exported(paste):
    for each in read_listings(paste).ships:
        assert read_listing(write_listing(each.ship)).ship == each.ship


BEARING = st.sampled_from(["batteries bearing", "bear", "Bearing:", "Bat Bear", "batts. brng", "BATTERIES BEARING"])
ALL = st.sampled_from(["batteries", "batt", "batts.", "Batteries:", "Bat", "btty", "total batteries"])


@st.composite
def disguises(draw):
    """How somebody may repeat a listing: other labels, no columns, other line breaks."""
    bearing, every = draw(st.tuples(BEARING, ALL) | st.just(("", "")))
    sign, agility = draw(st.sampled_from(["=", " = ", ": "])), draw(st.sampled_from(["Agil", "Agile", "Agility"]))
    width, newline = draw(st.sampled_from([0, 24, 40, 72, 10_000])), draw(st.sampled_from(["\n", "\r\n"]))

    def disguise(text):
        head, *below = text.splitlines()
        start = re.search(r"\w\w-\w{7}-", head).end()
        below = [re.sub(r"^ *batteries bearing  ", f"{bearing}  ", line) for line in below]
        below = [re.sub(r"^ *batteries  ", f"{every}  ", line).replace("Agility=", f"{agility}=") for line in below]
        below = [re.sub(r"(?<=[a-z])=(?=[\d.])", sign, line) for line in below]
        if width:
            rest = " ".join(" ".join([head[start:], *below]).split())
            below = (head[:start] + textwrap.fill(rest, width, break_long_words=False)).split("\n")
        return newline.join(below if width else [head, *below])

    return disguise


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L13")
@settings(deadline=None, max_examples=60)
@given(SHIPS, disguises())
def test_a_design_is_read_back_whatever_its_labels_and_line_breaks(parts, disguise):
    made = cruiser(**parts)
    assume(made.legal)
    ship = listing_of(made, TABLES)
    assert read_listing(disguise(write_listing(ship))).ship == ship


@pytest.mark.rule("HG-L02", "HG-L13")
def test_a_legend_may_begin_on_the_line_of_the_tonnage():
    told = "XX-L100443-000000-10001-0 MCr9790\n20000 tons 1 Y Crew:\n133. 1 Z TL=12. Legend:\nZ=34."
    ship = read_listing(told).ship
    assert (ship.tons, ship.notes, ship.batteries["missile"].total) == (20_000, (), 34)


@pytest.mark.rule("HG-L02")
@pytest.mark.parametrize("label", ["batteries", "total batteries", "all batts."])
def test_letters_for_batteries_stand_between_their_label_and_the_next_figure(label):
    """Ten of each, in two figures of one letter: the tech level behind them is told, and they are no words of it."""
    made = cruiser(turrets=(turrets("beam", 1, 10), turrets("missile", 1, 10)))
    ship = listing_of(made, TABLES)
    told = " ".join(re.sub(r"(?m)^ *batteries  ", f"{label}  ", write_listing(ship)).split())
    assert read_listing(told).ship == ship


@pytest.mark.rule("HG-L02", "HG-L13")
@pytest.mark.parametrize(
    "told",
    [
        "1200 tons bear 1 2 Crew\n= 23. total batteries 1\n2 TL=12.",
        "1200 tons batts. brng 1\n2 Crew=23. Batteries:\n1 2 TL=12.",
        "1200 tons bear 1 2 Crew=23. 1 2 TL=12.",
    ],
)
def test_a_line_break_among_battery_figures_parts_no_battery(told):
    ship = read_listing(f"XX-A100432-000000-10001-0 MCr608.5 {told} Fuel=48. EP=48. Agility=0.").ship
    assert ship.batteries == {"laser": Counted(1, 1), "missile": Counted(2, 2)}
    assert (ship.tons, ship.crew, ship.tl, ship.notes) == (1200, 23, 12, ())


@pytest.mark.rule("HG-L09", "HG-L13")
def test_a_frozen_watch_in_a_note_is_a_note():
    ship = read_listing(f"{KINUNIR}\nNote: Frozen Watch").ship
    assert (ship.frozen_watch, ship.notes) == (0, ("Frozen Watch",))


ODD = """
Carries 20 tons of ore.|Emergency Agility=3|Notes: she leaks|2 2 2|7 7 7 7 7 7|MCr 5|One half of her crew=9 are ill
batteries 1 2 3|bear 2 2 2|Zed = 5|Q=44|Pulse lasers|(ND)|Low berths 12 for guests|L-Hyd tanks, large|TL 44|Legend
class of 12 ships, 300 kTons|a b c d|Frozen Watch|Crew 12 TL 11|Marines: thirty|200 tons|The Type 3 turret; see BC-9514
x=y|Price: 5 MCr|USP|Crew=45 Crew=46 of them|Cargo=1.5kt|Fuel = 12 tons, more = less|.5|Agility: 4 (6 burdened)
"""
LINES = st.lists(
    st.sampled_from(re.split(r"[|\n]", ODD)) | st.text("abcXYZ0123 =:.,/()-", max_size=30),
    max_size=6,
)


@pytest.mark.rule("HG-L13")
@settings(deadline=None, max_examples=150)
@given(LINES)
def test_no_line_of_a_paste_vanishes_unread_and_undoubted(lines):
    head, *figures = KINUNIR.splitlines()
    assume(not any(re.search(r"\w{5,}-\w{4,}-\w{3,}", line) for line in lines))
    plain = read_listing(KINUNIR)
    for line in lines:
        found = read_listings("\n".join([head, *figures, line]))
        if re.search("[^\\W_]", line) and line.strip(" :") not in {"Legend"}:
            assert found.ships[0] != plain, line
    ship = read_listings("\n".join([head, *figures, *lines])).ships[0].ship
    assert read_listing(write_listing(ship)).ship == ship


@pytest.mark.parametrize(
    "piece", ["batteries ", "(", "1 ", "- ", "L-Hyd tanks add ", "A-\n", "Crew=4 ", "with 5t ", "cost ", "bear 2 "]
)
def test_long_lines_are_read_to_their_end(piece):
    """Patterns that go back and forth over a line would never come to an end of these."""
    head = KINUNIR.splitlines()[0]
    assert len(read_listings(f"{head}\n{piece * 5_000}").ships) == 1
    assert len(read_listings(f"{head} {piece * 5_000}").ships) == 1


@pytest.mark.rule("HG-L01", "HG-L02", "HG-L13")
def test_what_a_mail_quotes_is_read_behind_its_marks():
    hawk = read(pastes.MAILED)["Hawk"]
    assert hawk.line == 2
    ship = hawk.ship
    assert (ship.price, ship.tons, ship.tl, ship.crew) == (Fraction(1561, 2), 1000, 13, 20)
    assert (ship.fuel, ship.ep, ship.agility) == (450, 50, 4)
    # A line break parts an amount from its name, with no sign between them.
    assert (ship.cargo, ship.low, ship.passengers) == (12, 5, 3)
    assert batteries(hawk) == {"sand": (2, 2), "laser": (2, 2), "particle": (1, 1), "missile": (4, 3)}
    assert ship.notes == ("On 3 March Joe wrote:",)


@pytest.mark.rule("HG-L01", "HG-L13")
def test_a_record_that_gives_each_figure_its_line_has_its_ship_s_name_and_tonnage():
    vengeance = read(pastes.RECORD)["INS Vengeance"].ship
    assert (vengeance.tons, vengeance.price, vengeance.fuel, vengeance.ep) == (6000, 5600, 3000, 360)
    assert vengeance.notes == ()


@pytest.mark.rule("HG-L02")
def test_figures_below_a_price_or_a_tonnage_aren_t_drawn_up_to_it():
    duke, ram = read(pastes.BELOW_A_PRICE).values()
    assert batteries(duke)["sand"] == (3, 2)
    assert batteries(duke)["laser"] == (7, 6)
    assert (ram.ship.price, ram.ship.tons) == (Fraction(875076, 100), 3000)
    assert batteries(ram) == {
        "sand": (28, 27),
        "repulsor": (33, 33),
        "laser": (9, 6),
        "energy": (4, 4),
        "particle": (1, 1),
        "meson": (5, 3),
        "missile": (4, 4),
    }


@pytest.mark.rule("HG-L01", "HG-L13")
def test_tons_of_something_else_are_no_tonnage_and_their_notes_stay_whole():
    barge = read(pastes.TONS_OF_OTHERS)["Ore Barge"].ship
    assert barge.tons == 4000
    assert barge.notes == ("Fuel tankage=300 tons 260 tons of spare parts",)


@pytest.mark.rule("HG-L01", "HG-L13")
@pytest.mark.parametrize("name", ["", "Ore Barge  ", "The Honourable Merchant Adventurers' Ore Barge  "])
@pytest.mark.parametrize(
    "what", ["carries 300 tons", "with 300 tons", "plus 300 tons", "300 tons of ore", "cargo 300 tons"]
)
def test_tons_of_something_else_are_told_by_the_word_beside_them_wherever_they_stand(name, what):
    """In the first columns of a line, and far behind them."""
    text = f"{name}AG-D2226B2-040000-40003-0  {what}  4,000 tons  MCr 610\nCrew=9\n"
    (found,) = read_listings(text).ships
    assert (found.ship.tons, found.ship.price) == (4000, 610)


TANKER = "CE-3444762-000000-00000-0 MCr100 300 tons\n"


@pytest.mark.rule("HG-L07")
@pytest.mark.parametrize(
    ("told", "tanks"),
    [
        ("Drop tanks=400.", Tanks(Fraction(400))),
        ("Drop tanks: 400 tons.", Tanks(Fraction(400))),
        ("L-Hyd tanks: 2 x 50 tons.", Tanks(Fraction(100))),
        ("Drop tanks: 2 x 50.", Tanks(Fraction(100))),
        ("L-Hyd drop tanks 1.5k tons, MCr 2. Agility=3.", Tanks(Fraction(1500), "", Fraction(2), 3)),
    ],
)
def test_drop_tanks_are_read_with_tons_or_without_that_word(told, tanks):
    ship = read_listing(TANKER + told).ship
    assert (ship.tanks, ship.tons, ship.price, ship.agility, ship.notes) == (tanks, 300, 100, 0, ())


@pytest.mark.rule("HG-L07", "HG-L13")
@pytest.mark.parametrize(
    ("lines", "tanks", "note", "why"),
    [
        ("Drop tanks=400.\nDrop tanks: 30 tons.", Tanks(Fraction(400)), "Drop tanks: 30 tons.", "twice"),
        ("Note: Drop tanks, large.", None, "Drop tanks, large.", "without a tonnage"),
    ],
)
def test_drop_tanks_that_are_told_again_or_without_a_tonnage_are_a_note(lines, tanks, note, why):
    found = read_listing(TANKER + lines)
    assert (found.ship.tanks, found.ship.notes) == (tanks, (note,))
    assert any(doubt.startswith(f"The drop tanks are told {why}: ") for doubt in found.doubts)
