"""A turn that is kept: phases, plans and action points (AHL 4, 5, 6, 8; rulings R-40, R-41, R-46)."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.deck.plan import at_of
from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scenario import Decision, Playing
from bot.engine.system import Order, Outcome, Role, Scene
from bot.systems.ahl.ledger import LEDGER, Ledger
from bot.systems.ahl.orders.in_turn.kept import kept
from bot.systems.ahl.sheet.character import Condition, Nerve
from bot.systems.ahl.turn.actions import Action, Intention, Step
from bot.systems.ahl.turn.clock import Charge, Clock, next_phase
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.turn.waiting import may_act
from bot.systems.ahl.turn.witnessed import witnessed
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.people import BOOK
from tests.systems.ahl.table import Table
from tests.systems.ahl.zerog.test_drift import HALL

# Two levels, 3 m apart: a drop at B, and a ladder at D.
GALLERY = board_of("", " . V . L ", level="Upper", more="level: Lower\n\n . . . L")

TALL = board_of("+" * 19, *[line for _ in range(5) for line in (" . . . . . . . . . ", "+" * 19)])


def ann(square="A2", facing="E", weapon="ACR", ammo="DS", **sheet):
    return gunner("Ann", weapon, ammo, **sheet), stands(square, facing)


def bob(square="A1", facing="E", **sheet):
    return gunner("Bob", **sheet), stands(square, facing)


def cid(square="I2", facing="W", **sheet):
    return gunner("Cid", side="red", **sheet), stands(square, facing)


# --- the phases ---


@pytest.mark.rule("AHL-4a")
def test_a_turn_has_a_decision_phase_and_then_five_action_phases():
    table = Table(ann())
    assert table.give("turn begin").title == "Turn 1, the decision phase"
    assert [table.give("phase").title for _ in range(7)] == [
        "Phase 1 of turn 1",
        "Phase 2 of turn 1",
        "Phase 3 of turn 1",
        "Phase 4 of turn 1",
        "Phase 5 of turn 1",
        "The decision phase of turn 2",
        "Phase 1 of turn 2",
    ]
    assert table.give("turn show").title == "Phase 1 of turn 2, covering fire"


@pytest.mark.parametrize(
    "scenario", [None, Playing("The Wine Heist"), Playing("The Wine Heist", decided=Decision("", "", ""))]
)
def test_that_the_fight_is_over_is_told_where_no_scenario_tells_it_by_itself(scenario):
    table = Table(ann(), cid(condition=Condition.DEAD))
    table.ledger = replace(table.ledger, scenario=scenario)
    table.give("turn begin")
    told = " ".join(str(getattr(line, "before", line)) for line in table.give("phase").lines)
    assert ("None of the red can act" in told) is (scenario is None)


@pytest.mark.rule("AHL-4a")
def test_nobody_acts_in_the_decision_phase():
    table = Table(ann(), cid())
    table.give("turn begin")
    for verb, who in (("fire", {"name": "Ann", "target": "Cid"}), ("move", {"name": "Ann", "to": "B2"})):
        refusal = table.refused(verb, **who)
        assert refusal == (
            "It is the decision phase of turn 1: /plan what each is to do, and /phase begins the first action phase "
            "(AHL 4)."
        )


@pytest.mark.parametrize(
    ("unit", "doing", "told"),
    [
        ({}, {}, "6 AP left, no plan, 2 snap shots possible"),
        ({}, {"debt": 3}, "6 AP left, owes 1½, no plan, 2 snap shots possible"),
        ({}, {"plan": Intention.AIM}, "6 AP left, planned, 2 snap shots possible"),
        ({}, {"plan": Intention.AIM, "abandoned": True}, "6 AP left, plan abandoned, 2 snap shots possible"),
        ({}, {"busy": "reloads"}, "6 AP left, no plan, reloads"),
        ({}, {"evading": True}, "6 AP left, no plan, evading, 2 snap shots possible"),
        ({}, {"deeds": Deeds(fought=True)}, "6 AP left, no plan, in melee, no aimed shot, 2 snap shots possible"),
        ({}, {"deeds": Deeds(supervises=True)}, "6 AP left, no plan, supervises robots, 2 snap shots possible"),
        ({}, {"deeds": Deeds(snaps=1)}, "6 AP left, no plan, 1 snap shot possible"),
        ({}, {"deeds": Deeds(snaps=2)}, "6 AP left, no plan"),
        ({"weapons": ()}, {}, "6 AP left, no plan"),
        ({"nerve": Nerve.FLEEING}, {}, "6 AP left, no plan"),
    ],
)
def test_of_each_the_turn_shows_what_is_so_and_no_more(unit, doing, told):
    who, standing = ann()
    table = Table((replace(who, sheet=replace(who.sheet, **unit)), standing), bob("A3"))
    table.give("turn begin")
    clock = replace(table.ledger.clock, phase=1)
    table.ledger = replace(table.ledger, clock=clock.doing("Ann", **doing))
    assert table.give("turn show").lines[0] == f"Ann: {told}"


def test_what_somebody_has_said_beforehand_and_who_acts_for_them_follow_their_new_name():
    said = Ledger(standing={"Ann": {"dive": "yes"}, "Bob": {"dive": "no"}})
    assert AHL.renamed(said, "Ann", "Eve").standing == {"Eve": {"dive": "yes"}, "Bob": {"dive": "no"}}
    assert AHL.renamed(said, "Ann", "").standing == {"Bob": {"dive": "no"}}
    assert AHL.renamed(said, "Cid", "Eve") == said
    turn = Ledger(clock=Clock(people={"Ann": Doing(debt=1), "Bob": Doing(debt=2)}))
    assert {name: doing.debt for name, doing in AHL.renamed(turn, "Ann", "Eve").clock.people.items()} == {
        "Eve": 1,
        "Bob": 2,
    }
    assert list(AHL.renamed(turn, "Ann", "").clock.people) == ["Bob"]


def test_with_its_deck_goes_what_lay_on_it_and_nothing_else():
    here, nowhere = Charge("Ann", 1, 2, at_of("B2")), Charge("Bob", 1, 3, None)
    table = Table(ann())
    table.begin(Ann="cover")
    table.give("cover", name="Ann", at="I2")
    clock = replace(table.ledger.clock, charges=(here, nowhere), lights={0: True})
    kept, gone = AHL.off_deck(replace(table.ledger, clock=clock))
    assert kept.clock == replace(clock, charges=(nowhere,), covering=(), lights={})
    assert list(gone) == [
        "With the deck that was up goes the charge that Ann set at B2",
        "With the deck that was up goes Ann's covering fire",
    ]
    assert AHL.off_deck(Ledger()) == (Ledger(), ())


def test_in_a_line_all_see_a_plan_or_points_and_what_is_loaded():
    (who, _), (sword, _) = ann(), (gunner("Sam", "Laser Rifle", ""), None)
    rounds = who.sheet.weapons[0].loaded.rounds
    for phase, mine in ((0, "no plan"), (1, "6 AP")):
        ledger = Ledger(clock=Clock(phase=phase))
        assert list(AHL.part.brief(ledger, who)) == [mine, f"{rounds} rds"]
        assert list(AHL.part.brief(ledger, sword)) == [mine]
        planned = Ledger(clock=Clock(phase=phase).doing("Ann", plan=Intention.AIM))
        assert next(iter(AHL.part.brief(planned, who))) == ("6 AP" if phase else "planned")
        dead = replace(who, sheet=replace(who.sheet, condition=Condition.DEAD))
        assert list(AHL.part.brief(ledger, dead)) == []
    assert list(AHL.part.brief(Ledger(), who)) == []


def test_without_a_turn_everybody_acts_as_freely_as_ever():
    table = Table(ann(), cid())
    for to in ("B2", "C2", "D2", "E2"):
        table.give("move", name="Ann", to=to)
    table.give("fire", [1, 1], name="Ann", target="Cid")
    table.give("fire", [1, 1], name="Ann", target="Cid")
    assert table.ledger == Ledger()
    assert table.give("phase").title == "End of an action phase"
    assert table.refused("plan", plan="move") == "Plans are kept in a turn: /turn begin begins one."
    assert table.refused("turn show") == "Nobody keeps a turn here: /turn begin does."
    assert table.refused("phase", step="melee") == "Nobody keeps a turn here: /turn begin does."


def test_a_turn_is_begun_once_and_ended():
    table = Table(ann())
    table.give("turn begin")
    assert table.refused("turn begin").startswith("A turn is kept already, and it is the decision phase of turn 1")
    table.give("turn end")
    assert table.ledger.clock is None
    assert table.refused("turn end") == "Nobody keeps a turn here: /turn begin does."


def test_structures_stay_beside_the_turn():
    table = Table(ann())
    table.begin()
    table.give("structure hit", name="Door 3", kind="door", penetration=3)
    assert table.ledger.clock.phase == 1
    assert table.ledger.structures[0].name == "Door 3"


def test_what_was_stored_before_there_were_turns_is_read():
    assert LEDGER.load({"v": 1, "structures": []}) == Ledger()


def test_stuns_run_down_at_the_end_of_action_phases_only():
    """17.C.2: the phase of the blow and the next one; the decision phase before the first ends none."""
    table = Table(ann(stunned=2))
    table.give("turn begin")
    table.give("phase")
    assert table.units["Ann"].sheet.stunned == 2
    table.give("phase")
    assert table.units["Ann"].sheet.stunned == 1


# --- plans ---


@pytest.mark.rule("AHL-5a", "AHL-5b")
@pytest.mark.parametrize("plan", ["cover", "aim", "move"])
def test_a_plan_is_for_the_orderer_alone_and_nobody_can_tell_it_from_another(plan):
    table = Table(ann(), cid())
    table.give("turn begin")
    card = table.give("plan", name="Ann", plan=plan)
    assert table.last.sealed
    assert card.lines == (f"Ann: {plan}",)
    # What the others read of it is its title alone, and /turn show.
    assert card.title == "Ann has a plan"
    assert card.footer == ""
    owed = "▶ Cid: a plan for the turn, or none (AHL 5)"
    assert table.give("turn show").lines == ("Ann: planned", "Cid: no plan", owed)
    table.give("phase")
    assert table.give("turn show").lines == (
        "Ann: 6 AP left, planned, 2 snap shots possible",
        "Cid: 6 AP left, no plan, 2 snap shots possible",
        "Ann: may act in covering fire by /cover (AHL 7)",
    )


@pytest.mark.rule("AHL-5b")
def test_plans_are_shown_again_to_whoever_made_them():
    table = Table(ann(), bob())
    table.give("turn begin")
    table.give("plan", name="Ann", plan="cover", end="I2")
    card = table.give("plan")
    assert table.last.sealed
    assert card.lines == ("Ann: cover, to I2", "Bob: no plan")


@pytest.mark.rule("AHL-5c")
def test_a_plan_is_changed_in_the_decision_phase_and_never_later():
    table = Table(ann(), cid())
    table.give("turn begin")
    table.give("plan", name="Ann", plan="move")
    table.give("plan", name="Ann", plan="aim")
    table.give("phase")
    assert table.refused("plan", name="Ann", plan="move").startswith(
        "It is phase 1 of turn 1: plans are made in the decision phase and can't be changed now"
    )
    assert table.refused("move", name="Ann", to="B2") == (
        "Ann has planned to aim in this turn, and moving is another action (AHL 5)."
    )
    assert table.refused("cover", name="Ann", at="I2").startswith("Ann has planned to aim")
    table.give("fire", [1, 1], name="Ann", target="Cid")


@pytest.mark.rule("AHL-5c")
@pytest.mark.parametrize(
    ("plan", "verb", "fields"),
    [
        ("move", "fire", {"name": "Ann", "target": "Cid", "fire": "aimed"}),
        ("aim", "fire", {"name": "Ann", "target": "Cid", "fire": "covering"}),
        ("cover", "move", {"name": "Ann", "to": "B2"}),
        ("cover", "fire", {"name": "Ann", "target": "Cid", "fire": "aimed"}),
    ],
)
def test_no_other_general_action_takes_the_place_of_the_planned_one(plan, verb, fields):
    table = Table(ann(), cid())
    table.begin(Ann=plan)
    assert table.refused(verb, **fields).startswith(f"Ann has planned to {plan} in this turn")


@pytest.mark.rule("AHL-5d")
def test_whoever_abandons_a_plan_starts_nothing_else_in_its_place():
    table = Table(ann(), cid())
    table.begin(Ann="move")
    table.give("plan", name="Ann", plan="abandon")
    assert not table.last.sealed
    for verb, fields in (
        ("move", {"name": "Ann", "to": "B2"}),
        ("fire", {"name": "Ann", "target": "Cid", "fire": "aimed"}),
    ):
        assert table.refused(verb, **fields) == (
            "Ann has abandoned their plan, and starts nothing else that needs one in this turn (AHL 5)."
        )
    table.give("fire", [1, 1], name="Ann", target="Cid", fire="snap")
    for _ in range(5):
        table.give("phase")
    table.give("plan", name="Ann", plan="move")


@pytest.mark.rule("AHL-5e")
def test_snap_shots_grenades_and_melee_need_no_plan():
    table = Table(ann(), bob("C1", grenades=1), cid("E1"), (body("Dan"), stands("B2", "W")))
    table.begin()
    table.give("melee", [1, 1, 1], name="Ann", target="Dan")
    table.give("fire", [1, 1], name="Cid", target="Bob", fire="snap")
    table.give("grenade", [6, 6], name="Bob", range=8)
    assert table.refused("move", name="Bob", to="D1").startswith("Phase 1 of turn 1 has come to snap shots")


def test_without_a_plan_what_needs_one_is_refused():
    table = Table(ann(), cid())
    table.begin()
    assert table.refused("move", name="Ann", to="B2") == (
        "Ann has planned nothing for this turn: snap shots, grenades and melee need no plan, but moving does (AHL 5)."
    )


def test_one_plan_can_be_made_for_all_who_are_ones_own():
    table = Table(ann(), bob())
    table.give("turn begin")
    assert table.give("plan", plan="move").title == "Ann and Bob have a plan"
    assert {table.ledger.clock.of(name).plan for name in ("Ann", "Bob")} == {Intention.MOVE}


def test_who_flees_runs_whatever_they_had_planned():
    """18.D: after a failed check they run away, whatever was chosen for them."""
    table = Table(ann("D2", "W", nerve=Nerve.FLEEING), cid())
    table.begin(Ann="aim")
    table.give("move", name="Ann", to="C2")
    assert table.left("Ann") == 4


# --- action points ---


@pytest.mark.rule("AHL-6a", "AHL-6d")
def test_six_points_a_phase_and_thirty_a_turn():
    """At 2 AP a square 15 squares, from A1 to P1, however far they are told to go."""
    table = Table(ann("A1"), board=board_of("+" * 41, " . " + ". " * 19, "+" * 41))
    table.begin(Ann="move")
    for reached in ("D1", "G1", "J1", "M1", "P1"):
        table.give("move", name="Ann", to="T1")
        assert table.at("Ann", reached)
        assert table.left("Ann") == 0
        assert table.refused("move", name="Ann", to="T1").startswith("Ann has 0 AP left in phase")
        table.give("phase")
    assert table.give("turn show").title == "The decision phase of turn 2"


@pytest.mark.rule("AHL-6a", "AHL-6d")
def test_a_walk_goes_as_far_as_the_points_of_the_phase():
    """Three squares ahead at 2 AP each are six; the fourth waits for the next phase."""
    table = Table(ann())
    table.begin(Ann="move")
    card = table.give("move", name="Ann", to="E2")
    assert table.at("Ann", "D2")
    assert "Goes on to E2 in later phases, until something stops them" in card.lines
    assert card.lines[-1] == "Ann: 0 AP left in phase 1"
    assert table.refused("move", name="Ann", to="E2") == (
        "Ann has 0 AP left in phase 1 of turn 1, and moving takes some: /phase goes on to the next one (AHL 6)."
    )
    table.give("phase")
    table.give("move", name="Ann", to="E2")
    assert table.at("Ann", "E2")
    assert table.left("Ann") == 4


@pytest.mark.rule("AHL-6d")
def test_what_is_left_must_pay_for_the_next_step():
    """Two squares and a quarter turn at a walk are 5 AP; the next step ahead takes 2."""
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to="C2", facing="S")
    assert table.left("Ann") == 1
    assert table.refused("move", name="Ann", to="S") == (
        "Ann has 1 AP left in this phase, and the first step takes 2: /phase goes on to the next one (AHL 6)."
    )


@pytest.mark.rule("AHL-6b")
def test_points_are_neither_saved_nor_passed_on():
    table = Table(ann(), bob())
    table.begin(Ann="move", Bob="move")
    table.give("move", name="Ann", to="B2")
    assert (table.left("Ann"), table.left("Bob")) == (4, 6)
    table.give("phase")
    assert (table.left("Ann"), table.left("Bob")) == (6, 6)


@pytest.mark.rule("AHL-6c")
def test_what_takes_all_six_leaves_nothing_for_another_action():
    table = Table(ann(), cid())
    table.begin(Ann="aim")
    table.give("fire", [1, 1], name="Ann", target="Cid")
    assert table.refused("fire", name="Ann", target="Cid").startswith(
        "Ann has 0 AP left in phase 1 of turn 1, and aimed fire takes 6"
    )
    assert table.refused("fire", name="Ann", target="Cid", fire="snap") == (
        "Ann has 0 AP left in phase 1 of turn 1, and a snap shot takes 3: /phase goes on to the next one (AHL 6)."
    )
    table.give("phase")
    assert table.left("Ann") == 6


@pytest.mark.rule("AHL-6c")
def test_what_takes_all_six_can_not_follow_another_action():
    table = Table(ann(grenades=1), cid())
    table.begin()
    table.give("fire", [1, 1], name="Ann", target="Cid", fire="snap")
    assert table.refused("grenade", name="Ann", range=8).startswith(
        "Ann has 3 AP left in phase 1 of turn 1, and throwing a grenade takes 6"
    )


def test_halves_of_a_point_are_kept_exactly():
    """R-40: three diagonal steps at a trot are 4½, and a step ahead after them 1."""
    table = Table(ann("A3"), board=TALL)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="NE NE", gait="trot")
    assert table.left("Ann") == 3
    table.give("move", name="Ann", to="SE", gait="trot")
    assert table.left("Ann") == 1.5
    table.give("move", name="Ann", to="E", gait="trot")
    assert table.left("Ann") == 0.5


def test_who_trots_at_all_in_a_phase_turns_at_two_points():
    """R-41: a step at a trot 1, then a quarter turn 2 though they walk; or the turn first, and dearer afterwards."""
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to="B2", gait="trot")
    table.give("move", name="Ann", facing="S", gait="walk")
    assert table.left("Ann") == 3
    table.give("phase")
    table.give("move", name="Ann", facing="E", gait="walk")
    assert table.left("Ann") == 5
    table.give("move", name="Ann", to="C2", gait="trot")
    assert table.left("Ann") == 3


@pytest.mark.rule("AHL-8A5c")
def test_who_evades_is_harder_to_hit_until_they_do_something_else():
    """In the open −1; they stay evading into the next phase, and a snap shot of their own ends it."""
    table = Table(ann("A2"), cid("E2"))
    table.begin(Ann="aim", Cid="move")
    table.give("move", name="Cid", gait="evade")
    assert "Cid: 0 AP left, planned, evading" in table.give("turn show").lines

    def evading():
        table.give("fire", [1, 1], name="Ann", target="Cid")
        shot = table.last.result.result.attacks[0]
        return {modifier.label: modifier.dm for modifier in shot.hit.modifiers}.get("evading")

    assert evading() == -1
    table.give("phase")
    assert evading() == -1
    table.give("fire", [1, 1], name="Cid", target="Ann", fire="snap")
    table.give("phase")
    assert evading() is None


@pytest.mark.rule("AHL-8C1c")
def test_while_they_pay_for_a_jump_they_stand_and_do_not_evade():
    """2 AP and 6+3 are 11: six now, five in the next phase, of which one is left (R-46)."""
    table = Table((body("Ann"), stands("A1")), board=GALLERY)
    table.begin(Ann="move")
    card = table.give("jump", [6, 3], name="Ann")
    assert card.lines[-1] == "Ann: 0 AP left in phase 1, owes 5 in later phases"
    assert table.refused("move", name="Ann", to="C1").startswith(
        "Ann has 0 AP left in phase 1 of turn 1 and owes 5 more for what they began"
    )
    card = table.give("phase")
    assert card.lines[0] == "Ann pays 5 AP for what they began, and neither moves nor evades meanwhile (AHL 8.C.1)"
    assert table.left("Ann") == 1
    assert table.refused("move", name="Ann", gait="evade", to="").startswith("Ann has 1 AP left in this phase")
    table.give("move", name="Ann", facing="E")
    assert table.left("Ann") == 0
    table.give("phase")
    assert table.left("Ann") == 6


@pytest.mark.rule("AHL-8C1c")
def test_who_swings_down_lets_go_in_the_next_phase():
    """8.C.2: six to hang from the edge, four in the next phase."""
    table = Table((body("Ann"), stands("A1")), board=GALLERY)
    table.begin(Ann="move")
    table.give("jump", name="Ann", how="swing")
    assert table.left("Ann") == 0
    table.give("phase")
    assert table.left("Ann") == 2


def test_a_ladder_begins_with_a_whole_phase():
    """Three metres are three phases (8.B.5)."""
    table = Table((body("Ann"), stands("D1")), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", facing="E")
    assert table.refused("move", name="Ann", to="2:D1").startswith("Ann has 5 AP left in this phase")
    table.give("phase")
    table.give("move", name="Ann", to="2:D1")
    assert (table.left("Ann"), table.ledger.clock.of("Ann").debt) == (0, 24)
    table.give("phase")
    assert table.left("Ann") == 0
    table.give("phase")
    assert (table.left("Ann"), table.ledger.clock.of("Ann").debt) == (0, 0)


# --- the whole turn ---


def test_reloading_takes_the_whole_turn_and_is_planned():
    """25.B: most weapons in a turn, evading meanwhile; R-53: it is planned."""
    table = Table(ann(), cid())
    table.units["Ann"] = replace(table.units["Ann"], sheet=_with_clip(table.units["Ann"].sheet))
    table.begin(Ann="reload")
    table.give("reload", name="Ann")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap") == (
        "Ann is reloading to the end of turn 1, and does nothing else."
    )
    assert table.ledger.clock.of("Ann").evading
    for _ in range(6):
        table.give("phase")
    assert not table.ledger.clock.of("Ann").evading
    table.give("fire", [1, 1], name="Ann", target="Cid", fire="snap")


@pytest.mark.rule("AHL-25Ba", "AHL-5d")
def test_what_has_taken_the_whole_turn_is_given_up_no_more():
    """The clip is in: who could give the plan up after that would have reloaded for nothing."""
    table = Table(ann(), cid())
    table.units["Ann"] = replace(table.units["Ann"], sheet=_with_clip(table.units["Ann"].sheet))
    table.begin(Ann="reload", Cid="move")
    table.give("reload", name="Ann")
    assert table.refused("plan", name="Ann", plan="abandon") == (
        "Ann is reloading to the end of turn 1, and has no plan left to give up: /undo takes back what began it."
    )
    assert table.give("plan", name="Ann, Cid", plan="abandon").title == "Cid has abandoned the plan"
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith("Ann is reloading")


def _with_clip(character):
    carried = character.weapons[0]
    return character.with_carried(
        replace(carried, loaded=replace(carried.loaded, rounds=0), spare=(carried.loaded,)),
    )


def test_whoever_has_acted_has_no_whole_turn_left():
    table = Table(ann(), cid())
    table.begin(Ann="reload")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith(
        "Ann has planned to reload for the whole turn"
    )


@pytest.mark.parametrize("phase", [1, 2])
def test_in_a_campaign_that_only_shows_the_book_nothing_is_refused(phase):
    table = Table(ann(), cid(), settings={"turns": "shown"})
    table.begin(Ann="aim")
    for _ in range(phase - 1):
        table.give("phase")
    card = table.give("move", name="Ann", to="E2")
    assert table.at("Ann", "E2")
    assert "By the book: Moving isn't what Ann has planned for this turn (AHL 5)." in card.lines
    assert not any("aim" in line for line in card.lines)
    card = table.give("fire", [1, 1], name="Ann", target="Cid", fire="covering")
    assert any(line.startswith(f"By the book: Phase {phase} of turn 1 has come to movement") for line in card.lines)


def test_a_phase_that_is_kept_ends_for_everybody():
    table = Table(ann(), cid())
    table.begin(Ann="move")
    assert table.refused("phase", name="Cid") == (
        "In a turn that is kept a phase ends for everybody: leave the names out."
    )
    assert table.give("phase").title == "Phase 2 of turn 1"


def test_the_next_phase_begins_at_covering_fire():
    clock = next_phase(Clock(phase=2, step=Step.SNAP), {})
    assert (clock.phase, clock.step) == (3, Step.COVERING)


def test_a_swing_begins_with_all_six_points():
    table = Table((body("Ann"), stands("A1")), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", facing="E")
    assert table.refused("jump", name="Ann", how="swing").startswith(
        "Ann has 5 AP left in phase 1 of turn 1, and hanging from the edge takes 6"
    )


@dataclass(frozen=True)
class Worked:
    """The report of an order that works out its cost itself, in halves of a point."""

    cost: int


def test_an_order_says_its_cost_where_the_table_leaves_it_open():
    """Two points of six, and then five, which are too many."""
    action = Action("crank", "cranking", Step.MOVEMENT, None, None, "AHL 8.B")
    order = Order(
        "crank",
        (Role("name"),),
        (),
        lambda _, values, __: Outcome({}, Worked(values["halves"]), done=DoneInTurn(values["halves"])),
        lambda result, _: Card(f"{result.cost}"),
        reports=Worked,
    )
    crank = kept(order, replace(BOOK, actions={"crank": action}))
    table = Table(ann())
    table.begin()
    scene = Scene({"name": (table.units["Ann"],)}, table.ledger, table.board, table.units)
    done = crank.resolve(scene, {"halves": 4}, ScriptedDice([]))
    assert done.ledger.clock.of("Ann").deeds.left == 8
    assert card_of(crank, done, []).lines == ("Phase 1 of turn 1: movement", "Ann: 4 AP left in phase 1")
    with pytest.raises(RuleError, match="Ann has 4 AP left in phase 1 of turn 1, and cranking takes 5"):
        crank.resolve(replace(scene, ledger=done.ledger), {"halves": 10}, ScriptedDice([]))


@given(st.lists(st.sampled_from(["move", "turn", "snap", "grenade", "phase", "abandon"]), max_size=25))
@settings(max_examples=60, deadline=None)
def test_nobody_ever_spends_more_than_six_points_in_a_phase(words):
    table = Table(ann(grenades=9), cid("A5", "N"), board=TALL)
    table.begin(Ann="move")
    for word in words:
        try:
            if word == "move":
                table.give("move", name="Ann", to="I2" if table.at("Ann", "A2") else "A2", gait="trot")
            elif word == "turn":
                table.give("move", name="Ann", facing="N" if table.board.people["Ann"].facing.value == "S" else "S")
            elif word == "snap":
                table.give("fire", [1, 1], name="Ann", target="Cid", fire="snap", range=3, deck="no")
            elif word == "grenade":
                table.give("grenade", [6, 6], name="Ann", range=3)
            elif word == "phase":
                table.give("phase")
            else:
                table.give("plan", name="Ann", plan="abandon")
        except RuleError:
            pass
        clock = table.ledger.clock
        assert 0 <= clock.of("Ann").deeds.spent <= 12
        assert 0 <= clock.phase <= 5


def test_who_drifts_pays_nothing_and_may_fire_meanwhile():
    """26.C: firing is possible while drifting; the launch is a planned move."""
    weightless = {"zero-g": "yes"}
    table = Table(ann("A2", "E"), cid("I1", "W"), settings=weightless)
    table.begin(Ann="move")
    for _ in range(4):
        table.give("phase")
    table.give("move", name="Ann", to="E", gait="drift")
    assert table.at("Ann", "D2")
    assert table.left("Ann") == 6
    table.give("fire", [1, 1], name="Ann", target="Cid", fire="snap")
    table.give("phase", [6, 6])
    table.give("phase")
    # Nobody has to plan to drift on, and it is once a phase.
    table.give("move", name="Ann")
    assert table.at("Ann", "G2")
    again = "Ann has drifted in this phase, and drifts on in the next one (AHL 26.C)."
    assert table.refused("move", name="Ann") == again


def test_a_launch_goes_as_far_as_what_is_left_of_the_phase():
    """Two squares walked along the wall are 4 of the 6 AP; a square of the drift is 2 (AHL 8.A, 26.C)."""
    table = Table(ann("A1", "E"), board=HALL, settings={"zero-g": "yes"})
    table.begin(Ann="move")
    table.give("move", name="Ann", to="C1")
    assert (table.at("Ann", "C1"), table.left("Ann")) == (True, 2)
    table.give("move", name="Ann", to="S", gait="drift")
    assert table.at("Ann", "C2")
    assert "has drifted in this phase" in table.refused("move", name="Ann")
    other = Table(ann("A1", "E"), board=HALL, settings={"zero-g": "yes"})
    other.begin(Ann="move")
    other.give("move", name="Ann", to="C1")
    assert "Ann has no 3 AP left for a square" in other.refused("move", name="Ann", to="SE", gait="drift")


def test_whoever_has_left_is_forgotten_when_the_turn_ends():
    table = Table(ann(), bob())
    table.begin(Bob="move")
    del table.units["Bob"]
    table.board = replace(table.board, people={"Ann": table.board.people["Ann"]})
    for _ in range(5):
        table.give("phase")
    owed = "▶ Ann: a plan for the turn, or none (AHL 5)"
    assert table.give("turn show").lines == ("Ann: no plan", owed)


def test_what_a_turn_costs_is_read_from_the_table():
    """AHL 9: what the table leaves open is a rule of its own; every action of it is an order."""
    actions = BOOK.actions
    assert {"fire" if name.startswith("fire ") else name for name in actions} - {"swing", "let go", "stand"} <= set(
        AHL.orders
    )
    assert {name: action.halves for name, action in actions.items() if action.halves} == {
        "cover": 6,
        "scenario throw": 12,
        "fire covering": 6,
        "fire aimed": 12,
        "fire snap": 6,
        "grenade": 12,
        "swing": 12,
        "let go": 8,
        "break": 12,
        "reorient": 12,
        "airlock": 12,
        "lift call": 4,
        "stand": 12,
        "light": 2,
    }
    assert {name for name, action in actions.items() if action.halves == 0} == {"dive", "melee", "reload", "rally"}
    assert {name: action.plan for name, action in actions.items() if action.plan} == {
        "cover": "cover",
        "fire covering": "cover",
        "fire aimed": "aim",
        "move": "move",
        "dive": "move",
        "jump": "move",
        "swing": "move",
        "let go": "move",
        "break": "move",
        "reload": "reload",
        "door": "move",
        "airlock": "move",
        "lift call": "move",
        "lift ride": "move",
        "face": "move",
        "stand": "move",
    }
    # Where the book has each: its step and its price.
    assert {name: action.rule for name, action in actions.items()} == {
        "cover": "AHL 9.A",
        "fire covering": "AHL 9.A",
        "fire aimed": "AHL 9.B",
        "fire snap": "AHL 9.C",
        "grenade": "AHL 9.D",
        "scenario throw": "AHL 9.D",
        "move": "AHL 7",
        "dive": "AHL 8.C.7",
        "jump": "AHL 8.C.1",
        "swing": "AHL 8.C.2",
        "let go": "AHL 8.C.2",
        "break": "AHL 8.C.5",
        "melee": "AHL 17",
        "reorient": "AHL 26.B",
        "reload": "AHL 25.B",
        "rally": "AHL 18.D",
        "door": "AHL 8.B",
        "airlock": "AHL 8.B.7",
        "lift call": "AHL 8.B.6",
        "lift ride": "AHL 8.B.6",
        "face": "AHL 8.A",
        "stand": "AHL 8.A",
        "light": "AHL 23",
    }


def test_an_order_for_nobody_is_refused_as_ever():
    table = Table(ann())
    table.begin()
    scene = Scene({"name": (), "leaders": ()}, table.ledger, table.board, table.units)
    order = AHL.orders["rally"]
    with pytest.raises(RuleError, match="panic"):
        order.resolve(scene, order.read({}), ScriptedDice([]))


def test_rallying_belongs_to_the_decision_phase():
    """18.D: at the start of each decision phase; and it is no action of the turn, they may reload after it."""
    table = Table(ann(nerve=Nerve.COWERING))
    table.give("turn begin")
    table.give("rally", [1, 1], name="Ann")
    assert not table.ledger.clock.of("Ann").acted
    table.give("phase")
    assert table.refused("rally", name="Ann") == (
        "It is phase 1 of turn 1, and rallying belongs to the decision phase: wait for the next one (AHL 18.D)."
    )


@pytest.mark.rule("AHL-18Dd")
def test_whoever_fails_to_rally_tries_again_in_the_next_decision_phase():
    """R-121: once per decision phase."""
    table = Table(ann(nerve=Nerve.COWERING))
    table.give("turn begin")
    table.give("rally", [6, 6], name="Ann")
    assert table.refused("rally", name="Ann") == (
        "Ann has tried to rally in the decision phase of turn 1, and it is once in each (AHL 18.D)."
    )
    for _ in range(6):
        table.give("phase")
    assert table.give("rally", [1, 1], name="Ann").title


def test_the_working_names_the_step_and_its_rule_and_all_of_them_are_in_the_index():
    table = Table(ann())
    table.begin(Ann="move")
    assert table.give("move", name="Ann", to="B2").working[-1] == "Moving comes in the step of movement (AHL 7)"
    for action in BOOK.actions.values():
        assert action.rule.removeprefix("AHL ") in AHL.rules


def test_what_takes_the_whole_turn_is_told_of_whoever_has_acted_in_it():
    table = Table(ann(), cid(), settings={"turns": "shown"})
    table.units["Ann"] = replace(table.units["Ann"], sheet=_with_clip(table.units["Ann"].sheet))
    table.begin(Ann="reload")
    table.give("move", name="Ann", to="B2")
    lines = table.give("reload", name="Ann").lines
    assert "By the book: Ann has done something else in this turn, and reloading takes all of it." in lines


@pytest.mark.rule("AHL-6d")
def test_a_hand_at_a_door_is_a_planned_action_and_costs_what_the_door_does():
    """8.B.1: two points, and it opens as the next phase begins. A third time two of one point left are too many."""
    door = board_of("+++++", " .D. ", "+++++")
    table = Table(ann("A1"), bob("A1"), board=door)
    table.begin(Ann="move", Bob="aim")
    assert table.refused("door", at="Bob").startswith("Bob has planned to aim in this turn, and working a door is")
    table.give("move", name="Ann", facing="S")
    table.give("door", at="Ann")
    assert table.left("Ann") == 3
    table.give("move", name="Ann", facing="W")
    table.give("move", name="Ann", facing="N")
    assert table.refused("door", at="Ann", open="no").startswith(
        "Ann has 1 AP left in phase 1 of turn 1, and working a door takes 2"
    )
    assert not table.board.open
    table.give("phase")
    assert len(table.board.open) == 1


def test_the_decks_works_wait_for_an_action_phase_to_end():
    """8.B.6: a lift that was called throws at the end of each action phase, and of no decision phase."""
    shaft = board_of("+++++", " .DE ", "+++++")
    table = Table(ann("A1"), board=shaft)
    table.begin(Ann="move")
    table.give("lift call", name="Ann")
    assert table.left("Ann") == 4
    for _ in range(5):
        table.give("phase", [1])
    assert table.give("turn show").title == "The decision phase of turn 2"
    table.give("phase")
    table.give("phase", [6])


@pytest.mark.rule("AHL-9Aa", "AHL-9Ba", "AHL-7a")
@pytest.mark.parametrize(
    ("step", "left", "may"),
    [
        (Step.MOVEMENT, 0, False),
        (Step.MOVEMENT, 1, True),
        (Step.COVERING, 5, False),
        (Step.COVERING, 6, True),
        (Step.AIMED, 11, False),
        (Step.AIMED, 12, True),
    ],
)
def test_half_a_point_is_enough_to_move_and_three_or_six_to_fire_by_a_plan(step, left, may):
    """Three points for covering fire and six for aimed fire, told in halves."""
    table = Table(ann())
    table.begin(Ann={Step.MOVEMENT: "move", Step.COVERING: "cover", Step.AIMED: "aim"}[step])
    clock = table.ledger.clock
    clock = clock.doing("Ann", deeds=replace(clock.of("Ann").deeds, spent=12 - left))
    assert may_act(Scene.of(table.game), BOOK, clock, table.units["Ann"], step) is may


@pytest.mark.parametrize(("square", "seen_by"), [("A1", ()), ("C1", ("Ann",))])
def test_who_falls_is_seen_where_the_order_has_left_them(square, seen_by):
    """A wall is between A1 and B1: whoever has come out of it before they fall is seen from D1."""
    board = board_of("#########", "#.|. . .#", "#########")
    bob = gunner("Bob")
    table = Table((gunner("Ann"), stands("D1", "W")), (bob, stands("A1")), board=board)
    table.begin()
    moved = replace(table.board, people={**table.board.people, "Bob": stands(square)})
    fallen = replace(bob.sheet, condition=Condition.UNCONSCIOUS)
    ledger = witnessed(Scene.of(table.game), Outcome({"Bob": fallen}, None, board=moved)).ledger
    assert [each.seen_by for each in (ledger.clock.casualties if ledger else ())] == [seen_by] * bool(seen_by)


@pytest.mark.rule("AHL-11A3b")
@pytest.mark.parametrize(
    ("weapon", "square", "snaps"), [("ACR", "A2", False), ("ACR", "B2", True), ("Revolver", "A2", True)]
)
def test_no_snap_shot_is_told_as_possible_in_a_square_shared_with_an_enemy_but_by_a_pistol(weapon, square, snaps):
    table = Table(ann(weapon=weapon, ammo="DS" if weapon == "ACR" else ""), cid(square))
    table.give("turn begin")
    table.ledger = replace(table.ledger, clock=replace(table.ledger.clock, phase=1))
    assert ("possible" in table.give("turn show").lines[0]) is snaps
