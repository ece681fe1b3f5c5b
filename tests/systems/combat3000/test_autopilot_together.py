"""Those who act by themselves fire each at another, leave each other their lines, and wait where the enemy has to come
(C3K Firing procedure, Target eligibility, Covering fire).
"""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.deck.portals import reach
from bot.engine.autopilot import Autopilot, Idea, Mission
from bot.engine.due import said
from bot.engine.scene import Said
from bot.systems.combat3000.autopilot.ambush import waits
from bot.systems.combat3000.autopilot.covered import area_of, covers
from bot.systems.combat3000.autopilot.knowing import Pilot
from bot.systems.combat3000.autopilot.places import gives_way, stance
from bot.systems.combat3000.autopilot.ways import DOOR, _along
from bot.systems.combat3000.figure.sheet import Memory, Task, Working
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, game, now, on, order
from tests.systems.combat3000.table import C3K, unit
from tests.systems.combat3000.test_autopilot import ideas
from tests.systems.combat3000.test_autopilot_ways import CORNER

ANN, CID = unit("Ann", weapon="Rifle"), unit("Cid", weapon="Rifle")
BOB, DOT = unit("Bob", side="Blue", weapon="Rifle"), unit("Dot", side="Blue", weapon="Rifle")


def pilot(*units, board=HALL, orders=None, phase=Phase.MOVEMENT, **squares):
    table = game(*units, phase=phase, board=on(board, **squares))
    return Pilot(C3K.squads, C3K.orders, table, "Ann", orders or Autopilot())


def shot(firer, target):
    return Said("fire", {"name": ((firer, None),), "target": ((target, None),)}, {}, "")


@pytest.mark.parametrize(
    ("by", "target", "bobs"),
    [
        ("", "Bob", "31 % to hurt Bob, who is the nearest"),
        # Cid's shot leaves Bob in 69 of 100: Dot, who is as near, comes first.
        ("Cid", "Dot", "31 % to hurt Bob, who is the nearest, at whom Cid fires as well"),
        # What the enemy has written down nobody knows.
        ("Dot", "Bob", "31 % to hurt Bob, who is the nearest"),
    ],
)
@pytest.mark.rule("C3K-F01")
def test_whom_a_friend_has_a_shot_at_is_left_for_another(by, target, bobs):
    """A rifle at six cm hits on 70, jams on 2, and kills on 12 with two dice, in 45 of 100: 30.6."""
    shots = (shot(by, "Bob"),) if by else ()
    table = game(ANN, CID, BOB, DOT, phase=Phase.FIRING, board=on(HALL, Ann="A4E", Cid="A1E", Bob="E4W", Dot="E6W"),
                 shots=shots)  # fmt: skip
    found = ideas(table, "fire")
    assert found[0].said.people["target"] == ((target, None),)
    assert bobs in {idea.why for idea in found}


def jammed(who):
    (first,) = who.sheet.weapons
    return replace(who, sheet=replace(who.sheet, weapons=(replace(first, working=Working.JAMMED),)))


@pytest.mark.rule("C3K-F09")
def test_whose_weapon_is_jammed_steps_out_of_a_friends_line():
    """Cid at A7 has Bob at J7 in line but for Ann at C7; three rows from it, 4½ cm, she bars nothing, nor beside
    Cid.
    """
    squares = {"Ann": "C7E", "Cid": "A7E", "Bob": "J7W"}
    table = game(jammed(ANN), CID, BOB, phase=Phase.MOVEMENT, board=on(HALL, **squares))
    (best,) = ideas(table, "move")
    assert best.why == "steps out of the way while the weapon can't be fired"
    assert best.said.fields["to"] in {"A6", "B4", "C4"}
    assert order(table, "move", ["Ann"], **best.said.fields)
    # With nobody's line in the way and no corner near they stay.
    assert ideas(game(jammed(ANN), BOB, phase=Phase.MOVEMENT, board=on(CORNER, Ann="A1E", Bob="F1W")), "move") == ()
    assert ideas(game(jammed(ANN), BOB, phase=Phase.MOVEMENT, board=on(CORNER, Ann="C1E", Bob="F1W")), "move") == ()


def test_who_may_fire_from_where_they_stand_looks_for_no_other_place():
    """Facing away Ann may turn and fire in this turn as well, as she was aware of him when it began."""
    assert stance(pilot(ANN, BOB, Ann="A7E", Bob="J7W")) == (None, True)
    # With nothing to fire there is no shot in this turn, and none to be had elsewhere.
    assert stance(pilot(jammed(ANN), BOB, Ann="A7E", Bob="J7W"))[1]
    # Farther than 25 squares off nobody looks for one.
    row = board_of("#" * 61, "#" + " ".join("." * 30) + "#", "#" * 61)
    assert stance(pilot(ANN, BOB, board=row, Ann="A1E", Bob="AA1W")) == (None, False)
    assert stance(pilot(ANN, BOB, board=row, Ann="A1E", Bob="Z1W")) == (None, True)


@pytest.mark.rule("C3K-F09")
def test_nobody_walks_on_into_a_friends_line():
    """Cid at A7 has Bob at J7 before him: D5 is two squares from that line, E2 five."""
    made = pilot(ANN, CID, BOB, Ann="C4W", Cid="A7E", Bob="J7W")
    both = [Idea(said("move", ["Ann"], to=to), 0.06, "comes nearer to Bob") for to in ("D5", "E2")]
    assert [idea.said.fields["to"] for idea in gives_way(made, both)] == ["E2"]
    # With Dot at C7 as well Cid has somebody left to fire at from either.
    made = pilot(ANN, CID, BOB, DOT, Ann="C4W", Cid="A7E", Bob="J7W", Dot="C7W")
    assert [*gives_way(made, both)] == both
    # Whose own weapon is jammed has no line that could be barred.
    made = pilot(ANN, jammed(CID), BOB, Ann="C4W", Cid="A7E", Bob="J7W")
    assert [*gives_way(made, both)] == both


@pytest.mark.parametrize(
    ("weapon", "seen", "ways"),
    [
        # By a rifle he is hit on 70, jammed on 2 and killed in 45 of 100, 30.6; by a pistol in 26 of 100.
        ("Rifle", {}, ["E2"]),
        ("Pistol", {}, ["D5", "E2"]),
        # Who are no more than the enemy wait for any shot.
        ("Pistol", {"Dot": "J1"}, ["E2"]),
    ],
)
def test_who_are_more_than_the_enemy_go_on_past_a_friend_whose_shot_is_poor(weapon, seen, ways):
    cid = unit("Cid", weapon=weapon)
    made = pilot(ANN, cid, BOB, orders=Autopilot(seen=seen), Ann="C4W", Cid="A7E", Bob="J7W")
    both = [Idea(said("move", ["Ann"], to=to), 0.06, "comes nearer to Bob") for to in ("D5", "E2")]
    assert [idea.said.fields["to"] for idea in gives_way(made, both)] == ways


PASSAGE = board_of("#" * 61, "#" + ". " * 29 + ".#", "#" * 61)
# A shaft of five squares, and from its foot, A5, a passage east.
BEND = board_of(
    *["###                ", "#.#                ", *["# #                ", "#.#                "] * 3],
    "# #################",
    "#. . . . . . . . .#",
    "###################",
)


@pytest.mark.rule("C3K-F08")
@pytest.mark.parametrize(("square", "looks"), [("Z1", True), ("AA1", False)])
def test_a_place_to_fire_from_is_looked_for_within_25_squares(square, looks):
    """Ann looks away from Bob, who is that far east of her."""
    made = pilot(ANN, BOB, board=PASSAGE, Ann="A1W", Bob=f"{square}W")
    unseen = Unseen(PASSAGE.plan.name, {"Ann": ("Bob",)})
    made = replace(made, game=made.game.keeping(replace(made.game.ledger, unseen=unseen)))
    idea, would = stance(made)
    assert (idea is not None, would) == (looks, looks)


@pytest.mark.rule("C3K-F08")
@pytest.mark.parametrize(("square", "goes"), [("A4", True), ("A2", True), ("A1", False)])
def test_a_place_to_fire_from_is_looked_for_within_three_steps(square, goes):
    """From A2 it is three to A5, and to B5 as well."""
    idea, would = stance(pilot(ANN, BOB, board=BEND, Ann=f"{square}S", Bob="I5W"))
    assert would is goes
    assert (idea.said.fields["to"] if idea else "") in ({"A5", "B5"} if goes else {""})


@pytest.mark.rule("C3K-F09", "C3K-F08")
@pytest.mark.parametrize(
    ("seen", "ways"),
    [
        # Two against one: Cid, who wasn't aware of Bob as the turn began, fires at nobody in it.
        ({}, ["D5", "E2"]),
        # Two against two: they go so as to leave him his line for the next turn, too.
        ({"Dot": "J1"}, ["E2"]),
    ],
)
def test_who_is_no_more_than_the_enemy_leaves_a_friend_the_line_of_the_next_turn_too(seen, ways):
    made = pilot(ANN, CID, BOB, orders=Autopilot(seen=seen), Ann="C4W", Cid="A7E", Bob="J7W")
    unseen = Unseen(HALL.plan.name, {"Cid": ("Bob",)})
    made = replace(made, game=made.game.keeping(replace(made.game.ledger, unseen=unseen)))
    both = [Idea(said("move", ["Ann"], to=to), 0.06, "comes nearer to Bob") for to in ("D5", "E2")]
    assert [idea.said.fields["to"] for idea in gives_way(made, both)] == ways


SEEN = Autopilot(seen={"Bob": "H3"})


def waiting(*units, orders=SEEN, **squares):
    made = pilot(*units, board=CORNER, orders=orders, phase=Phase.ORDERS, **squares)
    return [(idea.said.verb, idea.said.fields.get("plan", idea.said.fields.get("facing")), idea.why)
            for idea in waits(made)]  # fmt: skip


WAITS = "waits for the enemy, who comes by H1"


@pytest.mark.rule("C3K-O14")
def test_who_sees_nobody_covers_where_the_enemy_comes_into_sight_by_a_walk():
    """Bob was seen last at H3, two steps from the corner at H1, to which Ann sees; five squares are 7½ cm."""
    assert waiting(ANN, Ann="A1E") == [("plan", "cover D1 to H1", WAITS)]
    table = pilot(ANN, board=CORNER, phase=Phase.ORDERS, Ann="A1E").game
    best = ideas(table, "plan", SEEN)[0]
    after, _ = order(table, "plan", ["Ann"], **best.said.fields)
    assert after.ledger.turn.plans["Ann"][0].thing == "D1 to H1"


@pytest.mark.parametrize(
    ("ann", "others", "squares", "told"),
    [
        # They look there first.
        (ANN, (), {"Ann": "A1W"}, [("face", "east", f"{WAITS}: turns there")]),
        # Nobody waits with what is jammed, and nobody waits twice for one who doesn't come.
        (jammed(ANN), (), {"Ann": "A1E"}, []),
        (replace(ANN, sheet=replace(ANN.sheet, last=Memory(task=Task("C:", "D1 to H1")))), (), {"Ann": "A1E"}, []),
        # Two go on against one.
        (ANN, (CID,), {"Ann": "A1E", "Cid": "H2S"}, []),
        # An enemy is in sight.
        (ANN, (BOB,), {"Ann": "A1E", "Bob": "G1W"}, []),
    ],
)
def test_who_waits_for_nobody(ann, others, squares, told):
    assert waiting(ann, *others, **squares) == told


# A passage of thirteen squares to the east, and one of nine to the south from its end.
LONG = board_of(
    "###########################",
    "#. . . . . . . . . . . . .#",
    "######################### #",
    *["                        #.#", "                        # #"] * 7,
    "                        #.#",
    "                        ###",
)


@pytest.mark.parametrize(
    ("at", "last", "told"),
    [
        # M7 is six steps from M1: two walks. Seen in the turn before the last, Bob is thought to come; later no more.
        ((3, 1), None, [("plan", "cover I1 to M1")]),
        ((2, 1), None, []),
        ((3, 1), Memory(task=Task("C:", "I1 to M1")), [("plan", "cover I1 to M1")]),
    ],
)
def test_for_whoever_was_in_sight_a_moment_ago_they_wait_longer(at, last, told):
    ann = replace(ANN, sheet=replace(ANN.sheet, last=last)) if last else ANN
    table = game(ann, phase=Phase.ORDERS, board=on(LONG, Ann="A1E"), number=5)
    orders = Autopilot(seen={"Bob": "M7"}, at=at)
    found = waits(Pilot(C3K.squads, C3K.orders, table, "Ann", orders))
    assert [(idea.said.verb, idea.said.fields["plan"]) for idea in found] == told


# The same with thirteen squares to the south.
DEEP = board_of(
    "###########################",
    "#. . . . . . . . . . . . .#",
    "######################### #",
    *["                        #.#", "                        # #"] * 11,
    "                        #.#",
    "                        ###",
)


@pytest.mark.parametrize(
    ("seen", "at", "comes"),
    [
        # Whoever was in sight a moment ago comes into it at M1 by three walks of three squares, else by one.
        ("M10", (3, 1), True),
        ("M11", (3, 1), False),
        ("M4", (2, 1), True),
        ("M5", (2, 1), False),
    ],
)
def test_who_comes_soon_comes_by_so_many_walks(seen, at, comes):
    table = game(ANN, phase=Phase.ORDERS, board=on(DEEP, Ann="A1E"), number=5)
    made = Pilot(C3K.squads, C3K.orders, table, "Ann", Autopilot(seen={"Bob": seen}, at=at))
    assert bool([*waits(made)]) is comes


@pytest.mark.parametrize(("seen", "gait"), [("K1", "walk"), ("L1", "run")])
@pytest.mark.rule("C3K-F07")
def test_who_has_lost_sight_of_an_enemy_near_by_walks_and_may_fire(seen, gait):
    """K1 is ten squares from A1, where a run ends."""
    table = game(ANN, phase=Phase.MOVEMENT, board=on(LONG, Ann="A1E"), number=5)
    made = Pilot(C3K.squads, C3K.orders, table, "Ann", Autopilot(seen={"Bob": seen}, at=(4, 4)))
    way = reach(LONG, at_of("A1"), DOOR).way(at_of("K1"))
    assert next(_along(made, way, None, "goes where Bob was seen last")).said.fields["gait"] == gait


def test_nobody_waits_for_one_who_was_never_seen_or_where_they_are_sent_elsewhere():
    assert waiting(ANN, orders=Autopilot(), Ann="A1E") == []
    assert ideas(pilot(ANN, board=CORNER, phase=Phase.ORDERS, Ann="A1E").game, "plan",
                 replace(SEEN, orders=Mission.FALL_BACK, to="B1")) == ()  # fmt: skip


def covering(bob, unseen=("Bob",), **squares):
    """The firing phase of a turn in which Ann covers D1 to H1 on the passage."""
    ann = now(ANN, busy="covers D1 to H1", task=Task("C:", "D1 to H1", fire=True))
    ledger = Ledger(turn=Turn(1, Phase.FIRING), unseen=Unseen(CORNER.plan.name, {"Ann": unseen}))
    table = game(ann, BOB, phase=Phase.FIRING, board=on(CORNER, Ann="A1E", Bob=bob))
    return replace(table, read_ledger=lambda: ledger)


@pytest.mark.rule("C3K-F37")
def test_who_covers_fires_at_whoever_comes_into_the_area_unseen_before():
    """At 9 cm 70, less 12 for covering, less 2 jams: 56, and 45 of 100 of those kill."""
    (best,) = ideas(covering("G1W"), "fire")
    assert best.said.fields == {"fire": "covering", "covers": "8x2"}
    assert best.why == "25 % to hurt Bob, who is the nearest"
    assert order(covering("G1W"), "fire", ["Ann"], others={"target": ["Bob"]}, **best.said.fields)


@pytest.mark.rule("C3K-F37")
def test_outside_what_they_cover_they_fire_at_nobody_of_whom_they_were_not_aware():
    assert [idea for idea in ideas(covering("C1W"), "fire") if idea.said.verb == "fire"] == []
    # Of whom they were aware they fire at as ever.
    (best,) = ideas(covering("C1W", unseen=()), "fire")
    assert best.said.fields == {}


def test_who_covers_stays_where_they_are():
    ann = now(ANN, busy="covers D1 to H1", task=Task("C:", "D1 to H1", fire=True))
    table = game(ann, phase=Phase.MOVEMENT, board=on(CORNER, Ann="A1E"))
    due = [each for each in C3K.due(table) if "Ann" in each.owes and each.answer and each.answer.verb == "move"]
    assert all(C3K.piloting.advises(table, each, "Ann", SEEN) == () for each in due)


@pytest.mark.parametrize(
    ("thing", "size", "inside", "outside"),
    [
        ("D1 to H1", "8x2", "H1", "H2"),
        ("D1 to D5", "8x2", "D5", "D6"),
        ("D1 to E2", "4x4", "E2", "F2"),
        ("D1 to D1", "8x2", "D1", "C1"),
        # Wherever on the deck it lies, and nothing before it.
        ("D3 to H3", "8x2", "D3", "D2"),
        ("B4 to B6", "8x2", "B4", "A4"),
        ("B2 to E3", "4x4", "E2", "E4"),
    ],
)
@pytest.mark.rule("C3K-O14")
def test_what_is_covered(thing, size, inside, outside):
    area = area_of(Task("C:", thing), 0)
    assert (area.size, area.words) == (size, thing)
    assert area.holds(at_of(inside))
    assert not area.holds(at_of(outside))
    assert not area.holds(at_of(f"2:{inside}"))
    assert area_of(Task("C:", "the door"), 0) is None
    assert area_of(Task("A", "Bob"), 0) is None
    assert [covers(task) for task in (Task("C:", thing), Task("A", "Bob"), None)] == [True, False, False]


def test_who_waits_may_turn_to_where_the_enemy_comes_before_they_write_it_down():
    table = pilot(ANN, board=CORNER, phase=Phase.ORDERS, Ann="A1W").game
    best = ideas(table, "plan", SEEN)[0]
    after, _ = order(table, "face", ["Ann"], **best.said.fields)
    assert ideas(after, "plan", SEEN)[0].said.fields["plan"] == "cover D1 to H1"
