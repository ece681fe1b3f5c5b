from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Barrier, Edge, Facing, at_of, in_field_of_fire
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.ahl.fire.combat import cost
from bot.systems.ahl.fire.shot import Fire
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.walking.ground import (
    PORTALS,
    Gait,
    Ground,
    Jump,
    check_side,
    check_square,
    costs_for,
    crowd_on,
    ends_movement,
    jump_down,
    occupant,
    phases_to_climb,
    points,
    portal_cost,
)
from tests.cases import AHL as CASES
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, scene_on, stands
from tests.systems.ahl.people import BOOK, WEAPONS
from tests.systems.ahl.walking.steps import step_cost
from tests.systems.ahl.worked import number

PERSON = Character()
ROOM = board_of("#######", "#. . .#", "#     #", "#. . .#", "#     #", "#. . .#", "#######")
MIDDLE = At(0, 1, 1)


def at(x, y):
    return At(0, x, y)


def ground(board=ROOM, character=PERSON, gait=Gait.WALK, crowd=None, **more):
    return Ground(board, costs_for(character, gait, **more), crowd or {})


def ap(halves):
    return Fraction(halves, 2)


def step(dx, dy, facing="N", **more):
    """What one step out of the middle of the room costs, in action points."""
    return ap(step_cost(ground(**more), MIDDLE, Facing(facing), at(1 + dx, 1 + dy)))


@pytest.mark.rule("AHL-8A1a")
def test_walking_costs_two_ahead_and_three_diagonally_ahead():
    assert [step(dx, -1) for dx in (-1, 0, 1)] == [3, 2, 3]
    assert [step(1, dy, "E") for dy in (-1, 0, 1)] == [3, 2, 3]


@pytest.mark.rule("AHL-8A2a")
def test_trotting_costs_one_ahead_and_one_and_a_half_diagonally():
    assert [step(dx, -1, gait=Gait.TROT) for dx in (-1, 0, 1)] == [Fraction(3, 2), 1, Fraction(3, 2)]


@pytest.mark.rule("AHL-8A3a")
def test_a_quarter_turn_costs_one_walking_and_two_trotting():
    assert ap(costs_for(PERSON, Gait.WALK).turn) == 1
    assert ap(costs_for(PERSON, Gait.TROT).turn) == 2


@pytest.mark.rule("AHL-8A4a", "AHL-3b")
@pytest.mark.parametrize("gait", [Gait.WALK, Gait.TROT])
def test_a_step_to_the_side_or_the_rear_costs_four(gait):
    assert [step(dx, dy, gait=gait) for dx, dy in ((-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))] == [4] * 5


@pytest.mark.rule("AHL-8A5a")
def test_evading_costs_six_whichever_way_and_turns_for_nothing():
    for dx, dy in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)):
        assert step(dx, dy, gait=Gait.EVADE) == 6
    assert costs_for(PERSON, Gait.EVADE).turn == 0


@pytest.mark.parametrize(
    ("barrier", "cost"),
    [("SLIDING_DOOR", 2), ("IRIS_VALVE", 2), ("HATCH", 6), ("MAINTENANCE_HATCH", 6), ("AIRLOCK_DOOR", 6)],
)
def test_what_a_portal_costs_to_open_and_to_close(barrier, cost):
    assert ap(portal_cost(PORTALS, Barrier[barrier])) == cost


def test_no_rule_says_what_an_access_plate_costs():
    with pytest.raises(RuleError, match="The rules say nothing of opening access plates: the referee decides"):
        portal_cost(PORTALS, Barrier.ACCESS_PLATE)


@pytest.mark.rule("AHL-8B3a", "AHL-8B3b")
@pytest.mark.parametrize(
    ("sign", "armour", "cost"),
    [
        ("h", "none", 4), ("h", "mesh", 4), ("h", "vacc suit", 6), ("h", "cloth", 6), ("h", "combat armor", 6),
        ("h", "battle dress", 6), ("m", "none", 4), ("m", "battle dress", 6), ("d", "battle dress", 2),
        ("i", "battle dress", 2), ("d", "none", 2), ("i", "none", 2),
    ],
)  # fmt: skip
def test_an_open_hatch_costs_more_than_an_open_door(sign, armour, cost):
    board = board_of("#####", f"#.{sign}.#", "#####")
    place = ground(board, Character(armour=armour))
    assert ap(step_cost(place, at(0, 0), Facing.EAST, at(1, 0))) == cost


def test_a_breach_costs_what_a_hatch_does():
    board = board_of("#####", "#.|.#", "#####")
    broken = replace(board, breached=frozenset({Edge(0, 1, 0, Facing.WEST)}))
    assert ap(step_cost(ground(broken), at(0, 0), Facing.EAST, at(1, 0))) == 4
    with pytest.raises(RuleError, match="The wall is in the way: open it, or go round"):
        step_cost(ground(board), at(0, 0), Facing.EAST, at(1, 0))


def test_of_two_ways_round_a_corner_the_cheaper_one_counts():
    one = board_of("+++++", "+.h.+", "+ + +", "+. .+", "+++++")
    both = board_of("+++++", "+.h.+", "+h+ +", "+. .+", "+++++")
    assert ap(step_cost(ground(one), at(0, 0), Facing.EAST, at(1, 1))) == 3
    assert ap(step_cost(ground(both), at(0, 0), Facing.EAST, at(1, 1))) == 5


@pytest.mark.rule("AHL-8B5a")
def test_a_ladder_takes_a_phase_a_metre():
    assert phases_to_climb(3) == 3


def test_calling_a_lift_switching_a_light_and_swinging_down():
    assert ap(BOOK.halves("airlock")) == 6
    assert [ap(BOOK.halves(each)) for each in ("lift call", "light", "swing", "let go")] == [2, 1, 6, 4]


@pytest.mark.rule("AHL-8C3a")
def test_close_machinery_costs_six_whichever_way():
    board = board_of("#######", "#X X X#", "#     #", "#. . .#", "#######")
    for facing in Facing:
        assert ap(step_cost(ground(board), at(1, 1), facing, at(1, 0))) == 6
        assert ap(step_cost(ground(board, gait=Gait.TROT), at(1, 1), facing, at(0, 0))) == 6


@pytest.mark.rule("AHL-8C4a")
def test_nobody_enters_liquid_hydrogen_but_an_empty_tank():
    board = board_of("#####", "#. F#", "#####")
    with pytest.raises(RuleError, match="Liquid hydrogen is in there, which kills at once in any suit: go round"):
        step_cost(ground(board), at(0, 0), Facing.EAST, at(1, 0))
    empty = replace(board, wrecked=frozenset({at(1, 0)}))
    assert ap(step_cost(ground(empty), at(0, 0), Facing.EAST, at(1, 0))) == 2


@pytest.mark.parametrize(
    ("sign", "words"),
    [("V", "There the floor ends: jump"), ("R", "walk through red equipment: go round"), ("B", "through crate: go"),
     (" ", "There is no floor: choose")],
)  # fmt: skip
def test_what_else_cannot_be_entered(sign, words):
    with pytest.raises(RuleError, match=words):
        step_cost(ground(board_of("#####", f"#. {sign}#", "#####")), at(0, 0), Facing.EAST, at(1, 0))


def test_a_step_leads_to_a_square_that_touches():
    with pytest.raises(RuleError, match="A step leads to a square that touches"):
        step_cost(ground(), at(0, 0), Facing.EAST, at(2, 0))


ME, FOE, ROBOT, BLOB = (
    occupant(PERSON),
    occupant(PERSON, enemy=True),
    occupant(Character(being=Being.WARBOT)),
    occupant(Character(being=Being.BLOB)),
)
OUT = [occupant(Character(condition=condition)) for condition in Condition if condition is not Condition.ACTIVE]


@pytest.mark.rule("AHL-8C6a", "AHL-2c", "AHL-2e")
@pytest.mark.parametrize(
    ("there", "cost"),
    [((), 2), ((ME,), 3), ((ME, FOE), 4), ((FOE, FOE, ME), 5), ((*OUT, ME), 3), ((ROBOT,), 3)],
)
def test_each_active_character_in_a_square_costs_a_point_more(there, cost):
    assert step(0, -1, crowd={at(1, 0): there}) == cost


@pytest.mark.rule("AHL-2a", "AHL-2b", "AHL-2c")
@pytest.mark.parametrize(
    ("there", "who", "taken"),
    [
        ((ME, ME, ME), Being.PERSON, None),
        ((ME, FOE, ME, FOE), Being.PERSON, 4),
        ((ME, ME, ME), Being.WARBOT, 3),
        ((ME, ME), Being.MAINTENANCE_ROBOT, None),
        ((ROBOT, ROBOT), Being.PERSON, 4),
        ((ROBOT, ME), Being.PERSON, None),
        ((ROBOT, ME), Being.WARBOT, 3),
        ((BLOB,), Being.PERSON, 4),
        ((ME,), Being.BLOB, 1),
        (tuple(OUT) * 3, Being.BLOB, None),
        ((ME, ME, ME, *OUT, *OUT), Being.PERSON, None),
    ],
)
def test_a_square_holds_four(there, who, taken):
    place = ground(character=Character(being=who), crowd={at(1, 0): there})
    if taken is None:
        check_square(place, at(1, 0))
        return
    with pytest.raises(RuleError, match=f"That square is full, with {taken} of 4 places taken: choose another"):
        check_square(place, at(1, 0))


@pytest.mark.rule("AHL-2d")
def test_room_appears_when_somebody_leaves():
    people = {name: Standing(at(1, 0)) for name in "abcd"} | {"me": Standing(MIDDLE)}
    everybody = dict.fromkeys(people, ME)
    full = replace(ROOM, people=people)
    with pytest.raises(RuleError, match="That square is full"):
        step_cost(ground(full, crowd=crowd_on(full, everybody, "me")), MIDDLE, Facing.NORTH, at(1, 0))
    left = replace(ROOM, people=people | {"a": Standing(at(0, 0))})
    assert ap(step_cost(ground(left, crowd=crowd_on(left, everybody, "me")), MIDDLE, Facing.NORTH, at(1, 0))) == 5


@pytest.mark.rule("AHL-2f", "AHL-8C9a")
def test_an_enemys_square_costs_as_usual_and_ends_the_movement():
    place = ground(crowd={at(1, 0): (FOE,), at(0, 0): (ME,), at(2, 0): (replace(FOE, active=False),)})
    assert ap(step_cost(place, MIDDLE, Facing.NORTH, at(1, 0))) == 3
    assert [ends_movement(place, at(x, 0)) for x in range(3)] == [False, True, False]


@pytest.mark.rule("AHL-8C8a")
def test_dragging_costs_two_more_an_action_or_one_for_each_of_two():
    assert step(0, -1, draggers=1) == 4
    assert step(1, -1, draggers=1) == 5
    assert step(0, -1, draggers=2) == 3
    assert [ap(costs_for(PERSON, Gait.WALK, draggers=n).action) for n in (0, 1, 2)] == [0, 2, 1]
    with pytest.raises(RuleError, match=r"Who drags somebody can't trot: walk, or let go \(AHL 8.C.8\)"):
        costs_for(PERSON, Gait.TROT, draggers=1)


@pytest.mark.rule("AHL-8C10a")
def test_no_step_costs_more_than_six():
    assert step(0, 1, crowd={at(1, 2): (ME, ME, ME)}) == 6
    assert step(1, 1, draggers=1, crowd={at(2, 2): (ME,)}) == 6
    with pytest.raises(RuleError, match="That square is full"):
        step(0, 1, crowd={at(1, 2): (ME, ME, ME, ME)})


def test_a_blob_moves_a_square_a_phase_whichever_way():
    blob = Character(being=Being.BLOB, life_level=4)
    for dx, dy in ((0, -1), (1, -1), (1, 0), (-1, 1)):
        assert step(dx, dy, character=blob) == 6
    with pytest.raises(RuleError, match="in the way"):
        step_cost(ground(board_of("#####", "#.|.#", "#####"), blob), at(0, 0), Facing.EAST, at(1, 0))


@pytest.mark.rule("AHL-11A3a")
def test_two_of_a_square_fire_through_the_same_side():
    check_side(Facing.NORTH, ())
    check_side(Facing.NORTH, (Facing.NORTH, Facing.EAST, Facing.EAST))
    with pytest.raises(RuleError, match="Two others fire through the north side of that square already"):
        check_side(Facing.NORTH, (Facing.NORTH, Facing.EAST, Facing.NORTH))


@pytest.mark.rule("AHL-11A3a")
@pytest.mark.parametrize("facing", list(Facing))
def test_whoever_fires_does_so_through_the_side_that_they_face(facing):
    """The line from their square's centre leaves it no further to the side than the facing side's ends."""
    for dx in range(-6, 7):
        for dy in range(-6, 7):
            if (dx or dy) and in_field_of_fire(facing, at(0, 0), at(dx, dy)):
                ahead, aside = (abs(dy), abs(dx)) if facing in {Facing.NORTH, Facing.SOUTH} else (abs(dx), abs(dy))
                assert Fraction(aside, ahead) <= 1


@pytest.mark.rule("AHL-8C1a")
@pytest.mark.parametrize(
    ("left", "dice", "jump"),
    [
        (6, (1, 1), Jump(0, False, 8)),
        (6, (4, 3), Jump(6, False, 18)),
        (2, (6, 6), Jump(24, True, 28)),
        (5, (2, 2), Jump(2, False, 12)),
    ],
)
def test_a_jump_costs_two_and_two_dice_more(left, dice, jump):
    """6 left and a throw of 7: 9 in all, 3 of them later."""
    assert jump_down(left * 2, ScriptedDice(dice)) == jump


@pytest.mark.rule("AHL-8C1a")
def test_a_jump_needs_two_points():
    with pytest.raises(RuleError, match="A jump needs 2 action points to begin with"):
        jump_down(3, ScriptedDice([]))


def test_costs_in_words():
    assert [points(halves) for halves in (0, 1, 2, 3, 12)] == ["0", "½", "1", "1½", "6"]


SUITED = Character(armour="battle dress")
ACTIONS = {
    "walk forward": costs_for(PERSON, Gait.WALK).forward,
    "walk diagonally forward": costs_for(PERSON, Gait.WALK).diagonal,
    "turn 90 walking": costs_for(PERSON, Gait.WALK).turn,
    "trot forward": costs_for(PERSON, Gait.TROT).forward,
    "trot diagonally forward": costs_for(PERSON, Gait.TROT).diagonal,
    "turn 90 trotting": costs_for(PERSON, Gait.TROT).turn,
    "sidestep or backstep": costs_for(PERSON, Gait.WALK).aside,
    "evade": costs_for(PERSON, Gait.EVADE).forward,
    "stand up": costs_for(PERSON, Gait.WALK).stand,
    "congestion, per active character already there": costs_for(PERSON, Gait.WALK).crowd,
    "enter close machinery": costs_for(PERSON, Gait.WALK).machinery,
    "drag, one dragger": costs_for(PERSON, Gait.WALK, draggers=1).action,
    "drag, each of two": costs_for(PERSON, Gait.WALK, draggers=2).action,
    "cross hatch (vacc suit, combat armor, battle dress)": costs_for(SUITED, Gait.WALK).hatch,
    "cross hatch (others)": costs_for(PERSON, Gait.WALK).hatch,
    "open or close door or iris valve": portal_cost(PORTALS, Barrier.IRIS_VALVE),
    "open or close hatch": portal_cost(PORTALS, Barrier.MAINTENANCE_HATCH),
    "cycle airlock": portal_cost(PORTALS, Barrier.AIRLOCK_DOOR),
    "activate lift": BOOK.halves("lift call"),
    "light switch": BOOK.halves("light"),
    "lower over an edge": BOOK.halves("swing"),
    "drop from the edge": BOOK.halves("let go"),
    "aimed fire": cost(BOOK, Fire.AIMED, WEAPONS["ACR"]),
    "covering fire": cost(BOOK, Fire.COVERING, WEAPONS["ACR"]),
    "covering fire, high energy": cost(BOOK, Fire.COVERING, WEAPONS["PGMP-12"]),
    "snap shot": cost(BOOK, Fire.SNAP, WEAPONS["ACR"]),
}


def ap_cost(actions):
    return sum(ap(ACTIONS[name]) * number for name, number in actions)


def dives_in(occupying, entering):
    """Whether somebody beside them can dive at the first of those who fill D1."""
    crowd = [body(f"Foe {number}", being=BEINGS[one]) for number, one in enumerate(occupying)]
    people = [(body("Diver", "blue", being=BEINGS[entering]), stands("C1")), *((foe, stands("D1")) for foe in crowd)]
    order = AHL.orders["dive"]
    scene = scene_on(board_of("#=#=#=#=#=#", "#. . . . .#", "#=#=#=#=#=#"), people, name="Diver", target="Foe 0")
    stay = exact(
        lambda dice: order.resolve(scene, order.read({}), dice).board.people["Diver"].at == at_of("D1"), of=bool
    )
    return True in stay


BEINGS = {"person": Being.PERSON, "robot": Being.WARBOT, "blob": Being.BLOB}
OCCUPANTS = {"person": ME, "robot": ROBOT, "blob": BLOB, "inactive": OUT[0]}


def can_enter(occupying, entering, diving):
    if diving:
        return dives_in(occupying, entering)
    crowd = {MIDDLE: tuple(OCCUPANTS[one] for one in occupying)}
    try:
        check_square(ground(character=Character(being=BEINGS[entering]), crowd=crowd), MIDDLE)
    except RuleError:
        return False
    return True


def jumped(ap_left):
    try:
        chances = exact(lambda dice: jump_down(ap_left * 2, dice), of=lambda jump: (jump.phases, jump.hurt))
    except RuleError:
        return {"allowed": False}
    phases = {}
    for (later, _), chance in chances.items():
        phases[str(later)] = phases.get(str(later), 0) + chance
    return {
        "allowed": True,
        "extra_phases": phases,
        "hurt": sum(chance for (_, hurt), chance in chances.items() if hurt),
    }


def door_broken(args):
    """The door between D1 and E1, pushed at by people of these melee values."""
    door = board_of("#=#=#=#=#=#", "#. . . .D.#", "#=#=#=#=#=#")
    people = [(body(f"Pusher {number}", melee=melee), stands("D1")) for number, melee in enumerate(args)]
    names = [unit.name for unit, _ in people]
    roles = dict(zip(("name", "with"), names, strict=False))
    scene = scene_on(door, people, **roles)
    order = AHL.orders["break"]
    scene = replace(scene, units={"with": (), **scene.units})
    chances = exact(lambda dice: order.resolve(scene, order.read({}), dice).result.broken, of=bool)
    return {"allowed": True, "chance": chances.get(True, 0)}


ADAPTERS = {"ap_cost": ap_cost, "can_enter": can_enter, "jump_down": jumped, "break_door": door_broken}
OURS = [case for case in CASES if case["call"] in ADAPTERS]


@pytest.mark.parametrize("case", OURS, ids=lambda case: case["id"])
def test_shared_cases(case):
    assert ADAPTERS[case["call"]](**case["inputs"]) == number(case["expected"])
