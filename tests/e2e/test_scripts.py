"""Whole games by script, through the loopback Discord with the real discord.py: each script holds its answers."""

from pathlib import Path

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import KIND, UNKIND
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

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


async def holds(script, database_url, manners=KIND):
    """Play a script, on a machine that may be busy: the answers are those that it holds, and its dice all thrown."""
    loopback = Loopback(answer_seconds=30, manners=manners)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("expect ") for line in lines)
    stage = RefereeStage(database_url)
    reports, left, unthrown = [], (), []
    async for report in play(lines, loopback, stage):
        if left and report["input"].startswith("dice "):
            unthrown.append(f"before line {report['line']}: {left}")
        reports.append(report)
        left = stage.faces
    assert [f"{report['line']}: {report['error']}" for report in reports if report["error"]] == []
    assert loopback.faults == []
    assert unthrown == []
    assert left == (), "the last dice were told more faces than were thrown"
    refused = [report for report in reports if any("Something went wrong" in r["text"] for r in report["replies"])]
    assert refused == []
