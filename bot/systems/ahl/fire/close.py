"""Fire in a square shared with enemies, and within one's own: pistols only (AHL 11.A.3, ruling R-163)."""

from collections.abc import Sequence

from bot.deck.board import Board
from bot.engine.cards import whose
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Condition

# Automatic pistols aren't on the book's list (ruling R-61).
_PISTOLS = {"Snub Pistol", "Body Pistol", "Revolver"}


def enemies_sharing(scene: Scene, board: Board, attacker: Unit) -> list[str]:
    """The active enemies in the firer's own square."""
    at = board.people[attacker.name].at
    return [
        unit.name
        for unit in scene.present.values()
        if board.people[unit.name].at == at and unit.side != attacker.side and unit.sheet.condition is Condition.ACTIVE
    ]


def is_for_close_quarters(weapon: str, close_pistols: str | None) -> bool:
    """Whether a weapon can be fired in a square shared with enemies, by the setting for close pistols."""
    return weapon in _PISTOLS or (weapon == "Automatic Pistol" and close_pistols == "automatic too")


def hemmed_in(scene: Scene, unit: Unit, weapon: str) -> bool:
    """Whether somebody on the deck shares their square with an enemy, and can't fire that weapon there."""
    board: Board | None = scene.board
    if (
        board is None
        or unit.name not in board.people
        or is_for_close_quarters(weapon, scene.settings.get("close pistols"))
    ):
        return False
    return bool(enemies_sharing(scene, board, unit))


def check_square(attacker: Unit, enemies: Sequence[str], weapon: str, close_pistols: str) -> None:
    """Refuse all but pistols in a square that the attacker shares with an enemy (AHL 11.A.3)."""
    if enemies and not is_for_close_quarters(weapon, close_pistols):
        raise RuleError(
            f"{attacker.name} shares a square with {enemies[0]}: only snub pistols, body pistols and revolvers "
            "can be fired there (AHL 11.A.3), ruling R-61."
        )


def check_own_square(attacker: str, target: str, weapon: str, close_pistols: str) -> None:
    """Refuse all but pistols within one's own square, whoever is in it: for nothing else it is in the field of fire
    (AHL 11.A.2, 11.A.3, ruling R-163).
    """
    if not is_for_close_quarters(weapon, close_pistols):
        raise RuleError(
            f"{target} is in {whose(attacker)} own square, which is in the field of fire of snub pistols, body pistols "
            "and revolvers only (AHL 11.A.3), ruling R-163."
        )


def close_options(enemies: Sequence[str], weapon: str) -> tuple[str, ...]:
    """The option by which a weapon can be fired in a square shared with enemies, if it is one (ruling R-61)."""
    if not enemies or weapon in _PISTOLS:
        return ()
    return ("Automatic pistols are fired in a shared square as well (AHL 11.A.3), ruling R-61",)
