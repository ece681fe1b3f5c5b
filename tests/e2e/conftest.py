"""Whatever is played from end to end is told of its stored report as well."""

import pytest

from bot.campaign import deciding
from bot.chat import sending
from bot.sandbox.loopback import Loopback
from tests.reports import told_as_stored

# A script that fails says what it held.
pytest.register_assert_rewrite("tests.e2e.holding")


@pytest.fixture(autouse=True)
def every_report_is_told_as_it_is_stored(monkeypatch):
    """Of every order, whichever the test gives."""
    monkeypatch.setattr(deciding, "reported", told_as_stored)


@pytest.fixture(autouse=True)
def no_answer_is_late(monkeypatch):
    """How busy the machine is, and so whether an answer is put off or comes too late, tells nothing of the bot.

    A test of waiting says how long is waited.
    """
    monkeypatch.setattr(sending, "PATIENCE", 60.0)
    monkeypatch.setitem(Loopback.__init__.__kwdefaults__, "answer_seconds", 60.0)
