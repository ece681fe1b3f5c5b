"""What each damage result does (HG-H14 to H31)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import LiveDice, ScriptedDice
from bot.systems.highguard.combat import readiness
from bot.systems.highguard.combat.losses import (
    EFFECTS,
    Loss,
    Preference,
    fuel_left,
    open_to_a_hit,
    screens_left,
    suffer,
)
from bot.systems.highguard.combat.tables import INTERIOR, RADIATION, SURFACE, Result
from bot.systems.highguard.combat.vessel import Armament, Carried, Facilities, People
from tests.systems.highguard.combat.fleet import COMBAT, arms, critical, now, result, vessel


def after(ship, *rolls, faces=(), preference=None):
    dice = ScriptedDice(faces)
    hit, _ = suffer(ship, rolls, dice, *([preference] if preference else []))
    assert dice.left == []
    return hit


def losses(ship, *rolls):
    return suffer(ship, rolls, ScriptedDice([]))[1]


@pytest.mark.rule("HG-H14")
def test_each_critical_lowers_the_armor_by_one():
    ship = vessel(armor=2)
    assert after(ship, critical("Crew", 1)).now.armor == 1
    assert after(ship, *[critical("Maneuver Drive Disabled")] * 3).now.armor == 0
    inside = replace(result("Critical", table=INTERIOR), led_to=critical("Jump Drive Disabled"))
    assert after(ship, replace(result("Interior Explosion"), led_to=inside)).now.armor == 1
    assert after(ship, result("Maneuver", 1)).now.armor == 2


@pytest.mark.rule("HG-H15")
def test_what_isnt_there_cant_be_damaged():
    hulk = vessel(jump=0, maneuver=0, computer=0, crew=0, fuel=Fraction(0), bridges=0)
    rolls = [result(name, 1) for name in ("Weapon", "Fuel", "Maneuver", "Crew", "Computer", "Jump", "Screens")]
    rolls += [critical(name) for name in ("Bridge Destroyed", "Computer Destroyed", "Maneuver Drive Disabled")]
    rolls += [critical(name) for name in ("One Screen Disabled", "Jump Drive Disabled", "Hangars Destroyed")]
    rolls += [critical(name) for name in ("Spinal Mount Out", "Fire Control Out", "Low Berths Dead")]
    hit, lost = suffer(hulk, rolls, ScriptedDice([]))
    assert hit == hulk
    assert lost == tuple(Loss(roll.result, "", 0, 0) for roll in rolls)


@pytest.mark.rule("HG-H28")
def test_a_spinal_mount_that_is_out_has_no_factor_left():
    ship = vessel(Armament("meson", "meson gun", 19, 1, 1, spinal=True))
    hit, lost = suffer(ship, [critical("Spinal Mount Out")], ScriptedDice([]))
    assert [(loss.system, loss.before, loss.after) for loss in lost] == [("meson factor", 19, 0)]
    assert [each.factor for each in hit.now.armament] == [0]


def test_every_result_of_the_tables_has_its_effect():
    named = {each.name for column in COMBAT.damage.values() for each in column}
    lead_on = {"Critical", "Interior Explosion", "Spinal Mount/Fire Control Out", "Frozen Watch/Troops Dead"}
    by_the_die = {"Spinal Mount Out", "Fire Control Out", "Low Berths Dead", "Troops Dead"}
    assert set(EFFECTS) == named - lead_on | by_the_die
    assert after(vessel(), result("No Effect")) == vessel()


@pytest.mark.rule("HG-H16")
def test_computers_lose_levels_and_fib_models_resist_radiation():
    plain, fib = vessel(), vessel(fib=True)
    assert after(plain, result("Computer", 2, RADIATION)).now.computer == 3
    assert after(plain, result("Computer", 4), result("Computer", 3)).now.computer == 0
    assert after(fib, result("Computer", 4, RADIATION)) == fib
    assert after(fib, result("Computer", 2, INTERIOR)).now.computer == 3


@pytest.mark.rule("HG-H17")
def test_a_destroyed_computer_lets_it_fire_and_move_but_not_jump():
    ship = vessel(arms("laser"))
    hit = after(ship, critical("Computer Destroyed"))
    assert (readiness.computer_level(hit), readiness.jump(hit)) == (0, 0)
    assert (readiness.shots(hit, "laser"), readiness.maneuver(hit)) == (1, 5)
    assert hit.criticals == ("computer",)
    assert readiness.jump(after(ship, result("Computer", 5))) == 3


@pytest.mark.rule("HG-H18")
def test_a_destroyed_bridge_stops_it_and_halves_the_computer():
    hit = after(vessel(), critical("Bridge Destroyed"))
    assert (readiness.maneuver(hit), readiness.jump(hit), readiness.agility(hit)) == (0, 0, 0)
    assert readiness.computer_level(hit) == 2  # half of 5, rounded down
    spare = after(vessel(bridges=2), critical("Bridge Destroyed"))
    assert (readiness.maneuver(spare), readiness.jump(spare), readiness.computer_level(spare)) == (5, 3, 5)
    assert readiness.maneuver(after(spare, critical("Bridge Destroyed"))) == 0
    pinnace = vessel(tons=50, size="0", computer=3)
    assert readiness.computer_level(after(pinnace, critical("Bridge Destroyed"))) == 1


@pytest.mark.rule("HG-H19")
def test_a_crew_with_losses_fires_nothing_until_it_is_restored():
    people = People(crew=200, marines=30, low=100, frozen_watch=100)
    ship = vessel(arms("laser"), arms("sand"), damper=4, people=people)
    hit = after(ship, result("Crew", 1, RADIATION))
    assert hit.now.crew == 2
    assert (readiness.shots(hit, "laser"), readiness.shots(hit, "sand")) == (0, 0)
    assert "(HG-H19)" in readiness.why_silent(hit, "laser")
    assert (readiness.maneuver(hit), readiness.jump(hit), readiness.screen_factor(hit, "damper")) == (5, 3, 4)
    assert hit.people == people
    assert readiness.shots(now(hit, crew=3), "laser") == 1


@pytest.mark.rule("HG-H20")
@pytest.mark.parametrize(
    ("current", "tankage", "number", "left"), [(3000, 3600, 3, 2892), (50, 100, 3, 40), (4, 100, 1, 0)]
)
def test_fuel_is_lost_by_percent_of_the_tanks(current, tankage, number, left):
    assert fuel_left(current, tankage, number) == left
    ship = vessel(fuel=Fraction(current), tankage=Fraction(tankage))
    assert after(ship, result("Fuel", number)).fuel == left


@pytest.mark.rule("HG-H21")
def test_shattered_tanks_leave_no_fuel_and_no_energy():
    ship = vessel(
        *(arms("laser"), arms("missile"), arms("sand")),
        damper=4,
        globe=2,
        draws=(("computer", Fraction(3)), ("laser", Fraction(10)), ("damper", Fraction(40))),
    )
    hit = after(ship, result("Fuel Tanks Shattered", table=INTERIOR))
    assert (hit.fuel, hit.shattered, readiness.output(hit)) == (0, True, 0)
    assert (readiness.shots(hit, "laser"), readiness.shots(hit, "missile"), readiness.shots(hit, "sand")) == (0, 1, 1)
    assert (readiness.agility(hit), readiness.maneuver(hit), readiness.computer_level(hit)) == (0, 0, 0)
    assert (readiness.screen_factor(hit, "damper"), readiness.screen_factor(hit, "globe")) == (0, 2)
    assert after(hit, result("Fuel Tanks Shattered")) == hit
    small = vessel(computer=2)
    assert readiness.computer_level(after(small, result("Fuel Tanks Shattered"))) == 2  # needs no energy


@pytest.mark.parametrize(("power", "shattered"), [(5, False), (1, False), (0, False), (5, True), (0, True)])
def test_a_vessel_has_power_where_its_plant_makes_any(power, shattered):
    ship = vessel(power=power, shattered=shattered)
    assert readiness.powered(ship) is (readiness.output(ship) > 0)


@pytest.mark.rule("HG-H22")
def test_hangars_lose_600_tons_of_craft_and_a_facility():
    carrier = vessel(craft=(Carried("Wasp", Fraction(10), 20), Carried("Mantis", Fraction(250), 3)))
    carrier = replace(carrier, facilities=Facilities(ordinary=1, tubes=1))
    # Of 23 craft the 21st is a Mantis, of 22 the last one too; then only Wasps fit, ten of them.
    found = after(carrier, critical("Hangars Destroyed"), faces=[21, 22, *[1] * 10, 2])
    assert found.craft == (Carried("Wasp", Fraction(10), 10), Carried("Mantis", Fraction(250), 1))
    assert found.facilities == Facilities(ordinary=1, tubes=0)


def test_the_craft_lost_are_told_before_the_facility():
    carrier = replace(vessel(craft=(Carried("Wasp", Fraction(10), 1),)), facilities=Facilities(ordinary=1, tubes=0))
    _, lost = suffer(carrier, [critical("Hangars Destroyed")], ScriptedDice([1, 1]))
    assert [loss.system for loss in lost] == ["Wasp", "launch facilities"]


@pytest.mark.rule("HG-H22")
def test_hangars_lose_one_large_craft():
    carrier = vessel(craft=(Carried("Rider", Fraction(20_000), 2), Carried("Wasp", Fraction(10), 1)))
    assert after(carrier, critical("Hangars Destroyed"), faces=[1]).craft == (
        Carried("Rider", Fraction(20_000), 1),
        Carried("Wasp", Fraction(10), 1),
    )
    # A Wasp first: there is no room for a Rider within 600 tons.
    assert after(carrier, critical("Hangars Destroyed"), faces=[3]).craft == (Carried("Rider", Fraction(20_000), 2),)


@pytest.mark.rule("HG-H23")
def test_drives_and_plant_lose_factors():
    ship = vessel()
    hit = after(ship, result("Jump", 2), result("Maneuver", 2), result("Power Plant", 2))
    assert (hit.now.jump, hit.now.maneuver, hit.now.power) == (1, 3, 4)
    assert hit.criticals == ()
    out = after(
        ship,
        *(critical("Jump Drive Disabled"), critical("Maneuver Drive Disabled"), critical("Power Plant Disabled")),
    )
    assert (out.now.jump, out.now.maneuver, out.now.power) == (0, 0, 0)
    assert out.criticals == ("jump", "maneuver", "power")


@pytest.mark.rule("HG-H24")
def test_agility_falls_with_the_plant_and_never_above_the_maneuver_drive():
    ship = vessel(agility=4)  # maneuver 5, plant 6
    assert readiness.agility(ship) == 4
    assert readiness.agility(after(ship, result("Power Plant", 1))) == 3
    assert readiness.agility(after(ship, result("Power Plant", 2), result("Power Plant", 1))) == 1
    assert readiness.agility(after(ship, result("Maneuver", 2))) == 3
    assert readiness.agility(after(ship, result("Power Plant", 2), result("Maneuver", 1))) == 2
    assert readiness.agility(after(ship, critical("Power Plant Disabled"))) == 0


@pytest.mark.rule("HG-H25")
def test_one_screen_of_the_firers_choice_is_disabled():
    ship = vessel(damper=4, meson_screen=3, globe=2)
    chosen = after(ship, critical("One Screen Disabled"), preference=Preference(screens=("damper",)))
    assert (chosen.now.damper, chosen.now.meson_screen, chosen.now.globe) == (0, 3, 2)
    assert chosen.criticals == ("damper",)
    by_default = after(ship, critical("One Screen Disabled"))
    assert (by_default.now.damper, by_default.now.meson_screen, by_default.now.globe) == (4, 3, 0)
    third = after(vessel(meson_screen=3), critical("One Screen Disabled"))
    assert third.now.meson_screen == 0


@pytest.mark.rule("HG-H26")
def test_a_screen_result_is_one_hit_and_hits_are_spread():
    ship = vessel(damper=8, meson_screen=5, globe=4)
    wanted = Preference(screens=("damper", "globe"))

    def screens(count):
        hit = after(ship, *[result("Screens", 3, INTERIOR)] * count, preference=wanted)
        return hit.now.damper, hit.now.globe, hit.now.meson_screen

    assert [screens(count) for count in range(1, 5)] == [(5, 4, 5), (5, 1, 5), (5, 1, 2), (2, 1, 2)]
    assert after(ship, *[result("Screens", 3)] * 9).now == vessel(damper=0, meson_screen=0, globe=0).now


@pytest.mark.rule("HG-H27")
def test_weapon_hits_are_spread_over_the_types():
    ship = vessel(arms("laser", 5, 2), arms("missile", 9, 15), arms("sand", 4, 1))
    wanted = Preference(weapons=("missile", "sand", "laser"))

    def weapons(hits):
        hit = after(ship, *[result("Weapon", 1)] * hits, preference=wanted)
        return [(each.batteries, each.factor) for each in hit.now.armament]

    assert weapons(1) == [(2, 5), (14, 9), (1, 4)]
    assert weapons(2) == [(2, 5), (14, 9), (1, 3)]  # the only battery of its type: a factor
    assert weapons(3) == [(1, 5), (14, 9), (1, 3)]
    assert weapons(4) == [(1, 5), (13, 9), (1, 3)]
    one = after(ship, result("Weapon", 4), preference=wanted)
    assert one.now == after(ship, *[result("Weapon", 1)] * 4, preference=wanted).now


@pytest.mark.rule("HG-H27")
def test_the_heaviest_weapons_go_first_by_default():
    ship = vessel(arms("sand"), arms("laser"), arms("meson", 19, spinal=True))
    lost = losses(ship, result("Weapon", 3))
    assert [(loss.system, loss.before, loss.after) for loss in lost] == [
        ("meson factor", 19, 18),
        ("laser factor", 5, 4),
        ("sand factor", 5, 4),
    ]


@pytest.mark.rule("HG-H28")
def test_spinal_mount_or_fire_control():
    ship = vessel(arms("meson", 19, spinal=True), arms("laser", 5, 3), arms("sand"))
    without = after(ship, critical("Spinal Mount Out"))
    assert [each.factor for each in without.now.armament] == [0, 5, 5]
    assert without.criticals == ("meson",)
    blind = after(ship, critical("Fire Control Out"))
    assert [readiness.shots(blind, place) for place in ("meson", "laser", "sand")] == [1, 0, 0]
    assert "(HG-H28)" in readiness.why_silent(blind, "laser")
    none = vessel(arms("laser"))
    assert after(none, critical("Spinal Mount Out")) == none


@pytest.mark.rule("HG-H29")
def test_low_berths_or_troops():
    people = People(crew=200, service=20, troops=10, marines=30, low=120, frozen_watch=100)
    ship = vessel(people=people)
    assert after(ship, critical("Low Berths Dead")).people == replace(people, low=0, frozen_watch=0)
    troops = after(ship, critical("Troops Dead")).people
    assert troops == replace(people, troops=0, marines=0, security_dead=True)


@pytest.mark.rule("HG-H30")
def test_a_vaporized_ship_is_gone_and_takes_no_more():
    hit, lost = suffer(vessel(), [critical("Ship Vaporized"), result("Fuel", 1)], ScriptedDice([]))
    assert (hit.destroyed, [loss.system for loss in lost]) == ("vaporized", ["ship"])
    assert hit.fuel == vessel().fuel
    assert readiness.maneuver(hit) == 0
    assert not readiness.can_attack(hit)


@pytest.mark.rule("HG-H31")
def test_a_disabled_ship_neither_moves_nor_attacks_nor_hides():
    ship = vessel(arms("laser"), arms("sand"))
    still = now(ship, maneuver=0)
    disarmed = now(ship, armament=(arms("laser", 0), arms("sand")))
    both = now(still, armament=disarmed.now.armament)
    assert [readiness.disabled(each) for each in (ship, still, disarmed, both)] == [False, False, False, True]
    assert not readiness.disabled(now(both, globe=1))
    assert not readiness.disabled(replace(both, destroyed="vaporized"))


results = st.builds(
    result,
    st.sampled_from([name for name in EFFECTS if name not in {"Ship Vaporized", "No Effect"}]),
    st.integers(1, 4),
    st.sampled_from([SURFACE, RADIATION, INTERIOR]),
)


def weapons_left(ship):
    return [each.place for each in ship.now.armament if each.batteries and each.factor]


@given(st.lists(results, max_size=60))
def test_no_number_ever_falls_below_zero_and_hits_stay_even(rolls):
    ship = vessel(
        *(arms("laser", 3, 4), arms("missile", 2, 1), arms("meson", 11, spinal=True)),
        damper=5,
        meson_screen=5,
        globe=2,
        armor=3,
        craft=(Carried("Wasp", Fraction(10), 70),),
        facilities=Facilities(1, 1),
    )
    dice = LiveDice(bytes(32), 0)
    for roll in rolls:
        before = ship
        ship, lost = suffer(ship, [roll], dice)
        assert all(0 <= loss.after < loss.before for loss in lost if loss.system)
        for left, name in ((weapons_left, "Weapon"), (screens_left, "Screens")):
            struck = {place for place, count in ship.hits if count > dict(before.hits).get(place, 0)}
            if roll.result.name == name and roll.result.number == 1:
                assert struck <= set(open_to_a_hit(dict(before.hits), left(before)))
    numbers = [getattr(ship.now, name) for name in ("jump", "maneuver", "power", "crew", "armor")]
    assert min(*numbers, *(each.factor for each in ship.now.armament), ship.fuel) >= 0


def test_a_result_in_words():
    assert str(Result("Weapon", 3)) == "Weapon-3"


@pytest.mark.rule("HG-H27")
def test_a_loss_is_told_from_what_there_was_to_what_is_left():
    """Of two batteries one goes; of the last one its factor."""
    roll = result("Weapon", 1)
    assert losses(vessel(arms("missile", 5, 2)), roll, roll) == (
        Loss(roll.result, "missile batteries", 2, 1),
        Loss(roll.result, "missile factor", 5, 4),
    )
