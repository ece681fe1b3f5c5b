"""`/autopilot set`: standing orders for people who act by themselves, and what these do in a step of the table."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Literal

from bot.deck.placing import find_square, places
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.autopilot import ACTS, ASKS, PILOTED, Autopilot, Idea, Mission, Piloting
from bot.engine.cards import Card, sentence
from bot.engine.course import Acts
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scene import Game, Outcome, Role, Said, Scene, Unit
from bot.engine.steps import Orders, Sequel
from bot.engine.system import Setting, System
from bot.systems.advising import Deed, Guide
from bot.systems.errands import watched
from bot.systems.undertaking import sides_deeds

SET = "autopilot set"
# Nobody does more than this in a step.
_MOST_DEEDS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class PilotOrder(Asked):
    """`/autopilot set`: the orders by which some act from now on, until they are changed."""

    verb = SET
    private = True
    about = "Give some of your people standing orders, kept until you change them; none ends them"
    roles = (Role("name", alone=True, many=True, wording="For whom; several with commas, or a side"),)
    orders: Literal["hunt", "hold", "guard", "advance", "board", "fall back", "go on", "none"] = must(
        "hunt, hold, guard, advance, board, fall back, go on in a scenario; none: you act for them"
    )
    at: str = ask("", "Where they are to go, or what they are to guard", suggest=places)


@dataclass(frozen=True, slots=True)
class NowPiloted:
    """Who has which standing orders from now on, `none` for nobody's, and for which place."""

    who: tuple[str, ...]
    orders: str
    at: str = ""
    acts: bool = False


def piloted_orders(system: System) -> Mapping[str, Order]:
    """The order by its verb, for a book that has advice."""
    return {SET: typed_order(PilotOrder, partial(_set, system), _card)} if system.piloting else {}


def _set(system: System, scene: Scene, asked: PilotOrder, _: Dice) -> Outcome:
    book, units = system.piloting, scene.all("name")
    assert book is not None, "orders stand in a book that has advice"
    before = book.kept(scene.ledger)
    now = {unit.name: _told(system, scene, unit, asked, before.get(unit.name, Autopilot())) for unit in units}
    if all(before.get(name, Autopilot()) == pilot for name, pilot in now.items()):
        has = "has" if len(units) == 1 else "have"
        what = "no standing orders" if asked.orders == "none" else "these orders already"
        raise RuleError(f"{sentence(now)} {has} {what}: give others, or leave them.")
    acts = scene.settings.get(PILOTED) == ACTS
    report = NowPiloted(tuple(now), asked.orders, asked.at, acts)
    return Outcome({}, report, book.keeping(scene.ledger, {**before, **now}), sealed=True)


def _told(system: System, scene: Scene, unit: Unit, asked: PilotOrder, before: Autopilot) -> Autopilot:
    """Somebody with other orders, and what they know as before. Raises RuleError for the dead, and for a place that
    isn't there.
    """
    if asked.orders == "none":
        if asked.at:
            raise RuleError("Who has no standing orders goes nowhere by them: leave the place out.")
        return replace(before, standing=False)
    if system.squads.mark(unit.sheet).dead:
        raise RuleError(f"{unit.name} is dead and takes no orders: name somebody else.")
    if asked.at:
        if scene.board is None:
            raise RuleError("No deck is up here: put one up with /deck load, or leave the place out.")
        there = scene.board.people.get(unit.name)
        find_square(scene.board, asked.at, there.at.level if there else 0)
    return replace(before, orders=Mission(asked.orders), to=asked.at, standing=True)


def _card(now: NowPiloted, _: Faces) -> Card:
    # Its title is for all, who know no more of it than that.
    title = f"{sentence(now.who)} {'has' if len(now.who) == 1 else 'have'} standing orders"
    if now.orders == "none":
        return Card(f"{title} no longer", ("You act for them from now on.",))
    place = f", for {now.at}" if now.at else ""
    by = "They act by them in /next" if now.acts else "They act by them where the setting autopilot is acts"
    return Card(title, (f"{now.orders.capitalize()}{place}", f"{by}, and at once by /autopilot act."))


def piloted(system: System) -> System:
    """The system in which those who act by themselves answer what is due by their own choice, at once, and note with
    every order whom they see go.
    """
    book = system.piloting
    assert book is not None, "a book that plays by itself has advice"
    setting = Setting(
        PILOTED,
        ("shows", ASKS, ACTS),
        "whether people with standing orders act by them in /next and answer by themselves what they owe, are proposed "
        "in it to whoever commands them, to be carried out or not, or only show what they would do",
    )

    # What is answered beforehand is asked of the same games.
    @lru_cache(maxsize=4)
    def due(game: Game) -> Sequence[Due]:
        found = system.due(game)
        pilots = acting_in(book, game)
        return [_chosen(book, game, each, pilots) for each in found]

    def answered(game: Game) -> Sequence[Due]:
        found = system.answered(game)
        if not acting_in(book, game):
            return found
        keys = {each.key for each in found}
        return [*found, *(each for each in due(game) if each.beforehand and not each.optional and each.key not in keys)]

    orders = {verb: _as_watched(order, system) for verb, order in system.orders.items()}
    settings = {**system.settings, PILOTED: setting}
    return replace(system, due=due, answered=answered, settings=settings, orders=orders)


def _as_watched(order: Order, system: System) -> Order:
    """The same order, of which those who act by themselves note whom they see go out of their sight."""
    book = system.piloting
    assert book is not None, "orders stand in a book that has advice"

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        carry_out, game = order.prepared(scene, values), scene.game
        if scene.only_odds or game is None or game.board is None:
            return carry_out

        def watch(dice: Dice) -> Outcome:
            outcome = carry_out(dice)
            if not (outcome.marks and outcome.marks.ways):
                return outcome
            after = game.after(outcome)
            before = book.kept(after.ledger)
            now = watched(system.squads, game, after, outcome.marks, before)
            return outcome if now is before else replace(outcome, ledger=book.keeping(after.ledger, now))

        return watch

    return replace(order, resolve=InTwoSteps(prepare))


def acting_in(book: Piloting, game: Game) -> Mapping[str, Autopilot]:
    """Those who act by themselves in a game, with their orders; nobody where that isn't wanted."""
    if game.settings.get(PILOTED) != ACTS:
        return {}
    there = () if game.board is None else game.board.people
    return {name: pilot for name, pilot in book.kept(game.ledger).items() if pilot.standing and name in there}


def _chosen(book: Piloting, game: Game, due: Due, pilots: Mapping[str, Autopilot]) -> Due:
    """Something that is due, with the choice of who owes it alone and acts by themselves; plans, of which a form asks,
    are made in a step of the table.
    """
    (name, *others) = due.owes or ("",)
    answers = due.choices and not (due.settled or due.optional or due.usual) and due.standing is None
    if others or name not in pilots or not answers:
        return due
    ready = [choice.said for choice in due.choices]
    ideas = book.advises(game, due, name, book.looks(game, name, pilots[name]))
    best = next((idea for idea in ideas if idea.said in ready), None)
    return due if best is None else replace(due, standing=ready.index(best.said), why=best.why)


def acting(system: System, orders: Orders) -> Callable[[], Acts]:
    """What begins a step anew for all who act by themselves in it."""
    if system.piloting is None:
        return lambda: lambda *_: None
    guide = Guide(system, system.piloting, orders)
    return lambda: _Actors(guide).next_deed


@dataclass(slots=True)
class _Actors:
    """Those who act by themselves in a step: how often each has since when, and who has nothing better to do than
    nothing.
    """

    guide: Guide
    done: Counter[tuple[str, str]] = field(default_factory=Counter)
    idle: set[tuple[str, str]] = field(default_factory=set)

    def next_deed(self, sequel: Sequel, due: Sequence[Due], scene: Scene, dice: Dice) -> Sequel | None:
        """The next thing that one of them does, where nobody else's secret would come to who gives the step; at last
        all at once are done with it who have nothing to do.
        """
        book, game = self.guide.book, sequel.game
        if shown := _shown(self.guide, sequel):
            return shown
        pilots, referees = acting_in(book, game), scene.by_the_rules()
        if (found := self._of_a_side(sequel, due, referees, dice)) and not (_is_sealed(found[1]) and scene.by):
            return _with_why(sequel, *found)
        for name, since in _owing(due, pilots):
            if (name, since) in self.idle or self.done[name, since] >= _MOST_DEEDS:
                continue
            pilot = book.looks(game, name, pilots[name])
            ideas = self.guide.ideas(game, name, pilot)
            if ideas and any(ideas[0].said == each.of(name) for each in _passing(due)):
                self.idle.add((name, since))
                continue
            found = self.guide.first_of(ideas, referees, sequel, name, dice)
            # Whoever has found nothing to do has none in this step.
            self.done[name, since] += 1 if found else _MOST_DEEDS
            if found is None:
                continue
            deed, after = found
            if _is_sealed(after) and scene.by not in {"", game.units[name].owner}:
                continue
            told, pilot = _with_why(sequel, deed, after), self.guide.noting(pilot, ideas, deed, after.game)
            return told.keeping(book.keeping(after.game.ledger, {**book.kept(after.game.ledger), name: pilot}))
        return self._are_done(sequel, due, referees, dice)

    def _of_a_side(self, sequel: Sequel, due: Sequence[Due], scene: Scene, dice: Dice) -> tuple[Deed, Sequel] | None:
        """The next thing that a side does of itself in a scenario."""
        guide, game = self.guide, sequel.game
        standing = {name: pilot for name, pilot in guide.book.kept(game.ledger).items() if pilot.standing}
        if game.settings.get(PILOTED) != ACTS:
            return None
        for side, idea in sides_deeds(guide.system, game, due, standing):
            key = side, f"{idea.said.verb} {idea.said.fields}"
            if self.done[key] < _MOST_DEEDS and (found := guide.first_of([idea], scene, sequel, side, dice)):
                self.done[key] += 1
                return found
        return None

    def _are_done(self, sequel: Sequel, due: Sequence[Due], scene: Scene, dice: Dice) -> Sequel | None:
        """Of something that somebody may leave all who do, at once."""
        for each in due:
            names = [name for name in each.owes if (name, each.since) in self.idle]
            if not each.fallback or not names or each.settled:
                continue
            self.idle -= {(name, each.since) for name in names}
            self.done.update({(name, each.since): _MOST_DEEDS for name in names})
            order = replace(each.fallback.said, people={"name": tuple((name, None) for name in names)})
            why = "have nothing better to do"
            if found := self.guide.first_of([Idea(order, 0.0, why)], scene, sequel, names[0], dice):
                return _with_why(sequel, *found)
        return None


def _passing(due: Sequence[Due]) -> list[Said]:
    """The orders by which somebody is done with what they may do."""
    return [each.fallback.said for each in due if each.fallback and each.optional]


def _is_sealed(after: Sequel) -> bool:
    return after.outcome is not None and after.outcome.sealed


def _shown(guide: Guide, sequel: Sequel) -> Sequel | None:
    """The same where what some had done in secret has been shown: with their reasons at what has shown it, unless sides
    keep secrets, who may know no more of them; None where nothing has.
    """
    book, ledger = guide.book, sequel.game.ledger
    turn, kept = guide.system.squads.moment(ledger)[0], book.kept(ledger)
    waited = {name: pilot.weighed for name, pilot in kept.items() if pilot.weighed and pilot.weighed.secret}
    shown = {name: each for name, each in waited.items() if name not in book.secrets(ledger)} if waited else {}
    if not shown:
        return None
    pilots = {name: replace(kept[name], weighed=replace(each, secret=False)) for name, each in shown.items()}
    whys = [f"{name}: {each.why}" for name, each in shown.items() if each.turn == turn]
    if whys and sequel.parts and not sequel.game.fog:
        last = replace(sequel.parts[-1], why="\n".join(filter(None, [sequel.parts[-1].why, *whys])))
        sequel = replace(sequel, parts=(*sequel.parts[:-1], last))
    return sequel.keeping(book.keeping(ledger, {**kept, **pilots}))


def _with_why(before: Sequel, deed: Deed, after: Sequel) -> Sequel:
    """What has been done, with the reason at the last of it; what is secret is so for whoever did it."""
    parts = tuple(replace(part, why=deed.why if part is deed.parts[-1] else part.why) for part in deed.parts)
    return replace(after, parts=(*before.parts, *parts))


def _owing(due: Sequence[Due], pilots: Mapping[str, Autopilot]) -> Iterator[tuple[str, str]]:
    """Who of those who act by themselves is asked anything, and since when: of what they only may do nothing, as long
    as another has to choose before them.
    """
    waits = False
    for each in due:
        if not each.is_asked or each.settled or each.goes_on:
            continue
        if not (waits and each.optional):
            yield from ((name, each.since) for name in each.owes if name in pilots)
        waits |= not (each.optional or each.beforehand or {*each.owes} <= {*pilots})
