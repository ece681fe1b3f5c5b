"""Ships put right by name and value: what was built bounds it, and of a pasted ship the listing follows."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.highguard.combat.vessel import Carried
from bot.systems.highguard.design.listing import Counted
from bot.systems.highguard.design.reading import read_listing
from bot.systems.highguard.ships.ship import pasted
from tests.systems.highguard.design.listings import KINUNIR
from tests.systems.highguard.system import SYSTEM
from tests.systems.highguard.yard import TABLES

DESIGNED = SYSTEM.templates["Kinunir"].sheet
PASTED = pasted(read_listing(KINUNIR), TABLES)


def put(ship, **values):
    for name, value in values.items():
        ship = SYSTEM.with_traits(ship, {name.replace("_", " "): value}, {})
    return ship


def told(ship, name):
    return SYSTEM.traits[name].read(ship)


@pytest.mark.rule("HG-L03", "HG-H20")
@pytest.mark.parametrize("ship", [DESIGNED, PASTED])
def test_fuel_people_and_systems_are_set_and_made_whole(ship):
    hurt = put(
        ship, fuel="100", crew="40", marines="12", power="5", laser_batteries="1", missile_factor="1", bridges="0"
    )
    assert told(hurt, "fuel") == "100 of 587.5 tons"
    assert (told(ship, "power"), told(hurt, "power")) == ("7", "5")
    vessel = hurt.vessel
    assert (vessel.fuel, vessel.people.crew, vessel.people.marines) == (100, 40, 12)
    assert (vessel.now.power, vessel.built.power, vessel.bridges) == (5, 7, 0)
    assert (vessel.now.weapon("laser").batteries, vessel.now.weapon("missile").factor) == (1, 1)
    factor = "3" if ship is DESIGNED else "2"
    crew = told(ship, "crew")
    whole = put(
        hurt, fuel="full", crew=crew, marines="35", power="7", laser_batteries="2", missile_factor=factor, bridges="1"
    )
    assert whole == ship


@pytest.mark.rule("HG-H30", "HG-R07")
def test_a_system_that_is_whole_again_is_no_longer_lost_to_a_critical_hit_nor_jury_rigged():
    vessel = put(DESIGNED, computer="0").vessel
    lost = replace(DESIGNED, vessel=replace(vessel, criticals=("computer", "bridge")), jury=("computer", "laser"))
    after = put(lost, computer="7")
    assert (after.vessel.criticals, after.jury) == (("bridge",), ("laser",))


@pytest.mark.parametrize("ship", [DESIGNED, PASTED])
def test_what_is_mended_leaves_all_other_damage(ship):
    hurt = put(ship, power="5", computer="3", laser_batteries="1", missile_batteries="1", fuel="empty")
    mended = put(hurt, computer="7")
    assert (mended.vessel.now.computer, mended.vessel.now.power, mended.vessel.fuel) == (7, 5, 0)
    assert [mended.vessel.now.weapon(place).batteries for place in ("laser", "missile")] == [1, 1]
    rearmed = put(hurt, laser_batteries="2")
    assert [rearmed.vessel.now.weapon(place).batteries for place in ("laser", "missile")] == [2, 1]
    assert (rearmed.vessel.now.computer, rearmed.vessel.now.power) == (3, 5)


def test_batteries_are_lost_to_a_critical_hit_until_all_of_them_are_whole():
    vessel = put(DESIGNED, laser_batteries="0").vessel
    lost = replace(DESIGNED, vessel=replace(vessel, criticals=("laser", "bridge")), jury=("laser",))
    some = put(lost, laser_batteries="1")
    assert (some.vessel.criticals, some.jury) == (("laser", "bridge"), ("laser",))
    whole = put(lost, laser_batteries="2")
    assert (whole.vessel.criticals, whole.jury) == (("bridge",), ())


@pytest.mark.rule("HG-H27")
@pytest.mark.parametrize(("ship", "built"), [(DESIGNED, 3), (PASTED, 2)])
@pytest.mark.parametrize(
    ("factor", "batteries", "has"),
    [
        # The last battery that lost all of its factor is whole where there are batteries again.
        (0, 1, None),
        (0, 2, None),
        (0, 0, 0),
        # One that lost a part of it is as it was.
        (1, 2, 1),
    ],
)
def test_batteries_that_are_there_again_have_a_factor(ship, built, factor, batteries, has):
    hurt = put(ship, missile_batteries="1", missile_factor=str(factor))
    after = put(hurt, missile_batteries=str(batteries))
    assert told(after, "missile batteries") == str(batteries)
    assert told(after, "missile factor") == str(built if has is None else has)


@pytest.mark.parametrize("aboard", ["2 Pinnace, Pinnace", "Pinnace, 3 pinnace"])
def test_each_kind_of_craft_is_named_once(aboard):
    with pytest.raises(RuleError, match="Name each kind of craft once"):
        put(DESIGNED, craft=aboard)


@pytest.mark.rule("HG-L02", "HG-L13")
def test_a_pasted_ships_listing_follows_what_it_was_read_wrong():
    after = put(PASTED, missile_batteries="80", agility="4", fuel="700", jump="5", price="1400")
    listed = after.listed
    assert (listed.batteries["missile"], listed.agility, listed.fuel) == (Counted(80, 80), 4, 700)
    assert (listed.usp.jump, listed.price) == ("5", 1400)
    assert after.vessel is None
    with pytest.raises(RuleError, match="must be from 0 to 2"):
        put(DESIGNED, missile_batteries="80")
    with pytest.raises(RuleError, match="change it with /ship design"):
        put(DESIGNED, agility="4")


@pytest.mark.rule("HG-L11", "HG-H22")
def test_craft_aboard():
    after = put(DESIGNED, craft="none")
    assert [craft.count for craft in after.vessel.craft] == [0]
    two = put(PASTED, craft="2 Gnat 10 tons, Dart")
    assert [(craft.name, craft.count) for craft in two.vessel.craft] == [("Gnat", 2), ("Dart", 1)]
    assert two.vessel.craft[0] == Carried("Gnat", Fraction(10), 2)
    assert told(two, "craft") == "2 Gnat, 1 Dart"
    with pytest.raises(RuleError, match="There is no craft “Bee”"):
        put(PASTED, craft="3 Bee")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("fuel", "plenty", "The fuel must be a number from 0 to 587.5, not “plenty”."),
        ("fuel", "9999", "The fuel must be a number from 0 to 587.5, not “9999”."),
        ("crew", "-1", "The crew must be from 0 to 9999999."),
        ("meson batteries", "1", "It has no meson batteries: none stand in its profile."),
        ("meson screen", "2", "It was built without any meson screen: change its design with /ship design."),
        ("fate", "lost", "There is no fate “lost”"),
        ("fuel tanks", "wet", "There is no state of fuel tanks “wet”"),
    ],
)
def test_bad_values_are_refused_in_a_sentence(name, value, said):
    with pytest.raises(RuleError) as refused:
        SYSTEM.with_traits(DESIGNED, {name: value}, {})
    assert str(refused.value).startswith(said)
