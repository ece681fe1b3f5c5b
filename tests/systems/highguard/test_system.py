"""The system as the rest of the house will see it, and ships and bills in words."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot import systems
from bot.engine.cards import Tone
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.highguard.design.bill import what_if
from bot.systems.highguard.design.choices import plain
from bot.systems.highguard.design.reading import read_listing, read_listings
from bot.systems.highguard.ships.ship import Fate, Ship, pasted
from bot.systems.highguard.ships.wording import bill_text, changes_card, glance_at, glance_card
from tests.systems.highguard.design.listings import KINUNIR
from tests.systems.highguard.ships.book import BOOK, OWN
from tests.systems.highguard.system import SYSTEM
from tests.systems.highguard.yard import TABLES, cruiser, fighter, turrets

YARD = SYSTEM.ships.shipyard({})


def test_it_is_found_as_rules_for_ships():
    assert systems.discover(systems)[SYSTEM.key].kind == "ship"


@pytest.mark.rule("HG-L12")
def test_every_ship_is_a_template_that_can_be_kept():
    assert set(SYSTEM.templates) == set(BOOK) | set(OWN)
    for unit in SYSTEM.templates.values():
        stored = SYSTEM.dump_sheet(unit.sheet)
        assert stored["v"] == 1
        assert SYSTEM.load_sheet(stored) == unit.sheet


def test_a_card_at_a_glance():
    card = SYSTEM.card(Unit("Kinunir", "Imperium", SYSTEM.templates["Kinunir"].sheet))
    assert card.title == "Kinunir (Imperium)"
    assert card.lines[:4] == (
        "BC-A2447G2-000410-50203-0",
        "1,250 tons, TL 15, MCr1,336.708",
        "Jump 4, maneuver 4, power plant 7",
        "Agility 1, 4 in emergency",
    )
    assert "Laser 5: 2 of 2 batteries bear" in card.lines
    assert SYSTEM.line(SYSTEM.templates["Kinunir"].sheet) == "BC-A2447G2-000410-50203-0 · 1,250 tons · agility 1"


@pytest.mark.rule("HG-L13")
def test_a_pasted_ship_keeps_its_doubts():
    ship = pasted(read_listing(KINUNIR.replace("Agility=1", "Agility=6")), TABLES)
    assert ship.doubts == ("Agility 6 is more than maneuver 4 (HG-D28).",)
    assert SYSTEM.card(Unit("Kinunir", "", ship)).working == ship.doubts
    assert ship.listed.agility == 6


def test_a_design_that_breaks_limits_stays_on_the_drawing_board():
    assert YARD.draw("", OWN["Wasp"].text, {}).sheet == SYSTEM.templates["Wasp"].sheet
    drawing = YARD.draw("", BOOK["Unicorn"].text, {})
    assert drawing.name == "Unicorn"
    second = YARD.draw("Second", BOOK["Unicorn"].text, {}).glance
    assert glance_card(second, Faces(())).title == "Second: 1 limit broken"
    [fault] = drawing.sheet.faults
    assert fault.startswith("The hull has 3 hardpoints")
    assert SYSTEM.line(drawing.sheet) == "on the drawing board, 1 limit broken"
    assert SYSTEM.card(Unit("Unicorn", "", drawing.sheet)).lines[-1] == f"✗ {fault}"


def test_a_design_may_carry_the_campaigns_own_craft():
    own = YARD.draw("", OWN["Dart"].text.replace("name Dart", "name Gnat"), {}).sheet
    carrier = "name Hive\ntech 14\nhull 1000 cylinder\ncomputer 2\npower 2\nmaneuver 1\ncraft 4 Gnat\ncargo rest"
    with pytest.raises(RuleError, match=r"Line 7.*Gnat"):
        YARD.draw("", carrier, {})
    hive = YARD.draw("", carrier, {"Gnat": own})
    assert "Gnat" in hive.bill
    names = [reading.ship.name for reading in read_listings(YARD.listing({"Hive": hive.sheet}, {"Gnat": own})).ships]
    assert names == ["Hive", "Gnat"]


def test_a_craft_that_is_carried_stands_in_the_design_with_its_figures():
    """So it is the same wherever the design is read, whatever ships are there."""
    own = YARD.draw("", OWN["Dart"].text.replace("name Dart", "name Gnat, small"), {}).sheet
    parts = ("computer 2", "power 2", "maneuver 1", "bays 1 100-ton empty", "craft 4 Gn, in bay # all", "cargo rest")
    carrier = "\n".join(("name Hive", "tech 14", "hull 1000 cylinder", *parts))
    hive = YARD.draw("", carrier, {"Gnat": own}).sheet
    dart = OWN["Dart"].bill
    assert f"craft 4 Gnat small, 20 tons, MCr{plain(dart.price / 1_000_000, 9)}, crew 1, in bay    # all" in hive.design
    again = YARD.draw("", hive.design, {})
    assert again.sheet == hive
    # The battle, the bill of a yard and the referee's word read it as well.
    assert SYSTEM.traits["craft"].read(hive) == "4 Gnat small"
    # It is taken out by its name, without its figures.
    assert "Gnat" not in YARD.amend(hive.design, "- craft 4 Gnat small")


def test_a_craft_of_the_book_is_the_books_where_there_is_another_of_its_name():
    own = YARD.draw("", OWN["Dart"].text.replace("hull 20", "hull 30"), {}).sheet
    ordeal = replace(SYSTEM.templates["Ordeal"].sheet, design=re.sub("(craft 6 Dart), .*", r"\1", OWN["Ordeal"].text))
    assert "6 Dart, 20 tons" in YARD.design_of(ordeal)
    hive = "name Hive\ntech 14\nhull 1000 cylinder\ncraft 6 Dart"
    assert "6 Dart, 30 tons" in YARD.draw("", hive, {"Dart": own}).sheet.design


def test_a_design_that_carries_a_craft_of_which_nothing_is_known_is_refused_without_its_text():
    hive = Ship("", "name Hive\ntech 14\nhull 1000 cylinder\ncraft 4 Gnat")
    with pytest.raises(RuleError, match=r"^The design of a ship here can't be read any more") as refused:
        SYSTEM.traits["fuel"].read(hive)
    assert "Gnat" not in str(refused.value)


def test_listings_are_pasted_and_written_under_the_names_they_have_here():
    pasted_here = YARD.paste(f"{KINUNIR}\n\nnothing\n")
    [(name, sheet)] = pasted_here.ships
    assert name == "Kinunir"
    assert "BC-9514 Second One" in YARD.listing({"Second One": sheet}, {})


@pytest.mark.rule("HG-L11")
def test_carried_craft_are_listed_below_their_mother_once():
    aviary = SYSTEM.templates["Aviary"].sheet
    names = [reading.ship.name for reading in read_listings(YARD.listing({"One": aviary, "Two": aviary}, {})).ships]
    assert names[:2] == ["One", "Two"]
    craft = {craft.name for craft in OWN["Aviary"].bill.design.craft}
    assert sorted(names[2:]) == sorted(craft)


@pytest.mark.rule("HG-L12")
def test_the_printed_slips_of_the_books_ships_are_told_with_their_bills():
    drawing = YARD.draw("", BOOK["Kinunir"].text, {})
    assert any("Printed MCr1336.63" in line for line in glance_card(drawing.glance, Faces(())).working)
    assert "# (Cr70,000), and its purifier prints .08125 for .088125. Cargo is 63 in print" in drawing.bill


def test_a_changed_design_is_compared_and_kept():
    text = OWN["Dart"].text
    assert YARD.design_of(YARD.draw("", text, {}).sheet) == text
    assert "computer 3" in YARD.amend(text, "computer 3")
    assert YARD.compare("Dart", text, YARD.amend(text, "computer 3"), {}).title == "Dart, what if"
    assert YARD.compare("Dart", text, text, {}).lines == ("Nothing would change.",)


def test_a_changed_design_is_compared_with_what_it_was_before():
    """The power plant of a hull of 500 tons at tech 12 takes 3 % for each number: 15 tons, then 30 (HG-D13)."""
    one, two = (f"tech 12\nhull 500 tons cone\npower {number}" for number in (1, 2))
    there, back = (YARD.compare("", *each, {}).lines for each in ((one, two), (two, one)))
    assert "EP made: 5 → 10" in there
    assert "EP made: 10 → 5" in back


@pytest.mark.rule("HG-L11")
def test_what_is_destroyed_or_not_yet_legal_counts_nothing_in_a_fleet():
    """Two Unicorns of MCr355.988 and a berth fee of Cr40,000: 300 tons, a crew of 12, jump 5 each."""
    unicorn, launch = SYSTEM.templates["Unicorn"].sheet, SYSTEM.templates["Launch"].sheet
    small, nameless = replace(unicorn, faults=()), replace(launch, listing="", faults=())
    whole = YARD.totals([small, small])
    assert whole[0] == "Together MCr712.056, 600 tons"
    assert whole[1].startswith("Crew 24, ")
    lost, wrong = replace(small, fate=Fate.DESTROYED), replace(small, faults=("no room",))
    assert YARD.totals([small, lost, small, wrong, nameless]) == whole
    assert YARD.totals([lost, wrong]) == ()


@pytest.mark.rule("HG-D16")
def test_a_ship_without_a_profile_cannot_be_kept():
    text = "tech 15\nhull 1000 cone\npower 34\ncomputer 2\ncrew 9"
    ship = YARD.draw("", text, {}).sheet
    assert ship.listing == ""
    with pytest.raises(RuleError, match="has no profile yet"):
        YARD.listing({"Nameless": ship}, {})


@pytest.mark.rule("HG-D62", "HG-D63", "HG-D64")
def test_a_bill_in_full_has_a_line_a_part_and_the_sums():
    text = bill_text(BOOK["Kinunir"].bill).splitlines()
    assert text[0].split() == ["tons", "MCr", "EP", "rule"]
    assert text[7].split() == ["Fuel", "purification", "plant,", "TL", "15", "8.813", "0.088125", "0", "HG-D21"]
    assert ["Total", "1,250", "1,336.708125", "73", "HG-D75"] in [line.split() for line in text]
    assert "Least crew: command 11, engineering 3, gunnery 18, flight 6, service 3 (HG-D62). Aboard: 45." in text
    # Seven in command, a tenth of two sections rounded up, and of flight the one in control and the pinnace's pilot.
    officers = "Officers among them: command 7, engineering 1, gunnery 2, flight 2"
    assert f"{officers}; petty officers: engineering 1, gunnery 6 (HG-D63, HG-D64)." in text
    assert "Laser 5: 2 of 2 batteries bear (HG-D52)." in text
    assert "Lands anywhere, skims gas giants (HG-D08)." in text
    assert "Capacitors hold 900 EP (HG-D56)." in text
    assert "Built at starports of class A (HG-D77)." in text
    assert all(len(line) <= 140 for line in text)


@pytest.mark.rule("HG-D24", "HG-D61", "HG-D76")
def test_what_follows_from_a_design():
    unicorn = bill_text(BOOK["Unicorn"].bill)
    assert "With drop tanks on: jump 4, maneuver 4, power plant 5, agility 0 (HG-D24)." in unicorn
    assert "Design 8 weeks, building 36 months or less" in unicorn
    aviary = bill_text(OWN["Aviary"].bill)
    assert "Launches 85 in a turn (HG-C06)." in aviary  # 50,000 tons: 5, and 40 for each of two tubes
    assert "building 24 to 60 months" in aviary
    assert "Never lands, doesn't skim (HG-D08)." in bill_text(OWN["Caisson"].bill)
    assert "Launches all craft in a turn (HG-C06)." in bill_text(OWN["Caisson"].bill)


def test_a_bill_at_a_glance():
    card = glance_card(glance_at(BOOK["Unicorn"].bill, "Unicorn"), Faces(()))
    assert (card.title, card.tone) == ("Unicorn: 1 limit broken", Tone.BAD)
    assert card.lines[-1].endswith("not 4. (HG-D43)")
    assert glance_card(glance_at(OWN["Sable"].bill, "Sable"), Faces(())).title == "Sable: Legal"


def test_what_would_change_in_words():
    card = changes_card("", what_if(cruiser(), cruiser(power=6)))
    assert card.title == "A design, what if"
    assert "EP made: 500 → 600" in card.lines
    assert "power plant: 1,500 tons, MCr4,500 → 1,800 tons, MCr5,400" in card.lines
    assert changes_card("Sable", ()).lines == ("Nothing would change.",)


def cited(made):
    return {entry.rule for entry in (*made.lines, *made.faults, *made.remarks)}


@pytest.mark.rule("HG-D10", "HG-D78", "HG-D79")
def test_every_rule_that_a_bill_names_can_be_looked_up():
    bills = [blueprint.bill for blueprint in (*BOOK.values(), *OWN.values())]
    broken = cruiser(
        tl=13, jump=6, power=51, bridges=0, computer="", armor=14, configuration=7, crew=1, globe=5, scoops=True
    )
    small = fighter(armor=1, jump=1, power=1, configuration=9, couches=0, turrets=(turrets("beam", 4), turrets("sand")))
    found = set().union(*(cited(made) for made in [*bills, broken, small]))
    assert len(broken.faults) > 8
    assert len(small.faults) > 5
    assert found - set(SYSTEM.rules) == set()
    jump = SYSTEM.rules["HG-D10"].summary
    assert "150-175 hours" in jump
    assert "16 hours" in jump


def test_a_ship_is_its_listing():
    ship = Ship(KINUNIR)
    assert ship.listed.tons == Fraction(1250)


def test_the_books_own_ships_are_offered_first():
    assert list(SYSTEM.templates)[: len(BOOK)] == list(BOOK)
