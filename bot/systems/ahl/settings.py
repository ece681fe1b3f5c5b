"""What a campaign of AHL can be set to: the circumstances of the place, and the rulings that leave a choice."""

from collections.abc import Mapping

from bot.engine.asked import settings_of
from bot.engine.system import Scene, Setting, Settings
from bot.systems.ahl import asked
from bot.systems.ahl.tables.weapons import CELL, Weapon, extreme_setting

ENERGY_SHOTS = "energy shots"
TURNS = "turns"
LATER, KEPT = "later steps", "kept"
SETTINGS = settings_of(asked) | {
    setting.name: setting
    for setting in (
        Setting("rally", ("every leader", "best leader"), "whose bonus helps somebody to rally (ruling R-121)"),
        Setting("battle dress melee", ("2 columns", "none"), "how far battle dress moves a melee attack down (R-25)"),
        Setting("stuns", ("longest", "add"), "whether each stun of melee lowers by 1 of its own (R-116)"),
        Setting("own square", ("automatic", "8+"), "who suffers where a grenade or charge explodes (ruling R-88)"),
        Setting("crowding", ("one each", "by size"), "a robot as two and a blob as four in a crowd (ruling R-47)"),
        Setting("scatter", ("house", "referee"), "who says where a missed grenade goes, but for a 7 (ruling R-31)"),
        Setting("collision", ("as it stands", "as melee"), "whether armor and zero-G soften a collision (R-138)"),
        Setting("spare clips", ("8", "9", "10"), "how many spare clips a character can carry (ruling R-140)"),
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
