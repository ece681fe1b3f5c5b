"""No worked case is left out: each rule that a case asks for has an adapter, in one test file only."""

from collections import Counter

from tests.systems.highguard.battle import adapters as battle
from tests.systems.highguard.combat import adapters as combat
from tests.systems.highguard.design import adapters as design
from tests.systems.highguard.worked import CASES


def test_every_case_is_tried_once_and_every_adapter_used():
    tried = Counter(rule for file in (design, combat, battle) for rule in file.ADAPTERS)
    assert set(tried) == {case["rule"] for case in CASES}
    assert set(tried.values()) == {1}


def test_the_cases_have_names_of_their_own():
    assert len({case["id"] for case in CASES}) == len(CASES)
