"""The page's own routes: its files, a websocket on which it hears what happens, and what its user does."""

import asyncio
import json
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.sandbox.actions import Outcome
from bot.sandbox.body import Upload
from bot.sandbox.entities import Channel, Payload, User
from bot.sandbox.loopback import Loopback
from bot.sandbox.page.guard import HEADERS, from_own_page, this_machine_only
from bot.sandbox.page.view import change_view, history_view, outcome_view, server_view
from bot.sandbox.payloads import ATTACHMENT_LIMIT
from bot.sandbox.script import is_channel_path, is_user_name
from bot.sandbox.words import Refused
from bot.sandbox.world import Change

STATIC = Path(__file__).parent / "static"


def add_page(loopback: Loopback) -> None:
    """Serve the page from a loopback that has not been started yet."""
    events, deeds = Events(loopback), Deeds(loopback)
    router = loopback.app.router
    router.add_get("/", file_route(STATIC / "index.html"))
    for path in sorted(STATIC.iterdir()):
        router.add_get(f"/page/{path.name}", file_route(path))
    router.add_get("/page/events", events.handle)
    router.add_post("/page/act", deeds.handle)
    loopback.app.middlewares.insert(0, this_machine_only)
    loopback.app.on_shutdown.append(events.close)


def file_route(path: Path) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The handler that serves one of the page's files."""

    async def handle(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(path, headers=HEADERS)

    return handle


def user_named(loopback: Loopback, name: str) -> User:
    """The user of that name, who joins on first use. Raises Refused for what nobody can be called."""
    if not is_user_name(name):
        raise Refused("A name has 1 to 32 printable characters.")
    return loopback.world.user(name)


class Events:
    """Websockets that tell pages what their users see."""

    def __init__(self, loopback: Loopback) -> None:
        self._loopback = loopback
        self._open: weakref.WeakSet[web.WebSocketResponse] = weakref.WeakSet()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Tell one page everything, and from then on what changes, until it closes."""
        if not from_own_page(request):
            raise web.HTTPForbidden
        try:
            viewer = user_named(self._loopback, request.query.get("as", ""))
        except Refused as refusal:
            raise web.HTTPBadRequest(text=str(refusal)) from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._open.add(socket)
        outbox = Outbox(self._loopback, viewer)
        with self._loopback.world.listen(outbox.hear):
            writer = asyncio.create_task(outbox.empty_into(socket))
            try:
                async for _ in socket:  # the page says nothing here: what its user does is posted
                    pass
            finally:
                writer.cancel()
        return socket

    async def close(self, _: web.Application) -> None:
        """Close every socket: the sandbox stops."""
        for socket in list(self._open):
            await socket.close()


class Outbox:
    """What one page has yet to be told, written out as it happens so that it is told in order."""

    def __init__(self, loopback: Loopback, viewer: User) -> None:
        self._world = loopback.world
        self._viewer = viewer
        self._server = ""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self.hear(None)
        self._waiting.put_nowait(json.dumps(history_view(self._world, viewer)))

    def hear(self, change: Change | None) -> None:
        """Take in a change to a message; None: to the server, which is told if it looks different."""
        if change is None:
            server = json.dumps(server_view(self._world, self._viewer))
            if server != self._server:
                self._server = server
                self._waiting.put_nowait(server)
        elif change.message.seen_by(self._viewer):
            self._waiting.put_nowait(json.dumps(change_view(change)))

    async def empty_into(self, socket: web.WebSocketResponse) -> None:
        """Send what waits, and what comes, until cancelled or cut off."""
        with suppress(ConnectionError):
            while True:
                await socket.send_str(await self._waiting.get())


class Deeds:
    """What users do in their pages: each deed goes the way that it goes in Discord's own client."""

    def __init__(self, loopback: Loopback) -> None:
        self._loopback = loopback
        self._actions = loopback.actions
        self._verbs: dict[str, Callable[[Deed], Awaitable[Outcome]]] = {
            "slash": lambda deed: self._actions.slash(deed.user, deed.channel, deed["text"], deed.files),
            "complete": lambda deed: self._actions.complete(deed.user, deed.channel, deed["text"]),
            "use": self._use,
            "submit": lambda deed: self._actions.submit_values(deed.user, deed["values"]),
            "say": self._say,
            "dismiss": self._dismiss,
            "open channel": self._open_channel,
            "add user": self._add_user,
        }

    async def handle(self, request: web.Request) -> web.Response:
        """Carry out one deed: a form with its JSON under `deed` and its files under `files`."""
        if not from_own_page(request):
            raise web.HTTPForbidden
        try:
            deed = await read_deed(request, self._loopback)
            answer = outcome_view(await self._verbs[deed["do"]](deed))
        except Refused as refusal:
            answer = {"refused": str(refusal)}
        return web.json_response(answer, headers=HEADERS)

    async def _use(self, deed: "Deed") -> Outcome:
        values = [str(value) for value in deed["values"]]
        return await self._actions.use(deed.user, deed.channel, int(deed["message"]), deed["custom_id"], values)

    async def _say(self, deed: "Deed") -> Outcome:
        self._actions.say(deed.user, deed.channel, deed["text"].strip())
        return Outcome()

    async def _dismiss(self, deed: "Deed") -> Outcome:
        self._actions.dismiss(deed.user, deed.channel, int(deed["message"]))
        return Outcome()

    async def _open_channel(self, deed: "Deed") -> Outcome:
        if not is_channel_path(deed["path"]):
            raise Refused("A name has letters, digits, - and _; a thread's may have spaces, too.")
        self._loopback.world.channel(deed["path"], deed.user)
        return Outcome()

    async def _add_user(self, deed: "Deed") -> Outcome:
        user_named(self._loopback, deed["name"])
        return Outcome()


class Deed:
    """One thing that a page's user does: who, where, with which files, and the words of it by their key."""

    def __init__(self, fields: Payload, user: User, channel: Channel, files: list[Upload]) -> None:
        self.user = user
        self.channel = channel
        self.files = files
        self._fields = fields

    def __getitem__(self, key: str) -> Any:  # whatever the page sent
        return self._fields[key]


async def read_deed(request: web.Request, loopback: Loopback) -> Deed:
    """The deed in a request. Raises Refused for what a client would not send."""
    form = await request.post()
    fields = json.loads(str(form["deed"]))
    channel = loopback.world.channels.get(int(fields["in"] or 0))
    if channel is None:
        raise Refused("This channel has been deleted.")
    uploads = [
        Upload(file.filename, file.file.read(), file.content_type)
        for file in form.getall("files", [])
        if isinstance(file, web.FileField)
    ]
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads):
        raise Refused("Your file is too powerful: Discord takes 10 MiB.")
    return Deed(fields, user_named(loopback, fields["as"]), channel, uploads)
