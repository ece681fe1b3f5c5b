"""A design that is changed: what a battle has left of the ship stays with it."""

from dataclasses import replace

import pytest

from bot.systems.highguard.design.draft import amend
from bot.systems.highguard.ships.ship import Fate
from tests.systems.highguard.ships.book import BOOK, OWN
from tests.systems.highguard.system import SYSTEM

YARD = SYSTEM.ships.shipyard({})
CUTLASS = SYSTEM.templates["Cutlass"].sheet
KINUNIR = SYSTEM.templates["Kinunir"].sheet


def put(ship, **values):
    for name, value in values.items():
        ship = SYSTEM.with_traits(ship, {name.replace("_", " "): value}, {})
    return ship


def told(ship, name):
    return SYSTEM.traits[name].read(ship)


def changed(ship, changes):
    return YARD.redrawn(ship, YARD.draw("", amend(ship.design, changes), {}).sheet, {})


@pytest.mark.rule("HG-R07")
def test_a_change_that_changes_nothing_mends_nothing():
    hurt = put(CUTLASS, fuel="3", maneuver="1", laser_batteries="1", crew="9")
    hurt = replace(hurt, fate=Fate.CAPTURED, jury=("computer",))
    again = changed(hurt, "computer 3")
    assert (replace(again.sheet, design=hurt.design), again.forgets) == (hurt, ())


def test_a_ship_that_is_whole_stays_so():
    assert changed(CUTLASS, "computer 4").sheet.vessel is None
    bigger = changed(CUTLASS, "fuel 100\ncargo rest").sheet
    assert told(bigger, "fuel") == "100 of 100 tons"


def test_what_was_lost_is_lost_of_the_new_design_as_well():
    hurt = put(KINUNIR, power="5", laser_batteries="1", missile_factor="1", fuel="500", bridges="0", crew="40")
    again = changed(hurt, "power 9\nfuel 400\nbridges 2").sheet
    vessel = again.vessel
    assert (vessel.built.power, vessel.now.power) == (9, 7)
    assert (told(again, "laser batteries"), told(again, "missile factor")) == ("1", "1")
    assert (told(again, "bridges"), told(again, "fuel")) == ("1", "400 of 400 tons")
    assert vessel.people.crew == 40


def test_what_a_critical_hit_destroyed_stays_so_in_any_size():
    hurt = put(KINUNIR, computer="0")
    hurt = replace(hurt, vessel=replace(hurt.vessel, criticals=("computer",)))
    assert told(changed(hurt, "computer 8fib").sheet, "computer") == "0"


def test_shattered_tanks_stay_shattered():
    hurt = put(CUTLASS, fuel_tanks="shattered")
    assert told(changed(hurt, "computer 4").sheet, "fuel tanks") == "shattered"


@pytest.mark.parametrize(
    ("hurt", "changes", "forgets"),
    [
        ({"maneuver": "1"}, "maneuver 2", ("maneuver",)),
        ({"maneuver": "1"}, "maneuver 3", ()),
        ({"laser_batteries": "1"}, "- turrets", ("laser",)),
        ({"laser_factor": "1"}, "turrets 4 single beam in 2 batteries", ("laser",)),
    ],
)
def test_what_the_new_design_has_no_room_for_is_named(hurt, changes, forgets):
    assert changed(put(CUTLASS, **hurt), changes).forgets == forgets


@pytest.mark.parametrize(("changes", "forgets"), [("- marines", ("marines",)), ("marines 30", ())])
def test_of_the_people_who_were_lost_none_come_back_by_a_smaller_complement(changes, forgets):
    """30 of 35 marines were lost: no room for fewer than that."""
    assert changed(put(KINUNIR, marines="5"), changes).forgets == forgets


@pytest.mark.parametrize(
    ("ship", "hurt", "changes", "regains"),
    [
        # 30 of 35 marines were lost: of so many as 36 six are aboard, one more than there were.
        (KINUNIR, {"marines": "5"}, "marines 36", ("marines",)),
        (KINUNIR, {"marines": "5"}, "marines 35", ()),
        (KINUNIR, {"marines": "5"}, "marines 34", ()),
        # Computer 3 is 1 now, of 4 it would be 2; what is whole may be as large as they like.
        (CUTLASS, {"computer": "1"}, "computer 4", ("computer",)),
        (CUTLASS, {"maneuver": "1"}, "computer 4", ()),
        (CUTLASS, {"maneuver": "1", "computer": "1"}, "maneuver 5\ncomputer 4", ("maneuver", "computer")),
        (CUTLASS, {"fuel": "3"}, "fuel 100", ()),
        (CUTLASS, {"crew factor": "0"}, "crew 100", ("crew",)),
        (KINUNIR, {"bridges": "0"}, "bridges 2", ("bridges",)),
    ],
)
def test_what_was_lost_and_would_be_more_by_the_new_design_is_named(ship, hurt, changes, regains):
    again = changed(put(ship, **hurt), changes)
    assert (again.regains, again.forgets) == (regains, ())


@pytest.mark.rule("HG-D23")
def test_drop_tanks_that_are_gone_stay_gone_and_new_ones_come_empty():
    unicorn = SYSTEM.templates["Unicorn"].sheet
    gone = put(unicorn, drop_tanks="none")
    assert told(changed(gone, "cargo rest").sheet, "drop tanks") == ""
    assert changed(gone, "- drop tanks").forgets == ("drop tanks",)
    used = put(CUTLASS, fuel="3")
    assert told(changed(used, "drop tanks 50").sheet, "drop tanks") == "0 of 50 tons"


@pytest.mark.rule("HG-L11")
def test_craft_that_were_lost_stay_lost():
    hurt = (
        put(KINUNIR, craft="0 Kinunir Pinnace") if "Kinunir Pinnace" in KINUNIR.design else put(KINUNIR, craft="none")
    )
    assert told(changed(hurt, "computer 8fib").sheet, "craft") == ""
    assert len(changed(hurt, "- craft").forgets) == 1


@pytest.mark.parametrize("text", [blueprint.text for blueprint in (*BOOK.values(), *OWN.values())])
def test_every_design_can_be_drawn_anew_while_it_breaks_limits(text):
    ship = put(YARD.draw("", text, {}).sheet, fuel="empty")
    broken = changed(ship, "power 40\nmaneuver 6\ncargo 9999\ntech 7").sheet
    assert told(broken, "fuel").startswith("0 of ")
    assert told(changed(broken, "tech 15").sheet, "fuel").startswith("0 of ")
