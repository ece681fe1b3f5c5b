"""Ready orders carried out one after the other as one: a whole step of what is due, told and taken back together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final, Union

from pydantic import TypeAdapter

from bot.engine.byhand import begin_secret
from bot.engine.cards import Card, Suggestion, Tone, counted, each_once, sentence
from bot.engine.dice import Dice, Faces, RecordedDice
from bot.engine.due import Choice, Due
from bot.engine.errors import ComesFirstError, RuleError
from bot.engine.fields import Values
from bot.engine.odds import order_odds
from bot.engine.order import InTwoSteps, Order, nothing_told
from bot.engine.scene import Game, Outcome, Said, Scene, Unit
from bot.engine.several import HEADING, severally, then_also

Orders = Mapping[str, Order]
# Rules that find something new to do for ever are stopped here.
MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Within:
    """An order that was carried out within another: its verb, its report as JSON, and how many throws it made; why
    somebody gave it who acts by themselves; whose secret it is, if it is one; and what is told `instead` of it where
    its reader may not know it, who finds no report then.
    """

    verb: str
    report: str
    throws: int = 0
    why: str = ""
    secret_of: tuple[str, ...] = ()
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Sequel:
    """What some orders have come to one after the other: the game after them, and all their outcomes as one."""

    game: Game
    outcome: Outcome | None = None
    parts: tuple[Within, ...] = ()
    doers: tuple[str, ...] = ()

    @property
    def last(self) -> tuple[Said, ...]:
        """What goes on from the last of them at once."""
        return self.outcome.then if self.outcome else ()

    def then(self, orders: Orders, said: Said, dice: Dice, like: Scene) -> "Sequel":
        """The same with one more order, given by whom a scene `like` it is; RuleError where it can't be."""
        order = orders[said.verb]
        scene = scene_for(order, said, self.game, like)
        before = _thrown(dice)
        with _whole(dice):
            outcome = order.carried_out(scene, order.read(said.fields, self.game.settings), dice)
        return self.after(order, said, outcome, _thrown(dice) - before)

    def after(self, order: Order, said: Said, outcome: Outcome, throws: int) -> "Sequel":
        """The same with an order that has been carried out in its game, and came to that with so many throws."""
        found = _adapter(order.kind).dump_json(order.plain(outcome.result), exclude_defaults=True).decode()
        whole = outcome if self.outcome is None else then_also(self.outcome, outcome)
        if order.battle and outcome.opened and not outcome.sealed:
            # The only secret of a battle, how a side has formed, is none any more.
            whole = replace(whole, sealed=False)
        doers = (*self.doers, *(said.doers if outcome.doers is None else outcome.doers))
        part = Within(said.verb, found, throws, secret_of=said.doers if outcome.sealed else ())
        return Sequel(self.game.after(outcome), whole, (*self.parts, part), doers)

    def because(self, why: str) -> "Sequel":
        """The same with why the last of them was given, where that is told."""
        return replace(self, parts=(*self.parts[:-1], replace(self.parts[-1], why=why))) if why else self

    def keeping(self, ledger: Any) -> "Sequel":
        """The same with what the rules keep beside the units as it is now."""
        whole = replace(self.outcome or Outcome({}, None), ledger=ledger)
        return replace(self, game=self.game.keeping(ledger), outcome=whole)

    def as_one(self, result: Any) -> Outcome:
        """The outcome of all of them together, with this as its result."""
        whole = self.outcome or Outcome({}, None)
        doers = tuple(dict.fromkeys(self.doers))
        return replace(whole, result=result, others=(), refused=(), doers=doers, then=(), done=None)


def _thrown(dice: Dice) -> int:
    """How many throws dice have recorded; those of odds record none."""
    return len(dice.throws) if isinstance(dice, RecordedDice) else 0


@contextmanager
def _whole(dice: Dice) -> Iterator[None]:
    """What throws all its dice or none: those of an order that is refused after them belong to none that is told."""
    before = _thrown(dice)
    try:
        yield
    except RuleError:
        if isinstance(dice, RecordedDice):
            dice.take_back(before)
        raise


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def scene_for(order: Order, said: Said, game: Game, like: Scene) -> Scene:
    """The scene in which a ready order is given: whom it names, and for the rest who gives it as in another scene."""
    units = {
        role.name: tuple(replace(game.units[name], at=at) for name, at in said.people.get(role.name, ()))
        for role in order.roles
    }
    unnamed = [role.name for role in order.roles if role.many and not units[role.name]]
    for role in (role for role in order.roles if role.name in unnamed):
        if not (role.optional or role.needed or role.alone):
            units[role.name] = tuple(_commanded(game, like.by, own=role.own))
    scene = replace(Scene.of(game), units=units, said=said, unnamed=unnamed)
    return replace(scene, by=like.by, yes=like.yes, names=like.names, sides=like.sides, of_itself=like.of_itself)


def _commanded(game: Game, by: str, *, own: bool) -> Iterator[Unit]:
    """Whom somebody means who names nobody: of a player's their own; of the referee all, or those no player owns."""
    return (unit for unit in game.units.values() if unit.owner == by or not (by or own))


def part_card(orders: Orders, part: Within, faces: Faces) -> Card:
    """What a reader is told of an order that was carried out within another."""
    shown = faces.first(part.throws)
    if part.instead:
        return Card(part.instead)
    card = orders[part.verb].word(report_within(orders, part), shown)
    return replace(card, lines=(*card.lines, *(f"Why: {why}" for why in part.why.splitlines())))


def told_to_all(orders: Orders, parts: Iterable[Within]) -> tuple[str, ...]:
    """What all at the table are told of orders that were carried out within another."""
    told = (part for part in parts if not part.instead)
    return tuple(line for part in told for line in orders[part.verb].tells_all(report_within(orders, part)))


def report_within(orders: Orders, part: Within) -> Any:
    """What an order reports that was carried out within another."""
    return _adapter(orders[part.verb].kind).validate_json(part.report)


def anew_within(orders: Orders, part: Within, anew: Callable[[Any], Any]) -> Within:
    """An order that was carried out within another, with `anew` what it reports."""
    found = anew(report_within(orders, part))
    return replace(part, report=_adapter(orders[part.verb].kind).dump_json(found, exclude_defaults=True).decode())


def in_one(title: str, cards: Iterable[Card], more: Iterable[str | Suggestion] = ()) -> Card:
    """Several cards in one, each under its title, and lines that follow; one that is of several itself comes under its
    own.
    """
    lines: list[str | Suggestion] = []
    working: list[str] = []
    told = list(cards)
    for card in told:
        of_several = str(next(iter(card.lines), "")).startswith(HEADING)
        lines += [*([] if of_several else [f"{HEADING}{card.title}"]), *card.lines]
        working += card.working
    tone = Tone.BAD if any(card.tone is Tone.BAD for card in told) else Tone.PLAIN
    return Card(title, (*lines, *more), each_once(working), tone=tone)


def choice_odds(orders: Orders, choice: Choice, game: Game) -> list[tuple[str, Fraction]]:
    """How likely each outcome of a choice is, where a throw hangs on it; nothing where that can't be told in time."""
    order = orders[choice.said.verb]
    if not choice.throws or order.odds is None:
        return []
    scene = scene_for(order, choice.said, game, Scene.of(game))
    try:
        return order_odds(order, scene, order.read(choice.said.fields, game.settings))
    except RuleError:
        return []


@dataclass(frozen=True, slots=True)
class Followed:
    """An order with those that came first and those that followed at once, and why it went no further, if so."""

    parts: tuple[Within, ...]
    stopped: str = ""
    # How many acted in it besides the first.
    besides: int = 0


def followed(order: Order, orders: Orders, answered: Callable[[Game], Sequence[Due]]) -> Order:
    """The same order, carried out with what comes before it and leaves no choice, with what goes on from it, and with
    what others have answered beforehand to what it brings up: all that as one.
    """
    found: Any = order.kind

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        if scene.only_odds or scene.game is None or scene.said is None:
            return order.prepared(scene, values)
        return lambda dice: _with_all(order, orders, answered, scene, values, dice)

    def word(result: Any, faces: Faces) -> Card:
        if not isinstance(result, Followed):
            return order.word(result, faces)
        cards = [part_card(orders, part, faces) for part in result.parts]
        own = [card for card, part in zip(cards, result.parts, strict=True) if part.verb == order.verb]
        more = [f"✗ {result.stopped}"] if result.stopped else []
        title = f"{own[0].title}, and {counted(result.besides, 'other')}" if own and result.besides else ""
        return in_one(title or (own or cards)[-1].title, cards, more)

    def for_several(scene: Scene, values: Values, dice: Dice) -> Outcome:
        firsts = order.firsts(scene, values, dice) if order.firsts else ()
        if not firsts:
            return severally(InTwoSteps(prepare), scene, values, dice)
        return _all_checked(firsts, orders, answered, scene, dice)

    def first_told(result: Any) -> Sequence[str]:
        return () if isinstance(result, Followed) else order.tells_all(result)

    return replace(
        order,
        resolve=InTwoSteps(prepare),
        severally=for_several if order.firsts else None,
        word=word,
        plain=lambda result: result if isinstance(result, Followed) else order.plain(result),
        log=lambda result: () if isinstance(result, Followed) else order.log(result),
        tells_all=order.tells_all if order.tells_all is nothing_told else first_told,
        tells_within=lambda result: told_to_all(orders, result.parts) if isinstance(result, Followed) else (),
        reports=Union[found, Followed],  # noqa: UP007
    )


def _with_all(
    order: Order,
    orders: Orders,
    answered: Callable[[Game], Sequence[Due]],
    scene: Scene,
    values: Values,
    dice: Dice,
) -> Outcome:
    """What an order comes to with all that belongs to it; by itself where nothing does."""
    assert scene.game is not None, "only what is given in earnest is followed"
    assert scene.said is not None, "only what is given in earnest is followed"
    sequel, waiting, before = Sequel(scene.game), [scene.said], _thrown(dice)
    try:
        with _whole(dice):
            outcome = order.resolve(scene, values, dice)
    except ComesFirstError as needed:
        waiting = [needed.first, scene.said]
    else:
        waiting, changed = [*outcome.then], outcome.ledger or outcome.units or outcome.after
        if outcome.sealed or not (waiting or (changed and answered(scene.game.after(outcome)))):
            return outcome
        sequel = sequel.after(order, scene.said, outcome, _thrown(dice) - before)
    sequel, others, stopped = _carried_on(sequel, waiting, orders, answered, scene, dice)
    whole = sequel.as_one(Followed(sequel.parts, stopped))
    opened = f"what {sentence(dict.fromkeys(others))} had said beforehand" if others else whole.opened
    return replace(whole, opened=opened)


def given_in_turn(
    given: Sequence[Said],
    orders: Orders,
    answered: Callable[[Game], Sequence[Due]],
    scene: Scene,
    dice: Dice,
) -> tuple[Sequel, tuple[str, ...]]:
    """Several orders of somebody's, one after the other: what all of them need before any acts, and then each with what
    belongs to it; and why some went no further. RuleError where one can't be given at all.
    """
    assert scene.game is not None, "what is given is given in a game"
    sequel, stopped = Sequel(scene.game), list[str]()
    for said in given:
        order = orders[said.verb]
        like = scene_for(order, said, sequel.game, scene)
        firsts = order.firsts(like, order.read(said.fields, like.settings), dice) if order.firsts else ()
        for first in firsts:
            sequel = sequel.then(orders, first, dice, scene)
    for said in given:
        sequel, _, why = _carried_on(sequel, [said], orders, answered, scene, dice)
        stopped += [why] if why else []
    return sequel, tuple(stopped)


def _all_checked(
    firsts: Sequence[Said],
    orders: Orders,
    answered: Callable[[Game], Sequence[Due]],
    scene: Scene,
    dice: Dice,
) -> Outcome:
    """What comes before any of several acts, and then the order for each of them."""
    assert scene.game is not None, "only what is given in earnest is followed"
    assert scene.said is not None, "only what is given in earnest is followed"
    sequel, others, stopped = Sequel(scene.game), list[str](), list[str]()
    for each in firsts:
        sequel = sequel.then(orders, each, dice, scene)
    for name in scene.said.doers:
        sequel, also, why = _carried_on(sequel, [scene.said.of(name)], orders, answered, scene, dice)
        others, stopped = [*others, *also], [*stopped, *([why] if why else [])]
    whole = sequel.as_one(Followed(sequel.parts, " ".join(stopped), len(scene.said.doers) - 1))
    return replace(whole, opened=f"what {sentence(dict.fromkeys(others))} had said beforehand") if others else whole


def whole_of(sequel: Sequel, said: Said, orders: Orders, scene: Scene, dice: Dice) -> tuple[Sequel, str]:
    """The same with one more order, what comes before it and what goes on from it, and why that went no further, if so;
    RuleError where nothing of it can be done.
    """
    after, _, stopped = _carried_on(sequel, [said], orders, lambda _: (), scene, dice)
    if stopped and len(after.parts) == len(sequel.parts):
        raise RuleError(stopped)
    return after, stopped


def _carried_on(
    sequel: Sequel,
    waiting: list[Said],
    orders: Orders,
    answered: Callable[[Game], Sequence[Due]],
    scene: Scene,
    dice: Dice,
) -> tuple[Sequel, list[str], str]:
    """The orders that wait one by one, what comes before each, and answers given beforehand as soon as they are due;
    with those of others who gave such, and why it went no further, if so. RuleError where nothing could be done at all.
    """
    referees, others, barred = scene.by_the_rules(), list[str](), set[str]()
    for _ in range(MOST):
        due = next((each for each in answered(sequel.game) if each.key not in barred), None) if sequel.parts else None
        try:
            if due is not None and due.beforehand:
                if scene.by not in due.decides:
                    begin_secret(dice, opened=bool(sequel.outcome and sequel.outcome.opened))
                sequel = sequel.then(orders, due.beforehand.said, dice, referees).because(due.why)
                others += [name for name in due.owes if sequel.game.units[name].owner != scene.by]
            elif waiting:
                sequel = sequel.then(orders, waiting[0], dice, scene)
                waiting = [*sequel.last, *waiting[1:]]
            else:
                break
        except ComesFirstError as needed:
            waiting = [needed.first, *waiting]
        except RuleError as refusal:
            if not sequel.parts:
                raise
            if due is None:
                return sequel, others, str(refusal)
            barred.add(due.key)
    return sequel, others, ""
