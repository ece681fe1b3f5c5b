"""Whom an option offers while one types: whoever most likely is meant first, with how far they are and how they are."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.campaign.game import seen
from bot.campaign.rows import StoredUnit
from bot.deck.board import Board
from bot.deck.plan import range_between
from bot.engine.fields import BESIDE
from bot.engine.system import Role, Ships, Squads, System

_FAR = 10_000


@dataclass(frozen=True, slots=True)
class Offer:
    """A name, and what is told beside it."""

    name: str
    told: str = ""

    @property
    def line(self) -> str:
        """Both, as they are shown."""
        return f"{self.name}{BESIDE}{self.told}" if self.told else self.name


def offered(
    system: System,
    rows: Sequence[StoredUnit],
    board: Board | None,
    role: Role,
    acting: Sequence[StoredUnit],
    own: Callable[[StoredUnit], bool],
) -> list[Offer]:
    """Those who may fill a role, in the order in which they are likely meant.

    `acting` fill the order's first role, or are nobody while this is that one: then the asker's `own` come first. Else
    whoever acts is left out, enemies come before friends where the role is for them, and the nearest to the first who
    acts before the others. The dead are last of all.
    """
    known = {row.id: _known(system, row) for row in rows}
    sides = {row.side for row in acting}
    first = acting[0] if acting else None

    def likely(row: StoredUnit) -> tuple[bool, bool, int]:
        others = not own(row) if first is None else role.foes and row.side in sides
        return known[row.id][0], others, _apart(board, first, row) or 0

    acted = {row.id for row in acting}
    return [
        Offer(row.name, _told(row, known[row.id][1], _apart(board, first, row)))
        for row in sorted((row for row in rows if row.id not in acted), key=likely)
    ]


def sides_offered(rows: Sequence[StoredUnit]) -> list[Offer]:
    """The sides of several people, who may all be named by it, with how many they are."""
    counts = Counter(row.side for row in rows if row.side)
    return [Offer(side, f"all {count}") for side, count in counts.items() if count > 1]


def _known(system: System, row: StoredUnit) -> tuple[bool, str]:
    """Whether somebody is dead, or a ship lost, and how they are in a word or two."""
    if isinstance(system.part, Squads):
        sheet = seen(system, row).sheet
        return system.part.mark(sheet).dead, system.part.state(sheet)
    if isinstance(system.part, Ships):
        sheet = seen(system, row).sheet
        return system.part.lost(sheet), system.part.state(sheet)
    return False, ""


def _apart(board: Board | None, one: StoredUnit | None, other: StoredUnit) -> int | None:
    """How many squares somebody is from another; None where no deck tells."""
    if board is None or one is None or one.name not in board.people:
        return None
    if other.name not in board.people:
        return _FAR
    return range_between(board.people[one.name].at, board.people[other.name].at, board.plan.separation)


def _told(row: StoredUnit, how: str, apart: int | None) -> str:
    far = "" if apart is None else "not on the deck" if apart == _FAR else f"{apart} sq"
    return BESIDE.join(word for word in (far, row.side, how, *row.marks) if word)
