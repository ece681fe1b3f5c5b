"""Discord's gateway: the websocket on which a bot hears what happens, with sessions that can be resumed."""

import asyncio
import itertools
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.sandbox.entities import BOT_ID, GUILD_ID, Payload
from bot.sandbox.payloads import own_user_payload
from bot.sandbox.rest import TOKEN, gateway_url
from bot.sandbox.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, RATE_LIMITED = 4005, 4008

_QUESTIONS = itertools.count(1)
LARGEST_EVENT = 4096
EVENTS_A_MINUTE = 120
IDENTIFIES_A_DAY = 1000

# The intent that an event needs; those not here reach every bot.
_INTENTS = {
    **dict.fromkeys(("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"), 1 << 1),
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), 1 << 9),
    **dict.fromkeys(("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"), 1 << 0),
    **dict.fromkeys(("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"), 1 << 0),
    **dict.fromkeys(("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_CREATE"), 1 << 0),
}


@dataclass(eq=False)
class _Session:
    """What one shard of a bot has been told, kept for when it comes back."""

    id: str
    shard: tuple[int, int]
    intents: int
    told: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=1000))
    sequence: int = 0
    connection: "_Connection | None" = None

    def tell(self, event: str, data: Payload) -> None:
        self.sequence += 1
        # Written out now: what is told must not change with the world before it is sent.
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.told.append((self.sequence, text))
        if self.connection:
            self.connection.outbox.put_nowait(text)

    def hears(self, event: str) -> bool:
        needed = _INTENTS.get(event)
        return needed is None or bool(self.intents & needed)


class _Connection:
    """One websocket. What is sent keeps its order, and sending never waits."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.transport = request.transport
        self.resume_url = gateway_url(request)
        self.session: _Session | None = None
        self.arrivals: deque[float] = deque(maxlen=EVENTS_A_MINUTE)
        self.asked: dict[bytes, asyncio.Future[None]] = {}
        # Bytes are a ping.
        self.outbox: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="sandbox gateway writer")

    def send(self, packet: Payload) -> None:
        self.outbox.put_nowait(json.dumps(packet))

    async def _write(self) -> None:
        with suppress(ConnectionError):
            while True:
                sending = await self.outbox.get()
                await (self.socket.ping(sending) if isinstance(sending, bytes) else self.socket.send_str(sending))

    async def end(self) -> None:
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        for future in self.asked.values():
            future.cancel()
        if self.session and self.session.connection is self:
            self.session.connection = None

    def ask(self) -> "asyncio.Future[None]":
        """Ask whether it has taken in all that it was sent before: done when it has."""
        word = str(next(_QUESTIONS)).encode()
        self.asked[word] = asyncio.get_running_loop().create_future()
        self.outbox.put_nowait(word)
        return self.asked[word]

    def answered(self, word: bytes) -> None:
        """Take the answer to `ask`."""
        if (future := self.asked.pop(word, None)) and not future.done():
            future.set_result(None)

    def too_many(self) -> bool:
        """Note an event from the bot; whether it is one too many for a minute."""
        now = asyncio.get_running_loop().time()
        full = len(self.arrivals) == EVENTS_A_MINUTE and now - self.arrivals[0] < 60
        self.arrivals.append(now)
        return full


class Gateway:
    """All connections and sessions."""

    def __init__(self, world: World) -> None:
        self.identified: list[Payload] = []
        self.identifies = 0
        self._world = world
        self._connections: list[_Connection] = []
        self._sessions: dict[str, _Session] = {}
        self._newest: dict[str, Payload] = {}
        self._held: list[tuple[str, Payload]] | None = None
        world.emit = self.tell

    def tell(self, event: str, data: Payload) -> None:
        """Send an event to every session that hears it, unless it is held back."""
        if self._held is None:
            self._send(event, data)
        else:
            self._held.append((event, data))

    def _send(self, event: str, data: Payload) -> None:
        """The server's events go to its shard alone."""
        self._newest[event] = data
        for session in self._sessions.values():
            if session.hears(event) and (GUILD_ID >> 22) % session.shard[1] == session.shard[0]:
                session.tell(event, data)

    async def flush(self, seconds: float = 5.0) -> None:
        """Wait until every connected bot has taken in all that it has been told.

        By the websocket's own ping, which costs the bot nothing: its answer to a heartbeat that Discord asks for is
        one of the events that it may send in a minute.
        """
        waiting = [connection.ask() for connection in self._connections if connection.session]
        if waiting:
            await asyncio.wait(waiting, timeout=seconds)

    def hold_back(self) -> None:
        """Tell nobody what happens from now on, as on a way that is blocked."""
        self._held = []

    @property
    def held(self) -> int:
        """How many events are held back."""
        return len(self._held or ())

    def let_go(self, *, backwards: bool = False) -> None:
        """Tell what was held back, and everything from now on; the last first, if asked."""
        held, self._held = self._held or [], None
        for event, data in reversed(held) if backwards else held:
            self._send(event, data)

    def tell_again(self, event: str) -> None:
        """Send the newest event of this name once more, as Discord does when it isn't sure."""
        self._send(event, self._newest[event])

    def reconnect(self) -> None:
        """Ask every bot to connect anew and resume, as Discord does when it moves servers."""
        for connection in self._connections:
            connection.send({"op": RECONNECT, "d": None})

    def drop(self) -> None:
        """Cut every connection without a word; sessions can be resumed."""
        for connection in self._connections:
            if connection.transport:
                connection.transport.abort()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session void, so that bots identify anew."""
        for connection in self._connections:
            if not resumable and connection.session:
                self._sessions.pop(connection.session.id, None)
            connection.send({"op": INVALID_SESSION, "d": resumable})

    async def close(self) -> None:
        """Close every connection for good."""
        self._sessions.clear()
        for connection in list(self._connections):
            await connection.socket.close(code=1001)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0, autoping=False)
        await socket.prepare(request)
        connection = _Connection(socket, request)
        self._connections.append(connection)
        try:
            connection.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
            await self._listen(connection)
        finally:
            self._connections.remove(connection)
            await connection.end()
            if connection.session and socket.close_code in (1000, 1001):
                self._sessions.pop(connection.session.id, None)
        return socket

    async def _listen(self, connection: _Connection) -> None:
        async for message in connection.socket:
            if message.type is WSMsgType.PING:
                await connection.socket.pong(message.data)
            if message.type is WSMsgType.PONG:
                connection.answered(bytes(message.data))
            if message.type is not WSMsgType.TEXT:
                continue
            if code := self._receive(connection, message.data):
                await connection.socket.close(code=code)
                return

    def _receive(self, connection: _Connection, text: str) -> int | None:
        """Act on an event from the bot; a number is the code to close the connection with."""
        if len(text.encode()) > LARGEST_EVENT:
            return DECODE_ERROR
        try:
            packet = json.loads(text)
            opcode, data = packet["op"], packet.get("d")
        except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
            return DECODE_ERROR
        return RATE_LIMITED if connection.too_many() else self._act(connection, opcode, data)

    def _act(self, connection: _Connection, opcode: object, data: object) -> int | None:
        if opcode == HEARTBEAT:
            connection.send({"op": HEARTBEAT_ACK})
            return None
        if opcode in (IDENTIFY, RESUME):
            return self._authenticate(connection, opcode, data)
        if opcode not in (PRESENCE, VOICE, MEMBERS):
            return UNKNOWN_OPCODE
        return None if connection.session else NOT_AUTHENTICATED

    def _authenticate(self, connection: _Connection, opcode: object, data: object) -> int | None:
        if connection.session:
            return ALREADY_AUTHENTICATED
        if not isinstance(data, dict):
            return DECODE_ERROR
        if data.get("token") != TOKEN or self.identifies >= IDENTIFIES_A_DAY:
            return BAD_TOKEN
        if opcode == IDENTIFY:
            self._identify(connection, data)
        else:
            self._resume(connection, data)
        return None

    def _identify(self, connection: _Connection, data: Payload) -> None:
        self.identifies += 1
        self.identified.append(data)
        number, count = data.get("shard") or (0, 1)
        session = _Session(str(self._world.next_id()), (int(number), int(count)), int(data.get("intents", 0)))
        session.connection, connection.session = connection, session
        self._sessions[session.id] = session
        here = self._world.bot_present and (GUILD_ID >> 22) % session.shard[1] == session.shard[0]
        ready = {
            "v": 10,
            "user": own_user_payload(self._world.bot),
            "guilds": [{"id": str(GUILD_ID), "unavailable": True}] if here else [],
            "session_id": session.id,
            "resume_gateway_url": connection.resume_url,
            "shard": list(session.shard),
            "application": {"id": str(BOT_ID), "flags": 0},
        }
        session.tell("READY", ready)
        if here and session.hears("GUILD_CREATE"):
            session.tell("GUILD_CREATE", self._world.guild_payload())

    def _resume(self, connection: _Connection, data: Payload) -> None:
        session = self._sessions.get(str(data.get("session_id")))
        if session is None:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        session.connection, connection.session = connection, session
        for sequence, text in session.told:
            if sequence > int(data.get("seq") or 0):
                connection.outbox.put_nowait(text)
        session.tell("RESUMED", {})
