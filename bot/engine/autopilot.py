"""People who act by themselves: what a book would do for somebody of all that may be done, and why, the best first."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.engine.due import Due
from bot.engine.scene import Game, Said

# The setting by which they act, and two of its values.
PILOTED, ASKS, ACTS = "autopilot", "asks", "acts"


class Mission(StrEnum):
    """What somebody who acts by themselves is told to do."""

    HOLD = "hold"
    GUARD = "guard"
    ADVANCE = "advance"
    BOARD = "board"
    HUNT = "hunt"
    FALL_BACK = "fall back"
    # What a scenario is about: to look for what it hides, and from deck to deck.
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Idea:
    """Something that somebody might do: the order, what it is worth (one enemy out of the fight is 1), and why."""

    said: Said
    worth: float
    why: str


@dataclass(frozen=True, slots=True)
class Considered:
    """What somebody weighed for what they did last by themselves: in which turn, the best ideas, why they did what they
    did, and whether that is a secret still.
    """

    turn: int
    ideas: tuple[Idea, ...]
    why: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Autopilot:
    """The orders by which somebody acts, the place for which they are `to`, "" for none; the numbers of the rooms in
    which their side has `looked` already, and what is `left` about where a fight has been, or of all rooms once it has,
    a bit a square by level and row; and where it has `seen` enemies last, and dead ones who have `lain` there, square
    by name. Whose orders are `standing` acts by them without being told to, where a campaign is set so; of what they
    would do where the table `asked` last, so many ideas have been `passed` over, and less than 0 tells that whoever
    commands them decides there. What they `weighed` last, and for what `purpose` they go to their place, is told, and
    changes nothing.
    """

    orders: Mission = Mission.HUNT
    to: str = ""
    looked: tuple[int, ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    seen: Mapping[str, str] = field(default_factory=dict)
    lain: Mapping[str, str] = field(default_factory=dict)
    at: tuple[int, int] = (0, 0)
    standing: bool = False
    asked: str = ""
    passed: int = 0
    weighed: Considered | None = field(default=None, compare=False)
    purpose: str = field(default="", compare=False)


def renamed_pilots(pilots: Mapping[str, Autopilot], before: str, after: str) -> Mapping[str, Autopilot]:
    """Those who act by themselves, with somebody under another name; with an empty one they have left."""
    now = {after if name == before else name: _renamed(pilot, before, after) for name, pilot in pilots.items()}
    return {name: pilot for name, pilot in now.items() if name}


def _renamed(pilot: Autopilot, before: str, after: str) -> Autopilot:
    def renamed(squares: Mapping[str, str]) -> Mapping[str, str]:
        found = {after if name == before else name: square for name, square in squares.items()}
        return {name: square for name, square in found.items() if name}

    seen, lain = renamed(pilot.seen), renamed(pilot.lain)
    return replace(pilot, seen=seen, lain=lain, weighed=pilot.weighed and _told_of(pilot.weighed, before, after))


def _told_of(weighed: Considered, before: str, after: str) -> Considered | None:
    """What somebody weighed, with somebody in it under another name; nothing of it once one of them has left."""
    if not after:
        return None if any(idea.said.takes(before) for idea in weighed.ideas) else weighed
    ideas = tuple(
        Idea(idea.said.renamed(before, after), idea.worth, idea.why.replace(before, after)) for idea in weighed.ideas
    )
    return replace(weighed, ideas=ideas, why=weighed.why.replace(before, after))


# By the game, what is due in it of somebody, None for nothing, who that is, and by what orders they act: all that they
# might do of that, and of what nobody asks of them.
Advises = Callable[[Game, Due | None, str, Autopilot], Sequence[Idea]]


# In a game, by who acts and an enemy who is out and near: the orders by which they make sure of them, the best first.
Finishes = Callable[[Game, str, str], Sequence[Said]]


def _no_secrets(_: Any) -> Collection[str]:
    return ()


def _by_a_shot(_: Game, name: str, foe: str) -> Sequence[Said]:
    return (Said("fire", {"name": ((name, None),), "target": ((foe, None),)}, {}, ""),)


@dataclass(frozen=True, slots=True)
class Piloting:
    """What a book has for those who act by themselves: its advice, what somebody knows once they have looked about, and
    what it keeps of those who do; how one of them sees to it that nobody is left alive; and by what it keeps beside the
    units, whose secrets of this turn are still to be shown.
    """

    advises: Advises
    looks: Callable[[Game, str, Autopilot], Autopilot]
    kept: Callable[[Any], Mapping[str, Autopilot]]
    keeping: Callable[[Any, Mapping[str, Autopilot]], Any]
    finishes: Finishes = _by_a_shot
    secrets: Callable[[Any], Collection[str]] = _no_secrets


# What whoever takes a choice does that is called so; another is told by its own words.
_DOES = {
    "charge": "charges",
    "check": "checks",
    "countercharge": "countercharges",
    "dive": "dives",
    "explode": "explodes",
    "fire": "fires",
    "give": "gives",
    "hold": "holds",
    "rally": "rallies",
    "reorient": "reorients",
    "run": "runs",
    "stand": "stands",
    "strike": "strikes",
    "test": "tests",
    "to": "goes to",
    "wait": "waits",
}


def does(label: str) -> str:
    """What whoever takes a choice does, by what that is called: “Dive at Bob” as “dives at Bob”."""
    first, *others = label.split(" ")
    second = [_DOES[others[1]], *others[2:]] if others[:1] == ["and"] and others[1] in _DOES else others[1:]
    return " ".join([_DOES.get(first.lower(), first.lower()), *others[:1], *second])


def best_first(ideas: Sequence[Idea]) -> tuple[Idea, ...]:
    """The ideas by what they are worth, the first of equals before the others."""
    return tuple(sorted(ideas, key=lambda idea: -idea.worth))
