"""Files of Combat 3000's scenarios that somebody has spoilt: read, or refused with file, line and what to write."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.scenarioform import Known, read_scenario
from bot.systems import DATA
from tests.engine.test_scenarioform import MUTATIONS, mutated

SYSTEM = systems.discover(systems)["combat3000"]
STAGED = SYSTEM.staged
KNOWN = Known(
    tuple(STAGED.groups), tuple(SYSTEM.templates), tuple(SYSTEM.traits), tuple(STAGED.decks), tuple(STAGED.specials)
)
FILES = {path.name: path.read_text("utf-8") for path in sorted((DATA / "combat3000" / "scenarios").glob("*.txt"))}


def test_each_file_is_a_scenario_as_it_stands():
    assert {read_scenario(text, name, KNOWN).name for name, text in FILES.items()} == set(STAGED.scenarios)
    assert len(FILES) == 3


def refusal(text, name):
    """What is said against a text, "" where it is read as a whole scenario."""
    try:
        found = read_scenario(text, name, KNOWN)
    except RuleError as refused:
        return str(refused)
    return "" if found.decks and found.sides and found.name else "read as half a scenario"


@settings(max_examples=1000, database=None)
@given(st.sampled_from(sorted(FILES)), st.lists(MUTATIONS, min_size=10, max_size=10))
def test_ten_thousand_mutations_are_read_or_refused_with_their_line(name, many):
    for steps in many:
        text = mutated(steps, FILES[name])
        said = refusal(text, name)
        number = re.match(rf"{re.escape(name)}, line (\d+): ", said)
        assert said == "" or number, said
        assert number is None or 1 <= int(number[1]) <= text.count("\n") + 1
