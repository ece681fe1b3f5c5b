"""Mandiblax families, Tree People, groups of up to four and Zarquin, by commands (C3K Morale)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.systems.combat3000.morale.ladder import Loss, Mood
from tests.systems.combat3000.morale.table import ACTIONS, CLOSE, FIRING, HALL, ORDERS, asked, game, now, on, order
from tests.systems.combat3000.table import C3K, everybody, unit

FOE = unit("Foe", side="Blue")


def clan(*names, **traits):
    return [unit(name, creature="Mandiblax", **traits) for name in names]


def dead(name, creature="Mandiblax"):
    return now(unit(name, creature=creature, condition="killed"), loss=Loss())


@pytest.mark.rule("C3K-L08")
def test_the_whole_family_tests_by_one_throw_when_one_of_it_is_killed():
    table = game(*clan("Ax", "Bo", "Cy"), dead("Du"), FOE, phase=ACTIONS)
    assert asked(table) == [("a test of morale: Du killed", ("Ax", "Bo", "Cy"), ("Test",))]
    table, card = order(table, "morale", ["Ax", "Bo", "Cy"], [3])
    assert card.lines == ("Ax, Bo and Cy (Du killed): 3 = 3 → no effect",)
    assert asked(table) == []


@pytest.mark.rule("C3K-L08")
def test_on_a_1_half_of_them_halt_for_two_moves_and_the_others_cover():
    """Of three one halts (ruling B-L8)."""
    table, _ = order(game(*clan("Ax", "Bo", "Cy"), dead("Du"), FOE, phase=ACTIONS), "morale", ["Ax", "Bo", "Cy"], [1])
    moods = [table.units[name].sheet.nerve.mood for name in ("Ax", "Bo", "Cy")]
    assert moods == [Mood.HALTED, Mood.COVERING, Mood.COVERING]
    for turn in range(2):
        for _ in range(3):
            table, _ = order(table, "phase")
        with pytest.raises(RuleError, match=rf"Ax stands still for {2 - turn} turn"):
            order(table, "move", ["Ax"], to="3")
        with pytest.raises(RuleError, match=rf"Bo stands still for {2 - turn} turn"):
            order(table, "move", ["Bo"], to="3")
        for _ in range(2):
            table, _ = order(table, "phase")
    for _ in range(3):
        table, _ = order(table, "phase")
    order(table, "move", ["Ax"], to="3")


@pytest.mark.rule("C3K-L08", "C3K-E17")
@pytest.mark.parametrize(
    ("family", "set_to", "halted"), [(3, "fewer halt", 1), (3, "more halt", 2), (2, "more halt", 1)]
)
def test_which_half_of_an_odd_family_halts_is_the_campaigns_to_set(family, set_to, halted):
    names = ["Ax", "Bo", "Cy"][:family]
    table = game(*clan(*names), dead("Du"), FOE, phase=ACTIONS)
    table, _ = order(table, "morale", names, [1], **{"odd families": set_to})
    moods = [table.units[name].sheet.nerve.mood for name in names]
    assert moods == [Mood.HALTED] * halted + [Mood.COVERING] * (family - halted)


@pytest.mark.rule("C3K-L08")
def test_the_death_rage_runs_fires_has_2_more_reflex_and_ends_after_a_kill_for_each():
    board = on(HALL, Ax="A7E", Bo="A1E", Foe="J7W", Gus="J1W")
    foes = [unit(name, side="Blue") for name in ("Foe", "Gus")]
    family = clan("Ax", "Bo", weapon="Rifle")
    table = game(*family, dead("Du"), *foes, phase=ACTIONS, board=board)
    table, card = order(table, "morale", ["Ax", "Bo"], [6])
    rage = "Ax and Bo: runs at the enemy, may fire all the same, and has 2 more reflex"
    assert card.lines[1] == rage
    assert [table.units[name].sheet.nerve.kills for name in ("Ax", "Bo")] == [2, 2]
    assert "Mandiblax +20.−1.+2.+2.8, now +20.−1.+2.+4.8" in C3K.card(table.units["Ax"]).lines
    for _ in range(3):
        table, _ = order(table, "phase")
    with pytest.raises(RuleError, match="Ax is in death rage and runs at the enemy"):
        order(table, "move", ["Ax"], to="C7")
    assert ("a run at the enemy: death rage", ("Ax",), ("To I7",)) in asked(table)
    table, _ = order(table, "move", ["Ax"], to="D7", gait="run")
    with pytest.raises(RuleError, match="Bo: a run at the enemy: death rage comes first"):
        order(table, "phase")
    table, _ = order(table, "phase", passing=True)
    table, card = order(table, "fire", ["Ax"], [30, 10, 10], others={"target": ["Foe"]}, shots="at once")
    assert any("−10 walking" in str(line) for line in card.lines)
    assert [table.units[name].sheet.nerve.kills for name in ("Ax", "Bo")] == [1, 1]
    table, _ = order(table, "fire", ["Bo"], [30, 10, 10], others={"target": ["Gus"]}, shots="at once")
    assert [table.units[name].sheet.nerve.mood for name in ("Ax", "Bo")] == [Mood.NONE, Mood.NONE]


@pytest.mark.rule("C3K-L09")
@pytest.mark.parametrize(("die", "turns"), [(6, 6), (5, 3), (4, 0), (1, 0)])
def test_tree_people_who_are_hit_may_be_free_for_some_turns(die, turns):
    """They have no profile in the book: the players give one (ruling B-L9)."""
    tree = now(unit("Owl", strength=3, morale_test="tree people"), struck=True)
    table = game(tree, FOE, phase=ACTIONS)
    assert asked(table) == [("a test of morale: hit", ("Owl",), ("Test",))]
    table, card = order(table, "morale", ["Owl"], [die])
    assert table.units["Owl"].sheet.nerve.turns == turns
    assert ("does as they wish for" in card.lines[0]) == bool(turns)


@pytest.mark.rule("C3K-L09")
def test_tree_people_charge_where_they_can_and_otherwise_fire_or_advance():
    owl = unit("Owl", morale_test="tree people", weapon="Bow")
    board = on(HALL, Owl="C7E", Foe="G7W")
    charge = ("a charge at the nearest enemy: Tree People always do", ("Owl",), ("Charge Foe",))
    assert charge in asked(game(owl, FOE, phase=CLOSE, board=board))
    fires = ("(has to fire a weapon, having gone no nearer)", ("Owl",), ())
    assert fires in asked(game(owl, FOE, phase=FIRING, board=board))
    nearer, _ = order(game(owl, FOE, board=board), "move", ["Owl"], to="E7")
    ahead = game(*nearer.units.values(), phase=FIRING, board=nearer.board)
    assert fires not in asked(ahead)
    free, _ = order(game(now(owl, struck=True), FOE, phase=ACTIONS, board=board), "morale", ["Owl"], [6])
    for _ in range(2):
        free, _ = order(free, "phase")
    assert charge not in asked(free)


@pytest.mark.rule("C3K-L10")
@pytest.mark.parametrize(
    ("die", "said", "comes_to"),
    [
        (6, {}, "charge for 1 turn"),
        (5, {}, "no effect"),
        (2, {}, "no effect"),
        (1, {}, "to the nearest cover for 2 turns"),
        (6, {"killed": 1}, "no effect"),
        (3, {"killed": 2}, "to the nearest cover for 2 turns"),
        (2, {"leader_killed": "before"}, "to the nearest cover for 2 turns"),
        (3, {"leader_killed": "now", "halved": True}, "no effect"),
    ],
)
def test_a_group_of_up_to_four_tests_as_one(die, said, comes_to):
    """A dead leader and half the strength lost are one less together (ruling B-L6)."""
    people = [unit(name, morale_test="general") for name in ("Ann", "Bob", "Cid", "Dot")]
    _, card = order(game(*people), "morale", ["Ann", "Bob", "Cid", "Dot"], [die], **said)
    assert card.lines[0].endswith(f" → {comes_to}")


@pytest.mark.rule("C3K-L10", "C3K-E17")
@pytest.mark.parametrize(
    ("set_to", "said", "total"),
    [
        ("either", {"leader_killed": "now", "halved": True}, "3 −1 leader dead = 2"),
        ("each", {"leader_killed": "now", "halved": True}, "3 −1 leader dead −1 below half strength = 1"),
        ("each", {"leader_killed": "before"}, "3 −1 leader dead = 2"),
        ("each", {"halved": True}, "3 −1 below half strength = 2"),
        ("each", {}, "3 = 3"),
    ],
)
def test_whether_a_group_loses_for_its_leader_and_for_its_half_alike_is_the_campaigns_to_set(set_to, said, total):
    people = [unit(name, morale_test="general") for name in ("Ann", "Bob")]
    _, card = order(game(*people), "morale", ["Ann", "Bob"], [3], **{"group losses": set_to}, **said)
    assert f": {total} → " in card.lines[0]


@pytest.mark.rule("C3K-L10")
def test_a_group_tests_as_it_first_comes_under_fire_or_loses_somebody_and_what_it_lost_counts():
    people = [unit(name, creature="Trimote") for name in ("Ann", "Bob", "Cid")]
    foe = now(FOE, target="Ann", shot=True)
    table = game(*people, foe, phase=ACTIONS, groups=(("Ann", "Bob", "Cid"),))
    assert asked(table) == [("a test of morale: under fire for the first time", ("Ann", "Bob", "Cid"), ("Test",))]
    later, _ = order(table, "phase", [], [5])
    # The group has been under fire, and not only who was fired at: at another of them it is no first time.
    assert [unit.name for unit in later.units.values() if unit.sheet.fired_on] == ["Ann", "Bob", "Cid"]
    units = [each for each in later.units.values() if each.name != "Foe"]
    then = game(*units, now(FOE, target="Bob", shot=True), phase=ACTIONS, groups=(("Ann", "Bob", "Cid"),))
    assert asked(then) == []
    assert all(later.units[name].sheet.last.tested for name in ("Ann", "Bob", "Cid"))
    lost = game(
        *people[1:],
        dead("Ann", "Trimote"),
        dead("Dot", "Trimote"),
        FOE,
        phase=ACTIONS,
        groups=(("Ann", "Bob", "Cid", "Dot"),),
    )
    _, card = order(lost, "morale", ["Bob", "Cid"], [5])
    assert card.lines[0] == "Bob and Cid (Ann killed and Dot killed): 5 −2 2 casualties this turn = 3 → no effect"
    five = [unit(name, creature="Trimote") for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    with pytest.raises(RuleError, match="are more than 4, and the test is taken by groups of up to 4"):
        order(game(*five), "morale", ["Ann", "Bob", "Cid", "Dot", "Eve"])


@pytest.mark.rule("C3K-L10")
def test_a_group_that_has_kept_to_cover_for_two_moves_tests_again():
    ann = unit("Ann", creature="Trimote")
    board = on(HALL, Ann="E4E", Foe="J7W")
    table = game(now(ann, struck=True), FOE, phase=ACTIONS, board=board)
    table, _ = order(table, "morale", ["Ann"], [1])
    for _ in range(3):
        table, _ = order(table, "phase")
    with pytest.raises(RuleError, match="Ann stays in cover for 2 turns more"):
        order(table, "move", ["Ann"], to="D4")
    for _ in range(2):
        table, _ = order(table, "phase")
    assert [each for each in asked(table) if "test" in each[0]] == []
    for _ in range(5):
        table, _ = order(table, "phase")
    again = ("a test of morale: once more, as an earlier test says", ("Ann",), ("Test",))
    assert asked(table) == [again]
    table, _ = order(table, "morale", ["Ann"], [4])
    assert table.units["Ann"].sheet.nerve.mood is Mood.NONE


@pytest.mark.rule("C3K-L12")
def test_odds_of_reactions_are_those_of_their_six_faces():
    order_ = C3K.orders["morale"]
    for kind, faces in (
        ("family", ["Half of them halt", *["No effect"] * 4, "Death rage"]),
        ("tree people", [*["No effect"] * 4, "Does as they wish", "Does as they wish"]),
        ("general", ["To the nearest cover", *["No effect"] * 4, "Charge"]),
    ):
        people = everybody(unit("Ann", morale_test=kind), unit("Bob", morale_test=kind))
        people = everybody(people.units["name"][0]) if kind == "tree people" else people
        chances = dict(order_odds(order_, people, order_.read({}, {})))
        assert chances == {result: Fraction(number, 6) for result, number in Counter(faces).items()}


@pytest.mark.rule("C3K-L11")
def test_zarquin_have_no_orders_nor_priorities_and_see_what_their_hatch_sees():
    zed, zoe = (unit(name, creature="Zarquin", weapon="Light Laser") for name in ("Zed", "Zoe"))
    foe, near = unit("Foe", side="Blue"), unit("Gus", side="Blue")
    with pytest.raises(RuleError, match="Zed is a Zarquin, and those have neither game orders nor target priorities"):
        order(game(zed, foe, phase=ORDERS), "plan", ["Zed"], orders="Hold the hall")
    # Zed looks away from Foe, whom Zoe sees; a human who looks away doesn't fire.
    board = on(HALL, Zed="C7W", Zoe="A7E", Foe="J7W", Gus="E7W")
    human = [unit("Zed", weapon="Rifle"), unit("Zoe")]
    with pytest.raises(RuleError, match="outside Zed's arc of vision"):
        order(game(*human, foe, near, board=board), "fire", ["Zed"], others={"target": ["Gus"]}, shots="at once")
    order(game(zed, zoe, foe, near, board=board), "fire", ["Zed"], [1, 99], others={"target": ["Gus"]}, shots="at once")
    # The nearest who fires at them comes first for others, and for no Zarquin.
    threats = "Foe 20 me, Gus 9"
    facing = on(HALL, Zed="C7E", Foe="J7W", Gus="E6W")
    with pytest.raises(RuleError, match="must fire at Foe"):
        order(game(human[0], foe, near, board=facing), "fire", ["Zed"], others={"target": ["Gus"]}, threats=threats)
    order(game(zed, foe, near, board=facing), "fire", ["Zed"], [1, 99], others={"target": ["Gus"]}, threats=threats)


@pytest.mark.rule("C3K-L11")
def test_what_one_of_a_hatch_sees_shakes_them_all():
    zarquin = [unit(name, creature="Zarquin", morale_test="human") for name in ("Zed", "Zoe")]
    fell = now(unit("Zip", creature="Zarquin", condition="killed"), loss=Loss(seen_by=("Zoe",)))
    people = game(*zarquin, fell, FOE, phase=ACTIONS, groups=(("Zed", "Zoe"),))
    assert [owes for what, owes, _ in asked(people) if "Zip killed" in what] == [("Zed", "Zoe")]


@pytest.mark.rule("C3K-L10", "C3K-L11")
def test_a_hatch_of_more_than_four_tests_by_fours_and_holds_up_nobody():
    """Six Zarquin: F falls, and E, who is of the same four, tests alone; A to D don't (ruling B-L16)."""
    names = ("Ada", "Bix", "Cor", "Dax", "Eli")
    people = [unit(name, creature="Zarquin") for name in names]
    table = game(*people, dead("Fay", "Zarquin"), FOE, phase=ACTIONS, groups=((*names, "Fay"),))
    assert asked(table) == [("a test of morale: Fay killed", ("Eli",), ("Test",))]
    table, card = order(table, "morale", [], [3])
    assert card.lines == ("Eli (Fay killed): 3 −1 1 casualty this turn = 2 → no effect",)
    order(table, "phase")
    # The first four, by whomever of them is named; half of four is not below half.
    fell = game(people[0], *people[2:], dead("Bix", "Zarquin"), FOE, phase=ACTIONS, groups=((*names, "Fay"),))
    _, card = order(fell, "morale", ["Cor"], [2])
    assert card.lines[0].startswith("Ada, Cor and Dax (Bix killed): 2 −1 1 casualty this turn = 1 → to the nearest")


@pytest.mark.rule("C3K-L08")
def test_whoever_of_a_family_is_named_the_whole_family_tests():
    table = game(*clan("Ax", "Bo", "Cy"), dead("Du"), unit("Man"), FOE, phase=ACTIONS)
    table, card = order(table, "morale", ["Bo"], [6])
    assert card.lines[0] == "Ax, Bo and Cy (Du killed): 6 = 6 → death rage"
    assert [table.units[name].sheet.nerve.kills for name in ("Ax", "Bo", "Cy")] == [3, 3, 3]
    assert table.units["Man"].sheet.nerve.kills == 0


@pytest.mark.rule("C3K-L08", "C3K-L06")
def test_a_family_takes_no_voluntary_test_and_is_offered_none():
    table = game(*clan("Ax"), FOE, phase=ACTIONS, board=on(HALL, Ax="E4E", Foe="J7W"))
    with pytest.raises(RuleError, match="Ax takes no voluntary test, which is part of the human one"):
        order(table, "rally", ["Ax"])
    with pytest.raises(RuleError, match=r"Nothing befell Ax in this turn that calls for a test \(C3K Morale\)\."):
        order(table, "morale", ["Ax"])


@pytest.mark.rule("C3K-L09")
def test_tree_people_write_down_nothing_that_keeps_them_from_firing_and_from_advancing():
    owl = unit("Owl", morale_test="tree people", weapon="Rifle", clips=1, loaded=1)
    table = game(owl, FOE, phase=ORDERS)
    for plan in ("aim at Foe", "reload"):
        with pytest.raises(RuleError, match="fires or advances, as Tree People do in every turn: leave that out"):
            order(table, "plan", ["Owl"], plan=plan)
    order(table, "plan", ["Owl"], plan="crouch")


KNOWN = "is known of {} by their sheet: leave it out; otherwise only the referee says it"


@pytest.mark.rule("C3K-L09", "C3K-L10")
@pytest.mark.parametrize(
    ("who", "said", "refused"),
    [
        # By their sheet, or by their kind.
        (unit("Ann"), "family", True),
        (unit("Ann"), "human", False),
        (unit("Ann", creature="Mandiblax"), "general", True),
        (unit("Ann", morale_test="general"), "human", True),
        (unit("Ann", creature="Trimote", morale_test="general"), "human", True),
        # Of whom the sheet says nothing the campaign does, and it may be said otherwise.
        (unit("Ann", creature="Trimote"), "human", False),
    ],
)
def test_by_which_test_somebody_is_tested_a_player_says_where_no_sheet_does(who, said, refused):
    def tested(by):
        return order(game(who), "morale", ["Ann"], [3] * (said in {"human", "general", "family"}), by=by, test=said)

    if refused:
        with pytest.raises(RuleError, match=KNOWN.format("Ann")):
            tested("1")
    else:
        tested("1")
    tested("")


@pytest.mark.rule("C3K-L10")
def test_of_a_group_in_a_turn_that_is_kept_a_player_says_no_other_strength():
    """One of three is dead: two are more than half."""
    ann, bob = (replace(now(unit(name, morale_test="general"), struck=True), owner="1") for name in ("Ann", "Bob"))
    table = game(ann, bob, dead("Cid", "Human"), phase=ACTIONS, groups=(("Ann", "Bob", "Cid"),))
    with pytest.raises(RuleError, match="“halved” is known of Ann and Bob in this turn"):
        order(table, "morale", ["Ann", "Bob"], [], by="1", halved=True)
    assert "half" not in order(table, "morale", ["Ann", "Bob"], [3], by="1", halved=False)[1].lines[0]
    assert "below half strength" in order(table, "morale", ["Ann", "Bob"], [3], halved=True)[1].lines[0]
    # Where nobody has said who fights as one, it is theirs to say.
    alone = game(ann, phase=ACTIONS)
    assert order(alone, "morale", ["Ann"], [3], by="1", halved=True)
