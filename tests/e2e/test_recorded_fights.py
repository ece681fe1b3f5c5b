"""Whole fights as they are recorded: played again they come to the same, and taken back to nothing."""

from pathlib import Path

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import KIND
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

SCRIPTS = Path(__file__).parent / "scripts"
# By Combat 3000 a charge and a countercharge with panic fire; a unit that breaks and rallies; a room blown down over
# its garrison; a vehicle, a robot and a flyer; and five against five. By the AHL variant a corridor with hardened
# armour and a grenade; a melee with thrown spears; an ambush in the open with a tripod, and an animal that flees.
FIGHTS = (
    "combat3000_charge",
    "combat3000_breaking",
    "combat3000_buildings",
    "combat3000_machines",
    "combat3000_six_turns",
    "variant",
    "variant_spears",
    "variant_open",
)
SHOW = ("/character list", "/turn show", "/structure list", "/deck show")


async def answers(tmp_path, lines):
    """What is said to each line, by the number of the line."""
    loopback, stage = Loopback(answer_seconds=30, manners=KIND), RefereeStage(f"sqlite+aiosqlite:///{tmp_path}")
    reports = [report async for report in play(lines, loopback, stage)]
    assert loopback.faults == []
    return [[reply["text"] for reply in report["replies"]] for report in reports]


@pytest.mark.parametrize("name", FIGHTS)
async def test_a_fight_comes_to_the_same_again_and_is_taken_back_whole(name, tmp_path):
    script = (SCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    fight = [line for line in script if line and not line.startswith(("expect", "#"))]
    begins = next(number for number, line in enumerate(fight) if line.startswith("/campaign new")) + 1
    back = ["/undo"] * len(fight)
    lines = [*fight[:begins], *SHOW, *fight[begins:], "as Ref", *SHOW, *back, *SHOW]
    once = await answers(tmp_path / "once.db", lines)
    again = await answers(tmp_path / "again.db", [*fight, "as Ref", *SHOW])
    first, whole, last = once[begins : begins + 4], once[len(fight) + 5 :][:4], once[-4:]
    assert whole == again[-4:]
    assert whole != first
    assert last == first
