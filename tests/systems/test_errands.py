"""Where their orders send those who act by themselves, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.plan import Facing, at_of, named
from bot.deck.reading import read_plan
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import Choice, Due, said
from bot.engine.scene import Game, Said, Unit, Units
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.turn.clock import Clock
from bot.systems.errands import Errand, as_known, looks, named_in, rooms_to_search
from tests.deck.plans import board_of
from tests.systems.small_ship import AHL, DEAD, OUT, Ship

# Ann stands at A1 in a room of one square; behind a door is a room of four, then one of two, and one of one.
ROOMS = board_of(
    "#################",
    "#aDb . . .Dc .Dd#",
    "#################",
    notes=["a = room 1 Bridge", "b = room 2 Hold", "c = room 3 Mess", "d = room 4 Locker"],
)
BOARD = replace(ROOMS, people={"Ann": Standing(next(iter(ROOMS.plan.rooms[0].squares)))})
LARGE, MESS, LOCKER = ["B1", "C1", "D1", "E1", "F1", "G1"], ["F1", "G1"], ["H1"]
FOE, LAST = {"Bob": "D1"}, {"Cid": "1:E1", "Dot": "1:F1"}


def at(square):
    return next(each for room in ROOMS.plan.rooms for each in room.squares if named(each) == square)


def errand(orders, to="", foes=(), **more):
    return Errand(
        BOARD, "Ann", Autopilot(orders, to, **more), {name: at(square) for name, square in dict(foes).items()}
    )


def goals(*given, **more):
    """Each kind of goal, the squares in the order of their names."""
    return [(sorted(map(named, squares)), why) for squares, why in errand(*given, **more).goals()]


NEARER, SEEN = (["D1"], "comes nearer to Bob"), (["E1", "F1"], "goes where Cid or Dot was seen last")
PLACE, LOOKS = (["F1"], "goes to F1"), [(LARGE, "looks for the enemy"), ([*LARGE, *LOCKER], "looks for the enemy")]


@pytest.mark.parametrize(
    ("orders", "nobody", "in_sight", "seen_last"),
    [
        # Who can't come where somebody was seen last looks elsewhere.
        (Mission.HUNT, LOOKS, [NEARER], [SEEN, *LOOKS]),
        (Mission.ADVANCE, LOOKS, [NEARER], [SEEN, *LOOKS]),
        (Mission.BOARD, [], [NEARER], []),
        (Mission.GUARD, [], [], []),
        (Mission.HOLD, [], [], []),
        (Mission.GO_ON, [], [], []),
    ],
)
def test_who_hunts_looks_for_the_enemy_and_others_go_only_for_whom_they_see(orders, nobody, in_sight, seen_last):
    assert goals(orders) == nobody
    assert goals(orders, foes=FOE) == in_sight
    assert goals(orders, seen=LAST) == seen_last
    # Whom they see is nearer than whom they saw.
    assert goals(orders, foes=FOE, seen=LAST) == in_sight
    # A place goes before all of that, until they are there.
    assert goals(orders, to="F1", foes=FOE) == [PLACE, *in_sight]
    # Told by the square alone, and with what for where that is known.
    assert goals(orders, to="1:F1", foes=FOE, purpose=" to leave this deck")[0] == (
        ["F1"],
        "goes to F1 to leave this deck",
    )
    at_it = [] if orders is Mission.ADVANCE else in_sight
    assert goals(orders, to="A1", foes=FOE) == at_it
    assert goals(orders, to="Nowhere", foes=FOE) == in_sight


@pytest.mark.parametrize(("to", "leaves"), [("A1", False), ("B1", False), ("C1", False), ("D1", True)])
def test_who_has_advanced_to_a_place_does_not_leave_it_for_an_enemy(to, leaves):
    """Two squares off is there: four have room in one, and the others stand beside it."""
    nearer = [NEARER] if leaves else []
    assert [each for each in goals(Mission.ADVANCE, to=to, foes=FOE) if each[1] != f"goes to {to}"] == nearer


def test_who_falls_back_goes_out_of_sight_or_where_they_are_told():
    assert [why for _, why in goals(Mission.FALL_BACK, foes=FOE)] == ["falls back out of sight"]
    assert goals(Mission.FALL_BACK) == goals(Mission.FALL_BACK, seen=LAST) == []
    assert goals(Mission.FALL_BACK, to="F1", foes=FOE) == [PLACE]


@pytest.mark.parametrize(
    ("orders", "to", "in_sight", "nobody"),
    [
        *((orders, "F1", True, True) for orders in (Mission.GUARD, Mission.BOARD, Mission.FALL_BACK)),
        *((orders, "A1", False, False) for orders in (Mission.GUARD, Mission.BOARD, Mission.FALL_BACK)),
        (Mission.FALL_BACK, "", True, False),
        (Mission.GUARD, "", False, False),
        *((orders, "F1", False, False) for orders in (Mission.HUNT, Mission.ADVANCE, Mission.HOLD, Mission.GO_ON)),
    ],
)
def test_who_is_sent_elsewhere_goes_before_they_fire(orders, to, in_sight, nobody):
    assert errand(orders, to, FOE).sent is in_sight
    assert errand(orders, to).sent is nobody


def test_the_rooms_where_nobody_looked_come_first_and_large_ones_before_small_ones():
    """Half as large as the largest is large; where all were looked into, all are again, but for one's own."""
    assert goals(Mission.HUNT, looked=(2,)) == [([*MESS, *LOCKER], "looks for the enemy")] * 2
    assert goals(Mission.HUNT, looked=(2, 3)) == [(LOCKER, "looks for the enemy")] * 2
    assert goals(Mission.HUNT, looked=(2, 3, 4)) == LOOKS
    assert goals(Mission.HUNT, looked=(1,)) == LOOKS


def test_on_a_deck_without_another_room_one_looks_where_one_does_not_see():
    one_room = board_of("#########", "#. . .|.#", "#########")
    (seen,) = Errand(replace(one_room, people={"Ann": Standing(at("A1"))}), "Ann", Autopilot(Mission.HUNT), {}).goals()
    assert sorted(map(named, seen[0])) == ["D1"]
    hall = board_of("#####", "#. .#", "#####")
    (all_of_it,) = Errand(replace(hall, people={"Ann": Standing(at("A1"))}), "Ann", Autopilot(Mission.HUNT), {}).goals()
    assert sorted(map(named, all_of_it[0])) == ["B1"]


def test_a_room_of_less_than_half_the_squares_of_the_largest_is_not_large():
    rooms = board_of(
        "#################",
        "#aDb . . . .Dc .#",
        "#################",
        notes=["a = room 1 Bridge", "b = room 2 Hold", "c = room 3 Mess"],
    )
    people = {"Ann": Standing(next(iter(rooms.plan.rooms[0].squares)))}
    large, every = Errand(replace(rooms, people=people), "Ann", Autopilot(Mission.HUNT), {}).goals()
    assert sorted(map(named, large[0])) == ["B1", "C1", "D1", "E1", "F1"]
    assert sorted(map(named, every[0])) == ["B1", "C1", "D1", "E1", "F1", "G1", "H1"]


# Ann and Bob are in the lobby, Cid is behind the door between F1 and F2 that is shut, in the mess.
INSIDE = {"Ann": "F2", "Bob": "A1", "Cid": "F1"}


def test_once_every_room_has_been_looked_into_what_is_left_of_them_is_looked_for():
    """E1 and F1 of the mess, behind its shut door, which all show once it opens; then all is looked into anew."""
    ship = Ship(turn=(3, 1), at={"Ann": "F2", "Bob": "A1"}, sides={"Ann": "Red", "Bob": "Red"})
    found = looks(AHL.squads, ship.game, "Ann", Autopilot(looked=(2,)))
    assert found.left == {"0:0": 0b110000}
    assert goals(Mission.HUNT, looked=(2, 3, 4), left=found.left)[0] == (["E1", "F1"], "looks for the enemy")
    half = looks(AHL.squads, ship.game, "Ann", replace(found, left={"0:0": 0b100000}))
    assert half.left == {"0:0": 0b100000}
    done = looks(AHL.squads, ship.opened().game, "Ann", found)
    assert (done.left, done.looked) == ({}, ())


@pytest.mark.parametrize(
    ("given", "pilot", "looked", "seen", "moment"),
    [
        # Who stands in a room has looked into it; of an enemy whom they don't see they know nothing.
        ({}, Autopilot(), (1,), {}, (0, 0)),
        # Once all rooms have been, every square out of sight is to be: E1 and F1 of the mess.
        ({}, Autopilot(looked=(2,)), (1, 2), {}, (0, 0)),
        # Where somebody was seen last, unless one sees now that they aren't there any more.
        ({}, Autopilot(seen={"Cid": "1:E1"}), (1,), {"Cid": "1:E1"}, (0, 0)),
        ({}, Autopilot(seen={"Cid": "1:A2"}), (1,), {}, (0, 0)),
        # Whoever has come over to one's own side is nobody to be looked for.
        ({"sides": dict.fromkeys(("Ann", "Bob", "Cid"), "Red")}, Autopilot(seen={"Cid": "1:E1"}), (), {}, (0, 0)),
        # With the door open all is seen: each room has been looked into, and so all of them are to be anew.
        ({"open": True}, Autopilot(), (), {"Cid": "1:F1"}, (3, 1)),
        ({"open": True, "states": {"Cid": OUT}}, Autopilot(seen={"Cid": "1:F1"}), (), {}, (0, 0)),
        ({"open": True, "sides": {"Ann": "Red", "Bob": "Red", "Cid": "Red"}}, Autopilot(), (), {}, (0, 0)),
    ],
)
def test_what_somebody_knows_once_their_side_has_looked_about(given, pilot, looked, seen, moment):
    opens = given.get("open")
    ship = Ship(turn=(3, 1), at=INSIDE, **{name: value for name, value in given.items() if name != "open"})
    game = (ship.opened() if opens else ship).game
    found = looks(AHL.squads, game, "Ann", pilot)
    assert (found.looked, dict(found.seen), found.at) == (looked, seen, moment)


@pytest.mark.parametrize(
    ("opens", "named_so", "there"),
    [(False, (), {"Ann", "Bob"}), (True, (), {"Ann", "Bob", "Cid"}), (False, {"Cid"}, {"Ann", "Bob", "Cid"})],
)
def test_they_go_by_whom_their_side_sees_and_who_is_named_to_them(opens, named_so, there):
    ship = Ship(turn=(3, 1), at=INSIDE)
    game = as_known(AHL.squads, (ship.opened() if opens else ship).game, "Bob", named_so)
    assert {*game.board.people} == {*game.units} == there


@pytest.mark.parametrize("fog", ["off", "on"])
@pytest.mark.parametrize(
    ("lain", "there"),
    [({}, {"Ann", "Bob"}), ({"Cid": "1:F1"}, {"Ann", "Bob", "Cid"}), ({"Cid": "1:E1"}, {"Ann", "Bob"})],
)
def test_the_dead_lie_where_they_were_seen_to(lain, there, fog):
    """Cid lies behind the shut door; dragged elsewhere unseen, nobody knows where."""
    game = Ship(turn=(3, 1), at=INSIDE, states={"Cid": DEAD}).game
    known = as_known(AHL.squads, replace(game, settings={**game.settings, "fog": fog}), "Bob", lain=lain)
    assert {*known.board.people} == there


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"open": True, "state": DEAD}, {}, {"Cid": "1:F1"}),
        ({"open": False, "state": DEAD}, {}, {}),
        ({"open": False, "state": DEAD}, {"Cid": "1:F1"}, {"Cid": "1:F1"}),
        # Not there any more; and who is only out may get up again, and move.
        ({"open": True, "state": DEAD}, {"Eve": "1:E1"}, {"Cid": "1:F1"}),
        ({"open": True, "state": OUT}, {}, {}),
        # Their own are no secret.
        ({"open": True, "state": DEAD, "side": "Red"}, {}, {}),
    ],
)
def test_where_the_dead_lie_is_remembered_by_whoever_saw_them(given, before, after):
    ship = Ship(
        turn=(3, 1),
        at=INSIDE,
        states={"Cid": given["state"]},
        sides={"Ann": "Red", "Bob": "Red", "Cid": given.get("side", "Blue")},
    )
    game = (ship.opened() if given["open"] else ship).game
    assert looks(AHL.squads, game, "Ann", Autopilot(lain=before)).lain == after


def test_of_enemies_they_know_what_shows():
    ship = Ship(turn=(3, 1), at=INSIDE, states={"Cid": {"light_wounds": 2}, "Bob": {"light_wounds": 2}}).opened()
    known = as_known(AHL.squads, ship.game, "Ann")
    assert (known.units["Cid"].sheet.light_wounds, known.units["Bob"].sheet.light_wounds) == (0, 2)


def test_whom_something_that_is_due_names():
    choices = (Choice("One", said("melee", ["Ann"])), Choice("Two", Said("fire", {"target": (("Cid", 3),)}, {}, "")))
    assert named_in(Due("a blow", "R", ("Ann",), choices=choices)) == {"Cid"}
    # Who else may act in a step is no news of where they are.
    both = Choice("Done", said("phase ready", ["Ann", "Cid"]))
    assert named_in(Due("may act", "R", ("Ann", "Cid"), choices=(both,))) == set()
    assert named_in(None) == set()


# A ladder leads to the loft on the other level; the end of the tank is full of fuel.
TALL = as_drawn(
    read_plan(
        "\n".join(
            (
                "name: Ship",
                "level: Upper",
                "#####",
                "#l L#",
                "#####",
                "l = room 1 Loft",
                "level: Lower",
                "#############",
                "#a LDm .Dt F#",
                "#############",
                "a = room 2 Hall",
                "t = room 3 Tank",
                "m = room 4 Mess",
            )
        ),
        "Ship",
    )
)


def test_nobody_looks_for_anybody_where_nobody_can_stand_nor_on_levels_to_which_they_do_not_go():
    assert {number: len(squares) for number, squares in rooms_to_search(TALL).items()} == {1: 2, 2: 2, 3: 1, 4: 2}
    assert {*rooms_to_search(TALL, 1)} == {2, 3, 4}
    there = replace(TALL, people={"Ann": Standing(at_of("2:A1"))})
    found = [
        {number for squares, _ in Errand(there, "Ann", Autopilot(), {}, climbs=climbs).goals() for number in squares}
        for climbs in (True, False)
    ]
    assert [{at.level for at in squares} for squares in found] == [{0, 1}, {1}]


@pytest.mark.parametrize(
    ("being", "left"), [(Being.PERSON, {"0:0": 0b1, "1:0": 0b11100}), (Being.MAINTENANCE_ROBOT, {"1:0": 0b11100})]
)
def test_what_climbs_no_ladder_looks_through_its_own_level_alone(being, left):
    """All rooms have been looked into; whoever climbs has one square of the loft left, the other is over the ladder."""
    ann = Unit("Ann", "Red", Character(being=being), owner="of Red")
    game = Game(
        Units({"Ann": ann}, {"Ann": ann}.__getitem__),
        ("Red", "Blue"),
        {"fog": "off"},
        replace(TALL, people={"Ann": Standing(at_of("2:A1"), Facing.WEST)}),
    )
    game = game.keeping(Ledger(clock=Clock(turn=3, phase=1)))
    looked = (1, 2, 3, 4) if being is Being.PERSON else (2, 3, 4)
    assert AHL.piloting.looks(game, "Ann", Autopilot(looked=looked)).left == left


def test_what_is_no_room_is_looked_into_as_well_where_a_way_leads_there():
    """A closet behind a hatch; nobody comes to the three squares that are walled off, and nobody waits for a lift."""
    board = board_of("#########", "#a . .DE#", "#H#######", "#.|. . .#", "#########", notes=["a = room 1 Hall"])
    hall, closet, walled = (frozenset(map(at_of, each)) for each in (("A1", "B1", "C1"), ["A2"], ("B2", "C2", "D2")))
    assert rooms_to_search(board) == {1: hall, -1: closet, -2: walled}
    assert rooms_to_search(board, 0, at_of("B1")) == {1: hall, -1: closet}


# Ann stands in a passage from which a door leads into a store of eight squares; Bob was seen where the door is.
PASSAGE = board_of(
    "#####################",
    "#p . . . . . . . . .#",
    "#D##################",
    "#r . . . . . . .#",
    "#################",
    notes=["p = room 1 Passage", "r = room 2 Store"],
)


@pytest.mark.parametrize(
    ("pilot", "left"),
    [
        # Nobody is there any more where Bob was seen: what is near, through the shut door too, is looked at.
        (Autopilot(seen={"Bob": "1:A1"}), {"0:1": 0b11111111}),
        (Autopilot(seen={"Bob": "1:J1"}), {}),
        # They go on with that, each square once.
        (Autopilot(left={"0:1": 0b11000000}), {"0:1": 0b11000000}),
        # Of who was seen on another deck, or isn't on this one, nothing is known here.
        (Autopilot(seen={"Bob": "3:A1"}), {}),
        (Autopilot(seen={"Eve": "1:A1"}), {}),
        (Autopilot(), {}),
    ],
)
def test_where_a_fight_has_been_what_is_near_is_looked_at_first(pilot, left):
    """Bob is out; from A1 it is a step and a door to A2, and 7 more to H2; from J1 it is 9 more."""
    ship = table_of(ann="C1", bob="H2")
    assert looks(AHL.squads, ship, "Ann", pilot).left == left


def test_what_was_left_to_be_looked_at_is_so_once_an_enemy_is_in_sight_again():
    """Of B2 and C2, where somebody may be, nothing is in view from C1; Bob is, and what is left is known after him."""
    ship = table_of(ann="C1", bob="E1", condition=Condition.ACTIVE)
    found = looks(AHL.squads, ship, "Ann", Autopilot(left={"0:1": 0b110}))
    assert (found.seen, found.left) == ({"Bob": "1:E1"}, {"0:1": 0b110})


# The same with a store at each end, by doors south of A1 and of I1.
ENDS = board_of(
    "#####################",
    "#p . . . . . . . . .#",
    "#D###############D###",
    "#r . .#       #s . .#",
    "#######       #######",
    notes=["p = room 1 Passage", "r = room 2 Store", "s = room 3 Other store"],
)


@pytest.mark.parametrize(
    ("last", "left"),
    [("G1", {"0:1": 0b1110000000}), ("B1", {"0:1": 0b111}), ("C1", {"0:1": 0b111})],
)
def test_they_look_first_on_the_side_on_which_the_enemy_was_seen(last, left):
    """Ann stands at D1 and looks along the passage; from C1 both stores are near, and to neither is she nearer..."""
    ship = table_of(ann="D1", bob="I2", board=ENDS)
    assert looks(AHL.squads, ship, "Ann", Autopilot(seen={"Bob": f"1:{last}"})).left == left


def table_of(ann, bob, condition="unconscious", board=PASSAGE):
    people = {
        "Ann": Unit("Ann", "Red", Character(), owner="of Red"),
        "Bob": Unit("Bob", "Blue", Character(condition=condition)),
    }
    stand = {"Ann": Standing(at_of(ann)), "Bob": Standing(at_of(bob))}
    game = Game(Units(people, people.__getitem__), ("Red", "Blue"), {"fog": "off"}, replace(board, people=stand))
    return game.keeping(Ledger(clock=Clock(turn=3, phase=1)))
