"""What a campaign begins with, can be set to, plays on and ends by: orders of the house about the campaign itself."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.deck.board import Board, as_drawn
from bot.deck.plan import Plan
from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card, person
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Values, own_or_listed
from bot.engine.order import Need, Order
from bot.engine.scene import Game, Outcome, Said, Scene, Unit
from bot.engine.system import Setting, System
from bot.engine.typed import match
from bot.systems.deeds import deck_of
from bot.systems.people import typed

SIDES, APART = "sides", "apart"
# What a book keeps once its deck is gone, see `System.off_deck`.
OffDeck = Callable[[Any], tuple[Any, Sequence[str]]]
CHATTER, FULL = "chatter", "full"
_COMMON = {
    CHATTER: Setting(CHATTER, ("brief", FULL), "full shows the working rule by rule in every answer"),
    SIDES: Setting(
        SIDES,
        ("together", APART),
        "apart leaves the log of opened dice to the referee until the campaign ends: it tells what others did",
    ),
}


# How a setting says that it is about a ruling of ours, and not about a rule of its book.
_RULING = re.compile(r"\((?:ruling |R-)")


def settings_of(*systems: System) -> Mapping[str, Setting]:
    """All settings of a campaign that plays by these systems, by name."""
    return {name: setting for group in groups_of(*systems).values() for name, setting in group.items()}


def groups_of(*systems: System) -> Mapping[str, Mapping[str, Setting]]:
    """The same in groups by their names: the campaign's own, and each book's with its rulings apart."""
    groups: dict[str, dict[str, Setting]] = {"The campaign": dict(_COMMON)}
    for system in systems:
        for name, setting in system.settings.items():
            title = f"{system.title}: rulings" if _RULING.search(setting.meaning) else system.title
            groups.setdefault(title, {})[name] = setting
    return groups


def read_setting(known: Mapping[str, Setting], name: str, value: str) -> tuple[Setting, str]:
    """The setting and the value that were meant; raises RuleError with what there is."""
    setting = known[match(name, known, what="setting")]
    try:
        return setting, own_or_listed(value, setting.pattern, setting.values, setting.name)
    except RuleError as problem:
        raise RuleError(f"{problem} ({setting.meaning})") from None


@dataclass(frozen=True, slots=True)
class Founded:
    """A campaign that begins: by which rules and of which kind of units, whose, with whom, each with their side and the
    line of their sheet, what may be tried first, and the hash of its dice's secret seed.
    """

    rules: str
    kind: str
    referee: str
    seed: str
    people: tuple[tuple[str, str, str], ...] = ()
    opening: Said | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """A setting with its value and what that does; and who is a referee now, by whose word, "" for a referee's."""

    setting: str = ""
    value: str = ""
    meaning: str = ""
    referee: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class PutUp:
    """A deck that is put up, what there is to say about it, and what goes with the one that was up."""

    deck: str
    about: tuple[str, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenAway:
    """A deck that is taken away, and what goes with it."""

    deck: str
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignOver:
    """A campaign that ends, and what becomes of its dice."""

    dice: tuple[str, ...]


def begin(people: Sequence[Unit], founded: Founded) -> Order:
    """A campaign begins, with some people to start with."""

    def resolve(_: Scene, __: Values, ___: Dice) -> Outcome:
        return Outcome({}, founded, units={unit.name: unit for unit in people})

    return Order("campaign new", (), (), resolve, _founded_card, need=Need.ANYBODY)


def _founded_card(founded: Founded, _: Faces) -> Card:
    lines = [f"Rules: {founded.rules}", f"Referee: {founded.referee}"]
    lines += [f"{name} ({side}): {line}" for name, side, line in founded.people]
    if founded.opening:
        lines.append(f"Try: {founded.opening.words}")
    if not founded.people:
        lines.append(f"Add {founded.kind}s with /{founded.kind} add.")
    lines.append(f"The SHA-256 of the dice's secret seed: {founded.seed} (/dice salt adds words of yours)")
    return Card("A campaign begins", tuple(lines))


@dataclass(frozen=True, kw_only=True, slots=True)
class SetOrder(Asked):
    """`/campaign set`: a setting with its value, or a referee by number."""

    verb = "campaign set"
    need = Need.MANAGER
    called = "Setting up the campaign"
    setting: str | None = typed()
    value: str | None = typed()
    referee: str | None = typed()


def set_up(known: Mapping[str, Setting], called: Mapping[str, str], referees: Collection[int], *, seen: bool) -> Order:
    """One of the settings that are known is changed, or a referee is added; `called` is whoever is named, by number.

    `referees` are those who are it already, and `seen` is whether all who play read of it: whoever takes their place
    is named before everybody.
    """

    def resolve(scene: Scene, order: SetOrder, _: Dice) -> Outcome:
        game, done, referee = _game(scene), SetUp(), order.referee
        if order.setting is not None:
            setting, chosen = read_setting(known, order.setting, order.value or "")
            game = replace(game, settings={**game.settings, setting.name: chosen})
            done = SetUp(setting.name, chosen, setting.meaning)
        if referee:
            _check_referee(scene, referee)
            by = person(int(scene.by)) if scene.by else ""
            done = replace(done, referee=person(int(referee)), by=by)
        if done == SetUp():
            raise RuleError("Name a setting with a value, or a referee to add.")
        return Outcome({}, done, game=game, referees=(referee,) if referee else ())

    def _check_referee(scene: Scene, referee: str) -> None:
        if int(referee) in referees:
            raise RuleError(f"{called[referee]} is a referee already.")
        if scene.by and not seen:
            raise RuleError(
                "Whoever takes a referee's place is named before everybody: say this in the campaign's own channel."
            )

    return typed_order(SetOrder, resolve, _set_card)


def _set_card(done: SetUp, _: Faces) -> Card:
    by = f", by {done.by}, who manages the server" if done.by else ""
    lines = [f"{done.setting}: {done.value} ({done.meaning})"] if done.setting else []
    lines += [f"{done.referee} is a referee now{by}"] if done.referee else []
    return Card("The campaign is set", tuple(lines))


def put_up(plan: Plan, drawing: str, about: Sequence[str], off_deck: OffDeck) -> Order:
    """A deck is put up, as it was drawn, instead of any other."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        up = replace(_game(scene), board=as_drawn(plan), drawing=drawing)
        kept, gone = off_deck(scene.ledger)
        told = PutUp(plan.name, tuple(about), tuple(gone))
        return Outcome({}, told, game=up, ledger=None if kept == scene.ledger else kept)

    return Order("deck load", (), (), resolve, _up_card, need=Need.REFEREE, called="Putting up a deck")


def _up_card(up: PutUp, _: Faces) -> Card:
    return Card(f"{up.deck} is put up", (*up.about, *up.gone, "Put people on it with /place."))


def take_away(off_deck: OffDeck) -> Order:
    """The deck is taken away, with what a book keeps of it."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        board: Board = deck_of(scene)
        kept, gone = off_deck(scene.ledger)
        told, bare = TakenAway(board.plan.name, tuple(gone)), replace(_game(scene), board=None)
        return Outcome({}, told, game=bare, ledger=None if kept == scene.ledger else kept)

    return Order("deck take", (), (), resolve, _away_card, need=Need.REFEREE, called="Taking the deck away")


def _away_card(away: TakenAway, _: Faces) -> Card:
    return Card(
        f"{away.deck} is taken away",
        (
            *away.gone,
            "/undo puts it back, with everybody on it.",
        ),
    )


def end(told: Sequence[str]) -> Order:
    """The campaign ends; `told` is what becomes of its dice."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        return Outcome({}, CampaignOver(tuple(told)), game=replace(_game(scene), ended=True))

    return Order("campaign end", (), (), resolve, _over_card, need=Need.MANAGER, called="Ending the campaign")


def _over_card(over: CampaignOver, _: Faces) -> Card:
    lines = ("Nothing is lost: /undo takes this back, and /campaign new begins another.", *over.dice)
    return Card("The campaign ends", lines)


def _game(scene: Scene) -> Game:
    assert scene.game is not None, "a campaign is set up in earnest only"
    return scene.game
