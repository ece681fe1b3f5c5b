"""Where somebody who acts by themselves goes: how far in a phase, by which doors and ladders, for whom they wait."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import said
from bot.systems.ahl.autopilot.ways import CLOSING, awaited, closes, goes_back, lies_in_wait, on_their_way
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.sheet.character import Being, Condition
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import MOVES, carrying, order_of, pilot, without
from tests.systems.ahl.book import AHL
from tests.systems.ahl.people import situation
from tests.systems.ahl.table import Table, one

GUARD, FALL_BACK = Mission.GUARD, Mission.FALL_BACK
# A room in the middle, with a door at its west and one at its east; and the same with a wall in the east.
THREE = board_of("#" * 21, "#. . .D. . . .D. . .#", "#" * 21)
SEALED = board_of("#" * 21, "#. . .D. . . .#. . .#", "#" * 21)
# A corridor of seven to the east, and from its end another one to the south.
CORNER = board_of(
    "#" * 15,
    "#. . . . . . .#",
    "############# #",
    *["            #.#", "            # #"] * 19,
    "            #.#",
    "            ###",
)
# One row; a corridor that turns east behind its first square; a cell of two squares with a door at its south.
ROW = board_of("+" * 53, " ." * 26 + " ", "+" * 53)
BEND = board_of("###    ", "#.#    ", "# #####", "#. . .#", "#######")
CELL = board_of("###", "#.#", "# #", "#.#", "#D#", "#.#", "###")
# A ladder leads down from C1, in the middle of the upper level.
LADDER = board_of("", " . . L . .", level="Upper", more="level: Lower\n\n . . L . .")


def ways(*people, **more):
    """Where Ann goes: the orders and why, the best first."""
    return [(order_of(idea), idea.why) for idea in on_their_way(pilot(*people, **more))]


def bob(square, facing="W", name="Bob", **sheet):
    return one(name, "2", square, facing, "red", **sheet)


def crowd(square):
    """As many as one square holds."""
    return [one(f"{name} of {square}", "1", square) for name in ("Kim", "Lee", "Meg", "Ned")]


def test_whose_hands_are_full_goes_where_they_are_sent_and_after_nobody():
    """Ann stops as soon as she can fire at Bob; with a case she leaves him alone, and goes where she is to carry it."""
    ann, advance = one("Ann", "1", "A1"), {"orders": Mission.ADVANCE, "board": ROW}
    assert ways(ann, bob("Z1"), **advance) == [("move Ann B1 E trot", "comes nearer to Bob")]
    assert ways(carrying(ann), bob("Z1"), to="E1", **advance) == [("move Ann E1 E trot", "goes to E1")]
    seen = {"seen": {"Bob": "1:Z1"}, "at": (1, 0)}
    assert ways(carrying(ann), to="E1", **advance, **seen) == [("move Ann E1 E trot", "goes to E1")]


@pytest.mark.parametrize(
    ("to", "moved", "began", "back"),
    [
        ("D1", True, "A1", False),
        ("B1", True, "A1", True),
        ("A1", True, "A1", True),
        # To turn is no way, and whoever hasn't moved yet goes where they will.
        ("C1", True, "A1", False),
        ("B1", False, "A1", False),
        ("B1", True, None, False),
        # No farther than they are is to and fro as well.
        ("A1", True, "B1", True),
    ],
)
def test_who_has_gone_one_way_in_a_phase_does_not_go_back_in_it(to, moved, began, back):
    """Ann is at C1 by now."""
    ann, standing = one("Ann", "1", "C1")
    people = (ann, replace(standing, began=began and at_of(began)))
    found = pilot(people, board=ROW, clock=MOVES.did("Ann", moved=moved))
    assert goes_back(found, said("move", ["Ann"], to=to)) is back


def test_who_goes_back_is_advised_to_none_of_it():
    """Ann has come to C1 from A1, and is told to go there: nothing is left to do in this step."""
    ann, standing = one("Ann", "1", "C1")
    table = Table((ann, standing), board=ROW)
    table.begin(Ann="move")
    table.give("phase", step="movement")
    board = table.board
    table.board = replace(board, people={"Ann": replace(board.people["Ann"], began=at_of("A1"))})
    table.ledger = replace(table.ledger, clock=table.ledger.clock.did("Ann", moved=True, spent=4))
    due = next(each for each in AHL.due(table.game) if "Ann" in each.owes)
    ideas = AHL.piloting.advises(table.game, due, "Ann", Autopilot(Mission.ADVANCE, "A1"))
    assert [idea.said.verb for idea in ideas] == ["phase ready"]
    there = AHL.piloting.advises(table.game, due, "Ann", Autopilot(Mission.ADVANCE, "E1"))
    assert order_of(there[0]) == "move Ann E1 E trot"


# Enemies who were seen before, so that Ann and Abe are fewer than they.
MORE = {"Ben": "1:A1", "Bert": "1:A1"}
WEST = ("door Ann W True", "looks for the enemy: opens the sliding door between C1 and D1")
EAST = ("move Ann G1 E trot", "looks for the enemy")


@pytest.mark.parametrize(
    ("others", "more", "goes"),
    [
        ([], {}, [WEST]),
        # The first of their side by name stands nearer to the other door.
        ([one("Abe", "1", "G1")], {}, [EAST]),
        ([one("Zed", "1", "G1")], {}, [WEST]),
        # Dead, Abe leads nobody.
        ([one("Abe", "1", "G1", condition=Condition.DEAD)], {}, [WEST]),
        # Whoever has orders of their own, or enemies in sight, goes by what is nearest to them.
        ([one("Abe", "1", "G1")], {"to": "D1"}, [WEST]),
        (
            [one("Abe", "1", "G1"), bob("A1"), bob("J1", name="Ben")],
            {},
            [(WEST[0], WEST[1].replace("looks for the enemy", "comes nearer to Bob"))],
        ),
        ([], {"orders": GUARD, "to": "J1"}, [("move Ann G1 E trot", "goes to J1")]),
        ([], {"orders": GUARD, "to": "D1"}, []),
        ([], {"orders": Mission.HOLD}, []),
        # Nobody who is cut off is led by the others, to where they themselves don't come.
        ([one("Abe", "1", "J1")], {"board": SEALED}, []),
    ],
)
def test_whoever_looks_for_the_enemy_goes_where_the_first_of_their_side_goes(others, more, goes):
    assert ways(one("Ann", "1", "D1"), *others, **{"board": THREE, **more}) == goes


@pytest.mark.parametrize(
    ("ann", "foe", "more", "to"),
    [
        # An enemy who is 15 squares from the corner may hurt whoever comes round it with nothing left; at 16 not.
        ("A1", bob("G16", "N"), {}, "F1"),
        ("A1", bob("G17", "N"), {}, "G1"),
        # Without a weapon only one who is at 2 squares does; they go round the corner by its diagonal.
        ("C1", without(bob("G4", "N"), "weapons"), {}, "F1"),
        ("C1", without(bob("G5", "N"), "weapons"), {}, "G2"),
        # Whoever couldn't answer a shot either way, or is sent, goes as far as they come.
        ("A1", bob("G4", "N"), {"orders": GUARD, "to": "G4"}, "G1"),
        ("B1", bob("G4", "N"), {"orders": Mission.BOARD}, "F1"),
        # Where the last squares are full they go as far as the one before.
        ("A1", crowd("G1"), {"orders": GUARD, "to": "G4"}, "F1"),
        ("A1", [*crowd("G1"), *crowd("F1")], {"orders": GUARD, "to": "G4"}, "E1"),
    ],
)
def test_nobody_comes_round_a_corner_before_a_near_enemy_with_nothing_left_to_fire(ann, foe, more, to):
    """Six squares at a trot take a whole phase, and leave no snap shot."""
    others = foe if isinstance(foe, list) else [foe]
    assert ways(one("Ann", "1", ann), *others, board=CORNER, **more)[0][0] == f"move Ann {to} E trot"


def test_who_stands_at_the_corner_already_stays_there():
    """The next step leads before Bob, and to face him there would take a turn more."""
    stays = "comes nearer to Bob, but stays: the enemy sees them where the next step leads"
    assert ways(one("Ann", "1", "F1"), bob("G4", "N"), board=CORNER) == [("phase ready Ann", stays)]


def test_who_has_nothing_to_fire_goes_round_the_corner_as_far_as_they_come():
    assert ways(without(one("Ann", "1", "A1")), bob("G4", "N"), board=CORNER)[0][0] == "move Ann G1 E trot"


@pytest.mark.parametrize(
    ("start", "facing", "foe", "spent", "to"),
    [
        # To the first square from which they have them before their weapon: a step, or a turn where they stand.
        ("A1", "E", "H1", 0, "B1 E trot"),
        ("A1", "N", "H1", 0, "A1 E"),
        # A step at a walk takes 2 of the 5 points that are left, and leaves the 3 of a snap shot: so does a trot.
        ("A1", "E", "H1", 2, "B1 E trot"),
        # With no shot left they go as far as they come.
        ("A1", "E", "H1", 6, "D1 E trot"),
        # To turn about at a trot takes 4 points and leaves no shot. From 15 squares Bob may hurt them, from 16 not.
        ("A1", "W", "R1", 0, "B1 E trot"),
        ("A1", "W", "S1", 0, "C1 E trot"),
        # Who is so near to him already is not held by that; who would come so near at once turns where they stand.
        ("C1", "W", "R1", 0, "E1 E trot"),
        ("A1", "W", "Q1", 0, "A1 E"),
    ],
)
def test_whoever_comes_nearer_ends_where_they_can_fire_at_once(start, facing, foe, spent, to):
    found = ways(one("Ann", "1", start, facing), bob(foe), board=ROW, clock=MOVES.did("Ann", spent=spent))
    why = "turns first, and then comes nearer to Bob" if to == "A1 E" else "comes nearer to Bob"
    assert found == [(f"move Ann {to}", why)]


def before_fire():
    """A covering fire lies on C1 and all squares behind it."""
    lies = tuple(at_of(f"{column}1") for column in "BCDEFGHI")
    return replace(MOVES, covering=(Covering("Bob", "ACR", "DS", True, 0, 0, 0, False, situation(), lies, None),))


@pytest.mark.parametrize(("more", "to"), [({}, "B1"), ({"orders": GUARD, "to": "I1"}, "G1")])
def test_into_a_covering_fire_that_is_shown_goes_only_who_is_sent(more, to):
    (order, _) = ways(one("Ann", "1", "A1"), board=ROW, clock=before_fire(), **more)[0]
    assert order == f"move Ann {to} E trot"


def test_who_stands_before_a_covering_fire_stays_and_says_so():
    stays = "goes to I1, but stays: a covering fire lies where the next step leads"
    found = ways(one("Ann", "1", "B1"), board=ROW, clock=before_fire(), orders=Mission.ADVANCE, to="I1")
    assert found == [("phase ready Ann", stays)]


def test_into_an_enemys_square_goes_only_who_boards_or_has_nothing_left_to_fire():
    ann = one("Ann", "1", "A2")
    assert ways(ann, bob("B2")) == []
    assert ways(ann, bob("B2"), orders=Mission.BOARD)[0][0] == "move Ann B2 E trot"
    assert ways(without(ann), bob("B2"))[0][0] == "move Ann B2 E trot"


@pytest.mark.parametrize(
    ("friend", "seen", "goes"),
    [
        (None, {}, "phase ready Ann"),
        # Whom Bob sees is fighting him: Ann joins them, also where Bob sees her first.
        ("G7", {}, "move Ann G4 S trot"),
        # Bob sees nobody who stands behind the corner.
        ("E1", {}, "phase ready Ann"),
        # Against more than they are they wait; somebody beside an enemy holds nobody up, who is in their square does.
        ("G7", MORE, "phase ready Ann"),
        ("G8", MORE, "move Ann G4 S trot"),
    ],
)
def test_nobody_waits_round_the_corner_for_an_enemy_whom_their_friends_fight(friend, seen, goes):
    others = [one("Abe", "1", friend)] if friend else []
    found = ways(one("Ann", "1", "F1"), bob("G8"), *others, board=CORNER, seen=seen)
    assert [order for order, _ in found] == [goes]


def test_a_door_is_opened_by_who_began_the_phase_beside_it_with_the_points_and_else_waited_for():
    ann, door = one("Ann", "1", "D1"), "sliding door between C1 and D1"
    waits = [("phase ready Ann", f"looks for the enemy: waits for the {door} to open")]
    assert ways(ann, board=THREE) == [WEST]
    came = ann[0], replace(ann[1], began=at_of("E1"))
    assert ways(came, board=THREE) == waits
    stayed = ann[0], replace(ann[1], began=at_of("D1"))
    assert ways(stayed, board=THREE) == [WEST]
    # A sliding door takes 2 of the 6 points; somebody has put a hand on it already.
    assert ways(ann, board=THREE, clock=MOVES.did("Ann", spent=8)) == [WEST]
    assert ways(ann, board=THREE, clock=MOVES.did("Ann", spent=9)) == waits
    doors = sorted(edge for edge, barrier in THREE.plan.levels[0].barriers.items() if barrier.portal)
    assert ways(ann, board=replace(THREE, asked={doors[0]: True})) == waits


def test_a_ladder_is_taken_from_its_foot_and_gone_to_from_elsewhere():
    """It is the end of a phase's way, however many points are left; no robot takes one."""
    sent = {"board": LADDER, "orders": GUARD, "to": "2:E1"}
    assert ways(one("Ann", "1", "A1"), **sent) == [("move Ann C1 E trot", "goes to 2:E1")]
    assert ways(one("Ann", "1", "C1"), **sent) == [("move Ann 2:C1", "goes to 2:E1: takes the ladder")]
    assert ways(one("Ann", "1", "A1", being=Being.WARBOT, rank="R1"), **sent) == []


def test_whoever_is_sent_goes_before_all_else_and_to_close_is_worth_more_than_to_look():
    """2 for whom an order sends, 0.14 where they come to grips with no more than they are, 0.06 else."""
    ann, abe = one("Ann", "1", "A1"), one("Abe", "1", "A2")

    def worth(*people, **more):
        return next(on_their_way(pilot(*people, **more))).worth

    assert worth(ann, orders=GUARD, to="I1") == 2.0
    assert worth(ann, bob("I1")) == worth(ann, abe, bob("I1"), bob("I2", name="Ben")) == CLOSING == 0.14
    assert worth(ann, bob("I1"), bob("I2", name="Ben")) == worth(ann) == 0.06
    lies = ann[0], replace(ann[1], prone=True)
    assert [(idea.worth, idea.why, order_of(idea)) for idea in on_their_way(pilot(lies, bob("I1")))] == [
        (0.07, "stands up", "move Ann A1")
    ]


@pytest.mark.parametrize(
    ("others", "more", "told"),
    [
        ([bob("I1")], {}, True),
        ([bob("I1")], {"orders": Mission.ADVANCE}, True),
        ([bob("I1")], {"orders": Mission.BOARD}, True),
        ([bob("I1")], {"orders": Mission.HOLD}, False),
        ([bob("I1")], {"orders": GUARD}, False),
        ([bob("I1")], {"orders": FALL_BACK}, False),
        ([], {}, False),
        ([bob("I1"), bob("I2", name="Ben")], {}, False),
        ([bob("I1"), bob("I2", name="Ben"), one("Abe", "1", "A2")], {}, True),
        ([bob("I1"), bob("I2", name="Ben"), one("Abe", "1", "A2", condition=Condition.DEAD)], {}, False),
        # Who was seen elsewhere counts as well, and nobody twice.
        ([bob("I1")], {"seen": {"Ben": "1:E1"}}, False),
        ([bob("I1")], {"seen": {"Bob": "1:I1"}}, True),
        ([], {"seen": {"Ben": "1:E1"}}, True),
    ],
)
def test_they_close_with_enemies_who_are_no_more_than_they_themselves(others, more, told):
    assert closes(pilot(one("Ann", "1", "A1"), *others, **more)) is told


# Bob was seen in the southern corridor in the decision phase of this turn, and is seen no more.
SEEN = {"board": CORNER, "seen": {"Bob": "1:G4"}, "at": (1, 0)}
READY = ("phase ready Ann", "waits for Bob, seen a moment ago, to come")
TURNS = ("move Ann A1 E", "turns to where Bob will come from")
GOES = ("move Ann G1 E trot", "goes where Bob was seen last")


@pytest.mark.parametrize(
    ("facing", "more", "first"),
    [
        ("E", {}, READY),
        ("W", {}, TURNS),
        ("N", {}, TURNS),
        # For five phases they are waited for, a turn having five.
        ("E", {"clock": replace(MOVES, turn=2, phase=0)}, READY),
        ("E", {"clock": replace(MOVES, turn=2)}, GOES),
        ("E", {"clock": replace(MOVES, turn=2), "at": (1, 1)}, READY),
        ("E", {"orders": Mission.HOLD}, READY),
        ("E", {"orders": GUARD, "to": "B1"}, ("move Ann B1 E trot", "goes to B1")),
        ("E", {"orders": FALL_BACK}, None),
        ("E", {"seen": {}}, ("move Ann G1 E trot", "looks for the enemy")),
        # Nobody comes from 24 squares away so soon; 23 are not too many.
        ("E", {"seen": {"Bob": "1:G18"}}, READY),
        ("E", {"seen": {"Bob": "1:G19"}}, GOES),
        ("E", {"seen": {"Bob": "1:G19", "Ben": "1:G18"}}, (READY[0], READY[1].replace("Bob", "Bob or Ben"))),
        # The last square in sight on the way counts: round a bend one sees it across the corner.
        ("E", {"board": BEND, "seen": {"Bob": "1:C2"}}, READY),
        ("N", {"board": BEND, "seen": {"Bob": "1:C2"}}, TURNS),
        # Who stands where he was seen last has no way to look along.
        ("E", {"seen": {"Bob": "1:A1"}}, READY),
        # Before a shut door it is the one square before it.
        ("S", {"board": CELL, "seen": {"Bob": "1:A3"}}, READY),
        ("E", {"board": CELL, "seen": {"Bob": "1:A3"}}, ("move Ann A1 S", TURNS[1])),
    ],
)
def test_enemies_seen_a_moment_ago_are_waited_for_where_they_will_come_from(facing, more, first):
    found = ways(one("Ann", "1", "A1", facing), **{**SEEN, **more})
    assert (found[0] if found else None) == first


@pytest.mark.parametrize(
    ("seen", "orders", "waits"),
    [
        ({"Bob": "1:G4"}, Mission.HUNT, False),
        # Two against two are no odds; who is to hold a place waits, and looks their way.
        ({"Bob": "1:G4", "Ben": "1:G5"}, Mission.HUNT, True),
        ({"Bob": "1:G4"}, Mission.HOLD, True),
    ],
)
def test_who_are_twice_as_many_go_after_enemies_seen_a_moment_ago(seen, orders, waits):
    told = {**SEEN, "seen": seen, "orders": orders}
    found = ways(one("Ann", "1", "A1", "E"), one("Abe", "1", "B1"), **told)
    assert (found[0][0] == READY[0]) is waits


def test_nobody_waits_for_who_was_seen_where_others_are_in_sight():
    assert ways(one("Ann", "1", "A1"), bob("C1"), **{**SEEN, "seen": {"Ben": "1:G4"}}) == [
        ("move Ann B1 E trot", "comes nearer to Bob")
    ]


@pytest.mark.parametrize("seen", [{"Bob": "1:C2", "Ben": "1:I2"}, {"Ben": "1:I2", "Bob": "1:C2"}])
def test_of_several_who_were_seen_they_look_for_the_nearest(seen):
    """Two squares to the west of E2, and four to the east."""
    told = {"seen": seen, "at": (1, 0)}
    assert ways(one("Ann", "1", "E2", "W"), **told)[0][0] == "phase ready Ann"
    assert ways(one("Ann", "1", "E2", "E"), **told)[0][0] == "move Ann E2 W"
    assert [order_of(idea) for idea in lies_in_wait(pilot(one("Ann", "1", "E2", "W"), **told))] == ["cover Ann C2"]
    assert [*lies_in_wait(pilot(one("Ann", "1", "E2", "E"), **told))] == []


@pytest.mark.parametrize(
    ("people", "more", "told"),
    [
        ([one("Ann", "1", "A1")], {}, True),
        ([one("Ann", "1", "A1", "W")], {}, False),
        ([one("Ann", "1", "A1"), bob("C1")], {}, False),
        ([one("Ann", "1", "A1")], {"at": (0, 0)}, False),
        ([one("Ann", "1", "A1")], {"orders": GUARD, "to": "B1"}, False),
        ([one("Ann", "1", "A1")], {"orders": GUARD, "to": "A1"}, True),
        ([one("Ann", "1", "A1")], {"seen": {}}, False),
        ([one("Ann", "1", "A1")], {"seen": {"Bob": "1:G19"}}, False),
    ],
)
def test_they_await_whoever_will_come_before_their_weapon(people, more, told):
    assert awaited(pilot(*people, **{**SEEN, **more})) is told


@pytest.mark.parametrize(
    ("people", "more", "order"),
    [
        # As far as they see on the way by which he will come.
        ([one("Ann", "1", "A1")], {}, "cover Ann G1"),
        ([one("Ann", "1", "A1", "W")], {}, None),
        ([without(one("Ann", "1", "A1"))], {}, None),
        ([one("Ann", "1", "A1"), bob("C1")], {}, None),
        ([one("Ann", "1", "A1")], {"seen": {}}, None),
        ([one("Ann", "1", "A1")], {"seen": {"Bob": "1:G19"}}, None),
        ([one("Ann", "1", "A1")], {"board": BEND, "seen": {"Bob": "1:C2"}}, "cover Ann B2"),
        # Nobody fires through their own.
        ([one("Ann", "1", "A1"), one("Abe", "1", "C1")], {}, None),
        ([one("Ann", "1", "B1"), one("Abe", "1", "A1")], {}, "cover Ann G1"),
        ([one("Ann", "1", "B1"), one("Abe", "1", "A1"), one("Cat", "1", "D1")], {}, None),
    ],
)
def test_covering_fire_lies_as_far_as_is_seen_of_the_way_by_which_they_will_come(people, more, order):
    ideas = [*lies_in_wait(pilot(*people, **{**SEEN, **more}))]
    assert [order_of(idea) for idea in ideas] == ([order] if order else [])
    assert [idea.why for idea in ideas] == (["covers where Bob will come from"] if order else [])
