"""What a campaign begins with, can be set to, plays on and ends by: orders of the house about the campaign itself."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board, as_drawn
from bot.deck.plan import Plan
from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card, person
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import Values, own_or_listed
from bot.engine.order import Need, Order, as_it_stands
from bot.engine.scene import Game, Outcome, Scene, Unit
from bot.engine.system import Setting, System
from bot.engine.typed import match
from bot.systems.deeds import deck_of
from bot.systems.people import typed

SIDES, APART = "sides", "apart"
CHATTER, FULL = "chatter", "full"
_COMMON = {
    CHATTER: Setting(CHATTER, ("brief", FULL), "full shows the working rule by rule in every answer"),
    SIDES: Setting(
        SIDES,
        ("together", APART),
        "apart leaves the log of opened dice to the referee until the campaign ends: it tells what others did",
    ),
}


def settings_of(*systems: System) -> Mapping[str, Setting]:
    """All settings of a campaign that plays by these systems, by name."""
    return _COMMON | {name: setting for system in systems for name, setting in system.settings.items()}


def read_setting(known: Mapping[str, Setting], name: str, value: str) -> tuple[Setting, str]:
    """The setting and the value that were meant; raises RuleError with what there is."""
    setting = known[match(name, known, what="setting")]
    try:
        return setting, own_or_listed(value, setting.pattern, setting.values, setting.name)
    except RuleError as problem:
        raise RuleError(f"{problem} ({setting.meaning})") from None


def begin(people: Sequence[Unit], welcome: Card) -> Order:
    """A campaign begins, with some people to start with."""

    def resolve(_: Scene, __: Values, ___: Dice) -> Outcome:
        return Outcome({}, welcome, units={unit.name: unit for unit in people})

    return Order("campaign new", (), (), resolve, as_it_stands, need=Need.ANYBODY)


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
        game, lines, referee = _game(scene), [], order.referee
        if order.setting is not None:
            setting, chosen = read_setting(known, order.setting, order.value or "")
            game = replace(game, settings={**game.settings, setting.name: chosen})
            lines.append(f"{setting.name}: {chosen} ({setting.meaning})")
        if referee:
            lines.append(_referee_line(scene, referee))
        if not lines:
            raise RuleError("Name a setting with a value, or a referee to add.")
        return Outcome({}, Card("The campaign is set", tuple(lines)), game=game, referees=(referee,) if referee else ())

    def _referee_line(scene: Scene, referee: str) -> str:
        if int(referee) in referees:
            raise RuleError(f"{called[referee]} is a referee already.")
        if scene.by and not seen:
            raise RuleError(
                "Whoever takes a referee's place is named before everybody: say this in the campaign's own channel."
            )
        by = f", by {person(int(scene.by))}, who manages the server" if scene.by else ""
        return f"{person(int(referee))} is a referee now{by}"

    return typed_order(SetOrder, resolve, as_it_stands)


def put_up(plan: Plan, drawing: str, about: Sequence[str]) -> Order:
    """A deck is put up, as it was drawn, instead of any other."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        card = Card(f"{plan.name} is put up", (*about, "Put people on it with /place."))
        return Outcome({}, card, game=replace(_game(scene), board=as_drawn(plan), drawing=drawing))

    return Order("deck load", (), (), resolve, as_it_stands, need=Need.REFEREE, called="Putting up a deck")


def _take_away(scene: Scene, _: Values, __: Dice) -> Outcome:
    board: Board = deck_of(scene)
    card = Card(f"{board.plan.name} is taken away", ("/undo puts it back, with everybody on it.",))
    return Outcome({}, card, game=replace(_game(scene), board=None))


def end(told: Sequence[str]) -> Order:
    """The campaign ends; `told` is what becomes of its dice."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        lines = ("Nothing is lost: /undo takes this back, and /campaign new begins another.", *told)
        return Outcome({}, Card("The campaign ends", lines), game=replace(_game(scene), ended=True))

    return Order("campaign end", (), (), resolve, as_it_stands, need=Need.MANAGER, called="Ending the campaign")


TAKE_AWAY = Order("deck take", (), (), _take_away, as_it_stands, need=Need.REFEREE, called="Taking the deck away")


def _game(scene: Scene) -> Game:
    assert scene.game is not None, "a campaign is set up in earnest only"
    return scene.game
