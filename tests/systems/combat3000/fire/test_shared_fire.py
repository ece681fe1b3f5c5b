"""The worked cases of fire, sighting and the lists. The adapters only rename."""

import json
from pathlib import Path

import pytest

from tests.systems.combat3000.fire.adapters import (
    ADAPTERS,
    number,
)

CASES = json.loads((Path(__file__).parents[3] / "cases" / "combat3000.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["rule"] in ADAPTERS])
def test_worked_case(case):
    found, expected = ADAPTERS[case["rule"]](**case["inputs"]), case["expected"]
    if isinstance(expected, dict):
        assert {name: found.get(name, 0) for name in expected} == {name: number(v) for name, v in expected.items()}
    else:
        assert found == number(expected)
