"""Everything that a deck has to say of a fire from one person at another."""

from dataclasses import dataclass, replace

from bot.deck.board import Board, Standing
from bot.deck.cover import Cover, corners, cover_on, hidden_by, place_of_target
from bot.deck.distance import in_field_of_fire, range_between
from bot.deck.light import is_dark
from bot.deck.plan import At
from bot.deck.sight import Obstruction, sight_line


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """A fire along a straight line.

    `squares` are those from the firer's to the target's, or as far as it is clear. `range` is in squares.
    `blocked_by` is what ends the line before the target, or hides the target; `in_field` whether the firer faces
    it; `because` what gives the target cover; `dark` whether it stands in the dark; `could_lean` the squares from
    which he would have a clear line if he leaned round a corner.
    """

    squares: tuple[At, ...]
    range: int
    blocked_by: Obstruction | Cover | None
    in_field: bool
    because: tuple[Cover, ...]
    dark: bool
    could_lean: tuple[At, ...] = ()

    @property
    def can_fire(self) -> bool:
        """Whether the line is clear and in the firer's field of fire."""
        return self.blocked_by is None and self.in_field

    @property
    def cover(self) -> bool:
        """Whether the target is in cover."""
        return bool(self.because)


def line_of_fire(board: Board, firer: Standing, target: Standing) -> LineOfFire:
    """Whether and how one can fire at the other: rules 10, 11.A.2, 11.C.1, 14 and 23.

    Who leans round a corner fires from the square into which he leans.
    """
    start = firer.leaning or firer.at
    end, behind_corner = place_of_target(board, start, target)
    line = sight_line(board, start, end)
    clear = line.squares[-1] == end
    blocked = hidden_by(board, firer, target, line.squares) if clear else line.obstruction
    because = (*((Cover.CORNER,) if behind_corner else ()), *cover_on(board, line.squares)) if clear else ()
    return LineOfFire(
        squares=line.squares,
        range=range_between(start, end, board.plan.separation),
        blocked_by=blocked,
        in_field=in_field_of_fire(firer.facing, start, end),
        because=because,
        dark=is_dark(board, end),
        could_lean=() if clear or firer.leaning else _could_lean(board, firer, target),
    )


def _could_lean(board: Board, firer: Standing, target: Standing) -> tuple[At, ...]:
    leans = (replace(firer, leaning=into) for into in corners(board, firer.at))
    return tuple(one.leaning for one in leans if one.leaning and line_of_fire(board, one, target).blocked_by is None)
