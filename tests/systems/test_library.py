"""The rulebooks by key: each read once, when it is first asked for, and a wrong table named."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import DataError, RuleError
from bot.engine.scene import Scene
from bot.systems.rulebook import edition

# What Python has read of a rulebook when its neighbour was asked for.
ASKED = """
import sys
from bot import systems
found = systems.discover(systems)
assert "highguard" in found
assert found["ahl"] is found["ahl"]
print([name for name in ("ahl", "combat3000", "highguard") if f"bot.systems.{name}" in sys.modules])
"""


def test_a_rulebook_that_nobody_plays_is_not_read():
    asked = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    assert asked.stdout == "['ahl']\n"


def test_every_rulebook_is_found_and_can_be_read():
    found = systems.discover(systems)
    assert {key: system.key for key, system in found.items()} == {key: key for key in found}
    assert found


def test_a_book_that_is_not_there_is_refused():
    found = systems.discover(systems)
    assert "chess" not in found
    with pytest.raises(KeyError):
        found["chess"]


def test_a_wrong_table_is_named_when_its_book_is_asked_for(tmp_path):
    (tmp_path / "ahl").mkdir()
    for table in (systems.DATA / "ahl").glob("*.csv"):
        (tmp_path / "ahl" / table.name).write_text(table.read_text(encoding="utf-8"), encoding="utf-8")
    weapons = tmp_path / "ahl" / "weapons.csv"
    weapons.write_text(weapons.read_text(encoding="utf-8").replace("(4)", "(x)", 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"weapons\.csv:\d+"):
        systems.discover(systems, tmp_path)["ahl"]


@pytest.mark.parametrize(
    ("uses", "kept"), [("bot.systems.names import key_of", True), ("bot.systems.ahl.book import Book", False)]
)
def test_a_new_rulebook_is_held_to_the_contracts_by_being_there(tmp_path, uses, kept):
    """Its folder and nothing else: it may use what all books have in common, and no other book."""
    home = systems.DATA.parent
    for part in ("bot", "cogs", "renderers"):
        shutil.copytree(home / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(home / "pyproject.toml", tmp_path)
    (tmp_path / "bot" / "systems" / "marbles").mkdir()
    (tmp_path / "bot" / "systems" / "marbles" / "__init__.py").write_text(f"from {uses}\n", encoding="utf-8")
    lint = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    told = subprocess.run(lint, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode == 0) is kept, told.stdout
    assert ("bot.systems.marbles is not allowed to import bot.systems.ahl" in told.stdout) is not kept


def test_a_book_may_make_its_own_of_what_the_house_orders():
    """A deck that must not be put up, by a book that says so; and nobody gives by its name what its command reads."""
    found = systems.discover(systems)
    plain = found["ahl"].order("deck load")
    with pytest.raises(RuleError, match="give it by its command"):
        plain.resolve(Scene({}), {}, ScriptedDice(()))

    def refused(*_):
        raise RuleError("Not amid a fight.")

    own = systems.at_home(replace(found["ahl"], orders={"deck load": replace(plain, resolve=refused)}))
    with pytest.raises(RuleError, match="Not amid a fight"):
        own.order("deck load").resolve(Scene({}), {}, ScriptedDice(()))


def test_an_edition_is_another_as_soon_as_a_file_of_it_is(tmp_path):
    """Whatever folder it lies in; what a file is called counts as well."""
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    for folder, name, text in ((first, "a.csv", "1"), (second, "a.csv", "2"), (third, "b.csv", "1")):
        (folder / "scenarios").mkdir(parents=True)
        (folder / "scenarios" / name).write_text(text, encoding="utf-8")
    assert len({edition(folder) for folder in (first, second, third)}) == 3
