"""How those who act by themselves look for an enemy whom they have lost: round about, apart, each square once, and by
no order that is refused (C3K Walk, Target eligibility).
"""

import json
from dataclasses import replace

import pytest

from bot.deck.plan import at_of, named
from bot.deck.portals import reach
from bot.deck.view import Marks
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.steps import Sequel
from bot.systems.advising import Guide
from bot.systems.combat3000.autopilot.knowing import Pilot
from bot.systems.combat3000.autopilot.ways import (
    DOOR,
    LOOKS,
    _along,
    _ends_of_turn,
    _to_look_at,
    keeps_back,
    on_the_way,
    turns,
)
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.turn import Phase, Turn
from bot.systems.errands import at_rows, watched
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, game, on, order
from tests.systems.combat3000.table import C3K, unit
from tests.systems.combat3000.test_autopilot import ideas
from tests.systems.combat3000.test_autopilot_together import LONG

ANN, CID = unit("Ann", weapon="Rifle"), unit("Cid", weapon="Rifle")
BOB, DEAD = unit("Bob", side="Blue", weapon="Rifle"), unit("Eve", side="Blue", condition="killed")
STUNNED = unit("Eve", side="Blue", stunned=3)

# A passage of six squares, and below it a room of six; the doors between them are south of A1 and of F1.
ROUND = board_of(
    "#############",
    "#p . . . . .#",
    "#D#########D#",
    "#r . . . . .#",
    "#############",
    notes=["p = room 1 Passage", "r = room 2 Store"],
)


def pilot(*units, board=HALL, orders=None, phase=Phase.MOVEMENT, **squares):
    table = game(*units, phase=phase, board=on(board, **squares), number=9)
    return Pilot(C3K.squads, C3K.orders, table, "Ann", orders or Autopilot())


def left(*squares):
    """What is left to be looked at."""
    rows = {}
    for at in map(at_of, squares):
        rows[f"{at.level}:{at.y}"] = rows.get(f"{at.level}:{at.y}", 0) | 1 << at.x
    return Autopilot(left=rows)


def test_past_whom_a_door_can_not_be_opened_they_go_round_by_another():
    """The way by the door at A1 is the shorter one; but whoever lies there keeps anybody from stopping at it."""
    hunts = Autopilot(seen={"Bob": "B2"})
    free = next(on_the_way(pilot(ANN, board=ROUND, orders=hunts, Ann="C1W")))
    round_ = next(on_the_way(pilot(ANN, STUNNED, board=ROUND, orders=hunts, Ann="C1W", Eve="A1E")))
    assert (free.said.fields["to"], round_.said.fields["to"]) == ("A1", "F1")
    over = next(on_the_way(pilot(ANN, DEAD, board=ROUND, orders=hunts, Ann="C1W", Eve="A1E")))
    assert over.said.fields["to"] == "A1"


@pytest.mark.rule("C3K-C01")
def test_nobody_ends_where_an_enemy_was_seen_last():
    """That one may stand there still, and a move into contact is a charge. Where that is barred half of the way is
    gone, or a step of it.
    """
    made = pilot(ANN, board=LONG, orders=Autopilot(seen={"Bob": "K1"}), Ann="A1E")
    way = reach(LONG, at_of("A1"), DOOR).way(at_of("K1"))
    assert named(next(_ends_of_turn(made, way[1:], "run"))) == "J1"
    ends = [idea.said.fields["to"] for idea in _along(pilot(ANN, board=LONG, Ann="A1E"), way, None, LOOKS)]
    assert ends == ["K1", "F1", "B1"]


def unaware(*units, board, unseen=("Bob",), phase=Phase.MOVEMENT, **squares):
    """A phase of a turn as which began Ann was not aware of some."""
    ledger = Ledger(turn=Turn(9, phase), unseen=Unseen(board.plan.name, {"Ann": unseen}))
    return replace(game(*units, phase=phase, board=on(board, **squares)), read_ledger=lambda: ledger)


@pytest.mark.parametrize("squares", [{"Bob": "M3S"}, {"Bob": "M6S"}, {}])
def test_nobody_tells_by_where_they_would_go_where_an_enemy_stands_unseen(squares):
    """Bob is behind the corner, where Ann doesn't see him, or nowhere."""
    table = unaware(ANN, *([BOB] if squares else []), board=LONG, Ann="E1E", **squares)
    found = ideas(table, "move", Autopilot(left={"0:6": 1 << 12}))
    assert [idea.said.fields["to"] for idea in found] == ["M7", "L1", "F1"]


def test_where_an_enemy_stands_unseen_they_come_as_far_as_they_can():
    """Nobody comes past Bob, who is behind the corner at M3, to M7; L1 is half of the way there."""
    table = unaware(ANN, BOB, board=LONG, Ann="E1E", Bob="M3S")
    found = ideas(table, "move", Autopilot(left={"0:6": 1 << 12}))
    with pytest.raises(RuleError):
        order(table, "move", ["Ann"], **found[0].said.fields)
    guide = Guide(C3K, C3K.piloting, C3K.orders)
    deed, _ = guide.first_of(found, Scene.of(table), Sequel(table), "Ann", ScriptedDice([]))
    (moved,) = deed.parts
    assert json.loads(moved.report)["moved"]["path"][-1] == [0, 11, 0]  # L1


@pytest.mark.parametrize(
    ("others", "unseen", "squares", "gait"),
    [
        # Two against one run at whom they can't fire at in this turn, and walk where they can; one alone walks.
        ((CID,), ("Bob",), {"Cid": "A1E"}, "run"),
        ((CID,), (), {"Cid": "A1E"}, "walk"),
        ((), ("Bob",), {}, "walk"),
    ],
)
@pytest.mark.rule("C3K-F08")
def test_who_is_more_than_the_enemy_runs_where_no_shot_is_lost_by_it(others, unseen, squares, gait):
    table = unaware(ANN, BOB, *others, board=LONG, unseen=unseen, Ann="B1E", Bob="M1W", **squares)
    made = Pilot(C3K.squads, C3K.orders, table, "Ann", Autopilot())
    way = reach(LONG, at_of("B1"), DOOR).way(at_of("L1"))
    assert next(_along(made, way, None, "comes nearer to Bob")).said.fields["gait"] == gait


def looked_at_next(made, *squares):
    reached = reach(made.board, made.here.at, DOOR)
    return named(_to_look_at(made, reached, [at_of(each) for each in squares], set()))


def test_they_look_apart_and_not_for_what_one_sees_by_turning():
    """Cid is nearer to the end of the passage, and Ann sees along it."""
    alone = pilot(ANN, board=LONG, Ann="A1E")
    assert looked_at_next(alone, "M2", "M9", "H1") == "M2"
    assert looked_at_next(alone, "H1") == "H1"
    # Nobody is left without anything to look for.
    assert looked_at_next(pilot(ANN, CID, board=LONG, Ann="A1E", Cid="L1E"), "M2", "M9") == "M2"
    assert looked_at_next(pilot(ANN, board=BETWEEN, Ann="B1E"), "A2", "D2") == "A2"
    assert looked_at_next(pilot(ANN, CID, board=BETWEEN, Ann="B1E", Cid="A1E"), "A2", "D2") == "D2"


# A passage of four squares, and below it a hall of six by a door south of A1, and a closet of two by one south of D1.
BETWEEN = board_of(
    "#########",
    "#p . . .#",
    "#D#####D#",
    "#h . .#c#",
    "#     # #",
    "#. . .#.#",
    "#########",
    notes=["p = room 1 Passage", "h = room 2 Hall", "c = room 3 Closet"],
)


def test_where_most_is_left_for_how_far_it_is_comes_first():
    """From C1 the closet's door is nearer, and behind it are two squares; in the hall are six."""
    made = pilot(ANN, board=BETWEEN, Ann="C1E")
    hall, closet = ("A2", "B2", "C2", "A3", "B3", "C3"), ("D2", "D3")
    assert looked_at_next(made, *hall, *closet) == "A2"
    assert looked_at_next(made, "A2", *closet) == "D2"


@pytest.mark.rule("C3K-S01")
def test_who_has_lost_the_enemy_looks_round_once_where_nobody_has_looked():
    """Ann looks east: west of her in row 7 three squares are left, and of one nobody turns."""
    table = game(ANN, phase=Phase.FIRING, board=on(HALL, Ann="E7E"))
    found = ideas(table, "fire", left("A7", "B7", "C7"))
    assert [(idea.said.fields["facing"], idea.why) for idea in found] == [
        ("west", "looks round where nobody has looked")
    ]
    assert ideas(table, "fire", left("A7", "B7")) == ()
    assert ideas(table, "fire", replace(left("A7", "B7", "C7"), orders=Mission.HOLD)) == ()
    after, _ = order(table, "face", ["Ann"], **found[0].said.fields)
    known = C3K.piloting.looks(after, "Ann", left("A7", "B7", "C7"))
    assert not {at_of(square) for square in ("A7", "B7", "C7")} & {*at_rows(known.left)}


def test_in_a_turn_nobody_turns_again_to_where_they_have_just_looked():
    """Bob was seen last at A7, which Ann has in sight; once something is left to be looked at, that comes instead."""
    lost = replace(left("A1"), seen={"Bob": "A7"})
    assert [*turns(pilot(ANN, phase=Phase.FIRING, orders=lost, Ann="E7E"))] == []
    assert [idea.why for idea in turns(pilot(ANN, phase=Phase.FIRING, orders=replace(lost, left={}), Ann="E7E"))] == [
        "turns to where the enemy was seen last"
    ]


@pytest.mark.parametrize(
    ("morale", "under_fire", "keeps"),
    [
        ("steady", True, False),
        ("shaky", False, False),
        ("shaky", True, True),
        ("scared", False, True),
        ("terrified", False, True),
    ],
)
@pytest.mark.rule("C3K-L04")
def test_who_may_not_advance_goes_nowhere_of_themselves(morale, under_fire, keeps):
    """Where the nearest enemy is, and so what an advance would be, they may not know."""
    ann = unit("Ann", weapon="Rifle", morale=morale)
    bob = replace(BOB, sheet=replace(BOB.sheet, last=Memory(target="Ann", shot=True))) if under_fire else BOB
    made = pilot(ann, bob, Ann="A7E", Bob="J7W")
    assert keeps_back(made) is keeps
    assert [*on_the_way(pilot(ann, *([bob] if under_fire else []), Ann="A7E"))] == [] or not keeps


# A passage from west to east, and one across it from C1 to C3.
ACROSS = board_of("    ###", "    #.#", "##### #", "#. . .#", "##### #", "    #.#", "    ###")


def as_bob_goes(*squares, ann="A2E", side="Blue", marked=True):
    """What Ann knows once Bob has gone there, by whom his ways are marked."""
    bob = unit("Bob", side=side)
    was = game(ANN, bob, phase=Phase.MOVEMENT, board=on(ACROSS, Ann=ann, Bob=f"{squares[0]}S"))
    now = replace(was, board=on(ACROSS, Ann=ann, Bob=f"{squares[-1]}S"))
    marks = Marks(trails=(tuple(map(at_of, squares)),)) if marked else None
    return watched(C3K.squads, was, now, marks, {"Ann": Autopilot(seen={"Cid": "1:A2"})})["Ann"].seen


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        # Past the mouth of the passage, and a square on as they went.
        ({"squares": ("C1", "C2", "C3")}, {"Bob": "1:C3"}),
        # Who turns round at its end is where they came from.
        ({"squares": ("C2", "C1")}, {"Bob": "1:C2"}),
        # Who stays in sight, or was never in it, has not gone out of it.
        ({"squares": ("C1", "C2")}, {}),
        ({"squares": ("C1", "C2", "C3"), "ann": "A2W"}, {}),
        # Their own are no secret, and who was put somewhere went no way.
        ({"squares": ("C1", "C2", "C3"), "side": "Red"}, {}),
        ({"squares": ("C1", "C2", "C3"), "marked": False}, {}),
    ],
)
def test_whoever_goes_through_their_sight_was_seen_last_where_they_left_it(told, seen):
    told = dict(told)
    assert dict(as_bob_goes(*told.pop("squares"), **told)) == {"Cid": "1:A2", **seen}


def test_whom_they_saw_go_is_kept_with_the_order():
    """Bob runs through their sight as all move at once; Ann has standing orders."""
    table = game(ANN, BOB, phase=Phase.MOVEMENT, board=on(ACROSS, Ann="A2E", Bob="C1S"))
    table = table.keeping(C3K.piloting.keeping(table.ledger, {"Ann": Autopilot()}))
    written, _ = order(table, "move", ["Bob"], to="C3", gait="run")
    assert C3K.piloting.kept(written.ledger)["Ann"].seen == {}
    after, _ = order(written, "phase", [])
    assert C3K.piloting.kept(after.ledger)["Ann"].seen == {"Bob": "1:C3"}
    assert C3K.piloting.kept(after.ledger)["Ann"].at == (1, 4)


@pytest.mark.parametrize(
    ("seen", "goes"),
    [
        # Bob is nearer through the wall, Cid to walk to: it is there that she looks as she comes into sight of it.
        ({"Bob": "1:C2", "Cid": "1:F1"}, {"to": "D1", "gait": "run", "facing": "E"}),
        # On the way round they look where it leads on.
        ({"Bob": "1:C2"}, {"to": "A1", "gait": "run", "facing": "S"}),
    ],
)
def test_who_goes_where_an_enemy_was_seen_last_looks_there_or_along_the_way(seen, goes):
    made = pilot(ANN, board=ROUND, orders=Autopilot(seen=seen, at=(1, 1)), Ann="C1N")
    assert next(on_the_way(made)).said.fields == goes


def test_they_turn_to_where_an_enemy_was_seen_last_that_they_would_see_by_it():
    """Bob is nearer, and behind the wall; along the passage Cid is looked for."""
    made = pilot(ANN, board=ROUND, orders=Autopilot(seen={"Bob": "1:C2", "Cid": "1:F1"}), Ann="C1N")
    assert [idea.said.fields["facing"] for idea in turns(made)] == ["east"]
