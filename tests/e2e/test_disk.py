"""A disk that is slow to promise, full, read-only or spoilt: brought about at the file, with the whole bot."""

import errno
import os
import random
import re
import resource
import shutil
import sqlite3

import pytest

from bot.campaign.database import open_database, trouble_of
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text
from tests.campaign.whole import contradictions
from tests.e2e.channel import say, table
from tests.e2e.process import BotProcess


def game(folder):
    """The address of the file that is spoilt here."""
    return f"sqlite+aiosqlite:///{folder}/game.db"


FIRE = '/fire name:"Marine E1" target:"Marine N1" range:600 mode:single'


@pytest.fixture
async def loopback():
    loopback = Loopback(quiet_seconds=0)
    await loopback.start()
    yield loopback
    await loopback.stop()
    assert loopback.faults == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed: no look at when the disk is asked")
async def test_the_disk_has_it_before_the_answer_is_sent(loopback, tmp_path):
    """In the order of system calls: after the sync of the log, and not before, the answer goes out."""
    trace = tmp_path / "trace"
    strace = ("strace", "-D", "-f", "-s", "200", "-e", "trace=fdatasync,fsync,sendto,sendmsg,write", "-o", str(trace))
    bot = await BotProcess(loopback, game(tmp_path), before=strace).start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    fired = await loopback.slash("Ref", "table", FIRE)
    assert "fires at" in message_text(fired.interaction.original)
    await bot.end()
    calls = trace.read_text(errors="replace").splitlines()
    answers = [n for n, call in enumerate(calls) if f"POST /api/v10/interactions/{fired.interaction.id}/" in call]
    assert len(answers) == 1
    earlier = [n for n, call in enumerate(calls[: answers[0]]) if "POST /api/v10/" in call or "PATCH /api/v10/" in call]
    between = calls[earlier[-1] : answers[0]]
    assert any(re.search(r"\b(fdatasync|fsync)\(\d+\)? ", call) for call in between), "\n".join(between)


async def test_a_full_disk_takes_nothing_half(tmp_path, caplog):
    """Until a file may grow no further: then orders are refused in one sentence, and what is there stays whole."""
    async with table(game(tmp_path)) as loopback:
        log = tmp_path / "game.db-wal"
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 40_000, before[1]))
        try:
            answers = [(await say(loopback, "/roll throw:2D"))[1] for _ in range(30)]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        refused = [answer for answer in answers if "total" not in answer]
        assert 0 < len(refused) < 30
        assert {re.sub(r"\w{8}\)", ")", answer) for answer in refused} == {
            "Something went wrong here, and nothing was changed (error )."
        }
        for answer in refused:
            assert f"error {answer[-10:-2]} in" in caplog.text
        _, answer = await say(loopback, "/roll throw:2D")
        assert "total" in answer
        _, shown = await say(loopback, "/campaign show dice:True")
        assert f"Dice thrown: {2 * (31 - len(refused))}," in shown
    engine = await open_database(game(tmp_path))
    assert await contradictions(engine) == []
    await engine.dispose()


async def test_a_disk_without_room_is_named(loopback, tmp_path):
    """The database may grow no further, as on a full disk: it is said what is wrong; with room again all goes on."""
    stage = RefereeStage(game(tmp_path))
    await stage.start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")

    async def allow(pages):
        async with stage.client.table.store.engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            await driver.execute_fetchall(f"PRAGMA max_page_count={pages}")

    await allow(1)
    for _ in range(40):
        _, answer = await say(loopback, "/roll throw:2D")
        if "total" not in answer:
            break
    assert re.fullmatch(
        "Nothing was changed: the disk on which this bot keeps its campaigns is full, "
        r"and whoever runs it has to make room \(error \w{8}\)\.",
        answer,
    )
    await allow(100_000)
    assert "total" in (await say(loopback, "/roll throw:2D"))[1]
    await stage.stop()


def test_every_word_for_a_full_disk_is_known():
    """The system's own, and PostgreSQL's; nothing else is taken for one."""
    server = Exception()
    server.sqlstate = "53100"
    wrapped = RuntimeError()
    wrapped.__cause__ = server
    for problem in (OSError(errno.ENOSPC, "no space"), server, wrapped):
        assert trouble_of(problem) != ""
    assert trouble_of(OSError(errno.ENOENT, "nothing there")) == trouble_of(ValueError()) == ""


async def played(folder):
    """A database with a game in it, closed."""
    async with table(game(folder)) as loopback:
        await say(loopback, FIRE)
    path = folder / "game.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


async def refused(loopback, path, *before):
    """What the program says that can't start on a file; it must leave it alone."""
    kept = path.read_bytes()
    bot = BotProcess(loopback, game(path.parent), before=before, LOG_LEVEL="ERROR")
    with pytest.raises(AssertionError):
        await bot.start()
    assert await bot.end() == 2
    assert path.read_bytes() == kept
    return bot.log.strip()


@pytest.mark.parametrize("where", [0, 100, 4096, 8192])
async def test_a_corrupt_file_is_refused_and_left_alone(loopback, tmp_path, where):
    path = await played(tmp_path)
    spoilt = bytearray(path.read_bytes())
    spoilt[where : where + 64] = bytes(range(64))
    path.write_bytes(spoilt)
    said = await refused(loopback, path)
    assert re.fullmatch(r"The database .*game\.db can't be used: [^\n]+\.", said)


async def test_a_file_that_may_only_be_read_is_refused(loopback, tmp_path):
    path = await played(tmp_path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    # Root may write everywhere: give its rights up.
    before = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs") if os.geteuid() == 0 else ()
    said = await refused(loopback, path, *before)
    tmp_path.chmod(0o755)
    assert re.fullmatch(r"The database .*game\.db can't be used: [^\n]*(readonly|read-only|unable)[^\n]*\.", said)


def spoil(path):
    """All but the first page of a database in use, which becomes noise; what is there then."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(random.Random(1).randbytes(size - 4096))
    return path.read_bytes()


async def test_a_file_that_spoils_while_the_bot_runs(tmp_path):
    """The order is refused in one sentence; Discord is still answered."""
    async with table(game(tmp_path)) as loopback:
        kept = spoil(tmp_path / "game.db")
        message, answer = await say(loopback, FIRE)
        assert message.visible_to is not None
        assert "Something went wrong here, and nothing was changed" in answer
        assert (tmp_path / "game.db").read_bytes() == kept


async def test_whatever_fails_is_told_with_a_number_that_the_log_has(tmp_path, caplog):
    """A command, a button, a select, a form: each that is used when nothing works any more."""
    async with table(game(tmp_path)) as loopback:
        await say(loopback, FIRE)
        await say(loopback, "/ship add template:Wasp")
        await say(loopback, '/fire name:"Marine E1" target:Pirate')
        await loopback.slash("Ref", "table", "/ship design name:Wasp")
        spoil(tmp_path / "game.db")
        outcomes = [
            await loopback.submit("Ref", 'design:"name X"'),
            *[await loopback.press("Ref", "table", label) for label in ("Undo", "Fire", "Numbers…", "Show working")],
            await loopback.choose("Ref", "table", "fire: snap"),
            await loopback.slash("Ref", "table", "/log"),
        ]
        told = [message_text(reply) for outcome in outcomes for reply in outcome.replies]
        numbers = [re.fullmatch(r"Something went wrong .* \(error (\w{8})\)\.", each)[1] for each in told]
        assert len(set(numbers)) == len(outcomes)
        assert [number for number in numbers if f"error {number} in" not in caplog.text] == []
