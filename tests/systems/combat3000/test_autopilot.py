"""Where those stand who act by themselves, and when they charge (C3K Target eligibility, Charges)."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import said
from bot.systems.combat3000.figure.sheet import Working
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.morale.ladder import Nerve, Status
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.morale.table import HALL, game, now, on, order
from tests.systems.combat3000.table import C3K, unit

HUNT = Autopilot()
ANN, CID = unit("Ann", weapon="Rifle"), unit("Cid", weapon="Rifle")
BOB = unit("Bob", side="Blue", weapon="Rifle")


def ideas(table, verb, orders=HUNT):
    due = next(each for each in C3K.due(table) if each.answer and each.answer.verb == verb and "Ann" in each.owes)
    return C3K.piloting.advises(table, due, "Ann", orders)


def moving(*units, unseen=(), phase=Phase.MOVEMENT, moves=(), **squares):
    """The movement phase, or another, of a turn as which began Ann was not aware of some; with `moves` written down."""
    table, board = game(*units, phase=phase, board=on(HALL, **squares)), HALL
    turn = Turn(1, phase, moves={move.doers[0]: move for move in moves})
    ledger = Ledger(turn=turn, unseen=Unseen(board.plan.name, {"Ann": unseen}))
    return replace(table, read_ledger=lambda: ledger)


@pytest.mark.rule("C3K-S01")
def test_who_was_not_aware_of_an_enemy_takes_a_step_from_which_they_are():
    """The arc is 60 degrees to each side: to the west Ann sees nobody of Bob, who is nine squares east of her."""
    best = ideas(moving(ANN, BOB, CID, unseen=("Bob",), Ann="A7W", Bob="J7W", Cid="J4S"), "move")[0]
    assert (best.said.verb, best.said.fields["facing"]) == ("move", "E")
    assert best.said.fields["to"] in {"A6", "B6", "B7"}
    assert best.why == "stands where 1 enemy may be fired at in the next turn"


def test_who_has_an_enemy_before_them_stays_for_the_next_turn():
    assert ideas(moving(ANN, BOB, unseen=("Bob",), Ann="A7E", Bob="J7W"), "move") == ()


def test_who_may_fire_at_an_enemy_stays():
    assert ideas(moving(ANN, BOB, Ann="A7E", Bob="J7W"), "move") == ()


@pytest.mark.rule("C3K-F12")
def test_nobody_stands_behind_their_own():
    """Within 3 cm, two squares, of the line from A7 stands Cid, and 2.3 cm from that of A5; from A4 it is 3½."""
    best = ideas(moving(ANN, BOB, CID, Ann="A7E", Bob="J7W", Cid="C7E"), "move")[0]
    assert best.said.fields == {"to": "A4", "facing": "E"}
    assert best.why == "stands where 1 enemy may be fired at in this turn"
    firing = game(ANN, BOB, CID, phase=Phase.FIRING, board=on(HALL, Ann="A4E", Bob="J7W", Cid="C7E"))
    assert {name for idea in ideas(firing, "fire") for name, _ in idea.said.people["target"]} == {"Bob"}


@pytest.mark.parametrize(
    ("ann", "bob", "orders", "charged"),
    [
        # A sword kills in 45 of 100, bare hands seldom; a laser pike in 64.
        (("Sword",), (), Mission.HUNT, True),
        (("Sword",), (), Mission.HOLD, False),
        (("Sword",), (), Mission.GUARD, False),
        (("Sword",), ("Laser Pike",), Mission.HUNT, False),
        # A shot at six paces is worth more than a butt.
        (("Rifle",), (), Mission.HUNT, False),
    ],
)
@pytest.mark.rule("C3K-C13")
def test_who_is_better_hand_to_hand_charges_unless_a_shot_promises_more(ann, bob, orders, charged):
    one, other = armed(unit("Ann"), *ann), armed(unit("Bob", "Blue"), *bob)
    table = game(one, other, phase=Phase.CLOSE_COMBAT, board=on(HALL, Ann="A7E", Bob="E7W"))
    best = ideas(table, "charge", Autopilot(orders))
    assert [(idea.said.verb, *idea.said.people["target"]) for idea in best] == ([("charge", ("Bob", None))] * charged)
    if charged:
        assert order(table, "charge", ["Ann"], others={"target": ["Bob"]})


@pytest.mark.parametrize(("ann", "facing"), [("E4E", "W"), ("E4N", "S")])
def test_who_sees_no_enemy_goes_on_and_looks_where_nobody_of_their_side_does(ann, facing):
    """Cid looks where Ann does: what they both haven't seen is behind them."""
    best = ideas(moving(ANN, CID, Ann=ann, Cid=f"E5{ann[-1]}"), "move")[0]
    assert (best.why, best.said.fields["gait"], best.said.fields["facing"]) == ("looks for the enemy", "run", facing)


def ruined(who):
    """Somebody whose weapon has broken down for good."""
    (first,) = who.sheet.weapons
    return replace(who, sheet=replace(who.sheet, weapons=(replace(first, working=Working.RUINED),)))


@pytest.mark.parametrize(("ann", "charged"), [(ruined(ANN), True), (ANN, False)])
def test_whose_weapon_is_ruined_charges_also_where_it_is_even(ann, charged):
    """Two with rifles hit each other as often."""
    table = game(ann, BOB, phase=Phase.CLOSE_COMBAT, board=on(HALL, Ann="A7E", Bob="E7W"))
    charges = [(idea.said.verb, *idea.said.people["target"]) for idea in ideas(table, "charge")]
    assert charges == [("charge", ("Bob", None))] * charged


def test_whose_weapon_is_ruined_leaves_a_place_to_fire_from_to_others():
    squares = {"Ann": "A7W", "Bob": "J7W", "Cid": "J4S"}
    assert ideas(moving(ANN, BOB, CID, unseen=("Bob",), **squares), "move")
    assert ideas(moving(ruined(ANN), BOB, CID, unseen=("Bob",), **squares), "move") == ()


@pytest.mark.rule("C3K-F12")
def test_nobody_goes_where_they_bar_a_friends_line_of_fire():
    """Cid has Bob before him. From D5, a step away, Ann would see Bob too, but be two squares from Cid's line."""
    best = ideas(moving(ANN, BOB, CID, unseen=("Bob",), Ann="C4W", Bob="J7W", Cid="A7E"), "move")[0]
    assert best.said.fields == {"to": "E2", "facing": "E"}
    alone = ideas(moving(ANN, BOB, ruined(CID), unseen=("Bob",), Ann="C4W", Bob="J7W", Cid="A7E"), "move")[0]
    assert alone.said.fields == {"to": "D5", "facing": "E"}


@pytest.mark.rule("C3K-F08")
def test_who_was_not_aware_of_the_enemy_takes_no_place_for_this_turns_shot():
    best = ideas(moving(ANN, BOB, CID, unseen=("Bob",), Ann="A7E", Bob="J7W", Cid="C7E"), "move")[0]
    assert best.why == "stands where 1 enemy may be fired at in the next turn"


@pytest.mark.parametrize(
    ("ann", "unseen", "orders", "turned"),
    [
        ("A7W", ("Bob",), HUNT, [("face", "east", "turns to where Bob is")]),
        # Who looks there already stays as they are, and who has a shot turns with it.
        ("A7E", ("Bob",), HUNT, []),
        ("A7W", (), HUNT, []),
    ],
)
@pytest.mark.rule("C3K-S01")
def test_who_has_no_shot_turns_to_the_enemy_to_be_aware_of_them_as_the_next_turn_begins(ann, unseen, orders, turned):
    """Cid sees Bob, and Ann knows of him by that."""
    table = moving(ANN, BOB, CID, unseen=unseen, phase=Phase.FIRING, Ann=ann, Bob="J7W", Cid="J4S")
    found = ideas(table, "fire", orders)
    faces = [idea for idea in found if idea.said.verb == "face"]
    assert [(idea.said.verb, idea.said.fields["facing"], idea.why) for idea in faces] == turned
    assert any(idea.said.verb == "fire" for idea in found) is (not unseen)


@pytest.mark.parametrize(
    ("seen", "turned"),
    [("A1", [("north", "turns to where the enemy was seen last")]), ("J7", []), ("E7", [])],
)
def test_who_has_lost_the_enemy_turns_to_where_they_were_seen_last(seen, turned):
    """A1 is six squares north of Ann, who looks east, and E7 before her."""
    table = moving(ANN, phase=Phase.FIRING, Ann="A7E")
    found = ideas(table, "fire", Autopilot(seen={"Bob": seen}))
    assert [(idea.said.fields["facing"], idea.why) for idea in found] == turned


def test_where_a_friend_goes_is_left_to_them_and_where_one_leaves_is_free():
    """A4 is where Ann would stand past Cid; Dot has written down that she goes there, from A6."""
    dot = unit("Dot", weapon="Rifle")
    going = said("move", ["Dot"], to="A4", gait="walk", facing="E")
    table = moving(ANN, BOB, CID, dot, moves=[going], Ann="A7E", Bob="J7W", Cid="C7E", Dot="A6E")
    assert all(idea.said.fields["to"] != "A4" for idea in ideas(table, "move"))


@pytest.mark.parametrize(("busy", "owes"), [("", True), (FIGHTS, False)])
@pytest.mark.rule("C3K-M06")
def test_who_breaks_and_has_struck_blows_in_this_turn_owes_no_run_in_it(busy, owes):
    """Whom they fought is gone, and the table goes on."""
    broken = now(ANN, busy=busy)
    broken = replace(broken, sheet=replace(broken.sheet, nerve=Nerve(Status.TERRIFIED, broken=True)))
    table = game(broken, BOB, phase=Phase.MOVEMENT, board=on(HALL, Ann="A7E", Bob="C7W"))
    assert any("Ann" in each.owes and not each.optional for each in C3K.due(table)) is owes
