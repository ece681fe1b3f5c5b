"""What is ordered at any table, whichever book is played: a throw, and what a campaign begins with, is set to, plays on
and ends by. A rulebook may make its own of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import as_drawn
from bot.deck.plan import Plan
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Suggestion, person, printable
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, own_or_listed
from bot.engine.order import Need, Order
from bot.engine.scene import REFEREE, Game, Outcome, Said, Scene, Unit
from bot.engine.seats import Membership
from bot.engine.system import SHIP, Setting, System
from bot.engine.throws import read_throw, throw, throw_card
from bot.engine.typed import match
from bot.systems.deeds import deck_of
from bot.systems.people import typed
from bot.systems.players import is_referee, player_orders
from bot.systems.recognizing import look_orders
from bot.systems.revealing import reveal_orders
from bot.systems.seeds import Opened, opened_lines, seed_orders

_LARGEST_DM = 100
NOTE, LOADS, TAKES = "note", "deck load", "deck take"
_LONGEST_NOTE = 1500


@dataclass(frozen=True, kw_only=True, slots=True)
class RollOrder(Asked):
    """`/roll`: a throw as referees write it."""

    verb = "roll"
    about = "Throw dice"
    need = Need.ANYBODY
    throw: str = must("Such as 2D, 2D+3, 8+, 2D DM+2 8+, 3d6 or d100")
    dm: int = ask(0, "A further modifier", low=-_LARGEST_DM, high=_LARGEST_DM)
    because: str = ask("", "What it is for", spoken=True)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw as it was asked for, what it came to, and what it was for."""

    text: str
    check: Check
    because: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BeginOrder(Asked):
    """`/campaign new`: with a `Beginning`."""

    verb = "campaign new"
    need = Need.ANYBODY


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who is there to start with, and what is told of it."""

    people: Sequence[Unit]
    founded: "Founded"


@dataclass(frozen=True, kw_only=True, slots=True)
class SetOrder(Asked):
    """`/campaign set`: a setting with its value, or a referee by number; with what is `Settable`."""

    verb = "campaign set"
    need = Need.MANAGER
    called = "Setting up the campaign"
    setting: str | None = typed()
    value: str | None = typed()
    referee: str | None = typed()


@dataclass(frozen=True, slots=True)
class Settable:
    """The settings that are known; whoever is named, by number.

    `seen` is whether all who play read of it: whoever takes a referee's place is named before everybody.
    """

    known: Mapping[str, Setting]
    called: Mapping[str, str]
    seen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class EndCampaignOrder(Asked):
    """`/campaign end`: with a `CampaignOver`."""

    verb = "campaign end"
    need = Need.MANAGER
    called = "Ending the campaign"


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveHereOrder(Asked):
    """`/campaign move`: with where it is `MovedFrom`."""

    verb = "campaign move"
    need = Need.MANAGER
    called = "Moving the campaign"


@dataclass(frozen=True, slots=True)
class MovedFrom:
    """Where a campaign was played until now, in words, and whether that is gone, so that nothing leads back."""

    where: str
    for_good: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class NoteOrder(Asked):
    """`/note`, which only referees read."""

    verb = NOTE
    need = Need.REFEREE
    called = "Keeping notes"
    text: str = must("What to keep", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class KeptNote:
    """What a referee keeps."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadOrder(Asked):
    """`/deck load`: with a `DrawnDeck`, instead of any other."""

    verb = LOADS
    need = Need.REFEREE
    called = "Putting up a deck"


@dataclass(frozen=True, slots=True)
class DrawnDeck:
    """A deck as it was drawn: its plan, the text that this was read from, and what there is to say about it."""

    plan: Plan
    drawing: str
    about: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TakeOrder(Asked):
    """`/deck take`."""

    verb = TAKES
    need = Need.REFEREE
    called = "Taking the deck away"


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
    """A setting with its value and what that does, and whether that `waits` for a deck; and who is a referee now, by
    whose word, "" for a referee's.
    """

    setting: str = ""
    value: str = ""
    meaning: str = ""
    referee: str = ""
    by: str = ""
    waits: bool = False


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
    """A campaign that ends, and what becomes of its dice: the seed that is opened, or why it isn't."""

    opened: Opened | None = None
    waits: str = ""


def house_orders(system: System) -> Mapping[str, Order]:
    """All of them by their verbs, for a book."""
    orders = (
        typed_order(RollOrder, _roll, _rolled_card),
        typed_order(BeginOrder, _begin, _founded_card),
        typed_order(SetOrder, _set, _set_card, registers=True, open=True),
        *player_orders(),
        *reveal_orders(system),
        *look_orders(system),
        typed_order(EndCampaignOrder, _end, _over_card, open=True),
        typed_order(MoveHereOrder, _move, _moved_card, open=True),
        typed_order(NoteOrder, _note, _noted_card),
        *seed_orders(),
        typed_order(
            LoadOrder, partial(_put_up, system), _up_card, tells_all=lambda up: (f"The deck {up.deck} is put up",)
        ),
        typed_order(TakeOrder, partial(_take_away, system), _away_card),
    )
    return {order.verb: order for order in orders}


def _roll(_: Scene, order: RollOrder, dice: Dice) -> Outcome:
    asked = read_throw(order.throw)
    return Outcome({}, Rolled(asked.text, throw(asked, dice, order.dm, order.because), order.because))


def _rolled_card(found: Rolled, faces: Faces) -> Card:
    return throw_card(found.text, found.check, faces, found.because)


def _begin(scene: Scene, _: BeginOrder, __: Dice) -> Outcome:
    """A campaign begins, with some people to start with."""
    beginning = scene.given(Beginning)
    return Outcome({}, beginning.founded, units={unit.name: unit for unit in beginning.people})


def _founded_card(founded: Founded, _: Faces) -> Card:
    lines: list[str | Suggestion] = [f"Rules: {founded.rules}", f"Referee: {founded.referee}"]
    lines += [f"{name} ({side}): {line}" for name, side, line in founded.people]
    if founded.opening:
        lines.append(founded.opening.suggested("Try: "))
    if not founded.people:
        lines.append(f"Add {founded.kind}s with /{founded.kind} add.")
    lines.append(f"The SHA-256 of the dice's secret seed: {founded.seed} (/dice salt adds words of yours)")
    return Card("A campaign begins", tuple(lines))


def _set(scene: Scene, order: SetOrder, _: Dice) -> Outcome:
    """One of the settings that are known is changed, or a referee is added."""
    settable = scene.given(Settable)
    game, done, referee = _game(scene), SetUp(), order.referee
    if order.setting is not None:
        setting, chosen = read_setting(settable.known, order.setting, order.value or "")
        if setting.shown_by and chosen == setting.values[0] != game.settings.get(setting.name, setting.values[0]):
            _check_shows(scene, setting, order.value or "")
        game = replace(game, settings={**game.settings, setting.name: chosen})
        waits = setting.of_decks and chosen != setting.values[0] and game.board is None
        done = SetUp(setting.name, chosen, setting.meaning, waits=waits)
    if referee:
        _check_referee(scene, settable, referee)
        by = person(int(scene.by)) if scene.by else ""
        done = replace(done, referee=person(int(referee)), by=by)
    if done == SetUp():
        raise RuleError("Name a setting with a value, or a referee to add.")
    return Outcome({}, done, game=game, members={referee: Membership(REFEREE)} if referee else {})


def _check_shows(scene: Scene, setting: Setting, said: str) -> None:
    """Refuse to show what a setting hides in passing, or to whoever may not know it."""
    if scene.by:
        raise RuleError(f"Everybody learns then what {setting.name} has kept from them: that is for the referee only.")
    if said.strip().casefold() != setting.shown_by:
        raise RuleError(
            f"Everybody learns then what {setting.name} has kept from them, and nobody can unknow it: "
            f"say value:“{setting.shown_by}” if that is meant."
        )


def _check_referee(scene: Scene, settable: Settable, referee: str) -> None:
    if is_referee(scene, referee):
        raise RuleError(f"{settable.called[referee]} is a referee already.")
    if scene.by and not settable.seen:
        raise RuleError(
            "Whoever takes a referee's place is named before everybody: say this in the campaign's own channel."
        )


def _set_card(done: SetUp, _: Faces) -> Card:
    by = f", by {done.by}, who manages the server" if done.by else ""
    lines = [f"{done.setting}: {done.value} ({done.meaning})"] if done.setting else []
    lines += ["It hides nothing until a deck is up: without one all know all"] if done.waits else []
    lines += [f"{done.referee} is a referee now{by}"] if done.referee else []
    return Card("The campaign is set", tuple(lines))


def read_setting(known: Mapping[str, Setting], name: str, value: str) -> tuple[Setting, str]:
    """The setting and the value that were meant; raises RuleError with what there is."""
    setting = known[match(name, known, what="setting")]
    if setting.shown_by and value.strip().casefold() == setting.shown_by:
        return setting, setting.values[0]
    return setting, own_or_listed(value, setting.pattern, setting.values, setting.name, setting.meaning)


def _put_up(system: System, scene: Scene, _: LoadOrder, __: Dice) -> Outcome:
    """A deck is put up, as it was drawn, instead of any other, and what the book keeps of that goes with it."""
    if system.kind == SHIP:
        raise RuleError("This campaign is of ships alone: a deck is for people, in a campaign with rules for them.")
    deck = scene.given(DrawnDeck)
    up = replace(_game(scene), board=as_drawn(deck.plan), drawing=deck.drawing)
    kept, gone = system.off_deck(scene.ledger)
    told = PutUp(deck.plan.name, deck.about, tuple(gone))
    return Outcome({}, told, game=up, ledger=None if kept == scene.ledger else kept)


def _up_card(up: PutUp, _: Faces) -> Card:
    return Card(f"{up.deck} is put up", (*up.about, *up.gone, "Put people on it with /place."))


def _take_away(system: System, scene: Scene, _: TakeOrder, __: Dice) -> Outcome:
    """The deck is taken away, with what the book keeps of it."""
    board = deck_of(scene)
    if scene.known_to is not None:
        raise RuleError(
            "Fog lies over decks alone, and without one everybody learns all: put another up with /deck load, or set "
            "fog back first."
        )
    kept, gone = system.off_deck(scene.ledger)
    told, bare = TakenAway(board.plan.name, tuple(gone)), replace(_game(scene), board=None)
    return Outcome({}, told, game=bare, ledger=None if kept == scene.ledger else kept)


def _away_card(away: TakenAway, _: Faces) -> Card:
    return Card(f"{away.deck} is taken away", (*away.gone, "/undo puts it back, with everybody on it."))


def _end(scene: Scene, _: EndCampaignOrder, __: Dice) -> Outcome:
    """The campaign ends."""
    return Outcome({}, scene.given(CampaignOver), game=replace(_game(scene), ended=True))


def _over_card(over: CampaignOver, _: Faces) -> Card:
    secret = (f"The seed of the dice stays secret, since {over.waits}. The referee opens it: /dice reveal.",)
    dice = opened_lines(over.opened) if over.opened else secret if over.waits else ()
    return Card(
        "The campaign ends", ("Nothing is lost: /undo takes this back, and /campaign new begins another.", *dice)
    )


def _move(scene: Scene, _: MoveHereOrder, __: Dice) -> Outcome:
    """The campaign is played here from now on."""
    return Outcome({}, scene.given(MovedFrom))


def _moved_card(moved: MovedFrom, _: Faces) -> Card:
    came = f"It was played in {moved.where}; everybody and the journal come with it."
    return Card("The campaign moves here", (came, *(() if moved.for_good else ("/undo moves it back.",))))


def _note(_: Scene, order: NoteOrder, __: Dice) -> Outcome:
    words = printable(order.text)
    if not words or len(words) > _LONGEST_NOTE:
        raise RuleError(f"A note has 1 to {_LONGEST_NOTE:,} characters.")
    return Outcome({}, KeptNote(words), sealed=True)


def _noted_card(noted: KeptNote, _: Faces) -> Card:
    return Card("A note", (noted.text,))


def _game(scene: Scene) -> Game:
    assert scene.game is not None, "a campaign is set up in earnest only"
    return scene.game
