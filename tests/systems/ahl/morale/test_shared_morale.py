"""The worked cases of morale. The adapters only rename: what a case calls something, and what the code calls it."""

from fractions import Fraction

import pytest

from bot.engine.odds import exact
from bot.systems.ahl.morale.checks import MORALE, Cause, Checker, Led, check_morale, leadership
from bot.systems.ahl.sheet.character import Character
from tests.cases import AHL as CASES
from tests.systems.ahl.worked import number


def chances(characters):
    """How likely each of them is to pass, checking in this order."""
    checkers = [Checker(f"P{index}", "", character) for index, character in enumerate(characters)]
    return [
        exact(
            lambda dice: check_morale(checkers, Cause.CASUALTY, MORALE, dice),
            of=lambda morale, name=checker.name: name not in morale.failed,
        ).get(True, Fraction(0))
        for checker in checkers
    ]


ADAPTERS = {
    "morale": lambda value: chances([Character(morale=value)])[0],
    "leadership_modifier": lambda results: sum(
        modifier.dm for modifier in leadership(Led("", bonus, passed) for bonus, passed in results)
    ),
    "morale_chain": lambda people: {"pass": chances([Character(**person) for person in people])},
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["call"] in ADAPTERS])
def test_worked_case(case):
    found, expected = ADAPTERS[case["call"]](**case["inputs"]), case["expected"]
    if isinstance(expected, dict):
        expected = {name: [number(value) for value in values] for name, values in expected.items()}
    assert found == number(expected)


def test_there_are_cases_of_every_kind():
    assert {case["call"] for case in CASES} >= ADAPTERS.keys()
