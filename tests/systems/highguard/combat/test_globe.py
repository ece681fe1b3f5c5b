"""The black globe (HG-G01 to G14)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.combat import readiness
from bot.systems.highguard.combat.attack import aim, automatic_criticals, damage_modifiers, hit_energy, strike, throws
from bot.systems.highguard.combat.readiness import declared, discharged, take_energy
from bot.systems.highguard.combat.shot import battery_of, sighted
from bot.systems.highguard.combat.tables import INTERIOR, RADIATION, SURFACE
from bot.systems.highguard.combat.vessel import Readied
from tests.systems.highguard.combat.fleet import COMBAT, LONG, aimed, arms, battery, by_label, fire, now, shot, vessel

ALWAYS = Readied(globe_on=True)


@pytest.mark.rule("HG-G01")
def test_rates_come_in_tens_up_to_ten_times_the_factor():
    ship = vessel(globe=2)
    assert readiness.highest_flicker(2) == 20
    assert declared(ship, Readied(flicker=20)).stance.flicker == 20
    for stance in (Readied(flicker=30), Readied(flicker=15), Readied(flicker=-10), Readied(flicker=10, globe_on=True)):
        with pytest.raises(RuleError, match=r"\(HG-G"):
            declared(ship, stance)
    for stance in (Readied(flicker=10), ALWAYS):
        with pytest.raises(RuleError, match=r"no working black globe.*\(HG-G01\)"):
            declared(now(ship, globe=0), stance)
    assert declared(vessel(), Readied()) == vessel()


def test_only_what_draws_energy_can_be_switched_off():
    ship = vessel(arms("laser"), arms("missile"), draws=(("laser", Fraction(9)),))
    assert declared(ship, Readied(silent=("laser",))).stance.silent == ("laser",)
    with pytest.raises(RuleError, match=r"“missile”: what draws any is laser \(R-16\)"):
        declared(ship, Readied(silent=("missile",)))


@pytest.mark.rule("HG-G02")
def test_each_tenth_of_flicker_adds_two_for_both_sides():
    def dms(table, situation):
        return by_label(damage_modifiers(table, situation))

    assert dms(INTERIOR, shot("meson", 27, flicker=40)) == {"black globe": 8}
    assert dms(RADIATION, shot("meson", 27, own_flicker=40)) == {"black globe": 8}
    both = shot("beam laser", 5, flicker=10, own_flicker=30)
    assert dms(SURFACE, both) == {"factor 9 or less": 6, "black globe": 8}


@pytest.mark.rule("HG-G03")
def test_globes_count_as_armor_against_extra_throws_and_criticals():
    assert throws(shot("meson", 27, armor=15, flicker=10, own_flicker=30)) == 11
    assert throws(shot("particle", 14, armor=1, flicker=10)) == 3
    assert automatic_criticals(shot("meson", 27, size="A", armor=15, flicker=30)) == 14
    assert automatic_criticals(shot("missile HE", 9, size="4", armor=1, own_flicker=10)) == 4  # 5 - 3 // 2


@pytest.mark.rule("HG-G04")
@pytest.mark.parametrize(
    ("weapon", "factor", "energy"),
    [
        ("particle", 8, 40),
        ("beam laser", 9, 9),
        ("pulse laser", 5, 5),
        ("energy", 6, 6),
        ("fusion", 6, 12),
        ("missile HE", 7, 14),
        ("missile nuclear", 7, 700),
        ("meson", 4, 80),
    ],
)
def test_the_energy_of_a_hit(weapon, factor, energy):
    assert hit_energy(battery(weapon, factor)) == energy


@pytest.mark.rule("HG-G04")
def test_a_spinal_mount_gives_all_that_it_takes_even_damaged():
    ship = vessel(arms("particle", 10, spinal=True), draws=(("particle", Fraction(500)),))
    weapon = ship.now.weapon("particle")
    assert hit_energy(battery_of(ship, weapon, COMBAT.weapons["particle"])) == 500
    assert hit_energy(battery_of(ship, replace(weapon, factor=8), COMBAT.weapons["particle"])) == 500
    bay = arms("particle", 8)
    assert (
        hit_energy(battery_of(vessel(bay, draws=(("particle", Fraction(60)),)), bay, COMBAT.weapons["particle"])) == 40
    )


@pytest.mark.rule("HG-G05")
def test_only_what_gets_through_gives_its_share():
    assert readiness.absorbed(40, 10) == 4
    assert readiness.absorbed(Fraction("87.5"), 30) == Fraction(105, 4)
    assert fire("particle", 8, [6, 6, 6, 6, 6, 6], flicker=10).energy == 4
    assert fire("particle", 8, [1, 1], flicker=10, agility=6).energy == 0
    assert fire("missile nuclear", 9, [6, 6, 1, 1], flicker=10, damper=9).energy == 0
    assert fire("particle", 8, [6, 6, 6, 6, 6, 6]).energy == 0


@pytest.mark.rule("HG-G07")
def test_energy_that_finds_no_room_destroys_the_ship():
    ship = vessel(capacity=Fraction(900), stored=Fraction(800))
    assert (take_energy(ship, [60, 40]).stored, take_energy(ship, [60, 40]).destroyed) == (900, "")
    assert take_energy(ship, [60, 41]).destroyed == "overloaded"
    assert take_energy(ship, [Fraction(1001, 10)]).destroyed == "overloaded"
    assert take_energy(replace(ship, stored=Fraction(900)), [0]).destroyed == ""
    assert take_energy(vessel(), [1]).destroyed == "overloaded"


@pytest.mark.rule("HG-G08")
def test_energy_leaves_by_the_plants_output():
    ship = vessel(globe=6, stored=Fraction(500), capacity=Fraction(900))  # 600 EP
    assert readiness.discharge(1000, 60) == 400
    assert discharged(declared(ship, Readied(flicker=60))).stored == 260
    assert discharged(ship).stored == 0
    assert discharged(declared(ship, ALWAYS)).stored == 500


@pytest.mark.rule("HG-G09")
@pytest.mark.parametrize(("agility", "flicker", "left"), [(5, 10, 5), (4, 40, 2), (6, 40, 4), (6, 50, 3), (1, 60, 0)])
def test_flicker_lowers_agility_to_the_nearest_whole(agility, flicker, left):
    assert readiness.flickering_agility(agility, flicker) == left
    ship = vessel(globe=9, agility=agility, maneuver=6)
    assert readiness.agility(declared(ship, Readied(flicker=flicker))) == left


@pytest.mark.rule("HG-G10")
def test_wholly_on_it_neither_fires_nor_moves():
    ship = declared(vessel(arms("missile"), globe=1), ALWAYS)
    assert (readiness.agility(ship), readiness.maneuver(ship), readiness.shots(ship, "missile")) == (0, 0, 0)
    assert "(HG-G10)" in readiness.why_silent(ship, "missile")


@pytest.mark.rule("HG-G10")
def test_fire_at_a_globe_wholly_on_strikes_and_is_absorbed_whole():
    target = declared(vessel(globe=1, damper=9), ALWAYS)
    firer = vessel(arms("missile", 9))
    seen = sighted(battery("missile nuclear", 9), firer, target, LONG, COMBAT)
    struck = strike(aim(seen, COMBAT), (), ScriptedDice([]), COMBAT)
    assert (struck.struck, struck.passages, struck.damage, struck.energy) == (True, (), (), 900)


@pytest.mark.rule("HG-G11")
def test_in_the_turn_after_all_fire_hits_but_must_penetrate():
    hidden = declared(vessel(globe=1, damper=9), ALWAYS)
    seen = declared(hidden, Readied())
    assert seen.just_off
    assert not declared(seen, Readied()).just_off
    ready = aim(sighted(battery("missile nuclear", 9), vessel(), seen, LONG, COMBAT), COMBAT)
    assert ready.needed is None
    dice = ScriptedDice([4, 5])
    assert strike(ready, (), dice, COMBAT).stopped_by.defence == "damper"
    assert dice.left == []
    assert aimed("beam laser", 4, agility=6, size="1", strikes=True).needed is None


@pytest.mark.rule("HG-G13")
def test_a_fleet_may_drift_in_behind_its_globes():
    """Unseen until its side switches them off; whether it is noticed is the referee's affair."""
    ship = declared(declared(vessel(arms("missile"), globe=1), ALWAYS), ALWAYS)
    assert (ship.just_off, readiness.shots(ship, "missile")) == (False, 0)
    revealed = declared(ship, Readied())
    assert (revealed.just_off, readiness.shots(revealed, "missile"), readiness.agility(revealed)) == (True, 1, 4)


@pytest.mark.rule("HG-G14")
def test_a_declaration_holds_until_the_next():
    ship = declared(vessel(globe=3), Readied(flicker=30, emergency=True))
    assert (ship.stance.flicker, ship.stance.emergency) == (30, True)
    assert declared(ship, Readied()).stance == Readied()


@given(st.lists(st.integers(0, 500)), st.integers(0, 2000))
def test_capacitors_never_hold_more_than_they_can(hits, capacity):
    ship = take_energy(vessel(capacity=Fraction(capacity)), hits)
    assert ship.stored <= capacity
    assert bool(ship.destroyed) == (sum(hits) > capacity)
