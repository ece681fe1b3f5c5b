"""What the bot knows of a shot and doesn't ask: how its target stands and moves, what the firer rides and has
drawn, and of whom they were not aware as the turn began.

C3K Target size, Target movement, Firer's movement, Own actions, Target eligibility.
"""

from collections.abc import Mapping
from typing import Any

from bot.deck.board import Board
from bot.engine.cards import rating
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.asked import FireOrder
from bot.systems.combat3000.figure.sheet import Carried, Figure, FigurePosture, Vehicle
from bot.systems.combat3000.fire.on_deck import unaware

# A standing human is 0, and head and shoulders are −2 (ruling B-F2): the table's templates say it exactly.
_SIZES = {FigurePosture.STANDING: 0, FigurePosture.CROUCHED: -1, FigurePosture.PRONE: -2}


def known(scene: Scene, attacker: Unit, target: Unit, asked: FireOrder, *, on_deck: bool) -> dict[str, Any]:
    """The circumstances of a shot as the bot knows them, where the order doesn't say them itself.

    What the deck alone knows counts where the shot is fired `on_deck`.
    """
    found: dict[str, Any] = {}
    size = _SIZES[_posture(scene, target)]
    if size:
        found["size"] = size
    if isinstance(target.sheet, Vehicle) and target.sheet.speed:
        found["moved"] = target.sheet.speed
    if isinstance(attacker.sheet, Vehicle) and attacker.sheet.speed:
        found["vehicle"] = attacker.sheet.speed
    if attacker.sheet.now.drew and asked.counts_turns:
        found["drawing"] = True
    if on_deck and asked.counts_turns and unaware(scene, attacker.name, target.name):
        found["unaware"] = True
    return {name: value for name, value in found.items() if getattr(asked, name) is None}


def told(target: Unit, found: Mapping[str, Any]) -> list[str]:
    """What of it is a proposal, in words."""
    if "size" not in found:
        return []
    size = rating(int(found["size"]))
    return [f"Size {size} is proposed for how {target.name} stands: values:size says otherwise (ruling B-F2)"]


def check_drawn(attacker: Unit, weapons: list[Carried], found: Mapping[str, Any]) -> None:
    """Raise RuleError for a weapon that was drawn in this turn, which is fired from the next on (C3K Weapon use)."""
    drawn = [carried.name for carried in weapons if carried.name == attacker.sheet.now.drew]
    if drawn and "drawing" in found:
        raise RuleError(f"{drawn[0]} was drawn in this turn, and is fired from the next on: /phase (C3K Weapon use).")


def _posture(scene: Scene, target: Unit) -> FigurePosture:
    """How somebody stands by their sheet, or as the deck has them."""
    if not isinstance(target.sheet, Figure) or target.at is not None:
        return FigurePosture.STANDING
    board: Board | None = scene.board
    standing = board.people.get(target.name) if board else None
    if target.sheet.posture is not FigurePosture.STANDING or standing is None:
        return target.sheet.posture
    if standing.prone:
        return FigurePosture.PRONE
    return FigurePosture.CROUCHED if standing.crouching else FigurePosture.STANDING
