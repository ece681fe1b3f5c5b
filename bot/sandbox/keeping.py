"""What was posted in the sandbox, kept in a file from one run to the next: a line for each change to a message."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from bot.sandbox.entities import FORUM, GUILD_ID, PRIVATE_THREAD, VOICE_CHANNEL, Channel, Message, Payload, StoredFile
from bot.sandbox.world import HIDDEN, PRIVATE, MessageChange, World

# Of each channel; a page shows no more.
HISTORY = 300
_KINDS = {VOICE_CHANNEL: "voice", FORUM: "forum", PRIVATE_THREAD: PRIVATE}
# What stands in the file for wherever the sandbox has its files in a run.
_FILES = "kept:/attachments/"


@contextmanager
def kept_in(path: Path, world: World) -> Iterator[None]:
    """Put back what the file has, and keep in it whatever everybody sees from here on.

    What only one sees goes, as on Discord when a client is started anew.
    """
    if path.exists():
        _put_back(world, path.read_text(encoding="utf-8").splitlines())
    with path.open("w", encoding="utf-8") as file:
        for channel in world.channels.values():
            for message in list(channel.messages.values())[-HISTORY:]:
                _write(file, world, channel, message)

        def hear(change: MessageChange | None) -> None:
            if change is None or change.message.visible_to is not None or change.message.loading:
                return
            channel = world.channels.get(int(change.message.payload["channel_id"]))
            if change.kind == "deleted" or channel is None:
                print(json.dumps({"gone": change.message.id}), file=file, flush=True)
            else:
                _write(file, world, channel, change.message)

        with world.listen(hear):
            yield


def _write(file: TextIO, world: World, channel: Channel, message: Message) -> None:
    files = [
        {"id": each.id, "name": each.name, "type": each.content_type, "url": each.url, "alt": each.alt}
        | {"data": base64.b64encode(each.data).decode()}
        for each in message.files
    ]
    made = [{"path": each.path, "kind": _kind_of(each)} for each in (channel.parent, channel) if each]
    line = json.dumps({"channel": made, "message": message.payload, "files": files})
    print(line.replace(f"{world.cdn}/attachments/", _FILES), file=file, flush=True)


def _kind_of(channel: Channel) -> str:
    return PRIVATE if channel.overwrites.get(GUILD_ID) == HIDDEN else _KINDS.get(channel.kind, "")


def _put_back(world: World, lines: list[str]) -> None:
    """The messages of a file's lines, the newest line of each; one that was cut short is left out."""
    found: dict[int, Payload] = {}
    for line in lines:
        try:
            record = json.loads(line.replace(_FILES, f"{world.cdn}/attachments/"))
        except json.JSONDecodeError:
            continue
        if "gone" in record:
            found.pop(record["gone"], None)
        else:
            found[int(record["message"]["id"])] = record
    for message_id, record in sorted(found.items()):
        for name in _people(record["message"]):
            world.user(name)
        for made in record["channel"]:
            channel = world.channel(made["path"], kind=made["kind"])
        files = [
            StoredFile(each["id"], each["name"], base64.b64decode(each["data"]), each["type"], each["url"], each["alt"])
            for each in record["files"]
        ]
        world.files |= {file.id: file for file in files}
        channel.messages[message_id] = message = Message(record["message"], files=files)
        # A page that was open before may be there again already.
        world.note("created", message)


def _people(message: Payload) -> Iterator[str]:
    """Who speaks in a message, has asked for it or is named in it."""
    asked = (message.get("interaction_metadata") or {}).get("user")
    for user in (asked, message["author"], *message.get("mentions", ())):
        if user and user["global_name"]:
            yield user["global_name"]
