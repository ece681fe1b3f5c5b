"""What of a shot's circumstances the bot knows, whom it names near it, and what is refused of them."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.plan import at_of
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.burst import Side
from bot.systems.combat3000.figure.sheet import FigurePosture, Memory, Task
from bot.systems.combat3000.fire.plan import Stands
from bot.systems.combat3000.hit.moment import Person
from bot.systems.combat3000.morale.ladder import Mood, Nerve
from bot.systems.combat3000.orders.circumstances import (
    _said,
    check_whose,
    everybody,
    find,
    friends_reached,
    known,
    people_of,
    sides_of,
    told,
)
from bot.systems.combat3000.orders.done import as_done, check_drawn, deeds_of, gait_meant, of_firer, of_target
from tests.systems.combat3000.fire.test_known import OPEN
from tests.systems.combat3000.table import C3K, unit

FIRE = C3K.orders["fire"]
ANN, BOB, CID = unit("Ann", "Red", weapon="Rifle"), unit("Bob", "Blue"), unit("Cid", "Red")
JEEP = unit("Jeep", "Red", vehicle="Light Tank", vehicle_speed=20)


def asked(**fields):
    return FIRE.made(FIRE.read(fields))


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


def now(who, **changes):
    return being(who, now=Memory(**changes))


def scene(*people, board=None, **more):
    cast = {"name": people[:1], "target": people[1:2], "others": people[2:]}
    return Scene(cast, board=board, known={each.name: each for each in people}, **more)


def on(**standing):
    return replace(OPEN, people={name: Standing(at_of("A1"), **how) for name, how in standing.items()})


RAGING = being(now(ANN, gait="run"), nerve=Nerve(mood=Mood.RAGE))


@pytest.mark.rule("C3K-F22", "C3K-F26")
@pytest.mark.parametrize(
    ("who", "board", "found"),
    [
        (ANN, None, {}),
        (now(ANN, gait="walk"), None, {"gait": "walk"}),
        (now(ANN, gait="run"), None, {"gait": "run"}),
        # In death rage one fires at a run as if at a walk.
        (RAGING, None, {"gait": "walk"}),
        (replace(RAGING, sheet=replace(RAGING.sheet, now=Memory(gait="crawl"))), None, {"gait": "crawl"}),
        (now(ANN, gait="walk", difficult=True), None, {"gait": "walk", "difficult": True}),
        # Who hangs between two levels climbs; who stands doesn't.
        (ANN, on(Ann={"hangs": at_of("B1")}), {"gait": "climb"}),
        (ANN, on(Ann={}), {}),
        (ANN, on(Bob={"hangs": at_of("B1")}), {}),
        (JEEP, None, {"vehicle": 20}),
        (being(ANN, rides="Jeep"), None, {"vehicle": 20}),
        (now(being(ANN, rides="Jeep"), gait="walk"), None, {"vehicle": 20}),
        (being(ANN, rides="Cart"), None, {}),
        (being(ANN, rides="Bob"), None, {}),
    ],
)
def test_how_a_firer_has_moved(who, board, found):
    assert of_firer(scene(who, BOB, JEEP, board=board), who) == found


@pytest.mark.parametrize(
    ("ann", "bob", "said", "refused"),
    [
        (now(ANN, gait="walk"), BOB, {"gait": "still"}, "“gait” is known of Ann in this turn"),
        (now(ANN, gait="walk"), BOB, {"gait": "walk"}, ""),
        (ANN, now(BOB, cm=Fraction(11, 2)), {"moved": 0}, "“moved” is known of Bob in this turn"),
        (ANN, now(BOB, cm=Fraction(11, 2)), {"moved": 6}, ""),
        (ANN, now(BOB, fell=True), {"falling": False}, "“falling” is known of Bob"),
        (now(ANN, words=3), BOB, {"speaking": False}, "“speaking” is known of Ann"),
        (ANN, BOB, {"moved": 6, "gait": "walk", "speaking": True}, ""),
        # How large somebody is, is a proposal (ruling B-F2).
        (ANN, being(BOB, posture=FigurePosture.PRONE), {"size": 0}, ""),
    ],
)
@pytest.mark.parametrize(("by", "only_odds"), [("1", False), ("", False), ("1", True)])
def test_what_two_have_done_in_a_turn_no_player_says_otherwise(ann, bob, said, refused, by, only_odds):
    there = scene(ann, bob, by=by, only_odds=only_odds)
    if refused and by and not only_odds:
        with pytest.raises(RuleError, match=refused):
            known(there, ann, bob, asked(**said), on_deck=False)
    else:
        assert not said.keys() & known(there, ann, bob, asked(**said), on_deck=False).keys()


def test_no_panel_asks_what_two_have_done_in_a_turn():
    done = FIRE.known(scene(now(ANN, gait="walk", words=3), now(BOB, cm=Fraction(6))))
    assert {*done} == {"gait", "speaking", "moved"}
    assert FIRE.known(scene(ANN, BOB)) == []


def test_how_whoever_throws_reloads_or_repairs_has_moved_is_known_as_well():
    ann = now(ANN, gait="walk")
    there = scene(ann, BOB, by="1")
    for say in (lambda: as_done(there, ann, asked(gait="still")), lambda: gait_meant(there, ann, Gait.STILL)):
        with pytest.raises(RuleError, match="“gait” is known of Ann in this turn"):
            say()
    assert as_done(there, ann, asked()).gait == gait_meant(there, ann, Gait.WALK) == Gait.WALK
    assert gait_meant(scene(ann, by=""), ann, Gait.STILL) is gait_meant(there, ANN, None) is Gait.STILL


@pytest.mark.rule("C3K-F22")
@pytest.mark.parametrize(
    ("who", "found"),
    [
        (BOB, {}),
        (now(BOB, cm=Fraction(7, 2)), {"moved": 4}),
        (now(BOB, fell=True), {"falling": True}),
        (JEEP, {"moved": 20}),
        # Whoever rides moves as fast as that, however they moved before.
        (now(being(BOB, rides="Jeep"), cm=Fraction(3)), {"moved": 20}),
        (being(unit("Bob", "Blue", flies_by="20/10/9/0"), height=Fraction(5)), {"flying": True}),
    ],
)
def test_how_far_a_target_has_moved(who, found):
    assert of_target(scene(ANN, who, JEEP), who) == found


DRAWS, SPEAKS = now(ANN, drew="Knife"), now(ANN, words=3)
OPENS = now(ANN, busy="opens a door", task=Task("OD", fire=True))


@pytest.mark.parametrize(
    ("attacker", "target", "board", "fields", "found"),
    [
        (ANN, BOB, None, {}, {}),
        # By the sheet, or else as the deck has them; whoever is named at a distance stands for all that.
        (ANN, being(BOB, posture="prone"), None, {}, {"size": -2}),
        (ANN, being(BOB, posture="crouched"), None, {}, {"size": -1}),
        (ANN, replace(being(BOB, posture="prone"), at=9), None, {}, {}),
        (ANN, BOB, on(Bob={"prone": True}), {}, {"size": -2}),
        (ANN, BOB, on(Bob={"crouching": True}), {}, {"size": -1}),
        (ANN, BOB, on(Ann={"prone": True}), {}, {}),
        (ANN, being(BOB, posture="crouched"), on(Bob={"prone": True}), {}, {"size": -1}),
        # Of who is in cover head and shoulders show.
        (ANN, being(BOB, posture="crouched"), None, {"cover": True}, {"size": -2}),
        (ANN, BOB, None, {"cover": True, "size": 1}, {}),
        (DRAWS, BOB, None, {}, {"drawing": True}),
        (DRAWS, BOB, None, {"turns": "free"}, {}),
        (DRAWS, BOB, None, {"drawing": False}, {}),
        (SPEAKS, BOB, None, {}, {"speaking": True}),
        (SPEAKS, BOB, None, {"turns": "free"}, {}),
        (OPENS, BOB, None, {}, {"drawing": True}),
        (now(ANN, busy="opens a door", task=Task("OD")), BOB, None, {}, {}),
        (now(ANN, task=Task("OD", fire=True)), BOB, None, {}, {}),
    ],
)
def test_what_is_known_of_a_shot(attacker, target, board, fields, found):
    target = being(target, posture=FigurePosture(target.sheet.posture))
    assert known(scene(attacker, target, board=board), attacker, target, asked(**fields), on_deck=False) == found


def test_what_is_only_proposed_is_told_so():
    assert told(BOB, {}) == []
    assert told(BOB, {"moved": 3}) == []
    size = "Size −2 is proposed for how Bob stands: values:size says otherwise (ruling B-F2)"
    light = "Bob is in a light that counts as dusk (C3K Equipment)"
    assert told(BOB, {"size": -2}) == [size]
    assert told(BOB, {"light": "dusk"}) == [light]
    assert told(BOB, {"light": "dusk", "size": -2}) == [light, size]


def test_what_was_drawn_in_this_turn_is_fired_from_the_next_on():
    (rifle,) = ANN.sheet.weapons
    drew = now(ANN, drew="Rifle")
    for said in ({}, {"drawing": True}):
        with pytest.raises(RuleError, match=r"^Rifle was drawn in this turn, and is fired from the next on: /phase"):
            check_drawn(drew, rifle, asked(**said))
    # A player never says that they weren't drawing (see above).
    check_drawn(drew, rifle, asked(drawing=False))
    check_drawn(drew, rifle, asked(turns="free"))
    check_drawn(now(ANN, drew="Knife"), rifle, asked())


@pytest.mark.rule("C3K-F05", "C3K-O09", "C3K-F28")
def test_what_a_firer_has_done_in_a_turn_counts_for_whatever_they_fire():
    ann = now(ANN, gait="walk", drew="Knife", words=5)
    there = scene(ann, BOB, by="1")
    assert deeds_of(there, ann, asked()) == {"gait": "walk", "drawing": True, "speaking": True}
    assert deeds_of(there, ann, asked(turns="free")) == {"gait": "walk"}
    done = as_done(there, ann, asked())
    assert (done.gait, done.drawing, done.speaking) == ("walk", True, True)
    for said in ({"drawing": False}, {"speaking": False}):
        with pytest.raises(RuleError, match="is known of Ann in this turn"):
            as_done(there, ann, asked(**said))


# --- those near ---


@pytest.mark.parametrize(
    ("names", "stand", "found"),
    [
        (["Bob", "Cid"], "Bob over, Cid left", {"Bob": Side.OVER, "Cid": Side.LEFT}),
        (["Bob"], "", {}),
        ([], "", {}),
        ([], "Bob over", "“stand” says where the others are: name them with others:Name @cm first."),
        (["Bob"], "Bob behind", "There is no side “behind”"),
        (["Bob"], "Eve over", "There is no other “Eve”"),
    ],
)
def test_to_which_side_of_the_point_of_aim_others_stand(names, stand, found):
    if isinstance(found, dict):
        assert sides_of(names, asked(stand=stand)) == found
    else:
        with pytest.raises(RuleError) as refusal:
            sides_of(names, asked(stand=stand))
        assert str(refusal.value).startswith(found)


DROPS = {"dropped weapons": "on"}


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, [Person("Ann"), Person("Bob"), Person("Cid")]),
        # What hides parts of a body, and whether it is a robot's, is the target's; the rest is of whom it names.
        ({"robot": True}, [Person("Ann", robot=True), Person("Bob"), Person("Cid")]),
        ({"averted": "bob, Cid"}, [Person("Ann"), Person("Bob", averted=True), Person("Cid", averted=True)]),
        ({"struggling": "Ann"}, [Person("Ann", struggles=True), Person("Bob"), Person("Cid")]),
        # A number alone is of whom one fires at.
        ({"fall": "300", **DROPS}, [Person("Ann", height=300), Person("Bob"), Person("Cid")]),
        ({"fall": "Bob 200", **DROPS}, [Person("Ann"), Person("Bob", height=200), Person("Cid")]),
    ],
)
def test_what_a_hit_finds_of_everybody(fields, found):
    people = people_of(Scene({}), ["Ann"], ["Bob", "Ann", "Cid"], asked(**fields))
    assert list(people.values()) == found
    assert list(people) == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize("fields", [{"robot": True}, {"averted": "Ann"}, {"struggling": "Bob, Ann"}])
def test_what_others_do_and_are_is_said_by_who_plays_them(fields):
    known = {name: replace(unit(name), owner="1" if name == "Ann" else "2") for name in ("Ann", "Bob", "Cid")}

    def of(by, **more):
        return people_of(Scene({}, known=known, by=by, **more), ["Ann"], ["Bob", "Cid"], asked(**fields))

    with pytest.raises(RuleError, match=r"^Ann is not yours: only the owner or the referee may do that\.$"):
        of("2")
    assert of("") == of("2", only_odds=True)
    if "Bob" not in str(fields):
        assert of("1") == of("")


def test_that_a_robot_is_one_is_anybodys_to_say():
    scene = Scene({}, known={"R2": replace(unit("R2", robot="yes"), owner="1")}, by="2")
    assert people_of(scene, ["R2"], [], asked(robot=True)) == {"R2": Person("R2", robot=True)}


def test_of_a_place_a_number_is_for_all_and_nobody_throws_for_what_is_not_played():
    people = people_of(Scene({}), [], ["Bob", "Cid"], asked(fall="300", **DROPS))
    assert [each.height for each in people.values()] == [300, 300]
    with pytest.raises(RuleError, match="Nobody throws for dropped weapons in this campaign: leave “fall” out"):
        people_of(Scene({}), [], ["Bob"], asked(fall="300"))
    concealed = people_of(Scene({}), ["Ann"], ["Bob"], asked(concealed="head"))
    assert {part.value for part in concealed["Ann"].concealed} == {"head"}
    assert concealed["Bob"].concealed == frozenset()


# Three levels, 3 m apart, of five squares each: a drop through both floors at C1.
DEEP = as_drawn(
    read_plan(
        """separation: 3

level: Top

 . . V . .

level: Middle

 . . V . .

level: Hold

 . . . . .
""",
        "test",
    )
)


@pytest.mark.rule("C3K-W05")
@pytest.mark.parametrize(
    ("square", "most"),
    [
        # On the drop, and beside it, there are two levels of 3 cm; then one, then none; two squares off there are none.
        ("1:B1", 6),
        ("1:A1", 0),
        ("2:D1", 3),
        ("3:C1", 0),
    ],
)
def test_how_far_something_falls_on_a_deck_no_player_says_beyond_what_it_has(square, most):
    board = replace(DEEP, people={"Bob": Standing(at_of(square))})

    def falls(cm, **more):
        scene = Scene({}, **{"board": board, "by": "1", **more})
        return people_of(scene, ["Bob"], [], asked(fall=str(cm), **DROPS))["Bob"].height

    assert falls(most) == most
    for said in (str(most + 1), f"Bob {most + 1}"):
        with pytest.raises(RuleError, match="“fall” is known of Bob on the deck: leave it out"):
            falls(said)
    assert falls(1000, by="") == falls(1000, only_odds=True) == falls(1000, board=None) == 1000


def declared(target="Bob", *, area=False):
    return SimpleNamespace(
        firer=SimpleNamespace(name="Ann"),
        target=target,
        situation=SimpleNamespace(asked=SimpleNamespace(area=area)),
        reach={},
    )


@pytest.mark.parametrize(
    ("others", "near", "area", "found"),
    [
        ([replace(CID, at=4)], "", False, {"Cid": Stands(4, Side.LEFT)}),
        ([CID], "", False, {"Cid": Stands(None, Side.LEFT)}),
        # In area fire the number is each one's own range.
        ([replace(CID, at=4)], "", True, {"Cid": Stands(far=4)}),
        ([CID], "", True, {"Cid": Stands(None, Side.LEFT)}),
        ([replace(BOB, at=4)], "", False, {}),
        ([], "Cid 3", False, {"Cid": Stands(3)}),
        ([replace(CID, at=4)], "Cid 3", False, "Cid is near twice: name everybody once (C3K Launcher fire)."),
        ([], "Ann 3", False, "Ann is the firer: say who else is near (C3K Launcher fire)."),
        ([], "Bob 3", False, "Bob is aimed at: say who else is near (C3K Launcher fire)."),
        ([], "Zoe 3", False, "There is no character “Zoe”"),
    ],
)
def test_who_is_named_near_a_shot(others, near, area, found):
    around = scene(ANN, BOB, CID)
    given = (around, declared(area=area), others, {"Cid": Side.LEFT}, asked(near=near))
    if isinstance(found, dict):
        assert _said(*given) == found
    else:
        with pytest.raises(RuleError) as refusal:
            _said(*given)
        assert str(refusal.value).startswith(found)


def test_who_is_meant_takes_part_stands_there_or_is_known():
    dan, eve = unit("Dan"), unit("Eve")
    nearer = replace(CID, at=7)
    around = Scene(
        {"name": (ANN, nearer)}, present={"Dan": dan, "Cid": CID}, known={"Eve": eve, "Cid": CID, "Ann": BOB}
    )
    assert [find(around, typed) for typed in ("an", "dan", "EVE", "cid")] == ["Ann", "Dan", "Eve", "Cid"]
    # As they take part, else as they stand there; each once.
    assert everybody(around, ["Eve", "Cid", "Dan", "Ann", "Eve"]) == [eve, nearer, dan, ANN]


@pytest.mark.parametrize(
    ("side", "reach", "target", "found"),
    [
        ("Red", ["Bob", "Cid"], "Bob", ["Cid"]),
        ("Red", ["Bob", "Cid"], "Cid", []),
        ("Red", ["Cid", "Ann"], "Bob", ["Cid"]),
        ("Blue", ["Bob", "Cid"], "", ["Bob"]),
        ("Red", ["Dan"], "Bob", []),
        # Whoever is of no side has no friends.
        ("", ["Zoe"], "Bob", []),
    ],
)
def test_which_friends_a_shot_may_reach(side, reach, target, found):
    dead, free = unit("Dan", "Red", condition="killed"), unit("Zoe", "")
    firer = replace(ANN, side=side)
    around = scene(firer, BOB, CID, dead, free)
    shot = declared(target)
    shot.reach = dict.fromkeys(reach)
    assert [each.name for each in friends_reached(around, shot)] == found


def test_who_is_near_is_said_for_each_where_several_are_fired_at():
    one, two = [(ANN, BOB), (CID, BOB)], [(ANN, BOB), (CID, JEEP)]
    check_whose(scene(ANN, BOB), two, asked())
    check_whose(scene(ANN, BOB, CID), one, asked(near="Eve 3"))
    for around, near in ((scene(ANN, BOB, CID), ""), (scene(ANN, BOB), "Eve 3")):
        with pytest.raises(RuleError, match=r'as values:"each Ann near Sid 2 left" \(C3K Launcher fire\)'):
            check_whose(around, two, asked(near=near))
