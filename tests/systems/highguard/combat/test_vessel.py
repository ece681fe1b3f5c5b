"""Vessels from designs and from listings, and what they can do undamaged."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.system import SheetType
from bot.systems.highguard.combat import readiness
from bot.systems.highguard.combat.shot import Range, battery_of, sighted
from bot.systems.highguard.combat.vessel import Armament, Carried, Facilities, People, Readied, Vessel
from bot.systems.highguard.design.choices import Bays, Craft
from bot.systems.highguard.design.listing import listing_of
from bot.systems.highguard.design.reading import read_listing
from bot.systems.highguard.ships.commission import vessel_of_bill
from bot.systems.highguard.ships.enlist import spinal_ep, vessel_of_listing
from tests.systems.highguard.combat.fleet import COMBAT, arms, vessel
from tests.systems.highguard.design.listings import KINUNIR
from tests.systems.highguard.ships.book import BOOK, OWN
from tests.systems.highguard.yard import TABLES, cruiser

SHIPS = {**BOOK, **OWN}


def designed(name):
    return vessel_of_bill(SHIPS[name].bill, TABLES)


def listed(name):
    return vessel_of_listing(listing_of(SHIPS[name].bill, TABLES), TABLES)


def test_the_kinunir_in_battle():
    """Its figures by hand from R-64: 7fib, four EP to the damper's factor, 900 EP of capacitors."""
    ship = designed("Kinunir")
    assert (ship.size, ship.tons, ship.configuration, ship.agility, ship.fib, ship.bridges) == (
        "A",
        1250,
        2,
        1,
        True,
        1,
    )
    factors = ship.now
    assert (factors.jump, factors.maneuver, factors.power, factors.computer, factors.crew) == (4, 4, 7, 7, 2)
    assert (factors.armor, factors.damper, factors.meson_screen, factors.globe) == (0, 4, 0, 1)
    assert factors.armament == (
        Armament("laser", "beam laser", 5, 2, 2),
        Armament("particle", "particle", 2, 2, 2),
        Armament("missile", "missile", 3, 2, 2),
    )
    assert dict(ship.draws) == {"computer": 7, "damper": 40, "laser": 16, "particle": 10}
    assert (ship.fuel, ship.tankage, ship.capacity, ship.stored) == (Fraction("587.5"), Fraction("587.5"), 900, 0)
    assert ship.people == People(crew=45, service=3, marines=35)
    assert (ship.craft, ship.facilities) == ((Carried("Pinnace", Fraction(35)),), Facilities(ordinary=1))


@pytest.mark.rule("HG-G06")
def test_capacitors_come_with_the_jump_drive_and_extra_tons():
    assert designed("Kinunir").capacity == 900  # 1,250 tons x 4 x 0.5% x 36
    assert designed("Sovereign").capacity == 288_000  # 7,500 tons of the jump drive and 500 more
    assert listed("Kinunir").capacity == 900


def test_spinal_mounts_bays_and_carried_craft():
    ship = designed("Sovereign")
    assert ship.now.weapon("meson") == Armament("meson", "meson", 27, 1, 1, spinal=True)
    assert ship.now.weapon("repulsor") == Armament("repulsor", "repulsor", 9, 40, 20)
    assert dict(ship.draws)["meson"] == 1200
    assert (ship.bridges, ship.facilities) == (2, Facilities(ordinary=50, tubes=1))
    assert ship.craft == (Carried("Mantis", Fraction(50), 60), Carried("Lifter", Fraction(60), 20))
    assert designed("Basalt").now.weapon("energy").weapon == "fusion"
    assert designed("Harrier").facilities.ordinary == 8  # 75,000 tons


@pytest.mark.parametrize("name", SHIPS)
def test_every_ship_is_ready_and_survives_being_stored(name):
    stored = SheetType(Vessel)
    for ship in (designed(name), listed(name)):
        assert stored.load(stored.dump(ship)) == ship
        assert readiness.shortage(ship) == 0
        assert readiness.agility(ship) == SHIPS[name].bill.agility
        assert all(readiness.why_silent(ship, each.place) == "" for each in ship.now.armament)


@pytest.mark.parametrize("name", SHIPS)
def test_a_listing_tells_the_same_ship(name):
    """All but what a listing leaves out: craft, facilities, auxiliary bridges, spare capacitors."""
    told, found = designed(name), listed(name)
    assert found.now == told.now
    assert bool(found.bridges) == bool(told.bridges)
    assert (
        replace(
            found,
            built=told.built,
            now=told.now,
            draws=told.draws,
            craft=told.craft,
            facilities=told.facilities,
            bridges=told.bridges,
            capacity=told.capacity,
        )
        == told
    )
    assert {name for name, _ in found.draws} == {name for name, _ in told.draws}


def test_a_listing_alone():
    text = "CE-13768 Unicorn  CE-3455762-300000-40100-0  MCr355.99  300 tons\nCrew=12. TL=14.\n"
    ship = vessel_of_listing(
        read_listing(text + "EP=21. Agility=0. Fuel=81.\nFusion guns.\nPulse lasers.").ship, TABLES
    )
    assert (ship.size, ship.tons, ship.now.computer, ship.fib, ship.bridges) == ("3", 300, 6, False, 1)
    assert ship.now.weapon("laser") == Armament("laser", "pulse laser", 4)
    assert ship.people == People(crew=12)
    boat = "KT-1 Boat  KT-0204421-000000-00003-0  MCr21  35 tons\nCrew=2. TL=15.\n"
    assert vessel_of_listing(read_listing(boat).ship, TABLES).bridges == 0
    assert vessel_of_listing(read_listing(boat + "With a bridge.").ship, TABLES).bridges == 1
    assert vessel_of_listing(read_listing(boat + "No bridge.").ship, TABLES).bridges == 0
    assert vessel_of_listing(read_listing(boat + "It flies without a bridge.").ship, TABLES).bridges == 0


def test_what_its_batteries_draw_leaves_a_listed_ship_its_agility():
    """The printed Kinunir: 87.5 EP, 12.5 for agility 1, 50 for damper 5 and 7 for the computer leave 18.

    The fewest lasers for two batteries of 5 would need 12, the particle guns 10: 22 in all.
    """
    printed = "BC-9514 Kinunir BC-A2447G2-000510-50202-0 MCr1336.63 1250 tons\n"
    printed += "batteries bearing             2 2 2   Crew=45.\nbatteries                     2 2 2   TL=15.\n"
    ship = vessel_of_listing(read_listing(printed + "Agility=1. Fuel=587.5.").ship, TABLES)
    lasers, particles = Fraction(12 * 18, 22), Fraction(10 * 18, 22)
    assert dict(ship.draws) == {"computer": 7, "damper": 50, "laser": lasers, "particle": particles}
    assert readiness.shortage(ship) == 0


def test_the_tonnage_follows_from_the_code_where_none_is_told():
    untold = read_listing("XX-L154465-000000-00003-0 Hulk MCr1\nCrew=9. TL=15.").ship
    assert vessel_of_listing(untold, TABLES).tons == 20_000


def test_batteries_that_bear():
    ship = vessel(arms("missile", 9, 10, 8))
    assert readiness.shots(ship, "missile") == 8
    nine = replace(ship, now=replace(ship.now, armament=(arms("missile", 9, 7, 8),)))
    assert readiness.shots(nine, "missile") == 7  # the idle ones went first
    assert readiness.shots(ship, "laser") == 0
    assert "has no laser batteries" in readiness.why_silent(ship, "laser")


HUNGRY = vessel(
    *(arms("laser", 5, 10), arms("meson", 14, spinal=True), arms("missile")),
    agility=1,
    damper=4,
    draws=tuple((name, Fraction(ep)) for name, ep in (("computer", 3), ("laser", 100), ("meson", 300), ("damper", 40))),
)


def test_a_plant_that_lost_factors_may_be_short():
    """600 EP made, 443 used: agility 1; with one factor less 500, with two 400, so that 43 are missing."""

    def short(factors, **changes):
        return readiness.shortage(replace(HUNGRY, now=replace(HUNGRY.now, power=6 - factors), **changes))

    assert [short(factors) for factors in range(4)] == [0, 0, 43, 143]
    assert short(2, stance=Readied(silent=("laser",))) == 0
    assert short(2, stance=Readied(emergency=True)) == 0
    assert short(0, stance=Readied(to_jump=Fraction(200))) == 43
    assert short(6) == 0  # nothing works, and nothing need be switched off


def test_lost_batteries_draw_nothing():
    half = replace(HUNGRY, now=replace(HUNGRY.now, armament=(arms("laser", 5, 5), arms("meson", 0, spinal=True))))
    assert readiness.draw(half) == 93
    assert readiness.draw(replace(HUNGRY, now=replace(HUNGRY.now, damper=0, computer=0))) == 400


def test_systems_that_are_switched_off():
    ship = replace(HUNGRY, stance=Readied(silent=("laser", "damper", "computer")))
    assert (readiness.shots(ship, "laser"), readiness.screen_factor(ship, "damper")) == (0, 0)
    assert readiness.computer_level(ship) == 0
    assert "(R-16)" in readiness.why_silent(ship, "laser")


def test_emergency_agility_silences_what_needs_energy():
    ship = replace(HUNGRY, stance=Readied(emergency=True))
    assert readiness.agility(ship) == 5
    assert [readiness.shots(ship, place) for place in ("laser", "meson", "missile")] == [0, 0, 1]
    assert (readiness.screen_factor(ship, "damper"), readiness.computer_level(ship)) == (4, 5)
    nimble = vessel(agility=4, power=5, stance=Readied(emergency=True))
    assert readiness.agility(replace(nimble, now=replace(nimble.now, power=3))) == 3


def test_energy_for_a_jump_comes_out_of_agility():
    ship = vessel(agility=4, draws=(("damper", Fraction(40)),), damper=4)  # 600 EP made, 560 spare
    assert readiness.agility(replace(ship, stance=Readied(to_jump=Fraction(300)))) == 2
    assert readiness.agility(replace(ship, stance=Readied(to_jump=Fraction(600)))) == 0
    # Emergency agility is the lower of maneuver 5 and plant 6, of which a jump of 300 EP leaves 3.
    assert readiness.agility(replace(ship, stance=Readied(emergency=True))) == 5
    assert readiness.agility(replace(ship, stance=Readied(emergency=True, to_jump=Fraction(300)))) == 3
    # 399 EP left in 10,000 tons are not quite 4.
    assert readiness.agility(replace(ship, stance=Readied(emergency=True, to_jump=Fraction(201)))) == 3
    assert readiness.agility(replace(ship, stance=Readied(emergency=True, to_jump=Fraction(600)))) == 0


def test_what_a_listing_draws_energy_for_stands_in_its_order():
    drawn = vessel_of_listing(read_listing(KINUNIR.replace("000510", "003510")).ship, TABLES).draws
    assert [name for name, _ in drawn][:3] == ["computer", "damper", "meson screen"]


@pytest.mark.parametrize(("places", "energy"), [(("missile", "sand"), False), (("laser",), True)])
def test_what_fires_without_energy_is_silent_only_where_all_is(places, energy):
    """By the published errata shattered tanks silence everything (R-94); without them missiles and sand need none."""
    ship = vessel(*(arms(place) for place in places))
    dead = replace(ship, now=replace(ship.now, power=0))
    for place in places:
        assert not readiness.why_silent(ship, place)
        assert ("(HG-H21)" in readiness.why_silent(dead, place)) is energy
        assert "(R-94)" in readiness.why_silent(replace(ship, silenced=True), place)


def test_a_shot_has_the_firers_own_globe_and_the_targets():
    firer, target = vessel(arms("laser"), globe=4), vessel(globe=4, computer=3, agility=2, armor=6)
    shot = sighted(
        battery_of(firer, firer.now.armament[0], COMBAT.weapons["beam laser"]),
        replace(firer, stance=Readied(flicker=20)),
        replace(target, stance=Readied(flicker=10)),
        Range.SHORT,
        COMBAT,
    )
    assert (shot.own_flicker, shot.flicker, shot.wholly_on, shot.strikes) == (20, 10, False, False)
    assert (shot.computer, shot.target_computer, shot.armor, shot.range) == (5, 3, 6, Range.SHORT)


@pytest.mark.rule("HG-D34", "HG-D35")
@pytest.mark.parametrize(
    ("place", "factor", "ep"), [("particle", 10, 500), ("particle", 17, 700), ("meson", 10, 500), ("meson", 19, 1000)]
)
def test_a_spinal_mount_draws_what_its_letter_says(place, factor, ep):
    """A is 10, H 17 and K 19, as I and O are left out."""
    assert spinal_ep(Armament(place, place, factor, 1, 1, spinal=True), TABLES) == ep


@pytest.mark.parametrize(("in_bays", "bays"), [((), 0), (("Dart",), 4), (("Dart", "Gig"), 4)])
def test_empty_bays_launch_craft_where_any_are_kept_in_them(in_bays, bays):
    """A cruiser of 10,000 tons launches one craft by its ordinary facilities, and has four bays without a weapon."""
    craft = tuple(Craft(name, Fraction(20), Fraction(0), in_bay=name in in_bays) for name in ("Dart", "Gig"))
    made = cruiser(craft=craft, bays=(Bays("", 100, 4), Bays("missile", 50, 2)), tubes=3)
    assert vessel_of_bill(made, TABLES).facilities == Facilities(1, 3, bays)
