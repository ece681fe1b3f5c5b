"""How the table goes on: all that is due and leaves no choice, one after the other, until somebody is asked."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from bot.engine.byhand import begin_secret
from bot.engine.dice import Dice
from bot.engine.due import Choice, Due
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Said, Scene
from bot.engine.steps import MOST, Orders, Sequel, whole_of

# What is done by one of those who act by themselves, of all that is due; None where none of them would do anything.
Acts = Callable[[Sequel, Sequence[Due], Scene, Dice], Sequel | None]


def go_on(
    due_in: Callable[[Game], Sequence[Due]],
    orders: Orders,
    scene: Scene,
    dice: Dice,
    acts: Acts = lambda *_: None,
) -> tuple[Sequel, tuple[Due, ...], tuple[str, ...]]:
    """All that is due and leaves no choice, in its order, all that those do who act by themselves, and the table going
    on, until something has been done in a later step, or somebody has to choose or may act; what is asked then, and why
    something couldn't be done.

    The referee's passes over what somebody might still have done where the table stood, a player's (`scene.by`) says
    that they are done with that, and goes on where nobody else is waited for. Where nobody has anything to say, as all
    are away or out, it comes to the beginning of the next turn.
    """
    assert scene.game is not None, "what is due is due in a game"
    course = _Course(Sequel(scene.game))
    for said in _done_with(due_in(scene.game), scene.by):
        course.sequel = course.sequel.then(orders, said, dice, scene)
    for _ in range(MOST):
        due = [each for each in _of_orderer(due_in, course.sequel.game, scene) if each.key not in course.barred]
        first = next((each for each in due if not each.optional), None)
        choice = None if first is None else taken(first, away=_is_away(first, scene.away))
        # What leaves no choice comes before what somebody does of themselves, and a phase ends after that.
        by_themselves = choice is None or first is None or first.goes_on or first.ends
        if by_themselves and (acted := acts(course.sequel, due, scene, dice)):
            course.done |= course.went and len(acted.parts) > len(course.sequel.parts)
            course.sequel = acted
            if acted.outcome and acted.outcome.ends:
                break
            continue
        if first is None or choice is None or course.stops_before(first, due, scene):
            break
        if choice is first.beforehand and scene.by not in first.decides:
            begin_secret(dice, opened=bool(course.sequel.outcome and course.sequel.outcome.opened))
        if not course.goes_on(first, choice, orders, scene, dice):
            break
    left = tuple(each for each in _of_orderer(due_in, course.sequel.game, scene) if not each.settled)
    return course.sequel, left, tuple(course.barred.values())


@dataclass(slots=True)
class _Course:
    """A step as far as it has come: whether the table `went` on in it, and something has been `done` since; what
    couldn't be, with why.
    """

    sequel: Sequel
    went: bool = False
    done: bool = False
    barred: dict[str, str] = field(default_factory=dict)

    def stops_before(self, first: Due, due: Sequence[Due], scene: Scene) -> bool:
        """Whether the step is over before what is due first."""
        may = any(each.optional and each.is_asked and not _is_away(each, scene.away) for each in due)
        through = first.begins and (self.went if first.goes_on else bool(self.sequel.parts))
        waits = may and (self.went or bool(scene.by))
        # What is told to one alone is told by itself: what all may see comes in a step of its own.
        sealed = self.sequel.outcome is not None and self.sequel.outcome.sealed
        through |= first.goes_on and self.went and self.sequel.game.fog
        return through or (first.ends and waits) or (first.goes_on and (self.done or waits or sealed))

    def goes_on(self, first: Due, choice: Choice, orders: Orders, scene: Scene, dice: Dice) -> bool:
        """Take a choice of what is due first, or note why it can't be; whether the step goes on then."""
        try:
            on, stopped = whole_of(self.sequel, choice.said, orders, scene.by_the_rules(), dice)
        except RuleError as refusal:
            self.barred[first.key] = str(refusal)
        else:
            if scene.by and on.outcome and on.outcome.sealed:
                # What is done for another in secret is for the referee to see.
                return False
            self.sequel = on.because(first.why if choice is first.beforehand else "")
            self.barred |= {first.key: stopped} if stopped else {}
            self.done = self.went and not first.goes_on
            self.went |= first.goes_on
        return not (self.sequel.outcome and (self.sequel.outcome.due or self.sequel.outcome.ends))


def give_up(
    due_in: Callable[[Game], Sequence[Due]],
    orders: Orders,
    scene: Scene,
    dice: Dice,
    wanted: Callable[[Due], bool],
) -> tuple[Sequel, tuple[str, ...]]:
    """Of what is `wanted` of all that is due what is done where nobody answers, in its order, with what that brings on
    and leaves no choice; and why something couldn't be done.
    """
    assert scene.game is not None, "what is due is due in a game"
    sequel, referees, barred = Sequel(scene.game), scene.by_the_rules(), dict[str, str]()
    for _ in range(MOST):
        due = [each for each in due_in(sequel.game) if each.key not in barred and not each.goes_on]
        first = next((each for each in due if each.settled or (wanted(each) and each.fallback)), None)
        if first is None or (choice := taken(first, away=True)) is None or (first.begins and sequel.parts):
            break
        try:
            sequel, stopped = whole_of(sequel, choice.said, orders, referees, dice)
        except RuleError as refusal:
            stopped = str(refusal)
        barred |= {first.key: stopped} if stopped else {}
    return sequel, tuple(barred.values())


def others_might(scene: Scene, *, of_itself: bool = False) -> bool:
    """Whether whoever gives an order can't know if others still may act: a player whose side keeps secrets, and others
    theirs; and whoever reads of what is done `of_itself`.
    """
    return scene.game is not None and scene.game.fog and (bool(scene.by) or (of_itself and scene.of_itself))


def _of_orderer(due_in: Callable[[Game], Sequence[Due]], game: Game, scene: Scene) -> Sequence[Due]:
    """What is due that a step may do: of a player who can't know whether others may act, what their side owes alone."""
    due = due_in(game)
    if not others_might(scene):
        return due
    sides = {unit.side for unit in game.units.values() if unit.owner == scene.by}
    own = sides | {unit.name for unit in game.units.values() if unit.side in sides}
    return [each for each in due if own & {*each.owes}]


def _is_away(due: Due, away: Collection[str]) -> bool:
    """Whether nobody is there who decides it."""
    return bool(due.decides) and {*due.decides} <= {*away}


def taken(due: Due, *, away: bool = False) -> Choice | None:
    """What is done of what is due without asking anybody: what leaves no choice, an answer that was given beforehand,
    and the default of what is secret, or of what somebody decides who is `away`.
    """
    if due.settled:
        return due.choices[0]
    return due.beforehand or (due.fallback if due.secret or away else None)


def _done_with(due: Sequence[Due], by: str) -> Iterator[Said]:
    """What a player says who is done with what they may do."""
    own = (each for each in due if by and by in each.decides and each.optional and not each.secret)
    return (each.fallback.said for each in own if each.fallback)
