"""Whatever rule the code names to a player stands in the index, and each summary is ours and short."""

import re
from pathlib import Path

import pytest

from bot import systems

AHL = systems.discover(systems)["ahl"]
CODE = Path(systems.__file__).parent / "ahl"
# In the text of an answer: AHL 11.C.2.b, or several: AHL 12.B, 12.C; and rulings: R-06.
_RULES = re.compile(r"AHL ((?:Traveller [A-Z]|\d+(?:\.[A-Z](?:\.\d+(?:\.[a-z])?)?)?)(?:, \d+(?:\.[A-Z](?:\.\d+)?)?)*)")


def named(text):
    return {rule for found in _RULES.findall(text) for rule in found.split(", ")}


def strings(path):
    """The string literals of a file, but for its docstrings, which speak to developers."""
    return re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", sorted(CODE.rglob("*.py")), ids=lambda path: str(path.relative_to(CODE)))
def test_rules_that_answers_name_are_in_the_index(path):
    assert named(strings(path)) <= AHL.rules.keys()
    assert set(re.findall(r"R-\d\d+b?", strings(path))) <= AHL.rules.keys()


def test_the_index_holds_rules_and_rulings():
    assert {"11.C.2.b", "17.B", "18.C", "26.B", "R-06", "R-121"} <= AHL.rules.keys()
    assert all(0 < len(rule.summary) < 600 for rule in AHL.rules.values())


@pytest.mark.rule("AHL-INT-1", "AHL-INT-9")
def test_time_and_colours_can_be_looked_up():
    assert AHL.rules["Time"].summary.startswith("A turn is 15 seconds, four to a minute: 5 minutes are 20 turns, 30")
    assert "white on blue marines, black on green intruders" in AHL.rules["Colours"].summary


@pytest.mark.rule("AHL-QA-1", "AHL-QA-3")
def test_what_the_designers_answered_can_be_looked_up():
    assert "the plans leave out further tanks" in AHL.rules["Q1"].summary
    assert "Nobody fires while they climb; who stops and braces may" in AHL.rules["Q3"].summary
