"""`python -m bot` runs the bot on Discord; `python -m bot sandbox` runs it without."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from bot.app import Referee
from bot.campaign.copying import copy_campaigns
from bot.campaign.database import DatabaseProblemError
from bot.config import Settings, SettingsError, check_address, read_settings
from bot.engine.errors import DataError
from bot.pulse import beat

PORT = 8765


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Boarding Party, a referee's assistant on Discord. Without a command it runs on Discord and "
        "reads DISCORD_TOKEN, DATABASE_URL, LOG_LEVEL, SHARD_COUNT, SHARD_IDS and HEALTH_FILE from the environment.",
    )
    commands = parser.add_subparsers(dest="command")
    sandbox = commands.add_parser("sandbox", help="run it on this machine, without Discord")
    sandbox.add_argument("--run", metavar="SCRIPT", type=Path, help="play a script and print a JSON object a line")
    sandbox.add_argument("--out", metavar="DIR", type=Path, help="where the files of answers are written")
    sandbox.add_argument("--db", metavar="URL", help="the database, such as sqlite+aiosqlite:///game.db")
    sandbox.add_argument("--port", type=int, default=PORT, help=f"the port to listen on ({PORT})")
    copy = commands.add_parser("copy", help="copy all campaigns into another, empty database")
    copy.add_argument("source", metavar="FROM", help="the address that they are copied from")
    copy.add_argument("target", metavar="TO", help="such as postgresql+asyncpg://user:password@host/database")
    return parser.parse_args(arguments)


async def run_on_discord(settings: Settings) -> None:
    """Run until SIGTERM or an interrupt, then close cleanly."""
    loop = asyncio.get_running_loop()
    async with Referee(settings.database_url, shard_count=settings.shard_count, shard_ids=settings.shard_ids) as bot:
        running = asyncio.ensure_future(bot.start(settings.token))
        beating = asyncio.ensure_future(beat(bot, settings.health_file)) if settings.health_file else None
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, running.cancel)
        try:
            await running
        except asyncio.CancelledError:
            logging.getLogger(__name__).info("closing")
        finally:
            if beating is not None:
                beating.cancel()


def _sandbox(arguments: argparse.Namespace) -> Coroutine[Any, Any, int | None]:
    # Imported only here: whoever runs on Discord need not wait for a Discord of his own.
    from bot.sandbox.endpoint import refuse_real_token  # noqa: PLC0415
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
        print(f"{table}: {count} rows copied and found equal")


def main(arguments: Sequence[str]) -> int:
    """Run what the command line asks for; the exit code."""
    asked = _arguments(arguments)
    try:
        if asked.command == "sandbox":
            logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
            return asyncio.run(_sandbox(asked)) or 0
        if asked.command == "copy":
            asyncio.run(_copy(asked.source, asked.target))
            return 0
        settings = read_settings(os.environ)
        discord.utils.setup_logging(level=logging.getLevelName(settings.log_level))
        asyncio.run(run_on_discord(settings))
    except KeyboardInterrupt:
        return 0
    except discord.LoginFailure:
        print("Discord refuses that DISCORD_TOKEN: copy it anew from the developer portal.", file=sys.stderr)
        return 2
    except (SettingsError, DatabaseProblemError, DataError, ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
