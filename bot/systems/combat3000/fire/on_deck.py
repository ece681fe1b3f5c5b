"""What a deck says of a shot where both stand on one: the range, the line of sight, friends beside it, and whether the
firer looks that way (C3K Scales, Target eligibility, Visibility and awareness).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import atan2, degrees, isqrt

from bot.deck.board import Board, Standing
from bot.deck.distance import ahead_and_aside
from bot.deck.plan import At
from bot.deck.sight import sees
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.aim.sighting import Watch, in_arc
from bot.systems.combat3000.aim.situation import Mode
from bot.systems.combat3000.figure.sheet import Figure, dead
from bot.systems.combat3000.fire.plan import Plan
from bot.systems.combat3000.lists.others import Creature

# Lengths on a deck are counted in half metres: a square is three, and a metre is a centimetre on the table.
_SQUARE = 3
_METRE = 2
_FRIEND_CM = 3


@dataclass(frozen=True, slots=True)
class ShotOnDeck:
    """A shot as the deck has it: from where to where, so many cm, and so many degrees off the firer's front."""

    start: At
    end: At
    cm: int
    off_front: float

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
    firer = board.people[attacker.name]
    start, end = firer.at, board.people[target.name].at
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
    return ShotOnDeck(start, end, cm_between(start, end, board.plan.separation), _off_front(firer, end))


def check_aware(shot: ShotOnDeck, attacker: Unit, target: Unit, plan: Plan, creatures: Mapping[str, Creature]) -> None:
    """Raises RuleError for a target outside the firer's arc of vision as he faces (C3K Visibility and awareness).

    Covering fire needs no awareness, and a scanner box tells of what nobody sees.
    """
    if plan.mode is Mode.COVERING or plan.outlook.watch is Watch.SCANNER or not isinstance(attacker.sheet, Figure):
        return
    creature = creatures[attacker.sheet.creature]
    if not in_arc(creature, shot.off_front):
        raise RuleError(
            f"{target.name} is outside {attacker.name}'s arc of vision, {creature.arc}° to each side of where he faces "
            "(C3K Visibility and awareness): turn him with /face, or give the range to leave the deck out."
        )


def _off_front(firer: Standing, end: At) -> float:
    """How many degrees off somebody's front a square's middle is, 0 for his own, straight above and straight below."""
    ahead, aside = ahead_and_aside(firer.facing, firer.at, end)
    return degrees(atan2(aside, ahead))


def cm_between(one: At, other: At, separation: int) -> int:
    """The straight distance between two squares' centres in cm, rounded up; levels are `separation` metres apart."""
    half_metres = _squared(_SQUARE * (other.x - one.x), _SQUARE * (other.y - one.y))
    half_metres += (_METRE * separation * (other.level - one.level)) ** 2
    cm = isqrt(half_metres) // _METRE
    return cm if (_METRE * cm) ** 2 == half_metres else cm + 1


def _friends(scene: Scene, attacker: Unit, target: Unit) -> Iterable[str]:
    """Those of the firer's side who are alive, but for firer and target."""
    for name, unit in scene.present.items():
        if not dead(unit.sheet) and unit.side == attacker.side and name not in {attacker.name, target.name}:
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
