"""Who else stands near the point of aim of a blast on a deck (C3K Launcher fire, Target eligibility)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import hypot

from bot.deck.board import Board
from bot.deck.distance import METRES_A_SQUARE
from bot.deck.plan import At
from bot.deck.sight import sees
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.burst.deviation import AIMED_AT, Place
from bot.systems.combat3000.figure.sheet import dead
from bot.systems.combat3000.fire.on_deck import ShotOnDeck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.shooting import Person

_FRIEND_CM = 6


def bystanders(scene: Scene, declared: Sequence[Declared], shot: ShotOnDeck) -> dict[str, Person]:
    """Everybody on the deck whom the point of aim sees, with his place from there; nobody where no blast is fired.

    Raises RuleError for a friend within 6 cm of that point, but in role play (ruling B-F14).
    """
    board: Board | None = scene.board
    if board is None or not any(each.fired.scatters for each in declared):
        return {}
    firer, target = declared[0].firer.name, declared[0].target
    found = {
        unit.name: Person(unit.name, spot=_place(shot, board.people[unit.name].at))
        for unit in _near(scene, board, shot.end)
        if unit.name not in {firer, target}
    }
    if not declared[0].plan.house.role_play:
        _check_friends(scene, firer, found)
    # The odds are the target's, and nothing of them hangs on what befalls those near it.
    return {} if scene.only_odds else found


def _near(scene: Scene, board: Board, aim: At) -> Iterator[Unit]:
    """Those on the level of the point of aim whom no wall shelters."""
    for name, unit in scene.present.items():
        standing = board.people.get(name)
        if standing and standing.at.level == aim.level and sees(board, aim, standing.at):
            yield unit


def _place(shot: ShotOnDeck, at: At) -> Place:
    """Where a square is from the point of aim, seen by the firer; y grows to the south.

    A metre of the deck is a cm on the table (C3K Scales).
    """
    ahead, down = shot.end.x - shot.start.x, shot.end.y - shot.start.y
    x, y = at.x - shot.end.x, at.y - shot.end.y
    squares = Fraction(hypot(ahead, down)) or Fraction(1)
    return Place((x * ahead + y * down) * METRES_A_SQUARE / squares, (y * ahead - x * down) * METRES_A_SQUARE / squares)


def _check_friends(scene: Scene, firer: str, found: dict[str, Person]) -> None:
    side = scene.present[firer].side
    friends = [
        name
        for name, person in found.items()
        if scene.present[name].side == side and not dead(scene.present[name].sheet) and _within(person, _FRIEND_CM)
    ]
    if friends:
        raise RuleError(
            f"{sentence(friends)} {'is' if len(friends) == 1 else 'are'} within {_FRIEND_CM} cm of the point of aim "
            "(C3K Target eligibility): aim elsewhere, or give the range to leave the deck out."
        )


def _within(person: Person, cm: int) -> bool:
    return person.place is not None and person.place.cm_from(AIMED_AT) <= cm
