"""The ladder of morale, and what else is kept of somebody's nerve on their sheet (C3K Morale)."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """A morale status, the best first (ruling B-L1)."""

    OVERCONFIDENT = "overconfident"
    CONFIDENT = "confident"
    STEADY = "steady"
    SHAKY = "shaky"
    POOR = "poor"
    SCARED = "scared"
    TERRIFIED = "terrified"

    def moved(self, up: int) -> "Status":
        """The status so many steps up the ladder, or down; it stops at its ends (ruling B-L2)."""
        ladder = tuple(Status)
        return ladder[min(max(ladder.index(self) - up, 0), len(ladder) - 1)]


class Trial(StrEnum):
    """A test of reactions: that of humans and sentient robots, of a Mandiblax family, of Tree People, of any group."""

    HUMAN = "human"
    FAMILY = "family"
    TREE = "tree people"
    GENERAL = "general"


# A unit that takes the generalised test as a group has so many at most.
MOST_IN_GROUP = 4


class Mood(StrEnum):
    """What a reaction makes of somebody for some turns."""

    NONE = ""
    HALTED = "halted"
    COVERING = "gives covering fire"
    RAGE = "in death rage"
    HIDING = "keeps in cover"
    CHARGING = "charges"
    FREE = "does as they wish"


@dataclass(frozen=True, slots=True)
class Nerve:
    """How somebody's nerve is: their status; whether they are `broken` and run; and their `mood` for so many `turns`,
    in death rage until their family has killed so many enemies more.
    """

    status: Status = Status.STEADY
    broken: bool = False
    mood: Mood = Mood.NONE
    turns: int = 0
    kills: int = 0

    @property
    def reflex(self) -> int:
        """What it adds to the reflex: 2 in death rage (C3K Mandiblax)."""
        return 2 if self.mood is Mood.RAGE else 0

    @property
    def words(self) -> str:
        """It in words, worst first; "" for a steady one, in no mood."""
        told = ["broken"] if self.broken else [] if self.status is Status.STEADY else [self.status.value]
        if self.mood is Mood.RAGE:
            told.append(f"{self.mood}, {self.kills} to kill")
        elif self.mood:
            told.append(self.mood.value)
        return ", ".join(told)


STEADY = Nerve()


class Way(StrEnum):
    """Which way somebody moved in a turn, by the nearest enemy on the deck."""

    UNKNOWN = ""
    ADVANCES = "advances"
    RETREATS = "retreats"
    ASIDE = "neither"


@dataclass(frozen=True, slots=True)
class Loss:
    """That somebody was killed or broke in this turn, and who of their friends saw it within 30 cm.

    `seen_by` is None where no deck shows it.
    """

    broke: bool = False
    seen_by: tuple[str, ...] | None = None
