"""The worked cases of design, small craft and profiles. The adapters only rename."""

import pytest

from tests.systems.highguard.design.adapters import (
    ADAPTERS,
)
from tests.systems.highguard.worked import cases_of, try_case


@pytest.mark.parametrize("case", cases_of(ADAPTERS))
def test_worked_case(case):
    try_case(case, ADAPTERS)
