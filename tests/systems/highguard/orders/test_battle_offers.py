"""What each field of a battle's orders offers while somebody types, and that it can be ordered."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.system import Scene
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.state import Incoming, Ledger, Station, Step
from bot.systems.highguard.combat.vessel import DropTanks
from tests.systems.highguard.battle.fleets import armed, battle_of, hold_fire, in_combat, plain
from tests.systems.highguard.orders.battles import BLUE, RED, SYSTEM, fresh


def offered(battle, name, verb="decide", by=RED, closed=()):
    field = next(field for field in SYSTEM.orders[f"battle {verb}"].fields if field.name == name)
    return list(field.suggestions(Scene({}, ledger=Ledger(battle), by=by, withheld=lambda: closed)))


def with_ship(battle, name, **now):
    ship = battle.ships[name]
    vessel = replace(ship.vessel, now=replace(ship.vessel.now, **now))
    return battle.with_ships([replace(ship, vessel=vessel)])


def with_state(battle, name, **changes):
    return battle.with_ships([replace(battle.ships[name], **changes)])


def with_vessel(battle, name, **changes):
    return with_state(battle, name, vessel=replace(battle.ships[name].vessel, **changes))


def test_craft_are_offered_to_be_launched_from_aboard_and_to_come_home_from_outside():
    aboard = with_state(fresh(), "Beta", place=Station.ABOARD, carrier="Alpha")
    outside = with_state(fresh(), "Beta", carrier="Alpha")
    strayed = with_state(outside, "Beta", carrier="Omega")
    assert [offered(each, "launch", "form") for each in (fresh(), aboard, outside)] == [
        ["all"],
        ["all", "Beta"],
        ["all"],
    ]
    assert [offered(each, "recover", "form") for each in (fresh(), aboard, outside, strayed)] == [
        [],
        [],
        ["Beta to Alpha"],
        [],
    ]
    assert offered(aboard, "line", "form") == ["Alpha", "Beta", "none"]
    assert offered(aboard, "line", "form", by=BLUE) == ["Chi", "Psi", "none"]


def test_who_has_drop_tanks_may_drop_them_and_who_has_room_may_take_on_fuel():
    tanks = DropTanks(Fraction(100), Fraction(100), "K", 1, 3, 5, 3)
    tanked = with_vessel(fresh(), "Beta", tanks=tanks)
    assert [offered(each, "drop") for each in (fresh(), tanked)] == [[], ["Beta"]]
    thirsty = with_vessel(fresh(), "Alpha", fuel=Fraction(2_999))
    assert [offered(each, "refuel") for each in (fresh(), thirsty, tanked)] == [[], ["Alpha all"], []]
    assert offered(with_vessel(thirsty, "Alpha", shattered=True), "refuel") == []


def test_a_frozen_watch_is_offered_where_somebody_is_missing():
    asleep = with_vessel(fresh(), "Beta", people=replace(fresh().ships["Beta"].vessel.people, frozen_watch=4))
    assert offered(with_ship(fresh(), "Beta", crew=2), "revive") == [], "nobody sleeps there"
    assert [offered(with_ship(asleep, "Beta", crew=crew), "revive") for crew in (3, 2)] == [[], ["Beta"]]


def test_batteries_that_can_fire_are_offered_at_each_target_of_the_other_side():
    battle = in_combat(fresh(), ["Alpha"], ["Chi", "Psi"])
    red, blue = (offered(battle, "orders", "fire", by=by) for by in (RED, BLUE))
    first = battle.presented[0]
    assert first, "somebody is presented"
    at = [f"Alpha missile 3 at {name}" for name in first if name in {"Chi", "Psi"}]
    assert [each for each in red if "missile" in each] == at
    assert red[-1] == blue[-1] == "none"
    assert not [each for each in red if each.startswith(("Beta", "Chi", "Psi"))], "who is in reserve fires not"
    for each in (*red[:-1], *blue[:-1]):
        assert (each.split()[0] == "Alpha") == (each.split()[-1] != "Alpha"), each
    spent = with_state(battle, "Alpha", fired={"missile": 1})
    assert [each for each in offered(spent, "orders", "fire") if "missile" in each] == [
        each.replace("3", "2") for each in at
    ]


def test_only_batteries_that_meet_a_hit_are_offered_for_its_defence():
    hits = (Incoming("Alpha", "missile", "Chi", 1, 9), Incoming("Beta", "particle", "Chi", 1, 9))
    battle = replace(fresh(), step=Step.DEFENCE, incoming=hits, waiting=(1,))
    assert offered(battle, "defend", by=BLUE) == ["1 sand 1", "1 laser 1"]


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


def test_of_ships_whose_sheets_are_closed_to_whoever_types_names_are_offered_and_nothing_that_stands_on_them():
    """Who commands a side may play none, and read no sheet of it."""
    both = ["Alpha", "Beta"]
    tanks = DropTanks(Fraction(100), Fraction(100), "K", 1, 3, 5, 3)
    aboard = with_state(fresh(), "Beta", place=Station.ABOARD, carrier="Alpha")
    home = with_state(fresh(), "Beta", carrier="Alpha")
    assert offered(fresh(), "line", "form", closed=both) == ["Alpha", "Beta", "none"]
    assert offered(aboard, "launch", "form", closed=both) == ["all", "Beta"]
    assert offered(home, "recover", "form", closed=both) == ["Beta to Alpha"]
    worn = with_vessel(
        with_ship(fresh(), "Alpha", maneuver=1),
        "Alpha",
        tanks=tanks,
        fuel=Fraction(10),
        draws=(("laser", Fraction(1)),),
    )
    for name in ("break off", "emergency", "silent", "drop", "repair", "refuel"):
        assert (offered(worn, name, closed=both), "Alpha" in " ".join(offered(worn, name))) == ([], True), name
    # Of a ship that they read all is offered still, and the other side's are closed to most.
    assert offered(fresh(), "emergency", closed=("Beta", "Chi", "Psi")) == ["Alpha"]
    fight = in_combat(fresh(), ["Alpha", "Beta"], ["Chi", "Psi"], initiative=(1, 1, 6, 6))
    assert offered(fight, "orders", "fire", closed=("Beta", "Chi", "Psi")) == [
        "Alpha laser 2 at Chi",
        "Alpha missile 3 at Chi",
        "none",
    ]
    assert offered(fight, "orders", "fire", closed=both) == ["none"]


def test_a_defence_is_offered_to_the_side_that_was_hit():
    hits = (Incoming("Alpha", "missile", "Chi", 1, 6),)
    fight = replace(fresh(), step=Step.DEFENCE, waiting=(1,), incoming=hits, presented=(("Chi",),))
    assert offered(fight, "defend", by=BLUE) == ["1 sand 1", "1 laser 1"]
    assert offered(fight, "defend", by=BLUE, closed=("Chi",)) == []
    assert offered(fight, "defend", by=RED) == []
