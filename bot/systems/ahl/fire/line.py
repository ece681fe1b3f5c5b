"""All that a deck has to say of a fire from one person at another: line, range, cover, light (AHL 10, 11, 14, 23)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.deck.board import Board, Standing
from bot.deck.passage import fixture_at, is_beside_obstruction, is_dark
from bot.deck.plan import At, Fixture, adjacent, in_field_of_fire, range_between
from bot.deck.posture import corners
from bot.deck.sight import Obstruction, fire_line, sight_line


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


def line_of_fire(board: Board, firer: Standing, target: Standing) -> LineOfFire:
    """Whether and how one can fire at the other: AHL 10, 11.A.2, 11.C.1, 14 and 23.

    Who leans round a corner fires from the square into which they lean.
    """
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


def endangered(board: Board, firer: str, end: At, longest: int) -> tuple[tuple[tuple[str, LineOfFire], ...], ...]:
    """Who is in the danger space of a fire through a square, square by square, nearest first, and how the fire gets
    at each of them.

    Those whom a console or close machinery hides are left out, and so is the firer; whether the others are active
    is the system's to say (AHL 10). `longest` is the weapon's last range in squares.
    """
    shooter = board.people[firer]
    start = fires_from(shooter, end)
    places = {name: place_of_target(board, start, standing) for name, standing in board.people.items() if name != firer}
    squares = fire_line(board, start, end, longest).squares
    found = []
    for number in range(0 if start == end else 1, len(squares)):
        lines = [
            (name, _clear_line(board, shooter, board.people[name], squares[: number + 1], behind_corner=behind))
            for name, (at, behind) in places.items()
            if at == squares[number]
        ]
        found.append(tuple((name, line) for name, line in lines if line.blocked_by is None))
    return tuple(square for square in found if square)


def comes_through(board: Board, firer: Standing, target: Standing, squares: tuple[At, ...]) -> LineOfFire | None:
    """The fire along some squares, the firer's own first, at somebody in one of them; None where they are in none, or
    something hides them. In the firer's own they are met only where the fire goes no further; who leans out into one of
    them is met there, behind their corner.
    """
    danger = squares[1:] or squares
    place = target.leaning if target.leaning in danger and target.at not in danger else target.at
    if place not in danger:
        return None
    line = _clear_line(board, firer, target, squares[: squares.index(place) + 1], behind_corner=place != target.at)
    return None if line.blocked_by else line


def _clear_line(
    board: Board, firer: Standing, target: Standing, squares: tuple[At, ...], *, behind_corner: bool
) -> LineOfFire:
    """A line that nothing ends before the target."""
    return LineOfFire(
        squares=squares,
        range=range_between(squares[0], squares[-1], board.plan.separation),
        blocked_by=hidden_by(board, firer, target, squares),
        in_field=in_field_of_fire(firer.facing, squares[0], squares[-1]),
        because=(*((Cover.CORNER,) if behind_corner else ()), *cover_on(board, squares)),
        dark=is_dark(board, squares[-1]),
        sheltered=is_beside_obstruction(board, squares[-1]),
        own=squares[-1] == firer.at,
    )


def _could_lean(board: Board, firer: Standing, target: Standing) -> tuple[At, ...]:
    leans = (replace(firer, leaning=into) for into in corners(board, firer.at))
    return tuple(one.leaning for one in leans if one.leaning and line_of_fire(board, one, target).blocked_by is None)


def hidden_by(board: Board, firer: Standing, target: Standing, line: tuple[At, ...]) -> Cover | None:
    """What keeps the fire along a clear line from its target, if anything.

    A console does for whoever crouches behind it (AHL 14.B), close machinery unless one of the two is beside it
    (AHL 14.C). The squares of firer and target themselves hide nothing.
    """
    ends = (line[0], line[-1])
    for at in line[1:-1]:
        fixture = fixture_at(board, at)
        if fixture is Fixture.MACHINERY and not any(adjacent(at, end) for end in ends):
            return Cover.MACHINERY
        behind = [one for one, end in zip((firer, target), ends, strict=True) if adjacent(at, end) and one.crouching]
        if fixture is Fixture.CONSOLE and behind:
            return Cover.CONSOLE
    return None


def cover_on(board: Board, line: tuple[At, ...]) -> tuple[Cover, ...]:
    """What on a clear line of fire gives cover to the target at its end.

    A console does if they are beside it; so does close machinery, unless the firer is beside the same square. Two who
    are adjacent have nothing between them (AHL 14.B and 14.C).
    """
    firer, target = line[0], line[-1]
    near = {at: fixture_at(board, at) for at in line[1:-1] if adjacent(at, target)}
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
