"""Messages as Discord stores them: what a bot sends is checked, then given ids, URLs and mentions."""

import itertools
import mimetypes
import re
from urllib.parse import quote

from bot.sandbox.body import Body, Upload
from bot.sandbox.entities import (
    EPHEMERAL,
    GUILD_ID,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Message,
    Payload,
    StoredFile,
    User,
)
from bot.sandbox.interactions import Interaction, Trigger
from bot.sandbox.limits.form import Inspected
from bot.sandbox.limits.messages import check_message, check_not_empty
from bot.sandbox.payloads import attachment_payload, partial_member_payload, timestamp, user_payload
from bot.sandbox.world import World

SUPPRESS_EMBEDS = 1 << 2
SETTABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
COMMAND_REPLY = 20


def blank(world: World, channel: Channel, author: User, *, flags: int = 0) -> Message:
    """An empty message, not yet in its channel."""
    payload: Payload = {
        "id": str(world.next_id()),
        "channel_id": str(channel.id),
        "author": user_payload(author),
        "content": "",
        "timestamp": timestamp(world.now()),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": flags,
    }
    return Message(payload)


def add(world: World, channel: Channel, message: Message) -> None:
    """Put a new message into its channel, for all who may see it."""
    channel.messages[message.id] = message
    if channel.archived:
        world.archive(channel, archived=False)
    world.note("created", message)
    if message.visible_to is None:
        world.tell("MESSAGE_CREATE", _event(world, message))


def revise(world: World, message: Message, body: Body, *path: str) -> None:
    """Edit a message that is in its channel. Raises DiscordError, and then nothing has changed."""
    was_loading = message.loading
    write(world, message, body, *path)
    message.payload["edited_timestamp"] = None if was_loading else timestamp(world.now())
    world.note("edited", message)
    if message.visible_to is None:
        world.tell("MESSAGE_UPDATE", _event(world, message))


def write(world: World, message: Message, body: Body, *path: str) -> None:
    """Check what a bot sends and put it into a message. Raises DiscordError, and then nothing has changed.

    `path` is where in the request body the message's fields stand; they become the message's, and nobody else's.
    """
    fields = body.fields
    Inspected(fields, *path)["attachments"].items(0, 10)
    files = _kept_files(message, fields) + _new_files(world, message, fields, body.uploads)
    check_message(fields, [file.name for file in files], *path)
    draft = message.payload | {key: fields[key] or [] for key in ("embeds", "components") if key in fields}
    if "content" in fields:
        draft["content"] = fields["content"] or ""
    draft["flags"] = (message.flags | (fields.get("flags") or 0) & SETTABLE_FLAGS) & ~LOADING
    _finish_embeds(draft["embeds"], files)
    _number(draft["components"])
    embedded = {url for embed in draft["embeds"] for url in _embed_urls(embed)}
    draft["attachments"] = [attachment_payload(file) for file in files if file.url not in embedded]
    check_not_empty(draft | {"attachments": files})
    draft |= _mentions(world, draft, fields.get("allowed_mentions"))
    message.payload.update(draft)
    message.files = files


def _kept_files(message: Message, fields: Payload) -> list[StoredFile]:
    """The files that an edit leaves: those listed, and those that an untouched embed shows."""
    listed = fields.get("attachments")
    if listed is None:
        return list(message.files)
    ids = {str(Inspected(entry)["id"].value) for entry in listed} if isinstance(listed, list) else set()
    in_list = {attachment["id"] for attachment in message.payload["attachments"]}
    shown_by_embed = {str(file.id) for file in message.files} - in_list
    kept = ids | (shown_by_embed if "embeds" not in fields else set())
    return [file for file in message.files if str(file.id) in kept]


def _new_files(world: World, message: Message, fields: Payload, uploads: dict[int, Upload]) -> list[StoredFile]:
    described = {str(entry["id"].value): entry["description"].value for entry in Inspected(fields)["attachments"]}
    channel_id = int(message.payload["channel_id"])
    return [
        store_file(world, channel_id, upload, described.get(str(number))) for number, upload in sorted(uploads.items())
    ]


def store_file(world: World, channel_id: int, upload: Upload, alt: str | None = None) -> StoredFile:
    """Put a file on the CDN, under the name that Discord gives it."""
    name = re.sub(r"[^\w.-]", "_", upload.name)
    file_id = world.next_id()
    kind = mimetypes.guess_type(name)[0] or upload.content_type
    url = f"{world.cdn}/attachments/{channel_id}/{file_id}/{quote(name)}"
    file = world.files[file_id] = StoredFile(file_id, name, upload.data, kind, url, alt)
    return file


def _finish_embeds(embeds: list[Payload], files: list[StoredFile]) -> None:
    for embed in embeds:
        embed.setdefault("type", "rich")
        for part, key in _EMBED_URLS:
            if isinstance(embed.get(part), dict) and (file := _attached(embed[part].get(key), files)):
                embed[part] |= {key: file.url, f"proxy_{key}": file.url}


_EMBED_URLS = (("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url"))


def _embed_urls(embed: Payload) -> list[str]:
    return [embed[part].get(key, "") for part, key in _EMBED_URLS if isinstance(embed.get(part), dict)]


def _attached(url: object, files: list[StoredFile]) -> StoredFile | None:
    return next((file for file in files if url == f"attachment://{file.name}"), None)


def _number(components: list[Payload]) -> None:
    """Give every component its number."""
    everything = [part for top in components for part in walk(top)]
    taken = {part.get("id") for part in everything}
    numbers = (number for number in itertools.count(1) if number not in taken)
    for part in everything:
        if not part.get("id"):
            part["id"] = next(numbers)


def walk(component: Payload) -> list[Payload]:
    """The component and all inside it, in reading order."""
    return [component, *(deeper for child in component.get("components", []) for deeper in walk(child))]


def components_of(message: Message) -> list[Payload]:
    """All components of a message, in reading order."""
    return [part for top in message.payload["components"] for part in walk(top)]


def _mentions(world: World, draft: Payload, allowed: Payload | None) -> Payload:
    """Who is notified: only those whom the text names and `allowed_mentions` allows."""
    text = draft["content"]
    rules = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
    users = [world.users[i] for i in _named(r"<@!?(\d+)>", text, "users", rules) if i in world.users]
    roles = [i for i in _named(r"<@&(\d+)>", text, "roles", rules) if i in world.roles]
    everyone = "everyone" in (rules.get("parse") or []) and re.search(r"@(everyone|here)\b", text)
    return {
        "mentions": [user_payload(user) for user in users],
        "mention_roles": [str(role) for role in roles],
        "mention_everyone": bool(everyone),
    }


def _named(pattern: str, text: str, kind: str, rules: Payload) -> list[int]:
    named = dict.fromkeys(int(digits) for digits in re.findall(pattern, text))
    if kind in (rules.get("parse") or []):
        return list(named)
    listed = {str(entry) for entry in rules.get(kind) or []}
    return [snowflake for snowflake in named if str(snowflake) in listed]


def _event(world: World, message: Message) -> Payload:
    author = world.users.get(int(message.payload["author"]["id"]), world.bot)
    event = message.payload | {"guild_id": str(GUILD_ID), "member": partial_member_payload(author)}
    # What people write is told only to bots with a privileged intent, which the sandbox does not grant.
    return event if author.bot else event | {"content": "", "attachments": []}


def from_interaction(message: Message, interaction: Interaction, *, hidden: bool) -> None:
    """Mark a message as an answer to an interaction, for its user's eyes only if hidden."""
    about = {"id": str(interaction.id), "type": interaction.kind, "user": user_payload(interaction.user)}
    metadata = about | {"authorizing_integration_owners": {"0": str(GUILD_ID)}}
    if interaction.message:
        metadata["interacted_message_id"] = str(interaction.message.id)
    author_id = message.payload["author"]["id"]
    message.payload |= {
        "webhook_id": author_id,
        "application_id": author_id,
        "interaction_metadata": metadata,
    }
    if interaction.kind is Trigger.COMMAND:
        message.payload |= {"type": COMMAND_REPLY, "interaction": about | {"name": interaction.command}}
    if hidden:
        message.visible_to = interaction.user.id
        message.payload["flags"] |= EPHEMERAL
