"""What is known of those who test their morale: by which test, with whom, and what befell them in a turn."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import at_of
from bot.engine.scene import Scene
from bot.systems.combat3000.figure.kit import Circuits, Droid
from bot.systems.combat3000.figure.sheet import Figure, Memory, Plight
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.morale.known import Fray, declares, fights, spared, trial_of
from bot.systems.combat3000.morale.ladder import Loss, Nerve, Status, Trial, Way
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, on
from tests.systems.combat3000.table import C3K, everybody, unit

ANN, SUE, EVE, BOB = unit("Ann"), unit("Sue"), unit("Eve"), unit("Bob", "Blue")
TANK = unit("Tank", "Red", template="Light Tank")
LONG = board_of("#" * 49, "#" + ". " * 23 + ".#", "#" * 49)


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


def now(who, **memory):
    return being(who, now=Memory(**memory))


def fray(*people, board=None, groups=(), turn=True, settings=None):
    kept = Turn(2, Phase.ACTIONS, groups=groups) if turn else None
    known = {each.name: each for each in people}
    scene = Scene({}, Ledger(turn=kept), board, known=known, settings=settings or {})
    return Fray(scene, kept)


@pytest.mark.rule("C3K-L08", "C3K-L09", "C3K-L10")
@pytest.mark.parametrize(
    ("figure", "aliens", "trial"),
    [
        (Figure(), "general test", Trial.HUMAN),
        (Figure(creature="Mandiblax"), "general test", Trial.FAMILY),
        (Figure(creature="Mandiblax"), "none", Trial.FAMILY),
        (Figure(creature="Zarquin"), "general test", Trial.GENERAL),
        (Figure(creature="Trimote"), "human test", Trial.HUMAN),
        (Figure(creature="Trimote"), "none", None),
        # A robot tests as a human does, and the sheet goes before all.
        (Figure(creature="Trimote", robot=True), "none", Trial.HUMAN),
        (Figure(creature="Human", test=Trial.TREE), "general test", Trial.TREE),
    ],
)
def test_by_which_test_somebody_is_tested(figure, aliens, trial):
    assert trial_of(figure, aliens) is trial


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        (ANN.sheet, ""),
        (TANK.sheet, "is a vehicle, and only figures test their morale (C3K Morale)"),
        (Figure(killed=True), "has been killed, and tests no morale (C3K Morale)"),
        (Figure(plight=Plight(frozen=1)), "is frozen in time, and tests no morale (C3K Shells and grenades)"),
        (
            Figure(robot=True, circuits=Circuits(Droid.ACTIVE)),
            "is a robot of class ACT, and tests no morale (C3K Droids)",
        ),
        (Figure(robot=True, circuits=Circuits(Droid.SENTIENT)), ""),
        (
            Figure(robot=True, plight=Plight(programme_lost=True)),
            "is a robot without a programme, and tests no morale (C3K Program loss)",
        ),
    ],
)
def test_who_is_spared_the_test(sheet, why):
    assert spared(sheet) == why


@pytest.mark.parametrize(
    ("who", "reckoned"),
    [
        (ANN, True),
        (being(ANN, killed=True), False),
        (being(ANN, stunned=3), True),
        (replace(ANN, marks=("surrendered",)), False),
        (TANK, True),
        (being(TANK, knocked_out=True), False),
        (replace(TANK, marks=("surrendered",)), False),
    ],
)
def test_who_is_still_to_be_reckoned_with(who, reckoned):
    assert fights(who) is reckoned


def test_friends_and_enemies_are_those_still_to_be_reckoned_with():
    dead, foe = being(EVE, killed=True), being(unit("Foe", "Blue"), killed=True)
    table = fray(ANN, SUE, dead, BOB, foe, TANK)
    assert [each.name for each in table.friends(ANN)] == ["Sue", "Tank"]
    assert [each.name for each in table.enemies(ANN)] == ["Bob"]
    assert [each.name for each in table.enemies(BOB)] == ["Ann", "Sue", "Tank"]


# --- under fire ---


@pytest.mark.rule("C3K-L01")
@pytest.mark.parametrize(
    ("ann", "bob", "fired_on", "was"),
    [
        (ANN, BOB, False, False),
        (ANN, now(BOB, target="Ann", shot=True), True, True),
        (ANN, now(BOB, target="Sue", shot=True), False, False),
        # Whoever only meant to fire hasn't.
        (ANN, now(BOB, target="Ann"), False, False),
        (now(ANN, struck=True), BOB, True, True),
        # A blow in close combat is no fire.
        (now(ANN, struck=True, busy=FIGHTS), BOB, False, False),
        (now(ANN, struck=True, busy="reloads"), BOB, True, True),
        (being(ANN, last=Memory(struck=True)), BOB, False, True),
        (ANN, being(BOB, last=Memory(target="Ann", shot=True)), False, True),
        (ANN, being(BOB, last=Memory(target="Ann")), False, False),
        (ANN, being(BOB, last=Memory(target="Sue", shot=True)), False, False),
    ],
)
def test_who_is_under_fire_in_this_turn_and_in_the_last(ann, bob, fired_on, was):
    table = fray(ann, bob, SUE)
    assert (table.fired_on(ann), table.was_fired_on(ann)) == (fired_on, was)


TERRIFIED = Nerve(Status.TERRIFIED)


@pytest.mark.parametrize(
    ("changes", "bob", "hides"),
    [
        ({"nerve": TERRIFIED, "now": Memory(cover=True)}, now(BOB, target="Ann", shot=True), True),
        ({"nerve": TERRIFIED, "now": Memory(cover=False)}, now(BOB, target="Ann", shot=True), False),
        ({"nerve": TERRIFIED, "now": Memory(cover=True)}, BOB, False),
        ({"nerve": Nerve(Status.POOR), "now": Memory(cover=True)}, now(BOB, target="Ann", shot=True), False),
    ],
)
def test_the_terrified_hide_in_cover_under_fire(changes, bob, hides):
    ann = being(ANN, **changes)
    assert fray(ann, bob).hides(ann) is hides
    assert fray(TANK, bob).hides(TANK) is False


@pytest.mark.parametrize(
    ("nerve", "fired", "turn", "does"),
    [
        (TERRIFIED, True, True, True),
        (TERRIFIED, True, False, False),
        (TERRIFIED, False, True, False),
        (replace(TERRIFIED, broken=True), True, True, False),
        (Nerve(Status.POOR), True, True, False),
    ],
)
def test_the_terrified_break_or_hide_without_a_throw_in_a_turn(nerve, fired, turn, does):
    ann = being(ANN, nerve=nerve, now=Memory(struck=fired))
    assert declares(fray(ann, turn=turn), ann) is does


@pytest.mark.parametrize(
    ("groups", "heavy", "target", "found"),
    [
        ((("Ann", "Sue"),), True, "Sue", True),
        ((("Ann", "Sue"),), True, "Ann", True),
        ((("Ann", "Sue"),), False, "Sue", False),
        ((), True, "Sue", False),
        ((), True, "Ann", True),
    ],
)
def test_a_unit_is_under_heavy_fire_where_any_of_it_is(groups, heavy, target, found):
    bob = now(BOB, target=target, shot=True, heavy=heavy)
    assert fray(ANN, SUE, bob, groups=groups).heavily(ANN) is found


# --- where they are ---


@pytest.mark.parametrize(
    ("square", "cm", "near"),
    [("B1E", 2, True), ("U1E", 30, True), ("V1E", 32, False), ("", None, False)],
)
def test_how_far_two_are_apart(square, cm, near):
    table = fray(ANN, SUE, board=on(LONG, Ann="A1E", **({"Sue": square} if square else {})))
    assert (table.apart(ANN, SUE), table.near(ANN, SUE), table.near(ANN, SUE, in_sight=True)) == (cm, near, near)
    assert fray(ANN, SUE).apart(ANN, SUE) is None


def test_a_wall_keeps_two_out_of_sight_though_they_are_near():
    # The wall runs between E and F in rows 3 to 5.
    table = fray(ANN, SUE, BOB, board=on(HALL, Ann="E4E", Sue="F4W", Bob="D4E"))
    assert (table.sees(ANN, SUE), table.sees(ANN, BOB)) == (False, True)
    assert (table.near(ANN, SUE), table.near(ANN, SUE, in_sight=True)) == (True, False)
    assert fray(ANN, SUE).sees(ANN, SUE) is False


DECK = board_of("#########", "#. . C .#", "#       #", "#. . . .#", "#########")


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize(
    ("ann", "bob", "covered"),
    [
        # Off any deck it is what was said; on one nobody is in cover from an enemy who sees them.
        ({"at": at_of("B1")}, "D1", False),
        ({"at": at_of("B1")}, "", True),
        ({"at": at_of("B1"), "leaning": at_of("B2")}, "D1", True),
        ({"at": at_of("B1"), "crouching": True}, "D1", True),
        ({"at": at_of("B1"), "crouching": True}, "A1", False),
        ({"at": at_of("B2"), "crouching": True}, "D2", False),
    ],
)
def test_who_is_in_cover_on_a_deck(ann, bob, covered):
    people = {"Ann": Standing(**ann), **({"Bob": Standing(at_of(bob))} if bob else {})}
    assert fray(ANN, BOB, board=replace(DECK, people=people)).in_cover(ANN) is covered


@pytest.mark.parametrize("said", [None, True, False])
def test_off_a_deck_cover_is_as_it_was_said(said):
    ann = now(ANN, cover=said)
    assert fray(ann, BOB).in_cover(ann) is said
    assert fray(ann, BOB, board=on(HALL, Bob="A1E")).in_cover(ann) is said


@pytest.mark.parametrize(
    ("way", "square", "found"),
    [(Way.ADVANCES, "B1E", True), (Way.RETREATS, "B1E", False), (Way.ADVANCES, "V1E", False)],
)
def test_whether_some_near_them_went_that_way(way, square, found):
    sue = now(SUE, way=way)
    table = fray(ANN, sue, board=on(LONG, Ann="A1E", Sue=square))
    assert table.ways(ANN, [sue], Way.ADVANCES) is found


# --- why somebody tests ---


def lost(name, side="Red", *, broke=False, seen_by=()):
    return being(unit(name, side), killed=not broke, now=Memory(loss=Loss(broke, seen_by)))


CONFIDENT = Nerve(Status.CONFIDENT)


@pytest.mark.rule("C3K-L01")
@pytest.mark.parametrize(
    ("ann", "others", "groups", "causes", "sure"),
    [
        (ANN, [], (), [], False),
        (now(ANN, struck=True), [], (), ["hit"], True),
        # A friend who fell in sight, who is of one's unit, or of whom only the table knows it.
        (ANN, [lost("Sue", seen_by=("Ann",))], (), ["Sue killed"], True),
        (ANN, [lost("Sue", seen_by=("Eve",))], (), [], False),
        (ANN, [lost("Sue", seen_by=("Eve",))], (("Ann", "Sue"),), ["Sue killed"], True),
        (ANN, [lost("Sue", seen_by=None)], (), ["Sue killed"], False),
        (now(ANN, struck=True), [lost("Sue", seen_by=None)], (), ["hit"], True),
        (ANN, [lost("Bob", "Blue", seen_by=("Ann",))], (), [], False),
        # Whoever broke counts where it was seen, and not for being of one's unit.
        (ANN, [lost("Sue", broke=True, seen_by=("Ann",))], (), ["Sue broke"], True),
        (ANN, [lost("Sue", broke=True, seen_by=())], (("Ann", "Sue"),), [], False),
        (now(ANN, again=True), [], (), ["once more, as an earlier test says"], True),
        # The confident test as they come into cover.
        (
            being(ANN, nerve=CONFIDENT, now=Memory(gait="walk", cover=True)),
            [],
            (),
            ["confident, and in cover now"],
            True,
        ),
        (being(ANN, nerve=CONFIDENT, now=Memory(gait="walk", cover=False)), [], (), [], False),
        (being(ANN, nerve=CONFIDENT, now=Memory(cover=True)), [], (), [], False),
        (being(ANN, nerve=Nerve(Status.STEADY), now=Memory(gait="walk", cover=True)), [], (), [], False),
    ],
)
def test_why_a_human_tests(ann, others, groups, causes, sure):
    assert fray(ann, *others, groups=groups).causes(ann) == (causes, sure)


def kind(who, trial):
    return being(who, test=trial)


@pytest.mark.rule("C3K-L08", "C3K-L09", "C3K-L10")
@pytest.mark.parametrize(
    ("ann", "others", "groups", "causes"),
    [
        # Tree People test once they are hit, and for nothing else.
        (kind(now(ANN, struck=True), Trial.TREE), [], (), ["hit"]),
        (kind(ANN, Trial.TREE), [lost("Sue", seen_by=("Ann",))], (), []),
        # A family is all of a side that fights with nobody else.
        (kind(ANN, Trial.FAMILY), [kind(lost("Sue"), Trial.FAMILY)], (), ["Sue killed"]),
        (kind(ANN, Trial.FAMILY), [lost("Sue")], (), []),
        (kind(ANN, Trial.FAMILY), [kind(lost("Sue"), Trial.FAMILY)], (("Sue", "Eve"),), []),
        (kind(ANN, Trial.FAMILY), [kind(lost("Sue", "Blue"), Trial.FAMILY)], (), []),
        (kind(ANN, Trial.FAMILY), [lost("Sue")], (("Ann", "Sue"),), ["Sue killed"]),
        (kind(ANN, Trial.FAMILY), [kind(lost("Sue", broke=True), Trial.FAMILY)], (), []),
        # A group tests for its own, and the first time that it is under fire.
        (kind(ANN, Trial.GENERAL), [lost("Sue")], (), []),
        (kind(ANN, Trial.GENERAL), [lost("Sue")], (("Ann", "Sue"),), ["Sue killed"]),
        (kind(now(ANN, struck=True), Trial.GENERAL), [], (), ["under fire for the first time"]),
        (being(kind(now(ANN, struck=True), Trial.GENERAL), fired_on=True), [], (), []),
        (kind(ANN, Trial.GENERAL), [now(SUE, struck=True)], (("Ann", "Sue"),), ["under fire for the first time"]),
        (kind(now(ANN, again=True), Trial.GENERAL), [], (), ["once more, as an earlier test says"]),
    ],
)
def test_why_others_test(ann, others, groups, causes):
    assert fray(ann, *others, groups=groups).causes(ann) == (causes, True)


def test_four_of_a_chain_of_command_test_together_and_zarquin_see_with_all_eyes():
    names = [f"N{number}" for number in range(1, 7)]
    people = [kind(unit(name), Trial.GENERAL) for name in names]
    table = fray(*people, groups=(tuple(names),))
    assert table.tests_with(people[0]) == ("N1", "N2", "N3", "N4")
    assert table.tests_with(people[3]) == ("N1", "N2", "N3", "N4")
    assert table.tests_with(people[4]) == ("N5", "N6")
    humans = [unit(name) for name in names]
    assert fray(*humans, groups=(tuple(names),)).tests_with(humans[4]) == tuple(names)
    zarquin = [being(unit(name, creature="Zarquin"), test=Trial.HUMAN) for name in ("Ann", "Sue")]
    for seen_by, causes in ((("Sue",), ["Eve killed"]), (("Zoe",), [])):
        found = fray(*zarquin, lost("Eve", seen_by=seen_by), groups=(("Ann", "Sue"),)).causes(zarquin[0])[0]
        assert found == causes


def test_no_panel_asks_for_a_test_that_a_sheet_says():
    order = C3K.orders["morale"]
    assert order.known(everybody(unit("Owl", morale_test="tree people"))) == ("test",)
    # A human's is that of their kind; a strange creature's is whoever says it.
    strange = unit("Ann")
    assert order.known(everybody(replace(strange, sheet=replace(strange.sheet, creature="Strange", test=None)))) == ()
