"""What a deck says of a shot where both stand on one: range, line of sight, friends beside it, whom else it may
reach.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import atan2, degrees, hypot, isqrt

from bot.deck.board import Board, Standing
from bot.deck.passage import is_open_down
from bot.deck.plan import AHEAD, METRES_A_SQUARE, At, Facing, ahead_and_aside, neighbours
from bot.deck.posture import turned_to
from bot.deck.sight import sees
from bot.engine.byword import check_known
from bot.engine.cards import sentence, whose
from bot.engine.errors import LooksAwayError, RuleError
from bot.engine.scene import Game
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.aim.eligible import in_arc
from bot.systems.combat3000.asked.circumstances import Mode, Watch
from bot.systems.combat3000.burst import AIMED_AT, Spot, spread
from bot.systems.combat3000.figure.riding import living_there, place_of
from bot.systems.combat3000.figure.sheet import Figure, dead
from bot.systems.combat3000.fire.plan import Declared, Stands
from bot.systems.combat3000.fire.veils import clear, veils_on
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.lists.others import Creature
from bot.systems.combat3000.lists.weapons import Template

# Lengths on a deck are counted in half metres: a square is three, and a metre is a centimetre on the table.
_SQUARE = 3
_METRE = 2
_NEAR_LINE_CM = 3


@dataclass(frozen=True, slots=True)
class ShotOnDeck:
    """A shot as the deck has it: from where to where, how many cm, and how many degrees off the firer's front.

    `clear` says whether there is a line of sight; `beside` are friends too near to it.
    """

    start: At
    end: At
    cm: int
    off_front: float
    clear: bool
    beside: tuple[str, ...] = ()

    @property
    def working(self) -> str:
        """Where the range comes from, with its rule."""
        seen = "the line of sight clear" if self.clear else "over what is in the way"
        return f"Range {self.cm} cm on the deck, a square being 1½ (C3K Scales), {seen}"


def shot_on_deck(scene: Scene, attacker: Unit, end: At, target: str = "") -> ShotOnDeck | None:
    """The shot at a square, or at the `target` who stands there, as the deck has it; None if they aren't on it."""
    board: Board | None = scene.board
    firer = place_of(scene, attacker)
    if board is None or firer is None:
        return None
    start = firer.at
    beside = tuple(name for name, at in _friends(scene, attacker, target) if _beside(board, start, end, at))
    cm = cm_between(start, end, board.plan.separation)
    # Who rides looks about as a vehicle's crew does.
    off_front = _off_front(firer, end) if attacker.name in board.people else 0
    return ShotOnDeck(start, end, cm, off_front, clear(scene.ledger, board, start, end), beside)


def turned_to_targets(
    scene: Scene, pairs: Iterable[tuple[Unit, Unit]], creatures: Mapping[str, Creature]
) -> Board | None:
    """The deck with those turned to their target who don't see it as they face; None without one."""
    board: Board | None = scene.board
    for one, other in pairs if board else ():
        assert board is not None
        if there := place_of(replace(scene, board=board), other):
            board = turned_for(board, one, there.at, creatures)
    return board


def turned_for(board: Board, unit: Unit, end: At, creatures: Mapping[str, Creature]) -> Board:
    """The deck with somebody turned to a square that they don't see as they face."""
    if unit.name not in board.people or not isinstance(unit.sheet, Figure):
        return board
    seen = in_arc(creatures[unit.sheet.creature], _off_front(board.people[unit.name], end))
    return board if seen else turned_to(board, unit.name, end)


def check_on_deck(
    scene: Scene, shot: ShotOnDeck, declared: Declared, target: str, creatures: Mapping[str, Creature]
) -> None:
    """Raise RuleError where the line of sight is blocked, a friend is too near to it, or the firer looks elsewhere.

    High trajectory passes over friends, and at a place it needs no line of sight (C3K Target eligibility).
    """
    name, situation = declared.firer.name, declared.situation
    at_a_place = situation.mode in {Mode.SPECULATIVE, Mode.INDIRECT}
    if not shot.clear and not (situation.high and at_a_place):
        raise RuleError(
            f"There is no line of sight on the deck from {name} to {target} (C3K Target eligibility): "
            "choose another target, or the referee gives the range to leave the deck out."
        )
    if shot.beside and not situation.high:
        raise RuleError(
            f"{sentence(shot.beside)} {'is' if len(shot.beside) == 1 else 'are'} within {_NEAR_LINE_CM} cm of the line "
            "of sight (C3K Target eligibility): choose another target, or the referee gives the range to leave the "
            "deck out."
        )
    _check_aware(scene, shot, declared, target, creatures)


def _check_aware(
    scene: Scene, shot: ShotOnDeck, declared: Declared, target: str, creatures: Mapping[str, Creature]
) -> None:
    """Raises RuleError for a target outside the firer's arc of vision as they face (C3K Visibility and awareness).

    Covering fire needs no awareness, nor does fire at a place, and a scan finds in its area what nobody was aware of.
    """
    plan, sheet = declared.plan, declared.firer.sheet
    scans = plan.asked.watch in {Watch.SCANNING, Watch.SCANNER}
    unseen = plan.mode in {Mode.COVERING, Mode.SPECULATIVE, Mode.INDIRECT} or scans
    if unseen or not isinstance(sheet, Figure):
        return
    creature = creatures[sheet.creature]
    firer = scene.present.get(declared.firer.name)
    if not in_arc(creature, shot.off_front) and not (firer and hatch_sees(scene, firer, shot.end, creatures)):
        raise LooksAwayError(
            f"{target} is outside {whose(declared.firer.name)} arc of vision, {creature.arc}° to each side of where "
            f"they face (C3K Visibility and awareness): turn {declared.firer.name} with /face, "
            "or the referee gives the range to leave the deck out."
        )


def unseen_on(scene: Scene, creatures: Mapping[str, Creature]) -> Unseen | None:
    """Whom the living on the deck are not aware of among their enemies there: out of sight, or outside their arc of
    vision as they face. None without a deck.
    """
    board: Board | None = scene.board
    if board is None:
        return None
    alive = living_there(scene)
    unseen = {
        one.name: tuple(
            other.name
            for other, stands in alive
            if other.side != one.side and not hatch_sees(scene, one, stands.at, creatures)
        )
        for one, _ in alive
        # Who rides looks about as a vehicle's crew does.
        if isinstance(one.sheet, Figure) and one.name in board.people
    }
    return Unseen(board.plan.name, {name: others for name, others in unseen.items() if others})


def aware(standing: Standing, creature: Creature, board: Board, end: At, ledger: Ledger | None = None) -> bool:
    """Whether somebody of a kind sees a square from where they stand, as they face."""
    return in_arc(creature, _off_front(standing, end)) and clear(ledger, board, standing.at, end)


def aware_of(creatures: Mapping[str, Creature], game: Game, unit: Unit) -> Callable[[At], bool] | None:
    """Which of the squares in line of sight somebody is aware of: none of the blinded, of a vehicle's crew and who
    rides with it all, else those in the arc of their kind.
    """
    sheet, standing = unit.sheet, place_of(game, unit)
    if not isinstance(sheet, Figure) or standing is None:
        return None
    creature, veils = creatures[sheet.creature], veils_on(game.ledger, game.board)
    rides = unit.name not in game.board.people
    return lambda at: (
        not sheet.plight.blinded
        and (rides or in_arc(creature, _off_front(standing, at)))
        and not any(veil.hides(standing.at, at) for veil in veils)
    )


# Whose every Hatch sees what one of it sees (C3K Zarquin).
TELEPATHIC = "telepathic"


def hatch_sees(scene: Scene, unit: Unit, end: At, creatures: Mapping[str, Creature]) -> bool:
    """Whether somebody on the deck is aware of a square, or one of their Hatch is: those who fight as one with them, or
    where nobody has said so their kind on their side.
    """
    board: Board = scene.board
    hatch = [unit]
    if TELEPATHIC in creatures[unit.sheet.creature].traits:
        group = scene.ledger.turn.group_of(unit.name) if scene.ledger and scene.ledger.turn else ()
        hatch += [each for each in scene.present.values() if _of_hatch(unit, each, group)]
    there = [each for each in hatch if each.name in board.people]
    return any(
        aware(board.people[each.name], creatures[each.sheet.creature], board, end, scene.ledger) for each in there
    )


def _of_hatch(unit: Unit, other: Unit, group: Sequence[str]) -> bool:
    if dead(other.sheet) or other.side != unit.side or not isinstance(other.sheet, Figure):
        return False
    return other.sheet.creature == unit.sheet.creature and (len(group) < 2 or other.name in group)


def unaware(scene: Scene, firer: str, target: str) -> bool:
    """Whether somebody was not aware of a target as the turn began, as the deck that is up still showed it then."""
    unseen = scene.ledger.unseen if scene.ledger else None
    if unseen is None or scene.board is None or unseen.deck != scene.board.plan.name:
        return False
    return target in unseen.by.get(firer, ())


def _off_front(firer: Standing, end: At) -> float:
    """How far off somebody's front a square's middle is, in degrees: 0 for their own, above and below."""
    ahead, aside = ahead_and_aside(firer.facing, firer.at, end)
    return degrees(atan2(aside, ahead))


def cm_between(one: At, other: At, separation: int) -> int:
    """The straight distance between two squares' centres in cm, rounded up; levels are `separation` metres apart."""
    half_metres = squared_between(one, other, separation)
    cm = isqrt(half_metres) // _METRE
    return cm if (_METRE * cm) ** 2 == half_metres else cm + 1


def squared_between(one: At, other: At, separation: int) -> int:
    """The square of that distance, exact, in half metres: for who is nearer."""
    half_metres = _squared(_SQUARE * (other.x - one.x), _SQUARE * (other.y - one.y))
    return half_metres + (_METRE * separation * (other.level - one.level)) ** 2


def check_fall(scene: Scene, name: str, said: int) -> None:
    """Raise RuleError for a player who says that what somebody drops falls farther than it can on the deck on which
    they are: down what is open to the levels below on their square, or beside it (ruling R-161).
    """
    board: Board | None = scene.board
    if board is None or name not in board.people:
        return
    at = board.people[name].at
    most = max(_levels_down(board, each) for each in (at, *neighbours(at))) * board.plan.separation
    if said > most:
        check_known(scene, name, {"fall": most}, {"fall": said}, "on the deck")


def _levels_down(board: Board, at: At) -> int:
    """Through how many floors it is open down from a square."""
    down = 0
    while is_open_down(board, at._replace(level=at.level + down)):
        down += 1
    return down


def _friends(scene: Scene, attacker: Unit, target: str) -> Iterator[tuple[str, At]]:
    """Those of the firer's side on the deck who are alive, but for firer and target."""
    for unit, standing in living_there(scene):
        if unit.side == attacker.side and unit.name not in {attacker.name, target}:
            yield unit.name, standing.at


def _beside(board: Board, start: At, end: At, friend: At) -> bool:
    """Whether somebody whom the firer sees is within 3 cm of the line between firer and target, on their level."""
    if not start.level == end.level == friend.level:
        return False
    line, theirs = (end.x - start.x, end.y - start.y), (friend.x - start.x, friend.y - start.y)
    along = line[0] * theirs[0] + line[1] * theirs[1]
    across = line[0] * theirs[1] - line[1] * theirs[0]
    length = _squared(*line)
    # Squared distances in half metres: the line is a straight one from centre to centre.
    near = 0 < along < length and (_SQUARE * across) ** 2 <= (_METRE * _NEAR_LINE_CM) ** 2 * length
    return near and sees(board, start, friend)


def _squared(x: int, y: int) -> int:
    return x * x + y * y


_NEAR_AIM_CM = 6
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
        name: Stands(
            spot=spot_of(shot, at),
            far=cm_between(shot.start, at, board.plan.separation),
            # Who rides looks about as a vehicle's crew does.
            front=_front(shot, board.people[name].facing) if name in board.people else None,
        )
        for name, at in _seen(board, scene, eye, shot.end.level)
        if name != declared.target
    }
    if declared.situation.asked.area or _looks_away(declared):
        found.pop(declared.firer.name, None)
    farthest = _farthest(declared)
    spots = (AIMED_AT, farthest), (spot_of(shot, shot.start), _in_hands(declared))
    return {
        name: stands
        for name, stands in found.items()
        if any(stands.least_and_most(spot)[0] <= cm for spot, cm in spots)
    }


def _in_hands(declared: Declared) -> float:
    """How far from the thrower a charge reaches that may go off in their hands; below 0 for what doesn't."""
    charged = declared.shell is not None and "thermite" in declared.shell.traits
    return spread(declared.shell) / 2 if declared.shell and charged else -1


def _front(shot: ShotOnDeck, facing: Facing) -> Spot:
    """Which way somebody looks, seen by the firer."""
    x, y = AHEAD[facing]
    one, zero = (spot_of(shot, At(shot.end.level, at_x, at_y)) for at_x, at_y in ((x, y), (0, 0)))
    return Spot(one.over - zero.over, one.right - zero.right)


def firer_himself(declared: Declared) -> dict[str, Stands]:
    """The firer where they stand, under their own point of aim, for a blast that may come down on them."""
    cm = declared.situation.cm
    if not declared.fired.scatters or cm > _farthest(declared) or _looks_away(declared):
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
    return max(_NEAR_AIM_CM, half + (_GRENADE_DEVIATES if declared.grenade else _DEVIATES))


def _seen(board: Board, scene: Scene, eye: At, level: int) -> Iterator[tuple[str, At]]:
    """Those alive on a level whom no wall shelters from an eye, nearest first, and of those as far by their squares."""
    there = [(unit.name, stands.at) for unit, stands in living_there(scene) if stands.at.level == level]
    far = cache(lambda at: squared_between(eye, at, board.plan.separation))
    for name, at in sorted(there, key=lambda each: (far(each[1]), each[1])):
        if sees(board, eye, at):
            yield name, at


def spot_of(shot: ShotOnDeck, at: At) -> Spot:
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
        otherwise = ", or the referee gives the range to leave the deck out" if on_deck else ""
        raise RuleError(
            f"{sentence(friends)} {'is' if len(friends) == 1 else 'are'} within {_NEAR_AIM_CM} cm of the point of aim "
            f"(C3K Target eligibility): aim elsewhere{otherwise}."
        )


def _friendly(firer: Unit, other: Unit) -> bool:
    return firer.side == other.side and not dead(other.sheet)


def _too_near(stands: Stands) -> bool:
    """Of whom only the distance to the firer is known, nobody can tell."""
    known = stands.spot is not None or stands.far is None
    return known and stands.least_and_most(AIMED_AT)[0] <= _NEAR_AIM_CM
