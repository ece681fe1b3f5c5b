"""Whatever is played from end to end is told of its stored report as well."""

import pytest

from bot.campaign import deciding
from tests.reports import told_as_stored

# A script that fails says what it held.
pytest.register_assert_rewrite("tests.e2e.holding")


@pytest.fixture(autouse=True)
def every_report_is_told_as_it_is_stored(monkeypatch):
    """Of every order, whichever the test gives."""
    monkeypatch.setattr(deciding, "reported", told_as_stored)
