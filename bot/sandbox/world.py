"""The server that the sandbox shows: who and what is in it, who may do what, and what time it is there."""

import asyncio
import datetime
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import discord

from bot.sandbox.entities import (
    BOT_ID,
    EPOCH_MS,
    FORUM,
    GUILD_ID,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT_CHANNEL,
    VOICE_CHANNEL,
    Channel,
    Message,
    Overwrite,
    Payload,
    ServerRole,
    StoredFile,
    User,
    named_id,
)
from bot.sandbox.payloads import (
    channel_payload,
    member_payload,
    partial_member_payload,
    role_payload,
    user_payload,
)

EVERYONE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    use_application_commands=True,
    mention_everyone=True,
).value
PRIVATE = "private"
_CHANNELS = {"voice": VOICE_CHANNEL, "forum": FORUM}
# The kinds of places that can be named: a channel to speak in, a forum, a private thread or channel.
KINDS = (*_CHANNELS, PRIVATE)
# Those of which only threads take commands.
THREADED = ("forum",)
# What a private channel says of everybody, and of whoever may view it.
HIDDEN, SHOWN = (
    Overwrite(deny=discord.Permissions(view_channel=True).value),
    Overwrite(allow=discord.Permissions(view_channel=True).value),
)
BOT_EXTRAS = discord.Permissions(
    manage_messages=True, manage_threads=True, pin_messages=True, create_private_threads=True
).value


@dataclass(frozen=True)
class MessageChange:
    """Something that happened to a message."""

    kind: Literal["created", "edited", "deleted"]
    message: Message


class World:
    """One server, its members, channels and messages. Changes are told to `emit` as gateway events."""

    def __init__(self) -> None:
        self.emit: Callable[[str, Payload], None] = lambda event, data: None
        self._listeners: list[Callable[[MessageChange | None], object]] = []
        self.cdn = "http://127.0.0.1"  # where files are fetched; known once a server listens
        self.files: dict[int, StoredFile] = {}
        self.commands: dict[int | None, list[Payload]] = {}  # by server; None: everywhere
        self.shown_still: list[Payload] = []  # commands as users' clients show them, though they are others now
        self.bot = User(BOT_ID, "Boarding Party", bot=True)
        self.bot_present = True
        self.owner_id = named_id("user", "nobody yet")
        self.users = {BOT_ID: self.bot}
        self._left: dict[int, User] = {}
        self.roles: dict[int, ServerRole] = {GUILD_ID: ServerRole(GUILD_ID, "@everyone", EVERYONE)}
        self.bot.roles.append(self.role(self.bot.name, BOT_EXTRAS, managed=True))
        self.channels: dict[int, Channel] = {}
        self._deleted: set[int] = set()
        self._ahead = datetime.timedelta()
        self._last_id = 0
        self._news = asyncio.Event()
        self.channel("table")

    # Time and ids

    def now(self) -> datetime.datetime:
        """The sandbox's time: the real one, and as far ahead of it as `advance` has been called for."""
        return datetime.datetime.now(datetime.UTC) + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the sandbox's clock forward.

        Raises ValueError for a negative number, or one that leads beyond the calendar.
        """
        if seconds < 0:
            raise ValueError("the clock only goes forward")
        try:
            ahead = self._ahead + datetime.timedelta(seconds=seconds)
            _ = datetime.datetime.now(datetime.UTC) + ahead
        except OverflowError:
            raise ValueError("that is beyond the end of the calendar") from None
        self._ahead = ahead

    def next_id(self) -> int:
        """A new snowflake, larger than all before. It tells the real time: no later run repeats it."""
        self._last_id = max(self._last_id + 1, (int(time.time() * 1000) - EPOCH_MS) << 22)
        return self._last_id

    # Members

    def user(self, name: str) -> User:
        """The member of that name, who joins on first use; the first one owns the server."""
        user_id = named_id("user", name)
        if user_id in self.users:
            return self.users[user_id]
        self._left.pop(user_id, None)
        user = self.users[user_id] = User(user_id, name)
        if len(self.humans()) == 1:
            self.owner_id = user_id
            self.tell("GUILD_UPDATE", self.guild_payload())
        self.tell("GUILD_MEMBER_ADD", member_payload(user) | {"guild_id": str(GUILD_ID)})
        return user

    def named(self, name: str) -> User:
        """Whom a member names: another one, or somebody who has left."""
        return self._left.get(named_id("user", name)) or self.user(name)

    def humans(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    def remove_user(self, user: User) -> None:
        """The member leaves the server."""
        self._left[user.id] = self.users.pop(user.id)
        self.tell("GUILD_MEMBER_REMOVE", {"guild_id": str(GUILD_ID), "user": user_payload(user)})

    def owner(self) -> User:
        return self.users.get(self.owner_id, User(self.owner_id, "Operator"))

    def role(self, name: str, permissions: int = 0, *, managed: bool = False) -> ServerRole:
        """The role of that name, made on first use."""
        role_id = named_id("role", name)
        if role_id not in self.roles:
            self.roles[role_id] = ServerRole(role_id, name, permissions, managed)
            self.tell("GUILD_ROLE_CREATE", {"guild_id": str(GUILD_ID), "role": self._role(role_id)})
        return self.roles[role_id]

    def kick(self) -> None:
        """The bot is removed from the server."""
        self.tell("GUILD_DELETE", {"id": str(GUILD_ID)})
        self.bot_present = False

    def invite(self) -> None:
        """The bot is in the server again."""
        if not self.bot_present:
            self.bot_present = True
            guild = self.guild_payload()
            del guild["unavailable"]  # by which a bot knows a server that it joins from one that comes back
            self.tell("GUILD_CREATE", guild)

    def register(self, scope: int | None, commands: list[Payload]) -> None:
        """These are the bot's commands from now on, in the server or everywhere (None)."""
        self.commands[scope] = commands
        self._changed()

    # Channels

    def channel(self, path: str, opened_by: User | None = None, kind: str = "") -> Channel:
        """The channel (`table`) or thread (`table/den`) of that name, made on first use.

        Then it is of the kind that is named, see `KINDS`.
        """
        name, _, thread = path.removeprefix("#").partition("/")
        channel_id = self._id("channel", name)
        if channel_id not in self.channels:
            hidden = kind == PRIVATE and not thread
            found = {GUILD_ID: HIDDEN, BOT_ID: SHOWN, (opened_by or self.owner()).id: SHOWN} if hidden else {}
            self._add_channel(Channel(channel_id, name, kind=_CHANNELS.get(kind, TEXT_CHANNEL), overwrites=found))
        channel = self.channels[channel_id]
        return self.thread(channel, thread, opened_by or self.owner(), private=kind == PRIVATE) if thread else channel

    def thread(self, parent: Channel, name: str, opened_by: User, *, private: bool = False) -> Channel:
        """The thread of that name in a channel, opened on first use."""
        thread_id = self._id("thread", f"{parent.id}/{name}")
        if thread_id not in self.channels:
            kind = PRIVATE_THREAD if private else PUBLIC_THREAD
            members = {opened_by.id} if private else set()
            self._add_channel(Channel(thread_id, name, parent, kind, owner=opened_by.id, members=members))
        return self.channels[thread_id]

    def _id(self, kind: str, name: str) -> int:
        """The id of a named channel; it tells two of the same name apart, one deleted before the other."""
        found = named_id(kind, name)
        while found in self._deleted:
            found = named_id(kind, str(found))
        return found

    def _add_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        if channel.kind == PRIVATE_THREAD and BOT_ID not in channel.members:
            self._changed()  # of which only those are told who are in it
        elif channel.is_thread:
            self.tell("THREAD_CREATE", channel_payload(channel) | {"newly_created": True})
        else:
            self.tell("CHANNEL_CREATE", channel_payload(channel))

    def delete_channel(self, channel: Channel) -> None:
        """The channel goes, and its threads with it; one of the same name is another channel."""
        for thread in [other for other in self.channels.values() if other.parent is channel]:
            del self.channels[thread.id]
        del self.channels[channel.id]
        self._deleted.add(channel.id)
        if channel.kind == PRIVATE_THREAD and BOT_ID not in channel.members:
            self._changed()
            return
        self.tell("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel_payload(channel))

    def archive(self, thread: Channel, *, archived: bool = True) -> None:
        """The thread is put away, and bots no longer hear of it; whoever writes in it brings it back."""
        thread.archived = archived
        if thread.kind != PRIVATE_THREAD or BOT_ID in thread.members:
            self.tell("THREAD_UPDATE", channel_payload(thread))

    def join(self, place: Channel, user: User, *, joins: bool = True) -> None:
        """Somebody is in a private thread from now on, or may view a channel, or no longer."""
        if not place.is_thread:
            self.set_permission(place, user, "view_channel", granted=joins)
            return
        (place.members.add if joins else place.members.discard)(user.id)
        self._changed()

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether a member finds a channel in their client: a private thread who is in it, or manages threads."""
        rights = self.permissions(user, channel)
        inside = channel.kind != PRIVATE_THREAD or user.id in channel.members
        return rights.view_channel and (inside or rights.manage_threads)

    def reads(self, user: User, message: Message) -> bool:
        """Whether a member gets to see a message."""
        channel = self.channels.get(int(message.payload["channel_id"]))
        return message.seen_by(user) and (channel is None or self.sees(user, channel))

    def set_permission(self, channel: Channel, user: User, permission: str, *, granted: bool) -> None:
        """Grant or deny a member one permission (`SEND_MESSAGES`) in a channel; a thread has its channel's.

        Raises ValueError for a permission that Discord does not have.
        """
        flag = discord.Permissions.VALID_FLAGS.get(permission.lower().replace(" ", "_"))
        if flag is None:
            raise ValueError(f"Discord has no permission {permission}.")
        place = channel.parent or channel
        was = place.overwrites.get(user.id, Overwrite())
        allow, deny = (was.allow | flag, was.deny & ~flag) if granted else (was.allow & ~flag, was.deny | flag)
        place.overwrites[user.id] = Overwrite(allow, deny)
        self.tell("CHANNEL_UPDATE", channel_payload(place))

    def permissions(self, user: User, channel: Channel) -> discord.Permissions:
        """What a member may do in a channel, overwrites included."""
        if user.id == self.owner_id:
            return discord.Permissions.all()
        value = self.roles[GUILD_ID].permissions
        for role in user.roles:
            value |= role.permissions
        if discord.Permissions(value).administrator:
            return discord.Permissions.all()
        overwrites = (channel.parent or channel).overwrites
        for each in (GUILD_ID, *(role.id for role in user.roles), user.id):
            overwrite = overwrites.get(each, Overwrite())
            value = value & ~overwrite.deny | overwrite.allow
        granted = discord.Permissions(value)
        return granted if granted.view_channel else discord.Permissions.none()

    # Messages

    def message(self, message_id: int) -> Message | None:
        return next((c.messages[message_id] for c in self.channels.values() if message_id in c.messages), None)

    def delete_message(self, message: Message) -> None:
        """The message goes, as if its author or a moderator had deleted it."""
        channel_id = int(message.payload["channel_id"])
        if channel := self.channels.get(channel_id):
            channel.messages.pop(message.id, None)
        self.note("deleted", message)
        if message.visible_to is None:
            ids = {"id": str(message.id), "channel_id": str(channel_id), "guild_id": str(GUILD_ID)}
            self.tell("MESSAGE_DELETE", ids)

    def note(self, kind: Literal["created", "edited", "deleted"], message: Message) -> None:
        """Tell everyone who watches what happened to a message."""
        for hear in list(self._listeners):
            hear(MessageChange(kind, message))
        self._news.set()
        self._news = asyncio.Event()

    @contextmanager
    def watch(self) -> Iterator[list[MessageChange]]:
        """The list of what happens to messages from here on, as it grows."""
        changes: list[MessageChange] = []
        with self.listen(lambda change: changes.append(change) if change else None):
            yield changes

    @contextmanager
    def listen(self, hear: Callable[[MessageChange | None], object]) -> Iterator[None]:
        """Have `hear` called with every change to a message, and with None when the server itself may have changed."""
        self._listeners.append(hear)
        try:
            yield
        finally:
            self._listeners.remove(hear)

    async def next_change(self) -> None:
        """Wait for the next change to any message."""
        await self._news.wait()

    # What the gateway tells of it

    def tell(self, event: str, data: Payload) -> None:
        """Send a gateway event about the server, which a bot hears only while it is in it."""
        if self.bot_present:
            self.emit(event, data)
        self._changed()

    def _changed(self) -> None:
        for hear in list(self._listeners):
            hear(None)

    def guild_payload(self) -> Payload:
        """The server as GUILD_CREATE shows it to a bot without privileged intents."""
        me = partial_member_payload(self.bot) | {"user": user_payload(self.bot)}
        channels = list(self.channels.values())
        return {
            "id": str(GUILD_ID),
            "name": "The sandbox",
            "icon": None,
            "owner_id": str(self.owner_id),
            "member_count": len(self.users),
            "preferred_locale": "en-US",
            "premium_tier": 0,
            "nsfw_level": 0,
            "verification_level": 0,
            "unavailable": False,
            "roles": [self._role(role_id) for role_id in self.roles],
            "channels": [channel_payload(channel) for channel in channels if not channel.is_thread],
            "threads": [channel_payload(c) for c in channels if c.kind == PUBLIC_THREAD and not c.archived],
            "members": [me],
            "emojis": [],
            "stickers": [],
            "features": [],
            "voice_states": [],
            "presences": [],
        }

    def _role(self, role_id: int) -> Payload:
        return role_payload(self.roles[role_id], list(self.roles).index(role_id))
