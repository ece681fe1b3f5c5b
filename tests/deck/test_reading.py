import re
from random import Random

import pytest
from hypothesis import given

from bot.deck.plan import At, Barrier, Edge, Facing, Fixture
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from bot.systems import DATA
from tests.deck.plans import TRAINER, drawn, plans
from tests.deck.writing import write_plan

PLACE = re.compile(r"Line (\d+), column (\d+): .+\.", re.DOTALL)


def refusal(text):
    with pytest.raises(RuleError) as refused:
        read_plan(text, "test")
    return str(refused.value)


def test_the_trainer():
    plan = read_plan(TRAINER, "trainer")
    (level,) = plan.levels
    assert (plan.name, plan.about, plan.separation) == ("Trainer", "Two rooms, for a first fight.", 3)
    assert (level.name, level.width, level.height, len(level.floor)) == ("Main deck", 6, 2, 12)
    assert level.fixtures == {At(0, 0, 1): Fixture.CONSOLE, At(0, 2, 1): Fixture.SWITCH, At(0, 5, 1): Fixture.CRATE}
    assert level.barriers[Edge(0, 4, 0, Facing.WEST)] is Barrier.WALL
    assert level.barriers[Edge(0, 4, 1, Facing.WEST)] is Barrier.SLIDING_DOOR
    assert level.barriers[Edge(0, 5, 1, Facing.NORTH)] is Barrier.SLIDING_DOOR
    assert level.barriers[Edge(0, 6, 1, Facing.WEST)] is Barrier.HULL
    assert level.barriers[Edge(0, 0, 2, Facing.NORTH)] is Barrier.BULKHEAD
    assert [(room.number, room.name, len(room.squares)) for room in plan.rooms] == [(1, "Bridge", 8), (2, "Locker", 2)]
    assert plan.rooms[1].squares == {At(0, 4, 0), At(0, 5, 0)}
    assert plan.places == {"Helm": (At(0, 1, 1),), "Store": (At(0, 5, 1),)}
    assert plan.dark_at_first == {2}
    assert plan.open_at_first == frozenset()


def test_the_example_of_the_readme_can_be_read():
    readme = (DATA / "decks" / "README.md").read_text(encoding="utf-8")
    example = "\n".join(line[4:] for line in readme.splitlines() if line.startswith("    "))
    plan = read_plan(example, "example")
    assert [room.name for room in plan.rooms] == ["Bridge", "Locker"]
    assert plan.places == {"Helm": (At(0, 1, 1),)}


def test_every_sign_of_the_readme_is_known():
    readme = (DATA / "decks" / "README.md").read_text(encoding="utf-8")
    table = [
        row.replace("\\|", "¦").split("|")[1:5] for row in readme.splitlines() if row.count("|") > 4 and "`" in row
    ]
    squares = [sign for row in table for sign in re.findall("`(.)`", row[0])]
    signs = [sign.replace("¦", "|") for row in table for sign in re.findall("`(.)`", row[2])]
    assert len(squares) == 1 + len(Fixture)
    level = drawn("+" * (2 * len(squares) + 1), " " + " ".join(squares)).levels[0]
    assert set(level.fixtures.values()) == set(Fixture)
    plan = drawn("+".join(["", *signs, ""]), *[" " + ". " * len(signs)])
    assert set(plan.levels[0].barriers.values()) == set(Barrier)
    assert len(plan.open_at_first) == sum(barrier.portal for barrier in Barrier) == 6


def test_spaces_at_the_ends_of_lines_may_be_left_out():
    assert drawn("", " . .", "", "   .").levels == drawn("+ + +", " . . ", "+ + +", "   . ", "+ + +").levels


def test_a_deck_without_a_name_is_called_by_its_file():
    assert drawn(" ", " .").name == "test"


def test_rooms_are_numbered_on_as_one_reads():
    rooms = drawn("#######", "#a|a|.#", "#-+-+-#", "#.|a|.#", notes=["a = rooms 11 Cabin"]).rooms
    assert [(room.number, room.name, *room.squares) for room in rooms] == [
        (11, "Cabin", At(0, 0, 0)), (12, "Cabin", At(0, 1, 0)), (13, "Cabin", At(0, 1, 1)),
    ]  # fmt: skip


def test_a_room_may_have_several_parts_and_levels():
    plan = read_plan("level: A\n#\n#a|.|a\na = room 4 Tank, fuel\nlevel: B\n\n a\na = room 4 Tank\n", "test")
    assert plan.rooms[0].squares == {At(0, 0, 0), At(0, 2, 0), At(1, 0, 0)}
    assert plan.levels[0].fixtures == {At(0, 0, 0): Fixture.FUEL, At(0, 2, 0): Fixture.FUEL}


def test_a_mark_may_mean_several_things():
    plan = drawn("", " a", notes=["a = room 1 Bridge", "a = place Helm, console", "a = place Seat, reserved"])
    assert plan.rooms[0].name == "Bridge"
    assert set(plan.places) == {"Helm", "Seat, reserved"}
    assert plan.levels[0].fixtures == {At(0, 0, 0): Fixture.CONSOLE}


def test_a_ladder_or_a_drop_may_have_a_hatch_shut_at_first_or_open():
    notes = [
        "a = place Trap, ladder with hatch",
        "b = drop with open hatch",
        "b = place Chute",
        "c = room 1 Hold, drop",
    ]
    plan = drawn("", " a b|c|L", notes=notes)
    level = plan.levels[0]
    assert level.fixtures == {
        At(0, 0, 0): Fixture.LADDER, At(0, 1, 0): Fixture.DROP, At(0, 2, 0): Fixture.DROP, At(0, 3, 0): Fixture.LADDER,
    }  # fmt: skip
    assert level.hatches == {At(0, 0, 0), At(0, 1, 0)}
    assert plan.open_at_first == {At(0, 1, 0)}
    assert plan.places == {"Trap": (At(0, 0, 0),), "Chute": (At(0, 1, 0),)}
    assert read_plan(write_plan(plan), "test") == plan


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1)),
        ("name: A\nname: B\nlevel: C\n\n .", (2, 1)),
        ("name: \nlevel: C\n\n .", (1, 6)),
        ("colour: red\nlevel: C\n\n .", (1, 1)),
        ("separation: 0\nlevel: C\n\n .", (1, 13)),
        ("level: C", (1, 1)),
        ("level: C\n\n  ", (1, 1)),
        ("level: C\n\n . .\n\n . Q", (5, 4)),
        ("level: C\n\n .?.", (3, 3)),
        ("level: C\n\n..", (3, 1)),
        ("level: C\n+.+\n .", (2, 2)),
        ("level: C\nx\n .", (2, 1)),
        ("level: C\n\n\t.", (3, 1)),
        ("level: C\n\n .\n+\n a b\na = room 1 A", (5, 4)),
        ("level: C\n\n .\na = room 1 A", (4, 1)),
        ("level: C\n\n a\na = roam 1 A", (4, 5)),
        ("level: C\n\n a\na = room 1 A\n\nMore", (6, 1)),
        ("level: C\n\n a b\na = room 1 A\nb = room 2 B", (5, 5)),
        ("level: C\n\n a|b\na = room 1 A\nb = room 1 B", (5, 5)),
        ("level: C\n\n a\na = place A, crate\na = place B, lift", (5, 5)),
        ("level: C\n\n a\na = place A, ladder with hatch\na = drop with hatch", (5, 5)),
        ("level: C\n\n a\na = place A, ladder with hatch\na = ladder with open hatch", (5, 5)),
        ("level: C\n\n a\na = ladder with", (4, 5)),
        ("level: C\n\n a\na = crate with hatch", (4, 5)),
        ("level: C\n\n a\na = place \u202eA", (4, 11)),
        ("level: C\n\n a\na = room 1 A\ndark: 1 2", (5, 9)),
        ("level: C\n\n" + " ." * 101, (1, 1)),
        ("level: C\n\n .\n" * 21, (61, 1)),
    ],
)
def test_a_mistake_is_named_by_line_and_column(text, place):
    line, column = map(int, PLACE.fullmatch(refusal(text)).groups())
    assert (line, column) == place


def level(wide=1, high=1):
    """A level so many squares wide and high: what lies between them is open."""
    return "level: C\n" + ("\n " + ". " * wide + "\n") * high + ("" if high else " . . ")


@pytest.mark.parametrize(("wide", "high", "read"), [(100, 1, True), (1, 100, True), (101, 1, False), (1, 101, False)])
def test_a_level_is_a_hundred_squares_wide_and_high_at_most(wide, high, read):
    if read:
        (found,) = read_plan(level(wide, high), "test").levels
        assert (found.width, found.height, len(found.floor)) == (wide, high, wide * high)
    else:
        assert refusal(level(wide, high)) == (
            "Line 1, column 1: a level is drawn below its title, 1 to 100 squares wide and high."
        )


@pytest.mark.parametrize(("wide", "high"), [(0, 1), (1, 0)])
def test_a_level_without_a_square_one_way_is_told_to_be_drawn(wide, high):
    assert "a level is drawn below its title" in refusal(level(wide, high))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (level() * 20, True),
        (level() * 21, False),
        ("separation: 1\n" + level(), True),
        ("separation: 99\n" + level(), True),
        ("separation: 0\n" + level(), False),
        ("separation: 100\n" + level(), False),
        (f"name: {'A' * 60}\n" + level(), True),
        (f"name: {'A' * 61}\n" + level(), False),
        (f"about: {'A' * 500}\n" + level(), True),
        (f"about: {'A' * 501}\n" + level(), False),
        (level().replace("C", "C" * 60), True),
        (level().replace("C", "C" * 61), False),
    ],
)
def test_what_a_drawing_tells_has_these_ends(text, read):
    if read:
        assert read_plan(text, "test").levels
    else:
        assert PLACE.fullmatch(refusal(text))


def test_a_refusal_is_one_sentence_that_says_what_to_do():
    assert refusal("level: C\n\n .|Q") == (
        "Line 3, column 4: Q is no square: use . C X R G O L E S V T F B U H N K, or a mark such as a or 1."
    )
    assert refusal("level: C\n\n .\t.") == (
        "Line 3, column 3: character U+0009 is no edge: use a space, - | = # D I H M A P, or a small letter."
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("level: C\n###\n#.#\n\n###", "Line 5, column 2: # is an edge and stands on a square"),
        ("level: C\n###\n..#", "Line 3, column 1: . is a square and stands on an edge"),
        ("level: C\n##D\n#.#", "Line 2, column 3: D stands where edges meet"),
    ],
)
def test_a_drawing_that_is_shifted_is_told_where_squares_are(text, what):
    rule = "squares are signs 2, 4, 6… of rows 2, 4, 6… below level:, what is between them are edges."
    assert refusal(text) == f"{what}: {rule}"


@given(plans())
def test_what_is_written_is_read_again(plan):
    assert read_plan(write_plan(plan), "test") == plan


def mutated(text, random):
    """The text with up to three of its characters replaced, left out, doubled, or moved with their line."""
    signs = list(text)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(signs))
        match random.randrange(4):
            case 0:
                signs[at] = random.choice(" .+-|=#DdIiHhMmAaPpCXRGOLESVFB0123abcxyzß\t\n\x00\u202e\ud800é:,=")
            case 1:
                del signs[at]
            case 2:
                signs.insert(at, signs[at])
            case _:
                lines = "".join(signs).split("\n")
                random.shuffle(lines) if at % 7 == 0 else lines.insert(
                    at % len(lines), lines.pop(random.randrange(len(lines)))
                )
                signs = list("\n".join(lines))
    return "".join(signs)


HATCHED = """\
level: A
#######
#a L b#
#######
a = place Trap, ladder with hatch
b = drop with open hatch
level: B
#######
#L L .#
#######
"""


@pytest.mark.parametrize(("drawn", "times"), [(TRAINER, 10_000), (HATCHED, 3_000)])
def test_mutated_decks_load_or_are_refused_with_a_place(drawn, times):
    random = Random(1981)
    loaded = 0
    for _ in range(times):
        text = mutated(drawn, random)
        try:
            plan = read_plan(text, "test")
        except RuleError as refused:
            line, column = map(int, PLACE.fullmatch(str(refused)).groups())
            assert 1 <= line <= text.count("\n") + 1
            assert column >= 1
        else:
            assert read_plan(write_plan(plan), "test") == plan
            loaded += 1
    assert times / 10 < loaded < 9 * times / 10
