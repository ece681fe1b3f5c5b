"""Entities in the JSON shapes that Discord sends them in."""

import datetime

from bot.sandbox.entities import (
    BOT_ID,
    FORUM,
    GUILD_ID,
    PRIVATE_THREAD,
    VOICE_CHANNEL,
    Channel,
    Payload,
    ServerRole,
    StoredFile,
    User,
)

JOINED = "2024-01-01T00:00:00+00:00"
ATTACHMENT_LIMIT = 10 * 2**20


def timestamp(moment: datetime.datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def user_payload(user: User) -> Payload:
    return {
        "id": str(user.id),
        "username": user.name.lower(),
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.name,
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def own_user_payload(user: User) -> Payload:
    """The bot as it is shown to itself."""
    own = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US", "premium_type": 0}
    return user_payload(user) | own


def partial_member_payload(user: User) -> Payload:
    """A member without the user, as `resolved` and a message's `member` have it."""
    return {
        "roles": [str(role.id) for role in user.roles],
        "joined_at": JOINED,
        "nick": None,
        "avatar": None,
        "banner": None,
        "avatar_decoration_data": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def member_payload(user: User) -> Payload:
    return partial_member_payload(user) | {"user": user_payload(user)}


def role_payload(role: ServerRole, position: int) -> Payload:
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(role.permissions),
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel_payload(channel: Channel) -> Payload:
    common = {
        "id": str(channel.id),
        "guild_id": str(GUILD_ID),
        "name": channel.name,
        "rate_limit_per_user": 0,
        "flags": 0,
        "last_message_id": str(max(channel.messages)) if channel.messages else None,
    }
    return common | (_thread_fields(channel) if channel.is_thread else _channel_fields(channel))


def _channel_fields(channel: Channel) -> Payload:
    overwrites = [
        {"id": str(whose), "type": int(whose != GUILD_ID), "allow": str(overwrite.allow), "deny": str(overwrite.deny)}
        for whose, overwrite in channel.overwrites.items()
    ]
    return {
        "type": channel.kind,
        "topic": None,
        "position": 0,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": overwrites,
        **_OF_A_KIND.get(channel.kind, {}),
    }


# What only channels of some kind have.
_OF_A_KIND: dict[int, Payload] = {
    VOICE_CHANNEL: {"bitrate": 64000, "user_limit": 0, "rtc_region": None},
    FORUM: {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None, "template": ""},
}


def _thread_fields(channel: Channel) -> Payload:
    assert channel.parent is not None
    return {
        "type": channel.kind,
        "parent_id": str(channel.parent.id),
        "owner_id": str(channel.owner),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": 2,
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": JOINED,
            "create_timestamp": JOINED,
            "locked": False,
            **({"invitable": True} if channel.kind == PRIVATE_THREAD else {}),
        },
    }


def attachment_payload(file: StoredFile) -> Payload:
    payload: Payload = {
        "id": str(file.id),
        "filename": file.name,
        "size": len(file.data),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
    }
    return payload | {"description": file.alt} if file.alt else payload


def application_payload(owner: User) -> Payload:
    return {
        "id": str(BOT_ID),
        "name": "Boarding Party",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_payload(owner),
        "team": None,
        "verify_key": "",
        "flags": 0,
        "summary": "",
        "bot": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {"0": {}},
    }
