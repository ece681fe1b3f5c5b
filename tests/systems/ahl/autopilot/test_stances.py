"""Where somebody who acts by themselves goes for a shot (AHL 8, 9.C)."""

from dataclasses import replace

import pytest

from bot.deck.plan import Facing, at_of
from bot.engine.autopilot import Autopilot
from bot.systems.ahl.autopilot.shots import several, snap_chance
from bot.systems.ahl.autopilot.stances import Vantage, order_to, routes_to, stands, weighed
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.walking.ground import Gait
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import MOVES, order_of, pilot, without
from tests.systems.ahl.book import AHL
from tests.systems.ahl.people import situation
from tests.systems.ahl.table import Table, one

# A row of seven squares with a console in the middle one; and the same with a wall before it.
CONSOLE = board_of("#" * 15, "#. . . C . . .#", "#" * 15)
WALL = board_of("#" * 15, "#. . .#. . . .#", "#" * 15)


def places(*others):
    """The squares for which Ann, who looks north, is advised to make for a shot at Bob, the best first."""
    table = Table(one("Ann", "1", "A2", "N"), one("Bob", "2", "H2", "W", "red"), *others)
    table.begin(Ann="move")
    table.give("phase", step="movement")
    due = next(each for each in AHL.due(table.game) if "Ann" in each.owes and not each.settled)
    ideas = AHL.piloting.advises(table.game, due, "Ann", Autopilot())
    return [idea.said.fields["to"] for idea in ideas if idea.said.verb == "move" and "for a shot" in idea.why]


def test_who_looks_away_turns_where_they_stand_or_goes_to_a_square_from_which_they_can_still_fire():
    """A snap shot takes 3 of 6 points: a turn takes 1, a square before them and a turn 3, one at their side 4."""
    assert places()[0] == "A2"
    assert {*places()} == {"A2", "A1", "B2"}


@pytest.mark.parametrize("square", ["A1", "B2"])
@pytest.mark.parametrize("side", ["blue", "red"])
def test_nobody_goes_for_a_shot_where_somebody_stands(square, side):
    assert square in places()
    assert square not in places(one("Abe", "1", square, "E", side))


# A corridor of three squares to the south, and a hall beyond it.
HALL = board_of(
    "###      ",
    *("#.#      ", "# #      ") * 2,
    "#.#      ",
    "# #######",
    *("#. . . .#", "#       #") * 2,
    "#. . . .#",
    "#########",
)


@pytest.mark.rule("AHL-11A1c")
@pytest.mark.parametrize("firer", ["Abe", "Bob"])
def test_nobody_goes_for_a_shot_through_a_covering_fire_be_it_their_own_sides(firer):
    """From the end of the corridor Ann sees Bob, and a line lies across its middle."""
    people = one("Ann", "1", "A1", "S"), one("Bob", "2", "C6", "E", "red")
    line = Covering(firer, "ACR", "DS", True, 0, 0, 0, False, situation(), (at_of("B2"), at_of("A2")), None)

    def goes(*lines):
        found = pilot(*people, board=HALL, clock=replace(MOVES, covering=lines))
        return [order_of(idea) for idea in stands(found)]

    assert goes() == ["move Ann A3 S trot"]
    assert goes(line) == []
    # Whom it has attacked it attacks no more.
    assert goes(replace(line, attacked=("Ann",))) == ["move Ann A3 S trot"]


@pytest.mark.parametrize(("draw", "goes"), [(0.39, ["move Ann A3 S trot"]), (0.4, [])])
def test_nobody_goes_for_what_would_not_keep_them_there(draw, goes):
    """Two snap shots from the end of the corridor are worth 0.397: whoever is drawn on by more would leave again."""
    found = pilot(one("Ann", "1", "A1", "S"), one("Bob", "2", "C6", "E", "red"), board=HALL)
    assert [order_of(idea) for idea in stands(found, draw)] == goes


def bob(square="G1", facing="W", name="Bob", **sheet):
    return one(name, "2", square, facing, "red", **sheet)


def ann(square="A1", facing="E", **sheet):
    return one("Ann", "1", square, facing, **sheet)


def here(pilot, left=12):
    """What it is worth to stay with so many halves of a point."""
    return weighed(pilot, Vantage(pilot.here.at, pilot.here.facing, Gait.WALK, left))


@pytest.mark.parametrize(
    ("who", "others", "more", "threat"),
    [
        (ann(), [bob()], {}, 0.25),
        (ann(), [bob(facing="E")], {}, 0.1),
        (ann("C1"), [bob()], {"board": CONSOLE}, 0.125),
        (ann("C1"), [bob(facing="E")], {"board": CONSOLE}, 0.05),
        (ann(), [without(bob(), "weapons")], {}, 0.05),
        # Whoever is seen by nobody has nothing to fear.
        (ann("C1"), [bob()], {"board": WALL}, 0.0),
        # An enemy who is adjacent, or in the same square, strikes as well.
        (ann(), [bob("B1")], {}, 0.5),
        (ann(), [bob("A1")], {}, 0.5),
        (ann(), [bob(), bob("H1", name="Ben")], {}, 0.5),
        # Of five the nearest four count.
        (ann(), [bob(f"{column}1", name=column) for column in "EFGHI"], {}, 1.0),
        (ann(), [bob("E1", "E"), *(bob(f"{column}1", name=column) for column in "FGHI")], {}, 0.85),
        (ann(), [], {}, 0.0),
    ],
)
def test_a_place_is_as_dangerous_as_the_enemies_who_see_it_look_that_way_and_are_near(who, others, more, threat):
    """A quarter for who looks that way with a weapon, two fifths of it where they look away, half behind cover."""
    assert here(pilot(who, *others, **more)).threat == pytest.approx(threat)


@pytest.mark.parametrize(
    ("others", "threat"),
    [
        ([], 0.25),
        ([one("Abe", "1", "A1", "E")], 0.375),
        ([one("Abe", "1", "A1", "E"), one("Amy", "1", "A1", "E")], 0.5),
        ([one("Abe", "1", "B2", "E")], 0.25),
        # Nobody fires at who is out.
        ([one("Abe", "1", "A1", "E", condition="dead")], 0.25),
    ],
)
@pytest.mark.rule("AHL-10h")
def test_a_square_is_the_more_dangerous_the_more_of_their_own_stand_in_it(others, threat):
    """Automatic fire attacks everybody in a square: each of the others makes half as much more of it."""
    assert here(pilot(ann(), bob(), *others)).threat == pytest.approx(threat)


@pytest.mark.parametrize(("left", "shots"), [(12, 2), (11, 1), (6, 1), (5, 0)])
def test_a_place_is_worth_as_many_snap_shots_as_the_points_that_are_left_pay_for(left, shots):
    """Each takes 3 points."""
    found = pilot(ann(), bob())
    assert here(found, left).gain == several(snap_chance(found, found.foes[0]).worth, shots)
    assert here(found, left).worth == pytest.approx(here(found, left).gain - 0.25)
    both = pilot(ann(), bob("G1", armour="battle dress"), bob("H1", name="Ben"))
    assert here(both).why.endswith("to hurt Ben by snap fire")


@pytest.mark.parametrize(
    ("who", "others", "left", "why"),
    [
        # Whoever can't fire strikes: an enemy in the square before them, or in their own; not one behind them.
        (without(ann()), [bob("B1")], 12, "50 % to hurt Bob hand to hand"),
        (ann(), [bob("B1")], 5, "50 % to hurt Bob hand to hand"),
        (without(ann()), [bob("A1")], 12, "33 % to hurt Bob hand to hand"),
        (without(ann(facing="W")), [bob("B1")], 12, ""),
        (without(ann()), [bob("C1")], 12, ""),
        # The best of two blows.
        (
            without(ann()),
            [bob("B2", name="Ben", armour="battle dress"), bob("B1")],
            12,
            "50 % to hurt Bob hand to hand",
        ),
        (
            without(ann()),
            [bob("B1"), bob("B2", name="Ben", armour="battle dress")],
            12,
            "50 % to hurt Bob hand to hand",
        ),
    ],
)
def test_whoever_can_not_fire_strikes_at_whoever_is_before_them(who, others, left, why):
    found = here(pilot(who, *others), left)
    assert (found.why if found.gain else "") == (f"for a blow: {why}" if why else "")


def ideas(*people, **more):
    return [(order_of(idea), idea.why.partition(":")[0]) for idea in stands(pilot(*people, **more))]


def test_of_places_alike_they_go_where_none_of_their_own_stands():
    """Ann stays where she is for her shots, and goes to the next square where two others share hers."""
    crowd, foes = [one("Abe", "1", "A1", "E"), one("Amy", "1", "A1", "E")], [bob(), bob("H1", name="Ben")]
    assert ideas(ann(), *foes)[0] == ("phase ready Ann", "stays for a shot")
    best = max(stands(pilot(ann(), *foes, *crowd)), key=lambda idea: idea.worth)
    assert (best.said.verb, best.said.fields["to"]) == ("move", "B1")


@pytest.mark.parametrize(
    ("people", "more", "first"),
    [
        ([ann("A2"), bob("H2")], {}, ("phase ready Ann", "stays for a shot")),
        ([ann("A2", "W"), bob("H2")], {}, ("move Ann A2 E", "turns for a shot")),
        ([without(ann("A2")), bob("B2")], {}, ("phase ready Ann", "stays for a blow")),
        ([without(ann("A2", "S")), bob("B2")], {}, ("move Ann A2 E", "turns for a blow")),
        ([ann("A2", "W")], {}, None),
        ([without(ann("A2")), bob("E2")], {}, None),
        # Three in one square are worth a grenade, one alone two shots.
        (
            [ann("A2", grenades=1), *(bob("H2", name=name) for name in ("Bob", "Ben", "Kay"))],
            {},
            ("phase ready Ann", "stays for a grenade"),
        ),
        ([ann("A2", grenades=1), bob("C2")], {}, ("phase ready Ann", "stays for a shot")),
    ],
)
def test_they_stay_for_what_they_can_do_from_there_and_else_turn(people, more, first):
    found = ideas(*people, **more)
    assert (found[0] if found else None) == first


def test_another_place_is_taken_for_cover_only_where_that_is_better_by_far():
    """Beside the console in D1 Bob's fire is worth half: but that is C1, two steps ahead, and leaves a single shot."""
    found = {idea.why.partition(" for")[0]: idea.worth for idea in stands(pilot(ann(), bob(), board=CONSOLE))}
    assert [*found] == ["stays"]
    # With one shot either way it is taken: worth what staying is, and what the threat has less.
    clock = MOVES.did("Ann", spent=2)
    found = {
        idea.why.partition(" for")[0]: idea.worth for idea in stands(pilot(ann(), bob(), board=CONSOLE, clock=clock))
    }
    assert found["goes to C1"] == pytest.approx(found["stays"] + 0.125)


def test_an_order_names_the_gait_where_it_is_a_trot_and_a_way_is_found_by_each():
    """Two squares ahead: 2 points each at a walk, 1 at a trot."""
    walk = Vantage(at_of("C2"), Facing.EAST, Gait.WALK, 4)
    found = pilot(ann("A2"), bob("H2"))
    assert order_to(found, walk).fields == {"to": "C2", "facing": "E"}
    assert order_to(found, Vantage(at_of("C2"), Facing.EAST, Gait.TROT, 8)).fields["gait"] == "trot"
    assert [(gait, route.cost) for gait, route in routes_to(found, at_of("C2"))] == [(Gait.WALK, 8), (Gait.TROT, 4)]
    assert [gait for gait, _ in routes_to(found, at_of("C2"), gaits=[Gait.TROT])] == [Gait.TROT]
    assert [*routes_to(pilot(ann("A1"), board=WALL), at_of("E1"))] == []


def test_no_ways_are_looked_for_where_nothing_could_be_done_from_any_square_that_is_near(monkeypatch):
    """Ann has nothing to fire, and Bob is six squares off: nobody is struck from three; a square off he is."""
    asked = []
    monkeypatch.setattr("bot.systems.ahl.autopilot.stances.within_reach", lambda *_: asked.append("ways") or {})
    assert [*stands(pilot(without(ann(), "weapons"), bob()))] == []
    # With 2½ points left nobody fires either.
    assert [*stands(pilot(ann(), bob(), clock=MOVES.did("Ann", spent=7)))] == []
    assert asked == []
    assert [*stands(pilot(without(ann(), "weapons"), bob("D1")))] == []
    assert asked == ["ways", "ways"]
