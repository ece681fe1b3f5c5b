"""`/move`: ways over a deck, what they cost in action points, and who can't go (AHL 2, 3, 8)."""

from dataclasses import replace

import pytest

from bot.deck.plan import At, Facing
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Being, Character, Condition, Nerve, ZeroG
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL, body, give, scene_on, stands

OPEN = board_of(*HALL)
# A hatch stands open between B and C, a shut door between D and E; G is close machinery, I a ladder.
PASSAGE = board_of(
    "#=#=#=#=#=#=#=#=#=#",
    "#. .h. .D. . X . L#",
    "#=#=#=#=#=#=#=#=#=#",
)
# Two levels, 3 m apart, with a ladder in the west and a drop in the east.
SHAFT = board_of("", " L . .", level="Upper", more="level: Lower\n\n L . .")


def move(board, *people, faces=(), dragging=None, **fields):
    roles = {"name": "Ann"} | ({"dragging": dragging} if dragging else {})
    return give("move", scene_on(board, people, **roles), faces, **fields)


def walks(to, standing="A2", facing="E", board=OPEN, others=(), ann=None, **fields):
    outcome, card = move(board, (ann or body("Ann"), stands(standing, facing)), *others, to=to, **fields)
    return outcome.result.route.cost / 2, outcome.board.people["Ann"], card


@pytest.mark.rule("AHL-8A1a", "AHL-3a")
def test_a_walk_straight_ahead_costs_two_a_square_and_keeps_the_facing():
    cost, where, card = walks("D2")
    assert (cost, where.at, where.facing) == (6, At(0, 3, 1), Facing.EAST)
    assert card.title == "Ann walks to D2"
    assert card.lines == ("6 AP, within 1 phase of 6 AP; faces east",)
    assert card.working[0] == "Walk: B2 2, C2 2, D2 2 (AHL 8.A)"


@pytest.mark.rule("AHL-8A1a", "AHL-8A2a", "AHL-3b")
@pytest.mark.parametrize(("gait", "cost"), [("walk", 3), ("trot", 1.5)])
def test_a_step_diagonally_forward(gait, cost):
    assert walks("B1", gait=gait)[0] == cost


@pytest.mark.rule("AHL-8A3a", "AHL-8A4a")
def test_a_turn_is_paid_or_the_step_is_to_the_side():
    """Facing east, north: a turn 1 and a step 2 make 3, aside it would be 4; a step back is 4."""
    cost, where, card = walks("A1")
    assert (cost, where.facing) == (3, Facing.NORTH)
    assert card.working[0] == "Walk: facing N 1, A1 2 (AHL 8.A)"
    assert walks("W", standing="B2")[0] == 4
    # Trotting a turn is 2 and a step 1.
    assert walks("A1", gait="trot")[0] == 3


@pytest.mark.rule("AHL-8A3a")
def test_turns_alone_and_at_the_end():
    outcome, card = move(OPEN, (body("Ann"), stands("A2", "E")), facing="W")
    assert (outcome.result.route.cost / 2, card.title) == (2, "Ann turns west")
    outcome, _ = move(OPEN, (body("Ann"), stands("A2", "E")), to="B2", facing="S")
    assert (outcome.result.route.cost / 2, outcome.board.people["Ann"].facing) == (3, Facing.SOUTH)


@pytest.mark.rule("AHL-8A5a")
def test_evading_costs_a_phase_a_square_in_any_direction():
    assert walks("W", standing="B2", gait="evade")[0] == 6
    assert walks("NE", gait="evade")[0] == 6


@pytest.mark.rule("AHL-8A5b")
def test_evading_in_place_costs_a_phase_with_any_facing():
    outcome, card = move(OPEN, (body("Ann"), stands("A2", "E")), gait="evade", facing="W")
    assert outcome.result.route.cost / 2 == 6
    assert (outcome.board.people["Ann"].at, outcome.board.people["Ann"].facing) == (At(0, 0, 1), Facing.WEST)
    assert card.title == "Ann evades on the spot"


@pytest.mark.rule("AHL-8A6a")
def test_who_is_prone_stands_up_first():
    outcome, _ = move(OPEN, (body("Ann"), stands("A2", "E", prone=True)), to="B2")
    assert outcome.result.route.cost / 2 == 8
    assert not outcome.board.people["Ann"].prone


@pytest.mark.rule("AHL-8B3a", "AHL-8B3b")
@pytest.mark.parametrize(("armour", "cost"), [("none", 6), ("cloth", 8), ("combat armor", 8), ("battle dress", 8)])
def test_an_open_hatch_costs_more(armour, cost):
    """Two squares, 4, of which one is behind the hatch: 2 more, and suited 4, but no square more than 6."""
    assert walks("C1", "A1", board=PASSAGE, ann=body("Ann", armour=armour))[0] == cost


@pytest.mark.rule("AHL-8C3a")
def test_close_machinery_costs_a_whole_phase():
    assert walks("G1", "F1", board=PASSAGE)[0] == 6


@pytest.mark.rule("AHL-8C6a", "AHL-2c")
def test_a_crowd_costs_one_more_for_each_who_is_active():
    others = [
        (body("Bob", "red"), stands("B2")),
        (body("Cid", "red"), stands("B2")),
        (body("Dan", "red", condition=Condition.DEAD), stands("B2")),
        (body("Eve", "red", condition=Condition.UNCONSCIOUS), stands("B2")),
    ]
    assert walks("E", others=others)[0] == 4


@pytest.mark.rule("AHL-8C6a", "AHL-2b")
def test_in_a_crowd_a_robot_may_count_as_two():
    """Ruling R-47 and its option: 2 for the square and 1 for the robot, or 2."""
    robot = [(body("Rob", being=Being.WARBOT), stands("B2"))]
    cost, _, card = walks("E", others=robot)
    assert (cost, any("R-47" in line for line in card.working)) == (3, False)
    cost, _, card = walks("E", others=robot, crowding="by size")
    assert cost == 4
    assert "In a crowd a robot counts as two and a blob as four here (ruling R-47)" in card.working


@pytest.mark.rule("AHL-2a", "AHL-2b", "AHL-2d")
@pytest.mark.parametrize(
    "crowd",
    [
        [Character()] * 4,
        [Character(being=Being.WARBOT)] * 2,
        [Character(being=Being.BLOB)],
    ],
)
def test_a_full_square_is_refused_until_somebody_leaves(crowd):
    others = [(body(f"Bob {number}", "red", being=one.being), stands("B2")) for number, one in enumerate(crowd)]
    with pytest.raises(RuleError, match="That square is full, with 4 of 4 places taken"):
        walks("B2", others=others)
    assert walks("B2", others=others[:-1])[1].at == At(0, 1, 1)


@pytest.mark.rule("AHL-2e", "AHL-2f", "AHL-8C9a")
def test_an_enemys_square_is_entered_at_the_usual_cost_and_ends_the_move():
    enemy = (body("Pirate", "blue"), stands("B2"))
    cost, _, card = walks("B2", others=[enemy])
    assert cost == 3
    assert "An enemy holds that square: they move no further in this phase (AHL 2)" in card.lines
    with pytest.raises(RuleError, match="An enemy on the way ends the move"):
        walks("E E", others=[enemy])
    # The cheapest way goes round them: two diagonals instead of two squares ahead.
    assert walks("C2", others=[enemy])[0] == 6


def test_coming_adjacent_to_an_enemy_is_told():
    _, _, card = walks("B2", others=[(body("Pirate", "blue"), stands("D2")), (body("Mate", "blue"), stands("C1"))])
    assert card.lines[-1] == ("Adjacent to Mate: /morale check cause:adjacent comes before it, and who stands may snap")


@pytest.mark.rule("AHL-8C10a")
def test_no_square_costs_more_than_a_phase():
    """Through the hatch in a suit, sideways, into a square with two others: 4 + 4 + 2 would be 10."""
    others = [(body("Bob"), stands("C1")), (body("Cid"), stands("C1"))]
    outcome, _ = move(PASSAGE, (body("Ann", armour="cloth"), stands("B1", "W")), *others, to="E")
    assert outcome.result.route.cost / 2 == 6


@pytest.mark.rule("AHL-8B5a", "AHL-21e")
def test_a_ladder_takes_a_phase_a_metre_and_no_robot():
    """Three metres between levels are three phases, 18 AP."""
    outcome, card = move(SHAFT, (body("Ann"), stands("A1")), to="2:A1")
    assert (outcome.result.route.cost / 2, outcome.board.people["Ann"].at) == (18, At(1, 0, 0))
    assert card.title == "Ann climbs to 2:A1"
    assert card.lines[0] == "18 AP, within 3 phases of 6 AP; faces north"
    assert card.working == ("By ladder: 2:A1 18: a whole phase a metre (AHL 8.B.5)",)
    with pytest.raises(RuleError, match="Ann is a robot, and robots climb no ladders"):
        move(SHAFT, (body("Ann", being=Being.WARBOT), stands("A1")), to="2:A1")
    with pytest.raises(RuleError, match="Ann is a blob: it goes one square a phase or drops a level, and climbs none"):
        move(SHAFT, (body("Ann", being=Being.BLOB, life_level=3), stands("A1")), to="2:A1")
    with pytest.raises(RuleError, match="No ladder leads there"):
        move(SHAFT, (body("Ann"), stands("B1")), to="2:B1")


def test_nobody_walks_where_a_lift_goes():
    lift = board_of("", " E .", level="A", more="level: B\n\n E .")
    with pytest.raises(RuleError, match="A lift is ridden with /lift ride"):
        move(lift, (body("Ann"), stands("A1")), to="2:A1")
    with pytest.raises(RuleError, match="The lift isn't there: call it with /lift call"):
        move(lift, (body("Ann"), stands("B1")), to="A1")


@pytest.mark.rule("AHL-QA-2", "AHL-8B5a")
def test_a_shut_hatch_is_in_the_way_of_a_climb():
    text = "level: Lower\n\n L"
    shut, free = (board_of("", " a", notes=[f"a = ladder with {how}"], more=text) for how in ("hatch", "open hatch"))
    for start, to in (("A1", "2:A1"), ("2:A1", "1:A1")):
        with pytest.raises(RuleError, match="The hatch in the floor of A1 is shut: open it with /door"):
            move(shut, (body("Ann"), stands(start)), to=to)
        outcome, _ = move(free, (body("Ann"), stands(start)), to=to)
        assert outcome.result.route.cost / 2 == 18


def test_nobody_climbs_into_a_full_square():
    crowd = [(body(name), stands("2:A1")) for name in ("Bob", "Cid", "Dan", "Eve")]
    with pytest.raises(RuleError, match="That square is full"):
        move(SHAFT, (body("Ann"), stands("A1")), *crowd, to="2:A1")


@pytest.mark.rule("AHL-8C8a", "AHL-8C8b")
def test_dragging_costs_two_more_for_each_action():
    hurt = (body("Bob", condition=Condition.UNCONSCIOUS), stands("A2"))
    outcome, card = move(OPEN, (body("Ann"), stands("A2", "E")), hurt, to="C2", dragging="Bob")
    assert outcome.result.route.cost / 2 == 8
    assert outcome.board.people["Bob"].at == At(0, 2, 1)
    assert "Drags Bob along" in card.lines
    for other, why in [
        (body("Bob", being=Being.WARBOT), "no robot or blob"),
        (body("Bob", being=Being.BLOB), "no robot or blob"),
        (body("Bob", "blue"), "active enemy"),
    ]:
        with pytest.raises(RuleError, match=why):
            move(OPEN, (body("Ann"), stands("A2", "E")), (other, stands("A2")), to="C2", dragging="Bob")
    with pytest.raises(RuleError, match="isn't in Ann's square"):
        move(OPEN, (body("Ann"), stands("A2")), (body("Bob"), stands("B2")), to="C2", dragging="Bob")
    with pytest.raises(RuleError, match="can't trot"):
        move(OPEN, (body("Ann"), stands("A2")), hurt, to="C2", dragging="Bob", gait="trot")


@pytest.mark.rule("AHL-2a", "AHL-8C8b")
def test_an_active_friend_who_is_dragged_takes_up_room():
    friend = (body("Bob"), stands("A2"))
    three = [(body(f"Foe {number}", "blue"), stands("C2")) for number in range(3)]
    with pytest.raises(RuleError, match="That square is full, with 3 of 4 places taken"):
        move(OPEN, (body("Ann"), stands("A2", "E")), friend, *three, to="C2", dragging="Bob")
    out = (body("Bob", condition=Condition.UNCONSCIOUS), stands("A2"))
    outcome, _ = move(OPEN, (body("Ann"), stands("A2", "E")), out, *three, to="C2", dragging="Bob")
    # B2 for 4, C2 for 2 + 2 and 3 for the crowd, of which 6 are the most.
    assert outcome.result.route.cost / 2 == 10


@pytest.mark.rule("AHL-8A6a")
def test_standing_up_is_paid_before_turning_evading_or_climbing_off():
    """6 to stand, then 1 for a quarter turn, 6 for evading where they are; whoever is dragged lies on."""
    ann = (body("Ann"), stands("B2", "N", prone=True))
    turned, _ = move(OPEN, ann, facing="E")
    assert (turned.result.route.cost / 2, turned.board.people["Ann"]) == (7, stands("B2", "E"))
    evading, _ = move(OPEN, ann, gait="evade")
    assert evading.result.route.cost / 2 == 12
    friend = (body("Bob"), stands("B2", prone=True))
    dragged, _ = move(OPEN, (body("Ann"), stands("B2", "E")), friend, to="C2", dragging="Bob")
    assert dragged.board.people["Bob"].prone


@pytest.mark.rule("AHL-2f", "AHL-8C9a", "AHL-8A5a")
def test_nobody_turns_any_more_in_an_enemys_square_but_who_evades():
    foe = (body("Foe", "blue"), stands("B2"))
    # A quarter turn before it, then a step to the side: 1 + 4, and 1 for the crowd.
    turned, _ = move(OPEN, (body("Ann"), stands("A2", "E")), foe, to="B2", facing="S")
    assert [step.cost / 2 for step in turned.result.route.steps] == [1, 5]
    assert turned.board.people["Ann"] == stands("B2", "S")
    evading, _ = move(OPEN, (body("Ann"), stands("A2", "E")), foe, to="B2", facing="S", gait="evade")
    assert evading.board.people["Ann"].facing is Facing.SOUTH
    assert move(OPEN, (body("Ann"), stands("A2", "E")), foe, to="B2", facing="E")[0].result.route.cost / 2 == 3


@pytest.mark.rule("AHL-6b", "AHL-8C8a")
def test_points_that_are_too_few_for_a_step_are_lost_with_the_phase():
    """Dragging costs 4 a square: one a phase, and the 2 that are left are lost. So three squares take three phases."""
    hurt = (body("Bob", condition=Condition.UNCONSCIOUS), stands("A2"))
    _, card = move(OPEN, (body("Ann"), stands("A2", "E")), hurt, to="D2", dragging="Bob")
    assert card.lines[0] == "12 AP, within 3 phases of 6 AP; faces east"


def test_action_points_take_them_as_far_as_they_go():
    cost, where, card = walks("F2", ap=7)
    assert (cost, where.at) == (6, At(0, 3, 1))
    assert card.lines[1] == "They go as far as those AP take them; in the next phase /move name:Ann goes on"
    with pytest.raises(RuleError, match="takes Ann nowhere"):
        walks("F2", ap=1)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("A9", "no square of this deck"),
        ("W", "no floor"),
        ("", "Say where to"),
        ("A2", "takes Ann nowhere"),
    ],
)
def test_where_nobody_can_go(to, why):
    with pytest.raises(RuleError, match=why):
        walks(to)


def test_a_shut_door_is_in_the_way():
    with pytest.raises(RuleError, match="No open way leads there"):
        walks("E1", "D1", board=PASSAGE)
    with pytest.raises(RuleError, match="The closed sliding door is in the way"):
        walks("E", "D1", board=PASSAGE)


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"condition": Condition.UNCONSCIOUS}, "unconscious and cannot move"),
        ({"nerve": Nerve.COWERING}, "cowering and doesn't move"),
        ({"gripped_by": "Blob"}, "in the grip of Blob"),
        ({"zero_g": ZeroG(disoriented=True)}, "disoriented"),
    ],
)
def test_who_cannot_move(sheet, why):
    with pytest.raises(RuleError, match=why):
        walks("B2", ann=body("Ann", **sheet))


def test_a_move_ends_leaning_and_marks_its_trail():
    outcome, _ = move(OPEN, (body("Ann"), stands("A2", "E", leaning=At(0, 0, 0), crouching=True)), to="E NE")
    ann = outcome.board.people["Ann"]
    assert (ann.leaning, ann.crouching) == (None, False)
    assert outcome.marks.trail == (At(0, 0, 1), At(0, 1, 1), At(0, 2, 0))


# A gallery with a drop in the middle, over a hall.
GALLERY = board_of("", " . V . ", level="Upper", more="level: Lower\n\n . . .")


def jump(ann, faces=(), square="A1", **fields):
    return give("jump", scene_on(GALLERY, [(ann, stands(square))], name="Ann"), faces, **fields)


@pytest.mark.rule("AHL-8C1a")
def test_a_jump_costs_two_and_two_dice_of_which_the_rest_is_owed():
    """2 + 3+4 = 9, 6 were left: 3 owed. With 2 left 2 + 5+5 = 12: 10 owed, over two phases."""
    outcome, card = jump(body("Ann"), [3, 4])
    assert outcome.board.people["Ann"].at == At(1, 1, 0)
    assert card.title == "Ann jumps down to 2:B1"
    assert card.lines[0] == "2 AP and 3+4 = 9, of which 6 were left"
    assert card.lines[1] == "3 AP are still to be paid in the next phase, standing still, not evading"
    later = jump(body("Ann"), [5, 5], ap=2)[1].lines[1]
    assert later == "10 AP are still to be paid in the next 2 phases, standing still, not evading"
    with pytest.raises(RuleError, match="A jump needs 2 action points"):
        jump(body("Ann"), ap=1)


@pytest.mark.rule("AHL-8C1b")
def test_a_twelve_hurts():
    outcome, card = jump(body("Ann"), [6, 6])
    assert (outcome.after["Ann"].light_wounds, outcome.after["Ann"].condition) == (1, Condition.UNCONSCIOUS)
    assert "Ann: 1 light wound, unconscious" in card.lines


@pytest.mark.rule("AHL-8C1b", "AHL-22c")
def test_a_twelve_in_vacuum_is_a_serious_wound_through_a_suit():
    """Any wound through a suit in vacuum is a level worse; who wears none has the light wound, and the vacuum."""
    below = replace(GALLERY, airless=frozenset({At(1, 1, 0)}))
    for board, fields in ((below, {}), (GALLERY, {"vacuum": True})):
        suited = scene_on(board, [(body("Ann", armour="vacc suit"), stands("A1"))], name="Ann")
        outcome, card = give("jump", suited, [6, 6], **fields)
        assert (outcome.after["Ann"].light_wounds, outcome.after["Ann"].condition) == (0, Condition.SERIOUS)
        assert "Ann: seriously wounded" in card.lines
        bare = scene_on(board, [(body("Ann"), stands("A1"))], name="Ann")
        assert give("jump", bare, [6, 6], **fields)[0].after["Ann"].condition is Condition.UNCONSCIOUS


@pytest.mark.rule("AHL-2d", "AHL-8A6a")
def test_nobody_jumps_into_a_full_square_nor_while_prone():
    below = [(body(f"Foe {number}"), stands("2:B1")) for number in range(4)]
    full = scene_on(GALLERY, [(body("Ann"), stands("A1")), *below], name="Ann")
    with pytest.raises(RuleError, match="That square is full"):
        give("jump", full)
    with pytest.raises(RuleError, match="Ann is prone: /move them to their own square first"):
        give("jump", scene_on(GALLERY, [(body("Ann"), stands("A1", prone=True))], name="Ann"))


@pytest.mark.rule("AHL-8C2a", "AHL-21e")
def test_a_swing_takes_two_phases_and_no_dice():
    outcome, card = jump(body("Ann"), how="swing")
    assert outcome.board.people["Ann"].at == At(1, 1, 0)
    assert card.lines == ("6 AP to hang from the edge, 4 in the next phase to let go",)
    with pytest.raises(RuleError, match="robots jump down no levels"):
        jump(body("Ann", being=Being.WARBOT))
    with pytest.raises(RuleError, match="No drop is beside Ann"):
        jump(body("Ann"), square="2:A1")


# A catwalk about a gun's tube, and the next one below it; and a drop that a hatch shuts.
TUBE = board_of("", " . T . ", "", " . T R ", level="Upper", more="level: Lower\n\n . T .\n\n . T R")
TRAP = board_of("", " . a . ", notes=["a = drop with hatch"], more="level: Lower\n\n . . .")


def on_catwalk(verb, square="A1", unit=None, **fields):
    return give(verb, scene_on(TUBE, [(unit or body("Ann"), stands(square))], name="Ann"), **fields)


@pytest.mark.rule("AHL-8C2b", "AHL-8C2a")
def test_from_a_catwalk_about_the_gun_tube_one_swings_to_the_next_one_and_nothing_else():
    outcome, card = on_catwalk("jump", how="swing")
    assert outcome.board.people["Ann"].at == At(1, 0, 0)
    assert card.title == "Ann swings down to 2:A1"
    assert card.lines == ("6 AP to hang from the edge, 4 in the next phase to let go",)
    only = r"Between the catwalks about a gun tube only the swing works: choose how:swing \(AHL 8.C.2\)"
    for unit in (body("Ann"), body("Ann", being=Being.BLOB)):
        with pytest.raises(RuleError, match=only):
            on_catwalk("jump", unit=unit)
    for to in ("B1", "E"):
        with pytest.raises(RuleError, match="the only way down to the next catwalk is /jump with how:swing"):
            on_catwalk("move", to=to)
    with pytest.raises(RuleError, match="There is no floor below"):
        on_catwalk("jump", "2:A1", how="swing")
    # The level below is there, and has nothing where they would land.
    gap = board_of("", " . T ", level="Upper", more="level: Lower\n\n   T")
    with pytest.raises(RuleError, match="There is no floor below"):
        give("jump", scene_on(gap, [(body("Ann"), stands("A1"))], name="Ann"), how="swing")
    above = replace(TUBE, wrecked=frozenset({At(0, 2, 1)}))
    with pytest.raises(RuleError, match="Nobody can walk through red equipment"):
        give("jump", scene_on(above, [(body("Ann"), stands("C2"))], name="Ann"), how="swing")


def test_a_shut_hatch_over_a_drop_is_walked_on_and_jumped_through_by_nobody():
    ann = (body("Ann"), stands("A1", "E"))
    outcome, _ = move(TRAP, ann, to="B1")
    assert outcome.board.people["Ann"].at == At(0, 1, 0)
    with pytest.raises(RuleError, match="No drop is beside Ann"):
        give("jump", scene_on(TRAP, [ann], name="Ann"), how="swing")
    opened = replace(TRAP, open=frozenset({At(0, 1, 0)}))
    with pytest.raises(RuleError, match="There the floor ends"):
        move(opened, ann, to="B1")
    assert give("jump", scene_on(opened, [ann], name="Ann"), how="swing")[0].board.people["Ann"].at == At(1, 1, 0)


def push(*people, faces=(), board=PASSAGE, helper=None, **fields):
    roles = {"name": "Ann"} | ({"with": helper} if helper else {})
    return give("break", scene_on(board, people, **roles), faces, **fields)


@pytest.mark.rule("AHL-8C5a")
@pytest.mark.parametrize(("faces", "broken"), [((2, 3), True), ((3, 3), False)])
def test_a_door_gives_way_at_or_under_the_melee_value(faces, broken):
    """Melee 6, a light wound: 5."""
    ann = (body("Ann", melee=6, light_wounds=1), stands("D1", "E"))
    outcome, card = push(ann, faces=faces)
    assert (outcome.board is not None) is broken
    assert card.lines[0].startswith("5− (melee value) | ")
    assert card.lines[1] == "6 AP"
    if broken:
        assert give("range", scene_on(outcome.board, [ann], name="Ann"), to="E1")[1].lines[1] == (
            "The line is clear (AHL 10)"
        )


@pytest.mark.rule("AHL-8C5b")
def test_two_add_their_values():
    people = [(body(name, melee=6), stands("D1", "E")) for name in ("Ann", "Bob")]
    outcome, card = push(*people, faces=[6, 6], helper="Bob")
    assert card.lines == ("12− (melee values, added) | 6+6 = 12 → it gives way", "6 AP each")
    assert outcome.board.breached


def test_what_cannot_be_broken_down():
    hatch = (body("Ann"), stands("C1"))
    with pytest.raises(RuleError, match="Only a closed sliding door"):
        push(hatch)
    far = [(body("Ann"), stands("D1")), (body("Bob"), stands("B1"))]
    with pytest.raises(RuleError, match="Bob isn't at that door"):
        push(*far, helper="Bob")


@pytest.mark.parametrize(("light", "told"), [("dark: 1", True), ("", False)])
def test_a_range_into_the_dark_says_so(light, told):
    hold = board_of("", " a . . . ", notes=("a = room 1 Hold",), more=light)
    ann = (body("Ann"), stands("A1", "E"))
    lines = give("range", scene_on(hold, [ann], name="Ann"), to="D1")[1].lines
    assert ("It is dark there (AHL 23)" in lines) is told
