"""`/morale check` and `/morale rally`: the tests of morale at the end of a turn (C3K Morale)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.byword import check_known
from bot.engine.cards import sentence
from bot.engine.dice import Dice, referees_own
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.morale import ImaginedTest, MoraleAsked, MoraleTest, VoluntaryTest
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.morale.behaviour import conduct
from bot.systems.combat3000.morale.known import Fray, declares, spared, trial_of, trial_on
from bot.systems.combat3000.morale.ladder import MOST_IN_GROUP, Nerve, Status, Trial
from bot.systems.combat3000.morale.report import LadderTold, MoraleTold, ReactionTold
from bot.systems.combat3000.morale.straits import KnownStraits, check_said, straits_of
from bot.systems.combat3000.morale.testing import (
    Reacted,
    Straits,
    Tested,
    halting,
    nerve_after,
    throw_family,
    throw_group,
    throw_status,
    throw_tree,
)
from bot.systems.combat3000.wording.morale import morale_card

# No voluntary test in this turn any more, nor in five full ones after it (ruling B-L10).
WAITS = 6
_MADE = maker(MoraleTest)
# The odds of more than so many tests are told once for all whose are the same.
_MOST_BY_NAME = 3


def morale_order() -> Order:
    """`/morale check`: a die for each, or one for all who are alike; the result holds from the next turn on."""

    def decide(scene: Scene, asked: MoraleTest, dice: Dice) -> Outcome:
        tests = _tests_of(scene, asked, asked.test)
        return _carried_out(tests, _parts(tests, asked), dice)

    statuses = tuple(each.capitalize() for each in Status)
    odds = typed_odds(ImaginedTest, _imagine, _outcome, statuses, apart=_apart)
    return typed_order(MoraleTest, decide, morale_card, odds=odds, known=_known)


def _known(scene: Scene) -> tuple[str, ...]:
    """By which test somebody tests their sheet knows, where it says one."""
    return ("test",) if any(trial_on(unit.sheet) for unit in scene.all("name")) else ()


def rally_order() -> Order:
    """`/morale rally`: in cover and not under fire, and then not for five turns; the broken test in cover alone."""

    def decide(scene: Scene, asked: VoluntaryTest, dice: Dice) -> Outcome:
        tests = _tests_of(scene, asked, Trial.HUMAN)
        done = _Done()
        for why in filter(None, (_no_rally(tests.fray, unit, asked) for unit in tests.units)):
            raise RuleError(why)
        _test_ladder(tests, tests.units, asked, done, dice, together=asked.together)
        for unit in tests.units:
            if not unit.sheet.nerve.broken:
                done.after[unit.name] = replace(done.after[unit.name], rallied=WAITS)
        return Outcome(done.after, MoraleTold(tuple(done.tests), spared=tests.spared, voluntary=True))

    return typed_order(VoluntaryTest, decide, morale_card)


@dataclass(slots=True)
class _Done:
    """What has come of the tests so far."""

    after: dict[str, Figure] = field(default_factory=dict)
    tests: list[LadderTold] = field(default_factory=list)
    reactions: list[ReactionTold] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Tests:
    """Who tests, by which test each, and why others don't."""

    fray: Fray
    units: tuple[Unit, ...]
    trials: dict[str, Trial]
    spared: tuple[str, ...]

    def of(self, trial: Trial) -> list[Unit]:
        """Those who are tested by that test."""
        return [unit for unit in self.units if self.trials[unit.name] is trial]


@dataclass(frozen=True, slots=True)
class _Part:
    """One test: who takes it, by which test, and how it is thrown."""

    units: Sequence[Unit]
    trial: Trial
    throw: Callable[[_Done, Dice], None]


def _circumstances(tests: _Tests, part: _Part, asked: MoraleTest) -> Any:
    """On what the chances of one who tests alone hang; None for another test."""
    if part.trial is not Trial.HUMAN or len(part.units) > 1:
        return None
    (unit,) = part.units
    called_for = bool(tests.fray.causes(unit)[0])
    return unit.sheet.nerve, unit.sheet.creature, called_for, straits_of(tests.fray, unit, asked).straits


def _carried_out(tests: _Tests, parts: Iterable[_Part], dice: Dice) -> Outcome:
    done = _Done()
    for part in parts:
        part.throw(done, dice)
    return Outcome(done.after, MoraleTold(tuple(done.tests), tuple(done.reactions), tests.spared))


def _parts(tests: _Tests, asked: MoraleTest) -> list[_Part]:
    """Each test that there is to be: a die for each human, or one for all who are alike; one a family or group."""
    extra = tuple(filter(None, [referees_own(asked.dm, asked.because)]))
    humans = tests.of(Trial.HUMAN)
    parts = [
        _Part(group, Trial.HUMAN, partial(_test_ladder, tests, group, asked, together=asked.together))
        for group in ([humans] if asked.together and humans else [[unit] for unit in humans])
    ]
    throws: list[tuple[Trial, Iterable[Sequence[Unit]], Callable[[Sequence[Unit], Dice], Reacted]]] = [
        (
            Trial.TREE,
            [[unit] for unit in tests.of(Trial.TREE)],
            lambda group, dice: throw_tree(group[0].name, dice, extra),
        ),
        (
            Trial.FAMILY,
            _families(tests, tests.of(Trial.FAMILY)),
            lambda group, dice: throw_family(sentence(_names(group)), dice, extra),
        ),
        (
            Trial.GENERAL,
            _groups(tests, tests.of(Trial.GENERAL), asked),
            lambda group, dice: _general(tests, group, asked, dice),
        ),
    ]
    for trial, groups, throw in throws:
        parts += [_Part(group, trial, partial(_reacts, tests, group, trial, throw, asked)) for group in groups]
    return parts


def _reacts(
    tests: _Tests,
    group: Sequence[Unit],
    trial: Trial,
    throw: Callable[[Sequence[Unit], Dice], Reacted],
    asked: MoraleTest,
    done: _Done,
    dice: Dice,
) -> None:
    _react(tests, group, trial, throw(group, dice), done, asked)


def _apart(scene: Scene, values: Values) -> list[tuple[str, Callable[[Dice], Outcome]]]:
    """The tests of several, each of which hangs on its own die alone."""
    asked = _MADE(values)
    tests = _tests_of(scene, asked, asked.test)
    parts = _parts(tests, asked)
    if len(parts) < 2:
        return []
    alike: dict[Any, list[_Part]] = {}
    for number, part in enumerate(parts):
        same = _circumstances(tests, part, asked) if len(parts) > _MOST_BY_NAME else None
        alike.setdefault(number if same is None else same, []).append(part)
    return [(_heading(same), partial(_carried_out, tests, same[:1])) for same in alike.values()]


def _heading(same: Sequence[_Part]) -> str:
    first = sentence(_names(same[0].units))
    return f"{first} and {len(same) - 1} more, each" if len(same) > 1 else first


def _tests_of(scene: Scene, asked: MoraleAsked, trial: Trial | None) -> _Tests:
    """Those of the people who test; raises RuleError where nobody does, and for whoever has tested in this turn."""
    named = "name" not in scene.unnamed
    fray = Fray(scene, turn_of(scene))
    people = scene.all("name")
    refused = {unit.name: f"{unit.name} {why}" for unit in people if (why := spared(unit.sheet))}
    trials: dict[str, Trial] = {}
    for unit in people:
        if unit.name in refused:
            continue
        own = trial_of(unit.sheet, asked.alien_morale)
        found = trial or own
        if isinstance(asked, VoluntaryTest) and own is not Trial.HUMAN:
            refused[unit.name] = f"{unit.name} takes no voluntary test, which is part of the human one (C3K Morale)"
        elif found is None:
            refused[unit.name] = f"{unit.name} is {unit.sheet.creature}, and morale of those is not tested here"
        elif asked.counts_turns and unit.sheet.now.tested and not scene.only_odds:
            refused[unit.name] = f"{unit.name} has tested in this turn: /phase ends the turn (C3K Morale)"
        else:
            trials[unit.name] = found
    if named and refused and len(people) == len(refused):
        raise RuleError(f"{next(iter(refused.values()))}.")
    units = tuple(unit for unit in people if unit.name in trials)
    if not named and fray.turn and not isinstance(asked, VoluntaryTest):
        units = tuple(unit for unit in units if fray.causes(unit)[0])
    if not named and isinstance(asked, VoluntaryTest):
        units = tuple(unit for unit in units if not _no_rally(fray, unit, asked))
    if not units:
        raise RuleError("Nobody has to test: nothing befell them in this turn that calls for it (C3K Morale).")
    for unit in units:
        check_said(fray, unit, asked)
        if trial and (own := trial_on(unit.sheet)):
            check_known(scene, unit.name, {"test": own}, {"test": trial}, "by their sheet")
    return _Tests(fray, units, trials, tuple(refused.values()) if named else ())


def _no_rally(fray: Fray, unit: Unit, asked: VoluntaryTest) -> str:
    """Why somebody may not take the voluntary test, in a sentence; "" where they may."""
    found = straits_of(fray, unit, asked).straits
    if not found.cover:
        return f"{unit.name} is not in cover, and tests only there: say cover:yes once they are (C3K Morale)."
    if unit.sheet.nerve.broken:
        return ""
    if found.fired_on:
        return f"{unit.name} is under fire, and takes no voluntary test in this turn (C3K Morale)."
    if unit.sheet.rallied and asked.counts_turns:
        return (
            f"{unit.name} has taken a voluntary test, and may take no other for five turns: "
            f"{unit.sheet.rallied} more have to end (C3K Morale, ruling B-L10)."
        )
    return ""


def _test_ladder(
    tests: _Tests, units: Sequence[Unit], asked: MoraleAsked, done: _Done, dice: Dice, *, together: bool
) -> None:
    """The test of humans: a die for each; or one for all, who have to be alike."""
    found = {unit.name: straits_of(tests.fray, unit, asked) for unit in units}
    groups = [list(units)] if together else [[unit] for unit in units]
    for group in groups:
        first = group[0]
        straits = found[first.name]
        if declares(tests.fray, first) and not tests.fray.causes(first)[0]:
            done.tests.append(_told(tests, group, straits, Tested(first.sheet.nerve.status, None), done, asked))
            continue
        for other in group[1:]:
            _check_alike(first, straits.straits, other, found[other.name].straits)
        tested = throw_status(sentence(_names(group)), first.sheet.nerve.status, straits.straits, dice)
        done.tests.append(_told(tests, group, straits, tested, done, asked))


def _told(
    tests: _Tests, group: Sequence[Unit], found: KnownStraits, tested: Tested, done: _Done, asked: MoraleAsked
) -> LadderTold:
    """What is told of a test, which is written on the sheets of all in it."""
    before, after = group[0].sheet.nerve.status, tested.after
    cover, under_fire = found.straits.cover, found.straits.fired_on
    broken = False
    for unit in group:
        broken = unit.sheet.nerve.broken and not cover and after is Status.TERRIFIED
        nerve = replace(unit.sheet.nerve, status=after, broken=broken)
        done.after[unit.name] = _tested(unit.sheet, nerve, cover=cover)
    causes = _causes(tests, group, asked)
    does = conduct(after, under_fire=under_fire, in_cover=cover)
    return LadderTold(_names(group), before, after, tested.check, does, broken, causes, found.taken)


def _check_alike(one: Unit, straits: Straits, other: Unit, theirs: Straits) -> None:
    """Raise RuleError where two who are to test together aren't alike, or in other circumstances."""
    apart = [] if one.sheet.nerve.status is other.sheet.nerve.status else ["morale"]
    apart += [name.replace("_", " ") for name in Straits.__slots__ if getattr(straits, name) != getattr(theirs, name)]
    if one.sheet.creature != other.sheet.creature:
        apart.append("kind")
    if apart:
        raise RuleError(
            f"{one.name} and {other.name} are not alike ({sentence(apart)}): only those who are test together "
            "(C3K Morale)."
        )


def _tested(figure: Figure, nerve: Nerve, *, cover: bool | None) -> Figure:
    return replace(figure, nerve=nerve, now=replace(figure.now, tested=True, cover=cover, again=False))


def _families(tests: _Tests, units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Families of which somebody tests, whole: those who were said to fight as one; else in a turn that is kept all of
    the side, and without one those who are named.
    """
    left = {unit.name: unit for unit in units}
    while left:
        first = next(iter(left.values()))
        group, fray = tests.fray.tests_with(first), tests.fray
        family = [fray.units[name] for name in group if name in fray.units]
        if len(group) == 1:
            family = [unit for unit in _who_may_be_kin(tests, first, left.values()) if _akin(tests, first, unit)]
        family = [unit for unit in family if not spared(unit.sheet)]
        for unit in family:
            fray.scene.check_own(unit)
        yield family
        for unit in (first, *family):
            left.pop(unit.name, None)


def _who_may_be_kin(tests: _Tests, one: Unit, left: Iterable[Unit]) -> Iterable[Unit]:
    """Among whom those are who test with somebody of no unit: a family is everybody's, a group is of those named."""
    if tests.trials[one.name] is Trial.FAMILY:
        return list(tests.fray.units.values()) if tests.fray.turn else list(left)
    return [one] if "name" in tests.fray.scene.unnamed else list(left)


def _akin(tests: _Tests, one: Unit, other: Unit) -> bool:
    """Whether two of whom nobody said with whom they fight are of one family or group."""
    if not isinstance(other.sheet, Figure) or other.side != one.side or len(tests.fray.unit_of(other)) > 1:
        return False
    return other.name in tests.trials or trial_of(other.sheet, tests.fray.aliens) is tests.trials[one.name]


def _groups(tests: _Tests, units: Sequence[Unit], asked: MoraleTest) -> Iterator[list[Unit]]:
    """The same for the generalised test, of groups of up to four; RuleError for more, and for a player who says
    otherwise of a group than what is known of it in a turn that is kept.
    """
    for group in _families(tests, units):
        if len(group) > MOST_IN_GROUP:
            raise RuleError(
                f"{sentence(_names(group))} are more than {MOST_IN_GROUP}, and the test is taken by groups of up to "
                f"{MOST_IN_GROUP}: name those of one group (C3K Generalised test)."
            )
        if tests.fray.turn and len(tests.fray.tests_with(group[0])) > 1:
            known = {"halved": _halved(tests, group)}
            check_known(tests.fray.scene, sentence(_names(group)), known, {"halved": asked.halved})
        yield group


def _halved(tests: _Tests, group: Sequence[Unit]) -> bool:
    """Whether less than half of a group is left, as far as it is known who was of it."""
    return len(group) * 2 < len(tests.fray.tests_with(group[0]))


def _general(tests: _Tests, group: Sequence[Unit], asked: MoraleTest, dice: Dice) -> Reacted:
    """The generalised test of a group, with what it has lost."""
    straits = straits_of(tests.fray, group[0], asked).straits
    halved = _halved(tests, group) if asked.halved is None else asked.halved
    leader_dead = straits.leader_killed or straits.leader_killed_before
    extra = referees_own(asked.dm, asked.because)
    return throw_group(
        sentence(_names(group)),
        straits.killed,
        dice,
        leader_dead=leader_dead,
        below_half=halved,
        for_each=asked.group_losses == "each",
        extra=(extra,) if extra else (),
    )


def _react(
    tests: _Tests, group: Sequence[Unit], trial: Trial, reacted: Reacted, done: _Done, asked: MoraleAsked
) -> None:
    """Write on the sheets of all in a group what their test came to."""
    halted = halting(len(group), more=asked.odd_families == "more halt")
    nerves = []
    for number, unit in enumerate(group):
        was = Nerve(unit.sheet.nerve.status) if unit.sheet.now.again else unit.sheet.nerve
        nerve = nerve_after(was, reacted, halts=number < halted, family=len(group))
        nerves.append(nerve)
        done.after[unit.name] = _tested(unit.sheet, nerve, cover=unit.sheet.now.cover)
    causes = _causes(tests, group, asked)
    done.reactions.append(
        ReactionTold(_names(group), trial, reacted.reaction, reacted.check, reacted.turns, tuple(nerves), causes)
    )


def _causes(tests: _Tests, group: Sequence[Unit], asked: MoraleAsked) -> tuple[str, ...]:
    """Why a group tests: what befell any of them, or what was said where the bot knows of nothing."""
    known = dict.fromkeys(cause for unit in group for cause in tests.fray.causes(unit)[0])
    return tuple(known) or ((str(asked.said_cause),) if asked.said_cause else ())


def _names(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def _imagine(asked: ImaginedTest) -> Scene:
    """So many of that status, of one side."""
    figure = Figure(nerve=Nerve(asked.status))
    names = ["Somebody", *(f"Number {number}" for number in range(2, asked.members + 1))]
    return Scene({"name": tuple(Unit(name, "", figure) for name in names)})


def _outcome(told: MoraleTold) -> tuple[str, ...]:
    """The status that each comes to, by name where several test; and what a group's reaction is."""
    several = len(told.tests) + len(told.reactions) > 1
    found = [(test.names, test.after.capitalize()) for test in told.tests]
    found += [(test.names, test.reaction.capitalize()) for test in told.reactions]
    return tuple(f"{sentence(names)}: {what}" if several else what for names, what in found)
