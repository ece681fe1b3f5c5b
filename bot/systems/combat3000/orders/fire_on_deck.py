"""What a deck says of a shot where both stand on one: the range, the line of sight, and friends beside it
(C3K Scales, Target eligibility).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt

from bot.deck.board import Board
from bot.deck.plan import At
from bot.deck.sight import sees
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.sheet import Figure

# Lengths on a deck are counted in half metres: a square is three, and a metre is a centimetre on the table.
_SQUARE = 3
_METRE = 2
_FRIEND_CM = 3


@dataclass(frozen=True, slots=True)
class ShotOnDeck:
    """A shot as the deck has it: from where to where, and so many cm."""

    start: At
    end: At
    cm: int

    @property
    def working(self) -> str:
        """Where the range comes from, with its rule."""
        return f"Range {self.cm} cm on the deck, a square being 1½ (C3K Scales), the line of sight clear"

    @property
    def marks(self) -> Marks:
        """What the picture shows of it."""
        return Marks(line=(self.start, self.end))


def shot_on_deck(scene: Scene, attacker: Unit, target: Unit) -> ShotOnDeck | None:
    """The shot as the deck has it, None where there is no deck with both on it.

    Raises RuleError where the line of sight is blocked, or a friend is too near to it (C3K Target eligibility).
    """
    board: Board | None = scene.board
    if board is None or not {attacker.name, target.name} <= board.people.keys():
        return None
    start, end = (board.people[unit.name].at for unit in (attacker, target))
    if not sees(board, start, end):
        raise RuleError(
            f"There is no line of sight on the deck from {attacker.name} to {target.name} (C3K Target eligibility): "
            "choose another target, or give the range to leave the deck out."
        )
    friends = [name for name in _friends(scene, attacker, target) if _beside(board, start, end, board.people[name].at)]
    if friends:
        raise RuleError(
            f"{sentence(friends)} {'is' if len(friends) == 1 else 'are'} within {_FRIEND_CM} cm of the line of sight "
            "(C3K Target eligibility): choose another target, or give the range to leave the deck out."
        )
    return ShotOnDeck(start, end, cm_between(start, end, board.plan.separation))


def cm_between(one: At, other: At, separation: int) -> int:
    """The straight distance between two squares' centres in cm, rounded up; levels are `separation` metres apart."""
    half_metres = _squared(_SQUARE * (other.x - one.x), _SQUARE * (other.y - one.y))
    half_metres += (_METRE * separation * (other.level - one.level)) ** 2
    cm = isqrt(half_metres) // _METRE
    return cm if (_METRE * cm) ** 2 == half_metres else cm + 1


def _friends(scene: Scene, attacker: Unit, target: Unit) -> Iterable[str]:
    """Those of the firer's side who are alive, but for firer and target."""
    for name, unit in scene.present.items():
        alive = not (isinstance(unit.sheet, Figure) and unit.sheet.killed)
        if alive and unit.side == attacker.side and name not in {attacker.name, target.name}:
            yield name


def _beside(board: Board, start: At, end: At, friend: At) -> bool:
    """Whether somebody whom the firer sees is within 3 cm of the line between firer and target, on their level."""
    if not start.level == end.level == friend.level or not sees(board, start, friend):
        return False
    line, his = (end.x - start.x, end.y - start.y), (friend.x - start.x, friend.y - start.y)
    along = line[0] * his[0] + line[1] * his[1]
    across = line[0] * his[1] - line[1] * his[0]
    length = _squared(*line)
    # Squared distances in half metres: the line is a straight one from centre to centre.
    return 0 < along < length and (_SQUARE * across) ** 2 <= (_METRE * _FRIEND_CM) ** 2 * length


def _squared(x: int, y: int) -> int:
    return x * x + y * y
