"""What each field of a battle's orders offers while somebody types, and that it can be ordered."""

from dataclasses import replace

import pytest

from bot.engine.system import Scene
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.state import Ledger
from tests.systems.highguard.battle.fleets import armed, battle_of, hold_fire, in_combat, plain
from tests.systems.highguard.orders.battles import BLUE, RED, SYSTEM, fresh


def offered(battle, name, verb="decide", by=RED):
    field = next(field for field in SYSTEM.orders[f"battle {verb}"].fields if field.name == name)
    return list(field.suggestions(Scene({}, ledger=Ledger(battle), by=by)))


def with_ship(battle, name, **now):
    ship = battle.ships[name]
    vessel = replace(ship.vessel, now=replace(ship.vessel.now, **now))
    return battle.with_ships([replace(ship, vessel=vessel)])


def test_ships_without_a_maneuver_drive_are_offered_for_nothing_that_moves():
    battle = with_ship(fresh(), "Alpha", maneuver=0)
    assert offered(fresh(), "break off") == ["Alpha", "Beta"]
    assert offered(battle, "break off") == offered(battle, "emergency") == ["Beta"]


def test_a_globe_is_offered_at_four_rates():
    battle = with_ship(fresh(), "Beta", globe=4)
    assert offered(fresh(), "globe") == []
    assert offered(battle, "globe") == ["Beta 10", "Beta 30", "Beta 50", "Beta 100"]


def test_what_draws_energy_is_offered_to_be_silent():
    ship = plain("Alpha", armed("laser"), draws=(("computer", 3), ("laser", 1)))
    assert offered(battle_of([ship], [plain("Chi")]), "silent") == ["Alpha computer", "Alpha laser"]


def test_only_what_is_damaged_is_offered_for_repair():
    assert offered(fresh(), "repair") == []
    assert offered(with_ship(fresh(), "Beta", computer=4, jump=1), "repair") == ["Beta jump", "Beta computer"]


def test_a_pursuit_is_offered_with_all_who_are_fast_enough():
    """Alpha leaves the reserve at agility 2 and 2 more, Gamma the line at 5 (HG-C20); Chi has 6 and Psi 4."""
    red, blue = (
        [plain(name, armed("missile"), agility=agility, maneuver=6) for name, agility in ships]
        for ships in ((("Alpha", 2), ("Gamma", 5)), (("Chi", 6), ("Psi", 4)))
    )
    leave = (Decisions(), Decisions((("Alpha",), ("Gamma",))))
    battle = hold_fire(in_combat(battle_of(red, blue), ["Gamma"], ["Chi", "Psi"], decisions=leave))
    assert offered(battle, "pursue", by=BLUE) == ["Alpha: Chi, Psi", "Gamma: Chi", "none"]


def test_only_a_disabled_ship_of_the_enemy_is_offered_to_be_boarded_by_who_moves():
    assert offered(fresh(), "board") == []
    battle = with_ship(with_ship(fresh(), "Chi", maneuver=0, armament=()), "Alpha", maneuver=0)
    assert offered(battle, "board") == [], "its own side hasn't left it"
    left = battle.with_ships([replace(battle.ships["Chi"], exposed=True)])
    assert offered(left, "board") == ["Beta at Chi"]


@pytest.mark.parametrize("by", [RED, ""])
def test_sides_and_fights_are_offered_by_name(by):
    assert offered(fresh(), "side", by=by) == ["Red", "Blue"]
    assert offered(fresh(), "fight", by=by) == [fresh().name]
