"""The worked cases of the battle's sequence, boarding and repair. The adapters only rename."""

import pytest

from tests.systems.highguard.battle.adapters import (
    ADAPTERS,
)
from tests.systems.highguard.worked import cases_of, try_case


@pytest.mark.rule("HG-C08", "HG-C09", "HG-C10")
@pytest.mark.rule("HG-C14", "HG-C15", "HG-C30")
@pytest.mark.rule("HG-B03", "HG-B05", "HG-R06")
@pytest.mark.parametrize("case", cases_of(ADAPTERS))
def test_worked_case(case):
    try_case(case, ADAPTERS)
