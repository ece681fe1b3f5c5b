"""What one user's client is shown, as JSON: the server, the messages that are his to see, what his deeds lead to."""

from bot.sandbox.actions import Outcome
from bot.sandbox.entities import BOT_ID, GUILD_ID, Channel, Message, Payload, User
from bot.sandbox.limits.commands import CHAT_INPUT
from bot.sandbox.payloads import channel_payload, role_payload, user_payload
from bot.sandbox.world import Change, World

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
        "channels": [_channel_view(channel) for channel in world.channels.values()],
        "commands": [command for command in known if command["type"] == CHAT_INPUT] if world.bot_present else [],
    }


def _channel_view(channel: Channel) -> Payload:
    """A channel without what changes with every message in it."""
    payload = channel_payload(channel)
    return {"path": channel.path} | {key: payload[key] for key in ("id", "name", "type", "parent_id")}


def history_view(world: World, viewer: User) -> Payload:
    """The messages that the viewer finds when he opens his client."""
    seen = [
        message_view(message)
        for channel in world.channels.values()
        for message in list(channel.messages.values())[-HISTORY:]
        if message.seen_by(viewer)
    ]
    return {"type": "history", "messages": seen}


def message_view(message: Message) -> Payload:
    """A message as its reader gets it, with the alternative texts of all its pictures."""
    alts = {file.url: file.alt for file in message.files if file.alt}
    return message.payload | {"ephemeral": message.visible_to is not None, "alts": alts}


def change_view(change: Change) -> Payload:
    """What happened to a message."""
    if change.kind == "deleted":
        payload = change.message.payload
        return {"type": "deleted", "id": payload["id"], "channel_id": payload["channel_id"]}
    return {"type": "message", "message": message_view(change.message)}


def outcome_view(outcome: Outcome) -> Payload:
    """What a client learns of its own deed besides the messages; `failed` if the bot never answered."""
    asked = outcome.interaction
    unanswered = asked is None or not asked.answered.done()
    return {
        "failed": outcome.error if unanswered else None,
        "modal": outcome.modal,
        "choices": outcome.choices,
    }
