"""Shots that two sides write down in secret, and that are fired together in their sub-phases (C3K Firing procedure)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.building.structures import Structure, What
from tests.systems.combat3000.morale.table import ACTIONS, FIRING, HALL, MOVEMENT, asked, game, on, order
from tests.systems.combat3000.table import C3K, unit

ANN, BOB = unit("Ann", weapon="Rifle"), unit("Bob", "Blue", weapon="Rifle")


def fires(table, who, at, faces=(), verb="fire", **fields):
    return order(table, verb, [who], faces, others={"target": [at]}, **{"range": 20, **fields})


def both():
    table, card = fires(game(ANN, BOB, phase=FIRING), "Ann", "Bob")
    assert (card.title, card.lines) == ("Ann has a shot written down", ("At Bob",))
    assert C3K.sealed(table.ledger) == "shots of turn 1 are secret"
    assert [each for each in asked(table) if "may fire" in each[0]] == [("(may fire)", ("Bob",), ())]
    return fires(table, "Bob", "Ann")[0]


def ended(table, faces):
    return order(table, "phase", faces=faces)


@pytest.mark.rule("C3K-F01", "C3K-F16", "C3K-F19")
@pytest.mark.parametrize(
    ("faces", "lines", "dead"),
    [
        # Bob at 2 is before Ann at 5, though she said so first: he hits with 40 of 50, and kills with 6 and 6.
        (
            [5, 2, 40, 6, 6],
            ("Bob, Rifle: 2 = 2 → sub-phase 2", "Ann, Rifle: 5 = 5 → sub-phase 5, but hit before"),
            "Ann",
        ),
        # Both at 3: their shots happen at once, and each kills the other.
        (
            [3, 3, 40, 6, 6, 40, 7, 7],
            ("Ann, Rifle: 3 = 3 → sub-phase 3", "Bob, Rifle: 3 = 3 → sub-phase 3"),
            "Ann, Bob",
        ),
        # 51 misses; then Ann fires.
        ([5, 2, 51, 40, 6, 6], ("Bob, Rifle: 2 = 2 → sub-phase 2", "Ann, Rifle: 5 = 5 → sub-phase 5"), "Bob"),
    ],
)
def test_shots_of_two_sides_fall_by_their_sub_phases_whoever_wrote_first(faces, lines, dead):
    table, card = ended(both(), faces)
    assert table.ledger.turn.phase is ACTIONS
    assert set(lines) <= set(card.lines)
    assert ", ".join(name for name in ("Ann", "Bob") if table.units[name].sheet.killed) == dead
    assert not table.ledger.turn.shots


@pytest.mark.rule("C3K-F01")
def test_they_come_to_what_one_order_for_both_would():
    faces = [5, 2, 51, 40, 6, 6]
    one = order(
        game(ANN, BOB, phase=FIRING),
        "fire",
        ["Ann", "Bob"],
        faces,
        others={"target": ["Bob", "Ann"]},
        range=20,
        shots="at once",
    )
    together, _ = ended(both(), faces)
    assert {name: one[0].units[name].sheet for name in ("Ann", "Bob")} == {
        name: together.units[name].sheet for name in ("Ann", "Bob")
    }


def test_a_shot_is_written_down_anew_and_nothing_is_thrown_until_all_are_fired():
    cid = unit("Cid", "Blue", weapon="Rifle")
    table, _ = fires(game(ANN, BOB, cid, phase=FIRING), "Ann", "Bob")
    table, _ = fires(table, "Ann", "Cid")
    table, _ = ended(table, [40, 6, 6])
    assert [name for name in ("Bob", "Cid") if table.units[name].sheet.killed] == ["Cid"]
    with pytest.raises(RuleError, match="fire is resolved in the firing phase"):
        fires(table, "Ann", "Bob")


@pytest.mark.rule("C3K-F38", "C3K-F16")
def test_a_grenade_goes_off_among_the_shots():
    """Ann's 2 comes before Bob's 4; 40 of 60 comes down on him, and 5 and 7 kill: his shot is lost."""
    ann = unit("Ann", grenades="101 x 2")
    table, card = order(game(ann, BOB, phase=FIRING), "grenade", ["Ann"], others={"people": ["Bob"]}, range=15)
    assert card.title == "Ann has a shot written down"
    table, _ = fires(table, "Bob", "Ann", range=15)
    table, card = ended(table, [2, 4, 40, 5, 7])
    assert "Bob: killed" in card.lines
    assert "Bob, Rifle: 4 = 4 → sub-phase 4, but hit before" in card.lines
    assert C3K.card(table.units["Ann"]).lines


def test_what_cannot_be_fired_any_more_is_told_and_all_else_is_fired():
    cid, dee = unit("Cid", weapon="Rifle"), unit("Dee", "Blue", weapon="Rifle")
    table, _ = fires(game(ANN, BOB, cid, dee, phase=FIRING), "Ann", "Bob")
    table, _ = fires(table, "Dee", "Ann")
    table, _ = order(table, "fire", ["Cid"], [40, 6, 6], others={"target": ["Bob"]}, range=20, shots="at once")
    table, card = ended(table, [99])
    assert "Ann: Bob has been killed already: choose another target." in card.lines
    assert "To hit: 50 = 50% | 99 → miss" in card.lines
    assert (table.units["Ann"].sheet.now.shot, table.units["Dee"].sheet.now.shot) == (False, True)


def test_by_a_setting_a_shot_is_fired_at_once():
    kept, at_once = game(ANN, BOB, phase=FIRING), {"shots": "at once"}
    table, card = order(kept, "fire", ["Ann"], [99], settings=at_once, others={"target": ["Bob"]}, range=20)
    assert card.title == "Ann fires at Bob"
    assert not table.ledger.turn.shots


def test_in_another_phase_nothing_is_written_down_where_the_turn_is_only_shown():
    shown = {"turns": "shown"}
    early = game(ANN, BOB, phase=MOVEMENT)
    table, card = order(early, "fire", ["Ann"], [99], settings=shown, others={"target": ["Bob"]}, range=20)
    assert (card.title, table.ledger.turn.shots) == ("Ann fires at Bob", ())
    assert card.lines[-1].startswith("By the book: This is the movement phase of turn 1, and fire is resolved in the")
    table, card = order(
        game(ANN, BOB, phase=FIRING), "fire", ["Ann"], settings=shown, others={"target": ["Bob"]}, range=20
    )
    assert card.title == "Ann has a shot written down"


def test_several_have_their_shots_written_down_by_one_order():
    cid = unit("Cid", weapon="Rifle")
    table = game(ANN, cid, BOB, phase=FIRING)
    table, card = order(table, "fire", ["Ann", "Cid"], others={"target": ["Bob"]}, range=20)
    assert (card.title, card.lines) == ("Ann and Cid have shots written down", ("At Bob",))
    table, card = ended(table, [99, 98])
    assert card.lines[0] == "— Ann and Cid fire at Bob"
    assert all(table.units[name].sheet.now.shot for name in ("Ann", "Cid"))


@pytest.mark.rule("C3K-F19")
def test_why_somebody_does_not_fire_is_told_of_them_alone():
    lost = "Who is hit in an earlier sub-phase does not fire (C3K Special conditions)"
    gone = "A line of sight has to be there as the sub-phase begins (C3K Target eligibility)"
    for faces, told in (([5, 2, 40, 6, 6], [f"Ann: {lost}"]), ([5, 2, 51, 40, 6, 6], [])):
        _, card = ended(both(), faces)
        assert [line for line in card.working if line.partition(": ")[2] in {lost, gone}] == told


@pytest.mark.rule("C3K-F08", "C3K-H09")
def test_a_shot_is_lost_where_a_baffler_comes_down_before_it():
    """Ann's 2 comes before Bob's 4, and the circle of 15 cm lies between her and him."""
    board = on(HALL, Ann="A1E", Bob="J1W")
    ann = unit("Ann", grenades="1131 x 1")
    table = game(ann, BOB, phase=FIRING, board=board)
    table, _ = order(table, "grenade", ["Ann"], at="E1")
    table, _ = order(table, "fire", ["Bob"], others={"target": ["Ann"]})
    table, card = ended(table, [2, 4, 1])
    assert "Bob, Rifle: 4 = 4 → sub-phase 4, but the line of sight is gone" in card.lines
    assert "Bob: A line of sight has to be there as the sub-phase begins (C3K Target eligibility)" in card.working
    assert not any("Who is hit in an earlier sub-phase" in line for line in card.working)
    assert not table.units["Ann"].sheet.now.struck


FORT = (
    Structure("Fort 1", building="Fort", inside=("Bob",)),
    Structure("Fort 2", building="Fort", inside=("Cid",)),
    Structure("Gate", What.DOOR),
)


def fort(*units):
    table = game(*units, phase=FIRING)
    ledger = replace(table.ledger, structures=FORT)
    return replace(table, read_ledger=lambda: ledger)


def gunner(**given):
    return unit("Ann", weapon="MM22 Launcher", ammunition="105", **given)


@pytest.mark.rule("C3K-D02", "C3K-F01", "C3K-F19")
def test_a_shot_at_a_room_is_fired_with_all_others_and_who_is_under_it_fires_no_more():
    """Ann's 1 +1 for the M class is before Bob's 4: 30 of 50 hits, 8 brings the room down, and 3 and 4 +3 harm none."""
    table, card = order(fort(gunner(), BOB), "structure hit", (), others={"by": ["Ann"]}, name="Fort 1", range=20)
    assert (card.title, card.lines) == ("Ann has a shot written down", ("At Fort 1",))
    assert not table.ledger.structures[0].down
    table, _ = fires(table, "Bob", "Ann")
    table, card = ended(table, [1, 4, 30, 8, 3, 4])
    assert "Ann, MM22 Launcher: 1 +1 M class = 2 → sub-phase 2" in card.lines
    assert "Bob, Rifle: 4 = 4 → sub-phase 4, but hit before" in card.lines
    assert "Fort 1 falls" in card.lines
    assert table.ledger.structures[0].down
    assert table.ledger.turn.phase is ACTIONS


@pytest.mark.rule("C3K-D02", "C3K-F16")
def test_who_is_before_it_comes_down_fires_out_of_a_room():
    """Bob's 1 is before Ann's 4 +1: he misses with 99, and her shot finds him in it."""
    table, _ = order(fort(gunner(), BOB), "structure hit", (), others={"by": ["Ann"]}, name="Fort 1", range=20)
    table, _ = fires(table, "Bob", "Ann")
    table, card = ended(table, [4, 1, 99, 30, 8, 9, 9])
    assert "Ann, MM22 Launcher: 4 +1 M class = 5 → sub-phase 5" in card.lines
    assert "Bob: killed" in card.lines


@pytest.mark.rule("C3K-D07")
@pytest.mark.parametrize(("faces", "off"), [([30], True), ([99], False)])
def test_a_lock_is_shot_at_with_all_others(faces, off):
    ann = unit("Ann", weapon="MM5 Rifle")
    table, card = order(fort(ann), "break", ["Ann"], how="lock", what="Gate", range=10)
    assert (card.title, card.lines) == ("Ann has a shot written down", ("At Gate",))
    table, card = ended(table, faces)
    assert ("Gate: its lock is shot off, and it can be opened" in card.lines) is off
    assert [each.unlocked for each in table.ledger.structures] == [False, False, off]


def test_two_shots_at_one_wall_find_what_the_first_has_left():
    """Ann knocks the door down at 2, and Cid's shot at 4 finds nothing any more."""
    cid = replace(gunner(), name="Cid")
    table, _ = order(fort(gunner(), cid), "structure hit", (), others={"by": ["Ann"]}, name="Gate", range=20)
    table, _ = order(table, "structure hit", (), others={"by": ["Cid"]}, name="Gate", range=20)
    table, card = ended(table, [1, 3, 30, 30])
    assert [str(line) for line in card.lines].count("Gate is knocked down") == 1
    assert table.ledger.structures[2].down
    with pytest.raises(
        RuleError, match="This is the actions phase of turn 1, and structures are fired at in the firing"
    ):
        order(table, "structure hit", (), others={"by": ["Cid"]}, name="Fort 1", range=20)


def test_the_referees_word_and_work_that_is_no_shot_are_not_written_down_as_one():
    table, card = order(fort(ANN), "structure hit", (), [9], name="Fort 2", weapon="102")
    assert card.title == "Explosive 102 hits Fort 2"
    assert not table.ledger.turn.shots


def test_shots_follow_a_new_name_and_go_with_whoever_leaves():
    turn = both().ledger.turn
    renamed = turn.renamed("Ann", "Eve")
    assert [(each.doers, each.people["target"][0][0]) for each in renamed.shots] == [
        (("Eve",), "Bob"),
        (("Bob",), "Eve"),
    ]
    assert turn.renamed("Ann", "").shots == ()
