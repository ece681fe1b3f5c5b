"""What people who act by themselves would do, proposed to whoever commands them: with the setting `autopilot: asks`
`/next` tells it in one message, to be carried out, changed for another, or left to that one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Union

from bot.engine.asked import Asked, typed_order
from bot.engine.autopilot import ASKS, PILOTED, Autopilot, Idea
from bot.engine.cards import Card, Suggestion, person, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.due import moment
from bot.engine.errors import RuleError
from bot.engine.order import Need, Order
from bot.engine.scene import Game, Outcome, Scene
from bot.engine.steps import Orders, Sequel
from bot.engine.system import System
from bot.systems.advising import Acted, Deed, Guide, acting_order, asked_of
from bot.systems.stepping import NEXT

CARRIES, OTHERS, OWN = "autopilot carry out", "autopilot another", "autopilot i decide"
# Of how many ideas each, after which the best comes again.
_MOST = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class CarryOrder(Asked):
    """What was proposed is carried out."""

    verb = CARRIES
    need = Need.ANYBODY
    called = "Carrying out what was proposed"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherOrder(Asked):
    """Something else is proposed for everybody."""

    verb = OTHERS
    need = Need.ANYBODY
    called = "Proposing something else"


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnOrder(Asked):
    """Whoever commands them decides themselves, until the table has gone on."""

    verb = OWN
    need = Need.ANYBODY
    called = "Deciding oneself"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What each of some people would do, and at which `moment` of the table."""

    ideas: tuple[tuple[str, Idea], ...]
    moment: str


@dataclass(frozen=True, slots=True)
class OwnersAsked:
    """Of whom it is asked first what their people would do, and at which `moment` of the table."""

    owners: tuple[str, ...]
    moment: str


@dataclass(frozen=True, slots=True)
class LeftToThem:
    """For whom whoever commands them decides in this step."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposes, of a table with these orders."""

    guide: Guide

    def at(self, game: Game) -> str:
        """Where the table stands, in words: what was said of a proposal holds as long as it stands there."""
        squads = self.guide.system.squads
        return f"{squads.turn_line(game.ledger)} {squads.step(game.ledger)}"

    def ideas(self, scene: Scene) -> Iterator[tuple[str, Autopilot, Sequence[Idea]]]:
        """What those would do who are asked something and are commanded by whoever gives the order, or whose owners the
        referee has asked in vain: each with what they know, and their ideas from the one on that is proposed now.
        """
        for name, pilot, ideas in self._would(scene):
            owner = scene.game.units[name].owner if scene.game else ""
            if owner == scene.by or (not scene.by and self._was_asked(scene, name)):
                yield name, pilot, ideas

    def _was_asked(self, scene: Scene, name: str) -> bool:
        """Whether the owner of somebody has been asked where the table stands, and needn't be kept from the asker."""
        assert scene.game is not None, "somebody acts in a game"
        kept = self.guide.book.kept(scene.game.ledger)[name]
        return kept.asked == self.at(scene.game) and name not in scene.withheld()

    def _would(self, scene: Scene) -> Iterator[tuple[str, Autopilot, Sequence[Idea]]]:
        """What all would do who are asked something; nobody is who would do nothing, or is left to their owner."""
        game = scene.game
        if game is None or game.board is None or scene.settings.get(PILOTED) != ASKS:
            return
        due = self.guide.system.due(game)
        passing = {each.fallback.said.verb for each in due if each.fallback and each.optional}
        for name, kept in self.guide.book.kept(game.ledger).items():
            there = kept.standing and name in game.board.people
            if scene.by and game.units[name].owner != scene.by:
                continue
            fresh = kept if kept.asked == self.at(game) else replace(kept, asked=self.at(game), passed=0)
            if not there or fresh.passed < 0 or asked_of(name, due) is None:
                continue
            pilot = self.guide.book.looks(game, name, fresh)
            found = [*self.guide.ideas(game, name, pilot)][:_MOST]
            if found and found[0].said.verb not in passing:
                first = pilot.passed % len(found)
                yield name, pilot, [*found[first:], *found[:first]]

    def proposed(self, scene: Scene) -> Outcome | None:
        """What is proposed to whoever gives the order, told to them alone; None for nothing."""
        found = [(name, ideas[0]) for name, _, ideas in self.ideas(scene)]
        if not found or scene.game is None:
            return None
        now = moment(self.guide.system.due(scene.game))
        told = tuple((name, replace(idea, worth=round(idea.worth, 2))) for name, idea in found)
        return Outcome({}, Proposal(told, now), sealed=True)

    def asks_owners(self, scene: Scene) -> Outcome | None:
        """Where the referee goes on, those are asked first whose people would do something; None where nobody is."""
        if scene.by or scene.game is None:
            return None
        game = scene.game
        kept = self.guide.book.kept(game.ledger)
        would = {name: pilot for name, pilot, _ in self._would(scene) if game.units[name].owner}
        asked = {name: pilot for name, pilot in would.items() if kept[name].asked != self.at(game)}
        if not asked:
            return None
        owners = tuple(dict.fromkeys(game.units[name].owner for name in asked))
        told = OwnersAsked(owners, moment(self.guide.system.due(game)))
        return Outcome({}, told, _keeping(self, game, asked), sealed=game.fog, doers=tuple(asked))


def asks_first(order: Order, proposer: Proposer) -> Order:
    """An order by which the table goes on, which tells what is proposed as long as anything is."""
    resolve, word, within, found = order.resolve, order.word, order.tells_within, order.kind

    def decide(scene: Scene, values: Any, dice: Dice) -> Outcome:
        return proposer.proposed(scene) or proposer.asks_owners(scene) or resolve(scene, values, dice)

    def worded(result: Any, faces: Faces) -> Card:
        if isinstance(result, OwnersAsked):
            return _asked_card(result)
        return _card(result) if isinstance(result, Proposal) else word(result, faces)

    def told_within(result: Any) -> Sequence[str]:
        return () if isinstance(result, (Proposal, OwnersAsked)) else within(result)

    reports: Any = Union[found, Proposal, OwnersAsked]  # noqa: UP007
    return replace(order, resolve=decide, word=worded, tells_within=told_within, reports=reports)


def proposing(system: System, orders: Orders, of_table: Orders) -> Mapping[str, Order]:
    """The orders that answer what was proposed, and the one of the table that proposes first, by their verbs, for a
    book that has advice.
    """
    if system.piloting is None:
        return {}
    proposer = Proposer(Guide(system, system.piloting, orders))
    return {
        NEXT: asks_first(of_table[NEXT], proposer),
        CARRIES: acting_order(CarryOrder, partial(_carry, proposer), orders),
        OTHERS: typed_order(OtherOrder, partial(_another, proposer), lambda told, _: _card(told), reports=Proposal),
        OWN: typed_order(OwnOrder, partial(_own, proposer), lambda left, _: _left_card(left), reports=LeftToThem),
    }


def _card(proposal: Proposal) -> Card:
    lines = tuple(
        idea.said.suggested(f"{name} {idea.why}{f' (worth {idea.worth:.2f})' if idea.worth else ''}: ")
        for name, idea in proposal.ideas
    )
    more = tuple(Suggestion(verb, moment=proposal.moment) for verb in (CARRIES, OTHERS, OWN))
    foot = "I decide leaves this step to you; /autopilot set orders:none leaves one of them to you for good"
    return Card("What they would do", lines, footer=foot, next=more)


def _asked_card(asked: OwnersAsked) -> Card:
    owners = sentence([person(int(owner)) for owner in asked.owners])
    lines = (f"{owners}: /next shows you alone what your people would do", "The referee's /next then decides for them")
    return Card("Others are asked first", lines, next=(Suggestion(NEXT, moment=asked.moment),))


def _left_card(left: LeftToThem) -> Card:
    return Card("You decide in this step", (f"For {sentence(left.who)}: give their orders, and /next goes on.",))


def _found(proposer: Proposer, scene: Scene) -> list[tuple[str, Autopilot, Sequence[Idea]]]:
    found = [*proposer.ideas(scene)]
    if not found:
        raise RuleError("Nothing is proposed to you now: /next goes on, and asks where the setting autopilot is asks.")
    return found


def _keeping(proposer: Proposer, game: Game, pilots: Mapping[str, Autopilot]) -> Any:
    book = proposer.guide.book
    return book.keeping(game.ledger, {**book.kept(game.ledger), **pilots})


def _carry(proposer: Proposer, scene: Scene, _: CarryOrder, dice: Dice) -> Outcome:
    """Each does what was proposed, or the next best where that can't be done any more."""
    found = _found(proposer, scene)
    assert scene.game is not None, "somebody acts in a game"
    sequel, deeds, pilots = Sequel(scene.game), list[Deed](), dict[str, Autopilot]()
    for name, pilot, ideas in found:
        pilots[name] = replace(pilot, passed=0)
        if done := proposer.guide.first_of(ideas, scene, sequel, name, dice):
            pilots[name] = proposer.guide.noting(pilots[name], ideas, done[0], done[1].game)
            deeds.append(done[0])
            sequel = done[1]
    if not deeds:
        raise RuleError("Nothing of it can be done any more: /next goes on.")
    acted = Acted(tuple(pilots), tuple(deeds), moment(proposer.guide.system.due(sequel.game)))
    return replace(sequel.as_one(acted), ledger=_keeping(proposer, sequel.game, pilots))


def _another(proposer: Proposer, scene: Scene, _: OtherOrder, __: Dice) -> Outcome:
    pilots = {name: replace(pilot, passed=pilot.passed + 1) for name, pilot, _ in _found(proposer, scene)}
    assert scene.game is not None, "somebody acts in a game"
    ledger = _keeping(proposer, scene.game, pilots)
    told = proposer.proposed(replace(scene, game=scene.game.keeping(ledger)))
    assert told is not None, "who was asked is asked still"
    return replace(told, ledger=ledger, doers=tuple(pilots))


def _own(proposer: Proposer, scene: Scene, _: OwnOrder, __: Dice) -> Outcome:
    pilots = {name: replace(pilot, passed=-1) for name, pilot, _ in _found(proposer, scene)}
    assert scene.game is not None, "somebody acts in a game"
    ledger, who = _keeping(proposer, scene.game, pilots), tuple(pilots)
    return Outcome({}, LeftToThem(who), ledger, sealed=True, doers=who)
