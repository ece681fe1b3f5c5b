"""The bot in a process of its own, as on a server, but for the address that it dials: one that can be killed."""

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

from bot.sandbox.rest import TOKEN

ROOT = Path(__file__).parents[2]
TOKENLESS = {key: value for key, value in os.environ.items() if key not in {"DISCORD_TOKEN", "DATABASE_URL"}}
DIAL = """
from bot.sandbox.loopback import point_at
from bot.__main__ import main
point_at({url!r})
raise SystemExit(main([]))
"""


class BotProcess:
    """`python -m bot` on a database; `before` is put in front of the command line, such as strace."""

    def __init__(self, loopback, database_url, *, before=(), **environ):
        self._loopback = loopback
        self._before = before
        self.process = None
        self._environ = TOKENLESS | {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": database_url} | environ

    async def start(self, identifies=1):
        """Start it, and wait until as many begin to hear what happens: its shards, or it and bots started beside it."""
        wanted = self._loopback.gateway.identifies + identifies
        await self.begin()
        # As long as that: it may have to share its processor with many.
        async with asyncio.timeout(600):
            while self._loopback.gateway.identifies < wanted:
                assert self.process.returncode is None, self.read_log()
                await asyncio.sleep(0.005)
        return self

    async def begin(self):
        """Start it, and don't wait until it hears anything."""
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        code = DIAL.format(url=self._loopback.url)
        self.process = await asyncio.create_subprocess_exec(
            *self._before, sys.executable, "-c", code, cwd=ROOT, env=self._environ, stderr=self._log, stdout=self._log
        )

    def read_log(self):
        self._log.seek(0)
        return self._log.read().decode()

    def kill(self):
        """Make sure that it is gone."""
        if self.process and self.process.returncode is None:
            self.process.kill()

    async def end(self, number=signal.SIGTERM):
        """Stop it by a signal; its exit code. What it wrote is in `log`."""
        if self.process.returncode is None:
            self.process.send_signal(number)
        code = await asyncio.wait_for(self.process.wait(), 600)
        self.log = self.read_log()
        self._log.close()
        return code
