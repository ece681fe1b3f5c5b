"""The area that somebody of Combat 3000 covers, as they have written it down (C3K Covering fire)."""

from dataclasses import dataclass

from bot.deck.plan import At, at_of, named
from bot.systems.combat3000.figure.sheet import Task
from bot.systems.combat3000.tasks import COVER


@dataclass(frozen=True, slots=True)
class Covered:
    """A rectangle of squares that is covered, by two of its corners."""

    first: At
    last: At

    @property
    def size(self) -> str:
        """By how many cm it is covered."""
        wide, deep = self.last.x - self.first.x, self.last.y - self.first.y
        return "4x4" if wide and deep else "8x2"

    @property
    def words(self) -> str:
        """How it is written down."""
        return f"{named(self.first, self.first.level)} to {named(self.last, self.last.level)}"

    def holds(self, at: At) -> bool:
        """Whether a square is in it."""
        first, last = self.first, self.last
        return at.level == first.level and first.x <= at.x <= last.x and first.y <= at.y <= last.y


def covers(task: Task | None) -> bool:
    """Whether somebody's task is to cover an area."""
    return task is not None and task.code == COVER


def area_of(task: Task | None, level: int) -> Covered | None:
    """The area of a level that somebody covers who has written it down as here; None for nobody else."""
    if task is None or task.code != COVER or " to " not in task.thing:
        return None
    first, last = (at_of(square, level) for square in task.thing.split(" to "))
    return Covered(first, last)
