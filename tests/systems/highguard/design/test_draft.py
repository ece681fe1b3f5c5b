"""Plain-text designs: every keyword, mistakes with their lines, and what if."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.systems.highguard.design.bill import Difference, bill, what_if
from bot.systems.highguard.design.choices import Bays, Craft, Other, Spinal, Turrets, Vehicle, plain
from bot.systems.highguard.design.components import KEYWORDS, exact, money
from bot.systems.highguard.design.draft import amend, components, read_design
from tests.systems.highguard.yard import TABLES, limits

SABLE = """
# A cruiser of our own, in ten lines.
name Sable
type CC
tech 12
hull 10,000 needle
jump 2
maneuver 4
power 5
computer 3           # too small for this hull
bays 11 50-ton missile
turrets 1 single beam
marines 400
"""


def read(*lines):
    return read_design("\n".join(("tech 15", "hull 20000 cone", *lines)), TABLES)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("name Long Reach", "name", "Long Reach"),
        ("number CC-1001", "number", "CC-1001"),
        ("type cc", "type", "CC"),
        ("jump 4 using 20 tons", "jump_tons", 20),
        ("maneuver 5", "maneuver", 5),
        ("Power Plant: 7", "power", 7),
        ("fuel 587.5 tons", "fuel", Fraction(1175, 2)),
        ("drop tanks 100", "tanks", 100),
        ("scoops", "scoops", True),
        ("purifier", "purifier", 15),
        ("purifier TL 9", "purifier", 9),
        ("bridges 2", "bridges", 2),
        ("computer 7FIB", "computer", "7fib"),
        ("armour 3", "armor", 3),
        ("spinal meson gun j", "spinal", Spinal("meson", "J")),
        ("spinal particle accelerator T", "spinal", Spinal("particle", "T")),
        ("bays 10 100-ton missiles", "bays", (Bays("missile", 100, 10),)),
        ("bays 2 50 ton empty bays", "bays", (Bays("", 50, 2),)),
        ("turrets 8 Dual Beam lasers in 2 batteries", "turrets", (Turrets(("beam", "beam"), 8, 2),)),
        ("turret particle", "turrets", (Turrets(("particle",), 1),)),
        ("turrets 2 beam, sand, missile", "turrets", (Turrets(("beam", "sand", "missile"), 2),)),
        ("turrets 3 barbette in 1 battery", "turrets", (Turrets(("barbette",), 3, 1),)),
        ("damper 4", "damper", 4),
        ("meson screen 3", "meson_screen", 3),
        ("black globe 1", "globe", 1),
        ("capacitors 12.5", "capacitors", Fraction(25, 2)),
        ("vehicle 3 air/raft", "vehicles", (Vehicle("Air/Raft", 3),)),
        ("vehicle Grav APC, 10 tons, MCr9.3", "vehicles", (Vehicle("Grav APC", 1, 10, 9_300_000),)),
        ("craft 2 Dart, 20 tons, Cr12,500,000, crew 2", "craft", (Craft("Dart", 20, 12_500_000, 2, 2),)),
        ("craft Dart, 20 tons, MCr12.5, in bay", "craft", (Craft("Dart", 20, 12_500_000, 1, 1, in_bay=True),)),
        ("launch tubes 2", "tubes", 2),
        ("fighters 3", "fighters", 3),
        ("crew 200", "crew", 200),
        ("troops 30", "troops", 30),
        ("marines 35", "marines", 35),
        ("staterooms 42, 4 single", "singles", 4),
        ("couches 6", "couches", 6),
        ("low berths 20", "low", 20),
        ("emergency low 3", "emergency_low", 3),
        ("frozen watch", "frozen_watch", True),
        ("passengers 6", "passengers", 6),
        ("cargo 50 tons", "cargo", 50),
        ("cargo rest", "cargo", None),
        ("other 2 Laboratory, 8 tons, MCr2, 1 EP", "other", (Other("Laboratory", 2, 8, 2_000_000, 1),)),
        ("private", "private", True),
    ],
)
def test_a_line_of_a_design(line, field, value):
    assert getattr(read(line), field) == value


@pytest.mark.parametrize("keyword", [name for name in KEYWORDS if name not in {"tech", "hull"}])
def test_every_example_can_be_read(keyword):
    read(KEYWORDS[keyword].example)


@pytest.mark.parametrize(
    ("shape", "code"), [("1", 1), ("wedge", 1), ("CONE", 2), ("flattened sphere", 6), ("disp", 7), ("planetoid", 8)]
)
def test_hulls_by_number_or_name(shape, code):
    assert read_design(f"tech 9\nhull 500 tons {shape}", TABLES).configuration == code


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("jump four", "isn't a number. In “jump four”; an example: jump 4"),
        ("jump 4.5", "isn't a whole number"),
        ("warp 9", "no component “warp"),
        ("turrets 8 dual beam in two", "Batteries are given"),
        ("turrets 8 dual beam sand", "one kind of weapon"),
        ("turrets", "one kind of weapon"),
        ("turrets 2 torpedo", "no turret weapon “torpedo”"),
        ("spinal laser A", "particle or meson"),
        ("spinal meson U", "particle or meson"),
        ("bays 10 75-ton missile", "50 or 100 tons"),
        ("bays 10 100-ton fusion", "no weapon for 100-ton bays"),
        ("vehicle Grav APC", "no vehicle in the table"),
        ("craft Dart", "no craft “Dart” here"),
        ("craft Dart, heavy", "isn't tons, a price"),
        ("craft Dart, 20 tons, 12 credits", "isn't tons, a price"),
        ("computer 10", "no computer model"),
        ("type C", "two letters (R-69)"),
        ("scoops yes", "stands alone"),
        ("hull 100 cone", "one “hull” line"),
        ("crew 999999999999", "isn't a number"),
        ("crew 123456", "whole number up to 100,000"),
        ("cargo 1/0", "isn't a number"),
        ("staterooms many", "isn't a number"),
        ("staterooms", "Staterooms are a number"),
        ("turrets 0 beam", "one at least"),
        ("standard drive A", "are in Book 2"),
        ("program Target", "are in Book 2"),
        ("sensors", "no sensors (R-70)"),
        ("magazine 20", "no rule for it (R-38)"),
    ],
)
def test_a_mistake_is_told_with_its_line(line, told):
    with pytest.raises(RuleError) as refused:
        read(line)
    assert str(refused.value).startswith("Line 3: ")
    assert told in str(refused.value)


@pytest.mark.rule("HG-D36")
def test_a_ship_has_one_spinal_mount():
    with pytest.raises(RuleError, match=r"Line 4: There is one “spinal” line at most \(HG-D36\)"):
        read("spinal meson J", "spinal particle T")


def test_all_mistakes_are_told_at_once():
    with pytest.raises(RuleError) as refused:
        read("jump x", "", "# fine", "maneuver y")
    assert [line.partition(":")[0] for line in str(refused.value).split("\n")] == ["Line 3", "Line 6"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "tech is missing"),
        ("tech 12", "hull is missing"),
        ("tech 5\nhull 100 cone", "7 to 15"),
        ("x\n" * 300, "200 lines"),
    ],
)
def test_a_design_needs_tech_level_and_hull(text, told):
    with pytest.raises(RuleError, match=told):
        read_design(text, TABLES)


@pytest.mark.parametrize(
    ("line", "highest"), [("jump", 6), ("maneuver", 6), ("damper", 9), ("meson screen", 9), ("globe", 9)]
)
def test_a_line_takes_numbers_that_the_tables_have(line, highest):
    """Drives are 1 to 6, screens and globes 1 to 9."""
    begun = "tech 15\nhull 10000 cone"
    read_design(f"{begun}\n{line} {highest}", TABLES)
    with pytest.raises(RuleError):
        read_design(f"{begun}\n{line} {highest + 1}", TABLES)


def test_a_design_has_two_hundred_lines_and_the_first_ten_mistakes_are_told():
    read_design("tech 12\nhull 100 cone" + "\n" * 199, TABLES)
    with pytest.raises(RuleError, match="200 lines and 20,000 characters at most"):
        read_design("tech 12\nhull 100 cone" + "\n" * 200, TABLES)
    with pytest.raises(RuleError, match="20,000 characters at most"):
        read_design("tech 12\nhull 100 cone #" + "x" * 20_000, TABLES)
    told = []
    for number in (10, 11):
        with pytest.raises(RuleError) as refused:
            read_design("jump x\n" * number, TABLES)
        told.append(str(refused.value).split("\n"))
    assert [len(each) for each in told] == [10, 11]
    assert told[1][-1] == "… and 1 more."


@pytest.mark.rule("HG-S07")
def test_a_small_craft_has_no_bridge_unless_it_says_so():
    assert read_design("tech 12\nhull 20 cone", TABLES).bridges == 0
    assert read_design("tech 12\nhull 20 cone\nbridge", TABLES).bridges == 1
    assert read_design("tech 12\nhull 100 cone", TABLES).bridges == 1


@pytest.mark.rule("HG-L11")
def test_craft_of_the_yard_are_carried_by_name():
    yard = {"Dart": Craft("Dart", Fraction(20), Fraction(12_500_000), 2)}
    made = bill(read_design("tech 15\nhull 2000 cone\npower 1\ncomputer 2\ncraft 3 dart", TABLES, yard), TABLES)
    assert made.part("craft").price == 37_500_000
    assert made.part("craft berths").tons == 78


@pytest.mark.rule("HG-D30", "HG-D38", "HG-D67")
def test_a_cruiser_in_ten_lines_is_told_what_it_breaks_and_mended():
    before = bill(read_design(SABLE, TABLES), TABLES)
    assert limits(before) == ["COMPUTER_TOO_SMALL", "TOO_MANY_BAYS", "TOO_MANY_HARDPOINTS"]
    changed = amend(SABLE, "computer 4\nbays 9 50-ton missile\nmarines 300")
    after = bill(read_design(changed, TABLES), TABLES)
    assert limits(after) == []
    told = what_if(before, after)
    assert Difference("EP used", "2", "3") in told  # computer 4 draws 2, computer 3 drew 1; the laser 1
    assert Difference("bays", "550 tons, MCr137.5", "450 tons, MCr112.5") in told
    assert sum(change.after == "mended" for change in told) == 3


def test_what_would_change_is_told_with_what_is_gone_before_what_is_new():
    """Totals first, the profile among them, then parts: scoops go, a damper and its tons come."""
    hull = "tech 15\nhull 1000 cone\npower 2\njump 1\nmaneuver 1\ncomputer 4\n"
    before, after = (bill(read_design(f"{hull}{part}", TABLES), TABLES) for part in ("scoops", "damper 1"))
    told = what_if(before, after)
    assert [each.what for each in told if each.what in {"profile", "scoops", "damper"}] == [
        "profile",
        "scoops",
        "damper",
    ]
    (profile,) = (each for each in told if each.what == "profile")
    assert (profile.before, profile.after) == (str(before.usp), str(after.usp))
    assert Difference("scoops", "0 tons, MCr1", "none") in told
    # A damper of factor 1 has 50 tons, MCr50 and draws 10 EP.
    assert Difference("damper", "none", "50 tons, MCr50, 10 EP") in told
    assert what_if(before, before) == ()


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1250, "1,250"),
        (Fraction(125, 2), "62.5"),
        (Fraction(-9313, 1000), "−9.313"),
        (-2, "−2"),
        (0, "0"),
        # What rounds to nothing is nothing, whichever side it comes from.
        (Fraction(-1, 10_000), "0"),
        (Fraction(5, 10_000), "0.001"),
    ],
)
def test_a_number_is_written_as_people_write_it(number, text):
    assert plain(number) == text


def test_a_design_is_as_long_as_is_kept_and_no_longer():
    text = "tech 12\nhull 1000 cone\n#"
    longest = text + "x" * (20_000 - len(text))
    assert components(longest) == components(text)
    with pytest.raises(RuleError, match="20,000 characters at most"):
        components(longest + "x")


def test_amending_adds_and_takes_out():
    text = "tech 12\nhull 1000 cone\nturrets 1 beam\nturrets 1 sand\nscoops"
    assert amend(text, "+ turrets 2 missile").endswith("turrets 2 missile")
    assert "scoops" not in amend(text, "- scoops")
    assert "beam" not in amend(text, "- turrets 1 beam")
    assert "sand" in amend(text, "- turrets 1 beam")
    assert amend(text, "turrets 3 pulse").count("turrets") == 1
    with pytest.raises(RuleError, match="no “globe 1” to take out"):
        amend(text, "- globe 1")


def test_amending_leaves_comments_and_the_order_of_lines_alone():
    text = "# Ours\ntech 12   # at Mora\n\nhull 1000 cone\nscoops"
    assert amend(text, "hull 2000 cone") == "# Ours\ntech 12   # at Mora\n\nhull 2000 cone\nscoops"
    assert amend(text, "- scoops\njump 1") == "# Ours\ntech 12   # at Mora\n\nhull 1000 cone\njump 1"


def test_a_mistake_shows_its_line_as_one_may_have_changed_only_that():
    with pytest.raises(RuleError, match=r"Line 3: “many” isn't a number\. In “marines many”; an example: marines 35"):
        read_design("tech 12\nhull 1000 cone\nmarines many", TABLES)


@pytest.mark.parametrize(
    ("text", "number"), [("1,250", 1250), ("62.5", Fraction(125, 2)), ("125/2", Fraction(125, 2)), ("0", 0)]
)
def test_numbers(text, number):
    assert exact(text) == number


@pytest.mark.parametrize("text", ["", "1e9", "-1", "1,25", "1.", "٣", "1 000"])
def test_what_is_no_number(text):
    with pytest.raises(RuleError):
        exact(text)


def test_money():
    assert money("MCr.5".replace(".", "0.")) == 500_000
    assert money("Cr 600,000") == 600_000
    with pytest.raises(RuleError, match="isn't a price"):
        money("600")


WORDS = [
    *KEYWORDS,
    *(word for keyword in KEYWORDS.values() for word in keyword.example.split()),
    "0",
    "-1",
    "9" * 30,
    ",",
    "#",
]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=12).map("\n".join))
def test_any_design_is_read_or_refused_in_words(text):
    try:
        design = read_design(f"tech 12\nhull 2000 cone\n{text}", TABLES)
    except RuleError:
        return
    made = bill(design, TABLES)
    assert made.tons == sum(line.tons for line in made.lines)
    assert made.price == sum(line.price for line in made.lines)
