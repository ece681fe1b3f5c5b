"""What anybody learns of a campaign's dice: what its seed comes to, and the referee alone how many were thrown.

And how two players salt a fight, its seed is opened, and one checks the throw that felled them, on another machine.
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from bot.__main__ import main
from bot.campaign.database import open_database
from bot.campaign.rows import STRETCH
from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

README = Path(__file__).parents[2] / "README.md"


async def test_the_whole_hash_of_the_seed_is_told_to_all_and_the_count_to_the_referee_alone(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/roll throw:3d6")
        engine = await open_database(database_url)
        async with engine.begin() as connection:
            seed = (await connection.execute(STRETCH.select())).one().seed
        await engine.dispose()
        message, text = await say(loopback, "/campaign show")
        assert hashlib.sha256(seed).hexdigest() in text
        assert "hrown" not in text
        assert message.visible_to is None
        message, text = await say(loopback, "/campaign show dice:True")
        assert "Dice thrown: 3, " in text
        assert message.visible_to == loopback.world.user("Ref").id
        refused = (await loopback.slash("Ann", "table", "/campaign show dice:True")).replies[0]
        assert message_text(refused) == "How many dice were thrown is for the referee only."


def program():
    """The README's program as it stands there."""
    (found,) = re.findall(r"^```python\n(.+?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found


def test_the_readmes_program_is_short_and_needs_nothing():
    lines = program().splitlines()
    assert len(lines) <= 25
    imported = {line.removeprefix("import ") for line in lines if line.startswith(("import", "from"))}
    assert imported <= sys.stdlib_module_names


def by_readme(folder, file, die):
    """What the README's program says of a die, run by a Python that knows nothing of the bot: exit code and words."""
    (folder / "check.py").write_text(program(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "check.py", str(file), str(die)], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


async def salted_fight(loopback):
    """Two players salt a fight, one fells the other, and its seed is opened: who saw what of the hash, and the log."""
    told = (await say(loopback, "/dice show"))[1]
    (seed_hash,) = re.findall("[0-9a-f]{64}", told)
    await say(loopback, '/character edit name:"Marine E1" owner:@Ann')
    await say(loopback, "/character edit name:Pirate owner:@Bob")
    await say(loopback, '/dice salt words:"red dog"', "Ann")
    assert seed_hash in (await say(loopback, '/dice salt words:"blue whale"', "Bob"))[1]
    for _ in range(30):
        answer = (await say(loopback, '/fire name:"Marine E1" target:Pirate range:5 dm:9'))[1]
        if re.search("dead|unconscious|dies", answer):
            break
    await say(loopback, "/roll throw:3d100", "Bob")
    await say(loopback, "/dice reveal")
    outcome = await loopback.press("Ref", "table", "Open the seed")
    opened = message_text(outcome.replies[0])
    assert f"as it was told while it was secret: {seed_hash}" in opened
    message, _ = await say(loopback, "/dice log", "Bob")
    assert message.visible_to == loopback.world.user("Bob").id
    (file,) = message.files
    return seed_hash, file.data


async def test_one_checks_the_throw_that_felled_them_on_another_machine(database_url, tmp_path, capsys):
    async with table(database_url) as loopback:
        seed_hash, log = await salted_fight(loopback)
    file = tmp_path / "dice.json"
    file.write_bytes(log)
    shots = [each for s in json.loads(log)["stretches"] for each in s["entries"] if "fires at Pirate" in each["title"]]
    felled = shots[-1]["throws"][-1]
    for number, face in enumerate(felled["faces"], felled["counter"]):
        code, words = by_readme(tmp_path, file, number)
        assert (code, f"shown {face} | due {face}" in words, seed_hash in words) == (0, True, True), words
        assert "Marine E1 fires at Pirate | " in words
    assert by_readme(tmp_path, file, 10**6) == (1, "There is no such die in that log.\n")
    assert main(["verify", str(file), seed_hash]) == 0
    said = capsys.readouterr().out
    assert "All is as it should be. Their hashes are those that you were told." in said
    assert "2 salts" in said
    spoilt = json.loads(log)
    faces = spoilt["stretches"][-1]["entries"][-1]["throws"][-1]["faces"]
    faces[0] = faces[0] % 100 + 1
    file.write_text(json.dumps(spoilt), encoding="utf-8")
    wrong = spoilt["stretches"][-1]["entries"][-1]["throws"][-1]["counter"]
    assert by_readme(tmp_path, file, wrong)[0] == 1
    assert main(["verify", str(file)]) == 2
    assert f"Die {wrong} of stretch 3 (throw, entry " in capsys.readouterr().err


async def test_files_that_are_no_log_of_this_are_refused_in_a_sentence(database_url, tmp_path, capsys):
    async with table(database_url) as loopback:
        seed_hash, log = await salted_fight(loopback)
    file = tmp_path / "dice.json"

    def refused(data, *hashes):
        file.write_bytes(data)
        assert main(["verify", str(file), *hashes]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert len(told) < 300
        return told

    assert "no JSON can be read" in refused(log[: len(log) // 2])
    assert "not as it was written" in refused(log.replace(b"fires at", b"misses  "))
    assert "it is of another campaign" in refused(log, "12" * 32)
    assert "of a newer program" in refused(log.replace(b'"version": 1', b'"version": 2'))
    assert "has 10,485,760 bytes at most, and" in refused(b"[" * 50_000_000)
    assert "no JSON can be read" in refused(b"[" * 10_000_000)
    assert "no text in UTF-8" in refused(b"\xff\xfe" + log)
    assert main(["verify", str(tmp_path / "gone.json")]) == 2
    assert "gone.json" in capsys.readouterr().err
    file.write_bytes(log)
    assert main(["verify", str(file), seed_hash]) == 0


async def test_ending_tells_first_what_it_opens_that_players_could_not_see(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/roll throw:2D")
        engine = await open_database(database_url)
        async with engine.begin() as connection:
            hide = "UPDATE entry SET audience = '7', card = replace(CAST(card AS TEXT), 'Throw 2D', 'Sealed throw')"
            kind = "::json" if connection.dialect.name == "postgresql" else ""
            await connection.execute(sql(f"{hide.replace('replace(', '(replace(')}){kind} WHERE verb = 'roll'"))
        await engine.dispose()
        assert "No seed has been opened yet" in (await say(loopback, "/dice log", "Ann"))[1]
        message, told = await say(loopback, "/campaign end")
        assert "Hidden until now: Sealed throw" in told
        assert message.visible_to == loopback.world.user("Ref").id
        assert "Marine E1" in (await say(loopback, "/character list"))[1]
        ended = message_text((await loopback.press("Ref", "table", "End the campaign")).replies[0])
        assert "The seed of stretch 1: " in ended
        (file,) = (await say(loopback, "/dice log", "Ann"))[0].files
        (entry,) = json.loads(file.data)["stretches"][0]["entries"]
        assert entry["hidden"] is True
        again = message_text((await loopback.press("Ref", "table", "End the campaign")).replies[0])
        assert "No campaign is running" in again


@pytest.mark.parametrize("who", ["Ann", "Ref"])
async def test_a_button_that_opens_is_the_referees_and_opens_once(database_url, who):
    async with table(database_url) as loopback:
        await say(loopback, "/roll throw:2D")
        message, _ = await say(loopback, "/dice reveal")
        message.visible_to = None
        told = message_text((await loopback.press(who, "table", "Open the seed")).replies[0])
        assert ("The dice are opened" in told) is (who == "Ref")
        await say(loopback, "/roll throw:2D")
        told = message_text((await loopback.press(who, "table", "Open the seed")).replies[0])
        refused = (
            "That seed is open already" if who == "Ref" else "Opening the seed of the dice is for the referee only"
        )
        assert refused in told
