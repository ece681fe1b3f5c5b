"""What single people change (HG-I01 to I06)."""

import pytest

from bot.systems.highguard.combat import readiness
from bot.systems.highguard.combat.readiness import fleet_tactics_dm, skill_bonus
from bot.systems.highguard.ships.commission import led_by
from tests.systems.highguard.combat.fleet import now, vessel


@pytest.mark.rule("HG-I01")
def test_a_captain_raises_the_computer_if_it_works():
    ship = led_by(vessel(computer=5), captain=3, pilot=2)
    assert readiness.computer_level(ship) == 6
    assert readiness.computer_level(now(ship, computer=1)) == 2
    assert readiness.computer_level(now(ship, computer=0)) == 0


@pytest.mark.rule("HG-I02")
def test_a_pilot_raises_agility_if_there_is_any():
    ship = led_by(vessel(agility=4), captain=2, pilot=5)
    assert readiness.agility(ship) == 6
    assert readiness.agility(now(ship, maneuver=1)) == 3
    assert readiness.agility(now(ship, maneuver=0)) == 0


@pytest.mark.rule("HG-I03")
def test_ships_boat_does_the_same_for_small_craft():
    craft = vessel(tons=20, size="0", agility=6, maneuver=6, bridges=0)
    assert readiness.agility(led_by(craft, captain=2, pilot=7)) == 9


@pytest.mark.rule("HG-I04")
@pytest.mark.parametrize(("skill", "dm"), [(0, 0), (1, 1), (4, 4)])
def test_fleet_tactics_go_to_the_throw_for_initiative(skill, dm):
    assert fleet_tactics_dm(skill) == dm


@pytest.mark.rule("HG-I05", "HG-I06")
def test_nobody_up_to_the_average_changes_anything():
    assert [skill_bonus(skill) for skill in range(8)] == [0, 0, 0, 1, 1, 2, 2, 3]
    ship = vessel()
    assert (ship.captain, ship.pilot) == (2, 2)
    for skill in (0, 1, 2):
        assert readiness.agility(led_by(ship, skill, skill)) == readiness.agility(ship) == 4
        assert readiness.computer_level(led_by(ship, skill, skill)) == 5
