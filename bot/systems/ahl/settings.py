"""What a campaign of AHL can be set to: the circumstances of the place, and the rulings that leave a choice."""

from collections.abc import Mapping

from bot.engine.asked import own_settings
from bot.engine.system import Scene, Setting, Settings
from bot.systems.ahl.asked import fighting, keeping, moving
from bot.systems.ahl.dark import DARKNESS
from bot.systems.ahl.tables import CELL, Weapon, extreme_setting

TURNS = "turns"
LATER, KEPT = "later steps", "kept"
SETTINGS = own_settings(fighting, moving, keeping) | {
    setting.name: setting
    for setting in (
        Setting("melee value", ("down", "up"), "how Traveller's (strength + dexterity) / 4 is rounded (ruling R-139)"),
        Setting(
            TURNS,
            ("kept", "shown"),
            "in a turn begun by /turn: whether what the book forbids is refused, or only told (AHL 4 to 9)",
        ),
        Setting(
            LATER,
            ("refused", KEPT),
            "an order of a later step of the phase, before which others may still act: refused, or kept in secret "
            "until that comes (R-164)",
        ),
        DARKNESS,
    )
}


def settings(weapons: Mapping[str, Weapon]) -> Mapping[str, Setting]:
    """All settings by name; one for each extreme cell that the source doesn't show."""
    cells = (
        Setting(
            extreme_setting(weapon, row),
            ("none",),
            f"extreme range, penetration and bonus of the referee's own, such as 1200 (1)+0 (ruling {row.ruling})",
            pattern=CELL,
        )
        for weapon in weapons.values()
        for row in weapon.ammunition.values()
        if row.ruling
    )
    return SETTINGS | {setting.name: setting for setting in cells}


def only_shown(scene: Scene) -> bool:
    """Whether what the book forbids in a turn is told and not refused."""
    return shows(scene.settings)


def keeps_later(scene: Scene) -> bool:
    """Whether an order of a later step is kept until that comes; not where it is carried out, and only told about."""
    return scene.settings.get(LATER) == KEPT and not only_shown(scene)


def shows(settings: Settings) -> bool:
    """The same by a campaign's settings."""
    return settings.get(TURNS) == "shown"
