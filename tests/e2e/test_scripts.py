"""Whole games by script, through the loopback Discord with the real discord.py: each script holds its answers."""

from pathlib import Path

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


# These on a server too: they pass by everything that speaks to the database in a way of its own.
ON_SERVER = [path for path in SCRIPTS if path.stem in {"first_fight", "players", "server_life"}]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
async def test_script(script, tmp_path):
    await holds(script, f"sqlite+aiosqlite:///{tmp_path}/game.db")


@pytest.mark.parametrize("script", ON_SERVER, ids=lambda path: path.stem)
async def test_script_on_postgresql(script, postgresql):
    async with postgresql.database() as url:
        await holds(script, url)


async def holds(script, url):
    loopback = Loopback()
    lines = script.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("expect ") for line in lines)
    reports = [report async for report in play(lines, loopback, RefereeStage(url))]
    assert [f"{report['line']}: {report['error']}" for report in reports if report["error"]] == []
    assert loopback.faults == []
    refused = [report for report in reports if any("Something went wrong" in r["text"] for r in report["replies"])]
    assert refused == []
