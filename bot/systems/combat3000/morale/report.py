"""What came of tests of morale, as it is told (C3K Morale)."""

from dataclasses import dataclass

from bot.engine.dice import Check
from bot.systems.combat3000.morale.behaviour import Conduct
from bot.systems.combat3000.morale.ladder import Nerve, Status, Trial
from bot.systems.combat3000.morale.testing import Reaction


@dataclass(frozen=True, slots=True)
class LadderTold:
    """One test of the ladder: of whom, why, what moved, what they do by it now; and what was taken for granted, each
    with the name of what says otherwise. Without a `check` it is only said whether the terrified are in cover.
    """

    names: tuple[str, ...]
    before: Status
    after: Status
    check: Check | None
    conduct: Conduct
    broken: bool = False
    causes: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReactionTold:
    """One test of reactions: of whom, by which test, what it came to, and how each of them is then."""

    names: tuple[str, ...]
    trial: Trial
    reaction: Reaction
    check: Check
    turns: int
    nerves: tuple[Nerve, ...]
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoraleTold:
    """All tests of one order, and why some took none, in sentences; `voluntary` are those of `/morale rally`."""

    tests: tuple[LadderTold, ...] = ()
    reactions: tuple[ReactionTold, ...] = ()
    spared: tuple[str, ...] = ()
    voluntary: bool = False
