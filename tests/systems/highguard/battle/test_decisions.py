"""What is decided before the firing: breaking off, jumps, emergency agility, globes, energy."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.decisions import Decisions, JumpOrder, choose_range, decide
from bot.systems.highguard.battle.fire import Fire, Volley, fire
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.report import Declared, Left, Stayed
from bot.systems.highguard.battle.rounds import play_turn
from bot.systems.highguard.battle.state import Station, Step
from bot.systems.highguard.combat.readiness import agility
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Carried
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, formed, hold_fire, in_combat, plain

NO_DICE = ScriptedDice([])
CHI = plain("Chi", armed("missile"))


def alpha(**changes):
    """10,000 tons: its plant of 5 makes 500 EP a turn, its lasers draw 100."""
    return plain("Alpha", armed("missile"), armed("laser"), draws=(("laser", Fraction(100)),), **changes)


def declaring(vessel, red=("Alpha",)):
    """Red is the defender and declares first."""
    return formed(battle_of([vessel], [CHI]), list(red), ["Chi"], initiative=(1, 1, 6, 6))


def jumping(number, vessel=None, **order):
    battle = declaring(vessel or alpha())
    return decide(battle, 0, Decisions(jump={"Alpha": JumpOrder(number, "Regina", **order)})).battle


@pytest.mark.rule("HG-C13")
def test_the_defender_states_all_before_the_attacker():
    battle = formed(battle_of([alpha()], [CHI]), ["Alpha"], ["Chi"])
    with pytest.raises(RuleError, match="Red has nothing to decide now: Blue is waited for"):
        decide(battle, 0, Decisions())
    battle = decide(battle, 1, Decisions()).battle
    assert battle.waiting == (0,)
    assert decide(battle, 0, Decisions()).battle.step is Step.COMBAT


@pytest.mark.rule("HG-C14")
@pytest.mark.parametrize(
    ("order", "changes", "told"),
    [
        (JumpOrder(2, " "), {}, "Alpha needs a destination"),
        (JumpOrder(3, "Regina"), {}, "Alpha can jump 2 now, not 3"),
        (JumpOrder(0, "Regina"), {}, "Alpha can jump 2 now, not 0"),
        (JumpOrder(2, "Regina"), {"fuel": Fraction(1_999)}, r"has 1,999 tons of fuel; the jump takes 2,000"),
        (JumpOrder(2, "Regina", Fraction(501)), {}, "makes 500 EP: put no more into its jump"),
    ],
)
def test_jumps_that_cannot_be(order, changes, told):
    with pytest.raises(RuleError, match=told):
        decide(declaring(alpha(**changes)), 0, Decisions(jump={"Alpha": order}))


@pytest.mark.rule("HG-C15")
def test_a_plant_of_one_cannot_make_jump_two():
    # Jump 2 takes 400 EP (0.02 x 10,000 x 2), a plant of 1 makes 200 in two turns.
    with pytest.raises(RuleError, match="can't gather the 400 EP for jump 2 in two turns"):
        jumping(2, alpha(power=1))


@pytest.mark.rule("HG-C15", "HG-C16", "HG-C17")
def test_a_jump_of_one_turn_leaves_in_the_pursuit_step():
    battle = jumping(2)  # 400 of 500 EP
    ship = battle.ships["Alpha"]
    assert ship.vessel.stance.to_jump == 400
    # 500 EP less 400 leave 100: the lasers take them, and nothing is left for agility.
    assert agility(ship.vessel) == 0
    assert ship.vessel.stance.silent == ()
    battle = decide(battle, 1, Decisions()).battle
    assert battle.ships["Alpha"].place is Station.LINE
    turned = play_turn(hold_fire(battle), NO_DICE, COMBAT)
    gone = turned.battle.ships["Alpha"]
    assert gone.place is Station.JUMPED
    assert gone.vessel.fuel == 1_000  # 3,000 less 10% of 10,000 for each number


@pytest.mark.rule("HG-C15", "HG-C16", "HG-C17")
def test_a_jump_of_two_turns_from_the_reserve_at_short_range():
    slow = alpha(power=3, maneuver=3, agility=2)  # 300 EP a turn: 400 take two
    battle = battle_of([slow], [CHI])
    gathered = []
    for _ in range(2):
        battle = formed(battle, [], ["Chi"], initiative=(1, 1, 6, 6))
        if battle.step is Step.RANGE:
            battle = choose_range(battle, 1, Range.SHORT).battle
        turned = decide(battle, 0, Decisions(jump={"Alpha": JumpOrder(2, "Regina")}))
        gathered.append(turned.battle.ships["Alpha"].vessel.stance.to_jump)
        battle = hold_fire(decide(turned.battle, 1, Decisions()).battle)
        if battle.step is Step.BREAKTHROUGH:
            turned = fire(battle, 1, Fire(), NO_DICE, COMBAT)
            battle = turned.battle
    assert gathered == [300, 100]
    assert battle.ships["Alpha"].place is Station.JUMPED
    assert any(event == Left(("Alpha",), 0, "Regina") for event in turned.events)


@pytest.mark.rule("HG-C15")
def test_a_jump_of_two_turns_may_take_most_of_its_energy_in_the_second():
    # Jump 4 takes 800 EP; a plant of 6 makes 600, so that 200 must go into it now and 600 can follow.
    big = alpha(power=6, factors={"jump": 4}, fuel=Fraction(4_000), tankage=Fraction(4_000))
    battle = jumping(4, big, energy=Fraction(200))
    assert battle.ships["Alpha"].vessel.stance.to_jump == 200
    with pytest.raises(RuleError, match="can't gather the 800 EP for jump 4 in two turns"):
        jumping(4, big, energy=Fraction(199))


@pytest.mark.rule("HG-C16")
def test_energy_that_goes_into_a_jump_is_gone_for_the_weapons():
    hungry = plain("Alpha", armed("laser"), armed("missile"), draws=(("laser", Fraction(200)),))
    battle = jumping(2, hungry)
    # 500 EP less 400: the lasers' 200 are too many, and they are switched off.
    assert battle.ships["Alpha"].vessel.stance.silent == ("laser",)
    battle = decide(battle, 1, Decisions()).battle
    with pytest.raises(RuleError, match="The laser batteries of Alpha are switched off"):
        fire(battle, 0, Fire((Volley("Alpha", "laser", "Chi"),)), NO_DICE, COMBAT)


def test_damage_spoils_a_jump():
    battle = decide(jumping(2), 1, Decisions()).battle
    hit = battle.ships["Alpha"]
    now = replace(hit.vessel.now, jump=1)
    battle = battle.with_ships([replace(hit, vessel=replace(hit.vessel, now=now))])
    turned = fire(battle, 0, Fire(), NO_DICE, COMBAT)
    turned = fire(turned.battle, 1, Fire(), NO_DICE, COMBAT)
    assert Stayed("Alpha", "damage has spoilt its jump (HG-C14)") in turned.events
    assert turned.battle.ships["Alpha"].place is Station.LINE


@pytest.mark.rule("HG-C18")
def test_acceleration_starts_from_long_range():
    battle = play_turn(formed(battle_of([alpha()], [CHI]), ["Alpha"], ["Chi"]), ScriptedDice([1] * 300), COMBAT).battle
    battle = formed(battle, ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    battle = choose_range(battle, 1, Range.SHORT).battle
    with pytest.raises(RuleError, match="from long range only"):
        decide(battle, 0, Decisions((("Alpha",),)))


@pytest.mark.rule("HG-C18")
def test_ships_break_off_singly_or_in_groups_from_line_and_reserve():
    fleet = [replace(alpha(), name=name) for name in ("Alpha", "Beta", "Gamma")]
    battle = formed(battle_of(fleet, [CHI]), ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    battle = decide(battle, 0, Decisions((("Alpha", "Beta"), ("Gamma",)))).battle
    assert [ship.breaking for ship in battle.fleet(0)] == ["Alpha", "Alpha", "Gamma"]


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        (Decisions((("Alpha",), ("Alpha",))), "in one way only"),
        (Decisions((("Alpha",),), {"Alpha": JumpOrder(1, "Regina")}), "in one way only"),
        (Decisions((("Alpha",),), globe={"Alpha": 100}), "Alpha can't maneuver"),
        (Decisions((("Chi",),)), "Chi belongs to Blue"),
        (Decisions(globe={"Alpha": 10}), "no working black globe"),
    ],
)
def test_decisions_that_cannot_be(decisions, told):
    with pytest.raises(RuleError, match=told):
        decide(declaring(alpha()), 0, decisions)


@pytest.mark.rule("HG-C19", "HG-C20")
def test_emergency_agility_silences_energy_for_one_turn():
    battle = declaring(alpha(agility=1, maneuver=4, power=5))
    assert agility(battle.ships["Alpha"].vessel) == 1
    battle = decide(battle, 0, Decisions(emergency=("Alpha",))).battle
    assert agility(battle.ships["Alpha"].vessel) == 4  # the lower of maneuver 4 and plant 5
    battle = decide(battle, 1, Decisions()).battle
    with pytest.raises(RuleError, match="only missiles and sand may fire"):
        fire(battle, 0, Fire((Volley("Alpha", "laser", "Chi"),)), NO_DICE, COMBAT)
    fired = fire(battle, 0, Fire((Volley("Alpha", "missile", "Chi"),)), ScriptedDice([1, 1]), COMBAT).battle
    assert agility(play_turn(fired, ScriptedDice([1] * 50), COMBAT).battle.ships["Alpha"].vessel) == 1


def test_a_ship_adrift_has_no_emergency_agility():
    with pytest.raises(RuleError, match="no emergency agility"):
        decide(declaring(alpha(maneuver=0)), 0, Decisions(emergency=("Alpha",)))


@pytest.mark.rule("HG-C16")
def test_a_plant_too_weak_switches_off_what_fires_least():
    draws = (("laser", Fraction(100)), ("particle", Fraction(300)), ("damper", Fraction(150)))
    weak = plain("Alpha", armed("laser"), armed("particle"), draws=draws, factors={"damper": 5}, agility=0, power=4)
    battle = decide(declaring(weak), 0, Decisions(silent={"Alpha": ("damper",)})).battle
    # 400 EP for 550: the damper's 150 are saved by its owner's word, and that is enough.
    assert battle.ships["Alpha"].vessel.stance.silent == ("damper",)
    turned = decide(declaring(weak), 0, Decisions())
    assert turned.battle.ships["Alpha"].vessel.stance.silent == ("laser", "particle")
    assert turned.events == (Declared(0, "Alpha", "switches off laser, particle", "its plant makes 400 EP"),)


@pytest.mark.rule("HG-C16", "HG-G12")
def test_stored_energy_pays_for_a_jump_at_the_end_of_the_turn():
    globed = alpha(factors={"globe": 4}, capacity=Fraction(900), stored=Fraction(400))
    battle = decide(jumping(2, globed, energy=Fraction(0)), 1, Decisions()).battle
    gone = hold_fire(battle).ships["Alpha"]
    assert (gone.place, gone.vessel.stored) == (Station.JUMPED, 0)
    assert agility(jumping(2, globed, energy=Fraction(0)).ships["Alpha"].vessel) == 4


@pytest.mark.rule("HG-C16", "HG-G12")
@pytest.mark.parametrize(("stored", "given"), [(300, 100), (399, 1), (400, 0), (900, 0)])
def test_what_is_stored_leaves_the_plant_that_much_less_to_give_to_a_jump(stored, given):
    """Jump 2 takes 400 EP."""
    globed = alpha(factors={"globe": 4}, capacity=Fraction(900), stored=Fraction(stored))
    assert jumping(2, globed).ships["Alpha"].vessel.stance.to_jump == given


@pytest.mark.rule("HG-C14", "HG-G12")
@pytest.mark.parametrize("lost", [{"fuel": Fraction(1_999)}, {"criticals": ("computer",)}, {"stored": Fraction(399)}])
def test_a_jump_on_stored_energy_needs_fuel_and_computer_when_the_turn_ends(lost):
    """Ten thousand tons for jump 2: 400 EP (R-34) and 2,000 tons of fuel."""
    globed = alpha(factors={"globe": 4}, capacity=Fraction(900), stored=Fraction(400))
    battle = decide(jumping(2, globed, energy=Fraction(0)), 1, Decisions()).battle
    assert hold_fire(battle).ships["Alpha"].place is Station.JUMPED
    ship = battle.ships["Alpha"]
    battle = battle.with_ships([replace(ship, vessel=replace(ship.vessel, **lost))])
    assert hold_fire(battle).ships["Alpha"].place is Station.LINE


@pytest.mark.rule("HG-C15")
def test_a_jump_that_has_no_energy_after_two_turns_is_given_up():
    globed = alpha(factors={"globe": 4}, capacity=Fraction(900))
    battle, order = battle_of([globed], [CHI]), Decisions(jump={"Alpha": JumpOrder(2, "Regina", Fraction(0))})
    for turn in (1, 2):
        battle = formed(battle, ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
        battle = choose_range(battle, 1, Range.LONG).battle if turn == 2 else battle
        battle = decide(decide(battle, 0, order).battle, 1, Decisions()).battle
        battle = hold_fire(battle)
    assert battle.turn == 3
    assert (battle.ships["Alpha"].place, battle.ships["Alpha"].jump) == (Station.LINE, None)


@pytest.mark.rule("HG-C17")
def test_craft_aboard_jump_with_their_carrier():
    carrier = alpha(craft=(Carried("Wasp", Fraction(10), 1),))
    battle = join(battle_of([carrier], [CHI]), 0, [Recruit(plain("Wasp", size="0", tons=10), "Wasp", "", "Alpha")])
    battle = formed(battle, ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    battle = decide(battle, 0, Decisions(jump={"Alpha": JumpOrder(2, "Regina")})).battle
    battle = hold_fire(decide(battle, 1, Decisions()).battle)
    assert [battle.ships[name].place for name in ("Alpha", "Wasp")] == [Station.JUMPED] * 2


def test_combat_begins_when_both_have_decided():
    assert in_combat(battle_of([alpha()], [CHI]), ["Alpha"], ["Chi"]).presented == (("Alpha",), ("Chi",))
