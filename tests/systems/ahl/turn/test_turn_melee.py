"""Melee, robots and charges in a turn that is kept (AHL 17, 21, 24.B; rulings R-115, R-132, R-133)."""

from dataclasses import replace

import pytest

from bot.engine.system import Unit
from bot.systems.ahl.sheet.character import Being, Character, Condition, Nerve
from bot.systems.ahl.turn.actions import Intention, Step
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table

MISS = [1, 1]


def red(name, square, facing="W", **sheet):
    return body(name, "red", **sheet), stands(square, facing)


def blue(name, square, facing="E", **sheet):
    return gunner(name, **sheet), stands(square, facing)


# --- melee ---


@pytest.mark.rule("AHL-17-0")
def test_melee_comes_after_movement_for_no_points_and_keeps_from_aimed_fire():
    """Equals throw for who strikes first, then one each; a 1 in column 0 is nothing. R-115: a snap shot stays."""
    table = Table(blue("Ann", "A2"), red("Cid", "B3"), red("Dan", "F1"), blue("Bob", "A1"))
    table.begin(Ann="aim", Bob="move")
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")
    assert table.ledger.clock.step is Step.MELEE
    assert table.left("Ann") == 6
    assert table.refused("move", name="Bob", to="C1").startswith("Phase 1 of turn 1 has come to melee")
    assert table.refused("fire", name="Ann", target="Dan").startswith(
        "Ann fought in this phase, and fires no aimed shot in it (AHL 17)"
    )
    table.give("phase", step="aimed fire")
    assert "in melee, no aimed shot" in table.give("turn show").lines[0]
    table.give("fire", MISS, name="Ann", target="Dan", fire="snap")
    table.give("phase")
    table.give("fire", MISS, name="Ann", target="Dan")


@pytest.mark.rule("AHL-SC-0c")
def test_the_surprised_attack_nobody_in_that_phase_and_owe_no_fight():
    """Ann stands beside Cid, and Bob in the square of Dan, of whom alone a fight is asked in that phase."""
    table = Table(blue("Ann", "A2"), red("Cid", "B2"), blue("Bob", "F1"), red("Dan", "F1"))
    table.give("turn begin")
    clock = table.ledger.clock
    for name in ("Ann", "Bob"):
        clock = clock.doing(name, plan=Intention.MOVE, surprised=True)
    table.ledger = replace(table.ledger, clock=clock)
    table.give("phase")
    table.give("phase", step="melee")
    due = table.due()
    assert "Dan: a fight in F1 with Bob (AHL 17): Dan strikes Bob" in due
    assert "[Cid, Dan: may act in melee by /melee (AHL 7): Done]" in due
    assert not [line for line in due if line.startswith(("Ann", "Bob", "[Ann", "[Bob"))]
    for name, target in (("Ann", "Cid"), ("Bob", "Dan")):
        assert table.refused("melee", name=name, target=target) == (
            f"{name} is surprised, and does nothing in phase 1 of turn 1: wait for the next phase."
        )
    table.give("melee", [1, 1, 1], name="Dan", target="Bob")
    table.give("phase")
    table.give("phase", step="melee")
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")


@pytest.mark.rule("AHL-17-0")
def test_whoever_was_attacked_fires_no_aimed_shot_either():
    table = Table(blue("Ann", "A2"), red("Cid", "B2"))
    table.begin(Ann="aim")
    table.give("melee", [1], name="Cid", target="Ann", strike_back="no")
    assert table.refused("fire", name="Ann", target="Cid").startswith("Ann fought in this phase")


@pytest.mark.rule("AHL-20f")
def test_a_stunned_blob_lets_go_of_whom_it_grips_on_the_deck_and_of_nobody_off_it():
    """Six against life level 2, column +2: a 6 is a wound, which stuns a blob."""
    blob = red("Blob", "B2", being=Being.BLOB, life_level=2)
    held = {name: blue(name, square, gripped_by="Blob") for name, square in (("Bob", "B3"), ("Dan", "C2"))}
    table = Table(blue("Ann", "A2", melee=6), blob, *held.values())
    table.give("place", name="Dan", at="off")
    table.begin(Ann="move")
    card = table.give("melee", [6], name="Ann", target="Blob", strike_back="no")
    assert [line for line in card.lines if "lets go" in line] == ["Blob lets go of Bob"]
    assert {name: unit.sheet.gripped_by for name, unit in table.units.items() if name in held} == {
        "Bob": "",
        "Dan": "Blob",
    }


@pytest.mark.rule("AHL-11A3b")
@pytest.mark.parametrize(("weapon", "ammo"), [("ACR", "DS"), ("Automatic Pistol", "")])
def test_nobody_is_promised_a_snap_shot_that_a_shared_square_forbids(weapon, ammo):
    """Only a snub pistol, a body pistol or a revolver is fired beside an enemy in the same square (R-61)."""
    table = Table((gunner("Ann", weapon, ammo), stands("A2")), red("Cid", "A2"), red("Dan", "F2"))
    table.begin(Ann="aim")
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")
    assert table.give("turn show").lines[0] == "Ann: 6 AP left, planned, in melee, no aimed shot"
    assert table.refused("fire", name="Ann", target="Cid") == (
        "Ann fought in this phase, and fires no aimed shot in it (AHL 17), nor a snap shot in a square shared "
        "with an enemy (AHL 11.A.3)."
    )
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith("Ann shares a square with Cid")


@pytest.mark.rule("AHL-11A3b")
def test_a_snub_pistol_has_its_snap_shots_in_a_shared_square():
    table = Table((gunner("Ann", "Snub Pistol", "HEAP"), stands("A2")), red("Cid", "A2"))
    table.begin(Ann="aim")
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")
    assert table.give("turn show").lines[0].endswith("in melee, no aimed shot, 2 snap shots possible")
    assert table.refused("fire", name="Ann", target="Cid").endswith("(AHL 17): a snap shot is left.")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")


def test_everybody_fights_one_enemy_a_phase():
    table = Table(blue("Ann", "A2"), red("Cid", "B2"), red("Dan", "B1"))
    table.begin()
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")
    assert table.refused("melee", name="Ann", target="Dan") == (
        "Ann has struck at Cid in this phase, and fights one enemy a phase (AHL 17)."
    )
    # Attacked by another as well, she strikes back at nobody: she has struck at Cid.
    card = table.give("melee", [1], name="Dan", target="Ann")
    assert "Ann does not strike back: fights Cid in this phase (AHL 17)" in card.lines


@pytest.mark.rule("AHL-7b")
def test_the_blows_of_one_melee_step_fall_together():
    """Column +1 of 6 against 5: a 5 is a light wound; another's blow at them is as if they were unhurt, 5−5 is 0."""
    table = Table(blue("Ann", "A2", melee=6), red("Cid", "B2"), blue("Bob", "A1"))
    table.begin()
    table.give("melee", [5, 2], name="Ann", target="Cid", strike_back="no")
    assert table.units["Cid"].sheet.light_wounds == 1
    card = table.give("melee", [1, 1, 1], name="Bob", target="Cid")
    assert any(line.startswith("Bob strikes Cid: (column 0)") for line in card.lines)
    table.give("phase")
    card = table.give("melee", [1, 1], name="Bob", target="Cid")
    assert any(line.startswith("Bob strikes Cid: (column +1)") for line in card.lines)


@pytest.mark.rule("AHL-7b", "AHL-17Ca")
@pytest.mark.parametrize(("stuns", "lowered"), [("longest", 1), ("add", 2)])
def test_stuns_by_two_orders_of_a_step_add_where_stuns_do(stuns, lowered):
    """Column 0: a 4 is a stun, by each of two (ruling R-116)."""
    settings = {"stuns": stuns}
    table = Table(blue("Ann", "A2"), red("Cid", "B2"), blue("Bob", "A1"), settings=settings)
    table.begin()
    table.give("melee", [4], name="Ann", target="Cid", strike_back="no")
    table.give("melee", [4], name="Bob", target="Cid", strike_back="no")
    assert table.units["Cid"].sheet.stuns == lowered
    table.give("phase")
    table.give("phase")
    assert table.units["Cid"].sheet.stuns == 0


def to_hit(table):
    """The modifiers of the first shot of the last fire, whichever order it was."""
    fired = table.last.result.result
    return {each.label: each.dm for each in fired.attacks[0].hit.modifiers}


@pytest.mark.rule("AHL-17Ca")
@pytest.mark.parametrize(("phase", "lowered"), [(2, {"stun": -1}), (3, {})])
def test_a_stun_lowers_skill_melee_and_morale_for_all_of_the_next_phase_and_no_longer(phase, lowered):
    """A 4 in column 0 stuns, and throws for nothing; −1 to each fire, to the column and to the morale value."""
    table = Table(blue("Ann", "A2"), (gunner("Cid", side="red"), stands("C2", "W")), blue("Bob", "B3"))
    table.begin(Cid="cover")
    table.give("melee", [4], name="Bob", target="Cid", strike_back="no")
    stunned = table.units["Cid"].sheet
    assert (stunned.condition, stunned.light_wounds) == (Condition.ACTIVE, 0)
    for _ in range(1, phase):
        table.give("phase")
    table.steel(*table.units)
    assert table.ledger.clock.phase == phase
    table.give("cover", MISS, name="Cid", at="A2")
    assert {label: dm for label, dm in to_hit(table).items() if label == "stun"} == lowered
    card = table.give("melee", [1], name="Cid", target="Bob", strike_back="no")
    # The table has no column −1: the lower one is used.
    column = "−2" if lowered else "0"
    assert any(line.startswith(f"Cid strikes Bob: (column {column})") for line in card.lines), card.lines
    table.give("morale", [3, 4], name="Cid", cause="casualty")
    (checked,) = table.last.result.morale.checked
    assert {each.label: each.dm for each in checked.modifiers} == lowered


@pytest.mark.rule("AHL-17-2")
def test_in_a_shared_square_every_enemy_must_be_fought_before_the_step_is_over():
    """Three against one: one of the three fights the fourth at least, who fights one of them."""
    three = [blue(name, "C2") for name in ("Ann", "Bob", "Eve")]
    table = Table(*three, red("Cid", "C2"))
    table.begin(Ann="aim")
    due = "In C2 Cid must be fought as well, by Ann, Bob or Eve: /melee name:Ann target:Cid comes first (AHL 17)."
    assert table.refused("phase", step="aimed fire") == due
    assert table.refused("phase") == due
    assert table.refused("fire", name="Ann", target="Cid", fire="snap", weapon="ACR") == due
    table.give("melee", [1], name="Bob", target="Cid", strike_back="no")
    # They are fought now, and have to fight one of the three themselves.
    assert table.refused("phase").startswith("In C2 Ann, Bob or Eve must be fought as well, by Cid")
    table.give("melee", [1, 1, 1], name="Cid", target="Ann")
    table.give("phase")


@pytest.mark.rule("AHL-17-2")
def test_who_comes_into_the_square_after_the_melee_step_is_fought_in_the_next_phase():
    """The referee's word has put them there: nobody can fight any more in this phase, and it goes on."""
    table = Table(blue("Ann", "A2"), red("Cid", "E2"))
    table.begin()
    table.give("phase", step="aimed fire")
    table.give("place", name="Cid", at="A2")
    table.give("phase", step="snap shots")
    table.give("phase")
    assert table.refused("phase").startswith("In A2 Cid must be fought as well, by Ann")


@pytest.mark.rule("AHL-17-2")
def test_each_of_several_enemies_in_the_square_is_fought():
    table = Table(blue("Ann", "C2"), blue("Bob", "C2"), red("Cid", "C2"), red("Dan", "C2"))
    table.begin()
    table.give("melee", [1, 1, 1], name="Ann", target="Cid")
    assert table.refused("phase").startswith("In C2 Dan must be fought as well, by Bob")
    table.give("melee", [1, 1, 1], name="Bob", target="Dan")
    table.give("phase")


@pytest.mark.rule("AHL-17-2")
def test_who_can_not_fight_is_not_asked_to():
    table = Table(
        blue("Ann", "C2"), red("Cid", "C2", condition=Condition.UNCONSCIOUS), red("Dan", "C2", nerve=Nerve.COWERING)
    )
    table.begin()
    assert table.refused("phase").startswith("In C2 Dan must be fought as well, by Ann")
    table.give("melee", [1], name="Ann", target="Dan", strike_back="no")
    table.give("phase")


def test_a_dive_ends_a_trot_at_who_is_not_moving():
    table = Table(blue("Ann", "A2"), red("Cid", "E2", "N"))
    table.begin(Ann="move", Cid="move")
    assert table.refused("dive", name="Ann", target="Cid").startswith("Ann hasn't trotted in this phase")
    table.give("move", name="Ann", to="D2", gait="trot")
    table.give("dive", name="Ann", target="Cid")
    assert table.left("Ann") == 3
    other = Table(blue("Ann", "A2"), red("Cid", "F2", "W"))
    other.begin(Ann="move", Cid="move")
    other.give("move", name="Cid", to="E2")
    other.give("move", name="Ann", to="D2", gait="trot")
    assert other.refused("dive", name="Ann", target="Cid").startswith("Cid has moved in this phase")


def test_who_walks_into_an_enemys_square_stops_there_for_the_phase():
    table = Table(blue("Ann", "A2"), red("Cid", "B2"))
    table.begin(Ann="move")
    table.give("move", name="Ann", to="B2")
    assert table.left("Ann") == 3
    assert table.refused("move", name="Ann", to="C2") == (
        "Ann is in an enemy's square and moves no further in this phase (AHL 2)."
    )


# --- robots ---

WARBOT, CLEANER = (AHL.templates[name].sheet for name in ("Warbot", "Maintenance Robot"))


def robot(name, square, sheet, facing="E"):
    return Unit(name, "blue", sheet), stands(square, facing)


def officer(square, **sheet):
    return Unit("Officer", "blue", Character(rank="O2", **sheet)), stands(square, "E")


def technician(square, **sheet):
    return Unit("Tech", "blue", Character(rank="T1", **sheet)), stands(square, "E")


UNSUPERVISED = (
    "is unsupervised, and {} needs an officer and a technician, unpanicked, in one square of its deck, who do "
    "nothing else (AHL 21)."
)


@pytest.mark.rule("AHL-21b")
def test_a_maintenance_robot_attacks_only_under_supervision():
    table = Table(robot("Bot", "D2", CLEANER), red("Cid", "E2"), officer("A1"), technician("A3"))
    table.begin()
    assert table.refused("melee", name="Bot", target="Cid") == f"Bot {UNSUPERVISED.format('melee')}"
    table = Table(robot("Bot", "D2", CLEANER), red("Cid", "E2"), officer("A1"), technician("A1"))
    table.begin()
    table.give("melee", [1, 1, 1], name="Bot", target="Cid")


@pytest.mark.rule("AHL-21c")
@pytest.mark.parametrize(
    "group",
    [
        (officer("A1"), technician("A2")),
        (officer("A1", nerve=Nerve.COWERING), technician("A1")),
        (officer("A1"), technician("A1", condition=Condition.UNCONSCIOUS)),
        (officer("A1"), (replace(technician("A1")[0], side="red"), stands("A1"))),
        (officer("A1"), (Unit("Mate", "blue", Character(rank="E1")), stands("A1"))),
    ],
)
def test_what_is_no_command_group(group):
    """Not in one square, panicked, out, of the other side, or no technician."""
    table = Table(robot("Bot", "D2", CLEANER), red("Cid", "E2"), *group)
    table.begin()
    assert table.refused("melee", name="Bot", target="Cid").startswith("Bot is unsupervised")


@pytest.mark.rule("AHL-21c")
def test_a_command_group_does_nothing_else_in_its_phase():
    table = Table(robot("Bot", "D2", CLEANER), red("Cid", "E2"), officer("A1"), technician("A1"))
    table.begin(Officer="move")
    table.give("melee", [1, 1, 1], name="Bot", target="Cid")
    assert table.refused("grenade", name="Officer", range=8) == (
        "Officer supervises robots in this phase, and does nothing else (AHL 21)."
    )
    table.give("phase")
    # And whoever has done something else supervises nobody.
    table.give("move", name="Officer", facing="S")
    assert table.refused("melee", name="Bot", target="Cid").startswith("Bot is unsupervised")


@pytest.mark.rule("AHL-21c")
def test_of_two_command_groups_the_first_officers_supervises_and_the_other_is_free():
    """Whoever was named first; the technicians stand the other way round."""
    one, other = (Unit(name, "blue", Character(rank="O1")) for name in ("One", "Other"))
    ann, bob = (Unit(name, "blue", Character(rank="T1")) for name in ("Ann", "Bob"))
    group = (one, stands("A1")), (other, stands("A3")), (ann, stands("A3")), (bob, stands("A1"))
    table = Table(robot("Bot", "D2", CLEANER), red("Cid", "E2"), *group)
    table.begin(Other="move", Ann="move")
    table.give("melee", [1, 1, 1], name="Bot", target="Cid")
    supervising = [name for name in ("One", "Other", "Ann", "Bob") if table.ledger.clock.of(name).deeds.supervises]
    assert supervising == ["One", "Bob"]


@pytest.mark.rule("AHL-21d")
def test_an_unsupervised_warbot_aims_only_with_an_enemy_in_sight_when_it_plans():
    wall = Table(robot("War", "A2", WARBOT), red("Cid", "E2", condition=Condition.DEAD))
    wall.give("turn begin")
    assert wall.refused("plan", name="War", plan="aim") == (
        "War is unsupervised and sees no enemy: it can't plan to aim (AHL 21)."
    )
    sees = Table(robot("War", "A2", WARBOT), red("Cid", "E2"))
    sees.begin(War="aim")
    led = Table(robot("War", "A2", WARBOT), officer("A1"), technician("A1"))
    led.begin(War="aim")


@pytest.mark.rule("AHL-21d")
def test_a_warbot_gives_covering_fire_only_under_supervision():
    alone = Table(robot("War", "A2", WARBOT), red("Cid", "E2"))
    alone.give("turn begin")
    assert alone.refused("plan", name="War", plan="cover") == f"War {UNSUPERVISED.format('covering fire')}"
    led = Table(robot("War", "A2", WARBOT), red("Cid", "E1"), officer("A1"), technician("A1"))
    led.begin(War="cover", Officer="move")
    led.give("cover", name="War", at="I2")
    # High energy weapons take all six points for it (19).
    assert led.left("War") == 0


@pytest.mark.rule("AHL-21d")
def test_a_warbot_whose_command_group_is_gone_gives_none():
    table = Table(robot("War", "A2", WARBOT), red("Cid", "E1"), officer("A1"), technician("A1"))
    table.begin(War="cover")
    table.units["Tech"] = replace(table.units["Tech"], sheet=replace(table.units["Tech"].sheet, nerve=Nerve.FLEEING))
    assert table.refused("cover", name="War", at="I2") == f"War {UNSUPERVISED.format('covering fire')}"


# --- charges ---


@pytest.mark.rule("AHL-24Ba", "AHL-24Bb")
def test_a_charge_is_emplaced_by_a_whole_planned_turn_and_goes_off_when_it_was_written():
    """R-133: a delay of 2 written in turn 1 means the third phase of turn 2."""
    table = Table(blue("Ann", "C2"), red("Cid", "I1"))
    table.give("turn begin")
    assert table.refused("plan", name="Ann", plan="emplace a charge").startswith("Write down for how many")
    table.give("plan", name="Ann", plan="emplace a charge", delay=2)
    table.give("phase")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith(
        "Ann has planned to emplace a charge for the whole turn"
    )
    cards = [table.give("phase") for _ in range(5)]
    assert cards[-1].lines[0] == "Ann has set a satchel charge at C2 (AHL 24.B)"
    cards = [table.give("phase") for _ in range(3)]
    goes = "The charge that Ann set at C2 goes off in the aimed fire step: /blast cause:satchel at:C2 (AHL 24.B)"
    assert [goes in card.lines for card in cards] == [False, False, True]


@pytest.mark.rule("AHL-24Ba")
def test_whoever_gave_it_up_has_set_none():
    table = Table(blue("Ann", "C2"))
    table.give("turn begin")
    table.give("plan", name="Ann", plan="emplace a charge", delay=2)
    table.give("phase")
    table.give("plan", name="Ann", plan="abandon")
    for _ in range(5):
        table.give("phase")
    assert table.ledger.clock.charges == ()


def test_nothing_waits_but_a_charge():
    table = Table(blue("Ann", "C2"))
    table.give("turn begin")
    told = "Only a charge waits: leave the delay out, or plan to emplace one (AHL 24.B)."
    assert table.refused("plan", name="Ann", plan="move", delay=3) == told


@pytest.mark.rule("AHL-24Bc")
@pytest.mark.parametrize(("delay", "defused"), [(5, True), (4, False)])
def test_defusing_takes_a_planned_whole_turn_and_must_be_in_time(delay, defused):
    """A delay of 5 ends in the first phase of turn 3; one of 4 in the last of turn 2, before that turn is over."""
    table = Table(blue("Ann", "C2"))
    table.give("turn begin")
    table.give("plan", name="Ann", plan="emplace a charge", delay=delay)
    for _ in range(6):
        table.give("phase")
    table.give("plan", name="Ann", plan="defuse a charge")
    told = [line for _ in range(5) for line in table.give("phase").lines]
    assert any("goes off" in line for line in told) is not defused
    if not defused:
        assert table.refused("phase").startswith("The charge that Ann set at C2 goes off in this phase's aimed fire")
        return
    assert table.give("phase").lines[0] == "Ann has defused the charge at C2 (AHL 24.B)"


@pytest.mark.rule("AHL-21c")
def test_a_command_group_is_on_the_robots_deck():
    """On another level it supervises nobody there."""
    board = board_of("", " . .", level="Upper", more="level: Lower\n\n . .")
    for square, refused in (("A1", True), ("2:A1", False)):
        table = Table(
            robot("Bot", "2:A1", CLEANER), red("Cid", "2:B1"), officer(square), technician(square), board=board
        )
        table.begin()
        if refused:
            assert table.refused("melee", name="Bot", target="Cid").startswith("Bot is unsupervised")
        else:
            table.give("melee", [1, 1, 1], name="Bot", target="Cid")
