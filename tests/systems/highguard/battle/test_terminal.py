"""The terminal step: repairs, the frozen watch, fuel and notes; and what a yard asks afterwards."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.decisions import Decisions, choose_range, decide
from bot.systems.highguard.battle.fire import Fire, fire
from bot.systems.highguard.battle.repairs import damaged_systems, repaired, system_prices, yard_bill
from bot.systems.highguard.battle.report import Noted, Refuelled, Repaired, Woken
from bot.systems.highguard.battle.rounds import play_turn
from bot.systems.highguard.battle.state import Station, Step
from bot.systems.highguard.battle.terminal import Upkeep, can_revive, end_battle, giant_found, keep_up, throw_giant
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import People
from tests.systems.highguard.battle.fleets import COMBAT, SHIPS, armed, battle_of, formed, hold_fire, in_combat, plain
from tests.systems.highguard.yard import TABLES

NO_DICE = ScriptedDice([])
CHI = plain("Chi", armed("missile"))
GUARD = plain("Guard", armed("missile"))


def hurt(vessel, armament=None, **now):
    """The vessel with factors lowered, and with other batteries where they are given."""
    changes = dict(now, armament=armament) if armament is not None else now
    return replace(vessel, now=replace(vessel.now, **changes))


def at_the_end(alpha):
    """The terminal step of a turn in which nobody fired; Guard holds the line before Alpha."""
    return hold_fire(in_combat(battle_of([alpha, GUARD], [CHI]), ["Guard"], ["Chi"]))


SHOT_UP = hurt(
    plain("Alpha", armed("missile", 9, 10), armed("laser", 7, 1), tons=30_000, factors={"damper": 5}),
    (armed("missile", 9, 7), armed("laser", 5, 1)),
    power=3,
    maneuver=2,
    damper=4,
    computer=4,
    jump=0,
)


@pytest.mark.rule("HG-R05")
def test_weapons_screens_drives_plants_and_computers_can_be_repaired():
    found = damaged_systems(SHOT_UP)
    assert found == {"power": 1, "maneuver": 1, "jump": 1, "computer": 1, "damper": 1, "missile": 3, "laser": 1}
    # So they are offered: drives and plants, computers, screens, and then what shoots.
    assert list(found)[-3:] == ["damper", "missile", "laser"]


@pytest.mark.rule("HG-R02", "HG-R04")
def test_a_repair_that_succeeds_gives_a_factor_or_a_battery_back():
    battle = at_the_end(SHOT_UP)
    assert (battle.step, battle.waiting) == (Step.TERMINAL, (0,))
    order = Upkeep({"Alpha": ("power", "missile", "laser")})
    turned = keep_up(battle, 0, order, ScriptedDice([4, 5, 6, 6, 4, 4]))
    assert [(event.system, event.check.made) for event in turned.events if isinstance(event, Repaired)] == [
        ("power", True),
        ("missile", True),
        ("laser", False),  # 8, and 9 was needed
    ]
    now = turned.battle.ships["Alpha"].vessel.now
    assert (now.power, now.weapon("missile").batteries, now.weapon("laser").factor) == (4, 8, 5)


@pytest.mark.rule("HG-R04")
def test_a_weapon_whose_factor_was_hit_gets_a_factor_back_and_no_battery():
    """A factor at a time as well where batteries are lost beside it: 9+ on 6+4 mends, and the batteries stay."""
    worn = hurt(plain("Alpha", armed("laser", 7, 4), tons=30_000), (armed("laser", 5, 3),))
    turned = keep_up(at_the_end(worn), 0, Upkeep({"Alpha": ("laser",)}), ScriptedDice([6, 4]))
    laser = turned.battle.ships["Alpha"].vessel.now.weapon("laser")
    assert (laser.factor, laser.batteries) == (6, 3)
    again = repaired(repaired(turned.battle.ships["Alpha"].vessel, "laser"), "laser").now.weapon("laser")
    assert (again.factor, again.batteries) == (7, 4)


@pytest.mark.rule("HG-R02")
@pytest.mark.parametrize(("tons", "most"), [(10_000, 1), (10_001, 2), (30_000, 3)])
def test_one_try_for_each_ten_thousand_tons(tons, most):
    battle = at_the_end(replace(SHOT_UP, tons=Fraction(tons)))
    order = ("missile", "power", "maneuver", "damper")[: most + 1]
    with pytest.raises(RuleError, match=f"tries {most} repairs? in a turn at most, not {most + 1}"):
        keep_up(battle, 0, Upkeep({"Alpha": order}), NO_DICE)
    keep_up(battle, 0, Upkeep({"Alpha": order[:most]}), ScriptedDice([1] * 2 * most))


@pytest.mark.rule("HG-R03")
def test_the_same_system_once_a_turn_but_each_battery_for_itself():
    battle = at_the_end(SHOT_UP)
    with pytest.raises(RuleError, match="Alpha's power allows 1 attempt this turn, not 2"):
        keep_up(battle, 0, Upkeep({"Alpha": ("power", "power")}), NO_DICE)
    turned = keep_up(battle, 0, Upkeep({"Alpha": ("missile",) * 3}), ScriptedDice([6] * 6))
    assert turned.battle.ships["Alpha"].vessel.now.weapon("missile").batteries == 10


@pytest.mark.rule("HG-R01")
def test_repairs_only_in_reserve_and_with_the_crew_whole():
    battle = at_the_end(SHOT_UP)
    alpha = battle.ships["Alpha"]
    with pytest.raises(RuleError, match="Alpha is in the line"):
        keep_up(battle.with_ships([replace(alpha, place=Station.LINE)]), 0, Upkeep({"Alpha": ("power",)}), NO_DICE)
    thinned = battle.with_ships([replace(alpha, vessel=hurt(alpha.vessel, crew=2))])
    with pytest.raises(RuleError, match="Alpha has lost crew"):
        keep_up(thinned, 0, Upkeep({"Alpha": ("power",)}), NO_DICE)


@pytest.mark.rule("HG-R04")
def test_critical_hits_are_beyond_the_crew():
    battle = at_the_end(replace(SHOT_UP, criticals=("jump",)))
    with pytest.raises(RuleError, match="Alpha's jump was lost to a critical hit"):
        keep_up(battle, 0, Upkeep({"Alpha": ("jump",)}), NO_DICE)
    with pytest.raises(RuleError, match="Alpha's sand allows 0 attempts"):
        keep_up(battle, 0, Upkeep({"Alpha": ("sand",)}), NO_DICE)


def test_a_repair_takes_a_hit_from_the_even_spread():
    assert repaired(replace(SHOT_UP, hits=(("missile", 3), ("laser", 2))), "missile").hits == (
        ("missile", 2),
        ("laser", 2),
    )


THINNED = hurt(plain("Alpha", armed("missile"), people=People(crew=200, low=100, frozen_watch=100)), crew=2)


@pytest.mark.rule("HG-R06", "HG-C32")
def test_the_frozen_watch_takes_two_turns_and_gives_one_factor_once():
    turned = keep_up(at_the_end(THINNED), 0, Upkeep(revive=("Alpha",)), NO_DICE)
    assert Woken("Alpha", 2) in turned.events
    factors, battle = [], turned.battle
    for _ in range(2):
        battle = hold_fire(in_combat_again(battle))
        factors.append(battle.ships["Alpha"].vessel.now.crew)
        battle = play_turn(battle, NO_DICE, COMBAT).battle if battle.step is Step.TERMINAL else battle
    assert factors == [2, 3]
    alpha = battle.ships["Alpha"]
    once_more = hurt(alpha.vessel, crew=2)
    assert not can_revive(replace(alpha, vessel=once_more))
    assert can_revive(battle_of([once_more], [CHI]).ships["Alpha"])  # in the next battle it may be woken again


def in_combat_again(battle):
    battle = formed(battle, ["Guard"], ["Chi"])
    battle = choose_range(battle, 0, Range.LONG).battle
    for side in (1, 0):
        battle = decide(battle, side, Decisions()).battle
    return battle


@pytest.mark.rule("HG-R06")
@pytest.mark.parametrize("spoilt", ["revived", "dead", "whole"])
def test_watches_that_cannot_be_woken(spoilt):
    vessel = {
        "revived": replace(THINNED, watch_revived=True),
        "dead": replace(THINNED, people=People(crew=200)),
        "whole": hurt(THINNED, crew=3),
    }[spoilt]
    battle = replace(at_the_end(SHOT_UP), waiting=(0,))
    battle = battle.with_ships([replace(battle.ships["Alpha"], vessel=vessel)])
    with pytest.raises(RuleError, match="Alpha can't wake its frozen watch"):
        keep_up(battle, 0, Upkeep(revive=("Alpha",)), NO_DICE)


@pytest.mark.rule("HG-R06")
def test_a_watch_that_dies_in_its_berths_never_wakes():
    battle = keep_up(at_the_end(THINNED), 0, Upkeep(revive=("Alpha",)), NO_DICE).battle
    alpha = battle.ships["Alpha"]
    killed = replace(alpha.vessel, people=replace(alpha.vessel.people, low=0, frozen_watch=0))
    battle = in_combat_again(battle.with_ships([replace(alpha, vessel=killed)]))
    for _ in range(2):
        before, turned = battle, fire(battle, battle.waiting[0], Fire(), NO_DICE, COMBAT)
        battle = turned.battle
    assert before.step is Step.COMBAT
    assert Woken("Alpha", 0, dead=True) in turned.events
    assert battle.ships["Alpha"].vessel.now.crew == 2


@pytest.mark.rule("HG-C32", "HG-R08")
def test_what_the_referee_resolves_is_kept_as_they_wrote_it():
    note = "the jury-rigged drive fails; the base is bombarded"
    turned = keep_up(at_the_end(SHOT_UP), 0, Upkeep(notes={"Alpha": note}), NO_DICE)
    assert Noted("Alpha", note) in turned.events


def refuelling(vessel, fuel=True, **tons):
    return keep_up(replace(at_the_end(vessel), fuel=fuel), 0, Upkeep(fuel=tons), NO_DICE)


@pytest.mark.rule("HG-C32")
def test_fuel_is_taken_on():
    dry = replace(SHOT_UP, fuel=Fraction(1_000), tankage=Fraction(3_000))
    some = refuelling(dry, Alpha=Fraction(1_500))
    assert Refuelled("Alpha", Fraction(1_500), Fraction(2_500)) in some.events
    assert some.battle.ships["Alpha"].vessel.fuel == 2_500
    assert refuelling(dry, Alpha=None).battle.ships["Alpha"].vessel.fuel == 3_000


@pytest.mark.rule("HG-C32", "HG-H21")
def test_fuel_that_cannot_be_taken_on_is_refused():
    dry = replace(SHOT_UP, fuel=Fraction(1_000), tankage=Fraction(3_000))
    with pytest.raises(RuleError, match="has room for 2,000 tons of fuel, not 2,001"):
        refuelling(dry, Alpha=Fraction(2_001))
    with pytest.raises(RuleError, match="fuel tanks are full"):
        refuelling(replace(dry, fuel=Fraction(3_000)), Alpha=None)
    with pytest.raises(RuleError, match="fuel tanks are shattered"):
        refuelling(replace(dry, shattered=True), Alpha=Fraction(10))
    with pytest.raises(RuleError, match="There is no fuel to take on here: the referee says where there is"):
        refuelling(dry, fuel=False, Alpha=Fraction(10))


@pytest.mark.rule("HG-C32")
def test_the_terminal_step_waits_for_whoever_could_take_on_fuel():
    dry = plain("Alpha", armed("laser"), fuel=Fraction(1_000))
    for fuel, step in ((True, Step.TERMINAL), (False, Step.FORMATION)):
        battle = in_combat(battle_of([dry], [plain("Chi", armed("laser"))]), ["Alpha"], ["Chi"])
        assert hold_fire(replace(battle, fuel=fuel)).step is step


@pytest.mark.rule("HG-R07")
def test_a_yard_asks_half_and_everything_after_a_critical_hit():
    jury = at_the_end(replace(SHOT_UP, criticals=("jump",), now=replace(SHOT_UP.now, power=5))).ships["Alpha"]
    prices = {"jump": 1_000, "maneuver": 500, "power": 900, "missile": 200, "damper": 70, "sand": 10}
    lines = yard_bill(replace(jury, jury=("power",)), prices)
    assert {line.system: (line.price, line.classes, line.replaced) for line in lines} == {
        "jump": (1_000, "A", True),
        "maneuver": (250, "A or B", False),
        "power": (450, "A or B", False),  # repaired in battle, and to be repaired again
        "missile": (30, "A or B", False),  # three of ten batteries
        "damper": (35, "A or B", False),
    }
    [line] = yard_bill(replace(jury, vessel=replace(SHOT_UP, now=SHOT_UP.built), jury=("missile",)), {"missile": 200})
    assert line.price == 10  # one battery of ten, mended in battle
    [line] = yard_bill(replace(jury, vessel=replace(SHOT_UP, criticals=("missile",)), jury=()), {"missile": 200})
    assert (line.price, line.replaced) == (200, True)  # all ten anew, though three were lost


@pytest.mark.rule("HG-R07")
@pytest.mark.parametrize(
    ("factor", "batteries", "jury", "criticals", "price"),
    [
        (8, 10, 0, (), 10),  # all ten are there, one of them weaker: a tenth of 200, and half of it
        (9, 8, 1, (), 30),  # two lost and one that was jury-rigged
        (9, 1, 4, (), 100),  # no more than all ten, at half price
        (9, 9, 0, ("missile",), 200),
    ],
)
def test_a_yard_counts_the_batteries_that_it_mends(factor, batteries, jury, criticals, price):
    ten = hurt(plain("Alpha", armed("missile", 9, 10)), (armed("missile", factor, batteries),))
    ship = replace(
        at_the_end(SHOT_UP).ships["Alpha"], vessel=replace(ten, criticals=criticals), jury=("missile",) * jury
    )
    [line] = yard_bill(ship, {"missile": 200})
    assert (line.price, line.replaced) == (price, bool(criticals))


@pytest.mark.rule("HG-R07")
def test_a_bridge_that_a_critical_hit_destroyed_is_paid_for_whole():
    whole = plain("Alpha", armed("missile", 9, 10))
    ship = replace(at_the_end(SHOT_UP).ships["Alpha"], vessel=replace(whole, criticals=("bridge",)), jury=())
    [line] = yard_bill(ship, {"bridge": 80, "missile": 200})
    assert (line.system, line.price, line.replaced) == ("bridge", 80, True)


@pytest.mark.rule("HG-R07")
def test_the_prices_of_a_designs_systems():
    prices = system_prices(SHIPS["Massif"].bill, TABLES)
    # 60 missile bays of 100 tons at MCr20, 20 repulsor bays at MCr10, 600 beam lasers at MCr1, 600 sandcasters at
    # MCr0.25, meson gun R at MCr800; power plant 7 of 21,000 tons at MCr3 a ton.
    assert {place: prices[place] for place in ("missile", "repulsor", "laser", "sand", "meson", "power")} == {
        "missile": 1_200_000_000,
        "repulsor": 200_000_000,
        "laser": 600_000_000,
        "sand": 150_000_000,
        "meson": 800_000_000,
        "power": 63_000_000_000,
    }
    assert "globe" not in prices


def test_the_referee_ends_a_battle():
    battle = end_battle(at_the_end(SHOT_UP), 0).battle
    assert battle.step is Step.OVER
    with pytest.raises(RuleError, match="The battle is over"):
        keep_up(battle, 0, Upkeep(), NO_DICE)


@pytest.mark.rule("HG-D09", "HG-C32")
def test_only_some_hulls_skim_a_gas_giant():
    dry = replace(SHOT_UP, fuel=Fraction(0), tankage=Fraction(3_000), configuration=6)
    skimming = replace(at_the_end(dry), fuel=True, giant=True)
    assert keep_up(skimming, 0, Upkeep(fuel={"Alpha": None}), NO_DICE).battle.ships["Alpha"].vessel.fuel == 3_000
    rock = replace(at_the_end(replace(dry, configuration=8)), fuel=True, giant=True)
    with pytest.raises(RuleError, match=r"Alpha can't skim a gas giant with its hull \(HG-D09\)"):
        keep_up(rock, 0, Upkeep(fuel={"Alpha": None}), NO_DICE)


@pytest.mark.rule("HG-D09")
@pytest.mark.parametrize(("faces", "found"), [((4, 5), True), ((5, 5), False), ((1, 1), True)])
def test_a_system_has_a_gas_giant_on_nine_or_less(faces, found):
    assert giant_found(throw_giant(ScriptedDice(faces))) is found


def test_where_both_can_mend_something_the_defender_is_asked_first():
    blue = [replace(SHOT_UP, name="Psi"), CHI]
    battle = hold_fire(in_combat(battle_of([SHOT_UP, GUARD], blue), ["Guard"], ["Chi"]))
    assert (battle.step, battle.waiting) == (Step.TERMINAL, (battle.defender, battle.attacker))
