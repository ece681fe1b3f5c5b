"""Reloading as it is planned: in one turn, or in two evading (AHL 25.B); and what a blob can plan (AHL 20)."""

from dataclasses import replace

import pytest

from bot.systems.ahl.ledger import LEDGER
from bot.systems.ahl.sheet.character import Being, Condition, Nerve, full_clip
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.people import WEAPONS
from tests.systems.ahl.table import Table

MISS = [1, 1]


def reloader(weapon, ammo=""):
    """Ann with an empty weapon and a clip for it, and Cid who fires at her from three squares."""
    unit = gunner("Ann", weapon, ammo)
    carried = replace(unit.sheet.weapons[0], spare=(full_clip(WEAPONS[weapon], ammo),))
    carried = replace(carried, loaded=replace(carried.loaded, rounds=0))
    ann = replace(unit, sheet=replace(unit.sheet, weapons=(carried,)))
    cid = gunner("Cid", "Carbine", "", side="red")
    return Table((ann, stands("E2")), (cid, stands("B2", "E")))


def rounds(table):
    return table.units["Ann"].sheet.weapons[0].loaded.rounds


def evading(table):
    table.give("fire", MISS, name="Cid", target="Ann", fire="snap")
    (attack,) = table.last.result.result.attacks
    return {modifier.label: modifier.dm for modifier in attack.hit.modifiers}.get("evading")


def to_next_turn(table):
    while table.give("phase").title[:5] != "The d":
        pass


@pytest.mark.rule("AHL-25Ba")
def test_who_planned_to_reload_evades_from_the_first_phase_on():
    """Most weapons take a turn, evading: before /reload is typed as well; in the open −1 (11.C.2.e)."""
    table = reloader("ACR", "DS")
    table.begin(Ann="reload")
    assert evading(table) == -1
    card = table.give("reload", name="Ann")
    assert card.lines[:1] == ("As the turn ends: ACR (DS) +0: 20 of 20 rounds, 0 clips",)
    assert (rounds(table), evading(table)) == (0, -1)
    to_next_turn(table)
    assert rounds(table) == 20
    table.give("phase")
    assert evading(table) is None


@pytest.mark.rule("AHL-25Ba")
def test_who_planned_to_reload_has_done_it_as_the_turn_ends_and_types_nothing():
    table = reloader("ACR", "DS")
    table.begin(Ann="reload")
    for _ in range(4):
        table.give("phase")
    assert rounds(table) == 0
    card = table.give("phase")
    assert rounds(table) == 20
    assert "Ann has reloaded: ACR (DS) +0: 20 of 20 rounds, 0 clips (AHL 25.B)" in card.lines


@pytest.mark.rule("AHL-25Ba")
@pytest.mark.parametrize("plan", ["move", "aim", "cover"])
def test_who_planned_something_else_has_reloaded_nothing_as_the_turn_ends(plan):
    table = reloader("ACR", "DS")
    table.begin(Ann=plan)
    for _ in range(5):
        card = table.give("phase")
    assert rounds(table) == 0
    assert not [line for line in card.lines if "has reloaded" in str(line)]


@pytest.mark.rule("AHL-25Ba", "AHL-18Dc")
@pytest.mark.parametrize(("phases", "loaded"), [(1, 0), (4, 0), (5, 20)])
def test_who_panics_before_the_turn_is_over_has_not_reloaded(phases, loaded):
    """It takes one whole turn, and the panicked flee from the next phase on whatever they had chosen (18.D)."""
    table = reloader("ACR", "DS")
    table.begin(Ann="reload")
    table.give("reload", name="Ann")
    for _ in range(phases - 1):
        table.give("phase")
    ann = table.units["Ann"]
    # As the checks at the end of that phase leave her.
    table.units["Ann"] = replace(ann, sheet=replace(ann.sheet, nerve=Nerve.FLEEING))
    to_next_turn(table)
    assert rounds(table) == loaded


@pytest.mark.rule("AHL-25Ba", "AHL-12Ca")
def test_who_is_knocked_out_while_reloading_has_not_reloaded_though_they_wake():
    table = reloader("ACR", "DS")
    table.begin(Ann="reload")
    table.give("reload", name="Ann")
    ann = table.units["Ann"]
    table.units["Ann"] = replace(ann, sheet=replace(ann.sheet, condition=Condition.UNCONSCIOUS))
    to_next_turn(table)
    assert rounds(table) == 0


@pytest.mark.rule("AHL-25Ba", "AHL-5b")
def test_what_is_planned_is_secret_until_it_is_carried_out():
    table = reloader("ACR", "DS")
    table.give("turn begin")
    table.give("plan", name="Ann", plan="reload")
    assert table.give("turn show").lines[0] == "Ann: planned"
    table.give("phase")
    assert "evading" in table.give("turn show").lines[0]


@pytest.mark.rule("AHL-25Bb")
@pytest.mark.parametrize(("weapon", "ammo"), [("Revolver", ""), ("Shotgun", ""), ("Snub Pistol", "HE")])
def test_a_revolver_takes_one_turn_without_evading(weapon, ammo):
    table = reloader(weapon, ammo)
    table.begin(Ann="reload")
    assert evading(table) is None
    table.give("reload", name="Ann")
    assert evading(table) is None
    to_next_turn(table)
    assert rounds(table) == WEAPONS[weapon].clip


@pytest.mark.rule("AHL-25Bb")
@pytest.mark.parametrize(("weapon", "ammo"), [("Revolver", ""), ("Shotgun", ""), ("Snub Pistol", "HE")])
def test_or_two_turns_evading_in_the_second_of_which_it_is_loaded(weapon, ammo):
    table = reloader(weapon, ammo)
    table.begin(Ann="reload evading")
    assert table.refused("move", name="Ann", to="F2").startswith("Ann has planned to reload evading for the whole turn")
    assert evading(table) == -1
    assert table.refused("reload", name="Ann") == (
        f"{weapon} takes Ann two turns evading, and this is the first: /reload comes in the next one (AHL 25.B)."
    )
    for _ in range(4):
        table.give("phase")
    card = table.give("phase")
    assert "Ann has reloaded for one turn of two, and goes on in the next one (AHL 25.B)" in card.lines
    assert table.give("plan", name="Ann").lines == ("Ann: reload evading, turn 2 of 2",)
    table.give("phase")
    assert evading(table) == -1
    table.give("reload", name="Ann")
    assert (rounds(table), evading(table)) == (0, -1)
    to_next_turn(table)
    assert rounds(table) == WEAPONS[weapon].clip
    assert table.give("plan", name="Ann").lines == ("Ann: no plan",)
    table.give("phase")
    assert evading(table) is None


@pytest.mark.rule("AHL-25Bb", "AHL-5d")
def test_a_first_turn_is_lost_with_another_plan_or_without_one():
    table = reloader("Revolver")
    table.begin(Ann="reload evading")
    to_next_turn(table)
    table.give("plan", name="Ann", plan="aim")
    table.give("plan", name="Ann", plan="reload evading")
    assert table.give("plan", name="Ann").lines == ("Ann: reload evading, turn 1 of 2",)
    table.give("phase")
    assert table.refused("reload", name="Ann").startswith("Revolver takes Ann two turns evading")
    table.give("plan", name="Ann", plan="abandon")
    assert evading(table) is None
    to_next_turn(table)
    assert table.give("plan", name="Ann").lines == ("Ann: no plan",)


@pytest.mark.rule("AHL-25Bb", "AHL-12Ca")
def test_who_is_out_at_the_end_of_the_first_turn_has_not_reloaded_for_it():
    table = reloader("Revolver")
    table.begin(Ann="reload evading")
    # 8+ with −1 and −2: 6+6 hits; 1+1 and 2 of penetration is 4, a light wound, and the die is a 6.
    table.give("fire", [6, 6, 1, 1, 6], name="Cid", target="Ann", fire="snap")
    to_next_turn(table)
    assert table.ledger.clock.of("Ann").plan is None


def test_a_rifle_that_is_planned_to_be_reloaded_evading_takes_one_turn_as_always():
    table = reloader("ACR", "DS")
    table.begin(Ann="reload evading")
    table.give("reload", name="Ann")
    to_next_turn(table)
    assert rounds(table) == 20


@pytest.mark.rule("AHL-20b", "AHL-20d")
@pytest.mark.parametrize("plan", ["aim", "cover", "reload", "emplace a charge", "don or doff a suit"])
def test_a_blob_plans_nothing_but_to_move(plan):
    table = Table((body("Zed", being=Being.BLOB, life_level=3), stands("E2")))
    table.give("turn begin")
    delay = {"delay": 2} if plan.startswith("emplace") else {}
    assert table.refused("plan", name="Zed", plan=plan, **delay) == (
        "Zed is a blob, and plans nothing but to move (AHL 20)."
    )
    table.give("plan", name="Zed", plan="move")


@pytest.mark.rule("AHL-20d")
def test_a_blob_moves_one_square_a_phase_any_way_and_does_nothing_else():
    table = Table((body("Zed", being=Being.BLOB, life_level=3), stands("E2", "N")), (body("Ann"), stands("A1")))
    table.begin(Zed="move")
    assert table.refused("break", name="Zed") == (
        "Zed is a blob: it moves, drops and fights, and breaking a door down is not its way (AHL 20)."
    )
    table.give("move", name="Zed", to="SW")
    assert table.at("Zed", "D3")
    assert table.refused("move", name="Zed", to="W").startswith("Zed has 0 AP left in phase 1 of turn 1")
    table.give("phase")
    table.give("move", name="Zed", to="A3")
    assert table.board.people["Zed"].at.x == 2, "one square of three"
    assert table.board.people["Zed"].facing.value == "N"


def test_a_turn_that_was_kept_before_there_were_two_turns_of_reloading_is_read():
    """What is missing is as it was then: nobody was half done, nor evaded by their plan."""
    table = reloader("Revolver")
    table.begin(Ann="reload")
    stored = LEDGER.dump(table.ledger)
    for doing in stored["clock"]["people"].values():
        del doing["shelters"], doing["turns"], doing["takes"]
    assert LEDGER.load(stored) == table.ledger


def test_a_half_done_reloading_that_was_kept_as_such_is_read():
    """As the third version kept it: the first of two turns was over."""
    table = reloader("Revolver")
    table.begin(Ann="reload evading")
    stored = LEDGER.dump(table.ledger)
    for doing in stored["clock"]["people"].values():
        del doing["turns"], doing["takes"]
        doing["half"] = True
    read = LEDGER.load({**stored, "v": 3}).clock.of("Ann")
    assert (read.turns, read.takes) == (1, 2)


@pytest.mark.rule("AHL-25Ba", "AHL-17-0")
def test_a_fight_ends_evading_for_its_phase_and_reloading_goes_on():
    table = reloader("ACR", "DS")
    table.begin(Ann="reload")
    table.units["Dan"] = body("Dan", "red")
    table.board = replace(table.board, people={**table.board.people, "Dan": stands("E1", "S")})
    table.give("melee", [1], name="Dan", target="Ann", strike_back="no")
    assert evading(table) is None
    table.give("phase")
    assert evading(table) == -1


@pytest.mark.rule("AHL-25Bb")
def test_who_reloads_their_other_weapon_evades_as_that_one_has_it():
    """A rifle takes a turn evading, a revolver one without: it is the revolver that they reload."""
    table = reloader("ACR", "DS")
    revolver = reloader("Revolver").units["Ann"].sheet.weapons
    ann = table.units["Ann"]
    table.units["Ann"] = replace(ann, sheet=replace(ann.sheet, weapons=(*ann.sheet.weapons, *revolver)))
    table.begin(Ann="reload")
    table.give("reload", name="Ann", weapon="Revolver")
    assert evading(table) is None
    table.give("phase")
    assert evading(table) is None


def test_who_has_nothing_to_reload_is_in_no_second_turn_of_it():
    table = Table((body("Ann"), stands("E2")))
    table.begin(Ann="reload evading")
    to_next_turn(table)
    assert table.give("plan", name="Ann").lines == ("Ann: no plan",)
