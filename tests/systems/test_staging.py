"""What a book's folder has of scenarios: groups of people by the line, decks by name, files that are none."""

from dataclasses import replace

import pytest

from bot.engine.errors import DataError
from bot.engine.staging import Ruling, Staged
from bot.systems.rulebook import Decks, _groups, _nth, with_scenarios
from tests.systems.small_ship import AHL

PLAN = "level: Deck\n###\n#a#\n###\na = room 1 Cell\n"
HEAD = "group,count,template,name,weapon,skill,melee"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # A range counts up and begins anew, turns go round, and # is the number.
        ("7..10", ["7", "8", "9", "10", "7", "8"]),
        ("+1..+2", ["+1", "+2", "+1", "+2", "+1", "+2"]),
        ("+0..+2", ["+0", "+1", "+2", "+0", "+1", "+2"]),
        ("3..3", ["3", "3"]),
        ("ACR|LAG", ["ACR", "LAG", "ACR", "LAG"]),
        ("E#", ["E1", "E2", "E3"]),
        ("1..2|9", ["1", "9", "1", "9"]),
        ("8", ["8", "8"]),
        ("..", ["..", ".."]),
    ],
)
def test_what_the_nth_of_a_group_has(text, said):
    assert [_nth({"value": text}, number)["value"] for number in range(1, len(said) + 1)] == said


def test_where_it_says_nothing_the_template_is_left_as_it_is():
    assert [_nth({"value": "DS||", "melee": "5"}, number) for number in (1, 2, 3, 4)] == [
        {"value": "DS", "melee": "5"},
        {"melee": "5"},
        {"melee": "5"},
        {"value": "DS", "melee": "5"},
    ]


def test_each_group_has_so_many_by_number_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "counters.csv"
    path.write_text(f"{HEAD}\nCrew,3,Marine,Hand #,,,4..5\nBoss,1,Marine,The Boss,,,\n", encoding="utf-8")
    groups = _groups(AHL, path)
    assert {group: [unit.name for unit in units] for group, units in groups.items()} == {
        "Crew": ["Hand 1", "Hand 2", "Hand 3"],
        "Boss": ["The Boss"],
    }
    assert [unit.sheet.melee for unit in groups["Crew"]] == [4, 5, 4]
    # What isn't said is as the template has it.
    assert groups["Boss"][0].sheet == AHL.templates["Marine"].sheet
    assert {unit.side for unit in groups["Crew"]} == {""}


def test_a_counter_that_cannot_be_is_told_with_file_and_line(tmp_path):
    path = tmp_path / "counters.csv"
    path.write_text(f"{HEAD}\nCrew,1,Marine,Hand,,,4\nCrew,1,Marine,Hand,Feather,,\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"counters\.csv:3"):
        _groups(AHL, path)


def test_decks_are_read_by_their_own_names_and_those_of_their_files(tmp_path):
    (tmp_path / "b.txt").write_text(f"name: Attic\n{PLAN}", encoding="utf-8")
    (tmp_path / "a.txt").write_text(PLAN, encoding="utf-8")
    (tmp_path / "c.md").write_text("no deck", encoding="utf-8")
    decks = Decks(tmp_path)
    assert (list(decks), len(decks)) == (["a", "Attic"], 2)
    plan, text = decks["Attic"]
    assert (plan.name, text) == ("Attic", f"name: Attic\n{PLAN}")


SCENARIO = """name: {name}
rule: TOY-1
situation: They meet.
deck: Attic
side Red: Win.
side Blue: Win.
force Red: take 1 Crew, at Cell
force Blue: take 1 Crew, at Cell
{more}win Red: Blue are out
"""


@pytest.fixture
def folder(tmp_path):
    """A book's folder with one deck, one group and no scenario yet."""
    for name in ("decks", "book/scenarios"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "decks/attic.txt").write_text(f"name: Attic\n{PLAN}", encoding="utf-8")
    (tmp_path / "book/counters.csv").write_text(f"{HEAD}\nCrew,4,Marine,Hand #,,,\n", encoding="utf-8")
    return tmp_path / "book"


def staged(folder, files, **rulings):
    for name, text in files.items():
        path = folder / "scenarios" / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
    return with_scenarios(replace(AHL, staged=None), folder, Staged(specials=rulings)).staged


def _fails_for(word):
    return lambda scenario, special: f"“{word}” is missing." if word not in special.about else ""


def test_scenarios_of_a_folder_are_read_by_name_and_those_that_are_none_told(folder):
    found = staged(
        folder,
        {
            "1.txt": SCENARIO.format(name="First", more=""),
            "2.txt": SCENARIO.format(name="First", more=""),
            "3.txt": b"name: \xff\xfe\n",
            "4.txt": SCENARIO.format(name="Fourth", more="special: watched, here\n"),
            "5.txt": SCENARIO.format(name="Fifth", more="special: watched, away\n"),
            "6.txt": SCENARIO.format(name="Sixth", more="special: free, away\n"),
            "notes.md": "no scenario",
        },
        watched=Ruling("Watched", checks=_fails_for("here")),
        free=Ruling("Free"),
    )
    assert list(found.scenarios) == ["First", "Fourth", "Sixth"]
    assert found.scenarios["First"].file == "1.txt"
    assert found.broken == (
        "2.txt, line 1: another file has a scenario named First. Rename one.",
        "3.txt, line 1: that is no text in UTF-8. Save it as such.",
        "5.txt, line 9: “here” is missing.",
    )
    assert list(found.groups) == ["Crew"]
    assert found.decks["Attic"][0].name == "Attic"


def test_a_book_has_its_own_special_rules_beside_those_of_every_book(folder):
    found = staged(folder, {}, watched=Ruling("Watched"))
    assert found.specials["watched"].words == "Watched"
    assert "cleared in order" in found.specials
    assert (found.scenarios, found.broken) == ({}, ())
