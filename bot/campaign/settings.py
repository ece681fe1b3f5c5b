"""What a campaign can be set to: what every campaign has, and what its rules add."""

from collections.abc import Mapping

from bot.engine.errors import RuleError
from bot.engine.fields import own_or_listed
from bot.engine.system import Setting, System
from bot.engine.typed import match

SIDES, APART = "sides", "apart"
_COMMON = {
    "chatter": Setting("chatter", ("brief", "full"), "full shows the working rule by rule in every answer"),
    SIDES: Setting(
        SIDES,
        ("together", APART),
        "apart leaves the log of opened dice to the referee until the campaign ends: it tells what others did",
    ),
}


def settings_of(*systems: System) -> Mapping[str, Setting]:
    """All settings of a campaign that plays by these systems, by name."""
    return _COMMON | {name: setting for system in systems for name, setting in system.settings.items()}


def value_of(settings: Mapping[str, str], system: System, name: str) -> str:
    """The value that a campaign has for a setting."""
    return settings.get(name, settings_of(system)[name].values[0])


def read_setting(known: Mapping[str, Setting], name: str, value: str) -> tuple[Setting, str]:
    """The setting and the value that were meant; raises RuleError with what there is."""
    setting = known[match(name, known, what="setting")]
    try:
        return setting, own_or_listed(value, setting.pattern, setting.values, setting.name)
    except RuleError as problem:
        raise RuleError(f"{problem} ({setting.meaning})") from None
