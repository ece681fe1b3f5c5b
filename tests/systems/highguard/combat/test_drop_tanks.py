"""L-Hyd drop tanks in battle: what they cost while they are carried, their fuel, and what is left without them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.highguard.battle.decisions import Decisions, JumpOrder, choose_range, decide
from bot.systems.highguard.battle.state import Station
from bot.systems.highguard.combat.readiness import agility, jump, maneuver, output
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import DropTanks, Readied, burnt, dropped
from bot.systems.highguard.design.reading import read_listings
from bot.systems.highguard.ships.commission import vessel_of_bill
from bot.systems.highguard.ships.enlist import vessel_of_listing
from tests.systems.highguard.battle.fleets import battle_of, formed, hold_fire, in_combat, plain
from tests.systems.highguard.design.listings import UNICORN
from tests.systems.highguard.ships.book import BOOK
from tests.systems.highguard.yard import TABLES

SHIP = vessel_of_bill(BOOK["Unicorn"].bill, TABLES)


@pytest.mark.rule("HG-D23", "HG-D24", "HG-L07")
def test_the_unicorn_with_a_hundred_tons_outside():
    """20 tons of jump drive and 44 of maneuver drive in 400: numbers 4 and 4; the plant of 7 is 5 there (R-09)."""
    assert SHIP.tanks == DropTanks(Fraction(100), Fraction(100), "4", 4, 4, 5, 0)
    assert (SHIP.hull, dropped(SHIP).hull) == ("4", "3")
    assert (maneuver(SHIP), maneuver(dropped(SHIP))) == (4, 5)
    # The energy is the plant's, whatever is outside.
    assert output(SHIP) == output(dropped(SHIP)) == 21
    emergency = replace(SHIP, stance=Readied(emergency=True))
    assert (agility(emergency), agility(dropped(emergency))) == (4, 5)


@pytest.mark.rule("HG-L07")
def test_a_listing_tells_the_same():
    unicorn = vessel_of_listing(read_listings(UNICORN).ships[0].ship, TABLES)
    assert unicorn.tanks == DropTanks(Fraction(100), Fraction(100), "4", 4, 4, 5, 0)


@pytest.mark.rule("HG-L07", "HG-D24")
def test_what_a_listing_does_not_tell_is_worked_out():
    """Drives of the smallest size: jump 5 in 300 tons are 18, of 400 4.5 percent: jump 3; maneuver 5 are 42: 3."""
    text = UNICORN.replace(" (CE-4444762)", "").replace("Agility=0", "Agility=4")
    tanks = vessel_of_listing(read_listings(text).ships[0].ship, TABLES).tanks
    assert (tanks.size, tanks.jump, tanks.maneuver, tanks.power, tanks.agility) == ("4", 3, 3, 5, 3)
    # Maneuver 3 are 24 tons, of 400 6 percent: maneuver 2.
    slower = vessel_of_listing(read_listings(text.replace("CE-3455762", "CE-3453762")).ships[0].ship, TABLES).tanks
    assert (slower.jump, slower.maneuver) == (3, 2)


@pytest.mark.rule("HG-H20", "HG-H21", "HG-D23")
def test_fuel_outside_goes_first_and_comes_inside_where_there_is_room():
    assert (SHIP.fuel, SHIP.all_fuel) == (81, 181)
    leaking = burnt(SHIP, Fraction("18.1"))
    assert (leaking.fuel, leaking.tanks.fuel) == (81, Fraction("81.9"))
    empty = burnt(SHIP, Fraction(120))
    assert (empty.fuel, empty.tanks.fuel) == (61, 0)
    assert dropped(SHIP).fuel == 81
    assert dropped(replace(SHIP, fuel=Fraction(21))).fuel == 81
    assert dropped(dropped(SHIP)) == dropped(SHIP)


def decided(**said):
    ship = replace(SHIP, name="Unicorn")
    battle = formed(battle_of([plain("Foe")], [ship]), ["Foe"], ["Unicorn"])
    return decide(battle, 1, Decisions(**said)).battle.ships["Unicorn"]


@pytest.mark.rule("HG-C14", "HG-D18", "HG-D23")
def test_jump_five_takes_the_fuel_of_both():
    """150 tons for jump 5 of 300; inside there are 81."""
    assert jump(SHIP) == 5
    order = {"Unicorn": JumpOrder(5, "Regina")}
    assert decided(jump=order).jump.number == 5
    with pytest.raises(RuleError, match="Unicorn has 81 tons of fuel; the jump takes 150"):
        decided(jump=order, drop=("Unicorn",))


@pytest.mark.rule("HG-D23", "HG-C13")
def test_tanks_are_dropped_by_decision():
    after = decided(drop=("Unicorn",)).vessel
    assert (after.tanks, after.fuel, maneuver(after)) == (None, 81, 5)
    ship = replace(SHIP, name="Unicorn", tanks=None)
    battle = formed(battle_of([plain("Foe")], [ship]), ["Foe"], ["Unicorn"])
    with pytest.raises(RuleError, match="Unicorn carries no drop tanks"):
        decide(battle, 1, Decisions(drop=("Unicorn",)))


@pytest.mark.rule("HG-C15", "HG-D23")
def test_jump_five_is_made_when_two_turns_have_brought_its_energy_and_leaves_the_tanks_behind():
    """30 EP for 300 tons at 21 a turn; of 181 tons of fuel the jump takes 150."""
    order = Decisions(jump={"Unicorn": JumpOrder(5, "Regina")})
    sides = battle_of([replace(SHIP, name="Unicorn")], [plain("Foe")])
    battle = hold_fire(in_combat(sides, ["Unicorn"], ["Foe"], decisions=(Decisions(), order)))
    assert (battle.ships["Unicorn"].place, battle.ships["Unicorn"].jump.gathered) == (Station.LINE, 21)
    battle = choose_range(formed(battle, ["Unicorn"], ["Foe"]), 0, Range.LONG).battle
    battle = hold_fire(decide(decide(battle, 1, Decisions()).battle, 0, order).battle)
    gone = battle.ships["Unicorn"]
    assert (gone.place, gone.vessel.fuel, gone.vessel.tanks) == (Station.JUMPED, 31, None)


@pytest.mark.rule("HG-D23")
@pytest.mark.parametrize(("shattered", "fuel"), [(False, 40), (True, 0)])
def test_what_is_left_in_tanks_that_are_dropped_goes_where_there_is_room(shattered, fuel):
    """Into empty tanks of the ship, unless these are shattered."""
    empty = replace(SHIP, fuel=Fraction(0), shattered=shattered, tanks=replace(SHIP.tanks, fuel=Fraction(40)))
    left = dropped(empty)
    assert (left.fuel, left.tanks) == (fuel, None)
