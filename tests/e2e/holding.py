"""Whether a script holds."""

from random import Random

import pytest

from bot.campaign import store
from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import KIND
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play


async def holds(script, database_url, manners=KIND):
    """Play a script, on a machine that may be busy: the answers are those that it holds, and its dice all thrown.

    Dice that it doesn't tell how to fall fall alike in every run: what it holds by luck, it holds or fails to for good.
    """
    loopback = Loopback(answer_seconds=30, manners=manners)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("expect ") for line in lines)
    stage = RefereeStage(database_url)
    reports, left, unthrown = [], (), []
    luck = Random(script.stem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "new_seed", lambda: luck.randbytes(32))
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
