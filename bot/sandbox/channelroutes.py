"""The routes to a channel's messages, pins and threads, which need the bot's rights in that channel."""

from datetime import datetime, timedelta

from aiohttp import web

from bot.sandbox import messages
from bot.sandbox.body import Body, json_reply, nothing, read_body
from bot.sandbox.entities import BOT_ID, GUILD_ID, PRIVATE_THREAD, Channel, Message, User
from bot.sandbox.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_YOUR_MESSAGE,
    THREAD_ARCHIVED,
    TOO_MANY_OLD_EDITS,
    TOO_MANY_PINS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    DiscordError,
)
from bot.sandbox.limits.form import Inspected
from bot.sandbox.manners import Manners
from bot.sandbox.payloads import channel_payload, timestamp
from bot.sandbox.world import World

MOST_PINS = 250
# From so long ago on a message is old, and edits of such are counted for so long.
OLD = timedelta(hours=1)
PIN_NOTICE = 6


class ChannelRoutes:
    """Everything below `/channels`."""

    def __init__(self, world: World, manners: Manners) -> None:
        self._world = world
        self._manners = manners
        self._old_edits: dict[int, list[datetime]] = {}

    def routes(self) -> list[web.RouteDef]:
        channel = "/channels/{channel}"
        message = channel + "/messages/{message}"
        pin = channel + "/messages/pins/{message}"
        return [
            web.get(channel, self._read_channel),
            web.patch(channel, self._edit_channel),
            web.delete(channel, self._delete_channel),
            web.post(channel + "/typing", self._accept),
            web.put(channel + "/thread-members/@me", self._accept),
            web.put(channel + "/thread-members/{user}", self._add_member),
            web.delete(channel + "/thread-members/{user}", self._remove_member),
            web.post(channel + "/threads", self._open_thread),
            web.post(message + "/threads", self._open_thread),
            web.get(channel + "/messages/pins", self._read_pins),
            web.put(pin, self._pin),
            web.delete(pin, self._unpin),
            web.get(channel + "/messages", self._read_messages),
            web.post(channel + "/messages", self._send),
            web.get(message, self._read_message),
            web.patch(message, self._edit_message),
            web.delete(message, self._delete_message),
        ]

    # The channel itself

    def _channel(self, request: web.Request, *needed: str) -> Channel:
        """The channel that a route names.

        Raises DiscordError 10003 if there is none, 50001 if the bot can't see it, 50013 if it lacks a right.
        """
        name = request.match_info["channel"]
        channel = self._world.channels.get(int(name)) if name.isdecimal() else None
        if channel is None:
            raise DiscordError(*UNKNOWN_CHANNEL)
        rights = self._world.permissions(self._world.bot, channel)
        shut_out = channel.kind == PRIVATE_THREAD and not (rights.manage_threads or BOT_ID in channel.members)
        if not self._world.bot_present or not rights.view_channel or shut_out:
            raise DiscordError(*MISSING_ACCESS)
        if not all(getattr(rights, right) for right in needed):
            raise DiscordError(*MISSING_PERMISSIONS)
        return channel

    async def _accept(self, request: web.Request) -> web.Response:
        self._channel(request)
        return nothing()

    async def _read_channel(self, request: web.Request) -> web.Response:
        return json_reply(channel_payload(self._channel(request)))

    async def _edit_channel(self, request: web.Request) -> web.Response:
        fields = (await read_body(request)).fields
        channel = self._channel(request)
        self._channel(request, "manage_threads" if channel.is_thread else "manage_channels")
        form = Inspected(fields)
        form["name"].text(1, 100)
        form.refuse()
        channel.name = fields.get("name") or channel.name
        channel.archived = bool(fields.get("archived", channel.archived))
        self._world.tell("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel_payload(channel))
        return json_reply(channel_payload(channel))

    async def _delete_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._channel(request, "manage_threads" if channel.is_thread else "manage_channels")
        self._world.delete_channel(channel)
        return json_reply(channel_payload(channel))

    async def _open_thread(self, request: web.Request) -> web.Response:
        fields = (await read_body(request)).fields
        private = "message" not in request.match_info and fields.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
        channel = self._channel(request, "create_private_threads" if private else "create_public_threads")
        if "message" in request.match_info:
            self._message(request, channel)
        form = Inspected(fields)
        form["name"].text(1, 100, required=True)
        form.refuse()
        thread = self._world.thread(channel, self._unused(channel, fields["name"]), self._world.bot, private=private)
        return json_reply(channel_payload(thread), 201)

    def _unused(self, channel: Channel, name: str) -> str:
        """A name that no thread of a channel has: on Discord two may have the same, in the sandbox it is their path."""
        taken = {other.name for other in self._world.channels.values() if other.parent is channel}
        return name if name not in taken else next(f"{name} {n}" for n in range(2, 1000) if f"{name} {n}" not in taken)

    def _of_thread(self, request: web.Request) -> tuple[Channel, User]:
        """A thread of which somebody is to be a member or not, and who that is.

        Raises DiscordError 10013 for somebody who isn't in the server, and 50083 for a thread that is archived.
        """
        thread, number = self._channel(request), request.match_info["user"]
        user = self._world.users.get(int(number)) if number.isdecimal() else None
        if user is None:
            raise DiscordError(*UNKNOWN_USER)
        if thread.archived:
            raise DiscordError(*THREAD_ARCHIVED)
        return thread, user

    async def _add_member(self, request: web.Request) -> web.Response:
        thread, user = self._of_thread(request)
        self._channel(request, "send_messages_in_threads")
        self._world.join(thread, user)
        return nothing()

    async def _remove_member(self, request: web.Request) -> web.Response:
        thread, user = self._of_thread(request)
        if thread.owner != BOT_ID:
            self._channel(request, "manage_threads")
        self._world.join(thread, user, joins=False)
        return nothing()

    # Its messages

    def _message(self, request: web.Request, channel: Channel) -> Message:
        """The message that a route names, or DiscordError 10008; ephemeral ones are not in the channel."""
        name = request.match_info["message"]
        message = channel.messages.get(int(name)) if name.isdecimal() else None
        if message is None or message.visible_to is not None:
            raise DiscordError(*UNKNOWN_MESSAGE)
        return message

    @staticmethod
    def _rights_for(body: Body) -> list[str]:
        rights = ["attach_files"] if body.uploads else []
        return [*rights, "embed_links"] if body.fields.get("embeds") else rights

    async def _send(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        channel = self._channel(request)
        send = "send_messages_in_threads" if channel.is_thread else "send_messages"
        self._channel(request, send, *self._rights_for(body))
        message = messages.blank(self._world, channel, self._world.bot)
        messages.write(self._world, message, body)
        messages.add(self._world, channel, message)
        return json_reply(message.payload)

    async def _edit_message(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.payload["author"]["id"] != str(BOT_ID):
            raise DiscordError(*NOT_YOUR_MESSAGE)
        self._channel(request, *self._rights_for(body))
        if channel.archived:
            raise DiscordError(*THREAD_ARCHIVED)
        self._check_age(channel, message)
        messages.revise(self._world, message, body)
        return json_reply(message.payload)

    def _check_age(self, channel: Channel, message: Message) -> None:
        """Count an edit of an old message. Raises DiscordError 30046 for one too many."""
        now, most = self._world.now(), self._manners.old_edits
        if most is None or now - datetime.fromisoformat(message.payload["timestamp"]) < OLD:
            return
        edits = [edit for edit in self._old_edits.get(channel.id, ()) if now - edit < OLD]
        if len(edits) >= most:
            raise DiscordError(*TOO_MANY_OLD_EDITS)
        self._old_edits[channel.id] = [*edits, now]

    async def _delete_message(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.payload["author"]["id"] != str(BOT_ID):
            self._channel(request, "manage_messages")
        self._world.delete_message(message)
        return nothing()

    async def _read_message(self, request: web.Request) -> web.Response:
        channel = self._channel(request, "read_message_history")
        return json_reply(self._message(request, channel).payload)

    async def _read_messages(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if not self._world.permissions(self._world.bot, channel).read_message_history:
            return json_reply([])
        query = request.query
        form = Inspected({"limit": int(query.get("limit", "50")) if query.get("limit", "50").isdecimal() else -1})
        form["limit"].number(1, 100)
        form.refuse()
        before, after = int(query.get("before", 1 << 63)), int(query.get("after", 0))
        found = [m for m in self._listed(channel) if after < m.id < before]
        page = found[: form["limit"].value] if "after" in query else found[-form["limit"].value :]
        return json_reply([message.payload for message in reversed(page)])

    @staticmethod
    def _listed(channel: Channel) -> list[Message]:
        return [message for message in channel.messages.values() if message.visible_to is None]

    # Its pins

    async def _read_pins(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        pinned = [message.payload for message in self._listed(channel) if message.payload["pinned"]]
        now = timestamp(self._world.now())
        items = [{"pinned_at": now, "message": payload} for payload in reversed(pinned)]
        return json_reply({"items": items, "has_more": False})

    async def _pin(self, request: web.Request) -> web.Response:
        channel = self._channel(request, "pin_messages")
        message = self._message(request, channel)
        if sum(other.payload["pinned"] for other in self._listed(channel)) >= MOST_PINS:
            raise DiscordError(*TOO_MANY_PINS)
        message.payload["pinned"] = True
        self._world.note("edited", message)
        notice = messages.blank(self._world, channel, self._world.bot)
        pinned = {"type": 0, "message_id": str(message.id), "channel_id": str(channel.id), "guild_id": str(GUILD_ID)}
        notice.payload |= {"type": PIN_NOTICE, "message_reference": pinned}
        messages.add(self._world, channel, notice)
        return nothing()

    async def _unpin(self, request: web.Request) -> web.Response:
        channel = self._channel(request, "pin_messages")
        message = self._message(request, channel)
        message.payload["pinned"] = False
        self._world.note("edited", message)
        return nothing()
