"""Which tests are due as a turn ends, for whom and why: typed from the book (C3K Morale)."""

from dataclasses import replace

import pytest

from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.morale.ladder import Loss, Mood, Status
from tests.systems.combat3000.morale.table import ACTIONS, CLOSE, FIRING, HALL, MOVEMENT, asked, game, now, on, order
from tests.systems.combat3000.table import C3K, unit

DEAD = {"condition": "killed"}
BOTH = ("Test in the open", "Test in cover")


def killed(name, side="Red", **traits):
    return now(unit(name, side=side, **DEAD, **traits), loss=Loss())


@pytest.mark.rule("C3K-L01")
def test_who_is_hit_tests_and_who_is_only_fired_at_does_not():
    hit, missed = now(unit("Ann"), struck=True), unit("Bob")
    foe = now(unit("Foe", side="Blue"), target="Bob", shot=True)
    assert asked(game(hit, missed, foe, phase=ACTIONS)) == [("a test of morale: hit", ("Ann",), BOTH)]
    assert asked(game(hit, missed, foe, phase=FIRING)) == []


@pytest.mark.rule("C3K-L01")
def test_on_a_deck_friends_within_30_cm_who_saw_it_test_and_nobody_else():
    """Ann looks at Cid as he dies; Bob looks away, Dot stands behind the wall, Eve is an enemy."""
    board = on(HALL, Ann="C1S", Bob="C2N", Cid="C6N", Dot="H4W", Foe="J6W")
    people = [unit(name) for name in ("Ann", "Bob", "Cid", "Dot")]
    table = game(*people, unit("Foe", side="Blue", weapon="Rifle"), phase=FIRING, board=board)
    table, card = order(table, "fire", ["Foe"], [30, 10, 10], others={"target": ["Cid"]}, shots="at once")
    assert any("killed" in str(line) for line in card.lines)
    table, _ = order(table, "phase")
    assert asked(table) == [("a test of morale: Cid killed", ("Ann",), ("Test",))]


@pytest.mark.rule("C3K-L01")
def test_off_a_deck_the_table_knows_who_saw_it_but_all_of_a_unit_test():
    ann, bob, cid = unit("Ann"), unit("Bob"), killed("Cid")
    table = game(ann, bob, cid, unit("Foe", side="Blue"), phase=ACTIONS, groups=(("Ann", "Cid"),))
    assert asked(table) == [
        ("a test of morale: Cid killed", ("Ann",), BOTH),
        ("(may have to test morale: Cid killed, if within 30 cm and in sight)", ("Bob",), BOTH),
    ]


@pytest.mark.rule("C3K-L01")
def test_who_has_tested_and_whom_nothing_befell_owe_none_and_a_test_is_made_once():
    ann = now(unit("Ann"), struck=True)
    table, _ = order(game(ann, unit("Foe", side="Blue"), phase=ACTIONS), "morale", ["Ann"], [3])
    assert asked(table) == []
    table, _ = order(table, "phase")
    assert table.units["Ann"].sheet.now == Memory()


@pytest.mark.rule("C3K-L01", "C3K-G05")
def test_players_own_figures_need_no_tests_in_role_play():
    ann, bob = (now(unit(name), struck=True) for name in ("Ann", "Bob"))
    table = game(replace(ann, owner="5"), bob, phase=ACTIONS)
    assert [owes for _, owes, _ in asked(replace(table, settings={"game": "role play"}))] == [("Bob",)]
    assert [owes for _, owes, _ in asked(table)] == [("Ann",), ("Bob",)]


@pytest.mark.rule("C3K-L04", "C3K-L05")
@pytest.mark.parametrize(
    ("morale", "posture", "gait"),
    [
        ("broken", "standing", "run"),
        ("broken", "prone", "crawl"),
        ("overconfident", "standing", "walk"),
    ],
)
def test_off_a_deck_a_move_that_is_owed_is_one_by_its_gait(morale, posture, gait):
    ann = unit("Ann", morale=morale, posture=posture)
    table = game(ann, unit("Foe", side="Blue"), phase=MOVEMENT)
    found = next(each for each in C3K.due(table) if each.owes == ("Ann",))
    assert [(each.label, each.said) for each in found.choices] == [
        (gait.capitalize(), said("move", ["Ann"], gait=gait))
    ]
    assert (found.optional, found.fallback) == (False, found.choices[0])


def test_all_that_nerve_asks_for_is_asked_of_the_turn_and_the_phase():
    owl = unit("Owl", morale_test="tree people", weapon="Bow")
    foe = now(unit("Foe", side="Blue"), target="Ann", shot=True)
    hit = now(unit("Eve"), struck=True)
    people = (unit("Ann", morale="terrified"), unit("Bob", morale="broken"), unit("Cid", morale="overconfident"))
    for phase, whats in (
        (CLOSE, ["a charge at the nearest enemy within a run: Tree People always do"]),
        (MOVEMENT, ["a run to the nearest cover", "an advance, at a walk"]),
        (FIRING, ["has to fire a weapon"]),
        (ACTIONS, ["a test of morale: hit", "may test again, broken", "whether they are in cover"]),
    ):
        found = C3K.due(game(*people, owl, hit, foe, phase=phase, number=7))
        assert all(any(each.what.startswith(what) for each in found) for what in whats), phase
        assert {each.since for each in found} == {f"the {phase} phase of turn 7"}


@pytest.mark.rule("C3K-L01", "C3K-L05")
def test_a_friend_who_breaks_is_seen_from_the_next_turn_on():
    """Ann breaks as turn 1 ends, and Bob, who sees her, tests as turn 2 ends."""
    board = on(HALL, Ann="C3E", Bob="A3E", Foe="J1W")
    ann = now(unit("Ann", morale="terrified"), tested=True)
    foe = now(unit("Foe", side="Blue"), target="Ann", shot=True)
    table, card = order(game(ann, unit("Bob"), foe, phase=ACTIONS, board=board), "phase")
    assert "Ann breaks, and runs to the nearest cover behind (C3K Morale)" in card.lines
    for _ in range(2):
        table, _ = order(table, "phase")
    with pytest.raises(RuleError, match="Ann: a run to the nearest cover behind: broken comes first"):
        order(table, "phase")
    for passing in (True, False):
        table, _ = order(table, "phase", passing=passing)
    assert ("a test of morale: Ann broke", ("Bob",), ("Test",)) in asked(table)


@pytest.mark.rule("C3K-L05")
def test_off_a_deck_the_terrified_under_fire_say_whether_they_hide_or_break():
    ann = unit("Ann", morale="terrified")
    foe = now(unit("Foe", side="Blue"), target="Ann", shot=True)
    table = game(ann, foe, phase=ACTIONS)
    labels = ("Hides in cover", "Breaks in the open")
    assert asked(table) == [("whether they are in cover: terrified and under fire", ("Ann",), labels)]
    (due,) = [each for each in C3K.due(table) if not each.goes_on]
    assert [choice.said.fields for choice in due.choices] == [{"cover": True}, {"cover": False}]
    hidden, card = order(table, "morale", ["Ann"], cover=True)
    assert card.lines == ("Ann: hides (C3K Morale)",)
    assert not order(hidden, "phase")[0].units["Ann"].sheet.nerve.broken
    first = "Ann: whether they are in cover: terrified and under fire comes first"
    with pytest.raises(
        RuleError, match=rf"{first} \(C3K Morale\): /next asks for it, and /phase values:\"passing yes\""
    ):
        order(table, "phase")
    shown, card = order(table, "phase", settings={"turns": "shown"})
    assert card.lines[0] == f"By the book: {first} (C3K Morale)."
    assert shown.units["Ann"].sheet.nerve.broken
    assert order(table, "phase", passing=True)[0].units["Ann"].sheet.nerve.broken


@pytest.mark.rule("C3K-L01")
def test_a_test_that_leaves_no_choice_is_made_before_the_turn_ends():
    """A 1, less 1 for standing in the open, is two down: from steady by shaky to poor."""
    table = game(
        now(unit("Ann"), struck=True), unit("Foe", side="Blue"), phase=ACTIONS, board=on(HALL, Ann="C7E", Foe="J7W")
    )
    table, _ = order(table, "phase", faces=[1])
    assert (table.units["Ann"].sheet.nerve.status, table.ledger.turn.number) == (Status.POOR, 2)


def ended(who, *others, **fields):
    """Somebody's sheet after the end of a turn."""
    table = game(who, *others, phase=ACTIONS)
    return order(table, "phase", passing=True, **fields)[0].units[who.name].sheet


@pytest.mark.rule("C3K-L05")
@pytest.mark.parametrize(
    ("mood", "turns", "tested", "left", "again"),
    [
        (Mood.HALTED, 3, False, (Mood.HALTED, 2), False),
        (Mood.HALTED, 2, False, (Mood.HALTED, 1), False),
        (Mood.HALTED, 1, False, (Mood.NONE, 0), False),
        (Mood.HALTED, 1, True, (Mood.HALTED, 1), False),
        (Mood.HALTED, 2, True, (Mood.HALTED, 2), False),
        (Mood.HIDING, 3, False, (Mood.HIDING, 2), False),
        (Mood.HIDING, 2, False, (Mood.HIDING, 1), True),
        (Mood.HIDING, 2, True, (Mood.HIDING, 2), False),
        (Mood.HIDING, 1, False, (Mood.NONE, 0), False),
        (Mood.RAGE, 0, False, (Mood.RAGE, 0), False),
    ],
)
def test_a_mood_counts_its_turns_from_the_one_after_its_test(mood, turns, tested, left, again):
    """Who keeps in cover tests once more as their last turn there ends; what has no turns goes on."""
    ann = now(unit("Ann"), tested=tested)
    ann = replace(ann, sheet=replace(ann.sheet, nerve=replace(ann.sheet.nerve, mood=mood, turns=turns)))
    after = ended(ann)
    assert (after.nerve.mood, after.nerve.turns) == left
    assert after.now.again is again


@pytest.mark.rule("C3K-L05")
@pytest.mark.parametrize(
    ("morale", "shot", "target", "breaks"),
    [
        ("terrified", True, "Ann", True),
        ("terrified", False, "Ann", False),
        ("terrified", True, "Bob", False),
        ("poor", True, "Ann", False),
        ("broken", True, "Ann", None),
    ],
)
def test_only_the_terrified_who_are_under_fire_break_as_the_turn_ends(morale, shot, target, breaks):
    """Who has broken before does not break again, and nobody is told of it as a loss."""
    ann = unit("Ann", morale=morale)
    after = ended(ann, unit("Bob"), now(unit("Foe", side="Blue"), target=target, shot=shot))
    assert after.nerve.broken is (breaks is not False)
    assert after.fired_on is (shot and target == "Ann")


@pytest.mark.rule("C3K-L06")
@pytest.mark.parametrize(("before", "left"), [(0, 0), (1, 0), (5, 4)])
def test_the_turns_until_another_voluntary_test_run_down(before, left):
    ann = unit("Ann")
    assert ended(replace(ann, sheet=replace(ann.sheet, rallied=before))).rallied == left


def test_of_the_dead_nothing_is_counted():
    ann = unit("Ann", condition="killed")
    ann = replace(ann, sheet=replace(ann.sheet, rallied=3, nerve=replace(ann.sheet.nerve, turns=2, mood=Mood.HALTED)))
    after = ended(ann, unit("Bob"))
    assert (after.rallied, after.nerve.turns, after.nerve.mood) == (3, 2, Mood.HALTED)
