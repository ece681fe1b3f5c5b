"""How a scenario goes on to another of its decks: who comes out where, who stays, and what is kept of each deck."""

from dataclasses import replace

import pytest

from bot.deck.plan import named
from bot.engine.scenario import OffDeck, Special
from bot.engine.staging import Ruling
from bot.systems.floors import away
from tests.systems.small_ship import AHL, SHIP, Ship

NEXT = "scenario next"
ALL_AT_LADDER = {"Ann": "C1", "Bob": "C1", "Cid": "E1"}


def told(ship, *who, **fields):
    card = ship.give(NEXT, *who, **fields)
    return card.title, *card.lines


def test_who_comes_along_comes_out_where_their_way_leads_and_the_others_stay():
    ship = Ship()
    assert told(ship, "Ann") == ("On to Middle", "Ann comes along", "Bob and Cid stay behind")
    assert ship.there == {"Ann": "B1"}
    assert ship.playing.deck == 1
    assert {*ship.playing.stayed["Upper"]} == {"Bob", "Cid"}
    # By the lift to the lower deck, whose only room is where it leads.
    ship.give(NEXT, "Ann", at="Hold")
    assert (ship.playing.deck, {*ship.there}) == (2, {"Ann"})


def test_who_is_back_finds_the_others_where_they_were_and_the_doors_as_they_were():
    ship = Ship(at=ALL_AT_LADDER)
    door = next(edge for edge, what in ship.game.board.plan.levels[0].barriers.items() if what.portal)
    ship.game = replace(ship.game, board=replace(ship.game.board, open=frozenset({door})))
    assert told(ship, "Ann", "Bob") == ("On to Middle", "Ann and Bob come along", "Cid stays behind")
    assert not ship.game.board.open
    assert told(ship, "Ann", deck="Upper", at="A1") == (
        "On to Upper",
        "Ann comes along",
        "Bob stays behind",
        "Cid is at E1",
    )
    assert ship.there == {"Ann": "A1", "Cid": "E1"}
    assert ship.game.board.open == {door}
    assert {deck: {*people} for deck, people in ship.playing.stayed.items()} == {"Middle": {"Bob"}}
    # Nobody is left behind of whom all come along.
    assert told(ship, "Ann", "Cid", at="A1") == (
        "On to Middle",
        "Ann and Cid come along",
        f"Bob is at {ship.there['Bob']}",
    )


@pytest.mark.parametrize(
    ("deck", "who", "fields", "sentence"),
    [
        (0, ["Ann"], {"deck": "upper"}, "Upper is the deck that is up: name another one."),
        (0, ["Ann"], {"deck": "Attic"}, "There is no deck of this scenario “Attic”"),
        (0, ["Bob"], {}, "Bob stands at no way to Middle (Shaft): move them there, or say at: where."),
        (
            1,
            ["Bob"],
            {"deck": "Lower"},
            "Bob stands at no way to Lower (Car or Well): move them there, or say at: where.",
        ),
        (0, ["Ann", "Bob"], {}, "Bob stands at no way to Middle (Shaft): move them there, or say at: where."),
        (
            0,
            ["Ann"],
            {"at": "Bilge"},
            "There is no “Bilge” on the deck to which they go, which is Middle, Middle plan: choose Well, Car, a room",
        ),
        # The lift goes to the lower deck alone.
        (1, ["Cid"], {"deck": "Upper"}, "Cid stands at no way to Upper (Well): move them there, or say at: where."),
    ],
)
def test_where_one_cannot_go_on_to_is_refused(deck, who, fields, sentence):
    at = {"Ann": "C1", "Bob": "A1", "Cid": "E1"} if deck == 0 else {"Bob": "A1", "Cid": "F1"}
    assert sentence in Ship(deck, at=at).refused(NEXT, *who, **fields)


@pytest.mark.rule("AHL-20f")
def test_whom_a_blob_grips_goes_to_no_other_deck():
    ship = Ship(at=ALL_AT_LADDER, states={"Bob": {"gripped_by": "Blob"}})
    assert ship.refused(NEXT, "Ann", "Bob") == "Bob is in the grip of Blob: only a stun frees them (AHL 20)."
    assert told(ship, "Ann") == ("On to Middle", "Ann comes along", "Bob and Cid stay behind")
    # The deck on which they are comes up again with them.
    assert told(ship, "Bob", deck="Upper")[0] == "On to Upper"
    assert ship.there == {"Bob": "C1", "Cid": "E1"}


def test_after_the_last_deck_comes_none_and_without_a_way_a_place_must_be_said():
    short = {"decks": SHIP.decks[:3], "ways": ()}
    ship = Ship(2, at={"Ann": "A1"}, **short)
    assert ship.refused(NEXT, "Ann") == "Lower is the last deck of The Ship: name the one to go back to."
    assert ship.refused(NEXT, "Ann", deck="Upper") == (
        "Ann stands at no way to Upper: move them there, or say at: where."
    )
    assert Ship(1, at={"Ann": "A1"}, **short).refused(NEXT, "Ann").startswith("Ann stands at no way to Lower:")
    # Somebody who isn't on the deck stands at no way.
    assert Ship(at={"Bob": "A1"}).refused(NEXT, "Ann").startswith("Ann stands at no way to Middle (Shaft):")


def test_where_nothing_is_played_nobody_goes_on():
    ship = Ship()
    ship.game = ship.game.keeping(AHL.load_ledger({}))
    assert ship.refused(NEXT, "Ann") == "No scenario is played here: /scenario setup begins one."


@pytest.mark.parametrize(
    ("who", "title", "left"),
    [(["Ann"], "Ann is out by Away", {"Bob", "Cid"}), (["Ann", "Bob"], "Ann and Bob are out by Away", {"Cid"})],
)
def test_who_leaves_it_all_is_gone_and_the_deck_stays_up(who, title, left):
    ship = Ship(1, at={"Ann": "A1", "Bob": "C1", "Cid": "E1"})
    assert told(ship, *who, deck="Away") == (title,)
    assert (ship.playing.deck, {*ship.there}) == (1, left)
    assert {*ship.playing.stayed["Away"]} == {*who}


@pytest.mark.parametrize(("turn", "noted"), [(None, None), ((4, 0), 4), ((7, 3), 7)])
@pytest.mark.parametrize("deck", [None, "Away"])
def test_the_turn_in_which_some_went_is_noted_if_one_is_kept(turn, noted, deck):
    ship = Ship(turn=turn)
    ship.give(NEXT, "Ann", **({"deck": deck} if deck else {}))
    assert ship.playing.kept.get("went", {}).get("turn") == noted


def test_those_of_a_deck_are_there_as_it_comes_up_but_not_who_hides():
    sheet = AHL.dump_sheet(Ship().game.units["Cid"].sheet)
    off = tuple(
        OffDeck(name, "Blue", sheet, deck, ("E1",), hiding)
        for name, deck, hiding in (("Dot", "Middle", False), ("Eve", "Middle", True), ("Fay", "Lower", False))
    )
    ship = Ship(playing={"off": off})
    assert told(ship, "Ann")[3:] == ("Dot is at E1",)
    assert ship.there == {"Ann": "B1", "Dot": "E1"}
    assert [each.name for each in ship.playing.off] == ["Eve", "Fay"]


@pytest.mark.parametrize(("deck", "at"), [("Middle", {"B1"}), ("Lower", {"A1", "B1", "C1"})])
def test_who_has_slipped_to_a_deck_stands_at_its_ladder_or_anywhere_once_it_is_up(deck, at):
    """The lower deck has no ladder, and one room alone."""
    ship = Ship(1 if deck == "Lower" else 0, at={"Ann": "A1", "Bob": "C1"})
    gone = away(ship.playing, deck, ship.game.board, ("Bob", "Cid"))
    # Cid stood on no deck, and goes nowhere.
    assert {*gone.stayed[deck]} == {*gone.kept["came"]} == {"Bob"}
    people = {name: where for name, where in ship.game.board.people.items() if name != "Bob"}
    ship.game = replace(ship.game, board=replace(ship.game.board, people=people)).keeping(
        replace(ship.game.ledger, scenario=gone)
    )
    ship.give(NEXT, "Ann", at="A1")
    assert ship.there["Bob"] in at
    assert not ship.playing.kept["came"]
    assert named(ship.game.board.people["Ann"].at) == "A1"


@pytest.mark.parametrize(("alarm", "dark"), [(0, False), (3, True)])
def test_a_deck_to_which_one_comes_after_the_alarm_is_as_the_alarm_makes_it(alarm, dark):
    def darkened(game):
        return replace(game, board=replace(game.board, dark=frozenset({3})))

    rulings = {"lights out": Ruling("Dark after the alarm", alarmed=darkened)}
    ship = Ship(playing={"alarm": alarm}, specials=(Special("lights out"),), rulings=rulings)
    ship.give(NEXT, "Ann")
    assert (ship.game.board.dark == {3}) is dark


def test_a_deck_comes_up_again_for_those_alone_who_are_there_and_they_stay_where_they_are():
    ship = Ship(at=ALL_AT_LADDER)
    ship.give(NEXT, "Ann", at="A1", deck="Lower")
    before = ship.playing.stayed["Upper"]
    assert told(ship, "Bob", deck="Upper") == ("On to Upper", "Ann stays behind", "Bob is at C1", "Cid is at E1")
    assert ship.there == {"Bob": "C1", "Cid": "E1"}
    assert ({*before}, {*ship.playing.stayed}) == ({"Bob", "Cid"}, {"Lower"})
    # Who is there already is named along with others as well.
    ship = Ship(at=ALL_AT_LADDER)
    ship.give(NEXT, "Ann")
    ship.give(NEXT, "Ann", "Bob", deck="Upper", at="A1")
    assert ship.there == {"Ann": "A1", "Bob": "C1", "Cid": "E1"}
