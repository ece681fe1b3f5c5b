"""What the deck says of a fire, where firer and target stand on one: range, line, cover, light, and who else is on it
(AHL 10, 11.A, 11.C, 14, 15.A, 23).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from bot.deck.board import Board, Standing
from bot.deck.passage import fixtures_on, is_beside_obstruction, is_dark
from bot.deck.plan import At, Fixture, adjacent, in_field_of_fire, named, range_between
from bot.deck.posture import corners, turned_to
from bot.deck.sight import Obstruction, fire_line, nearest_seen, sight_line
from bot.deck.view import Attacked, Marks, Scored
from bot.engine.cards import article, counted, sentence, whose
from bot.engine.errors import LooksAwayError, RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.blast.reach import Cause
from bot.systems.ahl.fire.combat import Attack
from bot.systems.ahl.fire.shot import enemies_sharing
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.sheet.outward import NO_BODIES, Bodies, bodies
from bot.systems.ahl.wounds.damage import Severity, without_air


class Cover(StrEnum):
    """What gives cover."""

    CORNER = "corner"
    CONSOLE = "console"
    MACHINERY = "close machinery"


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """A fire along a straight line.

    `squares` are those from the firer's to the target's, or as far as it is clear. `range` is in squares, `own` tells
    that it stays in the firer's own square, which has no front (ruling R-163).
    `blocked_by` is what ends the line before the target, or hides the target; `in_field` whether the firer faces
    it; `because` what gives the target cover; `dark` whether it stands in the dark, `sheltered` whether a side of its
    square is an obstruction, which helps whoever evades there (AHL 11.C.2.e); `could_lean` the squares from which
    they would have a clear line if they leaned round a corner.
    """

    squares: tuple[At, ...]
    range: int
    blocked_by: Obstruction | Cover | None
    in_field: bool
    because: tuple[Cover, ...]
    dark: bool
    sheltered: bool
    could_lean: tuple[At, ...] = ()
    own: bool = False

    @property
    def cover(self) -> bool:
        """Whether the target is in cover."""
        return bool(self.because)


def line_of_fire(board: Board, firer: Standing, target: Standing, body: Sequence[At] = ()) -> LineOfFire:
    """Whether and how one can fire at the other: AHL 10, 11.A.2, 11.C.1, 14 and 23.

    Who leans round a corner fires from the square into which they lean. A target that fills several squares, its
    `body`, is fired at in the nearest of those in which it can be.
    """
    lines = [_line_to(board, firer, target if at == target.at else target.moved(at)) for at in body or (target.at,)]
    best = min(lines, key=lambda line: (line.blocked_by is not None, not line.in_field, line.range))
    leans = dict.fromkeys(at for line in lines for at in line.could_lean)
    return replace(best, could_lean=tuple(leans)) if best.blocked_by else best


def _line_to(board: Board, firer: Standing, target: Standing) -> LineOfFire:
    """The same for a target of one square."""
    start = fires_from(firer, target.at)
    place = place_of_target(board, start, target)
    line = sight_line(board, start, place[0])
    if line.squares[-1] == place[0]:
        return _clear_line(board, firer, target, line.squares, behind_corner=place[1])
    return LineOfFire(
        squares=line.squares,
        range=range_between(start, place[0], board.plan.separation),
        blocked_by=line.obstruction,
        in_field=in_field_of_fire(firer.facing, start, place[0]),
        because=(),
        dark=is_dark(board, place[0]),
        sheltered=is_beside_obstruction(board, place[0]),
        could_lean=() if firer.leaning else _could_lean(board, firer, target),
    )


def fires_from(firer: Standing, end: At) -> At:
    """Where a fire through a square begins: where they lean round a corner to, or where they stand for that square and
    for their own.
    """
    return firer.at if firer.leaning is None or end in {firer.at, firer.leaning} else firer.leaning


def endangered(
    board: Board, firer: str, end: At, squares: tuple[At, ...], target: str = "", large: Bodies = NO_BODIES
) -> tuple[tuple[tuple[str, LineOfFire], ...], ...]:
    """Who is in the danger space of a fire through a square, square by square, nearest first, and how the fire gets
    at each of them.

    Those whom a console or close machinery hides are left out, and so are the firer and the `target`, whose line is
    known; whether the others are active is the system's to say (AHL 10). `squares` are those of the fire, from the
    firer's to the last that it reaches. Whoever fills several, by `large`, is there in the first that it comes to.
    """
    shooter, start = board.people[firer], squares[0]
    others = {name: standing for name, standing in board.people.items() if name not in {firer, target}}
    places = {
        name: dict.fromkeys(large[name], False) if name in large else dict([place_of_target(board, start, standing)])
        for name, standing in others.items()
    }
    found = []
    for number in range(0 if start == end else 1, len(squares)):
        lines = [
            (name, _clear_line(board, shooter, board.people[name], squares[: number + 1], behind_corner=there[at]))
            for name, there in places.items()
            if (at := squares[number]) in there
        ]
        found.append(tuple((name, line) for name, line in lines if line.blocked_by is None))
        # Nobody is met twice.
        places = {name: there for name, there in places.items() if name not in dict(found[-1])}
    return tuple(square for square in found if square)


def comes_through(
    board: Board, firer: Standing, target: Standing, squares: tuple[At, ...], body: Sequence[At] = ()
) -> LineOfFire | None:
    """The fire along some squares, the firer's own first, at somebody in one of them; None where they are in none, or
    something hides them. In the firer's own they are met only where the fire goes no further; who leans out into one of
    them is met there, behind their corner, and who fills several, their `body`, in the first that it comes to.
    """
    danger = squares[1:] or squares
    place = target.leaning if target.leaning in danger and target.at not in danger else target.at
    lines = (
        _clear_line(board, firer, target, squares[: squares.index(at) + 1], behind_corner=at == target.leaning)
        for at in danger
        if at in {place, *body}
    )
    return next((line for line in lines if not line.blocked_by), None)


def _clear_line(
    board: Board, firer: Standing, target: Standing, squares: tuple[At, ...], *, behind_corner: bool
) -> LineOfFire:
    """A line that nothing ends before the target."""
    between = fixtures_on(board, squares[1:-1])
    return LineOfFire(
        squares=squares,
        range=range_between(squares[0], squares[-1], board.plan.separation),
        in_field=in_field_of_fire(firer.facing, squares[0], squares[-1]),
        dark=is_dark(board, squares[-1]),
        sheltered=is_beside_obstruction(board, squares[-1]),
        blocked_by=hidden_by(between, firer, target, squares),
        because=(*((Cover.CORNER,) if behind_corner else ()), *cover_on(between, squares)),
        own=squares[-1] == firer.at,
    )


def _could_lean(board: Board, firer: Standing, target: Standing) -> tuple[At, ...]:
    leans = (replace(firer, leaning=into) for into in corners(board, firer.at))
    return tuple(one.leaning for one in leans if one.leaning and _line_to(board, one, target).blocked_by is None)


def hidden_by(between: Mapping[At, Fixture], firer: Standing, target: Standing, line: tuple[At, ...]) -> Cover | None:
    """What keeps the fire along a clear line from its target, if anything, of what stands `between` the two.

    A console does for whoever crouches behind it (AHL 14.B), close machinery unless one of the two is beside it
    (AHL 14.C). The squares of firer and target themselves hide nothing.
    """
    ends = (line[0], line[-1])
    for at, fixture in between.items():
        if fixture is Fixture.MACHINERY and not any(adjacent(at, end) for end in ends):
            return Cover.MACHINERY
        behind = [one for one, end in zip((firer, target), ends, strict=True) if adjacent(at, end) and one.crouching]
        if fixture is Fixture.CONSOLE and behind:
            return Cover.CONSOLE
    return None


def cover_on(between: Mapping[At, Fixture], line: tuple[At, ...]) -> tuple[Cover, ...]:
    """What stands `between` the two ends of a clear line of fire and gives cover to the target at its end.

    A console does if they are beside it; so does close machinery, unless the firer is beside the same square. Two who
    are adjacent have nothing between them (AHL 14.B and 14.C).
    """
    firer, target = line[0], line[-1]
    near = {at: fixture for at, fixture in between.items() if adjacent(at, target)}
    found = [Cover.CONSOLE] if Fixture.CONSOLE in near.values() else []
    machinery = [at for at, fixture in near.items() if fixture is Fixture.MACHINERY]
    if machinery and not any(adjacent(firer, at) for at in machinery):
        found.append(Cover.MACHINERY)
    return tuple(found)


def place_of_target(board: Board, firer: At, target: Standing) -> tuple[At, bool]:
    """Where a target is fired at, and whether a corner covers it.

    Who leans round a corner is in cover in the square into which they lean (AHL 14.A), but not from somebody who
    sees their own square. Who is between two levels is fired at on the one whose line is clear.
    """
    elsewhere = target.leaning or target.between
    if elsewhere is None or sight_line(board, firer, target.at).squares[-1] == target.at:
        return target.at, False
    if target.leaning is None:
        return (elsewhere if sight_line(board, firer, elsewhere).squares[-1] == elsewhere else target.at), False
    return target.leaning, True


COVER_RULES = {Cover.CORNER: "AHL 14.A", Cover.CONSOLE: "AHL 14.B", Cover.MACHINERY: "AHL 14.C"}
_IN_FIELD = "in the field of fire (AHL 11.A.2)"
_EQUIPMENT = {Fixture.RED: Cause.RED, Fixture.GREEN: Cause.GREEN}


@dataclass(frozen=True, slots=True)
class OnLine:
    """Somebody else in the danger space: in which of its squares, counted from the firer, and the line to them."""

    unit: Unit
    along: int
    line: LineOfFire
    airless: bool


@dataclass(frozen=True, slots=True)
class FireOnDeck:
    """A fire as the deck has it.

    `along` is the target's square in the danger space, `airless` whether that is in vacuum; `enemies` who shares the
    firer's square; `equipment` where and what the line ends on, if it is some that may explode. `turned` is the deck
    with the firer as they have turned for it, None where they haven't.
    """

    board: Board
    target: str
    line: LineOfFire
    along: int
    airless: bool
    others: tuple[OnLine, ...]
    enemies: tuple[str, ...]
    equipment: tuple[At, Cause] | None
    marks: Marks
    turned: Board | None = None

    @property
    def covers(self) -> dict[str, str]:
        """What everybody on the line is in cover behind, by name."""
        lines = {self.target: self.line, **{one.unit.name: one.line for one in self.others}}
        return {name: line.because[0] for name, line in lines.items() if line.because}

    @property
    def working(self) -> tuple[str, ...]:
        """What the deck decided, each with its rule."""
        squares = counted(self.line.range, "square")
        field = "in their own square, which has no front (ruling R-163)" if self.line.own else _IN_FIELD
        told = [f"Range {squares} on the deck, the line clear (AHL 11.C.1, 10), {field}"]
        told += [f"In cover behind {article(cover)} ({COVER_RULES[cover]})" for cover in self.line.because]
        if self.turned:
            told.append("Turned to the target first")
        if self.line.dark:
            told.append("The target stands in the dark (AHL 23)")
        if self.others:
            names = sentence(one.unit.name for one in self.others)
            told.append(f"In the danger space on the deck as well: {names} (AHL 10)")
        return tuple(told)


def fire_on_deck(scene: Scene, attacker: Unit, target: Unit, longest: int, *, turn: bool = False) -> FireOnDeck | None:
    """The fire as the deck has it, None where there is no deck with both on it.

    `longest` is how far the weapon reaches, in squares; to `turn` is to face the target first. Raises RuleError where
    the line is blocked, and LooksAwayError for a target outside of the firer's field of fire.
    """
    board: Board | None = scene.board
    if board is None or not {attacker.name, target.name} <= board.people.keys():
        return None
    body = bodies(board, (target,)).get(target.name, ())
    turned = None
    if turn:
        mark = nearest_seen(board, board.people[attacker.name].at, body) or board.people[target.name].at
        turned = turned_to(board, attacker.name, mark)
    board = turned or board
    line = line_of_fire(board, board.people[attacker.name], board.people[target.name], body)
    _check(line, attacker, target)
    start, end = line.squares[0], line.squares[-1]
    whole = fire_line(board, start, end, longest)
    stop = whole.obstruction
    return FireOnDeck(
        board=board,
        target=target.name,
        line=line,
        along=len(line.squares) - 1,
        airless=without_air(board, target),
        others=tuple(exposed(scene, board, attacker.name, end, whole.squares, target.name)),
        enemies=tuple(enemies_sharing(scene, board, attacker)),
        equipment=(stop.at, _EQUIPMENT[stop.fixture]) if stop and stop.fixture in _EQUIPMENT else None,
        marks=Marks(line=(start, end), danger=whole.squares if start == end else whole.squares[1:], range=line.range),
        turned=turned,
    )


def exposed(
    scene: Scene, board: Board, firer: str, end: At, squares: tuple[At, ...], target: str = ""
) -> Iterator[OnLine]:
    """All active ones but the target in the danger space of a fire through a square, nearest first (AHL 10)."""
    for square in endangered(board, firer, end, squares, target, bodies(board, scene.present.values())):
        for name, theirs in square:
            unit = scene.present[name]
            if unit.sheet.condition is Condition.ACTIVE:
                yield OnLine(unit, len(theirs.squares) - 1, theirs, without_air(board, unit))


def struck(attack: Attack, covers: Mapping[str, str] = MappingProxyType({})) -> Attacked:
    """What the picture shows of somebody attacked; `covers` is what each is in cover behind."""
    name = attack.target.name
    through = attack.damage is not None and attack.damage.level > Severity.NONE
    how = Scored.EFFECTIVE if through else Scored.HARMLESS if attack.hit.made else Scored.MISSED
    return Attacked(name, how, covers.get(name, ""))


def _check(line: LineOfFire, attacker: Unit, target: Unit) -> None:
    if isinstance(line.blocked_by, Cover):
        raise RuleError(
            f"{article(line.blocked_by).capitalize()} stands between {attacker.name} and {target.name} "
            f"({COVER_RULES[line.blocked_by]}): "
            "choose another target."
        )
    if line.blocked_by is not None:
        way_out = "move, or choose another target"
        if line.could_lean:
            way_out = f"/lean out into {sentence((named(at, at.level) for at in line.could_lean), 'or')}"
        where = named(line.squares[-1], line.squares[0].level)
        raise RuleError(
            f"{attacker.name} can't see {target.name}, the line ends at {where} ({line.blocked_by.name}): {way_out} "
            "(AHL 10)."
        )
    if not line.in_field:
        raise LooksAwayError(
            f"{target.name} is outside {whose(attacker.name)} field of fire (AHL 11.A.2): turn {attacker.name} "
            "with /face first."
        )
