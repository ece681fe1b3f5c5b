"""The worked cases of hits, wounds, deviation, jams and reloading. The adapters only rename."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.systems.combat3000.hit.adapters import (
    ADAPTERS,
)

CASES = json.loads((Path(__file__).parents[3] / "cases" / "combat3000.json").read_text(encoding="utf-8"))["cases"]


def number(value):
    """A case writes a fraction as a/b."""
    return Fraction(value) if isinstance(value, str) and "/" in value else value


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["rule"] in ADAPTERS])
def test_worked_case(case):
    found, expected = ADAPTERS[case["rule"]](**case["inputs"]), case["expected"]
    if not isinstance(expected, dict):
        assert found == number(expected)
        return
    for name, value in expected.items():
        assert found.get(name, 0) == number(value), name
    if case["rule"].endswith(("_dist", "hit_odds")):
        assert sum(found.values()) == 1
