"""Discord's REST API: logging in, registering commands, and what every request has to pass."""

import asyncio
import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.sandbox.answers import AnswerRoutes
from bot.sandbox.body import json_reply, read_body
from bot.sandbox.channelroutes import ChannelRoutes
from bot.sandbox.entities import BOT_ID, GUILD_ID, Payload, named_id
from bot.sandbox.errors import (
    MISSING_ACCESS,
    TOO_MANY_CREATES,
    TOO_MANY_OLD_EDITS,
    UNAUTHORIZED,
    UNKNOWN_APPLICATION,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    DiscordError,
)
from bot.sandbox.interactions import Interactions
from bot.sandbox.limits.commands import CHAT_INPUT, check_commands
from bot.sandbox.manners import Admission, Manners, RateLimits
from bot.sandbox.payloads import application_payload, member_payload, own_user_payload, user_payload
from bot.sandbox.world import World

API = "/api/v10"
TOKEN = "sandbox"  # noqa: S105 - it opens nothing but the sandbox
CREATES_A_DAY = 200
# Discord bans an address that sends this many bad requests in ten minutes.
MOST_INVALID = 10_000
_HANG_UP = 0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Rest:
    """The API below `/api/v10`, and the files below `/attachments`."""

    def __init__(self, world: World, interactions: Interactions, manners: Manners, faults: list[str]) -> None:
        self.faults = faults
        self.refusals: list[DiscordError] = []
        self.invalid_requests = 0
        self._world = world
        self._manners = manners
        self._limits = RateLimits(manners.channel, manners.bot)
        self._to_fail: deque[tuple[int, str]] = deque()
        self._creates: Counter[int | None] = Counter()
        self._answers = AnswerRoutes(world, interactions, manners)
        self._channels = ChannelRoutes(world, manners)

    def fail_next(self, count: int, status: int, asking: str = "") -> None:
        """Answer the next requests with a status such as 429 or 500; those `asking` (`DELETE /webhooks`), or all."""
        self._to_fail.extend([(status, asking)] * count)

    def hang_up_next(self, count: int) -> None:
        """Cut the connections of the next requests, whatever they ask, without carrying them out or answering."""
        self.fail_next(count, _HANG_UP)

    def add_to(self, app: web.Application) -> None:
        """Add the API's routes and its guard to a web application."""
        routes = [*self._routes(), *self._answers.routes(), *self._channels.routes()]
        for route in routes:
            app.router.add_route(route.method, API + route.path, route.handler)
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._file)
        app.middlewares.append(self._guard)

    def _routes(self) -> list[web.RouteDef]:
        scopes = (
            "/applications/{application}/commands",
            "/applications/{application}/guilds/{guild}/commands",
        )
        return [
            web.get("/users/@me", self._me),
            web.get("/users/{user}", self._user),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway/bot", self._gateway),
            web.get("/guilds/{guild}", self._guild),
            web.get("/guilds/{guild}/members/{user}", self._member),
            *(web.get(scope, self._commands) for scope in scopes),
            *(web.put(scope, self._register) for scope in scopes),
        ]

    # What every request passes

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        await asyncio.sleep(self._manners.seconds)
        return self._refuse_early(request) or await self._within_limits(request, handler)

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except DiscordError as error:
            return self._refuse(error)
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception:  # a 500 would make discord.py retry for 25 seconds
            self.faults.append(f"{request.method} {request.path} broke the sandbox:\n{traceback.format_exc()}")
            return json_reply({"message": "The sandbox broke; see its faults.", "code": 0}, 400)

    def _refuse(self, error: DiscordError) -> web.Response:
        self.refusals.append(error)
        self.invalid_requests += error.status in (401, 403)
        if error.code == TOO_MANY_OLD_EDITS[1]:
            return self._slow_down(Admission(passes=False, retry_after=0.01), error)
        return json_reply(error.body(), error.status)

    def _refuse_early(self, request: web.Request) -> web.Response | None:
        if self.invalid_requests >= MOST_INVALID:
            return web.Response(status=429, text="Too many invalid requests: this address is banned.")
        if request.match_info.http_exception is not None:
            self.faults.append(f"The sandbox has no route {request.method} {request.path}")
            return json_reply({"message": "The sandbox has no such route.", "code": 0}, 501)
        if self._to_fail and f"{request.method} {request.path.removeprefix(API)}".startswith(self._to_fail[0][1]):
            return self._fail(request, self._to_fail.popleft()[0])
        if not _by_token(request) and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return self._refuse(DiscordError(*UNAUTHORIZED))
        return None

    def _fail(self, request: web.Request, status: int) -> web.Response:
        if status == _HANG_UP and request.transport:
            request.transport.abort()
        if status == 429:
            return self._slow_down(Admission(passes=False, retry_after=0.01))
        return json_reply({"message": f"{status}: as the sandbox was told to answer", "code": 0}, status)

    def _slow_down(self, verdict: Admission, because: DiscordError | None = None) -> web.Response:
        self.invalid_requests += 1
        body = (because.body() if because else {"message": "You are being rate limited."}) | {
            "retry_after": verdict.retry_after,
            "global": "X-RateLimit-Global" in verdict.headers,
        }
        # Without a Via header discord.py takes a 429 for a ban and gives up.
        return json_reply(body, 429, {**verdict.headers, "Via": "1.1 sandbox"})

    async def _within_limits(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not _by_token(request) and not (verdict := self._limits.of_bot()).passes:
            return self._slow_down(verdict)
        given = request.match_info
        major = given.get("channel") or given.get("token")
        if major is None or "interaction" in given:
            return await self._answer(request, handler)
        resource = given.route.resource
        verdict = self._limits.of_route(f"{request.method} {resource.canonical if resource else ''}", major)
        if not verdict.passes:
            return self._slow_down(verdict)
        response = await self._answer(request, handler)
        response.headers.update(verdict.headers)
        return response

    # Logging in

    async def _me(self, request: web.Request) -> web.Response:
        return json_reply(own_user_payload(self._world.bot))

    async def _application(self, request: web.Request) -> web.Response:
        return json_reply(application_payload(self._world.owner()))

    async def _gateway(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return json_reply({"url": gateway_url(request), "shards": 1, "session_start_limit": limit})

    async def _user(self, request: web.Request) -> web.Response:
        return json_reply(user_payload(self._world.users[self._user_id(request, UNKNOWN_USER)]))

    async def _member(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        return json_reply(member_payload(self._world.users[self._user_id(request, UNKNOWN_MEMBER)]))

    async def _guild(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        return json_reply(self._world.guild_payload())

    def _user_id(self, request: web.Request, missing: tuple[int, int, str]) -> int:
        name = request.match_info["user"]
        if not name.isdecimal() or int(name) not in self._world.users:
            raise DiscordError(*missing)
        return int(name)

    def _check_guild(self, request: web.Request) -> None:
        if request.match_info["guild"] != str(GUILD_ID):
            raise DiscordError(*UNKNOWN_GUILD)
        if not self._world.bot_present:
            raise DiscordError(*MISSING_ACCESS)

    # Commands

    def _scope(self, request: web.Request) -> int | None:
        """Where a route registers commands: in the server, or everywhere (None)."""
        if request.match_info["application"] != str(BOT_ID):
            raise DiscordError(*UNKNOWN_APPLICATION)
        if "guild" not in request.match_info:
            return None
        self._check_guild(request)
        return GUILD_ID

    async def _commands(self, request: web.Request) -> web.Response:
        return json_reply(self._world.commands.get(self._scope(request), []))

    async def _register(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        wanted = (await read_body(request)).json
        check_commands(wanted)
        known = {command["id"] for command in self._world.commands.get(scope, [])}
        commands = [self._stored(command, scope) for command in wanted]
        new = sum(command["id"] not in known for command in commands)
        if self._creates[scope] + new > CREATES_A_DAY:
            raise DiscordError(*TOO_MANY_CREATES)
        self._creates[scope] += new
        self._world.register(scope, commands)
        return json_reply(commands)

    def _stored(self, command: Payload, scope: int | None) -> Payload:
        kind = command.get("type") or CHAT_INPUT
        defaults: Payload = {"description": "", "options": [], "default_member_permissions": None, "nsfw": False}
        return {
            **defaults,
            **command,
            "type": kind,
            "id": str(named_id("command", f"{scope}:{kind}:{command['name']}")),
            "application_id": str(BOT_ID),
            "version": str(self._world.next_id()),
            **({"guild_id": str(scope)} if scope else {}),
        }

    # Files

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["file"]
        file = self._world.files.get(int(name)) if name.isdecimal() else None
        if file is None:
            return web.Response(status=404)
        # Somebody's file is a picture or a download; opened by itself, it is no page that could run anything.
        headers = {
            "Content-Type": file.content_type,
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(body=file.data, headers=headers)


def _by_token(request: web.Request) -> bool:
    """Whether a route is opened by an interaction's token, not by the bot's."""
    return "token" in request.match_info


def gateway_url(request: web.Request) -> str:
    """Where the gateway is, as the sender of this request reaches it."""
    return f"{'wss' if request.secure else 'ws'}://{request.host}/gateway/"
