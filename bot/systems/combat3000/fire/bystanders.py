"""Whom a shot may reach besides its target: as it was said, as the deck has it, and the firer themselves (C3K Launcher
fire, Area fire, Target eligibility).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import hypot

from bot.deck.board import Board
from bot.deck.plan import METRES_A_SQUARE, At
from bot.deck.sight import sees
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.burst.deviation import AIMED_AT, Spot
from bot.systems.combat3000.figure.sheet import dead
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, cm_between
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.reach import Stands
from bot.systems.combat3000.lists.weapons import Template

_FRIEND_CM = 6
# As far as a miss goes: a decimal die, and for a grenade an ordinary one (ruling B-F16).
_DEVIATES, _GRENADE_DEVIATES = 10, 6


def reached_from_deck(scene: Scene, declared: Declared, shot: ShotOnDeck) -> dict[str, Stands]:
    """Those on the deck whom a shot may reach wherever it comes down, the firer too; nobody for one that strikes one.

    A blast reaches those whom its point of aim sees, area fire those whom the firer sees.
    """
    if not declared.spreads:
        return {}
    board: Board = scene.board
    eye = shot.start if declared.situation.asked.area else shot.end
    found = {
        name: Stands(spot=_place(shot, at), far=cm_between(shot.start, at, board.plan.separation))
        for name, at in _seen(board, scene, eye, shot.end.level)
        if name != declared.target
    }
    if declared.situation.asked.area or _looks_away(declared):
        found.pop(declared.firer.name, None)
    farthest = _farthest(declared)
    return {name: stands for name, stands in found.items() if stands.least_and_most(AIMED_AT)[0] <= farthest}


def firer_himself(declared: Declared) -> dict[str, Stands]:
    """The firer where they stand, under their own point of aim, for a blast that may come down on them."""
    cm = declared.situation.cm
    if not declared.fired.scatters or declared.plan.asked.vertical or cm > _farthest(declared) or _looks_away(declared):
        return {}
    return {declared.firer.name: Stands(spot=Spot(over=Fraction(-cm)))}


def _looks_away(declared: Declared) -> bool:
    """Whether nothing happens to the firer for looking away: they know when their own flare bursts."""
    return declared.shell is not None and "flare" in declared.shell.traits


def _farthest(declared: Declared) -> float:
    """How far from its point of aim a shot may reach anybody."""
    template = declared.template
    half = hypot(template.wide, template.deep) / 2 if isinstance(template, Template) else template / 2
    if declared.situation.asked.area:
        return half
    # The limit for friends is looked at in any case.
    return max(_FRIEND_CM, half + (_GRENADE_DEVIATES if declared.grenade else _DEVIATES))


def _seen(board: Board, scene: Scene, eye: At, level: int) -> Iterator[tuple[str, At]]:
    """Those alive on a level whom no wall shelters from an eye."""
    for name, unit in scene.present.items():
        standing = board.people.get(name)
        if not standing or dead(unit.sheet) or standing.at.level != level:
            continue
        if sees(board, eye, standing.at):
            yield name, standing.at


def _place(shot: ShotOnDeck, at: At) -> Spot:
    """Where a square is from the point of aim, seen by the firer; y grows to the south.

    A metre of the deck is a cm on the table (C3K Scales).
    """
    ahead, down = shot.end.x - shot.start.x, shot.end.y - shot.start.y
    x, y = at.x - shot.end.x, at.y - shot.end.y
    squares = Fraction(hypot(ahead, down)) or Fraction(1)
    return Spot((x * ahead + y * down) * METRES_A_SQUARE / squares, (y * ahead - x * down) * METRES_A_SQUARE / squares)


def check_friends(declared: Declared, near: Mapping[str, Stands], units: Mapping[str, Unit], *, on_deck: bool) -> None:
    """Raise RuleError for a friend within 6 cm of the point of aim, but in role play (ruling B-F14).

    The firer may aim as near to themselves as they like. `on_deck` is where it was the deck that showed them.
    """
    firer = declared.firer.name
    if not declared.spreads or declared.plan.house.role_play:
        return
    friends = [
        name
        for name, stands in near.items()
        if name not in {firer, declared.target} and _friendly(units[firer], units[name]) and _too_near(stands)
    ]
    if friends:
        raise RuleError(
            f"{sentence(friends)} {'is' if len(friends) == 1 else 'are'} within {_FRIEND_CM} cm of the point of aim "
            f"(C3K Target eligibility): aim elsewhere{', or give the range to leave the deck out' if on_deck else ''}."
        )


def _friendly(firer: Unit, other: Unit) -> bool:
    return firer.side == other.side and not dead(other.sheet)


def _too_near(stands: Stands) -> bool:
    """Of whom only the distance to the firer is known, nobody can tell."""
    known = stands.spot is not None or stands.far is None
    return known and stands.least_and_most(AIMED_AT)[0] <= _FRIEND_CM
