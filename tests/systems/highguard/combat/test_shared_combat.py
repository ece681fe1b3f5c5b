"""The worked cases of attack, damage, black globe and individuals. The adapters only rename."""

import pytest

from tests.systems.highguard.combat.adapters import ADAPTERS
from tests.systems.highguard.worked import cases_of, try_case


@pytest.mark.parametrize("case", cases_of(ADAPTERS))
def test_worked_case(case):
    try_case(case, ADAPTERS)
