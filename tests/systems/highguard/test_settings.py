"""What a campaign can choose of High Guard: each ruling that leaves it to the referee is a setting."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.campaign.settings import settings_of
from bot.engine.dice import LiveDice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.highguard import load
from bot.systems.highguard.battle.breakthrough import damage_step
from bot.systems.highguard.battle.fire import Fire, Volley, fire, shots_left
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.pursuit import Pursuit, pursue
from bot.systems.highguard.battle.rounds import play_round
from bot.systems.highguard.battle.state import BATTLE, Harm, Station, Step
from bot.systems.highguard.combat.readiness import can_attack, computer_level, shots
from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.choices import Design
from bot.systems.highguard.settings import House, played
from bot.systems.house import read_setting
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain
from tests.systems.highguard.combat.fleet import result
from tests.systems.highguard.yard import CRUISER, DATA, FIGHTER, TABLES, limits, turrets

SYSTEM = load(DATA / "highguard")
# The rulings that leave something to the referee, and the settings that do so.
OPTIONS = {
    "R-21": {"small craft armor"},
    "R-38": {"missiles"},
    "R-94": {"beam lasers", "shattered tanks"},
}


def test_every_ruling_that_is_an_option_is_a_setting_and_names_it():
    marked = {
        rule.id: set(re.search(r"\(option: ([a-z, ]+)\)", rule.summary)[1].split(", "))
        for rule in SYSTEM.rules.values()
        if "option:" in rule.summary
    }
    assert marked == OPTIONS
    assert set().union(*OPTIONS.values()) == set(SYSTEM.settings)
    left_open = {
        rule.id for rule in SYSTEM.rules.values() if re.search("referee (may )?switch|unless the referee", rule.summary)
    }
    assert left_open == set(OPTIONS)
    for name, setting in SYSTEM.settings.items():
        assert re.search(r"\((R-\d+)\)", setting.meaning)[1] in {rule for rule in OPTIONS if name in OPTIONS[rule]}


def test_a_setting_is_read_by_name_and_a_stock_by_its_number():
    known = settings_of(SYSTEM)
    assert read_setting(known, "missiles", "6")[1] == "6"
    assert read_setting(known, "missiles", "unlimited")[1] == "unlimited"
    for wrong in ("0", "-1", "lots", "1.5"):
        with pytest.raises(RuleError, match="or how often, such as 6"):
            read_setting(known, "missiles", wrong)


# --- design ---


def built(settings, plan, **changes):
    tables = played(TABLES, settings)
    return bill(Design(**(plan | changes)), tables)


@pytest.mark.rule("HG-D73")
@pytest.mark.parametrize(("tl", "late"), [(8, ["TECH_LEVEL"]), (9, [])])
def test_beam_lasers_come_at_tech_level_7_or_by_the_errata_at_9(tl, late):
    armed_with = {"tl": tl, "turrets": (turrets("beam"),), "maneuver": 1, "power": 6}
    assert limits(built({}, FIGHTER, **armed_with)) == []
    assert limits(built({"beam lasers": "TL 9"}, FIGHTER, **armed_with)) == late
    pulse = armed_with | {"turrets": (turrets("pulse"),)}
    assert limits(built({"beam lasers": "TL 9"}, FIGHTER, **pulse)) == []


@pytest.mark.rule("HG-D32")
def test_small_craft_are_armored_only_where_the_campaign_lets_them():
    """At tech level 12 armor 2 takes (2 + 2 × 2)% of 20 tons, at MCr0.5 a ton."""
    assert limits(built({}, FIGHTER, armor=2)) == ["NOT_FOR_SMALL_CRAFT"]
    armored = built({"small craft armor": "as ships"}, FIGHTER, armor=2)
    assert limits(armored) == []
    plates = armored.part("armor")
    assert (plates.tons, plates.price) == (Fraction(6, 5), 600_000)
    assert limits(built({"small craft armor": "as ships"}, FIGHTER, armor=13, maneuver=0, power=1)) == [
        "ARMOR_TOO_THICK"
    ]
    assert limits(built({"small craft armor": "as ships"}, CRUISER)) == limits(built({}, CRUISER))


def test_the_drawing_office_goes_by_the_campaign_s_settings():
    text = "name Dart\ntech 12\nhull 20 needle\nmaneuver 3\npower 3\ncomputer 1\nbridges 0\narmor 2"
    assert SYSTEM.ships.shipyard({}).draw("", text, {}).sheet.faults == ("A small craft doesn't take armor. (R-21)",)
    assert SYSTEM.ships.shipyard({"small craft armor": "as ships"}).draw("", text, {}).sheet.faults == ()
    assert SYSTEM.ships.shipyard({"dark": "yes"}) is SYSTEM.ships.shipyard({})


# --- battles ---


def begun(**settings):
    """A battle that is begun under these settings."""
    order = SYSTEM.orders["battle new"]
    values = order.read({"first": "Red", "second": "Blue"}, settings)
    return order.resolve(Scene({}), values, ScriptedDice([])).ledger.battle


def test_a_battle_is_begun_as_the_campaign_is_set():
    assert begun().house == House(tanks_silence=False, salvos=None)
    chosen = begun(**{"shattered tanks": "silence everything", "missiles": "6", "dark": "yes"})
    assert chosen.house == House(tanks_silence=True, salvos=6)
    assert BATTLE.load(BATTLE.dump(chosen)) == chosen


def test_a_chase_is_fought_as_the_battle_that_it_left():
    house = House(tanks_silence=True, salvos=3)
    battle = replace(battle_of([plain("Alpha")], [plain("Chi")]), house=house, step=Step.PURSUIT, waiting=(0,))
    battle = battle.with_ships([replace(battle.ships["Chi"], place=Station.RESERVE, breaking="Chi")])
    (chase,) = pursue(battle, 0, Pursuit({"Chi": ("Alpha",)})).battle.apart
    assert chase.house == house


@pytest.mark.rule("HG-H21")
@pytest.mark.parametrize(("silence", "missiles", "level"), [(False, 1, 5), (True, 0, 0)])
def test_shattered_tanks_silence_what_needs_energy_or_by_the_errata_everything(silence, missiles, level):
    """The computer of this ship draws no energy, nor do missiles and sand."""
    alpha = plain("Alpha", armed("missile"), armed("sand"))
    battle = replace(battle_of([alpha], [plain("Chi")]), house=House(tanks_silence=silence))
    hit = replace(battle, harm={"Alpha": Harm((result("Fuel Tanks Shattered"),))})
    after = damage_step(hit, ScriptedDice([])).battle.ships["Alpha"].vessel
    assert (shots(after, "missile"), shots(after, "sand"), computer_level(after)) == (missiles, missiles, level)
    assert can_attack(after) is not silence
    assert after.shattered


def volley(battle, count):
    order = Fire((Volley("Alpha", "missile", "Chi", count),))
    return fire(battle, battle.waiting[0], order, ScriptedDice([1] * 2 * count), COMBAT).battle


@pytest.mark.rule("HG-C22")
def test_missiles_are_unlimited_or_counted_by_the_battery():
    """Three batteries with two salvos each: six in all. Factor 9 needs 2+, so −4 for agility makes every 2 a miss."""
    alpha, chi = plain("Alpha", armed("missile", 9, 3)), plain("Chi", armed("missile"), agility=6)
    stocked = begun(missiles="2")
    for side, vessel in enumerate((alpha, chi)):
        stocked = join(stocked, side, [Recruit(vessel)])
    assert stocked.ships["Alpha"].salvos == 6
    battle = volley(in_combat(stocked, ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6)), 3)
    assert battle.ships["Alpha"].salvos == 3
    rested = battle.with_ships([replace(battle.ships["Alpha"], fired={}, salvos=1)])
    assert shots_left(rested.ships["Alpha"], "missile") == 1
    empty = replace(rested.ships["Alpha"], salvos=0)
    again = in_combat(stocked.with_ships([replace(empty, fired={})]), ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    with pytest.raises(RuleError, match=r"Alpha has fired all its missiles \(R-38\)\."):
        volley(again, 1)
    free = in_combat(battle_of([alpha], [chi]), ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    assert volley(free, 3).ships["Alpha"].salvos is None


def test_standing_orders_fire_no_more_missiles_than_there_are():
    battle = begun(missiles="1")
    for side, name in enumerate(("Alpha", "Chi")):
        battle = join(battle, side, [Recruit(plain(name, armed("missile", 9, 4)))])
    for number in range(2):
        turned = play_round(battle, LiveDice(bytes(32), 1_000 * number), COMBAT)
        battle = turned.battle
        assert {ship.salvos for ship in battle.ships.values()} == {0}
