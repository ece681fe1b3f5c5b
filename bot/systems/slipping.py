"""Whoever leaves a scenario's deck of their own, in secret or for good; and who of a side are its pilots."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import placed
from bot.deck.passage import fixture_at
from bot.deck.plan import Fixture
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Order
from bot.engine.scenario import Scenario, Special
from bot.engine.scene import Game, Outcome, Role, Scene
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.deeds import deck_of
from bot.systems.floors import away
from bot.systems.mustering import playing_of, staged_of
from bot.systems.ruled import listed, parts, stages
from bot.systems.specials import BOATS, PILOT, PILOTS, SLIPS

SLIP = "scenario slip"
ONE_DECK, TOGETHER = "one deck", "together"


@dataclass(frozen=True, kw_only=True, slots=True)
class SlipOrder(Asked):
    """`/scenario slip`."""

    verb = SLIP
    about = "Leave the deck by a ladder or a lift, where the scenario lets one; only the referee reads whereto"
    roles = (Role("name", alone=True, many=True, wording="Who leaves"),)
    deck: str | None = ask(None, "To which deck of the scenario; left out, out of it all", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class PilotsOrder(Asked):
    """`/scenario pilots`."""

    verb = PILOTS
    about = "Say which two of a scenario's side are its pilots; the others don't learn it"
    roles = (Role("name", many=True, needed=True, wording="Which two"),)


@dataclass(frozen=True, slots=True)
class Slipped:
    """Who has left, and to which deck."""

    names: tuple[str, ...]
    deck: str


@dataclass(frozen=True, slots=True)
class PilotsNamed:
    """Who are the pilots of their side."""

    names: tuple[str, ...]


def slipping_orders(system: System) -> Mapping[str, Order]:
    """Both by their verbs."""
    orders = (
        typed_order(SlipOrder, partial(_slip, system), _slipped_card),
        typed_order(PilotsOrder, partial(_pilots, system), _pilots_card),
    )
    return {order.verb: order for order in orders}


def _slip(system: System, scene: Scene, asked: SlipOrder, _: Dice) -> Outcome:
    staged = staged_of(system)
    scenario, playing = playing_of(staged, scene)
    assert scene.game is not None, "somebody slips away in earnest only"
    units, board = scene.all("name"), deck_of(scene)
    names = tuple(unit.name for unit in units)
    rules = {unit.name: _rule_for(system, scenario, scene.game, unit.name) for unit in units}
    deck = _deck(scenario, playing.deck, next(iter(rules.values())), asked.deck)
    for name, special in rules.items():
        who, where, *more = parts(special)
        if TOGETHER in more and not {*listed(who)} <= {*names}:
            raise RuleError(
                f"{name} goes with {sentence([each for each in listed(who) if each != name])} or not at all."
            )
        if why := staged.departs(scene.game, name):
            raise RuleError(why)
        if fixture_at(board, board.people[name].at) not in {Fixture.LADDER, Fixture.LIFT}:
            raise RuleError(f"{name} must stand at a ladder or in a lift to leave the deck.")
        if where not in {ONE_DECK, deck}:
            raise RuleError(f"{name} can go to {where} alone.")
    playing = away(playing, deck, board, names)
    for name in names:
        board = placed(board, name, None)
    game = replace(scene.game, board=board)
    ledger = staged.keeping(staged.departed(game, names), playing)
    return Outcome({}, Slipped(names, deck), ledger=ledger, board=board, sealed=True)


def _rule_for(system: System, scenario: Scenario, game: Game, name: str) -> Special:
    """The special rule by which somebody may leave; raises RuleError where none lets them."""
    playing = staged_of(system).playing(game.ledger)
    assert playing is not None, "a scenario is played"
    for ruling, stage in stages(system, scenario, playing, game):
        if ruling.words == SLIPS and any(unit.name == name for unit in stage.people(*listed(parts(stage.special)[0]))):
            return stage.special
    raise RuleError(f"{name} can't leave the deck in {scenario.name}.")


def _deck(scenario: Scenario, here: int, special: Special, typed: str | None) -> str:
    """The deck that is meant: of those beside this one, or the only one to which the rule leads."""
    names = [each.name for each in scenario.decks]
    where = parts(special)[1]
    if where != ONE_DECK:
        return match(typed or where, [where], what="deck to which they may go")
    near = [names[number] for number in (here - 1, here + 1) if 0 <= number < len(names)]
    if typed is None:
        raise RuleError(f"Say to which deck, as in deck:{near[-1]}: {sentence(near, 'or')}.")
    return match(typed, near, what="deck beside this one")


def _slipped_card(slipped: Slipped, _: Faces) -> Card:
    has = "has" if len(slipped.names) == 1 else "have"
    return Card(f"{sentence(slipped.names)} {has} left the deck", (f"To {slipped.deck}",))


def _pilots(system: System, scene: Scene, _: PilotsOrder, __: Dice) -> Outcome:
    staged = staged_of(system)
    scenario, playing = playing_of(staged, scene)
    special = scenario.special(BOATS)
    if special is None:
        raise RuleError(f"In {scenario.name} nobody needs a pilot.")
    side, *_rest = parts(special)
    names = tuple(unit.name for unit in scene.all("name"))
    if len(names) != 2 or any(unit.side != side for unit in scene.all("name")):
        raise RuleError(f"Name two of the {side}: they have {counted(2, 'pilot')}.")
    if any(number == PILOT for number in playing.kept.get(special.key, {}).values()):
        raise RuleError(f"The {side} have named their pilots already: only the referee's /undo lets them name others.")
    noted = {**playing.kept.get(special.key, {}), **dict.fromkeys(names, PILOT)}
    after = playing.having(kept={**playing.kept, special.key: noted})
    return Outcome({}, PilotsNamed(names), ledger=staged.keeping(scene.ledger, after), sealed=True)


def _pilots_card(named: PilotsNamed, _: Faces) -> Card:
    return Card("The pilots are named", (sentence(named.names),))
