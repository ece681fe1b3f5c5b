"""In which circumstances somebody tests, by the deck, the turn and what is said of it (C3K Morale)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.asked.morale import Cause, MoraleTest
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.morale.ladder import Loss, Nerve, Way
from bot.systems.combat3000.morale.straits import check_said, straits_of
from bot.systems.combat3000.morale.testing import Straits
from tests.systems.combat3000.morale.table import HALL, on
from tests.systems.combat3000.morale.test_known import ANN, BOB, EVE, SUE, TANK, being, fray, now
from tests.systems.combat3000.table import unit

# In a wall between the two halves of the hall: E5 and F5 stand side by side, and don't see each other.
HERE, BESIDE, BEHIND_WALL, FAR = "E5E", "D5E", "F5W", "J7W"
ADVANCES, RETREATS, ASIDE = (Memory(gait="walk", way=way) for way in (Way.ADVANCES, Way.RETREATS, Way.ASIDE))
CALM = Straits(exposed=True)


def moved(who, memory):
    return being(who, now=memory)


def straits(ann, *others, groups=(), said=None, **squares):
    board = on(HALL, Ann=HERE, **squares) if squares else None
    return straits_of(fray(ann, *others, board=board, groups=groups), ann, MoraleTest(**(said or {})))


def on_deck(ann, *others, **squares):
    """With Bob in sight and near, who is neither."""
    return straits(ann, *others, BOB, Bob="B5E", **squares).straits


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("foe", "square", "alone"),
    [
        # Ten squares are 15 cm: whoever is on the deck is near enough, seen or not; the dead count for nothing.
        (BOB, "B5E", False),
        (BOB, BEHIND_WALL, False),
        (being(BOB, killed=True), "B5E", True),
        (unit("Bob"), "B5E", True),
    ],
)
def test_an_enemy_who_is_near(foe, square, alone):
    assert straits(ANN, foe, Bob=square).straits.alone is alone


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("memory", "square", "friends", "enemy"),
    [
        (ADVANCES, BESIDE, {"friends_advancing": True}, {"enemy_advancing": True}),
        (RETREATS, BESIDE, {"friends_retreating": True}, {}),
        (ASIDE, BESIDE, {}, {}),
        # Of friends those count who are near, and of enemies those who are in sight besides.
        (ADVANCES, BEHIND_WALL, {"friends_advancing": True}, {}),
        (RETREATS, BEHIND_WALL, {"friends_retreating": True}, {}),
    ],
)
def test_which_way_friends_and_enemies_went(memory, square, friends, enemy):
    assert on_deck(ANN, moved(SUE, memory), Sue=square) == replace(CALM, **friends)
    # Eve sees what Ann doesn't.
    foe = moved(replace(SUE, side="Blue"), memory)
    assert on_deck(ANN, EVE, foe, Sue=square, Eve="G5W") == replace(CALM, **enemy)


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("tank", "square", "counts"),
    [
        (TANK, FAR, False),
        (TANK, BESIDE, True),
        (being(TANK, weapons=()), BESIDE, False),
        (replace(TANK, side="Blue"), BESIDE, False),
        (being(TANK, knocked_out=True), BESIDE, False),
        (unit("Tank", "Red", weapon="Rifle"), BESIDE, False),
    ],
)
def test_a_friendly_vehicle_that_fights_in_sight(tank, square, counts):
    ann = replace(ANN, side="Red")
    sue = replace(BOB, side="Blue")
    assert straits(ann, replace(tank, side=tank.side or "Red"), sue, Tank=square, Bob="B5E").straits.vehicles is counts


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("memory", "broken", "found", "taken"),
    [
        (Memory(), False, {"exposed": True}, set()),
        (ADVANCES, False, {"advancing": True}, set()),
        (RETREATS, False, {"retreating": True}, set()),
        (ASIDE, False, {}, set()),
        # Where no deck shows which way, it is taken as neither; but whoever is broken runs away.
        (Memory(gait="run"), False, {}, {"advancing", "retreating"}),
        (Memory(gait="run"), True, {"retreating": True}, {"advancing"}),
    ],
)
def test_which_way_somebody_went_themselves(memory, broken, found, taken):
    ann = being(ANN, now=memory, nerve=Nerve(broken=broken))
    known = straits(ann)
    assert known.straits == Straits(**found)
    assert {name for name, _ in known.taken} & {"advancing", "retreating"} == taken


DEAD_NOW = being(SUE, killed=True, now=Memory(loss=Loss()))
DEAD_BEFORE = being(SUE, killed=True)


def led(who):
    return being(who, led=True)


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("sue", "group", "found"),
    [
        (SUE, ("Ann", "Sue"), {"leader": 2}),
        (DEAD_NOW, ("Ann", "Sue", "Eve"), {"killed": 1, "leader": 2}),
        (DEAD_BEFORE, ("Ann", "Sue", "Eve"), {"killed_before": 1, "leader": 2}),
        # A leader who is killed counts as a member, too (ruling B-L12); who leads then is with them.
        (led(DEAD_NOW), ("Ann", "Sue", "Eve"), {"killed": 1, "leader_killed": True, "leader": 2}),
        (led(DEAD_BEFORE), ("Ann", "Sue", "Eve"), {"killed_before": 1, "leader_killed_before": True, "leader": 2}),
        # Who is of another unit is none of theirs.
        (DEAD_NOW, ("Ann", "Eve"), {"leader": 2}),
        (DEAD_NOW, (), {}),
        # A vehicle may be of it, and lead it.
        (replace(TANK, name="Sue"), ("Ann", "Sue"), {"leader": 2}),
        (replace(TANK, name="Sue"), ("Sue", "Ann"), {"leader": 2}),
    ],
)
def test_what_a_unit_has_lost_and_who_leads_it(sue, group, found):
    assert straits(ANN, sue, EVE, groups=(group,)).straits == replace(CALM, **found)


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"cover": True}, {"cover": True, "exposed": False}),
        ({"cover": True, "still": True}, {"cover": True}),
        ({"still": False}, {"exposed": False}),
        ({"alone": True, "fired_on": True, "heavy": True}, {"alone": True, "fired_on": True, "heavy": True}),
        ({"leader_killed": "now"}, {"leader_killed": True}),
        ({"leader_killed": "before"}, {"leader_killed_before": True}),
        ({"leader_killed": "no"}, {}),
        ({"leader": "good"}, {"leader": 2}),
        ({"leader": "bad"}, {"leader": -2}),
        ({"leader": "none"}, {}),
        ({"killed": 2, "killed_before": 1}, {"killed": 2, "killed_before": 1}),
        ({"dm": -1, "because": "fog"}, {"dm": -1, "because": "fog"}),
    ],
)
def test_what_is_said_goes_before_what_is_known(said, found):
    assert straits(ANN, said=said).straits == replace(CALM, **found)


@pytest.mark.parametrize(
    ("who", "others", "said", "refused"),
    [
        (moved(ANN, ADVANCES), (), {"advancing": False}, "advancing"),
        (moved(ANN, ADVANCES), (), {"advancing": True}, ""),
        (ANN, (DEAD_NOW,), {"killed": 0}, "killed"),
        (ANN, (DEAD_NOW,), {"killed": 1}, ""),
        (ANN, (led(DEAD_NOW),), {"leader_killed": "no"}, "leader killed"),
        (ANN, (led(DEAD_NOW),), {"leader_killed": "before"}, "leader killed"),
        (ANN, (led(DEAD_NOW),), {"leader_killed": "now"}, ""),
        # Of what nobody knows anything a player says what they like, and whatever the leader is worth.
        (ANN, (), {"fired_on": True, "advancing": True, "leader": "good", "still": False}, ""),
    ],
)
@pytest.mark.parametrize("by", ["1", ""])
def test_what_befell_somebody_in_this_turn_no_player_says_otherwise(who, others, said, refused, by):
    people, group = [who, *others, BOB], ("Ann", *(each.name for each in others))
    kept = fray(*people, groups=(group,))
    kept = replace(kept, scene=replace(kept.scene, by=by))
    if not (refused and by):
        check_said(kept, who, MoraleTest(**said))
        return
    with pytest.raises(RuleError, match=f"^“{refused}” is known of Ann in this turn: leave it out"):
        check_said(kept, who, MoraleTest(**said))


@pytest.mark.parametrize("name", ["advancing", "retreating", "friends_advancing", "friends_retreating", "vehicles"])
def test_what_nobody_on_the_deck_did_in_this_turn_no_player_says_they_did(name):
    board, said = on(HALL, Ann="A1E", Bob="J1W"), MoraleTest(**{name: True})
    kept = fray(ANN, BOB, board=board)
    by = replace(kept, scene=replace(kept.scene, by="1"))
    with pytest.raises(RuleError, match=f"^“{name.replace('_', ' ')}” is known of Ann in this turn: leave it out"):
        check_said(by, ANN, said)
    check_said(by, ANN, MoraleTest(**{name: False}))
    # It is the referee's to say; and anybody's where no turn is kept, off the deck, and of who rides for themselves.
    check_said(kept, ANN, said)
    check_said(replace(by, turn=None), ANN, said)
    check_said(replace(by, scene=replace(by.scene, board=None)), ANN, said)
    rider = replace(ANN, sheet=replace(ANN.sheet, rides="Tank"))
    if name in {"advancing", "retreating"}:
        check_said(by, rider, said)


@pytest.mark.rule("C3K-L01", "C3K-L02")
@pytest.mark.parametrize(
    ("dead", "said", "killed"),
    [
        ((), {}, 0),
        ((), {"cause": Cause.MEMBER_KILLED}, 1),
        (("Sue",), {"cause": Cause.MEMBER_KILLED}, 1),
        (("Sue", "Eve"), {"cause": Cause.MEMBER_KILLED}, 2),
        (("Sue", "Eve"), {"cause": Cause.MEMBER_KILLED, "killed": 0}, 0),
        ((), {"cause": Cause.HIT}, 0),
    ],
)
def test_of_a_member_of_the_unit_who_is_said_to_be_killed_one_counts_at_least(dead, said, killed):
    others = [replace(DEAD_NOW, name=name) for name in dead]
    found = straits(ANN, *others, BOB, groups=(("Ann", "Sue", "Eve"),), said=said)
    assert found.straits.killed == killed


@pytest.mark.parametrize(
    ("leader", "said", "told"),
    [
        (ANN, {}, "a good leader (ruling B-L4)"),
        # A bad one is known to be one, as is what somebody says.
        (unit("Ann", leader="bad"), {}, ""),
        (ANN, {"leader": "good"}, ""),
    ],
)
def test_that_a_leader_is_a_good_one_is_taken_for_granted(leader, said, told):
    known = straits(leader, SUE, groups=(("Ann", "Sue"),), said=said)
    assert dict(known.taken).get("leader", "") == told


def test_on_a_deck_only_the_leader_is_taken_for_granted():
    assert straits(now(ANN), BOB, Bob="B5E").taken == (("leader", "no leader with them"),)
