"""Craft under 100 tons: numbers from the small craft chapter and rulings."""

from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.highguard.design import carriage, hull
from bot.systems.highguard.design.choices import Bays, Design, Spinal, Turrets
from bot.systems.highguard.design.drives import installed_plant
from bot.systems.highguard.ships.wording import bill_text
from tests.systems.highguard.yard import CRUISER, FIGHTER, TABLES, cruiser, fighter, limits, turrets


@pytest.mark.rule("HG-S01", "HG-D17")
def test_what_a_small_craft_cannot_be():
    assert limits(fighter()) == []
    assert limits(fighter(tons=Fraction(99))) == []
    assert limits(fighter(configuration=7)) == []
    assert limits(fighter(configuration=8)) == ["NO_SUCH_HULL"]
    assert limits(fighter(jump=1)) == ["NO_JUMP_DRIVE"]


@pytest.mark.rule("HG-S01", "HG-S10")
@pytest.mark.parametrize(
    "extra",
    [
        {"armor": 1},
        {"damper": 1},
        {"spinal": Spinal("meson", "E")},
        {"bays": (Bays("missile", 50),)},
        {"tanks": Fraction(1)},
        {"capacitors": Fraction(1)},
        {"frozen_watch": True},
        {"tubes": 1},
    ],
)
def test_what_a_small_craft_does_not_take(extra):
    assert limits(fighter(**extra)) == ["NOT_FOR_SMALL_CRAFT"]


@pytest.mark.rule("HG-S02", "HG-S04")
def test_drives_and_fuel_of_a_ton_at_least():
    tiny = fighter(tons=Fraction(10), maneuver=1, power=1, tl=15)
    assert (tiny.part("maneuver").tons, tiny.part("power plant").tons, tiny.part("fuel").tons) == (1, 1, 1)
    odd = fighter(tons=Fraction(25), maneuver=6, power=6)
    assert (odd.part("maneuver").tons, odd.part("power plant").tons) == (Fraction(17, 4), Fraction(9, 2))
    assert odd.part("fuel").tons == Fraction(3, 2)
    assert limits(fighter(tons=Fraction(10), fuel=Fraction(1, 2))) == ["FUEL_SHORT"]


@pytest.mark.rule("HG-S02", "HG-D13")
def test_without_power_there_is_no_plant():
    assert installed_plant(Design(**(FIGHTER | {"power": 0})), TABLES) == 0
    assert installed_plant(Design(**(CRUISER | {"power": 0})), TABLES) == 0


@pytest.mark.rule("HG-D11")
def test_of_two_numbers_that_no_table_has_the_jump_drive_is_named():
    with pytest.raises(RuleError, match="The jump number is from 0 to 6, not 7"):
        cruiser(jump=7, maneuver=8)


@pytest.mark.rule("HG-S03")
def test_the_plant_is_as_large_as_the_maneuver_drive():
    assert limits(fighter(maneuver=4)) == ["PLANT_TOO_SMALL"]
    assert fighter(maneuver=4).faults[0].rule == "HG-S03"
    assert limits(fighter(power=12)) == []


@pytest.mark.rule("HG-S04", "HG-S05")
def test_scoops_come_by_themselves_and_nothing_need_be_purified():
    parts = {line.part for line in fighter(scoops=True, purifier=12).lines}
    assert not parts & {"scoops", "purifier"}


@pytest.mark.rule("HG-S06")
@pytest.mark.parametrize(("tons", "bridge", "price"), [(10, 4, 100_000), (20, 4, 100_000), (50, 10, 250_000)])
def test_the_bridge_is_a_fifth_and_four_tons_at_least(tons, bridge, price):
    assert hull.small_bridge(Fraction(tons)) == (bridge, price)


@pytest.mark.rule("HG-S07", "HG-S08", "HG-S09")
def test_bridge_or_computer_or_both():
    assert limits(fighter(computer="")) == ["NO_BRIDGE"]
    bridged = fighter(computer="", bridges=1)
    assert limits(bridged) == []
    assert (bridged.usp.computer, bridged.computer_level) == ("0", 0)
    assert limits(fighter(computer="", bridges=1, turrets=(turrets("sand"),))) == ["NO_COMPUTER"]
    assert limits(fighter(computer="1fib")) == ["COMPUTER_MODEL"]
    assert limits(fighter(computer="1bis")) == ["COMPUTER_MODEL"]
    assert [fighter(computer=model, tons=Fraction(40)).computer_level for model in ("1", "2", "3")] == [0, 1, 2]
    assert fighter(computer="2", bridges=1).computer_level == 2
    assert "In battle its computer counts as level 1 (HG-S09)." in bill_text(fighter(computer="2"))


@pytest.mark.rule("HG-S10", "HG-S14")
def test_one_turrets_worth_of_weapons():
    armed = fighter(power=15, turrets=(turrets("beam", 3),))
    assert limits(armed) == []
    assert (armed.part("weapons").tons, armed.part("weapons").price, armed.part("weapons").ep) == (1, 3_000_000, 3)
    assert armed.usp.laser == "3"
    assert armed.ep == 3
    assert armed.agility == 0


@pytest.mark.rule("HG-S10", "HG-S14", "HG-D27")
def test_a_fighters_energy():
    """20 tons with plant 11 make 2.2 EP; one laser leaves 1.2, which is agility 6 (the Unicorn's gig)."""
    gig = fighter(tl=14, maneuver=6, power=11, bridges=1, computer="2", turrets=(turrets("beam"),))
    assert (gig.ep, gig.ep_used, gig.agility) == (Fraction(11, 5), 1, 6)
    assert limits(fighter(turrets=(turrets("beam"), turrets("sand")))) == ["TOO_MANY_TURRETS", "ENERGY_SHORT"]
    assert limits(fighter(turrets=(turrets("beam", 4),))) == ["TURRET_TOO_FULL", "ENERGY_SHORT"]
    assert limits(fighter(tl=14, tons=Fraction(50), power=10, turrets=(turrets("barbette"),))) == []


@pytest.mark.rule("HG-S11", "HG-S12")
@pytest.mark.parametrize(
    ("weapons", "people"),
    [
        ((), 1),
        (("beam",), 1),
        (("beam", "sand"), 1),
        (("sand",), 1),
        (("beam", "missile"), 2),
        (("beam", "missile", "pulse"), 3),
    ],
)
def test_a_pilot_and_gunners(weapons, people):
    made = fighter(tons=Fraction(50), power=6, turrets=(Turrets(weapons),) if weapons else ())
    assert made.crew == people
    assert (made.part("couches").tons, made.part("couches").price) == (Fraction(people, 2), people * 25_000)
    if people > 1:
        assert limits(fighter(tons=Fraction(50), power=6, crew=people - 1, turrets=(Turrets(weapons),))) == [
            "CREW_SHORT"
        ]


@pytest.mark.rule("HG-S12", "HG-S13")
def test_couches_and_staterooms():
    assert fighter(bridges=1, passengers=6).part("couches").tons == Fraction(5, 2)  # seven people, two seats
    assert limits(fighter(passengers=6, couches=6)) == ["COUCHES_SHORT"]
    assert "HG-S13" in {remark.rule for remark in fighter().remarks}
    roomy = fighter(tons=Fraction(50), staterooms=2)
    assert roomy.remarks == ()
    assert (roomy.part("staterooms").tons, roomy.part("staterooms").price) == (4, 200_000)


@pytest.mark.rule("HG-S15", "HG-D72")
def test_low_berths_and_cargo():
    made = fighter(tons=Fraction(50), low=3, emergency_low=2, cargo=None)
    assert (made.part("low berths").tons, made.part("low berths").price) == (Fraction(3, 2), 150_000)
    assert (made.part("emergency low").tons, made.part("emergency low").price) == (2, 200_000)
    assert made.spare == 0
    assert made.part("cargo").price == 0


def test_a_craft_at_ship_size_is_big_craft():
    assert carriage.carried_tons(99, 5_000) == Fraction(1_287, 10)
    assert carriage.carried_tons(100, 5_000) == 110
