"""`/next`: a whole step of what is due, by whatever rules: all that leaves no choice, and the table going on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar, Union

from bot.engine.asked import Asked, typed_order
from bot.engine.cards import WAITED, Card, Suggestion, few, sentence
from bot.engine.course import Acts, go_on, others_might
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due, moment
from bot.engine.errors import RuleError
from bot.engine.order import Need, Order
from bot.engine.scene import Game, Outcome, Said, Scene
from bot.engine.steps import Orders, Within, given_in_turn, in_one, part_card, told_to_all
from bot.engine.system import System
from bot.systems.withholding import kept_back

_REFEREES = "You have nothing more to do here, and others may have, for all you know: it is the referee who goes on."
_NOTHING = "Nothing is due here: give an order, or begin a turn where the rules keep one."
NEXT, ANSWERS, SHOWS = "next", "answers", "turn show"


@dataclass(frozen=True, kw_only=True, slots=True)
class NextOrder(Asked):
    """`/next`: of the referee's the table's next step; of a player's, that they are done with this one."""

    verb = NEXT
    need = Need.ANYBODY
    about = "Do all that is due and leaves no choice, and go on until somebody has to choose or may act"


@dataclass(frozen=True, slots=True)
class Asks:
    """Something that is asked now: what it is, by which rule, of whom, and whether that one may leave it; and the
    command that answers what is waited for, where no answer stands ready.
    """

    what: str
    rule: str
    owes: tuple[str, ...]
    optional: bool
    how: str = ""


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step: the orders that were carried out in it, what is asked now, and why something couldn't be done; it is
    called as the order of that place. The next one holds for the `moment` to which it has come. A player in whose step
    nothing was done, and who owes nothing, is told who is `awaited`: some, or the referee as "".
    """

    parts: tuple[Within, ...]
    asks: tuple[Asks, ...]
    barred: tuple[str, ...] = ()
    titled: int = -1
    moment: str = ""
    awaited: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswersOrder(Asked):
    """Several answers to what is due, given as one: with `Answers`."""

    verb = ANSWERS
    need = Need.ANYBODY
    called = "Answering"


@dataclass(frozen=True, slots=True)
class Answers:
    """The orders that answer, each of whoever gives them."""

    given: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """Who has answered, the orders that were carried out for it, and why some of them went no further."""

    who: tuple[str, ...]
    parts: tuple[Within, ...]
    stopped: tuple[str, ...] = ()


def _answer(system: System, orders: Orders, scene: Scene, _: AnswersOrder, dice: Dice) -> Outcome:
    answers = scene.given(Answers).given
    assert scene.game is not None, "what is due is due in a game"
    for said in answers:
        for name in said.doers:
            scene.check_own(scene.game.units[name])
    sequel, stopped = given_in_turn(answers, orders, system.answered, scene, dice)
    return sequel.as_one(Answered(tuple(dict.fromkeys(sequel.doers)), sequel.parts, stopped))


def _answered_card(orders: Orders, answered: Answered, faces: Faces) -> Card:
    has = "has" if len(answered.who) == 1 else "have"
    return in_one(
        f"{sentence(answered.who)} {has} answered",
        [part_card(orders, each, faces) for each in answered.parts],
        [f"✗ {why}" for why in answered.stopped],
    )


def stepping(
    system: System,
    orders: Orders,
    begin_acting: Callable[[], Acts] = lambda: lambda *_: None,
    theirs: Orders | None = None,
) -> Mapping[str, Order]:
    """The order by its verb, for a book that says what is due; `orders` are all those that a table has with it, and
    `begin_acting` gives, anew for each step, what those do in it who act by themselves, by orders that are `theirs`.
    """
    decide, told_by = partial(_decide, system, orders, begin_acting), theirs or orders
    return {
        NEXT: typed_order(
            NextOrder,
            decide,
            partial(_card, told_by),
            reports=StepDone,
            timed=True,
            tells_within=lambda done: told_to_all(told_by, done.parts),
        ),
        ANSWERS: typed_order(
            AnswersOrder,
            partial(_answer, system, orders),
            partial(_answered_card, orders),
            reports=Answered,
            tells_within=lambda answered: told_to_all(orders, answered.parts),
        ),
    }


def _decide(
    system: System, orders: Orders, begin_acting: Callable[[], Acts], scene: Scene, _: NextOrder, dice: Dice
) -> Outcome:
    assert scene.game is not None, "what is due is due in a game"
    if scene.by and not any(unit.owner == scene.by for unit in scene.known.values()):
        others = "/next is for the referee, and for whoever plays somebody here."
        raise RuleError(others if system.due(scene.game) else _NOTHING)
    course, asked, barred = go_on(system.due, orders, scene, dice, begin_acting())
    asks = tuple(asks_of(due) for due in asked if not due.secret)
    if not course.parts and not asks and not barred:
        raise RuleError(_unknown(asked, scene.by) or (_REFEREES if others_might(scene) else _NOTHING))
    parts = kept_back(scene, course.parts)
    titled, now = _titled(system, scene, parts), moment(system.due(course.game))
    awaited = () if parts or barred or not scene.by else _awaited(asked, scene.by)
    whole = course.as_one(StepDone(parts, asks, barred, titled, now, awaited))
    # What others had planned shows, and dice are thrown for them: both are for good.
    others_act = bool(scene.by) and any(unit.owner != scene.by for unit in scene.game.present.values())
    return replace(whole, opened="what others do") if course.parts and others_act and not whole.opened else whole


def _awaited(asked: Sequence[Due], by: str) -> tuple[str, ...]:
    """Who has to do something before the table goes on, the referee as "" where nobody has; nobody where it is `by`
    whom that is decided themselves.
    """
    waits = [each for each in asked if not each.optional and not each.secret]
    if any(by in each.decides for each in waits):
        return ()
    return tuple(dict.fromkeys(name for each in waits for name in each.owes)) or ("",)


def _unknown(asked: Sequence[Due], by: str) -> str:
    """What is waited for that not all may know, where whoever asks may answer it, and how; "" where there is none."""
    waits = (each for each in asked if each.secret and not each.optional and by in {"", *each.decides})
    due = next(waits, None)
    return f"This waits for {few(due.owes)}: {due.what} ({due.rule}) → {due.answered_by}." if due else ""


R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class WithDue(Generic[R]):
    """What an order shows, with what is asked now."""

    shown: R
    asks: tuple[Asks, ...]


def with_due(order: Order, due_in: Callable[[Game], Sequence[Due]]) -> Order:
    """An order that shows how the turn stands, with all that is asked in it and not all of what only somebody may
    know.
    """
    found: Any = order.kind

    def shows(scene: Scene, outcome: Outcome) -> Outcome:
        due = () if scene.game is None else due_in(scene.game)
        asks = tuple(asks_of(each) for each in due if not (each.settled or each.secret))
        return replace(outcome, result=WithDue(outcome.result, asks)) if asks else outcome

    def word(result: Any, faces: Faces) -> Card:
        if not isinstance(result, WithDue):
            return order.word(result, faces)
        card = order.word(result.shown, faces)
        return replace(card, lines=(*card.lines, *map(asked_line, result.asks)))

    def plain(result: Any) -> Any:
        return replace(result, shown=order.plain(result.shown)) if isinstance(result, WithDue) else order.plain(result)

    return replace(order.then(shows), word=word, plain=plain, reports=Union[WithDue[found], found])  # noqa: UP007


def _titled(system: System, scene: Scene, parts: Sequence[Within]) -> int:
    """By which of some orders a step is called: the last by which the table went on, or else the last of all."""
    assert scene.game is not None, "what is due is due in a game"
    on = {choice.said.verb for due in system.due(scene.game) if due.goes_on for choice in due.choices}
    return max((number for number, part in enumerate(parts) if part.verb in on), default=-1)


def asks_of(due: Due) -> Asks:
    """What of something due is told to all."""
    how = due.answered_by if due.answer and not (due.choices or due.optional) else ""
    return Asks(due.what, due.rule, due.owes, due.optional, how)


def asked_line(asked: Asks) -> str:
    """Something that is asked, in a line: `Ann and Bob: a plan for the turn (AHL 5) → /plan`."""
    owes = f"{few(asked.owes)}: " if asked.owes else ""
    return (
        f"{'' if asked.optional else WAITED}{owes}{asked.what} ({asked.rule}){f' → {asked.how}' if asked.how else ''}"
    )


def _card(orders: Orders, done: StepDone, faces: Faces) -> Card:
    cards = [part_card(orders, part, faces) for part in done.parts]
    asks = [*(f"✗ {why}" for why in done.barred), *(asked_line(each) for each in done.asks)]
    if done.awaited:
        goes_on = "the referee's /next goes on; till then do what you may" if done.awaited == ("",) else ""
        asks.append(f"You owe nothing now: {goes_on or f'this waits for {few(done.awaited)}'}")
    card = in_one(cards[done.titled].title if cards else "What is due", cards, asks)
    return replace(card, next=(Suggestion(NEXT, moment=done.moment),))
