"""What is due in a turn that is kept, of whom, and what is not: typed from the book (C3K The game turn, Reloading)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.engine.scene import Game, Said, Units
from bot.systems.combat3000.figure.sheet import Memory, Task, Working
from bot.systems.combat3000.hit.plights import Charge, Cloud, Stasis, Vortex
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import game, order
from tests.systems.combat3000.table import C3K, unit

ORDERS, CLOSE, MOVEMENT, FIRING, ACTIONS = Phase
GO_ON = ("the next phase", (), ())


def asked(turn, *units):
    """What is due: what, of whom, and the labels of its choices; what may be left is in brackets."""
    game = Game(Units().having(*units), read_ledger=lambda: Ledger(turn=turn))
    found = [(f"({each.what})" if each.optional else each.what, each) for each in C3K.due(game)]
    return [(what, each.owes, tuple(choice.label for choice in each.choices)) for what, each in found]


def now(who, **memory):
    return replace(who, sheet=replace(who.sheet, now=Memory(**memory)))


ANN, BOB = unit("Ann", weapon="Rifle"), unit("Bob", side="Blue")
SPENT = unit("Ann", weapon="Rifle", loaded=2, clips=24)
_RIFLE = ANN.sheet.weapons[0]
JAMMED = replace(ANN, sheet=ANN.sheet.with_carried(replace(_RIFLE, working=Working.JAMMED)))
TANK = replace(unit("Tank", vehicle="Light Tank"), owner="5")
RUNNING_TANK = replace(TANK, sheet=replace(TANK.sheet, speed=50))


@pytest.mark.rule("C3K-G01", "C3K-O05", "C3K-O02")
@pytest.mark.parametrize(
    ("turn", "units", "due"),
    [
        (Turn(), (ANN, BOB), [("(may write down what they do)", ("Ann", "Bob"), ())]),
        (Turn(), (ANN, now(BOB, busy="reloads", more=2)), [("(may write down what they do)", ("Ann",), ())]),
        (Turn(plans={"Ann": (Task("C"),)}), (ANN, BOB), [("(may write down what they do)", ("Bob",), ())]),
        (Turn(), (unit("Ann", stunned=1), unit("Bob", condition="killed")), []),
        (Turn(phase=CLOSE), (ANN, BOB), [("(may charge)", ("Ann", "Bob"), ())]),
        (Turn(phase=CLOSE), (ANN, unit("Sue")), []),
        # The shaken go into no close combat.
        (Turn(phase=CLOSE), (unit("Ann", morale="shaky"), BOB), [("(may charge)", ("Bob",), ())]),
        (Turn(phase=CLOSE), (now(ANN, busy="reloads", more=1), BOB), [("(may charge)", ("Bob",), ())]),
        (Turn(phase=MOVEMENT), (ANN, now(BOB, busy="aims at Ann")), [("(may move)", ("Ann",), ())]),
        (Turn(phase=MOVEMENT, moves={"Ann": Said("move", {}, {}, "")}), (ANN, BOB), [("(may move)", ("Bob",), ())]),
        (
            Turn(phase=MOVEMENT, surprised=("Blue",)),
            (replace(ANN, sheet=replace(ANN.sheet, last=Memory(target="Bob", shot=True))), BOB),
            [
                ("(may make for the nearest cover: they are fired on and have no orders)", ("Bob",), ()),
                ("(may move)", ("Ann",), ()),
            ],
        ),
        (Turn(phase=MOVEMENT), (TANK,), [("(may move)", ("Tank",), ())]),
        (Turn(phase=MOVEMENT), (RUNNING_TANK,), [("a move of 20 cm to 60 cm", ("Tank",), ("20 cm", "60 cm"))]),
        (Turn(phase=MOVEMENT), (unit("Tank", vehicle="Light Tank", knocked_out="yes"),), []),
        (Turn(phase=MOVEMENT), (unit("Tank", vehicle="Light Tank", crew=0),), []),
        (Turn(phase=FIRING), (ANN, BOB), [("(may fire)", ("Ann",), ())]),
        (Turn(phase=FIRING), (now(ANN, busy="runs", gait="run"),), []),
        (Turn(phase=FIRING), (now(ANN, busy="crouches", task=Task("C", fire=True)),), [("(may fire)", ("Ann",), ())]),
        # Who reloads or aims by what is written down fires at nobody; the last turn of a deed is none to write down in.
        (Turn(phase=FIRING), (now(ANN, task=Task("R", "Rifle")),), []),
        (Turn(phase=FIRING), (now(ANN, task=Task("A", "Bob")),), []),
        (Turn(phase=ORDERS), (now(ANN, busy="reloads", task=Task("R", "Rifle")),), []),
        (Turn(phase=ACTIONS), (now(SPENT, task=Task("R", "Rifle")), BOB), [("reloads Rifle", ("Ann",), ("Reload",))]),
        (Turn(phase=ACTIONS), (now(JAMMED, task=Task("Rep", "Rifle")),), [("repairs Rifle", ("Ann",), ("Repair",))]),
        # What can't be done any more holds nobody up.
        (Turn(phase=ACTIONS), (now(ANN, task=Task("R", "Rifle")), BOB), []),
        (Turn(phase=ACTIONS), (now(ANN, task=Task("Rep", "Rifle")),), []),
        (Turn(phase=ACTIONS), (now(SPENT, task=Task("R", "Rifle"), gait="walk"),), []),
        (Turn(phase=ACTIONS), (now(ANN, busy="reloads", task=Task("R", "Rifle")),), []),
    ],
)
def test_what_is_due_and_of_whom(turn, units, due):
    assert asked(turn, *units) == [*due, ("the next phase", (), ("Go on",))]


@pytest.mark.rule("C3K-R04", "C3K-R07")
@pytest.mark.parametrize(
    ("who", "task", "label"),
    [(SPENT, Task("R", "Rifle"), "Reload"), (JAMMED, Task("Rep", "Rifle"), "Repair")],
)
def test_what_was_written_down_is_carried_out_where_nobody_says_otherwise(who, task, label):
    game = Game(Units().having(now(who, task=task)), read_ledger=lambda: Ledger(turn=Turn(phase=ACTIONS)))
    found = next(each for each in C3K.due(game) if each.owes == ("Ann",))
    assert found.fallback.label == label
    assert found.fallback.throws is (label == "Repair")


FUSED, WAITING = Charge("Explosive 101", "101", 10, 1), Charge("Explosive 101", "101", 10)
SLOW, OUT, MAD = Charge("Explosive 102", "102", 15, 2), Cloud("knock-out", 15), Cloud("hallucinogen", 15)
GOES_OFF = "(Explosive 101, which goes off in 1 turn)"
WAITS = "(Explosive 101, which waits for any heat source within 5 cm)"


@pytest.mark.rule("C3K-E14", "C3K-H07", "C3K-H10")
@pytest.mark.parametrize(
    ("phase", "lies", "due"),
    [
        # A delay fuse is up as a turn ends, one of two turns isn't yet; what waits for heat finds it as all have moved.
        (ACTIONS, {"charges": (FUSED, SLOW, WAITING)}, [(GOES_OFF, "101")]),
        (FIRING, {"charges": (FUSED, SLOW, WAITING)}, [(WAITS, "101")]),
        # Whoever is in it as the firing phase begins is out; hallucinations come at the end of the turn.
        (FIRING, {"clouds": (OUT, MAD)}, [("(whoever is in knock-out gas of 15 cm)", "1232")]),
        (ACTIONS, {"clouds": (OUT, MAD)}, [("(whoever is in hallucinogen gas of 15 cm)", "1241")]),
        (MOVEMENT, {"clouds": (OUT, MAD), "charges": (FUSED, WAITING)}, []),
        (FIRING, {"clouds": (Cloud("baffler", 20),)}, []),
    ],
)
def test_what_lies_on_the_table_is_the_referees_to_say_whom_it_reaches(phase, lies, due):
    game = Game(Units().having(unit("Ann")), read_ledger=lambda: Ledger(turn=Turn(phase=phase), **lies))
    found = [each for each in C3K.due(game) if each.answer and each.answer.verb == "blast"]
    assert [(f"({each.what})", each.answer.fields["cause"]) for each in found] == due
    assert all((each.decides, each.asks, each.optional) == (("",), ("people",), True) for each in found)


OF_TABLE, OLD = "C3K Shells and grenades", replace(OUT, turn=10)


@pytest.mark.rule("C3K-H07", "C3K-H09", "C3K-H11")
@pytest.mark.parametrize(
    ("phase", "lies", "told"),
    [
        (MOVEMENT, {"clouds": (OUT,)}, [("knock-out gas of 15 cm drifts on once all have moved", OF_TABLE)]),
        (FIRING, {"clouds": (MAD,), "stases": (Stasis(30),), "vortices": (Vortex(10),)}, []),
        # A cloud lies for ten turns, a stasis for six; a vortex is thrown for, but for one that leaves.
        (ACTIONS, {"clouds": (OUT, replace(OUT, turn=9))}, []),
        (
            ACTIONS,
            {"clouds": (replace(OUT, turn=10),)},
            [("knock-out gas of 15 cm is gone as the turn ends", OF_TABLE)],
        ),
        (ACTIONS, {"stases": (Stasis(30, 2),)}, [("stasis of 30 cm lasts beyond this turn", OF_TABLE)]),
        (ACTIONS, {"stases": (Stasis(30, 1),)}, [("stasis of 30 cm is over as the turn ends", OF_TABLE)]),
        (ACTIONS, {"vortices": (Vortex(10),)}, [("vortex of 10 cm is thrown for as the turn ends", OF_TABLE)]),
        (ACTIONS, {"vortices": (Vortex(10, leaving=True),)}, [("vortex of 10 cm vanishes as the turn ends", OF_TABLE)]),
        # A fuse that burns on; one that is up is asked about.
        (ACTIONS, {"charges": (FUSED, SLOW)}, [("Explosive 102, which goes off in 2 turns", "C3K Equipment")]),
    ],
)
def test_what_lies_on_the_table_is_told_to_pass_by_itself(phase, lies, told):
    game = Game(Units().having(unit("Ann")), read_ledger=lambda: Ledger(turn=Turn(phase=phase), **lies))
    assert [(each.what, each.rule) for each in C3K.due(game) if not each.is_asked] == told


@pytest.mark.rule("C3K-O20", "C3K-R01")
@pytest.mark.parametrize(("stunned", "told"), [(0, ["Ann reloads Rifle: 2 turns to go"]), (2, [])])
def test_who_is_stunned_amid_a_reload_goes_on_with_nothing(stunned, told):
    ann = now(SPENT, busy="reloads Rifle", more=2, task=Task("R", "Rifle"))
    _, card = order(game(replace(ann, sheet=replace(ann.sheet, stunned=stunned))), "phase")
    assert [line for line in card.lines if "reloads" in str(line)] == told


@pytest.mark.rule("C3K-R01", "C3K-O05")
def test_stun_marks_and_reloads_under_way_are_told_as_a_turn_ends_of_whom_they_concern():
    """A mark of this turn stays for the next one."""
    people = (
        unit("Ann", stunned=2),
        replace(BOB, sheet=replace(BOB.sheet, stunned=1, stunned_now=1)),
        now(unit("Cid"), busy="reloads Rifle", more=2),
        now(unit("Dan"), busy="reloads Rifle"),
    )
    for phase, told in (
        (FIRING, []),
        (
            ACTIONS,
            [
                ("strikes out a stun mark as the turn ends", ("Ann",), "C3K Record sheets"),
                ("reloads Rifle, for 2 turns after this one", ("Cid",), "C3K Orders and actions"),
            ],
        ),
    ):
        game = Game(Units().having(*people), read_ledger=lambda phase=phase: Ledger(turn=Turn(phase=phase)))
        assert [(each.what, each.owes, each.rule) for each in C3K.due(game) if not each.is_asked] == told


def test_what_was_due_in_one_fight_is_not_what_is_due_in_the_next():
    first, second = (
        C3K.due(Game(Units().having(ANN), read_ledger=lambda began=began: Ledger(turn=Turn(began=began))))
        for began in (10, 20)
    )
    assert not {each.key for each in first} & {each.key for each in second}


@pytest.mark.rule("C3K-H07", "C3K-G01")
def test_a_cloud_drifts_as_all_have_moved_and_is_gone_after_ten_turns():
    """Fired in turn 1 it is one template long to its end, and one longer as all have moved in each later turn."""
    lengths, table = [], game(ANN, phase=FIRING)
    kept = replace(table.ledger, clouds=(OUT,))
    table = replace(table, read_ledger=lambda: kept)
    for _ in range(9):
        lengths.append(table.ledger.clouds[0].templates)
        for _ in Phase:
            table, card = order(table, "phase")
            if table.ledger.turn.phase is FIRING:
                now_long = len(lengths) + 1
                assert f"knock-out gas of 15 cm: now {now_long} templates long" in str(card.lines)
    assert lengths == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    table, card = order(table, "phase")
    assert table.ledger.clouds[0].templates == 10
    table, card = order(table, "phase")
    assert "knock-out gas of 15 cm: gone" in card.lines
    assert table.ledger.clouds == ()


def test_nothing_is_due_where_no_turn_is_kept():
    assert asked(None, ANN, BOB) == []


def test_a_running_vehicle_is_answered_by_its_owner_and_as_slowly_as_it_can_where_nobody_does():
    game = Game(Units().having(RUNNING_TANK), read_ledger=lambda: Ledger(turn=Turn(phase=MOVEMENT)))
    move, _ = C3K.due(game)
    assert (move.decides, move.fallback.said.fields) == (("5",), {"to": "20"})


@pytest.mark.parametrize(
    ("turn", "line"),
    [
        (Turn(plans={"Sergeant Ruiz": (Task("C"),)}), "Sergeant Ruiz · plan written · unhurt"),
        (
            Turn(phase=MOVEMENT, moves={"Sergeant Ruiz": Said("move", {}, {}, "")}),
            "Sergeant Ruiz · move written · unhurt",
        ),
    ],
)
def test_a_line_of_the_tracker_has_room_for_the_whole_name(turn, line):
    game = Game(Units().having(unit("Sergeant Ruiz")), read_ledger=lambda: Ledger(turn=turn))
    assert [said for _, said in C3K.part.track(game).sides[0].units] == [line]


def test_whoever_stands_on_no_deck_is_tracked_as_well_for_they_owe_as_much():
    deck = replace(board_of("+++++", " . . ", "+++++"), people={"Ann": Standing(at_of("A1"), Facing.NORTH)})
    game = Game(Units().having(ANN, BOB), board=deck, read_ledger=lambda: Ledger(turn=Turn()))
    assert [name for side in C3K.part.track(game).sides for name, _ in side.units] == ["Ann", "Bob"]
