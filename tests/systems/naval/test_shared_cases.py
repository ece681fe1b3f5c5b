"""The worked cases of careers: what is asked, and the answer that the book gives."""

import pytest

from bot.engine.errors import RuleError
from tests.cases import worked_cases
from tests.systems.naval.adapters import ADAPTERS

CASES = worked_cases("careers")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_worked_case(case):
    args, expected = case["args"], case["expect"]
    asked = ADAPTERS[case["fn"]]
    if expected == "refused":
        with pytest.raises(RuleError):
            asked(*args)
        return
    found = asked(**args) if isinstance(args, dict) else asked(*args)
    assert ({name: found[name] for name in expected} if isinstance(expected, dict) else found) == expected


def test_all_of_them_are_run():
    assert len(CASES) == 71
    assert {case["fn"] for case in CASES} == ADAPTERS.keys()
