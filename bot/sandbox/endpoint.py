"""Pointing discord.py at the sandbox instead of at Discord, for the whole process."""

import ipaddress
import re
from collections.abc import Mapping

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.invite import Invite

from bot.sandbox.rest import API

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
