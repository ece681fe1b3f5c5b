"""The sandbox as one thing: a server on this machine, the world behind it, and the users in it."""

import ipaddress
import re
import ssl
from collections.abc import Awaitable, Iterable, Mapping

import yarl
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.invite import Invite

from bot.sandbox.actions import Actions, Shown
from bot.sandbox.body import Upload
from bot.sandbox.entities import Channel, User
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.manners import KIND, Manners
from bot.sandbox.rest import API, Rest
from bot.sandbox.script import Refused, Word, split
from bot.sandbox.world import World

_REAL = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE, Invite.BASE)
# A bot's token: three parts of base64 with dots between, its id first.
_TOKEN = re.compile(r"[\w-]{17,}\.[\w-]{6,}\.[\w-]{20,}")


def point_at(url: str) -> None:
    """Send every request and gateway connection of discord.py to `url` (`http://127.0.0.1:8080`).

    Raises ValueError for a host that is not this machine.
    """
    base = yarl.URL(url)
    if not is_loopback(base.host):
        raise ValueError(f"The sandbox runs on this machine only, not on {base.host}.")
    Route.BASE = f"{base.origin()}{API}"
    DiscordWebSocket.DEFAULT_GATEWAY = base.origin().with_scheme("ws") / "gateway/"
    Asset.BASE = Invite.BASE = str(base.origin())


def point_back() -> None:
    """Let discord.py reach the real Discord again."""
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE, Invite.BASE = _REAL


def is_loopback(host: str | None) -> bool:
    """Whether a host name or address can only be this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def refuse_real_token(environ: Mapping[str, str]) -> None:
    """Raises ValueError if DISCORD_TOKEN looks like that of a real bot: it has no business in a sandbox."""
    if _TOKEN.fullmatch(environ.get("DISCORD_TOKEN", "").strip().removeprefix("Bot ")):
        raise ValueError("DISCORD_TOKEN is set to a real bot's token: unset it before you start the sandbox.")


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
            point_at(self.url)

    async def stop(self) -> None:
        """Close every connection, and leave discord.py as it was."""
        point_back()
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
