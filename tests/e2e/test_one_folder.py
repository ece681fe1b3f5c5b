"""A rule system is one folder: put beside the others, it has every command, and nothing else was touched."""

from pathlib import Path

import pytest

from bot import systems
from bot.engine.errors import RuleError
from tests.e2e.holding import holds

FOLDER = Path(__file__).parent / "rulebook"


@pytest.fixture
def installed(monkeypatch):
    """As if the folder stood in bot/systems."""
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(FOLDER)])


async def test_a_folder_beside_the_others_gets_every_command(installed, database_url):
    await holds(FOLDER / "pebbles.txt", database_url)


def test_without_its_folder_there_is_no_such_system():
    assert "pebbles" not in systems.discover(systems)


def test_it_refuses_verbs_that_it_lacks(installed):
    pebbles = systems.discover(systems)["pebbles"]
    with pytest.raises(RuleError, match="Pebbles has no /melee"):
        pebbles.order("melee")
