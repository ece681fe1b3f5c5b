"""What a sandboxed Discord is made of: users, roles, channels, messages, and their snowflake ids."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

Payload = dict[str, Any]

EPOCH_MS = 1_420_070_400_000  # Discord counts from the first second of 2015
_FIRST_NAMED = 1 << 54  # a few months after that
_NAMED_SPAN = 1 << 59  # and some four years more: long before any id that is made from today's time

TEXT_CHANNEL, VOICE_CHANNEL, FORUM = 0, 2, 15
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12


def named_id(kind: str, name: str) -> int:
    """The snowflake of a named thing: the same in every run, so that a bot's database stays true."""
    digest = blake2b(f"{kind}:{name}".encode(errors="surrogatepass"), digest_size=8).digest()
    return _FIRST_NAMED + int.from_bytes(digest) % _NAMED_SPAN


GUILD_ID = named_id("guild", "sandbox")
BOT_ID = named_id("user", "the bot under test")


@dataclass(eq=False)
class ServerRole:
    id: int
    name: str
    permissions: int = 0
    managed: bool = False


@dataclass(eq=False)
class User:
    id: int
    name: str
    bot: bool = False
    roles: list[ServerRole] = field(default_factory=list)


@dataclass(eq=False)
class StoredFile:
    """A file on the sandbox's CDN."""

    id: int
    name: str
    data: bytes
    content_type: str
    url: str
    alt: str | None = None


@dataclass(eq=False)
class Message:
    """A message as Discord would send it, and what Discord knows about it besides."""

    payload: Payload
    visible_to: int | None = None  # None: to everyone in the channel
    files: list[StoredFile] = field(default_factory=list)  # also those that only an embed shows

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def flags(self) -> int:
        return int(self.payload["flags"])

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    def seen_by(self, user: User) -> bool:
        return self.visible_to in (None, user.id)


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What one channel grants and denies to one member, or to all who have a role."""

    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Channel:
    """A channel, or a thread when it has a parent: a forum's post is one."""

    id: int
    name: str
    parent: "Channel | None" = None
    kind: int = TEXT_CHANNEL
    owner: int = BOT_ID
    archived: bool = False
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)  # of a private thread

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def path(self) -> str:
        """How a script names it: `#table`, or `#table/thread`."""
        return f"{self.parent.path}/{self.name}" if self.parent else f"#{self.name}"
