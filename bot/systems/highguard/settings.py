"""What a campaign can choose of High Guard: rulings that leave it to the referee, each first as it was ruled."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.engine.asked import own_settings
from bot.engine.system import Setting, Settings
from bot.systems.highguard import asked
from bot.systems.highguard.design.tables import Tables

BEAMS, SMALL_ARMOR = "beam lasers", "small craft armor"
_LATE_BEAMS = "TL 9"
_LATE_BEAM_TL = 9

_OF_BATTLES = own_settings(asked)
_ALL = (
    Setting(BEAMS, ("TL 7", _LATE_BEAMS), "the tech level from which beam laser turrets are built (R-94)"),
    _OF_BATTLES["shattered tanks"],
    Setting(SMALL_ARMOR, ("none", "as ships"), "whether craft under 100 tons can be armored (R-21)"),
    _OF_BATTLES["missiles"],
)
SETTINGS: Mapping[str, Setting] = MappingProxyType({setting.name: setting for setting in _ALL})


@dataclass(frozen=True, slots=True)
class House:
    """What a battle is fought by beyond the book: shattered tanks silence all (R-94), and how often each missile
    battery fires, None for as often as it likes (R-38).
    """

    tanks_silence: bool = False
    salvos: int | None = None


def house(order: asked.NewOrder) -> House:
    """What those two settings come to."""
    salvos = None if order.missiles == "unlimited" else int(order.missiles)
    return House(order.shattered_tanks == "silence everything", salvos)


def played(tables: Tables, settings: Settings) -> Tables:
    """The design tables as a campaign's settings have them."""
    if settings.get(BEAMS) == _LATE_BEAMS:
        beam = replace(tables.turrets["beam"], tl=_LATE_BEAM_TL)
        tables = replace(tables, turrets={**tables.turrets, "beam": beam})
    return replace(tables, armored_craft=settings.get(SMALL_ARMOR) == "as ships")
