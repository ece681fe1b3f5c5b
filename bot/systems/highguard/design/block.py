"""The text of one listing while it is read: what was found in it, and what is still left to account for."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.systems.highguard.design.entries import Number, plain
from bot.systems.highguard.design.usp import Usp

AMOUNT = r"(?:[0-9]{1,9}(?:,[0-9]{3}){0,3}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
TON = r"(?:d?tons?|d-tons?|tonnes?|td|dt|t)\b"
MOST_NOTES, LONGEST_NOTE = 40, 200


@dataclass(slots=True)
class Block:
    """The lines of one listing. `rest` is what nothing has read yet: whatever is read is blanked out of it, so that
    columns stay where they are; `start` is the column of the profile.
    """

    usp: Usp
    start: int
    rest: str
    doubts: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    legend: dict[str, int] = field(default_factory=dict)

    def take(self, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> None:
        """Have every match of a pattern read; what `read` gives back stays in its place."""
        self.rest = pattern.sub(read, self.rest)

    def put(self, name: str, figure: Number) -> None:
        """Keep a figure, with a doubt where another was told before."""
        if self.values.get(name, figure) != figure:
            self.doubts.append(f"The {name.replace('_', ' ')} is told twice: {plain(figure)} is taken.")
        self.values[name] = figure

    def note(self, text: str) -> None:
        """Keep a note, or say that there are too many or that it is too long."""
        if len(text) > LONGEST_NOTE:
            self.doubts.append(f"A note is longer than {LONGEST_NOTE} characters: only its beginning is kept.")
        if len(self.notes) < MOST_NOTES:
            self.notes.append(text[:LONGEST_NOTE].strip())
        else:
            self.doubts.append(f"There are more than {MOST_NOTES} notes: the others are left out.")


def blank(text: str) -> str:
    """As many blanks, with the line breaks where they were."""
    return re.sub(r"[^\n]", " ", text)
