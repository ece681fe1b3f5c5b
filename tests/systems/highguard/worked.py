"""The worked cases, those that are shared and more of the corners, and how one is tried.

Each test file brings adapters that only rename, by the rule that a case asks for.
"""

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.engine.errors import RuleError

FILES = ("highguard.json", "highguard_more.json")
Adapters = Mapping[str, Callable[..., Any]]


def _read(name):
    return json.loads((Path(__file__).parents[2] / "cases" / name).read_text(encoding="utf-8"))["cases"]


CASES = [case for name in FILES for case in _read(name)]


def cases_of(adapters: Adapters):
    """The cases that these adapters can try, one test each."""
    return [pytest.param(case, id=case["id"]) for case in CASES if case["rule"] in adapters]


def number(value):
    """A case writes a fraction as a/b or with a point."""
    if isinstance(value, dict):
        return {name: number(each) for name, each in value.items()}
    exact = isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+|\.\d+)", value)
    return Fraction(value) if exact else value


def try_case(case, adapters: Adapters):
    """Ask what the case asks, and compare: all of it, or with `subset` what it names."""
    inputs = {name: number(value) for name, value in case["inputs"].items()}
    expected = number(case["expected"])
    if expected == "ERROR":
        with pytest.raises(RuleError):
            adapters[case["rule"]](**inputs)
        return
    found = adapters[case["rule"]](**inputs)
    assert ({name: found[name] for name in expected} if case.get("subset") else found) == expected
