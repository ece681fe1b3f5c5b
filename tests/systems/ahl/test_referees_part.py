"""What the referee has to see to as long as there is no map: the answers tell them where it matters."""

from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.ahl.ledger import Ledger
from tests.reports import card_of
from tests.systems.ahl.book import AHL, MARINE, PIRATE

WARBOT, MAINTENANCE = (replace(AHL.templates[name], name=name) for name in ("Warbot", "Maintenance Robot"))
SUPERVISION = "an officer and a technician, unpanicked, in one square of its deck, who do nothing else (AHL 21)"


def working(verb, faces, units, **fields):
    order, dice = AHL.orders[verb], ScriptedDice(faces)
    roles = {role.name: () for role in order.roles}
    outcome = order.resolve(Scene({**roles, **units}, Ledger()), order.read(fields), dice)
    return card_of(order, outcome, dice.throws).working


def fire(attacker=MARINE, **fields):
    return working("fire", [1, 1], {"name": (attacker,), "target": (PIRATE,)}, **{"range": 30, **fields})


@pytest.mark.rule("AHL-11A1a")
@pytest.mark.parametrize("kind", ["aimed", "snap"])
def test_the_target_is_chosen_as_the_fire_is_resolved(kind):
    assert "The target is chosen as the fire is resolved, anybody in the field of fire (AHL 11.A.1)" in fire(fire=kind)
    assert not any("AHL 11.A.1" in line and "chosen" in line for line in fire(fire="covering"))


@pytest.mark.rule("AHL-11A1c")
def test_covering_fire_goes_on_against_whoever_moves_through_it():
    lines = fire(fire="covering")
    assert (
        "Whoever moves through its danger space in this phase is attacked at once, nobody twice, and all its hits "
        "count towards that limit (AHL 11.A.1) (ruling R-70)"
    ) in lines
    # The limit that it speaks of, of an ACR's burst, stands before it.
    assert any("The fire ends at 2 hits" in line for line in lines)


@pytest.mark.rule("AHL-11A1b", "AHL-11A1d")
def test_covering_fire_has_an_end_point_and_movers_their_order():
    line = "Its end point is named as the phase begins, and their owner says in which order they come through"
    assert any(each.startswith(line) for each in fire(fire="covering"))
    assert not any(each.startswith(line) for each in fire())


@pytest.mark.rule("AHL-11Ba")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("covering", "in the covering fire step, and during movement at whoever comes through"),
        ("aimed", "in the aimed fire step"),
        ("snap", "in the snap shot step, and during movement at whoever comes adjacent"),
    ],
)
def test_each_type_of_fire_says_when_it_is_resolved(kind, said):
    assert f"{kind.capitalize()} fire is resolved {said} (AHL 11.B)" in fire(fire=kind)


@pytest.mark.rule("AHL-13a", "AHL-13b")
def test_a_snap_shot_is_fired_at_once_at_whoever_comes_adjacent():
    line = (
        "At an enemy who comes adjacent it is fired at once, before that one dives or fights, by whoever is not moving "
        "(AHL 13)"
    )
    assert line in fire(fire="snap")
    assert line not in fire(fire="aimed")


@pytest.mark.rule("AHL-21c", "AHL-21d")
def test_what_a_warbot_does_without_supervision():
    aims = "Without supervision a warbot aims only if it saw an enemy in the decision phase (AHL 21)"
    covers = f"A warbot gives covering fire only under supervision: {SUPERVISION}"
    assert aims in fire(WARBOT)
    assert covers in fire(WARBOT, fire="covering")
    assert not {aims, covers} & set(fire() + fire(fire="covering"))


@pytest.mark.rule("AHL-21b", "AHL-21c")
def test_a_maintenance_robot_attacks_only_under_supervision():
    lines = working("melee", [1] * 6, {"name": (MAINTENANCE,), "target": (PIRATE,)})
    assert f"A maintenance robot attacks only under supervision: {SUPERVISION}" in lines
    lines = working("melee", [1] * 6, {"name": (MARINE,), "target": (PIRATE,)})
    assert not any("supervision" in line for line in lines)


@pytest.mark.rule("AHL-9Da")
def test_a_grenade_takes_six_points_in_the_step_of_snap_shots():
    thrower = replace(MARINE, sheet=replace(MARINE.sheet, grenades=1, weapons=()))
    lines = working("grenade", [1] * 8, {"name": (thrower,)}, range=8)
    assert "It needs a line of sight, and 6 AP in the snap shot step (AHL 16)" in lines


@pytest.mark.rule("AHL-24Ba")
def test_a_satchel_charge_was_planned_in_its_own_square():
    line = "It was emplaced in its own square by a planned turn, its delay in phases written in secret (AHL 24.B)"
    people = {"people": (replace(PIRATE, at=2),)}
    assert line in working("blast", [1, 1, 1, 1], people, cause="satchel")
    assert line not in working("blast", [1, 1, 1, 1], people, cause="grenade")


@pytest.mark.rule("AHL-TRAV-E")
def test_travellers_skills_take_the_place_of_the_simple_ones():
    line = "Traveller's own DMs for skills take the place of these; dexterity counts in the skill (AHL Traveller E)"
    assert line in fire(traveller="yes")
    assert line not in fire()


@pytest.mark.rule("AHL-17-0", "AHL-17-2")
def test_what_a_melee_asks_of_those_who_fight():
    fighters = {"name": (MARINE,), "target": (PIRATE,)}
    lines = working("melee", [3] * 6, fighters)
    assert (
        "After movement, for no action points: whoever fought fires no aimed shot in this phase, and fights nobody "
        "else (AHL 17)"
    ) in lines
    shared = "In a shared square each side allots a fighter at least to every enemy there (AHL 17)"
    assert shared not in lines
    assert shared in working("melee", [3] * 6, fighters, **{"same square": True})


@pytest.mark.rule("AHL-TRAV-F", "AHL-TRAV-G")
def test_with_traveller_the_advanced_rules_hold_and_some_values_come_from_elsewhere():
    meaning = AHL.settings["traveller"].meaning
    assert "the advanced rules hold" in meaning
    assert "morale and leadership come from its book on mercenaries" in meaning
    assert fire(traveller=True)
    with pytest.raises(RuleError, match="With Traveller the advanced rules hold and rounds are counted"):
        fire(traveller=True, rounds="unlimited")
