"""Settings from the environment, read once when the program starts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from bot.campaign.backups import Backups
from bot.campaign.erasing import KEPT_DAYS
from bot.logs import FORMATS

DEFAULT_DATABASE = "sqlite+aiosqlite:///boarding-party.db"
_KEPT_BACKUPS = 7
_LONGEST_CONTACT = 200
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one sentence that names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot needs to run: its token, its database's address, and how much it logs.

    `shard_count` shards in all, None to do as Discord advises, of which this process runs `shard_ids`, None for all.
    `health_file` is touched as long as all is well, None for no such file. `backups` are made each day, None for none.
    `kept_days` is how long campaigns are kept whose server has put the bot out, 0 for ever, and `contact` whom people
    are told to ask. What opens something, the token and an address with its password, is not shown, so that neither
    reaches a log by way of a traceback.
    """

    token: str = field(repr=False)
    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    log_level: str = "INFO"
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    health_file: Path | None = None
    log_format: str = FORMATS[0]
    backups: Backups | None = None
    kept_days: int = KEPT_DAYS
    contact: str = ""


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment; raises SettingsError for the first one that is missing or wrong."""
    token = _secret(environ, "DISCORD_TOKEN")
    if not token:
        raise SettingsError(
            "Set DISCORD_TOKEN to your bot's token to run on Discord, or try it without one: python -m bot sandbox."
        )
    if not re.fullmatch(r"[!-~]+", token):
        raise SettingsError("DISCORD_TOKEN has a space or another sign that no token has: copy it anew.")
    url = read_address(environ)
    count, ids = _shards(environ.get("SHARD_COUNT", "").strip(), environ.get("SHARD_IDS", "").strip())
    if ids is not None and url.startswith("sqlite"):
        raise SettingsError("SHARD_IDS is for several processes, which need PostgreSQL: set DATABASE_URL to one.")
    file = environ.get("HEALTH_FILE", "").strip()
    return Settings(
        token,
        url,
        _one_of(environ, "LOG_LEVEL", _LEVELS, "INFO"),
        count,
        ids,
        Path(file) if file else None,
        _one_of(environ, "LOG_FORMAT", FORMATS, FORMATS[0]),
        read_backups(environ),
        _whole(environ, "ERASE_AFTER_DAYS", KEPT_DAYS, 0),
        " ".join(environ.get("CONTACT", "").split())[:_LONGEST_CONTACT],
    )


def read_address(environ: Mapping[str, str]) -> str:
    """The database's address, with its password where that stands in a file; raises SettingsError as above."""
    url = environ.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE
    check_address("DATABASE_URL", url, "leave it out to use boarding-party.db in this folder")
    password = _secret(environ, "DATABASE_PASSWORD")
    if not password:
        return url
    start, _, rest = url.partition("://")
    user, at, where = rest.rpartition("@")
    if not at or ":" in user:
        raise SettingsError(
            "With DATABASE_PASSWORD the address names a user alone, as in postgresql+asyncpg://me@host/db."
        )
    return f"{start}://{user}:{quote(password, safe='')}@{where}"


def read_backups(environ: Mapping[str, str]) -> Backups | None:
    """Where copies of the database are kept, None for nowhere; raises SettingsError as above."""
    keep = _whole(environ, "BACKUP_KEEP", _KEPT_BACKUPS, 1)
    folder = environ.get("BACKUP_DIR", "").strip()
    if folder and not read_address(environ).startswith("sqlite"):
        raise SettingsError("BACKUP_DIR is for SQLite: PostgreSQL is copied by pg_dump, as the README has it.")
    return Backups(Path(folder), keep) if folder else None


def _secret(environ: Mapping[str, str], name: str) -> str:
    """A setting that opens something: itself, or the contents of the file that `NAME_FILE` names."""
    file = environ.get(f"{name}_FILE", "").strip()
    given = environ.get(name, "").strip()
    if not file:
        return given
    if given:
        raise SettingsError(f"Set {name} or {name}_FILE, and not both.")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no text"
        raise SettingsError(f"{name}_FILE names {file}, which can't be read: {reason}.") from None


def _one_of(environ: Mapping[str, str], name: str, known: tuple[str, ...], otherwise: str) -> str:
    given = environ.get(name, "").strip() or otherwise
    for each in known:
        if each.casefold() == given.casefold():
            return each
    raise SettingsError(f"{name} is {given}; it must be one of {', '.join(known)}.")


def _whole(environ: Mapping[str, str], name: str, otherwise: int, least: int) -> int:
    given = environ.get(name, "").strip()
    if not given:
        return otherwise
    if not re.fullmatch(r"[0-9]{1,5}", given) or int(given) < least:
        raise SettingsError(f"{name} is {given}; it must be a whole number from {least} up.")
    return int(given)


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
