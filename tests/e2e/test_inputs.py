"""How much a fight asks of those who play it: three turns of four against four, input by input, message by message."""

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

SCRIPTS = Path(__file__).parent / "scripts"
SCRIPT = SCRIPTS / "three_turns.txt"
# What a turn took in which four moved against four and nobody fired a shot, when each move and phase was typed: two
# times a plan, forty moves and six phases. What it may take now.
BEFORE, AT_MOST = 48, 25
INPUTS = ("/", "press ", "choose ", "submit ")
BY_THEMSELVES = ("/morale", "/wake", "/vacuum", "/blast", "/phase")
STEP = re.compile(r"(?:The decision phase|Phase \d) of turn \d(?:: [a-z ]+)?")


def pressed(script):
    """The inputs of each part of a script, by what that is called."""
    found, part = {}, ""
    for line in (SCRIPTS / script).read_text(encoding="utf-8").splitlines():
        if begins := re.match(r"# --- (turn|round) (\d)", line):
            part = begins[0].removeprefix("# --- ")
        elif part and line.startswith(INPUTS):
            found.setdefault(part, []).append(line)
    return found


def test_a_turn_of_four_against_four_takes_half_of_the_inputs_that_it_took():
    found = pressed(SCRIPT.name)
    assert [*found] == ["turn 1", "turn 2", "turn 3"]
    inputs = Fraction(sum(map(len, found.values())), len(found))
    print(f"{float(inputs):.1f} inputs a turn; before {BEFORE}")
    assert inputs <= AT_MOST
    assert not [line for lines in found.values() for line in lines if line.startswith(BY_THEMSELVES)]


@pytest.mark.parametrize(
    ("script", "parts"),
    [
        ("battle_buttons.txt", [f"round {number}" for number in range(1, 6)]),
        ("turn_buttons.txt", ["turn 1", "turn 2"]),
    ],
)
def test_a_turn_and_a_battle_of_five_rounds_are_played_by_presses_and_forms_alone(script, parts):
    found = pressed(script)
    assert [*found] == parts
    assert not [each for inputs in found.values() for each in inputs if each.startswith("/")]


async def test_each_step_stands_in_the_channel_as_one_message_with_one_picture(tmp_path):
    """What is shown of a step as it stands when the next begins: of whoever moved or fired in it there is a picture."""
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    begun, titles, shown = lines.index("# --- turn 1") + 1, Counter(), {}
    stage = RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db")
    async for report in play(lines, Loopback(answer_seconds=30), stage):
        assert not report["error"], report
        if report["line"] < begun:
            continue
        public = [reply for reply in report["replies"] if not reply["ephemeral"]]
        titles.update(step for reply in public if (step := title(reply)))
        shown |= {step: reply for reply in (*public, *report["edits"]) if (step := title(reply))}
        # Whatever is no step is the one line that tells others of a plan.
        others = [reply["text"] for reply in public if not title(reply)]
        assert all(re.fullmatch(r"[\w, ]+ ha(s|ve) a plan\.", text) for text in others), others
    assert len(titles) > 40
    assert set(titles.values()) == {1}
    for step, reply in shown.items():
        acted = re.search(r"(walks|trots) to|turns west|fires at", reply["text"])
        assert len(reply["files"]) == bool(acted), (step, reply["files"])


def title(reply):
    """The step that a message tells, "" for any other."""
    first = next((embed.get("title", "") for embed in reply["embeds"]), "")
    return first if STEP.fullmatch(first) else ""
