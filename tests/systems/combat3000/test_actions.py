"""The list of actions, written down and counted turn by turn (C3K Orders and actions, Other actions).

Turns and hands are typed from the reference sheet, as the rulings read it (B-O3 to B-O7).
"""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.actions import finish, hindrance, turns_of
from bot.systems.combat3000.figure.sheet import Aiming, FigurePosture, Hand, Memory, Task, Working
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.tasks import read_task
from bot.systems.combat3000.turn import GameOrders, Phase, Turn
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, KEMP, give, unit


def armed(*weapons, **traits):
    """Ann with some weapons, the first as she is given it, others put away."""
    ann = unit("Ann", weapon=weapons[0], **traits)
    for name in weapons[1:]:
        scene = Scene({"name": (ann,)})
        ann = Unit("Ann", "Red", give("give", units=scene, weapon=name, values="hand stowed")[0].after["Ann"])
    return ann


def table(*units, turn=None, by=""):
    known = {each.name: each for each in units}
    roles = {"name": units, "target": (KEMP,)}
    return Scene({**roles, "others": ()}, Ledger(turn=turn) if turn else None, known={**known, "Kemp": KEMP}, by=by)


def played(ann, plan, phases=5, turn=None, **fields):
    """Ann after that many /phase in a turn in which she does this, with all that was told."""
    turn = turn or Turn()
    ledger = give("plan", units=table(ann, turn=turn), plan=plan, **fields)[0].ledger
    told = []
    for _ in range(phases):
        scene = replace(table(ann), ledger=ledger)
        outcome, card = give("phase", units=scene)
        ledger, ann = outcome.ledger, replace(ann, sheet=outcome.after.get("Ann", ann.sheet))
        told += card.lines
    return ann, ledger, told


LISTED = {
    "C": (1, 0),
    "FP": (0, 1),
    "SU": (0, 1),
    "RU": (0, 0),
    "UL": (2, 1),
    "OD": (1, 1),
    "SW": (1, 0),
    "DC": (1, 1),
    "DP": (1, 1),
    "DR": (2, 2),
    "SR": (2, 2),
    "SC": (2, 1),
    "SP": (2, 1),
    "D": (2, 1),
    "SV": (2, 2),
    "DB": (2, 2),
    "MM": (2, 2),
    "MH": (3, 2),
    "UW": (3, 2),
    "DH": (2, 2),
    "RH": (2, 1),
    "PW": (1, 1),
    "DHW": (6, 2),
    "CW": (2, 1),
    "DW": (0, 0),
}
# What each is about, of an Ann with a rifle in both hands, a pistol, a sword and a cannon put away.
ABOUT = {"DC": "Sword", "DP": "Pistol", "DR": "Shotgun", "SR": "Rifle", "PW": "Knife", "DW": "Rifle", "DHW": "Howitzer"}


@pytest.mark.rule("C3K-O07", "C3K-O12")
@pytest.mark.parametrize("code", LISTED)
def test_each_action_takes_the_turns_of_the_list_and_double_with_a_wounded_arm(code):
    ann = armed("Rifle", "Pistol", "Sword", "Shotgun", "Knife", "Howitzer")
    turns, hands = LISTED[code]
    about = ABOUT.get(code, {"SC": "Sword", "SP": "Pistol", "DB": "Rifle"}.get(code, ""))
    task = read_task(f"{code} {about}", "Ann", ann.sheet, 0, TABLES)
    assert turns_of(task, ann.sheet, TABLES) == turns
    wounded = C3K.with_traits(ann.sheet, {"wounds": "1 left arm"})
    assert turns_of(task, wounded, TABLES) == turns * (2 if hands else 1)


@pytest.mark.rule("C3K-O10")
@pytest.mark.parametrize(("crew", "turns"), [(0, 6), (1, 4), (2, 3)])
def test_a_heavy_weapon_is_deployed_the_sooner_by_a_crew_and_fires_from_then_on(crew, turns):
    ann = unit("Ann", weapon="Howitzer", ammunition="103", mount="MM350", in_hand="stowed")
    outcome, card = give("plan", units=table(ann), plan="deploy Howitzer", crew=crew)
    assert card.lines == (f"Takes {turns} turns (C3K Other actions)",)
    for turn in range(turns):
        assert outcome.after["Ann"].carried("Howitzer", "").hand is Hand.STOWED, turn
        outcome, card = give("phase", units=table(replace(ann, sheet=outcome.after["Ann"])))
    assert outcome.after["Ann"].carried("Howitzer", "").hand is Hand.MOUNTED
    assert card.lines[0].endswith(": done")


@pytest.mark.rule("C3K-O08", "C3K-G06", "C3K-O01")
def test_what_is_written_down_is_secret_until_all_is_shown():
    ann, bob = armed("Rifle", "Sword"), unit("Bob")
    outcome, card = give("plan", units=table(ann, turn=Turn()), plan="drop Rifle; draw Sword")
    assert outcome.sealed
    assert outcome.after == {}
    assert card.lines == ("Ann: drops Rifle (0 turns) and draws Sword",)
    assert C3K.sealed(outcome.ledger) == "plans of turn 1 are secret"
    both = replace(table(ann, bob), ledger=outcome.ledger)
    ledger = give("plan", units=replace(both, units={"name": (bob,)}), plan="crouch")[0].ledger
    shown, card = give("phase", units=replace(both, ledger=ledger))
    assert card.lines[1:] == ("Ann drops Rifle and draws Sword", "Bob crouches")
    assert C3K.sealed(shown.ledger) == ""
    assert shown.after["Ann"].carried("Rifle", "").hand is Hand.DROPPED


@pytest.mark.rule("C3K-O07", "C3K-O08")
def test_a_sword_is_in_hand_once_its_turn_is_over_and_a_slung_rifle_after_two():
    ann, ledger, told = played(armed("Knife", "Sword"), "draw Sword")
    assert ann.sheet.carried("Sword", "").hand is Hand.LEFT
    assert "Ann draws Sword: done" in told
    ann, ledger, told = played(armed("Rifle"), "put away Rifle")
    assert ann.sheet.carried("Rifle", "").hand is Hand.BOTH
    assert told[-1] == "Ann slings Rifle: 1 turn to go"
    for _ in range(5):
        outcome, card = give("phase", units=replace(table(ann), ledger=ledger))
        ledger, ann = outcome.ledger, replace(ann, sheet=outcome.after.get("Ann", ann.sheet))
    assert card.lines == ("Ann slings Rifle: done",)
    assert ann.sheet.carried("Rifle", "").hand is Hand.STOWED


@pytest.mark.rule("C3K-O12")
def test_falling_standing_up_and_rising_take_no_time_and_a_crouch_takes_a_turn():
    ann, _, _ = played(unit("Ann"), "fall prone", phases=1)
    assert (ann.sheet.posture, ann.sheet.now.fell) == (FigurePosture.PRONE, True)
    ann, _, _ = played(ann, "stand up", phases=1)
    assert ann.sheet.posture is FigurePosture.STANDING
    crouching, _, told = played(unit("Ann"), "crouch", phases=4)
    assert crouching.sheet.posture is FigurePosture.STANDING
    crouched, _, told = played(unit("Ann"), "crouch")
    assert crouched.sheet.posture is FigurePosture.CROUCHED
    assert "Ann crouches: done" in told
    assert played(crouched, "rise", phases=1)[0].sheet.posture is FigurePosture.STANDING


@pytest.mark.rule("C3K-O11")
def test_dropping_is_free_at_any_time_and_interferes_with_nothing():
    busy = played(armed("Rifle", "Sword"), "draw Sword", phases=3)[0]
    outcome, card = give("plan", units=table(busy, turn=Turn(phase=Phase.FIRING)), plan="drop Rifle")
    assert card.title == "Ann drops Rifle"
    assert outcome.after["Ann"].carried("Rifle", "").hand is Hand.DROPPED
    assert outcome.after["Ann"].now == busy.sheet.now
    outcome, _ = give("plan", units=table(armed("Rifle")), plan="DW Rifle")
    assert not outcome.after["Ann"].now.acted


@pytest.mark.rule("C3K-O08", "C3K-O09")
def test_fire_goes_with_a_crouch_at_a_price_and_not_with_slinging():
    """Distracted costs 12: 50 at 20 cm is 38."""
    firing = Turn(phase=Phase.FIRING)
    crouching = played(unit("Ann", weapon="Rifle"), "crouch", phases=3)[0]
    _, card = give("fire", [90], table(crouching, turn=firing), range=20)
    assert any(line.endswith("= 38% | 90 → miss") and "−12" in line for line in card.lines)
    slinging = played(armed("Pistol", "Rifle"), "put away Pistol", phases=3)[0]
    with pytest.raises(RuleError, match="Ann holsters Pistol, which takes 2 turns yet"):
        give("fire", [], table(slinging, turn=firing), range=20)


@pytest.mark.rule("C3K-O08", "C3K-F24")
def test_whoever_draws_while_they_fire_fires_with_the_hand_that_is_left():
    """A rifle in one hand: 50 at 20 cm, 15 less one-handed and 12 for drawing; then the sword is in the other."""
    drawing = played(armed("Rifle", "Sword"), "draw Sword", phases=3)[0]
    assert drawing.sheet.carried("Rifle", "").hand is Hand.RIGHT
    _, card = give("fire", [90], table(drawing, turn=Turn(phase=Phase.FIRING)), range=20)
    assert any(line.endswith("= 23% | 90 → miss") for line in card.lines)
    drawn = played(armed("Rifle", "Sword"), "draw Sword")[0]
    assert drawn.sheet.carried("Sword", "").hand is Hand.LEFT


@pytest.mark.rule("C3K-O05")
def test_a_reload_has_to_be_written_down_and_then_bars_all_else():
    ann = unit("Ann", weapon="Rifle", loaded=0, clips=12)
    acting = Turn(phase=Phase.ACTIONS)
    with pytest.raises(RuleError, match="Nobody wrote down that Ann reloads now: /plan says so in the orders phase"):
        give("reload", units=table(ann, turn=acting))
    planned, ledger, _ = played(ann, "reload", phases=3)
    with pytest.raises(RuleError, match="Ann reloads Rifle in this turn, by what is written down"):
        give("fire", [], replace(table(planned), ledger=ledger), range=20)
    outcome, _ = give("reload", units=table(planned, turn=acting))
    assert (outcome.after["Ann"].now.busy, outcome.after["Ann"].now.more) == ("reloads", 3)


@pytest.mark.rule("C3K-F12", "C3K-O08")
def test_self_defence_stands_above_what_is_written_down():
    """An enemy who fires on her within 15 cm is fired at, and the sling is left; one farther off doesn't count."""
    firing = Turn(phase=Phase.FIRING)
    slinging = played(armed("Pistol", "Rifle"), "put away Pistol", phases=3)[0]
    near = {"range": 12, "values": "threats Outlaw Kemp 12 me"}
    outcome, _ = give("fire", [90], table(slinging, turn=firing), **near)
    assert (outcome.after["Ann"].now.task, outcome.after["Ann"].now.shot) == (None, True)
    with pytest.raises(RuleError, match="Ann holsters Pistol, which takes 2 turns yet"):
        give("fire", [], table(slinging, turn=firing), range=16, values="threats Outlaw Kemp 16 me")


@pytest.mark.rule("C3K-F15", "C3K-O14", "C3K-O05")
def test_covering_and_speculative_fire_have_to_be_written_down():
    firing = Turn(phase=Phase.FIRING)
    ann = unit("Ann", weapon="MM14 Machine Gun")
    for mode, written, why in (
        ("covering", "cover the door", "Nobody wrote down that Ann covers now"),
        ("area speculative", "fire speculatively at the barn", "Nobody wrote down that Ann fires blind now"),
    ):
        with pytest.raises(RuleError, match=why):
            give("fire", [], table(ann, turn=firing), range=20, mode=mode)
        planned = played(ann, written, phases=3)[0]
        give("fire", [3, 90], table(planned, turn=firing), range=20, mode=mode)
        with pytest.raises(RuleError, match="in this turn, by what is written down"):
            give("fire", [], table(planned, turn=firing), range=20)
    ordered = Turn(phase=Phase.FIRING).ordering("Ann", GameOrders("Speculative fire on the barn"))
    give("fire", [3, 90], table(ann, turn=ordered), range=20, mode="area speculative")


@pytest.mark.rule("C3K-O01", "C3K-O02")
def test_game_orders_are_kept_for_their_own_and_a_surprised_side_has_none():
    ann = unit("Ann")
    outcome, card = give("plan", units=table(ann, turn=Turn()), values="orders Take it, and hold it, priority Kemp")
    assert outcome.sealed
    assert card.lines == ("Ann: nothing", "Ann's orders: Take it, and hold it", "Ann fires at Kemp first")
    with pytest.raises(RuleError, match="Red was surprised, and has no game orders"):
        give("plan", units=table(ann, turn=Turn(surprised=("Red",))), values="orders Hold")


def test_the_crew_of_a_vehicle_has_game_orders():
    tank = unit("Tank", template="Light Tank")
    _, card = give("plan", units=table(tank, turn=Turn()), values="orders Hold the bridge")
    assert card.lines == ("Tank: nothing", "Tank's orders: Hold the bridge")


@pytest.mark.rule("C3K-O03")
def test_a_commanders_death_hands_on_the_command():
    """The first of a group commands, and after their death the next who lives."""
    bob, cid = unit("Bob"), unit("Cid")
    ledger = give("plan", units=table(unit("Ann"), bob, cid, turn=Turn()), values="group yes")[0].ledger
    assert ledger.turn.group_of("Cid") == ("Ann", "Bob", "Cid")
    last = Ledger(turn=replace(ledger.turn, phase=Phase.ACTIONS))
    outcome, card = give("phase", units=replace(table(unit("Ann", condition="killed"), bob, cid), ledger=last))
    assert card.lines == ("Ann is dead, and Bob commands in their place (C3K Orders)",)
    assert outcome.ledger.turn.group_of("Ann") == ("Bob", "Cid", "Ann")


@pytest.mark.parametrize(
    ("ann", "plan", "sentence"),
    [
        (armed("Rifle"), "dance", "“dance” is no action: write a code of the list"),
        (armed("Rifle"), "draw Rifle", "Rifle is in hand: Ann can't do that with it"),
        (armed("Rifle"), "pick up Rifle", "Rifle is in hand: Ann can't do that with it"),
        (armed("Rifle"), "draw Sword", "There is no weapon of Ann “Sword”: choose Rifle."),
        (armed("Rifle"), "rise", "Ann is standing, and rises from no such posture"),
        (armed("Rifle"), "remove helmet", "Ann wears no helmet that could be taken off."),
        (armed("Rifle"), "don helmet", "Ann has no helmet off to don"),
        (armed("Rifle"), "deploy Rifle", "Rifle has no mount to be deployed on"),
        (armed("Rifle"), "SV Jeep", "Ann needs two free hands for that"),
        (armed("Rifle"), "D; ", "Say what Ann draws or stows: such as D Key"),
        (armed("Rifle"), "crouch; reload", "Ann crouches or reloads Rifle, and not both in a turn: choose one"),
        (armed("Rifle", stunned=2), "crouch", "Ann is stunned and cannot do anything"),
        (armed("Rifle"), "abandon", "None of them is at anything that could be given up."),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(ann, plan, sentence):
    with pytest.raises(RuleError) as refusal:
        give("plan", units=table(ann, turn=Turn()), plan=plan)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.rule("C3K-O07")
def test_a_helmet_is_taken_off_and_donned_again():
    ann, _, _ = played(unit("Ann", armour="Helmet"), "remove helmet", phases=10)
    assert (ann.sheet.armour, ann.sheet.doffed) == ((), ("701",))
    ann, _, told = played(ann, "don helmet", phases=10)
    assert (ann.sheet.armour, ann.sheet.doffed) == (("701",), ())
    assert "Ann dons a helmet: done" in told


@pytest.mark.rule("C3K-O08")
def test_what_is_given_up_is_told_and_nothing_else_takes_its_place():
    secret = give("plan", units=table(unit("Ann"), turn=Turn()), plan="crouch")[0].ledger
    outcome, card = give("plan", units=replace(table(unit("Ann")), ledger=secret), plan="abandon")
    assert (card.title, outcome.sealed, outcome.ledger.turn.plans) == ("Ann gives up a plan", True, {})
    crouching = played(unit("Ann", weapon="Rifle"), "crouch", phases=3)[0]
    outcome, card = give("plan", units=table(crouching, turn=Turn(phase=Phase.FIRING)), plan="abandon")
    assert (card.title, outcome.sealed) == ("Ann gives up that", False)
    idle = replace(crouching, sheet=outcome.after["Ann"])
    with pytest.raises(RuleError, match="Ann has given up what they were at this turn"):
        give("fire", [], table(idle, turn=Turn(phase=Phase.FIRING)), range=20)


@pytest.mark.rule("C3K-O07")
def test_a_stance_is_an_action_where_a_turn_is_kept_and_free_where_none_is():
    outcome, card = give("stance", units=table(unit("Ann")), how="prone")
    assert outcome.after["Ann"].posture is FigurePosture.PRONE
    assert card.title == "Ann lies prone"
    outcome, card = give("stance", units=table(unit("Ann"), turn=Turn()), how="crouching")
    assert (outcome.after, outcome.sealed, card.lines) == ({}, True, ("Ann: crouches",))
    with pytest.raises(RuleError, match="This is the firing phase of turn 1, and actions are written"):
        give("stance", units=table(unit("Ann"), turn=Turn(phase=Phase.FIRING)), how="crouching")


@pytest.mark.rule("C3K-O07")
def test_drawing_by_give_is_an_action_where_a_turn_is_kept():
    ann = armed("Knife", "Sword")
    outcome, card = give("give", units=table(ann, turn=Turn()), weapon="Sword", values="hand left")
    assert (outcome.after, outcome.sealed, card.lines) == ({}, True, ("Ann: draws Sword",))
    outcome, _ = give("give", units=table(ann), weapon="Sword", values="hand left")
    assert outcome.after["Ann"].carried("Sword", "").hand is Hand.LEFT


def test_of_two_helmets_that_of_the_armour_comes_off_first():
    ann = unit("Ann")
    figure = replace(ann.sheet, armour=("701",), equipment=("E16",))
    off = finish(figure, Task("RH"), TABLES)
    assert (off.armour, off.equipment, off.doffed) == ((), ("E16",), ("701",))


def given_up(*units, turn=None, plan="abandon"):
    return give("plan", units=table(*units, turn=turn), plan=plan)[1].title


def test_several_plan_show_and_give_up_in_one_sentence():
    ann, bob = armed("Rifle"), unit("Bob")
    outcome, card = give("plan", units=table(ann, bob, turn=Turn()), plan="crouch")
    assert card.title == "Ann and Bob have written down what they do"
    kept = replace(table(ann, bob), ledger=outcome.ledger)
    assert give("plan", units=kept)[1].title == "What is written down"
    assert give("plan", units=kept, plan="abandon")[1].title == "Ann and Bob give up a plan"
    one = replace(kept, units={**kept.units, "name": (ann,)})
    assert give("plan", units=one, plan="crouch")[1].title == "Ann has written down what they do"
    begun = give("plan", units=table(ann, bob), plan="crouch")
    assert begun[1].title == "Ann and Bob: crouches"
    at_it = [replace(each, sheet=begun[0].after[each.name]) for each in (ann, bob)]
    assert (given_up(*at_it), given_up(at_it[0])) == ("Ann and Bob give up that", "Ann gives up that")
    # Whoever is at nothing gives nothing up.
    assert given_up(at_it[0], unit("Cid")) == "Ann gives up that"


@pytest.mark.rule("C3K-F02")
@pytest.mark.parametrize(
    ("target", "plan", "told"),
    [
        ("Kemp", "aim at Kemp", "Ann has aimed for 2 turns before"),
        ("Bob", "aim at Kemp", ""),
        ("", "aim at Kemp", ""),
        ("Kemp", "crouch", ""),
        ("Kemp", "drop Rifle; aim at Kemp", "Ann has aimed for 2 turns before"),
    ],
)
def test_for_how_long_somebody_has_aimed_is_told_with_the_aim_at_the_same_target(target, plan, told):
    ann = unit("Ann", weapon="Rifle")
    ann = replace(ann, sheet=replace(ann.sheet, aim=Aiming(target, 2)))
    scene = table(ann, turn=Turn())
    card = give("plan", units=replace(scene, known={**scene.known, "Bob": unit("Bob", "Blue")}), plan=plan)[1]
    assert [line for line in card.lines if "has aimed" in line] == [told] * bool(told)


def test_game_orders_are_told_only_as_far_as_they_are_given():
    ann = armed("Rifle", "Sword")

    def told(**fields):
        return give("plan", units=table(ann, turn=Turn()), **fields)[1].lines

    assert told(values="orders Hold") == ("Ann: nothing", "Ann's orders: Hold")
    assert told(values="priority Kemp") == ("Ann: nothing", "Ann fires at Kemp first")
    assert told(values="strikes Sword") == ("Ann: nothing", "Ann strikes with Sword, once that is in hand")
    first = give("plan", units=table(ann, turn=Turn()), values="orders Hold, priority Kemp")[0].ledger
    again = give("plan", units=replace(table(ann), ledger=first), values="orders Run")[0].ledger
    assert again.turn.orders["Ann"] == GameOrders("Run", "Kemp")


def test_each_action_is_told_with_what_it_leaves_room_for():
    card = give("plan", units=table(armed("Rifle", "Sword"), turn=Turn()), plan="drop Rifle; draw Sword")[1]
    assert card.working[0] == "Dropping takes no time, and interferes with nothing (C3K Other actions)"
    assert card.working[1].startswith("DC: ")
    assert card.working[1].endswith("(C3K Other actions)")
    aimed = give("plan", units=table(armed("Rifle"), turn=Turn()), plan="aim at Kemp")[1]
    assert aimed.working == ("Aiming is neither moving nor firing; the turn counts when it ends (C3K Aiming)",)
    reloads = unit("Ann", weapon="Rifle", loaded=0, clips=12)
    assert give("plan", units=table(reloads, turn=Turn()), plan="reload")[1].working == ()


# From which posture each is taken up.
FROM = {
    "crouch": FigurePosture.STANDING,
    "fall prone": None,
    "stand up": FigurePosture.PRONE,
    "rise": FigurePosture.CROUCHED,
}


@pytest.mark.rule("C3K-O12")
@pytest.mark.parametrize("posture", [FigurePosture.STANDING, FigurePosture.CROUCHED, FigurePosture.PRONE])
@pytest.mark.parametrize("plan", FROM)
def test_each_posture_is_taken_up_from_one_other_and_prone_from_both(plan, posture):
    ann = unit("Ann")
    ann = replace(ann, sheet=replace(ann.sheet, posture=posture))
    may = posture is not FigurePosture.PRONE if FROM[plan] is None else posture is FROM[plan]
    if may:
        give("plan", units=table(ann, turn=Turn()), plan=plan)
    else:
        with pytest.raises(RuleError, match=f"Ann is {posture}, and .* from no such posture"):
            give("plan", units=table(ann, turn=Turn()), plan=plan)


@pytest.mark.rule("C3K-O08")
@pytest.mark.parametrize(
    ("weapons", "wounds", "one", "two"),
    [
        ((), "", True, True),
        # What both hands hold can be carried in one of them.
        (("Rifle",), "", True, False),
        (("Sword", "Pistol"), "", False, False),
        # A hand that is lost holds nothing, and does nothing.
        ((), "2 left arm", True, False),
        (("Rifle",), "2 left arm", False, False),
    ],
)
def test_an_action_takes_the_hands_that_are_free_of_weapons_and_wounds(weapons, wounds, one, two):
    """Something is drawn with one hand, a lock worked with two."""
    ann = unit("Ann", **({"weapon": weapons[0]} if weapons else {}))
    for name in weapons[1:]:
        ann = replace(ann, sheet=give("give", units=table(ann), weapon=name)[0].after["Ann"])
    if wounds:
        ann = replace(ann, sheet=C3K.with_traits(ann.sheet, {"wounds": wounds}))
    for plan, may, hands in (("D Key", one, "a free hand"), ("SV Jeep", two, "two free hands")):
        if may:
            give("plan", units=table(ann, turn=Turn()), plan=plan)
        else:
            with pytest.raises(RuleError, match=f"Ann needs {hands} for that"):
                give("plan", units=table(ann, turn=Turn()), plan=plan)


RIFLE, SPENT = unit("Ann", weapon="Rifle"), unit("Ann", weapon="Rifle", loaded=2, clips=24)
GUN = RIFLE.sheet.weapons[0]
BROKEN = replace(RIFLE, sheet=RIFLE.sheet.with_carried(replace(GUN, working=Working.JAMMED)))
RELOADS, REPAIRS = Task("R", "Rifle"), Task("Rep", "Rifle")


@pytest.mark.rule("C3K-O02")
@pytest.mark.parametrize(
    ("who", "memory", "hindered"),
    [
        (SPENT, {"task": RELOADS}, ""),
        (RIFLE, {"task": RELOADS}, "There is no spare magazine for Rifle"),
        (SPENT, {"task": RELOADS, "gait": "walk"}, "Ann"),
        (BROKEN, {"task": REPAIRS}, ""),
        (RIFLE, {"task": REPAIRS}, "Rifle"),
        # Another task, none, and one of which the last turn has been done already are hindered by nothing.
        (RIFLE, {"task": Task("C")}, ""),
        (RIFLE, {}, ""),
        (RIFLE, {"task": RELOADS, "busy": "reloads"}, ""),
        (unit("Ann", weapon="Rifle", loaded=2, clips=24, stunned=2), {"task": RELOADS}, "Ann is stunned"),
        # Whoever can't do anything is told that first.
        (unit("Ann", weapon="Rifle", stunned=2), {"task": REPAIRS}, "Ann is stunned"),
        (unit("Tank", vehicle="Light Tank"), {"task": RELOADS}, ""),
    ],
)
def test_why_somebody_cannot_reload_or_repair_as_they_have_written_down(who, memory, hindered):
    sheet = replace(who.sheet, now=Memory(**memory))
    assert hindrance(who.name, sheet, TABLES).startswith(hindered)
    assert bool(hindrance(who.name, sheet, TABLES)) is bool(hindered)


def test_a_pack_is_changed_by_who_is_out_of_action_alone():
    gunner = unit("Ann", weapon="Plasma Gun", loaded=0, clips=3)
    sheet = replace(gunner.sheet, now=Memory(task=Task("R", "Plasma Gun")))
    assert hindrance("Ann", sheet, TABLES)
    assert not hindrance("Ann", sheet, TABLES, out_of_action=True)
