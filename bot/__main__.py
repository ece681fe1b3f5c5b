"""`python -m bot` runs the bot on Discord; `python -m bot sandbox` runs it without."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from bot import __version__
from bot.app import Referee
from bot.campaign.backups import Backups, check, copy_campaigns, restore
from bot.campaign.database import DatabaseProblemError, open_database
from bot.campaign.erasing import forget_person, forget_server
from bot.config import Settings, SettingsError, check_address, read_address, read_backups, read_settings
from bot.engine.cards import counted, sentence
from bot.engine.errors import DataError, RuleError
from bot.engine.throwlog import MOST_BYTES, checked
from bot.logs import start_log
from bot.pulse import beat
from bot.upkeep import keep_up

PORT = 8765
# As sysexits.h has it: nothing but a change of settings helps, so that it is of no use to start again.
MISTAKEN = 78
_UNAUTHORISED = 4004
_REFUSED = "Discord refuses that DISCORD_TOKEN: copy it anew from the developer portal."


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Boarding Party, a referee's assistant on Discord. Without a command it runs on Discord and "
        "reads its settings from the environment: DISCORD_TOKEN, DATABASE_URL and what else README.md names.",
    )
    parser.add_argument("--version", action="version", version=f"Boarding Party {__version__}")
    commands = parser.add_subparsers(dest="command")
    sandbox = commands.add_parser("sandbox", help="run it on this machine, without Discord")
    sandbox.add_argument("--run", metavar="SCRIPT", type=Path, help="play a script and print a JSON object a line")
    sandbox.add_argument("--out", metavar="DIR", type=Path, help="where the files of answers are written")
    sandbox.add_argument("--db", metavar="URL", help="the database, such as sqlite+aiosqlite:///game.db")
    sandbox.add_argument("--port", type=int, default=PORT, help=f"the port to listen on ({PORT})")
    copy = commands.add_parser("copy", help="copy all campaigns into another, empty database")
    copy.add_argument("source", metavar="FROM", help="the address that they are copied from")
    copy.add_argument("target", metavar="TO", help="such as postgresql+asyncpg://user:password@host/database")
    backup = commands.add_parser("backup", help="copy a SQLite database while the bot works on it, and check the copy")
    backup.add_argument("folder", nargs="?", type=Path, help="where to; without it BACKUP_DIR")
    restore = commands.add_parser("restore", help="put such a copy back in the database's place, with the bot stopped")
    restore.add_argument("file", type=Path, help="the copy")
    forget = commands.add_parser("forget", help="take a person, or all that a server has, out of the database for good")
    forget.add_argument("what", choices=("user", "server"))
    forget.add_argument("id", type=int, help="Discord's number of it")
    verify = commands.add_parser("verify", help="check a log of dice, throw by throw")
    verify.add_argument("file", type=Path, help="what /dice log gave")
    verify.add_argument("hashes", nargs="*", metavar="HASH", help="a hash that was told while its seed was secret")
    return parser.parse_args(arguments)


async def run_on_discord(settings: Settings) -> None:
    """Run until SIGTERM or an interrupt, then close cleanly."""
    loop = asyncio.get_running_loop()
    async with Referee(
        settings.database_url,
        shard_count=settings.shard_count,
        shard_ids=settings.shard_ids,
        backups=settings.backups,
        contact=settings.contact,
        kept_days=settings.kept_days,
    ) as bot:
        running = asyncio.ensure_future(bot.start(settings.token))
        beside = [asyncio.ensure_future(keep_up(bot, settings.database_url))]
        if settings.health_file:
            beside.append(asyncio.ensure_future(beat(bot, settings.health_file)))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, running.cancel)
        try:
            await running
        except asyncio.CancelledError:
            logging.getLogger(__name__).info("closing")
        finally:
            for task in beside:
                task.cancel()


def _sandbox(arguments: argparse.Namespace) -> Coroutine[Any, Any, int | None]:
    # Imported only here: whoever runs on Discord need not wait for a Discord of their own.
    from bot.sandbox.loopback import refuse_real_token  # noqa: PLC0415
    from bot.sandbox.play import keep_open, play_script  # noqa: PLC0415

    refuse_real_token(os.environ)
    if arguments.run:
        lines = arguments.run.read_text(encoding="utf-8").splitlines()
        return play_script(lines, arguments.out, arguments.db)
    return keep_open(arguments.db, arguments.out, arguments.port)


async def _copy(source: str, target: str) -> None:
    for name, url in (("FROM", source), ("TO", target)):
        check_address(name, url, "stop the bot before you copy, so that nothing is added meanwhile")
    counts = await copy_campaigns(source, target)
    for table, count in counts.items():
        print(f"{table}: {counted(count, 'row')} copied and found equal")


def _backup(folder: Path | None) -> None:
    backups, url = read_backups(os.environ), read_address(os.environ)
    if folder is None and backups is None:
        raise SettingsError("Name a folder for the copy, or set BACKUP_DIR: python -m bot backup copies.")
    # What somebody asks for into a folder of their own is not thrown away by number.
    into = backups if folder is None else Backups(folder, keep=sys.maxsize)
    assert into is not None
    made = into.make(url, int(time.time()))
    print(f"{made} has {counted(check(made), 'campaign')} and is whole.")


def _restore(file: Path) -> None:
    kept = restore(file, read_address(os.environ), int(time.time()))
    print(f"{file} is in its place again.{f' What was there is {kept}.' if kept else ''}")


async def _forget(what: str, number: int) -> None:
    engine = await open_database(read_address(os.environ))
    try:
        if what == "server":
            print(f"Campaigns erased: {await forget_server(engine, number)}.")
        else:
            gone = await forget_person(engine, number)
            print(f"Forgotten in {gone.campaigns} campaigns, {gone.without_referee} of them without a referee now.")
            if gone.places:
                # Nothing names them any more by which the bot could let them out as it next looks who is in there.
                print(
                    f"Let them out of the threads and channels of sides on Discord: {sentence(map(str, gone.places))}."
                )
    finally:
        await engine.dispose()
    print("Backups keep what they have until they are replaced.")


def _verify(file: Path, hashes: Sequence[str]) -> None:
    with file.open("rb") as opened:
        found = opened.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise RuleError(f"A log of dice has {MOST_BYTES:,} bytes at most, and {file} has more.")
    try:
        text = found.decode()
    except UnicodeDecodeError:
        raise RuleError(f"{file} is no log of dice: it is no text in UTF-8.") from None
    for line in checked(text, hashes):
        print(line)
    told = (
        "Their hashes are those that you were told."
        if hashes
        else "Compare their hashes with those that you were told."
    )
    print(f"All is as it should be. {told}")


def _beside_discord(asked: argparse.Namespace) -> int:
    """Do what is asked for without going on Discord; the exit code."""
    if asked.command == "sandbox":
        logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
        return asyncio.run(_sandbox(asked)) or 0
    if asked.command == "copy":
        asyncio.run(_copy(asked.source, asked.target))
    elif asked.command == "backup":
        _backup(asked.folder)
    elif asked.command == "restore":
        _restore(asked.file)
    elif asked.command == "verify":
        _verify(asked.file, asked.hashes)
    else:
        asyncio.run(_forget(asked.what, asked.id))
    return 0


def _on_discord() -> int:
    settings = read_settings(os.environ)
    start_log(settings.log_level, settings.log_format)
    try:
        asyncio.run(run_on_discord(settings))
    except discord.LoginFailure:
        raise SettingsError(_REFUSED) from None
    except discord.ConnectionClosed as closed:
        if closed.code != _UNAUTHORISED:
            raise
        raise SettingsError(_REFUSED) from None
    return 0


def main(arguments: Sequence[str]) -> int:
    """Run what the command line asks for; the exit code, `MISTAKEN` where the bot needs other settings to run."""
    asked = _arguments(arguments)
    try:
        return _beside_discord(asked) if asked.command else _on_discord()
    except KeyboardInterrupt:
        return 0
    except SettingsError as problem:
        print(problem, file=sys.stderr)
        return 2 if asked.command else MISTAKEN
    except (RuleError, DatabaseProblemError, DataError, ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
