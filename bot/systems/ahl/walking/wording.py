"""A move in words: where to, what it cost step by step, and what it sets off (AHL 2, 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bot.deck.plan import At, named
from bot.engine.cards import Card, Suggestion, counted, sentence
from bot.engine.dice import Faces
from bot.systems.ahl.walking.costs import PHASE, Gait
from bot.systems.ahl.walking.ground import points
from bot.systems.ahl.walking.routes import Pace, Route

_VERBS = {Gait.WALK: "walks", Gait.TROT: "trots", Gait.EVADE: "evades"}


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move as far as it went; `whole` if that was all the way.

    `adjacent` are the active enemies beside him at its end, `stopped` whether one of them holds his square;
    `by_size` counts robots and blobs in a crowd as more than one, `zero_g` is without gravity. `halted` says why he
    went no further than that, if it is for no lack of points. `checked` tells that the morale checks for it are made,
    `cowers` that he has fled into full cover, `climbing` the metres of ladder before him; `carriers`
    drag somebody together with him.
    """

    name: str
    gait: Gait
    start: At
    route: Route
    whole: bool
    adjacent: tuple[str, ...]
    stopped: bool
    dragging: tuple[str, ...]
    by_size: bool = False
    zero_g: bool = False
    halted: Suggestion | str = ""
    checked: bool = False
    cowers: bool = False
    climbing: int = 0
    carriers: tuple[str, ...] = ()

    @property
    def along(self) -> tuple[str, ...]:
        """Those who go with him: whom he drags, and who carries with him."""
        return (*self.dragging, *self.carriers)

    @property
    def between_levels(self) -> bool:
        """Whether he went to another level."""
        return self.route.steps[-1].at.level != self.start.level


def move_card(report: MoveReport, _: Faces) -> Card:
    """The answer: where he is, what it cost in action points and phases, and what it sets off."""
    last = report.route.steps[-1]
    away = last.at != report.start
    if report.between_levels:
        begins = "begins to climb" if report.climbing else "climbs"
        title = f"{report.name} {begins} to {named(last.at, report.start.level)}"
    elif away:
        title = f"{report.name} {_VERBS[report.gait]} to {named(last.at, report.start.level)}"
    elif report.gait is Gait.EVADE:
        title = f"{report.name} evades where he is"
    else:
        title = f"{report.name} turns {last.facing.name.lower()}"
    lines: list[str | Suggestion] = [
        f"{points(report.route.cost)} AP, {_phases(report.route)}; faces {last.facing.name.lower()}"
    ]
    if report.climbing:
        lines.append(
            f"{counted(report.climbing, 'metre')} of ladder, one as each phase ends: until then at "
            f"{named(report.start)}, and a target there and on the level where it leads"
        )
    if report.halted:
        lines.append(report.halted)
    elif not report.whole:
        lines.append("He goes as far as those AP take him: /move him on in the next phase")
    if report.dragging:
        together = f", together with {sentence(report.carriers)}" if report.carriers else ""
        lines.append(f"Drags {sentence(report.dragging)} along{together}")
    if report.stopped:
        lines.append("An enemy holds that square: he moves no further in this phase (AHL 2)")
    if report.adjacent:
        names = sentence(report.adjacent)
        before = "" if report.checked else "/morale check cause:adjacent comes before it, and "
        lines.append(f"Adjacent to {names}: {before}who stands may snap")
    if report.cowers:
        lines.append("In full cover: he cowers there until he rallies (AHL 18.D)")
    return Card(title, tuple(lines), tuple(_working(report)))


def _phases(route: Route) -> str:
    number = route.phases(PHASE)
    return f"within {counted(number, 'phase')} of 6 AP"


def _working(report: MoveReport) -> Iterator[str]:
    first = Pace(report.start, report.route.steps[0].facing, 0)
    costs = [_step(old, new, report.start.level) for old, new in pairwise((first, *report.route.steps))]
    if report.between_levels:
        yield f"By ladder: {', '.join(costs)}: a whole phase a metre (AHL 8.B.5)"
        return
    yield f"{report.gait.capitalize()}: {', '.join(costs)} (AHL 8.A)"
    yield (
        "In it: 6 for close machinery (AHL 8.C.3), an open hatch or breach 2, suited 4 (AHL 8.B.3), 1 for each active "
        "one in a square (AHL 8.C.6); never more than 6 a square (AHL 8.C.10)"
    )
    if report.by_size:
        yield "In a crowd a robot counts as two and a blob as four here (ruling R-47)"
    if report.zero_g:
        yield "Without gravity one goes along walls and machinery by handholds, at the walking rate (AHL 26.C)"
    if report.dragging:
        each = "by two costs each of them 1 more" if report.carriers else "alone costs 2 more"
        yield f"Dragging {each} for each square and turn (AHL 8.C.8)"
    if report.adjacent:
        yield (
            "Morale is checked before coming adjacent to an enemy (AHL 18.A.2); whoever isn't moving may fire a snap "
            "shot at once at who comes adjacent (AHL 13)"
        )


def _step(old: Pace, new: Pace, level: int) -> str:
    if new.at != old.at:
        return f"{named(new.at, level)} {points(new.cost)}"
    return f"facing {new.facing.value} {points(new.cost)}"
