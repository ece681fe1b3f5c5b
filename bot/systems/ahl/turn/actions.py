"""What each action is in a turn that is kept: its step, its action points, and the plan that it needs (AHL 5 to 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.engine.tables import read_rows
from bot.systems.ahl.walking.ground import POINT


class Step(StrEnum):
    """The decision phase, and the steps of an action phase in their order; melee ends movement (AHL 4, 7, 17)."""

    DECISION = "decision"
    COVERING = "covering fire"
    MOVEMENT = "movement"
    MELEE = "melee"
    AIMED = "aimed fire"
    SNAP = "snap shots"

    @property
    def place(self) -> int:
        """How early it comes, from 0."""
        return tuple(Step).index(self)


class Intention(StrEnum):
    """What somebody can be planned to do: the three general actions, and what takes whole turns (AHL 5, R-53)."""

    COVER = "cover"
    AIM = "aim"
    MOVE = "move"
    RELOAD = "reload"
    RELOAD_EVADING = "reload evading"
    EMPLACE = "emplace a charge"
    DEFUSE = "defuse a charge"
    SUIT = "don or doff a suit"

    @property
    def kind(self) -> "Intention":
        """What it is a way to do: reloading, by the one way or the other, is reloading."""
        return Intention.RELOAD if self is Intention.RELOAD_EVADING else self

    @property
    def whole(self) -> bool:
        """Whether it takes the whole turn, and leaves room for nothing else."""
        return self not in {Intention.COVER, Intention.AIM, Intention.MOVE}


@dataclass(frozen=True, slots=True)
class Action:
    """A row of the table: an action by its verb, or by verb and kind.

    `words` name it in a sentence. `step` is None for what comes in any step, `halves` its cost in halves of an action
    point, None where its own rules work that out, and `plan` what it must have been planned as.
    """

    name: str
    words: str
    step: Step | None
    halves: int | None
    plan: Intention | None
    rule: str


# A plan to aim, and to fire at the nearest enemy in each aimed fire step without being asked.
NEAREST: Final = "aim at the nearest"
# The order by which somebody says that they are done with a step.
READY = "phase ready"


def load_actions(path: Path) -> Mapping[str, Action]:
    """The table by name; an action that isn't in it costs nothing and can be taken at any time.

    Raises DataError with file and line.
    """

    def row(cells: Mapping[str, str]) -> Action:
        return Action(
            cells["action"],
            cells["words"],
            Step(cells["step"]) if cells["step"] else None,
            int(cells["ap"]) * POINT if cells["ap"] else None,
            Intention(cells["plan"]) if cells["plan"] else None,
            f"AHL {cells['rule']}",
        )

    return {action.name: action for action in read_rows(path, row)}


def turns_words(number: int) -> str:
    """So many turns: `two turns`."""
    return ("no turns", "one turn", "two turns", "three turns")[number]
