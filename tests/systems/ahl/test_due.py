"""What the book asks before the table may go on: who owes what, in which order, and what isn't owed (AHL 4 to 26)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import placed
from bot.deck.plan import at_of, named
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.dice import LiveDice
from bot.engine.scene import Scene
from bot.engine.steps import Sequel, whole_of
from bot.systems.ahl.due import due
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.morale.flight import ways_out
from bot.systems.ahl.owing import fire_at, hit_chance
from bot.systems.ahl.sheet.character import Being, Condition, Nerve, ZeroG
from bot.systems.ahl.turn.clock import Charge
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, stands
from tests.systems.ahl.people import BOOK, armed
from tests.systems.ahl.table import Table, one, table_of

# A room of three by three that is open to the east in its row 2, and a hall beyond.
REFUGE = board_of(
    "#" * 15, "#. . .#. . . .#", "#     #       #", "#. . . . . . .#", "#     #       #", "#. . .#. . . .#", "#" * 15
)
# The same without its third row, and one whose room is shut.
# Seven rows with walls between some of them, and beside some squares.
PILLARS = board_of(
    "#" * 15,
    "#. . . . . . .#",
    "#  ###   ###  #",
    "#. . .#. . . .#",
    "#     #  ###  #",
    "#. . . . . . .#",
    "#  ###  ##    #",
    "#. . . .#. . .#",
    "#       #     #",
    "#. . . . . . .#",
    "#  ###   ###  #",
    "#. .#. . . . .#",
    "#   #         #",
    "#. . . . . . .#",
    "#" * 15,
)
NOOK = board_of("#" * 15, "#. . .#. . . .#", "#     #       #", "#. . . . . . .#", "#" * 15)
SHUT = "#. . .#. . . .#"
ROOMS = board_of("#" * 15, SHUT, "#     #       #", SHUT, "#     #       #", SHUT, "#" * 15)
PLANS = "a plan for the turn, or none (AHL 5): All move | All aim | Aim at the nearest | All cover | No plan"


def steps(table):
    """What is due but for what somebody may do, and the table going on."""
    return [line for line in table.due() if not line.startswith(("[", "the table"))]


def to_snap(table):
    """The last step of the phase, with everybody done in it."""
    table.give("phase", step="snap shots")
    table.give("phase ready", name=", ".join(table.units))


def test_whose_hands_are_full_may_move_and_owes_only_the_fight_in_their_square():
    """Ann carries a case, and stands beside Bob with a loaded weapon."""
    ann, at = one("Ann", "1", "A1")
    people = (replace(ann, marks=("carries cases",)), at), one("Bob", "2", "B1", "W", "red")

    def may(table, step):
        table.give("phase", step=step)
        return [line for line in table.due() if "Ann" in line]

    table = Table(*people)
    table.begin(Ann="move", Bob="move")
    assert not [line for line in table.due() if "Ann" in line and "covering fire by" in line]
    assert "Ann: 6 AP left, planned" in table.give("turn show").lines
    assert may(table, "movement") == ["[Ann: may act in movement by /move (AHL 7): Done]"]
    assert may(table, "melee") == may(table, "aimed fire") == may(table, "snap shots") == []
    table = Table(people[0], one("Bob", "2", "A1", "W", "red"))
    table.begin(Ann="move", Bob="move")
    assert may(table, "melee")[:1] == ["Ann: a fight in A1 with Bob (AHL 17): Ann strikes Bob"]


def test_without_a_turn_nothing_is_due():
    table = table_of()
    assert table.due() == []
    assert table.refused("next") == "Nothing is due here: give an order, or begin a turn where the rules keep one."


@pytest.mark.rule("AHL-4a", "AHL-5a")
def test_in_the_decision_phase_everybody_owes_a_plan_owner_by_owner():
    """The book waits for all of them; whoever says that they plan nothing owes none, and then the phase begins."""
    table = table_of()
    table.give("turn begin")
    assert table.due() == [
        f"Cid: {PLANS}",
        f"Ann, Abe: {PLANS}",
        f"Bob: {PLANS}",
        "the table: the next phase (AHL 4): Go on",
    ]
    table.give("plan", name="Ann", plan="move")
    table.give("phase ready", name="Cid")
    assert table.due()[:2] == [f"Abe: {PLANS}", f"Bob: {PLANS}"]
    card = table.give("next")
    assert card.lines == (f"▶ Abe: {PLANS.partition(' (')[0]} (AHL 5)", f"▶ Bob: {PLANS.partition(' (')[0]} (AHL 5)")


def test_who_can_plan_nothing_owes_no_plan():
    """The unconscious, the panicked, whoever is busy; a blob plans to move or nothing."""
    table = Table(
        one("Ann", "1", "A1", nerve=Nerve.FLEEING),
        one("Abe", "1", "A2", condition=Condition.SERIOUS),
        (replace(body("Blob", "red", being=Being.BLOB, life_level=3), owner="2"), stands("I3", "W")),
    )
    table.give("turn begin")
    assert steps(table) == ["Blob: a plan for the turn, or none (AHL 5): All move | No plan"]


@pytest.mark.rule("AHL-12Cb", "AHL-18Dd", "AHL-22a")
def test_as_a_turn_begins_the_unconscious_throw_then_the_cowering_then_those_without_air():
    """12.C, 18.D and 22 come before anybody plans, each once: a 6 wakes; 7 holds; 2D 2 does nothing without air."""
    table = Table(
        one("Ann", "1", "A1", condition=Condition.UNCONSCIOUS),
        one("Abe", "1", "A2", nerve=Nerve.COWERING, morale=7),
        one("Bob", "2", "I1", "W", "red", armour="cloth"),
        settings={"vacuum": "yes"},
    )
    table.give("turn begin")
    assert table.due() == [
        "Ann: the die to come round (AHL 12.C): Throw",
        "Abe: the check to rally (AHL 18.D): Throw",
        "Ann, Abe: a turn without air (AHL 22): Throw",
        f"Bob: {PLANS}",
        "the table: the next phase (AHL 4): Go on",
    ]
    card = table.give("next", (6, 3, 4, 1, 1, 1, 1))
    assert [line for line in card.lines if line.startswith("—")] == [
        "— Start of a decision phase: who wakes?",
        "— Start of a decision phase: who rallies?",
        "— A turn in vacuum",
    ]
    assert card.lines[-2:] == (
        "▶ Ann and Abe: a plan for the turn, or none (AHL 5)",
        "▶ Bob: a plan for the turn, or none (AHL 5)",
    )
    assert table.units["Ann"].sheet.condition is Condition.ACTIVE
    assert table.units["Abe"].sheet.nerve is Nerve.STEADY


@pytest.mark.rule("AHL-7a", "AHL-4a")
def test_the_steps_come_in_the_books_order_and_empty_ones_are_passed_over():
    """Nobody stands beside anybody, so no melee; out of everybody's field of fire nobody has a snap shot."""
    table = Table(one("Ann", "1", "A1", "W"), one("Bob", "2", "I3", "E", "red"))
    table.begin(Ann="move", Bob="aim")
    titles = [table.give("next").title for _ in range(3)]
    assert titles == ["Phase 1 of turn 1: movement", "Phase 1 of turn 1: aimed fire", "Phase 2 of turn 1"]


@pytest.mark.rule("AHL-9Ca")
def test_whoever_has_a_target_in_their_field_of_fire_may_fire_a_snap_shot():
    table = Table(one("Ann", "1", "A1", "E"), one("Bob", "2", "I1", "E", "red"))
    table.begin(Ann="move", Bob="move")
    table.give("phase", step="snap shots")
    assert table.due()[0] == "[Ann: may act in snap shots by /fire mode:snap or /grenade (AHL 7): Done]"
    assert not any("Bob" in line for line in table.due())


@pytest.mark.rule("AHL-13a", "AHL-13b")
def test_a_snap_shot_at_once_is_asked_of_whoever_stands_and_has_points():
    """Cid walks from F2 to E2, beside Ann at D2: her owner is asked; Abe, who has moved, is not. 18.A.2: 7 passes."""
    table = Table(one("Ann", "1", "D2", "E"), one("Abe", "1", "D1", "E"), one("Cid", "2", "F3", "W", "red", morale=7))
    table.begin(checked=False, Ann="aim", Abe="move", Cid="move")
    table.alone = False
    table.give("phase", step="movement")
    table.give("move", name="Abe", to="C1")
    card = table.give("move", (3, 4), name="Cid", to="E3")
    assert table.at("Cid", "E3")
    assert any("Cid: 7− (morale 7) | 3+4 = 7 → passes" in line for line in card.lines)
    assert steps(table) == ["Ann: a snap shot at once at Cid, who has come adjacent (AHL 13): Fire | Hold fire"]
    assert next(due.decides for due in AHL.due(table.game) if not due.optional) == ("1",)
    # Nothing goes on before; whoever holds their fire is asked no more.
    assert table.give("next").lines[0] == "▶ Ann: a snap shot at once at Cid, who has come adjacent (AHL 13)"
    table.give("hold", name="Ann", target="Cid")
    assert steps(table) == []


@pytest.mark.rule("AHL-13c")
def test_two_shots_at_once_at_most_as_far_as_the_points_go():
    table = Table(one("Ann", "1", "D2", "E"), one("Cid", "2", "F2", "W", "red"))
    table.begin(Ann="aim", Cid="move")
    table.give("phase", step="movement")
    table.give("move", name="Cid", to="E2")
    for left in (3, 0):
        assert len(steps(table)) == 1
        table.give("fire", (1, 1), name="Ann", target="Cid", fire="snap")
        assert table.left("Ann") == left
    assert steps(table) == []


@pytest.mark.rule("AHL-18A1b", "AHL-18Da")
def test_a_move_into_covering_fire_makes_its_check_and_stops_where_it_fails():
    """Ann covers row 2; Cid in row 3 walks through it. 4+4 fails 7: they stay, and it was one order."""
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "E3", "N", "red", morale=7))
    table.begin(checked=False, Ann="cover, I2", Cid="move")
    table.alone = False
    table.give("cover", name="Ann")
    table.give("phase", step="movement")
    card = table.give("move", (4, 4), name="Cid", to="N")
    assert table.at("Cid", "E3")
    assert card.lines[-1] == (
        "✗ Cid has failed their check and doesn't go to E2, into covering fire: any other way is free (AHL 18.D)."
    )
    # And one that passes goes on into it at once: 3+4, and the fire misses with 1+1.
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "E3", "N", "red", morale=7))
    table.begin(checked=False, Ann="cover, I2", Cid="move")
    table.alone = False
    table.give("cover", name="Ann")
    table.give("phase", step="movement")
    card = table.give("move", (3, 4, 1, 1), name="Cid", to="N")
    assert table.at("Cid", "E2")
    assert "Ann's covering fire at E2:" in card.lines


@pytest.mark.rule("AHL-18A2", "AHL-18Db")
def test_who_fails_to_come_adjacent_fires_a_snap_shot_at_whom_they_were_going_to():
    """From H2 to F2, beside Ann at E2: at G2 with 4 points left the check comes; 4+4 fails 7."""
    table = Table(one("Ann", "1", "E2", "W"), one("Cid", "2", "H2", "W", "red", morale=7))
    table.begin(checked=False, Ann="aim", Cid="move")
    table.alone = False
    table.give("phase", step="movement")
    table.give("move", (4, 4), name="Cid", to="F2")
    assert table.at("Cid", "G2")
    assert table.left("Cid") == 4
    assert not any("short of whom" in line for line in table.due())
    table.give("phase", step="snap shots")
    assert steps(table) == ["Cid: a snap shot at Ann, short of whom they stopped (AHL 18.D): Throw"]
    assert "— Cid fires at Ann" in table.give("next", (1, 1)).lines
    assert steps(table) == []


def shot_down():
    """Ann at D2 hits Bob at E2 and Dan at F2 with one burst, twice the most; Eve and Gus see it, Fay behind the wall
    doesn't. Each needs 8+; 6+6 hits, and 6+6 on the damage table kills.
    """
    table = Table(
        one("Ann", "1", "D2", "E"),
        one("Bob", "2", "E2", "E", "red"),
        one("Dan", "2", "F2", "E", "red"),
        one("Eve", "2", "G1", "E", "red", rank="O1", leadership=1, morale=7),
        one("Gus", "2", "G3", "E", "red", rank="E1", morale=7),
        one("Fay", "2", "A2", "E", "red", rank="E2"),
        board=ROOMS,
    )
    table.begin(Ann="aim")
    table.give("phase", step="aimed fire")
    table.give("fire", (6, 6, 6, 6, 6, 6, 6, 6), name="Ann", target="Dan", fire="aimed")
    assert [table.units[name].sheet.condition for name in ("Bob", "Dan")] == [Condition.DEAD, Condition.DEAD]
    return table


@pytest.mark.rule("AHL-18A3", "AHL-18A5", "AHL-18Ba")
def test_checks_for_casualties_are_counted_for_each_witness_and_made_as_the_phase_ends():
    """Two each for Eve and Gus; the officer first, who passes 7 twice and so adds 1 for Gus: 8 and 8 pass his 8."""
    table = shot_down()
    assert steps(table) == ["Eve, Gus: 4 morale checks: a friend has fallen (AHL 18.A.3): Throw"]
    card = table.give("next", (3, 4, 3, 4, 4, 4, 4, 4))
    # In the next phase nobody has planned to cover or to move, and Ann aims.
    assert card.title == "Phase 2 of turn 1: aimed fire"
    assert "Eve (O1): 7− (morale 7) | 3+4 = 7, 3+4 = 7 → passes: holds" in card.lines
    assert "Gus (E1): 8− (morale 7 +1 Eve passes) | 4+4 = 8, 4+4 = 8 → passes: holds" in card.lines
    # They have checked, and nobody owes anything for it in the next phase.
    assert steps(table) == []


@pytest.mark.rule("AHL-18A3")
def test_whoever_has_checked_by_the_referees_word_is_not_asked_again():
    table = shot_down()
    table.give("morale", (3, 4, 3, 4), name="Eve", cause="casualty", times=2)
    assert steps(table) == ["Gus: 2 morale checks: a friend has fallen (AHL 18.A.3): Throw"]
    # The referee's way past what is owed.
    table.give("phase")
    assert steps(table) == []


@pytest.mark.rule("AHL-18A3", "AHL-18A5")
def test_a_friend_who_is_knocked_out_and_then_killed_in_one_phase_is_one_casualty():
    """Both fire at once: Ann's hit is a light wound, and a 6 knocks Bob out; Abe's kills him. Fay sees neither."""
    table = Table(
        one("Ann", "1", "D2", "E"),
        one("Abe", "1", "E2", "E"),
        one("Bob", "2", "F2", "E", "red"),
        one("Eve", "2", "G1", "E", "red", morale=7),
        one("Fay", "2", "A2", "E", "red"),
        board=ROOMS,
    )
    table.begin(Ann="aim", Abe="aim")
    table.give("phase", step="aimed fire")
    table.give("fire", (1, 1, 6, 6, 1, 1, 6), name="Ann", target="Bob", fire="aimed")
    assert table.units["Bob"].sheet.condition is Condition.UNCONSCIOUS
    table.give("fire", (6, 6, 6, 6), name="Abe", target="Bob", fire="aimed")
    assert table.units["Bob"].sheet.condition is Condition.DEAD
    assert steps(table) == ["Eve: 1 morale check: a friend has fallen (AHL 18.A.3): Throw"]
    # And who has checked for the one by the referee's word isn't asked for the other.
    table.give("morale", (3, 4), name="Eve", cause="casualty")
    assert steps(table) == []


@pytest.mark.rule("AHL-18A4")
def test_fire_from_an_enemy_unseen_before_this_phase_is_checked_for_and_no_other():
    """Ann behind the wall comes out to A2 and fires along the hall; Eve hadn't seen her, Gus is not fired on."""
    table = Table(
        one("Ann", "1", "A1", "S"),
        one("Eve", "2", "G2", "W", "red", morale=7),
        one("Gus", "2", "G1", "W", "red"),
        board=NOOK,
    )
    table.begin(Ann="move")
    table.give("move", name="Ann", to="A2", facing="E")
    assert table.left("Ann") == 3
    table.give("phase", step="snap shots")
    table.give("fire", (1, 1), name="Ann", target="Eve", fire="snap")
    table.give("phase ready", name="Eve, Gus")
    assert steps(table) == ["Eve: 1 morale check: fire from the unseen (AHL 18.A.4): Throw"]
    table.give("next", (3, 4))
    # By now she knows her.
    table.give("phase", step="snap shots")
    table.give("fire", (1, 1), name="Ann", target="Eve", fire="snap")
    table.give("phase ready", name="Eve, Gus, Ann")
    assert steps(table) == []


@pytest.mark.rule("AHL-18Dc")
def test_the_panicked_run_to_the_nearest_full_cover_and_the_owner_chooses_among_equals():
    """Ann at G2 sees Cid at D2. In the room beyond the door C1 is a step away and out of sight, and so is C3 where the
    room has it.
    """
    for board, ways in ((NOOK, "To C1"), (REFUGE, "To C1 | To C3")):
        table = Table(one("Ann", "1", "G2", "W"), one("Cid", "2", "D2", "W", "red", nerve=Nerve.FLEEING), board=board)
        table.begin(Ann="aim")
        assert steps(table) == []
        table.give("phase", step="movement")
        assert steps(table) == [f"Cid: flight to full cover (AHL 18.D): {ways}"]
        scene = Scene.of(table.game)
        found = [ways_out(scene, BOOK, table.ledger.clock, table.units["Cid"], most) for most in (None, 1, 2)]
        assert [[named(at) for at, _ in each] for each in found] == [
            ways.replace("To ", "").split(" | ")[:most] for most in (None, 1, 2)
        ]
    (due, *_) = AHL.due(table.game)
    assert (due.decides, due.settled, due.fallback.label) == (("2",), False, "To C1")


@pytest.mark.rule("AHL-18A1b", "AHL-18Da", "AHL-18Dc")
@pytest.mark.parametrize(
    ("cover", "failed", "ways"),
    [
        ("", [], "B1 C1"),
        # A check that was failed bars only a way on which one is owed for its cause.
        ("", [Cause.EXPOSURE, Cause.ADJACENT], "B1 C1"),
        ("A2", [], "B1 C1"),
        ("A2", [Cause.ADJACENT], "B1 C1"),
        ("A2", [Cause.EXPOSURE], ""),
    ],
)
def test_the_panicked_run_nowhere_through_a_fire_for_which_they_failed_their_check(cover, failed, ways):
    """From D1 it is three steps to B1 and to C1, over row 2, along which Ann lays her fire."""
    table = Table(one("Ann", "1", "G2", "W"), one("Cid", "2", "D1", "S", "red", nerve=Nerve.FLEEING), board=NOOK)
    table.begin(Ann="cover, A2")
    if cover:
        table.give("cover", name="Ann", at=cover)
    table.give("phase", step="movement")
    clock = table.ledger.clock
    for cause in failed:
        clock = clock.checked("Cid", cause, 1, passed=False)
    found = ways_out(Scene.of(table.game), BOOK, clock, table.units["Cid"])
    assert " ".join(named(at) for at, _ in found) == ways


@pytest.mark.rule("AHL-8A3a", "AHL-18Dc")
def test_whoever_has_turned_at_a_walk_is_offered_no_flight_for_which_a_trot_has_too_few_points():
    """Round three pillars with four who see them: each way that is offered can be gone, wherever somebody stands, also
    once they have turned for a point, which costs a trot another one.
    """
    offers = 0
    for square in (f"{column}{row}" for column in "BCDEFG" for row in "1234567"):
        reds = [one(f"Red {at}", "2", at, "N", "red") for at in ("D2", "B6", "F6", "F3") if at != square]
        table = Table(one("Cid", "1", square, "N", nerve=Nerve.FLEEING), *reds, board=PILLARS)
        table.begin(Cid="move")
        table.give("phase", step="movement")
        table.give("face", name="Cid", facing="E")
        for choice in next((each.choices for each in AHL.due(table.game) if each.rule == "AHL 18.D"), ()):
            whole_of(Sequel(table.game), choice.said, AHL.orders, Scene.of(table.game), LiveDice(bytes(32), 0))
            offers += 1
    assert offers


@pytest.mark.rule("AHL-18Dc", "AHL-18Dd")
def test_a_panic_runs_its_whole_course_by_next_alone():
    """Cid flees to C1 and cowers there; nobody else does anything, and in the next turn 3+4 holds their 7."""
    table = Table(
        one("Ann", "", "G2", "W"), one("Cid", "", "D2", "W", "red", nerve=Nerve.FLEEING, morale=7), board=NOOK
    )
    table.begin()
    card = table.give("next")
    assert (card.title, "— Cid trots to C1" in card.lines) == ("Phase 1 of turn 1: movement", True)
    assert table.at("Cid", "C1")
    assert "In full cover: they cower there until they rally (AHL 18.D)" in card.lines
    # All other steps of the turn are empty.
    card = table.give("next", (3, 4))
    assert "Cid: 7− (morale 7) | 3+4 = 7 → steady again" in card.lines
    assert table.units["Cid"].sheet.nerve is Nerve.STEADY
    assert table.ledger.clock.turn == 2
    assert steps(table) == [f"Ann, Cid: {PLANS}"]


def test_where_nobody_can_act_a_step_comes_to_the_next_turn_and_not_through_it():
    table = Table(one("Ann", "", "G2", "W"), one("Cid", "", "D2", "W", "red"), board=NOOK)
    table.begin()
    for name, unit in table.units.items():
        table.units[name] = replace(unit, sheet=replace(unit.sheet, condition=Condition.DEAD))
    for turn in (2, 3):
        table.give("next")
        assert (table.ledger.clock.turn, table.ledger.clock.phase) == (turn, 0)


@pytest.mark.rule("AHL-17-2")
def test_in_a_shared_square_everybody_is_fought_and_who_by_whom_is_chosen():
    table = Table(one("Ann", "1", "D2"), one("Abe", "1", "D2"), one("Cid", "2", "D2", "W", "red"))
    table.begin(Ann="aim")
    assert steps(table) == []
    table.give("phase", step="melee")
    assert steps(table) == [
        "Ann, Abe: a fight in D2 with Cid (AHL 17): Ann strikes Cid | Abe strikes Cid",
        "Cid: a fight in D2 with Ann and Abe (AHL 17): Cid strikes Ann | Cid strikes Abe",
    ]
    # One die for each blow: 1 is nothing in any column here.
    table.give("melee", (1, 1, 1), name="Ann", target="Cid")
    assert steps(table) == []


def test_of_two_alone_in_a_square_neither_has_a_choice():
    table = Table(one("Ann", "1", "D2"), one("Cid", "2", "D2", "W", "red"))
    table.begin()
    table.give("phase", step="melee")
    assert [due.settled for due in AHL.due(table.game) if due.rule == "AHL 17"] == [True, True]


@pytest.mark.rule("AHL-7b")
def test_whoever_falls_in_a_step_still_fires_in_it():
    """All fire at once: Ann hits, and a 6 for a light wound knocks Cid out; he fires all the same, and misses."""
    table = Table(one("Ann", "1", "A2"), one("Cid", "2", "I2", "W", "red"))
    table.begin(Ann="aim at the nearest", Cid="aim at the nearest")
    card = table.give("phase", (6, 6, 1, 1, 6, 1, 1), step="aimed fire")
    assert table.units["Cid"].sheet.condition is Condition.UNCONSCIOUS
    assert [line for line in card.lines if str(line).startswith("— ")][-1].startswith("— Cid fires at Ann")
    assert "Cid: may act" not in " ".join(table.due())


@pytest.mark.rule("AHL-17-2", "AHL-18Dc")
def test_whoever_reloads_owes_no_fight_and_flees_all_the_same():
    """Reloading takes all of Ann's turn, but panic comes before whatever she has planned."""
    table = Table(one("Ann", "1", "D2", "W"), one("Cid", "2", "D2", "W", "red"), board=NOOK)
    (carried,) = table.units["Ann"].sheet.weapons
    clip = replace(carried, loaded=replace(carried.loaded, rounds=0), spare=(carried.loaded,))
    table.units["Ann"] = replace(table.units["Ann"], sheet=replace(table.units["Ann"].sheet, weapons=(clip,)))
    table.begin(Ann="reload", Cid="aim")
    table.give("reload", name="Ann")
    table.give("phase", step="melee")
    assert steps(table) == ["Cid: a fight in D2 with Ann (AHL 17): Cid strikes Ann"]
    table.give("melee", (1, 1, 1), name="Cid", target="Ann")
    table.give("phase")
    table.units["Ann"] = replace(table.units["Ann"], sheet=replace(table.units["Ann"].sheet, nerve=Nerve.FLEEING))
    table.board = placed(table.board, "Cid", stands("G2", "W"))
    table.give("phase", step="movement")
    assert steps(table) == ["Ann: flight to full cover (AHL 18.D): To C1"]
    table.give("move", name="Ann", to="C1", gait="trot")
    assert table.at("Ann", "C1")


@pytest.mark.rule("AHL-24Bb")
def test_a_charge_goes_off_in_the_aimed_fire_step_of_its_phase():
    """Set in turn 1 for five phases, it is due in the first of turn 3; nobody is near."""
    table = Table(one("Ann", "", "A1"))
    table.give("turn begin")
    charge = Charge("Ann", 1, 5, at_of("I3"))
    table.ledger = replace(table.ledger, clock=replace(table.ledger.clock, turn=3, charges=(charge,)))
    table.give("phase")
    assert table.due() == ["the table: the step of aimed fire (AHL 7): Go on"]
    table.give("phase", step="aimed fire")
    assert steps(table) == ["Ann: the charge at I3 goes off (AHL 24.B): Explode"]
    card = table.give("next")
    assert "— A satchel charge explodes" in card.lines
    assert table.ledger.clock.charges == ()
    assert card.title == "The decision phase of turn 4"


@pytest.mark.rule("AHL-26Cb")
def test_who_drifts_drifts_on_in_the_movement_step():
    table = Table(one("Ann", "1", "A2", zero_g=ZeroG(drift="E")), one("Abe", "1", "A1"), settings={"zero-g": "yes"})
    table.begin()
    table.give("phase", step="movement")
    assert steps(table) == ["Ann: drifting on (AHL 26.C): Drift"]
    assert "3 squares E at walking rate, to D2" in table.give("next").lines


@pytest.mark.rule("AHL-7c")
def test_once_covering_fire_is_shown_movers_may_give_up_their_move_and_nobody_is_told_who_they_are():
    table = Table(one("Ann", "1", "A2"), one("Cid", "2", "E3", "N", "red"))
    table.begin(Ann="cover, I2", Cid="move")
    secret = "[Cid: may give up the move, for covering fire is shown (AHL 7): Give up*]"
    assert secret not in table.due()
    table.give("cover", name="Ann")
    assert secret in table.due()
    assert not any("give up" in line for line in table.give("next").lines)


# --- what is said beforehand ---


@pytest.mark.parametrize(("say", "fires"), [("always", True), ("never", False), ("8+ or better", True), ("7+", False)])
def test_a_snap_shot_that_was_said_beforehand_is_fired_or_not_at_once(say, fires):
    """ACR with DS at a square away: 8+ with +2 for the burst and −2 for a snap shot: just 8+."""
    table = Table(one("Ann", "1", "D2", "E"), one("Cid", "2", "F2", "W", "red"))
    table.begin(Ann="aim", Cid="move")
    table.give("standing", name="Ann", when="snap", say=say)
    table.give("phase", step="movement")
    # Two shots as far as the points go, both misses.
    card = table.give("move", (1, 1, 1, 1) if fires else (), name="Cid", to="E2")
    assert table.left("Ann") == (0 if fires else 6)
    assert ("— Ann holds fire at Cid" in card.lines) is not fires
    assert steps(table) == []
    assert table.last.opened == "what Ann had said beforehand"


def test_who_aims_at_the_nearest_by_what_they_said_is_not_asked_and_fires_in_the_step():
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "I2", "W", "red"), one("Dan", "2", "H2", "W", "red"))
    table.begin(Ann="aim")
    table.give("standing", name="Ann", when="aim", say="always")
    assert table.give("next").title == "Phase 1 of turn 1: movement"
    card = table.give("next", (1, 1, 1, 1))
    assert any(line.startswith("— Ann fires at Dan") for line in card.lines)
    assert table.left("Ann") == 0


def test_who_plans_to_aim_at_the_nearest_fires_in_the_step_and_is_asked_no_more_till_the_turn_is_over():
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "I2", "W", "red"), one("Dan", "2", "H2", "W", "red"))
    table.give("turn begin")
    table.give("plan", name="Ann", plan="aim at the nearest")
    assert table.give("plan", name="Ann").lines == ("Ann: aim at the nearest",)
    table.give("phase")
    card = table.give("phase", (1, 1, 1, 1), step="aimed fire")
    assert any(line.startswith("— Ann fires at Dan") for line in card.lines)
    assert table.left("Ann") == 0
    # Given up, it is no more; and in the next turn there is another plan to make.
    table.give("plan", name="Ann", plan="abandon")
    table.give("phase")
    assert "— Ann fires at Dan" not in table.give("phase", step="aimed fire").lines
    for _ in range(4):
        table.give("phase")
    table.give("plan", name="Ann", plan="aim")
    table.give("phase")
    table.give("phase", step="aimed fire")
    assert table.left("Ann") == 6


def test_the_form_for_plans_begins_with_fire_for_whoever_can_fire_and_with_a_move_for_whoever_can_not():
    """A blob plans nothing but to move, and is asked apart from who may plan more."""
    table = Table(
        one("Ann", "1", "A1"),
        one("Abe", "1", "A2"),
        (replace(body("Blob", "red", being=Being.BLOB, life_level=3), owner="1"), stands("I3", "W")),
    )
    table.units["Abe"] = replace(table.units["Abe"], sheet=replace(table.units["Abe"].sheet, weapons=()))
    table.give("turn begin")
    people, blob, _ = AHL.due(table.game)
    assert [people.choices[each].label for each in people.usual] == ["Aim at the nearest", "All move"]
    assert (blob.owes, [each.label for each in blob.choices], blob.usual) == (("Blob",), ["All move", "No plan"], (0,))
    # Where nobody answers they plan nothing: their rounds are theirs.
    assert people.fallback.label == "No plan"


@pytest.mark.rule("AHL-9Ca")
def test_snap_shots_in_their_own_step_are_fired_by_what_was_said_beforehand():
    """ACR with DS at six squares: just 8+; Ann moved at 2 AP and has the points for one, and isn't asked."""
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "I1", "E", "red"), one("Dan", "2", "H2", "E", "red"))
    table.begin(Ann="move", Cid="aim", Dan="aim")
    table.give("standing", name="Ann", when="snap", say="8+ or better")
    table.give("phase", step="movement")
    table.give("move", name="Ann", to="B2")
    table.give("next")
    card = table.give("next", (1, 1))
    assert card.title == "Phase 1 of turn 1: snap shots"
    assert any(line.startswith("— Ann fires at Dan") for line in card.lines)
    assert table.left("Ann") == 1


@pytest.mark.parametrize(
    ("shooter", "target", "chance"),
    [
        ("Ann", "Cid", Fraction(26, 36)),
        # Cid is not before him, and Bob behind Cid is not there for anybody: nobody hits them.
        ("Abe", "Cid", 0),
        ("Ann", "Bob", 0),
        ("Dan", "Cid", 0),
    ],
)
def test_what_can_not_be_fired_hits_nobody_so_that_nobody_waits_for_it(shooter, target, chance):
    """ACR with DS at seven squares: 8+ with +2 for the burst, 26 ways of 36."""
    table = Table(
        one("Ann", "1", "A1", "E"),
        one("Abe", "1", "A2", "W"),
        one("Dan", "1", "A3", "E"),
        one("Cid", "2", "H1", "W", "red"),
        one("Bob", "2", "I1", "W", "red"),
    )
    table.board = placed(table.board, "Bob", None)
    (weapon,) = table.units["Dan"].sheet.weapons
    empty = replace(weapon, loaded=replace(weapon.loaded, rounds=0))
    table.units["Dan"] = replace(table.units["Dan"], sheet=replace(table.units["Dan"].sheet, weapons=(empty,)))
    order = fire_at(shooter, target, "aimed")
    assert hit_chance(BOOK, order, Scene.of(table.game)) == chance


def test_nobody_fires_an_empty_weapon_by_what_they_said_beforehand():
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "I2", "E", "red"))
    table.begin(Ann="aim")
    table.give("standing", name="Ann", when="aim", say="always")
    (weapon,) = table.units["Ann"].sheet.weapons
    empty = replace(weapon, loaded=replace(weapon.loaded, rounds=0))
    table.units["Ann"] = replace(table.units["Ann"], sheet=replace(table.units["Ann"].sheet, weapons=(empty,)))
    table.give("phase", step="aimed fire")
    assert steps(table) == []


@pytest.mark.rule("AHL-11A3b")
def test_nobody_fires_a_long_weapon_in_a_square_shared_with_an_enemy_by_what_they_planned():
    """Abe fights the enemy in their square: Ann is free for aimed fire, but not there; a blow of 1 is nothing."""
    table = Table(one("Ann", "1", "A2", "E"), one("Abe", "1", "A2", "E"), one("Cid", "2", "A2", "E", "red"))
    table.begin(Ann="aim at the nearest")
    table.give("phase", step="melee")
    table.give("melee", (1, 1, 1), name="Abe", target="Cid")
    table.give("phase", step="aimed fire")
    assert table.left("Ann") == 6
    assert not any("aimed fire at" in line for line in table.due())


def test_nobody_fires_through_a_friend_by_what_they_said_beforehand():
    """Abe stands between Ann and Dan; Cid is farther away and off that line: whom the fire would endanger is spared."""
    people = [one("Ann", "1", "A1", "E"), one("Abe", "1", "D1", "W"), one("Dan", "2", "E1", "E", "red")]
    for others, fires in (([], False), ([one("Cid", "2", "I3", "E", "red")], True)):
        table = Table(*people, *others)
        table.begin(Ann="aim")
        table.give("standing", name="Ann", when="aim", say="always")
        card = table.give("phase", (1, 1) if fires else (), step="aimed fire")
        assert ("— Ann fires at Cid" in card.lines) is fires
        assert table.left("Ann") == (0 if fires else 6)


@pytest.mark.rule("AHL-18A4")
def test_a_friends_fire_is_no_fire_from_an_unseen_enemy():
    """Bea behind Bob fires at Ann, and he stands in the danger space: only enemies call for that check."""
    table = Table(one("Ann", "1", "A2", "E"), one("Bob", "2", "E2", "W", "red"), one("Bea", "2", "H2", "W", "red"))
    table.begin(Bob="move", Bea="aim", Ann="move")
    table.give("phase", step="aimed fire")
    table.give("fire", (1, 1, 1, 1), name="Bea", target="Ann", fire="aimed")
    assert table.ledger.clock.surprises == ()


def test_what_is_due_in_another_fight_is_told_apart_though_that_has_come_just_as_far():
    """By its keys: an old button must not answer what a later fight asks."""
    keys = set()
    for began in (1_000, 2_000):
        table = table_of()
        table.give("turn begin")
        table.ledger = replace(table.ledger, clock=replace(table.ledger.clock, began=began))
        keys |= {due.key for due in AHL.due(table.game)}
    assert len(keys) == 2 * len(table.due())


def test_bad_answers_beforehand():
    table = table_of()
    assert table.refused("standing", name="Ann", when="snap", say="often") == (
        "Say always, never, or how likely it has to hit, from 2+ to 12+, such as 8+ or better."
    )
    assert table.refused("standing", name="Ann", when="flight", say="never") == (
        "To flight one says always, or ask, to be asked: it can't be left."
    )
    assert table.refused("hold", name="Ann", target="Bob") == "Nobody keeps a turn here: /turn begin does."
    assert table.give("standing", name="Ann", when="aim", say="8+").lines == ("Ann: aim 8+",)
    assert table.give("standing", name="Ann", when="aim", say="ask").lines == ("Ann: asked every time",)
    assert table.ledger.standing == {}


@pytest.mark.rule("AHL-22a")
def test_whoever_comes_into_a_phase_without_air_throws_in_it_once():
    table = Table(one("Ann", "1", "A1"), one("Bob", "2", "I1", "W", "red", armour="cloth"), settings={"vacuum": "yes"})
    table.begin(Ann="move", Bob="move")
    owed = "Ann: a turn without air (AHL 22): Throw"
    assert owed in table.due()
    table.give("vacuum", (1, 1), name="Ann")
    assert owed not in table.due()


@pytest.mark.rule("AHL-21b", "AHL-21d")
@pytest.mark.parametrize("rank", ["T1", "N1"])
def test_a_robot_is_waited_for_where_somebody_supervises_it(rank):
    """An officer and a technician in one square of its deck let a warbot cover and a maintenance robot strike."""
    robots = [
        (replace(one("Warbot", "1", "A1")[0], sheet=armed("FGMP-14/15", "", being=Being.WARBOT)), stands("A1", "E")),
        (replace(body("Cleaner", "blue", being=Being.MAINTENANCE_ROBOT), owner="1"), stands("G1", "E")),
    ]
    group = [one("Officer", "1", "A3", rank="O2"), one("Second", "1", "A3", rank=rank)]
    table = Table(*robots, *group, one("Bob", "2", "H1", "W", "red"))
    table.begin(Warbot="move", Cleaner="move", Officer="move", Second="move", Bob="move")
    table.give("phase ready", name="Officer, Second, Bob")
    able = rank == "T1"
    due = AHL.due(table.game)
    assert [each.owes for each in due if "covering fire" in each.what] == ([("Warbot",)] if able else [])
    table.give("phase", step="melee")
    striking = {name for each in AHL.due(table.game) for name in each.owes if "in melee" in each.what}
    assert ("Cleaner" in striking) is able


def test_what_is_due_is_worked_out_once_however_often_orders_to_act_by_are_kept_anew():
    table = Table(one("Ann", "1", "G2", "W"), one("Cid", "2", "D2", "W", "red"))
    table.give("turn begin")
    game, ledger = table.game, table.ledger
    before = due(BOOK, game.keeping(ledger))
    game = game.keeping(replace(ledger, piloted={"Ann": Autopilot(Mission.GUARD, standing=True)}))
    assert before
    assert due(BOOK, game) is before
    # Anything else of it counts: here who stands where, and the turn.
    moved = placed(table.board, "Ann", stands("F2", "W"))
    assert due(BOOK, replace(game, board=moved)) is not before
    assert due(BOOK, game.keeping(replace(ledger, clock=replace(ledger.clock, phase=1)))) != before
