"""What lies on a deck through which no line of sight passes, or into which nobody goes: bafflers and stases, where they
burst (C3K Shells and grenades, ruling B-H8).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import hypot

from bot.deck.board import Board
from bot.deck.plan import METRES_A_SQUARE, At, named
from bot.deck.sight import sees
from bot.engine.errors import RuleError
from bot.systems.combat3000.burst import under_circle
from bot.systems.combat3000.hit.plights import Area, Cloud, Stasis, Vortex
from bot.systems.combat3000.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Veil:
    """A circle on a level that no line of sight enters: its centre, and its radius in squares."""

    at: At
    radius: float

    def hides(self, start: At, end: At) -> bool:
        """Whether a line between two squares' centres enters it."""
        if start == end or not min(start.level, end.level) <= self.at.level <= max(start.level, end.level):
            return False
        x, y = end.x - start.x, end.y - start.y
        to_x, to_y = self.at.x - start.x, self.at.y - start.y
        along = max(0.0, min(1.0, (x * to_x + y * to_y) / (x * x + y * y or 1)))
        return hypot(to_x - along * x, to_y - along * y) < self.radius


def veil_of(area: Area | None, at: At) -> Veil | None:
    """The veil that something is which bursts there; None for most."""
    if not isinstance(area, Cloud) or not area.blocks_sight:
        return None
    return Veil(at, area.diameter / 2 / METRES_A_SQUARE)


def circle_on(board: Board, centre: At, wide: float) -> Mapping[At, float]:
    """The squares under a circle of a level that no wall shelters from its centre, with cm from that."""
    floor = sorted(board.plan.levels[centre.level].floor)
    far = {at: METRES_A_SQUARE * hypot(at.x - centre.x, at.y - centre.y) for at in floor}
    return {at: cm for at, cm in far.items() if under_circle(wide, cm) and sees(board, centre, at)}


def lying(area: Area, board: Board, at: At) -> Area:
    """What stays on the table, with where on the deck it lies, if that counts."""
    return replace(area, at=at, deck=board.plan.name) if isinstance(area, Cloud | Stasis | Vortex) else area


def veils_on(ledger: Ledger | None, board: Board | None) -> tuple[Veil, ...]:
    """All veils on the deck that is up."""
    here = [cloud for cloud in ledger.clouds if cloud.at and cloud.deck == board.plan.name] if ledger and board else ()
    return tuple(veil for cloud in here if cloud.at and (veil := veil_of(cloud, cloud.at)))


def clear(ledger: Ledger | None, board: Board, start: At, end: At) -> bool:
    """Whether a line of sight runs between two squares: past walls, and past what nothing is seen through."""
    return sees(board, start, end) and not any(veil.hides(start, end) for veil in veils_on(ledger, board))


def stilled(ledger: Ledger | None, board: Board) -> frozenset[At]:
    """The squares of a deck in which time stands still: nothing goes in or out."""
    found = set[At]()
    for stasis in ledger.stases if ledger else ():
        if stasis.at is None or stasis.deck != board.plan.name:
            continue
        floor, centre = board.plan.levels[stasis.at.level].floor, stasis.at
        reach = stasis.diameter / 2 / METRES_A_SQUARE
        found |= {at for at in floor if hypot(at.x - centre.x, at.y - centre.y) <= reach}
    return frozenset(found)


def check_not_still(at: At, still: Collection[At]) -> None:
    """Raise RuleError for a square in which time stands still."""
    if at in still:
        raise RuleError(
            f"Time stands still at {named(at, at.level)}: nothing goes into a stasis or out of it until it is over "
            "(C3K Shells and grenades)."
        )
