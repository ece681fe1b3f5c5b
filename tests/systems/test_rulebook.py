"""What every rulebook keeps in its data folder: rules, templates and the starter fight."""

import pytest

from bot import systems
from bot.engine.tables import DataError
from bot.systems.rulebook import read_rules, with_people
from tests.systems.small_ship import AHL

TEMPLATES = "template,melee,armour\nGuard,7,cloth\nThug,,none\n"
STARTER = "name,side,template\nAnn,Red,Guard\nAbe,Red,Thug\nBob,Blue,Thug\nBea,Blue,Guard\n"


def people(folder, templates=TEMPLATES, starter=STARTER):
    (folder / "templates.csv").write_text(templates, encoding="utf-8")
    (folder / "starter.csv").write_text(starter, encoding="utf-8")
    return with_people(AHL, folder, {"range": 30})


def test_templates_are_made_by_their_traits_and_what_is_left_out_is_as_ever(tmp_path):
    made = people(tmp_path)
    assert {*made.templates} == {"Guard", "Thug"}
    guard, thug = made.templates["Guard"], made.templates["Thug"]
    assert (guard.name, guard.side, guard.sheet.melee, guard.sheet.armour) == ("Guard", "", 7, "cloth")
    assert thug.sheet.melee == AHL.new_sheet.melee


def test_the_first_may_fire_at_the_first_of_another_side(tmp_path):
    made = people(tmp_path)
    assert [(unit.name, unit.side) for unit in made.starter] == [
        ("Ann", "Red"),
        ("Abe", "Red"),
        ("Bob", "Blue"),
        ("Bea", "Blue"),
    ]
    assert made.starter[3].sheet == made.templates["Guard"].sheet
    assert made.opening.verb == "fire"
    assert made.opening.people == {"name": (("Ann", None),), "target": (("Bob", None),)}
    assert made.opening.fields == {"range": 30}


@pytest.mark.parametrize("key", ["ahl", "ahl_variant", "combat3000"])
def test_the_first_shot_of_a_starter_fight_is_at_a_range_of_thirty(key):
    assert systems.discover(systems)[key].opening.fields == {"range": 30}


def test_a_template_that_cannot_be_is_told_with_file_and_line(tmp_path):
    with pytest.raises(DataError, match=r"templates\.csv.*3.*tinfoil"):
        people(tmp_path, templates="template,melee,armour\nGuard,7,cloth\nThug,,tinfoil\n")


def test_rules_and_rulings_are_read_by_their_ids(tmp_path):
    (tmp_path / "rules.csv").write_text("id,reference,summary\nX-1,Rulebook 1,One thing\n", encoding="utf-8")
    (tmp_path / "rulings.csv").write_text("id,reference,summary\nR-1,Ruling 1,Another\n", encoding="utf-8")
    found = {key: (rule.id, rule.reference, rule.summary) for key, rule in read_rules(tmp_path).items()}
    assert found == {"X-1": ("X-1", "Rulebook 1", "One thing"), "R-1": ("R-1", "Ruling 1", "Another")}
    # As they are listed: first what the book says.
    assert [*found] == ["X-1", "R-1"]
