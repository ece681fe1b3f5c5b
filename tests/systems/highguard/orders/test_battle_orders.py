"""The orders of `/battle` as they are given: by whom, about which fight, in which step, and what they answer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.chat.wording import foot_of
from bot.engine.cards import Suggestion
from bot.engine.dice import Check, LiveDice, ScriptedDice
from bot.engine.system import Scene, Unit
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.battle.breakthrough import damage_step
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.state import BATTLE, Harm, Jump, Ledger, Station, Step, dump_battle, load_battle
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import Result
from bot.systems.highguard.combat.vessel import Carried, Facilities, People, Readied
from tests.systems.highguard.battle.fleets import armed, battle_of, formed, in_combat, plain
from tests.systems.highguard.orders.battles import (
    ALPHA,
    BETA,
    BLUE,
    CHI,
    PSI,
    RED,
    SYSTEM,
    answered,
    fresh,
    give,
    refused,
    unit,
)


def under_fire():
    """Chi before the guns of Red: the attacker's ships are presented first (HG-C21)."""
    return in_combat(fresh(), ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))


# --- whose orders they are ---


@pytest.mark.rule("HG-C03", "HG-C33")
def test_an_owner_orders_their_side_without_naming_it():
    outcome = give(fresh(), "form", RED, line="Alpha")
    assert outcome.ledger.battle.sides[0].sealed.line == ("Alpha",)
    assert outcome.ledger.battle.waiting == (1,)
    assert outcome.sealed
    assert outcome.card.title == "Red has formed"
    assert outcome.card.lines[0] == "Red: Alpha in the line"
    assert foot_of(outcome.card) == "Waiting: Blue, battle formation → /battle form"
    assert (outcome.fleets, outcome.log) == (None, ())


@pytest.mark.rule("HG-C03")
def test_a_later_formation_of_a_side_takes_the_place_of_an_earlier_one():
    sealed = give(fresh(), "form", RED, line="Alpha").ledger.battle
    again = give(sealed, "form", RED, line="Beta")
    assert again.ledger.battle.sides[0].sealed.line == ("Beta",)
    assert again.ledger.battle.waiting == (1,)
    assert again.card.title == "Red has formed anew"
    assert again.card.lines[0] == "This takes the place of what Red had decided before"
    assert again.sealed
    revealed = give(again.ledger.battle, "form", BLUE, line="Chi", faces=[6, 6, 1, 1])
    assert [ship.name for ship in revealed.ledger.battle.line(0)] == ["Beta"]
    assert "It is time for pre-combat decisions" in refused(revealed.ledger.battle, "form", RED, line="Alpha")


@pytest.mark.rule("HG-C13", "HG-C15")
def test_the_defender_decides_anew_until_the_attacker_has_decided():
    """Psi has gathered 200 of 600 EP for jump 3, and goes on with that though the first decision had dropped it."""
    psi = plain("Psi", armed("meson"), agility=6, power=6, factors={"jump": 3})
    gathering = Jump(3, "Regina", Fraction(200))
    battle = formed(battle_of([ALPHA], [CHI, psi]), ["Alpha"], ["Chi", "Psi"])
    battle = battle.with_ships([replace(battle.ships["Psi"], jump=gathering)])
    first = give(battle, "decide", BLUE, emergency="Psi", break_off="Chi").ledger.battle
    assert (first.ships["Psi"].jump, first.ships["Chi"].breaking, first.waiting) == (None, "Chi", (0,))
    again = give(first, "decide", BLUE, jump="Psi 3 to Regina", rest=False)
    assert again.card.lines[0] == "This takes the place of what Blue had decided before"
    assert again.ledger.battle.ships["Psi"].jump == gathering
    assert again.ledger.battle.ships["Psi"].vessel.stance.to_jump == 400
    assert (again.ledger.battle.ships["Chi"].breaking, again.ledger.battle.waiting) == ("", (0,))
    nothing = give(first, "decide", BLUE, rest=False).card.lines
    assert nothing == ("This takes the place of what Blue had decided before", "No ship does anything special.")
    decided = give(again.ledger.battle, "decide", RED).ledger.battle
    assert decided.undecided == {}
    assert "It is time for combat now" in refused(decided, "decide", BLUE, emergency="Psi")


def test_another_s_fleet_is_left_alone():
    assert refused(fresh(), "form", RED, side="Blue") == "Blue is another's fleet: give orders to your own."
    assert refused(fresh(), "standing", RED, side="Blue") == "Blue is another's fleet: give orders to your own."
    stranger = "None of these ships is yours: let yours join with /battle join."
    assert refused(fresh(), "form", "somebody") == stranger
    assert refused(under_fire(), "fire", "somebody") == stranger


def test_the_referee_orders_whoever_is_waited_for():
    assert refused(fresh(), "form", line="Alpha") == "Say for which side: side:Red or Blue."
    after = give(fresh(), "form", side="Red", line="Alpha").ledger.battle
    revealed = give(after, "form", line="Chi", faces=[6, 6, 1, 1])
    assert not revealed.sealed
    assert revealed.ledger.battle.step is Step.DECISIONS
    assert revealed.fleets is not None
    assert revealed.log


def test_a_battle_begins_with_one_order_and_ends_with_another():
    """Looking at it leaves it as it is."""
    assert give(None, "new", first="Red", second="Blue").ledger.battle.title == "Red against Blue"
    assert give(fresh(), "show").ledger is None
    assert give(fresh(), "form", side="Red", line="Alpha").ledger.battle.sides[0].sealed.line == ("Alpha",)
    assert give(fresh(), "end").ledger == Ledger()


def test_without_a_battle_there_is_nothing_to_order():
    for verb in ("form", "decide", "fire", "round", "show", "end", "join"):
        assert refused(None, verb) == "No battle is being fought here: begin one with /battle new."
    assert "is being fought here already" in refused(fresh(), "new", first="A", second="B")


# --- each step, and what another step would ask ---


@pytest.mark.rule("HG-C02", "HG-C13")
def test_what_another_step_asks_is_refused():
    battle = formed(fresh(), ["Alpha", "Beta"], ["Chi", "Psi"])
    said = refused(battle, "decide", BLUE, range="short")
    assert said == (
        "It is time for pre-combat decisions now: say break off, jump, emergency, globe, silent or drop, "
        "and leave range out (HG-C02)."
    )
    assert "leave dm out" in refused(battle, "decide", dm=2)
    assert refused(battle, "fire", BLUE, orders="Chi laser at Alpha").startswith("It is time for pre-combat decisions")
    assert "Blue is waited for (HG-C13)" in refused(battle, "decide", RED)
    assert refused(fresh(), "decide", RED).startswith("It is time for battle formation now")


@pytest.mark.rule("HG-C12")
def test_the_attacker_chooses_the_range_or_standing_orders_do():
    battle = replace(fresh(), step=Step.RANGE, waiting=(0,), turn=2)
    assert give(battle, "decide", RED, range="short").ledger.battle.range is Range.SHORT
    chosen = give(battle, "decide", RED)
    assert chosen.ledger.battle.step is Step.DECISIONS
    assert ", chosen by Red (" in chosen.card.lines[0]


def test_nothing_said_is_left_to_standing_orders():
    battle = formed(fresh(), ["Alpha", "Beta"], ["Chi", "Psi"])
    decided = give(battle, "decide", BLUE)
    assert decided.ledger.battle.waiting == (0,)
    assert decided.card.lines == ("No ship does anything special.",)
    named = give(battle, "decide", BLUE, emergency="psi")
    assert named.card.lines == ("Psi: emergency agility",)
    assert named.ledger.battle.ships["Psi"].vessel.stance == Readied(emergency=True)


@pytest.mark.rule("HG-A05", "HG-A07", "HG-A09")
def test_fire_as_it_was_ordered_and_what_the_target_is_asked():
    """Beams of factor 9 hit on 4+: −4 agility, −1 at long range, so 9 is needed; 8 misses."""
    fired = give(under_fire(), "fire", RED, faces=[4, 4, 4, 5], orders="Alpha laser 2 at Chi", rest=False)
    assert [hit.thrown for hit in fired.ledger.battle.incoming] == [9]
    assert fired.ledger.battle.ships["Alpha"].fired == {"laser": 2}
    assert fired.ledger.battle.step is Step.DEFENCE
    assert fired.card.lines[-1] == "Hit 1 on Chi: beam laser of Alpha, to be met by sand 2"
    assert foot_of(fired.card) == "Waiting: Blue, defensive fire at Chi → /battle decide defend"
    assert "4+ | 8 −4 agility −1 long range = 3 → miss" in fired.log[0]


@pytest.mark.rule("HG-A15", "HG-A20", "HG-A21")
def test_a_target_defends_by_number_and_battery():
    """Beams of factor 9 pass sand 9 on 6+: through the first battery, not through the second."""
    fired = give(under_fire(), "fire", RED, faces=[4, 5], orders="Alpha laser 1 at Chi", rest=False).ledger.battle
    assert refused(fired, "decide", BLUE, defend="2 sand") == "The hits that wait are numbered 1 to 1."
    assert "no laser batteries that could meet" in refused(fired, "decide", BLUE, defend="1 laser")
    assert "has 2 of its sand batteries left for defence, not 3" in refused(fired, "decide", BLUE, defend="1 sand 3")
    met = give(fired, "decide", BLUE, faces=[3, 3, 2, 3], defend="1 sand 2", rest=False)
    assert met.ledger.battle.ships["Chi"].fired["sand"] == 2
    assert met.ledger.battle.ships["Chi"].vessel == fired.ships["Chi"].vessel
    assert "sand 9: 6+ | 6 → through; sand 9: 6+ | 5 → stopped" in met.log[0]
    assert met.card.lines[0] == met.log[0]


@pytest.mark.rule("HG-C21", "HG-C22", "HG-C23")
def test_what_cannot_fire_is_refused_and_nothing_changes():
    battle = under_fire()
    assert "Beta is in reserve" in refused(battle, "fire", RED, orders="Beta particle at Chi")
    assert "Psi isn't exposed to fire now" in refused(battle, "fire", RED, orders="Alpha laser at Psi")
    assert "has 2 of its laser batteries left that bear, not 3" in refused(
        battle, "fire", orders="Alpha laser 3 at Chi"
    )
    assert "Chi belongs to Blue, not to Red" in refused(battle, "fire", RED, orders="Chi laser at Alpha")
    assert "sand batteries don't attack" in refused(battle, "fire", RED, orders="Alpha sand at Chi")
    dead = battle.with_ships([replace(battle.ships["Alpha"], place=Station.DESTROYED)])
    assert "Alpha is destroyed and can't act" in refused(dead, "fire", RED, orders="Alpha laser at Chi")


@pytest.mark.rule("HG-A10")
def test_what_can_fire_is_told_without_the_energy_weapons_at_long_range():
    ships = [plain("Alpha", armed("energy", batteries=2), armed("laser")), plain("Beta", armed("energy"))]
    battle = in_combat(battle_of(ships, [CHI]), ["Alpha", "Beta"], ["Chi"], initiative=(1, 1, 6, 6))
    assert "Red can fire: Alpha (laser 1)" in give(battle, "show").card.lines
    assert offered(battle, "fire", "orders") == ["Alpha laser 1 at Chi", "none"]
    near = replace(battle, range=Range.SHORT)
    assert "Red can fire: Alpha (laser 1, energy 2) and Beta (energy 1)" in give(near, "show").card.lines


@pytest.mark.rule("HG-A10")
def test_energy_weapons_are_refused_at_long_range():
    battle = in_combat(battle_of([plain("Alpha", armed("energy"))], [CHI]), ["Alpha"], ["Chi"], (1, 1, 6, 6))
    assert "HG-A10" in refused(battle, "fire", RED, orders="Alpha energy at Chi")


@pytest.mark.rule("HG-C23")
def test_fire_is_held_by_one_word():
    held = give(under_fire(), "fire", RED, orders="none")
    assert held.card.lines[0] == "Red: holds its fire"
    assert held.ledger.battle.ships["Alpha"].fired == {}


def test_the_referee_s_own_modifier_stands_in_the_working():
    fired = give(under_fire(), "fire", faces=[1, 1], orders="Alpha laser 1 at Chi", rest=False, dm=-3, because="dust")
    assert "2 −4 agility −1 long range −3 referee: dust = −6 → miss" in fired.log[0]
    assert any("−3 referee: dust" in line for line in fired.card.working)


@pytest.mark.rule("HG-C18", "HG-C30", "HG-C31")
def test_pursuit_named_left_to_standing_orders_or_waived():
    battle = formed(fresh(), ["Alpha", "Beta"], ["Chi", "Psi"])
    battle = give(battle, "decide", BLUE, break_off="Chi").ledger.battle
    battle = give(battle, "decide", RED).ledger.battle
    while battle.step is Step.COMBAT:
        battle = give(battle, "fire", orders="none").ledger.battle
    assert battle.step is Step.PURSUIT
    shown = give(battle, "show")
    assert "Chi: breaking off at agility 4; fast enough to follow: Alpha and Beta" in shown.card.lines
    assert "Say who follows whom" in refused(battle, "decide", RED, pursue="Chi")
    waived = give(battle, "decide", RED, pursue="none").ledger.battle
    assert waived.ships["Chi"].place is Station.ESCAPED
    chased = give(battle, "decide", RED, pursue="Chi: Beta").ledger.battle
    assert [chase.name for chase in chased.apart] == ["chase of Chi"]
    assert set(chased.apart[0].ships) == {"Chi", "Beta"}
    by_default = give(battle, "decide", RED)
    assert set(by_default.ledger.battle.apart[0].ships) == {"Chi", "Alpha"}
    assert any("strong and fast enough" in line for line in by_default.card.lines)


@pytest.mark.rule("HG-C31")
def test_orders_in_a_chase_are_for_it_by_name_or_where_one_is_waited_for():
    main = formed(fresh(), ["Beta"], ["Psi"])
    chase = battle_of([ALPHA], [CHI])
    battle = replace(main, apart=(replace(chase, name="chase of Chi"),))
    named = give(battle, "form", RED, fight="chase", line="Alpha")
    assert named.ledger.battle.apart[0].sides[0].sealed.line == ("Alpha",)
    assert named.sealed
    assert named.card.title == "Red has formed in the chase of Chi"
    assert give(battle, "form", RED, line="Alpha").ledger.battle == named.ledger.battle
    assert "There is no battle “raid”" in refused(battle, "form", RED, fight="raid")
    over = replace(battle, step=Step.OVER, waiting=())
    assert give(over, "form", RED, line="Alpha").ledger.battle.apart == named.ledger.battle.apart


def only_a_chase():
    """The main fight is over, and Beta follows Psi in the third turn."""
    main = replace(battle_of([ALPHA], []), step=Step.OVER, waiting=())
    chase = replace(battle_of([BETA], [PSI]), name="chase of Psi", turn=3, began=3)
    return replace(main, apart=(chase,))


@pytest.mark.rule("HG-C31")
def test_a_round_goes_on_in_a_chase_when_the_main_fight_is_over():
    scene = Scene({}, ledger=Ledger(only_a_chase()))
    order = SYSTEM.orders["battle round"]
    outcome = answered(order, order.resolve(scene, {"dm": 0}, LiveDice(bytes(32), 0)))
    assert outcome.ledger.battle.apart[0].turn == 4
    assert outcome.card.title == "Red against Blue, chase of Psi, turn 3"
    done = replace(only_a_chase(), apart=(replace(only_a_chase().apart[0], step=Step.OVER, waiting=()),))
    assert "The battle is over: /battle end closes it" in refused(done, "round")


@pytest.mark.rule("HG-C31")
def test_whoever_is_early_in_a_chase_is_told_that_the_other_side_comes_first():
    """The main fight is over: neither that, nor a battle's end, is what they asked about."""
    chase = formed(battle_of([BETA], [PSI]), ["Beta"], ["Psi"])
    battle = replace(only_a_chase(), apart=(replace(chase, name="chase of Psi"),))
    assert refused(battle, "decide", RED) == "Red has nothing to decide now: Blue is waited for (HG-C13)."
    assert "It is time for pre-combat decisions now" in refused(battle, "form", RED)


@pytest.mark.rule("HG-C31", "HG-C33")
def test_standing_orders_play_a_side_in_its_chases_as_well():
    outcome = give(only_a_chase(), "standing", side="Blue")
    [chase] = outcome.ledger.battle.apart
    assert (chase.waiting, chase.sides[1].standing) == ((0,), True)
    assert outcome.sealed
    assert outcome.card.title == "Blue has formed in the chase of Psi"
    off = give(outcome.ledger.battle, "standing", side="Blue", on=False).ledger.battle
    assert not off.apart[0].sides[1].standing
    both = replace(only_a_chase().apart[0], name="main", apart=only_a_chase().apart)
    formed_twice = give(both, "standing", side="Blue").card
    assert formed_twice.title == "Blue has formed in the main battle and chase of Psi"
    assert [line.split(" in the line")[0] for line in formed_twice.lines[:2]] == ["Blue: Psi", "Blue: Psi"]
    preferred = give(only_a_chase(), "standing", side="Blue", prefer="laser").ledger.battle
    assert preferred.apart[0].sides[1].preference.weapons[0] == "laser"


@pytest.mark.rule("HG-C03", "HG-C33")
def test_what_standing_orders_decide_in_one_fight_is_told_while_they_form_in_another():
    main = in_combat(battle_of([ALPHA], [plain("Chi", armed("energy"))]), ["Alpha"], ["Chi"])
    chase = replace(battle_of([plain("Gamma")], [plain("Omega")]), name="chase of Omega")
    outcome = give(replace(main, apart=(chase,)), "standing", side="Blue")
    after = outcome.ledger.battle
    assert (outcome.sealed, after.waiting, after.apart[0].waiting) == (False, (0,), (0,))
    assert "Chase of Omega: Blue has formed." in outcome.card.lines
    assert "Omega in the line" not in str(outcome.card.lines)


@pytest.mark.rule("HG-C32")
def test_a_ship_refuels_where_the_referee_says_that_there_is_fuel():
    begun = give(None, "new", first="Red", second="Blue", fuel=True).ledger.battle
    assert begun.fuel
    dry = replace(plain("Alpha"), fuel=Fraction(1_000))
    battle = replace(battle_of([dry], [CHI, plain("Psi")]), step=Step.TERMINAL, waiting=(0,))
    no_fuel = (
        "There is no fuel to take on here: the referee says where there is, with /battle new … fuel:True (HG-C32)."
    )
    assert refused(battle, "decide", RED, refuel="Alpha 200") == no_fuel
    by_referee = give(battle, "decide", refuel="Alpha 200")
    assert by_referee.card.lines[0] == "Alpha takes on 200 tons of fuel and has 1,200"
    assert by_referee.ledger.battle.fuel
    by_owner = give(replace(battle, fuel=True), "decide", RED, refuel="alpha all")
    assert by_owner.ledger.battle.ships["Alpha"].vessel.fuel == 3_000
    assert offered(replace(battle, fuel=True), "decide", "refuel") == ["Alpha all"]
    said = "Say how many tons of fuel Alpha takes on, or all: Alpha 200."
    assert refused(battle, "decide", refuel="Alpha lots") == said
    assert "Chi belongs to Blue, not to Red" in refused(battle, "decide", refuel="Chi all")


@pytest.mark.rule("HG-H25", "HG-H26", "HG-H27")
def test_a_side_says_what_its_hits_knock_out_first():
    outcome = give(under_fire(), "standing", RED, side="Red", prefer="sand, damper")
    assert not outcome.ledger.battle.sides[0].standing
    assert outcome.card.title == "What Red's hits knock out first"
    assert outcome.card.lines[:2] == (
        "Weapons: sand, meson, particle, missile, energy, laser, repulsor",
        "Screens: damper, globe, meson screen",
    )
    # Chi has one laser battery and two of sand: the first hit would have fallen on the laser.
    roll = DamageRoll("surface explosion", Check("surface explosion", 7, ()), Result("Weapon", 1))
    battle = replace(outcome.ledger.battle, harm={"Chi": Harm((roll,))})
    hit = damage_step(battle, ScriptedDice([])).battle.ships["Chi"]
    assert [(each.place, each.batteries) for each in hit.vessel.now.armament] == [("laser", 1), ("sand", 1)]
    assert refused(fresh(), "standing", RED, side="Red", prefer="bridge").startswith("There is no weapon or screen")
    assert refused(fresh(), "standing", RED, side="Blue", prefer="laser").startswith("Blue is another's fleet")


@pytest.mark.rule("HG-B06")
def test_a_side_says_who_of_its_people_falls_first():
    assert not any("fall" in line for line in give(fresh(), "show").card.lines)
    outcome = give(under_fire(), "standing", BLUE, side="Blue", fall="marines, troops; Psi: crew")
    assert not outcome.ledger.battle.sides[1].standing
    assert not outcome.sealed
    assert (outcome.ledger.battle.step, outcome.ledger.battle.waiting) == (under_fire().step, under_fire().waiting)
    assert outcome.card.title == "Who of Blue falls first in boardings"
    assert outcome.card.lines == (
        "Psi: crew, then troops, then security, then marines",
        "All other ships: marines, then troops, then crew, then security",
        "Where an order to board names marines and troops, those that it names first fall first (HG-B06).",
    )
    assert outcome.ledger.battle.sides[1].falling == Falling(("marines", "troops"), {"Psi": ("crew",)})
    shown = give(outcome.ledger.battle, "show").card.lines
    assert "Blue's people fall in boardings: marines, then troops, then crew, then security" in shown
    assert "Blue's people on Psi: crew, then troops, then security, then marines" in shown


@pytest.mark.rule("HG-B06")
def test_what_is_said_anew_takes_the_place_of_all_that_was_said():
    battle = give(fresh(), "standing", RED, side="Red", fall="marines; Alpha: crew").ledger.battle
    again = give(battle, "standing", RED, side="Red", fall="Beta: troops")
    assert again.card.lines[1] == "All other ships: crew, then troops, then security, then marines, by default"
    assert again.ledger.battle.sides[0].falling == Falling(ships={"Beta": ("troops",)})
    assert give(again.ledger.battle, "standing", side="Red", fall=";").ledger.battle.sides[0].falling == Falling()


def test_everything_that_a_side_says_at_once_is_told():
    both = give(fresh(), "standing", RED, side="Red", prefer="laser", fall="troops").card
    assert both.title == "What Red's hits knock out first"
    assert both.lines[3:5] == (
        "Who of Red falls first in boardings:",
        "All ships: troops, then crew, then security, then marines",
    )
    on = give(fresh(), "standing", RED, side="Red", fall="troops", on=True)
    assert (on.card.title, on.ledger.battle.sides[0].standing) == ("Red has formed", True)
    assert "Who of Red falls first in boardings:" in on.card.lines
    shown = give(give(fresh(), "standing", RED, side="Red", prefer="laser, damper").ledger.battle, "show").card.lines
    first = "Weapons: laser, meson, particle, missile, energy, repulsor, sand; Screens: damper, globe, meson screen"
    assert f"Red's hits first knock out: {first}" in shown


def test_who_falls_first_is_the_side_s_own_choice_and_holds_in_its_chases():
    assert refused(fresh(), "standing", RED, side="Blue", fall="crew").startswith("Blue is another's fleet")
    refusal = "There is no kind of people “bridge”: choose crew, troops, security or marines."
    assert refused(fresh(), "standing", RED, side="Red", fall="bridge") == refusal
    apart = give(only_a_chase(), "standing", side="Blue", fall="Psi: marines").ledger.battle
    assert apart.apart[0].sides[1].falling.of("Psi") == ("marines",)


def test_battles_that_were_stored_before_a_side_could_choose_who_falls_are_loaded():
    stored = BATTLE.dump(fresh())
    for side in stored["sides"]:
        del side["falling"]
    assert BATTLE.load(stored) == fresh()
    chosen = give(fresh(), "standing", side="Red", fall="marines; Alpha: crew").ledger.battle
    assert load_battle(dump_battle(chosen)) == chosen


@pytest.mark.rule("HG-B06")
def test_an_owner_whose_ship_may_be_boarded_is_told_who_falls_first_until_they_say_so():
    chi = replace(plain("Chi", maneuver=0), people=People(crew=6, troops=3))
    lone = replace(plain("Lone", maneuver=0), people=People(crew=6))
    battle = replace(battle_of([ALPHA], [chi, lone, PSI]), step=Step.TERMINAL, waiting=(0,))
    battle = battle.with_ships([replace(battle.ships[name], exposed=True) for name in ("Chi", "Lone")])
    usual = "Blue: on Chi fall crew, then troops, then marines, unless "
    told = Suggestion("battle standing", {"side": "Blue"}, usual, " says otherwise (HG-B06)", ("fall",))
    assert told in give(battle, "show").card.lines
    chosen = give(battle, "standing", BLUE, side="Blue", fall="Chi: troops").ledger.battle
    assert not any(isinstance(line, Suggestion) for line in give(chosen, "show").card.lines)


@pytest.mark.rule("HG-B05", "HG-B06")
def test_a_boarding_tells_the_referee_s_modifier_and_who_fell():
    """Alpha's five marines throw 4 + 1 + 2 = 7 against Chi's 2: they fall by four, and Chi's nine all."""
    alpha = replace(plain("Alpha"), people=People(crew=300, marines=5))
    chi = replace(plain("Chi", maneuver=0), people=People(crew=6, troops=3))
    battle = replace(battle_of([alpha], [chi, PSI]), step=Step.TERMINAL, waiting=(0,))
    battle = battle.with_ships([replace(battle.ships["Chi"], exposed=True)])
    given = {"board": "Alpha at Chi", "rest": False, "dm": 2, "because": "surprise"}
    told = give(battle, "decide", faces=[4, 2], **given).card
    assert told.lines[0].endswith(
        "captured with 0 prisoners; casualties 4 and 9: of Alpha 4 marines; of Chi 6 crew and 3 troops "
        "(crew, then troops, by default)"
    )
    assert told.working[-2:] == (
        "+2 referee: surprise (referee)",
        "Who falls of Chi: crew, then troops, by default; its standing orders may set another order (HG-B06)",
    )


@pytest.mark.rule("HG-C33")
def test_standing_orders_play_a_side_until_it_decides_for_itself():
    """Chi's and Psi's side is played through; Red's formation is the only thing that is still waited for."""
    on = give(fresh(), "standing", BLUE, side="Blue")
    assert on.ledger.battle.sides[1].standing
    assert on.ledger.battle.waiting == (0,)
    revealed = give(on.ledger.battle, "form", RED, line="Alpha, Beta", faces=[6, 6, 1, 1])
    assert revealed.ledger.battle.step is Step.DECISIONS
    assert revealed.ledger.battle.waiting == (0,)
    off = give(revealed.ledger.battle, "standing", BLUE, side="Blue", on=False)
    assert not off.ledger.battle.sides[1].standing
    assert off.card.title == "Blue decides for itself"


@pytest.mark.rule("HG-C04")
def test_a_formation_with_no_ship():
    empty = battle_of([], [CHI])
    assert refused(empty, "form", side="Red") == "Red has no ship in this battle: let one join first."
    assert refused(empty, "round") == "Red has no ship in this battle: let one join first."
    reserve = give(fresh(), "form", RED, line="none")
    assert reserve.ledger.battle.sides[0].sealed.all_reserve


# --- joining and ending ---


@pytest.mark.rule("HG-C03")
def test_ships_join_by_their_own_side_or_the_one_that_is_named():
    battle = battle_of([], [])
    units = [unit("Sable 1", "red"), unit("Sable 2", "Blue"), unit("Sable 3")]
    joined = give(battle, "join", units=units[:2])
    assert {ship.name: ship.side for ship in joined.ledger.battle.ships.values()} == {"Sable 1": 0, "Sable 2": 1}
    assert joined.card.title == "Sable 1 joins Red"
    assert joined.card.lines == ("Sable 2 joins Blue",)
    assert refused(battle, "join", units=units) == "Say which side Sable 3 joins: side:Red or Blue."
    assert give(battle, "join", units=units, side="blue").ledger.battle.ships["Sable 1"].side == 1
    assert refused(joined.ledger.battle, "join", units=units[:1]) == "Sable 1 is in this battle already."


def test_everything_that_fits_joins_at_once():
    units = [
        unit("Sable 1", "Red"),
        unit("Sable 2", "Blue"),
        unit("Sable 3", "Green"),
        unit("Sketch", "Red", faults=("too heavy",)),
    ]
    battle = give(battle_of([], []), "join", units=units, unnamed=True).ledger.battle
    assert set(battle.ships) == {"Sable 1", "Sable 2"}
    one = give(battle_of([], []), "join", units=units, unnamed=True, side="Red").ledger.battle
    assert set(one.ships) == {"Sable 1"}
    loose = give(battle_of([], []), "join", units=units[2:], unnamed=True, side="Red").ledger.battle
    assert set(loose.ships) == {"Sable 3"}
    assert "No ship of yours that is fit to fight" in refused(battle, "join", units=units[:2], unnamed=True)


def test_what_cannot_fight_is_refused_by_name():
    battle = battle_of([], [])
    drawn = refused(battle, "join", units=[unit("Sketch", "Red", faults=("too heavy",))])
    assert drawn == "Sketch is still on the drawing board: mend its design first."


@pytest.mark.rule("HG-C05")
def test_craft_join_aboard_their_carrier():
    carrier = give(battle_of([], []), "join", units=[unit("Aviary", "Red", template="Aviary")]).ledger.battle
    kind = carrier.ships["Aviary"].vessel.craft[0].name
    craft = [unit(f"{kind} 1", "Red", template=kind), unit(f"{kind} 2", "Red", template=kind)]
    battle = give(carrier, "join", units=craft, aboard="Aviary").ledger.battle
    assert {ship.place for ship in battle.ships.values() if ship.carrier} == {Station.ABOARD}
    launched = give(battle, "form", side="Red", line=f"Aviary, {kind} 1", launch=f"{kind} 1").ledger.battle
    assert launched.sides[0].sealed.launch == (f"{kind} 1",)
    assert "carries 0 Sable" in refused(carrier, "join", units=[unit("Sable", "Red")], aboard="Aviary")
    some = give(battle, "form", side="Red", launch=f"{kind} 1").ledger.battle.sides[0].sealed
    assert (some.line, some.launch) == (("Aviary", f"{kind} 1"), (f"{kind} 1",))
    standing = give(battle, "form", side="Red").ledger.battle.sides[0].sealed
    assert (standing.launch, standing.why) == (
        (f"{kind} 1", f"{kind} 2"),
        "what can fire stands in the line, 2 craft launched",
    )
    aviary = "Aviary isn't a craft that Red could launch now"
    assert aviary in refused(battle, "form", side="Red", launch="Aviary")


@pytest.mark.rule("HG-C05")
def test_an_unarmed_craft_is_launched_where_its_owner_says_so_into_the_reserve():
    gig = Carried("Gig", Fraction(20), 1)
    mother = replace(plain("Alpha", armed("laser")), craft=(gig,), facilities=Facilities(1))
    battle = join(battle_of([mother], [CHI]), 0, [Recruit(plain("Gig"), "Gig", RED, "Alpha")])
    sealed = give(battle, "form", RED, launch="Gig").ledger.battle.sides[0].sealed
    assert (sealed.line, sealed.launch) == (("Alpha",), ("Gig",))
    assert give(battle, "form", RED).ledger.battle.sides[0].sealed.launch == ()


def test_what_a_side_has_sealed_stays_when_it_grows():
    sealed = give(fresh(), "form", RED, line="Alpha").ledger.battle
    joined = give(sealed, "join", units=[unit("Sable", "Red")])
    assert joined.ledger.battle.sides[0].sealed == sealed.sides[0].sealed
    assert joined.ledger.battle.waiting == sealed.waiting
    assert joined.card.lines == ("What Red has formed stays: they are in reserve",)
    formed = give(joined.ledger.battle, "form", side="Blue", faces=[1] * 4).ledger.battle
    assert {ship.name: ship.place.value for ship in formed.fleet(0)} == {
        "Alpha": "line",
        "Beta": "reserve",
        "Sable": "reserve",
    }


@pytest.mark.rule("HG-R07")
def test_ships_keep_what_the_battle_did_to_them():
    units = [unit("Sable 1", "Red"), unit("Sable 2", "Blue"), unit("Sable 3", "Blue")]
    battle = give(battle_of([], []), "join", units=units).ledger.battle
    hurt = battle.ships["Sable 1"].vessel
    hurt = replace(hurt, now=replace(hurt.now, computer=3))
    gone = replace(battle.ships["Sable 2"], place=Station.DESTROYED)
    ended = give(battle.with_ships([replace(battle.ships["Sable 1"], vessel=hurt), gone]), "end", units=units)
    assert ended.ledger == Ledger()
    assert ended.after["Sable 1"].vessel.now.computer == 3
    assert ended.after["Sable 2"].fate.value == "destroyed"
    assert ended.after["Sable 3"] == units[2].sheet
    assert ended.card.title == "The battle is over: Red against Blue"
    card = SYSTEM.card(Unit("Sable 1", "Red", ended.after["Sable 1"]))
    assert card.lines[0] == "Damaged: computer 6 → 3"


def at_the_end_of(ships, **changes):
    """A battle of Red's Sable 1 and Blue's Sable 2, with some of it changed, after its end."""
    units = [unit("Sable 1", "Red", "11"), unit("Sable 2", "Blue", "22")]
    battle = give(battle_of([], []), "join", units=units).ledger.battle
    changed = {name: replace(battle.ships[name], **changes) for name in ships}
    return give(battle.with_ships(changed.values()), "end", units=units)


@pytest.mark.rule("HG-B07", "HG-B10")
def test_a_prize_goes_over_to_its_captor_s_side_and_owner():
    ended = at_the_end_of(["Sable 2"], side=0, owner="11", taken=True)
    assert [(name, now.side, now.owner) for name, now in ended.units.items()] == [("Sable 2", "Red", "11")]
    assert ended.after["Sable 2"].fate.value == "captured"
    assert any(line.startswith("Sable 2 is Red's now") for line in ended.card.lines)
    lost = at_the_end_of(["Sable 2"], side=0, owner="11", taken=True, place=Station.DESTROYED)
    assert (lost.units, lost.after["Sable 2"].fate.value) == ({}, "destroyed")
    back = at_the_end_of(["Sable 2"], taken=True)
    assert back.after["Sable 2"].fate.value == "afloat"


def test_a_ship_without_damage_keeps_the_people_and_craft_that_it_lost():
    units = [unit("Aviary", "Red", template="Aviary")]
    battle = give(battle_of([], []), "join", units=units).ledger.battle
    aviary = battle.ships["Aviary"]
    first, *others = aviary.vessel.craft
    fewer = replace(aviary.vessel, craft=(replace(first, count=first.count - 1), *others))
    kept = give(battle.with_ships([replace(aviary, vessel=fewer)]), "end", units=units).after["Aviary"]
    assert kept.vessel.craft == fewer.craft
    told = SYSTEM.card(Unit("Aviary", "Red", kept)).lines
    assert told[0] == "Undamaged in its last battle"
    assert told[1].startswith(f"Craft aboard: {first.count - 1} {first.name}")
    rested = replace(aviary.vessel, stance=Readied(emergency=True), pilot=5)
    whole = give(battle.with_ships([replace(aviary, vessel=rested)]), "end", units=units).after["Aviary"]
    assert whole.vessel is None
    mended = give(battle.with_ships([replace(aviary, jury=("laser",))]), "end", units=units).after["Aviary"]
    assert (mended.vessel, mended.jury) == (aviary.vessel, ("laser",))


# --- what is offered while one types ---


def offered(battle, verb, name, by=RED):
    field = next(field for field in SYSTEM.orders[f"battle {verb}"].fields if field.name == name)
    return list(field.suggestions(Scene({}, ledger=Ledger(battle), by=by)))


def test_what_is_offered_can_be_ordered():
    shots = ["Alpha laser 2 at Chi", "Alpha missile 3 at Chi", "none"]
    assert offered(under_fire(), "fire", "orders") == shots
    assert offered(fresh(), "form", "line") == ["Alpha", "Beta", "none"]
    assert offered(fresh(), "form", "line", by="") == ["Alpha", "Beta", "none", "Chi", "Psi"]
    assert offered(fresh(), "form", "side") == ["Red", "Blue"]
    assert offered(fresh(), "decide", "range") == ["short", "long"]
    assert offered(formed(fresh(), ["Alpha"], ["Chi"]), "decide", "break off", BLUE) == ["Chi", "Psi"]
    assert offered(fresh(), "fire", "orders", "somebody") == []
    assert offered(None, "fire", "orders") == []


# --- the referee's own modifier ---


@pytest.mark.rule("HG-A18", "HG-A21")
def test_the_referee_s_own_modifier_on_a_defence_counts_on_every_throw_to_get_through():
    """Beams of factor 9 pass sand 9 on 6+: 5 +2 gets through the first, 3 +2 not through the second."""
    fired = give(under_fire(), "fire", RED, faces=[4, 5], orders="Alpha laser 1 at Chi", rest=False).ledger.battle
    met = give(fired, "decide", faces=[2, 3, 1, 2], defend="1 sand 2", rest=False, dm=2, because="thin sand")
    assert (
        "sand 9: 6+ | 5 +2 referee: thin sand = 7 → through; sand 9: 6+ | 3 +2 referee: thin sand = 5 → stopped"
        in met.log[0]
    )
    assert "+2 referee: thin sand (referee)" in met.card.working


def round_modifiers(**values):
    """Which throws of a whole round carry the referee's own modifier, as they stand in its log."""
    ships = [plain("Alpha", armed("missile", 9, 4))], [plain("Chi", armed("missile", 9, 4), factors={"damper": 1})]
    battle = battle_of(*ships)
    order = SYSTEM.orders["battle round"]
    scene = Scene({}, ledger=Ledger(battle))
    outcome = answered(order, order.resolve(scene, order.read(values), LiveDice(bytes(32), 0)))
    return [line for line in outcome.log if "+3 referee: fog" in line], outcome


@pytest.mark.rule("HG-C33")
def test_the_referee_s_own_modifier_on_a_round_counts_on_all_throws_or_on_one_side_s():
    both, outcome = round_modifiers(dm=3, because="fog")
    initiative = next(line for line in both if line.startswith("Initiative"))
    assert initiative.count("+3 referee: fog") == 2
    fired = [line for line in outcome.log if " battery " in line]
    assert len(fired) == 8
    assert all("+3 referee: fog" in line for line in fired)
    assert any("damper 1: " in line and line.count("+3 referee: fog") == 2 for line in fired)
    red, _ = round_modifiers(dm=3, because="fog", side="Red")
    throws = next(line for line in red if line.startswith("Initiative")).removeprefix("Initiative: ").split("; ")
    assert {(throw.split()[0], "+3 referee: fog" in throw) for throw in throws} == {("Red", True), ("Blue", False)}
    assert {line.split(",")[0] for line in red if " battery " in line} == {"Alpha"}
    assert round_modifiers()[0] == []


def test_every_battle_order_that_throws_takes_the_referee_s_modifier_with_its_reason():
    """Standing orders, once set, go on without the referee; joining, showing and ending throw nothing."""
    without = {f"battle {verb}" for verb in ("new", "join", "standing", "commander", "show", "end")}
    for verb, order in SYSTEM.orders.items():
        if verb.startswith("battle ") and verb not in without:
            assert {"dm", "because"} <= {field.name for field in order.fields}, verb
