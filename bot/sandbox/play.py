"""The sandbox with the real bot in it: what `python -m bot sandbox` runs."""

import asyncio
import json
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

import yarl
from aiohttp import web

from bot.app import Referee
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.sandbox.keeping import kept_in
from bot.sandbox.loopback import Loopback, is_loopback
from bot.sandbox.page.routes import add_page
from bot.sandbox.report import readable
from bot.sandbox.runner import Player, on_stage, run_script
from bot.sandbox.stage import ClientStage, Stage


async def serve(
    loopback: Loopback,
    stage: Stage,
    *,
    port: int = 0,
    out: Path | None = None,
    terminal: TextIO = sys.stdin,
    write: Callable[[str], object] = print,
    kept: Path | None = None,
) -> None:
    """Run until cancelled, or until the terminal's input ends; what is posted is `kept` in that file, if there is one.

    A browser gets a page that looks like Discord. `POST /line` takes one or several lines and answers with
    their JSON objects, one a line.
    """
    player = Player(loopback, stage, out)
    loopback.app.router.add_post("/line", line_route(player))
    add_page(loopback)
    async with on_stage(loopback, stage, port):
        with kept_in(kept, loopback.world) if kept else nullcontext():
            await _open(loopback, player, terminal, write)


async def _open(loopback: Loopback, player: Player, terminal: TextIO, write: Callable[[str], object]) -> None:
    write(
        f"Open {loopback.url}/ in a browser to play.\n"
        f"Or send lines to {loopback.url}/line, or type them here: as Ann, /help"
    )
    if not terminal.isatty():
        await asyncio.Event().wait()
    number = 0
    async for text in typed_lines(terminal):
        number += 1
        report = await player.play(number, text)
        if report and (said := readable(report)):
            write(said)


def line_route(player: Player) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler of `POST /line`. It serves this machine's programs and no web page."""

    async def handle(request: web.Request) -> web.Response:
        host = yarl.URL(f"http://{request.host}").host
        if "Origin" in request.headers or not is_loopback(request.remote) or not is_loopback(host):
            raise web.HTTPForbidden(text="Only programs on this machine may send lines.\n")
        lines = (await request.read()).decode(errors="replace").split("\n")
        reports = [await player.play(number, text) for number, text in enumerate(lines, 1)]
        answer = "".join(json.dumps(report, ensure_ascii=False) + "\n" for report in reports if report)
        return web.Response(text=answer, content_type="application/x-ndjson")

    return handle


async def typed_lines(terminal: TextIO) -> AsyncIterator[str]:
    """The lines typed at a terminal until its end, read in a thread that holds up nothing."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()

    def read() -> None:
        for text in iter(terminal.readline, ""):
            loop.call_soon_threadsafe(lines.put_nowait, text)
        loop.call_soon_threadsafe(lines.put_nowait, "")

    threading.Thread(target=read, name="sandbox terminal", daemon=True).start()
    while text := await lines.get():
        yield text


KEPT = "sqlite+aiosqlite:///boarding-party-sandbox.db"


class RefereeStage(ClientStage):
    """The real bot on a database, with dice that can be told how to fall and a clock that can go forward."""

    def __init__(self, database_url: str) -> None:
        super().__init__(self._build, dice=self._told, advance=self._go_forward)
        self._database_url = database_url
        self._faces = _ToldFaces()
        self._ahead = 0

    @property
    def faces(self) -> Sequence[int]:
        """The faces that the dice were told and haven't shown yet."""
        return self._faces.left

    def _build(self) -> Referee:
        # One shard whatever a gateway would advise, no waiting for members who are not coming, nor long for a session.
        return Referee(
            self._database_url,
            now=lambda: int(time.time()) + self._ahead,
            new_dice=self._dice,
            identify_seconds=0.5,
            shard_count=1,
            guild_ready_timeout=0.05,
        )

    def _dice(self, key: bytes, counter: int) -> LiveDice:
        return _StagedDice(key, counter, self._faces) if self._faces.has_for(key, counter) else LiveDice(key, counter)

    def _told(self, faces: Sequence[int]) -> None:
        if min(faces, default=1) < 1:
            raise ValueError("A die shows 1 or more.")
        self._faces.tell(faces)

    def _go_forward(self, seconds: int) -> Awaitable[None] | None:
        self._ahead += seconds
        return asyncio.ensure_future(self.client.settle_waits()) if isinstance(self.client, Referee) else None


class _ToldFaces:
    """The faces that were told: each belongs to a throw of a campaign, which shows it again where that is worked out
    again.
    """

    def __init__(self) -> None:
        self._told: tuple[int, ...] = ()
        self._shown = 0
        # By a campaign's key, at which of its throws the first of them would have come.
        self._since: dict[bytes, int] = {}

    @property
    def left(self) -> tuple[int, ...]:
        """Those that no die has shown yet."""
        return self._told[self._shown :]

    def tell(self, faces: Sequence[int]) -> None:
        """Have these come next, in place of any that are left."""
        self._told, self._shown, self._since = tuple(faces), 0, {}

    def has_for(self, key: bytes, counter: int) -> bool:
        """Whether a throw of a campaign shows one of them."""
        return bool(self.left) or 0 <= counter - self._since.get(key, counter + 1) < len(self._told)

    def at(self, key: bytes, counter: int) -> int | None:
        """The face that was told for a throw of a campaign, None where none was."""
        if not self.has_for(key, counter):
            return None
        number = counter - self._since.setdefault(key, counter - self._shown)
        if not 0 <= number < len(self._told):
            return None
        self._shown = max(self._shown, number + 1)
        return self._told[number]


class _StagedDice(LiveDice):
    """A campaign's dice, but for the faces that were told, which come first."""

    def __init__(self, key: bytes, counter: int, told: _ToldFaces) -> None:
        super().__init__(key, counter)
        self._key, self._told = key, told

    def face(self, sides: int) -> int:
        face = self._told.at(self._key, self.counter)
        if face is None:
            return super().face(sides)
        if face > sides:
            raise RuleError(f"The next face was told to be {face}, but the die has {sides} sides.")
        self.counter += 1
        return face


async def play_script(lines: Sequence[str], out: Path | None, database_url: str | None) -> int:
    """Play a script's lines, printing one JSON object a line; the exit code, 1 if a line failed.

    Without a database's address the script plays in one of its own, which is thrown away.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = database_url or f"sqlite+aiosqlite:///{folder}/sandbox.db"
        return await run_script(lines, Loopback(), RefereeStage(url), out)


async def keep_open(database_url: str | None, out: Path | None, port: int) -> None:
    """Run the sandbox until it is stopped; its campaigns are kept in this folder, and what was posted beside them."""
    url = database_url or KEPT
    await serve(Loopback(), RefereeStage(url), port=port, out=out, terminal=sys.stdin, kept=_kept_beside(url))


def _kept_beside(url: str) -> Path:
    """The file for what is posted beside a database; gone with it: whoever throws the campaigns away begins anew."""
    scheme, _, database = url.partition(":///")
    kept = Path(f"{database or 'boarding-party-sandbox'}.messages")
    if scheme.startswith("sqlite") and not Path(database).exists():
        kept.unlink(missing_ok=True)
    return kept
