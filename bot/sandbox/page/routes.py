"""The page's own routes: its files, a websocket on which it hears what happens, and what its user does."""

import asyncio
import json
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import yarl
from aiohttp import web

from bot.sandbox.actions import Shown
from bot.sandbox.body import Upload
from bot.sandbox.entities import BOT_ID, GUILD_ID, PRIVATE_THREAD, Channel, Message, Payload, User
from bot.sandbox.limits.commands import CHAT_INPUT
from bot.sandbox.loopback import Loopback, is_loopback
from bot.sandbox.payloads import ATTACHMENT_LIMIT, channel_payload, role_payload, user_payload
from bot.sandbox.script import Refused, is_channel_path, is_user_name
from bot.sandbox.world import MessageChange, World

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


@web.middleware
async def this_machine_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse other machines, other names for this one (DNS rebinding), and other web pages."""
    host = yarl.URL(f"http://{request.host}").host
    if not is_loopback(request.remote) or not is_loopback(host):
        raise web.HTTPForbidden(text="The sandbox serves this machine only.\n")
    if "Origin" in request.headers and not from_own_page(request):
        raise web.HTTPForbidden(text="The sandbox serves no other web page.\n")
    return await handler(request)


def from_own_page(request: web.Request) -> bool:
    """Whether a browser says that our own page sent this."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.host}"


# A page that has been away gets this many of each channel's newest messages.
HISTORY = 300


def server_view(world: World, viewer: User) -> Payload:
    """Who and what is in the server, and the commands of its bot."""
    known = [*world.commands.get(GUILD_ID, []), *world.commands.get(None, [])]
    return {
        "type": "server",
        "me": str(viewer.id),
        "bot": str(BOT_ID),
        "files": world.cdn,
        "users": [user_payload(user) for user in world.users.values()],
        "roles": [role_payload(role, position) for position, role in enumerate(world.roles.values())],
        "channels": [_channel_view(channel) for channel in world.channels.values() if world.sees(viewer, channel)],
        "commands": [command for command in known if command["type"] == CHAT_INPUT] if world.bot_present else [],
    }


def _channel_view(channel: Channel) -> Payload:
    """A channel without what changes with every message in it."""
    payload = channel_payload(channel)
    return {"path": channel.path} | {key: payload[key] for key in ("id", "name", "type", "parent_id")}


def history_view(world: World, viewer: User) -> Payload:
    """The messages that the viewer finds when they open their client."""
    seen = [
        message_view(message)
        for channel in world.channels.values()
        for message in list(channel.messages.values())[-HISTORY:]
        if world.reads(viewer, message)
    ]
    return {"type": "history", "messages": seen}


def message_view(message: Message) -> Payload:
    """A message as its reader gets it, with the alternative texts of all its pictures."""
    alts = {file.url: file.alt for file in message.files if file.alt}
    return message.payload | {"ephemeral": message.visible_to is not None, "alts": alts}


def change_view(change: MessageChange) -> Payload:
    """What happened to a message."""
    if change.kind == "deleted":
        payload = change.message.payload
        return {"type": "deleted", "id": payload["id"], "channel_id": payload["channel_id"]}
    return {"type": "message", "message": message_view(change.message)}


def outcome_view(outcome: Shown) -> Payload:
    """What a client learns of its own deed besides the messages; `failed` if the bot never answered."""
    asked = outcome.interaction
    unanswered = asked is None or not asked.answered.done()
    return {
        "failed": outcome.error if unanswered else None,
        "modal": outcome.modal,
        "choices": outcome.choices,
    }


STATIC = Path(__file__).parent / "static"


def add_page(loopback: Loopback) -> None:
    """Serve the page from a loopback that has not been started yet."""
    events, deeds = Events(loopback), Acts(loopback)
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
        self._inside: set[int] = set()
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self.hear(None)
        self._waiting.put_nowait(json.dumps(history_view(self._world, viewer)))

    def hear(self, change: MessageChange | None) -> None:
        """Take in a change to a message; None: to the server, which is told if it looks different."""
        if change is None:
            server = json.dumps(server_view(self._world, self._viewer))
            if server != self._server:
                first, self._server = not self._server, server
                self._waiting.put_nowait(server)
                self._catch_up(told=not first)
        elif self._world.reads(self._viewer, change.message):
            self._waiting.put_nowait(json.dumps(change_view(change)))

    def _catch_up(self, *, told: bool) -> None:
        """Tell what stands in private threads that the viewer has come into, where the history doesn't."""
        threads = [each for each in self._world.channels.values() if each.kind == PRIVATE_THREAD]
        inside = {each.id: each for each in threads if self._world.sees(self._viewer, each)}
        for channel in (inside[number] for number in inside.keys() - self._inside if told):
            for message in list(channel.messages.values())[-HISTORY:]:
                if message.seen_by(self._viewer):
                    self._waiting.put_nowait(json.dumps({"type": "message", "message": message_view(message)}))
        self._inside = {*inside}

    async def empty_into(self, socket: web.WebSocketResponse) -> None:
        """Send what waits, and what comes, until cancelled or cut off."""
        with suppress(ConnectionError):
            while True:
                await socket.send_str(await self._waiting.get())


class Acts:
    """What users do in their pages: each deed goes the way that it goes in Discord's own client."""

    def __init__(self, loopback: Loopback) -> None:
        self._loopback = loopback
        self._actions = loopback.actions
        self._verbs: dict[str, Callable[[Act], Awaitable[Shown]]] = {
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

    async def _use(self, deed: "Act") -> Shown:
        values = [str(value) for value in deed["values"]]
        return await self._actions.use(deed.user, deed.channel, int(deed["message"]), deed["custom_id"], values)

    async def _say(self, deed: "Act") -> Shown:
        self._actions.say(deed.user, deed.channel, deed["text"].strip())
        return Shown()

    async def _dismiss(self, deed: "Act") -> Shown:
        self._actions.dismiss(deed.user, deed.channel, int(deed["message"]))
        return Shown()

    async def _open_channel(self, deed: "Act") -> Shown:
        if not is_channel_path(deed["path"]):
            raise Refused("A name has letters, digits, - and _; a thread's may have spaces, too.")
        self._loopback.world.channel(deed["path"], deed.user)
        return Shown()

    async def _add_user(self, deed: "Act") -> Shown:
        user_named(self._loopback, deed["name"])
        return Shown()


class Act:
    """One thing that a page's user does: who, where, with which files, and the words of it by their key."""

    def __init__(self, fields: Payload, user: User, channel: Channel, files: list[Upload]) -> None:
        self.user = user
        self.channel = channel
        self.files = files
        self._fields = fields

    def __getitem__(self, key: str) -> Any:  # whatever the page sent
        return self._fields[key]


async def read_deed(request: web.Request, loopback: Loopback) -> Act:
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
    return Act(fields, user_named(loopback, fields["as"]), channel, uploads)
