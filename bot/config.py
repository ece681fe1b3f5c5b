"""Settings from the environment, read once when the program starts."""

from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_DATABASE = "sqlite+aiosqlite:///boarding-party.db"
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one sentence that names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot needs to run: its token, its database's address, and how much it logs."""

    token: str
    database_url: str = DEFAULT_DATABASE
    log_level: str = "INFO"

    def __repr__(self) -> str:
        # The token must not reach a log by way of a traceback.
        return f"Settings(database_url={self.database_url!r}, log_level={self.log_level!r})"


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment; raises SettingsError for the first one that is missing or wrong."""
    token = environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        raise SettingsError(
            "Set DISCORD_TOKEN to your bot's token to run on Discord, or try it without one: python -m bot sandbox."
        )
    level = environ.get("LOG_LEVEL", "INFO").upper()
    if level not in _LEVELS:
        raise SettingsError(f"LOG_LEVEL is {level}; it must be one of {', '.join(_LEVELS)}.")
    url = environ.get("DATABASE_URL", DEFAULT_DATABASE)
    check_address("DATABASE_URL", url, "leave it out to use boarding-party.db in this folder")
    return Settings(token, url, level)


def check_address(name: str, url: str, advice: str) -> None:
    """Raises SettingsError, with the advice, where a database's address is of neither kind that there is."""
    if not url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        raise SettingsError(f"{name} must begin with sqlite+aiosqlite:// or postgresql+asyncpg://; {advice}.")
