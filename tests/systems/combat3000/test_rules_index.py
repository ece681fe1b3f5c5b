"""Whatever rule the code names to a player stands in the index, and each summary is ours and short."""

import re
from pathlib import Path

import pytest

from bot import systems
from bot.engine.tables import read_rows

CODE = Path(systems.__file__).parent / "combat3000"
DATA = Path(systems.__file__).parents[2] / "data" / "combat3000"
RULES = {cells["id"]: cells for cells in read_rows(DATA / "rules.csv", dict)}
RULINGS = {cells["id"]: cells for cells in read_rows(DATA / "rulings.csv", dict)}


def strings(path):
    """The code of a file, but for its docstrings, which speak to developers."""
    return re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", sorted(CODE.rglob("*.py")), ids=lambda path: str(path.relative_to(CODE)))
def test_rules_that_answers_name_are_in_the_index(path):
    text = strings(path)
    named = re.findall(r"C3K ([A-Z][A-Za-z' ]+)", text) + re.findall(r'_factor\(.*"([A-Z][^"]*)"\)', text)
    assert [rule for rule in named if not any(rule.startswith(known) for known in RULES)] == []
    assert set(re.findall(r"\b(?:B-[A-Z]\d+|(?<=ruling )A\d+)", text)) <= RULINGS.keys()


def test_the_index_holds_rules_and_rulings():
    assert {"Kills", "Range", "Weapon list"} <= RULES.keys()
    assert {"A1", "B-H2", "B-F29"} <= RULINGS.keys()
    every = [*RULES.values(), *RULINGS.values()]
    assert all(0 < len(cells["summary"]) < 600 and cells["reference"] for cells in every)


@pytest.mark.rule("C3K-F12", "C3K-S07", "C3K-G01")
def test_procedures_that_players_keep_are_explained():
    """What nobody throws for: the order of phases, whom to fire at first, what a scan is."""
    assert "orders, close combat, movement, firing, actions" in RULES["The game turn"]["summary"].casefold()
    priorities = RULES["Target priorities"]["summary"]
    order = ["attack their building", "within 15 cm", "ordered to fire at", "firing on them, on friends", "or at all"]
    assert [priorities.index(words) for words in order] == sorted(priorities.index(words) for words in order)
    assert "three times the distance" in RULES["Scanning"]["summary"]
