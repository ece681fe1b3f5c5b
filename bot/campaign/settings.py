"""What a campaign can be set to."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.errors import RuleError
from bot.engine.matching import match


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its values, the default first, and what it does in a sentence."""

    name: str
    values: tuple[str, ...]
    meaning: str


SETTINGS = {
    setting.name: setting
    for setting in (Setting("chatter", ("brief", "full"), "full shows the working rule by rule in every answer"),)
}


def value_of(settings: Mapping[str, str], name: str) -> str:
    """The value that a campaign has for a setting."""
    return settings.get(name, SETTINGS[name].values[0])


def read_setting(name: str, value: str) -> tuple[str, str]:
    """The setting and the value that were meant; raises RuleError with what there is."""
    setting = SETTINGS[match(name, SETTINGS, what="setting")]
    try:
        return setting.name, match(value, setting.values, what=f"value for {setting.name}")
    except RuleError as problem:
        raise RuleError(f"{problem} ({setting.meaning})") from None
