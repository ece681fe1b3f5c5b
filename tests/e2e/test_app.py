"""The program as a whole: started, synced, stopped, and what it says when it can't run."""

import asyncio
import gc
import json
import logging
import os
import re
import signal
import sys
import tomllib
import weakref
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import make_url, select

from bot import __version__, app
from bot.app import Referee
from bot.campaign.backups import Backups
from bot.campaign.database import versions
from bot.campaign.onetrip import OneTripConnection
from bot.campaign.store import Store
from bot.chat import sending
from bot.config import SettingsError, read_settings
from bot.logs import JsonLines
from bot.pulse import beat
from bot.sandbox.entities import GUILD_ID
from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text
from tests.e2e.process import BotProcess

ROOT = Path(__file__).parents[2]
PASSWORD = "open-sesame"
SERVER = "postgresql+asyncpg://me:other@host/campaigns"
TOKENLESS = {key: value for key, value in os.environ.items() if key not in {"DISCORD_TOKEN", "DATABASE_URL"}}


async def program(*arguments, **environ):
    """Run `python -m bot` to its end: exit code, output, errors."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=ROOT, env=TOKENLESS | environ, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    output, errors = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, output.decode(), errors.decode()


async def test_without_a_token_it_names_the_setting_and_the_sandbox():
    code, _, errors = await program()
    assert code == 78
    assert errors.strip() == (
        "Set DISCORD_TOKEN to your bot's token to run on Discord, or try it without one: python -m bot sandbox."
    )


@pytest.fixture
def token(monkeypatch):
    """One that looks like Discord's, which the loopback Discord takes."""
    token = f"{'M' * 24}.{'G' * 6}.{'x' * 27}"
    for part in ("rest", "gateway"):
        monkeypatch.setattr(f"bot.sandbox.{part}.TOKEN", token)
    return token


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+asyncpg://me:{PASSWORD}@127.0.0.1:1/campaigns",
        f"postgresql+asyncpg://me:{PASSWORD}@127.0.0.1:port/campaigns",
        f"postgresql://me:{PASSWORD}@127.0.0.1:1/campaigns",
    ],
)
async def test_a_database_that_is_not_there_is_told_without_token_and_password(loopback, token, url):
    """Refused, mistyped, of no kind: a sentence, also at DEBUG."""
    bot = BotProcess(loopback, url, LOG_LEVEL="DEBUG", DISCORD_TOKEN=token)
    with pytest.raises(AssertionError):
        await bot.start()
    assert await bot.end() == (78 if url.startswith("postgresql://") else 2)
    assert "Traceback" not in bot.log
    assert "can't be used" in bot.log or "DATABASE_URL" in bot.log
    assert PASSWORD not in bot.log
    assert token[-20:] not in bot.log


async def test_the_sandbox_refuses_a_real_token():
    code, _, errors = await program("sandbox", DISCORD_TOKEN=f"{'M' * 24}.{'G' * 6}.{'x' * 27}")
    assert code == 2
    assert "DISCORD_TOKEN" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"DISCORD_TOKEN": "x", "LOG_LEVEL": "LOUD"}, "LOG_LEVEL is LOUD"),
        ({"DISCORD_TOKEN": "x", "DATABASE_URL": "mysql://x"}, "DATABASE_URL must begin with"),
        ({}, "Set DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "x", "SHARD_COUNT": "none"}, "SHARD_COUNT is none; it must be a whole number"),
        ({"DISCORD_TOKEN": "x", "SHARD_COUNT": "0"}, "SHARD_COUNT is 0; it must be a whole number"),
        ({"DISCORD_TOKEN": "x", "SHARD_IDS": "0"}, "SHARD_IDS needs SHARD_COUNT"),
        ({"DISCORD_TOKEN": "x", "SHARD_COUNT": "2", "SHARD_IDS": "a"}, "SHARD_IDS is a; it must be shards"),
        ({"DISCORD_TOKEN": "x", "SHARD_COUNT": "2", "SHARD_IDS": "0,2"}, "SHARD_IDS has 2; .* the last one is 1"),
        ({"DISCORD_TOKEN": "x", "SHARD_COUNT": "2", "SHARD_IDS": "0"}, "several processes, which need PostgreSQL"),
        ({"DISCORD_TOKEN": "  "}, "Set DISCORD_TOKEN"),
        (
            {"DISCORD_TOKEN_FILE": "/nowhere/token"},
            "DISCORD_TOKEN_FILE names /nowhere/token, which can't be read: No such",
        ),
        ({"DISCORD_TOKEN": "x", "DISCORD_TOKEN_FILE": "y"}, "Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, and not both"),
        ({"DISCORD_TOKEN": "x", "DATABASE_URL": SERVER, "DATABASE_PASSWORD": "y"}, "the address names a user alone"),
        ({"DISCORD_TOKEN": "x", "DATABASE_URL": SERVER, "BACKUP_DIR": "y"}, "BACKUP_DIR is for SQLite"),
        ({"DISCORD_TOKEN": "x", "BACKUP_DIR": "y", "BACKUP_KEEP": "0"}, "BACKUP_KEEP is 0; .* from 1 up"),
        ({"DISCORD_TOKEN": "x", "ERASE_AFTER_DAYS": "soon"}, "ERASE_AFTER_DAYS is soon; .* from 0 up"),
        ({"DISCORD_TOKEN": "x", "LOG_FORMAT": "xml"}, "LOG_FORMAT is xml; it must be one of text, json"),
        ({"DISCORD_TOKEN": "two\nlines"}, "DISCORD_TOKEN has a space or another sign that no token has"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(environ, named):
    with pytest.raises(SettingsError, match=named):
        read_settings(environ)


def test_settings_have_defaults():
    settings = read_settings({"DISCORD_TOKEN": " secret-token "})
    assert settings.token == "secret-token"
    assert settings.database_url == "sqlite+aiosqlite:///boarding-party.db"


def test_settings_hide_the_token_and_the_password():
    url = "postgresql+asyncpg://me:secret@host/campaigns"
    settings = read_settings({"DISCORD_TOKEN": "secret-token", "DATABASE_URL": url, "LOG_LEVEL": "debug"})
    assert settings.database_url == url
    assert "secret" not in f"{settings} {settings!r}"
    assert "DEBUG" in repr(settings)


def test_secrets_are_read_from_files(tmp_path):
    """As a container is given them: a password as it is, whatever stands in it."""
    for name, content in (("token", " secret-token\n"), ("password", "a@b/c:d é\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    settings = read_settings(
        {
            "DISCORD_TOKEN_FILE": str(tmp_path / "token"),
            "DATABASE_URL": "postgresql+asyncpg://me@host/campaigns",
            "DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
        }
    )
    assert settings.token == "secret-token"
    assert make_url(settings.database_url).password == "a@b/c:d é"
    assert make_url(settings.database_url).host == "host"


def test_backups_and_what_else_is_kept_are_read():
    read = read_settings({"DISCORD_TOKEN": "x", "BACKUP_DIR": "/b", "BACKUP_KEEP": "3", "CONTACT": "  me@here  "})
    assert read.backups == Backups(Path("/b"), 3)
    assert (read.kept_days, read.contact, read.log_format) == (30, "me@here", "text")
    read = read_settings({"DISCORD_TOKEN": "x", "ERASE_AFTER_DAYS": "0", "LOG_FORMAT": "JSON", "BACKUP_DIR": " "})
    assert (read.backups, read.kept_days, read.log_format) == (None, 0, "json")


def test_the_version_is_said_once_and_has_its_changes():
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert written == __version__
    assert re.findall(r"^## (\S+)", changes, re.MULTILINE)[0] == __version__
    newest = re.search(r"`([0-9]{4})`", changes)
    assert newest is not None
    assert newest[1] == versions()[-1], "the newest version names the schema that it brings"


@pytest.fixture
async def loopback():
    loopback = Loopback()
    await loopback.start()
    yield loopback
    await loopback.stop()
    assert loopback.faults == []


async def test_a_token_that_discord_refuses_ends_in_a_sentence(loopback, tmp_path):
    """With an exit code by which nobody starts it again, and a log without colours, or of JSON."""
    url = f"sqlite+aiosqlite:///{tmp_path}/game.db"
    for how in ("text", "json"):
        bot = BotProcess(loopback, url, DISCORD_TOKEN=f"{'N' * 24}.{'G' * 6}.{'x' * 27}", LOG_FORMAT=how)
        with pytest.raises(AssertionError):
            await bot.start()
        assert await bot.end() == 78
        *logged, sentence = bot.log.strip().splitlines()
        assert sentence == "Discord refuses that DISCORD_TOKEN: copy it anew from the developer portal."
        assert logged
        assert "\x1b" not in bot.log
        assert "Traceback" not in bot.log
        if how == "json":
            assert {json.loads(line)["level"] for line in logged} == {"INFO"}


def test_a_record_of_json_is_one_line_whatever_stands_in_it():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "a %s", ("\nb",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "x", "a \nb")
    assert told["error"].endswith("ValueError: two\nlines")


async def test_about_says_what_runs_and_how_it_is_kept(loopback, database_url, tmp_path):
    stage = RefereeStage(database_url)
    await stage.start()
    for backups, told in ((None, "none is made by this bot"), (Backups(tmp_path / "b", 2), "none yet")):
        stage.client.backups = backups
        answer = message_text((await loopback.slash("Ref", "table", "/about")).replies[0])
        assert f"Last backup: {told}" in answer
    assert f"Version {__version__}, running since <t:" in answer
    assert re.search(r"Database: [1-9][0-9]* MB", answer)
    editions = re.findall(r": edition ([0-9a-f]{8})$", answer, re.MULTILINE)
    assert len(set(editions)) == len(stage.client.table.systems)
    if database_url.startswith("sqlite"):
        backups.make(database_url, 1_800_000_000)
        answer = message_text((await loopback.slash("Ref", "table", "/about")).replies[0])
        assert f"Last backup: <t:{backups.last()}:R>" in answer
    await stage.stop()


async def heard(loopback, stage):
    """Wait until the bot has kept all that it was told of the server."""
    await loopback.gateway.flush()
    while stage.client.answering:
        await asyncio.wait(stage.client.answering)


async def test_a_server_that_puts_the_bot_out_is_erased_later_unless_it_lets_it_in(loopback, database_url):
    """While it runs or while it is off; and not where Discord can't reach the server for as long."""
    stage = RefereeStage(database_url)

    async def later(days=31):
        stage.advance(days * 86_400)
        await heard(loopback, stage)
        await stage.client.erase_departed()
        return "Marine E1" in message_text((await loopback.slash("Ref", "table", "/character list")).replies[0])

    await stage.start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    assert await later(), "it was never put out"
    loopback.world.kick()
    loopback.world.invite()
    assert await later(), "it was let in again at once"
    loopback.world.tell("GUILD_DELETE", {"id": str(GUILD_ID), "unavailable": True})
    assert await later(), "an outage"
    loopback.world.kick()
    await heard(loopback, stage)
    await stage.stop()
    loopback.world.invite()
    await stage.start()
    assert await later(), "it was let in while it was off"
    await stage.stop()
    loopback.world.kick()
    await stage.start()
    await heard(loopback, stage)
    stage.advance(29 * 86_400)
    await stage.client.erase_departed()
    stage.advance(2 * 86_400)
    await stage.client.erase_departed()
    loopback.world.invite()
    await heard(loopback, stage)
    assert not await later(0), "it was put out while it was off"
    await stage.stop()


def test_the_health_file_is_read():
    assert read_settings({"DISCORD_TOKEN": "x"}).health_file is None
    assert read_settings({"DISCORD_TOKEN": "x", "HEALTH_FILE": " /tmp/alive "}).health_file == Path("/tmp/alive")


async def test_the_health_file_is_touched_only_while_all_is_well(tmp_path):
    """Not before it is ready, nor while Discord is gone, nor while the database is locked."""
    file, url = tmp_path / "alive", f"sqlite+aiosqlite:///{tmp_path}/game.db"

    async def touched():
        await asyncio.sleep(0.1)  # for a touch that is on its way
        file.unlink(missing_ok=True)
        await asyncio.sleep(0.2)
        return file.exists()

    async def comes():
        """Waited for as long as a busy machine may take."""
        async with asyncio.timeout(30):
            while not await touched():
                pass

    async with AsyncExitStack() as running:
        loopback = Loopback()
        await loopback.start()
        running.push_async_callback(loopback.stop)
        stage = RefereeStage(url)
        await stage.start()
        running.push_async_callback(stage.stop)
        bot = stage.client
        beating = asyncio.ensure_future(beat(bot, file, 0.02))
        running.callback(beating.cancel)
        await comes()
        async with bot.table.store.engine.connect() as held:
            await held.execute(select(1))  # which takes the lock
            assert not await touched()
        await comes()
        loopback.gateway.drop()
        await loopback.stop()
        async with asyncio.timeout(10):
            while not bot.cut_off:  # noqa: ASYNC110 - it happens in discord.py's hands
                await asyncio.sleep(0.01)
        assert not await touched()
        await loopback.start(loopback.port)
        await comes()


def test_shards_are_read():
    server = {"DISCORD_TOKEN": "x", "DATABASE_URL": "postgresql+asyncpg://h/d", "SHARD_COUNT": "4"}
    assert read_settings({"DISCORD_TOKEN": "x"}).shard_count is None
    assert (read_settings(server).shard_count, read_settings(server).shard_ids) == (4, None)
    assert read_settings(server | {"SHARD_IDS": " 3, 1,1"}).shard_ids == (1, 3)


async def test_a_script_plays_from_the_command_line(tmp_path):
    script = tmp_path / "fight.txt"
    script.write_text('as Ref\n/roll throw:2D\nexpect "total"\nexpect "banana"\n')
    code, output, errors = await program("sandbox", "--run", str(script))
    assert code == 1
    assert output.count("\n") == 4
    assert '"error": "Expected ' in output
    assert errors == ""


async def test_a_script_that_is_not_there_is_named():
    code, _, errors = await program("sandbox", "--run", "nowhere.txt")
    assert code == 2
    assert "nowhere.txt" in errors
    assert "Traceback" not in errors


async def test_commands_are_told_to_discord_only_when_they_changed(loopback, database_url):
    stage = RefereeStage(database_url)
    await stage.start()
    await stage.stop()
    told = loopback.world.commands[None]
    assert "fire" in {command["name"] for command in told}
    await stage.start()
    await stage.stop()
    assert loopback.world.commands[None] is told, "a second start registered the commands anew"
    told[0]["description"] = "Something else"
    await stage.start()
    await stage.stop()
    assert loopback.world.commands[None] is not told


async def test_of_a_bot_that_is_closed_nothing_stays_in_its_process(loopback, database_url):
    """Whatever the next one in it does as it starts."""
    closed = []
    for _ in range(3):
        stage = RefereeStage(database_url)
        await stage.start()
        closed.append(weakref.ref(stage.client))
        await stage.stop()
        del stage
    gc.collect()
    # What the first of a process holds stays with what is loaded; of this one nothing does.
    assert closed[1]() is None


async def playing(loopback, tmp_path):
    """A bot with a campaign at the table, on a database file of its own."""
    stage = RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db")
    await stage.start()
    await loopback.slash("Ann", "table", "/campaign new starter:True")
    return stage


def open_connections():
    connections = [each for each in gc.get_objects() if isinstance(each, OneTripConnection)]
    return [each for each in connections if each._connection is not None]


async def test_a_completion_is_done_before_a_bot_that_closes_leaves_the_database(loopback, tmp_path, monkeypatch):
    stage = await playing(loopback, tmp_path)
    reading, works = asyncio.Event(), OneTripConnection.whole

    async def slow(connection, steps):
        reading.set()
        await asyncio.sleep(0.3)
        return await works(connection, steps)

    monkeypatch.setattr(OneTripConnection, "whole", slow)
    completion = asyncio.create_task(loopback.complete("Ann", "table", "/character show name:"))
    await asyncio.wait_for(reading.wait(), 10)
    await stage.stop()
    completion.cancel()
    assert open_connections() == []


async def test_what_takes_longer_than_a_bot_waits_that_closes_is_taken_back(loopback, tmp_path, monkeypatch):
    stage = await playing(loopback, tmp_path)
    working, works = asyncio.Event(), OneTripConnection.whole

    async def for_ever(connection, steps):
        done = await works(connection, steps)
        working.set()
        await asyncio.Event().wait()
        return done

    monkeypatch.setattr(app, "PATIENCE", 0.1)
    with monkeypatch.context() as slow:
        slow.setattr(OneTripConnection, "whole", for_ever)
        thrown = asyncio.create_task(loopback.slash("Ann", "table", "/roll throw:2D"))
        await asyncio.wait_for(working.wait(), 10)
        await stage.stop()
        thrown.cancel()
        assert open_connections() == []
    await stage.start()
    assert "2D" not in message_text((await loopback.slash("Ann", "table", "/log")).replies[0])
    await stage.stop()


async def test_whoever_still_asks_once_a_bot_has_left_its_database_opens_no_connection(loopback, tmp_path):
    stage = await playing(loopback, tmp_path)
    store = stage.client.table.store
    await stage.stop()
    with pytest.raises(ConnectionError, match="has left its database"):
        await store.look_around()
    assert open_connections() == []


async def test_a_bot_that_does_not_come_up_leaves_the_database(loopback, tmp_path, monkeypatch):
    async def broken(store):
        raise RuntimeError("no way up")

    monkeypatch.setattr(Store, "look_around", broken)
    with pytest.raises(RuntimeError, match="no way up"):
        await RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db").start()
    assert open_connections() == []


async def test_the_bot_runs_on_discord_and_closes_cleanly_on_sigterm(loopback, database_url, token):
    """The program as it runs on Discord, but for the address that it dials; not even DEBUG logs token or password."""
    if database_url.startswith("postgresql"):
        # The tests' server lets its user in by any.
        database_url = make_url(database_url).set(password=PASSWORD).render_as_string(hide_password=False)
    dial = (
        "import asyncio, os\n"
        "from bot.sandbox.loopback import point_at\n"
        "from bot.__main__ import main\n"
        f"point_at({loopback.url!r})\n"
        "raise SystemExit(main([]))\n"
    )
    environ = TOKENLESS | {"DISCORD_TOKEN": token, "DATABASE_URL": database_url}
    environ["LOG_LEVEL"] = "DEBUG"
    # One of its lines holds all commands.
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", dial, cwd=ROOT, env=environ, stderr=asyncio.subprocess.PIPE, limit=2**20
    )
    assert process.stderr is not None
    log = ""
    while "has connected to Gateway" not in log:
        line = await asyncio.wait_for(process.stderr.readline(), 30)
        assert line, log
        log += line.decode()
    process.send_signal(signal.SIGTERM)
    _, rest = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 0, log + rest.decode()
    assert "Traceback" not in log + rest.decode()
    assert "DEBUG" in log
    assert token[-20:] not in log + rest.decode()
    assert PASSWORD not in log + rest.decode()


async def test_a_slow_answer_is_deferred_and_a_slow_refusal_stays_private(loopback, tmp_path, monkeypatch):
    """A database that is locked for a while is what makes answers slow in life."""
    monkeypatch.setattr(sending, "PATIENCE", 0.1)
    stage = RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db")
    await stage.start()
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    assert isinstance(stage.client, Referee)
    for text, private in (
        ('/fire name:"Marine E1" target:Pirate range:5', False),
        ("/fire name:Nobody target:Pirate range:5", True),
    ):
        connection = await stage.client.table.store.engine.connect()
        asyncio.get_running_loop().call_later(0.5, lambda held=connection: asyncio.ensure_future(held.close()))
        thought = []
        with loopback.world.listen(lambda change, seen=thought: seen.append(change and change.message.loading)):
            outcome = await loopback.slash("Ref", "table", text)
        assert outcome.error is None
        assert True in thought
        assert [reply.visible_to is not None for reply in outcome.replies] == [private]
        assert not any(reply.loading for reply in outcome.replies)
    await stage.stop()
