"""What an order finds and leaves: who is in a game, what a side may know of it, and the game after it."""

from dataclasses import replace

import pytest

from bot.engine.cards import Suggestion
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Outcome, Said, Scene, Unit, Units
from bot.engine.seats import Seat, Wait


class Deck:
    """A deck as far as a game asks it: who stands on it."""

    def __init__(self, *people):
        self.people = people


def everybody(*units, read=None):
    by_name = {unit.name: unit for unit in units}
    return Units(by_name, read or by_name.__getitem__)


ANN, BOB, CID = Unit("Ann", "Red", 1, owner="7"), Unit("Bob", "Red", 2), Unit("Cid", "Blue", 3)


def names(units):
    """Who is in a game, asked for in each way that a mapping has."""
    found = [*units]
    assert len(units) == len(found)
    assert [unit.name for unit in units.values()] == found
    assert all(name in units for name in found)
    return found


def test_whoever_comes_stands_last_and_who_leaves_is_gone():
    units = everybody(ANN, BOB, CID)
    assert names(units) == ["Ann", "Bob", "Cid"]
    dora = Unit("Dora", "Blue", 4)
    later = units.without("Bob").having(dora, replace(ANN, sheet=9))
    assert names(later) == ["Ann", "Cid", "Dora"]
    assert [unit.sheet for unit in later.values()] == [9, 3, 4]
    assert "Bob" not in later
    assert "Eve" not in later
    for gone in ("Bob", "Eve"):
        with pytest.raises(KeyError):
            later[gone]
    assert names(later.having(BOB)) == ["Ann", "Bob", "Cid", "Dora"]
    assert names(units) == ["Ann", "Bob", "Cid"]


def test_each_is_read_once_and_only_where_somebody_looks():
    read = []

    def reading(name):
        read.append(name)
        return {"Ann": ANN, "Bob": BOB}[name]

    units = everybody(ANN, BOB, read=reading)
    assert "Bob" in units.having(CID)
    assert not read
    assert units["Ann"] is units.having(CID)["Ann"]
    assert read == ["Ann"]


SHOT = Said("fire", {"name": (("Ann", None), ("Bob", 3)), "target": (("Cid", 30),)}, {"near": "Ann", "dm": 2}, "7")


def test_an_order_for_some_of_those_who_act_keeps_whom_it_is_aimed_at():
    assert SHOT.doers == ("Ann", "Bob")
    assert SHOT.of("Bob").people == {"name": (("Bob", 3),), "target": (("Cid", 30),)}
    assert Said("roll", {}, {}, "").doers == ()


def test_an_order_names_somebody_by_their_new_name_in_every_place():
    assert [SHOT.takes(name) for name in ("Ann", "Cid", "Dora")] == [True, True, False]
    told = SHOT.renamed("Ann", "Anna")
    assert told.people == {"name": (("Anna", None), ("Bob", 3)), "target": (("Cid", 30),)}
    assert told.fields == {"near": "Anna", "dm": 2}
    assert SHOT.renamed("Cid", "Sid").people["target"] == (("Sid", 30),)


def test_an_order_that_is_offered_stands_between_the_words_before_and_behind_it():
    assert SHOT.suggested("First ", ", then") == Suggestion(
        "fire", {"name": "Ann, Bob@3", "target": "Cid@30", "near": "Ann", "dm": 2}, "First ", ", then"
    )


FULL = Game(everybody(ANN, BOB, CID), board=Deck("Ann", "Cid"))
KNOWN = Game(everybody(ANN, replace(CID, foreign=True)), board=Deck("Ann"), known="what they know")


@pytest.mark.parametrize(
    ("scene", "driven", "as_known"),
    [
        # A player looks with the eyes of their side; the referee sees all, but for whoever is driven by their nerve.
        (Scene({}, by="7"), False, True),
        (Scene({}), False, False),
        (Scene({}), True, True),
        # What the rules have done goes by what a side knows.
        (Scene({}, of_itself=True), False, True),
    ],
)
def test_who_looks_with_the_eyes_of_a_side(scene, driven, as_known):
    asked = []

    def known_to(side):
        asked.append(side)
        return KNOWN

    scene = replace(scene, known_to=known_to, game=FULL)
    seen = scene.as_known_to(ANN, driven=driven)
    assert (seen is not scene) is as_known
    assert asked == (["Red"] if as_known else [])
    if as_known:
        assert (seen.game, seen.board, [*seen.present], [*seen.known]) == (KNOWN, KNOWN.board, ["Ann"], ["Ann", "Cid"])
        assert seen.known_to is None


def test_who_has_no_side_is_driven_where_they_are():
    scene = Scene({}, known_to=lambda _: KNOWN, of_itself=True)
    assert scene.as_known_to(replace(ANN, side=""), driven=True) is scene
    assert replace(scene, by="7").as_known_to(replace(ANN, side="")).game is KNOWN


@pytest.mark.parametrize(
    ("by", "unnamed", "game", "told"),
    [
        ("", (), FULL, ["Bob"]),
        ("", ("name",), FULL, ["Ann", "Cid"]),
        # A player of a side that keeps secrets is told of all their side's people, any other of their own.
        ("7", ("name",), KNOWN, ["Ann"]),
        ("7", ("name",), FULL, ["Bob"]),
        ("7", ("name",), None, ["Bob"]),
        ("7", (), KNOWN, ["Bob"]),
    ],
)
def test_of_whom_is_told_where_nobody_is_named(by, unnamed, game, told):
    scene = Scene({"name": (BOB,)}, by=by, unnamed=unnamed, game=game, known=KNOWN.units)
    assert [unit.name for unit in scene.read_of("name")] == told


def test_what_is_done_by_the_rules_is_nobodys_order():
    done = Scene({}, by="7", yes="8").by_the_rules()
    assert (done.by, done.yes, done.of_itself) == ("", None, True)


@pytest.mark.parametrize(("by", "may"), [("", True), ("7", True), ("8", False)])
def test_whose_a_unit_is_and_the_referee_order_it(by, may):
    if may:
        Scene({}, by=by).check_own(ANN)
    else:
        with pytest.raises(RuleError, match="Ann is not yours"):
            Scene({}, by=by).check_own(ANN)


def test_what_was_read_beforehand_is_of_its_type_or_the_order_was_given_otherwise():
    assert Scene({}, material="a deck").given(str) == "a deck"
    with pytest.raises(RuleError, match="give it by its command"):
        Scene({}, material="a deck").given(int)


@pytest.mark.parametrize(
    "what",
    [
        {"after": {"Ann": 2}},
        {"units": {"Ann": ANN}},
        {"members": {"7": None}},
        {"due": (SHOT,)},
        {"then": (SHOT,)},
        {"ledger": 0},
        {"board": 0},
        {"done": 0},
        {"game": FULL},
        {"wait": Wait(0)},
        {"seat": Seat()},
        {"reveals": 0},
    ],
    ids=lambda what: next(iter(what)),
)
def test_whatever_is_another_is_a_change(what):
    assert replace(Outcome({}, "told"), **what).changes


def test_what_only_tells_changes_nothing():
    assert not Outcome({}, "told", sealed=True, opened="plans", throwers=("Ann",), ends=True).changes


@pytest.mark.parametrize(
    ("settings", "board", "fog"),
    [({"fog": "on"}, Deck(), True), ({"fog": "off"}, Deck(), False), ({}, Deck(), False), ({"fog": "on"}, None, False)],
)
def test_fog_lies_over_a_deck_alone(settings, board, fog):
    game = Game(settings=settings, board=board, knows=lambda _, side: side)
    assert game.fog is fog
    assert (game.known_to and game.known_to("Red")) == ("Red" if fog else None)
    assert replace(game, knows=None).known_to is None


def test_those_on_the_deck_are_present_as_they_came():
    assert [*FULL.present] == ["Ann", "Cid"]
    assert FULL.present["Cid"] is CID
    assert [*replace(FULL, board=None).present] == []


def test_an_order_leaves_sheets_names_deck_and_what_the_rules_keep():
    """Bob is called Rob from now on, with another sheet, Dora is new, and Ann's distance was of this order alone."""
    deck = Deck("Rob")
    changed = {"Bob": replace(BOB, name="Rob"), "Ann": replace(ANN, at=4), "Dora": Unit("Dora", "Blue", 4)}
    after = FULL.after(Outcome({"Bob": 8, "Cid": 9}, "told", ledger="kept", board=deck, units=changed))
    assert names(after.units) == ["Ann", "Cid", "Dora", "Rob"] or names(after.units) == ["Ann", "Cid", "Rob", "Dora"]
    assert {unit.name: (unit.sheet, unit.at) for unit in after.units.values()} == {
        "Ann": (1, None),
        "Rob": (8, None),
        "Cid": (9, None),
        "Dora": (4, None),
    }
    assert (after.board, after.ledger) == (deck, "kept")
    same = FULL.after(Outcome({}, "told"))
    assert (same.board, same.ledger, same.units) == (FULL.board, FULL.ledger, FULL.units)


def test_what_an_order_makes_of_the_game_comes_first():
    """A deck that was put up stays up where the order says nothing more of it."""
    other = replace(FULL, ended=True, board=Deck())
    after = FULL.after(Outcome({"Ann": 5}, "told", game=other))
    assert (after.ended, after.board, after.units["Ann"].sheet) == (True, other.board, 5)
