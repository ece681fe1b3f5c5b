"""What a morale status makes somebody do, or keeps them from (C3K Morale)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.systems.combat3000.figure.sheet import Task
from bot.systems.combat3000.morale.ladder import Mood, Nerve, Status

RULE = "C3K Morale"


class Conduct(StrEnum):
    """What somebody has to do by their status."""

    CHARGE = "advance, and charge the nearest"
    TO_COVER = "advance to cover and retest"
    ORDERED = "as ordered"
    WARY = "no advance under fire, nor into close combat"
    RETREAT = "retreat to cover"
    STAY = "stay in cover"
    HIDE = "hide"
    BREAK = "break"


_SHAKEN = {Status.SHAKY, Status.POOR, Status.SCARED, Status.TERRIFIED}
_AFRAID = {Status.SCARED, Status.TERRIFIED}


def conduct(status: Status, *, under_fire: bool, in_cover: bool) -> Conduct:
    """What a status makes somebody do; Poor is as Shaky (ruling B-L1), Terrified without fire as Scared (B-L11)."""
    if status is Status.OVERCONFIDENT:
        return Conduct.CHARGE
    if status is Status.CONFIDENT:
        return Conduct.TO_COVER
    if status is Status.TERRIFIED and under_fire:
        return Conduct.HIDE if in_cover else Conduct.BREAK
    if status in _AFRAID:
        return Conduct.STAY if in_cover else Conduct.RETREAT
    return Conduct.WARY if status in _SHAKEN else Conduct.ORDERED


_DOES = {
    Conduct.CHARGE: "must advance at least at a walk, and with a close weapon charge the nearest enemy within a run",
    Conduct.TO_COVER: "must advance at least at a walk to the nearest cover, and test again there",
    Conduct.ORDERED: "acts as ordered",
    Conduct.WARY: "may not advance under fire nor into close combat, and runs from stronger enemies who charge",
    Conduct.RETREAT: "may not advance, and must retreat to cover",
    Conduct.STAY: "may not advance from cover",
    Conduct.HIDE: "hides",
    Conduct.BREAK: "breaks, and runs to the nearest cover behind, where they may test again",
}
_MOODS = {
    Mood.HALTED: "does nothing at all",
    Mood.COVERING: "stands still and gives covering fire",
    Mood.RAGE: "runs at the enemy, may fire all the same, and has 2 more reflex",
    Mood.HIDING: "goes to the nearest cover, stays there, and tests again",
    Mood.CHARGING: "charges any enemy within a run",
    Mood.FREE: "does as they wish",
}


def does(found: Conduct) -> str:
    """What somebody does then, in words after their name."""
    return _DOES[found]


def mood_words(mood: Mood) -> str:
    """What a mood makes somebody do, in words after their name."""
    return _MOODS[mood]


class Toward(StrEnum):
    """Where somebody's nerve drives them."""

    BEHIND = "to the nearest cover behind"
    COVER = "to the nearest cover ahead"
    ENEMY = "at the enemy"


@dataclass(frozen=True, slots=True)
class Drive:
    """A move that somebody's nerve drives them to: what it is in words, whereto, by which gait at least, by which
    rule.
    """

    what: str
    toward: Toward
    gait: str = "run"
    rule: str = RULE

    def takes(self, task: Task | None) -> bool:
        """Whether something that somebody is at goes with it: with a walk what the list lets one do meanwhile."""
        return task is not None and task.walk and self.gait == "walk"


def driven(nerve: Nerve, *, in_cover: bool | None) -> Drive | None:
    """The move that somebody owes by their nerve; None where they needn't go anywhere. Of whom nobody knows whether
    they are `in_cover`, nobody says that they retreat.
    """
    return next(_drives(nerve, in_cover), None)


def _drives(nerve: Nerve, in_cover: bool | None) -> Iterator[Drive]:
    """All that somebody's nerve drives them to, what comes first first."""
    if nerve.broken and not in_cover:
        yield Drive("a run to the nearest cover behind: broken", Toward.BEHIND)
    if nerve.mood is Mood.HIDING and not in_cover:
        yield Drive("a move to the nearest cover", Toward.BEHIND, rule="C3K Generalised test")
    if afraid(nerve) and in_cover is False:
        yield Drive(f"a retreat to cover: {nerve.status}", Toward.BEHIND)
    if nerve.mood is Mood.RAGE:
        yield Drive("a run at the enemy: death rage", Toward.ENEMY, rule="C3K Mandiblax")
    if nerve.status is Status.CONFIDENT:
        yield Drive("an advance to the nearest cover, at a walk at least: confident", Toward.COVER, "walk")
    if nerve.status is Status.OVERCONFIDENT:
        yield Drive("an advance, at a walk at least: overconfident", Toward.ENEMY, "walk")


def shaken(nerve: Nerve) -> bool:
    """Whether somebody may not advance under fire, nor into close combat."""
    return nerve.broken or nerve.status in _SHAKEN


def afraid(nerve: Nerve) -> bool:
    """Whether somebody may not leave cover to advance, and has to retreat to it."""
    return nerve.broken or nerve.status in _AFRAID


def must_run(nerve: Nerve, strength: int, stronger: int) -> bool:
    """Whether somebody runs from whom they are charged by, whose strength is the `stronger` (C3K Morale)."""
    return shaken(nerve) and stronger > strength
