"""The combat step: who is exposed when, what may fire, defences, and damage that waits for its step."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import Check, ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.breakthrough import damage_step
from bot.systems.highguard.battle.course import pending
from bot.systems.highguard.battle.decisions import Decisions, presentation
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Volley, defend, fire, shots_left
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.report import Broken, Damaged, Fired
from bot.systems.highguard.battle.rounds import play_turn
from bot.systems.highguard.battle.state import BATTLE, Harm, Station, Step
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import INTERIOR, Result
from bot.systems.highguard.combat.vessel import Carried, Facilities
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, formed, hold_fire, in_combat, plain
from tests.systems.highguard.combat.fleet import result

NO_DICE = ScriptedDice([])
ALPHA = plain("Alpha", armed("missile", 9, 10), armed("laser", 9, 4), armed("sand", 9, 4))
CHI = replace(ALPHA, name="Chi")


def duel(red=ALPHA, blue=CHI):
    """Both in their lines, nobody has fired; Alpha is exposed first, to Chi."""
    return in_combat(battle_of([red], [blue]), [red.name], [blue.name])


@pytest.mark.rule("HG-C21")
def test_ships_are_exposed_by_size_the_attackers_first():
    red = [plain("Small", size="2"), plain("Large", size="K")]
    blue = [plain("Tiny", size="0"), plain("Middle", size="A"), plain("Huge", size="Y"), plain("Tiny too", size="0")]
    battle = in_combat(battle_of(red, blue), ["Small", "Large"], ["Tiny too", "Tiny", "Middle", "Huge"])
    assert battle.attacker == 0
    # Equal sizes as their owner formed them; those whom nobody faces come last, together.
    assert presentation(battle) == (("Large",), ("Huge",), ("Small",), ("Middle",), ("Tiny too", "Tiny"))
    assert presentation(replace(battle, attacker=1))[:2] == (("Huge",), ("Large",))


@pytest.mark.rule("HG-C21")
def test_surplus_ships_are_exposed_at_once():
    battle = in_combat(battle_of([ALPHA], [CHI, replace(CHI, name="Psi")]), ["Alpha"], ["Chi", "Psi"])
    for _ in range(2):
        battle = fire(battle, battle.waiting[0], Fire(), NO_DICE, COMBAT).battle
    assert (battle.presented, battle.waiting) == ((("Psi",),), (0,))
    assert [waiting.ships for waiting in pending(battle)] == [("Psi",)]


@pytest.mark.rule("HG-C22")
def test_a_battery_shoots_once_a_turn():
    battle = fire(duel(), 1, Fire((Volley("Chi", "missile", "Alpha", 6),)), ScriptedDice([1, 1] * 6), COMBAT).battle
    assert battle.ships["Chi"].fired == {"missile": 6}
    assert shots_left(battle.ships["Chi"], "missile") == 4
    battle = replace(battle, presented=(("Alpha",),), waiting=(1,))
    with pytest.raises(RuleError, match="Chi has 4 of its missile batteries left that bear, not 5"):
        fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha", 5),)), NO_DICE, COMBAT)


@pytest.mark.rule("HG-C22", "HG-C24")
def test_a_battery_that_defended_fires_no_more():
    # Missile 9 hits on 2, on 6 at agility 4.
    hit = fire(duel(), 1, Fire((Volley("Chi", "missile", "Alpha"),)), ScriptedDice([6, 6]), COMBAT).battle
    assert (hit.step, hit.waiting, len(hit.incoming)) == (Step.DEFENCE, (0,), 1)
    defended = defend(hit, 0, Defence((Guard(1, "laser", 3),)), ScriptedDice([1, 1]), COMBAT).battle
    assert defended.ships["Alpha"].fired == {"laser": 3}
    with pytest.raises(RuleError, match="Alpha has 1 of its laser batteries left that bear, not 2"):
        fire(defended, 0, Fire((Volley("Alpha", "laser", "Chi", 2),)), NO_DICE, COMBAT)


@pytest.mark.rule("HG-C23")
def test_only_batteries_that_bear_act_and_losses_fall_on_idle_ones_first():
    broad = plain("Alpha", armed("missile", 9, 10, bearing=8))
    battle = duel(broad, CHI)
    assert shots_left(battle.ships["Alpha"], "missile") == 8

    def losing(number):
        ship = battle.ships["Alpha"]
        left = tuple(replace(each, batteries=each.batteries - number) for each in ship.vessel.now.armament)
        now = replace(ship.vessel.now, armament=left)
        return shots_left(replace(ship, vessel=replace(ship.vessel, now=now)), "missile")

    assert [losing(number) for number in (1, 2, 3)] == [8, 8, 7]
    battle = fire(battle, 1, Fire(), NO_DICE, COMBAT).battle
    with pytest.raises(RuleError, match="Alpha has 8 of its missile batteries left that bear, not 9"):
        fire(battle, 0, Fire((Volley("Alpha", "missile", "Chi", 9),)), NO_DICE, COMBAT)


@pytest.mark.rule("HG-C24")
def test_allotment_hits_defence_passive_defence_and_damage_come_in_that_order():
    damped = plain("Alpha", armed("sand", 9, 1), factors={"damper": 1})
    battle = duel(damped, CHI)
    order = Fire((Volley("Chi", "missile", "Alpha", 2),))
    turned = fire(battle, 1, order, ScriptedDice([6, 6, 1, 2]), COMBAT)
    assert [event.strike.struck for event in turned.events] == [False]  # the second missed
    assert [hit.number for hit in turned.battle.incoming] == [1]
    # Sand 9 against missile 9 needs 5, damper 1 needs 2: through both, then surface and radiation.
    dice = ScriptedDice([3, 3, 1, 1, 6, 6, 6, 6])
    turned = defend(turned.battle, 0, Defence((Guard(1, "sand"),)), dice, COMBAT)
    [event] = turned.events
    assert [passage.obstacle.defence for passage in event.strike.passages] == ["sand", "damper"]
    assert [passage.obstacle.needed for passage in event.strike.passages] == [5, 2]
    assert [roll.table for roll in event.strike.damage] == ["surface explosion", "radiation"]
    assert dice.left == []


@pytest.mark.rule("HG-C24")
def test_a_side_may_decline_to_fire_and_to_defend():
    battle = fire(duel(), 1, Fire(), NO_DICE, COMBAT).battle
    assert battle.presented == (("Chi",),)
    hit = fire(duel(), 1, Fire((Volley("Chi", "missile", "Alpha"),)), ScriptedDice([6, 6]), COMBAT).battle
    turned = defend(hit, 0, Defence(), ScriptedDice([6, 6, 6, 6]), COMBAT)
    assert turned.events[0].strike.passages == ()


@pytest.mark.parametrize(
    ("volley", "told"),
    [
        (Volley("Chi", "sand", "Alpha"), "sand batteries don't attack"),
        (Volley("Chi", "energy", "Alpha"), "Chi has no energy batteries"),
        (Volley("Alpha", "missile", "Alpha"), "Alpha belongs to Red, not to Blue"),
        (Volley("Chi", "missile", "Chi"), "Chi isn't exposed to fire now: Alpha is"),
        (Volley("Chi", "missile", "Alpha", 0), "one missile battery at least"),
        (Volley("Psi", "missile", "Alpha"), "There is no ship in this battle “Psi”"),
    ],
)
def test_fire_that_cannot_be_changes_nothing(volley, told):
    battle = duel()
    stored = BATTLE.dump(battle)
    with pytest.raises(RuleError, match=told):
        fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha"), volley)), NO_DICE, COMBAT)
    assert BATTLE.dump(battle) == stored


def test_energy_weapons_wait_for_short_range():
    gunner = plain("Chi", armed("energy"))
    with pytest.raises(RuleError, match="Energy weapons can't fire at long range"):
        fire(duel(ALPHA, gunner), 1, Fire((Volley("Chi", "energy", "Alpha"),)), NO_DICE, COMBAT)


def test_a_dead_ship_neither_fires_nor_forms():
    battle = duel()
    dead = replace(battle.ships["Chi"], place=Station.DESTROYED)
    with pytest.raises(RuleError, match="Chi is destroyed and can't act"):
        fire(battle.with_ships([dead]), 1, Fire((Volley("Chi", "missile", "Alpha"),)), NO_DICE, COMBAT)


@pytest.mark.parametrize(
    ("guard", "told"),
    [
        (Guard(2, "sand"), "The hits that wait are numbered 1 to 1"),
        (Guard(1, "repulsor"), "Alpha has no repulsor batteries that could meet missile fire"),
        (Guard(1, "sand", 5), "Alpha has 4 of its sand batteries left for defence, not 5"),
    ],
)
def test_defences_that_cannot_be(guard, told):
    hit = fire(duel(), 1, Fire((Volley("Chi", "missile", "Alpha"),)), ScriptedDice([6, 6]), COMBAT).battle
    with pytest.raises(RuleError, match=told):
        defend(hit, 0, Defence((guard,)), NO_DICE, COMBAT)


@pytest.mark.rule("HG-C25")
def test_a_doomed_ship_still_fires_and_all_damage_counts_at_once():
    # Chi's spinal meson gun of factor T (27) vaporizes Alpha (size 1: 26 automatic criticals).
    killer = plain("Chi", replace(armed("meson", 27), spinal=True))
    victim = plain("Alpha", armed("missile", 9), size="1", agility=0)
    battle = duel(victim, killer)
    hit = ScriptedDice([6, 6, 6, 6, *[6] * 200])
    battle = fire(battle, 1, Fire((Volley("Chi", "meson", "Alpha"),)), hit, COMBAT).battle
    assert battle.harm["Alpha"].rolls
    assert battle.ships["Alpha"].place is Station.LINE
    vaporized = replace(battle.harm["Alpha"].rolls[-1], result=COMBAT.result("critical hit", 2), led_to=None)
    harm = {"Alpha": replace(battle.harm["Alpha"], rolls=(vaporized,))}
    battle = replace(battle, harm=harm)
    turned = fire(battle, 0, Fire((Volley("Alpha", "missile", "Chi"),)), ScriptedDice([6, 6] * 3), COMBAT)
    assert isinstance(turned.events[0], Fired)
    told = [event for event in turned.events if isinstance(event, Damaged)]
    assert {event.ship: event.lost for event in told} == {"Alpha": "vaporized", "Chi": ""}
    assert turned.battle.ships["Alpha"].place is Station.DESTROYED
    assert turned.battle.harm == {}


def silenced(vessel):
    """The vessel with its missiles shot away."""
    armament = tuple(replace(each, factor=0) if each.place == "missile" else each for each in vessel.now.armament)
    return replace(vessel, now=replace(vessel.now, armament=armament))


BETA = plain("Beta", armed("missile", 9), armed("sand", 9, 2))


def broken():
    """Red's line has nothing to fire; Beta stands in its reserve; all targets have been exposed."""
    red = [silenced(plain("Alpha", armed("missile", 9))), BETA]
    battle = in_combat(battle_of(red, [CHI]), ["Alpha"], ["Chi"])
    order = Fire((Volley("Chi", "missile", "Alpha", 10),))
    battle = fire(battle, 1, order, ScriptedDice([1, 1] * 10), COMBAT).battle
    return fire(battle, 0, Fire(), NO_DICE, COMBAT)


@pytest.mark.rule("HG-C26", "HG-C27")
def test_a_broken_line_exposes_the_reserve_to_all_batteries_again():
    turned = broken()
    assert Broken(0) in turned.events
    battle = turned.battle
    assert (battle.step, battle.presented, battle.waiting) == (Step.BREAKTHROUGH, (("Beta",),), (1,))
    # Chi fired all ten missile batteries in the combat step, and may fire them again.
    hit = fire(battle, 1, Fire((Volley("Chi", "missile", "Beta", 10),)), ScriptedDice([6, 6, *[1, 1] * 9]), COMBAT)
    assert (hit.battle.step, hit.battle.waiting) == (Step.DEFENCE, (0,))
    with pytest.raises(RuleError, match="out of sequence"):
        fire(hit.battle, 0, Fire((Volley("Beta", "missile", "Chi"),)), NO_DICE, COMBAT)
    after = defend(hit.battle, 0, Defence((Guard(1, "sand"),)), ScriptedDice([6, 6, 6, 6, 6, 6]), COMBAT)
    assert any(isinstance(event, Damaged) and event.ship == "Beta" for event in after.events)  # at once
    assert after.battle.step is not Step.BREAKTHROUGH


def test_that_a_ship_is_silenced_or_disabled_is_told_when_it_comes_to_that_and_not_again():
    """One battery of factor 2 loses both at two hits; maneuver 2 likewise."""
    alpha = plain("Alpha", armed("missile", 2), maneuver=2)
    weapon, drive = result("Weapon", 1), result("Maneuver", 1)
    told, battle = [], battle_of([alpha], [CHI])
    for rolls in ((weapon,), (weapon,), (drive,), (drive,), (drive,)):
        turned = damage_step(replace(battle, harm={"Alpha": Harm(rolls)}), ScriptedDice([]))
        battle = turned.battle
        told += [(event.silenced, event.disabled) for event in turned.events]
    assert told == [(False, False), (True, False), (False, False), (False, True), (False, False)]


@pytest.mark.rule("HG-C27", "HG-D27")
def test_a_victor_short_of_energy_after_the_damage_step_fires_again_as_far_as_it_goes():
    # Its plant of 5 makes 500 EP for the particle guns' 300 and the lasers' 200; at 3 there are 300.
    draws = (("particle", Fraction(300)), ("laser", Fraction(200)))
    victor = plain("Chi", armed("particle", 9), armed("laser", 9), draws=draws)
    red = [silenced(plain("Alpha", armed("missile", 9))), BETA]
    battle = in_combat(battle_of(red, [victor]), ["Alpha"], ["Chi"])
    hurt = Harm((result("Power Plant", 2, INTERIOR),))
    battle = hold_fire(replace(battle, harm={"Chi": hurt}))
    assert battle.step is Step.BREAKTHROUGH
    with pytest.raises(RuleError, match="laser batteries of Chi are switched off"):
        fire(battle, 1, Fire((Volley("Chi", "laser", "Beta"),)), NO_DICE, COMBAT)
    fire(battle, 1, Fire((Volley("Chi", "particle", "Beta"),)), ScriptedDice([1, 1]), COMBAT)


@pytest.mark.rule("HG-C28")
def test_the_reserve_may_form_a_new_line_next_turn():
    battle = fire(broken().battle, 1, Fire(), NO_DICE, COMBAT).battle
    battle = play_turn(battle, NO_DICE, COMBAT).battle if battle.turn == 1 else battle
    battle = formed(battle, ["Beta"], ["Chi"])
    assert [ship.name for ship in battle.line(0)] == ["Beta"]
    assert not battle.sides[0].broken


@pytest.mark.rule("HG-C26")
def test_an_empty_line_is_broken_and_one_that_only_hides_is_not():
    battle = hold_fire(in_combat(battle_of([BETA], [CHI]), [], ["Chi"]))
    assert battle.step is Step.BREAKTHROUGH
    globed = plain("Alpha", armed("missile", 9), factors={"globe": 4})
    choices = (Decisions(), Decisions(globe={"Alpha": 100}))
    battle = in_combat(battle_of([globed, BETA], [CHI]), ["Alpha"], ["Chi"], decisions=choices)
    assert hold_fire(battle).step is not Step.BREAKTHROUGH


@pytest.mark.rule("HG-C26")
def test_two_broken_lines_break_through_nowhere():
    toothless = [silenced(plain(name, armed("missile", 9))) for name in ("Alpha", "Chi")]
    battle = battle_of([toothless[0], BETA], [toothless[1], replace(BETA, name="Psi")])
    assert hold_fire(in_combat(battle, ["Alpha"], ["Chi"])).step is not Step.BREAKTHROUGH


@pytest.mark.rule("HG-C25")
@pytest.mark.parametrize(("result", "lost"), [("Ship Vaporized", 2), ("Hangars Destroyed", 2), ("Bridge Destroyed", 0)])
def test_craft_aboard_are_lost_with_their_carrier_or_its_hangar(result, lost):
    craft = (Carried("Wasp", Fraction(10), 2),)
    carrier = replace(ALPHA, craft=craft, facilities=Facilities(1))
    wasps = [Recruit(plain("Wasp", size="0", tons=10), "Wasp", "", "Alpha")] * 2
    battle = join(battle_of([carrier], [CHI]), 0, wasps)
    roll = DamageRoll("critical hit", Check("critical hit", 7, ()), Result(result))
    after = damage_step(replace(battle, harm={"Alpha": Harm((roll,))}), ScriptedDice([1] * 3))
    assert sum(ship.place is Station.DESTROYED and ship.kind == "Wasp" for ship in after.battle.ships.values()) == lost
    assert sum(event.ship.startswith("Wasp") for event in after.events) == lost


def test_at_short_range_energy_weapons_fire():
    battle = replace(duel(ALPHA, plain("Chi", armed("energy"))), range=Range.SHORT)
    turned = fire(battle, 1, Fire((Volley("Chi", "energy", "Alpha"),)), ScriptedDice([1, 1]), COMBAT)
    assert turned.battle.ships["Chi"].fired == {"energy": 1}
