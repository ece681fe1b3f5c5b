"""What people do on a deck by whatever rules, and the referee's word there: what comes of it, and what is told."""

from dataclasses import replace

import pytest

from bot.deck.plan import Facing, named
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError, UnseenError
from bot.engine.scene import Said, Scene
from bot.engine.steps import scene_for
from bot.systems.deeds import deck_of, deeds, lights
from tests.systems.small_ship import Ship

DEEDS = deeds()


def do(ship, verb, *who, **fields):
    """Give one of the house's own deeds; its outcome and its card."""
    order = DEEDS[verb]
    role = {order.roles[0].name: tuple((name, None) for name in who)} if who else {}
    scene = scene_for(order, Said(verb, role, fields, ""), ship.game, Scene.of(ship.game))
    outcome = order.carried_out(scene, order.read(fields), ScriptedDice(()))
    ship.game = ship.game.after(outcome)
    return outcome, order.word(outcome.result, ())


def refused(ship, verb, *who, **fields):
    with pytest.raises(RuleError) as refusal:
        do(ship, verb, *who, **fields)
    return str(refusal.value)


def about(outcome):
    return {named(at) for at in outcome.marks.about}


def test_without_a_deck_nothing_is_done_on_it():
    with pytest.raises(RuleError, match=r"^No deck is up here: put one up with /deck load\.$"):
        deck_of(Scene({}))


@pytest.mark.parametrize(("way", "quarters"), [("north", 0), ("east", 1), ("south", 2), ("west", 1)])
def test_who_turns_is_told_to_face_there_and_by_how_many_quarters(way, quarters):
    ship = Ship()
    outcome, card = do(ship, "face", "Ann", facing=way)
    assert ship.game.board.people["Ann"].facing is Facing[way.upper()]
    assert (outcome.result.turned, card.title, about(outcome)) == (quarters, f"Ann faces {way}", {"C1"})
    back, _ = do(ship, "face", "Ann", facing="north")
    assert back.result.turned == quarters


def test_who_lies_down_and_stands_up_is_told_so():
    ship = Ship()
    outcome, card = do(ship, "stance", "Ann", how="prone")
    assert (card.title, about(outcome), ship.game.board.people["Ann"].prone) == ("Ann lies prone", {"C1"}, True)
    assert do(ship, "stance", "Ann", how="up")[1].title == "Ann stands up"
    assert not ship.game.board.people["Ann"].prone


# --- light ---


def test_the_light_of_a_room_turns_or_is_as_it_was_said():
    ship = Ship()
    for said, told, dark in (
        ({}, "The light in 1 Lobby is off", {1}),
        ({}, "The light in 1 Lobby is on", set()),
        ({"on": False}, "The light in 1 Lobby is off", {1}),
        ({"on": True}, "The light in 1 Lobby is on", set()),
    ):
        outcome, card = do(ship, "light set", room="Lobby", **said)
        assert (card.title, ship.game.board.dark) == (told, dark)
        assert outcome.result.switched == (1, not dark)
    # Corner to corner of the room.
    assert about(outcome) == {"A1", "F2"}
    assert refused(ship, "light set", room="Lobby", on=True) == "The light in 1 Lobby is on already."
    do(ship, "light set", room="Lobby")
    assert refused(ship, "light set", room="Lobby", on=False) == "The light in 1 Lobby is off already."
    told = "Ann has no light switch in reach: move them beside one, in the room that it lights."
    assert refused(ship, "light", "Ann") == told


# --- doors ---


def test_a_door_is_worked_by_who_stands_at_it_and_by_its_square():
    ship = Ship(at={"Ann": "F1"})
    outcome, card = do(ship, "door", "Ann", side="south")
    assert (card.title, about(outcome)) == ("The sliding door at Ann opens", {"F1", "F2"})
    assert len(ship.game.board.open) == 1
    assert do(ship, "door", "Ann", side="south")[1].title == "The sliding door at Ann shuts"
    assert ship.game.board.open == frozenset()
    assert do(ship, "door set", at="F1")[1].title == "The sliding door at F1 opens"
    assert do(ship, "door set", at="F2", side="north", open=False)[1].title == "The sliding door at F2 shuts"
    assert do(ship, "door set", at="F2", open=True)[1].title == "The sliding door at F2 opens"


def test_by_hand_an_open_door_is_not_opened_again():
    ship = Ship(at={"Ann": "F1"}).opened()
    assert "open already" in refused(ship, "door", "Ann", side="south", open=True)
    assert "closed already" in refused(Ship(at={"Ann": "F1"}), "door", "Ann", side="south", open=False)


# --- who is put where ---


def test_some_are_put_beside_each_other_and_told_where_they_stand():
    ship = Ship(at={})
    outcome, card = do(ship, "place", "Ann", "Bob", at="A1", facing="west")
    assert card.title == "Placed"
    assert card.lines[0] == "Ann stands at A1, facing west"
    assert card.lines[1].startswith("Bob stands at ")
    assert card.lines[1].endswith(", facing west")
    assert about(outcome) == {named(at.at) for at in ship.game.board.people.values()}
    assert set(ship.game.board.people) == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("who", "title"), [(["Ann"], "Ann leaves the deck"), (["Ann", "Bob"], "Ann and Bob leave the deck")]
)
def test_who_is_put_off_leaves_the_deck(who, title):
    ship = Ship()
    outcome, card = do(ship, "place", *who, at=" Off ")
    assert (card.title, card.lines) == (title, ())
    assert {*ship.game.board.people} == {"Ann", "Bob", "Cid"} - {*who}
    assert about(outcome) == set()


@pytest.mark.parametrize(
    ("foe", "side", "facing"),
    [("E1", "Blue", "east"), ("A1", "Blue", "west"), ("E1", "Red", "north"), ("E1", "", "north")],
)
def test_who_is_put_there_looks_to_an_enemy(foe, side, facing):
    ship = Ship(sides={"Ann": "Red", "Cid": side}, at={"Cid": foe})
    do(ship, "place", "Ann", at="C1")
    assert ship.game.board.people["Ann"].facing is Facing[facing.upper()]


def test_who_is_of_no_side_has_no_enemies():
    ship = Ship(sides={"Ann": "", "Cid": "Blue"}, at={"Cid": "E1"})
    do(ship, "place", "Ann", at="C1")
    assert ship.game.board.people["Ann"].facing is Facing.NORTH


def test_a_square_that_is_not_there_is_refused_and_under_fog_said_to_show_later():
    ship = Ship()
    assert "H9" in refused(ship, "place", "Ann", at="H9")
    # Of a game as a side knows it nobody can say what hasn't been seen.
    order = DEEDS["place"]
    known = replace(ship.game, known=object())
    scene = scene_for(order, Said("place", {"name": (("Ann", None),)}, {"at": "H9"}, ""), known, Scene.of(known))
    with pytest.raises(UnseenError, match=r"^What hasn't been seen shows as somebody is put there\.$"):
        order.carried_out(scene, order.read({"at": "H9"}), ScriptedDice(()))


# --- what is offered ---


@pytest.mark.parametrize(("by", "offered"), [("", ["1 Lobby", "2 Mess"]), ("of Red", [])])
def test_the_referee_is_offered_every_light_and_a_player_what_is_in_reach(by, offered):
    ship = Ship()
    ship.game = replace(ship.game, board=replace(ship.game.board, dark=frozenset({2})))
    scene = replace(Scene.of(ship.game), by=by)
    found = [each.partition("\x00")[0] for each in lights(scene)]
    assert len(found) == len(offered)
    assert all(told.split()[1] in each for told, each in zip(offered, found, strict=True))
    assert [each.endswith("dark") for each in found] == [False, True][: len(found)]
    assert lights(replace(scene, board=None)) == ()
