"""What those of a scenario do of themselves besides fighting, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.board import Lift, Ride
from bot.deck.plan import named
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import Due, said
from bot.engine.scenario import Decision, Goal, Objective, Special
from bot.systems.undertaking import sides_deeds, undertaking
from tests.systems.small_ship import DEAD, OUT, WAYS, Ship

GO_ON = Autopilot(Mission.GO_ON)
CASE = Goal("cases", 1, "Crates", carried=True)


def at_work(deck=0, **more):
    ship = Ship(deck, turn=more.pop("turn", (1, 1)), **more)
    return undertaking(ship.system, ship.game)


@pytest.mark.parametrize(
    ("given", "orders", "to"),
    [
        # Nothing is hidden: to the ladder, unless their side clears the deck first; by the last deck's end they hunt.
        ({}, "advance", "1:C1"),
        ({"specials": (Special("cleared in order", "Red"),)}, "hunt", ""),
        ({"specials": (Special("cleared in order", "Blue"),)}, "advance", "1:C1"),
        ({"deck": 2, "at": {"Ann": "A1"}}, "hunt", ""),
        # What is hidden goes first: the one square at a side of the crate that they reach.
        ({"goals": (CASE,)}, "advance", "1:E2"),
        ({"goals": (CASE,), "playing": {"searched": {"cases F2": (0, 0)}}}, "advance", "1:C1"),
        # Who isn't on the deck hunts.
        ({"at": {"Bob": "A1"}}, "hunt", ""),
    ],
)
def test_who_is_told_to_go_on_goes_to_what_is_next(given, orders, to):
    bound = at_work(**{"at": {"Ann": "A1"}, **given}).bound("Ann", GO_ON)
    assert (str(bound.orders), bound.to) == (orders, to)


@pytest.mark.parametrize("orders", [each for each in Mission if each is not Mission.GO_ON])
def test_other_orders_are_as_they_were(orders):
    pilot = Autopilot(orders, "A2")
    assert at_work().bound("Ann", pilot) == pilot


@pytest.mark.parametrize(
    ("square", "began", "turn", "looks"),
    [
        ("E2", "E2", (1, 1), True),
        ("E2", None, (1, 1), True),
        ("E2", "D2", (1, 1), False),
        ("D2", "D2", (1, 1), False),
        ("E2", "E2", (1, 0), False),
    ],
)
def test_who_began_the_phase_beside_a_crate_looks_into_it(square, began, turn, looks):
    ship = Ship(at={"Ann": square}, goals=(CASE,), turn=turn)
    people = ship.game.board.people
    start = None if began is None else next(at for at in ship.game.board.plan.levels[0].floor if named(at) == began)
    ship.game = replace(ship.game, board=replace(ship.game.board, people={"Ann": replace(people["Ann"], began=start)}))
    ideas = [*undertaking(ship.system, ship.game).ideas("Ann", GO_ON)]
    assert [(idea.said.verb, idea.said.fields, idea.why) for idea in ideas] == (
        [("scenario search", {"at": "F2"}, "looks into F2 for what is hidden")] if looks else []
    )
    assert not [*undertaking(ship.system, ship.game).ideas("Ann", Autopilot(Mission.HUNT))]


OPEN = {"holding": {"cases": ("F2",)}, "searched": {"cases F2": (0, 0)}, "tallies": {"cases found": 1}}


def laden(name, at=None, **playing):
    """A scenario with a crate at F2 in which somebody has their hands full."""
    ship = Ship(at=at or {"Ann": "E2", "Bob": "A1"}, goals=(CASE,), turn=(1, 1), playing=playing)
    units = ship.game.units
    ship.game = replace(ship.game, units=units.having(replace(units[name], marks=("carries cases",))))
    return undertaking(ship.system, ship.game)


def test_whose_hands_are_full_looks_for_nothing_more_and_goes_on():
    """Ann stands beside the crate, and Bob goes there in her place."""
    stage = laden("Ann")
    assert [*stage.ideas("Ann", GO_ON)] == []
    assert [stage.bound(name, GO_ON).to for name in ("Ann", "Bob")] == ["1:C1", "1:E2"]


def test_who_has_a_hand_free_takes_up_what_lies_open():
    """A case was found by somebody with their hands full: nothing else is to be found."""
    stage = laden("Bob", **OPEN)
    assert [idea.said.fields for idea in stage.ideas("Ann", GO_ON)] == [{"at": "F2"}]
    assert stage.bound("Ann", GO_ON).to == "1:E2"
    # Once it is taken it isn't sought.
    taken = laden("Bob", **{**OPEN, "holding": {"cases": ()}})
    assert taken.bound("Ann", GO_ON).to == "1:C1"
    assert [*taken.ideas("Ann", GO_ON)] == []


@pytest.mark.parametrize(("bob", "to"), [("E2", "1:A2"), ("A2", "1:E2")])
def test_of_several_each_goes_to_what_nobody_else_is_nearer_to(bob, to):
    """Ann is one square from a side of the crate at F2, and three from what lies at A2."""
    found = {"holding": {"cases": ("A2", "F2")}, "searched": {"cases A2": (0, 0), "cases F2": (0, 0)}}
    ship = Ship(at={"Ann": "D2", "Bob": bob}, goals=(CASE,), turn=(1, 1), playing={**OPEN, **found})
    assert undertaking(ship.system, ship.game).bound("Ann", GO_ON).to == to


@pytest.mark.parametrize(("carriers", "goes"), [(["Ann"], False), (["Ann", "Bob"], True)])
def test_a_side_goes_on_once_nobody_of_it_has_a_hand_free_for_what_is_left(carriers, goes):
    ship = Ship(turn=(2, 0), at=NEAR, goals=(CASE,))
    units = ship.game.units
    marked = [replace(units[name], marks=("carries cases",)) for name in carriers]
    ship.game = replace(ship.game, units=units.having(*marked))
    assert bool(sides_deeds(ship.system, ship.game, (), ALL)) is goes


ALL = {"Ann": GO_ON, "Bob": GO_ON}
CLEARS = (Special("cleared in order", "Red"),)
NEAR = {"Ann": "C1", "Bob": "B1", "Cid": "E1"}


@pytest.mark.parametrize(
    ("given", "pilots", "who"),
    [
        ({}, ALL, ["Ann", "Bob"]),
        # Those alone who are told to, and can.
        ({}, {"Ann": GO_ON}, ["Ann"]),
        ({}, {"Ann": GO_ON, "Bob": Autopilot()}, ["Ann"]),
        ({"states": {"Bob": OUT}}, ALL, ["Ann"]),
        ({"states": {"Bob": DEAD}}, ALL, ["Ann"]),
        ({"states": {"Bob": {"gripped_by": "Blob"}}}, ALL, ["Ann"]),
        ({}, {}, None),
        # Not in a phase of action, twice in a turn, with something left to look for, or where a side that clears
        # the deck has seen enemies.
        ({"turn": (2, 1)}, ALL, None),
        ({"playing": {"kept": {"went": {"turn": 2}}}}, ALL, None),
        ({"playing": {"kept": {"went": {"turn": 1}}}}, ALL, ["Ann", "Bob"]),
        ({"goals": (CASE,)}, ALL, None),
        ({"specials": CLEARS}, {**ALL, "Bob": replace(GO_ON, seen={"Cid": "1:E1"})}, None),
        ({"specials": CLEARS}, ALL, ["Ann", "Bob"]),
        # Who needn't clear the deck goes on from under the enemy's eyes.
        ({}, {**ALL, "Bob": replace(GO_ON, seen={"Cid": "1:E1"})}, ["Ann", "Bob"]),
    ],
)
def test_a_side_that_is_gathered_at_a_way_goes_on(given, pilots, who):
    ship = Ship(**{"turn": (2, 0), "at": NEAR, **given})
    deeds = sides_deeds(ship.system, ship.game, (), pilots)
    if who is None:
        assert deeds == []
        return
    found = [
        (side, idea.said.verb, [name for name, _ in idea.said.people["name"]], idea.said.fields) for side, idea in deeds
    ]
    # Where each stands, or else at the end of the way, on the next deck or the one after.
    assert found == [
        ("Red", "scenario next", who, {}),
        ("Red", "scenario next", who, {"at": "Well"}),
        ("Red", "scenario next", who, {"at": "Hold"}),
    ]


@pytest.mark.parametrize(
    ("squares", "seen", "who"),
    [
        # Three squares from the lift at F1 is near, four isn't: they wait for whoever isn't.
        ("F1 C1", {}, "Ann Bob"),
        ("F1 B1", {}, ""),
        ("F1 C1 B1", {}, ""),
        ("E1 D1 C1", {}, "Ann Bob Eve"),
        # With enemies about two of three are enough, one of two isn't.
        ("F1 C1 B1", {"Zed": "1:A1"}, "Ann Bob"),
        ("F1 A1 B1", {"Zed": "1:A1"}, ""),
        ("F1 B1", {"Zed": "1:A1"}, ""),
    ],
)
def test_all_must_be_near_and_two_of_three_with_enemies_about(squares, seen, who):
    sides = dict.fromkeys(("Ann", "Bob", "Eve")[: len(squares.split())], "Red")
    ship = Ship(1, turn=(2, 0), sides=sides, at=dict(zip(sides, squares.split(), strict=True)), ways=WAYS[1:])
    game = with_lift_so(ship, Lift(level=0))
    deeds = sides_deeds(ship.system, game, (), dict.fromkeys(sides, replace(GO_ON, seen=seen)))
    assert [name for _, idea in deeds[:1] for name, _ in idea.said.people["name"]] == who.split()


def with_lift_so(ship, lift):
    board = ship.game.board
    (square,) = board.plan.places["Car"]
    return replace(ship.game, board=replace(board, lifts={square: lift}))


@pytest.mark.rule("AHL-8B6b", "AHL-8B6a")
@pytest.mark.parametrize(
    ("at", "lift", "goes"),
    [
        # A 6 brings it at the end of a phase, and in the next one it is entered.
        ("E1", Lift(), False),
        ("E1", Lift(calls=frozenset({0})), False),
        ("E1", Lift(level=0), True),
        ("F1", Lift(), True),
        # Who rides is on the way already; one that is out of order is no way, once that is known.
        ("F1", Lift(ride=Ride(0, 1, 2)), False),
        ("E1", Lift(dead=True), False),
    ],
)
def test_who_is_gathered_at_a_lift_leaves_by_it_once_it_has_come(at, lift, goes):
    ship = Ship(1, turn=(2, 0), sides={"Ann": "Red"}, at={"Ann": at}, ways=WAYS[1:])
    assert bool(sides_deeds(ship.system, with_lift_so(ship, lift), (), {"Ann": GO_ON})) is goes


HELD = {**dict.fromkeys(("Ann", "Bob", "Cid"), GO_ON), "Dot": replace(GO_ON, orders=Mission.HOLD)}
ENDS = tuple(Objective(side, "", (), "so") for side in ("Red", "Blue", "Green"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # Ann is on the middle deck, Bob and Dot were left on the upper one, of the other side's Cid below.
        ({"states": {"Ann": OUT}}, ["Bob", "Dot"]),
        ({"states": {"Ann": DEAD}}, ["Bob", "Dot"]),
        ({}, None),
        # Once all of them are out, or all who are left hold, nobody.
        ({"states": {"Ann": OUT, "Bob": OUT}}, None),
        ({"states": {"Ann": OUT, "Dot": OUT}}, ["Bob"]),
        # Who is in a grip there fights there.
        ({"states": {"Ann": OUT, "Dot": {"gripped_by": "Blob"}}}, ["Bob", "Dot"]),
        # Not in a phase of action, nor twice in a turn.
        ({"states": {"Ann": OUT}, "turn": (2, 1)}, None),
        ({"states": {"Ann": OUT}, "went": {"turn": 2}}, None),
        # Nor away from a fight between two others.
        ({"states": {"Ann": OUT}, "sides": {"Eve": "Blue", "Fay": "Green"}}, None),
        ({"states": {"Ann": OUT}, "sides": {"Eve": "Blue", "Fay": "Blue"}}, ["Bob", "Dot"]),
    ],
)
def test_a_side_of_which_nobody_is_left_on_their_feet_goes_on_with_those_on_another_deck(given, expected):
    others = given.get("sides", {})
    sides = {"Ann": "Red", "Bob": "Red", "Dot": "Red", "Cid": "Blue", **others}
    standing = {"at": [0, 0, 0], "facing": "N"}
    stayed = {"Upper": {"Bob": standing, "Dot": standing}, "Lower": {"Cid": standing}, "Away": {}}
    at = {"Ann": "E1", **dict(zip(others, ("A1", "F1"), strict=False))}
    kept = {"went": given["went"]} if "went" in given else {}
    ship = Ship(
        1,
        at=at,
        sides=sides,
        turn=given.get("turn", (2, 0)),
        states=given.get("states"),
        objectives=ENDS,
        playing={"stayed": stayed, "kept": kept},
    )
    deeds = [idea.said for side, idea in sides_deeds(ship.system, ship.game, (), HELD) if side == "Red"]
    found = [([name for name, _ in each.people["name"]], each.fields) for each in deeds if "deck" in each.fields]
    assert found == ([] if expected is None else [(expected, {"deck": "Upper"})])


@pytest.mark.parametrize(
    ("owes", "pilots", "names"),
    [
        (("Ann", "Bob"), ALL, ["Ann", "Bob"]),
        (("Cid", "Ann", "Bob"), {**ALL, "Cid": GO_ON}, ["Ann", "Bob"]),
        (("Ann",), ALL, None),
        (("Ann", "Bob"), {"Ann": GO_ON}, None),
    ],
)
def test_the_last_two_are_the_pilots_of_a_side_that_acts_by_itself(owes, pilots, names):
    ship = Ship(turn=(2, 1))
    due = Due("which two", "", owes, answer=said("scenario pilots", ()))
    deeds = sides_deeds(ship.system, ship.game, (due,), pilots)
    assert [[name for name, _ in idea.said.people["name"]] for _, idea in deeds] == ([names] if names else [])


def test_nothing_is_undertaken_where_nothing_is_played():
    assert at_work(playing={"decided": Decision("Red", "", "all")}) is None
    ship = Ship()
    assert undertaking(ship.system, replace(ship.game, board=None)) is None
    assert undertaking(replace(ship.system, staged=None), ship.game) is None
    assert undertaking(ship.system, ship.game) is not None


def test_who_wins_by_the_death_of_all_the_others_leaves_nobody_alive():
    """Cid lies unconscious in sight: Ann goes beside him where her side wins once all of Blue are dead."""
    wins = Objective("Red", "", (), "Blue are dead")
    given = {"at": {"Ann": "A1", "Cid": "C1"}, "states": {"Cid": OUT}, "specials": CLEARS}
    assert at_work(**given).bound("Ann", GO_ON).to == "1:B1"
    given = {**given, "specials": (), "deck": 2, "at": {"Ann": "A1", "Cid": "C1"}}
    assert at_work(**given, objectives=(wins,)).bound("Ann", GO_ON).to == "1:B1"
    assert at_work(**given, objectives=(replace(wins, winner="Blue"),)).bound("Ann", GO_ON).to == ""


@pytest.mark.parametrize(
    ("square", "sees", "turn", "verbs"),
    [
        # To the west of him she has to turn first; in his square a blow is all; three squares off, not four.
        ("A1", {}, (1, 1), ["move"]),
        ("C1", {}, (1, 1), ["melee"]),
        # Not with enemies about who can act, nor as the turn is planned.
        ("A1", {"Dot": "1:D1"}, (1, 1), []),
        ("A1", {}, (1, 0), []),
    ],
)
def test_who_leaves_nobody_alive_makes_sure_of_whoever_lies_near(square, sees, turn, verbs):
    stage = at_work(at={"Ann": square, "Cid": "C1"}, states={"Cid": OUT}, specials=CLEARS, turn=turn)
    ideas = [*stage.ideas("Ann", replace(GO_ON, seen=sees))]
    assert [idea.said.verb for idea in ideas] == verbs
    assert {idea.why for idea in ideas} <= {"leaves nobody alive before they go on: Cid"}


ENTER = Special("enter", "Red, Shaft, Crates")


@pytest.mark.rule("AHL-SC-II2b")
@pytest.mark.parametrize(
    ("turn", "given", "squares"),
    [
        # Beside the ladder in C1 in the first turn, beside the crate in F2 later, by a door as well: the nearest to
        # Bob in A1 first.
        ((1, 0), {}, "B1 C2 D1"),
        ((2, 0), {}, "E2 F1"),
        # Not where one of their own stands.
        ((1, 0), {"at": {"Bob": "B1"}}, "C2 D1"),
        # Not before play, in a phase of action, where all are there, are out, or have none who acts by themselves.
        (None, {}, ""),
        ((1, 1), {}, ""),
        ((1, 0), {"at": {"Bob": "A1", "Ann": "D2"}}, ""),
        ((1, 0), {"states": {"Ann": OUT}}, ""),
        ((1, 0), {"playing": {"kept": {"choice": {"Ann": 0}}}}, ""),
    ],
)
def test_a_side_has_those_come_onto_the_deck_who_may(turn, given, squares):
    ship = Ship(turn=turn, specials=(ENTER,), **{"at": {"Bob": "A1"}, **given})
    deeds = sides_deeds(ship.system, ship.game, (), {"Ann": Autopilot(), "Bob": Autopilot()})
    assert [(side, idea.said.verb, idea.said.doers, idea.said.fields["at"]) for side, idea in deeds] == [
        ("Red", "place", ("Ann",), f"1:{square}") for square in squares.split()
    ]
    assert not sides_deeds(ship.system, ship.game, (), {"Bob": Autopilot()})
    if squares == "B1 C2 D1":
        assert deeds[0][1].why == "has Ann come by Shaft, the nearest way to their own"
