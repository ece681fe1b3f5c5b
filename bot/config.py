"""Settings from the environment, read once when the program starts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_DATABASE = "sqlite+aiosqlite:///boarding-party.db"
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one sentence that names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot needs to run: its token, its database's address, and how much it logs.

    `shard_count` shards in all, None to do as Discord advises, of which this process runs `shard_ids`, None for all.
    `health_file` is touched as long as all is well, None for no such file. What opens something, the token and an
    address with its password, is not shown, so that neither reaches a log by way of a traceback.
    """

    token: str = field(repr=False)
    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    log_level: str = "INFO"
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    health_file: Path | None = None


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment; raises SettingsError for the first one that is missing or wrong."""
    token = environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        raise SettingsError(
            "Set DISCORD_TOKEN to your bot's token to run on Discord, or try it without one: python -m bot sandbox."
        )
    if not re.fullmatch(r"[!-~]+", token):
        raise SettingsError("DISCORD_TOKEN has a space or another sign that no token has: copy it anew.")
    level = environ.get("LOG_LEVEL", "INFO").upper()
    if level not in _LEVELS:
        raise SettingsError(f"LOG_LEVEL is {level}; it must be one of {', '.join(_LEVELS)}.")
    url = environ.get("DATABASE_URL", DEFAULT_DATABASE)
    check_address("DATABASE_URL", url, "leave it out to use boarding-party.db in this folder")
    count, ids = _shards(environ.get("SHARD_COUNT", "").strip(), environ.get("SHARD_IDS", "").strip())
    if ids is not None and url.startswith("sqlite"):
        raise SettingsError("SHARD_IDS is for several processes, which need PostgreSQL: set DATABASE_URL to one.")
    file = environ.get("HEALTH_FILE", "").strip()
    return Settings(token, url, level, count, ids, Path(file) if file else None)


def _shards(count: str, ids: str) -> tuple[int | None, tuple[int, ...] | None]:
    if not count and not ids:
        return None, None
    if not count:
        raise SettingsError("SHARD_IDS needs SHARD_COUNT, the number of all shards of all processes.")
    if not re.fullmatch(r"[1-9][0-9]{0,4}", count):
        raise SettingsError(f"SHARD_COUNT is {count}; it must be a whole number from 1 up.")
    if not ids:
        return int(count), None
    if not re.fullmatch(r"[0-9]{1,5}( *, *[0-9]{1,5})*", ids):
        raise SettingsError(f"SHARD_IDS is {ids}; it must be shards with commas between, such as 0,1.")
    chosen = tuple(sorted({int(each) for each in ids.split(",")}))
    if chosen[-1] >= int(count):
        raise SettingsError(f"SHARD_IDS has {chosen[-1]}; with SHARD_COUNT {count} the last one is {int(count) - 1}.")
    return int(count), chosen


def check_address(name: str, url: str, advice: str) -> None:
    """Raises SettingsError, with the advice, where a database's address is of neither kind that there is."""
    if not url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        raise SettingsError(f"{name} must begin with sqlite+aiosqlite:// or postgresql+asyncpg://; {advice}.")
