"""Whole games by script, through the loopback Discord with the real discord.py: each script holds its answers."""

from pathlib import Path

import pytest

from bot.sandbox.manners import UNKIND
from tests.e2e.holding import holds

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
async def test_script(script, database_url):
    """On both databases: scripts pass by everything that speaks to them."""
    await holds(script, database_url)


@pytest.mark.parametrize("name", ["places", "threads", "panel"])
async def test_script_on_an_unkind_discord(name, tmp_path):
    """Slow requests, few messages a channel, and whatever else Discord does on bad days; on SQLite alone."""
    script = next(script for script in SCRIPTS if script.stem == name)
    await holds(script, f"sqlite+aiosqlite:///{tmp_path}/game.db", UNKIND)
