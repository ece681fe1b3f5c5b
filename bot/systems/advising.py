"""`/autopilot why` and `act`: what a book would do for somebody just now, and what else it weighed; and doing it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from bot.deck.placing import places
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.autopilot import Autopilot, Considered, Idea, Mission, Piloting, best_first
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due, moment
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Outcome, Role, Scene
from bot.engine.steps import Orders, Sequel, Within, in_one, part_card, told_to_all, whole_of
from bot.engine.system import System
from bot.systems.stepping import NEXT
from bot.systems.undertaking import undertaking
from bot.systems.withholding import kept_back

A = TypeVar("A", bound=Asked)
WHY, ACT = "autopilot why", "autopilot act"
# So many ideas are told, the best first; and nobody does more in a step than these.
_MOST, _MOST_DEEDS = 5, 8


@dataclass(frozen=True, kw_only=True, slots=True)
class ByOrders(Asked):
    """By what orders somebody would act."""

    orders: Mission | None = ask(
        None, "hunt, hold, guard, advance, board, fall back, or go on; left out, what they were told last"
    )
    at: str = ask("", "Where they are to go, or what they are to guard", suggest=places)

    def of(self, pilot: Autopilot) -> Autopilot:
        """The same for somebody who has had orders before; new ones come with their own place."""
        to = self.at or ("" if self.orders else pilot.to)
        return replace(pilot, orders=self.orders or pilot.orders, to=to)


@dataclass(frozen=True, kw_only=True, slots=True)
class WhyOrder(ByOrders):
    """`/autopilot why`: whom to advise, and by what orders they would act."""

    verb = WHY
    private = True
    about = "Show you alone what one of your people might do now, what it is worth and why"
    roles = (Role("name", alone=True, wording="Whom to advise"),)


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody might do now, the best first; or what they weighed for what they have `done` last, why they did."""

    name: str
    ideas: tuple[Idea, ...]
    done: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ActOrder(ByOrders):
    """`/autopilot act`: who do now what they would be advised to, and by what orders."""

    verb = ACT
    about = "Let some of your people do what they would be advised to, till they have nothing more to do now"
    roles = (Role("name", alone=True, many=True, wording="Who act; several with commas, or a side"),)


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did by themselves, why, and what that was with all that came with it; nothing where they were done
    with the step.
    """

    name: str
    why: str
    parts: tuple[Within, ...] = ()


@dataclass(frozen=True, slots=True)
class Acted:
    """Those who acted by themselves, deed by deed; the next step of the table holds for that `moment`."""

    who: tuple[str, ...]
    deeds: tuple[Deed, ...]
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """What those who act by themselves go by: the book, its advice, and all orders that a table has with it."""

    system: System
    book: Piloting
    orders: Orders

    def pilot(self, game: Game, name: str, asked: ByOrders) -> Autopilot:
        """By what orders somebody acts, and what they know once they have looked about."""
        kept = self.book.kept(game.ledger).get(name, Autopilot())
        return self.book.looks(game, name, asked.of(kept))

    def ideas(self, game: Game, name: str, pilot: Autopilot) -> Sequence[Idea]:
        """All that somebody might do, each order once, the best first."""
        stage = undertaking(self.system, game)
        bound = stage.bound(name, pilot) if stage else pilot
        due = asked_of(name, self.system.due(game))
        beside = stage.ideas(name, pilot) if due and stage else ()
        best = list[Idea]()
        for idea in best_first([*self.book.advises(game, due, name, bound), *beside]):
            if all(idea.said != better.said for better in best):
                best.append(idea)
        return best

    def noting(self, pilot: Autopilot, ideas: Sequence[Idea], deed: Deed, game: Game) -> Autopilot:
        """Somebody who has done something, after which the game is so, with what they weighed for it; being done with a
        step is nothing of which anybody asks.
        """
        if not deed.parts:
            return pilot
        turn, best = self.system.squads.moment(game.ledger)[0], tuple(map(_rounded, ideas[:_MOST]))
        secret = any(part.secret_of for part in deed.parts) and deed.name in self.book.secrets(game.ledger)
        return replace(pilot, weighed=Considered(turn, best, deed.why, secret))

    def there(self, scene: Scene, names: Sequence[str]) -> tuple[str, ...]:
        """Those of some who are on the deck; raises RuleError where none is, or nobody keeps a turn."""
        there = tuple(name for name in names if scene.board is not None and name in scene.board.people)
        if not there:
            are = f"{sentence(names)} {'is' if len(names) == 1 else 'are'}"
            raise RuleError(f"{are} on no deck, and advice goes by what is seen there: put them on it with /place.")
        if scene.game is None or not self.system.due(scene.game):
            raise RuleError("Advice is given in a turn that is kept: /turn begin begins one.")
        return there

    def first_of(
        self, ideas: Sequence[Idea], scene: Scene, sequel: Sequel, name: str, dice: Dice
    ) -> tuple[Deed, Sequel] | None:
        """The first of some ideas that nothing forbids, with what it comes to; None where there is none."""
        due = self.system.due(sequel.game)
        first = asked_of(name, due)
        passing = {first.fallback.said.verb} if first and first.fallback and first.optional else set()
        for idea in ideas:
            try:
                after, _ = whole_of(sequel, idea.said, self.orders, scene, dice)
            except RuleError:
                continue
            parts = after.parts[len(sequel.parts) :]
            # Being done with a step is told where it brings more with it alone.
            told = tuple(part for part in parts if part.throws or part.verb not in passing)
            return Deed(name, idea.why, told), after
        return None


def advising(system: System, orders: Orders) -> Mapping[str, Order]:
    """The orders by their verbs, for a book that has advice; `orders` are all those that a table has."""
    if system.piloting is None:
        return {}
    guide = Guide(system, system.piloting, orders)
    return {
        WHY: typed_order(WhyOrder, partial(_advise, guide), _card),
        ACT: acting_order(ActOrder, partial(_act, guide), orders),
    }


def acting_order(asked: type[A], decide: Callable[[Scene, A, Dice], Outcome], orders: Orders) -> Order:
    """An order by which some act of themselves, told deed by deed; `orders` are all those that a table has."""
    within = partial(_acted_to_all, orders)
    return typed_order(asked, decide, partial(_acted_card, orders), reports=Acted, tells_within=within)


def _advise(guide: Guide, scene: Scene, asked: WhyOrder, _: Dice) -> Outcome:
    name = scene.one("name").name
    guide.there(scene, [name])
    assert scene.game is not None, "somebody is advised in a game"
    theirs = name in scene.withheld()
    ideas = () if theirs else guide.ideas(scene.game, name, guide.pilot(scene.game, name, asked))[:_MOST]
    told = Advice(name, tuple(map(_rounded, ideas))) if ideas else _weighed(guide, scene.game, name, theirs=theirs)
    return Outcome({}, told, sealed=True)


def _weighed(guide: Guide, game: Game, name: str, *, theirs: bool) -> Advice:
    """What somebody weighed last in this turn, if anything; RuleError where they are `theirs`, of another side than the
    asker's, and what they did isn't yet shown.
    """
    pilot, turn = guide.book.kept(game.ledger).get(name, Autopilot()), guide.system.squads.moment(game.ledger)[0]
    weighed = pilot.weighed if pilot.weighed and pilot.weighed.turn == turn else None
    waits = weighed is None or (weighed.secret and name in guide.book.secrets(game.ledger))
    if theirs and (waits or game.fog):
        raise RuleError(f"You play another side than {name}: ask again once they have done something for all to see.")
    return Advice(name, weighed.ideas, weighed.why) if weighed else Advice(name, ())


def _rounded(idea: Idea) -> Idea:
    return replace(idea, worth=round(idea.worth, 2))


def asked_of(name: str, due: Sequence[Due]) -> Due | None:
    """What is due first of somebody, and asks for a choice; None where all is done without one."""
    return next((each for each in due if name in each.owes and not each.settled), None)


def _card(advice: Advice, _: Faces) -> Card:
    if not advice.ideas:
        return Card(f"{advice.name} has nothing to decide now", ("/next goes on to where somebody may act.",))
    if advice.done:
        done = f"Done: {advice.done}"
        return Card(f"What {advice.name} weighed", (done, *map(_line, advice.ideas)), (_WORTH, _SEEN))
    return Card(f"What {advice.name} might do", tuple(map(_line, advice.ideas)), (_WORTH, _SEEN))


def _line(idea: Idea) -> Suggestion:
    worth = f"{idea.worth:.2f} · " if idea.worth else ""
    return idea.said.suggested(f"{worth}{idea.why[:1].upper()}{idea.why[1:]}: ")


_WORTH = (
    "An idea is worth as much of an enemy as it takes out of the fight on the average; the chances are those of /odds"
)
_SEEN = "It goes by whom somebody of their side sees"


def _act(guide: Guide, scene: Scene, asked: ActOrder, dice: Dice) -> Outcome:
    """One after the other, each until nothing more is asked of any of them that they would do; who is off the deck is
    passed over.
    """
    names = guide.there(scene, [unit.name for unit in scene.all("name")])
    assert scene.game is not None, "somebody acts in a game"
    sequel, deeds, pilots = Sequel(scene.game), list[Deed](), dict[str, Autopilot]()
    # What one of them does last may take the table to a step in which those before can act again.
    left, waiting = dict.fromkeys(names, _MOST_DEEDS), list(names)
    while waiting:
        name = waiting.pop(0)
        pilot, before = guide.pilot(sequel.game, name, asked), pilots.get(name)
        pilots[name] = replace(pilot, weighed=before.weighed if before else pilot.weighed)
        ideas = guide.ideas(sequel.game, name, pilot) if left[name] else ()
        if (found := guide.first_of(ideas, scene, sequel, name, dice)) is None:
            continue
        pilots[name] = guide.noting(pilots[name], ideas, found[0], found[1].game)
        deeds.append(found[0])
        sequel, left[name] = found[1], left[name] - 1
        waiting = [name, *waiting, *(each for each in names if each != name and each not in waiting)]
    if not deeds:
        raise RuleError(f"{sentence(names)} can do nothing now: /next goes on to where somebody may act.")
    kept = {**guide.book.kept(sequel.game.ledger), **pilots}
    shown = tuple(replace(deed, parts=kept_back(scene, deed.parts)) for deed in deeds)
    whole = sequel.as_one(Acted(names, shown, moment(guide.system.due(sequel.game))))
    return replace(whole, ledger=guide.book.keeping(sequel.game.ledger, kept))


def _acted_to_all(orders: Orders, acted: Acted) -> tuple[str, ...]:
    """What all at the table are told of what some did by themselves."""
    return told_to_all(orders, (part for deed in acted.deeds for part in deed.parts))


def _acted_card(orders: Orders, acted: Acted, faces: Faces) -> Card:
    """Everybody's deeds with why; that somebody is done with a step is told by the reason alone."""
    cards, idle = list[Card](), list[str]()
    for deed in acted.deeds:
        told = [part_card(orders, part, faces) for part in deed.parts]
        if told:
            why = () if deed.parts[-1].instead else (f"Why: {deed.why}",)
            cards += [*told[:-1], replace(told[-1], lines=(*told[-1].lines, *why))]
        else:
            idle.append(f"{deed.name} {deed.why}")
    s = "" if len(acted.who) > 1 else "s"
    idle = [*dict.fromkeys(idle)]
    return replace(in_one(f"{sentence(acted.who)} act{s}", cards, idle), next=(Suggestion(NEXT, moment=acted.moment),))
