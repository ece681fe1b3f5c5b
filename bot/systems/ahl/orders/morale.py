"""`/morale check`: one step's morale checks for one cause (AHL 18)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deck.board import Board
from bot.engine.asked import typed_odds, typed_order
from bot.engine.byword import check_known
from bot.engine.cards import Card, Tone, modifier_line, sentence, signed
from bot.engine.dice import Dice, Faces, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, whole
from bot.systems.ahl.asked.keeping import MOST_CHECKS, ImaginedMorale, MoraleOrder, RallyOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.morale.checks import (
    Cause,
    Checked,
    Checker,
    Morale,
    check_morale,
    side_followed,
    spared,
    throw_name,
)
from bot.systems.ahl.morale.on_deck import in_sight, on_deck, stands_in_dark, witnesses
from bot.systems.ahl.sheet.character import Character, Nerve
from bot.systems.ahl.turn.clock import clock_of
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.turn.witnessed import witnesses_of

_TITLES = {
    Cause.CASUALTY: "Morale: a friend has fallen",
    Cause.SURPRISE: "Morale: fire from an unseen enemy",
    Cause.EXPOSURE: "Morale: into covering fire",
    Cause.ADJACENT: "Morale: moving adjacent to an enemy",
}
_WHEN = {
    Cause.CASUALTY: (
        "At the end of the phase, once for each friend seen killed, seriously wounded or knocked out, "
        "in any direction (AHL 18.A.3)"
    ),
    Cause.SURPRISE: "At the end of the phase, once for each fire from an enemy unseen before it (AHL 18.A.4)",
    Cause.EXPOSURE: "Before leaving cover into a covering fire's danger space, or moving through it (AHL 18.A.1)",
    Cause.ADJACENT: "Before moving adjacent to an enemy (AHL 18.A.2)",
}
_PASSED = {
    Cause.CASUALTY: "holds",
    Cause.SURPRISE: "holds",
    Cause.EXPOSURE: "may go into the danger space",
    Cause.ADJACENT: "may move adjacent",
}
_FAILED = {
    Cause.CASUALTY: "flees in panic from the next phase on until in full cover, then cowers",
    Cause.SURPRISE: "flees in panic from the next phase on until in full cover, then cowers",
    Cause.EXPOSURE: "stays out of the danger space, may do anything else",
    Cause.ADJACENT: "stops before coming adjacent, then fires a snap shot if 3 AP are left",
}
_SHUNNED = {Cause.EXPOSURE: ", but not through the danger space", Cause.ADJACENT: ", but not adjacent to the enemy"}
_AFTER_FAILURE = {
    Cause.CASUALTY: (
        "Whatever was planned, the panicked run to the nearest square that no known enemy sees "
        "(AHL 18.D) (ruling R-122), and rally with /morale rally"
    ),
    Cause.EXPOSURE: "Who failed may move and fight anywhere outside the danger space (AHL 18.D)",
    Cause.ADJACENT: (
        "Who failed stops with 3 AP left if they can, and fires a snap shot at whom they were going to (AHL 18.D); "
        "plasma and fusion guns fire none (AHL 19)"
    ),
}
_AFTER_FAILURE[Cause.SURPRISE] = _AFTER_FAILURE[Cause.CASUALTY]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Somebody's checks: their rank, morale value and nerve before, how many were due, and the rest as `Checked` has
    it.
    """

    name: str
    rank: str
    morale: int
    nerve: Nerve
    times: int
    modifiers: tuple[Modifier, ...]
    needed: int
    throws: int
    passed: bool


@dataclass(frozen=True, slots=True)
class MoraleReport:
    """The checks for a cause, why others made none, whether somebody was out of sight, and what the deck said of it."""

    cause: Cause
    checked: tuple[CheckReport, ...]
    spared: tuple[str, ...]
    apart: tuple[str, ...]
    on_deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoraleResult:
    """The checks, why others made none, whether somebody was out of sight, and what the deck said of that."""

    morale: Morale
    spared: tuple[str, ...]
    apart: tuple[str, ...]
    on_deck: tuple[str, ...] = ()


def morale_order(book: Book) -> Order:
    """`/morale check`: one step's morale checks for one cause (AHL 18)."""

    def decide(scene: Scene, asked: MoraleOrder, dice: Dice) -> Outcome:
        cause, board = asked.cause, scene.board if asked.deck else None
        people = witnesses(scene, board) if scene.units.get("fallen") else scene.all("name")
        why_not = {unit.name: why for unit in people if (why := _without(scene, unit, cause))}
        checkers = [
            checker_of(unit, asked, board, _times(scene, unit, asked)) for unit in people if unit.name not in why_not
        ]
        refusals = tuple(f"{name} {why}" for name, why in why_not.items())
        if not checkers:
            raise RuleError(f"Nobody checks: {sentence(refusals)}." if refusals else "Name somebody who checks.")
        apart = _apart(scene, board)
        sees = in_sight(board, scene.present)
        morale = check_morale(
            checkers,
            cause,
            book.morale,
            dice,
            lambda one, other: not {one, other} & set(apart) and sees(one, other),
            [unit.name for unit in scene.units.get("first", ())],
        )
        after = {checked.checker.name: morale.after(checked) for checked in morale.checked}
        enemy = next((unit.name for unit in scene.units.get("enemy", ())), "")
        made = ((each.checker.name, cause, each.checker.times, each.passed, enemy) for each in morale.checked)
        report = MoraleResult(morale, refusals, apart, on_deck(scene, board, people))
        return Outcome(after, report, done=DoneInTurn(checks=tuple(made)))

    odds = typed_odds(ImaginedMorale, _imagine, _outcome, ("Nobody fails",))
    return typed_order(MoraleOrder, decide, _word_morale, odds=odds, plain=_told)


def _imagine(asked: ImaginedMorale) -> Scene:
    """Somebody of that morale and with so many light wounds, alone."""
    character = Character(morale=asked.morale, light_wounds=asked.wounds)
    return Scene({"name": (Unit("Somebody", "", character),), "apart": ()})


def _outcome(report: MoraleResult) -> tuple[str, ...]:
    """Each who fails by themself: of four people there are sixteen ways to fail together."""
    return tuple(f"{name} fails" for name in report.morale.failed) or ("Nobody fails",)


def checker_of(unit: Unit, asked: MoraleOrder | RallyOrder, board: Board | None, times: int = 1) -> Checker:
    """Somebody who checks: `@2` after the name is their own number of checks, and a deck tells where it is dark."""
    if unit.at is not None:
        times = whole(unit.at, "number of checks after @", 1, MOST_CHECKS)
    return Checker(
        unit.name,
        side_followed(unit),
        unit.sheet,
        times,
        stands_in_dark(board, unit.name) if asked.dark is None else asked.dark,
        asked.dm,
        asked.because,
    )


def _without(scene: Scene, unit: Unit, cause: Cause) -> str:
    """Why somebody makes no check: they are spared it, or a player has them make one for what they have seen, and a
    turn that is kept knows of nothing; "" where they make it.
    """
    if why := spared(unit.sheet, cause):
        return why
    clock = None if scene.only_odds or not scene.by else clock_of(scene)
    if clock is None or not clock.phase or cause not in {Cause.CASUALTY, Cause.SURPRISE}:
        return ""
    return "" if unit.name in witnesses_of(clock, cause) else "owes none for that in this phase, as the turn knows"


def _times(scene: Scene, unit: Unit, asked: MoraleOrder) -> int:
    """How many checks somebody makes: as it is said, or as a turn that is kept has them owe for what they have seen.
    Raises RuleError for a player who says otherwise than that.
    """
    clock = clock_of(scene)
    owed = witnesses_of(clock, Cause(asked.cause)).count(unit.name) if clock else 0
    said = unit.at if unit.at is not None else asked.times
    check_known(scene, unit.name, {"times": owed} if owed else {}, {"times": said})
    return said or owed or 1


def _apart(scene: Scene, board: Board | None) -> tuple[str, ...]:
    names = tuple(unit.name for unit in scene.all("apart"))
    there = {unit.name for unit in scene.all("name")} <= {*(board.people if board else ())}
    if names and there and scene.by and not scene.only_odds:
        raise RuleError("Who sees whom the deck knows: leave “apart” out; otherwise only the referee says it.")
    strangers = set(names) - {unit.name for unit in scene.all("name")}
    if strangers:
        raise RuleError(f"{sentence(sorted(strangers))} must be among the people who check to be apart from them.")
    return names


def check_told(checked: Checked) -> CheckReport:
    """What is told of somebody's checks."""
    checker, character = checked.checker, checked.checker.character
    who = (checker.name, character.rank, character.morale, character.nerve)
    return CheckReport(*who, checker.times, checked.modifiers, checked.needed, checked.throws, checked.passed)


def _told(result: MoraleResult) -> MoraleReport:
    checked = tuple(map(check_told, result.morale.checked))
    return MoraleReport(result.morale.cause, checked, result.spared, result.apart, result.on_deck)


def _word_morale(report: MoraleReport, faces: Faces) -> Card:
    lines = [f"{check_words(checked, faces)} → {_effect(report.cause, checked)}" for checked in report.checked]
    return Card(
        _TITLES[report.cause],
        (*lines, *(f"No check: {reason}" for reason in report.spared)),
        _working(report),
        tone=Tone.PLAIN if all(checked.passed for checked in report.checked) else Tone.BAD,
    )


def check_words(checked: CheckReport, faces: Faces) -> str:
    """Somebody's throws up to the result: `Kerr (N2): 6− (morale 8 −2 Vane fails) | 2+3 = 5`."""
    rank = f" ({checked.rank})" if checked.rank else ""
    modifiers = "".join(f" {signed(modifier.dm)} {modifier.label}" for modifier in checked.modifiers)
    needed = f"{checked.needed}−".replace("-", "−")
    taken = [faces.take(throw_name(checked.name)) for _ in range(checked.throws)]
    thrown = ", ".join(f"{'+'.join(map(str, dice))} = {sum(dice)}" for dice in taken)
    return f"{checked.name}{rank}: {needed} (morale {checked.morale}{modifiers}) | {thrown}"


def _effect(cause: Cause, checked: CheckReport) -> str:
    held = "passes" if checked.passed else "fails"
    if checked.nerve is Nerve.COWERING:
        return f"{held}, and cowers on"
    if checked.nerve is Nerve.FLEEING:
        return f"{held}, and flees on{'' if checked.passed else _SHUNNED.get(cause, '')}"
    return f"{held}: {(_PASSED if checked.passed else _FAILED)[cause]}"


def _working(report: MoraleReport) -> tuple[str, ...]:
    lines = [_WHEN[report.cause], *report.on_deck, "2D at or under the modified morale passes (AHL 18.C)"]
    lines += modifier_lines(report.checked)
    if len(report.checked) > 1:
        lines += _step_lines(report)
    if any(checked.throws < checked.times for checked in report.checked):
        lines.append("After a failed check the others of the same phase would change nothing (AHL 18.A)")
    if not all(checked.passed for checked in report.checked):
        lines.append(_AFTER_FAILURE[report.cause])
    return tuple(lines)


def _step_lines(report: MoraleReport) -> list[str]:
    """What holds where several check in one step."""
    lines = [
        "Order: officers, warrants and NCOs, all others; then by number (AHL 18.B); equals as their player says, or at "
        "random (ruling R-118)",
        "A leader counts for friends in sight who check later, never in the own check (AHL 18.C) (ruling R-119)",
    ]
    if report.apart:
        lines.append(f"Out of the others' sight: {', '.join(report.apart)}")
    elif not report.on_deck:
        lines.append("No deck has them all: all count as in sight of each other; name in apart: those who are not")
    if report.cause.move:
        lines.append("All who must check before moving check before anybody moves (AHL 18.B)")
    return lines


def modifier_lines(many: Sequence[CheckReport]) -> list[str]:
    """Every change of a morale value with its rule."""
    return [f"{checked.name}: {modifier_line(modifier)}" for checked in many for modifier in checked.modifiers]
