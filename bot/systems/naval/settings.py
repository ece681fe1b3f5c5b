"""What a campaign can choose of naval careers: rulings that leave it to the referee, each first as it was ruled."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.system import Setting, Settings

SHORE_DUTY, GRADUATES, SURVIVAL = "shore duty life", "navy of graduates", "failed survival"
COMMAND_DMS, EXACT, FORCED = "command rank DMs", "exact survival", "forced re-enlistment"
MEDICAL_TRAINING, ROW_SEVEN, MOST = "medical training", "command officer row 7", "highest characteristic"
_ALL = (
    Setting(SHORE_DUTY, ("+1 from O4", "+4 from O1"), "the DM on the table of shore duty life (NR-R5)"),
    Setting(
        GRADUATES,
        ("chosen", "Imperial"),
        "which navy NOTC officers, graduates of the Naval Academy and drafted cadets join (NR-A18)",
    ),
    Setting(
        SURVIVAL,
        ("death", "asked"),
        "what a failed survival throw is: death, or what the referee is asked for then (NR-G5)",
    ),
    Setting(COMMAND_DMS, ("one", "both"), "whether the command DM up to O2 takes the place of that up to O4 (NR-A2)"),
    Setting(
        EXACT,
        ("modified", "natural"),
        "whether the survival number thrown exactly is the modified total, or the dice alone (NR-A4)",
    ),
    Setting(
        FORCED,
        ("modified", "natural"),
        "whether the 12 that forces another term is the modified total, or the dice alone (NR-A7)",
    ),
    Setting(
        MEDICAL_TRAINING,
        ("restored", "none"),
        "whether the Medical branch has a promotion and a skill in training, which are lost in the source (NR-R3)",
    ),
    Setting(
        ROW_SEVEN,
        ("Leader", "nothing"),
        "what row 7 of the command officer table gives, which is empty in the source (NR-R4)",
    ),
    Setting(MOST, ("none", "15"), "how high a characteristic may rise in a career (NR-A38)", pattern=r"\d{2}"),
)
SETTINGS: Mapping[str, Setting] = MappingProxyType({setting.name: setting for setting in _ALL})


@dataclass(frozen=True, slots=True)
class Customs:
    """How a campaign reads those rulings; `most` is the highest characteristic, None for no bound."""

    shore_from_ensign: bool = False
    imperial_graduates: bool = False
    referee_decides_survival: bool = False
    both_command_dms: bool = False
    natural_wounds: bool = False
    natural_twelve: bool = False
    medical_training: bool = True
    row_seven: bool = True
    most: int | None = None


def customs(settings: Settings) -> Customs:
    """What a campaign's settings come to."""

    def other(name: str) -> bool:
        return settings.get(name, SETTINGS[name].values[0]) != SETTINGS[name].values[0]

    return Customs(
        other(SHORE_DUTY),
        other(GRADUATES),
        other(SURVIVAL),
        other(COMMAND_DMS),
        other(EXACT),
        other(FORCED),
        not other(MEDICAL_TRAINING),
        not other(ROW_SEVEN),
        int(settings[MOST]) if other(MOST) else None,
    )
