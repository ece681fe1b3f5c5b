"""The sandbox as one thing: a server on this machine, the world behind it, and the users in it."""

import ssl
from collections.abc import Awaitable, Iterable

from aiohttp import web

from bot.sandbox import endpoint
from bot.sandbox.actions import Actions, Shown
from bot.sandbox.body import Upload
from bot.sandbox.entities import Channel, User
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.manners import KIND, Manners
from bot.sandbox.rest import Rest
from bot.sandbox.words import Refused, Word, split
from bot.sandbox.world import World

HOST = "127.0.0.1"


class Loopback:
    """Discord on this machine, for one bot and any number of users in one server.

    `faults` lists what a test should not see: routes that the sandbox lacks, its own failures, and
    interactions that nobody answered. `app` takes further routes until `start`. A user's action returns
    when the bot is quiet, at the latest after `quiet_seconds`; with 0, as under load, once it has answered.
    `manners` say how kind it is to the bot.
    """

    def __init__(
        self,
        *,
        answer_seconds: float = 3.0,
        quiet_seconds: float = 10.0,
        manners: Manners = KIND,
    ) -> None:
        self.faults: list[str] = []
        self.world = World()
        self.interactions = Interactions(self.world, answer_seconds)
        self.rest = Rest(self.world, self.interactions, manners, self.faults)
        self.gateway = Gateway(self.world)
        self.actions = Actions(self.world, self.interactions, self.gateway, self.faults, quiet_seconds)
        self.app = web.Application(client_max_size=64 * 2**20)
        self.rest.add_to(self.app)
        self.app.router.add_get("/gateway/", self.gateway.handle)
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    async def start(self, port: int = 0, *, tls: ssl.SSLContext | None = None) -> None:
        """Listen on this machine alone, and point discord.py here.

        With `tls` the server speaks as discord.com itself and discord.py is left as it is: the bot finds
        the way by its connector. Raises OSError if the port is taken.
        """
        if tls:
            self.app.router.add_get("/", self.gateway.handle)
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port, ssl_context=tls).start()
        self.port = self._runner.addresses[0][1]
        self.world.cdn = "https://cdn.discordapp.com" if tls else self.url
        if not tls:
            endpoint.point_at(self.url)

    async def stop(self) -> None:
        """Close every connection, and leave discord.py as it was."""
        endpoint.point_back()
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()

    # What users do, by their names

    def place(self, user: str, channel: str) -> tuple[User, Channel]:
        """The user and the channel of those names, made on first use."""
        who = self.world.user(user)
        return who, self.world.channel(channel, who)

    async def slash(self, user: str, channel: str, text: str, files: Iterable[Upload] = ()) -> Shown:
        """Type a command: `/fire target:"Marine 2" range:30`."""
        who, where = self.place(user, channel)
        return await _refusable(self.actions.slash(who, where, text, list(files)))

    async def complete(self, user: str, channel: str, text: str) -> Shown:
        """Type a command and look at the suggestions for its last option: `/fire target:Mar`."""
        return await _refusable(self.actions.complete(*self.place(user, channel), text))

    async def press(self, user: str, channel: str, label: str) -> Shown:
        """Press a button."""
        return await _refusable(self.actions.press(*self.place(user, channel), label))

    async def choose(self, user: str, channel: str, *labels: str) -> Shown:
        """Choose in a select."""
        return await _refusable(self.actions.choose(*self.place(user, channel), list(labels)))

    async def submit(self, user: str, text: str | list[Word]) -> Shown:
        """Send the open form: `name:"Sgt Vane" age:34`."""
        who = self.world.user(user)
        words = split(text) if isinstance(text, str) else text
        return await _refusable(self.actions.submit(who, words))


async def _refusable(action: Awaitable[Shown]) -> Shown:
    """The outcome of an action, also if the user's own client refuses it."""
    try:
        return await action
    except Refused as refusal:
        return Shown(error=str(refusal))
