"""What a campaign can be set to, by whichever books it plays."""

import re
from collections.abc import Mapping

from bot.engine.between import STOCKED, UNLIMITED
from bot.engine.scene import FOG, ON
from bot.engine.ships import CLOSED, SHEETS
from bot.engine.system import Setting, System
from bot.systems.resting import STOCK
from bot.systems.strangers import CONTACTS, STRANGERS

SIDES, APART = "sides", "apart"
CHATTER, FULL = "chatter", "full"
DICE, TABLE = "dice", "table"
TRACKER, FOLLOWS = "tracker", "follows"
LATE, REMINDS, WAITS = "late", "remind", "wait"
_COMMON = {
    CHATTER: Setting(CHATTER, ("brief", FULL), "full shows the working rule by rule in every answer"),
    DICE: Setting(
        DICE, ("bot", TABLE), "bot throws all of them; table asks by a form for the faces that you have thrown"
    ),
    TRACKER: Setting(
        TRACKER,
        ("stays", FOLLOWS),
        "stays pins the message that shows who is waited for; follows posts it anew once much stands below it",
    ),
    LATE: Setting(
        LATE,
        ("default", REMINDS, WAITS),
        "when a wait is over, default does what is done where nobody answers, remind tells who owes, wait does nothing",
    ),
    FOG: Setting(
        FOG,
        ("off", ON),
        "on: each side knows of a deck and who is on it only what its people have seen; /side open gives it a thread",
        shown_by="off for all",
        of_decks=True,
    ),
    STRANGERS: Setting(
        STRANGERS,
        ("names", CONTACTS),
        "contacts: under fog a side calls whom it meets Contact 1, 2, 3 until a /look from the next square, or the "
        "referee's /reveal, tells who it is",
        shown_by="names for all",
    ),
    SHEETS: Setting(
        SHEETS,
        ("open", CLOSED),
        "closed: of others' ships one reads tons, configuration, what has fired and what has visibly been lost",
        shown_by="open for all",
    ),
    STOCK: Setting(
        STOCK,
        (UNLIMITED,),
        "what /resupply takes from until it runs out: clips, charges, shells and grenades, such as 20 clips, 6 shells",
        STOCKED,
    ),
    SIDES: Setting(
        SIDES,
        ("together", APART),
        "apart leaves the log of opened dice to the referee until the campaign ends: it tells what others did",
        shown_by="together for all",
    ),
}


# How a setting says that it is about a ruling of ours, and not about a rule of its book.
_RULING = re.compile(r"\((?:ruling |R-)")
_RULINGS = ": rulings"


def settings_of(*systems: System) -> Mapping[str, Setting]:
    """All settings of a campaign that plays by these systems, by name."""
    return {name: setting for group in groups_of(*systems).values() for name, setting in group.items()}


def groups_of(*systems: System) -> Mapping[str, Mapping[str, Setting]]:
    """The same in groups by their names: the campaign's own, and each book's with its rulings apart."""
    groups: dict[str, dict[str, Setting]] = {"The campaign": dict(_COMMON)}
    for system in systems:
        for name, setting in system.settings.items():
            title = f"{system.title}{_RULINGS}" if _RULING.search(setting.meaning) else system.title
            groups.setdefault(title, {})[name] = setting
    return groups


def is_of_rulings(title: str) -> bool:
    """Whether a group, by its name, holds rulings of ours."""
    return title.endswith(_RULINGS)
