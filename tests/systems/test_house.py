"""What a referee does with a campaign by whatever rules: how it begins, what it is set to, which deck is up."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.deck.reading import read_plan
from bot.engine.cards import Suggestion
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.fields import Setting
from bot.engine.scene import REFEREE, Game, Scene, Unit
from bot.engine.seats import Membership
from bot.engine.system import SHIP
from bot.systems.house import (
    Beginning,
    CampaignOver,
    DrawnDeck,
    Founded,
    LoadOrder,
    MovedFrom,
    Settable,
    _put_up,
    house_orders,
    read_setting,
)
from tests.systems.small_ship import AHL, Ship

ORDERS = house_orders(AHL)
FOG = Setting("fog", ("off", "on"), "what sides know", shown_by="show all", of_decks=True)
ROUNDS = Setting("rounds", ("counted", "unlimited", "never"), "what is fired")
KNOWN = {"fog": FOG, "rounds": ROUNDS}


def give(verb, material=None, game=None, by="", **fields):
    order, game = ORDERS[verb], game or Game()
    scene = replace(Scene.of(game), by=by, material=material, members={"1": Membership(REFEREE)})
    outcome = order.resolve(scene, order.read(fields), ScriptedDice([]))
    return outcome, order.word(outcome.result, Faces([]))


def refused(verb, *given, **fields):
    with pytest.raises(RuleError) as refused_:
        give(verb, *given, **fields)
    return str(refused_.value)


def test_a_campaign_begins_with_people_or_says_how_they_come():
    people = [Unit("Ann", "Red", AHL.new_sheet)]
    founded = Founded("AHL", "character", "Ref", "abc", (("Ann", "Red", "unhurt"),), said("fire", ["Ann"]))
    outcome, card = give("campaign new", Beginning(people, founded))
    assert outcome.units == {"Ann": people[0]}
    assert card.title == "A campaign begins"
    assert card.lines == (
        "Rules: AHL", "Referee: Ref", "Ann (Red): unhurt", Suggestion("fire", {"name": "Ann"}, "Try: "),
        "The SHA-256 of the dice's secret seed: abc (/dice salt adds words of yours)",
    )  # fmt: skip
    _, card = give("campaign new", Beginning([], Founded("AHL", "character", "Ref", "abc")))
    assert card.lines[2] == "Add characters with /character add."


UP = Ship().game


def put(game=None, by="", seen=True, **fields):
    return give("campaign set", Settable(KNOWN, {"1": "Ref", "7": "Ann"}, seen), game, by, **fields)


@pytest.mark.parametrize(
    ("game", "fields", "settings", "lines"),
    [
        (UP, {"setting": "rounds", "value": "never"}, {"fog": "off", "rounds": "never"},
         ("rounds: never (what is fired)",)),
        (UP, {"setting": "fog", "value": "on"}, {"fog": "on"}, ("fog: on (what sides know)",)),
        # Fog hides nothing without a deck, of which is told; no fog hides nothing in any case.
        (Game(), {"setting": "fog", "value": "on"}, {"fog": "on"},
         ("fog: on (what sides know)", "It hides nothing until a deck is up: without one all know all")),
        (Game(), {"setting": "fog", "value": "off"}, {"fog": "off"}, ("fog: off (what sides know)",)),
        (Game(), {"setting": "rounds", "value": "never"}, {"rounds": "never"}, ("rounds: never (what is fired)",)),
    ],
)  # fmt: skip
def test_a_campaign_is_set(game, fields, settings, lines):
    outcome, card = put(game, **fields)
    assert (outcome.game.settings, card.lines, outcome.members) == (settings, lines, {})


FOGGY = replace(UP, settings={"fog": "on"})


def test_what_was_hidden_is_shown_by_its_own_words_and_the_referee_alone():
    assert put(FOGGY, setting="fog", value="show all")[0].game.settings == {"fog": "off"}
    assert put(FOGGY, setting="fog", value=" Show All ")[0].game.settings == {"fog": "off"}
    # What hides nothing now needs no such words, nor does what goes on to hide.
    assert put(UP, setting="fog", value="off")[0].game.settings == {"fog": "off"}
    assert put(FOGGY, setting="fog", value="on", by="7")[0].game.settings == {"fog": "on"}
    for by, value, sentence in (
        ("", "off", "say value:“show all” if that is meant"),
        ("7", "show all", "for the referee only"),
    ):
        with pytest.raises(RuleError, match=sentence):
            put(FOGGY, by, setting="fog", value=value)
    assert read_setting(KNOWN, "FOG", "SHOW ALL") == (FOG, "off")
    assert read_setting(KNOWN, "rounds", "Never") == (ROUNDS, "never")
    with pytest.raises(RuleError):
        read_setting(KNOWN, "rounds", "show all")


def test_a_referee_is_added_before_everybody():
    outcome, card = put(referee="7")
    assert outcome.members == {"7": Membership(REFEREE)}
    assert card.lines[0].endswith(" is a referee now")
    assert len(put(referee="7", setting="rounds", value="never")[1].lines) == 2
    assert put(by="9", referee="7")[1].lines[0].endswith(", who manages the server")
    for by, seen, number, sentence in (
        ("", True, "1", "Ref is a referee already."),
        ("9", False, "7", "Whoever takes a referee's place is named before everybody"),
    ):
        with pytest.raises(RuleError, match=sentence):
            put(by=by, seen=seen, referee=number)
    assert put(seen=False, referee="7")[0].members == {"7": Membership(REFEREE)}
    with pytest.raises(RuleError, match="Name a setting with a value, or a referee to add"):
        put()


TEXT = "\n".join(("name: Yard", "level: Deck", "#####", "#. .#", "#####"))


def test_a_deck_is_put_up_as_it_was_drawn_and_taken_away():
    outcome, card = give("deck load", DrawnDeck(read_plan(TEXT, "Yard"), TEXT, ("Two squares.",)), UP)
    assert (card.title, card.lines) == ("Yard is put up", ("Two squares.", "Put people on it with /place."))
    assert (outcome.game.board.plan.name, outcome.game.drawing, dict(outcome.game.board.people)) == ("Yard", TEXT, {})
    outcome, card = give("deck take", game=UP)
    assert (outcome.game.board, card.title) == (None, "Upper plan is taken away")
    assert card.lines[-1] == "/undo puts it back, with everybody on it."
    knows = replace(FOGGY, knows=lambda game, _: game)
    assert refused("deck take", game=knows).startswith("Fog lies over decks alone")


def test_ships_alone_have_no_deck_and_a_book_that_keeps_nothing_of_one_is_as_before():
    deck = DrawnDeck(read_plan(TEXT, "Yard"), TEXT, ())
    with pytest.raises(RuleError, match="This campaign is of ships alone"):
        _put_up(SimpleNamespace(kind=SHIP), replace(Scene.of(UP), material=deck), LoadOrder(), ScriptedDice([]))
    for kept, ledger in (("kept", None), ("less", "less")):
        book = replace(AHL, off_deck=lambda _, kept=kept: (kept, ("Smoke is gone",)))
        scene = replace(Scene.of(UP.keeping("kept")), material=deck)
        for verb in ("deck load", "deck take"):
            outcome = house_orders(book)[verb].resolve(scene, {}, ScriptedDice([]))
            assert (outcome.ledger, outcome.result.gone) == (ledger, ("Smoke is gone",))


def test_a_note_is_for_the_referee_alone_and_has_an_end():
    outcome, card = give("note", text="x" * 1500)
    assert (outcome.sealed, card.lines) == (True, ("x" * 1500,))
    for text in ("x" * 1501, "\u200b", " "):
        with pytest.raises(RuleError, match="A note has 1 to 1,500 characters"):
            give("note", text=text)


@pytest.mark.parametrize(("for_good", "more"), [(True, ()), (False, ("/undo moves it back.",))])
def test_a_campaign_moves_and_ends(for_good, more):
    moved, card = give("campaign move", MovedFrom("#old", for_good))
    assert card.lines == ("It was played in #old; everybody and the journal come with it.", *more)
    assert not moved.game
    over, card = give("campaign end", CampaignOver(waits="Ann has a shot written down"))
    assert over.game.ended
    assert card.lines[1:] == (
        "The seed of the dice stays secret, since Ann has a shot written down. The referee opens it: /dice reveal.",
    )
    assert len(give("campaign end", CampaignOver())[1].lines) == 1
