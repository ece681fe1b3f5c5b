"""The sandbox kept running: lines come by HTTP from this machine, and from the terminal it was started in."""

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TextIO

import yarl
from aiohttp import web

from bot.sandbox.endpoint import is_loopback
from bot.sandbox.loopback import Loopback
from bot.sandbox.page.routes import add_page
from bot.sandbox.report import readable
from bot.sandbox.runner import Player, on_stage
from bot.sandbox.stage import Stage


async def serve(
    loopback: Loopback,
    stage: Stage,
    *,
    port: int = 0,
    out: Path | None = None,
    terminal: TextIO = sys.stdin,
    write: Callable[[str], object] = print,
) -> None:
    """Run until cancelled, or until the terminal's input ends.

    A browser gets a page that looks like Discord. `POST /line` takes one or several lines and answers with
    their JSON objects, one a line.
    """
    player = Player(loopback, stage, out)
    loopback.app.router.add_post("/line", line_route(player))
    add_page(loopback)
    async with on_stage(loopback, stage, port):
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
