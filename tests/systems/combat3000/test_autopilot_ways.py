"""What each of Combat 3000's people who act by themselves has in mind: plans, answers, shots, and the way they go."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Facing, at_of
from bot.deck.portals import reach
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import Choice, Due, said
from bot.systems.combat3000.autopilot.advice import _answer, advises, plans
from bot.systems.combat3000.autopilot.knowing import Pilot, _hurting
from bot.systems.combat3000.autopilot.ways import DOOR, _along, on_the_way, towards
from bot.systems.combat3000.figure.sheet import Working
from bot.systems.combat3000.turn import Phase
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, game, on
from tests.systems.combat3000.table import C3K, unit

HUNT, HOLD = Autopilot(), Autopilot(Mission.HOLD)
ANN, CID = unit("Ann", weapon="Rifle"), unit("Cid", weapon="Rifle")
BOB, DOT = unit("Bob", side="Blue", weapon="Rifle"), unit("Dot", side="Blue", weapon="Rifle")


def pilot(*units, board=HALL, orders=HUNT, phase=Phase.MOVEMENT, **squares):
    table = game(*units, phase=phase, board=on(board, **squares))
    return Pilot(C3K.squads, C3K.orders, table, "Ann", orders)


def rifle(**changes):
    """Ann with a rifle that is in some way otherwise."""
    (held,) = ANN.sheet.weapons
    if "rounds" in changes:
        changes["loaded"] = replace(held.loaded, rounds=changes.pop("rounds"))
    return replace(ANN, sheet=ANN.sheet.with_carried(replace(held, **{"spare": (held.loaded,), **changes})))


@pytest.mark.parametrize(
    ("ann", "planned"),
    [
        (rifle(rounds=0), ["reload Rifle"]),
        (rifle(rounds=1), []),
        (rifle(rounds=0, spare=()), []),
        (rifle(working=Working.JAMMED), ["repair Rifle"]),
        # What is damaged isn't cleared by a blow; and without a weapon there is nothing to see to.
        (rifle(working=Working.DAMAGED), []),
        (replace(ANN, sheet=replace(ANN.sheet, weapons=())), []),
    ],
)
def test_what_is_empty_is_reloaded_and_what_is_jammed_repaired(ann, planned):
    ideas = [*plans(pilot(ann, phase=Phase.ORDERS, orders=HOLD, Ann="A1E"))]
    assert [idea.said.fields["plan"] for idea in ideas] == planned
    # It goes before any shot or way.
    assert all(idea.worth == 2 for idea in ideas)


@pytest.mark.parametrize(
    ("odds", "hurts", "worth"),
    [
        # A light wound is half of an enemy, a stun three tenths, one knocked out nine tenths.
        ([("Killed", Fraction(1, 4)), ("Wounded", Fraction(1, 2)), ("No effect", Fraction(1, 4))], "3/4", 0.5),
        ([("Damaged", Fraction(1, 2)), ("Missed", Fraction(1, 2))], "1/2", 0.25),
        ([("Stunned", Fraction(1, 2)), ("Knocked out", Fraction(1, 2))], "1", 0.6),
        ([("Missed", Fraction(1))], "0", 0.0),
    ],
)
def test_what_a_shot_is_worth(odds, hurts, worth):
    assert _hurting(odds) == (Fraction(hurts), pytest.approx(worth))


PASS, FIGHT = Choice("Stand", said("receive", ["Ann"])), Choice("Run away", said("receive", ["Ann"], how="run"))


@pytest.mark.parametrize(("default", "first"), [(0, "stands"), (1, "runs away"), (None, "stands")])
def test_of_ready_answers_the_one_that_is_given_where_nobody_answers_goes_first(default, first):
    due = Due("an answer", "C3K", ("Ann",), choices=(PASS, FIGHT), default=default)
    ideas = advises(C3K.squads, C3K.orders, pilot(ANN, Ann="A1E").game, due, "Ann", HUNT)
    assert ideas[0].why == first
    assert sorted(idea.why for idea in ideas) == ["runs away", "stands"]


def test_each_of_several_answers_for_themselves_alone():
    both = Choice("Stand", said("receive", ["Ann", "Cid"]))
    due = Due("an answer", "C3K", ("Ann", "Cid"), choices=(both,))
    assert _answer(due, both, "Ann").said.doers == ("Ann",)
    alone = Due("an answer", "C3K", ("Ann",), choices=(both,))
    assert _answer(alone, both, "Ann").said.doers == ("Ann", "Cid")


def test_nothing_is_done_unasked_or_of_what_is_only_theirs_to_say():
    table = pilot(ANN, BOB, Ann="A1E", Bob="C1W").game
    assert advises(C3K.squads, C3K.orders, table, None, "Ann", HUNT) == ()
    talks = Due("words", "C3K", ("Ann",), answer=said("say"))
    assert advises(C3K.squads, C3K.orders, table, talks, "Ann", HUNT) == ()


def test_enemies_are_the_active_ones_the_nearest_first():
    dead = unit("Eve", side="Blue", condition="killed")
    given_up = replace(unit("Gus", side="Blue"), marks=("surrendered",))
    found = pilot(ANN, CID, BOB, DOT, dead, given_up,
                  Ann="A1E", Cid="B1E", Bob="J1W", Dot="D1W", Eve="C1W", Gus="F1W")  # fmt: skip
    assert [foe.name for foe in found.foes] == ["Dot", "Bob"]
    assert [found.far(foe) for foe in found.foes] == [3, 9]


def test_of_shots_the_nearest_target_is_told_and_nobody_past_their_own():
    found = [*pilot(ANN, BOB, DOT, phase=Phase.FIRING, Ann="A1E", Bob="C1W", Dot="D2W").shots()]
    assert [name for idea in found for name, _ in idea.said.people["target"]] == ["Bob", "Dot"]
    assert [", who is the nearest" in idea.why for idea in found] == [True, False]
    assert [*pilot(ANN, CID, BOB, phase=Phase.FIRING, Ann="A1E", Cid="C1E", Bob="F1W").shots()] == []
    assert pilot(ANN, CID, BOB, phase=Phase.FIRING, Ann="A1E", Cid="C1E", Bob="F1W").best == 0


@pytest.mark.parametrize(
    ("there", "facing"),
    [("E1", "N"), ("I5", "E"), ("E9", "S"), ("A5", "W"), ("G2", "N"), ("F9", "S"), ("I6", "E"), ("A4", "W")],
)
def test_by_which_facing_a_square_is_before_somebody(there, facing):
    assert towards(at_of("E5"), at_of(there)) == facing


# Seven squares in a row, a door between D1 and E1.
ROW = board_of("###############", "#. . . .D. . .#", "###############")


def along(*units, to="G1", **squares):
    made = pilot(*units, board=ROW, **squares)
    reached = reach(made.board, made.here.at, DOOR)
    there = at_of(to)
    idea = next(_along(made, reached.way(there), reached.first[there], "looks for the enemy"), None)
    return idea and (idea.said.verb, {**idea.said.fields}, idea.why)


@pytest.mark.parametrize(
    ("units", "squares", "told"),
    [
        # As far as the way goes to the door that is shut, and then it is opened.
        ([ANN], {"Ann": "A1E"}, ("move", {"to": "D1", "gait": "run", "facing": "E"})),
        ([ANN], {"Ann": "D1E"}, ("door", {"side": "E", "open": True})),
        # Short of whoever stands there; whose way is taken at its first square, stays.
        ([ANN, CID], {"Ann": "A1E", "Cid": "D1E"}, ("move", {"to": "C1", "gait": "run", "facing": "E"})),
        ([ANN, CID], {"Ann": "C1E", "Cid": "D1E"}, None),
        # With enemies about they walk, and face the nearest.
        ([ANN, BOB], {"Ann": "A1E", "Bob": "G1W"}, ("move", {"to": "D1", "gait": "walk", "facing": "E"})),
    ],
)
def test_how_far_somebody_goes_at_once(units, squares, told):
    found = along(*units, **squares)
    assert (found and found[:2]) == told
    if told and told[0] == "door":
        assert found[2] == "looks for the enemy: opens the sliding door between D1 and E1"


# The same with a second row, and a door to it from C1.
TWO_DOORS = board_of("###############", "#. . . .D. . .#", "#####D#########", "#. . . . . . .#", "###############")


def test_who_can_not_come_to_where_the_enemy_was_seen_last_looks_elsewhere():
    """Bob went through the door by which Eve lies stunned, where nobody can stop to open it; dead she bars none."""
    fallen = unit("Eve", side="Blue", stunned=3)
    made = pilot(ANN, fallen, board=TWO_DOORS, orders=Autopilot(seen={"Bob": "G1"}), Ann="C1E", Eve="D1W")
    (idea,) = on_the_way(made)
    assert (idea.said.verb, idea.said.fields["side"]) == ("door", "S")
    assert idea.why == "looks for the enemy: opens the sliding door between C1 and C2"
    dead = unit("Eve", side="Blue", condition="killed")
    made = pilot(ANN, dead, board=TWO_DOORS, orders=Autopilot(seen={"Bob": "G1"}), Ann="C1E", Eve="D1W")
    assert next(on_the_way(made)).said.fields["to"] == "D1"


def test_where_no_door_is_shut_the_way_is_gone_to_its_end():
    """They look ahead where on both sides as much is new, or nothing."""
    assert along(ANN, to="C1", Ann="A1W")[:2] == ("move", {"to": "C1", "gait": "run", "facing": "E"})
    assert along(ANN, to="A1", Ann="D1W")[:2] == ("move", {"to": "A1", "gait": "run", "facing": "W"})


# A passage of eight squares, with a corner to the south at its end.
CORNER = board_of(
    "#################",
    "#. . . . . . . .#",
    "############### #",
    "              #.#",
    "              # #",
    "              #.#",
    "              ###",
)


@pytest.mark.rule("C3K-S01")
def test_who_comes_nearer_faces_the_enemy_from_where_they_come_to_in_this_turn():
    """A walk of 5 cm is three squares: from D1 it is four to the east and two to the south to H3, where Bob stands."""
    made = pilot(ANN, BOB, board=CORNER, Ann="A1W", Bob="H3N")
    idea = next(_along(made, reach(made.board, made.here.at, DOOR).way(at_of("H2")), None, "comes nearer to Bob"))
    assert idea.said.fields == {"to": "D1", "gait": "walk", "facing": "E"}


def test_who_looks_for_the_enemy_faces_where_that_one_was_seen_last():
    """Ann runs ten squares, as far as H2, and Bob was at H3."""
    made = pilot(ANN, board=CORNER, orders=Autopilot(seen={"Bob": "H3"}), Ann="A1W")
    way = reach(made.board, made.here.at, DOOR).way(at_of("H2"))
    idea = next(_along(made, way, None, "goes where Bob was seen last"))
    assert idea.said.fields == {"to": "H2", "gait": "run", "facing": "S"}


def test_who_stands_so_could_fire_at_so_many():
    """From A7 to the east Bob and Dot may be fired at, to the west nobody; past Cid, within 3 cm, nobody either."""
    found = pilot(ANN, BOB, DOT, Ann="A7E", Bob="J7W", Dot="J5W")
    assert [found.before(At(0, 0, 6), facing) for facing in (Facing.EAST, Facing.WEST)] == [2, 0]
    past = pilot(ANN, BOB, CID, Ann="A7E", Bob="J7W", Cid="C7E")
    assert past.before(At(0, 0, 6), Facing.EAST) == 0
    assert Standing(At(0, 0, 6), Facing.EAST) == past.here


@pytest.mark.rule("C3K-F12")
@pytest.mark.parametrize(
    ("bob", "told"),
    [
        ("F1W", ["who is the nearest", "who is further than Bob"]),
        # Cid, of Ann's own side, is in the way of the nearer one.
        ("G1W", ["to hurt Dot: there is no good shot at Bob, who is nearer"]),
    ],
)
def test_why_not_the_nearest_is_fired_at_is_told_beside_who_is(bob, told):
    found = list(pilot(ANN, BOB, CID, DOT, phase=Phase.FIRING, Ann="A1E", Cid="F1E", Bob=bob, Dot="E7W").shots())
    assert [shot.why.endswith(words) for shot, words in zip(found, told, strict=True)] == [True] * len(told)


def test_who_is_fired_at_while_another_lies_nearer_is_the_nearest_who_can_still_act():
    dead = unit("Eve", side="Blue", condition="killed")
    (shot,) = pilot(ANN, BOB, dead, phase=Phase.FIRING, Ann="A1E", Bob="D1W", Eve="B2W").shots()
    assert shot.why.endswith(" % to hurt Bob, the nearest who can still act")
    (shot,) = pilot(ANN, BOB, dead, phase=Phase.FIRING, Ann="A1E", Bob="D1W", Eve="G1W").shots()
    assert shot.why.endswith(" % to hurt Bob, who is the nearest")
